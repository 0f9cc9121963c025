//! The one owner of standard output: each line is written and flushed as a whole.

use std::io::{self, Write};

use crate::engine::Engine;
use crate::game::value::Value;
use crate::quote::plain;
use crate::search::Report;

/// How a pawn moves, in Betza's notation: a step forward, a capture forward (or en passant), and
/// two steps at first. With it XBoard marks where a pawn that is grabbed may go.
const PAWN: &str = "fmWfceFifmnD";

/// The pieces XBoard may meet, in its own order: pawns, and a queen in the fifth place. There are
/// none in these games, but XBoard turns every pawn on the last rank into something: without a
/// queen it writes such moves as `c8=.`, which nobody can read.
const PIECES: &str = "P...Q.p...q.";

/// Writes XBoard's protocol to an output.
#[derive(Debug)]
pub struct Writer<W: Write> {
    output: W,
}

impl<W: Write> Writer<W> {
    /// A writer to `output`, which nobody else should write to.
    pub const fn new(output: W) -> Self {
        Self { output }
    }

    /// Writes a line and flushes. Whatever it quotes, it is one line without control characters.
    ///
    /// # Errors
    /// If nobody reads any more.
    pub fn line(&mut self, text: impl AsRef<str>) -> io::Result<()> {
        writeln!(self.output, "{}", plain(text.as_ref()))?;
        self.output.flush()
    }

    /// What the engine can do, the variant it starts with first.
    ///
    /// # Errors
    /// If nobody reads any more.
    pub fn features(&mut self, default_variant: &str, variants: &[String]) -> io::Result<()> {
        let others = variants.iter().filter(|one| *one != default_variant);
        let names: Vec<&str> = std::iter::once(default_variant)
            .chain(others.map(String::as_str))
            .collect();
        // XBoard waits for what follows.
        self.line("feature done=0")?;
        self.line(format!(
            "feature myname=\"Jacquerie {}\" variants=\"{}\"",
            env!("CARGO_PKG_VERSION"),
            names.join(",")
        ))?;
        self.line("feature ping=1 setboard=1 usermove=1 analyze=1 memory=1 smp=1")?;
        self.line("feature playother=1 colors=0 draw=0 sigint=0 sigterm=0 debug=1")?;
        Ok(())
    }

    /// The board and pieces of a variant: XBoard knows none of them.
    ///
    /// # Errors
    /// If nobody reads any more.
    pub fn setup(&mut self, engine: &Engine) -> io::Result<()> {
        let Ok(start) = engine.start() else {
            return Ok(());
        };
        self.line(format!(
            "setup ({PIECES}) {}x8+0_fairy {start}",
            start.files
        ))?;
        self.line(format!("piece P& {PAWN}"))
    }

    /// What a search has found so far: depth, value, centiseconds, nodes, line.
    ///
    /// # Errors
    /// If nobody reads any more.
    pub fn report(&mut self, report: &Report<String>) -> io::Result<()> {
        self.line(format!(
            "{} {} {} {} {}",
            report.depth.plies(),
            score(report.value),
            report.elapsed.as_millis() / 10,
            report.nodes,
            report.principal_variation.join(" ")
        ))
    }
}

/// Centipawns; 100000 + N for a win in N moves, -100000 - N for a loss.
fn score(value: Value) -> i32 {
    let number = i32::from(value.number());
    match value.plies_to_end() {
        Some(plies) => number.signum() * (100_000 + i32::from(plies.div_ceil(2))),
        None => number,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wins_and_losses_are_counted_in_moves() {
        assert_eq!(score(Value::win_in(3)), 100_002);
        assert_eq!(score(Value::loss_in(2)), -100_001);
        assert_eq!(score(Value::guess(-35)), -35);
        assert_eq!(score(Value::DRAW), 0);
    }
}
