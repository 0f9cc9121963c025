//! The engine as a GUI meets it: a program at the other end of two pipes.
//!
//! Each test is about a behaviour that GUIs and match runners rely on; the number before it
//! counts these behaviours through, from the program's life to its lines of `info`. What is
//! checked is only what can be seen from outside: lines in, lines out, the exit code. Whether a
//! move is legal the library says, whose rules are tested elsewhere. No test asserts a time.
//!
//! What is answered the same each time is in `tests/transcripts/uci.md`. [`life`], [`options`], [`go`], [`ponder`],
//! [`info`] and [`people`] are the other behaviours; [`rubbish`] sends what no client would, and [`reading`] compares
//! how lines are read with how the crate `vampirc-uci` reads them.

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
/// White has two moves, and it is a draw whatever he plays.
const DRAWN: &str = "8/p7/8/8/8/8/P7/8 w - - 0 1";

fn best_moves(lines: &[String]) -> usize {
    let is_best = |line: &&String| line.starts_with("bestmove");
    lines.iter().filter(is_best).count()
}

/// One line, and it is an `info string` with `part` in it.
fn one_complaint(lines: &[String], part: &str) {
    let right = |line: &String| line.starts_with("info string ") && line.contains(part);
    assert!(
        lines.len() == 1 && right(&lines[0]),
        "expected one info string about '{part}', got {lines:?}"
    );
}
