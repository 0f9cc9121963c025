//! The options that a game has besides those of every engine. Each of them selects one of the game's starts (by the
//! width of the board, say), or how the game is judged.
//!
//! A game lists its [`Choice`]s. They are options for clients and keys in `engine.toml`; those that select a
//! start are also flags of the commands.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use super::options::{OptionError, read_check, read_number};
use super::registry::StartError;

/// An option of a game: it selects one of its starts, or how the game is judged.
#[derive(Clone, Debug)]
pub struct Choice {
    /// Its name in UCI.
    pub name: &'static str,
    /// Its key in the table `[options]` of `engine.toml`.
    pub key: &'static str,
    /// Its name for people.
    pub label: &'static str,
    /// What it is for.
    pub help: &'static str,
    /// Its values.
    pub kind: ChoiceKind,
    /// Whether it selects a start; otherwise it selects [how the game is judged](super::Equipment::judge).
    pub of_start: bool,
}

/// The values of a choice, and its default.
#[derive(Clone, Debug)]
pub enum ChoiceKind {
    /// A number.
    Number(RangeInclusive<u32>, u32),
    /// Text that the game interprets; the function gives its normal form, or what is wrong with it.
    Text(&'static str, fn(&str) -> Result<String, String>),
    /// A value that is on or off.
    Check(bool),
}

impl Choice {
    /// The option to evaluate with a network, for every game that has one.
    pub const NETWORK: Self = Self {
        name: "Network",
        key: "network",
        label: "Network",
        help: "whether a network evaluates pawn games and antichess, instead of a sum of terms, and corrects the terms of \
               pawn endings and Metamachy",
        kind: ChoiceKind::Check(true),
        of_start: false,
    };

    /// The options of several games, without duplicates: some belong to several games.
    #[must_use]
    pub fn each_once(all: impl Iterator<Item = &'static Self>) -> Vec<&'static Self> {
        let mut choices: Vec<&Self> = Vec::new();
        for choice in all {
            if choices.iter().all(|other| other.name != choice.name) {
                choices.push(choice);
            }
        }
        choices
    }

    /// Its default.
    #[must_use]
    pub fn default(&self) -> String {
        match &self.kind {
            ChoiceKind::Number(_, default) => default.to_string(),
            ChoiceKind::Text(default, _) => (*default).to_owned(),
            ChoiceKind::Check(default) => default.to_string(),
        }
    }

    /// Checks and normalises a value.
    ///
    /// # Errors
    /// If a number is missing, invalid or out of range, a text invalid, or a check neither on nor off.
    pub fn read(&self, value: Option<&str>) -> Result<String, OptionError> {
        match &self.kind {
            ChoiceKind::Number(range, _) => {
                read_number(self.name, value, range).map(|number| number.to_string())
            }
            ChoiceKind::Text(_, read) => {
                let text = value.ok_or(OptionError::NoValue(self.name))?;
                read(text).map_err(|problem| OptionError::Start {
                    name: self.name,
                    problem: StartError::new(problem),
                })
            }
            ChoiceKind::Check(_) => read_check(self.name, value).map(|is_on| is_on.to_string()),
        }
    }
}

/// The chosen values, by the key of each choice; missing ones have the game's default.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Choices(BTreeMap<&'static str, String>);

impl Choices {
    /// The value for a key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key).map(String::as_str)
    }

    /// The chosen value of an option, or its default.
    #[must_use]
    pub fn value(&self, choice: &Choice) -> String {
        let chosen = self.get(choice.key);
        chosen.map_or_else(|| choice.default(), Into::into)
    }

    /// Sets a game's network to its `first` network or to none, as chosen; returns true if it changed.
    #[must_use]
    pub fn choose_network<N: Clone + PartialEq>(
        &self,
        first: &Option<N>,
        used: &mut Option<N>,
    ) -> bool {
        let is_chosen = self.get(Choice::NETWORK.key) != Some("false");
        let network = first.clone().filter(|_| is_chosen);
        let is_new = *used != network;
        *used = network;
        is_new
    }

    /// Sets a choice.
    pub fn set(&mut self, key: &'static str, value: impl Into<String>) {
        self.0.insert(key, value.into());
    }

    /// These choices with one of them changed.
    #[must_use]
    pub fn with(&self, key: &'static str, value: impl Into<String>) -> Self {
        let mut other = self.clone();
        other.set(key, value);
        other
    }
}
