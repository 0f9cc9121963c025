//! Making puzzles: one attempt after the other, in several threads.
//!
//! Each attempt has a solver of its own with one thread, and a limit on positions, not on time. So
//! its result depends only on its number: the puzzles and their order are the same, for any number
//! of threads and whatever was done before.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::Builder;
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use crossbeam_channel::{RecvTimeoutError, Sender, unbounded};

use super::Puzzle;
use super::line::{Discard, NoLine, line};
use super::proving::{Leash, Prover, Unproved, solver};
use super::rating::rate;
use super::sight::Sight;
use super::sources::{Attempt, Candidate, Scope, Source};
use super::themes;
use crate::game::Outcome;
use crate::game::state::GameState;
use crate::search::STACK;

/// The puzzles to be made.
#[derive(Debug)]
pub struct Order<'a> {
    /// Where to look for puzzles.
    pub source: &'a Source,
    /// Which positions are considered.
    pub scope: Scope<'a>,
    /// The memory of each solver, in MiB.
    pub mebibytes: u64,
    /// The maximum number of positions searched for a position and its moves.
    pub most_positions: u64,
    /// How many attempts run at a time.
    pub threads: usize,
    /// Whether to certify the value of each puzzle.
    pub certifies: bool,
}

/// A puzzle that was made.
#[derive(Debug)]
pub struct Made {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The position to be solved.
    pub question: Box<dyn GameState>,
    /// The proof of its value, if requested and within the memory limit.
    pub certificate: Option<Vec<u8>>,
}

/// The result of an attempt.
#[derive(Debug, Default)]
pub struct Attempted {
    /// The puzzles.
    pub made: Vec<Made>,
    /// Why other positions were discarded.
    pub discarded: Vec<Discard>,
}

/// The positions of one attempt are similar: if this many cannot be solved, the others cannot be
/// either.
const MOST_UNSOLVED: usize = 2;

/// The interval at which to check whether to continue.
const GLANCE: Duration = Duration::from_millis(50);

/// Runs attempts from this number on, and passes on their results in order. The work ends when the receiver returns
/// `false`, when `is_over` returns true, or when there are no more attempts; the function returns whether there are
/// no more.
///
/// # Errors
/// If a position cannot be searched, or a result cannot be stored.
pub fn make(
    order: &Order<'_>,
    first: u64,
    is_over: &dyn Fn() -> bool,
    each: &mut dyn FnMut(u64, Attempted) -> Result<bool>,
) -> Result<bool> {
    let next = AtomicU64::new(first);
    let leashes: Vec<Leash> = (0..order.threads).map(|_| Leash::default()).collect();
    let (sender, receiver) = unbounded();
    std::thread::scope(|scope| {
        let halt = || leashes.iter().for_each(Leash::halt);
        for leash in &leashes {
            let (sender, next) = (sender.clone(), &next);
            let work = move || work(order, next, leash, &sender);
            let builder = Builder::new().name("puzzles".into()).stack_size(STACK);
            if let Err(error) = builder.spawn_scoped(scope, work) {
                halt();
                return Err(error).context("cannot start a thread that makes puzzles");
            }
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut wanted = first;
        let mut hand_over = || -> Result<bool> {
            loop {
                if is_over() {
                    return Ok(false);
                }
                match receiver.recv_timeout(GLANCE) {
                    Ok((number, outcome)) => drop(waiting.insert(number, outcome)),
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => return Ok(true),
                }
                while let Some(outcome) = waiting.remove(&wanted) {
                    let outcome: Result<Option<Attempted>, NoLine> = outcome;
                    match outcome {
                        Ok(Some(outcome)) => {
                            if !each(wanted, outcome)? {
                                return Ok(false);
                            }
                        }
                        Ok(None) => return Ok(true),
                        Err(NoLine::Failed(why)) => return Err(anyhow!(why)),
                        Err(_) => return Ok(false),
                    }
                    wanted += 1;
                }
            }
        };
        let done = hand_over();
        halt();
        done
    })
}

type Told = (u64, Result<Option<Attempted>, NoLine>);

/// Runs attempts in one thread.
fn work(order: &Order<'_>, next: &AtomicU64, leash: &Leash, sender: &Sender<Told>) {
    let mut sight = match Sight::new(order.scope.variant, order.scope.choices) {
        Ok(sight) => sight,
        Err(error) => {
            let number = next.fetch_add(1, Ordering::Relaxed);
            drop(sender.send((number, Err(error.into()))));
            return;
        }
    };
    while !leash.is_halted() {
        let number = next.fetch_add(1, Ordering::Relaxed);
        let told = catch_unwind(AssertUnwindSafe(|| {
            attempt(order, number, leash, &mut sight)
        }));
        let told = told.unwrap_or_else(|_| {
            Err(NoLine::Failed(format!(
                "internal error: attempt {number} crashed"
            )))
        });
        let goes_on = matches!(told, Ok(Some(_)));
        if sender.send((number, told)).is_err() || !goes_on {
            return;
        }
    }
}

/// Runs an attempt; `None` if there is no attempt with that number.
fn attempt(
    order: &Order<'_>,
    number: u64,
    leash: &Leash,
    sight: &mut Sight,
) -> Result<Option<Attempted>, NoLine> {
    let Some(attempt) = order.source.attempt(number, &order.scope, sight)? else {
        return Ok(None);
    };
    let solver = solver(order.scope.variant, order.mebibytes);
    let solver = solver.map_err(|error| NoLine::Failed(error.to_string()))?;
    let prover = Prover {
        solver: &*solver,
        most_positions: order.most_positions,
        leash,
    };
    let mut outcome = Attempted::default();
    let mut skipped = 0_usize;
    for candidate in &attempt.candidates {
        if skipped > 0 {
            // The positions that follow are mostly those of the solution, or of the same walk.
            skipped -= 1;
            continue;
        }
        match puzzle(order, &attempt, candidate, &outcome.made, &prover, sight) {
            Ok(made) => {
                skipped = made.puzzle.moves.len();
                outcome.made.push(made);
                if attempt.enough == Some(outcome.made.len()) {
                    break;
                }
            }
            Err(NoLine::Discarded(why)) => {
                outcome.discarded.push(why);
                let unsolved = outcome.discarded.iter();
                let unsolved = unsolved.filter(|why| **why == Discard::Unsolved);
                if attempt.enough.is_some() && unsolved.count() >= MOST_UNSOLVED {
                    break;
                }
            }
            Err(why) => return Err(why),
        }
    }
    Ok(Some(outcome))
}

/// The puzzle of a candidate. If the attempt's positions are similar, its solution begins with a different move from
/// those of the `earlier` ones.
fn puzzle(
    order: &Order<'_>,
    attempt: &Attempt,
    candidate: &Candidate,
    earlier: &[Made],
    prover: &Prover<'_>,
    sight: &mut Sight,
) -> Result<Made, NoLine> {
    let variant = order.scope.variant;
    let line = line(&*candidate.after, attempt.filter, prover, sight)?;
    let solution = line.moves();
    let is_same = |made: &Made| made.puzzle.moves.get(1) == solution.first();
    if attempt.enough.is_some() && earlier.iter().any(is_same) {
        return Err(NoLine::Discarded(Discard::Alike));
    }
    let themes = themes::find(&line, variant, prover)?.proved;
    let rating = rate(&line, sight)?;
    let fen = candidate.before.fen();
    let moves: Vec<String> = std::iter::once(candidate.played.clone())
        .chain(solution)
        .collect();
    let certificate = match order.certifies {
        true => certificate(&*candidate.after, line.value, prover)?,
        false => None,
    };
    Ok(Made {
        puzzle: Puzzle {
            id: Puzzle::id_of(&variant.rules(), &fen, &moves),
            fen,
            moves,
            rating: rating.elo,
            deviation: rating.deviation,
            popularity: 0,
            plays: 0,
            themes,
            url: attempt.url.clone(),
            openings: String::new(),
        },
        question: candidate.after.clone(),
        certificate,
    })
}

/// A proof of the value of a position, if it fits into memory.
///
/// # Errors
/// If the run was halted, or the solver fails.
pub fn certificate(
    state: &dyn GameState,
    value: Outcome,
    prover: &Prover<'_>,
) -> Result<Option<Vec<u8>>, Unproved> {
    let certificate = prover.solver.certificate(state, value, &prover.stop());
    let certificate = prover.within(certificate)?;
    Ok(certificate.map(|certificate| certificate.encode()))
}
