//! Gamelets never meet, and what they prove is true: against every line of play, and against plain
//! minimax.

use std::collections::HashSet;

use crate::oracle::pawns::{Board, Minimax, Random};
use jacquerie::board::Bitboard;
use jacquerie::game::Outcome;
use jacquerie::game::bounds::Goal;
use jacquerie::games::pawns::gamelet::{split, sum};
use jacquerie::games::pawns::{Diagram, PawnGame, Position, Stalemate};

fn position(fen: &str) -> Position {
    fen.parse::<Diagram>().expect(fen).position
}

/// The files of each part, by their letters.
fn parts(fen: &str) -> Vec<String> {
    let letters = |part: &Bitboard| {
        let rank = (0..8_u8).zip('a'..='h');
        rank.filter(|(file, _)| part.on_files() >> file & 1 == 1)
            .map(|(_, letter)| letter)
            .collect()
    };
    split(&position(fen)).iter().map(letters).collect()
}

#[test]
fn islands_and_more_are_separated() {
    for (fen, expected) in [
        ("8/8/8/8/8/8/PPPPPPPP/8 w", "a b c d e f g h"),
        ("8/pppppppp/8/8/8/8/PPPPPPPP/8 w", "abcdefgh"),
        // Separated by empty files.
        ("8/p1p1p3/8/8/8/8/P1P1P3/8 w", "a c e"),
        ("8/pp4pp/8/8/8/8/PP4PP/8 w", "ab gh"),
        // The notes' interdependent islands: c7 can go to either side.
        ("8/p1pp2p1/8/5p2/1p6/1P2P3/P2P1P2/8 w", "abcdefg"),
        // Neighbours that have passed each other; and blocked where they cannot meet.
        ("8/8/P7/8/8/1p6/8/8 w", "a b"),
        ("8/8/1p6/pP6/P7/8/8/8 w", "a b"),
        ("8/8/p7/P7/1p6/1P6/8/8 w", "a b"),
        // The same, but a third pawn can free b3.
        ("8/8/p7/P7/1p6/1P6/2P5/8 w", "abc"),
        ("8/1p6/p7/P7/1p6/1P6/8/8 w", "ab"),
        // b5 can be captured en passant.
        ("8/8/8/Pp6/8/8/8/8 w - b6", "ab"),
        ("8/8/8/Pp6/8/8/8/8 w", "a b"),
    ] {
        assert_eq!(parts(fen).join(" "), expected, "{fen}");
    }
}

/// Plays every line from a position; each capture must stay within a part.
fn no_line_leaves_a_part(root: &Board) -> usize {
    let diagram = root.to_diagram();
    let parts = split(&diagram.position);
    if parts.len() < 2 {
        return 0;
    }
    let part_of = |file: usize| {
        parts
            .iter()
            .position(|part| part.on_files() >> file & 1 == 1)
    };
    let mut seen = HashSet::new();
    let mut open = vec![root.clone()];
    while let Some(board) = open.pop() {
        for step in board.steps() {
            let (_, from, _, to) = step;
            assert_eq!(
                part_of(from),
                part_of(to),
                "{diagram}: {step:?} in {board:?}"
            );
            let next = board.after(step);
            if next.outcome(Stalemate::Draw).is_none() && seen.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    1
}

fn play_every_line(boards: usize) {
    let mut random = Random(5);
    let mut parted = 0;
    for number in 0..boards {
        let board = match number % 3 {
            0 => random.facing_board(3),
            few => random.board(2 + few, 4),
        };
        parted += no_line_leaves_a_part(&board);
    }
    assert!(parted > boards / 20, "only {parted} boards fell apart");
}

#[test]
fn no_capture_leaves_a_part() {
    play_every_line(3_000);
}

#[test]
#[ignore = "takes minutes: cargo test --release --test rules gamelets -- --ignored"]
fn no_capture_leaves_a_part_on_many_boards() {
    play_every_line(100_000);
}

/// Checks the answers of the gamelets for both goals, if they have any. Returns their number.
fn check(game: &PawnGame, position: &Position, value: Outcome, place: &str) -> usize {
    let answers = [Goal::Draw, Goal::Win].map(|goal| {
        let gamelets = game.gamelets.as_ref().expect("a game with gamelets");
        let answer = sum::answer(position, goal, game.stalemate, gamelets);
        if let Some(met) = answer {
            assert_eq!(met, goal.is_met_by(value), "{goal:?} in {place}");
        }
        usize::from(answer.is_some())
    });
    answers.into_iter().sum()
}

/// Solves random boards by minimax and checks the gamelets' answers for every position on the way.
/// Returns how many answers were compared.
fn compare_with_minimax(stalemate: Stalemate, boards: usize) -> usize {
    let game = PawnGame::new(stalemate);
    let mut random = Random(77);
    let mut compared = 0;
    for number in 0..boards {
        let board = match number % 4 {
            0 => random.facing_board(3),
            few => random.board(2 + few, 3),
        };
        let mut minimax = Minimax::new(stalemate);
        minimax.value(&board);
        for (board, (outcome, _)) in &minimax.known {
            if board.outcome(stalemate).is_none() {
                let diagram = board.to_diagram();
                let place = format!("{diagram} {stalemate:?}");
                compared += check(&game, &diagram.position, *outcome, &place);
            }
        }
    }
    compared
}

#[test]
fn answers_agree_with_minimax() {
    for stalemate in [Stalemate::Draw, Stalemate::Loss] {
        let compared = compare_with_minimax(stalemate, 400);
        assert!(compared > 10_000, "only {compared} answers");
    }
}

#[test]
#[ignore = "takes minutes: cargo test --release --test rules gamelets -- --ignored"]
fn answers_agree_with_minimax_on_many_boards() {
    for stalemate in [Stalemate::Draw, Stalemate::Loss] {
        let compared = compare_with_minimax(stalemate, 20_000);
        assert!(compared > 500_000, "only {compared} answers");
    }
}

/// Positions of games on the full board with their values: `FEN;value;move=value,…`.
const SOLVED: &str = include_str!("../data/solved-8x8.txt");

#[test]
fn answers_agree_with_known_positions() {
    let game = PawnGame::new(Stalemate::Draw);
    let outcome = |name: &str| -> Outcome { name.parse().expect("a value") };
    let mut compared = 0;
    for line in SOLVED.lines() {
        let fields: Vec<&str> = line.split(';').collect();
        let diagram: Diagram = fields[0].parse().expect(line);
        compared += check(&game, &diagram.position, outcome(fields[1]), line);
        for pair in fields[2].split(',') {
            let (played, value) = pair.split_once('=').expect(line);
            let played = diagram.read_move(&game, played).expect(line);
            let child = diagram.position.play(played);
            compared += check(&game, &child, outcome(value).reversed(), line);
        }
    }
    assert!(compared > 10, "only {compared} answers");
}
