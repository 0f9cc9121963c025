//! The rules of antichess once more, slow and simple: a board of 64 squares, White's side below.

use jacquerie::board::Square;
use jacquerie::games::antichess::{Kind, Position};

/// A board; `men` has the kind of each man, and whether he is White's.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    pub men: [Option<(Kind, bool)>; 64],
    pub white_moves: bool,
    /// The square of a pawn that can be captured en passant.
    pub en_passant: Option<usize>,
}

const STRAIGHT: [(i32, i32); 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];
const ASLANT: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const ALL: [(i32, i32); 8] = [
    (0, 1),
    (0, -1),
    (1, 0),
    (-1, 0),
    (1, 1),
    (1, -1),
    (-1, 1),
    (-1, -1),
];
const LEAPS: [(i32, i32); 8] = [
    (1, 2),
    (2, 1),
    (-1, 2),
    (-2, 1),
    (1, -2),
    (2, -1),
    (-1, -2),
    (-2, -1),
];

/// The square so many files and ranks away.
fn away(from: usize, (files, ranks): (i32, i32)) -> Option<usize> {
    let (file, rank) = (from as i32 % 8 + files, from as i32 / 8 + ranks);
    let is_there = (0..8).contains(&file) && (0..8).contains(&rank);
    is_there.then_some((rank * 8 + file) as usize)
}

impl Board {
    pub fn empty(white_moves: bool) -> Self {
        Self {
            men: [None; 64],
            white_moves,
            en_passant: None,
        }
    }

    /// The same as the program has it.
    pub fn position(&self) -> Position {
        let mut position = Position::EMPTY;
        let seen = |index: usize| {
            let square = Square::at(index);
            if self.white_moves {
                square
            } else {
                square.flip()
            }
        };
        for (index, man) in self.men.iter().enumerate() {
            if let Some((kind, is_white)) = man {
                position.put(seen(index), *kind, *is_white == self.white_moves);
            }
        }
        if let Some(pawn) = self.en_passant {
            position.mark_en_passant(seen(pawn));
            assert!(position.en_passant().any());
        }
        position
    }

    /// How many men a side has.
    pub fn count(&self, white: bool) -> usize {
        self.men
            .iter()
            .flatten()
            .filter(|(_, is_white)| *is_white == white)
            .count()
    }

    /// The boards after each legal move; none if the side to move has no man or no move.
    pub fn after_moves(&self) -> Vec<Self> {
        let (mut captures, mut steps) = (Vec::new(), Vec::new());
        for from in 0..64 {
            match self.men[from] {
                Some((Kind::Pawn, is_white)) if is_white == self.white_moves => {
                    self.pawn(from, &mut captures, &mut steps);
                }
                Some((kind, is_white)) if is_white == self.white_moves => {
                    self.man(kind, from, &mut captures, &mut steps);
                }
                _ => (),
            }
        }
        if captures.is_empty() { steps } else { captures }
    }

    /// After a man of the side to move went away and another came.
    fn moved(&self, from: usize, to: usize, kind: Kind) -> Self {
        let mut after = self.clone();
        after.men[from] = None;
        after.men[to] = Some((kind, self.white_moves));
        after.white_moves = !self.white_moves;
        after.en_passant = None;
        after
    }

    fn man(&self, kind: Kind, from: usize, captures: &mut Vec<Self>, steps: &mut Vec<Self>) {
        let (directions, far): (&[(i32, i32)], usize) = match kind {
            Kind::Knight => (&LEAPS, 1),
            Kind::King => (&ALL, 1),
            Kind::Bishop => (&ASLANT, 7),
            Kind::Rook => (&STRAIGHT, 7),
            _ => (&ALL, 7),
        };
        for direction in directions {
            let mut at = from;
            for _ in 0..far {
                let Some(to) = away(at, *direction) else {
                    break;
                };
                match self.men[to] {
                    None => steps.push(self.moved(from, to, kind)),
                    Some((_, is_white)) => {
                        if is_white != self.white_moves {
                            captures.push(self.moved(from, to, kind));
                        }
                        break;
                    }
                }
                at = to;
            }
        }
    }

    fn pawn(&self, from: usize, captures: &mut Vec<Self>, steps: &mut Vec<Self>) {
        let (up, second, last) = if self.white_moves {
            (1, 1, 7)
        } else {
            (-1, 6, 0)
        };
        let arrive = |to: usize, boards: &mut Vec<Self>| match to / 8 == last {
            true => boards.extend(Kind::PROMOTIONS.map(|kind| self.moved(from, to, kind))),
            false => boards.push(self.moved(from, to, Kind::Pawn)),
        };
        if let Some(to) = away(from, (0, up)).filter(|to| self.men[*to].is_none()) {
            arrive(to, steps);
            let double = away(to, (0, up)).filter(|_| from / 8 == second);
            if let Some(to) = double.filter(|to| self.men[*to].is_none()) {
                let mut after = self.moved(from, to, Kind::Pawn);
                let enemy = Some((Kind::Pawn, !self.white_moves));
                let beside = [-1, 1].map(|side| away(to, (side, 0)));
                if beside
                    .into_iter()
                    .flatten()
                    .any(|beside| self.men[beside] == enemy)
                {
                    after.en_passant = Some(to);
                }
                steps.push(after);
            }
        }
        for side in [-1, 1] {
            let Some(to) = away(from, (side, up)) else {
                continue;
            };
            match self.men[to] {
                Some((_, is_white)) if is_white != self.white_moves => arrive(to, captures),
                None if self.en_passant.is_some() && self.en_passant == away(from, (side, 0)) => {
                    let mut after = self.moved(from, to, Kind::Pawn);
                    after.men[self.en_passant.expect("it is there")] = None;
                    captures.push(after);
                }
                _ => (),
            }
        }
    }
}

/// Calls `visit` with every placement of these men, with nobody to be captured en passant.
pub fn for_each_board(
    white: &[Kind],
    black: &[Kind],
    white_moves: bool,
    mut visit: impl FnMut(&Board),
) {
    let mut men: Vec<_> = white.iter().map(|kind| (*kind, true)).collect();
    men.extend(black.iter().map(|kind| (*kind, false)));
    place(&mut Board::empty(white_moves), &men, &mut visit);
}

fn place(board: &mut Board, men: &[(Kind, bool)], visit: &mut impl FnMut(&Board)) {
    let Some((man, others)) = men.split_first() else {
        return visit(board);
    };
    for square in 0..64 {
        if board.men[square].is_none() {
            board.men[square] = Some(*man);
            place(board, others, visit);
            board.men[square] = None;
        }
    }
}
