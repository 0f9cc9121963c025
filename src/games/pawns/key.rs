//! Positions as keys: everything that matters for play, in 80 bits.
//!
//! Before a fact decides, there are no pawns on a seventh or last rank. So the pawns of the side to move
//! stand on ranks 2 to 6 and the enemy's on ranks 3 to 7, 40 squares each. The en passant square is empty, so
//! setting it in both halves marks it:
//!
//! ```text
//! bit 79            40 39             0
//!     | enemy, ranks 3-7 | own, ranks 2-6 |      both set: en passant (rank 6)
//! ```
//!
//! The key of a position is this number or that of its mirror image, whichever is smaller.
//!
//! # Positions of the same value
//! Other positions, too, have the same value, move for move. Pawns leave their file only by a capture, so no
//! pawn ever enters a file without pawns. Therefore
//!
//! - files without pawns at the edge of the board do not matter: the pawns can be moved to the left edge;
//! - two adjacent files without pawns separate the pawns no more than one does (as the earliest notes on the
//!   game say);
//! - files whose pawns can never move or be captured matter only because a side with pawns is stalemated
//!   where a side without pawns has lost. They are left out and replaced by one mark.
//!
//! [`value_key`] is the key of the position with all such files left out. Moving pawns up or down would be
//! wrong: it changes which side promotes first.

use super::position::Position;
use crate::board::Bitboard;
use crate::game::PackedKey;

/// The key of a position, the same for its mirror image.
#[inline]
pub(super) fn key(position: &Position) -> PackedKey {
    let image = position.mirror();
    smaller(Squares::of(position), Squares::of(&image))
}

/// A key that positions share only if they have the same value.
#[inline]
pub(super) fn value_key(position: &Position) -> PackedKey {
    let blocked = blocked_files(position);
    let squares = Squares::of(position).without(blocked);
    let (squares, files) = squares.squeezed();
    let image = squares.mirrored(files);
    if blocked.is_empty() {
        smaller(squares, image)
    } else {
        smaller(squares.marked(), image.marked())
    }
}

fn smaller(plain: Squares, image: Squares) -> PackedKey {
    let (plain, image) = (plain.pack(), image.pack());
    PackedKey::new(plain.min(image), image < plain)
}

/// Whole files with pawns none of which can ever move or be captured.
///
/// Such a file has pawns of both sides, because the foremost ones block each other. They are found with a few
/// shifts rather than with [`split`](super::gamelet::split): there is no step left on the file, and no
/// capture would ever be possible there even if all pawns on other files walked through each other up to the
/// last rank and captured what they met.
#[inline]
fn blocked_files(position: &Position) -> Bitboard {
    let (own, enemy) = (position.own(), position.enemy());
    let pawns = own | enemy;
    let steps = (own.up() | enemy.down()) & !pawns;
    let mut blocked = pawns.whole_files() & !steps.whole_files();
    // Shrinks the set until no pawn elsewhere can touch what is left.
    'shrink: while blocked.any() {
        let mut own_reach = own & blocked | (own & !blocked).fill_up();
        let mut enemy_reach =
            enemy & blocked | (enemy & !blocked).fill_down() | position.en_passant();
        loop {
            let by_own = own_reach.up().beside() & enemy_reach;
            let by_enemy = enemy_reach.down().beside() & own_reach;
            // The squares where captures happen, and their origins.
            let own_sources = by_own.down().beside() & own_reach;
            let enemy_sources = by_enemy.up().beside() & enemy_reach;
            let touched = by_own | by_enemy | own_sources | enemy_sources;
            if touched.meets(blocked) {
                blocked &= !touched.whole_files();
                continue 'shrink;
            }
            let before = (own_reach, enemy_reach);
            own_reach |= by_own.fill_up();
            enemy_reach |= by_enemy.fill_down();
            if before == (own_reach, enemy_reach) {
                break 'shrink;
            }
        }
    }
    blocked
}

/// The squares of a position, as whole boards.
#[derive(Clone, Copy)]
struct Squares {
    own: u64,
    enemy: u64,
    en_passant: u64,
}

impl Squares {
    #[inline]
    fn of(position: &Position) -> Self {
        Self {
            own: position.own().bits(),
            enemy: position.enemy().bits(),
            en_passant: position.en_passant().bits(),
        }
    }

    #[inline]
    fn map(self, change: impl Fn(u64) -> u64) -> Self {
        Self {
            own: change(self.own),
            enemy: change(self.enemy),
            en_passant: change(self.en_passant),
        }
    }

    #[inline]
    fn pack(self) -> u128 {
        const HALF: u64 = (1 << 40) - 1;
        let own = (self.own | self.en_passant) >> 8 & HALF;
        let enemy = (self.enemy | self.en_passant) >> 16 & HALF;
        u128::from(own) | u128::from(enemy) << 40
    }

    /// The position without the pawns on some files.
    #[inline]
    fn without(self, files: Bitboard) -> Self {
        self.map(|board| board & !files.bits())
    }

    /// Adds the mark for blocked files, which says that both sides have pawns: rank 3 is set in both halves
    /// on the first file without pawns. There is always such a file: in place of one that was left out, or
    /// beyond the last one.
    #[inline]
    fn marked(self) -> Self {
        let occupied = u64::from(Bitboard::from_bits(self.own | self.enemy).on_files());
        let mark = 1 << (16 + (!occupied).trailing_zeros());
        Self {
            own: self.own | mark,
            enemy: self.enemy | mark,
            ..self
        }
    }

    /// Leaves out the files that do not matter. Returns how many files are left.
    #[inline]
    fn squeezed(self) -> (Self, u32) {
        let occupied = u64::from(Bitboard::from_bits(self.own | self.enemy).on_files());
        // A file without pawns matters if it comes directly after one with pawns and separates it from
        // others.
        let matter = (occupied | occupied << 1) & highest_down(occupied);
        let mut left_out = !matter & highest_down(occupied);
        let mut squares = self;
        while left_out != 0 {
            let file = u64::BITS - 1 - left_out.leading_zeros();
            left_out ^= 1 << file;
            // On every rank, squares left of the file stay, and squares right of it move left by one.
            let stays = ((1 << file) - 1) * EACH_RANK;
            squares = squares.map(|board| board & stays | board >> 1 & !stays & !LAST_FILE);
        }
        (squares, matter.count_ones())
    }

    /// The mirror image of a board with this many files.
    #[inline]
    fn mirrored(self, files: u32) -> Self {
        self.map(|board| Bitboard::from_bits(board).mirror().bits() >> (8 - files))
    }
}

/// The bits from the highest one that is set downwards.
#[inline]
const fn highest_down(bits: u64) -> u64 {
    match bits {
        0 => 0,
        _ => u64::MAX >> bits.leading_zeros(),
    }
}

/// A bit in each rank, on the a-file; and on the h-file.
const EACH_RANK: u64 = 0x0101_0101_0101_0101;
const LAST_FILE: u64 = EACH_RANK << 7;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::pawns::Diagram;

    fn keys(fen: &str) -> (PackedKey, PackedKey) {
        let diagram: Diagram = fen.parse().unwrap();
        (key(&diagram.position), value_key(&diagram.position))
    }

    #[test]
    fn files_that_do_not_matter_are_left_out() {
        let here = keys("8/p1p4p/8/1P6/8/8/P1P4P/8 w").1;
        for same in [
            "8/p4p1p/8/6P1/8/8/P4P1P/8 w",
            "8/p1p3p1/8/1P6/8/8/P1P3P1/8 w",
            "8/1p1p2p1/8/2P5/8/8/1P1P2P1/8 w",
            "6/p1p2p/6/1P4/6/6/P1P2P/6 w",
            "8/p1p2p2/8/1P6/8/8/P1P2P2/8 w",
        ] {
            assert_eq!(keys(same).1.bits(), here.bits(), "{same}");
        }
        for other in [
            // Positions moved up or down, or side by side, are different.
            "8/8/p1p4p/8/1P6/8/P1P4P/8 w",
            "8/pp5p/8/P7/8/8/PP5P/8 w",
            "8/p1pp4/8/1P6/8/8/P1PP4/8 w",
        ] {
            assert_ne!(keys(other).1.bits(), here.bits(), "{other}");
        }
    }

    #[test]
    fn blocked_files_leave_a_mark() {
        let value_key = |fen| keys(fen).1.bits();
        // Neither the place of blocked files matters nor their number.
        let free = value_key("8/2p5/8/p7/P7/8/2P5/8 w");
        for same in [
            "8/2p5/p7/P7/8/8/2P5/8 w",
            "8/2p5/p3p3/P3P3/8/8/2P5/8 w",
            "8/p7/8/2p5/2P5/8/P7/8 w",
            "8/2p4p/7p/7P/7P/8/2P5/8 w",
        ] {
            assert_eq!(value_key(same), free, "{same}");
        }
        for other in [
            // There is no blocked file, or a pawn on it can move or be captured: at once, after a step, after
            // a capture on the c-file, or en passant.
            "8/2p5/8/8/8/8/2P5/8 w",
            "8/2p5/p7/8/P7/8/2P5/8 w",
            "8/1p6/p7/P7/8/8/1P6/8 w",
            "8/2p5/p7/P7/3p4/8/2P5/8 w",
        ] {
            assert_ne!(value_key(other), free, "{other}");
        }
    }

    #[test]
    fn en_passant_and_the_side_to_move_matter() {
        let with = keys("8/8/8/3pP3/8/8/8/8 w - d6").1;
        let without = keys("8/8/8/3pP3/8/8/8/8 w").1;
        let elsewhere = keys("8/8/8/6pP/8/8/8/8 w - g6").1;
        assert_ne!(with.bits(), without.bits());
        assert_eq!(with.bits(), elsewhere.bits());
        assert_ne!(
            keys("8/8/p7/8/1P6/8/8/8 w").1.bits(),
            keys("8/8/p7/8/1P6/8/8/8 b").1.bits()
        );
    }

    #[test]
    fn a_mirror_image_has_the_same_keys() {
        for (fen, image) in [
            ("8/p1p4p/8/1P6/8/8/P1P4P/8 w", "8/p4p1p/8/6P1/8/8/P4P1P/8 w"),
            ("8/8/8/3pP3/8/8/8/8 w - d6", "8/8/8/3Pp3/8/8/8/8 w - e6"),
        ] {
            let (one, other) = (keys(fen), keys(image));
            assert_eq!(one.0.bits(), other.0.bits());
            assert_eq!(one.1.bits(), other.1.bits());
            assert_ne!(one.0.is_mirrored(), other.0.is_mirrored());
        }
    }
}
