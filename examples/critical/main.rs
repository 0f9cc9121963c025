//! Critical positions: those in which some moves keep the value of the game and some do not. They
//! measure how well an engine chooses, without an opponent.
//!
//! A position has moves of the same value only where nothing can go wrong, or everything has: those
//! tell nothing, and are left out. The sets in `tests/data` were made in these steps:
//!
//! ```text
//! jacquerie match --engine "name=One cmd=self tc=nodes=2000" --games 1400 --seed 6 \
//!     --engine "name=Two cmd=self tc=nodes=3000" --each option.Hash=16 --pgn games.pgn
//! cargo run --release --example critical -- take games.pgn --least 21 --most 25 > taken.fen
//! jacquerie solve --moves --input taken.fen --output solved.txt --memory 4096 --time 15
//! cargo run --release --example critical -- select solved.txt > critical.txt
//! cargo run --release --example critical -- keep critical.txt --nodes 1000
//! ```
//!
//! and the same with `--least 13 --most 20 --seed 2`, of which the first 330 were solved. A position
//! that takes longer than `--time` to solve is not in the set, so the sets are easier
//! than what comes up in play; `select` says how many were left out for that.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, ensure};
use clap::Parser;
use jacquerie::arena::pgn::{GameResult, decode, read, starts_of};
use jacquerie::board::Colour;
use jacquerie::config::Config;
use jacquerie::engine::{Answer, Engine};
use jacquerie::game::{Game, Outcome};
use jacquerie::games::pawns::{Diagram, PawnGame, Stalemate};
use jacquerie::search::Limits;
use jacquerie::stop::Stop;
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

/// Critical positions: take them from games, select them, and see which moves keep their value.
#[derive(Parser)]
enum Arguments {
    /// Take one position of each game, by chance, and print its FEN. Whoever lost a game has mostly
    /// lost already when he is to move, and then nothing is critical: only the other side's
    /// positions are taken.
    Take {
        /// The games, as PGN.
        games: PathBuf,
        /// The least number of pawns.
        #[arg(long)]
        least: u32,
        /// The largest number of pawns.
        #[arg(long)]
        most: u32,
        /// Another number takes other positions.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Print the critical ones among positions solved with their moves.
    Select {
        /// Lines `FEN;value;move=value,…`, as `jacquerie solve --moves --input` writes them.
        solved: PathBuf,
    },
    /// Say how often the engine's move keeps the value.
    Keep {
        /// Such lines.
        solved: PathBuf,
        /// How many nodes a move may take.
        #[arg(long, required_unless_present = "movetime")]
        nodes: Option<u64>,
        /// How many milliseconds a move may take.
        #[arg(long)]
        movetime: Option<u64>,
        /// Also print each position where it does not.
        #[arg(long)]
        verbose: bool,
    },
}

fn main() -> Result<()> {
    match Arguments::parse() {
        Arguments::Take {
            games,
            least,
            most,
            seed,
        } => take(&games, least, most, seed),
        Arguments::Select { solved } => select(&solved),
        Arguments::Keep {
            solved,
            nodes,
            movetime,
            verbose,
        } => keep(&solved, nodes, movetime.map(Duration::from_millis), verbose),
    }
}

fn bytes(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}

fn take(games: &Path, least: u32, most: u32, seed: u64) -> Result<()> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let text = bytes(games)?;
    let games = read(&decode(&text), &starts_of(Config::built_in()))?;
    let rules = PawnGame::new(Stalemate::Draw);
    let mut output = std::io::stdout().lock();
    for game in games {
        let loser = match game.result {
            GameResult::WhiteWins => Some(Colour::Black),
            GameResult::BlackWins => Some(Colour::White),
            GameResult::Draw | GameResult::Unknown => None,
        };
        let fits = |board: &Diagram| {
            (least..=most).contains(&board.position.pawns())
                && Some(board.turn) != loser
                && rules.prove(&board.position).is_none()
        };
        let boards = game.plies();
        let boards = boards.filter_map(|(board, _)| board.fen().parse().ok());
        let boards: Vec<Diagram> = boards.filter(fits).collect();
        if let Some(board) = boards.choose(&mut random) {
            writeln!(output, "{board}")?;
        }
    }
    Ok(())
}

/// A position, and what each move is worth to the side that makes it.
struct Solved {
    fen: String,
    moves: Vec<(String, Outcome)>,
}

impl Solved {
    /// Reads a line; `None` if its position was not solved.
    fn read(line: &str) -> Result<Option<Self>> {
        let wrong = || anyhow!("found '{line}', expected FEN;value;move=value,…");
        let mut fields = line.split(';');
        let fen = fields.next().unwrap_or_default().to_owned();
        let moves = fields.nth(1).unwrap_or_default();
        let mut all = Vec::new();
        for one in moves.split(',').filter(|one| !one.is_empty()) {
            let (played, value) = one.split_once('=').ok_or_else(wrong)?;
            let value = match value {
                "win" => Outcome::Win,
                "draw" => Outcome::Draw,
                "loss" => Outcome::Loss,
                _ => return Ok(None),
            };
            all.push((played.to_owned(), value));
        }
        ensure!(!fen.is_empty(), wrong());
        Ok((!all.is_empty()).then_some(Self { fen, moves: all }))
    }

    fn best(&self) -> Option<Outcome> {
        self.moves.iter().map(|(_, value)| *value).max()
    }

    fn is_critical(&self) -> bool {
        self.moves
            .iter()
            .any(|(_, value)| Some(*value) != self.best())
    }

    fn keeps(&self, played: &str) -> bool {
        let best = self.best();
        self.moves
            .iter()
            .any(|(name, value)| name == played && Some(*value) == best)
    }
}

fn select(solved: &Path) -> Result<()> {
    let mut output = std::io::stdout().lock();
    let (mut critical, mut open, mut all) = (0, 0, 0);
    for line in String::from_utf8(bytes(solved)?)?.lines() {
        all += 1;
        match Solved::read(line)? {
            Some(one) if one.is_critical() => {
                critical += 1;
                writeln!(output, "{line}")?;
            }
            Some(_) => {}
            None => open += 1,
        }
    }
    eprintln!("{critical} of {all} positions are critical; {open} were not solved");
    Ok(())
}

fn keep(
    solved: &Path,
    nodes: Option<u64>,
    move_time: Option<Duration>,
    verbose: bool,
) -> Result<()> {
    let mut engine = Engine::new(Config::built_in().clone())?;
    engine.prepare()?;
    let limits = Limits {
        nodes,
        move_time,
        ..Limits::default()
    };
    let (mut kept, mut critical, mut longest) = (0, 0, Duration::ZERO);
    for line in String::from_utf8(bytes(solved)?)?.lines() {
        let Some(one) = Solved::read(line)?.filter(Solved::is_critical) else {
            continue;
        };
        engine.new_game();
        engine.set_position(Some(&one.fen), &[])?;
        let started = Instant::now();
        let answer = engine.go(limits, &Stop::default(), |_| ())?;
        longest = longest.max(started.elapsed());
        let Answer::Best(reports) = answer else {
            continue;
        };
        let played = &reports[0].principal_variation[0];
        critical += 1;
        if one.keeps(played) {
            kept += 1;
        } else if verbose {
            println!("{played}  {line}");
        }
    }
    let share = 100.0 * f64::from(kept) / f64::from(critical.max(1));
    println!("{kept} of {critical} moves keep the value, {share:.1} %; longest {longest:.0?}");
    Ok(())
}
