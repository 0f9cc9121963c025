//! The search's reports on random maps against the truth.

use std::cmp::Ordering;

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use super::map::{At, KeyOf, Map, Place, Short, nothing};
use crate::game::{HashKey, History, Outcome, PackedKey};
use crate::search::Table;
use crate::search::table::Bound;

/// The result of each place with best play, whatever the earlier moves: the outcome, and the number
/// of plies. Plain retrograde analysis.
fn retrograde(places: &[Place]) -> Vec<(Outcome, usize)> {
    let mut known: Vec<Option<(Outcome, usize)>> = places
        .iter()
        .map(|one| one.end.map(|end| (end, 0)))
        .collect();
    // A result found in round `n` takes `n` plies, so the first one is the shortest.
    for plies in 1..=places.len() {
        let before = known.clone();
        for (at, one) in places
            .iter()
            .enumerate()
            .filter(|(at, _)| before[*at].is_none())
        {
            let replies = one.arrows.iter().map(|to| before[usize::from(*to)]);
            let replies: Vec<_> = replies.map(|reply| reply.map(|(end, _)| end)).collect();
            if replies.contains(&Some(Outcome::Loss)) {
                known[at] = Some((Outcome::Win, plies));
            } else if replies.iter().all(|reply| *reply == Some(Outcome::Win)) {
                known[at] = Some((Outcome::Loss, plies));
            }
        }
    }
    let draw = (Outcome::Draw, 0);
    known.into_iter().map(|one| one.unwrap_or(draw)).collect()
}

/// The same results for a game with a count of plies without progress, for each value of the count.
fn counted(places: &[Place], most: u16) -> Vec<Vec<(Outcome, usize)>> {
    let mut known = vec![vec![(Outcome::Draw, 0); usize::from(most) + 1]; places.len()];
    // Places are numbered from the lowest level on.
    for level in 0..=places.iter().map(|one| one.level).max().unwrap_or(0) {
        for quiet in (0..=usize::from(most)).rev() {
            for at in (0..places.len()).filter(|at| places[*at].level == level) {
                let one = &places[at];
                if let Some(end) = one.end {
                    known[at][quiet] = (end, 0);
                } else if quiet < usize::from(most) {
                    let reply = |to: &At| {
                        let to = usize::from(*to);
                        let quiet = match places[to].level < level {
                            true => 0,
                            false => quiet + 1,
                        };
                        let (end, plies) = known[to][quiet];
                        (end.reversed(), plies + 1)
                    };
                    let rank = |(end, plies): &(Outcome, usize)| match end {
                        Outcome::Win => 1_000 - *plies as i32,
                        Outcome::Draw => 0,
                        Outcome::Loss => *plies as i32 - 1_000,
                    };
                    let best = one.arrows.iter().map(reply).max_by_key(rank);
                    known[at][quiet] = best.unwrap_or((Outcome::Draw, 0));
                }
            }
        }
    }
    known
}

const LEVELS: u8 = 3;
const ON_A_LEVEL: u16 = 8;

/// Three levels of places; on the lowest some are ends.
fn random_map(random: &mut ChaCha8Rng) -> Vec<Place> {
    let mut places = Vec::new();
    for level in 0..LEVELS {
        for number in 0..ON_A_LEVEL {
            let first = u16::from(level) * ON_A_LEVEL;
            // Here and there enough for late moves to be pruned.
            let most = if random.random_bool(0.2) { 8 } else { 3 };
            let mut arrows: Vec<At> = (0..random.random_range(1..=most))
                .map(|_| match level > 0 && random.random_bool(0.2) {
                    true => random.random_range(0..first),
                    false => random.random_range(first..first + ON_A_LEVEL),
                })
                .collect();
            arrows.sort_unstable();
            arrows.dedup();
            let ends = [Outcome::Loss, Outcome::Loss, Outcome::Draw, Outcome::Win];
            places.push(Place {
                level,
                arrows,
                end: (level == 0 && number < 4).then(|| ends[usize::from(number)]),
                guess: random.random_range(-100..=100),
                may_stand_pat: random.random_bool(0.8),
                // Any place, even where the game is over.
                pass: random
                    .random_bool(0.5)
                    .then(|| random.random_range(0..u16::from(LEVELS) * ON_A_LEVEL)),
            });
        }
    }
    places
}

/// How often the search reported something that could be wrong.
#[derive(Default, Debug)]
struct Told {
    wins: usize,
    losses: usize,
    exact: usize,
    entries: usize,
}

/// Checks the proved entries of the table, which a later search may rest on. Returns how many there are.
fn check_table<K: KeyOf>(table: &Table<K>, alone: &[(Outcome, usize)], about: &str) -> usize {
    let entries = (0..alone.len()).filter_map(|at| Some((at, table.probe(K::of(at as At))?)));
    let mut checked = 0;
    for (at, entry) in entries.filter(|(_, entry)| entry.found.proved) {
        let told = entry.found.value.number().cmp(&0);
        let said = match told {
            Ordering::Greater => Outcome::Win,
            Ordering::Equal => Outcome::Draw,
            Ordering::Less => Outcome::Loss,
        };
        let outcome = alone[at].0;
        let holds = match entry.bound {
            Bound::Exact => outcome == said,
            Bound::Lower => outcome >= said,
            Bound::Upper => outcome <= said,
        };
        assert!(holds, "at {at}, {outcome}: {entry:?}; {about}");
        checked += 1;
    }
    checked
}

/// Compares the reports on random maps with the truth; one table is kept for all places of a map.
fn compare<K: KeyOf, const QUIET: u16>(seeds: u64, mates_are_facts: bool) -> Told {
    let mut told = Told::default();
    for seed in 0..seeds {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let places = random_map(&mut random);
        let alone = retrograde(&places);
        let in_time = counted(&places, QUIET);
        let game = Map::<K, QUIET>::new(&places);
        let mut table = Table::new(1).unwrap();
        for _ in 0..20 {
            let root = random.random_range(0..places.len());
            if places[root].end.is_some() {
                continue;
            }
            let quiet_plies = match QUIET {
                0 => 0,
                most => random.random_range(0..most),
            };
            let history = History {
                quiet_plies,
                ..nothing()
            };
            table.grow_older();
            let depth = random.random_range(1..=14);
            let found = game.best(&table, root as At, &history, depth);
            let about = format!("seed {seed}, from {root} after {quiet_plies}: {found:?}");
            if let Some(proved) = found.proved {
                assert_eq!(proved, alone[root].0, "{about}");
                told.exact += 1;
            }
            if K::WHOLE {
                told.entries += check_table(&table, &alone, &about);
            }
            let (outcome, plies) = match QUIET {
                0 => alone[root],
                _ => in_time[root][usize::from(quiet_plies)],
            };
            if let Some(most) = found.value.plies_to_end().filter(|_| mates_are_facts) {
                let wins = found.value.is_win();
                told.wins += usize::from(wins);
                told.losses += usize::from(!wins);
                let said = if wins { Outcome::Win } else { Outcome::Loss };
                assert_eq!(said, outcome, "{about}");
                assert!(plies <= usize::from(most), "{plies} {about}");
            }
        }
    }
    assert!(told.exact > 20, "{told:?}");
    assert!(told.entries > 1_000 || !K::WHOLE, "{told:?}");
    assert!(
        !mates_are_facts || (told.wins > 20 && told.losses > 20),
        "{told:?}"
    );
    told
}

#[test]
fn what_is_told_of_positions_that_come_back_is_true() {
    compare::<PackedKey, 0>(200, true);
    compare::<HashKey, 0>(200, true);
}

#[test]
fn what_is_told_in_time_comes_in_time() {
    compare::<PackedKey, 7>(200, true);
    compare::<HashKey, 12>(200, true);
}

#[test]
fn what_is_told_as_proved_is_true_whatever_the_hash() {
    compare::<Short, 0>(200, false);
    compare::<Short, 7>(200, false);
}
