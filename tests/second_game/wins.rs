//! Wins and losses in so many moves, in games that have a past: many plies were quiet, and positions
//! stood on the board twice. What is told must come true under the rules.

use std::collections::HashSet;

use jacquerie::engine::Engine;
use jacquerie::game::{HashKey, Outcome, PackedKey};
use jacquerie::search::Report;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::game::KeyOf;
use crate::hall::{nodes, oracle, reversed, think, tiny};
use crate::retrograde::Valued;
use crate::rules::MOST_QUIET_PLIES;

/// A game on the small board in which nothing has happened yet but quiet moves.
#[derive(Clone, Debug)]
struct Past {
    fen: String,
    quiet: usize,
    moves: Vec<String>,
    /// The positions by their numbers, the present one last.
    numbers: Vec<usize>,
}

impl Past {
    /// Quiet moves at random, often such as lead back. No position stands there for the third time.
    fn random(random: &mut ChaCha8Rng) -> Option<Self> {
        let values = oracle();
        let number = random.random_range(0..values.setups.len());
        let quiet = random.random_range(0..usize::from(MOST_QUIET_PLIES) - 2);
        let mut past = Self {
            fen: values.rules.fen(&values.setups[number], quiet),
            quiet,
            moves: Vec::new(),
            numbers: vec![number],
        };
        for _ in 0..random.random_range(0..14) {
            let moves = values.moves(past.number());
            let may_be = |one: &&(String, usize, bool)| !one.2 && past.times(one.1) < 2;
            let moves: Vec<_> = moves.iter().filter(may_be).collect();
            // Who goes back, and his opponent too, brings a position on the board again.
            let last = past.moves.iter().nth_back(1).map(|last| reversed(last));
            let back = moves
                .iter()
                .copied()
                .find(|one| Some(&one.0) == last.as_ref());
            let moves = match back.filter(|_| random.random_bool(0.8)) {
                Some(back) => vec![back],
                None => moves,
            };
            if past.quiet + 1 < usize::from(MOST_QUIET_PLIES)
                && let Some(one) = moves.choose(random)
            {
                past.make(&one.0);
            }
        }
        values.end(past.number()).is_none().then_some(past)
    }

    fn number(&self) -> usize {
        self.numbers[self.numbers.len() - 1]
    }

    fn times(&self, number: usize) -> usize {
        self.numbers.iter().filter(|one| **one == number).count()
    }

    /// Plays a move. What stood there before one that is progress does not matter any more.
    fn make(&mut self, text: &str) {
        let moves = oracle().moves(self.number());
        let (_, child, is_progress) = moves
            .into_iter()
            .find(|one| one.0 == text)
            .expect("it is legal");
        self.moves.push(text.into());
        self.quiet += 1;
        if is_progress {
            self.numbers.clear();
            self.quiet = 0;
        }
        self.numbers.push(child);
    }

    fn stood_twice(&self) -> HashSet<usize> {
        self.numbers
            .iter()
            .copied()
            .filter(|one| self.times(*one) > 1)
            .collect()
    }

    /// The value of the game as it stands.
    fn value(&self) -> Valued {
        oracle().in_game(self.number(), self.quiet, &self.stood_twice())
    }

    fn think(&self, engine: &mut Engine, most: u64) -> Vec<Report<String>> {
        let moves: Vec<&str> = self.moves.iter().map(String::as_str).collect();
        think(engine, &self.fen, &moves, nodes(most))
    }
}

/// What was told of games.
#[derive(Default, Debug)]
struct Told {
    wins: usize,
    losses: usize,
    /// Games that would have been decided, had it not been for their past.
    saved: usize,
    /// Games with a win that positions which stood there twice did not stop.
    past_twice: usize,
    played_out: usize,
}

/// Looks whether everything that is told of a game is true; the plies to the end, if it is won.
fn check(past: &Past, reports: &[Report<String>], told: &mut Told) -> Option<usize> {
    let alone = oracle().alone(past.number()).0;
    let mut value = None;
    for report in reports {
        let about = || format!("{past:?}: {report:?}");
        if let Some(proved) = report.proved {
            assert_eq!(proved, alone, "{}", about());
        }
        if let Some(most) = report.value.plies_to_end() {
            let (outcome, plies) = *value.get_or_insert_with(|| past.value());
            let said = if report.value.is_win() {
                Outcome::Win
            } else {
                Outcome::Loss
            };
            assert_eq!(said, outcome, "{}", about());
            // A search that is stopped may know but one of the moves that lose.
            let is_possible = outcome == Outcome::Loss || plies <= most.into();
            assert!(is_possible, "{plies} plies: {}", about());
        }
    }
    let best = reports.last()?.value;
    told.wins += usize::from(best.is_win());
    told.losses += usize::from(best.is_loss());
    let (outcome, plies) = value?;
    told.past_twice +=
        usize::from(outcome == Outcome::Win && plies > 1 && !past.stood_twice().is_empty());
    best.is_win().then_some(plies)
}

/// Plays a won game to its end, against somebody who holds out as long as he can, or anyhow.
fn play_out(mut past: Past, engine: &mut Engine, random: &mut ChaCha8Rng, told: &mut Told) {
    let beginning = past.clone();
    let values = oracle();
    // A new game: what the table has of others makes the search stronger or weaker by chance.
    engine.new_game();
    let winner = values.setups[past.number()].is_white();
    while values.end(past.number()).is_none() {
        let about = || format!("{beginning:?}, then {:?}", past.moves);
        assert!(past.quiet < usize::from(MOST_QUIET_PLIES), "{}", about());
        assert!(past.times(past.number()) < 3, "{}", about());
        let played = if values.setups[past.number()].is_white() == winner {
            let reports = past.think(engine, 30_000);
            check(&past, &reports, told);
            reports[reports.len() - 1].principal_variation[0].clone()
        } else {
            let moves = values.moves(past.number());
            let holds_out = random.random_bool(0.7);
            let length = |one: &&(String, usize, bool)| {
                let mut after = past.clone();
                after.make(&one.0);
                after.value().1
            };
            let longest = moves.iter().filter(|_| holds_out).max_by_key(length);
            let one = longest.or_else(|| moves.choose(random));
            one.expect("there is a move").0.clone()
        };
        past.make(&played);
    }
    assert_eq!(
        values.end(past.number()),
        Some(Outcome::Loss),
        "{beginning:?}"
    );
    assert_ne!(
        values.setups[past.number()].is_white(),
        winner,
        "{beginning:?}"
    );
    let state = engine.state().expect("there is a position");
    let mut state = state.boxed();
    state
        .play(&past.moves[past.moves.len() - 1])
        .expect("it is legal");
    let finish = state.finish().expect("the game is over");
    assert!(finish.winner.is_some(), "{beginning:?}: {finish}");
    told.played_out += 1;
}

fn games<K: KeyOf>(seed: u64) -> Told {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut engine = tiny::<K>();
    let mut told = Told::default();
    for _ in 0..2_500 {
        let Some(past) = Past::random(&mut random) else {
            continue;
        };
        let alone = oracle().alone(past.number()).0;
        let reports = past.think(&mut engine, 2_000);
        let won = check(&past, &reports, &mut told);
        let is_told = reports[reports.len() - 1].value.plies_to_end().is_some();
        told.saved +=
            usize::from(alone != Outcome::Draw && !is_told && past.value().0 == Outcome::Draw);
        // Where the count is near its end, or something stood there twice, it has to come true.
        let is_near = |plies| past.quiet + plies + 4 > usize::from(MOST_QUIET_PLIES);
        let has_a_past = |plies| is_near(plies) || !past.stood_twice().is_empty();
        let matters = |plies: &usize| (2..12).contains(plies) && has_a_past(*plies);
        if won.filter(matters).is_some() && told.played_out < 100 {
            play_out(past, &mut engine, &mut random, &mut told);
        }
    }
    println!("{told:?}");
    told
}

fn compare_games<K: KeyOf>(seed: u64) {
    let told = games::<K>(seed);
    assert!(told.wins > 500 && told.losses > 300, "{told:?}");
    assert!(
        told.saved > 50 && told.past_twice > 20 && told.played_out > 50,
        "{told:?}"
    );
}

#[test]
fn what_is_told_to_win_wins() {
    compare_games::<HashKey>(5);
}

#[test]
fn what_is_told_to_win_by_whole_keys_wins() {
    compare_games::<PackedKey>(6);
}

#[test]
fn no_mate_is_told_that_the_count_stops() {
    let values = oracle();
    let mut engine = tiny::<HashKey>();
    let mut compared = 0;
    // Wins of some length, told with enough plies left, and not any more with one too few.
    let wins = (0..values.setups.len()).filter(|number| {
        let (outcome, plies) = values.counted(*number, 0);
        outcome == Outcome::Win && (5..10).contains(&plies)
    });
    for number in wins.step_by(211) {
        let most = usize::from(MOST_QUIET_PLIES);
        let won = |quiet: &usize| values.counted(number, *quiet).0 == Outcome::Win;
        let Some(last) = (0..most).rev().find(won).filter(|last| last + 1 < most) else {
            continue;
        };
        for (quiet, is_won) in [(last, true), (last + 1, false), (last, true)] {
            let fen = values.rules.fen(&values.setups[number], quiet);
            let told = think(&mut engine, &fen, &[], nodes(60_000));
            let best = &told[told.len() - 1];
            assert_eq!(best.value.is_win(), is_won, "{fen}: {best:?}");
            assert!(
                is_won || told.iter().all(|one| !one.value.is_win()),
                "{fen}"
            );
        }
        compared += 1;
    }
    assert!(compared > 20, "{compared}");
}
