//! Random games, ply by ply against the oracle: the legal moves, the FEN after each, and how the game
//! ended and why.

use std::collections::BTreeMap;

use jacquerie::board::Colour;
use jacquerie::game::Outcome;
use jacquerie::game::finish::Cause;
use jacquerie::game::state::GameState;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng, rngs::StdRng};

use super::hall::state;
use super::oracle::{Board, Step, Why};
use super::random::{random_board, random_race};

/// What was met on the way.
type Met = BTreeMap<&'static str, usize>;

/// What comes back in a repetition: the position without the number of the move.
fn placement(board: &Board) -> Board {
    Board {
        number: 0,
        ..*board
    }
}

/// The game has ended as the oracle says.
fn check_end(state: &dyn GameState, board: &Board, is_third: bool) -> Option<&'static str> {
    let fen = board.fen();
    let Some(finish) = state.finish() else {
        assert_eq!(board.end(), None, "{fen}");
        assert!(!is_third, "{fen}");
        return None;
    };
    assert!(state.moves().is_empty(), "{fen}");
    let (mover, other) = match board.white_to_move {
        true => (Colour::White, Colour::Black),
        false => (Colour::Black, Colour::White),
    };
    let (outcome, cause, met) = match board.end() {
        Some((outcome, Why::Ahead)) => (outcome, Cause::LastRank, "ahead"),
        // Where nobody could move anyhow, that is what is told.
        Some((outcome, Why::Level)) if !board.let_end && board.has_no_move() => {
            (outcome, Cause::NoMove, "level without a move")
        }
        Some((outcome, Why::Level)) if board.let_end => (outcome, Cause::LastRank, "let end"),
        Some((outcome, Why::Level)) => (outcome, Cause::LastRank, "level"),
        Some((outcome, Why::Stalemate)) if board.count(b'Q') + board.count(b'q') > 0 => {
            (outcome, Cause::NoMove, "stalemate by a queen")
        }
        Some((outcome, Why::Stalemate)) => (outcome, Cause::NoMove, "stalemate"),
        Some((outcome, Why::Checkmate)) if board.count(b'Q') + board.count(b'q') > 0 => {
            (outcome, Cause::Checkmate, "mate by a queen")
        }
        Some((outcome, Why::Checkmate)) => (outcome, Cause::Checkmate, "mate by a pawn"),
        None if is_third => (Outcome::Draw, Cause::Repetition, "repetition"),
        None => panic!("{fen}: {finish} too soon"),
    };
    let winner = match outcome {
        Outcome::Win => Some(mover),
        Outcome::Draw => None,
        Outcome::Loss => Some(other),
    };
    assert_eq!(
        (finish.winner, finish.cause),
        (winner, cause),
        "{fen}: {finish}"
    );
    Some(met)
}

/// The same moves, in both notations.
fn check_moves(state: &dyn GameState, board: &Board) {
    let mut wanted: Vec<String> = board.moves().iter().map(|step| board.name(*step)).collect();
    let mut found = state.moves();
    wanted.sort();
    found.sort();
    assert_eq!(found, wanted, "{}", board.fen());
    let mut short: Vec<String> = Vec::new();
    for played in &wanted {
        let algebraic = state.algebraic(played).expect("the move is legal");
        assert_eq!(
            state.coordinates(&algebraic).as_ref(),
            Ok(played),
            "{}",
            board.fen()
        );
        short.push(algebraic);
    }
    short.sort();
    short.dedup();
    assert_eq!(short.len(), wanted.len(), "{short:?} in {}", board.fen());
}

/// Something that a move is, for the count.
fn kind(board: &Board, step: Step) -> Option<&'static str> {
    let Some((from, to)) = step else {
        return Some("0000");
    };
    let is_pawn = [b'P', b'p'].contains(&board.squares[from]);
    match board.squares[to] {
        b'Q' | b'q' => Some("queen taken"),
        b'P' | b'p' => Some("capture"),
        _ if is_pawn && board.passed == Some(to) => Some("en passant"),
        _ if is_pawn && [0, 7].contains(&(to / 8)) => match board.after(step) {
            after if after.in_check(after.white_to_move) => Some("promotion with check"),
            _ => Some("promotion"),
        },
        _ => None,
    }
}

/// A move, rather one that makes something happen.
fn choose(board: &Board, moves: &[Step], random: &mut StdRng) -> Step {
    let sharp: Vec<Step> = moves
        .iter()
        .copied()
        .filter(|step| kind(board, *step).is_some())
        .collect();
    let from = match sharp.is_empty() || random.random_ratio(1, 3) {
        true => moves,
        false => &sharp,
    };
    *from.choose(random).expect("the game goes on")
}

/// Plays a game at random; how many plies it took.
fn play(start: Board, random: &mut StdRng, met: &mut Met) -> usize {
    let (mut board, mut state) = (start, state(&start.fen()));
    let mut before: Vec<Board> = Vec::new();
    for ply in 0.. {
        assert_eq!(state.fen(), board.fen());
        let place = placement(&board);
        before.push(place);
        let is_third = before.iter().filter(|one| **one == place).count() == 3;
        let is_over = check_end(&*state, &board, is_third);
        if let Some(how) = is_over {
            *met.entry(how).or_default() += 1;
            return ply;
        }
        check_moves(&*state, &board);
        let has_queens = board.count(b'Q') + board.count(b'q') > 0;
        if !has_queens {
            assert_eq!(super::hall::state(&board.fen()).fen(), board.fen());
        }
        let step = choose(&board, &board.moves(), random);
        if let Some(what) = kind(&board, step) {
            *met.entry(what).or_default() += 1;
        }
        if step.is_some() && board.in_check(board.white_to_move) {
            *met.entry("out of check").or_default() += 1;
        }
        let name = board.name(step);
        assert_eq!(state.play(&name).as_ref(), Ok(&name), "{}", board.fen());
        board = board.after(step);
    }
    unreachable!("every game ends: pawns run out and positions come back")
}

#[test]
fn random_games_are_the_oracles() {
    let mut random = StdRng::seed_from_u64(1977);
    let (mut met, mut plies) = (Met::new(), 0);
    for game in 0..1_000 {
        let start = match game % 7 {
            0 => Board::read("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1"),
            most @ 1..=3 => random_race(&mut random, most),
            most => random_board(&mut random, most - 2),
        };
        plies += play(start, &mut random, &mut met);
    }
    assert!(plies > 15_000, "{plies} plies: {met:?}");
    for (what, least) in [
        ("ahead", 50),
        ("capture", 500),
        ("en passant", 20),
        ("let end", 3),
        ("level", 10),
        ("out of check", 100),
        ("promotion", 200),
        ("promotion with check", 50),
        ("queen taken", 10),
        ("repetition", 20),
        ("mate by a queen", 1),
    ] {
        let times = met.get(what).copied().unwrap_or_default();
        assert!(
            times >= least,
            "{what}: {times} times of {least} in {plies} plies: {met:?}"
        );
    }
}

/// Rare ends of rare positions, each against the oracle.
#[test]
fn each_end_has_its_cause() {
    let cases = [
        // A queen more: won, even in check.
        ("8/4P3/8/8/8/8/k7/4K3 w - - 0 1", "e7e8q", None),
        (
            "8/4P3/8/8/8/8/k7/4K3 w - - 0 1",
            "e7e8q a2a3",
            Some("ahead"),
        ),
        // No queen at all.
        ("8/8/8/8/8/2k5/1p6/1K6 b - - 0 1", "c3b3", Some("stalemate")),
        (
            "8/8/8/8/8/1kp5/pP6/K7 b - - 0 1",
            "c3b2",
            Some("mate by a pawn"),
        ),
        // The queen guards the squares around the king, or gives check that nothing answers.
        (
            "8/k1P5/8/K7/8/8/8/8 w - - 0 1",
            "c7c8q",
            Some("stalemate by a queen"),
        ),
        (
            "k7/3P4/1K6/8/8/8/8/8 w - - 0 1",
            "d7d8q",
            Some("mate by a queen"),
        ),
        // Both have one, and nothing is to be done about it.
        (
            "8/4P3/8/8/1k6/8/3K3p/8 w - - 0 1",
            "e7e8q h2h1q",
            Some("level"),
        ),
        // Another pawn may go on, or let it end by another move.
        ("8/4P1P1/8/8/1k6/8/3K3p/8 w - - 0 1", "e7e8q h2h1q", None),
        (
            "8/4P1P1/8/8/1k6/8/3K3p/8 w - - 0 1",
            "e7e8q h2h1q d2d3",
            Some("let end"),
        ),
        // Where it has no other move, by none.
        (
            "K7/PP4P1/8/8/7k/8/1p6/8 w - - 0 1",
            "b7b8q b2b1q 0000",
            Some("let end"),
        ),
    ];
    for (fen, moves, expected) in cases {
        let (mut board, mut state) = (Board::read(fen), state(fen));
        for one in moves.split(' ') {
            let steps = board.moves();
            let Some(step) = steps.iter().find(|step| board.name(**step) == one) else {
                panic!("{one} is no move in {}", board.fen());
            };
            state.play(one).expect("the oracle knows it");
            board = board.after(*step);
        }
        assert_eq!(check_end(&*state, &board, false), expected, "{fen} {moves}");
    }
}
