//! Parses one line of UCI as a command.
//!
//! The line is split at blanks; words before the first command are skipped, as the protocol
//! requires. The crate `vampirc-uci` parses UCI's commands of one word; the others are parsed here,
//! because that crate drops what it does not know (short FENs, promotion letters, parameters in
//! another order), rejects some numbers, and knows none of the commands for people.

use std::time::Duration;

use thiserror::Error;
use vampirc_uci::UciMessage;

use crate::game::state::MOST_PERFT;
use crate::nearest::did_you_mean;
use crate::protocol::LONGEST_LINE;
use crate::quote::short;

/// What a line requests.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Identify the engine and list the options.
    Uci,
    /// Log more or less.
    Debug(bool),
    /// Answer when everything before it is done.
    IsReady,
    /// The next position belongs to another game.
    NewGame,
    /// Set an option.
    SetOption {
        /// Its name, which may contain blanks.
        name: String,
        /// Its value, including blanks.
        value: Option<String>,
    },
    /// Set up a position.
    Position {
        /// The FEN; `None` for the start position.
        fen: Option<String>,
        /// The moves from there.
        moves: Vec<String>,
    },
    /// Think.
    Go(Go),
    /// An invalid `go`; it still needs one `bestmove`.
    RefusedGo,
    /// An invalid `position`; there is no position now.
    RefusedPosition,
    /// Stop thinking.
    Stop,
    /// The expected move was played.
    PonderHit,
    /// End.
    Quit,
    /// Draw the board.
    Draw,
    /// Write the position as a FEN.
    Fen,
    /// Show the terms of the evaluation.
    Eval,
    /// Count the nodes of a fixed set of searches.
    Bench,
    /// List the commands.
    Help,
}

/// The parameters of `go`.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Go {
    /// The opponent is still thinking, and is expected to play the last move of the position.
    pub ponder: bool,
    /// Search only these moves, if any.
    pub search_moves: Vec<String>,
    /// White's time; never negative.
    pub white_time: Option<Duration>,
    /// Black's time.
    pub black_time: Option<Duration>,
    /// White's increment.
    pub white_increment: Option<Duration>,
    /// Black's increment.
    pub black_increment: Option<Duration>,
    /// Moves until more time is added.
    pub moves_to_go: Option<u32>,
    /// Time for this move.
    pub move_time: Option<Duration>,
    /// The depth limit in plies.
    pub depth: Option<u64>,
    /// The limit on nodes.
    pub nodes: Option<u64>,
    /// Search for a mate in this many moves.
    pub mate: Option<u32>,
    /// Search until `stop`.
    pub infinite: bool,
    /// Count lines of this many plies instead.
    pub perft: Option<u32>,
    /// Unknown parameters, which UCI tells engines to ignore, and negative numbers.
    pub ignored: Vec<String>,
}

/// Why a line is not a command.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
pub enum LineError {
    /// The line is longer than any valid one.
    #[error("{0} …: a line may have at most {LONGEST_LINE} bytes")]
    TooLong(String),
    /// No word in it is a command.
    #[error("unknown command '{0}'; 'help' lists the commands")]
    Unknown(String),
    /// A `position` without `startpos` or `fen`.
    #[error("position: found '{0}', expected 'startpos' or 'fen' and then 'moves …'")]
    Position(String),
    /// A `setoption` that names no option.
    #[error("setoption: expected 'name NAME' and then 'value VALUE'")]
    SetOption,
    /// A parameter of `go` without its number.
    #[error("go {name}: found '{found}', expected a number")]
    GoNumber {
        /// The parameter.
        name: String,
        /// The text after it.
        found: String,
    },
    /// `perft` with too great a depth.
    #[error("go perft: found {0}, expected at most {MOST_PERFT}")]
    GoPerft(String),
    /// `searchmoves` without a move.
    #[error("go searchmoves: expected at least one move")]
    GoMoves,
    /// A `debug` that is neither on nor off.
    #[error("debug: found '{0}', expected 'on' or 'off'")]
    Debug(String),
}

impl LineError {
    /// What must still be done: an invalid `position` also drops the old position, and each search
    /// needs its answer.
    #[must_use]
    pub fn refused(&self) -> Option<Command> {
        match self {
            Self::Position(_) => Some(Command::RefusedPosition),
            Self::GoPerft(_) => None,
            Self::GoNumber { name, .. } if name == "perft" => None,
            Self::GoNumber { .. } | Self::GoMoves => Some(Command::RefusedGo),
            Self::TooLong(command) => match command.as_str() {
                "position" => Some(Command::RefusedPosition),
                "go" => Some(Command::RefusedGo),
                _ => None,
            },
            Self::Unknown(_) | Self::SetOption | Self::Debug(_) => None,
        }
    }

    /// A suggestion to follow the error: the command that was probably meant; empty if there is
    /// none.
    #[must_use]
    pub fn meant(&self) -> String {
        match self {
            Self::Unknown(word) => did_you_mean(word, COMMANDS),
            _ => String::new(),
        }
    }
}

/// The words that begin a command, wherever they are in a line. `register` is ignored.
pub const COMMANDS: [&str; 16] = [
    "uci",
    "debug",
    "isready",
    "setoption",
    "register",
    "ucinewgame",
    "position",
    "go",
    "stop",
    "ponderhit",
    "quit",
    "d",
    "fen",
    "eval",
    "bench",
    "help",
];

/// Whether a word is one of the commands of UCI.
#[must_use]
pub fn is_command(word: &str) -> bool {
    COMMANDS.contains(&word)
}

/// The index of the command.
fn find_command(words: &[&str]) -> Option<usize> {
    words.iter().position(|word| is_command(word))
}

/// Reads the beginning of a line that is too long; the error names the command, if there is one.
#[must_use]
pub fn read_beginning(line: &str) -> LineError {
    let words: Vec<&str> = line.split_whitespace().collect();
    let command = words.get(find_command(&words).unwrap_or(0));
    LineError::TooLong(short(command.unwrap_or(&"")))
}

/// Reads a line. A blank line is not a command.
///
/// # Errors
/// Returns what is wrong with the line, where, and what would be right.
pub fn read(line: &str) -> Result<Option<Command>, LineError> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let Some(first) = words.first() else {
        return Ok(None);
    };
    let Some(at) = find_command(&words) else {
        return Err(LineError::Unknown(short(first)));
    };
    let rest = &words[at + 1..];
    Ok(match words[at] {
        "debug" => Some(debug(rest)?),
        "setoption" => Some(set_option(line)?),
        "position" => Some(position(rest)?),
        "go" => Some(Command::Go(go(rest)?)),
        "d" => Some(Command::Draw),
        "fen" => Some(Command::Fen),
        "eval" => Some(Command::Eval),
        "bench" => Some(Command::Bench),
        "help" => Some(Command::Help),
        word => simple(word),
    })
}

/// Commands of one word.
fn simple(word: &str) -> Option<Command> {
    match vampirc_uci::parse_one(word) {
        UciMessage::Uci => Some(Command::Uci),
        UciMessage::IsReady => Some(Command::IsReady),
        UciMessage::UciNewGame => Some(Command::NewGame),
        UciMessage::Stop => Some(Command::Stop),
        UciMessage::PonderHit => Some(Command::PonderHit),
        UciMessage::Quit => Some(Command::Quit),
        _ => None,
    }
}

fn debug(words: &[&str]) -> Result<Command, LineError> {
    match words.first() {
        Some(&"on") => Ok(Command::Debug(true)),
        Some(&"off") => Ok(Command::Debug(false)),
        other => Err(LineError::Debug(short(other.unwrap_or(&"")))),
    }
}

/// Reads `setoption`. The name ends at the word `value`; the text after it is the value,
/// including blanks.
fn set_option(line: &str) -> Result<Command, LineError> {
    let (_, rest) = split_at_word(line, "setoption").ok_or(LineError::SetOption)?;
    let (_, rest) = split_at_word(rest, "name").ok_or(LineError::SetOption)?;
    let (name, value) = match split_at_word(rest, "value") {
        Some((name, value)) => (name, Some(value.trim().to_owned())),
        None => (rest, None),
    };
    let name: Vec<&str> = name.split_whitespace().collect();
    if name.is_empty() {
        return Err(LineError::SetOption);
    }
    Ok(Command::SetOption {
        name: name.join(" "),
        value,
    })
}

/// The text before and after the first occurrence of `word` as a whole word.
fn split_at_word<'a>(text: &'a str, word: &str) -> Option<(&'a str, &'a str)> {
    let is_end = |letter: Option<char>| letter.is_none_or(char::is_whitespace);
    text.match_indices(word).find_map(|(start, _)| {
        let (before, behind) = (&text[..start], &text[start + word.len()..]);
        let whole = is_end(before.chars().next_back()) && is_end(behind.chars().next());
        whole.then_some((before, behind))
    })
}

fn position(words: &[&str]) -> Result<Command, LineError> {
    let moves_at = words.iter().position(|word| *word == "moves");
    let (base, moves) = words.split_at(moves_at.unwrap_or(words.len()));
    let fen = match base {
        ["startpos"] => None,
        ["startpos", other, ..] => return Err(LineError::Position(short(other))),
        ["fen", fen @ ..] => Some(fen.join(" ")),
        other => return Err(LineError::Position(short(&other.join(" ")))),
    };
    Ok(Command::Position {
        fen,
        moves: moves.iter().skip(1).map(|one| (*one).to_owned()).collect(),
    })
}

/// The numeric parameters of `go`.
const NUMBERS: [&str; 10] = [
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "movetime",
    "depth",
    "nodes",
    "mate",
    "perft",
];

fn go(words: &[&str]) -> Result<Go, LineError> {
    let mut go = Go::default();
    let mut words = words.iter().peekable();
    while let Some(name) = words.next() {
        match *name {
            "infinite" => go.infinite = true,
            "ponder" => go.ponder = true,
            "searchmoves" => {
                while let Some(played) = words.next_if(|word| !is_parameter(word)) {
                    go.search_moves.push((*played).to_owned());
                }
                if go.search_moves.is_empty() {
                    return Err(LineError::GoMoves);
                }
            }
            name if is_parameter(name) => {
                set_number(&mut go, name, words.next().copied().unwrap_or(""))?;
            }
            other => go
                .ignored
                .push(format!("unknown parameter '{}'", short(other))),
        }
    }
    Ok(go)
}

fn is_parameter(word: &str) -> bool {
    NUMBERS.contains(&word) || ["infinite", "ponder", "searchmoves"].contains(&word)
}

fn set_number(go: &mut Go, name: &str, text: &str) -> Result<(), LineError> {
    let number: i128 = text.parse().map_err(|_| LineError::GoNumber {
        name: name.into(),
        found: short(text),
    })?;
    let is_time = ["wtime", "btime", "winc", "binc", "movetime"].contains(&name);
    if number < 0 && !is_time {
        go.ignored.push(format!("invalid {name} '{}'", short(text)));
        return Ok(());
    }
    // A negative time counts as zero; no limit exceeds 64 bits.
    let number = u64::try_from(number.clamp(0, i128::from(u64::MAX))).unwrap_or(u64::MAX);
    let small = u32::try_from(number).unwrap_or(u32::MAX);
    let time = Some(Duration::from_millis(number.min(u64::from(u32::MAX))));
    match name {
        "wtime" => go.white_time = time,
        "btime" => go.black_time = time,
        "winc" => go.white_increment = time,
        "binc" => go.black_increment = time,
        "movestogo" => go.moves_to_go = Some(small),
        "movetime" => go.move_time = time,
        "depth" => go.depth = Some(number),
        "nodes" => go.nodes = Some(number),
        "mate" => go.mate = Some(small),
        _ if small > MOST_PERFT => {
            return Err(LineError::GoPerft(short(text)));
        }
        _ => go.perft = Some(small),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(line: &str) -> Command {
        read(line).unwrap().unwrap()
    }

    #[test]
    fn blanks_and_unknown_leading_words_do_not_matter() {
        assert_eq!(read(" \t\r\n"), Ok(None));
        assert_eq!(command("joho \t isready \r"), Command::IsReady);
        assert_eq!(command("uci uci"), Command::Uci);
        assert_eq!(read("register name go depth 3"), Ok(None));
        assert!(matches!(read("isreadyfoo"), Err(LineError::Unknown(_))));
    }

    #[test]
    fn a_line_that_is_too_long_is_known_by_its_command() {
        let refused = |line| read_beginning(line).refused();
        assert_eq!(
            refused("position startpos moves a2"),
            Some(Command::RefusedPosition)
        );
        assert_eq!(refused("joho  go go"), Some(Command::RefusedGo));
        assert_eq!(refused("isready position go"), None);
        assert_eq!(refused(" "), None);
    }

    #[test]
    fn names_of_options_and_their_values_keep_their_blanks() {
        let set = |name: &str, value: Option<&str>| Command::SetOption {
            name: name.into(),
            value: value.map(Into::into),
        };
        assert_eq!(
            command("setoption name Hash value 7"),
            set("Hash", Some("7"))
        );
        assert_eq!(
            command("setoption  name Move   Overhead  value  1 "),
            set("Move Overhead", Some("1"))
        );
        assert_eq!(
            command("setoption name Clear Hash"),
            set("Clear Hash", None)
        );
        assert_eq!(
            command("setoption name VariantPath value /a  b/value c"),
            set("VariantPath", Some("/a  b/value c"))
        );
        assert_eq!(command("setoption name Gaps value"), set("Gaps", Some("")));
        assert_eq!(read("setoption value 3"), Err(LineError::SetOption));
        assert_eq!(read("setoption name value 3"), Err(LineError::SetOption));
    }

    #[test]
    fn positions() {
        let position = |fen: Option<&str>, moves: &[&str]| Command::Position {
            fen: fen.map(Into::into),
            moves: moves.iter().map(|one| (*one).into()).collect(),
        };
        assert_eq!(command("position startpos"), position(None, &[]));
        assert_eq!(command("position startpos moves"), position(None, &[]));
        assert_eq!(
            command("position  fen 8/8 w  moves a2a4  e7e8q"),
            position(Some("8/8 w"), &["a2a4", "e7e8q"])
        );
        assert!(read("position").is_err());
        assert!(read("position startpos a2a4").is_err());
        assert!(read("position moves a2a4").is_err());
    }

    #[test]
    fn limits_combine_in_any_order() {
        let wanted = Go {
            move_time: Some(Duration::from_millis(500)),
            white_time: Some(Duration::ZERO),
            depth: Some(1000),
            infinite: true,
            ..Go::default()
        };
        for line in [
            "go movetime 500 wtime -3 infinite depth 1000",
            "go infinite depth 1000 wtime 0 movetime 500 ",
        ] {
            assert_eq!(command(line), Command::Go(wanted.clone()));
        }
        let wanted = Go {
            ponder: true,
            search_moves: vec!["a2a4".into(), "b4".into()],
            mate: Some(3),
            ..Go::default()
        };
        for line in [
            "go searchmoves a2a4 b4 ponder mate 3",
            "go mate 3 ponder searchmoves a2a4 b4",
        ] {
            assert_eq!(command(line), Command::Go(wanted.clone()));
        }
        assert!(read("go searchmoves depth 3").is_err());
        let huge = command("go nodes 99999999999999999999999");
        assert!(matches!(
            huge,
            Command::Go(Go {
                nodes: Some(u64::MAX),
                ..
            })
        ));
        assert!(read("go depth").is_err());
        assert!(read("go depth x").is_err());
        let ignored = read("go dept 3 depth 4");
        let expected = Go {
            depth: Some(4),
            ignored: vec![
                "unknown parameter 'dept'".into(),
                "unknown parameter '3'".into(),
            ],
            ..Go::default()
        };
        assert_eq!(ignored, Ok(Some(Command::Go(expected))));
        let expected = Go {
            move_time: Some(Duration::ZERO),
            ignored: vec!["invalid depth '-3'".into()],
            ..Go::default()
        };
        assert_eq!(command("go depth -3 movetime -3"), Command::Go(expected));
    }
}
