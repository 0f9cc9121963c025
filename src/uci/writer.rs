//! The one owner of standard output: each line is written and flushed as a whole.

use std::io::{self, Write};

use super::debug_log::DebugLog;
use crate::engine::Answer;
use crate::game::value::Value;
use crate::protocol::InputLine;
use crate::quote::plain;
use crate::search::{Chances, Report, SearchInfo};

/// Writes UCI to an output.
#[derive(Debug)]
pub struct Writer<W: Write> {
    output: W,
    shows_chances: bool,
    log: DebugLog,
}

impl<W: Write> Writer<W> {
    /// A writer to `output`, which must have no other writer.
    pub fn new(output: W) -> Self {
        Self {
            output,
            shows_chances: false,
            log: DebugLog::default(),
        }
    }

    /// Sets whether reports contain the probabilities of the results.
    pub const fn show_chances(&mut self, show: bool) {
        self.shows_chances = show;
    }

    /// From now on, appends input and output to this file; to no file if the name is empty.
    ///
    /// # Errors
    /// If it cannot be opened, or contains something else; the old log then stays open.
    pub fn open_log(&mut self, name: &str) -> io::Result<()> {
        self.log.open(name)
    }

    /// Logs input from the client.
    pub fn heard(&mut self, line: &InputLine) {
        self.log.heard(line);
    }

    /// Writes a line (or several) and flushes.
    ///
    /// # Errors
    /// If the output is closed.
    pub fn line(&mut self, text: impl AsRef<str>) -> io::Result<()> {
        let text = text.as_ref().trim_end();
        self.log.said(text);
        writeln!(self.output, "{text}")?;
        self.output.flush()
    }

    /// Writes a message for the user: `info string …`, always one line, and without control
    /// characters from quoted text.
    ///
    /// # Errors
    /// If the output is closed.
    pub fn say(&mut self, text: impl AsRef<str>) -> io::Result<()> {
        let words: Vec<&str> = text.as_ref().split_whitespace().collect();
        self.line(format!("info string {}", plain(&words.join(" "))))
    }

    /// Writes a report of a search.
    ///
    /// # Errors
    /// If the output is closed.
    pub fn news(&mut self, news: &SearchInfo<String>) -> io::Result<()> {
        match news {
            SearchInfo::Line(report) => self.report(report),
            SearchInfo::CurrentMove {
                depth,
                played,
                number,
            } => self.line(format!(
                "info depth {} currmove {played} currmovenumber {number}",
                depth.plies()
            )),
        }
    }

    /// Writes a result of a search. If the score does not show a proof, the proof is mentioned.
    fn report(&mut self, report: &Report<String>) -> io::Result<()> {
        let chances = self.chances(report.chances);
        self.line(format!(
            "info depth {} seldepth {} multipv {} score {}{chances} nodes {} nps {} hashfull {} time {} pv {}",
            report.depth.plies(),
            report.seldepth,
            report.line,
            report.value,
            report.nodes,
            report.speed(),
            report.hashfull,
            report.elapsed.as_millis(),
            report.principal_variation.join(" ")
        ))?;
        if let Some(outcome) = report.exact_outcome()
            && report.line == 1
        {
            self.say(format!("exact {outcome}"))?;
        }
        Ok(())
    }

    /// The end of a score; empty unless the client wants it.
    fn chances(&self, Chances { win, draw, loss }: Chances) -> String {
        match self.shows_chances {
            true => format!(" wdl {win} {draw} {loss}"),
            false => String::new(),
        }
    }

    /// Writes the end of a search.
    ///
    /// # Errors
    /// If the output is closed.
    pub fn answer(&mut self, answer: &Answer) -> io::Result<()> {
        match answer {
            Answer::Over(outcome) => {
                let value = Value::at_end(*outcome);
                let chances = self.chances(Chances::proved(*outcome));
                self.line(format!("info depth 0 score {value}{chances}"))?;
                self.no_move()
            }
            Answer::Best(reports) => {
                let line = reports.first().map(|best| &best.principal_variation[..]);
                match line {
                    Some([best, reply, ..]) => self.line(format!("bestmove {best} ponder {reply}")),
                    Some([best]) => self.line(format!("bestmove {best}")),
                    _ => self.no_move(),
                }
            }
        }
    }

    /// Writes that there is no legal move.
    ///
    /// # Errors
    /// If the output is closed.
    pub fn no_move(&mut self) -> io::Result<()> {
        self.line("bestmove (none)")
    }
}
