//! The standings of a match: wins, draws and losses, pairs, endings, and the cost of the moves.

use std::collections::BTreeMap;
use std::fmt;

use super::elo::Pentanomial;
use super::schedule::{Fixture, Schedule};
use super::sprt::{Decision, Sequence, Sprt};
use super::thinking::{Thinking, ThinkingTable, width};
use super::verdict::{Reason, Verdict};
use crate::quote::counted;

/// The standings of a match.
#[derive(Clone, Debug)]
pub struct Standings {
    names: Vec<String>,
    pairings: Vec<Pairing>,
    thinking: Vec<Thinking>,
    /// How often each ending occurred and, for failures, which player failed.
    endings: BTreeMap<(Reason, Option<usize>), usize>,
    sequence: Option<Sequence>,
    /// The number of pairs that the test has seen.
    tested: usize,
}

/// The score of one player against another.
#[derive(Clone, Debug)]
struct Pairing {
    players: [usize; 2],
    /// The first player's losses, draws and wins.
    results: [usize; 3],
    /// The first player's half points in the two games of each round.
    rounds: BTreeMap<usize, [Option<usize>; 2]>,
}

impl Pairing {
    fn half_points(&self, round: usize) -> Option<usize> {
        let [first, second] = *self.rounds.get(&round)?;
        Some(first? + second?)
    }

    fn pentanomial(&self) -> Pentanomial {
        let mut pairs = Pentanomial::default();
        for half_points in self
            .rounds
            .keys()
            .filter_map(|round| self.half_points(*round))
        {
            pairs.add(half_points);
        }
        pairs
    }

    fn games(&self) -> usize {
        self.results.iter().sum()
    }
}

impl Standings {
    /// The standings before the first game.
    #[must_use]
    pub fn new(names: Vec<String>, schedule: &Schedule, sprt: Option<Sprt>) -> Self {
        let pairings = schedule.pairings().iter().map(|players| Pairing {
            players: *players,
            results: [0; 3],
            rounds: BTreeMap::new(),
        });
        Self {
            pairings: pairings.collect(),
            thinking: vec![Thinking::default(); names.len()],
            names,
            endings: BTreeMap::new(),
            sequence: sprt.map(Sequence::new),
            tested: 0,
        }
    }

    /// Adds a game.
    pub fn add(&mut self, fixture: &Fixture, verdict: &Verdict, thinking: &[Thinking; 2]) {
        let white = verdict.half_points_of_white();
        let (first, game) = match fixture.first_is_white {
            true => (white, 0),
            false => (2 - white, 1),
        };
        let pairing = &mut self.pairings[fixture.pairing];
        pairing.results[first] += 1;
        pairing.rounds.entry(fixture.round).or_default()[game] = Some(first);
        let loser = match verdict.reason.is_failure() {
            true if white == 0 => Some(fixture.white),
            true => Some(fixture.black),
            false => None,
        };
        *self.endings.entry((verdict.reason, loser)).or_default() += 1;
        self.thinking[fixture.white] += thinking[0];
        self.thinking[fixture.black] += thinking[1];
        if let (Some(sequence), [only]) = (&mut self.sequence, &self.pairings[..]) {
            while let Some(half_points) = only.half_points(self.tested) {
                sequence.add(half_points);
                self.tested += 1;
            }
        }
    }

    /// How many games were played.
    #[must_use]
    pub fn games(&self) -> usize {
        self.pairings.iter().map(Pairing::games).sum()
    }

    /// The decision of the sequential test, if there is one yet.
    #[must_use]
    pub fn decision(&self) -> Option<Decision> {
        self.sequence.and_then(|sequence| sequence.decision())
    }

    /// A one-line summary of a match between two players; for other matches, the number of
    /// games.
    #[must_use]
    pub fn summary(&self) -> String {
        match &self.pairings[..] {
            [only] => self.line(only),
            _ => counted(self.games(), "game"),
        }
    }

    fn line(&self, pairing: &Pairing) -> String {
        let [first, second] = pairing.players.map(|player| &self.names[player]);
        let [losses, draws, wins] = pairing.results;
        let games = pairing.games();
        let points = wins as f64 + draws as f64 / 2.0;
        let share = match games {
            0 => "no game".into(),
            _ => format!("score {:.3}", points / games as f64),
        };
        format!("{first} against {second}: +{wins} ={draws} -{losses} of {games}, {share}")
    }

    fn write_table(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rows: Vec<(usize, usize, &str)> = Vec::new();
        for (player, name) in self.names.iter().enumerate() {
            let mut half_points = 0;
            let mut games = 0;
            for pairing in &self.pairings {
                let [losses, draws, wins] = pairing.results;
                match pairing.players.iter().position(|one| *one == player) {
                    Some(0) => half_points += 2 * wins + draws,
                    Some(_) => half_points += 2 * losses + draws,
                    None => continue,
                }
                games += pairing.games();
            }
            rows.push((half_points, games, name));
        }
        rows.sort_by_key(|row| std::cmp::Reverse(row.0));
        let width = width(&self.names);
        writeln!(f, "{:width$}  points  games", "engine")?;
        for (half_points, games, name) in rows {
            let points = half_points as f64 / 2.0;
            writeln!(f, "{name:width$}  {points:>6.1}  {games:>5}")?;
        }
        writeln!(f)
    }
}

/// The report at the end of a match.
impl fmt::Display for Standings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.pairings.len() > 1 {
            self.write_table(f)?;
        }
        for pairing in &self.pairings {
            writeln!(f, "{}", self.line(pairing))?;
            let pairs = pairing.pentanomial();
            if let Some(estimate) = pairs.estimate() {
                writeln!(f, "  Elo {estimate}")?;
                writeln!(f, "  pairs with 0, ½, 1, 1½, 2 points: {pairs}")?;
            }
        }
        if let Some(sequence) = &self.sequence {
            writeln!(f, "  SPRT: {sequence}")?;
        }
        writeln!(f, "\nendings")?;
        for ((reason, loser), count) in &self.endings {
            let whose = loser.map(|loser| format!(" ({})", self.names[loser]));
            writeln!(f, "{count:>7}  {reason}{}", whose.unwrap_or_default())?;
        }
        write!(f, "\n{}", ThinkingTable(&self.names, &self.thinking))
    }
}
