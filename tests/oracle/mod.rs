//! The rules of each game, implemented independently: boards of letters, square by square,
//! following the text of the rules. Slow and simple, for comparison; with [retrograde
//! analysis](retrograde) over them.
#![allow(dead_code)]

pub mod antichess;
pub mod chess;
pub mod kings;
pub mod metamachy;
pub mod pawns;
pub mod retrograde;

use std::hash::Hash;

use jacquerie::game::Outcome;
use jacquerie::game::finish::Cause;

/// A position, by the independent rules.
pub trait Oracle: Clone + Eq + Hash {
    type Step: Copy + PartialEq;

    /// Reads a valid FEN.
    fn read(variant: &str, fen: &str) -> Self;

    fn fen(&self) -> String;

    fn white_to_move(&self) -> bool;

    /// The number of plies since the last irreversible move.
    fn quiet(&self) -> u32;

    /// The same position with all counts reset.
    fn without_counts(self) -> Self;

    /// Every legal move.
    fn moves(&self) -> Vec<Self::Step>;

    fn after(&self, step: Self::Step) -> Self;

    /// A move in coordinates.
    fn name(&self, step: Self::Step) -> String;

    /// How the game ended for the side to move, and why, ignoring repetitions and counts.
    fn end(&self) -> Option<(Outcome, Cause)>;

    /// A rare kind of move, if it is one.
    fn kind(&self, step: Self::Step) -> Option<&'static str>;

    /// Whether its FEN can be read, and does not only arise in a game.
    fn stands_alone(&self) -> bool {
        true
    }

    /// What is compared for repetitions: the FEN without its counts.
    fn core(&self) -> String {
        let fen = self.fen();
        fen.splitn(5, ' ').take(4).collect::<Vec<_>>().join(" ")
    }

    /// The positions after each move.
    fn replies(&self) -> Vec<Self> {
        let moves = match self.end() {
            Some(_) => Vec::new(),
            None => self.moves(),
        };
        moves.into_iter().map(|step| self.after(step)).collect()
    }

    /// The number of lines of this many plies.
    fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 if self.end().is_none() => self.moves().len() as u64,
            _ => self.replies().iter().map(|one| one.perft(depth - 1)).sum(),
        }
    }

    /// The same if play continues in dead positions, as in other programs.
    fn perft_beyond_death(&self, depth: u32) -> u64 {
        let moves = self.moves().into_iter();
        match depth {
            0 => 1,
            1 => moves.len() as u64,
            _ => moves
                .map(|step| self.after(step).perft_beyond_death(depth - 1))
                .sum(),
        }
    }

    /// The position after moves in coordinates.
    fn played(&self, moves: &str) -> Self {
        moves.split_whitespace().fold(self.clone(), |board, name| {
            let mut steps = board.moves().into_iter();
            let step = steps.find(|step| board.name(*step) == name);
            board.after(step.unwrap_or_else(|| panic!("{name} in {}", board.fen())))
        })
    }
}

/// The pieces of a FEN, rank by rank from the first; `.` is an empty square.
pub fn placement(fen: &str) -> Vec<u8> {
    let ranks = fen.split(' ').next().unwrap_or_default().split('/').rev();
    let mut squares = Vec::new();
    for rank in ranks {
        let mut gap = 0;
        for letter in rank.bytes().chain([b'/']) {
            match letter.is_ascii_digit() {
                true => gap = 10 * gap + usize::from(letter - b'0'),
                false => {
                    squares.extend(vec![b'.'; gap]);
                    squares.extend((letter != b'/').then_some(letter));
                    gap = 0;
                }
            }
        }
    }
    squares
}

/// The inverse: the first field of a FEN.
pub fn written(squares: &[u8], files: usize) -> String {
    let ranks = squares.chunks(files).rev().map(|rank| {
        let runs = rank.chunk_by(|one, other| (*one == b'.') == (*other == b'.'));
        let runs = runs.map(|run| match run[0] {
            b'.' => run.len().to_string(),
            _ => String::from_utf8_lossy(run).into_owned(),
        });
        runs.collect::<String>()
    });
    ranks.collect::<Vec<_>>().join("/")
}

/// The square this many files and ranks away, if it is on the board of 64; squares count from a1
/// along the ranks.
pub fn towards(square: usize, files: i32, ranks: i32) -> Option<usize> {
    let file = (square % 8) as i32 + files;
    let rank = (square / 8) as i32 + ranks;
    ((0..8).contains(&file) && (0..8).contains(&rank)).then(|| (8 * rank + file) as usize)
}

pub fn square_name(square: usize) -> String {
    let file = char::from(b'a' + (square % 8) as u8);
    format!("{file}{}", 1 + square / 8)
}

pub const STRAIGHT: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
pub const ASLANT: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

/// A move in coordinates, reversed.
pub fn turned(name: &str) -> String {
    let letter = |(_, letter): &(usize, char)| letter.is_ascii_lowercase();
    let second = name.char_indices().filter(letter).nth(1);
    let (from, to) = name.split_at(second.map_or(name.len(), |(at, _)| at));
    format!("{to}{from}")
}
