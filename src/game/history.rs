//! What was played before a position, as far as it still matters: where positions can come back, and
//! where moves without progress are counted.

use super::Game;

/// The positions before one, back to the last irreversible move: none of those before that can come
/// back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct History<P> {
    /// The positions, oldest first.
    pub positions: Vec<P>,
    /// How many plies without progress had been played before the first of them.
    pub quiet_plies: u16,
}

/// Nothing was played.
impl<P> Default for History<P> {
    fn default() -> Self {
        Self {
            positions: Vec::new(),
            quiet_plies: 0,
        }
    }
}

/// Whether a game asks what was played before a position at all.
#[must_use]
pub const fn past_matters<G: Game>() -> bool {
    G::CAN_REPEAT || G::MOST_QUIET_PLIES.is_some()
}

/// How often a position stood on the board among those before it, oldest first: positions are compared
/// as they stand, an even number of plies apart.
pub fn occurrences<P: Eq>(before: &[P], position: &P) -> usize {
    let earlier = before.iter().rev().skip(1).step_by(2);
    earlier.filter(|one| *one == position).count()
}

impl<P: Copy + Eq> History<P> {
    /// A move is played in a position, which becomes part of the past.
    pub fn push<G: Game<Position = P>>(&mut self, game: &G, position: &P, played: G::Move) {
        if game.is_irreversible(position, played) {
            *self = Self::default();
        } else {
            self.positions.push(*position);
        }
    }

    /// How many plies without progress have been played.
    #[must_use]
    pub fn quiet_plies(&self) -> u16 {
        let played = u16::try_from(self.positions.len()).unwrap_or(u16::MAX);
        self.quiet_plies.saturating_add(played)
    }

    /// How often a position stood on the board before, if it is the one after the history.
    #[must_use]
    pub fn occurrences(&self, position: &P) -> usize {
        occurrences(&self.positions, position)
    }
}
