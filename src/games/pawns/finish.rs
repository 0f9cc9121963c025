//! How a game has finished: who has won, and why, for people and records.

use std::fmt;

use super::diagram::Diagram;
use super::rules::Stalemate;
use crate::board::{Bitboard, Colour, Rank, Square};
use crate::game::Outcome;

/// The end of a game on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Finish {
    /// A pawn has arrived, and its side has won.
    LastRank(Colour, Square),
    /// The opponent has no pawn any more, and the side has won.
    LastPawn(Colour),
    /// A side cannot move, which means this for it.
    NoMove(Colour, Outcome),
}

impl Finish {
    /// How the game has finished; `None` while it goes on.
    #[must_use]
    pub fn of(diagram: &Diagram, stalemate: Stalemate) -> Option<Self> {
        for (winner, rank) in [(Colour::White, Rank::EIGHTH), (Colour::Black, Rank::FIRST)] {
            let arrived = diagram.pawns(winner) & Bitboard::rank(rank);
            if let Some(square) = arrived.lowest() {
                return Some(Self::LastRank(winner, square));
            }
        }
        let mover = diagram.turn;
        let outcome = stalemate.outcome(&diagram.position)?;
        match diagram.pawns(mover).is_empty() {
            true => Some(Self::LastPawn(mover.opponent())),
            false => Some(Self::NoMove(mover, outcome)),
        }
    }

    /// Who has won; `None` for a draw.
    #[must_use]
    pub const fn winner(self) -> Option<Colour> {
        match self {
            Self::LastRank(winner, _) | Self::LastPawn(winner) => Some(winner),
            Self::NoMove(side, Outcome::Win) => Some(side),
            Self::NoMove(side, Outcome::Loss) => Some(side.opponent()),
            Self::NoMove(_, Outcome::Draw) => None,
        }
    }
}

/// Why it is over: `White's pawn is on a8`.
impl fmt::Display for Finish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LastRank(winner, square) => write!(f, "{winner}'s pawn is on {square}"),
            Self::LastPawn(winner) => write!(f, "{}'s last pawn is taken", winner.opponent()),
            Self::NoMove(side, _) => write!(f, "{side} has no move"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_finish_is_told_from_the_others() {
        let (white, black) = (Some(Colour::White), Some(Colour::Black));
        for (fen, stalemate, winner, reason) in [
            (
                "P7/p7/8/8/8/8/8/8 b",
                Stalemate::Draw,
                white,
                "White's pawn is on a8",
            ),
            (
                "8/P7/8/8/8/8/8/4p3 w",
                Stalemate::Draw,
                black,
                "Black's pawn is on e1",
            ),
            (
                "8/8/8/8/8/8/p7/8 w",
                Stalemate::Draw,
                black,
                "White's last pawn is taken",
            ),
            (
                "8/8/8/8/8/8/P7/8 b",
                Stalemate::Draw,
                white,
                "Black's last pawn is taken",
            ),
            (
                "8/p7/P7/8/8/8/8/8 w",
                Stalemate::Draw,
                None,
                "White has no move",
            ),
            (
                "8/p7/P7/8/8/8/8/8 w",
                Stalemate::Loss,
                black,
                "White has no move",
            ),
        ] {
            let diagram: Diagram = fen.parse().unwrap();
            let finish = Finish::of(&diagram, stalemate).unwrap();
            assert_eq!(finish.winner(), winner, "{fen}");
            assert_eq!(finish.to_string(), reason, "{fen}");
        }
        let open: Diagram = "8/p7/8/8/8/8/P7/8 w".parse().unwrap();
        assert_eq!(Finish::of(&open, Stalemate::Draw), None);
    }
}
