//! How games end, as referees and clients are told: by UCI, by XBoard's protocol, and by the state.

use jacquerie::board::Colour;
use jacquerie::game::finish::Cause;

use super::hall::{Hall, session, state, xboard_session};

#[test]
fn each_end_is_told() {
    let (white, black) = (Some(Colour::White), Some(Colour::Black));
    let hall = Hall::open();
    for (fen, variant, winner, cause, told) in [
        (
            "8/8/8/3k4/8/8/8/8 w",
            "antichess",
            white,
            Cause::NoMen,
            "White has no man left",
        ),
        (
            "8/8/8/3K4/8/8/8/8 b",
            "suicide",
            black,
            Cause::NoMen,
            "Black has no man left",
        ),
        (
            "8/8/8/8/p7/P7/8/8 w",
            "antichess",
            white,
            Cause::NoMove,
            "White has no move",
        ),
        (
            "8/8/8/8/p7/P7/8/8 b",
            "giveaway",
            black,
            Cause::NoMove,
            "Black has no move",
        ),
        (
            "8/8/8/8/p7/P7/8/8 w",
            "suicide",
            None,
            Cause::NoMove,
            "White has no move; men left: 1 against 1",
        ),
        (
            "P7/8/8/8/p7/P7/8/8 w",
            "suicide",
            black,
            Cause::NoMove,
            "White has no move; men left: 2 against 1",
        ),
        (
            "8/8/8/8/p7/P7/8/7b w",
            "suicide",
            white,
            Cause::NoMove,
            "White has no move; men left: 1 against 2",
        ),
        (
            "8/8/8/3b4/8/8/8/B1B5 w",
            "antichess",
            None,
            Cause::Material,
            "bishops on squares of different colours never meet",
        ),
    ] {
        let finish = hall.state(variant, fen).finish().expect(fen);
        assert_eq!((finish.winner, finish.cause), (winner, cause), "{fen}");
        assert_eq!(finish.told, told, "{fen}");
    }
}

#[test]
fn a_position_that_comes_back_is_a_draw() {
    let mut state = state("8/8/8/8/8/8/6p1/K1k5 w - - 0 1");
    for one in "a1a2 c1d1 a2a1 d1c1 a1a2 c1d1 a2a1".split(' ') {
        assert_eq!(state.finish(), None, "before {one}");
        state.play(one).expect("it is legal");
    }
    assert_eq!(state.finish(), None);
    state.play("d1c1").expect("it is legal");
    let finish = state.finish().expect("it stands there for the third time");
    assert_eq!((finish.winner, finish.cause), (None, Cause::Repetition));
    assert!(state.moves().is_empty());
}

#[test]
fn fifty_moves_without_progress_are_a_draw() {
    let mut count = state("7k/8/8/8/8/8/p7/K6p w - - 98 80");
    assert_eq!(count.finish(), None);
    assert_eq!(count.moves(), ["a1a2"], "it must capture");
    count.play("a1a2").expect("it is legal");
    assert_eq!(count.fen(), "7k/8/8/8/8/8/K7/7p b - - 0 80");

    let mut quiet = state("7k/8/8/8/8/8/8/K7 w - - 98 80");
    quiet.play("a1b1").expect("it is legal");
    assert_eq!(quiet.finish(), None);
    quiet.play("h8g8").expect("it is legal");
    let finish = quiet.finish().expect("fifty moves of each side");
    assert_eq!((finish.winner, finish.cause), (None, Cause::NoProgress));
    assert_eq!(quiet.fen(), "6k1/8/8/8/8/8/8/1K6 w - - 100 81");

    // Who has no man left has won, whatever the count.
    let won = state("8/8/8/8/8/8/8/K7 b - - 100 80").finish();
    assert_eq!(won.expect("it is over").winner, Some(Colour::Black));
}

/// The score of the answer to `go`, and the move.
fn answer(variant: &str, position: &str, go: &str) -> (String, String) {
    let output = session(variant, &format!("position {position}\n{go}\n"));
    let mut score = output.lines().filter_map(|line| line.split_once(" score "));
    let score = score.next_back().map(|(_, rest)| rest).unwrap_or_default();
    let words: Vec<&str> = score.split(' ').take(2).collect();
    let best = output.lines().last().unwrap_or_default();
    let best = best.strip_prefix("bestmove ").expect("an answer");
    let best = best.split(' ').next().unwrap_or_default();
    (words.join(" "), best.to_owned())
}

#[test]
fn a_game_is_played_to_its_end_by_uci() {
    let forced = "fen 8/8/8/8/8/8/1p6/K7 w - - 0 1";
    assert_eq!(answer("antichess", forced, "go depth 4").1, "a1b2");
    // White gives its last man away.
    let won = "fen 8/8/8/8/8/1k6/8/K7 w - - 0 1";
    let (score, best) = answer("antichess", won, "go depth 4");
    assert_eq!((score.as_str(), best.as_str()), ("mate 1", "a1a2"));
    let over = format!("{won} moves a1a2 b3a2");
    assert_eq!(answer("antichess", &over, "go depth 4").1, "(none)");
    // Who is to move has won: `mate 0` would say that it is mated.
    assert_eq!(answer("antichess", &over, "go depth 4").0, "mate 1");
}

#[test]
fn the_search_knows_what_draws() {
    // With the count at 99 every quiet move ends the game; at 0 it goes on.
    let quiet = "fen 7k/8/8/8/8/8/8/K7 w - - 99 80";
    assert_eq!(answer("antichess", quiet, "go depth 3").0, "cp 0");
    // Bishops that never meet.
    let dead = "fen 8/8/8/3b4/8/8/8/B7 w - - 0 1";
    assert_eq!(answer("suicide", dead, "go depth 3").0, "cp 0");
}

#[test]
fn stalemate_is_what_the_variant_says() {
    // Black takes and leaves White without a move.
    let start = "fen 8/8/8/8/p7/8/P7/8 w - - 0 1";
    assert_eq!(answer("antichess", start, "go depth 3").0, "mate -1");
    assert_eq!(answer("giveaway", start, "go depth 3").0, "mate -1");
    assert_eq!(answer("suicide", start, "go depth 3").0, "cp 0");
}

#[test]
fn xboard_is_told_of_what_it_does_not_know() {
    let lines =
        "xboard\nprotover 2\nvariant antichess\nforce\nvariant suicide\nvariant giveaway\nquit\n";
    let output = xboard_session(lines);
    assert!(
        output.contains(
            "setup 8x8+0_giveaway rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\n"
        ),
        "{output}"
    );
    assert_eq!(output.matches("setup ").count(), 1, "{output}");
    assert!(!output.contains("piece "), "{output}");
    assert!(
        output.contains("variants=\"antichess,giveaway,"),
        "{output}"
    );
}

/// XBoard's user promotes to a king, castles (in vain), and sets up boards with castling rights.
#[test]
fn xboards_moves_are_understood() {
    let lines = "variant giveaway\nforce\nsetboard 4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1\n\
                 usermove e1g1\nusermove a7a8k\nusermove e8e7\nusermove a8b8\ngo\nquit\n";
    let output = xboard_session(lines);
    let wrong: Vec<&str> = output
        .lines()
        .filter(|line| line.starts_with("Illegal") || line.starts_with("tellusererror"))
        .collect();
    assert_eq!(wrong.len(), 1, "{output}");
    assert!(wrong[0].starts_with("Illegal move ("), "{output}");
    assert!(wrong[0].ends_with("): e1g1"), "{output}");
}

#[test]
fn xboard_is_told_the_result() {
    let lines = "variant suicide\nforce\nsetboard 8/8/8/8/p7/8/P7/8 w - - 0 1\nplayother\n\
                 usermove a2a3\nquit\n";
    let output = xboard_session(lines);
    assert!(
        output.contains("1/2-1/2 {Black has no move; men left: 1 against 1}"),
        "{output}"
    );
}
