//! The schedule of a match: pairings, openings, colours.
//!
//! A match is a round robin. A pairing plays each opening twice in a row, with colours reversed;
//! then the next pairing plays it; then comes the next opening. The number of a game determines all
//! of this, so a match stays the same when it is resumed or played by several workers at once.

/// The schedule of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    pairings: Vec<[usize; 2]>,
    openings: usize,
    rounds: usize,
}

/// A game to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fixture {
    /// Its number, from 0.
    pub number: usize,
    /// The index of the pairing that plays it.
    pub pairing: usize,
    /// How often this pairing has met before, counted in pairs of games.
    pub round: usize,
    /// Who plays White.
    pub white: usize,
    /// Who plays Black.
    pub black: usize,
    /// The index of its opening.
    pub opening: usize,
    /// Whether the pairing's first player has White.
    pub first_is_white: bool,
}

impl Schedule {
    /// A match of this many players, in which every pairing plays `rounds` pairs of games. If there
    /// are fewer openings than rounds, openings are used again.
    #[must_use]
    pub fn new(players: usize, openings: usize, rounds: usize) -> Self {
        let pairings = (0..players)
            .flat_map(|first| (first + 1..players).map(move |second| [first, second]))
            .collect();
        Self {
            pairings,
            openings: openings.max(1),
            rounds,
        }
    }

    /// All pairings.
    #[must_use]
    pub fn pairings(&self) -> &[[usize; 2]] {
        &self.pairings
    }

    /// How many games there are.
    #[must_use]
    pub fn games(&self) -> usize {
        2 * self.rounds * self.pairings.len()
    }

    /// The game with this number, counted from 0, if there is one.
    #[must_use]
    pub fn fixture(&self, number: usize) -> Option<Fixture> {
        if number >= self.games() {
            return None;
        }
        let (pair, second_game) = (number / 2, number % 2 == 1);
        let (round, pairing) = (pair / self.pairings.len(), pair % self.pairings.len());
        let [first, second] = self.pairings[pairing];
        let (white, black) = match second_game {
            false => (first, second),
            true => (second, first),
        };
        Some(Fixture {
            number,
            pairing,
            round,
            white,
            black,
            opening: round % self.openings,
            first_is_white: !second_game,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_players_change_colours_after_each_game() {
        let schedule = Schedule::new(2, 2, 3);
        assert_eq!(schedule.games(), 6);
        let games: Vec<_> = (0..6)
            .filter_map(|number| schedule.fixture(number))
            .collect();
        let whites: Vec<_> = games.iter().map(|game| game.white).collect();
        let openings: Vec<_> = games.iter().map(|game| game.opening).collect();
        assert_eq!(whites, [0, 1, 0, 1, 0, 1]);
        assert_eq!(openings, [0, 0, 1, 1, 0, 0]);
        assert_eq!(schedule.fixture(6), None);
    }

    #[test]
    fn everybody_meets_everybody_with_both_colours() {
        let schedule = Schedule::new(4, 5, 5);
        let mut met = std::collections::HashSet::new();
        for number in 0..schedule.games() {
            let game = schedule.fixture(number).unwrap();
            assert!(met.insert((game.white, game.black, game.opening)));
        }
        assert_eq!(met.len(), 4 * 3 * 5);
    }
}
