//! Pawn structures: everything on the board but the kings.
//!
//! Pawns never move back, and none is ever added. So the structures that can arise from one form a graph
//! without cycles: each pawn move and each capture, that of a new queen included, lowers the number of
//! [steps](Structure::steps) that are left. If structures are valued in order of steps, all that a structure
//! rests on comes first.

use crate::board::{Bitboard, Colour, Rank, Square};

use super::position::Position;
use super::tables::placements::Set;

/// The pawns of both sides, as White sees the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Structure {
    /// White's pawns.
    pub white: Bitboard,
    /// Black's pawns.
    pub black: Bitboard,
}

/// A pawn move that leaves its structure, for White's pawns; for Black's pawns, in the
/// [turned](Structure::turned) structure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// A step of one square forward, or a capture; with the new structure.
    Plain(Structure),
    /// A step of two squares forward.
    Double {
        /// The new structure.
        to: Structure,
        /// The passed square, on which there must be no king.
        passed: Square,
        /// The structures after the captures en passant that it allows.
        en_passant: [Option<Structure>; 2],
    },
    /// A step to the last rank; with the pawn that becomes a queen.
    Promotion(Square),
}

impl Structure {
    /// The structure of a position without queens.
    #[must_use]
    pub fn of(position: &Position) -> Self {
        let structure = Self {
            white: position.own().pawns,
            black: position.enemy().pawns,
        };
        structure.seen_by(position.turn())
    }

    /// The structure with colours swapped, seen from the other side.
    #[must_use]
    pub const fn turned(self) -> Self {
        Self {
            white: self.black.flip(),
            black: self.white.flip(),
        }
    }

    /// Converts between White's view and the view of that side.
    #[must_use]
    pub const fn seen_by(self, colour: Colour) -> Self {
        match colour {
            Colour::White => self,
            Colour::Black => self.turned(),
        }
    }

    /// The squares that the pawns of a side attack.
    #[must_use]
    pub fn attacked_by(self, colour: Colour) -> Bitboard {
        match colour {
            Colour::White => self.white.up().beside(),
            Colour::Black => self.black.down().beside(),
        }
    }

    /// All pawns.
    #[inline(always)]
    #[must_use]
    pub fn pawns(self) -> Bitboard {
        self.white | self.black
    }

    /// The number of single steps that all pawns together have left to their last ranks.
    #[must_use]
    pub fn steps(self) -> u32 {
        self.white.steps_to_last() + self.black.flip().steps_to_last()
    }

    /// Calls `visit` with every move of White's pawns.
    pub fn white_steps(self, mut visit: impl FnMut(Step)) {
        let empty = !self.pawns();
        for pawn in self.white {
            let from = Bitboard::of(pawn);
            let single = from.up() & empty;
            if single.any() && pawn.rank() == Rank::SEVENTH {
                visit(Step::Promotion(pawn));
                continue;
            }
            let moved = |to: Bitboard| Self {
                white: self.white ^ (from | to),
                black: self.black & !to,
            };
            if single.any() {
                visit(Step::Plain(moved(single)));
            }
            let double = single.up() & empty & Bitboard::rank(Rank::FOURTH);
            if double.any() {
                let capturer = |beside: Bitboard| {
                    let capturer = beside & self.black;
                    capturer.any().then(|| Self {
                        white: self.white ^ from,
                        black: self.black ^ (capturer | single),
                    })
                };
                visit(Step::Double {
                    to: moved(double),
                    passed: pawn.up(1),
                    en_passant: [capturer(double.left()), capturer(double.right())],
                });
            }
            for victim in from.up().beside() & self.black {
                visit(Step::Plain(moved(Bitboard::of(victim))));
            }
        }
    }

    /// The number of legal positions with that side to move, without rights to capture en passant.
    #[must_use]
    pub fn positions(self, turn: Colour) -> u64 {
        Set::legal(self, turn).len()
    }

    /// The structure without these pawns.
    #[must_use]
    pub fn without(self, pawns: Bitboard) -> Self {
        Self {
            white: self.white & !pawns,
            black: self.black & !pawns,
        }
    }

    /// Calls `visit` with every structure on which this one rests directly, some of them several times: those
    /// after a pawn's move, those without a pawn that a king takes, and those without pawns that become
    /// queens and are taken back.
    pub fn for_each_successor(self, mut visit: impl FnMut(Self)) {
        for turn in [Colour::White, Colour::Black] {
            self.seen_by(turn).white_steps(|step| match step {
                Step::Plain(to) => visit(to.seen_by(turn)),
                Step::Double { to, en_passant, .. } => {
                    visit(to.seen_by(turn));
                    let captures = en_passant.into_iter().flatten();
                    captures.for_each(|to| visit(to.seen_by(turn)));
                }
                Step::Promotion(_) => {}
            });
        }
        for pawn in self.pawns() {
            visit(self.without(Bitboard::of(pawn)));
        }
        // All sets of several pawns that are one step from the last rank ("Carry-Rippler").
        let seventh = Bitboard::rank(Rank::SEVENTH);
        let queening = self.white & seventh | (self.black.flip() & seventh).flip();
        let mut set = queening;
        while set.any() {
            if set.count() > 1 {
                visit(self.without(set));
            }
            set = Bitboard::from_bits(set.bits() - 1) & queening;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::kings::Diagram;

    fn structure(fen: &str) -> Structure {
        let diagram: Diagram = fen.parse().unwrap();
        Structure::of(&diagram.position)
    }

    fn reachable(root: Structure) -> usize {
        let mut all = std::collections::HashSet::from([root]);
        let mut open = vec![root];
        while let Some(one) = open.pop() {
            one.for_each_successor(|next| {
                assert!(next.steps() < one.steps());
                if all.insert(next) {
                    open.push(next);
                }
            });
        }
        all.len()
    }

    /// The counts of an independent program.
    #[test]
    fn the_structures_that_can_arise_from_one_are_counted() {
        let cases = [
            ("8/8/8/6K1/8/5k2/P7/8 w", 7),
            ("8/8/8/7p/1PK2k2/8/8/8 w", 25),
            ("8/4K1pp/8/8/8/8/k6P/8 w", 246),
            ("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w", 2_000),
        ];
        for (fen, count) in cases {
            assert_eq!(reachable(structure(fen)), count, "{fen}");
            assert_eq!(reachable(structure(fen).turned()), count, "{fen}");
        }
    }
}
