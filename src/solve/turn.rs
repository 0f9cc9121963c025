//! Turns at a solver that only one may ask at a time.
//!
//! A solver by tables works at one position and its moves, and may forget them for the next one. So whoever asks holds
//! the turn until it is done, and others wait, or give up when they are stopped.

use std::time::Duration;

use parking_lot::{Mutex, MutexGuard};

use super::solving::SolveError;
use crate::stop::Stop;

/// The right to ask, as long as it is held, where only one may ask at a time.
pub type Turn<'a> = Option<MutexGuard<'a, ()>>;

/// How often somebody who waits for a turn looks whether to go on waiting.
const GLANCE: Duration = Duration::from_millis(20);

/// Waits for a turn and looks how much there is to do. As long as the turn is held, nobody else begins. Who is stopped
/// meanwhile goes on, and ends at once.
///
/// # Errors
/// If `begin` refuses.
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
