//! Parses a line of input: a command, or else a move.

use std::path::PathBuf;

use crate::engine::options::LEVEL;
use crate::standard::no_stream;

/// The commands at the prompt.
pub const HELP: &str = "\
b4, bxa5, b3b4   a move, in short notation or coordinates
go               the engine moves for the side to move
hint             the best move that the engine finds, and its score
undo             takes back your last move and the reply
level N          the engine's strength, 1 to 10, or 'level full'
board            draws the board again
flip             turns the board
moves            the moves so far
fen              the position as a FEN
eval             the terms of the evaluation
resign           resigns the game
save FILE        adds the game to a file, as PGN
new              another game
help             this list
quit             ends the program";

/// The help shown when a start is chosen, after the help for the choice.
pub const HELP_OF_START: &str = "\
help             this list
quit             ends the program";

/// The words that are commands.
pub fn commands() -> impl Iterator<Item = &'static str> {
    // The first line is about moves.
    let lines = HELP.lines().skip(1);
    lines.filter_map(|line| line.split_whitespace().next())
}

/// The meaning of a line of input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Request {
    /// An empty line.
    Nothing,
    /// Text that is not a command.
    Move(String),
    /// The engine is to move.
    Go,
    /// Show the move that the engine would play.
    Hint,
    /// Take back a move.
    Undo,
    /// Change the level; `None` is full strength.
    Level(Option<u32>),
    /// Draw the board.
    Board,
    /// Turn the board.
    Flip,
    /// List the moves.
    Moves,
    /// Write the position.
    Fen,
    /// Show the terms of the evaluation.
    Eval,
    /// Resign.
    Resign,
    /// Write the game.
    Save(PathBuf),
    /// Begin another game.
    New,
    /// List the commands.
    Help,
    /// End the program.
    Quit,
    /// The answer yes to a question.
    Yes,
    /// The answer no to a question.
    No,
}

impl Request {
    /// Parses a line.
    ///
    /// # Errors
    /// Returns a message for the user if an argument is missing or superfluous.
    pub fn read(line: &str) -> Result<Self, String> {
        let line = line.trim();
        let (word, rest) = line
            .split_once(char::is_whitespace)
            .map_or((line, ""), |(word, rest)| (word, rest.trim()));
        let alone = match word.to_ascii_lowercase().as_str() {
            "" => Self::Nothing,
            "level" => return level(rest),
            "save" if rest.is_empty() => {
                return Err("save needs the name of a file: save game.pgn".into());
            }
            "save" => return no_stream(rest.into()).map(Self::Save),
            "go" => Self::Go,
            "hint" => Self::Hint,
            "undo" => Self::Undo,
            "board" => Self::Board,
            "flip" => Self::Flip,
            "moves" => Self::Moves,
            "fen" => Self::Fen,
            "eval" => Self::Eval,
            "resign" => Self::Resign,
            "new" => Self::New,
            "help" | "?" => Self::Help,
            "quit" | "exit" => Self::Quit,
            "y" | "yes" => Self::Yes,
            "n" | "no" => Self::No,
            _ => return Ok(Self::Move(line.into())),
        };
        match rest {
            "" => Ok(alone),
            _ => Err(format!(
                "'{word}' takes no argument, but '{rest}' follows it"
            )),
        }
    }
}

fn level(text: &str) -> Result<Request, String> {
    let number = text.parse().ok().filter(|level| LEVEL.contains(level));
    match (text, number) {
        ("full", _) => Ok(Request::Level(None)),
        (_, Some(level)) => Ok(Request::Level(Some(level))),
        _ => Err(format!(
            "level: found '{text}', expected a number from 1 to 10, or full"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_commands_or_moves() {
        for (line, request) in [
            ("  \n", Request::Nothing),
            ("Undo\r\n", Request::Undo),
            ("save  my game.pgn ", Request::Save("my game.pgn".into())),
            ("level 10", Request::Level(Some(10))),
            ("level full", Request::Level(None)),
            ("bxa5 e.p.", Request::Move("bxa5 e.p.".into())),
        ] {
            assert_eq!(Request::read(line), Ok(request), "{line:?}");
        }
        for (line, part) in [
            ("level", "found ''"),
            ("level 11", "from 1 to 10"),
            ("save -", "expected a file"),
            ("save", "save game.pgn"),
            ("undo twice", "'twice' follows"),
        ] {
            let message = Request::read(line).unwrap_err();
            assert!(message.contains(part), "{line}: {message}");
        }
        for word in commands() {
            let is_move = matches!(Request::read(word), Ok(Request::Move(_)));
            assert!(!is_move, "{word} is listed, but is not a command");
        }
    }
}
