//! The built-in puzzles; [docs/puzzles.md](../../../docs/puzzles.md) describes how they were made.

/// The files, by the names of the variants.
const SETS: [(&str, &str); 5] = [
    ("peasants", include_str!("../../puzzles/peasants.csv")),
    ("pawnrace", include_str!("../../puzzles/pawnrace.csv")),
    ("kingpawn", include_str!("../../puzzles/kingpawn.csv")),
    ("endings", include_str!("../../puzzles/endings.csv")),
    ("antichess", include_str!("../../puzzles/antichess.csv")),
];

/// The variants that have puzzles.
pub fn variants() -> impl Iterator<Item = &'static str> {
    SETS.iter().map(|(variant, _)| *variant)
}

/// The puzzles of a variant, as a text for [`csv::read`](super::csv::read()); `None` if there are none.
#[must_use]
pub fn of(variant: &str) -> Option<&'static str> {
    let found = SETS.iter().find(|(name, _)| *name == variant);
    found.map(|(_, text)| *text)
}
