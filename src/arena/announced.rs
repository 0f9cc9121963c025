//! What an engine announces, its version and its options, and whether it can therefore be
//! configured as the user asks.
//!
//! An engine silently ignores an option that it does not have, and an engine that does not know the
//! variant plays a different game. Either way the match would measure the wrong thing. So before
//! the first game the requested settings are checked against the `option name … type …` lines of
//! the engine's answer to `uci`.

use thiserror::Error;

use crate::nearest::{nearest, probably};
use crate::quote::{plain, short};

/// The maximum number of options: more than any engine has. An engine that announces more is broken
/// and must not fill the memory.
const MOST_OPTIONS: usize = 1_000;

/// The kinds of options that UCI knows.
const KINDS: [&str; 5] = ["check", "spin", "combo", "button", "string"];

/// What an engine has announced.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Announced {
    /// The text after `id name`: usually a name with a version. Control characters are escaped.
    pub version: String,
    options: Vec<Announcement>,
}

/// An option as it was announced.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Announcement {
    name: String,
    kind: Kind,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Kind {
    Check,
    Spin(Option<i128>, Option<i128>),
    Combo(Vec<String>),
    Button,
    /// Any text.
    Text,
}

/// Why an option cannot be set.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
pub enum Refusal {
    /// The engine has no option of that name.
    #[error("it has no option '{}'{}", short(.name), or_nearest(.nearest.as_deref()))]
    NoOption {
        /// The name.
        name: String,
        /// The most similar name, if there is a similar one.
        nearest: Option<String>,
    },
    /// The option cannot have that value.
    #[error(
        "its option {} cannot be '{}', expected {}{}",
        short(.name), short(.value), short(.expected), or_meant(.meant.as_deref())
    )]
    Value {
        /// The option.
        name: String,
        /// The requested value.
        value: String,
        /// The values it can have.
        expected: String,
        /// The value that was probably meant.
        meant: Option<String>,
    },
}

/// The end of an error message that suggests the most similar name.
fn or_nearest(nearest: Option<&str>) -> String {
    match nearest {
        Some(nearest) => format!("; the nearest is '{}'", short(nearest)),
        None => " or a similar one".into(),
    }
}

/// The end of an error message that suggests the valid value that was probably meant: the list of
/// valid values may be too long to be shown.
fn or_meant(meant: Option<&str>) -> String {
    meant.map_or_else(String::new, |meant| {
        format!("; did you mean '{}'?", short(meant))
    })
}

impl Announced {
    /// Reads a line of the answer to `uci`; other lines are ignored. If an option is announced
    /// again, the later line counts.
    pub fn read(&mut self, line: &str) {
        if let Some(version) = line.trim().strip_prefix("id name ") {
            self.version = plain(version.trim());
        }
        if let Some(new) = Announcement::read(line) {
            self.options
                .retain(|old| !old.name.eq_ignore_ascii_case(&new.name));
            if self.options.len() < MOST_OPTIONS {
                self.options.push(new);
            }
        }
    }

    fn find(&self, name: &str) -> Option<&Announcement> {
        let mut all = self.options.iter();
        all.find(|one| one.name.eq_ignore_ascii_case(name))
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        self.options.iter().map(|one| one.name.as_str())
    }

    /// Whether an option is a button: it takes no value.
    #[must_use]
    pub fn is_button(&self, name: &str) -> bool {
        let option = self.find(name);
        option.is_some_and(|option| option.kind == Kind::Button)
    }

    /// The name that selects the variant in this engine. An engine without an option for it is
    /// taken to know standard chess, if that is the variant's `alias`, and needs no setting.
    #[must_use]
    pub fn known_as<'n>(&self, variant: &'n str, alias: Option<&'n str>) -> Option<&'n str> {
        let Some(alias) = alias else {
            return Some(variant);
        };
        self.find("UCI_Variant")?;
        let knows = |name: &&str| self.check("UCI_Variant", name).is_ok();
        [variant, alias].into_iter().find(knows).or(Some(variant))
    }

    /// Checks that an option can be set to a value.
    ///
    /// # Errors
    /// Returns why it cannot.
    pub fn check(&self, name: &str, value: &str) -> Result<(), Refusal> {
        let Some(option) = self.find(name) else {
            return Err(Refusal::NoOption {
                name: name.into(),
                nearest: nearest(name, self.names()).map(Into::into),
            });
        };
        match option.kind.expects(value) {
            None => Ok(()),
            Some(expected) => Err(Refusal::Value {
                name: option.name.clone(),
                value: value.into(),
                expected,
                meant: option.kind.meant(value),
            }),
        }
    }
}

impl Announcement {
    fn read(line: &str) -> Option<Self> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let ["option", "name", rest @ ..] = &words[..] else {
            return None;
        };
        // The keyword may also occur in a name.
        let mut pairs = rest.windows(2);
        let end = pairs.position(|pair| pair[0] == "type" && KINDS.contains(&pair[1]))?;
        let (name, rest) = (rest[..end].join(" "), &rest[end + 1..]);
        let after = |word: &str| {
            let at = rest.iter().position(|other| *other == word)?;
            rest.get(at + 1)?.parse::<i128>().ok()
        };
        let kind = match rest.first() {
            Some(&"check") => Kind::Check,
            Some(&"spin") => Kind::Spin(after("min"), after("max")),
            Some(&"button") => Kind::Button,
            Some(&"combo") => {
                // The default may come before or after the values.
                let parts = rest.split(|word| *word == "var").skip(1);
                let values = parts.map(|words| {
                    // The first word after `var` is a value, even this one.
                    let mut others = words.iter().skip(1);
                    let end = others.position(|word| *word == "default");
                    words[..end.map_or(words.len(), |end| end + 1)].join(" ")
                });
                Kind::Combo(values.collect())
            }
            _ => Kind::Text,
        };
        Some(Self { name, kind })
    }
}

impl Kind {
    /// The values that the option accepts; `None` if it accepts this value.
    fn expects(&self, value: &str) -> Option<String> {
        match self {
            Self::Check => match value {
                "true" | "false" => None,
                _ => Some("'true' or 'false'".into()),
            },
            Self::Spin(least, most) => {
                let fits = value.parse().is_ok_and(|number: i128| {
                    least.is_none_or(|least| number >= least)
                        && most.is_none_or(|most| number <= most)
                });
                let bound = |end: &Option<i128>| end.map_or("…".into(), |end| end.to_string());
                (!fits).then(|| format!("a number from {} to {}", bound(least), bound(most)))
            }
            Self::Combo(values) => {
                let known = values.iter().any(|one| one.eq_ignore_ascii_case(value));
                (!known).then(|| format!("one of {}", values.join(", ")))
            }
            Self::Button | Self::Text => None,
        }
    }

    /// The valid value that was probably meant by an invalid one.
    fn meant(&self, value: &str) -> Option<String> {
        match self {
            Self::Combo(values) => {
                probably(value, values.iter().map(String::as_str)).map(Into::into)
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_set_is_refused_with_what_could() {
        let mut announced = Announced::default();
        for line in [
            "id name Some engine",
            "option name Hash type spin default 16 min 1 max 64",
            "option name Move Overhead type spin default 10 min 0 max 5000",
            "option name Ponder type check default false",
            "option name UCI_Variant type combo default chess var chess var 3check",
            "option name SyzygyPath type string default <empty>",
            "option name Clear Hash type button",
            "option name Any type of style type combo var calm var very wild default calm",
            "option name Mood type combo default default var default var grim",
            "option name Most type spin default 0 min 0 max 18446744073709551615",
            "uciok",
        ] {
            announced.read(line);
        }
        assert_eq!(announced.version, "Some engine");
        for (name, value) in [
            ("hash", "64"),
            ("Move Overhead", "0"),
            ("Ponder", "true"),
            ("UCI_Variant", "3check"),
            ("SyzygyPath", "/a b"),
            ("Clear Hash", ""),
            ("Any type of style", "very wild"),
            ("Any type of style", "calm"),
            ("Mood", "default"),
            ("Most", "18446744073709551615"),
        ] {
            assert_eq!(announced.check(name, value), Ok(()), "{name} {value}");
        }
        for (name, value, told) in [
            (
                "Hsah",
                "3",
                "it has no option 'Hsah'; the nearest is 'Hash'",
            ),
            (
                "Hash",
                "65",
                "cannot be '65', expected a number from 1 to 64",
            ),
            ("Ponder", "on", "expected 'true' or 'false'"),
            ("UCI_Variant", "peasants", "expected one of chess, 3check"),
        ] {
            let refusal = announced.check(name, value).unwrap_err().to_string();
            assert!(refusal.contains(told), "{refusal}");
        }
        announced.read("option name UCI_Variant type combo default chess var chess var peasants");
        let mistyped = announced.check("UCI_Variant", "peasant").unwrap_err();
        assert!(
            mistyped.to_string().ends_with("did you mean 'peasants'?"),
            "{mistyped}"
        );
        assert_eq!(announced.check("UCI_Variant", "peasants"), Ok(()));
        assert_eq!(
            announced.known_as("peasants", Some("chess")),
            Some("peasants")
        );
        assert_eq!(announced.known_as("endings", Some("chess")), Some("chess"));
        assert_eq!(announced.known_as("endings", None), Some("endings"));
        let silent = Announced::default();
        assert_eq!(silent.known_as("endings", Some("chess")), None);
        let nothing = silent.check("Hash", "1").unwrap_err();
        assert!(
            nothing.to_string().contains("or a similar one"),
            "{nothing}"
        );
    }
}
