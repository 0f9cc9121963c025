//! The rules of antichess, implemented independently: a mailbox board, square by square, following
//! the text of the rules. Slow and simple, for comparison.
//!
//! 1. Pieces move as in chess. Captures are compulsory, including en passant.
//! 2. The king is a piece like any other: no check, no mate, no castling.
//! 3. A pawn promotes to a queen, rook, bishop, knight or king.
//! 4. A side to move without pieces has won. A side with pieces but no move has won too; in
//!    suicide, the side with fewer pieces has, and an equal number is a draw.
//! 5. A pawn on its own first rank steps one square; one on its last rank has no move.
//! 6. With only bishops, all of one side on one colour and all of the other on the other: a draw.

use std::cmp::Ordering;

use jacquerie::game::Outcome;
use jacquerie::game::finish::Cause;

use super::{ASLANT, Oracle, STRAIGHT, placement, square_name, towards, written};

/// A position. Squares count from a1 along the ranks; `.` is empty, capitals are White's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    pub squares: [u8; 64],
    pub white_to_move: bool,
    /// The square that the last move passed over in a double step, if a pawn can capture there.
    pub passed: Option<usize>,
    pub quiet: u32,
    pub number: u32,
    /// In a stalemate the side with fewer pieces wins, as in suicide.
    pub fewer_men_win: bool,
}

/// From where to where, and the promotion: a small letter, or nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    pub from: usize,
    pub to: usize,
    pub becomes: Option<u8>,
}

const LEAPS: [(i32, i32); 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];

impl Board {
    pub fn empty() -> Self {
        Self {
            squares: [b'.'; 64],
            white_to_move: true,
            passed: None,
            quiet: 0,
            number: 1,
            fewer_men_win: false,
        }
    }

    pub fn is_of(&self, white: bool, square: usize) -> bool {
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

    /// Where a piece may go, ignoring compulsory captures elsewhere.
    pub fn targets(&self, from: usize) -> Vec<usize> {
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

    /// The passed square is kept only if a capture there is possible.
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
}

impl Oracle for Board {
    type Step = Step;

    fn read(variant: &str, fen: &str) -> Self {
        let fields: Vec<&str> = fen.split(' ').collect();
        let number = |field: usize| fields[field].parse().expect("a number");
        let mut board = Self {
            squares: placement(fen).try_into().expect("64 squares"),
            white_to_move: fields[1] == "w",
            passed: (0..64).find(|square| square_name(*square) == fields[3]),
            quiet: number(4),
            number: number(5),
            fewer_men_win: variant == "suicide",
        };
        board.forget_useless_passing();
        board
    }

    fn fen(&self) -> String {
        let turn = if self.white_to_move { 'w' } else { 'b' };
        let passed = self.passed.map_or("-".to_owned(), square_name);
        let (men, quiet, number) = (written(&self.squares, 8), self.quiet, self.number);
        format!("{men} {turn} - {passed} {quiet} {number}")
    }

    fn white_to_move(&self) -> bool {
        self.white_to_move
    }

    fn quiet(&self) -> u32 {
        self.quiet
    }

    fn without_counts(self) -> Self {
        Self {
            quiet: 0,
            number: 1,
            ..self
        }
    }

    fn moves(&self) -> Vec<Step> {
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

    fn after(&self, step: Step) -> Self {
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

    fn name(&self, step: Step) -> String {
        let letter = step.becomes.map(char::from);
        let letter = letter.map(String::from).unwrap_or_default();
        format!("{}{}{letter}", square_name(step.from), square_name(step.to))
    }

    fn end(&self) -> Option<(Outcome, Cause)> {
        let (own, enemy) = (
            self.count(self.white_to_move),
            self.count(!self.white_to_move),
        );
        if own == 0 {
            return Some((Outcome::Win, Cause::NoMen));
        }
        if !self.moves().is_empty() {
            return self.is_dead().then_some((Outcome::Draw, Cause::Material));
        }
        let outcome = match own.cmp(&enemy) {
            _ if !self.fewer_men_win => Outcome::Win,
            Ordering::Less => Outcome::Win,
            Ordering::Equal => Outcome::Draw,
            Ordering::Greater => Outcome::Loss,
        };
        Some((outcome, Cause::NoMove))
    }

    fn perft(&self, depth: u32) -> u64 {
        self.perft_beyond_death(depth)
    }

    fn kind(&self, step: Step) -> Option<&'static str> {
        let is_pawn = self.squares[step.from].eq_ignore_ascii_case(&b'p');
        match (self.squares[step.to], step.becomes) {
            (b'.', Some(b'k')) => Some("promotion to a king"),
            (b'.', Some(_)) => Some("promotion"),
            (b'.', None) if is_pawn && self.passed == Some(step.to) => Some("en passant"),
            (b'.', None) if is_pawn && [0, 7].contains(&(step.from / 8)) => {
                Some("from the first rank")
            }
            (b'.', None) => None,
            (b'K' | b'k', None) => Some("a king is taken"),
            (_, None) => Some("capture"),
            (_, Some(_)) => Some("promotion with a capture"),
        }
    }
}
