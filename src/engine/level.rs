//! Levels: weaker, more human play for learners.
//!
//! A level searches fewer nodes, a third as many for each step down. Sometimes it is also unsure, and plays its second
//! choice, though that may look worse, by up to three pawns at level 1 and by less at each level above. It follows its
//! proofs: it plays a win that it sees, and never chooses a move that it sees to lose. The random choices depend on the
//! option `Level Seed` and the position, so a game can be repeated.
//!
//! Clients ask for an Elo ([UCI's](crate::uci) option `UCI_Elo`). [`Level::ELO`] is measured in
//! 200 games between each level and the next one; an Elo between two levels is interpolated. Only differences are
//! meaningful: the 1000 of the lowest level is assigned, not measured.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use super::options::LEVEL;
use crate::search::Report;

/// How well to play, from 1 to 10.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub struct Level(f64);

impl Level {
    /// The highest level, still weaker than unlimited play.
    pub const HIGHEST: u32 = *LEVEL.end();

    /// The Elo of each level, from 1.
    pub const ELO: [u32; Self::HIGHEST as usize] =
        [1000, 1070, 1160, 1275, 1365, 1510, 1675, 1825, 1975, 2070];

    /// The level with this number, clamped to the range from 1 to [`Self::HIGHEST`].
    #[must_use]
    pub fn new(number: u32) -> Self {
        Self(number.clamp(1, Self::HIGHEST).into())
    }

    /// The level with this Elo, clamped to [`Self::ELO`].
    #[must_use]
    pub fn of_elo(elo: u32) -> Self {
        // How far the Elo is on the way from each level to the next.
        let steps = Self::ELO.windows(2).map(|pair| {
            let [from, to] = [pair[0], pair[1]].map(f64::from);
            ((f64::from(elo) - from) / (to - from)).clamp(0.0, 1.0)
        });
        Self(1.0 + steps.sum::<f64>())
    }

    /// The lower of two levels.
    #[must_use]
    pub const fn or_lower(self, other: Self) -> Self {
        Self(self.0.min(other.0))
    }

    /// The maximum number of nodes that it searches.
    #[must_use]
    pub fn nodes(self) -> u64 {
        (10.0 * 3_f64.powf(self.0)).round() as u64
    }

    /// How far it is below the highest level.
    fn weakness(self) -> f64 {
        f64::from(Self::HIGHEST) - self.0
    }

    /// The probability of hesitating between its first two choices.
    fn doubt(self) -> f64 {
        0.05 * self.weakness()
    }

    /// How much worse the second choice may look, in centipawns.
    fn carelessness(self) -> i32 {
        (30.0 * (self.weakness() + 1.0)).round() as i32
    }

    /// The index of the line to be played.
    #[must_use]
    pub fn choose<M>(self, lines: &[Report<M>], seed: u64) -> usize {
        let [first, second, ..] = lines else {
            return 0;
        };
        let lost = i32::from(first.value.number()) - i32::from(second.value.number());
        let is_guess = |one: &Report<M>| one.proved.is_none() && one.value.is_guess();
        let unproved = is_guess(first) && is_guess(second);
        let doubts = ChaCha8Rng::seed_from_u64(seed).random_bool(self.doubt());
        usize::from(doubts && unproved && lost <= self.carelessness())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::game::Outcome;
    use crate::game::value::Value;
    use crate::search::{Chances, Depth};

    fn line(value: Value, proved: Option<Outcome>) -> Report<()> {
        Report {
            depth: Depth::ONE,
            seldepth: 1,
            line: 1,
            value,
            proved,
            chances: Chances::new(value, 65),
            nodes: 1,
            elapsed: Duration::ZERO,
            hashfull: 0,
            principal_variation: vec![()],
        }
    }

    fn second_choices(level: u32, lines: &[Report<()>]) -> usize {
        let level = Level::new(level);
        (0..1_000).map(|seed| level.choose(lines, seed)).sum()
    }

    #[test]
    fn an_elo_is_a_level_or_lies_between_two() {
        for (number, elo) in (1..).zip(Level::ELO) {
            assert_eq!(Level::of_elo(elo), Level::new(number));
            assert_eq!(Level::new(number).nodes(), 10 * 3_u64.pow(number));
        }
        let between = Level::of_elo(1_100);
        assert!(between > Level::new(2) && between < Level::new(3));
        assert_eq!(Level::of_elo(0), Level::new(1));
        assert_eq!(Level::of_elo(9_999), Level::new(Level::HIGHEST));
        assert_eq!(between.or_lower(Level::new(2)), Level::new(2));
        assert_eq!(between.or_lower(Level::new(9)), between);
    }

    #[test]
    fn the_lower_the_level_the_more_doubt() {
        let lines = [line(Value::guess(30), None), line(Value::guess(20), None)];
        let found: Vec<usize> = [1, 5, 10].map(|level| second_choices(level, &lines)).into();
        assert!((400..500).contains(&found[0]), "{found:?}");
        assert!((200..300).contains(&found[1]), "{found:?}");
        assert_eq!(found[2], 0);
    }

    #[test]
    fn nothing_proved_and_nothing_clearly_worse_is_chosen_second() {
        for second in [
            line(Value::guess(-900), None),
            line(Value::loss_in(4), None),
            line(Value::loss_in(4), Some(Outcome::Loss)),
            line(Value::DRAW, Some(Outcome::Draw)),
        ] {
            let lines = [line(Value::guess(30), None), second];
            assert_eq!(second_choices(1, &lines), 0, "{lines:?}");
        }
        let won = line(Value::win_in(5), Some(Outcome::Win));
        assert_eq!(second_choices(1, &[won.clone(), won]), 0);
        let only = [line(Value::DRAW, None)];
        assert_eq!(second_choices(1, &only), 0);
    }
}
