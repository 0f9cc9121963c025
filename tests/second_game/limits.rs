//! Lines and games longer than those of pawn games.

use std::time::Duration;

use jacquerie::engine::Engine;
use jacquerie::search::{Depth, Limits};

use crate::hall::{MANY_MOVES, config, last, session, think};

/// Walkers and drifters on an open board: nothing ends a line but the count, which starts anew with
/// each step of a runner.
const OPEN: &str = "d8w/10/r1r1r1r3/10/10/10/10/10/10/R1R1R1R3/10/W8D w 0 1";

#[test]
fn no_line_is_too_long() {
    for (variant, fen, limit) in [
        ("tiny", "2/r1/2/2/2/2/2/2/1R/W1 w", "nodes 300000"),
        ("tiny", "2/w1/2/2/2/2/2/2/2/W1 w", "nodes 300000"),
        ("wanderers", OPEN, "nodes 30000"),
        ("wanderers", MANY_MOVES, "nodes 30000"),
    ] {
        let lines = format!("position fen {fen}\ngo depth 240 {limit}\nisready\n");
        let output = session(config(variant), &lines);
        assert_ne!(last(&output, "bestmove"), "(none)", "{output}");
        assert!(!output.contains("internal error"), "{output}");
    }
}

#[test]
fn time_ends_a_deep_search() {
    let mut engine = Engine::new(config("wanderers")).expect("the variant can start");
    let limits = Limits {
        depth: Some(Depth::MAX),
        move_time: Some(Duration::from_millis(300)),
        ..Limits::default()
    };
    let told = think(&mut engine, OPEN, &[], limits);
    assert!(!told.is_empty());
}

/// Whoever talks to the engine tells it the whole game each time, and the rules do not stop him.
#[test]
fn a_game_may_have_thousands_of_moves() {
    let to_and_fro = ["a1a2", "j12j11", "a2a1", "j11j12"].join(" ");
    let moves = [to_and_fro.as_str(); 750].join(" ");
    let fen = "9w/10/10/10/10/10/10/10/10/10/10/W9 w 0 1";
    let lines = format!("position fen {fen} moves {moves}\nfen\ngo nodes 2000\nd\n");
    let output = session(config("wanderers"), &lines);
    assert!(
        output.contains("9w/10/10/10/10/10/10/10/10/10/10/W9 w 3000 1501\n"),
        "{output}"
    );
    assert_ne!(last(&output, "bestmove"), "(none)");
    assert!(output.contains("score cp 0 "), "{output}");
    assert!(!output.contains("exact"), "{output}");
}
