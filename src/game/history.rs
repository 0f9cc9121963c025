//! The positions before the current one, as far as they matter: for repetitions, and for the count
//! of moves without progress.

use super::Game;

/// The positions before a given one, back to the last irreversible move: earlier ones cannot
/// repeat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct History<P> {
    /// The positions, oldest first.
    pub positions: Vec<P>,
    /// The number of plies without progress before the first of them.
    pub quiet_plies: u16,
}

/// An empty history: nothing was played.
impl<P> Default for History<P> {
    fn default() -> Self {
        Self {
            positions: Vec::new(),
            quiet_plies: 0,
        }
    }
}

/// Whether a game needs its history at all.
#[must_use]
pub const fn past_matters<G: Game>() -> bool {
    G::CAN_REPEAT || G::MOST_QUIET_PLIES.is_some()
}

/// How often a position occurred among the positions before it (oldest first). Only positions an
/// even number of plies apart are compared.
pub fn occurrences<P: Eq>(before: &[P], position: &P) -> usize {
    let earlier = before.iter().rev().skip(1).step_by(2);
    earlier.filter(|one| *one == position).count()
}

impl<P: Copy + Eq> History<P> {
    /// Adds the position in which a move is played to the history.
    pub fn push<G: Game<Position = P>>(&mut self, game: &G, position: &P, played: G::Move) {
        if game.is_irreversible(position, played) {
            *self = Self::default();
        } else {
            self.positions.push(*position);
        }
    }

    /// The number of plies without progress.
    #[must_use]
    pub fn quiet_plies(&self) -> u16 {
        let played = u16::try_from(self.positions.len()).unwrap_or(u16::MAX);
        self.quiet_plies.saturating_add(played)
    }

    /// How often the position that follows the history occurred in it.
    #[must_use]
    pub fn occurrences(&self, position: &P) -> usize {
        occurrences(&self.positions, position)
    }
}
