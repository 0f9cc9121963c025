//! The cost of an engine's moves: time, depth, nodes, speed.

use std::fmt;
use std::ops::AddAssign;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// The cost of one move. Except for the time, these are the values that the engine reported last,
/// if any.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Thought {
    /// The time from the question to the answer.
    pub elapsed: Duration,
    /// The depth of its search, in plies.
    pub depth: Option<u64>,
    /// How many positions it searched.
    pub nodes: Option<u64>,
    /// The number of positions searched per second.
    pub speed: Option<u64>,
    /// Its score for the position.
    pub score: Option<Score>,
}

/// An engine's score for its position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// A score in centipawns.
    Centipawns(i64),
    /// The engine wins in this many moves, or loses if the number is negative.
    Mate(i64),
}

impl Score {
    /// Reads the words after `score`.
    fn read(kind: &str, number: &str) -> Option<Self> {
        let number = number.parse().ok()?;
        match kind {
            "cp" => Some(Self::Centipawns(number)),
            "mate" => Some(Self::Mate(number)),
            _ => None,
        }
    }
}

/// Writes the score as Cute Chess does: `+0.35`, or `-M6` for a loss in 6 plies.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Centipawns(0) => f.write_str("0.00"),
            Self::Centipawns(score) => write!(f, "{:+.2}", score as f64 / 100.0),
            Self::Mate(moves @ 1..) => write!(f, "+M{}", moves.saturating_mul(2) - 1),
            Self::Mate(moves) => write!(f, "-M{}", moves.saturating_mul(2).unsigned_abs()),
        }
    }
}

/// Writes the annotation that Cute Chess adds to a move: `+0.35/14 0.10s`.
impl fmt::Display for Thought {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let (Some(score), Some(depth)) = (self.score, self.depth) {
            write!(f, "{score}/{depth} ")?;
        }
        let digits = match self.elapsed.as_millis() {
            0 => 0,
            1..100 => 3,
            100..1_000 => 2,
            1_000..10_000 => 1,
            _ => 0,
        };
        write!(f, "{:.digits$}s", self.elapsed.as_secs_f64())
    }
}

impl Thought {
    /// Reads the values of interest from the words of an `info` line. Only a line with a variation
    /// counts, because others report a part of the search; lines about moves that are not the best
    /// do not count.
    pub fn read<'a>(&mut self, words: impl Iterator<Item = &'a str>) {
        let mut found = Self::default();
        let mut words = words;
        while let Some(word) = words.next() {
            let place = match word {
                "depth" => &mut found.depth,
                "nodes" => &mut found.nodes,
                "nps" => &mut found.speed,
                "score" => {
                    let [kind, number] = [(); 2].map(|()| words.next().unwrap_or_default());
                    found.score = Score::read(kind, number);
                    continue;
                }
                "multipv" if words.next() != Some("1") => return,
                "pv" => {
                    self.score = found.score.or(self.score);
                    self.depth = found.depth.or(self.depth);
                    self.nodes = found.nodes.or(self.nodes);
                    self.speed = found.speed.or(self.speed);
                    return;
                }
                "string" => return,
                _ => continue,
            };
            *place = words.next().and_then(|number| number.parse().ok());
        }
    }
}

/// The total cost of many moves.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Thinking {
    /// The number of moves.
    pub moves: u64,
    microseconds: u64,
    longest: u64,
    depth: Mean,
    nodes: Mean,
    speed: Mean,
}

/// A running mean: the number of values, and their sum.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
struct Mean(u64, u64);

impl Mean {
    fn add(&mut self, number: Option<u64>) {
        if let Some(number) = number {
            *self += Self(1, number);
        }
    }

    fn value(self) -> Option<f64> {
        (self.0 > 0).then(|| self.1 as f64 / self.0 as f64)
    }
}

impl AddAssign for Mean {
    fn add_assign(&mut self, other: Self) {
        self.0 = self.0.saturating_add(other.0);
        self.1 = self.1.saturating_add(other.1);
    }
}

impl Thinking {
    /// Adds a move.
    pub fn add(&mut self, thought: &Thought) {
        let microseconds = u64::try_from(thought.elapsed.as_micros()).unwrap_or(u64::MAX);
        self.moves = self.moves.saturating_add(1);
        self.microseconds = self.microseconds.saturating_add(microseconds);
        self.longest = self.longest.max(microseconds);
        self.depth.add(thought.depth);
        self.nodes.add(thought.nodes);
        self.speed.add(thought.speed);
    }
}

impl AddAssign for Thinking {
    fn add_assign(&mut self, other: Self) {
        self.moves = self.moves.saturating_add(other.moves);
        self.microseconds = self.microseconds.saturating_add(other.microseconds);
        self.longest = self.longest.max(other.longest);
        self.depth += other.depth;
        self.nodes += other.nodes;
        self.speed += other.speed;
    }
}

/// A line for each engine, with the cost of its moves.
#[derive(Clone, Copy, Debug)]
pub struct ThinkingTable<'a>(pub &'a [String], pub &'a [Thinking]);

impl fmt::Display for ThinkingTable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = width(self.0);
        writeln!(
            f,
            "{:width$}  {:>7}  {:>8}  {:>10}  {:>6}  {:>10}  {:>10}",
            "engine", "moves", "mean ms", "longest ms", "depth", "nodes", "nodes/s"
        )?;
        let number = |value: Option<f64>, digits: usize| {
            value.map_or_else(|| "-".into(), |value| format!("{value:.digits$}"))
        };
        for (name, thinking) in self.0.iter().zip(self.1) {
            let milliseconds = |sum: u64| sum as f64 / 1_000.0;
            writeln!(
                f,
                "{name:width$}  {:>7}  {:>8.1}  {:>10.1}  {:>6}  {:>10}  {:>10}",
                thinking.moves,
                milliseconds(thinking.microseconds) / thinking.moves.max(1) as f64,
                milliseconds(thinking.longest),
                number(thinking.depth.value(), 1),
                number(thinking.nodes.value(), 0),
                number(thinking.speed.value(), 0),
            )?;
        }
        Ok(())
    }
}

/// The width of a column with these names.
#[must_use]
pub fn width(names: &[String]) -> usize {
    let lengths = names.iter().map(|name| name.chars().count());
    lengths.max().unwrap_or_default().max("engine".len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_with_a_variation_counts() {
        let mut thought = Thought::default();
        for line in [
            "depth 3 seldepth 4 score cp 5 nodes 10 nps 1000 time 1 pv a2a3 a7a6",
            "depth 4 nodes 25 nps 2000 pv a2a3",
            "depth 5 currmove a2a3",
            "depth x nodes y pv a2a3",
            "string depth 9 nodes 9 pv a2a3",
            "depth 7 multipv 1 score cp -35 upperbound nodes 26 pv a2a3",
            "depth 8 multipv 2 score cp -99 nodes 27 pv a2a3",
        ] {
            thought.read(line.split_whitespace());
        }
        let (depth, nodes, speed) = (thought.depth, thought.nodes, thought.speed);
        assert_eq!((depth, nodes, speed), (Some(7), Some(26), Some(2000)));
        assert_eq!(thought.score, Some(Score::Centipawns(-35)));
    }

    #[test]
    fn a_move_has_its_comment() {
        for (line, milliseconds, expected) in [
            ("depth 14 score cp 35 pv a2a3", 100, "+0.35/14 0.10s"),
            ("depth 9 score cp -120 pv a2a3", 7, "-1.20/9 0.007s"),
            ("depth 1 score cp 0 pv a2a3", 0, "0.00/1 0s"),
            ("depth 5 score mate 3 pv a2a3", 2_340, "+M5/5 2.3s"),
            ("depth 5 score mate -3 pv a2a3", 12_340, "-M6/5 12s"),
            ("nodes 5 score cp 7 pv a2a3", 50, "0.050s"),
            ("string none", 999, "1.00s"),
        ] {
            let mut thought = Thought {
                elapsed: Duration::from_millis(milliseconds),
                ..Thought::default()
            };
            thought.read(line.split_whitespace());
            assert_eq!(thought.to_string(), expected);
        }
    }

    #[test]
    fn means_are_of_what_was_said() {
        let mut thinking = Thinking::default();
        for (milliseconds, depth) in [(10, Some(4)), (30, None)] {
            thinking.add(&Thought {
                elapsed: Duration::from_millis(milliseconds),
                depth,
                ..Thought::default()
            });
        }
        let mut all = Thinking::default();
        all += thinking;
        let table = ThinkingTable(&["One".into()], &[all]).to_string();
        let row: Vec<&str> = table.lines().nth(1).unwrap().split_whitespace().collect();
        assert_eq!(row, ["One", "2", "20.0", "30.0", "4.0", "-", "-"]);
    }
}
