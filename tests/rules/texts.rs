//! Positions, moves and ends of games as text, from files of data.

use jacquerie::board::Colour;

use super::support::{rows, session, state, variant};

#[test]
fn invalid_positions_are_refused_with_the_reason() {
    for row in rows(include_str!("../data/wrong-fens.txt"), "|") {
        let [variants, fen, reason] = row[..] else {
            panic!("{row:?}");
        };
        for name in variants.split(' ') {
            let problem = variant(name).read_fen(fen).expect_err(fen).to_string();
            assert!(problem.contains(reason), "{name} {fen}: {problem}");
        }
    }
}

#[test]
fn notation_of_other_programs_is_read() {
    for row in rows(include_str!("../data/fens.txt"), "|") {
        assert_eq!(state(row[0], row[1]).fen(), row[2]);
    }
}

#[test]
fn moves_are_written_as_in_chess_and_read_leniently() {
    for row in rows(include_str!("../data/moves.txt"), "|") {
        let [name, fen, before, coordinates, texts] = row[..] else {
            panic!("{row:?}");
        };
        let mut state = state(name, fen);
        for one in before.split_whitespace() {
            state.play(one).expect("it is legal");
        }
        let texts: Vec<&str> = texts.split("; ").collect();
        let refusal = match coordinates {
            "illegal" => Some("' is illegal in "),
            "unreadable" => Some("' is not a move"),
            "refused" => Some("'"),
            _ => None,
        };
        if let Some(refusal) = refusal {
            for text in texts {
                let problem = state.written(text).expect_err(text).to_string();
                assert!(problem.contains(refusal), "{fen}: {problem}");
            }
            continue;
        }
        for text in [coordinates, texts[0]] {
            let shown = state.read(text).expect(text);
            assert_eq!((&*shown.coordinates, &*shown.san), (coordinates, texts[0]));
        }
        for text in texts {
            let written = state.written(text).expect(text);
            assert_eq!(written.coordinates, coordinates, "{text}");
        }
    }
}

#[test]
fn each_end_has_its_cause_and_message() {
    for row in rows(include_str!("../data/ends.txt"), "|") {
        let [name, fen, moves, winner, cause, told] = row[..] else {
            panic!("{row:?}");
        };
        let mut state = state(name, fen);
        for one in moves.split_whitespace() {
            assert_eq!(state.finish(), None, "{row:?}, before {one}");
            state.play(one).expect("it is legal");
        }
        let finish = state.finish();
        if winner == "-" {
            assert_eq!(finish, None, "{row:?}");
            continue;
        }
        let finish = finish.unwrap_or_else(|| panic!("{row:?}"));
        let found = finish.winner.map_or("draw", |winner| match winner {
            Colour::White => "white",
            Colour::Black => "black",
        });
        assert_eq!((found, finish.cause.key()), (winner, cause), "{row:?}");
        assert!(told.is_empty() || finish.told == told, "{row:?}: {finish}");
        assert!(state.moves().is_empty(), "{row:?}");
    }
}

/// The search's scores of some ends.
#[test]
fn ends_are_scored() {
    for row in rows(include_str!("../data/scores.txt"), "|") {
        let [name, position, score, best] = row[..] else {
            panic!("{row:?}");
        };
        let output = session(name, &format!("position fen {position}\ngo depth 4\n"));
        let last = output.lines().rfind(|line| line.contains(" score "));
        let line = format!("{} ", last.unwrap_or_default());
        assert!(
            line.contains(&format!(" score {score} ")),
            "{row:?}: {output}"
        );
        let is_best = output.contains(&format!("bestmove {best}"));
        assert!(best.is_empty() || is_best, "{row:?}: {output}");
    }
}
