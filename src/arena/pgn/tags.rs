//! The tags of a game: who, where, when.

use std::borrow::Cow;

/// The name of a tag: letters, digits and a few signs. `Result`, `SetUp` and `FEN` are not allowed,
/// because they follow from the rest of the record.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TagName(Cow<'static, str>);

impl TagName {
    /// The match or the occasion.
    pub const EVENT: Self = Self(Cow::Borrowed("Event"));
    /// The place.
    pub const SITE: Self = Self(Cow::Borrowed("Site"));
    /// The day, `YYYY.MM.DD`.
    pub const DATE: Self = Self(Cow::Borrowed("Date"));
    /// The round of the match.
    pub const ROUND: Self = Self(Cow::Borrowed("Round"));
    /// Who plays White.
    pub const WHITE: Self = Self(Cow::Borrowed("White"));
    /// Who plays Black.
    pub const BLACK: Self = Self(Cow::Borrowed("Black"));
    /// The game that is played.
    pub const VARIANT: Self = Self(Cow::Borrowed("Variant"));
    /// Why the game ended.
    pub const TERMINATION: Self = Self(Cow::Borrowed("Termination"));
    /// The time that the players had.
    pub const TIME_CONTROL: Self = Self(Cow::Borrowed("TimeControl"));
    /// Who or what wrote the comments.
    pub const ANNOTATOR: Self = Self(Cow::Borrowed("Annotator"));

    /// The tags that every game has, before the result.
    const ROSTER: [Self; 6] = [
        Self::EVENT,
        Self::SITE,
        Self::DATE,
        Self::ROUND,
        Self::WHITE,
        Self::BLACK,
    ];

    /// The name, if it is valid.
    #[must_use]
    pub fn new(name: &str) -> Option<Self> {
        let derived = ["Result", "SetUp", "FEN"].contains(&name);
        (is_symbol(name) && !derived).then(|| Self(Cow::Owned(name.to_owned())))
    }

    /// Its text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0
    }
}

/// Whether the text can be the name of a tag at all: a symbol of the standard, in any alphabet.
pub(super) fn is_symbol(text: &str) -> bool {
    let inside = |letter: char| letter.is_alphanumeric() || "_+#=:-".contains(letter);
    text.starts_with(char::is_alphanumeric) && text.chars().all(inside)
}

/// The tags of a game, except those that follow from its start and its result. The first six are
/// always present, with `?` for unknown values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tags(Vec<(TagName, String)>);

impl Default for Tags {
    fn default() -> Self {
        let unknown = |name: TagName| match name {
            date if date == TagName::DATE => (date, "????.??.??".to_owned()),
            other => (other, "?".to_owned()),
        };
        Self(TagName::ROSTER.map(unknown).to_vec())
    }
}

impl Tags {
    /// The value of a tag, if present.
    #[must_use]
    pub fn get(&self, name: &TagName) -> Option<&str> {
        let found = self.0.iter().find(|(other, _)| other == name);
        found.map(|(_, value)| value.as_str())
    }

    /// Sets a tag, replacing its old value. A tag is one line: control characters become blanks.
    pub fn set(&mut self, name: TagName, value: &str) {
        let value = value.replace(char::is_control, " ");
        match self.0.iter_mut().find(|(other, _)| *other == name) {
            Some((_, old)) => *old = value,
            None => self.0.push((name, value)),
        }
    }

    /// The name of the variant, if there is one.
    #[must_use]
    pub fn variant(&self) -> Option<&str> {
        let name = self.get(&TagName::VARIANT)?.trim();
        (!matches!(name, "" | "?")).then_some(name)
    }

    /// The first six, before the result.
    pub fn roster(&self) -> impl Iterator<Item = (&TagName, &str)> {
        self.iter().take(TagName::ROSTER.len())
    }

    /// The others, after it.
    pub fn others(&self) -> impl Iterator<Item = (&TagName, &str)> {
        self.iter().skip(TagName::ROSTER.len())
    }

    fn iter(&self) -> impl Iterator<Item = (&TagName, &str)> {
        self.0.iter().map(|(name, value)| (name, value.as_str()))
    }
}
