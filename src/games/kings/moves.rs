//! Moves: a king's step, a pawn's step, double step and capture. Queens have none.
//!
//! No piece moves in lines, so nothing is pinned, except by a queen that has just been made. Only then, and
//! in check, is each pawn move tested.

use arrayvec::ArrayVec;

use super::position::{FOURTH, LAST, Position};
use crate::board::{Bitboard, Square};

/// A move, as the side that makes it sees the board. A pawn that reaches the last rank becomes a queen.
/// Nothing else is allowed, so the promotion is implicit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    from: Square,
    to: Square,
}

/// An upper bound on the number of moves, for any number of pawns in a FEN. Each own pawn has at most two
/// captures, and each enemy pawn can be captured by two, so there are no more captures than pawns of both
/// sides. There are no more single steps than empty squares on ranks 3 to 8. Both together are no more than
/// the squares of ranks 2 to 8 (56). Then there are double steps (8), a second capture of the same pawn by
/// each of its neighbours, en passant (2), the king's steps (8), and letting the game end.
pub const MAX_MOVES: usize = 75;

/// At most 8 pawns can stand one step from the last rank, and at most 8 squares surround a king.
const MAX_DECIDING: usize = 16;

/// The moves of a position.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;

impl Move {
    /// Lets the game end as a draw without moving a piece. Allowed with equally many queens on both sides,
    /// where every other move makes or takes a queen.
    pub const LET_IT_END: Self = Self {
        from: Square::at(0),
        to: Square::at(0),
    };

    /// A move from one square to another.
    #[inline]
    #[must_use]
    pub const fn new(from: Square, to: Square) -> Self {
        Self { from, to }
    }

    /// The origin square.
    #[inline]
    #[must_use]
    pub const fn from(self) -> Square {
        self.from
    }

    /// The target square.
    #[inline]
    #[must_use]
    pub const fn to(self) -> Square {
        self.to
    }

    /// Whether it is a king's move.
    #[inline]
    #[must_use]
    pub fn is_kings(self, position: &Position) -> bool {
        self.from == position.own().king
    }

    /// Whether it promotes a pawn.
    #[inline]
    #[must_use]
    pub fn is_promotion(self, position: &Position) -> bool {
        let from = Bitboard::of(self.from);
        from.meets(position.own().pawns) && LAST.contains(self.to)
    }

    /// Whether it captures.
    #[inline]
    #[must_use]
    pub fn is_capture(self, position: &Position) -> bool {
        let enemy = position.enemy();
        (enemy.pawns | enemy.queens).contains(self.to)
            || (self.from.file() != self.to.file() && position.own().pawns.contains(self.from))
    }

    /// Whether it makes or takes a queen: with queens on the board, only such moves avoid the end of the
    /// game.
    #[inline]
    #[must_use]
    pub fn decides(self, position: &Position) -> bool {
        self.is_promotion(position)
            || (self.is_kings(position) && position.enemy().queens.contains(self.to))
    }
}

impl Position {
    /// The legal target squares of the king.
    #[inline]
    #[must_use]
    pub fn king_targets(&self) -> Bitboard {
        let king = Bitboard::of(self.own().king);
        // An attack goes on through the square that the king leaves.
        king.neighbours() & !self.own().men() & !self.attacked(self.empty() | king)
    }

    /// The pawn moves that would be legal if the king did not matter: targets of single steps, double steps,
    /// captures to the left and to the right.
    #[inline]
    fn pawn_targets(&self) -> [Bitboard; 4] {
        let (pawns, empty) = (self.own().pawns, self.empty());
        let single = pawns.up() & empty;
        let targets = self.enemy().pawns | self.en_passant();
        [
            single,
            single.up() & empty & FOURTH,
            pawns.up().left() & targets,
            pawns.up().right() & targets,
        ]
    }

    /// Calls `visit` with each legal pawn move until `visit` returns `true`. Returns whether it did.
    #[inline]
    fn any_pawn_move(&self, mut visit: impl FnMut(Move) -> bool) -> bool {
        let must_look = self.enemy().queens.any() || self.is_in_check();
        let backwards = [8, 16, 7, 9];
        let sets = self.pawn_targets().into_iter().zip(backwards);
        for (set, back) in sets {
            for to in set {
                let from = Square::at(to.index() - back);
                let target = Bitboard::of(to);
                let is_safe = || {
                    let victim = target | (target & self.en_passant()).down();
                    self.is_safe_after(Bitboard::of(from) | target, victim)
                };
                if (!must_look || is_safe()) && visit(Move::new(from, to)) {
                    return true;
                }
            }
        }
        false
    }

    /// All legal moves by the rules of chess for kings and pawns. The end of the game is not checked.
    #[must_use]
    pub fn moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        let king = self.own().king;
        self.any_pawn_move(|one| {
            moves.push(one);
            false
        });
        moves.extend(
            self.king_targets()
                .into_iter()
                .map(|to| Move::new(king, to)),
        );
        moves
    }

    /// Whether the king or a pawn has a legal move.
    #[must_use]
    pub fn has_move(&self) -> bool {
        self.king_targets().any() || self.any_pawn_move(|_| true)
    }

    /// The legal moves that make or take a queen.
    #[must_use]
    pub fn deciding_moves(&self) -> ArrayVec<Move, MAX_DECIDING> {
        let mut moves = ArrayVec::new();
        let goals = self.own().pawns.up() & LAST & self.empty();
        if goals.any() {
            let must_look = self.enemy().queens.any() || self.is_in_check();
            for to in goals {
                let goal = Bitboard::of(to);
                if !must_look || self.is_safe_after(goal | goal.down(), Bitboard::EMPTY) {
                    moves.push(Move::new(to.down(1), to));
                }
            }
        }
        let king = Bitboard::of(self.own().king);
        if king.neighbours().meets(self.enemy().queens) {
            let queens = self.king_targets() & self.enemy().queens;
            moves.extend(queens.into_iter().map(|to| Move::new(self.own().king, to)));
        }
        moves
    }

    /// Whether a legal move makes or takes a queen.
    #[must_use]
    pub fn can_decide(&self) -> bool {
        !self.deciding_moves().is_empty()
    }
}
