//! The terms of the pscore: what is counted, for the side to move and for the opponent.
//!
//! Each function takes the pawns of one side, going up, and those of the other. For the opponent the board is
//! turned, so each term is written once.

use serde::{Deserialize, Serialize};
use zerocopy::{FromBytes, Immutable, IntoBytes, transmute, transmute_ref};

use crate::board::Bitboard;
use crate::engine::weights;
use crate::games::pawns::Position;

/// The ranks on which a pawn can stand while the game goes on.
pub const RANKS: usize = 6;

/// The terms by name, and how many numbers each has, in the order of the fields of [`Terms`].
pub const TERMS: [(&str, usize); 13] = [
    ("pawn", RANKS),
    ("passer", RANKS),
    ("file", 1),
    ("blocked_file", 1),
    ("phalanx", 1),
    ("threatened", 1),
    ("protected", 1),
    ("safe_step", 1),
    ("spare_moves", 1),
    ("majority", 1),
    ("capture", 1),
    ("zugzwang", 1),
    ("tempo", 1),
];

/// How many numbers all terms have.
pub const NUMBERS: usize = weights::count(&TERMS);

/// A number for each term: its count for one side, or its weight.
#[derive(
    Clone,
    Copy,
    PartialEq,
    Eq,
    Default,
    Debug,
    Serialize,
    Deserialize,
    FromBytes,
    IntoBytes,
    Immutable,
)]
#[serde(deny_unknown_fields)]
#[repr(C)]
pub struct Terms {
    /// Pawns on ranks 2 to 7.
    pub pawn: [i32; RANKS],
    /// Passed pawns on ranks 2 to 7.
    pub passer: [i32; RANKS],
    /// Files with pawns.
    pub file: i32,
    /// Files on which enemy pawns block all pawns of this side.
    pub blocked_file: i32,
    /// Pawns with another one beside them.
    pub phalanx: i32,
    /// Pawns that can be captured.
    pub threatened: i32,
    /// Pawns that can be captured and that another pawn protects.
    pub protected: i32,
    /// Steps to squares that are protected at least as often as the enemy attacks them.
    pub safe_step: i32,
    /// 1 if the side has more squares left for plain steps than the enemy, not counting squares attacked now.
    pub spare_moves: i32,
    /// 1 for the side with more pawns.
    pub majority: i32,
    /// Captures that the side to move can choose from.
    pub capture: i32,
    /// 1 if the side to move has neither a safe step nor a capture.
    pub zugzwang: i32,
    /// The right to move.
    pub tempo: i32,
}

impl Terms {
    /// The numbers, in the order of [`TERMS`].
    #[inline(always)]
    #[must_use]
    pub const fn numbers(&self) -> &[i32; NUMBERS] {
        transmute_ref!(self)
    }

    /// Terms of these numbers, in the order of [`TERMS`].
    #[must_use]
    pub const fn from_numbers(numbers: [i32; NUMBERS]) -> Self {
        transmute!(numbers)
    }
}

/// The counts of both sides; the side to move first.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    /// The side to move.
    pub own: Terms,
    /// The other side.
    pub enemy: Terms,
}

impl Counts {
    /// The counts of a position.
    #[inline(always)]
    #[must_use]
    pub fn of(position: &Position) -> Self {
        let (own_pawns, enemy_pawns) = (position.own(), position.enemy());
        let (mut own, own_spare) = side(own_pawns, enemy_pawns);
        let (mut enemy, enemy_spare) = side(enemy_pawns.flip(), own_pawns.flip());
        let is_more = |one: i32, other: i32| i32::from(one > other);
        own.spare_moves = is_more(own_spare, enemy_spare);
        enemy.spare_moves = is_more(enemy_spare, own_spare);
        let (own_count, enemy_count) = (count(own_pawns), count(enemy_pawns));
        own.majority = is_more(own_count, enemy_count);
        enemy.majority = is_more(enemy_count, own_count);
        own.capture = captures(own_pawns, enemy_pawns);
        own.zugzwang = i32::from(own.capture + own.safe_step == 0);
        own.tempo = 1;
        Self { own, enemy }
    }
}

/// The counts of one side that do not depend on the turn, and how many squares are left for steps.
#[inline(always)]
fn side(own: Bitboard, enemy: Bitboard) -> (Terms, i32) {
    let before_enemy = enemy.down().fill_down();
    let open = half_open(own, before_enemy);
    let passed = passers(open, before_enemy);
    let attacked = enemy.down().beside();
    let empty = !(own | enemy);
    let threatened = own & attacked;
    let mut terms = Terms {
        pawn: by_rank(own),
        file: own.whole_files().count_files() as i32,
        blocked_file: blocked_files(own, enemy, open).count_files() as i32,
        phalanx: count(own & own.beside()),
        threatened: count(threatened),
        protected: count(threatened & own.up().beside()),
        safe_step: count(own.up() & empty & safe(own, enemy)),
        ..Terms::default()
    };
    if passed.any() {
        terms.passer = by_rank(passed);
    }
    let spare = own.fill_up_through(empty & !attacked) & !own;
    (terms, count(spare))
}

#[inline(always)]
fn count(squares: Bitboard) -> i32 {
    squares.count() as i32
}

/// Pawns with no enemy pawn in front on their file.
#[inline(always)]
#[must_use]
pub fn half_open(own: Bitboard, before_enemy: Bitboard) -> Bitboard {
    own & !before_enemy
}

/// Passed pawns: no enemy pawn in front on their own file or beside it. (TSCP finds them in two passes: first
/// the rearmost enemy pawn of each file, then the pawns it stands in front of. The fill `before_enemy` is the
/// first pass for all files at once.)
#[inline(always)]
#[must_use]
pub fn passers(open: Bitboard, before_enemy: Bitboard) -> Bitboard {
    open & !before_enemy.beside()
}

/// Whole files that are blocked for a side: it has pawns there, an enemy pawn stands in front of each of
/// them, and no pawn of the side can attack an enemy pawn on that file by steps alone. So no pawn of its own gets through
/// there, unless a capture brings another pawn beside the file, or zugzwang forces the enemy to let it. A
/// [dead](crate::games::pawns::gamelet::dead_files) file is a stronger condition: there the enemy cannot let
/// it through either.
#[inline(always)]
fn blocked_files(own: Bitboard, enemy: Bitboard, open: Bitboard) -> Bitboard {
    let attackable = own.up().fill_up().beside() & enemy;
    let alive = open | attackable;
    own.whole_files() & !alive.whole_files()
}

/// Captures that a side has or would have.
#[inline(always)]
fn captures(own: Bitboard, enemy: Bitboard) -> i32 {
    count(own.up().left() & enemy) + count(own.up().right() & enemy)
}

/// Squares that are attacked no more often than they are protected.
#[inline(always)]
fn safe(own: Bitboard, enemy: Bitboard) -> Bitboard {
    let (attack_left, attack_right) = (enemy.down().left(), enemy.down().right());
    let (cover_left, cover_right) = (own.up().left(), own.up().right());
    let twice_attacked = attack_left & attack_right;
    let attacked = attack_left | attack_right;
    let twice_covered = cover_left & cover_right;
    let covered = cover_left | cover_right;
    !attacked | (covered & !twice_attacked) | twice_covered
}

/// The number of pawns on each of the ranks 2 to 7.
#[inline(always)]
fn by_rank(pawns: Bitboard) -> [i32; RANKS] {
    std::array::from_fn(|rank| (pawns.bits() >> (8 * (rank + 1)) & 0xff).count_ones() as i32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::pawns::Diagram;

    fn count(fen: &str) -> Counts {
        Counts::of(&fen.parse::<Diagram>().unwrap().position)
    }

    #[test]
    fn the_names_are_those_of_the_fields() {
        let text = toml::to_string(&Terms::default()).unwrap();
        let fields = text.lines().map(|line| line.split_once(" = ").unwrap().0);
        assert!(fields.eq(TERMS.map(|(name, _)| name)), "{text}");
    }

    /// The opening 1.b4 a5 2.bxa5 bxa5 of the earliest notes cannot be played, but it would have this a-file.
    #[test]
    fn files_that_are_blocked() {
        // White's a-pawns face Black's and have no neighbour to help.
        let counts = count("8/p7/p7/P7/P7/8/8/8 w");
        assert_eq!((counts.own.blocked_file, counts.enemy.blocked_file), (1, 1));
        // A b-pawn can capture on a6: the file is alive for White, and so it is for Black.
        let counts = count("8/8/p7/P7/8/1P6/8/8 w");
        assert_eq!((counts.own.blocked_file, counts.enemy.blocked_file), (0, 1));
    }

    #[test]
    fn passers() {
        let counts = count("8/8/8/2pP4/2P5/p7/8/8 w");
        // d5 is passed; c4 is blocked; a3 is passed.
        assert_eq!(counts.own.passer, [0, 0, 0, 1, 0, 0]);
        assert_eq!(counts.enemy.passer, [0, 0, 0, 0, 1, 0]);
        assert_eq!(counts.own.pawn, [0, 0, 1, 1, 0, 0]);
        assert_eq!((counts.own.file, counts.enemy.file), (2, 2));
        assert_eq!((counts.own.majority, counts.enemy.majority), (0, 0));
    }

    #[test]
    fn pawns_together() {
        let counts = count("8/p7/p7/8/8/8/PP1P4/8 w");
        assert_eq!((counts.own.phalanx, counts.enemy.phalanx), (2, 0));
        assert_eq!((counts.own.majority, counts.enemy.majority), (1, 0));
    }

    #[test]
    fn threats_and_safety() {
        // c4 and e4 attack d5, and it attacks both.
        let counts = count("8/8/2p5/3p4/2P1P3/8/8/8 w");
        assert_eq!((counts.own.threatened, counts.enemy.threatened), (2, 1));
        assert_eq!((counts.own.protected, counts.enemy.protected), (0, 1));
        assert_eq!((counts.own.capture, counts.enemy.capture), (2, 0));
        // No pawn can capture on c5, e5 or d4.
        assert_eq!((counts.own.safe_step, counts.enemy.safe_step), (2, 2));
        // e4 attacks d3, and d2 e3.
        let counts = count("8/8/2p5/8/4p3/8/3P4/8 w");
        assert_eq!((counts.own.safe_step, counts.enemy.safe_step), (0, 1));
        assert_eq!((counts.own.zugzwang, counts.enemy.zugzwang), (1, 0));
    }

    #[test]
    fn spare_moves_end_at_attacked_squares() {
        // b3 can step to b4 and b5; b6 is attacked. a7 can step to a6 and a5; b3 attacks a4.
        let counts = count("8/p7/8/8/8/1P6/8/8 w");
        assert_eq!((counts.own.spare_moves, counts.enemy.spare_moves), (0, 0));
        // From b2, the pawn has one more step.
        let counts = count("8/p7/8/8/8/8/1P6/8 w");
        assert_eq!((counts.own.spare_moves, counts.enemy.spare_moves), (0, 0));
        let counts = count("8/p7/8/8/8/1P1P4/8/8 w");
        assert_eq!((counts.own.spare_moves, counts.enemy.spare_moves), (1, 0));
    }
}
