//! The value of a promotion.
//!
//! With a queen on the board the game is over soon: the other side makes a queen too, takes this one, is
//! mated or stalemated, or has lost after its next move. Usually no play-out is needed: for each square of
//! the promoting king, a few shifts find all squares of the other king where nothing special can happen. The
//! rest is played out by the [`rules`], down to positions without queens.

use std::cmp::Ordering;

use crate::board::{Bitboard, Colour, Square};
use crate::games::kings::position::{SECOND, SEVENTH};
use crate::games::kings::{Position, Side, rules};
use crate::solve::tiers::Worth;

/// A promotion, as the side that makes it sees the board.
#[derive(Clone, Copy, Debug)]
pub struct Promotion {
    /// The promoting side.
    pub turn: Colour,
    /// Its pawns before the promotion.
    pub own: Bitboard,
    /// The other side's pawns.
    pub enemy: Bitboard,
    /// The pawn that becomes a queen: it stands on the seventh rank.
    pub pawn: Square,
}

/// The other side's replies to the promotion, by the square of its king.
struct Replies {
    /// Legal squares of its king.
    legal: Bitboard,
    /// The squares where its king can take the queen.
    takes: Bitboard,
    /// The squares where it makes a queen, too, and neither side can make or take another: a draw.
    drawn: Bitboard,
    /// The squares where the game has to be played out.
    special: Bitboard,
}

impl Promotion {
    /// Calls `take` with the squares of the promoting side's king and of the other king, and the value of the
    /// promotion, for each placement in which it is legal. `known` gives the values of positions without
    /// queens.
    pub fn for_each(
        &self,
        known: &impl Fn(&Position) -> Worth,
        mut take: impl FnMut(Square, Square, Worth),
    ) {
        let queen = Bitboard::of(self.pawn).up();
        let own = self.own ^ Bitboard::of(self.pawn);
        let attacked = self.enemy.down().beside();
        for king in !(self.own | self.enemy | queen | attacked) {
            let replies = self.replies(king);
            for enemy_king in replies.legal {
                let own = Side {
                    king,
                    pawns: own,
                    queens: queen,
                };
                let enemy = Side {
                    king: enemy_king,
                    pawns: self.enemy,
                    queens: Bitboard::EMPTY,
                };
                let worth = if replies.special.contains(enemy_king) {
                    played_out(&Position::after_promotion(self.turn, own, enemy), known)
                } else {
                    // Other moves, if there are any, lose at once: these are never worse.
                    let mut worth = Worth::lost_in(1);
                    if replies.drawn.contains(enemy_king) {
                        worth = Worth::DRAW;
                    }
                    if replies.takes.contains(enemy_king) {
                        worth = worth.max(self.taken_back(own, enemy, known).a_ply_earlier());
                    }
                    worth
                };
                take(king, enemy_king, worth.a_ply_earlier());
            }
        }
    }

    /// The value for the promoting side after the other king has taken the queen.
    fn taken_back(&self, own: Side, enemy: Side, known: &impl Fn(&Position) -> Worth) -> Worth {
        let queens = Bitboard::EMPTY;
        let king = self.pawn.up(1);
        let (own, enemy) = (Side { queens, ..own }, Side { king, ..enemy });
        known(&Position::new(self.turn, own, enemy, Bitboard::EMPTY))
    }

    fn replies(&self, king: Square) -> Replies {
        let queen = Bitboard::of(self.pawn).up();
        let own = self.own ^ Bitboard::of(self.pawn);
        let near = Bitboard::of(king).neighbours();
        let men = own | Bitboard::of(king);
        // The other king does not block an attack, either on itself or on squares behind it.
        let guarded_with =
            |enemy: Bitboard| queen.queen_attacks(!(men | enemy)) | near | own.up().beside();
        let guarded = guarded_with(self.enemy);
        let safe = !(guarded | self.enemy);
        let mut replies = Replies {
            legal: !(men | self.enemy | queen | near | self.own.up().beside()),
            takes: match guarded.meets(queen) {
                true => Bitboard::EMPTY,
                false => queen.neighbours(),
            },
            drawn: Bitboard::EMPTY,
            // The other side is mated or stalemated, or can move only a pawn.
            special: !safe.neighbours(),
        };
        // No promotion blocks a check by a queen on the other last rank, because its square is at the end of
        // every line of that queen. So the side must not be in check before the promotion, nor after it.
        for pawn in self.enemy & SECOND {
            let goal = Bitboard::of(pawn).down();
            if goal.contains(king) {
                continue;
            }
            let after = self.enemy ^ (Bitboard::of(pawn) | goal);
            let possible = !(guarded | guarded_with(after) | goal);
            // Then the promoting side has to move, with as many queens.
            if own.meets(SEVENTH) || near.meets(goal) {
                replies.special |= possible;
            } else {
                replies.drawn |= possible;
            }
        }
        replies
    }
}

/// The value of a position, by the rules alone while there are queens.
fn played_out(position: &Position, known: &impl Fn(&Position) -> Worth) -> Worth {
    if !position.has_queens() {
        return known(position);
    }
    let ahead = rules::queens_ahead(position);
    if ahead == Ordering::Greater {
        return Worth::WON;
    }
    let moves = position.deciding_moves().into_iter();
    let worths = moves.map(|one| played_out(&position.play(one), known).a_ply_earlier());
    let best = worths.max();
    // Any other move ends the game: with as many queens it is a draw, with fewer a loss at the next turn.
    // Neither is ever better than making or taking a queen.
    match (ahead, best) {
        (Ordering::Equal, _) => best.map_or(Worth::DRAW, |best| best.max(Worth::DRAW)),
        (_, Some(best)) => best,
        (_, None) => {
            let end = rules::outcome(position).map(Worth::at_end);
            end.unwrap_or(Worth::lost_in(1))
        }
    }
}
