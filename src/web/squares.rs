//! The value of a position with the king of the side to move on each square, reported square by
//! square.
//!
//! The solver lives as long as the request. It may use [`MEMORY`] MiB; a position that needs more
//! is rejected before any work is done. The command `squares` can be given more.

use std::time::Duration;

use parking_lot::Mutex;

use super::message::{Done, KingSquare, Position, Squares, Wrong, outcome};
use super::position::{self, Reached};
use crate::config::Config;
use crate::engine::king_squares::KingSquare as Found;
use crate::game::picture::Coord;
use crate::solve::solving::{GameSolver, Means};
use crate::stop::Stop;
use crate::thread::accompanied;

/// The maximum size of the tables, in MiB.
pub const MEMORY: u64 = 256;

/// The interval between progress reports.
const NEWS: Duration = Duration::from_millis(250);

/// Computes the values, and reports what is known from time to time, and at the
/// end.
///
/// # Errors
/// Returns what is wrong with the request, or why the position cannot be solved.
pub fn find(
    config: &Config,
    asked: &Position,
    threads: u32,
    stop: &Stop,
    tell: &(dyn Fn(Squares) + Sync),
) -> Result<Done, Wrong> {
    let (name, variant) = position::variant(config, &asked.variant)?;
    let find = variant.listing().king_squares.ok_or_else(|| {
        let message = format!("{name} has no values for king squares");
        Wrong::field("variant", message)
    })?;
    let state = Reached::new(config, asked)?.state;
    let solver = variant.solver(Means {
        mebibytes: MEMORY,
        threads: threads as usize,
        is_plain: false,
    });
    let solver = solver.map_err(Wrong::plain)?;
    let known = Known::default();
    let news = || tell(known.told(&*solver, None));
    let found = accompanied(NEWS, news, || {
        find(variant, &*state, &*solver, stop, &mut |square, found| {
            known.0.lock().push((square, found));
        })
    });
    let found = found.map_err(|error| Wrong::plain(format!("cannot start a thread: {error}")))?;
    let refusal = found.map_err(Wrong::plain)?;
    tell(known.told(&*solver, refusal));
    Ok(Done {
        stopped: stop.is_stopped(),
        ..Done::default()
    })
}

/// What is known so far.
#[derive(Default)]
struct Known(Mutex<Vec<(Coord, Found)>>);

impl Known {
    fn told(&self, solver: &dyn GameSolver, refusal: Option<String>) -> Squares {
        let known = self.0.lock();
        let squares = known.iter();
        Squares {
            squares: squares
                .filter_map(|(square, found)| told(*square, *found))
                .collect(),
            looked_at: known.len(),
            positions: solver.positions(),
            refusal,
        }
    }
}

/// The message about a square; `None` if another piece stands there.
fn told(square: Coord, found: Found) -> Option<KingSquare> {
    let worth = match found {
        Found::Taken => return None,
        Found::Value(worth) => Some(worth),
        Found::Impossible(_) | Found::Unknown => None,
    };
    Some(KingSquare {
        square: square.to_string(),
        outcome: worth.map(|worth| outcome(worth.outcome)),
        plies: worth.and_then(|worth| worth.plies),
        impossible: match found {
            Found::Impossible(why) => Some(why),
            _ => None,
        },
    })
}
