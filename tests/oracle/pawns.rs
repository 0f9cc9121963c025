//! The rules of the pawn games, implemented independently: square by square, with colours,
//! following the text of the rules; and plain minimax. Slow and simple, for comparison.
#![allow(dead_code)]

use std::collections::HashMap;

use jacquerie::board::{Bitboard, Colour, Square};
use jacquerie::game::Outcome;
use jacquerie::game::setup::Setup;
use jacquerie::games::pawns::{Diagram, Stalemate};

/// A board: `squares[rank][file]`, `P` White's pawn, `p` Black's, `.` empty.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    pub squares: [[char; 8]; 8],
    pub files: usize,
    pub white_to_move: bool,
    /// The square that the last move passed over in a double step: (rank, file).
    pub passed: Option<(usize, usize)>,
}

impl Board {
    pub fn from_diagram(diagram: &Diagram) -> Self {
        let mut squares = [['.'; 8]; 8];
        for (colour, pawn) in [(Colour::White, 'P'), (Colour::Black, 'p')] {
            for square in diagram.pawns(colour) {
                squares[square.rank().index()][square.file().index()] = pawn;
            }
        }
        let place = |square: Square| (square.rank().index(), square.file().index());
        Self {
            squares,
            files: diagram.files,
            white_to_move: diagram.turn == Colour::White,
            passed: diagram.passed().map(place),
        }
    }

    pub fn to_diagram(&self) -> Diagram {
        let set = |pawn: char| -> Bitboard {
            let all = (0..64).map(Square::at);
            all.filter(|one| self.squares[one.rank().index()][one.file().index()] == pawn)
                .collect()
        };
        let square = |(rank, file): (usize, usize)| Square::at(8 * rank + file);
        let turn = match self.white_to_move {
            true => Colour::White,
            false => Colour::Black,
        };
        let mut setup = Setup::new(self.files, turn)
            .with(Colour::White, 'P', set('P'))
            .with(Colour::Black, 'P', set('p'));
        setup.en_passant = self.passed.map(|one| square(one).into());
        Diagram::of(&setup).expect("a legal position")
    }

    /// Every move as (from rank, from file, to rank, to file), even if the game is over.
    pub fn steps(&self) -> Vec<(usize, usize, usize, usize)> {
        let (own, enemy, forward, home) = if self.white_to_move {
            ('P', 'p', 1, 1)
        } else {
            ('p', 'P', -1, 6)
        };
        let at = |rank: i32, file: i32| -> Option<char> {
            let on_board = (0..8).contains(&rank) && (0..self.files as i32).contains(&file);
            on_board.then(|| self.squares[rank as usize][file as usize])
        };
        let mut steps = Vec::new();
        for rank in 0..8 {
            for file in 0..self.files as i32 {
                if at(rank, file) != Some(own) {
                    continue;
                }
                let mut add = |to_rank: i32, to_file: i32| {
                    steps.push((
                        rank as usize,
                        file as usize,
                        to_rank as usize,
                        to_file as usize,
                    ));
                };
                if at(rank + forward, file) == Some('.') {
                    add(rank + forward, file);
                    if rank == home && at(rank + 2 * forward, file) == Some('.') {
                        add(rank + 2 * forward, file);
                    }
                }
                for side in [-1, 1] {
                    let (to_rank, to_file) = (rank + forward, file + side);
                    let passed = self.passed == Some((to_rank as usize, to_file as usize));
                    let target = at(to_rank, to_file);
                    if target == Some(enemy) || (passed && target == Some('.')) {
                        add(to_rank, to_file);
                    }
                }
            }
        }
        steps
    }

    pub fn after(&self, step: (usize, usize, usize, usize)) -> Self {
        let (rank, file, to_rank, to_file) = step;
        let mut next = self.clone();
        next.squares[to_rank][to_file] = next.squares[rank][file];
        next.squares[rank][file] = '.';
        if self.passed == Some((to_rank, to_file)) && file != to_file {
            next.squares[rank][to_file] = '.';
        }
        next.passed = (rank.abs_diff(to_rank) == 2).then(|| ((rank + to_rank) / 2, file));
        next.white_to_move = !self.white_to_move;
        next
    }

    /// How the game has ended for the side to move.
    pub fn outcome(&self, stalemate: Stalemate) -> Option<Outcome> {
        let (own, enemy, last, enemy_last) = if self.white_to_move {
            ('P', 'p', 7, 0)
        } else {
            ('p', 'P', 0, 7)
        };
        if self.squares[last].contains(&own) {
            return Some(Outcome::Win);
        }
        let has_pawn = self.squares.iter().any(|row| row.contains(&own));
        if self.squares[enemy_last].contains(&enemy) || !has_pawn {
            return Some(Outcome::Loss);
        }
        let verdict = match stalemate {
            Stalemate::Draw => Outcome::Draw,
            Stalemate::Loss => Outcome::Loss,
        };
        self.steps().is_empty().then_some(verdict)
    }
}

/// The outcome for the side to move, and for wins and losses the plies to the end.
pub type Exact = (Outcome, u32);

/// Plain minimax that remembers whole boards.
pub struct Minimax {
    pub stalemate: Stalemate,
    pub known: HashMap<Board, Exact>,
}

impl Minimax {
    pub fn new(stalemate: Stalemate) -> Self {
        Self {
            stalemate,
            known: HashMap::new(),
        }
    }

    pub fn value(&mut self, board: &Board) -> Exact {
        if let Some(exact) = self.known.get(board) {
            return *exact;
        }
        let exact = match board.outcome(self.stalemate) {
            Some(outcome) => (outcome, 0),
            None => {
                let replies: Vec<Exact> = board
                    .steps()
                    .into_iter()
                    .map(|step| self.value(&board.after(step)))
                    .collect();
                best(&replies)
            }
        };
        self.known.insert(board.clone(), exact);
        exact
    }
}

/// The best of the replies' values for the side that chooses: wins soon, losses late.
fn best(replies: &[Exact]) -> Exact {
    let of = |wanted: Outcome| {
        let matching = replies
            .iter()
            .filter(move |(outcome, _)| *outcome == wanted);
        matching.map(|(_, plies)| plies + 1)
    };
    if let Some(soonest) = of(Outcome::Loss).min() {
        (Outcome::Win, soonest)
    } else if of(Outcome::Draw).next().is_some() {
        (Outcome::Draw, 0)
    } else {
        (Outcome::Loss, of(Outcome::Win).max().unwrap_or(0))
    }
}

/// Pseudo-random numbers (xorshift64*, Vigna).
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % bound
    }

    /// A position like those of real games: at most one pawn of each side on a file, most of them
    /// near home.
    pub fn facing_board(&mut self, files: usize) -> Board {
        let mut squares = [['.'; 8]; 8];
        for place in 0..2 * files {
            let steps = self.below(3);
            let (pawn, rank) = if place % 2 == 0 {
                ('P', 1 + steps)
            } else {
                ('p', 6 - steps)
            };
            if self.below(4) > 0 {
                squares[rank][place / 2] = pawn;
            }
        }
        Board {
            squares,
            files,
            white_to_move: self.below(2) == 0,
            passed: None,
        }
    }

    /// A position with up to `most` pawns a side on a board of this width.
    pub fn board(&mut self, files: usize, most: usize) -> Board {
        let mut squares = [['.'; 8]; 8];
        for pawn in ['P', 'p'] {
            for _ in 0..1 + self.below(most) {
                squares[1 + self.below(6)][self.below(files)] = pawn;
            }
        }
        Board {
            squares,
            files,
            white_to_move: self.below(2) == 0,
            passed: None,
        }
    }
}
