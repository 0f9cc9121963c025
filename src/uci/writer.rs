//! The one owner of standard output: each line is written and flushed as a whole.

use std::io::{self, Write};

use super::debug_log::DebugLog;
use crate::engine::Answer;
use crate::game::value::Value;
use crate::protocol::InputLine;
use crate::quote::plain;
use crate::search::{Report, SearchInfo};

/// Writes UCI to an output.
#[derive(Debug)]
pub struct Writer<W: Write> {
    output: W,
    shows_chances: bool,
    log: DebugLog,
}

impl<W: Write> Writer<W> {
    /// A writer to `output`, which nobody else should write to.
    pub fn new(output: W) -> Self {
        Self {
            output,
            shows_chances: false,
            log: DebugLog::default(),
        }
    }

    /// From now on, says how likely each result is, or does not.
    pub const fn show_chances(&mut self, show: bool) {
        self.shows_chances = show;
    }

    /// From now on, adds what is heard and said to a file; to none if the name is empty.
    ///
    /// # Errors
    /// If it cannot be opened, or holds something else; the old one then stays.
    pub fn open_log(&mut self, name: &str) -> io::Result<()> {
        self.log.open(name)
    }

    /// Logs what the client has said.
    pub fn heard(&mut self, line: &InputLine) {
        self.log.heard(line);
    }

    /// Writes a line (or several) and flushes.
    ///
    /// # Errors
    /// If nobody reads any more.
    pub fn line(&mut self, text: impl AsRef<str>) -> io::Result<()> {
        let text = text.as_ref().trim_end();
        self.log.said(text);
        writeln!(self.output, "{text}")?;
        self.output.flush()
    }

    /// Tells people something: `info string …`, always one line, and without control characters
    /// whatever it quotes.
    ///
    /// # Errors
    /// If nobody reads any more.
    pub fn say(&mut self, text: impl AsRef<str>) -> io::Result<()> {
        let words: Vec<&str> = text.as_ref().split_whitespace().collect();
        self.line(format!("info string {}", plain(&words.join(" "))))
    }

    /// What a search has to tell.
    ///
    /// # Errors
    /// If nobody reads any more.
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

    /// What a search has found so far. What is proved, and not by a number of moves, is worth
    /// saying.
    fn report(&mut self, report: &Report<String>) -> io::Result<()> {
        let chances = report.chances();
        let chances = match self.shows_chances {
            true => format!(" wdl {} {} {}", chances.win, chances.draw, chances.loss),
            false => String::new(),
        };
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

    /// The end of a search.
    ///
    /// # Errors
    /// If nobody reads any more.
    pub fn answer(&mut self, answer: &Answer) -> io::Result<()> {
        match answer {
            Answer::Over(outcome) => {
                let value = Value::at_end(*outcome);
                self.line(format!("info depth 0 score {value}"))?;
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

    /// There is nothing to play.
    ///
    /// # Errors
    /// If nobody reads any more.
    pub fn no_move(&mut self) -> io::Result<()> {
        self.line("bestmove (none)")
    }
}
