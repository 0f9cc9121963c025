//! Strategies where positions come back: what the oracle's values make is accepted, and what goes
//! round instead of winning is not.

use std::collections::{HashMap, HashSet};

use jacquerie::game::{Game, HashKey, Outcome};
use jacquerie::solve::certificate::{Claim, Strategy, claims, in_order};
use jacquerie::solve::checker::{self, Problem};
use jacquerie::solve::line::principal;
use jacquerie::solve::strategy::strategy;

use crate::exact::{Tables, tables};
use crate::game::Wanderers;
use crate::rules::Position;

type Small = Wanderers<HashKey>;

/// Checks moves; for how many positions they are.
fn check(game: &Small, root: &Position, claim: Claim, moves: &[u8]) -> Result<usize, Problem> {
    let size = checker::check(game, root, claim, &Strategy::whole(moves.into()));
    size.map(|size| size.positions).map_err(|flaw| flaw.problem)
}

/// What is reached after some moves, in canonical form.
fn children(game: &Small, position: &Position) -> Vec<Position> {
    let moves = in_order(game, position).into_iter();
    moves
        .map(|played| game.canonical(&game.play(position, played)))
        .collect()
}

/// The number of the child that is best for whoever leads there: the quickest win, the slowest loss;
/// among draws one that was led to already, if there is one.
fn best(
    tables: &Tables,
    children: &[Position],
    led_to: impl Fn(&Position) -> bool,
) -> Option<usize> {
    let rank = |child: &Position| match tables.valued(child) {
        (Outcome::Loss, plies) => 100_000 - plies as i32,
        (Outcome::Draw, _) => i32::from(led_to(child)),
        (Outcome::Win, plies) => plies as i32 - 100_000,
    };
    (0..children.len()).max_by_key(|number| rank(&children[*number]))
}

fn made(tables: &Tables, root: &Position, claim: Claim) -> Option<Vec<u8>> {
    let choose = |_: &Position, children: &[Position], led_to: &HashSet<Position>| {
        best(tables, children, |child| led_to.contains(child))
    };
    strategy(&tables.game, root, claim, usize::MAX, choose)
}

/// The order in which a certificate has its moves, written once more: whatever `choose` says is
/// written down, be it a proof or not.
fn written(
    game: &Small,
    root: &Position,
    claim: Claim,
    choose: &mut dyn FnMut(&Position, &[Position]) -> usize,
) -> (Vec<u8>, Vec<Position>) {
    let mut moves = Vec::new();
    let mut order = Vec::new();
    let mut seen = HashSet::new();
    // Whose turn it is, and the positions that are still to be looked at, the next one last.
    let mut ahead = vec![(claim.by_mover, game.canonical(root))];
    while let Some((is_own, position)) = ahead.pop() {
        if game.outcome(&position).is_some() {
            continue;
        }
        let children = children(game, &position);
        if !is_own {
            ahead.extend(children.iter().rev().map(|child| (true, *child)));
        } else if seen.insert(position) {
            let number = choose(&position, &children);
            moves.push(number as u8);
            order.push(position);
            ahead.push((false, children[number]));
        }
    }
    (moves, order)
}

/// Positions where the game goes on, spread over all of them.
fn samples(tables: &Tables, step: usize) -> impl Iterator<Item = Position> {
    let all = tables.positions.iter().copied();
    let going_on = all.filter(|one| tables.game.outcome(one).is_none());
    going_on.step_by(step)
}

#[test]
fn strategies_made_from_exact_values_are_accepted() {
    for no_move_draws in [true, false] {
        let tables = tables(no_move_draws);
        let mut accepted: HashMap<Outcome, usize> = HashMap::new();
        for root in samples(tables, 997) {
            let (value, plies) = tables.valued(&root);
            let strategies: Vec<Strategy> = claims(value)
                .into_iter()
                .map(|claim| {
                    let moves = made(tables, &root, claim).expect("the oracle knows what to play");
                    assert_eq!(check(&tables.game, &root, claim, &moves), Ok(moves.len()));
                    Strategy::whole(moves)
                })
                .collect();
            *accepted.entry(value).or_default() += 1;
            // The line is as long as the win takes; of a draw it ends.
            let line = principal(&tables.game, &root, value, &strategies).expect("its line");
            match value {
                Outcome::Draw => assert!(!line.is_empty()),
                _ => assert_eq!(line.len(), plies),
            }
        }
        let kinds = [Outcome::Win, Outcome::Draw, Outcome::Loss];
        assert!(kinds.iter().all(|kind| accepted[kind] > 20), "{accepted:?}");
    }
}

/// What proves one value proves no better one.
#[test]
fn nobody_proves_more_than_the_value() {
    let tables = tables(true);
    let mut refused = 0;
    for root in samples(tables, 1_999) {
        let (value, _) = tables.valued(&root);
        let all = [Outcome::Loss, Outcome::Draw, Outcome::Win].map(claims);
        for claim in all.into_iter().flatten() {
            let gets = match claim.by_mover {
                true => value,
                false => value.reversed(),
            };
            let moves = made(tables, &root, claim);
            assert_eq!(moves.is_some(), claim.goal.is_met_by(gets));
            refused += usize::from(moves.is_none());
        }
    }
    assert!(refused > 100, "{refused}");
}

#[test]
fn a_win_may_not_rest_on_a_repetition() {
    let tables = tables(true);
    let mut repeated = 0;
    for root in samples(tables, 499) {
        if tables.valued(&root).0 != Outcome::Win {
            continue;
        }
        let claim = claims(Outcome::Win)[0];
        // Every move keeps the win, but goes as far from it as can be.
        let (moves, _) = written(&tables.game, &root, claim, &mut |_, children| {
            let lost = (0..children.len())
                .filter(|number| tables.valued(&children[*number]).0 == Outcome::Loss);
            lost.max_by_key(|number| tables.valued(&children[*number]).1)
                .expect("some move wins")
        });
        match check(&tables.game, &root, claim, &moves) {
            Err(problem) => {
                assert_eq!(problem, Problem::Repetition);
                repeated += 1;
            }
            // It can be that no detour leads back.
            Ok(positions) => assert_eq!(positions, moves.len()),
        }
    }
    assert!(repeated > 20, "{repeated}");
}

/// One move that lets the value go, and the best moves everywhere else.
#[test]
fn one_wrong_move_is_found() {
    let tables = tables(true);
    let game = &tables.game;
    let mut problems: HashMap<String, usize> = HashMap::new();
    for root in samples(tables, 5_003) {
        let (value, _) = tables.valued(&root);
        for claim in claims(value) {
            let mut plain = |_: &Position, children: &[Position]| {
                best(tables, children, |_| false).expect("there is a move")
            };
            let (moves, order) = written(game, &root, claim, &mut plain);
            assert_eq!(check(game, &root, claim, &moves), Ok(moves.len()));
            let step = (order.len() / 15).max(1);
            for (index, place) in order.iter().enumerate().step_by(step) {
                let children = children(game, place);
                let lets_go = |number: &usize| {
                    let gets = tables.valued(&children[*number]).0.reversed();
                    !claim.goal.is_met_by(gets)
                };
                for wrong in (0..children.len()).filter(lets_go) {
                    let (with_error, _) =
                        written(game, &root, claim, &mut |position, children| match position
                            == place
                        {
                            true => wrong,
                            false => plain(position, children),
                        });
                    let problem = check(game, &root, claim, &with_error);
                    let problem = problem.expect_err("it is wrong");
                    *problems.entry(problem.to_string()).or_default() += 1;
                    // Nor is it a proof when the other moves stay where they are.
                    let mut changed = moves.clone();
                    changed[index] = wrong as u8;
                    assert!(check(game, &root, claim, &changed).is_err());
                }
            }
        }
    }
    let found = |problem: Problem| problems.get(&problem.to_string()).copied().unwrap_or(0);
    assert!(found(Problem::Ending) > 100, "{problems:?}");
    assert!(found(Problem::Repetition) > 20, "{problems:?}");
}
