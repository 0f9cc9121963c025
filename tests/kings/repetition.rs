//! A position that stands there for the third time: a draw for referee and search, and never a fact.

use jacquerie::arena::pgn::GameResult;
use jacquerie::arena::referee::verdict;
use jacquerie::arena::verdict::Reason;
use jacquerie::game::Outcome;
use jacquerie::game::finish::Cause;
use jacquerie::game::value::Value;

use super::hall::{session, state_after, think};
use super::retrograde::Tables;

#[test]
fn the_referee_claims_it() {
    let start = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    let twice = "e1d1 e8d8 d1e1 d8e8 e1d1 e8d8 d1e1";
    assert_eq!(verdict(&*state_after(start, twice)), None);
    let third = state_after(start, &format!("{twice} d8e8"));
    let verdict_of = |state| verdict(state).map(|verdict| (verdict.result, verdict.reason));
    let repeated = Some((GameResult::Draw, Reason::Rules(Cause::Repetition)));
    assert_eq!(verdict_of(&*third), repeated);
    assert!(third.moves().is_empty());
    // A position's mirror image, and the same with the other side to move, are others.
    let mirrored = "e1d1 e8d8 d1e1 d8e8 e1f1 e8f8 f1e1";
    assert_eq!(verdict(&*state_after(start, mirrored)), None);
    // Nothing comes back after a pawn has moved.
    let moved = format!("{twice} d8d7 e2e3 d7e8 e1d1 e8d8 d1e1 d8e8 e1d1 e8d8 d1e1");
    assert_eq!(verdict(&*state_after(start, &moved)), None);
    let again = state_after(start, &format!("{moved} d8e8"));
    assert_eq!(verdict_of(&*again), repeated);
}

/// With a right to capture en passant it is another position than without.
#[test]
fn a_right_that_is_gone_makes_another_position() {
    let start = "4k3/8/8/8/2p5/8/1P6/4K3 w - - 0 1";
    let circles = "b2b4 e8d8 e1d1 d8e8 d1e1 e8d8 e1d1 d8e8 d1e1";
    assert_eq!(verdict(&*state_after(start, circles)), None);
    let third = state_after(start, &format!("{circles} e8d8"));
    assert_eq!(
        third.finish().map(|finish| finish.cause),
        Some(Cause::Repetition)
    );
}

/// White has let a lost opponent come back twice. His next step back draws as the game stands; of the position
/// alone that proves nothing.
#[test]
fn the_search_knows_it_and_does_not_call_it_proved() {
    let start = "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1";
    let moves = ["e6d6", "e8d8", "d6e6", "d8e8", "e6d6", "e8d8", "d6e6"];
    let fen = state_after(start, &moves.join(" ")).fen();
    assert_eq!(Tables::default().value(&fen).0, Outcome::Loss, "{fen}");
    let told = think(start, &moves, 20_000);
    let best = &told[told.len() - 1];
    assert_eq!(best.value, Value::DRAW, "{told:?}");
    assert_eq!(best.principal_variation, ["d8e8"], "{told:?}");
    assert!(
        told.iter().all(|report| report.proved.is_none()),
        "{told:?}"
    );
    // Without that past it is lost, and told so.
    let told = think(&fen, &[], 20_000);
    assert!(told.iter().any(|report| report.value.is_loss()), "{told:?}");
}

#[test]
fn it_is_told_as_a_score_of_nothing() {
    let output = session(
        "position fen 4k3/8/4K3/4P3/8/8/8/8 w - - 0 1 moves e6d6 e8d8 d6e6 d8e8 e6d6 e8d8 d6e6\n\
         go depth 8\n",
    );
    assert!(output.contains(" score cp 0 "), "{output}");
    assert!(output.contains("bestmove d8e8"), "{output}");
    assert!(
        !output.contains("exact") && !output.contains(" mate "),
        "{output}"
    );
}
