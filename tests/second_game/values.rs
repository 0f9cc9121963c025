//! The results of search and solver, against retrograde analysis by the plain rules.

use std::sync::LazyLock;

use jacquerie::engine::{Answer, Engine};
use jacquerie::game::Outcome;
use jacquerie::search::Limits;
use jacquerie::solve::solution::Shortest;
use jacquerie::solve::solving::{GameSolver, Means};
use jacquerie::stop::Stop;
use rand::seq::{IndexedRandom, IteratorRandom};
use rand::{RngExt, SeedableRng, rngs::StdRng};

use crate::game::MOST_QUIET_PLIES;
use crate::oracle::Oracle;
use crate::oracle::retrograde::{Exact, Retrograde, before, rank};
use crate::plain::Board;
use crate::{config, state, with};

/// All positions reachable from these are tested.
const ROOTS: [&str; 2] = [
    "1k/1p/2/2/2/2/2/2/2/K1 w - - 0 1",
    "2/1p/2/2/2/2/2/2/P1/R1 w - - 0 1",
];

/// Where a side without a move draws, and where it has lost.
pub static VALUES: LazyLock<[(&str, Retrograde<Board>); 2]> = LazyLock::new(|| {
    let analysed = |name| {
        (
            name,
            Retrograde::of(ROOTS.map(|fen| Board::read(name, fen))),
        )
    };
    ["corridor", "strict"].map(analysed)
});

/// Some positions of unfinished games, with their values.
pub fn some(values: &Retrograde<Board>, count: usize) -> Vec<(Board, Exact)> {
    let all = values.all().filter(|(board, _)| board.end().is_none());
    let all = all.map(|(board, value)| (board.clone(), value));
    all.sample(&mut StdRng::seed_from_u64(40), count)
}

pub fn solver(name: &str) -> Box<dyn GameSolver> {
    let means = Means {
        mebibytes: 16,
        threads: 1,
        is_plain: false,
    };
    with(name, |variant| variant.solver(means)).expect("it has a solver")
}

#[test]
fn values_and_lengths_are_solved() {
    for (name, values) in &*VALUES {
        let (solver, stop) = (solver(name), Stop::default());
        let mut lengths = 0;
        for (board, (value, plies)) in some(values, 60) {
            let state = state(name, &board.fen());
            let found = solver.solve(&*state, true, &stop, &mut |_, _| ());
            let found = found.expect("it can be searched");
            assert_eq!(found.bounds.exact(), Some(value), "{board:?}");
            let moves = found.moves.into_iter();
            let mut moves: Vec<_> = moves.map(|one| (one.played, one.bounds.exact())).collect();
            let wanted = values.moves(&board).into_iter();
            let mut wanted: Vec<_> = wanted.map(|(one, exact)| (one, Some(exact.0))).collect();
            moves.sort();
            wanted.sort();
            assert_eq!(moves, wanted, "{board:?}");
            if let Some(plies) = plies {
                let line = solver.shortest(&*state, value, &stop);
                let Ok(Shortest::Line(line)) = line else {
                    panic!("{board:?}: {line:?}");
                };
                assert_eq!(line.len(), usize::from(plies), "{board:?}: {line:?}");
                lengths += 1;
            }
        }
        assert!(lengths > 10, "{name}: {lengths}");
    }
}

/// The value of a position after quiet plies: what is not won before the count ends is drawn.
fn in_time(values: &Retrograde<Board>, board: &Board) -> Exact {
    match board.end() {
        Some(_) => values.value(board),
        None if board.quiet >= MOST_QUIET_PLIES.into() => (Outcome::Draw, None),
        None => {
            let children = board.replies().into_iter().map(|child| match child.quiet {
                0 => before(values.value(&child)),
                _ => before(in_time(values, &child)),
            });
            let best = children.max_by_key(|value| rank(*value));
            best.expect("there is a move")
        }
    }
}

/// The claims about positions.
#[derive(Default, Debug)]
struct Told {
    proved: usize,
    /// Wins and losses that the count of quiet plies prevents.
    stopped: usize,
    false_proofs: usize,
    false_mates: usize,
}

/// Searches positions one after the other, many after quiet plies; the table is kept.
fn search((name, values): &(&str, Retrograde<Board>)) -> Told {
    let mut engine = Engine::new(config(name)).expect("the variant can start");
    let mut random = StdRng::seed_from_u64(1);
    let mut told = Told::default();
    for (mut board, alone) in some(values, 1_000) {
        board.quiet = *[0, 0, 17, 19].choose(&mut random).expect("a count");
        let truth = match board.quiet {
            0 => alone,
            _ => in_time(values, &board),
        };
        let set_up = engine.set_position(Some(&board.fen()), &[]);
        set_up.expect("it is right");
        let limits = Limits {
            nodes: Some(random.random_range(50..1_000)),
            ..Limits::default()
        };
        let mut reports = Vec::new();
        let answer = engine.go(limits, &Stop::default(), |report| reports.push(report));
        let answer = answer.expect("it can be searched");
        assert!(matches!(answer, Answer::Best(_)), "{board:?}");
        for report in &reports {
            let is_false = report.proved.is_some_and(|proved| proved != alone.0);
            told.false_proofs += usize::from(is_false);
            let most = report.value.plies_to_end();
            let is_false = most.is_some_and(|most| match (report.value.is_win(), truth) {
                (true, (Outcome::Win, plies)) => plies > Some(most),
                // A search that is stopped may know only one of the losing moves.
                (is_win, (outcome, _)) => is_win || outcome != Outcome::Loss,
            });
            told.false_mates += usize::from(is_false);
        }
        let last = reports.last().expect("there is a report");
        told.proved += usize::from(last.proved.is_some());
        told.stopped += usize::from(alone.0 != truth.0);
    }
    told
}

#[test]
fn all_claims_are_true() {
    for values in &*VALUES {
        let told = search(values);
        assert_eq!((told.false_proofs, told.false_mates), (0, 0), "{told:?}");
        assert!(told.proved > 200 && told.stopped > 20, "{told:?}");
    }
}
