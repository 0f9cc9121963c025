//! The tags of a game while it is read: what they say of its start and its result.

use super::Starts;
use super::read::Problem;
use super::record::{GameResult, TagName, Tags};
use crate::game::state::GameState;
use crate::quote::short;

/// So many tags a game may have: each name is compared with all before it.
pub(super) const MOST_TAGS: usize = 1_000;

/// The tags so far.
#[derive(Default)]
pub(super) struct Header {
    pub(super) tags: Tags,
    /// The tags that a record does not keep as text.
    result: Option<GameResult>,
    fen: Option<String>,
    set_up: bool,
    /// The names of all tags so far.
    named: Vec<String>,
}

impl Header {
    /// Whether there was none.
    pub(super) const fn is_empty(&self) -> bool {
        self.named.is_empty()
    }

    /// One more.
    pub(super) fn add(&mut self, name: &str, value: &str) -> Result<(), Problem> {
        if self.named.iter().any(|other| other == name) {
            return Err(Problem::TagTwice(name.into()));
        }
        if self.named.len() == MOST_TAGS {
            return Err(Problem::TooManyTags);
        }
        self.named.push(name.into());
        match (name, TagName::new(name)) {
            (_, Some(name)) => self.tags.set(name, value),
            ("FEN", _) => self.fen = Some(value.into()),
            ("SetUp", _) => self.set_up = value == "1",
            _ => {
                let result = GameResult::parse(value);
                self.result = Some(result.ok_or_else(|| Problem::Result(value.into()))?);
            }
        }
        Ok(())
    }

    /// They are complete: where the game begins.
    pub(super) fn start(&self, starts: &impl Starts) -> Result<Box<dyn GameState>, Problem> {
        let variant = self.tags.get(&TagName::VARIANT);
        match &self.fen {
            Some(fen) => starts.read_fen(variant, fen).map_err(Problem::Fen),
            None if self.set_up => Err(Problem::NoFen),
            None => starts.start(variant).ok_or_else(|| {
                Problem::NoStart(match variant {
                    Some(name) => {
                        format!("the variant '{}' has no start of its own here", short(name))
                    }
                    None => "no variant".into(),
                })
            }),
        }
    }

    /// Whether the moves may end with this result. A tag that does not know it contradicts none.
    pub(super) fn allows(&self, result: GameResult) -> Result<(), Problem> {
        match self.result {
            Some(tag) if tag != result && tag != GameResult::Unknown => {
                Err(Problem::Results { moves: result, tag })
            }
            _ => Ok(()),
        }
    }
}
