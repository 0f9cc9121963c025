//! The rules of kings and pawns, implemented independently: a mailbox board, square by square,
//! following the text of the rules. Slow and simple, for comparison.
//!
//! Chess with kings and pawns. A pawn promotes to a queen only. A queen never moves, but gives
//! check, guards squares, blocks, and can be taken by the king. While a queen is on the board,
//! these rules hold for the side to move, in this order:
//!
//! 1. More queens than the opponent: it has won, even in check.
//! 2. It may promote, or take a queen with its king.
//! 3. As many queens as the opponent: it may instead let the game end as a draw, by any other move
//!    (`0000` if it has none). Without a move of rule 2, the game is drawn.
//! 4. Fewer: stalemate is a draw, checkmate a loss, and after any other move the opponent has more
//!    queens.
//!
//! Without a queen: checkmate loses, stalemate draws.

use jacquerie::game::Outcome;
use jacquerie::game::finish::Cause;

use super::{ASLANT, Oracle, STRAIGHT, placement, square_name, towards, written};

/// The content of a square: `KPQ` White's, `kpq` Black's, `.` empty.
pub type Man = u8;

/// A position. Squares count from a1 along the ranks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    pub squares: [Man; 64],
    pub white_to_move: bool,
    /// The square that the last move passed over in a double step.
    pub passed: Option<usize>,
    pub number: u32,
    /// The side that moved last let the game end.
    pub let_end: bool,
}

/// A move: from one square to another; `None` lets the game end.
pub type Step = Option<(usize, usize)>;

impl Board {
    pub fn empty() -> Self {
        Self {
            squares: [b'.'; 64],
            white_to_move: true,
            passed: None,
            number: 1,
            let_end: false,
        }
    }

    /// King, pawn and queen of a side.
    pub fn men(white: bool) -> [Man; 3] {
        if white { *b"KPQ" } else { *b"kpq" }
    }

    pub fn count(&self, man: Man) -> usize {
        self.squares.iter().filter(|one| **one == man).count()
    }

    pub fn find(&self, man: Man) -> usize {
        let place = self.squares.iter().position(|one| *one == man);
        place.expect("each side has a king")
    }

    /// Whether a side attacks a square.
    pub fn attacks(&self, white: bool, square: usize) -> bool {
        let [king, pawn, queen] = Self::men(white);
        let back = if white { -1 } else { 1 };
        let is_pawn = |side: i32| {
            towards(square, side, back).is_some_and(|place| self.squares[place] == pawn)
        };
        if is_pawn(-1) || is_pawn(1) {
            return true;
        }
        STRAIGHT.into_iter().chain(ASLANT).any(|(files, ranks)| {
            let mut distance = 1;
            while let Some(place) = towards(square, distance * files, distance * ranks) {
                let man = self.squares[place];
                if man == queen || (man == king && distance == 1) {
                    return true;
                }
                if man != b'.' {
                    return false;
                }
                distance += 1;
            }
            false
        })
    }

    pub fn in_check(&self, white: bool) -> bool {
        self.attacks(!white, self.find(Self::men(white)[0]))
    }

    /// The moves of king and pawns as in chess, ignoring the king's safety.
    fn pseudo_legal(&self) -> Vec<(usize, usize)> {
        let [king, pawn, queen] = Self::men(self.white_to_move);
        let [_, enemy_pawn, enemy_queen] = Self::men(!self.white_to_move);
        let (forward, home) = if self.white_to_move { (1, 1) } else { (-1, 6) };
        let mut steps = Vec::new();
        for from in 0..64 {
            let man = self.squares[from];
            if man == king {
                for (files, ranks) in STRAIGHT.into_iter().chain(ASLANT) {
                    if let Some(to) = towards(from, files, ranks)
                        && ![king, pawn, queen].contains(&self.squares[to])
                    {
                        steps.push((from, to));
                    }
                }
            }
            if man == pawn {
                if let Some(to) = towards(from, 0, forward)
                    && self.squares[to] == b'.'
                {
                    steps.push((from, to));
                    if from / 8 == home
                        && let Some(to) = towards(from, 0, 2 * forward)
                        && self.squares[to] == b'.'
                    {
                        steps.push((from, to));
                    }
                }
                for side in [-1, 1] {
                    if let Some(to) = towards(from, side, forward)
                        && ([enemy_pawn, enemy_queen].contains(&self.squares[to])
                            || self.passed == Some(to))
                    {
                        steps.push((from, to));
                    }
                }
            }
        }
        steps
    }

    /// The position after a move.
    fn carried_out(&self, (from, to): (usize, usize)) -> Self {
        let mut next = *self;
        let man = self.squares[from];
        let is_pawn = [b'P', b'p'].contains(&man);
        next.squares[from] = b'.';
        next.squares[to] = match to / 8 {
            0 | 7 if is_pawn => Self::men(self.white_to_move)[2],
            _ => man,
        };
        if is_pawn && self.passed == Some(to) {
            next.squares[8 * (from / 8) + to % 8] = b'.';
        }
        next.passed = (is_pawn && from.abs_diff(to) == 16).then(|| from.midpoint(to));
        next.turn_over();
        next
    }

    fn turn_over(&mut self) {
        self.number += u32::from(!self.white_to_move);
        self.white_to_move = !self.white_to_move;
    }

    /// Whether a move leaves the king of its side unattacked.
    fn is_safe(&self, step: (usize, usize)) -> bool {
        !self.carried_out(step).in_check(self.white_to_move)
    }

    /// Every move that leaves the king safe, even if the game is over.
    fn safe(&self) -> Vec<(usize, usize)> {
        let mut steps = self.pseudo_legal();
        steps.retain(|step| self.is_safe(*step));
        steps
    }

    /// The passed square is kept only if a capture there is possible.
    fn forget_useless_passing(&mut self) {
        if let Some(passed) = self.passed {
            let pawn = Self::men(self.white_to_move)[1];
            let can = |(from, to): &(usize, usize)| *to == passed && self.squares[*from] == pawn;
            if !self.safe().iter().any(can) {
                self.passed = None;
            }
        }
    }

    /// Whether a move makes or takes a queen.
    fn is_about_queens(&self, (from, to): (usize, usize)) -> bool {
        let promotes = [b'P', b'p'].contains(&self.squares[from]) && [0, 7].contains(&(to / 8));
        promotes || [b'Q', b'q'].contains(&self.squares[to])
    }

    pub fn has_no_move(&self) -> bool {
        let mut steps = self.pseudo_legal().into_iter();
        !steps.any(|step| self.is_safe(step))
    }

    pub fn has_move_about_queens(&self) -> bool {
        let mut steps = self.pseudo_legal().into_iter();
        steps.any(|step| self.is_about_queens(step) && self.is_safe(step))
    }

    /// Whether the kings are apart, and the side that has moved has not left its own in check.
    pub fn is_legal(&self) -> bool {
        let (white, black) = (self.find(b'K'), self.find(b'k'));
        let apart = (white % 8).abs_diff(black % 8) > 1 || (white / 8).abs_diff(black / 8) > 1;
        apart && !self.in_check(!self.white_to_move)
    }

    /// The same position after a double step over that square, if such a step can have been the
    /// last move and can be answered by a capture en passant.
    pub fn passing(&self, square: usize) -> Option<Self> {
        let (rank, forward) = if self.white_to_move { (5, -1) } else { (2, 1) };
        let pawn = Self::men(!self.white_to_move)[1];
        let (from, to) = (towards(square, 0, -forward)?, towards(square, 0, forward)?);
        let is_way = square / 8 == rank && self.squares[square] == b'.';
        if !is_way || self.squares[from] != b'.' || self.squares[to] != pawn {
            return None;
        }
        let mut before = *self;
        before.squares[from] = pawn;
        before.squares[to] = b'.';
        before.white_to_move = !self.white_to_move;
        let mut after = *self;
        after.passed = Some(square);
        after.forget_useless_passing();
        // In the position before, the side that did not move must not have been in check.
        (before.is_legal() && after.passed.is_some()).then_some(after)
    }

    /// Queens of the side to move, and of the other side.
    fn queens(&self) -> (usize, usize) {
        let own = Self::men(self.white_to_move)[2];
        let enemy = Self::men(!self.white_to_move)[2];
        (self.count(own), self.count(enemy))
    }

    /// Whether both sides have the same number of queens, and at least one.
    fn is_level(&self) -> bool {
        let (own, enemy) = self.queens();
        own == enemy && own > 0
    }
}

impl Oracle for Board {
    type Step = Step;

    /// Queens are read too.
    fn read(_: &str, fen: &str) -> Self {
        let fields: Vec<&str> = fen.split(' ').collect();
        let mut board = Self {
            squares: placement(fen).try_into().expect("64 squares"),
            white_to_move: fields[1] == "w",
            passed: (0..64).find(|square| square_name(*square) == fields[3]),
            number: fields[5].parse().expect("a number"),
            let_end: false,
        };
        board.forget_useless_passing();
        board
    }

    fn fen(&self) -> String {
        let turn = if self.white_to_move { 'w' } else { 'b' };
        let passed = self.passed.map_or("-".to_owned(), square_name);
        let men = written(&self.squares, 8);
        format!("{men} {turn} - {passed} 0 {}", self.number)
    }

    fn white_to_move(&self) -> bool {
        self.white_to_move
    }

    fn quiet(&self) -> u32 {
        0
    }

    fn without_counts(self) -> Self {
        Self { number: 1, ..self }
    }

    fn moves(&self) -> Vec<Step> {
        if self.end().is_some() {
            return Vec::new();
        }
        let steps = self.safe();
        let has_no_other = steps.iter().all(|step| self.is_about_queens(*step));
        let steps = steps.into_iter().map(Some);
        steps
            .chain((self.is_level() && has_no_other).then_some(None))
            .collect()
    }

    fn after(&self, step: Step) -> Self {
        let mut next = *self;
        match step {
            Some(step) => {
                next = self.carried_out(step);
                next.let_end = self.is_level() && !self.is_about_queens(step);
                next.forget_useless_passing();
            }
            None => {
                next.passed = None;
                next.let_end = true;
                next.turn_over();
            }
        }
        next
    }

    fn name(&self, step: Step) -> String {
        let Some((from, to)) = step else {
            return "0000".into();
        };
        let promotes = [b'P', b'p'].contains(&self.squares[from]) && [0, 7].contains(&(to / 8));
        let letter = if promotes { "q" } else { "" };
        format!("{}{}{letter}", square_name(from), square_name(to))
    }

    fn end(&self) -> Option<(Outcome, Cause)> {
        if self.let_end {
            return Some((Outcome::Draw, Cause::LastRank));
        }
        let (own, enemy) = self.queens();
        if own > enemy {
            Some((Outcome::Win, Cause::LastRank))
        } else if self.is_level() {
            // A side without any move is the more specific reason.
            let cause = match self.has_no_move() {
                true => Cause::NoMove,
                false => Cause::LastRank,
            };
            (!self.has_move_about_queens()).then_some((Outcome::Draw, cause))
        } else if !self.has_no_move() {
            None
        } else if self.in_check(self.white_to_move) {
            Some((Outcome::Loss, Cause::Checkmate))
        } else {
            Some((Outcome::Draw, Cause::NoMove))
        }
    }

    fn kind(&self, step: Step) -> Option<&'static str> {
        let Some((from, to)) = step else {
            return Some("0000");
        };
        let is_pawn = [b'P', b'p'].contains(&self.squares[from]);
        match self.squares[to] {
            b'Q' | b'q' => Some("queen taken"),
            b'P' | b'p' => Some("capture"),
            _ if is_pawn && self.passed == Some(to) => Some("en passant"),
            _ if is_pawn && [0, 7].contains(&(to / 8)) => match self.after(step) {
                after if after.in_check(after.white_to_move) => Some("promotion with check"),
                _ => Some("promotion"),
            },
            _ if self.is_level() => Some("let end"),
            _ => None,
        }
    }

    /// A queen only arises in the game.
    fn stands_alone(&self) -> bool {
        self.count(b'Q') + self.count(b'q') == 0
    }
}
