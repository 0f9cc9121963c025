//! The client's lines: some made from the words of UCI, others from anything.
//!
//! No run may take long: each `go` gets an additional node limit, perft stays small, tables and
//! threads stay few, and `bench` and options that name files are left out. `quit` comes last or not
//! at all.

use std::ops::RangeInclusive;

use arbitrary::Arbitrary;
use jacquerie::games::pawns::{Diagram, PawnGame, Stalemate};
use jacquerie::uci::lexer::COMMANDS;

/// The client's side of a session.
#[derive(Arbitrary, Debug)]
pub struct Script {
    lines: Vec<Line>,
    quits: bool,
}

/// How many answers of each kind the session must give. A `go perft` gets a `bestmove` only if it
/// is refused.
#[derive(Debug)]
pub struct Expected {
    /// `uciok`
    pub introductions: RangeInclusive<usize>,
    /// `readyok`
    pub readiness: RangeInclusive<usize>,
    /// `bestmove`
    pub answers: RangeInclusive<usize>,
}

#[derive(Arbitrary, Debug)]
enum Line {
    /// A command of one word or two.
    Plain(u8),
    SetOption {
        name: u8,
        value: Word,
    },
    Position {
        /// `None` for the start position.
        board: Option<Board>,
        /// Which of the legal moves is played next.
        choices: Vec<u8>,
        /// Something after them.
        last: Option<Word>,
    },
    Go(Vec<Parameter>),
    Words(Vec<Word>),
    Bytes(Vec<u8>),
    /// Longer than any command.
    Long(u8),
}

#[derive(Arbitrary, Debug)]
struct Parameter {
    name: u8,
    number: Option<Word>,
}

/// A position, legal or nearly so.
#[derive(Arbitrary, Debug)]
struct Board {
    files: u8,
    white: u64,
    black: u64,
    is_black_to_move: bool,
    en_passant: Option<u8>,
    /// Whether a pawn may stand on its last rank.
    may_be_over: bool,
}

#[derive(Arbitrary, Debug)]
enum Word {
    Small(u8),
    Number(i64),
    Known(u8),
    Any(String),
}

const PLAIN: [&str; 14] = [
    "uci",
    "isready",
    "ucinewgame",
    "stop",
    "ponderhit",
    "debug on",
    "debug off",
    "d",
    "fen",
    "eval",
    "help",
    "position startpos",
    "go infinite",
    "joho isready",
];

const OPTIONS: [&str; 15] = [
    "Hash",
    "Threads",
    "MultiPV",
    "Ponder",
    "Move Overhead",
    "Clear Hash",
    "UCI_Variant",
    "UCI_ShowWDL",
    "UCI_AnalyseMode",
    "UCI_LimitStrength",
    "Level",
    "Level Seed",
    "Files",
    "Gaps",
    "files",
];

const PARAMETERS: [&str; 13] = [
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "movetime",
    "depth",
    "nodes",
    "infinite",
    "ponder",
    "mate",
    "searchmoves",
    "perft",
];

const WORDS: [&str; 52] = [
    "uci",
    "debug",
    "isready",
    "setoption",
    "name",
    "value",
    "register",
    "ucinewgame",
    "position",
    "startpos",
    "fen",
    "moves",
    "go",
    "searchmoves",
    "ponder",
    "wtime",
    "movetime",
    "depth",
    "nodes",
    "mate",
    "infinite",
    "perft",
    "stop",
    "ponderhit",
    "d",
    "eval",
    "help",
    "on",
    "true",
    "false",
    "peasants",
    "pawnrace",
    "pawnsonly",
    "kingpawn",
    "endings",
    "antichess",
    "suicide",
    "8/8/p7/4p3/1P6/6N1/2PK4/8",
    "1n1n4/2P5/8/8/8/8/5p2/4N1N1",
    "c7b8k",
    "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7",
    "K7/PP4P1/8/8/7k/8/1p6/8",
    "Kb1",
    "0000",
    "a h",
    "a2a4",
    "b2b4",
    "b4",
    "bxc6",
    "e7e8q",
    "w - - 0 1",
    "8/pppppppp/pppppppp/8/8/PPPPPPPP/PPPPPPPP/8",
];

/// Enough for some iterations, and a few milliseconds.
const NODES: &str = " nodes 300";
const MOST_PERFT: i128 = 3;
const MOST_HASH_AND_THREADS: i128 = 2;
/// A line of this many bytes is not read as a command.
const LONG: usize = 70_000;

impl Script {
    /// The input of the session, and what it must answer.
    pub fn write(&self) -> (Vec<u8>, Expected) {
        let mut input = Vec::new();
        let (mut introductions, mut readiness, mut answers, mut perfts) = (0, 0, 0, 0);
        let lines: Vec<Vec<u8>> = self.lines.iter().map(Line::text).collect();
        // Garbage may contain line ends.
        for line in lines
            .iter()
            .flat_map(|line| line.split(|byte| *byte == b'\n'))
        {
            let text = String::from_utf8_lossy(line);
            let Some(command) = command(&text).filter(|_| line.len() < LONG) else {
                // It is not read, but a `go` of any length gets an answer.
                answers += usize::from(command(&text) == Some("go"));
                input.extend_from_slice(line);
                input.push(b'\n');
                continue;
            };
            let Some(tame) = tame(&text, command) else {
                continue;
            };
            match command {
                "uci" => introductions += 1,
                "isready" => readiness += 1,
                "go" if tame.split_whitespace().any(|word| word == "perft") => perfts += 1,
                "go" => answers += 1,
                _ => {}
            }
            input.extend_from_slice(tame.as_bytes());
            input.push(b'\n');
        }
        if self.quits {
            input.extend_from_slice(b"quit\n");
        }
        let expected = Expected {
            introductions: introductions..=introductions,
            readiness: readiness..=readiness,
            answers: answers..=answers + perfts,
        };
        (input, expected)
    }
}

/// The first word that is a command.
fn command(line: &str) -> Option<&'static str> {
    let mut words = line.split_whitespace();
    words.find_map(|word| COMMANDS.into_iter().find(|command| *command == word))
}

/// The line without what takes long or reaches out of the program; `None` if nothing is left.
fn tame(line: &str, command: &str) -> Option<String> {
    let lower = line.to_lowercase();
    let mentions = |names: &[&str]| names.iter().any(|name| lower.contains(name));
    match command {
        "bench" | "quit" => None,
        "go" if mentions(&["perft"]) => Some(with_numbers_up_to(MOST_PERFT, line) + NODES),
        "go" => Some(format!("{}{NODES}", line.trim_end())),
        "setoption" if mentions(&["path", "tables", "log"]) => None,
        "setoption" if mentions(&["hash", "threads"]) => {
            Some(with_numbers_up_to(MOST_HASH_AND_THREADS, line))
        }
        _ => Some(line.to_owned()),
    }
}

fn with_numbers_up_to(most: i128, line: &str) -> String {
    let words: Vec<String> = line
        .split_whitespace()
        .map(|word| match word.parse::<i128>() {
            Ok(number) if number > most => most.to_string(),
            _ => word.to_owned(),
        })
        .collect();
    words.join(" ")
}

fn one_of<'a>(words: &[&'a str], choice: u8) -> &'a str {
    words[usize::from(choice) % words.len()]
}

impl Line {
    fn text(&self) -> Vec<u8> {
        match self {
            Self::Plain(choice) => one_of(&PLAIN, *choice).into(),
            Self::SetOption { name, value } => {
                let name = one_of(&OPTIONS, *name);
                format!("setoption name {name} value {}", value.text()).into()
            }
            Self::Position {
                board,
                choices,
                last,
            } => position(board.as_ref(), choices, last.as_ref()).into(),
            Self::Go(parameters) => {
                let words = parameters.iter().map(|one| {
                    let name = one_of(&PARAMETERS, one.name);
                    let number = one.number.as_ref().map(Word::text);
                    format!("{name} {}", number.unwrap_or_default())
                });
                format!("go {}", words.collect::<Vec<_>>().join(" ")).into()
            }
            Self::Words(words) => {
                let words: Vec<String> = words.iter().map(Word::text).collect();
                words.join(" ").into()
            }
            Self::Bytes(bytes) => bytes.clone(),
            Self::Long(byte) => {
                let byte = if *byte == b'\n' { b' ' } else { *byte };
                [b"go ".to_vec(), vec![byte; LONG]].concat()
            }
        }
    }
}

impl Word {
    fn text(&self) -> String {
        match self {
            Self::Small(number) => number.to_string(),
            Self::Number(number) => number.to_string(),
            Self::Known(choice) => one_of(&WORDS, *choice).into(),
            Self::Any(text) => text.clone(),
        }
    }
}

/// A `position` with the chosen moves, as long as there are legal ones.
fn position(board: Option<&Board>, choices: &[u8], last: Option<&Word>) -> String {
    let start = "8/pppppppp/pppppppp/8/8/PPPPPPPP/PPPPPPPP/8 w - - 0 1";
    let fen = board.map_or(start.into(), Board::fen);
    let mut line = match board {
        None => "position startpos moves".into(),
        Some(_) => format!("position fen {fen} moves"),
    };
    let game = PawnGame::new(Stalemate::Draw);
    let mut diagram: Option<Diagram> = fen.parse().ok();
    for choice in choices {
        let Some(now) = diagram else { break };
        let moves: Vec<_> = now.position.move_sets().list().into_iter().collect();
        let Some(played) = moves.get(usize::from(*choice) % moves.len().max(1)) else {
            break;
        };
        line += &format!(" {}", now.coordinates(*played));
        diagram = Some(now.after(&game, *played));
    }
    match last {
        Some(word) => format!("{line} {}", word.text()),
        None => line,
    }
}

impl Board {
    /// The six fields, from the 64 squares: a1 is the lowest bit, b1 the next.
    fn fen(&self) -> String {
        let files = 1 + u64::from(self.files % 8);
        let (mut white, mut black) = (self.white & !0xFF, self.black & !(0xFF << 56));
        if !self.may_be_over {
            white &= !(0xFF << 56);
            black &= !0xFF;
        }
        let ranks: Vec<String> = (0..8)
            .rev()
            .map(|rank| {
                (0..files)
                    .map(|file| 1 << (8 * rank + file))
                    .map(|square: u64| match (white & square, black & square) {
                        (0, 0) => '1',
                        (0, _) => 'p',
                        _ => 'P',
                    })
                    .collect()
            })
            .collect();
        let (turn, passed) = if self.is_black_to_move {
            ('b', 3)
        } else {
            ('w', 6)
        };
        let en_passant = match self.en_passant {
            Some(file) => format!("{}{passed}", char::from(b'a' + file % 8)),
            None => "-".into(),
        };
        format!("{} {turn} - {en_passant} 0 1", ranks.join("/"))
    }
}
