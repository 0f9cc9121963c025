//! Structures: what stands on a board besides the kings, as tables see it.
//!
//! The two sides are the *attacker*, who wants to win and whose pawns go up, and the *defender*. A structure says
//! where their pawns stand, and which piece each of them has, wherever it is. Moves of kings and pieces to empty
//! squares stay within it. Every other move, an [`Exit`], leads to a structure with fewer men or with pawns further
//! on: so structures form a graph without cycles.

use crate::board::{Bitboard, Rank, Square};
use crate::games::endings::rules::PROMOTIONS;
use crate::games::pieces::{Kind, Position};

/// One of the two sides.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    /// Who wants to win.
    Attacker,
    /// Who wants to prevent it.
    Defender,
}

impl Side {
    /// Both.
    pub const BOTH: [Self; 2] = [Self::Attacker, Self::Defender];

    /// The other one.
    #[inline]
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::Attacker => Self::Defender,
            Self::Defender => Self::Attacker,
        }
    }
}

/// All that stands on the board but the kings.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Structure {
    /// The attacker's pawns, which go up.
    pub attackers: Bitboard,
    /// The defender's pawns, which go down.
    pub defenders: Bitboard,
    /// The attacker's piece.
    pub attacker: Option<Kind>,
    /// The defender's piece.
    pub defender: Option<Kind>,
}

/// Who leaves a structure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mover {
    /// The king.
    King,
    /// The piece.
    Piece,
    /// The pawn, which may become a piece.
    Pawn(Option<Kind>),
}

/// A kind of move that leaves a structure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exit {
    /// Whose move it is.
    pub side: Side,
    /// Who moves.
    pub mover: Mover,
    /// Where it goes, unless it takes the other side's piece with its king or piece, wherever that stands.
    pub to: Option<Square>,
    /// Whether it takes the other side's piece.
    pub takes_piece: bool,
    /// The square that a double step passes.
    pub passed: Option<Square>,
    /// What stands there afterwards; `None` if that is more than a structure holds.
    pub after: Option<Structure>,
    /// Where the captures en passant lead that a double step allows.
    pub en_passant: [Option<Structure>; 2],
}

impl Exit {
    /// The same seen by the other side.
    fn turned(self) -> Self {
        let [left, right] = self.en_passant;
        Self {
            side: self.side.opponent(),
            to: self.to.map(Square::flip),
            passed: self.passed.map(Square::flip),
            after: self.after.map(Structure::turned),
            en_passant: [left.map(Structure::turned), right.map(Structure::turned)],
            ..self
        }
    }
}

impl Structure {
    /// That of a position in which the side to move attacks, without its right to capture en passant; `None` if a side
    /// has several pieces.
    #[must_use]
    pub fn of(position: &Position) -> Option<Self> {
        let (own, enemy) = (position.own(), position.enemy());
        let piece = |men: Bitboard| {
            let mut pieces = (men & !position.pawns() & !position.of(Kind::King)).into_iter();
            let one = pieces.next();
            match pieces.next() {
                Some(_) => None,
                None => Some(one.and_then(|square| position.kind_on(square))),
            }
        };
        Some(Self {
            attackers: own & position.pawns(),
            defenders: enemy & position.pawns(),
            attacker: piece(own)?,
            defender: piece(enemy)?,
        })
    }

    /// A number that no other structure has, below 2¹⁰².
    #[must_use]
    pub fn number(self) -> u128 {
        let kind = |piece: Option<Kind>| piece.map_or(0, |kind| 1 + kind.index() as u128);
        // No pawn stands on the first rank or the last.
        let pawns = |set: Bitboard| u128::from(set.bits() >> 8 & 0xffff_ffff_ffff);
        let pieces = kind(self.attacker) << 3 | kind(self.defender);
        pieces << 96 | pawns(self.attackers) << 48 | pawns(self.defenders)
    }

    /// The same seen by the other side: who attacked defends.
    #[must_use]
    pub const fn turned(self) -> Self {
        Self {
            attackers: self.defenders.flip(),
            defenders: self.attackers.flip(),
            attacker: self.defender,
            defender: self.attacker,
        }
    }

    /// All pawns.
    #[must_use]
    pub fn pawns(self) -> Bitboard {
        self.attackers | self.defenders
    }

    /// How many pieces there are.
    #[must_use]
    pub fn pieces(self) -> usize {
        usize::from(self.attacker.is_some()) + usize::from(self.defender.is_some())
    }

    /// How many pawns and pieces the attacker has, and the defender.
    #[must_use]
    pub fn men(self) -> [u32; 2] {
        [
            self.attackers.count() + u32::from(self.attacker.is_some()),
            self.defenders.count() + u32::from(self.defender.is_some()),
        ]
    }

    /// Whether there is a position in which the attacker wins: a king alone mates nobody.
    #[must_use]
    pub fn can_win(self) -> bool {
        self.attackers.any() || self.attacker.is_some()
    }

    /// A number that falls with each exit.
    #[must_use]
    pub fn steps(self) -> u32 {
        let left = |pawns: Bitboard| -> u32 {
            let ranks = Rank::all().enumerate();
            ranks
                .map(|(index, rank)| (8 - index as u32) * (pawns & Bitboard::rank(rank)).count())
                .sum()
        };
        left(self.attackers) + left(self.defenders.flip()) + self.pieces() as u32
    }

    /// Calls `visit` with every exit.
    pub fn for_each_exit(self, mut visit: impl FnMut(Exit)) {
        self.own_exits(&mut visit);
        self.turned()
            .own_exits(&mut |exit: Exit| visit(exit.turned()));
    }

    /// The attacker's exits.
    fn own_exits(self, visit: &mut impl FnMut(Exit)) {
        let exit = Exit {
            side: Side::Attacker,
            mover: Mover::King,
            to: None,
            takes_piece: false,
            passed: None,
            after: None,
            en_passant: [None; 2],
        };
        self.captures(exit, visit);
        for pawn in self.attackers {
            match pawn.rank() {
                Rank::SEVENTH => self.promotions(pawn, exit, visit),
                _ => self.pawn_moves(pawn, exit, visit),
            }
        }
    }

    /// What the attacker's king and his piece take.
    fn captures(self, exit: Exit, visit: &mut impl FnMut(Exit)) {
        let mut takes = |exit: Exit| {
            visit(exit);
            if self.attacker.is_some() {
                visit(Exit {
                    mover: Mover::Piece,
                    ..exit
                });
            }
        };
        for victim in self.defenders {
            let after = Self {
                defenders: self.defenders ^ Bitboard::of(victim),
                ..self
            };
            takes(Exit {
                to: Some(victim),
                after: Some(after),
                ..exit
            });
        }
        if self.defender.is_some() {
            takes(Exit {
                takes_piece: true,
                after: Some(self.without_defender()),
                ..exit
            });
        }
    }

    /// Without the defender's piece.
    const fn without_defender(self) -> Self {
        Self {
            defender: None,
            ..self
        }
    }

    /// What the attacker's pawn on the last rank but one can do.
    fn promotions(self, pawn: Square, exit: Exit, visit: &mut impl FnMut(Exit)) {
        let from = Bitboard::of(pawn);
        let promoted = |kind, base: Self| {
            base.attacker.is_none().then(|| Self {
                attackers: base.attackers ^ from,
                attacker: Some(kind),
                ..base
            })
        };
        // Only a piece can stand on the last rank.
        let captures = match self.defender {
            Some(_) => from.up().beside(),
            None => Bitboard::EMPTY,
        };
        for kind in PROMOTIONS {
            let exit = Exit {
                mover: Mover::Pawn(Some(kind)),
                ..exit
            };
            for to in from.up() {
                visit(Exit {
                    to: Some(to),
                    after: promoted(kind, self),
                    ..exit
                });
            }
            for to in captures {
                visit(Exit {
                    to: Some(to),
                    takes_piece: true,
                    after: promoted(kind, self.without_defender()),
                    ..exit
                });
            }
        }
    }

    /// What another pawn of the attacker's can do.
    fn pawn_moves(self, pawn: Square, exit: Exit, visit: &mut impl FnMut(Exit)) {
        let from = Bitboard::of(pawn);
        let empty = !self.pawns();
        let moved = |to: Square, base: Self| {
            Some(Self {
                attackers: base.attackers ^ (from | Bitboard::of(to)),
                defenders: base.defenders & !Bitboard::of(to),
                ..base
            })
        };
        let exit = Exit {
            mover: Mover::Pawn(None),
            ..exit
        };
        let single = from.up() & empty;
        for to in single {
            visit(Exit {
                to: Some(to),
                after: moved(to, self),
                ..exit
            });
        }
        for to in single.up() & empty & Bitboard::rank(Rank::FOURTH) {
            let capturer = |beside: Bitboard| {
                let capturer = beside & self.defenders;
                capturer.any().then(|| Self {
                    attackers: self.attackers ^ from,
                    defenders: self.defenders ^ (capturer | single),
                    ..self
                })
            };
            let double = Bitboard::of(to);
            visit(Exit {
                to: Some(to),
                passed: single.lowest(),
                after: moved(to, self),
                en_passant: [capturer(double.left()), capturer(double.right())],
                ..exit
            });
        }
        for to in from.up().beside() & self.defenders {
            visit(Exit {
                to: Some(to),
                after: moved(to, self),
                ..exit
            });
        }
        if self.defender.is_some() {
            for to in from.up().beside() & empty {
                visit(Exit {
                    to: Some(to),
                    takes_piece: true,
                    after: moved(to, self.without_defender()),
                    ..exit
                });
            }
        }
    }
}
