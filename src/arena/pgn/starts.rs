//! Where games begin: what the tags `Variant` and `FEN` of a game mean.

use super::problem::Problem;
use crate::config::Config;
use crate::engine::{Choices, Variant};
use crate::game::state::GameState;

/// Variants of chess that are none of those played here, whatever is said of a file in which they are found:
/// where their moves happen to be legal, too, they would be judged by the wrong rules. Chess itself is not
/// among them, since its pawn endings are played here.
///
/// Source: the names that Lichess and ICC write in the tag `Variant`.
const OTHERS: [&str; 14] = [
    "3-check",
    "atomic",
    "bughouse",
    "chess960",
    "crazyhouse",
    "fischerandom",
    "horde",
    "king of the hill",
    "kingofthehill",
    "koth",
    "losers",
    "racing kings",
    "racingkings",
    "three-check",
];

fn is_other(name: &str) -> bool {
    OTHERS.contains(&name.trim().to_lowercase().as_str())
}

/// The starts of the variants of a configuration: on the usual board, and none for a variant with a
/// choice of starts, whose games always need a FEN.
#[derive(Debug)]
pub struct Starts<'a> {
    config: &'a Config,
    /// The start of the configuration's own variant, if it is another one.
    own: Option<Box<dyn GameState>>,
    is_given: bool,
}

/// The starts of the variants of a configuration.
#[must_use]
pub const fn starts_of(config: &Config) -> Starts<'_> {
    Starts {
        config,
        own: None,
        is_given: false,
    }
}

impl<'a> Starts<'a> {
    /// The same, but games of the configuration's own variant begin here.
    #[must_use]
    pub fn with_own(self, start: Box<dyn GameState>) -> Self {
        Self {
            own: Some(start),
            ..self
        }
    }

    /// The same, but games of variants that nobody knows are of the configuration's own, if somebody
    /// has named it for them. Games of variants that [everybody](OTHERS) knows are not.
    #[must_use]
    pub fn given(self, is_given: bool) -> Self {
        Self { is_given, ..self }
    }

    /// The variant that is played where a game names this one, or none.
    ///
    /// # Errors
    /// If it is not played here.
    pub fn variant(&self, named: Option<&str>) -> Result<Played<'_>, Problem> {
        let usual = self.config.options.variant.as_str();
        let known = self.config.named(named.unwrap_or(usual));
        let may_be_usual = self.is_given && !named.is_some_and(is_other);
        let found = match may_be_usual {
            true => known.or_else(|| self.config.named(usual)),
            false => known,
        };
        let (name, variant) = found.ok_or_else(|| {
            let all = self.config.variants.keys().map(String::as_str);
            Problem::Foreign {
                name: named.unwrap_or(usual).into(),
                known: all.collect::<Vec<_>>().join(", "),
            }
        })?;
        Ok(Played {
            name,
            is_known: known.is_some(),
            variant: &**variant,
            own: self.own.as_deref().filter(|_| name == usual),
        })
    }
}

/// The variant of a game.
pub struct Played<'a> {
    /// Its name.
    pub name: &'a str,
    /// Whether it is the one that the game names.
    pub is_known: bool,
    variant: &'a dyn Variant,
    own: Option<&'a dyn GameState>,
}

impl Played<'_> {
    /// Where its games begin, if they can do without a FEN.
    #[must_use]
    pub fn start(&self) -> Option<Box<dyn GameState>> {
        match (self.own, self.variant.has_many_starts()) {
            (Some(own), _) => Some(own.boxed()),
            (None, true) => None,
            (None, false) => self.variant.start(&Choices::default()).ok(),
        }
    }

    /// The position of a FEN.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read_fen(&self, fen: &str) -> Result<Box<dyn GameState>, String> {
        self.variant
            .read_fen(fen)
            .map_err(|problem| problem.to_string())
    }
}
