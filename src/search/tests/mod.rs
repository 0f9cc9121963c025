//! The search with repetition, a count of plies without progress, hash keys, no standing pat, and
//! games longer than any array: on a toy game, the [`map`].

mod map;
mod random;

use map::{At, KeyOf, Map, Place, Short, after, best, end, nothing, place};

use super::table::{Bound, Entry};
use super::window::Found;
use super::{Depth, Proving, Report, Request, Table};
use crate::game::bounds::{Bounds, MoveValue};
use crate::game::value::Value;
use crate::game::{Game, HashKey, History, MoveCode, Outcome, PackedKey};
use crate::solve::proof_source::ProofSource;
/// From 0 one can only move to and fro, or lose; 0 looks bad for the side to move.
fn to_and_fro() -> Vec<Place> {
    let looks = |guess, arrows: &[At]| Place {
        guess,
        ..place(arrows)
    };
    vec![looks(-80, &[1, 2]), looks(80, &[0]), end(Outcome::Win)]
}

#[test]
fn to_and_fro_is_a_draw_that_nobody_has_proved() {
    fn check<K: KeyOf>() {
        let game = Map::<K, 0>::new(&to_and_fro());
        for depth in 4..12 {
            let found = game.best(&Table::new(1).unwrap(), 0, &nothing(), depth);
            assert_eq!((found.value, found.proved), (Value::DRAW, None), "{depth}");
        }
    }
    check::<PackedKey>();
    check::<HashKey>();
}

#[test]
fn what_was_on_the_board_comes_back_twice_before_it_is_a_draw() {
    let game = Map::<PackedKey, 0>::new(&to_and_fro());
    let value = |history: &[At]| {
        let table = Table::new(1).unwrap();
        game.best(&table, 1, &after(history), 1).value
    };
    // The move to 0 repeats it for the first, the second and the third time.
    assert_eq!(value(&[]), Value::guess(80));
    assert_eq!(value(&[0]), Value::guess(80));
    assert_eq!(value(&[0, 1, 0]), Value::DRAW);
    // An odd number of plies before, the other side was to move.
    assert_eq!(value(&[0, 0, 0, 0, 1]), Value::DRAW);
    assert_eq!(value(&[0, 1, 0, 1]), Value::guess(80));
}

/// A prover that knows that place 0 is lost for the side to move there.
fn oracle<G: Game<Position = At>>() -> ProofSource<G> {
    let known = |at: &At| match at {
        0 => Bounds::exactly(Outcome::Loss),
        _ => Bounds::UNKNOWN,
    };
    ProofSource {
        known: Box::new(move |_, at| known(at)),
        ask: Box::new(move |_, at, goal, _| (known(at).answer(goal), 0)),
        height: Box::new(|_, _, _| None),
        chooses_moves: false,
        overrun: 0,
    }
}

/// A proof about a position alone does not count where the earlier moves make it a draw.
#[test]
fn a_move_that_repeats_for_the_third_time_is_a_draw_whatever_is_known() {
    let game = Map::<PackedKey, 0>::new(&to_and_fro());
    let known = MoveValue {
        played: 0,
        bounds: Bounds::exactly(Outcome::Win),
    };
    for (history, value, proved) in [
        (&[0, 1, 0][..], Value::DRAW, None),
        (&[0], Value::WON, Some(Outcome::Win)),
    ] {
        for (known, proving) in [
            (vec![known], None),
            (
                Vec::new(),
                Some(Proving {
                    proofs: &oracle(),
                    share: 1.0,
                }),
            ),
        ] {
            let request = Request {
                known,
                ..game.request(1, &after(history), 3)
            };
            let found = best(&request, &Table::new(1).unwrap(), proving);
            assert_eq!((found.value, found.proved), (value, proved));
        }
    }
}

/// The search prefers the path through 1, but through 2 the win comes nearer.
#[test]
fn a_win_that_is_proved_and_not_seen_comes_nearer_with_each_move() {
    let looks = |guess, arrows: &[At]| Place {
        guess,
        ..place(arrows)
    };
    let mut places = vec![looks(0, &[1, 2])];
    for at in 1..12 {
        let guess = if at % 4 < 2 { -80 } else { 80 };
        places.push(looks(guess, &[at + 2]));
    }
    places.extend([looks(0, &[13]), looks(0, &[12])]);
    let game = Map::<HashKey, 0>::new(&places);
    let best_with = |heights: [Option<u16>; 2]| {
        let proofs = ProofSource {
            known: Box::new(|_, at| match at {
                1 | 2 => Bounds::exactly(Outcome::Loss),
                _ => Bounds::UNKNOWN,
            }),
            ask: Box::new(|_, _, _, _| (None, 0)),
            height: Box::new(move |_, at: &At, _| heights[usize::from(*at) - 1]),
            chooses_moves: false,
            overrun: 0,
        };
        let proving = Proving {
            proofs: &proofs,
            share: 1.0,
        };
        let request = game.request(0, &nothing(), 3);
        best(&request, &Table::new(1).unwrap(), Some(proving)).principal_variation[0]
    };
    assert_eq!(best_with([None, None]), 1);
    assert_eq!(best_with([Some(9), Some(4)]), 2);
    assert_eq!(best_with([None, Some(9)]), 2);
}

/// A path of five arrows to the end: a win for the side that moves first.
fn long_way() -> Vec<Place> {
    let mut places: Vec<Place> = (1..=5).map(|next| place(&[next])).collect();
    places.push(end(Outcome::Loss));
    places
}

#[test]
fn a_win_counts_only_if_it_comes_before_the_count_runs_out() {
    fn check<K: KeyOf>() {
        let game = Map::<K, 8>::new(&long_way());
        let mut table = Table::new(1).unwrap();
        for (quiet_plies, value) in [
            (0, Value::win_in(5)),
            // The game ends with the very last ply.
            (3, Value::win_in(5)),
            (4, Value::DRAW),
            (7, Value::DRAW),
            (100, Value::DRAW),
            (2, Value::win_in(5)),
        ] {
            table.grow_older();
            let history = History {
                quiet_plies,
                ..nothing()
            };
            for depth in 6..12 {
                let found = game.best(&table, 0, &history, depth);
                assert_eq!(found.value, value, "{quiet_plies} {depth}");
                let is_draw = value == Value::DRAW;
                assert!(!is_draw || found.proved.is_none(), "{quiet_plies} {depth}");
            }
        }
    }
    check::<PackedKey>();
    check::<HashKey>();
}

#[test]
fn a_win_from_the_table_is_not_told_where_a_repetition_stops_it() {
    // Two arrows lead out of 0, so that the table is probed: one continues as before.
    let mut places = long_way();
    places[0].arrows.push(6);
    places.push(place(&[0]));
    let game = Map::<PackedKey, 0>::new(&places);
    let table = Table::new(1).unwrap();
    let won = game.best(&table, 0, &nothing(), 9);
    assert_eq!(
        (won.value, won.proved),
        (Value::win_in(5), Some(Outcome::Win))
    );
    // A position that occurred twice before is in the way, an even number of plies apart.
    let stopped = game.best(&table, 0, &after(&[7, 3, 7, 3]), 9);
    assert_eq!((stopped.value, stopped.proved), (Value::DRAW, None));
    let free = game.best(&table, 0, &after(&[3, 7, 3, 7]), 9);
    assert_eq!(free.value, Value::win_in(5));
    // Once is not enough.
    let free = game.best(&table, 0, &after(&[7, 3]), 9);
    assert_eq!(free.value, Value::win_in(5));
}

/// The table has place 3 as won in three plies; but the earlier moves may prevent that. The other
/// reply, which is tried first, loses as soon, and by an irreversible move.
#[test]
fn a_fact_of_the_table_counts_only_if_it_can_come_true() {
    fn found<const QUIET: u16>(history: &History<At>) -> Report<At> {
        let above = |arrows: &[At]| Place {
            level: 1,
            ..place(arrows)
        };
        let places = [
            above(&[1]),
            above(&[2, 3]),
            above(&[7]),
            above(&[4]),
            above(&[5]),
            above(&[6]),
            end(Outcome::Loss),
            place(&[8]),
            place(&[9]),
            end(Outcome::Loss),
        ];
        let table = Table::new(1).unwrap();
        table.store(PackedKey::of(3), &claim(Value::win_in(3)));
        Map::<PackedKey, QUIET>::new(&places).best(&table, 0, history, 8)
    }
    let counted = |quiet_plies| {
        found::<5>(&History {
            quiet_plies,
            ..nothing()
        })
    };
    assert_eq!(counted(0).value, Value::win_in(5));
    assert_eq!((counted(1).value, counted(1).proved), (Value::DRAW, None));
    // A position on the way occurred twice before, but was the same side to move?
    let stopped = found::<0>(&after(&[5, 99, 5, 99]));
    assert_eq!((stopped.value, stopped.proved), (Value::DRAW, None));
    let free = found::<0>(&after(&[99, 5, 99, 5]));
    assert_eq!(free.value, Value::win_in(5));
}

/// A table entry for a proved position.
fn claim(value: Value) -> Entry {
    Entry {
        best: MoveCode::NONE,
        found: Found::proved(value),
        bound: Bound::Exact,
        depth: Depth::MAX,
    }
}

#[test]
fn nothing_from_a_table_of_hashes_is_proved() {
    // The reply 3 draws, but the table has another entry under its key.
    fn believed<K: KeyOf>() -> Report<At> {
        let won = [place(&[1]), place(&[2, 3]), place(&[4])];
        let drawn = [place(&[5]), end(Outcome::Loss), end(Outcome::Draw)];
        let game = Map::<K, 0>::new(&[won, drawn].concat());
        let table = Table::new(1).unwrap();
        table.store(K::of(3), &claim(Value::win_in(1)));
        game.best(&table, 0, &nothing(), 5)
    }
    let whole = believed::<PackedKey>();
    assert_eq!(
        (whole.value, whole.proved),
        (Value::win_in(3), Some(Outcome::Win))
    );
    let hashed = believed::<HashKey>();
    assert_eq!((hashed.value, hashed.proved), (Value::win_in(3), None));
    assert_eq!(hashed.exact_outcome(), None);
}

#[test]
fn who_may_not_stand_pat_does_not() {
    let must_move = |arrows: &[At]| Place {
        guess: 500,
        may_stand_pat: false,
        ..place(arrows)
    };
    // The position after the first move looks good for the side that must lose it.
    let places = [
        place(&[1]),
        must_move(&[2, 3]),
        end(Outcome::Win),
        must_move(&[4]),
        end(Outcome::Loss),
    ];
    let game = Map::<PackedKey, 0>::new(&places);
    let won = game.best(&Table::new(1).unwrap(), 3, &nothing(), 1);
    assert_eq!(won.value, Value::win_in(1));
    let places_where_he_may = places.clone().map(|one| Place {
        may_stand_pat: true,
        ..one
    });
    let pats = Map::<PackedKey, 0>::new(&places_where_he_may);
    let patted = pats.best(&Table::new(1).unwrap(), 0, &nothing(), 1);
    assert_eq!(patted.value, Value::guess(-500));
    // All moves were searched to the end of the game, so the value is proved.
    let found = game.best(&Table::new(1).unwrap(), 0, &nothing(), 1);
    assert_eq!(found.value, Value::win_in(3), "{found:?}");
    assert_eq!(found.proved, Some(Outcome::Win));
}

/// If whole trees must be searched before the first iteration has a result, it still respects the
/// limit, and returns a move.
#[test]
fn the_first_iteration_hurries_from_the_limit_on() {
    const WIDE: At = 8;
    let places: Vec<Place> = (0..12 * WIDE)
        .map(|at| {
            let next = (at / WIDE + 1) * WIDE;
            let arrows: Vec<At> = (next..next + WIDE).collect();
            Place {
                may_stand_pat: false,
                ..place(&arrows)
            }
        })
        .chain((0..WIDE).map(|_| end(Outcome::Draw)))
        .collect();
    let game = Map::<PackedKey, 0>::new(&places);
    let found = |nodes| {
        let mut request = game.request(0, &nothing(), 1);
        request.limits.nodes = nodes;
        best(&request, &Table::new(1).unwrap(), None)
    };
    // Only the budget of each tree ends the search.
    let unlimited = found(None).nodes;
    assert!((2_000..20_000).contains(&unlimited), "{unlimited}");
    let hurried = found(Some(1_000));
    // After that, one position is searched for each move.
    assert!(hurried.nodes <= 1_000 + 13 * u64::from(WIDE), "{hurried:?}");
    assert!(!hurried.principal_variation.is_empty() && hurried.proved.is_none());
}

/// At place 2, the side to move is mated after any move, but would mate if it could pass. The
/// search may guess that it is well off; it must not report that it wins, nor that the other move,
/// a draw, is best.
#[test]
fn who_passes_proves_nothing_and_tells_no_mate() {
    let zugzwang = |pass| {
        let mut places = vec![
            place(&[1, 2]),
            end(Outcome::Draw),
            Place {
                guess: 5,
                pass,
                ..place(&[3, 4, 6])
            },
            place(&[5]),
            place(&[5]),
            end(Outcome::Loss),
            place(&[5]),
        ];
        for at in [3, 4, 6] {
            places[at].guess = -5;
        }
        places
    };
    let found = |pass, depth| {
        let game = Map::<PackedKey, 0>::new(&zugzwang(pass));
        game.best(&Table::new(1).unwrap(), 0, &nothing(), depth)
    };
    let moved = found(None, 3);
    assert_eq!(
        (moved.value, moved.proved),
        (Value::win_in(3), Some(Outcome::Win))
    );
    let passed = found(Some(5), 3);
    assert_eq!((passed.value, passed.proved), (Value::DRAW, None));
    // In a search that is deep enough, the pass is verified.
    let looked = found(Some(5), 12);
    assert_eq!(
        (looked.value, looked.proved),
        (Value::win_in(3), Some(Outcome::Win))
    );
}

/// Lines longer than the arrays that have an entry per ply, and places without standing pat.
#[test]
fn no_line_is_too_long() {
    let places: Vec<Place> = (1..=700)
        .map(|next| Place {
            may_stand_pat: next % 7 < 3,
            guess: 10,
            ..place(&[next, next % 3])
        })
        .chain([end(Outcome::Loss)])
        .collect();
    let one_way: Vec<Place> = places
        .iter()
        .map(|one| Place {
            arrows: one.arrows.iter().take(1).copied().collect(),
            ..one.clone()
        })
        .collect();
    let long = Map::<PackedKey, 0>::new(&one_way);
    let found = long.best(&Table::new(1).unwrap(), 0, &nothing(), 240);
    assert!(found.value.is_guess() && found.proved.is_none());
    let counted = Map::<HashKey, 600>::new(&one_way);
    let found = counted.best(&Table::new(1).unwrap(), 0, &nothing(), 240);
    assert!(found.value.is_guess());
    let both = Map::<Short, 50>::new(&places);
    both.best(&Table::new(1).unwrap(), 0, &nothing(), 9);
}
