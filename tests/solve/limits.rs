//! Solvers with a limit on positions: they stop near that number, and continue from there when
//! called again.

use jacquerie::game::Outcome;
use jacquerie::game::bounds::{Bounds, Goal};
use jacquerie::solve::certificate::Claim;
use jacquerie::solve::solving::GameSolver;
use jacquerie::stop::Stop;

use super::support::{position, solver, start};

/// How often a thread checks the limit, in positions.
const GLANCE: u64 = 256;

fn after(positions: u64) -> Stop {
    let stop = Stop::default();
    stop.stop_after(positions);
    stop
}

#[test]
fn a_limit_is_passed_once_and_for_all() {
    let stop = Stop::default();
    stop.count_from(5_000);
    assert!(!stop.stop_if_after(u64::MAX), "there is no limit");
    stop.stop_after(1_000);
    // Later calls are ignored.
    stop.stop_after(10);
    stop.stop_after(100_000);
    stop.count_from(4_000);
    for positions in [0, 5_011, 6_000] {
        assert!(!stop.stop_if_after(positions), "{positions}");
        assert!(!stop.is_stopped());
    }
    assert!(stop.stop_if_after(6_001));
    assert_eq!(stop.searched(6_001), 1_001);
    assert!(stop.is_stopped());
    assert!(stop.stop_if_after(0));

    let stop = Stop::default();
    stop.stop();
    assert!(stop.stop_if_after(0), "it was stopped in another way");
}

/// Nothing is known at the limit; later, without a limit, everything is, with no more work in
/// total.
#[test]
fn a_question_stays_open_at_its_limit() {
    let start = start("pawngame", "5");
    let alone = solver("pawngame", 1);
    let at_once = alone.ask(&*start, Goal::Win, &Stop::default());
    assert_eq!(at_once, Ok(Some(false)));
    let whole = alone.positions();
    for (limit, threads) in [(0, 1), (300, 1), (1_000, 1), (1_000, 2)] {
        assert!(limit + 4 * GLANCE < whole, "{whole}");
        let solver = solver("pawngame", threads);
        let stop = after(limit);
        assert_eq!(solver.ask(&*start, Goal::Win, &stop), Ok(None), "{limit}");
        let most = limit + GLANCE * threads as u64;
        let found = solver.positions();
        assert!((limit + 1..=most + 1).contains(&found), "{limit}: {found}");
        assert!(stop.is_stopped());

        let answer = solver.ask(&*start, Goal::Win, &Stop::default());
        assert_eq!(answer, Ok(Some(false)), "{limit}");
        if threads == 1 {
            let found = solver.positions();
            assert!(
                found <= whole + whole / 10 + GLANCE,
                "{limit}: {found}, not {whole}"
            );
        }
    }
}

/// A limit counts all positions that the solver has ever searched, so each is the last count plus
/// some more.
fn in_rounds(solver: &dyn GameSolver, variant: &str, fen: &str, each: u64) -> (Bounds, u64) {
    let state = position(variant, fen);
    for round in 0..1_000 {
        let stop = after(solver.positions() + each);
        let solution = solver
            .solve(&*state, false, &stop, &mut |_, _| ())
            .expect("it can be solved");
        if solution.bounds.exact().is_some() {
            return (solution.bounds, round);
        }
        assert!(stop.is_stopped(), "{fen}: it has given up by itself");
    }
    panic!("{fen}: it does not reach a value");
}

/// Every game's solver continues from where it stopped.
#[test]
fn many_small_rounds_reach_the_value() {
    for (variant, fen, each, value) in [
        (
            "pawngame",
            "6/pppppp/6/6/6/6/PPPPPP/6 w",
            1_000,
            Outcome::Win,
        ),
        ("pawnsonly", "5/ppppp/5/5/5/5/PPPPP/5 w", 500, Outcome::Loss),
        ("peasants", "3/ppp/ppp/3/3/PPP/PPP/3 w", 100, Outcome::Draw),
        (
            "antichess",
            "8/8/p2b2BQ/8/8/8/2N5/8 w - - 0 1",
            20_000,
            Outcome::Win,
        ),
        (
            "kingpawn",
            "8/6p1/7k/8/1K6/8/1P6/8 w - - 0 1",
            150_000,
            Outcome::Win,
        ),
    ] {
        let whole = solver(variant, 1);
        let state = position(variant, fen);
        let at_once = whole.solve(&*state, false, &Stop::default(), &mut |_, _| ());
        assert_eq!(
            at_once.map(|one| one.bounds),
            Ok(Bounds::exactly(value)),
            "{fen}"
        );
        let solver = solver(variant, 1);
        let (bounds, rounds) = in_rounds(&*solver, variant, fen, each);
        assert_eq!(bounds, Bounds::exactly(value), "{fen}");
        assert!(rounds > 0, "{fen}: {} positions", whole.positions());
    }
}

/// What is known about a position and its moves at a limit is true.
#[test]
fn what_is_known_at_a_limit_is_true() {
    let start = start("pawngame", "5");
    let whole = solver("pawngame", 1);
    let solve = |solver: &dyn GameSolver, stop: &Stop| {
        let solution = solver.solve(&*start, true, stop, &mut |_, _| ());
        solution.expect("it can be solved")
    };
    let truth = solve(&*whole, &Stop::default());
    let (mut open, mut settled) = (0, 0);
    for tenths in [0, 1, 5, 8] {
        let limit = whole.positions() * tenths / 10;
        let solver = solver("pawngame", 1);
        let stop = after(limit);
        let found = solve(&*solver, &stop);
        // The solver looks once more at each open question.
        let questions = 2 * (1 + found.moves.len() as u64);
        let most = limit + questions * GLANCE;
        assert!(
            solver.positions() <= most,
            "{limit}: {}",
            solver.positions()
        );
        assert!(stop.is_stopped());
        let holds = |bounds: Bounds, truth: Bounds| {
            assert_eq!(bounds.and(truth), truth, "{limit}: {bounds:?}");
            bounds.exact().is_some()
        };
        holds(found.bounds, truth.bounds);
        assert_eq!(found.moves.len(), truth.moves.len());
        for (found, truth) in found.moves.iter().zip(&truth.moves) {
            assert_eq!(found.played, truth.played);
            match holds(found.bounds, truth.bounds) {
                true => settled += 1,
                false => open += 1,
            }
        }
    }
    assert!(open > 0 && settled > 0, "{open} open, {settled} settled");
}

/// A proof that exceeds its limit is not returned, but can be obtained later.
#[test]
fn a_part_over_its_limit_is_not_given() {
    let claim = Claim {
        by_mover: true,
        goal: Goal::Draw,
    };
    let (solver, start) = (solver("pawngame", 1), start("pawngame", "5"));
    assert_eq!(solver.part(&*start, claim, &after(500)), Ok(None));
    assert!(
        solver.positions() <= 500 + 2 * GLANCE,
        "{}",
        solver.positions()
    );
    let part = solver.part(&*start, claim, &Stop::default());
    assert!(part.expect("it can be solved").is_some());
}
