//! The marks of moves: what is proved about the moves of a position.
//!
//! A mark is the outcome of the move for the side that makes it, with best play. It is a fact about
//! the position after the move, whatever moves led to it. Some marks are known without a search;
//! the others come from proved lines of a search.

use super::message::{Mark, outcome};
use crate::game::Outcome;
use crate::game::state::GameState;
use crate::search::Report;

/// The moves of a position, and what is proved about each so far.
pub struct Marks(Vec<(String, Option<Outcome>)>);

impl Marks {
    /// The marks that are proved without a search.
    pub fn of(state: &dyn GameState) -> Self {
        let mark = |(played, after): (String, Box<dyn GameState>)| {
            let proof = after.proof();
            (played, proof.map(|proof| proof.outcome.reversed()))
        };
        let children = match state.finish() {
            Some(_) => Vec::new(),
            None => state.children(),
        };
        Self(children.into_iter().map(mark).collect())
    }

    /// Learns what a line of a search proves about its first move; returns true if it is new.
    pub fn learn(&mut self, report: &Report<String>) -> bool {
        let first = report.principal_variation.first();
        let mut open = self.0.iter_mut().filter(|(_, known)| known.is_none());
        match (
            report.proved,
            open.find(|(played, _)| Some(played) == first),
        ) {
            (Some(proved), Some((_, known))) => {
                *known = Some(proved);
                true
            }
            _ => false,
        }
    }

    /// The moves about which nothing is proved yet.
    pub fn open(&self) -> Vec<String> {
        let open = self.0.iter().filter(|(_, known)| known.is_none());
        open.map(|(played, _)| played.clone()).collect()
    }

    /// The marks as a message.
    pub fn told(&self) -> Vec<Mark> {
        let known = self.0.iter();
        let known = known.filter_map(|(played, known)| Some((played, (*known)?)));
        known
            .map(|(played, known)| Mark {
                played: played.clone(),
                outcome: outcome(known),
            })
            .collect()
    }
}
