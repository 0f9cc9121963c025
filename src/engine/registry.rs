//! The games that an engine can play, and how a game is added.
//!
//! A game is a type that has rules ([`Game`](crate::game::Game)) and notations
//! ([`Playable`](crate::game::playable::Playable)). To be added it needs a [`Listing`], which says
//! how a [definition](super::Definition) of a variant is read from `engine.toml`. A [`Registry`] is
//! a list of listings. Opening a variant gives a [`Variant`]; from there on the game is fixed and
//! everything is text.

use std::collections::BTreeMap;
use std::fmt;
use std::io::Write;
use std::sync::Arc;

use clap::ArgMatches;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use serde::de::DeserializeOwned;
use serde_path_to_error::Segment;
use thiserror::Error;
use toml::{Table, Value};

use super::Engine;
use super::choices::{Choice, Choices};
use super::king_squares::FindKingSquares;
use super::session::GameSession;
use crate::game::Outcome;
use crate::game::fen::FenError;
use crate::game::rule::Rule;
use crate::game::state::GameState;
use crate::solve::certificate::{Certificate, Claim};
use crate::solve::checking::{CheckError, Checked, Plan, PlannedStep};
use crate::solve::solving::{Means, SolverResult};
use crate::stop::Stop;

/// A game in the list.
#[derive(Clone, Copy)]
pub struct Listing {
    /// Its name in `engine.toml`: `game = "NAME"`.
    pub name: &'static str,
    /// The options that choose among its starts, or how it is judged.
    pub choices: &'static [Choice],
    /// The names of the tables of `engine.toml` that belong to this game alone.
    pub tables: &'static [&'static str],
    /// The name of another convention for the end of the game that `perft` can count by, as in
    /// [`Playable::OTHER_ENDING`](crate::game::playable::Playable::OTHER_ENDING).
    pub other_ending: Option<&'static str>,
    /// The commands of the program that belong only to this game.
    pub commands: &'static [GameCommand],
    /// Computes the value of a position for each square of the king, if the game has kings and a
    /// solver.
    pub king_squares: Option<FindKingSquares>,
    /// The letters of the promotion pieces, in upper case as for White in a FEN.
    pub promotions: &'static str,
    /// Its names in other programs, the UCI name first; empty if no other program knows it.
    pub aliases: &'static [&'static str],
    /// The larger game in which its games may begin.
    pub prelude: Option<Prelude>,
    /// The puzzle themes of this game, besides those of every game.
    pub themes: &'static [&'static str],
    /// Reads the table of a variant, without its key `game`, and the game's own tables.
    pub open: fn(&Table, &Table) -> OpenResult,
}

/// A command of the program that only some games have.
#[derive(Clone, Copy)]
pub struct GameCommand {
    /// Its name.
    pub name: &'static str,
    /// Adds its description and its arguments; `--fen`, if there is one, names the position.
    pub define: fn(clap::Command) -> clap::Command,
    /// Whether the result is a file, which is written even if the output is closed.
    pub keeps: fn(&ArgMatches) -> bool,
    /// Runs it at the engine's position, which is of this game.
    pub run: fn(&ArgMatches, &Engine, &mut dyn Write) -> anyhow::Result<()>,
}

impl fmt::Debug for GameCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// White's pieces by letter, each with how it moves in a sentence.
pub type Legend = &'static [(char, &'static str)];

/// The result of opening a variant, or what is wrong in its tables.
pub type OpenResult = Result<Arc<dyn Variant>, WrongTable>;

/// What XBoard knows about a variant, and what it must be sent.
#[derive(Clone, Copy, Debug)]
pub struct Xboard {
    /// The most similar game among those that other programs know: they apply its rules to a
    /// variant whose name they do not know.
    pub template: &'static str,
    /// Names of the game's variants that XBoard itself knows: they need no [`XboardMen`].
    pub names: &'static [&'static str],
    /// The description of the pieces of a variant that XBoard does not know; `None` if not needed.
    pub men: Option<XboardMen>,
    /// Converts a FEN from XBoard, which does not know what all fields mean in this game.
    pub fen: fn(&str) -> Result<String, FenError>,
}

impl Xboard {
    /// For a variant about which XBoard knows nothing, and need not know anything.
    pub const UNKNOWN: Self = Self {
        template: "fairy",
        names: &[],
        men: None,
        fen: |fen| Ok(fen.into()),
    };
}

/// The description of pieces for XBoard, for a variant that it does not know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct XboardMen {
    /// The letters of its pictures, in its own order: the argument of `setup`. `None` if they are
    /// those of the [template](Xboard::template).
    pub letters: Option<&'static str>,
    /// How each piece moves, in Betza's notation: the arguments of `piece`.
    pub moves: &'static [&'static str],
    /// Whether these descriptions are incomplete, so that XBoard must be sent the destinations of a
    /// piece that is picked up.
    pub marks: bool,
}

/// The larger game in which a variant's games begin: chess, for its endings. Other programs begin a
/// game there; once the variant can read the FEN, the game belongs to the variant.
#[derive(Clone, Copy, Debug)]
pub struct Prelude {
    /// Its start, as a FEN of the larger game.
    pub start: &'static str,
    /// Reads a FEN of the larger game.
    pub read_fen: fn(&str) -> Result<Box<dyn GameState>, FenError>,
    /// Whether this FEN, which the variant can read, is a position where its games usually begin.
    pub is_past: fn(&str) -> bool,
}

/// A variant of any game, opened.
pub trait Variant: fmt::Debug + Send + Sync {
    /// The game's entry in the list.
    fn listing(&self) -> &'static Listing;

    /// The rules in one line, so that two variants of the same name can be told apart.
    fn rules(&self) -> String;

    /// A description in a sentence or two, for people who choose a game.
    fn about(&self) -> String;

    /// How its pieces move, for new players; empty for well-known pieces.
    fn legend(&self) -> Legend;

    /// Reads a position from a FEN.
    ///
    /// # Errors
    /// Returns what is wrong with it.
    fn read_fen(&self, fen: &str) -> Result<Box<dyn GameState>, FenError>;

    /// The chosen start.
    ///
    /// # Errors
    /// If there is no such start.
    fn start(&self, choices: &Choices) -> Result<Box<dyn GameState>, StartError>;

    /// Whether every engine that knows the variant reads `startpos` as the chosen start, whatever
    /// its options.
    fn has_usual_start(&self, choices: &Choices) -> bool;

    /// The choice that Black makes before each game, if there is one.
    fn opened_by(&self) -> Option<&'static Choice>;

    /// Every start that Black can choose, with the other choices given; empty if there is nothing
    /// to choose.
    fn starts(&self, choices: &Choices) -> Vec<Start>;

    /// A session that thinks about its positions.
    fn session(&self) -> Box<dyn GameSession>;

    /// A solver of its positions.
    ///
    /// # Errors
    /// If the game has no solver, or none with these means.
    fn solver(&self, means: Means) -> SolverResult;

    /// The rule on which its values and proofs depend; `None` if the game has no proofs.
    fn rule(&self) -> Option<Rule>;

    /// Checks a certificate by the variant's rules, as in [`check`](crate::solve::checking::check).
    ///
    /// # Errors
    /// If it is not a proof, or `stop` is set before that is clear.
    fn check(
        &self,
        certificate: &Certificate,
        tells_line: bool,
        stop: &Stop,
    ) -> Result<Checked, CheckError>;

    /// Walks to where the parts of a proof begin, as in [`plan`](crate::solve::checking::plan).
    ///
    /// # Errors
    /// If the walk fails, or positions of the game can repeat, so that it has no proofs in parts.
    fn plan(
        &self,
        fen: &str,
        claim: Claim,
        step: &mut dyn FnMut(&str, bool) -> Option<PlannedStep>,
    ) -> Result<Plan, CheckError>;

    /// How it is described to XBoard, and to other programs that do not know it.
    fn xboard(&self) -> Xboard;
}

impl dyn Variant + '_ {
    /// The name of the game.
    #[must_use]
    pub fn game(&self) -> &'static str {
        self.listing().name
    }

    /// Whether a name is one of its [aliases](Listing::aliases), in upper or lower case.
    #[must_use]
    pub fn is_called(&self, name: &str) -> bool {
        let mut aliases = self.listing().aliases.iter();
        aliases.any(|alias| alias.eq_ignore_ascii_case(name))
    }

    /// The name of the variant in records of games: the common name, if other programs know it.
    #[must_use]
    pub fn name_for_others<'n>(&self, name: &'n str) -> &'n str {
        self.listing().aliases.first().copied().unwrap_or(name)
    }

    /// Where a game that began in the [prelude](Listing::prelude) reaches the variant: the number
    /// of moves before that, and the position. `wanted` must accept its FEN, unless it is the first
    /// position. `None` if the game does not reach it, or a move is illegal.
    pub fn entered(
        &self,
        start: &dyn GameState,
        moves: &[&str],
        wanted: fn(&str) -> bool,
    ) -> Option<(usize, Box<dyn GameState>)> {
        let mut state = start.boxed();
        let mut rest = moves.iter();
        loop {
            let (fen, count) = (state.fen(), moves.len() - rest.len());
            if let (true, Ok(entered)) = (count == 0 || wanted(&fen), self.read_fen(&fen)) {
                return Some((count, entered));
            }
            state.play(rest.next()?).ok()?;
        }
    }

    /// The options that choose among its starts, or how it is judged.
    #[must_use]
    pub fn choices(&self) -> &'static [Choice] {
        self.listing().choices
    }

    /// Whether a game begins with a choice among several starts.
    #[must_use]
    pub fn has_many_starts(&self) -> bool {
        self.opened_by().is_some()
    }

    /// A random start.
    pub fn draw_start(&self, choices: &Choices, random: &mut ChaCha8Rng) -> Choices {
        let starts = self.starts(choices);
        let drawn = starts.choose(random);
        drawn.map_or(choices, |start| &start.choices).clone()
    }

    /// A random one of the starts that are best for Black: what an engine chooses.
    pub fn choose_start(&self, choices: &Choices, random: &mut ChaCha8Rng) -> Choices {
        let starts = self.starts(choices);
        let best = Start::best(starts.iter());
        let chosen = best.choose(random);
        chosen.map_or(choices, |start| &start.choices).clone()
    }
}

/// One of the starts among which Black chooses before a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Start {
    /// The choices that give this start.
    pub choices: Choices,
    /// The result for Black with best play, as far as known; otherwise a draw.
    pub for_black: Outcome,
    /// The index of its mirror image (left and right swapped) among the starts; a start may be its
    /// own mirror image.
    pub image: usize,
    /// Whether both sides lack (or have) the same pieces.
    pub is_symmetric: bool,
}

impl Start {
    /// The starts that are best for Black, as far as known.
    pub fn best<'s>(starts: impl Iterator<Item = &'s Self> + Clone) -> Vec<&'s Self> {
        let most = starts.clone().map(|start| start.for_black).max();
        starts
            .filter(|start| Some(start.for_black) == most)
            .collect()
    }
}

/// The variants by name.
pub type Variants = BTreeMap<String, Arc<dyn Variant>>;

/// Why a start is not available.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
#[error("{reason}")]
pub struct StartError {
    /// The key of the choice that caused it, if any.
    pub key: Option<&'static str>,
    reason: String,
}

impl StartError {
    /// An error with this reason.
    pub fn new(reason: impl fmt::Display) -> Self {
        Self {
            key: None,
            reason: reason.to_string(),
        }
    }

    /// An error caused by this choice.
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
    /// The keys that lead from the table to the value; empty for the table as a whole.
    pub path: Vec<String>,
    /// What is wrong and what would be right.
    pub message: String,
}

impl WrongTable {
    /// An error at this key.
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
/// Returns the first invalid value, and where it is.
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
pub struct Registry(Vec<&'static Listing>);

impl Registry {
    /// Adds a game to the list.
    #[must_use]
    pub fn with(mut self, game: &'static Listing) -> Self {
        self.0.push(game);
        self
    }

    /// The names of the games.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.0.iter().map(|entry| entry.name)
    }

    /// The tables of `engine.toml` that belong to one of the games.
    pub fn tables(&self) -> impl Iterator<Item = &'static str> {
        self.0.iter().flat_map(|entry| entry.tables.iter().copied())
    }

    /// The options of all games, without duplicates.
    pub fn choices(&self) -> impl Iterator<Item = &'static Choice> {
        Choice::each_once(self.0.iter().flat_map(|entry| entry.choices)).into_iter()
    }

    /// The commands that belong only to some games, each with the first game that has it.
    pub fn commands(&self) -> impl Iterator<Item = (&'static str, &'static GameCommand)> {
        self.0.iter().enumerate().flat_map(|(index, entry)| {
            let earlier = self.0[..index].iter().flat_map(|entry| entry.commands);
            let own = entry.commands.iter();
            let own = own.filter(move |one| earlier.clone().all(|other| other.name != one.name));
            own.map(|one| (entry.name, one))
        })
    }

    /// Opens a variant of a game; `None` if there is no game of that name. `tables` are
    /// all tables of `engine.toml`.
    ///
    /// # Errors
    /// Returns what is wrong in the tables that the game reads.
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

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.names()).finish()
    }
}
