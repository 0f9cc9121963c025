//! The probabilities of win, draw and loss for a value.
//!
//! A guess becomes a probability by the logistic curve, as in rating systems (Elo 1978): the
//! greater the value, the more likely a win. The draw lies between the curves of the two sides.
//! A proved result is certain.

use super::Report;
use crate::game::Outcome;
use crate::game::value::{self, Value};

/// The probabilities of win, draw and loss for the side to move, in thousandths that add up to 1
/// 000.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chances {
    /// The probability of a win.
    pub win: u32,
    /// The probability of a draw.
    pub draw: u32,
    /// The probability of a loss.
    pub loss: u32,
}

/// The value at which a win is as likely as not, in centipawns.
pub const EVEN_ODDS: f64 = 25.0;
/// The number of centipawns that changes the odds by a factor of e.
pub const SCALE: f64 = value::SCALE as f64;

impl Chances {
    /// The probabilities for a value; `proved` as in [`Report`].
    #[must_use]
    pub fn new(value: Value, proved: Option<Outcome>) -> Self {
        let (win, loss) = match proved {
            Some(Outcome::Win) => (1_000, 0),
            Some(Outcome::Draw) => (0, 0),
            Some(Outcome::Loss) => (0, 1_000),
            None => {
                let value = f64::from(value.number());
                (thousandths(value), thousandths(-value))
            }
        };
        Self {
            win,
            draw: 1_000 - win - loss,
            loss,
        }
    }

    /// The expected points: 1 for a win, half for a draw.
    #[must_use]
    pub fn expected(self) -> f64 {
        (f64::from(self.win) + f64::from(self.draw) / 2.0) / 1_000.0
    }
}

/// The probability of a win, in thousandths. The probabilities for both sides never add up to
/// more than 1 000, because even odds need a value above zero.
fn thousandths(value: f64) -> u32 {
    let chance = 1.0 / (1.0 + (-(value - EVEN_ODDS) / SCALE).exp());
    (chance * 1_000.0) as u32
}

impl<M> Report<M> {
    /// The probabilities of the results.
    #[must_use]
    pub fn chances(&self) -> Chances {
        Chances::new(self.value, self.proved)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_add_up_and_grow_with_the_value() {
        let mut before = -1.0;
        for centipawns in (-20_000..=20_000).step_by(7) {
            let chances = Chances::new(Value::guess(centipawns), None);
            assert_eq!(chances.win + chances.draw + chances.loss, 1_000);
            assert!(chances.expected() >= before, "{centipawns}: {chances:?}");
            before = chances.expected();
        }
        assert_eq!(Chances::new(Value::DRAW, None).expected(), 0.5);
        assert_eq!(Chances::new(Value::DRAW, Some(Outcome::Draw)).draw, 1_000);
        assert_eq!(
            Chances::new(Value::win_in(9), Some(Outcome::Win)).win,
            1_000
        );
    }
}
