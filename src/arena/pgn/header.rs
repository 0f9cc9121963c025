//! The tags of a game while it is being read: the start and the result that they give.

use std::collections::HashMap;

use super::problem::Problem;
use super::record::GameResult;
use super::starts::NamedVariant;
use super::tags::{TagName, Tags};
use crate::game::state::GameState;

/// The maximum number of tags in a game: the more tags there are, the longer it takes to add one.
pub(super) const MOST_TAGS: usize = 1_000;

/// The tags that have been read so far.
#[derive(Default)]
pub(super) struct Header {
    pub(super) tags: Tags,
    /// The result in the tags; a record does not keep this tag as text.
    result: Option<GameResult>,
    fen: Option<String>,
    set_up: bool,
    /// All tags so far, with their line numbers.
    named: HashMap<String, (usize, String)>,
}

impl Header {
    /// Whether there are no tags.
    pub(super) fn is_empty(&self) -> bool {
        self.named.is_empty()
    }

    /// Whether a tag after an empty line begins another game. Not every such tag does: some programs
    /// put empty lines between tags.
    pub(super) fn is_of_next_game(&self, name: &str) -> bool {
        !self.is_empty() && (name == "Event" || self.named.contains_key(name))
    }

    /// The line of the tag that a problem is about.
    pub(super) fn line_of(&self, problem: &Problem) -> Option<usize> {
        let name = match problem {
            Problem::Fen(_) => "FEN",
            Problem::NoFen => "SetUp",
            Problem::Foreign { .. } | Problem::UnknownVariant { .. } => "Variant",
            _ => return None,
        };
        self.named.get(name).map(|(line, _)| *line)
    }

    /// Adds a tag from this line; returns the problem if the tag is ignored.
    pub(super) fn add(&mut self, line: usize, name: &str, value: &str) -> Option<Problem> {
        if self.named.get(name).is_some_and(|(_, old)| old == value) {
            return None;
        }
        if self.named.len() == MOST_TAGS && !self.named.contains_key(name) {
            return Some(Problem::TooManyTags);
        }
        let old = self.named.insert(name.into(), (line, value.into()));
        let twice = old.map(|_| Problem::TagTwice(name.into()));
        match (name, TagName::new(name)) {
            (_, Some(name)) => self.tags.set(name, value),
            // Some programs write a FEN tag although there is no FEN.
            ("FEN", _) => self.fen = (!["", "?", "-"].contains(&value)).then(|| value.into()),
            ("SetUp", _) => self.set_up = value == "1",
            _ => {
                self.result = GameResult::in_tag(value);
                if self.result.is_none() {
                    return Some(Problem::Result(value.into()));
                }
            }
        }
        twice
    }

    /// The start of the game in this variant, once all tags are read.
    pub(super) fn start(&self, variant: &NamedVariant<'_>) -> Result<Box<dyn GameState>, Problem> {
        match &self.fen {
            Some(fen) => variant.read_fen(fen).map_err(Problem::Fen),
            None if self.set_up => Err(Problem::NoFen),
            None => variant
                .start()
                .ok_or_else(|| Problem::NoStart(variant.name.into())),
        }
    }

    /// The result of a game whose moves end with this result, and a problem if the tag contradicts
    /// it. A tag with an unknown result contradicts nothing.
    pub(super) fn result(&self, moves: Option<GameResult>) -> (GameResult, Option<Problem>) {
        let known = |result: &GameResult| *result != GameResult::Unknown;
        match (moves.filter(known), self.result.filter(known)) {
            (Some(moves), Some(tag)) if moves != tag => {
                (GameResult::Unknown, Some(Problem::Results { moves, tag }))
            }
            (moves, tag) => (moves.or(tag).unwrap_or(GameResult::Unknown), None),
        }
    }
}
