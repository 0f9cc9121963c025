//! What a position is worth with best play: won or lost in so many plies, or drawn.
//!
//! One byte, so that tables are small and the best of several moves is the greatest:
//!
//! ```text
//!  127 − d   won in d plies, the sooner the better
//!        0   drawn
//! −127 + d   lost in d plies, the later the better
//! ```
//!
//! With three men no win takes more than 70 plies, with two against two no more than 100. Of three against
//! one `KBNvK` has longer ones than fit; it is refused, and all that rests on it.
//! (Kings and pawns play longer, and have a type of their own.)

use crate::game::{Outcome, Proof};

/// What a position is worth for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Worth(i8);

const MOST: i8 = 127;

impl Worth {
    /// A draw.
    pub const DRAW: Self = Self(0);
    /// The side to move has won already.
    pub const WON: Self = Self::won_in(0);
    /// The side to move has lost already.
    pub const LOST: Self = Self::lost_in(0);
    /// No win takes more plies.
    pub const LONGEST: u16 = MOST as u16 - 1;

    /// Won after so many plies, [`Self::LONGEST`] at most.
    #[inline(always)]
    #[must_use]
    pub const fn won_in(plies: u16) -> Self {
        Self(MOST - plies as i8)
    }

    /// Lost after so many plies, [`Self::LONGEST`] at most.
    #[inline(always)]
    #[must_use]
    pub const fn lost_in(plies: u16) -> Self {
        Self(plies as i8 - MOST)
    }

    /// A game that is over.
    #[must_use]
    pub const fn at_end(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Win => Self::WON,
            Outcome::Draw => Self::DRAW,
            Outcome::Loss => Self::LOST,
        }
    }

    /// What a move to a position that is worth this to the other side is worth to the one that makes
    /// it.
    #[inline(always)]
    #[must_use]
    pub const fn a_ply_earlier(self) -> Self {
        Self(-self.0 + self.0.signum())
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

    /// After how many plies a won or lost game is over; `None` for a draw.
    #[inline(always)]
    #[must_use]
    pub const fn plies(self) -> Option<u16> {
        match self.0 {
            0 => None,
            number => Some(MOST as u16 - number.unsigned_abs() as u16),
        }
    }

    /// The same as a fact.
    #[must_use]
    pub const fn proof(self) -> Proof {
        match self.plies() {
            Some(plies) => Proof::exactly(self.outcome(), plies),
            None => Proof::DRAW,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_greatest_is_the_best() {
        let order = [
            Worth::LOST,
            Worth::lost_in(7),
            Worth::lost_in(Worth::LONGEST),
            Worth::DRAW,
            Worth::won_in(Worth::LONGEST),
            Worth::won_in(8),
            Worth::WON,
        ];
        assert!(order.is_sorted_by(|one, next| one < next));
        for plies in 0..Worth::LONGEST {
            let (won, lost) = (Worth::won_in(plies), Worth::lost_in(plies));
            assert_eq!(won.plies(), Some(plies));
            assert_eq!(lost.plies(), Some(plies));
            assert_eq!(won.a_ply_earlier(), Worth::lost_in(plies + 1));
            assert_eq!(lost.a_ply_earlier(), Worth::won_in(plies + 1));
        }
        assert_eq!(Worth::DRAW.a_ply_earlier(), Worth::DRAW);
        assert_eq!(Worth::DRAW.proof(), Proof::DRAW);
        assert_eq!(Worth::lost_in(3).proof(), Proof::exactly(Outcome::Loss, 3));
    }
}
