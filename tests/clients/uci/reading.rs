//! Lines are parsed as the crate `vampirc-uci` parses them, as far as that crate can.
//!
//! The engine parses `position`, `go` and `setoption` itself, since the crate loses part of some
//! lines and cannot read others. These tests generate lines that both understand: single blanks,
//! FENs of six fields on eight files, numbers that fit the crate's types, clocks not mixed with
//! `movetime`. On those the two must agree.

use std::fmt::Display;
use std::time::Duration;

use jacquerie::uci::lexer::{self, Command, Go};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use vampirc_uci::{UciMessage, UciTimeControl, parse_one};

/// A line as the crate parses it, as the engine's command. Only the parts that the lines below use
/// are converted.
fn theirs(line: &str) -> Option<Command> {
    Some(match parse_one(line) {
        UciMessage::Uci => Command::Uci,
        UciMessage::IsReady => Command::IsReady,
        UciMessage::UciNewGame => Command::NewGame,
        UciMessage::Stop => Command::Stop,
        UciMessage::PonderHit => Command::PonderHit,
        UciMessage::Quit => Command::Quit,
        UciMessage::Debug(on) => Command::Debug(on),
        UciMessage::SetOption { name, value } => Command::SetOption { name, value },
        UciMessage::Position { fen, moves, .. } => Command::Position {
            fen: fen.map(|fen| fen.as_str().to_owned()),
            moves: moves.iter().map(ToString::to_string).collect(),
        },
        UciMessage::Go {
            time_control,
            search_control,
        } => {
            let mut go = Go::default();
            match time_control {
                Some(UciTimeControl::Infinite) => go.infinite = true,
                Some(UciTimeControl::MoveTime(time)) => go.move_time = time.to_std().ok(),
                Some(UciTimeControl::TimeLeft {
                    white_time,
                    black_time,
                    white_increment,
                    black_increment,
                    moves_to_go,
                }) => {
                    go.white_time = white_time.and_then(|time| time.to_std().ok());
                    go.black_time = black_time.and_then(|time| time.to_std().ok());
                    go.white_increment = white_increment.and_then(|time| time.to_std().ok());
                    go.black_increment = black_increment.and_then(|time| time.to_std().ok());
                    go.moves_to_go = moves_to_go.map(u32::from);
                }
                Some(UciTimeControl::Ponder) | None => {}
            }
            if let Some(search) = search_control {
                go.depth = search.depth.map(u64::from);
                go.nodes = search.nodes;
            }
            Command::Go(go)
        }
        _ => return None,
    })
}

fn agree(line: &str) -> Result<(), TestCaseError> {
    let theirs = theirs(line);
    prop_assert!(theirs.is_some(), "vampirc-uci cannot read '{line}'");
    prop_assert_eq!(lexer::read(line), Ok(theirs), "{}", line);
    Ok(())
}

/// `name value`, or nothing.
fn parameter<T: Display>(name: &str, value: Option<T>) -> String {
    value.map_or_else(String::new, |value| format!(" {name} {value}"))
}

fn moves() -> impl Strategy<Value = String> {
    vec("[a-h][1-8][a-h][1-8][qrnb]?", 0..40).prop_map(|moves| match moves.is_empty() {
        true => String::new(),
        false => format!(" moves {}", moves.join(" ")),
    })
}

/// A rank of eight squares, as a FEN writes it.
fn rank() -> impl Strategy<Value = String> {
    vec(prop::sample::select(vec!['P', 'p', ' ']), 8).prop_map(|squares| {
        let mut text = String::new();
        for run in squares.chunk_by(|one, next| *one == ' ' && *next == ' ') {
            match run[0] {
                ' ' => text += &run.len().to_string(),
                pawn => text.push(pawn),
            }
        }
        text
    })
}

fn fen() -> impl Strategy<Value = String> {
    (vec(rank(), 8), "[wb]", "-|[a-h][36]", 0..1_000, 1..1_000).prop_map(
        |(ranks, turn, en_passant, quiet, number)| {
            format!("{} {turn} - {en_passant} {quiet} {number}", ranks.join("/"))
        },
    )
}

fn clocks() -> impl Strategy<Value = String> {
    let time = || option::of(0..1_000_000_000_u32);
    let clock = (time(), time(), time(), time(), option::of(1..=255_u8)).prop_map(
        |(white, black, white_more, black_more, moves)| {
            parameter("wtime", white)
                + &parameter("btime", black)
                + &parameter("winc", white_more)
                + &parameter("binc", black_more)
                + &parameter("movestogo", moves)
        },
    );
    let move_time = (0..1_000_000_000_u32).prop_map(|time| format!(" movetime {time}"));
    prop_oneof![clock, move_time, Just(" infinite".to_owned())]
}

/// A name without the word `value`, which would end it in the crate.
fn option_name() -> impl Strategy<Value = String> {
    vec("[A-Z][A-Za-z0-9_]{0,9}", 1..4)
        .prop_map(|words| words.join(" "))
        .prop_filter("the name would end early", |name| {
            !name.to_lowercase().contains("value")
        })
}

proptest! {
    #[test]
    fn positions_are_read_alike(
        base in prop_oneof![Just("startpos".to_owned()), fen().prop_map(|fen| format!("fen {fen}"))],
        moves in moves(),
    ) {
        agree(&format!("position {base}{moves}"))?;
    }

    #[test]
    fn limits_are_read_alike(
        clocks in clocks(),
        depth in option::of(0..=255_u8),
        nodes in option::of(0..1_000_000_000_000_u64),
    ) {
        let others = parameter("depth", depth) + &parameter("nodes", nodes);
        agree(&format!("go{clocks}{others}"))?;
    }

    #[test]
    fn options_are_read_alike(
        name in option_name(),
        value in option::of("[!-~]([ -~]{0,20}[!-~])?"),
    ) {
        agree(&format!("setoption name {name}{}", parameter("value", value)))?;
    }
}

#[test]
fn commands_of_few_words_are_read_alike() {
    for line in [
        "uci",
        "isready",
        "ucinewgame",
        "stop",
        "ponderhit",
        "quit",
        "debug on",
        "debug off",
        "go",
    ] {
        assert_eq!(lexer::read(line), Ok(theirs(line)), "{line}");
    }
    // The comparison itself would notice a difference.
    assert_eq!(
        theirs("go movetime 70"),
        Some(Command::Go(Go {
            move_time: Some(Duration::from_millis(70)),
            ..Go::default()
        }))
    );
}
