//! The solver on random graphs, against retrograde analysis.
//!
//! A token is on a place, and the side to move moves it along an arrow. Nearly everything repeats,
//! most positions are draws, and a solver that trusted results that depend on the path would soon
//! be wrong.

use arrayvec::ArrayVec;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use super::*;
use crate::game::value::Value;
use crate::game::{Game, HashKey, MoveCode, Proof};
use crate::stop::Stop;

/// Places with arrows; without any, the game is over.
#[derive(Clone, Debug)]
struct Graph(Vec<Place>);

#[derive(Clone, Debug)]
struct Place {
    arrows: ArrayVec<u16, MOST_ARROWS>,
    end: Outcome,
}

const MOST_ARROWS: usize = 4;

impl Graph {
    fn random(seed: u64) -> Self {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let count = random.random_range(2..120_u16);
        let ends = random.random_range(0.05..0.4);
        let places = (0..count).map(|_| {
            let arrows = match random.random_bool(ends) {
                true => 0,
                false => random.random_range(1..=MOST_ARROWS),
            };
            let ends = [Outcome::Loss, Outcome::Draw, Outcome::Win];
            Place {
                arrows: (0..arrows).map(|_| random.random_range(0..count)).collect(),
                end: ends[random.random_range(0..ends.len())],
            }
        });
        Self(places.collect())
    }

    /// The value of each place, and the number of plies of a win or loss.
    fn retrograde(&self) -> Vec<(Outcome, u16)> {
        let ended = |place: &Place| place.arrows.is_empty().then_some((place.end, 0));
        let mut known: Vec<Option<(Outcome, u16)>> = self.0.iter().map(ended).collect();
        for plies in 1..=self.0.len() as u16 {
            let before = known.clone();
            for (at, place) in self.0.iter().enumerate() {
                if before[at].is_some() {
                    continue;
                }
                let is = |to: &u16, outcome| {
                    let child = before[usize::from(*to)];
                    child.is_some_and(|(end, _)| end == outcome)
                };
                if place.arrows.iter().any(|to| is(to, Outcome::Loss)) {
                    known[at] = Some((Outcome::Win, plies));
                } else if place.arrows.iter().all(|to| is(to, Outcome::Win)) {
                    known[at] = Some((Outcome::Loss, plies));
                }
            }
        }
        let draw = (Outcome::Draw, 0);
        known.into_iter().map(|one| one.unwrap_or(draw)).collect()
    }
}

/// The token's place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct At(u16);

impl Game for Graph {
    type Position = At;
    type Move = u16;
    type List<T: Copy> = ArrayVec<T, MOST_ARROWS>;
    type Key = HashKey;

    const CAN_REPEAT: bool = true;
    const HISTORY_SIZE: usize = 1;

    fn outcome(&self, at: &At) -> Option<Outcome> {
        let place = &self.0[usize::from(at.0)];
        place.arrows.is_empty().then_some(place.end)
    }

    fn moves(&self, at: &At) -> ArrayVec<u16, MOST_ARROWS> {
        self.0[usize::from(at.0)].arrows.clone()
    }

    fn forcing_moves(&self, at: &At) -> ArrayVec<u16, MOST_ARROWS> {
        self.moves(at)
    }

    fn is_tactical(&self, _: &At, _: u16) -> bool {
        false
    }

    fn play(&self, _: &At, to: u16) -> At {
        At(to)
    }

    fn is_irreversible(&self, _: &At, _: u16) -> bool {
        false
    }

    fn prove(&self, at: &At) -> Option<Proof> {
        let outcome = self.outcome(at)?;
        Some(Proof::exactly(outcome, 0))
    }

    fn evaluate(&self, _: &At) -> Value {
        Value::DRAW
    }

    fn key(&self, at: &At) -> HashKey {
        HashKey::new(at.0.into())
    }

    fn code(&self, to: u16, _: bool) -> MoveCode {
        MoveCode::new(to.into())
    }

    fn history_index(&self, _: &At, _: u16) -> usize {
        0
    }

    fn order_score(&self, _: &At, _: u16) -> i32 {
        0
    }
}

impl From<At> for [u64; 4] {
    fn from(at: At) -> Self {
        [at.0.into(), 0, 0, 0]
    }
}

/// Solves all places of random graphs.
fn compare(seeds: std::ops::Range<u64>, threads: usize) {
    let mut counts = [0; 3];
    for seed in seeds {
        let graph = Graph::random(seed);
        let truth = graph.retrograde();
        let solver = CyclicSolver::new(graph, 8, threads).unwrap();
        for (at, (outcome, plies)) in truth.iter().enumerate() {
            let (root, about) = (At(at as u16), format!("seed {seed}, place {at}"));
            solver.solve(&root, &Goal::BOTH, &|| false);
            assert_eq!(solver.known(&root).exact(), Some(*outcome), "{about}");
            counts[*outcome as usize] += 1;
            if *outcome == Outcome::Draw || *plies == 0 {
                continue;
            }
            let bound = solver.height(&root).expect("it is proved");
            assert!(bound >= *plies, "{about}: {bound} for {plies}");
            let line = solver.shortest(&root, *outcome, &Stop::default());
            assert_eq!(line.map(|line| line.len()), Ok((*plies).into()), "{about}");
        }
    }
    assert!(counts.iter().all(|count| *count > 100), "{counts:?}");
}

#[test]
fn values_and_shortest_wins_are_those_of_retrograde_analysis() {
    compare(0..60, 1);
}

#[test]
fn several_threads_find_the_same() {
    compare(100..110, 3);
}

#[test]
fn the_sets_of_earlier_positions_make_room() {
    // From each place one arrow leads to its neighbour, and one leads back.
    let place = |at: u16| Place {
        arrows: [at ^ 1].into_iter().collect(),
        end: Outcome::Draw,
    };
    let mut solver = CyclicSolver::new(Graph((0..200).map(place).collect()), 8, 1).unwrap();
    solver.most_members = 4;
    for at in 0..200 {
        solver.make_room();
        solver.solve(&At(at), &Goal::BOTH, &|| false);
        assert_eq!(solver.known(&At(at)).exact(), Some(Outcome::Draw));
        // Two for each question are new.
        let held = solver.held.read().len();
        assert!(held <= 2 * 4 + 2 * 2, "{held} positions are held");
    }
}

#[test]
fn one_question_can_be_asked_alone() {
    for seed in 0..100 {
        let truth = Graph::random(seed).retrograde()[0].0;
        for goal in Goal::BOTH {
            let solver = CyclicSolver::new(Graph::random(seed), 8, 1).unwrap();
            let bounds = solver.answers(&At(0), &[goal], &Stop::default());
            assert_eq!(bounds.answer(goal), Some(goal.is_met_by(truth)), "{seed}");
        }
    }
}

#[test]
fn what_is_written_is_read() {
    for won_in in [None, Some(0), Some(300)] {
        for role in Role::BOTH {
            let question = Question {
                words: [1, u64::MAX, 3, 1 << 63],
                role,
            };
            let bytes = encode(&question, won_in);
            assert_eq!(decode(&bytes), Some((question, won_in)));
        }
    }
    let mut wrong = [0; RECORD];
    wrong[32] = 4;
    assert_eq!(decode(&wrong), None);
}
