//! The one owner of standard output: each line is written and flushed as a whole.

use std::io::{self, Write};

use super::lexer::{NOTHING_MOVED, PASS};
use crate::arena::pgn::GameResult;
use crate::engine::Engine;
use crate::engine::registry::XboardMen;
use crate::game::finish::Finish;
use crate::game::value::Value;
use crate::quote::plain;
use crate::search::Report;

/// Writes XBoard's protocol to an output.
#[derive(Debug)]
pub struct Writer<W: Write> {
    output: W,
}

impl<W: Write> Writer<W> {
    /// A writer to `output`, which must have no other writer.
    pub const fn new(output: W) -> Self {
        Self { output }
    }

    /// Writes a line and flushes. Whatever text it quotes, it is one line without control
    /// characters.
    ///
    /// # Errors
    /// If the output is closed.
    pub fn line(&mut self, text: impl AsRef<str>) -> io::Result<()> {
        writeln!(self.output, "{}", plain(text.as_ref()))?;
        self.output.flush()
    }

    /// Writes the engine's features, the default variant first.
    ///
    /// # Errors
    /// If the output is closed.
    pub fn features(&mut self, default_variant: &str, variants: &[String]) -> io::Result<()> {
        let others = variants.iter().filter(|one| *one != default_variant);
        let names: Vec<&str> = std::iter::once(default_variant)
            .chain(others.map(String::as_str))
            .collect();
        // This makes XBoard wait for the other features.
        self.line("feature done=0")?;
        self.line(format!(
            "feature myname=\"Jacquerie {}\" variants=\"{}\"",
            env!("CARGO_PKG_VERSION"),
            names.join(",")
        ))?;
        self.line("feature ping=1 setboard=1 usermove=1 analyze=1 memory=1 smp=1")?;
        self.line("feature highlight=1")?;
        self.line("feature playother=1 colors=0 draw=0 sigint=0 sigterm=0 debug=1")?;
        Ok(())
    }

    /// Writes the board and the pieces of a variant that XBoard does not know.
    ///
    /// # Errors
    /// If the output is closed.
    pub fn setup(&mut self, engine: &Engine) -> io::Result<()> {
        let Ok(start) = engine.start() else {
            return Ok(());
        };
        let variant = engine.variant();
        let Some(men) = unknown_men(engine) else {
            return Ok(());
        };
        let picture = start.picture();
        let (files, ranks, fen) = (picture.files(), picture.ranks(), start.fen());
        let letters = men.letters.map(|letters| format!("({letters}) "));
        let (letters, template) = (letters.unwrap_or_default(), variant.xboard().template);
        self.line(format!("setup {letters}{files}x{ranks}+0_{template} {fen}"))?;
        let mut moves = men.moves.iter();
        moves.try_for_each(|man| self.line(format!("piece {man}")))
    }

    /// Writes a result of a search: depth, value, centiseconds, nodes, line.
    ///
    /// # Errors
    /// If the output is closed.
    pub fn report(&mut self, report: &Report<String>) -> io::Result<()> {
        let moves = report.principal_variation.iter();
        let moves = moves.map(|one| for_xboard(one));
        self.line(format!(
            "{} {} {} {} {}",
            report.depth.plies(),
            score(report.value),
            report.elapsed.as_millis() / 10,
            report.nodes,
            moves.collect::<Vec<_>>().join(" ")
        ))
    }

    /// Writes the progress of an analysis: centiseconds, nodes, depth, moves left at this depth, the
    /// number of moves, and the best move.
    ///
    /// # Errors
    /// If the output is closed.
    pub fn status(&mut self, latest: Option<&Report<String>>, moves: usize) -> io::Result<()> {
        let Some(report) = latest else {
            return self.line(format!("stat01: 0 0 0 {moves} {moves}"));
        };
        let best = report.principal_variation.first();
        self.line(format!(
            "stat01: {} {} {} 0 {moves} {}",
            report.elapsed.as_millis() / 10,
            report.nodes,
            report.depth.plies(),
            best.map_or("", |one| for_xboard(one))
        ))
    }

    /// Writes the engine's move, in the [legs](super::legs) that XBoard needs.
    ///
    /// # Errors
    /// If the output is closed.
    pub fn played(&mut self, coordinates: &str) -> io::Result<()> {
        self.line(format!("move {}", for_xboard(coordinates)))
    }

    /// Writes the result of a game: `1-0 {reason}`.
    ///
    /// # Errors
    /// If the output is closed.
    pub fn result(&mut self, finish: &Finish) -> io::Result<()> {
        let result = GameResult::of_winner(finish.winner);
        self.line(format!("{result} {{{finish}}}"))
    }

    /// Writes the expected reply.
    ///
    /// # Errors
    /// If the output is closed.
    pub fn hint(&mut self, coordinates: &str) -> io::Result<()> {
        self.line(format!("Hint: {}", for_xboard(coordinates)))
    }
}

/// The pieces of the engine's variant, if XBoard does not know them.
#[must_use]
pub fn unknown_men(engine: &Engine) -> Option<XboardMen> {
    let xboard = engine.variant().xboard();
    let name = engine.options().variant.as_str();
    xboard.men.filter(|_| !xboard.names.contains(&name))
}

/// Converts a null move: XBoard would take `0000` for castling, and wait forever for a
/// move.
fn for_xboard(coordinates: &str) -> &str {
    match coordinates {
        NOTHING_MOVED => PASS,
        other => other,
    }
}

/// The score in centipawns; 100000 + N for a win in N moves, -100000 - N for a loss.
fn score(value: Value) -> i32 {
    let number = i32::from(value.number());
    match value.mate() {
        Some(moves) => number.signum() * 100_000 + moves,
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

    #[test]
    fn nothing_moved_is_written_as_a_pass() {
        let mut output = Vec::new();
        let mut writer = Writer::new(&mut output);
        for one in ["0000", "e7e8q"] {
            writer.played(one).unwrap();
            writer.hint(one).unwrap();
        }
        let text = String::from_utf8(output).unwrap();
        assert_eq!(text, "move @@@@\nHint: @@@@\nmove e7e8q\nHint: e7e8q\n");
    }
}
