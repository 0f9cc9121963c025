//! Trains a [network](jacquerie::network) to predict how positions end.
//!
//! The loss is the same as for all scores here ([`Model`]). It is minimised by small steps down its
//! gradient, each for a few thousand positions drawn at random (*stochastic gradient descent*).
//! Each number adapts its step to the gradients that it has had (*Adam*; Kingma and Ba 2015, with
//! the decay of Loshchilov and Hutter 2019), and steps get shorter towards the end, along a cosine.
//! The gradient is found backwards, from the score through the neurons to the rows
//! (*backpropagation*; Rumelhart, Hinton and Williams 1986).
//!
//! The forward pass is that of the player, in floating point; a test compares the two.

use std::f32::consts::PI;

use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

use super::Teaches;
use super::lessons::{Lesson, Lessons};
use crate::fit::SCALE;
use crate::model::{Loss, Model};
use crate::work::each_in_a_thread;
use jacquerie::network::{HEADS, HIDDEN, Learned, MOST, ONE, Shape};

/// Positions in a step.
const STEP: usize = 4_096;
/// Each step is computed in this many parts, each in a thread; so the sum is the same on every
/// machine.
const PARTS: usize = 4;
/// The longest step of a number.
const RATE: f32 = 0.002;
/// The number of shorter steps at the beginning.
const WARMING: f32 = 200.0;
/// The size of the last steps, as a fraction of the longest.
const LAST: f32 = 0.005;
/// Long steps would make a trained network forget, so its steps are multiplied by this.
const CAREFUL: f32 = 0.3;
/// The fraction of the mean slopes, and of their squares, that is forgotten with each step.
const FORGOTTEN: [f32; 2] = [0.1, 0.001];
/// How much a number decays, as a fraction of the step.
const DECAY: f32 = 0.002;

/// A network in training, and the threshold of its [`Model`].
#[derive(Debug)]
pub struct Pupil<const FILTERS: usize> {
    shape: Shape,
    /// How much of the network's score is a scale of the game.
    scale: f64,
    /// The numbers of the network, and after them the logarithm of the threshold.
    numbers: Vec<f32>,
    /// The longest step of a number.
    rate: f32,
    /// The running means of the slopes, and of their squares.
    slopes: Vec<f32>,
    squares: Vec<f32>,
    steps: i32,
    random: ChaCha8Rng,
}

impl<const FILTERS: usize> Pupil<FILTERS> {
    /// An untrained network, for positions with this mean number of rows in a view; the seed sets
    /// its random numbers.
    #[must_use]
    pub fn new<G: Teaches>(rows_a_view: f32, seed: u64) -> Self {
        let shape = while_learning::<G>();
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut about =
            |middle: f32, most: f32| middle + most * (2.0 * random.random::<f32>() - 1.0);
        // The sum has the same spread, however many rows are added.
        let (middle, most) = (0.1 / rows_a_view, 0.26 / rows_a_view.sqrt());
        let rows = (0..shape.head(0)).map(|_| about(middle, most));
        let mut numbers: Vec<f32> = rows.collect();
        // All heads begin alike. The more views there are, the more is in the pool.
        let less = (16.0 / shape.views as f32).sqrt();
        let head: Vec<f32> = (0..=shape.bias())
            .map(|place| match place {
                place if place < shape.worth() => about(0.0, 0.2 * less),
                place if place < shape.pool() => about(0.0, 0.3),
                place if place < shape.bias() => about(0.0, 0.05 * less),
                _ => 0.0,
            })
            .collect();
        numbers.extend(head.repeat(HEADS));
        Self::knows::<G>(shape, numbers, RATE, random)
    }

    /// A network that continues from a trained one; the seed sets the order of the positions.
    #[must_use]
    pub fn of<G: Teaches>(learned: Learned, seed: u64) -> Self {
        let random = ChaCha8Rng::seed_from_u64(seed);
        // What rows have in common is in each of them.
        let first = G::SHAPE.head(0);
        let mut numbers = learned.0;
        let coarser = std::iter::repeat_n(0.0, G::COARSER * FILTERS);
        numbers.splice(first..first, coarser);
        Self::knows::<G>(while_learning::<G>(), numbers, CAREFUL * RATE, random)
    }

    fn knows<G: Teaches>(
        shape: Shape,
        mut numbers: Vec<f32>,
        rate: f32,
        random: ChaCha8Rng,
    ) -> Self {
        numbers.push(0.5_f32.ln());
        let all = numbers.len();
        Self {
            shape,
            scale: f64::from(G::SCALE) / SCALE,
            numbers,
            rate,
            slopes: vec![0.0; all],
            squares: vec![0.0; all],
            steps: 0,
            random,
        }
    }

    /// Trains on all positions once, in random order; `number` counts the epochs. Returns the mean
    /// loss, or `None` if interrupted.
    pub fn learn(
        &mut self,
        lessons: &mut Lessons,
        number: usize,
        of: usize,
        gives_up: &dyn Fn() -> bool,
    ) -> Option<f64> {
        let (rows, lessons) = lessons.parts();
        lessons.shuffle(&mut self.random);
        let steps = lessons.len().div_ceil(STEP);
        let mut loss = 0.0;
        for (step, some) in lessons.chunks(STEP).enumerate() {
            if gives_up() {
                return None;
            }
            let done = (number * steps + step) as f32 / (of * steps) as f32;
            loss += self.step(rows, some, done);
        }
        Some(loss / lessons.len() as f64)
    }

    /// The mean loss on positions, seen or not.
    #[must_use]
    pub fn judge(&self, lessons: &Lessons) -> f64 {
        let mut seen = Seen::<FILTERS>::nothing();
        let losses = lessons.all().iter().map(|lesson| {
            seen.look(&self.shape, &self.numbers, lessons.rows(), lesson);
            self.loss(&seen, lesson).loss
        });
        losses.sum::<f64>() / lessons.all().len() as f64
    }

    /// The trained network; what rows have in common is added to each of them.
    #[must_use]
    pub fn learned<G: Teaches>(&self) -> Learned {
        let (rows, first) = (G::SHAPE.rows, G::SHAPE.head(0));
        let mut numbers = self.numbers[..first].to_vec();
        for (row, own) in numbers.chunks_mut(FILTERS).enumerate() {
            for coarser in G::coarser(row as u16) {
                let at = (rows + usize::from(coarser)) * FILTERS;
                add(own, self::row::<FILTERS>(&self.numbers, at), 1.0);
            }
        }
        numbers.extend(&self.numbers[self.shape.head(0)..self.shape.numbers()]);
        Learned(numbers)
    }

    /// The model of its scores, in centipawns.
    #[must_use]
    pub fn model(&self) -> Model {
        Model {
            threshold: f64::from(self.threshold()) * self.scale * SCALE,
            scale: self.scale * SCALE,
        }
    }

    fn threshold(&self) -> f32 {
        self.numbers[self.shape.numbers()].exp()
    }

    fn loss(&self, seen: &Seen<FILTERS>, lesson: &Lesson) -> Loss {
        let one = Model {
            threshold: f64::from(self.threshold()),
            scale: 1.0,
        };
        let score = f64::from(seen.score) / self.scale + f64::from(lesson.given);
        lesson.target.loss(one, score)
    }

    /// One step down the slope of some positions, when this fraction of all steps is done. Returns
    /// the sum of their losses.
    fn step(&mut self, rows: &[u16], lessons: &[Lesson], done: f32) -> f64 {
        let part = lessons.len().div_ceil(PARTS);
        let pupil = &*self;
        let found: Vec<(Vec<f32>, f64)> =
            each_in_a_thread(lessons.chunks(part), |part| pupil.slopes(rows, part));
        self.steps += 1;
        let warm = (self.steps as f32 / WARMING).min(1.0);
        let rate = self.rate * warm * (0.5 * (1.0 + (PI * done).cos())).max(LAST);
        // At first, the means are too small, because they start from zero.
        let [met, met_squares] = FORGOTTEN.map(|part| 1.0 - (1.0 - part).powi(self.steps));
        for at in 0..self.numbers.len() {
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

    /// The slopes of the loss of some positions by each number, and the loss.
    fn slopes(&self, rows: &[u16], lessons: &[Lesson]) -> (Vec<f32>, f64) {
        let mut slopes = vec![0.0; self.numbers.len()];
        let mut seen = Seen::<FILTERS>::nothing();
        let mut sum = 0.0;
        let of_threshold = self.shape.numbers();
        let threshold = self.threshold();
        for lesson in lessons {
            seen.look(&self.shape, &self.numbers, rows, lesson);
            let loss = self.loss(&seen, lesson);
            sum += loss.loss;
            slopes[of_threshold] += loss.by_threshold as f32 * threshold;
            let by_score = (loss.by_score / self.scale) as f32;
            seen.go_back(
                &self.shape,
                &self.numbers,
                &mut slopes,
                rows,
                lesson,
                by_score,
            );
        }
        (slopes, sum)
    }
}

/// The shape with a row for each coarser feature.
fn while_learning<G: Teaches>() -> Shape {
    Shape {
        rows: G::SHAPE.rows + G::COARSER,
        ..G::SHAPE
    }
}

/// The output of each neuron for a position.
#[derive(Clone, Debug)]
struct Seen<const FILTERS: usize> {
    /// The sum of the rows of each view.
    sums: Vec<[f32; FILTERS]>,
    pool: [f32; FILTERS],
    /// The start of the numbers of its head.
    head: usize,
    hidden: [f32; HIDDEN],
    score: f32,
}

/// The greatest output of a neuron.
const MOST_SAID: f32 = MOST as f32 / ONE as f32;

/// The output of a neuron for a sum.
#[inline(always)]
fn says(sum: f32) -> f32 {
    sum.clamp(0.0, MOST_SAID)
}

/// Whether the output grows with the sum.
#[inline(always)]
fn listens(sum: f32) -> bool {
    sum > 0.0 && sum < MOST_SAID
}

#[inline(always)]
fn row<const FILTERS: usize>(numbers: &[f32], at: usize) -> &[f32; FILTERS] {
    numbers[at..].first_chunk().unwrap_or(&[0.0; FILTERS])
}

#[inline(always)]
fn add<const FILTERS: usize>(slopes: &mut [f32], numbers: &[f32; FILTERS], by: f32) {
    for (slope, number) in slopes[..FILTERS].iter_mut().zip(numbers) {
        *slope += by * number;
    }
}

impl<const FILTERS: usize> Seen<FILTERS> {
    /// The state before any position.
    fn nothing() -> Self {
        Self {
            sums: Vec::new(),
            pool: [0.0; FILTERS],
            head: 0,
            hidden: [0.0; HIDDEN],
            score: 0.0,
        }
    }

    /// The forward pass.
    fn look(&mut self, shape: &Shape, numbers: &[f32], rows: &[u16], lesson: &Lesson) {
        self.sums.clear();
        self.pool = [0.0; FILTERS];
        for view in lesson.views(rows) {
            let mut sums = [0.0; FILTERS];
            for at in view {
                add(
                    &mut sums,
                    row::<FILTERS>(numbers, usize::from(*at) * FILTERS),
                    1.0,
                );
            }
            for (pool, sum) in self.pool.iter_mut().zip(sums) {
                *pool += says(sum);
            }
            self.sums.push(sums);
        }
        let weighed = |weights: &[f32; FILTERS]| -> f32 {
            let pairs = self.pool.iter().zip(weights);
            pairs.map(|(number, weight)| number * weight).sum()
        };
        self.head = shape.head(usize::from(lesson.head));
        let head = &numbers[self.head..];
        self.score = head[shape.bias()] + weighed(row(head, shape.pool()));
        for neuron in 0..HIDDEN {
            let at = neuron * (FILTERS + 1);
            self.hidden[neuron] = head[at + FILTERS] + weighed(row(head, at));
            self.score += head[shape.worth() + neuron] * says(self.hidden[neuron]);
        }
    }

    /// The backward pass: adds to the slope of each number, given the loss's slope by the score.
    fn go_back(
        &self,
        shape: &Shape,
        numbers: &[f32],
        slopes: &mut [f32],
        rows: &[u16],
        lesson: &Lesson,
        by_score: f32,
    ) {
        let head = &numbers[self.head..];
        let slopes_of_head = &mut slopes[self.head..];
        slopes_of_head[shape.bias()] += by_score;
        let mut by_pool = row::<FILTERS>(head, shape.pool()).map(|worth| by_score * worth);
        add(&mut slopes_of_head[shape.pool()..], &self.pool, by_score);
        for neuron in 0..HIDDEN {
            let worth = shape.worth() + neuron;
            slopes_of_head[worth] += by_score * says(self.hidden[neuron]);
            if listens(self.hidden[neuron]) {
                let at = neuron * (FILTERS + 1);
                let by_sum = by_score * head[worth];
                slopes_of_head[at + FILTERS] += by_sum;
                add(&mut slopes_of_head[at..], &self.pool, by_sum);
                add(&mut by_pool, row::<FILTERS>(head, at), by_sum);
            }
        }
        for (view, sums) in lesson.views(rows).zip(&self.sums) {
            let mut by_sums = by_pool;
            for (by_sum, sum) in by_sums.iter_mut().zip(sums) {
                *by_sum = if listens(*sum) { *by_sum } else { 0.0 };
            }
            for at in view {
                add(&mut slopes[usize::from(*at) * FILTERS..], &by_sums, 1.0);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::Taught;
    use jacquerie::game::Outcome;
    use jacquerie::game::diagram::Diagram;
    use jacquerie::game::playable::Playable;
    use jacquerie::games::antichess::{self, AntichessGame};
    use jacquerie::games::metamachy::{self, MetamachyGame};
    use jacquerie::games::pawns::{self, PawnGame};

    const PAWNS: [(&str, Outcome); 4] = [
        ("8/p1p3p1/3p4/1P6/4P3/P5P1/2P4P/8 w", Outcome::Win),
        (
            "8/pppppppp/pppppppp/8/8/PPPPPPPP/PPPPPPPP/8 w",
            Outcome::Draw,
        ),
        ("8/2p5/1pp5/8/P1P5/8/2P4P/8 b", Outcome::Loss),
        ("8/5p2/8/3p4/1P2P3/8/8/8 w", Outcome::Win),
    ];

    const PIECES: [(&str, Outcome); 4] = [
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w",
            Outcome::Draw,
        ),
        ("8/1p3k2/p4p2/2P5/1P4P1/6K1/8/8 w", Outcome::Win),
        ("8/5k2/8/8/1R6/6K1/8/5n2 b", Outcome::Loss),
        ("8/5k2/8/3p4/1R6/6K1/7P/2Q2n2 b", Outcome::Win),
    ];

    const TWELVE: [(&str, Outcome); 4] = [
        (
            "5k6/12/12/p1p1p7/12/3Q8/12/12/P1P1P7/12/5K6/12 w",
            Outcome::Win,
        ),
        (
            "5k6/12/12/p1p1p7/12/3q8/12/12/P1P1P7/12/5K6/12 w",
            Outcome::Loss,
        ),
        ("5k6/12/2p9/12/12/12/12/12/2P9/12/5K6/12 w", Outcome::Draw),
        ("5k6/12/12/3l8/12/12/4R7/12/12/12/5K6/12 b", Outcome::Win),
    ];

    fn positions<G: Playable>(given: &[(&str, Outcome)]) -> Vec<Taught<G::Position>> {
        let taught = |(fen, value): &(&str, Outcome)| Taught {
            position: fen.parse::<Diagram<G>>().unwrap().position,
            value: *value,
            score: None,
            given: 0.0,
        };
        given.iter().map(taught).collect()
    }

    fn lessons<G: Teaches>(given: &[(&str, Outcome)]) -> Lessons {
        let mut lessons = Lessons::default();
        for one in positions::<G>(given) {
            lessons.add::<G>(&one, 0.0);
        }
        lessons
    }

    fn taught<G: Teaches, const FILTERS: usize>(lessons: &Lessons, times: usize) -> Pupil<FILTERS> {
        let mut lessons = lessons.clone();
        let mut pupil = Pupil::new::<G>(lessons.rows_a_view(), 1);
        for time in 0..times {
            pupil.learn(&mut lessons, time, times, &|| false);
        }
        pupil
    }

    fn check_slopes<G: Teaches, const FILTERS: usize>(given: &[(&str, Outcome)]) {
        let lessons = lessons::<G>(given);
        let mut pupil = taught::<G, FILTERS>(&lessons, 20);
        let shape = pupil.shape;
        let (slopes, _) = pupil.slopes(lessons.rows(), lessons.all());
        // The numbers of the head that scores the first position.
        let head = shape.head(usize::from(lessons.all()[0].head));
        let of_head = |from: usize, to: usize| head + from..head + to;
        let parts = [
            0..shape.head(0),
            of_head(0, shape.worth()),
            of_head(shape.worth(), shape.pool()),
            of_head(shape.pool(), shape.bias()),
            of_head(shape.bias(), shape.bias() + 1),
            shape.numbers()..shape.numbers() + 1,
        ];
        for mut part in parts.map(|part| part.collect::<Vec<_>>()) {
            part.sort_by(|one, other| slopes[*other].abs().total_cmp(&slopes[*one].abs()));
            let at = part[0];
            let mut loss = |by: f32| {
                let before = std::mem::replace(&mut pupil.numbers[at], 0.0);
                pupil.numbers[at] = before + by;
                let loss = pupil.slopes(lessons.rows(), lessons.all()).1;
                pupil.numbers[at] = before;
                loss
            };
            let step = 1e-3;
            let measured = (loss(step) - loss(-step)) / f64::from(2.0 * step);
            let slope = f64::from(slopes[at]);
            assert!(
                slope != 0.0 && (measured - slope).abs() < 0.02 * slope.abs().max(0.05),
                "{at}: {measured} {slope}"
            );
        }
    }

    #[test]
    fn slopes_are_those_of_the_loss() {
        check_slopes::<PawnGame, { pawns::network::FILTERS }>(&PAWNS);
        check_slopes::<AntichessGame, { antichess::network::FILTERS }>(&PIECES);
        check_slopes::<MetamachyGame, { metamachy::network::FILTERS }>(&TWELVE);
    }

    /// It learns a few positions by heart, and the player's network gives the same scores.
    fn check_learning<G: Teaches, const FILTERS: usize>(given: &[(&str, Outcome)]) {
        let lessons = lessons::<G>(given);
        let pupil = taught::<G, FILTERS>(&lessons, 400);
        let before = taught::<G, FILTERS>(&lessons, 0).judge(&lessons);
        let after = pupil.judge(&lessons);
        assert!(after < before / 2.0, "{before} {after}");
        let bytes = pupil.learned::<G>().to_bytes(&G::SHAPE);
        let network = jacquerie::network::Network::<FILTERS>::read(&G::SHAPE, &bytes).unwrap();
        let mut seen = Seen::<FILTERS>::nothing();
        for (one, lesson) in positions::<G>(given).iter().zip(lessons.all()) {
            seen.look(&pupil.shape, &pupil.numbers, lessons.rows(), lesson);
            let played = f32::from(network.value::<G>(&one.position).number());
            let learned = seen.score * SCALE as f32;
            let rounding = 3.0 + learned.abs() / 50.0;
            assert!((played - learned).abs() <= rounding, "{played} {learned}");
        }
    }

    #[test]
    fn a_trained_network_scores_as_it_learned() {
        check_learning::<PawnGame, { pawns::network::FILTERS }>(&PAWNS);
        check_learning::<AntichessGame, { antichess::network::FILTERS }>(&PIECES);
        check_learning::<MetamachyGame, { metamachy::network::FILTERS }>(&TWELVE);
    }
}
