//! Taking turns with a solver that serves only one caller at a time.
//!
//! A solver with tables works on one position and its moves, and may drop their tables for the next
//! one. So a caller holds the turn until it is done, and others wait, or give up when they are
//! stopped.

use std::time::Duration;

use parking_lot::{Mutex, MutexGuard};

use super::solving::SolveError;
use crate::stop::Stop;

/// The right to use a solver that serves only one caller at a time.
pub type Turn<'a> = Option<MutexGuard<'a, ()>>;

/// The interval at which a waiting caller checks whether to give up.
const GLANCE: Duration = Duration::from_millis(20);

/// Waits for a turn and estimates the work. As long as the turn is held, no other caller can begin.
/// A caller that is stopped meanwhile gets no error: it continues, and ends at once.
///
/// # Errors
/// If `begin` fails.
pub fn take_turn<'a>(
    turn: &'a Mutex<()>,
    stop: &Stop,
    begin: impl FnOnce() -> Result<(), SolveError>,
) -> Result<Turn<'a>, SolveError> {
    let turn = loop {
        if stop.is_stopped() {
            return Ok(None);
        }
        if let Some(turn) = turn.try_lock_for(GLANCE) {
            break turn;
        }
    };
    match begin() {
        Err(refusal) if !stop.is_stopped() => Err(refusal),
        _ => Ok(Some(turn)),
    }
}
