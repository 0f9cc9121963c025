//! Where games begin: what the tags `Variant` and `FEN` of a game mean.

use std::sync::Arc;

use super::problem::Problem;
use super::record::Record;
use crate::config::Config;
use crate::engine::registry::Xboard;
use crate::engine::{Choices, Prelude, Variant};
use crate::game::state::GameState;

/// Games that are never read as one of the variants here: even where their moves happen to be
/// legal, they would be judged by the wrong rules. Names are reduced to lower-case letters and
/// digits.
///
/// Source: the names that Lichess, ICC and Fairy-Stockfish write in the tag `Variant`.
const OTHERS: [&str; 18] = [
    "3check",
    "atomic",
    "bughouse",
    "chess960",
    "crazyhouse",
    "fischerandom",
    "fischerrandom",
    "horde",
    "kingofthehill",
    "koth",
    "losers",
    "makruk",
    "racingkings",
    "shogi",
    "threecheck",
    "wildfr",
    "xiangqi",
    "zh",
];

/// Names of chess itself. Programs that do not know a game write these names for it. For a variant
/// of chess that programs know, these names mean chess.
const CHESS: [&str; 5] = ["chess", "normal", "orthodox", "regular", "standard"];

/// The tag by which chess servers mean chess from any position, and other programs any game from one.
const FROM_POSITION: &str = "From Position";

/// Whether this name belongs to a game that is known to be different from the variant.
fn is_other(name: &str, variant: &dyn Variant) -> bool {
    let plain = plain(name);
    let is_known_elsewhere = variant.xboard().template != Xboard::UNKNOWN.template;
    OTHERS.contains(&&*plain) || is_known_elsewhere && CHESS.contains(&&*plain)
}

/// A name reduced to letters and digits: `Anti-chess` is `antichess`.
fn plain(name: &str) -> String {
    let letters = name.chars().filter(|letter| letter.is_alphanumeric());
    letters.collect::<String>().to_lowercase()
}

/// The starts of the variants of a configuration: the configuration's own start, and the usual start of every other
/// variant. Games of one with several starts need a FEN.
#[derive(Debug)]
pub struct Starts<'a> {
    config: &'a Config,
    /// The start of the configuration's own variant, if it differs from the usual one.
    own: Option<Box<dyn GameState>>,
    is_given: bool,
    /// Whether games may begin in a variant's prelude.
    is_whole: bool,
}

/// The starts of the variants of a configuration.
#[must_use]
pub const fn starts_of(config: &Config) -> Starts<'_> {
    Starts {
        config,
        own: None,
        is_given: false,
        is_whole: false,
    }
}

impl Starts<'_> {
    /// These starts, but games of the configuration's own variant begin with this position.
    #[must_use]
    pub fn with_own(self, start: Box<dyn GameState>) -> Self {
        Self {
            own: Some(start),
            ..self
        }
    }

    /// These starts, but games of unknown variants belong to the configuration's own variant, if
    /// the user has named it (`is_given`). [Other known games](OTHERS) do not.
    #[must_use]
    pub fn given(self, is_given: bool) -> Self {
        Self { is_given, ..self }
    }

    /// These starts, but games may begin in the [prelude](crate::engine::Listing::prelude) of a
    /// variant: this applies to all games that have no FEN and do not name the variant by its own
    /// name.
    #[must_use]
    pub fn whole(self) -> Self {
        Self {
            is_whole: true,
            ..self
        }
    }

    /// The variant whose name differs only in signs and the word chess: `Suicide Chess`.
    fn alike(&self, name: &str) -> Option<(&str, &Arc<dyn Variant>)> {
        let meant = plain(name);
        let mut all = self.config.variants.iter();
        let (name, variant) = all.find(|(known, _)| {
            let known = plain(known);
            known == meant || format!("{known}chess") == meant
        })?;
        Some((name, variant))
    }

    /// The variant of a game that has this name in its tag, or no tag.
    ///
    /// # Errors
    /// If this program does not play it.
    pub fn variant(&self, named: Option<&str>) -> Result<NamedVariant<'_>, Problem> {
        let says_nothing = |name: &str| self.is_given && name.eq_ignore_ascii_case(FROM_POSITION);
        let named = named.filter(|name| !says_nothing(name));
        let usual = self.config.options.variant.as_str();
        let own = self.config.named(named.unwrap_or(usual));
        // This is the default variant, if the name is its alias.
        let by_alias = || {
            let usual = self.config.named(usual)?;
            named.filter(|name| usual.1.is_called(name)).map(|_| usual)
        };
        let known = own.or_else(by_alias);
        let given = self.config.named(usual).filter(|(_, variant)| {
            self.is_given && !named.is_some_and(|named| is_other(named, &***variant))
        });
        let alike = || {
            let named = named.filter(|_| !self.is_given)?;
            self.alike(named).or_else(|| self.config.called(named))
        };
        let found = known.or(given).or_else(alike);
        let (name, variant) = found.ok_or_else(|| {
            let all = self.config.variants.keys().map(String::as_str);
            Problem::Foreign {
                name: named.unwrap_or(usual).into(),
                known: all.collect::<Vec<_>>().join(", "),
            }
        })?;
        Ok(NamedVariant {
            name,
            is_known: known.is_some() || !self.is_given,
            variant: &**variant,
            own: self.own.as_deref().filter(|_| name == usual),
            prelude: variant.listing().prelude.filter(|_| self.is_whole),
            is_named: own.is_some() && named.is_some(),
        })
    }
}

/// A variant, and how a game names it.
pub struct NamedVariant<'a> {
    /// Its name.
    pub name: &'a str,
    /// Whether the name in the game is that of this variant.
    pub is_known: bool,
    variant: &'a dyn Variant,
    own: Option<&'a dyn GameState>,
    /// The prelude in which its games may have begun.
    prelude: Option<Prelude>,
    /// Whether the game calls the variant by the variant's own name.
    is_named: bool,
}

impl NamedVariant<'_> {
    /// The start of its games, if they can do without a FEN.
    #[must_use]
    pub fn start(&self) -> Option<Box<dyn GameState>> {
        if let (Some(prelude), false) = (self.prelude, self.is_named) {
            return (prelude.read_fen)(prelude.start).ok();
        }
        match (self.own, self.variant.has_many_starts()) {
            (Some(own), _) => Some(own.boxed()),
            (None, true) => None,
            (None, false) => self.variant.start(&Choices::default()).ok(),
        }
    }

    /// Where a game enters the variant: the number of moves before that, and the position. `None` if
    /// it never leaves the variant's prelude.
    #[must_use]
    pub fn entered(&self, game: &Record) -> Option<(usize, Box<dyn GameState>)> {
        match self.prelude {
            None => Some((0, game.start().boxed())),
            Some(prelude) => {
                (self.variant).entered(game.start(), &game.coordinates(), prelude.is_past)
            }
        }
    }

    /// The part of the game from where it enters the variant.
    ///
    /// # Errors
    /// If it never leaves the variant's prelude.
    pub fn own_part(&self, game: Record) -> Result<Record, Problem> {
        match self.entered(&game) {
            Some((0, _)) => Ok(game),
            Some((count, start)) => Ok(game.after(count, start)),
            None => Err(Problem::NeverEntered(self.name.into())),
        }
    }

    /// The name of the variant in records of games.
    #[must_use]
    pub fn name_for_others(&self) -> &str {
        self.variant.name_for_others(self.name)
    }

    /// Reads a position from a FEN.
    ///
    /// # Errors
    /// Returns what is wrong with it.
    pub fn read_fen(&self, fen: &str) -> Result<Box<dyn GameState>, String> {
        let own = self.variant.read_fen(fen);
        let read = match (own, self.prelude) {
            (Err(_), Some(prelude)) => (prelude.read_fen)(fen),
            (own, _) => own,
        };
        read.map_err(|problem| problem.to_string())
    }
}
