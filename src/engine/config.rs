//! The configuration of an engine: its variants, by name, and its options.
//!
//! Variant names are matched as users and programs write them: in upper or lower case, and by the
//! names that other programs use. The [configuration](crate::config) of the program is read from
//! files into this one.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::choices::Choice;
use super::options::Options;
use super::registry::{StartError, Variant, Variants};

/// The variants of an engine, and its options.
#[derive(Clone, Debug)]
pub struct Config {
    /// The options.
    pub options: Options,
    /// The variants by name.
    pub variants: Variants,
    /// Titles and descriptions for the board, by the same names.
    pub titles: BTreeMap<String, Title>,
}

/// The presentation of a variant in user interfaces.
#[derive(Clone, Default, Debug)]
pub struct Title {
    /// Its title; by default its name.
    pub title: Option<String>,
    /// A one-sentence description. A variant that has one is on the first page of the board.
    pub about: Option<String>,
}

impl Config {
    /// The options of the games of its variants, without duplicates.
    #[must_use]
    pub fn choices(&self) -> Vec<&'static Choice> {
        Choice::each_once(self.variants.values().flat_map(|one| one.choices()))
    }

    /// The names of the variants in order, with their UCI names.
    #[must_use]
    pub fn names(&self) -> BTreeSet<&str> {
        let own = self.variants.keys().map(String::as_str);
        let all = self.variants.values();
        own.chain(all.filter_map(|variant| variant.listing().aliases.first().copied()))
            .collect()
    }

    /// The variant chosen by the options.
    ///
    /// # Errors
    /// If there is no variant of that name.
    pub fn variant(&self) -> Result<&Arc<dyn Variant>, StartError> {
        let name = &self.options.variant;
        let variant = self.variants.get(name);
        variant.ok_or_else(|| StartError::new(format!("there is no variant '{name}'")))
    }

    /// The variant with this name, in upper or lower case, and its name as configured. `None` if
    /// there is no such variant, or if several differ only in case.
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

    /// Like [`Self::named`], but also finds variants by an alias; if several have it, the one that
    /// the options choose.
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

    /// The variants whose games are opened by this choice. If there are any, no others have it.
    #[must_use]
    pub fn opened_by(&self, choice: &str) -> Vec<&str> {
        let opens =
            |variant: &dyn Variant| variant.opened_by().is_some_and(|own| own.name == choice);
        let all = self.variants.iter();
        let opened = all.filter(|(_, variant)| opens(&***variant));
        opened.map(|(name, _)| name.as_str()).collect()
    }
}
