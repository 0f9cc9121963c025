//! Positions and games as text: FENs that are refused, PGN, `0000` and `--`.

use jacquerie::arena::pgn::{self, GameResult, Record, TagName, starts_of};
use rand::seq::IndexedRandom;
use rand::{SeedableRng, rngs::StdRng};

use super::hall::{config, session, state, state_after};
use super::random::{random_board, random_race};

#[test]
fn what_is_no_position_is_refused_with_the_reason() {
    let cases = [
        ("8/8/8/8/8/8/8/4K3 w", "Black has 0 kings, expected one"),
        ("4k3/8/8/8/8/8/8/8 w", "White has 0 kings, expected one"),
        ("4k2k/8/8/8/8/8/8/4K3 w", "Black has 2 kings, expected one"),
        (
            "8/8/8/8/3k4/4K3/8/8 w",
            "the kings on e3 and d4 stand side by side",
        ),
        (
            "4k2P/8/8/8/8/8/8/4K3 w",
            "a pawn on h8, but pawns stand on ranks 2 to 7",
        ),
        (
            "4k3/8/8/8/8/8/8/p3K3 w",
            "a pawn on a1, but pawns stand on ranks 2 to 7",
        ),
        (
            "4k3/3P4/8/8/8/8/8/4K3 w",
            "Black is in check, but White is to move",
        ),
        (
            "4k3/8/8/8/8/8/3p4/4K3 b",
            "White is in check, but Black is to move",
        ),
        (
            "4k3/8/8/8/8/8/8/R3K3 w",
            "found 'R', expected 'K', 'k', 'P', 'p' or a number",
        ),
        (
            "4k3/8/8/8/8/8/n7/4K3 w",
            "found 'n', expected 'K', 'k', 'P', 'p' or a number",
        ),
        ("Q3k3/8/8/8/8/8/8/4K3 b", "a queen is made in the game"),
        (
            "4k3/8/8/8/8/8/8/4K3 w KQkq",
            "field 3 (castling): found 'KQkq', expected '-'",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - e6",
            "en passant on e6 is impossible",
        ),
        (
            "4k3/8/8/4p3/8/8/8/4K3 w - e3",
            "en passant on e3 is impossible",
        ),
        ("4k3/8/8/8/8/8/8/4K3", "a FEN has 2 to 6 fields"),
        ("4k3/8/8/8/8/8/4K3 w", "expected 8 ranks"),
        ("4k3/8/8/8/8/8/8/4K4 w", "rank 1: 9 files, expected 8"),
        ("4k3/8/8/8/8/8/8/4K3 white", "field 2 (side to move)"),
    ];
    let known = &config().variants["kingpawn"];
    for (fen, expected) in cases {
        let problem = known.read_fen(fen).expect_err(fen).to_string();
        assert!(problem.contains(expected), "{fen}: {problem}");
        let output = session(&format!("position fen {fen}\n"));
        let told = format!("info string wrong FEN '{fen}': ");
        assert!(
            output.contains(&told) && output.contains(expected),
            "{fen}: {output}"
        );
    }
}

/// The square behind a double step stays only where a capture there is legal.
#[test]
fn rights_that_nobody_has_are_forgotten() {
    for (fen, kept) in [
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 5", true),
        ("4k3/8/8/3p4/8/8/8/4K3 w - d6 0 5", false),
        // The pawn that may be taken gives check.
        ("4k3/8/8/3pP3/2K5/8/8/8 w - d6 0 5", true),
        // Another pawn does, and the capture does not help.
        ("4k3/8/8/1p1pP3/2K5/8/8/8 w - d6 0 5", false),
        ("4k3/8/5p2/3pP1K1/8/8/8/8 w - d6 0 5", false),
    ] {
        let written = state(fen).fen();
        assert_eq!(written == fen, kept, "{fen}: {written}");
        assert_eq!(written.contains(" - - 0 5"), !kept, "{fen}: {written}");
    }
}

#[test]
fn moves_are_written_as_in_chess() {
    let start = "8/4P1P1/8/3p4/2P5/8/8/K6k w - - 0 1";
    for (coordinates, algebraic) in [
        ("a1b1", "Kb1"),
        ("c4d5", "cxd5"),
        ("c4c5", "c5"),
        ("e7e8q", "e8=Q"),
    ] {
        let state = state(start);
        assert_eq!(state.algebraic(coordinates).as_deref(), Ok(algebraic));
        assert_eq!(state.coordinates(algebraic).as_deref(), Ok(coordinates));
    }
    // As people write them.
    for text in ["e8", "e8=q", "e7-e8q", "e7e8", "E8=Q+", "e8Q#", "1. e8=Q!"] {
        assert_eq!(state(start).written(text).as_deref(), Ok("e7e8q"), "{text}");
    }
    for text in ["Kc2", "e8=N", "e7e8r", "c4c6", "0000", "--", "Qe8"] {
        assert!(state(start).written(text).is_err(), "{text}");
    }
    let level = state_after("K7/PP4P1/8/8/7k/8/1p6/8 w - - 0 1", "b8=Q b1=Q");
    assert_eq!(level.moves(), ["g7g8q", "0000"]);
    assert_eq!(level.algebraic("0000").as_deref(), Ok("--"));
    assert_eq!(level.coordinates("--").as_deref(), Ok("0000"));
}

/// Games of every end, one of them by `--`.
#[test]
fn games_are_written_and_read_again() {
    let mut random = StdRng::seed_from_u64(5);
    let mut records = Vec::new();
    for number in 0..80 {
        let start = match number % 4 {
            0 => config().variants["kingpawn"]
                .start(&Default::default())
                .expect("the variant can start"),
            1 => state("K7/PP4P1/8/8/7k/8/1p6/8 w - - 0 31"),
            2 => state(&random_race(&mut random, 3).fen()),
            _ => state(&random_board(&mut random, 4).fen()),
        };
        let mut record = Record::new(start);
        if number % 4 == 1 {
            for one in ["b7b8q", "b2b1q"] {
                record.play(one).expect("it is legal");
            }
        }
        while record.position().finish().is_none() {
            let moves = record.position().moves();
            let last = moves.iter().find(|one| *one == "0000");
            let one = last.or_else(|| moves.choose(&mut random));
            record
                .play(one.expect("there is a move"))
                .expect("it is legal");
        }
        let finish = record.position().finish().expect("it is over");
        record.result = GameResult::of_winner(finish.winner);
        record.tags.set(TagName::VARIANT, "kingpawn");
        records.push(record);
    }
    let mut text = Vec::new();
    for record in &records {
        record.write(&mut text).expect("memory takes everything");
    }
    let text = String::from_utf8(text).expect("it is text");
    let config = config();
    let starts = starts_of(&config);
    let read = pgn::read(&text, &starts).expect("it can be read");
    assert_eq!(read.len(), records.len());
    for (read, written) in read.iter().zip(&records) {
        assert!(read == written, "{:?}", read.moves());
        assert_eq!(read.position().fen(), written.position().fen());
        assert_eq!(read.position().finish(), written.position().finish());
    }
    for word in [
        "[Variant \"kingpawn\"]",
        "[FEN \"K7/PP4P1/8/8/7k/8/1p6/8 w - - 0 31\"]",
        "31. b8=Q b1=Q 32. --",
        "=Q",
        "Kx",
    ] {
        assert!(text.contains(word), "{word}: {text}");
    }
}

#[test]
fn a_game_of_somebody_elses_is_read() {
    let text = "[Variant \"kingpawn\"]\n[SetUp \"1\"]\n\
                [FEN \"8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1\"]\n\n\
                1. Kb1! {only this} Kb7 2. Kc1 Kc7 (2... Kb6 3. Kd2) 3. Kd1 *\n";
    let config = config();
    let read = pgn::read(text, &starts_of(&config)).expect("it can be read");
    assert_eq!(
        read[0].position().fen(),
        "8/2k5/3p4/p2P1p2/P2P1P2/8/8/3K4 b - - 0 3"
    );
}
