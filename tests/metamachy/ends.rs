//! How games end, and what search and solver make of it.

use jacquerie::board::Colour;
use jacquerie::game::finish::Cause;

use super::hall::{Hall, session, state};

#[test]
fn each_end_is_told() {
    let white = Some(Colour::White);
    let hall = Hall::open();
    for (fen, winner, cause, told) in [
        (
            "1R3k6/R11/12/12/12/12/12/12/12/12/12/11K b k - 0 1",
            white,
            Cause::Checkmate,
            "Black's king is mated",
        ),
        (
            "k11/12/1Q10/12/12/12/12/12/12/12/12/11K b - - 0 1",
            None,
            Cause::NoMove,
            "Black has no move",
        ),
        (
            "k11/12/12/12/12/12/12/12/12/12/12/11K b - - 0 1",
            None,
            Cause::Material,
            "neither side has enough men to mate",
        ),
    ] {
        let finish = hall.state(fen).finish().expect(fen);
        assert_eq!((finish.winner, finish.cause), (winner, cause), "{fen}");
        assert_eq!(finish.told, told, "{fen}");
    }
}

#[test]
fn few_men_are_dead_and_others_are_not() {
    let hall = Hall::open();
    for man in "NBMECnbmec".chars() {
        let fen = format!("1k10/12/12/12/12/5{man}6/12/12/12/12/12/11K w - - 0 1");
        let finish = hall.state(&fen).finish().expect(&fen);
        assert_eq!(
            (finish.winner, finish.cause),
            (None, Cause::Material),
            "{fen}"
        );
    }
    for man in "PIRLGQpirlgq".chars() {
        let fen = format!("1k10/12/12/12/12/5{man}6/12/12/12/12/12/11K w - - 0 1");
        assert_eq!(hall.state(&fen).finish(), None, "{fen}");
    }
    let two = "k11/12/12/12/12/5N6/12/12/12/12/12/10NK w - - 0 1";
    assert_eq!(hall.state(two).finish(), None);
}

#[test]
fn a_position_that_comes_back_is_a_draw() {
    let mut state = state("k11/12/12/12/12/12/12/12/12/12/11P/K11 w - - 0 1");
    for one in "a1b1 a12b12 b1a1 b12a12 a1b1 a12b12 b1a1".split(' ') {
        assert_eq!(state.finish(), None, "before {one}");
        state.play(one).expect("it is legal");
    }
    state.play("b12a12").expect("it is legal");
    let finish = state.finish().expect("it stands there for the third time");
    assert_eq!((finish.winner, finish.cause), (None, Cause::Repetition));
}

/// Who may leap belongs to the position, and so does a capture en passant; what nobody can do does not.
#[test]
fn positions_are_the_same_only_with_the_same_rights() {
    // The first position stood there with the right to leap, so it is not the same.
    let mut state = state("6k5/12/12/12/12/12/12/12/12/12/11P/5K6 w K - 0 1");
    for one in "f1e1 g12h12 e1f1 h12g12 f1e1 g12h12 e1f1 h12g12".split(' ') {
        assert_eq!(state.finish(), None, "before {one}");
        state.play(one).expect("it is legal");
    }
    assert_eq!(state.finish(), None);
    for one in "f1e1 g12h12 e1f1".split(' ') {
        state.play(one).expect("it is legal");
        if state.finish().is_some() {
            break;
        }
    }
    assert!(state.finish().is_some(), "{}", state.fen());
}

#[test]
fn fifty_moves_without_progress_are_a_draw() {
    // A prince goes back and forth; a pawn does not.
    let mut quiet = state("7k4/12/12/12/12/12/12/12/3I8/12/11P/K11 w - - 98 80");
    quiet.play("d4d6").expect("it is legal");
    assert_eq!(quiet.finish(), None);
    quiet.play("h12g12").expect("it is legal");
    let finish = quiet.finish().expect("fifty moves of each side");
    assert_eq!((finish.winner, finish.cause), (None, Cause::NoProgress));

    let mut pawn = state("7k4/12/12/12/12/12/12/12/3I8/12/11P/K11 w - - 99 80");
    pawn.play("l2l4").expect("it is legal");
    assert_eq!(pawn.finish(), None);
    assert_eq!(
        pawn.fen(),
        "7k4/12/12/12/12/12/12/12/3I7P/12/12/K11 b - - 0 80"
    );

    let mut promotion = state("7k4/3I8/12/12/12/12/12/12/12/12/11P/K11 w - - 99 80");
    promotion.play("d11d12l").expect("it is legal");
    assert_eq!(promotion.finish(), None);

    // A mate on the last of them wins.
    let mut mate = state("5k6/R11/12/12/12/12/12/12/12/12/1R10/11K w - - 99 80");
    mate.play("b2b12").expect("it is legal");
    assert_eq!(
        mate.finish().expect("it is mate").winner,
        Some(Colour::White)
    );
}

/// The score of the answer to `go`, and the move.
fn answer(position: &str, go: &str) -> (String, String) {
    let output = session(&format!("position {position}\n{go}\n"));
    let mut score = output.lines().filter_map(|line| line.split_once(" score "));
    let score = score.next_back().map(|(_, rest)| rest).unwrap_or_default();
    let words: Vec<&str> = score.split(' ').take(2).collect();
    let best = output.lines().last().unwrap_or_default();
    let best = best.strip_prefix("bestmove ").expect("an answer");
    let best = best.split(' ').next().unwrap_or_default();
    (words.join(" "), best.to_owned())
}

#[test]
fn the_search_mates_and_draws() {
    let mate = "fen 5k6/R11/12/12/12/12/12/12/12/12/1R10/11K w - - 0 1";
    let (score, best) = answer(mate, "go depth 4");
    assert_eq!((score.as_str(), best.as_str()), ("mate 1", "b2b12"));
    let over = format!("{mate} moves b2b12");
    assert_eq!(answer(&over, "go depth 4").1, "(none)");
    // With the count at 99 every quiet move ends the game.
    let quiet = "fen 7k4/12/12/12/12/12/12/12/3R8/12/12/K11 w - - 99 80";
    assert_eq!(answer(quiet, "go depth 3").0, "cp 0");
}
