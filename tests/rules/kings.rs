//! Kings and pawns: the program's values against retrograde analysis by independent rules, against
//! published counts, and against the values of another program.

use std::ops::Range;

use jacquerie::game::Outcome;
use rand::seq::{IndexedRandom, IteratorRandom};
use rand::{RngExt, SeedableRng, rngs::StdRng};

use super::claims::{Line, Tally, check_search, check_solved};
use super::oracle::Oracle;
use super::oracle::kings::Board;
use super::oracle::retrograde::{Exact, Retrograde};
use super::playouts::Playouts;
use super::support::{rows, session, state};

pub const PLAYOUTS: Playouts<Board> = Playouts {
    variants: &["kingpawn"],
    start: |variant, number, random| match number % 7 {
        0 => {
            let start = "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1";
            (Board::read(variant, start), 400)
        }
        most @ 1..=3 => (random_race(random, most), 400),
        most => (random_board(random, most - 2), 400),
    },
    compare: |_, _| {},
    wanted: &[
        "kingpawn checkmate",
        "kingpawn last-rank",
        "kingpawn no-move",
        "kingpawn repetition",
        "capture",
        "en passant",
        "let end",
        "promotion",
        "promotion with check",
        "queen taken",
    ],
};

fn put(board: &mut Board, random: &mut StdRng, man: u8, squares: Range<usize>) {
    let free: Vec<usize> = squares.filter(|one| board.squares[*one] == b'.').collect();
    let square = free.choose(random).expect("there is room");
    board.squares[*square] = man;
}

/// A legal position with one to `most` pawns a side. Where a double step may just have been made,
/// it sometimes has.
fn random_board(random: &mut StdRng, most: usize) -> Board {
    random_position(random, most, [8..56, 8..56])
}

/// The same, but each pawn has one or two steps left.
fn random_race(random: &mut StdRng, most: usize) -> Board {
    random_position(random, most, [40..56, 8..24])
}

/// A position with White's and Black's pawns on squares of these ranges.
fn random_position(random: &mut StdRng, most: usize, pawns: [Range<usize>; 2]) -> Board {
    let [white, black] = pawns;
    loop {
        let mut board = Board::empty();
        put(&mut board, random, b'K', 0..64);
        put(&mut board, random, b'k', 0..64);
        for (man, squares) in [(b'P', &white), (b'p', &black)] {
            for _ in 0..random.random_range(1..=most) {
                put(&mut board, random, man, squares.clone());
            }
        }
        board.white_to_move = random.random();
        if !board.is_legal() {
            continue;
        }
        let passed: Vec<Board> = (0..64).filter_map(|square| board.passing(square)).collect();
        return match passed.choose(random) {
            Some(passed) if random.random() => *passed,
            _ => board,
        };
    }
}

/// A value as in a file: `win/18`, `draw`.
fn exact(text: &str) -> Exact {
    let (outcome, plies) = text.split_once('/').unwrap_or((text, "-"));
    (outcome.parse().expect(text), plies.parse().ok())
}

/// Positions that another program has solved.
fn known() -> Vec<(Exact, Line)> {
    let known = rows(include_str!("../data/kings-values.txt"), ";").map(|row| {
        let [fen, value, plies, moves, _note] = row[..] else {
            panic!("not five fields: {row:?}");
        };
        let moves = moves.split(',').filter(|one| !one.is_empty()).map(|one| {
            let (name, value) = one.split_once('=').expect("a move and its value");
            (name.to_owned(), exact(value))
        });
        let value = exact(&format!("{value}/{plies}"));
        (value, (fen.to_owned(), value.0, moves.collect()))
    });
    known.collect()
}

fn pawns(fen: &str) -> usize {
    let placement = fen.split(' ').next().unwrap_or_default();
    placement.matches(['P', 'p']).count()
}

/// King and pawn against king: the number of won positions, as counted with rooks by S. J. Edwards
/// (1996), 124 960 with White to move and 97 604 with Black to move. With queens alone, six of the
/// first are stalemates: `8/1P6/k7/8/K7/8/8/8`, `8/1P6/k7/8/1K6/8/8/8`, `8/k1P5/8/K7/8/8/8/8` and
/// their mirror images. Also the values of another program.
#[test]
fn retrograde_analysis_agrees_with_the_known_counts() {
    let mut boards = Vec::new();
    for (pawn, king, enemy) in (8..56).flat_map(|pawn| {
        let kings = (0..64).flat_map(|one| (0..64).map(move |other| (one, other)));
        kings.map(move |(one, other)| (pawn, one, other))
    }) {
        if pawn == king || pawn == enemy || king == enemy {
            continue;
        }
        let mut board = Board::empty();
        for (square, man) in [(pawn, b'P'), (king, b'K'), (enemy, b'k')] {
            board.squares[square] = man;
        }
        let turned = Board {
            white_to_move: false,
            ..board
        };
        boards.extend([board, turned].into_iter().filter(Board::is_legal));
    }
    let all = Retrograde::of(boards.iter().copied());
    let mut counts = [[0; 3]; 2];
    for board in &boards {
        let (outcome, plies) = all.value(board);
        assert!(plies.is_none_or(|plies| plies <= 39), "{}", board.fen());
        counts[usize::from(!board.white_to_move)][outcome as usize] += 1;
    }
    let [white, black] = counts;
    let (win, loss) = (Outcome::Win as usize, Outcome::Loss as usize);
    assert_eq!((white[win], white[loss]), (124_954, 0));
    assert_eq!((black[win], black[loss]), (0, 97_604));
    assert_eq!(white.iter().sum::<u32>(), 163_328);
    assert_eq!(black.iter().sum::<u32>(), 168_024);
    let mut compared = 0;
    for (value, (fen, _, moves)) in known() {
        let board = Board::read("", &fen);
        if pawns(&fen) == 1 && board.count(b'P') == 1 {
            assert_eq!(all.value(&board), value, "{fen}");
            let (mut found, mut wanted) = (all.moves(&board), moves);
            found.sort();
            wanted.sort();
            assert_eq!(found, wanted, "{fen}");
            compared += 1;
        }
    }
    assert!(compared >= 19, "only {compared} were compared");
}

/// Pawns that race, that can be captured en passant, that block each other.
const ROOTS: [&str; 3] = [
    "8/PP6/8/8/8/k7/p7/2K5 w - - 0 1",
    "8/1p6/8/P7/k7/8/8/2K5 b - - 0 1",
    "8/8/4k3/1p6/1P6/4K3/8/8 w - - 0 1",
];

/// Some positions reachable from a position, with values by retrograde analysis: `solve` writes the
/// same values, and facts and search claim nothing else.
fn compare(fen: &str, count: usize) {
    let mut random = StdRng::seed_from_u64(11);
    let all = Retrograde::of([Board::read("", fen)]);
    let some = all
        .all()
        .filter(|(board, _)| board.stands_alone() && board.end().is_none());
    let some = some.map(|(board, value)| (*board, value));
    let mut some: Vec<(Board, Exact)> = some.sample(&mut random, count);
    some.sort_by_key(|(board, _)| board.fen());
    let lines = some
        .iter()
        .map(|(board, value)| (board.fen(), value.0, all.moves(board)));
    check_solved("kingpawn", "64", &lines.collect::<Vec<_>>());
    for (board, (outcome, plies)) in &some {
        if let Some(proof) = state("kingpawn", &board.fen()).proof() {
            assert_eq!(proof.outcome, *outcome, "{}", board.fen());
            let is_bound = plies.is_none_or(|plies| plies <= proof.plies);
            assert!(is_bound, "{}: {proof:?}", board.fen());
        }
    }
    let mut tally = Tally::new();
    check_search("kingpawn", &some, &mut tally);
    assert!(tally.contains_key("mate, the shortest"), "{fen}: {tally:?}");
}

#[test]
fn values_agree_with_retrograde_analysis() {
    for fen in ROOTS {
        compare(fen, 100);
    }
}

#[test]
#[ignore = "takes minutes: cargo test --release --test rules kings -- --ignored"]
fn many_values_agree_with_retrograde_analysis() {
    for fen in ROOTS {
        compare(fen, 10_000);
    }
}

/// Positions with up to this many pawns.
fn check_known(most: usize, memory: &str) -> usize {
    let known = known().into_iter().map(|(_, line)| line);
    let lines: Vec<Line> = known.filter(|(fen, ..)| pawns(fen) <= most).collect();
    check_solved("kingpawn", memory, &lines);
    lines.len()
}

#[test]
fn values_of_another_program_are_found() {
    assert_eq!(check_known(4, "64"), 219);
}

#[test]
#[ignore = "takes minutes: cargo test --release --test rules kings -- --ignored"]
fn all_values_of_another_program_are_found() {
    assert_eq!(check_known(usize::MAX, "4096"), 246);
}

/// White has twice let a lost opponent return to a position. A third time would be a draw in the
/// game; for the position alone that proves nothing.
#[test]
fn the_search_knows_a_repetition_and_does_not_call_it_proved() {
    let past = "position fen 4k3/8/4K3/4P3/8/8/8/8 w - - 0 1 \
                moves e6d6 e8d8 d6e6 d8e8 e6d6 e8d8 d6e6\n";
    let output = session("kingpawn", &format!("{past}go nodes 20000\n"));
    assert!(output.contains(" score cp 0 "), "{output}");
    assert!(output.contains("bestmove d8e8"), "{output}");
    let proves = [" exact ", " mate "]
        .iter()
        .any(|part| output.contains(part));
    assert!(!proves, "{output}");
    let alone = "position fen 3k4/8/4K3/4P3/8/8/8/8 b - - 0 4\ngo nodes 20000\n";
    let output = session("kingpawn", alone);
    assert!(output.contains(" score mate -"), "{output}");
}
