//! What a promotion is worth.
//!
//! With a queen on the board the game is over soon: the other side makes a queen too, takes this one,
//! is mated or stalemated, or has lost after its next move. Mostly one need not look whether: for each
//! square of the promoting king, some shifts say for all squares of the other king at once where
//! nothing special can happen. The rest is played out by the [`rules`], down to
//! positions without queens.

use std::cmp::Ordering;

use crate::board::{Bitboard, Colour, Square};
use crate::games::kings::position::{SECOND, SEVENTH};
use crate::games::kings::{Position, Side, rules};
use crate::solve::tiers::Worth;

/// A promotion, as the side that makes it sees the board.
#[derive(Clone, Copy, Debug)]
pub struct Promotion {
    /// Who makes it.
    pub turn: Colour,
    /// Its pawns before it.
    pub own: Bitboard,
    /// The other side's pawns.
    pub enemy: Bitboard,
    /// The pawn that becomes a queen: it stands on the seventh rank.
    pub pawn: Square,
}

/// What becomes of the other side after the promotion, by the square of its king.
struct Replies {
    /// Where its king may stand.
    legal: Bitboard,
    /// Where its king can take the queen.
    takes: Bitboard,
    /// Where it makes a queen, too, and no side has anything left to do: a draw.
    drawn: Bitboard,
    /// Where that has to be played out.
    special: Bitboard,
}

impl Promotion {
    /// Calls `take` with the squares of the own and the other king, and what the promotion is worth, for
    /// each placement in which it is legal. `known` says what positions without queens are worth.
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
                    // Other moves lose at once, and are there or not: these are never worse.
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

    /// What the position is worth to the promoting side when the other king has taken the queen.
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
        // The other king does not stop an attack on itself, nor where it could step back to.
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
            // Mated, stalemated, or with nothing but a pawn to move.
            special: !safe.neighbours(),
        };
        // No promotion stops a check by a queen on the other last rank, for it is at the end of each of
        // her lines; so it must be played out of check, and not into one.
        for pawn in self.enemy & SECOND {
            let goal = Bitboard::of(pawn).down();
            if goal.contains(king) {
                continue;
            }
            let after = self.enemy ^ (Bitboard::of(pawn) | goal);
            let possible = !(guarded | guarded_with(after) | goal);
            // Then it is the promoting side that has to move, with as many queens.
            if own.meets(SEVENTH) || near.meets(goal) {
                replies.special |= possible;
            } else {
                replies.drawn |= possible;
            }
        }
        replies
    }
}

/// What a position is worth, by the rules alone as long as there are queens.
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
    // After any other move the game is over: who had as many queens has let it end, and who had
    // fewer has lost with the next turn, which is never better than to make a queen or to take one.
    match (ahead, best) {
        (Ordering::Equal, _) => best.map_or(Worth::DRAW, |best| best.max(Worth::DRAW)),
        (_, Some(best)) => best,
        (_, None) => {
            let end = rules::outcome(position).map(Worth::at_end);
            end.unwrap_or(Worth::lost_in(1))
        }
    }
}
