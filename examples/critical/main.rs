//! Critical positions: those in which some moves keep the value of the game and some do not. They
//! measure how well an engine chooses, without an opponent. The sets in `tests/data` were made like
//! this:
//!
//! ```text
//! jacquerie match --engine "name=One cmd=self tc=nodes=2000" --games 1400 --seed 6 \
//!     --engine "name=Two cmd=self tc=nodes=3000" --each option.Hash=16 --pgn games.pgn
//! cargo run --release --example critical -- take games.pgn --least 21 --most 25 > taken.fen
//! jacquerie solve --moves --input taken.fen --output solved.txt --memory 4096 --time 15
//! cargo run --release --example critical -- select solved.txt > critical.txt
//! ```
//!
//! `critical-8x8.txt` used `--least 13 --most 20 --seed 2` and the first 330 positions. With 25 to
//! 28 pawns most positions are too hard, so `solve --time 1` first selected those whose own value
//! is found quickly (from 2 000 games with `--seed 25`), and `solve --moves --time 12` solved their
//! moves; the first 200 critical ones are the set. Positions that take longer than `--time` are
//! left out (`select` prints how many), so the sets are easier than positions from play.
//!
//! How many moves of this program (or another, with `--engine`) keep the value, and how much time
//! two threads save:
//!
//! ```text
//! cargo run --release --example critical -- keep tests/data/critical-8x8.txt --nodes 1000
//! cargo run --release --example critical -- threads tests/data/critical-middlegame-8x8.txt --depth 24
//! ```

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail, ensure};
use clap::Parser;
use jacquerie::arena::entrant::Entrant;
use jacquerie::arena::pgn::{GameResult, read, starts_of};
use jacquerie::arena::player::{Allowed, Player};
use jacquerie::board::Colour;
use jacquerie::config::Config;
use jacquerie::engine::{Answer, Engine};
use jacquerie::game::{Game, Outcome};
use jacquerie::games::pawns::{Diagram, PawnGame, Stalemate};
use jacquerie::search::{Depth, Limits};
use jacquerie::stop::Stop;
use jacquerie::text::decode;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;

/// Critical positions: take them from games, select them, and see which moves keep their value.
#[derive(Parser)]
enum Arguments {
    /// Take one random position from each game and print its FEN. Only positions with the side that
    /// did not lose to move are taken: for the other side, the game is usually lost already, and
    /// nothing is critical.
    Take {
        /// The games, as PGN.
        games: PathBuf,
        /// The least number of pawns.
        #[arg(long)]
        least: u32,
        /// The largest number of pawns.
        #[arg(long)]
        most: u32,
        /// The random seed.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Print the critical ones among solved positions.
    Select {
        /// Lines `FEN;value;move=value,…`, as `jacquerie solve --moves --input` writes them.
        solved: PathBuf,
    },
    /// Print how often the engine's move keeps the value.
    Keep {
        /// The critical positions.
        solved: PathBuf,
        /// Another engine, as for `jacquerie match --engine`.
        #[arg(long, value_name = "WORDS")]
        engine: Option<String>,
        /// The nodes for each move.
        #[arg(long, required_unless_present = "movetime")]
        nodes: Option<u64>,
        /// The milliseconds for each move.
        #[arg(long)]
        movetime: Option<u64>,
        /// Also print each position where the move loses value.
        #[arg(long)]
        verbose: bool,
    },
    /// Search each position to a depth with one thread and with two, and print the ratio of the
    /// times.
    Threads {
        /// The critical positions.
        solved: PathBuf,
        /// The depth.
        #[arg(long)]
        depth: u64,
        /// Leave out positions that one thread searches in less than this many milliseconds.
        #[arg(long, default_value_t = 250)]
        least: u64,
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
            engine,
            nodes,
            movetime,
            verbose,
        } => {
            let choose = match engine {
                Some(words) => another(&words, nodes, movetime)?,
                None => ourselves(nodes, movetime)?,
            };
            keep(&solved, choose, verbose)
        }
        Arguments::Threads {
            solved,
            depth,
            least,
        } => threads(&solved, depth, Duration::from_millis(least)),
    }
}

fn bytes(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}

fn take(games: &Path, least: u32, most: u32, seed: u64) -> Result<()> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let text = bytes(games)?;
    let games = read(&decode(&text)?, &starts_of(Config::built_in()))?;
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

/// A position, and the value of each move for the side that makes it.
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
            let Ok(value) = value.parse() else {
                return Ok(None);
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

/// Chooses a move in the position of a FEN.
type Chooser = Box<dyn FnMut(&str) -> Result<String>>;

fn ourselves(nodes: Option<u64>, movetime: Option<u64>) -> Result<Chooser> {
    let mut engine = Engine::new(Config::built_in().clone())?;
    engine.prepare()?;
    let limits = Limits {
        nodes,
        move_time: movetime.map(Duration::from_millis),
        ..Limits::default()
    };
    Ok(Box::new(move |fen| {
        engine.new_game();
        engine.set_position(Some(fen), &[])?;
        match engine.go(limits, &Stop::default(), |_| ())? {
            Answer::Best(reports) => Ok(reports[0].principal_variation[0].clone()),
            Answer::Over(_) => bail!("{fen}: the game is over"),
        }
    }))
}

/// The maximum time that another engine may think.
const PATIENCE: Duration = Duration::from_secs(60);

fn another(words: &str, nodes: Option<u64>, movetime: Option<u64>) -> Result<Chooser> {
    let entrant = Entrant::read(words, "")?;
    let stop = Stop::default();
    let mut player = Player::start(&entrant, "peasants", None, None, &stop)?;
    let limits = [("nodes", nodes), ("movetime", movetime)];
    let limits = limits.map(|(name, limit)| limit.map(|limit| format!("{name} {limit}")));
    let limits: Vec<String> = limits.into_iter().flatten().collect();
    Ok(Box::new(move |fen| {
        player.new_game(&stop)?;
        let best = player.go(
            &format!("fen {fen}"),
            &limits.join(" "),
            Allowed::ToMove(PATIENCE),
            &stop,
        )?;
        // Without the letter of a promotion.
        Ok(best.text.chars().take(4).collect())
    }))
}

fn keep(solved: &Path, mut choose: Chooser, verbose: bool) -> Result<()> {
    let (mut kept, mut critical, mut longest) = (0, 0, Duration::ZERO);
    for line in String::from_utf8(bytes(solved)?)?.lines() {
        let Some(one) = Solved::read(line)?.filter(Solved::is_critical) else {
            continue;
        };
        let started = Instant::now();
        let played = choose(&one.fen)?;
        longest = longest.max(started.elapsed());
        critical += 1;
        if one.keeps(&played) {
            kept += 1;
        } else if verbose {
            println!("{played}  {line}");
        }
    }
    let share = 100.0 * f64::from(kept) / f64::from(critical.max(1));
    println!("{kept} of {critical} moves keep the value, {share:.1} %; longest {longest:.0?}");
    Ok(())
}

/// How long the search of a position takes.
fn time(fen: &str, depth: u64, threads: u32) -> Result<Duration> {
    let mut engine = Engine::new(Config::built_in().clone())?;
    engine.set_options(|options| options.threads = threads)?;
    engine.prepare()?;
    engine.set_position(Some(fen), &[])?;
    let limits = Limits {
        depth: Some(Depth::new(depth)),
        ..Limits::default()
    };
    let started = Instant::now();
    engine.go(limits, &Stop::default(), |_| ())?;
    Ok(started.elapsed())
}

fn threads(solved: &Path, depth: u64, least: Duration) -> Result<()> {
    let mut shares = Vec::new();
    for line in String::from_utf8(bytes(solved)?)?.lines() {
        let fen = line.split(';').next().unwrap_or_default();
        let one = time(fen, depth, 1)?;
        if one >= least {
            shares.push(time(fen, depth, 2)?.div_duration_f64(one));
        }
    }
    shares.sort_by(f64::total_cmp);
    let (Some(first), Some(last)) = (shares.first(), shares.last()) else {
        bail!(
            "one thread takes less time for each of them; give a greater --depth or a smaller --least"
        );
    };
    let (count, median) = (shares.len(), shares[shares.len() / 2]);
    println!(
        "{count} positions: two threads take {median:.2} of the time of one in the median, {first:.2} to {last:.2}"
    );
    Ok(())
}
