//! Random games and random positions, ply by ply against the oracle: the legal moves in both notations,
//! the FEN after each, and how the game ended and why, under both rules.

use std::collections::BTreeMap;

use jacquerie::board::Colour;
use jacquerie::game::Outcome;
use jacquerie::game::finish::{Cause, Finish};
use jacquerie::game::state::GameState;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng, rngs::StdRng};

use super::hall::{Hall, VARIANTS};
use super::oracle::{Board, Step, Why};
use super::random::{START, random_board, random_wall};

/// What was met on the way.
type Met = BTreeMap<String, usize>;

/// The end that the oracle sees, as the program should tell it.
fn wanted_end(board: &Board, variant: &str) -> Option<(Option<Colour>, Cause)> {
    let (outcome, why) = board.end(variant)?;
    let (mover, other) = match board.white_to_move {
        true => (Colour::White, Colour::Black),
        false => (Colour::Black, Colour::White),
    };
    let winner = match outcome {
        Outcome::Win => Some(mover),
        Outcome::Draw => None,
        Outcome::Loss => Some(other),
    };
    let cause = match why {
        Why::NoMen => Cause::NoMen,
        Why::NoMove => Cause::NoMove,
        Why::Dead => Cause::Material,
    };
    Some((winner, cause))
}

/// The position as both variants see it is the oracle's.
fn check_position(hall: &Hall, board: &Board, met: &mut Met) {
    let fen = board.fen();
    for variant in VARIANTS {
        let state = hall.state(variant, &fen);
        assert_eq!(state.fen(), fen);
        let finish = state.finish().filter(is_of_the_board);
        let end = finish.as_ref().map(|finish| (finish.winner, finish.cause));
        assert_eq!(end, wanted_end(board, variant), "{variant} {fen}");
        if let Some((outcome, why)) = board.end(variant) {
            *met.entry(format!("{variant} {outcome} {why:?}"))
                .or_default() += 1;
            assert!(state.moves().is_empty(), "{variant} {fen}");
        } else if state.finish().is_none() {
            check_moves(&*state, board);
        }
    }
}

/// Whether it says nothing of the moves before.
fn is_of_the_board(finish: &Finish) -> bool {
    !matches!(finish.cause, Cause::Repetition | Cause::NoProgress)
}

/// The same moves, each with a name of its own in both notations.
fn check_moves(state: &dyn GameState, board: &Board) {
    let fen = board.fen();
    let mut wanted: Vec<String> = board.moves().into_iter().map(Board::name).collect();
    let mut found = state.moves();
    wanted.sort();
    found.sort();
    assert_eq!(found, wanted, "{fen}");
    for played in &wanted {
        let short = state.algebraic(played).expect("the move is legal");
        assert_eq!(
            state.coordinates(&short).as_ref(),
            Ok(played),
            "{short} in {fen}"
        );
        assert_eq!(
            state.written(&short).as_ref(),
            Ok(played),
            "{short} in {fen}"
        );
    }
}

/// Something that a move is, for the count.
fn kind(board: &Board, step: Step) -> Option<&'static str> {
    let is_pawn = board.squares[step.from].eq_ignore_ascii_case(&b'p');
    match (board.squares[step.to], step.becomes) {
        (b'.', Some(b'k')) => Some("promotion to a king"),
        (b'.', Some(_)) => Some("promotion"),
        (b'.', None) if is_pawn && board.passed == Some(step.to) => Some("en passant"),
        (b'.', None) if is_pawn && [0, 7].contains(&(step.from / 8)) => Some("from the first rank"),
        (b'.', None) => None,
        (b'K' | b'k', None) => Some("a king is taken"),
        (_, None) => Some("capture"),
        (_, Some(_)) => Some("promotion with a capture"),
    }
}

/// Plays a game at random, so many plies at most; how many positions it had.
fn play(hall: &Hall, start: Board, most: usize, random: &mut StdRng, met: &mut Met) -> usize {
    let mut board = start;
    let mut state = hall.state("antichess", &board.fen());
    for ply in 0..most {
        assert_eq!(state.fen(), board.fen());
        check_position(hall, &board, met);
        if state.finish().is_some() {
            return ply + 1;
        }
        let moves = board.moves();
        let step = *moves.choose(random).expect("the game goes on");
        if let Some(what) = kind(&board, step) {
            *met.entry(what.to_owned()).or_default() += 1;
        }
        let name = Board::name(step);
        assert_eq!(state.play(&name).as_ref(), Ok(&name), "{}", board.fen());
        board = board.after(step);
    }
    most
}

/// Games from the start and from placements, until so many positions have been met.
fn compare(positions: usize, seed: u64) -> Met {
    let (hall, mut random) = (Hall::open(), StdRng::seed_from_u64(seed));
    let (mut met, mut count) = (Met::new(), 0);
    for game in 0.. {
        let (start, most) = match game % 9 {
            0 => (Board::read(START), 400),
            1 => (random_board(&mut random, 3, b"b"), 2),
            2 => (random_board(&mut random, 6, b"p"), 60),
            3 => (random_board(&mut random, 2, b"pnbrqk"), 40),
            4 => (random_wall(&mut random), 30),
            _ => {
                let men = random.random_range(1..=16);
                (random_board(&mut random, men, b"pppnbrqk"), 12)
            }
        };
        count += play(&hall, start, most, &mut random, &mut met);
        if count >= positions {
            break;
        }
    }
    met
}

/// Everything that can happen did, so often at least.
fn check_met(met: &Met, least: usize) {
    for what in [
        "capture",
        "en passant",
        "promotion",
        "promotion to a king",
        "promotion with a capture",
        "from the first rank",
        "a king is taken",
        "antichess win NoMen",
        "antichess win NoMove",
        "antichess draw Dead",
        "suicide win NoMen",
        "suicide win NoMove",
        "suicide draw NoMove",
        "suicide loss NoMove",
        "suicide draw Dead",
    ] {
        let times = met.get(what).copied().unwrap_or_default();
        assert!(times >= least, "{what}: {times} times of {least}: {met:?}");
    }
}

#[test]
fn positions_are_the_oracles() {
    check_met(&compare(10_000, 2019), 5);
}

#[test]
#[ignore = "takes ten seconds: cargo test --release --test antichess -- --ignored"]
fn a_hundred_thousand_positions_are_the_oracles() {
    check_met(&compare(100_000, 2016), 50);
}
