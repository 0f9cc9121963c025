//! Bench: the same searches every time, on one thread.
//!
//! The number of nodes is the signature of the search, and of the evaluation of the pawn games, to
//! which all positions belong. A change that should not affect play must keep it. If a change alters it, write the new number into `tests/data/bench.txt` and
//! state it in the commit message.

use std::time::{Duration, Instant};

use thiserror::Error;

use crate::config::Config;
use crate::engine::{Answer, Engine, GoError, OptionError, PositionError, StartError};
use crate::search::{Depth, Limits, speed};
use crate::stop::Stop;

const DEPTH: u64 = 18;
const HASH: u32 = 16;

/// The start position, middlegames, and endings of each kind.
const POSITIONS: [&str; 12] = [
    "8/pppppppp/pppppppp/8/8/PPPPPPPP/PPPPPPPP/8 w - - 0 1",
    "8/pppppppp/p1pppppp/1p6/1P6/P1PPPPPP/PPPPPPPP/8 w - - 0 2",
    "8/1ppppppp/p1pp1ppp/1p2p3/1P3P2/P1P1P1PP/P1PPP1PP/8 b - - 0 5",
    "8/pp1p1ppp/1pp1pp2/3p3p/P2P2P1/1P2PP2/1PPP2PP/8 w - - 0 7",
    "8/1pp1p1pp/p1p2p1p/3pP3/PP1P2P1/2P4P/2P2P1P/8 b - - 0 9",
    "8/1pp5/1p2pppp/1P2p3/2p1P1pP/P4P1P/2PPP3/8 w - - 0 12",
    "8/1p3p2/1p1p1P1p/p2P3p/P1P1P1pP/8/PPPP1P2/8 b - - 0 14",
    "8/3p4/2p3p1/1pp1p3/p1P1P2P/PP6/2P2P1P/8 w - - 0 16",
    "8/1pppppp1/8/p7/8/6P1/1PPPPP1P/8 w - - 0 2",
    "8/1pppppp1/p6p/8/8/P6P/1PPPPPP1/8 w - - 0 3",
    "5/ppppp/ppppp/5/5/PPPPP/PPPPP/5 w - - 0 1",
    "8/p1pp2p1/8/5p2/1p6/1P2P3/P2P1P2/8 w - - 0 1",
];

/// Why a bench cannot run.
#[derive(Error, Debug)]
pub enum BenchError {
    /// The bench was interrupted, so the count is meaningless.
    #[error("bench was stopped")]
    Stopped,
    /// There is no start position.
    #[error(transparent)]
    Start(#[from] StartError),
    /// An option cannot be set.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// One of the positions is invalid.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// The search cannot begin.
    #[error(transparent)]
    Go(#[from] GoError),
}

/// Searches the positions and calls `observe` with a line about each. Returns the summary, `N nodes
/// M nps`. The user's configuration is not used.
///
/// # Errors
/// If there is not enough memory, or the search is stopped.
pub fn run(stop: &Stop, mut observe: impl FnMut(String)) -> Result<String, BenchError> {
    let mut engine = Engine::new(Config::built_in().clone())?;
    engine.set_options(|options| options.hash = HASH)?;
    let limits = Limits {
        depth: Some(Depth::new(DEPTH)),
        ..Limits::default()
    };
    let (mut nodes, mut elapsed) = (0, Duration::ZERO);
    for fen in POSITIONS {
        engine.new_game();
        engine.set_position(Some(fen), &[])?;
        let started = Instant::now();
        let answer = engine.go(limits, stop, |_| ())?;
        elapsed += started.elapsed();
        if stop.is_stopped() {
            return Err(BenchError::Stopped);
        }
        if let Answer::Best(reports) = answer
            && let Some(best) = reports.first()
        {
            nodes += best.nodes;
            observe(format!(
                "{:>10} nodes  {:<10} {}  {fen}",
                best.nodes,
                best.value.to_string(),
                best.principal_variation[0]
            ));
        }
    }
    Ok(format!("{nodes} nodes {} nps", speed(nodes, elapsed)))
}
