//! The solver's values of pawn endings, against published counts, values found by other programs,
//! and independent rules.

use std::fs;

use jacquerie::board::{Bitboard, Rank, Square};
use jacquerie::game::Outcome;
use jacquerie::game::bounds::{Bounds, Goal};
use jacquerie::games::endings::tables::Store;
use jacquerie::games::endings::tables::question::{Bound, Scope, TableQuestion};
use jacquerie::games::endings::tables::structure::Structure;
use jacquerie::games::endings::{Diagram, EndingGame, EndingSolver};
use jacquerie::games::pieces::Kind;
use jacquerie::solve::proof_numbers::Role;
use jacquerie::stop::Stop;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::endings::random_board;
use super::oracle::chess::Board;
use super::oracle::{Oracle, written};
use super::program::{call_in, folder, last_line, told_in};

fn solver(mebibytes: u64) -> EndingSolver {
    EndingSolver::new(EndingGame::default(), mebibytes, 1)
}

fn value(solver: &EndingSolver, fen: &str) -> Bounds {
    let diagram: Diagram = fen.parse().expect(fen);
    solver.answers(&diagram.position, &Goal::BOTH, &Stop::default())
}

#[test]
fn king_and_pawn_win_as_often_as_published() {
    let store = Store::new((), 1_000);
    let pawns = Bitboard::ALL & !Bitboard::rank(Rank::FIRST) & !Bitboard::rank(Rank::LAST);
    let mut won = [0; 2];
    for pawn in pawns {
        let structure = Structure {
            attackers: Bitboard::of(pawn),
            defenders: Bitboard::EMPTY,
            pieces: [None; 2],
        };
        let question = TableQuestion::exact(structure);
        let table = store.solve(question, &|| false, &mut |_| ()).unwrap();
        for (turn, count) in Role::BOTH.into_iter().zip(&mut won) {
            let sets = (0..64).map(|place| table.won(turn, place).count());
            *count += sets.sum::<u32>();
        }
    }
    assert_eq!(won, [124_960, 97_604]);
}

/// Whatever a scope leaves out or forbids, its lower bounds are wins and its upper bounds hold all wins.
#[test]
fn bounds_of_every_scope_are_on_their_side_of_the_truth() {
    let store = Store::new((), 1_000_000);
    let mut random = StdRng::seed_from_u64(43);
    let told = |question| store.solve(question, &|| false, &mut |_| ()).unwrap();
    for has_defender in [false, true].repeat(6) {
        let mut pawn = || Bitboard::of(Square::all().nth(random.random_range(8..56)).unwrap());
        let (one, other) = (pawn(), pawn());
        let (attackers, defenders) = match has_defender {
            false => (one | other, Bitboard::EMPTY),
            true => (one, other & !one),
        };
        let structure = Structure {
            attackers,
            defenders,
            pieces: [None; 2],
        };
        let exact = told(TableQuestion::exact(structure));
        for scope in Scope::ALL {
            let [lower, upper] =
                Bound::BOTH.map(|bound| told(TableQuestion::new(structure, bound, scope)));
            for turn in Role::BOTH {
                for place in 0..64 {
                    let won = exact.won(turn, place);
                    let name = (structure, scope, turn, place);
                    assert_eq!(lower.won(turn, place) & !won, Bitboard::EMPTY, "{name:?}");
                    assert_eq!(won & !upper.won(turn, place), Bitboard::EMPTY, "{name:?}");
                }
            }
        }
    }
}

/// The value of each position is the best of those after its moves, by independent rules. (A table
/// that called a position won without any progress towards the win would still pass, but its proofs
/// would not end.)
fn compare_with_moves(seed: u64, count: usize, pieces: &[usize]) {
    let mut random = StdRng::seed_from_u64(seed);
    let solver = solver(64);
    let (mut checked, mut passed) = (0, 0);
    while checked < count {
        let pieces = pieces[random.random_range(0..pieces.len())];
        let board = match checked % 3 {
            0 => board_with_a_double_step(&mut random),
            _ => random_board(&mut random, 1, pieces),
        };
        let Some(outcome) = small_value(&solver, &board) else {
            continue;
        };
        checked += 1;
        passed += usize::from(board.fen().split(' ').nth(3) != Some("-"));
        if board.end().is_some() {
            continue;
        }
        let children = board.replies().into_iter();
        let best = children.map(|child| {
            passed += usize::from(child.fen().split(' ').nth(3) != Some("-"));
            let value = small_value(&solver, &child);
            value
                .unwrap_or_else(|| panic!("{}", child.fen()))
                .reversed()
        });
        assert_eq!(Some(outcome), best.max(), "{}", board.fen());
    }
    assert!(passed > 0, "no capture en passant was met");
}

/// Kings, and a white pawn that can pass a black one by a double step.
fn board_with_a_double_step(random: &mut StdRng) -> Board {
    loop {
        let file = random.random_range(0..7);
        let files = [file, file + 1];
        let [white, black] = match random.random() {
            true => files,
            false => [file + 1, file],
        };
        let mut squares = [b'.'; 64];
        squares[8 + white] = b'P';
        squares[24 + black] = b'p';
        for king in *b"Kk" {
            let free: Vec<usize> = (0..64).filter(|at| squares[*at] == b'.').collect();
            squares[free[random.random_range(0..free.len())]] = king;
        }
        let board = Board::read("endings", &format!("{} w - - 0 1", written(&squares, 8)));
        if !board.passed().is_in_check() {
            return board;
        }
    }
}

/// The value of a board with two pawns and pieces at most.
fn small_value(solver: &EndingSolver, board: &Board) -> Option<Outcome> {
    let fen = board.fen();
    let men = fen.split(' ').next().expect("the men");
    let of = |letters: &str| men.matches(|man| letters.contains(man)).count();
    if of("PNBRQpnbrq") > 2 {
        return None;
    }
    match board.end() {
        Some((outcome, _)) => Some(outcome),
        None => Some(value(solver, &fen).exact().expect("it is known")),
    }
}

#[test]
fn values_of_few_pieces_follow_from_those_of_their_moves() {
    compare_with_moves(1, 150, &[0]);
}

#[test]
#[ignore = "takes minutes: cargo test --release --test rules ending_values -- --ignored"]
fn values_of_many_positions_of_few_pieces_follow_from_those_of_their_moves() {
    compare_with_moves(2, 20_000, &[0, 1]);
}

/// The positions and values of the file, those of four pieces first.
fn known() -> Vec<(String, String)> {
    let text = fs::read_to_string("tests/data/endings-values.txt").expect("the values");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let pairs = lines.map(|line| line.split_once(';').expect("a value"));
    pairs
        .map(|(fen, value)| (fen.into(), value.into()))
        .collect()
}

fn compare_with_known(every: usize) {
    let solver = solver(2_000);
    for (fen, expected) in known().into_iter().step_by(every) {
        let outcome = value(&solver, &fen)
            .exact()
            .map(|outcome| outcome.to_string());
        assert_eq!(outcome, Some(expected), "{fen}");
    }
}

#[test]
fn values_agree_with_other_programs() {
    compare_with_known(60);
}

#[test]
#[ignore = "takes minutes: cargo test --release --test rules ending_values -- --ignored"]
fn all_values_agree_with_other_programs() {
    compare_with_known(1);
}

/// With any amount of memory, the bounds contain the value.
#[test]
fn bounds_are_true_with_any_memory() {
    let fen = "8/7K/2Pk4/5Pp1/8/8/8/8 b - - 0 1";
    for mebibytes in [0, 1, 256] {
        let bounds = value(&solver(mebibytes), fen);
        assert_eq!(bounds.least(), Outcome::Loss, "{mebibytes}");
        // Without memory for tables, a search may still find it.
        assert!(mebibytes < 256 || bounds.exact().is_some());
    }
}

const SOLVE: [&str; 5] = ["solve", "--variant", "endings", "--memory", "256"];

/// A win, a loss and two draws; en passant decides the third.
const PROVED: [(&str, &str); 4] = [
    ("8/8/8/6K1/8/5k2/P7/8 w - - 0 1", "value win"),
    ("8/8/8/6k1/8/5K2/p7/8 w - - 0 1", "value loss"),
    ("8/8/8/KPp4k/8/8/8/8 w - c6 0 1", "value win"),
    ("7K/8/k1P5/7p/8/8/8/8 w - - 0 1", "value draw"),
];

/// A changed proof, with a correct checksum again, is refused, or says something true about another
/// position.
#[test]
fn proofs_hold_and_changed_ones_prove_nothing_false() {
    let solver = solver(256);
    let mut random = StdRng::seed_from_u64(3);
    let mut refused = 0;
    for (fen, expected) in &PROVED[..3] {
        let folder = folder();
        let arguments = ["--fen", fen, "--certificate", "proof"];
        let told = told_in(&folder, &[&SOLVE[..], &arguments].concat(), "");
        assert!(told.contains(expected), "{told}");
        let told = told_in(&folder, &["verify", "proof", "--line"], "");
        assert_eq!(last_line(&told), *expected);
        // The last proof ends before the game does, so its line has no length.
        let ends_game = !fen.contains("c6");
        assert_eq!(told.contains("plies"), ends_game, "{told}");
        let proof = fs::read(folder.path().join("proof")).expect("it was written");
        let (content, _) = proof
            .split_last_chunk::<4>()
            .expect("it ends with a checksum");
        for _ in 0..20 {
            let at = random.random_range(0..content.len());
            let mut wrong = content.to_vec();
            wrong[at] ^= 1 << random.random_range(0..8);
            wrong.extend(crc32fast::hash(&wrong).to_le_bytes());
            fs::write(folder.path().join("wrong"), &wrong).expect("it can be written");
            let outcome = call_in(&folder, &["verify", "wrong"], "");
            if outcome.code == 1 {
                refused += 1;
                continue;
            }
            let position = outcome.text.lines().next().expect("it names the position");
            let truth = value(&solver, position).exact().expect("it has few pieces");
            let told = last_line(&outcome.text);
            assert_eq!(told, format!("value {truth}"), "byte {at}: {position}");
        }
    }
    assert!(refused > 20, "{refused}");
}

#[test]
fn a_draw_of_four_pieces_is_proved() {
    let folder = folder();
    let (fen, value) = PROVED[3];
    let arguments = ["--fen", fen, "--certificate", "proof"];
    told_in(&folder, &[&SOLVE[..], &arguments].concat(), "");
    assert_eq!(
        last_line(&told_in(&folder, &["verify", "proof"], "")),
        value
    );
}

/// A few hundred thousand positions are in tables that all solvers share, and are made again.
#[test]
fn work_continues_from_a_checkpoint() {
    let folder = folder();
    let fen = "8/7K/2Pk4/5Pp1/8/8/8/8 b - - 0 1";
    let arguments = [&SOLVE[..], &["--fen", fen, "--checkpoint", "kept"]].concat();
    let first = call_in(&folder, &arguments, "");
    let again = call_in(&folder, &arguments, "");
    assert_eq!(last_line(&again.text), last_line(&first.text));
    let (kept, rest) = again
        .complaint
        .split_once(" positions\n")
        .expect("it says what was kept");
    let number = |text: &str| -> u64 {
        let digits: String = text.chars().filter(char::is_ascii_digit).collect();
        digits.parse().expect(text)
    };
    let kept = number(kept.strip_prefix("resuming after ").expect("it goes on"));
    let (all, _) = rest.split_once(" positions").expect("it says how many");
    assert!(number(all) < kept + kept / 4, "{}", again.complaint);
}

#[test]
fn each_promotion_is_a_move_of_its_own() {
    let folder = folder();
    let fen = "8/2P5/8/8/2K5/8/3r4/k7 w - - 0 1";
    let told = told_in(
        &folder,
        &[&SOLVE[..], &["--moves", "--fen", fen]].concat(),
        "",
    );
    for kind in [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight] {
        let played = format!("c7c8{} ", kind.letter().to_ascii_lowercase());
        assert!(told.contains(&played), "{played}: {told}");
    }
}

/// A search may find what no table has: a side with three queens, races with too many structures
/// for the time. Its results can be proved.
#[test]
fn wins_beyond_the_tables_are_found_by_search() {
    for (fen, value) in [
        ("4k3/8/8/8/8/8/QQQ5/4K3 w - - 0 1", "value win"),
        ("6k1/2p3P1/p5K1/P7/7P/2p5/8/8 w - - 0 51", "value win"),
        // More pawns than tables could be counted for.
        ("6k1/1pppp1P1/p5KP/8/8/8/PPPP4/8 w - - 0 1", "value win"),
    ] {
        let folder = folder();
        let arguments = ["--fen", fen, "--certificate", "proof"];
        let told = told_in(&folder, &[&SOLVE[..], &arguments].concat(), "");
        assert!(told.contains(value), "{told}");
        let told = told_in(&folder, &["verify", "proof"], "");
        assert_eq!(last_line(&told), value);
    }
}

/// The tables on which its proof rests are not in the checkpoint.
#[test]
fn a_win_that_a_search_has_found_is_proved_after_a_restart() {
    let folder = folder();
    let fen = "6k1/2p3P1/p5K1/P7/7P/2p5/8/8 w - - 0 51";
    let arguments = [&SOLVE[..], &["--fen", fen, "--checkpoint", "kept"]].concat();
    told_in(&folder, &arguments, "");
    let arguments = [&arguments[..], &["--certificate", "proof"]].concat();
    told_in(&folder, &arguments, "");
    let told = told_in(&folder, &["verify", "proof"], "");
    assert_eq!(last_line(&told), "value win");
}

/// Six rooks are beyond the tables, and so small a search shows only a lower bound.
#[test]
fn an_unsolved_position_is_reported_with_bounds() {
    let folder = folder();
    let fen = "4k3/rrr5/8/8/8/8/RRR5/4K3 w - - 0 1";
    let arguments = [
        "solve",
        "--variant",
        "endings",
        "--memory",
        "16",
        "--fen",
        fen,
    ];
    let outcome = call_in(&folder, &arguments, "");
    assert_eq!(last_line(&outcome.text), "value at least draw");
    let expected = "more than two pieces";
    assert!(
        outcome.complaint.contains(expected),
        "{}",
        outcome.complaint
    );
}
