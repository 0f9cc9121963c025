//! Static exchange evaluation, against captures on one square played out on the oracle's board.

use jacquerie::game::state::State;
use jacquerie::games::metamachy::{MetamachyGame, Move, Position};
use rand::{SeedableRng, rngs::StdRng};

use super::metamachy::random_board;
use super::oracle::Oracle;
use super::oracle::metamachy::{Board, Place, Step};
use super::support::{session, state};

/// The values of the pieces, cheapest first.
const WORTH: [(char, i32); 12] = [
    ('p', 100),
    ('m', 200),
    ('n', 250),
    ('e', 250),
    ('i', 300),
    ('c', 350),
    ('b', 350),
    ('r', 500),
    ('l', 750),
    ('g', 800),
    ('q', 900),
    ('k', 0),
];

/// A piece's rank among all, and its value.
fn worth(man: char) -> (usize, i32) {
    let is_it = |one: &(char, i32)| one.0 == man.to_ascii_lowercase();
    let place = WORTH.iter().position(is_it).expect("a man");
    (place, WORTH[place].1)
}

/// The captures on a square, the cheapest piece first, with promotions. A king captures only if
/// nothing can recapture.
fn captors(board: &Board, to: Place) -> Vec<Step> {
    let white = board.white_to_move;
    let is_own = |place: &Place| board.is_of(white, *place);
    let mut found: Vec<Step> = Board::places()
        .filter(is_own)
        .filter(|from| board.targets(*from).contains(&to))
        .map(|from| Step {
            from,
            to,
            becomes: None,
        })
        .collect();
    found.sort_by_key(|step| worth(board.at(step.from)).0);
    let (kings, others): (Vec<Step>, Vec<Step>) = found
        .into_iter()
        .partition(|step| board.at(step.from).eq_ignore_ascii_case(&'k'));
    let is_safe = |step: &Step| {
        let mut next = board.moved(*step);
        next.white_to_move = !white;
        !Board::places().any(|from| next.is_of(!white, from) && next.targets(from).contains(&to))
    };
    let kings = kings.into_iter().filter(is_safe);
    others
        .into_iter()
        .chain(kings)
        .map(|step| promoted(board, step))
        .collect()
}

/// A piece that promotes becomes a queen.
fn promoted(board: &Board, step: Step) -> Step {
    let last = if board.white_to_move { 11 } else { 0 };
    let promotes = matches!(board.at(step.from).to_ascii_lowercase(), 'p' | 'i');
    Step {
        becomes: (promotes && step.to.1 == last).then_some('q'),
        ..step
    }
}

/// The immediate gain of a step.
fn gain(board: &Board, step: Step, victim: i32) -> i32 {
    let becomes = step
        .becomes
        .map_or(0, |letter| worth(letter).1 - worth(board.at(step.from)).1);
    victim + becomes
}

/// What the side to move can win by captures on a square, or 0 without any: with its cheapest piece
/// each time, or with the best one.
fn played_out(board: &Board, to: Place, cheapest: bool) -> i32 {
    let most = if cheapest { 1 } else { usize::MAX };
    let each = captors(board, to).into_iter().take(most).map(|step| {
        let won = gain(board, step, worth(board.at(to)).1);
        let mut next = board.moved(step);
        next.white_to_move = !board.white_to_move;
        won - played_out(&next, to, cheapest)
    });
    each.max().unwrap_or(0).max(0)
}

/// The value of a move.
fn value(board: &Board, step: Step, cheapest: bool) -> i32 {
    let is_passing = board.at(step.to) == '.'
        && board.at(step.from).eq_ignore_ascii_case(&'p')
        && step.from.0 != step.to.0;
    let victim = match (board.at(step.to), is_passing) {
        ('.', false) => 0,
        ('.', true) => {
            let beyond = if board.white_to_move { -1 } else { 1 };
            worth(board.at((step.to.0, step.to.1 + beyond))).1
        }
        (man, _) => worth(man).1,
    };
    let mut next = board.moved(step);
    next.white_to_move = !board.white_to_move;
    next.passed = None;
    gain(board, step, victim) - played_out(&next, step.to, cheapest)
}

/// The same move in the program.
fn of_program(board: &Board, step: Step) -> (Position, Move) {
    let state = state("metamachy", &board.fen());
    let state = state.as_any().downcast_ref::<State<MetamachyGame>>();
    let position = state.expect("Metamachy is played").diagram().position;
    let name = board.name(step);
    let index = |text: Place| (text.1 * 12 + text.0) as usize;
    let is_it = |one: &&Move| {
        let promotion = one
            .promotion()
            .map(|kind| kind.letter().to_ascii_lowercase());
        one.from().index() == index(step.from)
            && one.to().index() == index(step.to)
            && promotion == step.becomes
    };
    let moves = position.moves();
    let played = moves.iter().find(is_it);
    (position, *played.unwrap_or_else(|| panic!("{name}")))
}

/// Crowded boards, so that many captures follow each other.
#[test]
fn exchanges_agree_with_captures_played_out() {
    let mut random = StdRng::seed_from_u64(19);
    let (mut captures, mut long, mut same) = (0, 0, 0);
    for _ in 0..400 {
        let board = random_board(&mut random, 29, "pppmneicbrlgq");
        for step in board.moves() {
            let takes = board.at(step.to) != '.';
            if !takes && step.becomes.is_none() {
                continue;
            }
            let wanted = value(&board, step, true);
            let (position, played) = of_program(&board, step);
            let about = format!("{} {} is worth {wanted}", board.fen(), board.name(step));
            assert!(position.wins_exchange(played, wanted), "{about}");
            assert!(!position.wins_exchange(played, wanted + 1), "{about}");
            captures += 1;
            long += usize::from(wanted != 0 && wanted != worth(board.at(step.from)).1);
            // Capturing with the cheapest piece is nearly always best.
            same += usize::from(value(&board, step, false) == wanted);
        }
    }
    assert!(captures > 1_000 && long > 300, "{captures} {long}");
    assert!(same * 100 > captures * 90, "{same} of {captures}");
}

/// A cannon loses its screen if that piece captures; an eagle's path opens; a capture on the last
/// rank promotes to a queen.
#[test]
fn moving_pieces_open_and_close_lines() {
    for (fen, from, to, becomes, wanted) in [
        // Without the rook the cannon has no screen.
        (
            "11k/12/2p9/3p8/12/12/3R8/12/3C8/12/12/11K w - - 0 1",
            (3, 5),
            (3, 8),
            None,
            100 - 500,
        ),
        // Behind it stands another one.
        (
            "11k/12/2p9/3p8/12/12/3R8/3R8/3C8/12/12/11K w - - 0 1",
            (3, 5),
            (3, 8),
            None,
            100 - 500 + 100,
        ),
        // It stood on the eagle's path.
        (
            "11k/12/2p9/3p8/12/12/3R8/2G9/12/12/12/11K w - - 0 1",
            (3, 5),
            (3, 8),
            None,
            100 - 500 + 100,
        ),
        (
            "11k/2r9/3P8/12/12/12/12/12/12/12/12/11K w - - 0 1",
            (3, 9),
            (2, 10),
            None,
            500,
        ),
        (
            "2r8k/3P8/12/12/12/12/12/12/12/12/12/11K w - - 0 1",
            (3, 10),
            (2, 11),
            Some('q'),
            1_300,
        ),
        (
            "2rr7k/3P8/12/12/12/12/12/12/12/12/12/11K w - - 0 1",
            (3, 10),
            (2, 11),
            Some('q'),
            400,
        ),
    ] {
        let board = Board::read("metamachy", fen);
        let step = Step { from, to, becomes };
        assert_eq!(value(&board, step, true), wanted, "{fen}");
        let (position, played) = of_program(&board, step);
        assert!(position.wins_exchange(played, wanted), "{fen}");
        assert!(!position.wins_exchange(played, wanted + 1), "{fen}");
    }
}

/// Even if many captures could follow.
#[test]
fn a_search_of_one_ply_follows_few_of_many_captures() {
    for fen in [
        "1Q1L1q6/6E5/2L2Lq5/2l2L2L1l1/4Q1Q5/2e4E4/2Qq2Q5/7eQ3/3eq4L1q/1K2E1kq3e/12/1e10 b",
        "2q1q1q1q1k1/q1q1q1q1q1q1/12/12/q1q1q1q1q1q1/12/12/Q1Q1Q1Q1Q1Q1/12/12/Q1Q1Q1Q1Q1Q1/K1Q1Q1Q1Q1Q1 w",
    ] {
        let text = session("metamachy", &format!("position fen {fen}\ngo depth 1\n"));
        let nodes = text.lines().find_map(|line| {
            let (_, rest) = line.split_once(" nodes ")?;
            rest.split(' ').next()?.parse::<u64>().ok()
        });
        assert!(nodes.is_some_and(|nodes| nodes < 100_000), "{text}");
    }
}
