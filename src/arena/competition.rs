//! The Pawn Race competition: rounds of five games between two players; the winner advances.
//!
//! The rules are those of the student tournament from which Pawn Race is known (2022–23):
//!
//! - A round is five games; a win gives 2 points, a draw gives each player 1 point.
//! - Lots decide who has White in the first game of a round; then colours alternate.
//! - White has the advantage, so Black chooses both gaps. In a round, a player may not choose the
//!   same set-up or its mirror image twice (the other player may still choose it), and may choose
//!   gaps that are opposite each other only once. A player without a preference gets the gaps that
//!   are best for Black, as far as that is known.
//! - A move takes less than 5 seconds; an illegal or late move loses the game.
//! - Only the winner of a round advances. Players are paired in the order in which they are named;
//!   a player without an opponent advances without a game. The rules do not say what happens after
//!   a round that ends 5-5; here it is decided by lot, and the report says so.

use rand::RngExt;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use super::pgn::GameResult;
use crate::engine::registry::Start;

/// How many games a round has.
pub const GAMES: usize = 5;
/// Three choices need this many starts, as many as a board of three files has.
pub const LEAST_STARTS: usize = 9;

/// A game to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RoundGame {
    /// Its number in the competition, from 0.
    pub number: usize,
    /// The round of the competition, from 1.
    pub stage: usize,
    /// The number of the game in its round, from 1.
    pub game: usize,
    /// Who plays White.
    pub white: usize,
    /// Who plays Black, and chose the start.
    pub black: usize,
    /// The index of the start.
    pub start: usize,
}

/// A round of five games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Round {
    /// The round of the competition, from 1.
    pub stage: usize,
    /// Who played.
    pub players: [usize; 2],
    /// The points of each player.
    pub points: [usize; 2],
    /// The games and how they ended.
    pub games: Vec<(RoundGame, GameResult)>,
    /// The player who advances.
    pub winner: usize,
}

impl Round {
    /// Whether the round ended level and was decided by lot.
    #[must_use]
    pub const fn by_lot(&self) -> bool {
        self.points[0] == self.points[1]
    }
}

/// A competition: the starts that each player wants, and the seed of all random choices.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Competition {
    starts: Vec<Start>,
    /// For each player, indices of starts in order of preference.
    wishes: Vec<Vec<usize>>,
    seed: u64,
}

impl Competition {
    /// A competition with one player for each list of wishes; `None` if there are too few starts.
    #[must_use]
    pub fn new(starts: Vec<Start>, wishes: Vec<Vec<usize>>, seed: u64) -> Option<Self> {
        (starts.len() >= LEAST_STARTS).then_some(Self {
            starts,
            wishes,
            seed,
        })
    }

    /// Plays the whole competition, round after round, until one player is left.
    ///
    /// # Errors
    /// Returns the first error of `play`.
    pub fn hold<E>(
        &self,
        mut play: impl FnMut(&RoundGame) -> Result<GameResult, E>,
    ) -> Result<Vec<Round>, E> {
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        let mut left: Vec<usize> = (0..self.wishes.len()).collect();
        let mut rounds: Vec<Round> = Vec::new();
        let mut number = 0;
        for stage in 1.. {
            if left.len() < 2 {
                break;
            }
            let mut advancing = Vec::new();
            for pair in left.chunks(2) {
                let &[first, second] = pair else {
                    advancing.extend(pair);
                    continue;
                };
                let mut round = self.begin(stage, [first, second]);
                let first_is_white = random.random_bool(0.5);
                for game in 0..GAMES {
                    let white = usize::from((game % 2 == 0) != first_is_white);
                    let fixture = self.fixture(&round, number, white, &mut random);
                    let result = play(&fixture)?;
                    number += 1;
                    let [white_points, black_points] = points(result);
                    round.points[white] += white_points;
                    round.points[1 - white] += black_points;
                    round.games.push((fixture, result));
                }
                let lot = random.random_range(0..2usize);
                round.winner = match round.points {
                    [first_points, second_points] if first_points > second_points => first,
                    [first_points, second_points] if first_points < second_points => second,
                    _ => round.players[lot],
                };
                advancing.push(round.winner);
                rounds.push(round);
            }
            left = advancing;
        }
        Ok(rounds)
    }

    const fn begin(&self, stage: usize, players: [usize; 2]) -> Round {
        Round {
            stage,
            players,
            points: [0; 2],
            games: Vec::new(),
            winner: players[0],
        }
    }

    /// The next game of a round, in which the player `white` (0 or 1) has White.
    fn fixture(
        &self,
        round: &Round,
        number: usize,
        white: usize,
        random: &mut ChaCha8Rng,
    ) -> RoundGame {
        let black = round.players[1 - white];
        let games = round.games.iter();
        let own = games.filter(|(game, _)| game.black == black);
        let chosen: Vec<usize> = own.map(|(game, _)| game.start).collect();
        RoundGame {
            number,
            stage: round.stage,
            game: round.games.len() + 1,
            white: round.players[white],
            black,
            start: self.choose(&self.wishes[black], &chosen, random),
        }
    }

    /// Black's choice: the first start on the list that the rules still allow, or else one of the
    /// allowed starts that are best for Black.
    fn choose(&self, wishes: &[usize], chosen: &[usize], random: &mut ChaCha8Rng) -> usize {
        let allowed = |start: &usize| self.allows(*start, chosen);
        let open: Vec<usize> = (0..self.starts.len()).filter(allowed).collect();
        let worth = |start: &usize| self.starts[*start].for_black;
        let most = open.iter().map(worth).max();
        let best: Vec<usize> = open
            .into_iter()
            .filter(|one| Some(worth(one)) == most)
            .collect();
        // A start is drawn even if it is not needed: later draws must not depend on the wishes.
        // There is always one: three files have five set-ups, and no player chooses more than three
        // times.
        let drawn = best[random.random_range(0..best.len())];
        wishes.iter().copied().find(allowed).unwrap_or(drawn)
    }

    /// Whether a player who has chosen these starts in a round may also choose this one.
    fn allows(&self, start: usize, chosen: &[usize]) -> bool {
        let one = &self.starts[start];
        let is_new = !chosen.contains(&start) && !chosen.contains(&one.image);
        let is_symmetric = |start: &usize| self.starts[*start].is_symmetric;
        is_new && !(one.is_symmetric && chosen.iter().any(is_symmetric))
    }
}

/// The points of White and Black for a game.
const fn points(result: GameResult) -> [usize; 2] {
    match result {
        GameResult::WhiteWins => [2, 0],
        GameResult::BlackWins => [0, 2],
        GameResult::Draw | GameResult::Unknown => [1, 1],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;
    use crate::engine::Choices;
    use crate::game::Outcome;
    use proptest::prelude::*;
    use std::collections::HashSet;

    /// The starts on this many files, with nothing known about them.
    fn starts(files: usize) -> Vec<Start> {
        let choices = Choices::default().with("files", files.to_string());
        let mut starts = Config::built_in().variants["pawnrace"].starts(&choices);
        for start in &mut starts {
            start.for_black = Outcome::Draw;
        }
        starts
    }

    /// The number of a start on eight files: `ab`.
    fn number(name: &str) -> usize {
        let [white, black] = [0, 1].map(|at| usize::from(name.as_bytes()[at] - b'a'));
        8 * white + black
    }

    fn hold(competition: &Competition, results: &[GameResult]) -> Vec<Round> {
        let play = |fixture: &RoundGame| -> Result<GameResult, ()> {
            Ok(results[fixture.number % results.len()])
        };
        competition.hold(play).unwrap()
    }

    fn result() -> impl Strategy<Value = GameResult> {
        prop::sample::select(vec![
            GameResult::WhiteWins,
            GameResult::BlackWins,
            GameResult::Draw,
        ])
    }

    proptest! {
        #[test]
        fn the_rules_are_kept(
            width in 3usize..=8,
            wishes in prop::collection::vec(prop::collection::vec(0usize..64, 0..6), 2..6),
            results in prop::collection::vec(result(), 1..30),
            seed: u64,
        ) {
            let starts = starts(width);
            let players = wishes.len();
            let within = |wish: usize| wish % starts.len();
            let wishes: Vec<Vec<usize>> =
                wishes.into_iter().map(|list| list.into_iter().map(within).collect()).collect();
            let competition = Competition::new(starts.clone(), wishes, seed).unwrap();
            let rounds = hold(&competition, &results);
            // Each round eliminates one player.
            prop_assert_eq!(rounds.len(), players - 1);
            let losers: HashSet<usize> = rounds
                .iter()
                .map(|round| round.players[usize::from(round.players[0] == round.winner)])
                .collect();
            prop_assert_eq!(losers.len(), players - 1);
            for round in &rounds {
                prop_assert_eq!(round.games.len(), GAMES);
                prop_assert_eq!(round.points[0] + round.points[1], 2 * GAMES);
                let winner = usize::from(round.players[1] == round.winner);
                prop_assert!(round.points[winner] >= round.points[1 - winner]);
                for pair in round.games.windows(2) {
                    prop_assert_eq!(pair[0].0.white, pair[1].0.black);
                    prop_assert_eq!(pair[0].0.black, pair[1].0.white);
                }
                for player in round.players {
                    let games = round.games.iter();
                    let own = games.filter(|(game, _)| game.black == player);
                    let chosen: Vec<usize> = own.map(|(game, _)| game.start).collect();
                    prop_assert!(chosen.len() >= 2);
                    // White's gap and Black's, as file numbers.
                    let gaps = |start: usize| (start / width, start % width);
                    let opposite = chosen.iter().filter(|one| gaps(**one).0 == gaps(**one).1);
                    prop_assert!(opposite.count() <= 1);
                    for (index, one) in chosen.iter().enumerate() {
                        let (white, black) = gaps(*one);
                        let image = (width - 1 - white) * width + width - 1 - black;
                        for other in &chosen[index + 1..] {
                            prop_assert!(other != one && *other != image);
                        }
                    }
                }
            }
        }

        #[test]
        fn the_same_seed_is_the_same_competition(seed: u64, results in prop::collection::vec(result(), 1..30)) {
            let competition = Competition::new(starts(8), vec![Vec::new(); 5], seed).unwrap();
            prop_assert_eq!(hold(&competition, &results), hold(&competition, &results));
        }
    }

    #[test]
    fn wishes_are_granted_in_order_where_the_rules_allow() {
        let wish = |text: &str| -> Vec<usize> { text.split(',').map(number).collect() };
        // The second wish is a mirror image of the first; the third and the fourth have opposite
        // gaps.
        let wishes = vec![wish("ab,hg,cc,dd,ef"), wish("ab")];
        for seed in 0..20 {
            let competition = Competition::new(starts(8), wishes.clone(), seed).unwrap();
            let rounds = hold(&competition, &[GameResult::Draw]);
            let of = |player| -> Vec<usize> {
                let games = rounds[0].games.iter();
                let own = games.filter(|(game, _)| game.black == player);
                own.map(|(game, _)| game.start).collect()
            };
            let expected = wish("ab,cc,ef");
            assert_eq!(of(0), expected[..of(0).len()]);
            assert_eq!(of(1)[0], expected[0]);
            assert!(rounds[0].by_lot());
        }
    }

    #[test]
    fn without_wishes_black_takes_what_is_best_for_him() {
        // Two wins, the second the mirror image of the first, and two draws.
        let wins = ["ab", "hg"].map(number);
        let draws = ["cd", "ef"].map(number);
        let mut starts = starts(8);
        for (index, start) in starts.iter_mut().enumerate() {
            start.for_black = match index {
                _ if wins.contains(&index) => Outcome::Win,
                _ if draws.contains(&index) => Outcome::Draw,
                _ => Outcome::Loss,
            };
        }
        let mut firsts = HashSet::new();
        for seed in 0..30 {
            let competition = Competition::new(starts.clone(), vec![Vec::new(); 2], seed);
            let rounds = hold(&competition.unwrap(), &[GameResult::Draw]);
            for player in 0..2 {
                let games = rounds[0].games.iter();
                let own = games.filter(|(game, _)| game.black == player);
                let chosen: Vec<usize> = own.map(|(game, _)| game.start).collect();
                assert!(wins.contains(&chosen[0]), "{chosen:?}");
                assert!(
                    chosen[1..].iter().all(|one| draws.contains(one)),
                    "{chosen:?}"
                );
                firsts.insert(chosen[0]);
            }
        }
        assert_eq!(firsts.len(), 2);
    }

    #[test]
    fn colours_of_the_first_game_are_drawn() {
        let first_white = |seed| {
            let competition = Competition::new(starts(8), vec![Vec::new(); 2], seed).unwrap();
            hold(&competition, &[GameResult::Draw])[0].games[0].0.white
        };
        let drawn: HashSet<usize> = (0..20).map(first_white).collect();
        assert_eq!(drawn.len(), 2);
    }

    #[test]
    fn narrow_boards_are_refused() {
        assert_eq!(Competition::new(starts(2), vec![Vec::new(); 2], 1), None);
    }
}
