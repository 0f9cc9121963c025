//! The value of a position for the side to move: a guess in centipawns, or a proved result.
//!
//! All are on one number line, so that alpha-beta can compare any two:
//!
//! ```text
//! -32000 … -31000   loss, with the number of plies from the root
//! -20000 …  20000   a guess, in centipawns; 0 is also a draw
//!  31000 …  32000   win, with the number of plies from the root: 32000 - plies
//! ```
//!
//! No guess reaches ±20000, so these two also stand for a proved win and loss of unknown
//! length, or of more than 1 000 plies. A value near the ends is never a guess: it comes only
//! from the end of a game or from a [`Proof`](crate::game::Proof).

use std::fmt;
use std::ops::Neg;

use super::Outcome;

/// The number of centipawns that changes the odds of winning by a factor of e, in most games.
pub const SCALE: i32 = 65;

/// The value of a position, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Value(i16);

impl Value {
    /// A draw.
    pub const DRAW: Self = Self(0);
    /// A bound above every other value.
    pub const INFINITE: Self = Self(32_001);
    /// All guesses are nearer to zero.
    pub const MAX_EVALUATION: Self = Self(20_000);

    /// A proved win of any length: the best value that is not a win in a known number of plies.
    pub const WON: Self = Self::MAX_EVALUATION;
    /// A proved loss of unknown length.
    pub const LOST: Self = Self(-Self::WON.0);

    const WIN: i16 = 32_000;
    const LEAST_WIN: i16 = Self::WIN - Self::MOST_PLIES as i16;
    const MOST_PLIES: u16 = 1_000;

    /// A guess in centipawns, clamped to less than ±[`Self::MAX_EVALUATION`].
    #[inline]
    #[must_use]
    pub fn guess(centipawns: i32) -> Self {
        let most = i32::from(Self::MAX_EVALUATION.0) - 1;
        Self(centipawns.clamp(-most, most) as i16)
    }

    /// The same value, clamped to the range of guesses.
    #[must_use]
    pub fn held_to_guesses(self) -> Self {
        let most = Self::MAX_EVALUATION.0 - 1;
        Self(self.0.clamp(-most, most))
    }

    /// The side to move wins, and the winning move is the `plies`-th ply from the root. Above 1 000
    /// plies, the length is not kept.
    #[inline]
    #[must_use]
    pub const fn win_in(plies: u16) -> Self {
        if plies <= Self::MOST_PLIES {
            Self(Self::WIN - plies as i16)
        } else {
            Self::WON
        }
    }

    /// The value of a game that is over at the root.
    #[must_use]
    pub const fn at_end(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Loss => Self::loss_in(0),
            Outcome::Draw => Self::DRAW,
            Outcome::Win => Self::win_in(0),
        }
    }

    /// The side to move loses, and the game is over after `plies` plies from the root.
    #[inline]
    #[must_use]
    pub const fn loss_in(plies: u16) -> Self {
        Self(-Self::win_in(plies).0)
    }

    /// Whether it is a win in a known number of plies.
    #[inline]
    #[must_use]
    pub const fn is_win(self) -> bool {
        self.0 >= Self::LEAST_WIN
    }

    /// Whether it is a loss in a known number of plies.
    #[inline]
    #[must_use]
    pub const fn is_loss(self) -> bool {
        self.0 <= -Self::LEAST_WIN
    }

    /// Whether nothing is proved.
    #[inline]
    #[must_use]
    pub const fn is_guess(self) -> bool {
        Self::LOST.0 < self.0 && self.0 < Self::WON.0
    }

    /// Plies to the end of the game, if it is a win or loss of known length.
    #[inline]
    #[must_use]
    pub const fn plies_to_end(self) -> Option<u16> {
        let number = self.0.unsigned_abs();
        if number >= Self::LEAST_WIN as u16 && number <= Self::WIN as u16 {
            Some(Self::WIN as u16 - number)
        } else {
            None
        }
    }

    /// Full moves to the end, negative for a loss, if it is a win or loss of known length. A loss
    /// in 0 means that the game is over, so a side that has already won is given a win within one
    /// move.
    #[must_use]
    pub fn mate(self) -> Option<i32> {
        let moves = i32::from(self.plies_to_end()?.div_ceil(2));
        Some(if self.is_win() { moves.max(1) } else { -moves })
    }

    /// The number itself.
    #[inline]
    #[must_use]
    pub const fn number(self) -> i16 {
        self.0
    }

    /// The value with this number.
    #[inline]
    #[must_use]
    pub const fn from_number(number: i16) -> Self {
        Self(number)
    }

    /// The value plus this much, clamped to the range of guesses: for windows and margins.
    #[inline]
    #[must_use]
    pub fn offset(self, by: i32) -> Self {
        Self::guess(i32::from(self.0) + by)
    }

    /// The next lower value: the lower end of a zero-width window.
    #[inline]
    #[must_use]
    pub const fn just_below(self) -> Self {
        Self(self.0.saturating_sub(1))
    }

    /// The same result counted from a node `ply` plies below the root, as stored in the table.
    #[inline]
    #[must_use]
    pub const fn from_root_to_node(self, ply: u16) -> Self {
        if self.is_win() {
            Self(self.0.saturating_add_unsigned(ply))
        } else if self.is_loss() {
            Self(self.0.saturating_sub_unsigned(ply))
        } else {
            self
        }
    }

    /// The reverse of [`Self::from_root_to_node`].
    #[inline]
    #[must_use]
    pub const fn from_node_to_root(self, ply: u16) -> Self {
        if self.is_win() {
            let number = self.0.saturating_sub_unsigned(ply);
            if number >= Self::LEAST_WIN {
                Self(number)
            } else {
                Self::WON
            }
        } else if self.is_loss() {
            let number = self.0.saturating_add_unsigned(ply);
            if number <= -Self::LEAST_WIN {
                Self(number)
            } else {
                Self::LOST
            }
        } else {
            self
        }
    }
}

impl Neg for Value {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

/// The value in UCI form: `cp 35`, `mate 3`, `mate -2`; mates in full moves.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mate() {
            Some(moves) => write!(f, "mate {moves}"),
            None => write!(f, "cp {}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_in_moves_of_the_winner() {
        assert_eq!(Value::win_in(0).to_string(), "mate 1");
        assert_eq!(Value::win_in(1).to_string(), "mate 1");
        assert_eq!(Value::win_in(3).to_string(), "mate 2");
        assert_eq!(Value::loss_in(0).to_string(), "mate 0");
        assert_eq!(Value::loss_in(2).to_string(), "mate -1");
        assert_eq!(Value::loss_in(4).to_string(), "mate -2");
        assert_eq!(Value::guess(-35).to_string(), "cp -35");
    }

    #[test]
    fn the_line_is_in_order() {
        assert!(Value::win_in(1) > Value::win_in(3));
        assert!(Value::win_in(999) > Value::guess(i32::MAX));
        assert!(Value::loss_in(2) < Value::guess(i32::MIN));
        assert!(Value::loss_in(4) > Value::loss_in(2));
        assert!(Value::INFINITE > Value::win_in(0));
        assert!(Value::guess(i32::MAX).is_guess() && Value::guess(i32::MIN).is_guess());
    }

    #[test]
    fn a_result_keeps_its_meaning_in_the_table() {
        for value in [Value::win_in(9), Value::loss_in(8), Value::guess(17)] {
            assert_eq!(value.from_root_to_node(5).from_node_to_root(5), value);
        }
        assert_eq!(Value::win_in(9).from_root_to_node(5), Value::win_in(4));
    }

    /// A win of any length is a win, and its length is never given as shorter than it is.
    #[test]
    fn long_wins_are_wins() {
        assert_eq!(Value::win_in(1_000).plies_to_end(), Some(1_000));
        for value in [
            Value::win_in(1_001),
            Value::win_in(u16::MAX),
            Value::win_in(999).from_node_to_root(2),
            -Value::loss_in(999).from_node_to_root(2),
        ] {
            assert_eq!(value, Value::WON);
            assert_eq!(value.from_root_to_node(5), value);
            assert_eq!(value.plies_to_end(), None);
            assert!(!value.is_guess() && value.held_to_guesses().is_guess());
        }
        assert_eq!(Value::INFINITE.plies_to_end(), None);
    }
}
