//! The rules of antichess once more, written apart: a mailbox board, square by square, as the text of
//! the rules says them. Slow and obvious, to compare with.
//!
//! 1. The men move as in chess. Whoever can capture must, en passant as well.
//! 2. The king is a man like others: no check, no mate, no castling.
//! 3. A pawn becomes a queen, rook, bishop, knight or king.
//! 4. Who is to move and has no man has won. Who has men and no move has won, too; or, in suicide, the
//!    side with fewer men has, and as many are a draw.
//! 5. A pawn on its own first rank steps one square; one on its last rank has no move.
//! 6. Bishops alone, each side's on one colour and the two on different ones: a draw.

use jacquerie::game::Outcome;

/// A position. Squares count from a1 along the ranks; `.` is nobody, capitals are White's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    pub squares: [u8; 64],
    pub white_to_move: bool,
    /// The square that the last move passed by a double step, if a pawn can capture there.
    pub passed: Option<usize>,
    pub quiet: u32,
    pub number: u32,
}

/// From where to where, and what the pawn becomes: a small letter, or nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    pub from: usize,
    pub to: usize,
    pub becomes: Option<u8>,
}

/// Why the game is over.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Why {
    NoMen,
    NoMove,
    Dead,
}

pub const STRAIGHT: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
pub const ASLANT: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
pub const LEAPS: [(i32, i32); 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];

pub fn towards(square: usize, files: i32, ranks: i32) -> Option<usize> {
    let file = (square % 8) as i32 + files;
    let rank = (square / 8) as i32 + ranks;
    ((0..8).contains(&file) && (0..8).contains(&rank)).then(|| (8 * rank + file) as usize)
}

pub fn square_name(square: usize) -> String {
    let file = char::from(b'a' + (square % 8) as u8);
    format!("{file}{}", 1 + square / 8)
}

impl Board {
    pub fn empty() -> Self {
        Self {
            squares: [b'.'; 64],
            white_to_move: true,
            passed: None,
            quiet: 0,
            number: 1,
        }
    }

    /// Reads a FEN of six fields that is right.
    pub fn read(fen: &str) -> Self {
        let fields: Vec<&str> = fen.split(' ').collect();
        let mut board = Self::empty();
        for (row, text) in fields[0].split('/').enumerate() {
            let mut square = 8 * (7 - row);
            for letter in text.chars() {
                match letter.to_digit(10) {
                    Some(gap) => square += gap as usize,
                    None => {
                        board.squares[square] = letter as u8;
                        square += 1;
                    }
                }
            }
        }
        board.white_to_move = fields[1] == "w";
        board.passed = (0..64).find(|square| square_name(*square) == fields[3]);
        board.quiet = fields[4].parse().expect("a number");
        board.number = fields[5].parse().expect("a number");
        board.forget_useless_passing();
        board
    }

    pub fn fen(&self) -> String {
        let rank = |rank: usize| {
            let men = &self.squares[8 * rank..8 * rank + 8];
            let mut text: String = men.iter().map(|man| char::from(*man)).collect();
            for gap in (1..=8).rev() {
                text = text.replace(&".".repeat(gap), &gap.to_string());
            }
            text
        };
        let ranks: Vec<String> = (0..8).rev().map(rank).collect();
        let turn = if self.white_to_move { 'w' } else { 'b' };
        let passed = self.passed.map_or("-".to_owned(), square_name);
        let (quiet, number) = (self.quiet, self.number);
        format!("{} {turn} - {passed} {quiet} {number}", ranks.join("/"))
    }

    fn is_of(&self, white: bool, square: usize) -> bool {
        let man = self.squares[square];
        man != b'.' && man.is_ascii_uppercase() == white
    }

    pub fn count(&self, white: bool) -> usize {
        (0..64).filter(|square| self.is_of(white, *square)).count()
    }

    fn is_capture(&self, step: Step) -> bool {
        let is_pawn = self.squares[step.from].eq_ignore_ascii_case(&b'p');
        self.squares[step.to] != b'.' || (is_pawn && self.passed == Some(step.to))
    }

    /// Where a man may go, whether or not something must be captured elsewhere.
    fn targets(&self, from: usize) -> Vec<usize> {
        let own = |square: &usize| self.is_of(self.white_to_move, *square);
        let by = |steps: &[(i32, i32)], most: i32| {
            let mut found = Vec::new();
            for (files, ranks) in steps {
                for distance in 1..=most {
                    let to = towards(from, distance * files, distance * ranks);
                    let Some(to) = to.filter(|to| !own(to)) else {
                        break;
                    };
                    found.push(to);
                    if self.squares[to] != b'.' {
                        break;
                    }
                }
            }
            found
        };
        match self.squares[from].to_ascii_lowercase() {
            b'n' => by(&LEAPS, 1),
            b'b' => by(&ASLANT, 7),
            b'r' => by(&STRAIGHT, 7),
            b'q' => [by(&STRAIGHT, 7), by(&ASLANT, 7)].concat(),
            b'k' => [by(&STRAIGHT, 1), by(&ASLANT, 1)].concat(),
            _ => self.pawn_targets(from),
        }
    }

    fn pawn_targets(&self, from: usize) -> Vec<usize> {
        let (forward, second) = if self.white_to_move { (1, 1) } else { (-1, 6) };
        let empty = |square: &usize| self.squares[*square] == b'.';
        let mut found = Vec::new();
        if let Some(one) = towards(from, 0, forward).filter(empty) {
            found.push(one);
            let two = towards(from, 0, 2 * forward).filter(empty);
            found.extend(two.filter(|_| from / 8 == second));
        }
        for side in [-1, 1] {
            let to = towards(from, side, forward);
            found.extend(
                to.filter(|to| self.is_of(!self.white_to_move, *to) || self.passed == Some(*to)),
            );
        }
        found
    }

    /// Every legal move.
    pub fn moves(&self) -> Vec<Step> {
        let mut steps = Vec::new();
        for from in (0..64).filter(|from| self.is_of(self.white_to_move, *from)) {
            for to in self.targets(from) {
                let is_pawn = self.squares[from].eq_ignore_ascii_case(&b'p');
                match is_pawn && [0, 7].contains(&(to / 8)) {
                    false => steps.push(Step {
                        from,
                        to,
                        becomes: None,
                    }),
                    true => steps.extend(b"qrbnk".map(|letter| Step {
                        from,
                        to,
                        becomes: Some(letter),
                    })),
                }
            }
        }
        if steps.iter().any(|step| self.is_capture(*step)) {
            steps.retain(|step| self.is_capture(*step));
        }
        steps
    }

    pub fn after(&self, step: Step) -> Self {
        let Step { from, to, becomes } = step;
        let man = self.squares[from];
        let is_pawn = man.eq_ignore_ascii_case(&b'p');
        let mut next = *self;
        next.quiet = match is_pawn || self.is_capture(step) {
            true => 0,
            false => self.quiet + 1,
        };
        next.squares[from] = b'.';
        next.squares[to] = match becomes {
            None => man,
            Some(letter) if self.white_to_move => letter.to_ascii_uppercase(),
            Some(letter) => letter,
        };
        if is_pawn && self.passed == Some(to) {
            next.squares[8 * (from / 8) + to % 8] = b'.';
        }
        next.passed = (is_pawn && from.abs_diff(to) == 16).then(|| from.midpoint(to));
        next.number += u32::from(!self.white_to_move);
        next.white_to_move = !self.white_to_move;
        next.forget_useless_passing();
        next
    }

    /// The passed square is kept only where somebody may capture there.
    fn forget_useless_passing(&mut self) {
        let Some(passed) = self.passed else {
            return;
        };
        let pawn = if self.white_to_move { b'P' } else { b'p' };
        let mut pawns = (0..64).filter(|square| self.squares[*square] == pawn);
        if !pawns.any(|from| self.pawn_targets(from).contains(&passed)) {
            self.passed = None;
        }
    }

    /// How the game has ended for the side to move.
    pub fn end(&self, variant: &str) -> Option<(Outcome, Why)> {
        let (own, enemy) = (
            self.count(self.white_to_move),
            self.count(!self.white_to_move),
        );
        if own == 0 {
            return Some((Outcome::Win, Why::NoMen));
        }
        if !self.moves().is_empty() {
            return self.is_dead().then_some((Outcome::Draw, Why::Dead));
        }
        let outcome = match variant {
            "suicide" if own == enemy => Outcome::Draw,
            "suicide" if own > enemy => Outcome::Loss,
            _ => Outcome::Win,
        };
        Some((outcome, Why::NoMove))
    }

    fn is_dead(&self) -> bool {
        let shade = |square: usize| (square / 8 + square % 8) % 2;
        let shades = |white: bool| {
            let squares = (0..64).filter(|square| self.is_of(white, *square));
            let mut shades: Vec<usize> = squares.map(shade).collect();
            shades.dedup();
            shades
        };
        let is_bishop = |man: &u8| man.eq_ignore_ascii_case(&b'b');
        let mut men = self.squares.iter().filter(|man| **man != b'.');
        let (white, black) = (shades(true), shades(false));
        men.all(is_bishop) && white.len() == 1 && black.len() == 1 && white != black
    }

    /// A move in coordinates.
    pub fn name(step: Step) -> String {
        let letter = step.becomes.map(char::from);
        let letter = letter.map(String::from).unwrap_or_default();
        format!("{}{}{letter}", square_name(step.from), square_name(step.to))
    }

    /// How many lines of so many plies there are.
    pub fn perft(&self, depth: u32) -> u64 {
        let moves = self.moves();
        match depth {
            0 => 1,
            1 => moves.len() as u64,
            _ => moves
                .iter()
                .map(|step| self.after(*step).perft(depth - 1))
                .sum(),
        }
    }
}
