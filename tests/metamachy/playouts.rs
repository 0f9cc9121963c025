//! Random games and random positions, ply by ply against the oracle: the legal moves in both notations,
//! the FEN after each, and how the game ended and why.

use std::collections::{BTreeMap, HashSet};

use jacquerie::board::Colour;
use jacquerie::game::MoveCode;
use jacquerie::game::finish::Cause;
use jacquerie::game::state::{GameState, State};
use jacquerie::games::metamachy::{Diagram, MetamachyGame, Move, Position};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng, rngs::StdRng};

use super::hall::Hall;
use super::oracle::{Board, End, Step};
use super::random::{random_board, random_hunt, starts};

/// What was met on the way.
type Met = BTreeMap<&'static str, usize>;

/// The end that the oracle sees, as the program should tell it.
fn wanted_end(board: &Board, before: &[String]) -> Option<(Option<Colour>, Cause)> {
    let winner = match board.white_to_move {
        true => Colour::Black,
        false => Colour::White,
    };
    let core = board.core();
    match board.end() {
        Some(End::Mate) => Some((Some(winner), Cause::Checkmate)),
        Some(End::Stalemate) => Some((None, Cause::NoMove)),
        Some(End::Dead) => Some((None, Cause::Material)),
        None if before.iter().filter(|one| **one == core).count() == 2 => {
            Some((None, Cause::Repetition))
        }
        None => (board.quiet >= 100).then_some((None, Cause::NoProgress)),
    }
}

/// The same moves, each with a name of its own in both notations.
fn check_moves(state: &dyn GameState, board: &Board, moves: &[Step]) {
    let fen = board.fen();
    let mut wanted: Vec<String> = moves.iter().copied().map(Board::name).collect();
    let mut found = state.moves();
    wanted.sort();
    found.sort();
    assert_eq!(found, wanted, "{fen}");
}

/// The diagram of a game.
fn diagram(state: &dyn GameState) -> Diagram {
    let state = state.as_any().downcast_ref::<State<MetamachyGame>>();
    *state.expect("Metamachy is played").diagram()
}

/// What is counted, what is forcing and what the tables keep is what the list of moves says.
fn check_lists(position: &Position) {
    let moves = position.moves();
    assert_eq!(position.count_moves() as usize, moves.len());
    assert_eq!(position.has_move(), !moves.is_empty());
    let is_forcing = |one: &Move| one.is_capture(position) || one.promotion().is_some();
    let mut forcing: Vec<Move> = moves.iter().copied().filter(is_forcing).collect();
    let mut found = position.forcing_moves();
    forcing.sort();
    found.sort();
    assert_eq!(forcing, found[..]);
    let codes: HashSet<u32> = moves.iter().map(|one| one.code().bits()).collect();
    assert_eq!(codes.len(), moves.len());
    assert!(!codes.contains(&MoveCode::NONE.bits()));
}

/// Each move has a short name of its own.
fn check_names(state: &dyn GameState) {
    for played in state.moves() {
        let short = state.algebraic(&played).expect("the move is legal");
        for read in [state.coordinates(&short), state.written(&short)] {
            assert_eq!(read.as_ref(), Ok(&played), "{short} in {}", state.fen());
        }
    }
}

/// Something that a move is, for the count.
fn kind(board: &Board, step: Step) -> Option<&'static str> {
    let man = board.at(step.from).to_ascii_lowercase();
    let far = (step.to.0 - step.from.0)
        .abs()
        .max((step.to.1 - step.from.1).abs());
    Some(match (man, board.at(step.to)) {
        ('k', _) if far == 2 => "a king's leap",
        ('p', '.') if step.from.0 != step.to.0 => match captured_so(board, step) {
            'i' => "a prince is taken en passant",
            _ => "a pawn is taken en passant",
        },
        ('i', _) if step.becomes.is_some() && far == 2 => "a prince's double step promotes",
        ('i', _) if step.becomes.is_some() => "a prince promotes",
        ('p', '.') if step.becomes.is_some() && far == 2 => "a pawn's double step promotes",
        ('p', '.') if step.becomes.is_some() => "a pawn promotes",
        ('p', _) if step.becomes.is_some() => "a pawn captures and promotes",
        ('i', _) if far == 2 && board.after(step).passed.is_some() => "a prince may be taken so",
        ('p', _) if far == 2 && board.after(step).passed.is_some() => "a pawn may be taken so",
        ('c', man) if man != '.' => "a cannon captures",
        ('g', man) if man != '.' => "an eagle captures",
        _ => return None,
    })
}

/// Who is taken en passant.
fn captured_so(board: &Board, step: Step) -> char {
    board.at((step.to.0, step.from.1)).to_ascii_lowercase()
}

/// A move by chance; but often what was seldom met, or the way back, so that positions come again.
fn choose(
    board: &Board,
    moves: &[Step],
    last: &[Option<Step>; 2],
    random: &mut StdRng,
    met: &Met,
) -> Step {
    let any = *moves.choose(random).expect("the game goes on");
    let times = |one: &&Step| Some(met.get(kind(board, **one)?).copied().unwrap_or_default());
    let rarest = moves
        .iter()
        .filter(|one| times(one).is_some())
        .min_by_key(times);
    let is_back =
        |one: &&Step| last[1].is_some_and(|before| before.to == one.from && before.from == one.to);
    let back = moves.iter().find(is_back);
    match random.random_range(0..10) {
        0..4 => *rarest.unwrap_or(&any),
        4..7 => *back.unwrap_or(&any),
        _ => any,
    }
}

/// Plays a game at random, so many plies at most; how many positions it had.
fn play(hall: &Hall, start: Board, most: usize, random: &mut StdRng, met: &mut Met) -> usize {
    let mut board = start;
    let mut state = hall.state(&board.fen());
    let (mut before, mut last) = (Vec::new(), [None; 2]);
    for ply in 0..most {
        let fen = board.fen();
        assert_eq!(state.fen(), fen);
        let read = hall.state(&fen);
        assert_eq!(read.fen(), fen);
        // All of it was carried along rightly, the key too.
        assert_eq!(diagram(&*state), diagram(&*read), "{fen}");
        let finish = state.finish();
        let end = finish.map(|finish| (finish.winner, finish.cause));
        let wanted = wanted_end(&board, &before);
        assert_eq!(end, wanted, "{fen}");
        if let Some((_, cause)) = end {
            assert!(state.moves().is_empty(), "{fen}");
            *met.entry(cause.key()).or_default() += 1;
            return ply + 1;
        }
        let moves = board.moves();
        check_moves(&*state, &board, &moves);
        check_lists(&diagram(&*state).position);
        if ply % 8 == 0 {
            check_names(&*state);
        }
        let step = choose(&board, &moves, &last, random, met);
        last = [Some(step), last[0]];
        if let Some(what) = kind(&board, step) {
            *met.entry(what).or_default() += 1;
        }
        let name = Board::name(step);
        assert_eq!(state.play(&name).as_ref(), Ok(&name), "{fen}");
        before.push(board.core());
        board = board.after(step);
    }
    most
}

/// Games from the starts and from placements, until so many positions have been met.
fn compare(positions: usize, seed: u64) -> Met {
    let (hall, mut random) = (Hall::open(), StdRng::seed_from_u64(seed));
    let (mut met, mut count) = (Met::new(), 0);
    let starts = starts();
    for game in 0.. {
        let (start, most) = match game % 8 {
            0 => (Board::read(&starts[game / 8 % starts.len()]), 200),
            1 => (random_board(&mut random, 1, "nbmecirlgq"), 150),
            2 => (random_board(&mut random, 16, "ppi"), 40),
            3 => (random_hunt(&mut random), 80),
            4 => (random_board(&mut random, 8, "cccp"), 12),
            5 => (random_board(&mut random, 6, "ggp"), 12),
            _ => (random_board(&mut random, 20, "ppppinbmecrlgq"), 12),
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
        "a king's leap",
        "a pawn is taken en passant",
        "a prince is taken en passant",
        "a prince promotes",
        "a prince's double step promotes",
        "a pawn promotes",
        "a pawn's double step promotes",
        "a pawn captures and promotes",
        "a cannon captures",
        "an eagle captures",
        "checkmate",
        "no-move",
        "material",
        "repetition",
        "no-progress",
    ] {
        let times = met.get(what).copied().unwrap_or_default();
        assert!(times >= least, "{what}: {times} times of {least}: {met:?}");
    }
}

#[test]
fn positions_are_the_oracles() {
    check_met(&compare(4_000, 2012), 1);
}

#[test]
#[ignore = "takes minutes: cargo test --release --test metamachy -- --ignored"]
fn a_hundred_thousand_positions_are_the_oracles() {
    check_met(&compare(100_000, 1897), 20);
}
