//! Where a player loses points: for each game that it did not win, the move that lost points, and
//! why.
//!
//! Results show which player was better, but not what it lacks. So each game that was not won is
//! judged again, from its end backwards, by a search that takes far longer than the moves did, up
//! to the player's last move before which clearly more than the result was possible. (The last
//! positions are settled at once, so few take long.) The reason for that move is found by further
//! searches:
//!
//! - *time*: with the time that the move had, the engine now plays a better one, so that was close;
//! - *horizon*: it plays the same move again, but finds a better one with the time of the
//!   judgement;
//! - *evaluation*: it plays the same move even with all that time, and only the continuation showed
//!   it to be wrong;
//! - *opening*: there is no such move; hardly more was possible after the opening, which is the
//!   moves with the comment "book".
//!
//! Games come in pairs with the same opening and sides exchanged, so a decided opening gives each
//! side one point, unless a side errs. The report counts decided openings, and the results of the
//! pairs.
//!
//! ```text
//! jacquerie match --engine "name=Jacquerie cmd=self" --engine "name=Other cmd=…" --tc movetime=100
//! --pgn games.pgn
//! cargo run --release --example where_points_go -- games.pgn --movetime 100 --judge 10000 --jobs 2
//! ```

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

/// Shows where a player loses points.
#[derive(Parser)]
struct Arguments {
    /// The games, as PGN.
    games: PathBuf,
    /// The player.
    #[arg(long, default_value = "Jacquerie")]
    player: String,
    /// The milliseconds for each move of the games.
    #[arg(long, default_value_t = 100)]
    movetime: u64,
    /// The milliseconds for judging each position.
    #[arg(long, default_value_t = 10_000)]
    judge: u64,
    /// The number of games judged at a time, each by one thread.
    #[arg(long, default_value_t = 1)]
    jobs: usize,
    /// The memory of each search, in MiB.
    #[arg(long, default_value_t = 256)]
    hash: u32,
    /// Leave out pairs of games in which the player won with both sides.
    #[arg(long)]
    hurry: bool,
}

/// Clearly more than the result is possible if the expected points are higher by this.
const MORE: f64 = 0.25;
/// An opening is decided if one side's expected points are at least this.
const DECIDED: f64 = 0.9;

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let text = fs::read(&arguments.games)
        .with_context(|| format!("cannot read {}", arguments.games.display()))?;
    let games = read(&decode(&text)?, &starts_of(Config::built_in()))?;
    let mut pairs: BTreeMap<Opening, Pair> = BTreeMap::new();
    let mut not_won = Vec::new();
    for (number, game) in (1..).zip(&games) {
        let Some((side, points)) = points(game, &arguments.player) else {
            continue;
        };
        let opening = game.moves().iter().take(opening(game));
        let opening = opening.map(|one| one.played()).collect();
        let pair = pairs.entry((game.start().fen(), opening));
        let pair = pair.or_insert(Pair {
            game,
            points: Vec::new(),
        });
        pair.points.push(points);
        if points < 1.0 {
            not_won.push((number, game, side, points));
        }
    }
    ensure!(!pairs.is_empty(), "{}: no finished game", arguments.player);
    let falls = each(
        &arguments,
        &not_won,
        |judge, &(number, game, side, points)| {
            let fall = judge.fall(game, side, points)?;
            println!("game {number}, {points} points: {fall}");
            Ok((band(fall.men), fall.kind, 1.0 - points))
        },
    )?;
    let mut kinds: BTreeMap<(&str, Kind), f64> = BTreeMap::new();
    for (band, kind, points) in falls {
        *kinds.entry((band, kind)).or_default() += points;
    }
    println!("\npoints lost, by the men on the board:");
    for ((band, kind), points) in kinds {
        println!("{band:>8}  {kind:<11}{points:>6.1}");
    }
    tell_openings(&arguments, &pairs)
}

/// The result for each of some items, in order. Several are processed at a time, each by a judge.
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

/// The first position of a game, as a FEN, and the moves before the first search.
type Opening<'g> = (String, Vec<&'g str>);

/// The two games with one opening, one with each side.
struct Pair<'g> {
    game: &'g Record,
    points: Vec<f64>,
}

/// The side of a player, and its points; `None` if it did not play, or the result is unknown.
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

/// The number of plies before the first search.
fn opening(game: &Record) -> usize {
    let moves = game.moves().iter();
    let book = moves.take_while(|one| one.comment.text() == "book");
    book.count()
}

/// The number of men left, in bands.
const fn band(men: usize) -> &'static str {
    match men {
        28.. => "28 to 32",
        24.. => "24 to 27",
        20.. => "20 to 23",
        10.. => "10 to 19",
        _ => "below 10",
    }
}

/// Prints how many openings were decided before the first search, and the results of their games.
fn tell_openings(arguments: &Arguments, pairs: &BTreeMap<Opening<'_>, Pair<'_>>) -> Result<()> {
    let sum = |pair: &Pair| pair.points.iter().sum::<f64>();
    let asked: Vec<&Pair> = (pairs.values())
        .filter(|pair| pair.points.len() == 2 && !(arguments.hurry && sum(pair) == 2.0))
        .collect();
    let told = each(arguments, &asked, |judge, pair| {
        let (board, _) = (pair.game.plies())
            .nth(opening(pair.game))
            .context("a game is over before its first search")?;
        judge.play_variant_of(pair.game)?;
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

/// The reason for a lost point.
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

/// The move that lost points.
struct Fall {
    kind: Kind,
    /// From the start of the game, from 1.
    ply: usize,
    fen: String,
    men: usize,
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
            men,
            played,
            better,
            before,
            after,
        } = self;
        write!(
            f,
            "{kind}, ply {ply}, {men} men, {before:.2} to {after:.2} by {played}"
        )?;
        if played != better {
            write!(f, ", not {better}")?;
        }
        write!(f, ": {fen}")
    }
}

/// The result of a search: the expected points of the side to move, and its best move.
struct Said {
    points: f64,
    best: String,
}

/// The longer search.
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

    /// Judges a game by its own rules.
    fn play_variant_of(&mut self, game: &Record) -> Result<()> {
        let variant = game.tags.get(&TagName::VARIANT);
        let variant = variant.context("a game without the tag Variant")?;
        Ok(self.engine.set_option("UCI_Variant", Some(variant))?)
    }

    /// Searches a position for this long.
    fn ask(&mut self, fen: &str, milliseconds: u64) -> Result<Said> {
        self.engine.new_game();
        self.engine.set_position(Some(fen), &[])?;
        let limits = Limits {
            move_time: Some(Duration::from_millis(milliseconds)),
            ..Limits::default()
        };
        match self.engine.go(limits, &Stop::default(), |_| ())? {
            Answer::Best(reports) => {
                let report = reports.first().context("a search without a report")?;
                let best = report.principal_variation.first();
                Ok(Said {
                    points: report.chances.expected(),
                    best: best.context("a search without a move")?.clone(),
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

    /// The move that lost points in a game which ended with `points` for a side.
    fn fall(&mut self, game: &Record, side: Colour, points: f64) -> Result<Fall> {
        self.play_variant_of(game)?;
        let own = (1..).zip(game.plies()).skip(opening(game));
        let mut after = points;
        let mut fall = None;
        let own: Vec<_> = own.filter(|(_, (board, _))| board.turn() == side).collect();
        for (ply, (board, made)) in own.into_iter().rev() {
            let fen = board.fen();
            let said = self.ask(&fen, self.arguments.judge)?;
            let before = said.points;
            let placement = fen.split(' ').next().unwrap_or_default();
            let found = fall.insert(Fall {
                kind: Kind::Opening,
                ply,
                men: placement.matches(char::is_alphabetic).count(),
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

    /// The reason for a mistake.
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
