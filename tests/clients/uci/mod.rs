//! The engine as a GUI sees it: a program at the other end of two pipes.
//!
//! Each test is about a behaviour that GUIs and match runners rely on. The numbers before them
//! count these behaviours, from the program's life to its `info` lines. Only what is visible from
//! outside is checked: lines in, lines out, the exit code. The library, whose rules are tested
//! elsewhere, decides whether a move is legal. No test asserts a time.
//!
//! Fixed answers are in `tests/transcripts/uci.md`. [`life`], [`options`], [`go`], [`ponder`],
//! [`info`] and [`people`] test the rest; [`rubbish`] sends invalid input, and [`reading`] compares
//! the parser with the crate `vampirc-uci`.

mod go;
mod info;
mod life;
mod options;
mod people;
mod ponder;
mod reading;
mod rubbish;

const START: &str = "8/pppppppp/pppppppp/8/8/PPPPPPPP/PPPPPPPP/8 w - - 0 1";
const PAWN_GAME: &str = "8/pppppppp/8/8/8/8/PPPPPPPP/8 w - - 0 1";
/// White has two moves, and either draws.
const DRAWN: &str = "8/p7/8/8/8/8/P7/8 w - - 0 1";

fn best_moves(lines: &[String]) -> usize {
    let is_best = |line: &&String| line.starts_with("bestmove");
    lines.iter().filter(is_best).count()
}

/// Checks for one line: an `info string` that contains `part`.
fn one_complaint(lines: &[String], part: &str) {
    let right = |line: &String| line.starts_with("info string ") && line.contains(part);
    assert!(
        lines.len() == 1 && right(&lines[0]),
        "expected one info string about '{part}', got {lines:?}"
    );
}
