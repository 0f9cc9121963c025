//! Positions and games as text: FENs that are refused, moves as people write them, PGN, the program.

use jacquerie::arena::pgn::{self, GameResult, Record, TagName, starts_of};
use rand::seq::IndexedRandom;
use rand::{SeedableRng, rngs::StdRng};

use super::hall::{Hall, config, session, state};
use super::program::{call_in, folder};
use super::random::{random_board, starts};

#[test]
fn what_is_no_position_is_refused_with_the_reason() {
    let kings = "k11/12/12/12/12/12/12/12/12/12/12/11K";
    let cases = [
        ("".to_owned(), "2 to 6 fields"),
        (
            kings.to_owned(),
            "kings that may leap, en passant, two numbers), but this has 1",
        ),
        (format!("{kings} w - - 0 1 x"), "but this has 7"),
        (
            "k11/12/12/12/12/12/12/12/12/12/11K w".into(),
            "expected 12 ranks with '/' between them, found 11",
        ),
        (
            "k12/12/12/12/12/12/12/12/12/12/12/11K w".into(),
            "rank 12: 13 files, expected 12",
        ),
        (
            "k11/11/12/12/12/12/12/12/12/12/12/11K w".into(),
            "rank 11: 11 files, expected 12",
        ),
        (
            "k11/12/12/12/12/12/12/12/12/12/12/0PPPPPPPPPPPK w".into(),
            "rank 1: found '0', expected a number of empty squares from 1 to 12",
        ),
        (
            "k11/12/12/12/12/12/012/12/12/12/12/11K w".into(),
            "rank 6: found '012', expected a number of empty squares",
        ),
        (
            "k11/12/12/12/12/12/13/12/12/12/12/11K w".into(),
            "rank 6: found '13', expected a number of empty squares",
        ),
        (
            "k11/12/12/12/12/12/99999999999999999999999/12/12/12/12/11K w".into(),
            "rank 6: found '999",
        ),
        (
            "k10A/12/12/12/12/12/12/12/12/12/12/11K w".into(),
            "rank 12: found 'A', expected a man (one of 'KQGLRBCINEMP'",
        ),
        (
            "k10é/12/12/12/12/12/12/12/12/12/12/11K w".into(),
            "rank 12: found 'é'",
        ),
        (
            format!("{kings} white"),
            "field 2 (side to move): found 'white'",
        ),
        (
            format!("{kings} w KQkq"),
            "field 3 (kings that may leap): found 'KQkq', expected '-', 'K', 'k' or 'Kk'",
        ),
        (
            format!("{kings} w kK"),
            "field 3 (kings that may leap): found 'kK'",
        ),
        (
            format!("{kings} w K"),
            "White's king on l1 has moved, so it may not leap; expected it on f1, g1, f2 or g2",
        ),
        (
            format!("{kings} w k"),
            "Black's king on a12 has moved, so it may not leap; expected it on f12, g12, f11 or g11",
        ),
        (
            format!("{kings} w - m3"),
            "field 4 (en passant): found 'm3'",
        ),
        (
            format!("{kings} w - e13"),
            "field 4 (en passant): found 'e13'",
        ),
        (
            format!("{kings} w - e8"),
            "en passant on e8 is impossible: no pawn or prince of the opponent's stands in front of it",
        ),
        (
            format!("{kings} w - e12"),
            "en passant on e12 is impossible: it is not on a rank that the opponent",
        ),
        (
            "k11/12/12/4n7/12/4p7/12/12/12/12/12/11K w - e8".into(),
            "en passant on e8 is impossible: the way of the double step is not empty",
        ),
        (
            "k11/12/12/12/4n7/4p7/12/12/12/12/12/11K w - e8".into(),
            "en passant on e8 is impossible: the way of the double step is not empty",
        ),
        (
            "k11/12/12/12/12/4n7/12/12/12/12/12/11K w - e8".into(),
            "en passant on e8 is impossible: no pawn or prince",
        ),
        (
            format!("{kings} w - - x 1"),
            "field 5 (quiet plies): found 'x'",
        ),
        (
            format!("{kings} w - - 0 -1"),
            "field 6 (move number): found '-1'",
        ),
        (
            "12/12/12/12/12/12/12/12/12/12/12/11K w".into(),
            "Black has 0 kings, expected one",
        ),
        (
            "k11/12/12/12/12/12/12/12/12/12/12/10KK w".into(),
            "White has 2 kings, expected one",
        ),
        (
            "k11/12/12/12/12/12/12/12/12/12/12/p10K w".into(),
            "Black has a pawn on a1, but pawns stand on ranks 2 to 11",
        ),
        (
            "k10P/12/12/12/12/12/12/12/12/12/12/11K w".into(),
            "White has a pawn on l12, but pawns stand on ranks 2 to 11",
        ),
        (
            "k10I/12/12/12/12/12/12/12/12/12/12/11K w".into(),
            "White has a prince on l12, his last rank",
        ),
        (
            "k11/12/12/12/12/12/12/12/12/12/12/i10K w".into(),
            "Black has a prince on a1, his last rank",
        ),
        (
            "k10R/12/12/12/12/12/12/12/12/12/12/11K w".into(),
            "Black is in check, but White is to move",
        ),
        (
            "k11/12/12/12/12/12/12/12/12/NNNNNNNNNNNN/NNNNNNNNNNNN/NNNNNNNNNNNK w".into(),
            "White has 36 men, expected at most 30",
        ),
    ];
    let hall = Hall::open();
    for (fen, expected) in cases {
        let problem = hall.variant().read_fen(&fen).expect_err(&fen).to_string();
        assert!(problem.contains(expected), "{fen}: {problem}");
    }
}

#[test]
fn what_may_be_left_out_is_added() {
    for (read, written) in [
        (
            "k11/12/12/12/12/12/12/12/12/12/12/11K w",
            "k11/12/12/12/12/12/12/12/12/12/12/11K w - - 0 1",
        ),
        // A prince on his own first rank, one who has passed a square, and nobody who can capture there.
        (
            "k11/12/12/4i7/12/12/12/12/12/12/12/I10K w - e10 3",
            "k11/12/12/4i7/12/12/12/12/12/12/12/I10K w - - 3 1",
        ),
        (
            "k11/12/12/4i7/3P8/12/12/12/12/12/12/11K w - e10 0 9",
            "k11/12/12/4i7/3P8/12/12/12/12/12/12/11K w - - 0 9",
        ),
        // Somebody can; but not a prince, and not who is pinned.
        (
            "k11/12/12/3Pi7/12/12/12/12/12/12/12/11K w - e10 0 9",
            "k11/12/12/3Pi7/12/12/12/12/12/12/12/11K w - e10 0 9",
        ),
        (
            "k11/12/12/3Ii7/12/12/12/12/12/12/12/11K w - e10 0 9",
            "k11/12/12/3Ii7/12/12/12/12/12/12/12/11K w - - 0 9",
        ),
        (
            "k2r8/12/12/12/3Pi7/12/12/12/12/12/12/3K8 w - e9 0 9",
            "k2r8/12/12/12/3Pi7/12/12/12/12/12/12/3K8 w - - 0 9",
        ),
    ] {
        assert_eq!(state(read).fen(), written);
    }
}

#[test]
fn the_option_setup_chooses_the_array() {
    let all = starts();
    for (number, start) in all.iter().step_by(2).enumerate() {
        let output = session(&format!(
            "setoption name Setup value {number}\nposition startpos\nd\n"
        ));
        assert!(output.contains(start), "{number}: {output}");
    }
    assert!(session("position startpos\nd\n").contains(&all[14]));
    let output = session("setoption name Setup value 12\n");
    assert!(
        output.contains("expected a number from 0 to 11"),
        "{output}"
    );
}

/// Games from starts and from elsewhere, to their ends.
#[test]
fn games_are_written_and_read_again() {
    let (hall, mut random) = (Hall::open(), StdRng::seed_from_u64(38));
    let (starts, mut records) = (starts(), Vec::new());
    for (number, start) in starts.iter().enumerate() {
        let start = match number % 4 {
            0 => start.clone(),
            _ => random_board(&mut random, 8, "ppinbmecrlgq").fen(),
        };
        let mut record = Record::new(hall.state(&start));
        while record.position().finish().is_none() && record.moves().len() < 150 {
            let moves = record.position().moves();
            let one = moves.choose(&mut random).expect("there is a move");
            record.play(one).expect("it is legal");
        }
        if let Some(finish) = record.position().finish() {
            record.result = GameResult::of_winner(finish.winner);
        }
        record.tags.set(TagName::VARIANT, "metamachy");
        records.push(record);
    }
    let mut text = Vec::new();
    for record in &records {
        record.write(&mut text).expect("memory takes everything");
    }
    let text = String::from_utf8(text).expect("it is text");
    let read = pgn::read(&text, &starts_of(&config())).expect("it can be read");
    assert_eq!(read.len(), records.len());
    for (read, written) in read.iter().zip(&records) {
        assert!(read == written, "{:?}", read.moves());
        assert_eq!(read.position().fen(), written.position().fen());
    }
    for word in ["[Variant \"metamachy\"]", "=L", "Gx", "12"] {
        assert!(text.contains(word), "{word}: {text}");
    }
}

#[test]
fn the_program_plays_it() {
    let folder = folder();
    let call = |arguments: &[&str]| call_in(&folder, arguments, "");
    let perft = call(&["perft", "2", "--variant", "metamachy"]);
    assert!(perft.text.trim_end().ends_with("3136"), "{}", perft.text);
    let analysis = call(&["analyse", "--variant", "metamachy", "--depth", "2"]);
    assert_eq!(analysis.code, 0, "{}", analysis.complaint);
    assert!(
        analysis.text.contains("12 | c m . . . k g . . . m c"),
        "{}",
        analysis.text
    );
    let wrong = call(&[
        "analyse",
        "--variant",
        "metamachy",
        "--depth",
        "2",
        "--fen",
        "k11 w",
    ]);
    assert_eq!(wrong.code, 2, "{}", wrong.complaint);
}
