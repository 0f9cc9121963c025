//! Parses one line of XBoard's protocol as a command.
//!
//! The first word is the command, and the rest is its argument. Commands without a meaning for this
//! engine (the opponent's name and clock) are accepted and ignored.

use std::time::Duration;

use thiserror::Error;

use crate::game::picture::Coord;
use crate::protocol::LONGEST_LINE;
use crate::quote::short;

/// The null move in XBoard's notation.
pub const PASS: &str = "@@@@";
/// The null move in coordinates, as in UCI.
pub const NOTHING_MOVED: &str = "0000";

/// What a line requests.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// List the features.
    Features,
    /// Set up the start of the default variant, and play Black.
    New,
    /// Play another game.
    Variant(String),
    /// Set up a position.
    SetBoard(String),
    /// Play neither side.
    Force,
    /// Play the side to move.
    Go,
    /// Play the side that is not to move.
    PlayOther,
    /// The opponent's move, or one of a game that is replayed.
    Move(String),
    /// Stop thinking and play.
    MoveNow,
    /// Take back this many plies.
    Undo(usize),
    /// The game is over.
    Result,
    /// Time for a number of moves, or for all of them.
    Level {
        /// The number; `None` for the whole game.
        moves: Option<u32>,
        /// The time for them.
        base: Duration,
        /// Added after each move.
        increment: Duration,
    },
    /// Time for each move.
    TimePerMove(Duration),
    /// A depth limit in plies.
    Depth(u64),
    /// The engine's clock.
    Time(Duration),
    /// Answer when everything before it is done.
    Ping(String),
    /// Suggest the move that the engine expects from the other side.
    Hint,
    /// The user has picked up the piece on a square.
    Lift(Coord),
    /// The user has put the piece down on a square.
    Put(Coord),
    /// Start or stop showing the engine's thinking.
    Post(bool),
    /// Think about each position, without playing.
    Analyze,
    /// Report the progress of the analysis.
    Status,
    /// Start or stop thinking during the opponent's turn.
    Ponder(bool),
    /// No longer analyse.
    Exit,
    /// Set an option of the engine.
    Option {
        /// Its name, which may contain blanks.
        name: String,
        /// Its value; `None` for a button.
        value: Option<String>,
        /// The line, to be quoted.
        line: String,
    },
    /// A command that does not concern this engine.
    Nothing,
    /// End.
    Quit,
}

/// Why a line is not a command, in XBoard's form: `Error (REASON): LINE`.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
pub enum LineError {
    /// The line is longer than any valid one.
    #[error("Error (a line may have at most {LONGEST_LINE} bytes): {0}")]
    TooLong(String),
    /// The first word is not a known command.
    #[error("Error (unknown command): {0}")]
    Unknown(String),
    /// The command is known, but its argument is invalid.
    #[error("Error (expected {expected}): {line}")]
    Argument {
        /// What would be right.
        expected: &'static str,
        /// The line.
        line: String,
    },
}

/// Reads a line.
///
/// # Errors
/// Returns what is wrong with the line and what would be right.
pub fn read(line: &str) -> Result<Command, LineError> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let wrong = |expected| LineError::Argument {
        expected,
        line: short(line),
    };
    let text = |expected| match rest {
        "" => Err(wrong(expected)),
        _ => Ok(rest.to_owned()),
    };
    // With the Control key held down, a comma follows.
    let square = |expected| Coord::parse(rest.trim_end_matches(',')).ok_or_else(|| wrong(expected));
    let number = |expected| rest.parse::<u64>().map_err(|_| wrong(expected));
    let option = |name: &str, value| Command::Option {
        name: name.into(),
        value,
        line: short(line),
    };
    Ok(match word {
        "protover" => Command::Features,
        "new" => Command::New,
        "variant" => Command::Variant(text("variant NAME")?),
        "setboard" => Command::SetBoard(text("setboard FEN")?),
        "force" => Command::Force,
        "go" => Command::Go,
        "playother" => Command::PlayOther,
        "usermove" if rest == PASS => Command::Move(NOTHING_MOVED.into()),
        "usermove" => Command::Move(text("usermove MOVE")?),
        "?" => Command::MoveNow,
        "undo" => Command::Undo(1),
        "remove" => Command::Undo(2),
        "result" => Command::Result,
        "level" => level(rest).ok_or_else(|| wrong("level MOVES MINUTES[:SECONDS] INCREMENT"))?,
        "st" => Command::TimePerMove(seconds(rest).ok_or_else(|| wrong("st SECONDS"))?),
        "sd" => Command::Depth(number("sd PLIES")?),
        "time" => Command::Time(
            rest.parse::<i64>()
                .map(|time| Duration::from_millis(time.max(0).unsigned_abs().saturating_mul(10)))
                .map_err(|_| wrong("time CENTISECONDS"))?,
        ),
        "ping" => Command::Ping(text("ping NUMBER")?),
        "hint" => Command::Hint,
        "lift" => Command::Lift(square("lift SQUARE")?),
        "put" => Command::Put(square("put SQUARE")?),
        "post" => Command::Post(true),
        "nopost" => Command::Post(false),
        "analyze" => Command::Analyze,
        "." => Command::Status,
        "exit" => Command::Exit,
        "memory" => option("Hash", Some(number("memory MEGABYTES")?.to_string())),
        "cores" => option("Threads", Some(number("cores NUMBER")?.to_string())),
        "option" => {
            let text = text("option NAME=VALUE, or option NAME")?;
            match text.split_once('=') {
                Some((name, value)) => option(name.trim(), Some(value.trim().into())),
                None => option(&text, None),
            }
        }
        "hard" => Command::Ponder(true),
        "easy" => Command::Ponder(false),
        "" | "xboard" | "accepted" | "rejected" | "otim" | "random" | "draw" | "computer"
        | "name" | "rating" | "ics" | "white" | "black" | "bk" | "hover" => Command::Nothing,
        "quit" => Command::Quit,
        _ => return Err(LineError::Unknown(short(line))),
    })
}

/// Reads the beginning of a line that is too long.
#[must_use]
pub fn read_beginning(line: &str) -> LineError {
    LineError::TooLong(short(line.trim()))
}

/// Reads `40 5 0`, `40 0:30 0` or `0 2 12`: the number of moves, minutes and seconds for them,
/// seconds of increment.
fn level(text: &str) -> Option<Command> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let [moves, base, increment] = words[..] else {
        return None;
    };
    let (minutes, rest) = base.split_once(':').unwrap_or((base, "0"));
    let minutes = Duration::from_secs(minutes.parse::<u32>().ok()?.into()) * 60;
    Some(Command::Level {
        moves: Some(moves.parse().ok()?).filter(|moves| *moves > 0),
        base: minutes + seconds(rest)?,
        increment: seconds(increment)?,
    })
}

/// Reads seconds, possibly with a fraction, and at most as many as fit into 32 bits.
fn seconds(text: &str) -> Option<Duration> {
    let seconds: f64 = text.parse().ok()?;
    let fits = (0.0..=f64::from(u32::MAX)).contains(&seconds);
    fits.then(|| Duration::from_secs_f64(seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks() {
        let level = |moves, base, increment| Command::Level {
            moves,
            base: Duration::from_millis(base),
            increment: Duration::from_millis(increment),
        };
        assert_eq!(read("level 40 5 0"), Ok(level(Some(40), 300_000, 0)));
        assert_eq!(read("level 40 0:30 0"), Ok(level(Some(40), 30_000, 0)));
        assert_eq!(read("level 0 2 0.5\r"), Ok(level(None, 120_000, 500)));
        assert_eq!(
            read("st 2"),
            Ok(Command::TimePerMove(Duration::from_secs(2)))
        );
        assert_eq!(read("time -7"), Ok(Command::Time(Duration::ZERO)));
        assert_eq!(
            read("time 150"),
            Ok(Command::Time(Duration::from_millis(1500)))
        );
        for line in [
            "level",
            "level 40 5",
            "level x 5 0",
            "level 0 1:x 0",
            "st -1",
        ] {
            assert!(
                matches!(read(line), Err(LineError::Argument { .. })),
                "{line}"
            );
        }
        for line in [
            "st NaN",
            "st inf",
            "st 1e300",
            "level 0 99999999999 0",
            "time",
        ] {
            assert!(
                matches!(read(line), Err(LineError::Argument { .. })),
                "{line}"
            );
        }
    }

    #[test]
    fn options_keep_their_blanks() {
        for (line, name, value) in [
            ("option Move Overhead=20", "Move Overhead", Some("20")),
            ("option Clear Hash", "Clear Hash", None),
            ("memory 7", "Hash", Some("7")),
        ] {
            let option = Command::Option {
                name: name.into(),
                value: value.map(Into::into),
                line: line.into(),
            };
            assert_eq!(read(line), Ok(option));
        }
    }
}
