//! The [network](jacquerie::games::pawns::network) learns: numbers with which it says best how positions end.
//!
//! The loss is that of all scores here ([`Model`]), and is minimised by small steps down its slope, each for
//! a few thousand positions drawn at random (*stochastic gradient descent*). How long a step is each number
//! finds out for itself from the slopes that it has met (*Adam*; Kingma and Ba 2015, with the decay of
//! Loshchilov and Hutter 2019); and steps get shorter towards the end, along a cosine. The slopes are found
//! backwards, from the score through the neurons to the files (*backpropagation*; Rumelhart, Hinton and
//! Williams 1986).
//!
//! The forward pass is the one that is played with, in plain numbers; a test compares the two.

use std::f32::consts::PI;

use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

use super::Sample;
use crate::model::{Loss, Model};
use crate::work::each_in_a_thread;
use jacquerie::game::Outcome;
use jacquerie::games::pawns::file_state::{FILES, FileState};
use jacquerie::games::pawns::network::head::{HEADS, HIDDEN, head_of};
use jacquerie::games::pawns::network::weights::{
    BIAS, CENTRE, FIRST_HEAD, HEAD, LEFT, Learned, NUMBERS, POOL, RIGHT, WORTH,
};
use jacquerie::games::pawns::network::{FILTERS, MOST};
use jacquerie::search::chances::SCALE;

/// A position with its value, as the network sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lesson {
    /// The state of each file, beyond the edges too.
    files: [u16; FILES + 2],
    /// Which head it asks.
    head: u8,
    value: Outcome,
}

impl From<&Sample> for Lesson {
    fn from(sample: &Sample) -> Self {
        let mut files = [0; FILES + 2];
        let states = FileState::of(&sample.position.position);
        for (place, state) in files[1..].iter_mut().zip(states) {
            *place = state.number() as u16;
        }
        Self {
            files,
            head: head_of(&sample.position.position) as u8,
            value: sample.value,
        }
    }
}

/// So many positions make a step.
const STEP: usize = 4_096;
/// They are looked at in so many parts, each by a thread; the sum is the same on every machine.
const PARTS: usize = 4;
/// How far a number goes in a step at most, when steps are longest.
const RATE: f32 = 0.002;
/// So many steps, the first ones, are shorter.
const WARMING: f32 = 200.0;
/// The last steps, as a part of the longest.
const LAST: f32 = 0.005;
/// Who knows something already forgets it by steps that are too long; so they are so much of the others.
const CAREFUL: f32 = 0.3;
/// How much of the slopes, and of their squares, is forgotten with each step.
const FORGOTTEN: [f32; 2] = [0.1, 0.001];
/// How much of itself a number loses, as a part of the step.
const DECAY: f32 = 0.002;

/// A network that is learning, and the threshold of its [`Model`].
#[derive(Debug)]
pub struct Pupil {
    numbers: Vec<f32>,
    /// How far a number goes in a step at most.
    rate: f32,
    /// The slopes of late, and their squares.
    slopes: Vec<f32>,
    squares: Vec<f32>,
    steps: i32,
    random: ChaCha8Rng,
}

/// Its logarithm stands behind the numbers.
const THRESHOLD: usize = NUMBERS;
const ALL: usize = NUMBERS + 1;

impl Pupil {
    /// It knows nothing; another seed, another chance.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut about =
            |middle: f32, most: f32| middle + most * (2.0 * random.random::<f32>() - 1.0);
        let mut numbers: Vec<f32> = Vec::with_capacity(ALL);
        numbers.extend((0..FIRST_HEAD).map(|at| match at {
            CENTRE..RIGHT => about(0.1, 0.15),
            _ => about(0.0, 0.15),
        }));
        // All heads begin alike.
        let head: Vec<f32> = (0..HEAD)
            .map(|place| match place {
                ..WORTH => about(0.0, 0.2),
                WORTH..POOL => about(0.0, 0.3),
                POOL..BIAS => about(0.0, 0.05),
                _ => 0.0,
            })
            .collect();
        numbers.extend(head.repeat(HEADS));
        Self::knows(numbers, RATE, random)
    }

    /// It knows what another one has learned, and goes on from there; another seed, another order of lessons.
    #[must_use]
    pub fn of(learned: Learned, seed: u64) -> Self {
        let random = ChaCha8Rng::seed_from_u64(seed);
        Self::knows(learned.0, CAREFUL * RATE, random)
    }

    fn knows(mut numbers: Vec<f32>, rate: f32, random: ChaCha8Rng) -> Self {
        numbers.push(0.5_f32.ln());
        Self {
            numbers,
            rate,
            slopes: vec![0.0; ALL],
            squares: vec![0.0; ALL],
            steps: 0,
            random,
        }
    }

    /// Sees all lessons once, in some order; it is the `number`th time of so many. The mean loss, or nothing
    /// if it was told to give up.
    pub fn learn(
        &mut self,
        lessons: &mut [Lesson],
        number: usize,
        of: usize,
        gives_up: &dyn Fn() -> bool,
    ) -> Option<f64> {
        lessons.shuffle(&mut self.random);
        let steps = lessons.len().div_ceil(STEP);
        let mut loss = 0.0;
        for (step, some) in lessons.chunks(STEP).enumerate() {
            if gives_up() {
                return None;
            }
            let done = (number * steps + step) as f32 / (of * steps) as f32;
            loss += self.step(some, done);
        }
        Some(loss / lessons.len() as f64)
    }

    /// The mean loss on positions, seen or not.
    #[must_use]
    pub fn judge(&self, lessons: &[Lesson]) -> f64 {
        let mut seen = Seen::nothing();
        let losses = lessons.iter().map(|lesson| {
            seen.look(&self.numbers, lesson);
            self.loss(&seen, lesson.value).loss
        });
        losses.sum::<f64>() / lessons.len() as f64
    }

    /// What it has learned.
    #[must_use]
    pub fn learned(&self) -> Learned {
        Learned(self.numbers[..NUMBERS].to_vec())
    }

    /// What its scores say of results, in hundredths of a pawn.
    #[must_use]
    pub fn model(&self) -> Model {
        Model {
            threshold: f64::from(self.numbers[THRESHOLD].exp()) * SCALE,
            scale: SCALE,
        }
    }

    fn loss(&self, seen: &Seen, value: Outcome) -> Loss {
        let one = Model {
            threshold: f64::from(self.numbers[THRESHOLD].exp()),
            scale: 1.0,
        };
        one.loss(f64::from(seen.score), value)
    }

    /// One step down the slope of some lessons, when so much of all is done. The sum of their losses.
    fn step(&mut self, lessons: &[Lesson], done: f32) -> f64 {
        let part = lessons.len().div_ceil(PARTS);
        let pupil = &*self;
        let found: Vec<(Vec<f32>, f64)> =
            each_in_a_thread(lessons.chunks(part), |part| pupil.slopes(part));
        self.steps += 1;
        let warm = (self.steps as f32 / WARMING).min(1.0);
        let rate = self.rate * warm * (0.5 * (1.0 + (PI * done).cos())).max(LAST);
        // What is forgotten has not been met yet at first.
        let [met, met_squares] = FORGOTTEN.map(|part| 1.0 - (1.0 - part).powi(self.steps));
        for at in 0..ALL {
            let sum: f32 = found.iter().map(|(slopes, _)| slopes[at]).sum();
            let slope = sum / lessons.len() as f32;
            self.slopes[at] += FORGOTTEN[0] * (slope - self.slopes[at]);
            self.squares[at] += FORGOTTEN[1] * (slope * slope - self.squares[at]);
            let usual = (self.squares[at] / met_squares).sqrt() + 1e-8;
            let way = self.slopes[at] / met / usual;
            self.numbers[at] -= rate * (way + DECAY * self.numbers[at]);
        }
        found.iter().map(|(_, loss)| loss).sum()
    }

    /// The slopes of the loss of some lessons by each number, and the loss.
    fn slopes(&self, lessons: &[Lesson]) -> (Vec<f32>, f64) {
        let mut slopes = vec![0.0; ALL];
        let mut seen = Seen::nothing();
        let mut sum = 0.0;
        let threshold = self.numbers[THRESHOLD].exp();
        for lesson in lessons {
            seen.look(&self.numbers, lesson);
            let loss = self.loss(&seen, lesson.value);
            sum += loss.loss;
            slopes[THRESHOLD] += loss.by_threshold as f32 * threshold;
            seen.go_back(&self.numbers, &mut slopes, loss.by_score as f32);
        }
        (slopes, sum)
    }
}

/// What every neuron says of a position.
#[derive(Clone, Debug)]
struct Seen {
    /// Each filter, asked of files in that order: left, centre, right.
    asked: Vec<([usize; 3], [f32; FILTERS])>,
    pool: [f32; FILTERS],
    /// Where the numbers of the head begin that is asked.
    head: usize,
    hidden: [f32; HIDDEN],
    score: f32,
}

/// What a neuron says at most.
const MOST_SAID: f32 = MOST as f32 / jacquerie::games::pawns::network::ONE as f32;

/// What a neuron says that adds up so much.
#[inline(always)]
fn says(sum: f32) -> f32 {
    sum.clamp(0.0, MOST_SAID)
}

/// Whether it would say more if that were more.
#[inline(always)]
fn listens(sum: f32) -> bool {
    sum > 0.0 && sum < MOST_SAID
}

#[inline(always)]
fn row(numbers: &[f32], at: usize) -> &[f32; FILTERS] {
    numbers[at..].first_chunk().unwrap_or(&[0.0; FILTERS])
}

impl Seen {
    /// Nothing has been seen.
    fn nothing() -> Self {
        Self {
            asked: Vec::new(),
            pool: [0.0; FILTERS],
            head: FIRST_HEAD,
            hidden: [0.0; HIDDEN],
            score: 0.0,
        }
    }

    /// The forward pass.
    fn look(&mut self, numbers: &[f32], lesson: &Lesson) {
        self.asked.clear();
        self.pool = [0.0; FILTERS];
        for trio in lesson.files.windows(3) {
            let [left, centre, right] = [0, 1, 2].map(|at| usize::from(trio[at]));
            if centre == 0 {
                continue;
            }
            for (left, right) in [(left, right), (right, left)] {
                let places = [
                    LEFT + left * FILTERS,
                    CENTRE + centre * FILTERS,
                    RIGHT + right * FILTERS,
                ];
                let [left, centre, right] = places.map(|at| row(numbers, at));
                let mut sums = [0.0; FILTERS];
                for filter in 0..FILTERS {
                    sums[filter] = left[filter] + centre[filter] + right[filter];
                    self.pool[filter] += says(sums[filter]);
                }
                self.asked.push((places, sums));
            }
        }
        let weighed = |weights: &[f32; FILTERS]| -> f32 {
            let pairs = self.pool.iter().zip(weights);
            pairs.map(|(number, weight)| number * weight).sum()
        };
        self.head = FIRST_HEAD + usize::from(lesson.head) * HEAD;
        let head = &numbers[self.head..];
        self.score = head[BIAS] + weighed(row(head, POOL));
        for neuron in 0..HIDDEN {
            let at = neuron * (FILTERS + 1);
            self.hidden[neuron] = head[at + FILTERS] + weighed(row(head, at));
            self.score += head[WORTH + neuron] * says(self.hidden[neuron]);
        }
    }

    /// The backward pass: adds to the slope of each number, where the loss has that slope by the score.
    fn go_back(&self, numbers: &[f32], slopes: &mut [f32], by_score: f32) {
        let head = &numbers[self.head..];
        let slopes_of_head = &mut slopes[self.head..];
        slopes_of_head[BIAS] += by_score;
        let mut by_pool = row(head, POOL).map(|worth| by_score * worth);
        let add = |slopes: &mut [f32], numbers: &[f32; FILTERS], by: f32| {
            for (slope, number) in slopes.iter_mut().zip(numbers) {
                *slope += by * number;
            }
        };
        add(&mut slopes_of_head[POOL..], &self.pool, by_score);
        for neuron in 0..HIDDEN {
            slopes_of_head[WORTH + neuron] += by_score * says(self.hidden[neuron]);
            if listens(self.hidden[neuron]) {
                let at = neuron * (FILTERS + 1);
                let by_sum = by_score * head[WORTH + neuron];
                slopes_of_head[at + FILTERS] += by_sum;
                add(&mut slopes_of_head[at..], &self.pool, by_sum);
                add(&mut by_pool, row(head, at), by_sum);
            }
        }
        for (places, sums) in &self.asked {
            let mut by_sums = by_pool;
            for (by_sum, sum) in by_sums.iter_mut().zip(sums) {
                *by_sum = if listens(*sum) { *by_sum } else { 0.0 };
            }
            for at in places {
                add(&mut slopes[*at..], &by_sums, 1.0);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jacquerie::games::pawns::network::{Network, evaluate};

    const POSITIONS: [(&str, Outcome); 4] = [
        ("8/p1p3p1/3p4/1P6/4P3/P5P1/2P4P/8 w", Outcome::Win),
        (
            "8/pppppppp/pppppppp/8/8/PPPPPPPP/PPPPPPPP/8 w",
            Outcome::Draw,
        ),
        ("8/2p5/1pp5/8/P1P5/8/2P4P/8 b", Outcome::Loss),
        ("8/5p2/8/3p4/1P2P3/8/8/8 w", Outcome::Win),
    ];

    fn samples() -> Vec<Sample> {
        let sample = |(fen, value): &(&str, Outcome)| Sample {
            position: fen.parse().unwrap(),
            value: *value,
        };
        POSITIONS.iter().map(sample).collect()
    }

    fn taught(times: usize) -> Pupil {
        let mut lessons: Vec<Lesson> = samples().iter().map(Lesson::from).collect();
        let mut pupil = Pupil::new(1);
        for time in 0..times {
            pupil.learn(&mut lessons, time, times, &|| false);
        }
        pupil
    }

    #[test]
    fn slopes_are_those_of_the_loss() {
        let lessons: Vec<Lesson> = samples().iter().map(Lesson::from).collect();
        let pupil = taught(20);
        let (slopes, _) = pupil.slopes(&lessons);
        let loss = |at: usize, by: f32| {
            let mut other = taught(20);
            other.numbers[at] += by;
            other.slopes(&lessons).1
        };
        let steepest = |part: std::ops::Range<usize>| {
            part.max_by(|one, other| slopes[*one].abs().total_cmp(&slopes[*other].abs()))
                .unwrap()
        };
        // Of the head that most of the positions ask.
        let of_head = |part: std::ops::Range<usize>| FIRST_HEAD + part.start..FIRST_HEAD + part.end;
        let parts = [
            LEFT..CENTRE,
            CENTRE..RIGHT,
            RIGHT..FIRST_HEAD,
            of_head(0..WORTH),
            of_head(WORTH..POOL),
            of_head(POOL..BIAS),
            of_head(BIAS..HEAD),
            THRESHOLD..ALL,
        ];
        for part in parts {
            let at = steepest(part);
            let step = 1e-3;
            let measured = (loss(at, step) - loss(at, -step)) / f64::from(2.0 * step);
            let slope = f64::from(slopes[at]);
            assert!(
                slope != 0.0 && (measured - slope).abs() < 0.02 * slope.abs().max(0.05),
                "{at}: {measured} {slope}"
            );
        }
    }

    /// A few positions it knows by heart; and what is played with says what was learned.
    #[test]
    fn it_learns_and_what_it_learned_is_played_with() {
        let lessons: Vec<Lesson> = samples().iter().map(Lesson::from).collect();
        let pupil = taught(400);
        let [before, after] = [&Pupil::new(1), &pupil].map(|one| one.judge(&lessons));
        assert!(after < before / 2.0, "{before} {after}");
        let network = Network::read(&pupil.learned().to_bytes()).unwrap();
        let mut seen = Seen::nothing();
        for (sample, lesson) in samples().iter().zip(&lessons) {
            seen.look(&pupil.numbers, lesson);
            let played = f32::from(evaluate(&sample.position.position, &network).number());
            let learned = seen.score * SCALE as f32;
            let rounding = 3.0 + learned.abs() / 50.0;
            assert!((played - learned).abs() <= rounding, "{played} {learned}");
        }
    }
}
