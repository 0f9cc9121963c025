//! Where points go: of each game that a player has not won, the move that let the point go, and why.
//!
//! Games tell who was better, but not what he lacks. So each game that was not won is judged again, from its
//! end backwards, by a search that takes far longer than the moves did: up to the last own move before which
//! clearly more was to be had than came of it. (The last positions are settled at once, so few take long.) Why
//! that move was made is found by asking again:
//!
//! - *time*: with the time that the move had, the engine now plays another, which holds more; it was near;
//! - *horizon*: it plays the same again, and finds a better one with the time of the judgement;
//! - *evaluation*: it plays the same with all that time, and only what followed showed it to be wrong;
//! - *opening*: there is none. Hardly more was to be had when the random moves had been made.
//!
//! Games come in pairs with the same opening and sides exchanged, so an opening that is decided gives each
//! side one point, unless somebody errs. How many are decided is told, and what the pairs ended in.
//!
//! ```text
//! jacquerie match --engine "name=Jacquerie cmd=self" --engine "name=Other cmd=…" --tc movetime=100 \
//!     --games 400 --pgn games.pgn
//! cargo run --release --example where_points_go -- games.pgn --movetime 100 --judge 10000 --jobs 2
//! ```
//!
//! It tells a line for each game as it goes, then the tables.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use clap::Parser;
use jacquerie::arena::pgn::{GameResult, Record, TagName, read, starts_of};
use jacquerie::board::Colour;
use jacquerie::config::Config;
use jacquerie::engine::{Answer, Engine};
use jacquerie::game::Outcome;
use jacquerie::search::{Limits, STACK};
use jacquerie::stop::Stop;
use jacquerie::text::decode;

/// Where a player's points go.
#[derive(Parser)]
struct Arguments {
    /// The games, as PGN.
    games: PathBuf,
    /// The player.
    #[arg(long, default_value = "Jacquerie")]
    player: String,
    /// How many milliseconds a move of the games had.
    #[arg(long, default_value_t = 100)]
    movetime: u64,
    /// How many milliseconds each position is judged for.
    #[arg(long, default_value_t = 10_000)]
    judge: u64,
    /// How many plies of each game were random.
    #[arg(long, default_value_t = 6)]
    plies: usize,
    /// How many games are judged at a time, each by one thread.
    #[arg(long, default_value_t = 1)]
    jobs: usize,
    /// The memory of each search, in MiB.
    #[arg(long, default_value_t = 256)]
    hash: u32,
    /// Leave the openings of pairs out that were won with both sides.
    #[arg(long)]
    hurry: bool,
}

/// Clearly more than came of a game is to be had if so much more of a point may be expected.
const MORE: f64 = 0.25;
/// An opening is decided if one side may expect so much.
const DECIDED: f64 = 0.9;

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let text = fs::read(&arguments.games)
        .with_context(|| format!("cannot read {}", arguments.games.display()))?;
    let games = read(&decode(&text)?, &starts_of(Config::built_in()))?;
    let mut pairs: BTreeMap<Vec<&str>, Pair> = BTreeMap::new();
    let mut not_won = Vec::new();
    for (number, game) in (1..).zip(&games) {
        let Some((side, points)) = points(game, &arguments.player) else {
            continue;
        };
        let opening = game.moves().iter().take(arguments.plies);
        let pair = pairs.entry(opening.map(|one| one.played()).collect());
        let pair = pair.or_insert(Pair {
            game,
            points: Vec::new(),
        });
        pair.points.push(points);
        if points < 1.0 {
            not_won.push((number, game, side, points));
        }
    }
    ensure!(
        !pairs.is_empty(),
        "no game of {} has ended",
        arguments.player
    );
    let falls = each(
        &arguments,
        &not_won,
        |judge, &(number, game, side, points)| {
            let fall = judge.fall(game, side, points)?;
            println!("game {number}, {points} points: {fall}");
            Ok((band(fall.pawns), fall.kind, 1.0 - points))
        },
    )?;
    let mut kinds: BTreeMap<(&str, Kind), f64> = BTreeMap::new();
    for (band, kind, points) in falls {
        *kinds.entry((band, kind)).or_default() += points;
    }
    println!("\npoints let go, by the pawns on the board:");
    for ((band, kind), points) in kinds {
        println!("{band:>8}  {kind:<11}{points:>6.1}");
    }
    tell_openings(&arguments, &pairs)
}

/// What is found of each of many things, in their order. Several are looked at at a time, each by a judge.
fn each<T: Sync, R: Send>(
    arguments: &Arguments,
    things: &[T],
    find: impl Fn(&mut Judge, &T) -> Result<R> + Sync,
) -> Result<Vec<R>> {
    let next = AtomicUsize::new(0);
    let work = || -> Result<Vec<(usize, R)>> {
        let mut judge = Judge::new(arguments)?;
        let mut found = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(thing) = things.get(number) else {
                return Ok(found);
            };
            found.push((number, find(&mut judge, thing)?));
        }
    };
    let mut found = std::thread::scope(|scope| {
        let builder = || std::thread::Builder::new().stack_size(STACK);
        let jobs: Vec<_> = (0..arguments.jobs.max(1))
            .map(|_| builder().spawn_scoped(scope, work))
            .collect();
        let mut found = Vec::new();
        for job in jobs {
            let done = job.context("there is no thread for a job")?.join();
            found.extend(done.unwrap_or_else(|fault| std::panic::resume_unwind(fault))?);
        }
        anyhow::Ok(found)
    })?;
    found.sort_by_key(|(number, _)| *number);
    Ok(found.into_iter().map(|(_, one)| one).collect())
}

/// The games with one opening, one with each side.
struct Pair<'g> {
    game: &'g Record,
    points: Vec<f64>,
}

/// Which side a player had, and what he got; `None` if he did not play, or nobody knows.
fn points(game: &Record, player: &str) -> Option<(Colour, f64)> {
    let has = |tag: TagName| game.tags.get(&tag) == Some(player);
    let side = match (has(TagName::WHITE), has(TagName::BLACK)) {
        (true, _) => Colour::White,
        (_, true) => Colour::Black,
        _ => return None,
    };
    let points = match game.result {
        GameResult::Unknown => return None,
        GameResult::Draw => 0.5,
        won if won == GameResult::win(side) => 1.0,
        _ => 0.0,
    };
    Some((side, points))
}

/// How many pawns were left, in bands.
const fn band(pawns: usize) -> &'static str {
    match pawns {
        28.. => "28 to 32",
        24.. => "24 to 27",
        20.. => "20 to 23",
        _ => "below 20",
    }
}

/// Tells how many openings were decided before anybody thought, and what became of them.
fn tell_openings(arguments: &Arguments, pairs: &BTreeMap<Vec<&str>, Pair<'_>>) -> Result<()> {
    let sum = |pair: &Pair| pair.points.iter().sum::<f64>();
    let asked: Vec<&Pair> = (pairs.values())
        .filter(|pair| pair.points.len() == 2 && !(arguments.hurry && sum(pair) == 2.0))
        .collect();
    let told = each(arguments, &asked, |judge, pair| {
        let (board, _) = (pair.game.plies())
            .nth(arguments.plies)
            .context("a game is over before anybody thinks")?;
        let best = judge.ask(&board.fen(), arguments.judge)?.points;
        let kind = match best >= DECIDED || best <= 1.0 - DECIDED {
            true => "decided",
            false => "open",
        };
        Ok((kind, format!("{:.1}", sum(pair))))
    })?;
    let mut ended: BTreeMap<(&str, String), usize> = BTreeMap::new();
    for one in told {
        *ended.entry(one).or_default() += 1;
    }
    println!("\nopenings, and the points from both games:");
    for ((kind, sum), count) in ended {
        println!("{kind:>8}  {sum} of 2{count:>6}");
    }
    Ok(())
}

/// Why a point went.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Opening,
    Evaluation,
    Horizon,
    Time,
}

impl Display for Kind {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Opening => "opening",
            Self::Evaluation => "evaluation",
            Self::Horizon => "horizon",
            Self::Time => "time",
        })
    }
}

/// Where a game let points go.
struct Fall {
    kind: Kind,
    /// From the start of the game, 1 for the first.
    ply: usize,
    fen: String,
    pawns: usize,
    played: String,
    better: String,
    /// The expected points before the move and after it.
    before: f64,
    after: f64,
}

impl Display for Fall {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self {
            kind,
            ply,
            fen,
            pawns,
            played,
            better,
            before,
            after,
        } = self;
        write!(
            f,
            "{kind}, ply {ply}, {pawns} pawns, {before:.2} to {after:.2} by {played}"
        )?;
        if played != better {
            write!(f, ", not {better}")?;
        }
        write!(f, ": {fen}")
    }
}

/// What a search says of a position: the points that its mover may expect, and his best move.
struct Said {
    points: f64,
    best: String,
}

/// Who thinks longer.
struct Judge<'a> {
    arguments: &'a Arguments,
    engine: Engine,
}

impl<'a> Judge<'a> {
    fn new(arguments: &'a Arguments) -> Result<Self> {
        let mut engine = Engine::new(Config::built_in().clone())?;
        engine.set_options(|options| options.hash = arguments.hash)?;
        engine.prepare()?;
        Ok(Self { arguments, engine })
    }

    /// What the search says of a position within that time.
    fn ask(&mut self, fen: &str, milliseconds: u64) -> Result<Said> {
        self.engine.new_game();
        self.engine.set_position(Some(fen), &[])?;
        let limits = Limits {
            move_time: Some(Duration::from_millis(milliseconds)),
            ..Limits::default()
        };
        match self.engine.go(limits, &Stop::default(), |_| ())? {
            Answer::Best(reports) => {
                let report = reports.first().context("a search says nothing")?;
                let best = report.principal_variation.first();
                Ok(Said {
                    points: report.chances().expected(),
                    best: best.context("a search gives no move")?.clone(),
                })
            }
            Answer::Over(outcome) => Ok(Said {
                points: match outcome {
                    Outcome::Win => 1.0,
                    Outcome::Draw => 0.5,
                    Outcome::Loss => 0.0,
                },
                best: String::new(),
            }),
        }
    }

    /// Where a game that was not won, but ended in so many points for a side, let the rest go.
    fn fall(&mut self, game: &Record, side: Colour, points: f64) -> Result<Fall> {
        let own = (1..).zip(game.plies()).skip(self.arguments.plies);
        let mut after = points;
        let mut fall = None;
        let own: Vec<_> = own.filter(|(_, (board, _))| board.turn() == side).collect();
        for (ply, (board, made)) in own.into_iter().rev() {
            let fen = board.fen();
            let said = self.ask(&fen, self.arguments.judge)?;
            let before = said.points;
            let men = fen.split(' ').next().unwrap_or_default();
            let found = fall.insert(Fall {
                kind: Kind::Opening,
                ply,
                pawns: men.matches(['p', 'P']).count(),
                fen,
                played: made.played().to_owned(),
                better: said.best,
                before,
                after,
            });
            if before >= points + MORE {
                found.kind = self.why(found)?;
                break;
            }
            after = before;
        }
        fall.context("a game without own moves")
    }

    /// Why a mistake was made.
    fn why(&mut self, fall: &Fall) -> Result<Kind> {
        if fall.better == fall.played {
            return Ok(Kind::Evaluation);
        }
        let again = self.ask(&fall.fen, self.arguments.movetime)?.best;
        Ok(match again == fall.played {
            true => Kind::Horizon,
            false => Kind::Time,
        })
    }
}
