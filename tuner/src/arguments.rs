//! The tuner's arguments.

use std::path::PathBuf;

use anyhow::Result;
use clap::Parser;

use jacquerie::cli::{Usage, named_file};
use jacquerie::config::Config;
use jacquerie::engine::Engine;
use jacquerie::games;

/// The end of the help.
const NOTES: &str = "\
It plays games, solves the positions that can be solved, fits the weights to
them, and reports. Nothing is written without --write or --network.
For kings and pawns it draws --games pawn structures, and plays 20 games from
each; for antichess and Metamachy it plays --games games from the start and uses
their results. --narrowest, --widest and --limit are for the pawn games.

Examples, on the smallest boards, and with few structures:
  jacquerie-tuner --widest 3 --games 40 --limit 1000 --data games.txt
  jacquerie-tuner --variant kingpawn --games 3";

/// What does not go with --network and with --order. Their own flags name these lists, too: a required flag is not missed
/// beside one that contradicts it.
const NOT_FOR_NETWORKS: [&str; 6] = ["write", "hold", "only", "known", "data", "leave_out"];
const NOT_FOR_ORDERS: [&str; 8] = [
    "data",
    "known",
    "leave_out",
    "write",
    "results",
    "network",
    "hold",
    "only",
];

/// Fits the weights of Jacquerie's evaluations, and trains its networks.
#[derive(Parser, Debug)]
#[command(
    name = "jacquerie-tuner",
    version,
    max_term_width = 100,
    after_long_help = NOTES
)]
pub struct Arguments {
    /// The variant whose evaluation is fitted.
    #[arg(long, value_name = "NAME")]
    variant: Option<String>,
    /// The configuration, in place of ./engine.toml.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// The maximum number of positions to search when solving one.
    #[arg(long, value_name = "POSITIONS", default_value_t = 200_000)]
    pub limit: u64,
    /// The random seed of the games and of the network.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// How many games are played and solved at a time, 1 to 256 [default: the option Threads].
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: Option<u32>,
    /// The configuration to write the weights into; everything else in it stays the same.
    #[arg(long, value_name = "FILE", value_parser = named_file())]
    pub write: Option<PathBuf>,
    /// Also fit without each of the terms, to see how much the term contributes.
    #[arg(long)]
    pub leave_out: bool,
    /// Keep the weights of antichess or Metamachy near their present values; a larger R keeps them
    /// nearer.
    ///
    /// R is what a weight that differs by 100 from its present value adds to the total loss of all
    /// positions. Without it, the fit starts from zero, for which a few thousand games are not
    /// enough.
    #[arg(long, value_name = "R", value_parser = strength)]
    pub hold: Option<f64>,
    /// Fit only these terms of antichess or Metamachy, separated by commas; the others stay the
    /// same.
    #[arg(long, value_name = "TERMS", value_delimiter = ',')]
    pub only: Vec<String>,

    /// The narrowest board, 1 to 8 files.
    #[arg(long, help_heading = "Its own games", value_name = "W", default_value_t = 3,
          value_parser = clap::value_parser!(u8).range(1..=8))]
    pub narrowest: u8,
    /// The widest board, 1 to 8 files.
    #[arg(long, help_heading = "Its own games", value_name = "W", default_value_t = 6,
          value_parser = clap::value_parser!(u8).range(1..=8))]
    pub widest: u8,
    /// How many games to play on each board, 1 to 1000000.
    #[arg(long, help_heading = "Its own games", value_name = "N", default_value_t = 1_500,
          value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub games: u64,
    /// Where to keep the games with their values.
    ///
    /// The same command continues after the last complete game.
    #[arg(long, help_heading = "Its own games", value_name = "FILE", value_parser = named_file())]
    pub data: Option<PathBuf>,
    /// Positions with known values, on which the scores are also judged ('-': standard input).
    ///
    /// One FEN;value per line, as 'jacquerie solve --output' writes them.
    #[arg(long, help_heading = "Its own games", value_name = "FILE")]
    pub known: Option<PathBuf>,

    /// Learn from these games instead of the tuner's own ('-': standard input).
    ///
    /// For --network, and for the weights of antichess and Metamachy.
    #[arg(long, help_heading = "Games of others", value_name = "PGN", conflicts_with_all = ["known", "data"])]
    pub results: Option<PathBuf>,

    /// Train the network of the pawn games, pawn endings, antichess or Metamachy on --results, and
    /// write it to this file.
    ///
    /// The last positions of each pawn game are solved and count with their exact values. The
    /// player is built with the networks in src/games/*/network/weights.bin.
    #[arg(long, help_heading = "The network", value_name = "FILE", value_parser = named_file(),
          conflicts_with_all = NOT_FOR_NETWORKS)]
    pub network: Option<PathBuf>,
    /// Continue from the network in this file ('-': standard input).
    ///
    /// The steps are shorter then, so that what it has learned is not lost.
    #[arg(long, help_heading = "The network", value_name = "FILE", requires_all = ["network", "results"],
          conflicts_with_all = NOT_FOR_NETWORKS)]
    pub go_on_from: Option<PathBuf>,
    /// Write the mean of these networks as --network instead; give the flag once for each file.
    ///
    /// They must have been continued from the same network. What each has learned by chance
    /// averages out.
    #[arg(
        long,
        help_heading = "The network",
        value_name = "FILE",
        requires = "network",
        conflicts_with = "results",
        conflicts_with_all = NOT_FOR_NETWORKS
    )]
    pub mean_of: Vec<PathBuf>,
    /// The share of the searches' scores in the target, 0 to 1; the rest is the game's result.
    #[arg(long, help_heading = "The network", value_name = "SHARE", default_value_t = 0.0,
          value_parser = share, requires = "network", conflicts_with_all = NOT_FOR_NETWORKS)]
    pub by_score: f64,
    /// How often the network sees each position, 1 to 1000.
    #[arg(long, help_heading = "The network", value_name = "N", default_value_t = 20,
          value_parser = clap::value_parser!(u64).range(1..=1_000))]
    pub epochs: u64,

    /// Find the order in which the solver tries moves, by trial, on one position of each game.
    ///
    /// It is printed in the form of src/games/pawns/goal_score.rs. Ctrl-C ends the search and
    /// prints the best so far.
    #[arg(long, help_heading = "The order of the solver", conflicts_with_all = NOT_FOR_ORDERS)]
    pub order: bool,
    /// How many generations of 16 trials to run, 1 to 1000000.
    #[arg(long, help_heading = "The order of the solver", value_name = "N", default_value_t = 100,
          requires = "order", conflicts_with_all = NOT_FOR_ORDERS, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub generations: u64,
}

fn strength(text: &str) -> Result<f64, String> {
    let number = text.parse().ok();
    number
        .filter(|number| (0.0..=1e6).contains(number))
        .ok_or_else(|| "expected a number from 0 to 1000000".into())
}

fn share(text: &str) -> Result<f64, String> {
    let number = text.parse().ok();
    number
        .filter(|number| (0.0..=1.0).contains(number))
        .ok_or_else(|| "expected a number from 0 to 1".into())
}

impl Arguments {
    /// Refuses flags that contradict each other, whatever the game.
    ///
    /// # Errors
    /// If they do.
    pub fn check(&self) -> Result<(), Usage> {
        let (narrowest, widest) = (self.narrowest, self.widest);
        if narrowest > widest {
            let message = format!("--narrowest {narrowest} is more than --widest {widest}");
            return Err(Usage(message));
        }
        if self.network.is_some() && self.results.is_none() && self.mean_of.is_empty() {
            let message = "--network needs --results PGN to learn from, or --mean-of FILE";
            return Err(Usage(message.into()));
        }
        Ok(())
    }

    /// Refuses flags that do not apply to `what` is fitted.
    ///
    /// # Errors
    /// If one of them is given.
    pub fn refuse(&self, flags: &[&str], what: &str) -> Result<(), Usage> {
        let given = [
            ("--data", self.data.is_some()),
            ("--known", self.known.is_some()),
            ("--results", self.results.is_some()),
            ("--hold", self.hold.is_some()),
            ("--only", !self.only.is_empty()),
        ];
        let mut given = given.into_iter().filter(|(_, given)| *given);
        match given.find(|(flag, _)| flags.contains(flag)) {
            Some((flag, _)) => Err(Usage(format!("{flag} is not for {what}"))),
            None => Ok(()),
        }
    }

    /// An engine with the named variant and configuration.
    ///
    /// # Errors
    /// If the configuration is invalid, or the variant unknown.
    pub fn engine(&self) -> Result<Engine> {
        let (config, _) = Config::find(self.config.as_deref(), &games::registry())?;
        let mut engine = Engine::new(config)?;
        if let Some(variant) = &self.variant {
            let chosen = engine.set_option("UCI_Variant", Some(variant));
            chosen.map_err(|error| Usage(format!("--variant {variant}: {error}")))?;
        }
        Ok(engine)
    }

    /// How many games are played and solved at a time.
    pub fn threads(&self, engine: &Engine) -> usize {
        self.threads.unwrap_or(engine.options().threads).max(1) as usize
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    /// The documentation shows only commands that the tuner accepts.
    #[test]
    fn the_documentation_uses_valid_flags() {
        let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
        let mut commands = 0;
        for entry in fs::read_dir(docs).unwrap() {
            let path = entry.unwrap().path();
            let Ok(text) = fs::read_to_string(&path) else {
                continue;
            };
            // The shell replaces its variable by a number.
            let text = text.replace("\\\n", " ").replace("$way", "1");
            let calls = text
                .lines()
                .filter_map(|line| line.split_once("cargo run --release -p jacquerie-tuner -- "));
            for (_, call) in calls {
                let end = call.find(['`', ';']).unwrap_or(call.len());
                let words = shlex::split(&call[..end]).unwrap();
                let words = words.into_iter().filter(|word| word != "…");
                let read =
                    Arguments::try_parse_from(["jacquerie-tuner".into()].into_iter().chain(words));
                read.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
                commands += 1;
            }
        }
        assert!(commands > 5, "only {commands} were found");
    }
}
