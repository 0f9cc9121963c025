//! The rules of Corridor, implemented independently: a board of letters, with colours, following
//! the text of the rules.

use jacquerie::game::Outcome;
use jacquerie::game::finish::Cause;

use crate::oracle::{Oracle, placement, written};

/// A position: `PKR` White's pieces, `pkr` Black's, `.` empty, from a1 along the ranks.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    squares: [u8; 20],
    pub white_to_move: bool,
    no_move_loses: bool,
    pub quiet: u32,
    number: u32,
}

impl Board {
    fn is_own(&self, square: usize) -> bool {
        let piece = self.squares[square];
        piece != b'.' && piece.is_ascii_uppercase() == self.white_to_move
    }

    /// The squares that a piece reaches in a direction.
    fn way(&self, from: usize, files: i32, ranks: i32) -> Vec<usize> {
        let forward = if self.white_to_move { 1 } else { -1 };
        let kind = self.squares[from].to_ascii_lowercase();
        let most = match kind {
            b'k' => 1,
            b'r' if files == 0 || ranks == 0 => 9,
            b'p' if ranks == forward => 1,
            _ => 0,
        };
        let mut way = Vec::new();
        let (mut file, mut rank) = (from as i32 % 2, from as i32 / 2);
        for _ in 0..most {
            (file, rank) = (file + files, rank + ranks);
            let to = (2 * rank + file) as usize;
            if !(0..2).contains(&file) || !(0..10).contains(&rank) || self.is_own(to) {
                break;
            }
            let captures = self.squares[to] != b'.';
            if kind != b'p' || captures == (files != 0) {
                way.push(to);
            }
            if captures {
                break;
            }
        }
        way
    }

    fn is_pawn(&self, square: usize) -> bool {
        self.squares[square].eq_ignore_ascii_case(&b'p')
    }
}

impl Oracle for Board {
    /// From where, to where, and the piece there after the move.
    type Step = (usize, usize, u8);

    fn read(variant: &str, fen: &str) -> Self {
        let fields: Vec<&str> = fen.split(' ').collect();
        Self {
            squares: placement(fen).try_into().expect("20 squares"),
            white_to_move: fields[1] == "w",
            no_move_loses: variant == "strict",
            quiet: fields[4].parse().expect("a number"),
            number: fields[5].parse().expect("a number"),
        }
    }

    fn fen(&self) -> String {
        let turn = if self.white_to_move { 'w' } else { 'b' };
        let (quiet, number) = (self.quiet, self.number);
        format!("{} {turn} - - {quiet} {number}", written(&self.squares, 2))
    }

    fn white_to_move(&self) -> bool {
        self.white_to_move
    }

    fn quiet(&self) -> u32 {
        self.quiet
    }

    fn without_counts(mut self) -> Self {
        (self.quiet, self.number) = (0, 1);
        self
    }

    fn moves(&self) -> Vec<Self::Step> {
        let mut steps = Vec::new();
        for from in (0..20).filter(|from| self.is_own(*from)) {
            let piece = self.squares[from];
            let all = (-1..=1).flat_map(|files| (-1..=1).map(move |ranks| (files, ranks)));
            for to in all.flat_map(|(files, ranks)| self.way(from, files, ranks)) {
                match piece {
                    b'P' if to >= 18 => steps.extend([(from, to, b'K'), (from, to, b'R')]),
                    b'p' if to < 2 => steps.extend([(from, to, b'k'), (from, to, b'r')]),
                    _ => steps.push((from, to, piece)),
                }
            }
        }
        steps
    }

    fn after(&self, (from, to, piece): Self::Step) -> Self {
        let mut next = self.clone();
        let is_progress = self.squares[to] != b'.' || self.is_pawn(from);
        next.squares[from] = b'.';
        next.squares[to] = piece;
        next.quiet = if is_progress { 0 } else { self.quiet + 1 };
        next.number += u32::from(!self.white_to_move);
        next.white_to_move = !self.white_to_move;
        next
    }

    fn name(&self, (from, to, piece): Self::Step) -> String {
        let square = |square| format!("{}{}", ['a', 'b'][square % 2], 1 + square / 2);
        let becomes = char::from(piece.to_ascii_lowercase()).to_string();
        let becomes = becomes.repeat((self.squares[from] != piece).into());
        square(from) + &square(to) + &becomes
    }

    fn end(&self) -> Option<(Outcome, Cause)> {
        match (0..20).any(|square| self.is_own(square)) {
            false => Some((Outcome::Loss, Cause::NoMen)),
            true if !self.moves().is_empty() => None,
            true if self.no_move_loses => Some((Outcome::Loss, Cause::NoMove)),
            true => Some((Outcome::Draw, Cause::NoMove)),
        }
    }

    fn kind(&self, (from, to, piece): Self::Step) -> Option<&'static str> {
        match (self.squares[to] != b'.', self.squares[from] != piece) {
            (true, true) => Some("capture that promotes"),
            (true, false) => Some("capture"),
            (false, true) => Some("promotion"),
            (false, false) => None,
        }
    }
}
