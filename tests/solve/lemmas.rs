//! Lemmas: what one solver has proved saves another one work, and no damage to them can make a
//! result false.

use jacquerie::game::bounds::Bounds;
use jacquerie::game::state::GameState;
use jacquerie::games::pawns::Stalemate;
use jacquerie::solve::lemmas::strong;
use jacquerie::solve::proof_search::Shared;
use jacquerie::solve::solving::GameSolver;
use jacquerie::stop::Stop;

use super::oracle::pawns::{Board, Minimax, Random};
use super::support::{position, solver, start, summed};

/// The size of a lemma in bytes; the rule and the layout stand before them, and a checksum of four bytes after them.
const LEMMA: usize = 11;
const HEADER: usize = 2;

fn value(solver: &dyn GameSolver, state: &dyn GameState) -> Bounds {
    let solution = solver.solve(state, false, &Stop::default(), &mut |_, _| ());
    solution.expect("it can be solved").bounds
}

fn shared(solver: &dyn GameSolver) -> &Shared {
    solver.shared().expect("it can share")
}

/// The lemmas proved while solving a position, of at least this many positions each.
fn lemmas_of(variant: &str, state: &dyn GameState, from: u64, threads: usize) -> Vec<u8> {
    let solver = solver(variant, threads);
    shared(&*solver).note_lemmas(from);
    value(&*solver, state);
    shared(&*solver).take_lemmas(solver.rule())
}

/// The boards after each move where the game continues.
fn boards_behind(board: &Board, stalemate: Stalemate) -> Vec<Board> {
    let children = board.steps().into_iter().map(|step| board.after(step));
    children
        .filter(|child| child.outcome(stalemate).is_none())
        .collect()
}

/// One solver solves boards; another learns its lemmas and solves the boards after them.
fn pass_on(variant: &str, stalemate: Stalemate, threads: usize) {
    let mut random = Random(7);
    let mut minimax = Minimax::new(stalemate);
    let (mut learned, mut alone, mut bytes) = (0, 0, 0);
    for _ in 0..16 {
        let board = random.facing_board(4);
        if board.outcome(stalemate).is_some() {
            continue;
        }
        let root = position(variant, &board.to_diagram().to_string());
        let lemmas = lemmas_of(variant, &*root, 4, threads);
        bytes += lemmas.len();
        let (knowing, fresh) = (solver(variant, 1), solver(variant, 1));
        assert!(shared(&*knowing).learn_lemmas(knowing.rule(), &lemmas));
        for child in boards_behind(&board, stalemate) {
            let state = position(variant, &child.to_diagram().to_string());
            let truth = Bounds::exactly(minimax.value(&child).0);
            assert_eq!(value(&*knowing, &*state), truth, "{}", state.fen());
            assert_eq!(value(&*fresh, &*state), truth, "{}", state.fen());
        }
        learned += knowing.positions();
        alone += fresh.positions();
    }
    assert!(bytes > 20 * LEMMA, "{bytes} bytes");
    assert!(learned < alone, "{learned} positions, alone {alone}");
}

#[test]
fn lemmas_save_work_and_change_no_value() {
    pass_on("pawngame", Stalemate::Draw, 1);
}

#[test]
fn lemmas_save_work_where_stalemate_loses() {
    pass_on("pawnsonly", Stalemate::Loss, 1);
}

#[test]
fn lemmas_of_several_threads_are_as_good() {
    pass_on("pawngame", Stalemate::Draw, 2);
}

/// A complete start is solved with few lemmas in far fewer positions, and with all in none.
#[test]
fn few_lemmas_save_most_of_the_work() {
    let start = start("pawngame", "6");
    let fresh = solver("pawngame", 1);
    let truth = value(&*fresh, &*start);
    let all = lemmas_of("pawngame", &*start, 1, 1);
    let knowing = solver("pawngame", 1);
    assert!(shared(&*knowing).learn_lemmas(knowing.rule(), &all));
    assert_eq!(knowing.known(&*start), Ok(truth));
    assert_eq!(knowing.positions(), 0);

    // Without the last lemma, the start itself, they do not hold the answer.
    let mut sizes = Vec::new();
    for from in [16, 256, 1_024] {
        let lemmas = strong(&all, from).expect("they are whole");
        let (lemmas, _) = lemmas.split_at(lemmas.len() - 4);
        let last = lemmas.len() - LEMMA;
        sizes.push((lemmas.len() - HEADER) / LEMMA);
        let knowing = solver("pawngame", 1);
        assert!(shared(&*knowing).learn_lemmas(knowing.rule(), &summed(&lemmas[..last])));
        assert_eq!(knowing.known(&*start), Ok(Bounds::UNKNOWN));
        assert_eq!(value(&*knowing, &*start), truth);
        assert!(
            knowing.positions() < fresh.positions() / 2,
            "{from}: {}",
            knowing.positions()
        );
    }
    let count = (all.len() - HEADER - 4) / LEMMA;
    assert!(sizes.is_sorted_by(|one, other| one > other), "{sizes:?}");
    assert!(sizes[0] < count, "{sizes:?} of {count}");
}

/// Lemmas can be taken only once, and only if they were requested.
#[test]
fn lemmas_are_taken_once() {
    let solver = solver("pawngame", 1);
    let none = solver
        .shared()
        .map(|shared| shared.take_lemmas(solver.rule()));
    let none = none.unwrap();
    value(&*solver, &*start("pawngame", "4"));
    assert_eq!(shared(&*solver).take_lemmas(solver.rule()), none);
    shared(&*solver).note_lemmas(1);
    value(&*solver, &*start("pawngame", "5"));
    assert!(shared(&*solver).take_lemmas(solver.rule()).len() > LEMMA);
    assert_eq!(shared(&*solver).take_lemmas(solver.rule()), none);
    assert!(shared(&*solver).learn_lemmas(solver.rule(), &none));
    shared(&*solver).note_lemmas(u64::MAX);
    value(&*solver, &*start("pawngame", "6"));
    assert_eq!(shared(&*solver).take_lemmas(solver.rule()), none);
}

/// Lemmas that were changed on the way are refused as a whole: nothing is learned from them.
#[test]
fn damaged_lemmas_are_refused() {
    let start = start("pawngame", "3");
    let lemmas = lemmas_of("pawngame", &*start, 1, 1);
    assert!(lemmas.len() > 4 * LEMMA);
    let solver = solver("pawngame", 1);
    let refuses = |bytes: &[u8], what: &str, at: usize| {
        assert!(
            !shared(&*solver).learn_lemmas(solver.rule(), bytes),
            "{what} {at}"
        );
        assert_eq!(strong(bytes, 1), None, "{what} {at}");
    };
    for at in 0..lemmas.len() {
        for change in [1, 0x80, 0xff] {
            let mut wrong = lemmas.clone();
            wrong[at] ^= change;
            refuses(&wrong, "byte", at);
        }
        refuses(&lemmas[..at], "length", at);
        let mut longer = lemmas.clone();
        longer.insert(at, 0);
        refuses(&longer, "a byte more at", at);
    }
    // A lemma left out, and two exchanged.
    let (header, rest) = lemmas.split_at(HEADER);
    refuses(&[header, &rest[LEMMA..]].concat(), "without the first", 0);
    let mut turned = lemmas.clone();
    turned[HEADER..][..2 * LEMMA].rotate_left(LEMMA);
    refuses(&turned, "turned round", 0);
    assert_eq!(solver.known(&*start), Ok(Bounds::UNKNOWN));
    let fresh = super::support::solver("pawngame", 1);
    assert_eq!(value(&*solver, &*start), value(&*fresh, &*start));
    assert_eq!(solver.positions(), fresh.positions());
}

/// Lemmas with a forged checksum are believed unless they are impossible; nothing panics, even if
/// two of them contradict each other.
#[test]
fn forged_lemmas_are_refused_or_believed() {
    let start = start("pawngame", "4");
    let lemmas = lemmas_of("pawngame", &*start, 1, 1);
    let (lemmas, _) = lemmas.split_at(lemmas.len() - 4);
    // At least a win and at most a draw; an outcome that does not exist.
    for impossible in [0b1001, 0b0100, 0b1110, 0b1011] {
        let mut wrong = lemmas.to_vec();
        wrong[HEADER + LEMMA - 1] = impossible;
        let solver = solver("pawngame", 1);
        assert!(
            !shared(&*solver).learn_lemmas(solver.rule(), &summed(&wrong)),
            "{impossible:b}"
        );
    }
    let fresh = solver("pawngame", 1);
    let cut = summed(&lemmas[..lemmas.len() - 1]);
    assert!(!shared(&*fresh).learn_lemmas(fresh.rule(), &cut));
    for known in [0b0000, 0b0101, 0b1010] {
        let mut wrong = lemmas.to_vec();
        wrong
            .iter_mut()
            .skip(HEADER + LEMMA - 1)
            .step_by(LEMMA)
            .for_each(|one| *one = known);
        let solver = solver("pawngame", 1);
        assert!(shared(&*solver).learn_lemmas(solver.rule(), &summed(lemmas)));
        assert!(shared(&*solver).learn_lemmas(solver.rule(), &summed(&wrong)));
        let bounds = value(&*solver, &*start);
        assert!(bounds.least() <= bounds.most(), "{bounds:?}");
    }
}

/// Without stalemate a start of three files is lost, with it drawn: lemmas of one rule would be false by the other.
#[test]
fn lemmas_of_another_rule_are_refused() {
    let lemmas = lemmas_of("pawnsonly", &*start("pawnsonly", "3"), 1, 1);
    let solver = solver("pawngame", 1);
    assert!(!shared(&*solver).learn_lemmas(solver.rule(), &lemmas));
    let loss = value(
        &*super::support::solver("pawnsonly", 1),
        &*start("pawnsonly", "3"),
    );
    assert_ne!(value(&*solver, &*start("pawngame", "3")), loss);
}

/// Solvers of other games have none to share.
#[test]
fn other_games_have_no_lemmas() {
    let solver = solver("antichess", 1);
    assert!(solver.shared().is_none());
}
