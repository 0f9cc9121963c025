//! What an engine is set up with: the variants that it can play, by their names, and its options.
//!
//! Names are what people and programs say: in any case of letters, and by the names that others have for a game. The
//! [configuration](crate::config) makes it of the files.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::options::{Choice, Options};
use super::registry::{StartError, Variant, Variants};

/// What an engine can play, and how its options are set.
#[derive(Clone, Debug)]
pub struct Config {
    /// The options.
    pub options: Options,
    /// The variants by name.
    pub variants: Variants,
    /// How a board introduces them, by the same names.
    pub titles: BTreeMap<String, Title>,
}

/// How a variant is introduced to people who choose a game.
#[derive(Clone, Default, Debug)]
pub struct Title {
    /// What people call it; if nothing is said, its name.
    pub title: Option<String>,
    /// What it is, in a sentence. A variant that has one stands on the first page of the board.
    pub about: Option<String>,
}

impl Config {
    /// The options that belong to the games of its variants, each once.
    #[must_use]
    pub fn choices(&self) -> Vec<&'static Choice> {
        Choice::each_once(self.variants.values().flat_map(|one| one.choices()))
    }

    /// The names of the variants in their order, with those that UCI has for them.
    #[must_use]
    pub fn names(&self) -> BTreeSet<&str> {
        let own = self.variants.keys().map(String::as_str);
        let all = self.variants.values();
        own.chain(all.filter_map(|variant| variant.listing().aliases.first().copied()))
            .collect()
    }

    /// The variant that the options choose.
    ///
    /// # Errors
    /// If there is none of that name.
    pub fn variant(&self) -> Result<&Arc<dyn Variant>, StartError> {
        let name = &self.options.variant;
        let variant = self.variants.get(name);
        variant.ok_or_else(|| StartError::new(format!("there is no variant '{name}'")))
    }

    /// The variant that somebody names, in any case of letters, and its name as it is written here.
    /// `None` if there is none, or if several differ by nothing but case.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<(&str, &Arc<dyn Variant>)> {
        let exact = self.variants.get_key_value(name);
        let alike = || {
            let all = self.variants.iter();
            let mut alike = all.filter(|(known, _)| known.eq_ignore_ascii_case(name));
            alike.next().filter(|_| alike.next().is_none())
        };
        let (name, variant) = exact.or_else(alike)?;
        Some((name, variant))
    }

    /// As [`Self::named`], or the variant that others call so; of several the one that the options choose.
    #[must_use]
    pub fn called(&self, name: &str) -> Option<(&str, &Arc<dyn Variant>)> {
        let alias = || {
            let chosen = self.variants.get_key_value(&self.options.variant);
            let mut all = chosen.into_iter().chain(&self.variants);
            let (known, variant) = all.find(|(_, variant)| variant.is_called(name))?;
            Some((known.as_str(), variant))
        };
        self.named(name).or_else(alias)
    }
}
