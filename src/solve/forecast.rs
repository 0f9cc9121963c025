//! Estimates how many positions it takes to solve a game, from parts of it that can be solved.
//!
//! Some way into a game that is too large to be solved, there are positions that can be. The
//! method:
//!
//! 1. **Lines.** A random line of play is drawn from the root to where the value is known without a
//!    search. The moves are in the order in which the solver tries them; the first is taken with
//!    probability ½, or else the second with ½, and so on. So the line goes where the work is, and
//!    each line is different. Children with a known value are left out.
//! 2. **Counts.** Each position of the line is solved with an empty table, the last one first,
//!    until a limit on the number of positions is exceeded. Earlier positions are assumed to exceed
//!    it too.
//! 3. **Medians.** For each number of plies: the median over all lines. As long as fewer than half
//!    of the counts exceed the limit, it does not depend on them; a mean would be too low. Medians
//!    below [`LEAST_MEDIAN`] say nothing about large proofs (the game is nearly over) and are left
//!    out.
//! 4. **Back to the root.** The logarithm of the median falls with the plies, at first slowly,
//!    because early moves only change the order in which the same positions arise, then faster: as
//!    `log N(plies) = log N(0) − c · plies^k`, with `log N(0)` and `c` by least squares, and `k` as
//!    [measured](EXPONENT).

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use super::solving::{GameSolver, SolveError};
use crate::game::state::GameState;

/// Medians below this many positions are not used.
pub const LEAST_MEDIAN: u64 = 100;
/// The minimum number of plies with medians that an estimate needs.
pub const LEAST_PLIES: usize = 4;

/// The exponent `k` of the curve: the most likely, the least and the greatest value.
///
/// It cannot be read from a small part of the curve, and matters a lot if that part is far from the
/// root. It was measured where the root is known, as the exponent that makes the estimate correct:
/// about 1.5 for `peasants` on four files (from samples of at most 30 000 positions), 1.3 on five
/// (a million) and 0.9 for `pawngame` on seven (500 000).
const EXPONENT: f64 = 1.2;
const LEAST_EXPONENT: f64 = 0.9;
const MOST_EXPONENT: f64 = 1.5;

/// The number of bootstrap samples.
const RESAMPLES: usize = 1_000;
/// The number of these that are left out at each end.
const TAIL: usize = RESAMPLES / 40;

/// The probability that a move is taken if those before it were not.
const TAKEN: f64 = 0.5;

/// The positions to be sampled: a random line of play from the root, the same for the same seed
/// and number. The solver must have a move order.
///
/// # Errors
/// If the root belongs to another game.
pub fn line(
    solver: &dyn GameSolver,
    root: &dyn GameState,
    seed: u64,
    number: u64,
) -> Result<Vec<Box<dyn GameState>>, SolveError> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(number);
    let mut line = vec![root.boxed()];
    while let Some(position) = line.last().filter(|last| last.proof().is_none()) {
        let children = position.children().into_iter().map(|(_, child)| child);
        let children = children.filter(|child| child.proof().is_none());
        let scored = |child: Box<dyn GameState>| {
            let prospect = solver.prospect(&*child)?;
            Ok((prospect.map(|prospect| prospect.win), child))
        };
        let mut children = children
            .map(scored)
            .collect::<Result<Vec<_>, SolveError>>()?;
        children.sort_by_key(|(score, _)| *score);
        let mut choice = children.into_iter().peekable();
        let taken = loop {
            match choice.next() {
                Some(_) if choice.peek().is_some() && !random.random_bool(TAKEN) => {}
                last => break last,
            }
        };
        match taken {
            Some((_, child)) => line.push(child),
            None => break,
        }
    }
    Ok(line)
}

/// The numbers of positions needed to solve those of one line, from the root on.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Course {
    /// The counts, from the end of the line back to the earliest one within the limit.
    backwards: Vec<u64>,
    /// The length of the line.
    plies: usize,
}

impl Course {
    /// A line of this many plies, without counts yet.
    #[must_use]
    pub const fn new(plies: usize) -> Self {
        Self {
            backwards: Vec::new(),
            plies,
        }
    }

    /// The number of plies of the position to count next; `None` if there are no more.
    #[must_use]
    pub const fn next(&self) -> Option<usize> {
        self.plies.checked_sub(self.backwards.len())
    }

    /// Adds the count of that position, which is within the limit.
    pub fn push(&mut self, positions: u64) {
        if self.next().is_some() {
            self.backwards.push(positions);
        }
    }

    /// The count after this many plies: 0 after the end of the line, `None` beyond the limit.
    fn at(&self, plies: usize) -> Option<u64> {
        match self.plies.checked_sub(plies) {
            Some(index) => self.backwards.get(index).copied(),
            None => Some(0),
        }
    }
}

/// The median of the counts after this many plies.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Median {
    /// How many plies have been played.
    pub plies: usize,
    /// The median number of positions.
    pub positions: f64,
}

/// The estimate for the root.
#[derive(Clone, PartialEq, Debug)]
pub struct Forecast {
    /// The number of positions.
    pub positions: f64,
    /// The lower end of the interval.
    pub least: f64,
    /// The upper end of the interval.
    pub most: f64,
}

/// The estimate from these lines. `None` if they do not reach far enough: see [`LEAST_PLIES`]. If
/// the root itself was within the limit, its count is returned.
///
/// For the interval, whole lines are drawn again with replacement (*bootstrap*; Efron 1979),
/// because the positions of one line depend on each other. 2.5 % of these resamples give a smaller
/// estimate than its lower end with k = 1.5, and 2.5 % a larger one than its upper end with
/// k = 0.9. It does not allow for games with a different curve, or for a full table: each sample is
/// solved with a table that has room.
#[must_use]
pub fn forecast(courses: &[Course]) -> Option<Forecast> {
    if let Some(known) = courses.iter().find_map(|course| course.at(0)) {
        let positions = known as f64;
        return Some(Forecast {
            positions,
            least: positions,
            most: positions,
        });
    }
    let all: Vec<&Course> = courses.iter().collect();
    let positions = at_root(&medians(&all), EXPONENT)?;
    let mut random = ChaCha8Rng::seed_from_u64(0);
    let (mut least, mut most): (Vec<f64>, Vec<f64>) = (0..RESAMPLES)
        .filter_map(|_| {
            let resample = all
                .iter()
                .map(|_| all[random.random_range(0..all.len())])
                .collect::<Vec<_>>();
            let medians = medians(&resample);
            at_root(&medians, MOST_EXPONENT).zip(at_root(&medians, LEAST_EXPONENT))
        })
        .unzip();
    // A resample that does not reach far enough counts both as too low and as too high.
    let missing = RESAMPLES - least.len();
    let spare = TAIL.checked_sub(missing)?;
    least.sort_by(f64::total_cmp);
    most.sort_by(f64::total_cmp);
    Some(Forecast {
        positions,
        least: *least.get(spare)?,
        most: *most.iter().rev().nth(spare)?,
    })
}

/// The medians on which an estimate from these lines is based.
#[must_use]
pub fn medians_of(courses: &[Course]) -> Vec<Median> {
    medians(&courses.iter().collect::<Vec<_>>())
}

fn medians(courses: &[&Course]) -> Vec<Median> {
    let longest = courses.iter().map(|course| course.plies).max().unwrap_or(0);
    let middle = |plies| {
        let counts = courses.iter().map(|course| course.at(plies));
        let mut counts: Vec<u64> = counts.map(|count| count.unwrap_or(u64::MAX)).collect();
        counts.sort_unstable();
        let lower = *counts.get(counts.len().checked_sub(1)? / 2)?;
        let upper = *counts.get(counts.len() / 2)?;
        (lower >= LEAST_MEDIAN).then_some((plies, lower, upper))
    };
    let all = (0..=longest).map_while(middle);
    all.filter(|(_, _, upper)| *upper != u64::MAX)
        .map(|(plies, lower, upper)| Median {
            plies,
            positions: (lower as f64 * upper as f64).sqrt(),
        })
        .collect()
}

/// The value at the root on a curve with that exponent through the medians.
fn at_root(medians: &[Median], exponent: f64) -> Option<f64> {
    if medians.len() < LEAST_PLIES {
        return None;
    }
    let points: Vec<(f64, f64)> = medians
        .iter()
        .map(|one| ((one.plies as f64).powf(exponent), one.positions.ln()))
        .collect();
    Some(at_zero(&points).exp())
}

/// The value at zero of the least-squares line through some points.
fn at_zero(points: &[(f64, f64)]) -> f64 {
    let mean = |sum: f64| sum / points.len() as f64;
    let middle = mean(points.iter().map(|(x, _)| x).sum());
    let height = mean(points.iter().map(|(_, y)| y).sum());
    let spread: f64 = points.iter().map(|(x, _)| (x - middle).powi(2)).sum();
    let pairs = points.iter().map(|(x, y)| (x - middle) * (y - height));
    height - pairs.sum::<f64>() / spread * middle
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;
    use crate::solve::solving::Means;

    /// Lines whose counts follow the curve exactly, except for one factor per line.
    fn courses(root: f64, exponent: f64, limit: u64) -> Vec<Course> {
        let one = |number: i32| {
            let factor = 1.1_f64.powi(number);
            // About ten positions are left after 30 plies.
            let steepness = (root / 10.0).ln() / 30_f64.powf(exponent);
            let mut course = Course::new(30);
            while let Some(plies) = course.next() {
                let curve = root * (-steepness * (plies as f64).powf(exponent)).exp();
                let positions = (curve * factor).round() as u64;
                if positions > limit {
                    break;
                }
                course.push(positions);
            }
            course
        };
        (-10..=10).map(one).collect()
    }

    #[test]
    fn a_curve_of_the_usual_bend_is_found_again() {
        let found = forecast(&courses(1e9, EXPONENT, 1_000_000)).unwrap();
        assert!((found.positions / 1e9 - 1.0).abs() < 0.02, "{found:?}");
        for exponent in [LEAST_EXPONENT, EXPONENT, MOST_EXPONENT] {
            let found = forecast(&courses(1e9, exponent, 1_000_000)).unwrap();
            assert!(found.least <= 1.01e9 && found.most >= 0.99e9, "{found:?}");
        }
    }

    #[test]
    fn the_limit_does_not_change_the_medians_that_are_left() {
        let high = medians_of(&courses(1e9, EXPONENT, 10_000_000));
        let low = medians_of(&courses(1e9, EXPONENT, 100_000));
        assert!(low.len() >= LEAST_PLIES && low.len() < high.len());
        assert!(high.ends_with(&low), "{high:?} {low:?}");
    }

    #[test]
    fn too_little_gives_no_forecast_and_the_root_itself_gives_its_count() {
        assert_eq!(forecast(&[]), None);
        assert_eq!(forecast(&[Course::new(3)]), None);
        assert_eq!(forecast(&courses(1e9, EXPONENT, 200)), None);
        let mut whole = Course::new(1);
        whole.push(3);
        whole.push(77);
        assert_eq!(whole.next(), None);
        let found = forecast(&[Course::new(9), whole]).unwrap();
        assert_eq!(
            (found.least, found.positions, found.most),
            (77.0, 77.0, 77.0)
        );
    }

    #[test]
    fn lines_are_legal_and_repeatable_and_differ() {
        let pawns = &Config::built_in().variants["peasants"];
        let root = pawns.read_fen("4/pppp/pppp/4/4/PPPP/PPPP/4 w - - 0 1");
        let root = root.expect("a FEN");
        let means = Means {
            mebibytes: 8,
            threads: 1,
            is_plain: true,
        };
        let solver = pawns.solver(means).expect("it has one");
        let line = |seed, number| -> Vec<String> {
            let line = line(&*solver, &*root, seed, number).expect("a line");
            line.iter().map(|board| board.fen()).collect()
        };
        let lines: Vec<_> = (0..10).map(|number| line(1, number)).collect();
        for (number, boards) in lines.iter().enumerate() {
            assert_eq!(*boards, line(1, number as u64));
            for pair in boards.windows(2) {
                let before = pawns.read_fen(&pair[0]).expect("a FEN");
                assert!(before.proof().is_none());
                let mut children = before.children().into_iter();
                assert!(children.any(|(_, child)| child.fen() == pair[1]));
            }
        }
        assert!(lines.iter().any(|boards| *boards != lines[0]));
        assert_ne!(lines[0], line(2, 0));
    }
}
