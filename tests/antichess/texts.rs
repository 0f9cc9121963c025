//! Positions and games as text: FENs that are refused, moves as people write them, PGN.

use jacquerie::arena::pgn::{self, GameResult, Record, TagName, starts_of};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng, rngs::StdRng};

use super::hall::{Hall, config, session, state};
use super::random::random_board;

#[test]
fn what_is_no_position_is_refused_with_the_reason() {
    let cases = [
        ("", "2 to 6 fields"),
        ("4k3/8/8/8/8/8/8/4K3", "2 to 6 fields"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 x", "but this has 7"),
        (
            "4k3/8/8/8/8/8/4K3 w",
            "expected 8 ranks with '/' between them, found 7",
        ),
        ("4k3/8/8/8/8/8/8/4K4 w", "rank 1: 9 files, expected 8"),
        ("4k3/8/8/8/8/8/7/4K3 w", "rank 2: 7 files, expected 8"),
        ("4k3/8/8/8/8/8/8/4K33 w", "rank 1: 11 files, expected 8"),
        (
            "4k3/8/8/8/8/8/8/4K2x w",
            "rank 1: found 'x', expected a man (one of 'KQRBNP'",
        ),
        ("4k3/8/8/9/8/8/8/4K3 w", "rank 5: found '9'"),
        (
            "4k3/8/8/8/8/8/8/4K3 white",
            "field 2 (side to move): found 'white', expected 'w' or 'b'",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w x",
            "field 3 (castling): found 'x', expected '-' (or letters such as 'KQkq'",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - e9",
            "field 4 (en passant): found 'e9'",
        ),
        (
            "4k3/8/8/4p3/8/8/8/4K3 w - e3",
            "en passant on e3 is impossible: it is not on a rank",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - e6",
            "no pawn of the opponent's stands in front of it",
        ),
        (
            "4k3/8/8/4n3/8/8/8/4K3 w - e6",
            "no pawn of the opponent's stands in front of it",
        ),
        (
            "4k3/4n3/8/4p3/8/8/8/4K3 w - e6",
            "the way of the double step is not empty",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - x 1",
            "field 5 (quiet plies): found 'x', expected a number",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 70000 1",
            "field 5 (quiet plies): found '70000'",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0 -1",
            "field 6 (move number): found '-1'",
        ),
        (
            "8/8/8/8/8/QQQQQQQQ/QQQQQQQQ/k6Q w",
            "White has 17 men, expected at most 16",
        ),
        (
            "8/8/8/8/8/8/8/4K3 w",
            "Black has no man, but White is to move; expected a man of Black's, or Black to move",
        ),
        (
            "8/8/8/8/8/8/8/8 b",
            "White has no man, but Black is to move",
        ),
    ];
    let hall = Hall::open();
    for (fen, expected) in cases {
        for variant in ["antichess", "giveaway", "suicide"] {
            let problem = hall.variant(variant).read_fen(fen).expect_err(fen);
            let problem = problem.to_string();
            assert!(problem.contains(expected), "{fen}: {problem}");
        }
    }
    let output = session("antichess", "position fen 8/8/8/8/8/8/8/4K3 w\n");
    assert!(
        output.starts_with("info string wrong FEN '8/8/8/8/8/8/8/4K3 w': illegal position: "),
        "{output}"
    );
}

/// What other programs write, and what composers set up.
#[test]
fn what_others_write_is_read() {
    for (read, written) in [
        (
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1",
        ),
        (
            "r3k2r/8/8/8/8/8/8/R3K2R b HAha - 12 34",
            "r3k2r/8/8/8/8/8/8/R3K2R b - - 12 34",
        ),
        (
            "4p3/P7/R7/4k3/8/2P5/8/7N w",
            "4p3/P7/R7/4k3/8/2P5/8/7N w - - 0 1",
        ),
        ("P6p/8/8/8/8/8/8/p6P b - -", "P6p/8/8/8/8/8/8/p6P b - - 0 1"),
        ("kkk5/8/8/8/8/8/8/6QQ w", "kkk5/8/8/8/8/8/8/6QQ w - - 0 1"),
        // No king, no man, a square where nobody can capture.
        ("8/8/8/3q4/8/8/8/8 w", "8/8/8/3q4/8/8/8/8 w - - 0 1"),
        (
            "4k3/8/8/4p3/8/8/8/4K3 w - e6 0 2",
            "4k3/8/8/4p3/8/8/8/4K3 w - - 0 2",
        ),
        (
            "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 2",
            "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 2",
        ),
    ] {
        assert_eq!(state(read).fen(), written);
    }
}

/// A pawn on its own first rank steps once, and then has its double step; one on its last rank stands.
#[test]
fn pawns_may_stand_on_first_and_last_ranks() {
    let mut state = state("P7/8/8/8/8/8/7p/P7 w - - 0 1");
    assert_eq!(state.moves(), ["a1a2"]);
    state.play("a2").expect("it steps");
    state.play("h2h1n").expect("it promotes");
    let mut moves = state.moves();
    moves.sort();
    assert_eq!(moves, ["a2a3", "a2a4"]);
    let black = super::hall::state("p7/8/8/8/8/8/8/p6N b - - 0 1");
    assert_eq!(black.moves(), ["a8a7"]);
    // It can be taken there.
    let taken = super::hall::state("P6r/8/8/8/8/8/8/8 b - - 0 1");
    assert_eq!(taken.moves(), ["h8a8"]);
}

#[test]
fn moves_are_written_as_in_chess() {
    let (knights, takes) = (
        "8/P6p/8/8/8/5N2/8/1N6 w - - 0 1",
        "1n6/P7/8/8/8/8/8/7k w - - 0 1",
    );
    for (start, coordinates, algebraic) in [
        (knights, "b1d2", "Nbd2"),
        (knights, "f3d2", "Nfd2"),
        (knights, "b1c3", "Nc3"),
        (knights, "a7a8k", "a8=K"),
        (takes, "a7b8k", "axb8=K"),
    ] {
        let state = state(start);
        assert_eq!(state.algebraic(coordinates).as_deref(), Ok(algebraic));
        assert_eq!(state.coordinates(algebraic).as_deref(), Ok(coordinates));
    }
    // As people write them.
    for text in ["axb8=K", "a7xb8=k", "ab8K", "AXB8=K#", "1. a7-b8=K!"] {
        assert_eq!(state(takes).written(text).as_deref(), Ok("a7b8k"), "{text}");
    }
    for text in ["axb8", "a8=K", "b8=K", "axb8=P", "O-O", "0000"] {
        assert!(state(takes).written(text).is_err(), "{text}");
    }
}

/// Games of every variant and end.
#[test]
fn games_are_written_and_read_again() {
    let mut random = StdRng::seed_from_u64(5);
    let (hall, mut records) = (Hall::open(), Vec::new());
    for number in 0..60 {
        let variant = ["antichess", "suicide", "giveaway"][number % 3];
        let usual = hall.variant(variant).start(&Default::default());
        let start = match random.random() {
            true => usual.expect("the variant can start"),
            false => hall.state(variant, &random_board(&mut random, 8, b"pppnbrqk").fen()),
        };
        let mut record = Record::new(start);
        while record.position().finish().is_none() {
            let moves = record.position().moves();
            let one = moves.choose(&mut random).expect("there is a move");
            record.play(one).expect("it is legal");
        }
        let finish = record.position().finish().expect("it is over");
        record.result = GameResult::of_winner(finish.winner);
        record.tags.set(TagName::VARIANT, variant);
        records.push(record);
    }
    let mut text = Vec::new();
    for record in &records {
        record.write(&mut text).expect("memory takes everything");
    }
    let text = String::from_utf8(text).expect("it is text");
    let config = config("antichess");
    let read = pgn::read(&text, &starts_of(&config)).expect("it can be read");
    assert_eq!(read.len(), records.len());
    for (read, written) in read.iter().zip(&records) {
        assert!(read == written, "{:?}", read.moves());
        assert_eq!(read.position().fen(), written.position().fen());
        assert_eq!(read.position().finish(), written.position().finish());
    }
    for word in ["[Variant \"suicide\"]", "=K", "Kx", "exd"] {
        assert!(text.contains(word), "{word}: {text}");
    }
}
