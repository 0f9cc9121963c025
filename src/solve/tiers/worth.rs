//! The value of a position with best play: won or lost in a number of plies, or drawn.
//!
//! It is one number, so that the best of several moves is the greatest:
//!
//! ```text
//!  10 000 − d   won in d plies, the sooner the better
//!           0   drawn
//! −10 000 + d   lost in d plies, the later the better
//!     −32 768   nothing: an illegal position, or no move
//! ```
//!
//! Wins rarely take many plies, so tables use a byte where that is enough:
//!
//! ```text
//!  127 − d   won in d plies, 126 at most
//!        0   drawn
//! −127 + d   lost in d plies
//!     −128   nothing
//! ```

use crate::game::{Outcome, Proof};

/// What a position is worth for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Worth(i16);

/// A number of plies above what any table can hold.
const MOST: i16 = 10_000;
/// Numbers below this have no meaning.
const LEAST: i16 = -MOST;
/// The difference between a number and its byte.
const APART: i16 = MOST - i8::MAX as i16;

impl Worth {
    /// No value: less than the value of any move.
    pub const NONE: Self = Self(i16::MIN);
    /// A draw.
    pub const DRAW: Self = Self(0);
    /// The side to move has lost already.
    pub const LOST: Self = Self::lost_in(0);
    /// The side to move has won already.
    pub const WON: Self = Self::won_in(0);
    /// The maximum number of plies that a byte can hold.
    pub const LONGEST_IN_A_BYTE: u16 = i8::MAX as u16 - 1;

    /// A win in this many plies.
    #[inline(always)]
    #[must_use]
    pub const fn won_in(plies: u16) -> Self {
        Self(MOST - plies as i16)
    }

    /// A loss in this many plies.
    #[inline(always)]
    #[must_use]
    pub const fn lost_in(plies: u16) -> Self {
        Self(LEAST + plies as i16)
    }

    /// The value of a game that is over.
    #[must_use]
    pub const fn at_end(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Win => Self::WON,
            Outcome::Draw => Self::DRAW,
            Outcome::Loss => Self::LOST,
        }
    }

    /// The number.
    #[inline(always)]
    #[must_use]
    pub const fn number(self) -> i16 {
        self.0
    }

    /// The value with this number.
    #[inline(always)]
    #[must_use]
    pub const fn from_number(number: i16) -> Self {
        Self(number)
    }

    /// The value as a byte, if it [fits](Self::fits_a_byte).
    #[inline(always)]
    #[must_use]
    pub const fn byte(self) -> i8 {
        match self.is_some() {
            true => (self.0 - self.0.signum() * APART) as i8,
            false => i8::MIN,
        }
    }

    /// Whether it fits into a byte.
    #[inline(always)]
    #[must_use]
    pub const fn fits_a_byte(self) -> bool {
        // A distance that is too long would change the sign, or turn into a draw.
        let narrow = self.0 - self.0.signum() * APART;
        !self.is_some() || narrow.signum() == self.0.signum()
    }

    /// The value that a byte stands for.
    #[inline(always)]
    #[must_use]
    pub const fn from_byte(byte: i8) -> Self {
        let number = byte as i16;
        match byte {
            i8::MIN => Self::NONE,
            _ => Self(number + number.signum() * APART),
        }
    }

    /// Whether this is a value, not [`Self::NONE`].
    #[inline(always)]
    #[must_use]
    pub const fn is_some(self) -> bool {
        self.0 >= LEAST
    }

    /// The value, for the side that makes it, of a move to a position with this value for the
    /// opponent. ("Nothing" stays less than everything.)
    #[inline(always)]
    #[must_use]
    pub const fn a_ply_earlier(self) -> Self {
        let turned = self.0.wrapping_neg();
        Self(turned - turned.signum())
    }

    /// The outcome for the side to move.
    #[inline(always)]
    #[must_use]
    pub const fn outcome(self) -> Outcome {
        match self.0 {
            1.. => Outcome::Win,
            0 => Outcome::Draw,
            _ => Outcome::Loss,
        }
    }

    /// The value as a proof.
    #[must_use]
    pub const fn proof(self) -> Proof {
        match self.plies() {
            Some(plies) => Proof::exactly(self.outcome(), plies),
            None => Proof::DRAW,
        }
    }

    /// The number of plies to the end of a won or lost game; `None` for a draw.
    #[inline(always)]
    #[must_use]
    pub const fn plies(self) -> Option<u16> {
        match self.0 {
            0 => None,
            1.. => Some((MOST - self.0) as u16),
            _ => Some((self.0 - LEAST) as u16),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_greatest_is_the_best() {
        let order = [
            Worth::NONE,
            Worth::NONE.a_ply_earlier(),
            Worth::lost_in(0),
            Worth::lost_in(7),
            Worth::DRAW,
            Worth::won_in(8),
            Worth::won_in(1),
        ];
        assert!(order.is_sorted());
        for plies in 0..=Worth::LONGEST_IN_A_BYTE {
            for worth in [Worth::won_in(plies), Worth::lost_in(plies)] {
                assert_eq!(Worth::from_byte(worth.byte()), worth);
                assert!(worth.fits_a_byte());
            }
        }
        for worth in [Worth::DRAW, Worth::NONE] {
            assert_eq!(Worth::from_byte(worth.byte()), worth);
        }
        assert!(!Worth::won_in(127).fits_a_byte() && !Worth::lost_in(300).fits_a_byte());
        assert_eq!(Worth::DRAW.proof(), Proof::DRAW);
        assert_eq!(Worth::lost_in(3).proof(), Proof::exactly(Outcome::Loss, 3));
        assert_eq!(Worth::lost_in(7).a_ply_earlier(), Worth::won_in(8));
        assert_eq!(Worth::won_in(7).a_ply_earlier(), Worth::lost_in(8));
        assert_eq!(Worth::DRAW.a_ply_earlier(), Worth::DRAW);
        assert_eq!(Worth::lost_in(7).plies(), Some(7));
        assert!(!Worth::NONE.a_ply_earlier().is_some());
    }
}
