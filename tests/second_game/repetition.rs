//! Draws that depend on what was played before: seen by the search, told as `score cp 0`, and never
//! as exact.

use std::slice;

use jacquerie::game::value::Value;
use jacquerie::game::{HashKey, Outcome, PackedKey};
use jacquerie::search::Report;

use crate::game::KeyOf;
use crate::hall::{config, last, nodes, oracle, reversed, session, think, tiny};
use crate::rules::MOST_QUIET_PLIES;

/// The one move of a position that does not lose, if it can be taken back; all others lose within so
/// many plies.
fn only_move(number: usize, longest: usize) -> Option<(String, usize)> {
    let values = oracle();
    let moves = values.moves(number).into_iter();
    let (losing, others): (Vec<_>, Vec<_>) =
        moves.partition(|(_, child, _)| values.alone(*child).0 == Outcome::Win);
    let soon = losing
        .iter()
        .all(|(_, child, _)| values.alone(*child).1 <= longest);
    match &others[..] {
        [(text, child, false)] if soon && !losing.is_empty() => Some((text.clone(), *child)),
        _ => None,
    }
}

/// A game in which the only move that does not lose brings a position on the board for the third
/// time.
pub struct Third {
    pub fen: String,
    pub moves: Vec<String>,
    saving: String,
}

impl Third {
    fn at(number: usize) -> Option<Self> {
        let values = oracle();
        let (there, after) = only_move(number, 5)?;
        let find = |from: usize, text: &str| {
            let mut moves = values.moves(from).into_iter();
            moves.find(|one| one.0 == text && !one.2).map(|one| one.1)
        };
        // Both go back again, and everything from the beginning.
        let quiet = values.moves(after).into_iter().filter(|one| !one.2);
        let mut circles = quiet.filter_map(|(other, at, _)| {
            let at = find(at, &reversed(&there))?;
            (find(at, &reversed(&other))? == number).then_some(other)
        });
        let other = circles.next()?;
        let circle = [other.clone(), reversed(&there), reversed(&other)];
        let moves = [&circle[..], slice::from_ref(&there), &circle].concat();
        let fen = values.rules.fen(&values.setups[after], 0);
        Some(Self {
            fen,
            moves,
            saving: there,
        })
    }
}

pub fn thirds() -> impl Iterator<Item = Third> {
    let values = oracle();
    let goes_on = |number: &usize| values.end(*number).is_none();
    let draws = (0..values.setups.len()).filter(|number| values.alone(*number).0 == Outcome::Draw);
    draws.filter(goes_on).filter_map(Third::at)
}

fn is_draw_that_nobody_proved(told: &[Report<String>]) -> bool {
    let best = &told[told.len() - 1];
    best.value == Value::DRAW && told.iter().all(|report| report.proved.is_none())
}

#[test]
fn who_can_only_repeat_does_so() {
    fn check<K: KeyOf>(step: usize) -> usize {
        let mut engine = tiny::<K>();
        let games = thirds().step_by(step).map(|third| {
            let moves: Vec<&str> = third.moves.iter().map(String::as_str).collect();
            let told = think(&mut engine, &third.fen, &moves, nodes(3_000));
            let about = format!("{} {moves:?}: {told:?}", third.fen);
            assert!(is_draw_that_nobody_proved(&told), "{about}");
            assert_eq!(
                told[told.len() - 1].principal_variation,
                [third.saving],
                "{about}"
            );
        });
        games.count()
    }
    let checked = check::<HashKey>(1) + check::<PackedKey>(2);
    assert!(checked > 50, "{checked}");
}

#[test]
fn it_is_told_as_a_score_of_nothing() {
    let third = thirds().next().expect("there is such a game");
    let lines = format!(
        "position fen {} moves {}\ngo depth 6\n",
        third.fen,
        third.moves.join(" ")
    );
    let output = session(config("tiny"), &lines);
    assert_eq!(last(&output, "bestmove"), third.saving, "{output}");
    assert!(
        last(&output, "info depth").contains(" score cp 0 "),
        "{output}"
    );
    assert!(!output.contains("exact"), "{output}");
}

/// Two men, none of them a runner, and few plies left: what is not won in time is drawn, whatever
/// the position is worth alone.
#[test]
fn the_end_of_the_count_is_a_draw() {
    let values = oracle();
    let mut engine = tiny::<HashKey>();
    let is_bare = |number: &usize| {
        let fen = values.rules.fen(&values.setups[*number], 0);
        let board = fen.split(' ').next().unwrap_or_default();
        let men = board
            .matches(|letter: char| letter.is_ascii_alphabetic())
            .count();
        men == 2 && !board.contains(['R', 'r']) && values.end(*number).is_none()
    };
    let (mut draws, mut saved) = (0, 0);
    for (index, number) in (0..values.setups.len())
        .filter(is_bare)
        .enumerate()
        .step_by(7)
    {
        let most = usize::from(MOST_QUIET_PLIES);
        let quiet = most - 1 - index % 4;
        let fen = values.rules.fen(&values.setups[number], quiet);
        let told = think(&mut engine, &fen, &[], nodes(3_000));
        let best = &told[told.len() - 1];
        let outcome = values.counted(number, quiet).0;
        assert_eq!(
            best.value.is_win(),
            outcome == Outcome::Win,
            "{fen}: {best:?}"
        );
        assert_eq!(
            best.value.is_loss(),
            outcome == Outcome::Loss,
            "{fen}: {best:?}"
        );
        if outcome == Outcome::Draw {
            assert!(is_draw_that_nobody_proved(&told), "{fen}: {told:?}");
            draws += 1;
            saved += usize::from(values.alone(number).0 != Outcome::Draw);
        }
    }
    assert!(draws > 100 && saved > 20, "{draws} {saved}");
}
