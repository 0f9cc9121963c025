//! The probabilities of win, draw and loss for a value.
//!
//! A guess becomes a probability by the logistic curve, as in rating systems (Elo 1978): the
//! greater the value, the more likely a win. How steep the curve is depends on the game
//! ([`Game::SCALE`](crate::game::Game::SCALE)). The draw lies between the curves of the two sides.
//! A proved result is certain.

use crate::game::Outcome;
use crate::game::value::Value;

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

/// The value at which a win is as likely as not, as a share of a game's scale.
pub const EVEN_ODDS: f64 = 25.0 / 65.0;

impl Chances {
    /// The probabilities for a value that is a guess; `scale` is the game's.
    #[must_use]
    pub fn new(value: Value, scale: i32) -> Self {
        let value = f64::from(value.number()) / f64::from(scale);
        Self::of(thousandths(value), thousandths(-value))
    }

    /// The certain result.
    #[must_use]
    pub fn proved(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Win => Self::of(1_000, 0),
            Outcome::Draw => Self::of(0, 0),
            Outcome::Loss => Self::of(0, 1_000),
        }
    }

    fn of(win: u32, loss: u32) -> Self {
        Self {
            win,
            draw: 1_000 - win - loss,
            loss,
        }
    }

    /// The probabilities for the other side.
    #[must_use]
    pub fn reversed(self) -> Self {
        Self::of(self.loss, self.win)
    }

    /// The expected points: 1 for a win, half for a draw.
    #[must_use]
    pub fn expected(self) -> f64 {
        f64::from(self.half_thousandths()) / 2_000.0
    }

    /// The expected points in half thousandths, which is exact.
    #[must_use]
    pub const fn half_thousandths(self) -> u32 {
        2 * self.win + self.draw
    }
}

/// The probability of a win, in thousandths. The probabilities for both sides never add up to
/// more than 1 000, because even odds need a value above zero.
fn thousandths(scaled: f64) -> u32 {
    let chance = 1.0 / (1.0 + (EVEN_ODDS - scaled).exp());
    (chance * 1_000.0) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_add_up_and_grow_with_the_value() {
        for scale in [65, 290] {
            let mut before = -1.0;
            for centipawns in (-20_000..=20_000).step_by(7) {
                let value = Value::guess(centipawns);
                let chances = Chances::new(value, scale);
                assert_eq!(chances.win + chances.draw + chances.loss, 1_000);
                assert!(chances.expected() >= before, "{centipawns}: {chances:?}");
                assert_eq!(chances.reversed(), Chances::new(-value, scale));
                before = chances.expected();
            }
            let even = Chances::new(Value::DRAW, scale);
            assert_eq!(even.expected(), 0.5);
            let ahead = Chances::new(Value::guess(scale), scale);
            assert_eq!(ahead, Chances::new(Value::guess(65), 65));
        }
    }

    #[test]
    fn what_is_proved_is_certain() {
        for (outcome, expected) in [
            (Outcome::Win, 1.0),
            (Outcome::Draw, 0.5),
            (Outcome::Loss, 0.0),
        ] {
            let chances = Chances::proved(outcome);
            assert_eq!(chances.expected(), expected);
            assert_eq!(chances.reversed(), Chances::proved(outcome.reversed()));
            assert_eq!(chances.draw == 1_000, outcome == Outcome::Draw);
        }
    }
}
