//! Lines from the user: edited, with a history, in a terminal; unedited from a pipe.

use std::io::{self, BufRead, IsTerminal, Read};

use anyhow::Result;
use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

use crate::text::trim;

/// The maximum length of a line; the rest of a longer one, which nobody types, is dropped.
const LONGEST_LINE: u64 = 1 << 16;

/// The user's answer when a line is requested.
pub enum Line {
    /// A line.
    Text(String),
    /// A person has pressed Ctrl-C.
    Interrupted,
    /// The input has ended.
    End,
}

/// The source of lines.
pub enum Input {
    /// A person at a terminal.
    Terminal(Box<DefaultEditor>),
    /// A program, or a file.
    Pipe(io::StdinLock<'static>),
}

impl Input {
    /// Standard input, with editing if it and standard output are a terminal.
    ///
    /// # Errors
    /// If the terminal cannot be used.
    pub fn open() -> Result<Self> {
        match io::stdin().is_terminal() && io::stdout().is_terminal() {
            true => Ok(Self::Terminal(Box::new(DefaultEditor::new()?))),
            false => Ok(Self::Pipe(io::stdin().lock())),
        }
    }

    /// Whether a person types.
    pub const fn is_terminal(&self) -> bool {
        matches!(self, Self::Terminal(_))
    }

    /// The next line. Only a terminal shows the prompt.
    ///
    /// # Errors
    /// If the input cannot be read.
    pub fn line(&mut self, prompt: &str) -> Result<Line> {
        match self {
            Self::Terminal(editor) => match editor.readline(prompt) {
                Ok(line) => {
                    editor.add_history_entry(&line)?;
                    Ok(Line::Text(line))
                }
                Err(ReadlineError::Interrupted) => Ok(Line::Interrupted),
                Err(ReadlineError::Eof) => Ok(Line::End),
                // The line has a byte that is not valid UTF-8, so the line is lost,
                // but not the game.
                Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
                    Ok(Line::Text(char::REPLACEMENT_CHARACTER.into()))
                }
                Err(error) => Err(error.into()),
            },
            Self::Pipe(input) => {
                let mut bytes = Vec::new();
                input.take(LONGEST_LINE).read_until(b'\n', &mut bytes)?;
                if bytes.len() as u64 == LONGEST_LINE && !bytes.ends_with(b"\n") {
                    input.skip_until(b'\n')?;
                }
                Ok(match bytes.is_empty() {
                    true => Line::End,
                    false => Line::Text(trim(&String::from_utf8_lossy(&bytes)).to_owned()),
                })
            }
        }
    }
}
