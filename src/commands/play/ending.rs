//! Who won, and how.

use std::fmt;

use crate::arena::pgn::GameResult;
use crate::board::{Bitboard, Colour, Rank, Square};
use crate::game::Outcome;
use crate::pawns::{Diagram, Stalemate};

/// The end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// A pawn has arrived.
    LastRank(Colour, Square),
    /// The opponent has no pawn any more.
    LastPawn(Colour),
    /// A side cannot move, which means this for it.
    NoMove(Colour, Outcome),
    /// A side has given up.
    Resigned(Colour),
}

impl Ending {
    /// How the game has ended on the board; `None` while it goes on.
    #[must_use]
    pub fn of(position: &Diagram, stalemate: Stalemate) -> Option<Self> {
        for (winner, rank) in [(Colour::White, Rank::EIGHTH), (Colour::Black, Rank::FIRST)] {
            let arrived = position.pawns(winner) & Bitboard::rank(rank);
            if let Some(square) = arrived.lowest() {
                return Some(Self::LastRank(winner, square));
            }
        }
        let mover = position.turn;
        let outcome = stalemate.outcome(&position.position)?;
        match position.pawns(mover).is_empty() {
            true => Some(Self::LastPawn(mover.opponent())),
            false => Some(Self::NoMove(mover, outcome)),
        }
    }

    /// The result of the game.
    #[must_use]
    pub const fn result(self) -> GameResult {
        match self {
            Self::LastRank(winner, _) | Self::LastPawn(winner) => GameResult::win(winner),
            Self::NoMove(side, outcome) => GameResult::of(outcome, side),
            Self::Resigned(side) => GameResult::win(side.opponent()),
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.result() {
            GameResult::WhiteWins => f.write_str("White wins: ")?,
            GameResult::BlackWins => f.write_str("Black wins: ")?,
            GameResult::Draw | GameResult::Unknown => f.write_str("A draw: ")?,
        }
        match self {
            Self::LastRank(_, square) => write!(f, "a pawn is on the last rank, on {square}."),
            Self::LastPawn(winner) => write!(f, "{}'s last pawn is taken.", winner.opponent()),
            Self::NoMove(side, _) => write!(f, "{side} has no move."),
            Self::Resigned(side) => write!(f, "{side} resigns."),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_ending_is_told_from_the_others() {
        for (fen, stalemate, expected) in [
            (
                "P7/p7/8/8/8/8/8/8 b",
                Stalemate::Draw,
                "White wins: a pawn is on the last rank, on a8.",
            ),
            (
                "8/8/8/8/8/8/8/4p3 w",
                Stalemate::Draw,
                "Black wins: a pawn is on the last rank, on e1.",
            ),
            (
                "8/8/8/8/8/8/p7/8 w",
                Stalemate::Draw,
                "Black wins: White's last pawn is taken.",
            ),
            (
                "8/p7/P7/8/8/8/8/8 w",
                Stalemate::Draw,
                "A draw: White has no move.",
            ),
            (
                "8/p7/P7/8/8/8/8/8 w",
                Stalemate::Loss,
                "Black wins: White has no move.",
            ),
        ] {
            let position = fen.parse().expect("a FEN");
            let ending = Ending::of(&position, stalemate).map(|ending| ending.to_string());
            assert_eq!(ending.as_deref(), Some(expected), "{fen}");
        }
        let open = "8/p7/8/8/8/8/P7/8 w".parse().expect("a FEN");
        assert_eq!(Ending::of(&open, Stalemate::Draw), None);
        let resigned = Ending::Resigned(Colour::Black).to_string();
        assert_eq!(resigned, "White wins: Black resigns.");
    }
}
