//! Antichess: claims of solver and search with few pieces, against the tables, which
//! [`super::tables`] checks by independent rules; known values; and proofs, checked by the bare
//! rules.

use std::fs;

use jacquerie::game::Outcome;
use jacquerie::game::bounds::Goal;
use jacquerie::games::antichess::tables::{Material, Store};
use jacquerie::games::antichess::{AntichessGame, Diagram, Position, Stalemate};
use jacquerie::solve::certificate::claims;
use jacquerie::solve::checker::check;
use jacquerie::solve::cyclic_solver::CyclicSolver;
use jacquerie::stop::Stop;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng, rngs::StdRng};

use super::claims::{Tally, check_search, check_solved, count};
use super::oracle::Oracle;
use super::oracle::antichess::Board;
use super::oracle::retrograde::{Exact, before};
use super::playouts::Playouts;
use super::program::{call_in, folder, told_in};
use super::support::rows;
use super::tables::{exact, for_each_board};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1";

pub const PLAYOUTS: Playouts<Board> = Playouts {
    variants: &["antichess", "suicide"],
    start: |variant, number, random| {
        let (board, most) = match number % 9 {
            0 => (Board::read(variant, START), 400),
            1 => (random_board(random, 3, b"b"), 2),
            2 => (random_board(random, 6, b"p"), 60),
            3 => (random_board(random, 2, b"pnbrqk"), 40),
            4 => (random_wall(random), 30),
            _ => {
                let men = random.random_range(1..=16);
                (random_board(random, men, b"pppnbrqk"), 12)
            }
        };
        let fewer_men_win = variant == "suicide";
        let board = Board {
            fewer_men_win,
            ..board
        };
        (board, most)
    },
    compare: |_, _| {},
    wanted: &[
        "capture",
        "en passant",
        "promotion",
        "promotion to a king",
        "promotion with a capture",
        "from the first rank",
        "a king is taken",
        "antichess no-men",
        "antichess no-move",
        "antichess material",
        "suicide no-men",
        "suicide no-move",
        "suicide material",
    ],
};

/// Random pieces of some kinds on random squares, up to `most` a side.
fn random_board(random: &mut StdRng, most: usize, kinds: &[u8]) -> Board {
    let mut men = Vec::new();
    for white in [true, false] {
        for _ in 0..random.random_range(1..=most) {
            let man = kinds.choose(random).expect("there are kinds");
            men.push(if white {
                man.to_ascii_uppercase()
            } else {
                *man
            });
        }
    }
    placed(random, &men)
}

/// Given pieces on random squares.
fn placed(random: &mut StdRng, men: &[u8]) -> Board {
    let mut board = Board::empty();
    for man in men {
        let free: Vec<usize> = (0..64).filter(|one| board.squares[*one] == b'.').collect();
        board.squares[*free.choose(random).expect("there is room")] = *man;
    }
    board.white_to_move = random.random();
    board
}

/// Pawns that block each other, with some more behind those of one side or on its last rank: often
/// neither side can move.
fn random_wall(random: &mut StdRng) -> Board {
    let mut board = Board::empty();
    for file in (0..8).step_by(2) {
        if random.random() {
            let rank = random.random_range(2..5);
            board.squares[8 * rank + file] = b'P';
            board.squares[8 * (rank + 1) + file] = b'p';
        }
        let (man, behind, last) = match random.random() {
            true => (b'P', 8 + file, 56 + file),
            false => (b'p', 48 + file, file),
        };
        for square in [behind, last] {
            if random.random() {
                board.squares[square] = man;
            }
        }
    }
    // Each side has a piece.
    board.squares[7] = b'p';
    board.squares[63] = b'P';
    board.white_to_move = random.random();
    board
}

fn solver(stalemate: Stalemate) -> CyclicSolver<AntichessGame> {
    solver_with(64, stalemate)
}

fn solver_with(mebibytes: u64, stalemate: Stalemate) -> CyclicSolver<AntichessGame> {
    let game = AntichessGame {
        stalemate,
        ..AntichessGame::default()
    };
    CyclicSolver::new(game, mebibytes, 1).expect("there is memory")
}

fn root(fen: &str) -> Position {
    fen.parse::<Diagram>().expect("the FEN is right").position
}

/// The value found within this many more positions, if any.
fn value_within(solver: &CyclicSolver<AntichessGame>, fen: &str, most: u64) -> Option<Outcome> {
    let stop = Stop::default();
    stop.stop_after(most);
    solver.answers(&root(fen), &Goal::BOTH, &stop).exact()
}

/// Proves a value, and has the proof checked by the bare rules; returns its number of positions.
fn prove(solver: &CyclicSolver<AntichessGame>, fen: &str, value: Outcome) -> usize {
    let (game, root) = (solver.game(), root(fen));
    let strategies = solver.strategies(&root, value, &Stop::default());
    let strategies = strategies.unwrap_or_else(|| panic!("no proof of {fen}"));
    for (claim, moves) in claims(value).into_iter().zip(&strategies) {
        let checked = check(game, &root, claim, moves);
        assert!(checked.is_ok(), "{fen}: {checked:?}");
    }
    strategies.iter().map(|one| one.steps.len()).sum()
}

/// If a shortest win is found, it is the shortest; if the search gives up, it excludes no win that
/// exists.
fn check_shortest(
    solver: &CyclicSolver<AntichessGame>,
    fen: &str,
    value: Outcome,
    plies: u16,
    tally: &mut Tally,
) {
    match solver.shortest(&root(fen), value, &Stop::default()) {
        Ok(line) => {
            assert_eq!(line.len(), usize::from(plies), "{fen}");
            count(tally, "length told");
        }
        Err(not_within) => {
            assert!(not_within < plies, "{fen}: not within {not_within}");
            count(tally, "length unknown");
        }
    }
}

/// The solver's values are true, and no win or loss takes longer than its proof.
fn check_solver(
    solver: &CyclicSolver<AntichessGame>,
    (board, (outcome, plies)): &(Board, Exact),
    most: u64,
    tally: &mut Tally,
) {
    let fen = board.fen();
    let root = root(&fen);
    let value = solver.known(&root).exact();
    let Some(value) = value.or_else(|| value_within(solver, &fen, most)) else {
        return count(tally, "undecided");
    };
    assert_eq!(value, *outcome, "{fen}: {plies:?}");
    count(tally, ["loss", "draw", "win"][value as usize]);
    if plies.is_some() {
        let (height, known) = (solver.height(&root), solver.plies(&root));
        assert!(height >= *plies, "{fen}: {plies:?}, but {height:?}");
        assert!(
            known.is_none() || known == *plies,
            "{fen}: {plies:?}, but {known:?}"
        );
    }
}

/// The value of a position, and of each of its moves.
fn with_moves(store: &Store, board: &Board) -> (String, Outcome, Vec<(String, Exact)>) {
    let moves = board.moves().into_iter();
    let moves = moves.map(|step| (board.name(step), before(exact(store, &board.after(step)))));
    (board.fen(), exact(store, board).0, moves.collect())
}

fn store_of(men: &[&str]) -> Store {
    let store = Store::new(Stalemate::Wins);
    for letters in men {
        let (white, black) = super::tables::men(letters);
        let material = Material::of(&white, &black).expect("two to four men");
        store.make(material, &|| false).expect("it is not stopped");
    }
    store
}

/// Checks the claims about some positions.
fn check_claims(store: &Store, boards: &[Board], one_of: usize, most: u64) -> Tally {
    let (mut tally, solver) = (Tally::new(), solver(Stalemate::Wins));
    let known = boards.iter().map(|board| (*board, exact(store, board)));
    let known: Vec<(Board, Exact)> = known.collect();
    for one in &known {
        check_solver(&solver, one, most, &mut tally);
    }
    let some: Vec<(Board, Exact)> = known.into_iter().step_by(one_of).collect();
    for some in some.chunks(1_000) {
        check_search("antichess", some, &mut tally);
    }
    for what in ["win", "loss", "mate, the shortest"] {
        assert!(tally.contains_key(what), "{what}: {tally:?}");
    }
    tally
}

/// Checks the claims about some positions, which have all three values, and that all are decided.
fn check_decided(store: &Store, boards: &[Board], one_of: usize) -> Tally {
    let tally = check_claims(store, boards, one_of, 0);
    for what in ["draw", "exact"] {
        assert!(tally.contains_key(what), "{what}: {tally:?}");
    }
    assert!(!tally.contains_key("undecided"), "{tally:?}");
    tally
}

fn claims_of_two_pieces(one_of: usize) {
    let mut boards = Vec::new();
    let pairs = "PNBRQK"
        .chars()
        .flat_map(|white| "PNBRQK".chars().map(move |black| (white, black)));
    let pairs: Vec<String> = pairs
        .map(|(white, black)| format!("{white}v{black}"))
        .collect();
    for letters in &pairs {
        for_each_board(letters, |board| boards.push(*board));
    }
    let pairs: Vec<&str> = pairs.iter().map(String::as_str).collect();
    check_decided(&store_of(&pairs), &boards, one_of);
}

#[test]
fn claims_of_two_pieces_are_true() {
    claims_of_two_pieces(200);
}

#[test]
#[ignore = "takes minutes: cargo test --release --test rules antichess -- --ignored"]
fn claims_of_all_positions_of_two_pieces_are_true() {
    claims_of_two_pieces(1);
}

#[test]
fn claims_of_some_positions_of_three_pieces_are_true() {
    let mut random = StdRng::seed_from_u64(3);
    let store = store_of(&["PvNB", "BKvR", "PvP"]);
    let mut some = |men: &[u8], count| -> Vec<Board> {
        let boards = (0..count).map(|_| placed(&mut random, men));
        boards.filter(|board| board.end().is_none()).collect()
    };
    let boards = [some(b"Pnb", 300), some(b"BKr", 300)].concat();
    let mut tally = check_decided(&store, &boards, 1);
    let solver = solver(Stalemate::Wins);
    for board in &boards {
        if let (outcome, Some(plies)) = exact(&store, board) {
            check_shortest(&solver, &board.fen(), outcome, plies, &mut tally);
        }
    }
    assert!(!tally.contains_key("length unknown"), "{tally:?}");
    let written = [some(b"Pnb", 100), some(b"Pp", 100)].concat();
    let lines = written.iter().map(|board| with_moves(&store, board));
    check_solved("antichess", "64", &lines.collect::<Vec<_>>());
}

/// Random pieces, and some moves from random positions, so that pawns can be captured en passant.
/// And four pieces without pawns.
#[test]
#[ignore = "takes half an hour: cargo test --release --test rules antichess -- --ignored"]
fn claims_of_random_positions_are_true() {
    let mut random = StdRng::seed_from_u64(5);
    let store = Store::new(Stalemate::Wins);
    store.make_all(2, &|| false).expect("it is not stopped");
    let mut boards = Vec::new();
    while boards.len() < 6_000 {
        let mut board = random_board(&mut random, 2, b"pppnbrqk");
        if board.count(true) + board.count(false) > 3 {
            continue;
        }
        let moves = board.moves();
        if let Some(step) = moves.choose(&mut random).filter(|_| boards.len() % 2 == 0) {
            board = board.after(*step);
        }
        if board.count(!board.white_to_move) > 0 {
            boards.push(board);
        }
    }
    check_decided(&store, &boards, 1);
    // With some material, nothing is drawn.
    let mut drawn = 0;
    for letters in ["KNvBN", "QBvNR", "NNvNN", "RvQNB", "BBRvN"] {
        let store = store_of(&[letters]);
        let men = letters.split_once('v').expect("two sides");
        let men = format!("{}{}", men.0, men.1.to_lowercase());
        let boards = (0..2_000).map(|_| placed(&mut random, men.as_bytes()));
        let tally = check_claims(&store, &boards.collect::<Vec<_>>(), 1, 2_000);
        drawn += tally.get("draw").copied().unwrap_or(0);
        println!("{letters}: {tally:?}");
    }
    assert!(drawn > 0);
}

/// The search takes long to settle more than a few of these.
const HARD: [&str; 6] = [
    "4b3/2K5/2n4P/8/8/2k4N/8/8 w - - 0 1",
    "8/8/8/6p1/8/1N6/P7/7k w - - 0 1",
    "4p3/P7/R7/4k3/8/2P5/8/7N w - - 0 1",
    "N7/5p2/8/8/8/7P/8/2n5 w - - 0 1",
    "3Q4/8/6n1/2p5/4b2K/8/4p3/4B3 w - - 0 1",
    "8/3P4/8/8/6rn/8/8/6b1 w - - 0 1",
];

/// FEN, value, and the plies of the shortest win.
fn known() -> Vec<(&'static str, Outcome, Option<u16>)> {
    let known = rows(include_str!("../data/antichess-values.txt"), ";").map(|row| {
        let value = row[1].parse().expect(row[0]);
        (row[0], value, row[2].parse().ok())
    });
    known.filter(|(fen, ..)| !HARD.contains(fen)).collect()
}

#[test]
fn all_known_values_are_found_and_proved() {
    let (solver, mut tally) = (solver(Stalemate::Wins), Tally::new());
    let mut proved = 0;
    for (fen, value, plies) in known() {
        assert_eq!(value_within(&solver, fen, u64::MAX), Some(value), "{fen}");
        if value == Outcome::Draw {
            continue;
        }
        proved += usize::from(prove(&solver, fen, value) > 0);
        // Looking for the shortest of the long ones takes minutes.
        if let Some(plies) = plies.filter(|plies| *plies <= 8) {
            check_shortest(&solver, fen, value, plies, &mut tally);
        }
    }
    assert!(proved > 120, "{proved}");
    assert!(!tally.contains_key("length unknown"), "{tally:?}");
}

/// With so little memory, it soon gives up.
#[test]
fn giving_up_on_the_shortest_win_excludes_no_win() {
    let mut tally = Tally::new();
    for (fen, value, plies) in known() {
        let Some(plies) = plies else { continue };
        let solver = CyclicSolver::new(AntichessGame::default(), 1, 1).expect("there is memory");
        if value_within(&solver, fen, 20_000) == Some(value) {
            check_shortest(&solver, fen, value, plies, &mut tally);
        }
    }
    assert!(
        tally["length told"] > 10 && tally["length unknown"] > 10,
        "{tally:?}"
    );
}

/// Two knights against two: no side can force captures soon, and the win is as long as any of that
/// material.
#[test]
fn tables_of_four_pieces_settle_what_the_search_cannot() {
    let solver = solver(Stalemate::Wins);
    let fen = "7N/8/8/8/8/8/5n2/N2n4 w - - 0 1";
    let found = value_within(&solver, fen, u64::MAX);
    assert_eq!(found, Some(Outcome::Win));
    assert!(prove(&solver, fen, Outcome::Win) > 94 / 2);
    assert_eq!(solver.plies(&root(fen)), Some(94));
    let mut tally = Tally::new();
    check_shortest(&solver, fen, Outcome::Win, 94, &mut tally);
    assert_eq!(tally["length told"], 1);
}

/// Six pieces, most of whose games end with four: the search alone takes 300 million positions.
#[test]
#[ignore = "takes a minute: cargo test --release --test rules antichess -- --ignored"]
fn tables_that_the_search_misses_help_it() {
    let (solver, fen) = (solver_with(1_000, Stalemate::Wins), HARD[2]);
    let found = value_within(&solver, fen, 100_000_000);
    assert_eq!(found, Some(Outcome::Win));
    assert!(prove(&solver, fen, Outcome::Win) > 1_000);
}

/// Everything claimed about random positions is proved, by the rules alone.
fn prove_random(mebibytes: u64, count: usize, most: u64) {
    for stalemate in [Stalemate::Wins, Stalemate::FewerMenWin] {
        let solver = solver_with(mebibytes, stalemate);
        let mut found = [0; 3];
        let mut random = StdRng::seed_from_u64(17);
        for _ in 0..count {
            let board = random_board(&mut random, 3, b"pnbrqk");
            if board.end().is_some() {
                continue;
            }
            let fen = board.fen();
            if let Some(value) = value_within(&solver, &fen, most) {
                found[value as usize] += 1;
                if value != Outcome::Draw {
                    prove(&solver, &fen, value);
                }
            }
        }
        assert!(found.iter().all(|count| *count > 0), "{found:?}");
    }
}

#[test]
fn claims_about_random_positions_are_proved() {
    prove_random(64, 60, 20_000);
}

/// A small table drops much of what a proof needs.
#[test]
fn claims_are_proved_with_little_memory() {
    prove_random(1, 400, 20_000);
}

#[test]
#[ignore = "takes minutes: cargo test --release --test rules antichess -- --ignored"]
fn claims_about_many_random_positions_are_proved() {
    prove_random(64, 5_000, 20_000);
}

const SOLVE: [&str; 5] = ["solve", "--variant", "antichess", "--memory", "64"];

#[test]
fn a_changed_proof_is_refused() {
    let folder = folder();
    let fen = "8/8/p7/4p3/1P6/6N1/2PK4/8 w - - 0 1";
    let arguments = ["--fen", fen, "--certificate", "proof"];
    told_in(&folder, &[&SOLVE[..], &arguments].concat(), "");
    let proof = fs::read(folder.path().join("proof")).expect("it was written");
    for at in 0..proof.len() {
        let mut wrong = proof.clone();
        wrong[at] ^= 1;
        fs::write(folder.path().join("wrong"), &wrong).expect("it can be written");
        let outcome = call_in(&folder, &["verify", "wrong"], "");
        assert_eq!(outcome.code, 1, "byte {at}: {}", outcome.text);
    }
}

#[test]
fn work_continues_from_a_checkpoint() {
    let folder = folder();
    let fen = "8/8/8/4p1P1/3p2P1/8/8/8 w - - 0 1";
    let arguments = [&SOLVE[..], &["--fen", fen, "--checkpoint", "kept"]].concat();
    let first = call_in(&folder, &arguments, "");
    assert!(first.text.ends_with("value draw\n"), "{}", first.text);
    let again = call_in(&folder, &arguments, "");
    assert!(again.text.ends_with("value draw\n"), "{}", again.text);
    let kept = again.complaint.split_once(" positions\n");
    let (kept, rest) = kept.expect("it says what was kept");
    let kept = kept.strip_prefix("resuming after ").expect("it goes on");
    // Nothing is searched again.
    assert!(rest.starts_with(kept), "{}", again.complaint);
}
