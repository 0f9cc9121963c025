//! How a pawn game finishes: a pawn reaches the last rank, a side's last pawn is taken, or there is no move.

use super::Diagram;
use super::rules::Stalemate;
use crate::board::{Bitboard, Colour, Rank};
use crate::game::Outcome;
use crate::game::finish::{Cause, Finish};

/// How the game has finished; `None` if it is not over.
#[must_use]
pub fn finish(diagram: &Diagram, stalemate: Stalemate) -> Option<Finish> {
    for (winner, rank) in [(Colour::White, Rank::LAST), (Colour::Black, Rank::FIRST)] {
        let arrived = diagram.pawns(winner) & Bitboard::rank(rank);
        if let Some(square) = arrived.lowest() {
            let told = format!("{winner}'s pawn is on {square}");
            return Some(Finish::of(Outcome::Win, winner, Cause::LastRank, told));
        }
    }
    let mover = diagram.turn;
    let outcome = stalemate.outcome(&diagram.position)?;
    let (cause, told) = match diagram.pawns(mover).is_empty() {
        true => (Cause::NoPawns, format!("{mover}'s last pawn is taken")),
        false => (Cause::NoMove, format!("{mover} has no move")),
    };
    Some(Finish::of(outcome, mover, cause, told))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finishes_are_told_apart() {
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
            let finish = super::finish(&diagram, stalemate).unwrap();
            assert_eq!(finish.winner, winner, "{fen}");
            assert_eq!(finish.to_string(), reason, "{fen}");
        }
        let open: Diagram = "8/p7/8/8/8/8/P7/8 w".parse().unwrap();
        assert_eq!(finish(&open, Stalemate::Draw), None);
    }
}
