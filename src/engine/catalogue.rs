//! The games that an engine can play, and how a game moves in.
//!
//! A game is a type that says its rules ([`Game`](crate::game::Game)) and its texts
//! ([`Playable`](crate::game::playable::Playable)). To move in it offers one thing more: a [`Listing`],
//! which says how a variant of it is read from `engine.toml`. A [`Catalogue`] is a list of these; opening a
//! variant gives a [`Variant`], from which on the choice of the game is made and everything is text.

use std::any::Any;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use rand_chacha::ChaCha8Rng;
use serde::de::DeserializeOwned;
use serde_path_to_error::Segment;
use thiserror::Error;
use toml::{Table, Value};

use super::options::{Choice, Choices};
use super::session::GameSession;
use crate::game::playable::FenProblem;
use crate::game::state::GameState;
use crate::solve::checking::GameChecker;
use crate::solve::solving::{GameSolver, Means, NoSolver};

/// A game in the list.
#[derive(Clone, Copy)]
pub struct Listing {
    /// What `engine.toml` calls it: `game = "NAME"`.
    pub name: &'static str,
    /// The options that choose among its starts, or how it is judged.
    pub choices: &'static [Choice],
    /// The tables of `engine.toml` that are its own, by name.
    pub tables: &'static [&'static str],
    /// Reads the table of a variant, without its key `game`; and its own tables.
    pub open: fn(&Table, &Table) -> OpenResult,
}

/// What comes of opening a variant, or what is wrong in its tables.
pub type OpenResult = Result<Arc<dyn Variant>, WrongTable>;

/// What XBoard must be told about the men of a variant that it does not know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct XboardMen {
    /// Which letters stand for its pictures, in its own order: the argument of `setup`. `None` if they
    /// are those of the [template](Variant::template).
    pub letters: Option<&'static str>,
    /// How each man moves, in Betza's notation: the arguments of `piece`.
    pub moves: &'static [&'static str],
    /// Whether these do not say all, so that XBoard must be told where a man may go that is taken up.
    pub marks: bool,
}

/// A variant that is open: whoever has one need not know which game it is of.
pub trait Variant: fmt::Debug + Send + Sync {
    /// The game, as the list has it.
    fn listing(&self) -> &'static Listing;

    /// The rules in a line, so that two variants of the same name can be told apart.
    fn rules(&self) -> String;

    /// What it is about, in a sentence or two, for people who choose it.
    fn about(&self) -> String;

    /// The position of a FEN.
    ///
    /// # Errors
    /// What is wrong with it.
    fn read_fen(&self, fen: &str) -> Result<Box<dyn GameState>, FenProblem>;

    /// The start that is chosen.
    ///
    /// # Errors
    /// If nothing can start so.
    fn start(&self, choices: &Choices) -> Result<Box<dyn GameState>, StartError>;

    /// Whether every engine that knows the variant understands `startpos` as the start that is
    /// chosen, whatever its options.
    fn has_usual_start(&self, _choices: &Choices) -> bool {
        true
    }

    /// Whether a game begins with a choice among several starts.
    fn has_many_starts(&self) -> bool {
        false
    }

    /// Every start that can be chosen where the game leaves it open, and what is fixed is as given.
    fn starts(&self, choices: &Choices) -> Vec<Choices> {
        vec![choices.clone()]
    }

    /// One of these by chance.
    fn draw_start(&self, choices: &Choices, _random: &mut ChaCha8Rng) -> Choices {
        choices.clone()
    }

    /// One of these by chance, of those that are best for who may choose: what an engine chooses.
    fn choose_start(&self, choices: &Choices, _random: &mut ChaCha8Rng) -> Choices {
        choices.clone()
    }

    /// Somebody who thinks about its positions.
    fn session(&self) -> Box<dyn GameSession>;

    /// A solver of its positions.
    ///
    /// # Errors
    /// If the game has none, or not with these means.
    fn solver(&self, _means: Means) -> Result<Box<dyn GameSolver>, NoSolver> {
        Err(NoSolver::Unsolved)
    }

    /// Who checks certificates by its rules; `None` if the game has no proofs.
    fn checker(&self) -> Option<Box<dyn GameChecker>> {
        None
    }

    /// The letters of the men that others can become, as FEN writes White's.
    fn promotions(&self) -> &'static str {
        ""
    }

    /// The game that is most like it among those that other programs know: they take its rules for
    /// a variant whose name they do not know.
    fn template(&self) -> &'static str {
        "fairy"
    }

    /// Names of the game's variants that XBoard knows by itself: it needs no [`XboardMen`] for them.
    fn xboard_names(&self) -> &'static [&'static str] {
        &[]
    }

    /// How XBoard is told of the men of a variant whose name it does not know; `None` if it need not
    /// be.
    fn xboard_men(&self) -> Option<XboardMen> {
        None
    }

    /// The position of a FEN of XBoard's, which does not know what all of its fields mean here.
    ///
    /// # Errors
    /// What is wrong with it.
    fn read_xboard_fen(&self, fen: &str) -> Result<Box<dyn GameState>, FenProblem> {
        self.read_fen(fen)
    }

    /// The variant itself, for those who need one game and no other.
    fn as_any(&self) -> &dyn Any;
}

impl dyn Variant + '_ {
    /// The name of the game.
    #[must_use]
    pub fn game(&self) -> &'static str {
        self.listing().name
    }

    /// The options that choose among its starts, or how it is judged.
    #[must_use]
    pub fn choices(&self) -> &'static [Choice] {
        self.listing().choices
    }
}

/// The variants by name.
pub type Variants = BTreeMap<String, Arc<dyn Variant>>;

/// Why a game cannot start so.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
#[error("{reason}")]
pub struct StartError {
    /// The key of the choice that is to blame, if it is one.
    pub key: Option<&'static str>,
    reason: String,
}

impl StartError {
    /// For that reason.
    pub fn new(reason: impl fmt::Display) -> Self {
        Self {
            key: None,
            reason: reason.to_string(),
        }
    }

    /// Because of what was chosen there.
    pub fn of_choice(key: &'static str, reason: impl fmt::Display) -> Self {
        Self {
            key: Some(key),
            ..Self::new(reason)
        }
    }
}

/// What is wrong in a table of `engine.toml`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrongTable {
    /// The keys that lead there from the table; none if it is the table as a whole.
    pub path: Vec<String>,
    /// What is wrong and what would be right.
    pub message: String,
}

impl WrongTable {
    /// Something is wrong with that key.
    pub fn new(path: &[&str], message: impl fmt::Display) -> Self {
        Self {
            path: path.iter().map(|key| (*key).to_owned()).collect(),
            message: message.to_string(),
        }
    }
}

/// Reads a table as a type.
///
/// # Errors
/// The first value that does not fit, and where it stands.
pub fn read_table<T: DeserializeOwned>(table: &Table) -> Result<T, WrongTable> {
    let value = Value::Table(table.clone());
    serde_path_to_error::deserialize(value).map_err(|error| {
        let keys = error.path().iter().filter_map(|segment| match segment {
            Segment::Map { key } => Some(key.clone()),
            _ => None,
        });
        WrongTable {
            path: keys.collect(),
            message: error.inner().message().trim().replace('\n', " "),
        }
    })
}

/// A list of games.
#[derive(Clone, Default)]
pub struct Catalogue(Vec<&'static Listing>);

impl Catalogue {
    /// The list with one game more.
    #[must_use]
    pub fn with(mut self, game: &'static Listing) -> Self {
        self.0.push(game);
        self
    }

    /// What the games are called.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.0.iter().map(|entry| entry.name)
    }

    /// The tables of `engine.toml` that belong to one of them.
    pub fn tables(&self) -> impl Iterator<Item = &'static str> {
        self.0.iter().flat_map(|entry| entry.tables.iter().copied())
    }

    /// The options that choose among the starts of any of them.
    pub fn choices(&self) -> impl Iterator<Item = &'static Choice> {
        self.0.iter().flat_map(|entry| entry.choices)
    }

    /// Opens a variant of a game; `None` if no game is called so. `tables` holds all that
    /// `engine.toml` says.
    ///
    /// # Errors
    /// What is wrong in the tables that the game has read.
    #[must_use]
    pub fn open(&self, game: &str, variant: &Table, tables: &Table) -> Option<OpenResult> {
        let entry = self.0.iter().find(|entry| entry.name == game)?;
        let own = tables.iter();
        let own = own.filter(|(name, _)| entry.tables.contains(&name.as_str()));
        let own: Table = own
            .map(|(name, table)| (name.clone(), table.clone()))
            .collect();
        Some((entry.open)(variant, &own))
    }
}

impl fmt::Debug for Catalogue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.names()).finish()
    }
}
