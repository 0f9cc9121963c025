//! Summaries of single gamelets, against an independent minimax with passes. The command's output
//! is in `tests/transcripts/gamelets.md`.

use std::collections::HashMap;

use crate::oracle::pawns::{Board, Random};
use jacquerie::board::{Bitboard, Colour};
use jacquerie::game::Outcome;
use jacquerie::games::pawns::gamelet::summary::{BestPlay, Spare, Summary, TooLarge, Zugzwang};
use jacquerie::games::pawns::gamelet::{Gamelets, dead_files, split};
use jacquerie::games::pawns::{Diagram, Stalemate};

/// The winner, if there is one, and the plies to the end.
type Exact = (Option<Colour>, u32);

/// A gamelet as a game in which one side may pass, played out in full.
struct Passing {
    stalemate: Stalemate,
    passer: Option<Colour>,
    white_elsewhere: bool,
    black_elsewhere: bool,
    known: HashMap<Board, Exact>,
}

impl Passing {
    fn value(&mut self, board: &Board) -> Exact {
        if let Some(exact) = self.known.get(board) {
            return *exact;
        }
        let exact = self.find(board);
        self.known.insert(board.clone(), exact);
        exact
    }

    fn find(&mut self, board: &Board) -> Exact {
        if board.squares[7].contains(&'P') {
            return (Some(Colour::White), 0);
        }
        if board.squares[0].contains(&'p') {
            return (Some(Colour::Black), 0);
        }
        let (mover, pawn, elsewhere) = match board.white_to_move {
            true => (Colour::White, 'P', self.white_elsewhere),
            false => (Colour::Black, 'p', self.black_elsewhere),
        };
        let mut next: Vec<Board> = board
            .steps()
            .into_iter()
            .map(|step| board.after(step))
            .collect();
        if self.passer == Some(mover) {
            next.push(passed(board));
        } else if !elsewhere && !board.squares.iter().flatten().any(|one| *one == pawn) {
            return (Some(mover.opponent()), 0);
        } else if next.is_empty() {
            return match self.stalemate {
                Stalemate::Draw => (None, 0),
                Stalemate::Loss => (Some(mover.opponent()), 0),
            };
        }
        let values: Vec<Exact> = next.iter().map(|board| self.value(board)).collect();
        let plies = |winner: Colour| {
            let won = values.iter().filter(move |(who, _)| *who == Some(winner));
            won.map(|(_, plies)| plies + 1)
        };
        if let Some(soonest) = plies(mover).min() {
            (Some(mover), soonest)
        } else if values.iter().any(|(who, _)| who.is_none()) {
            (None, 0)
        } else {
            (
                Some(mover.opponent()),
                plies(mover.opponent()).max().unwrap_or(0),
            )
        }
    }
}

fn passed(board: &Board) -> Board {
    Board {
        white_to_move: !board.white_to_move,
        passed: None,
        ..board.clone()
    }
}

fn is_on(files: Bitboard, file: usize) -> bool {
    files.on_files() >> file & 1 == 1
}

/// A board with only the pawns on some files, and whether White and Black have others.
fn cut(board: &Board, files: Bitboard) -> (Board, bool, bool) {
    let mut part = board.clone();
    let (mut white, mut black) = (false, false);
    for row in &mut part.squares {
        for (file, square) in row.iter_mut().enumerate() {
            if !is_on(files, file) {
                white |= *square == 'P';
                black |= *square == 'p';
                *square = '.';
            }
        }
    }
    part.passed = part.passed.filter(|(_, file)| is_on(files, *file));
    (part, white, black)
}

const COLOURS: [Colour; 2] = [Colour::White, Colour::Black];

/// Compares the summaries of all parts of a board; returns how many there were.
fn compare(board: &Board, stalemate: Stalemate, gamelets: &Gamelets) -> usize {
    let diagram = board.to_diagram();
    let parts = split(&diagram.position);
    for files in &parts {
        let place = format!("{diagram} {stalemate:?} {files:?}");
        let summary = Summary::of(&diagram, *files, stalemate, gamelets).expect(&place);
        let (part, white_elsewhere, black_elsewhere) = cut(board, *files);
        let mut values = HashMap::new();
        for passer in [None, Some(Colour::White), Some(Colour::Black)] {
            let mut game = Passing {
                stalemate,
                passer,
                white_elsewhere,
                black_elsewhere,
                known: HashMap::new(),
            };
            for first in COLOURS {
                let begins = match (first == Colour::White) == board.white_to_move {
                    true => part.clone(),
                    false => passed(&part),
                };
                let value = game.value(&begins);
                let found = match summary.ending(passer, first) {
                    BestPlay::Draw => (None, 0),
                    BestPlay::Win { winner, plies } => (Some(winner), u32::from(plies)),
                };
                assert_eq!(found, value, "{passer:?} may pass, {first} first: {place}");
                values.insert((passer, first), value.0);
            }
        }
        check_the_rest(&summary, &part, &values, &place);
    }
    parts.len()
}

/// Checks what follows from the six results.
fn check_the_rest(
    summary: &Summary,
    part: &Board,
    values: &HashMap<(Option<Colour>, Colour), Option<Colour>>,
    place: &str,
) {
    let points = |side: Colour, winner: Option<Colour>| match winner {
        Some(winner) if winner == side => 2,
        Some(_) => 0,
        None => 1,
    };
    let [white, black] = COLOURS.map(|side| {
        let begins = match (side == Colour::White) == part.white_to_move {
            true => part.clone(),
            false => passed(part),
        };
        let (has_move, other) = (!begins.steps().is_empty(), side.opponent());
        let lost = values[&(Some(other), side)] == Some(other);
        assert_eq!(summary.holds_losing_move(side), has_move && lost, "{place}");
        // A side that loses although it may pass has no number of spare moves that is enough.
        let loses = values[&(Some(side), other)] == Some(other);
        let spare = summary.spare(side).expect("at most four files");
        assert_eq!(spare == Spare::Lost, loses, "{side}: {place}");
        if matches!(spare, Spare::Moves(0..) | Spare::Any) {
            assert_ne!(values[&(None, other)], Some(other), "{side}: {place}");
        }
        has_move && points(side, values[&(None, side)]) < points(side, values[&(None, other)])
    });
    let zugzwang = match (white, black) {
        (true, true) => Zugzwang::Mutual,
        (true, false) => Zugzwang::Of(Colour::White),
        (false, true) => Zugzwang::Of(Colour::Black),
        (false, false) => Zugzwang::None,
    };
    assert_eq!(summary.zugzwang(), zugzwang, "{place}");
}

fn compare_random_boards(boards: usize) -> usize {
    let mut random = Random(31);
    let gamelets = Gamelets::default();
    let mut compared = 0;
    for number in 0..boards {
        let board = match number % 3 {
            0 => random.facing_board(3),
            few => random.board(2 + few, 3),
        };
        for stalemate in [Stalemate::Draw, Stalemate::Loss] {
            if board.outcome(stalemate).is_none() {
                compared += compare(&board, stalemate, &gamelets);
            }
            // After a double step there may be a capture en passant.
            for step in board.steps() {
                let next = board.after(step);
                if next.passed.is_some() && next.outcome(stalemate).is_none() {
                    compared += compare(&next, stalemate, &gamelets);
                }
            }
        }
    }
    compared
}

#[test]
fn summaries_agree_with_minimax() {
    let compared = compare_random_boards(150);
    assert!(compared > 300, "only {compared} gamelets");
}

#[test]
#[ignore = "takes minutes: cargo test --release --test rules gamelet_summaries -- --ignored"]
fn summaries_of_many_boards_agree_with_minimax() {
    let compared = compare_random_boards(5_000);
    assert!(compared > 10_000, "only {compared} gamelets");
}

/// In no line of play does a pawn reach the last rank on a file that is dead for its side.
#[test]
fn no_pawn_promotes_on_a_dead_file() {
    let mut random = Random(12);
    let mut dead_ones = 0;
    for number in 0..2_000 {
        let root = match number % 3 {
            0 => random.facing_board(3),
            few => random.board(2 + few, 4),
        };
        let diagram = root.to_diagram();
        let (own, enemy) = dead_files(&diagram.position);
        let (white, black) = match diagram.turn {
            Colour::White => (own, enemy),
            Colour::Black => (enemy, own),
        };
        dead_ones += white.count_files() + black.count_files();
        let mut seen = std::collections::HashSet::new();
        let mut open = vec![root];
        while let Some(board) = open.pop() {
            for file in 0..8 {
                let arrived = board.squares[7][file] == 'P' && is_on(white, file)
                    || board.squares[0][file] == 'p' && is_on(black, file);
                assert!(!arrived, "{diagram}: {board:?}");
            }
            if board.outcome(Stalemate::Draw).is_none() && seen.insert(board.clone()) {
                open.extend(board.steps().into_iter().map(|step| board.after(step)));
            }
        }
    }
    assert!(dead_ones > 500, "only {dead_ones} dead files");
}

fn summary(fen: &str) -> Summary {
    let diagram: Diagram = fen.parse().expect(fen);
    let part = split(&diagram.position)[0];
    Summary::of(&diagram, part, Stalemate::Draw, &Gamelets::default()).expect(fen)
}

/// The diagrams of the earliest notes on the game.
#[test]
fn the_zugzwangs_of_the_notes() {
    use Colour::{Black, White};
    let cases = [
        ("8/p1p5/1p6/1P6/8/8/8/8 w", Zugzwang::Of(Black), "draw win"),
        ("8/8/8/8/1p6/1P6/P1P5/8 w", Zugzwang::Of(White), "loss draw"),
        ("8/p7/1p6/1P6/2p5/2P5/3P4/8 w", Zugzwang::Mutual, "loss win"),
        (
            "8/p1pp2p1/8/5p2/1p6/1P2P3/P2P1P2/8 w",
            Zugzwang::None,
            "loss loss",
        ),
    ];
    for (fen, zugzwang, for_white) in cases {
        let summary = summary(fen);
        assert_eq!(summary.zugzwang(), zugzwang, "{fen}");
        let [one, other] = COLOURS.map(|first| summary.ending(None, first).seen_by(White));
        assert_eq!(format!("{one} {other}"), for_white, "{fen}");
    }
    // A side that may pass escapes from it, and in the mutual one even wins.
    let black = summary(cases[0].0);
    assert_eq!(black.ending(Some(Black), Black), BestPlay::Draw);
    let mutual = summary(cases[2].0).ending(Some(White), White);
    assert_eq!(mutual.seen_by(White), Outcome::Win);
}

#[test]
fn large_gamelets_are_refused() {
    for (fen, reason) in [
        ("8/pppp4/ppp5/8/8/PPP5/PPPP4/8 w", TooLarge::Pawns(14)),
        ("8/pppppp2/8/8/8/8/PPPPPP2/8 w", TooLarge::Positions(12)),
    ] {
        let diagram: Diagram = fen.parse().expect(fen);
        let part = split(&diagram.position)[0];
        let found = Summary::of(&diagram, part, Stalemate::Draw, &Gamelets::default());
        assert_eq!(found, Err(reason), "{fen}");
    }
}
