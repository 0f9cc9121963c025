//! The `engine.toml` that the program is built with: complete, and every key of it explained.

use std::sync::LazyLock;

use toml::Table;

/// Its text.
pub const TEXT: &str = include_str!("../engine.toml");

/// What it says.
#[must_use]
pub fn table() -> &'static Table {
    static TABLE: LazyLock<Table> = LazyLock::new(|| {
        // The tests read it, so this cannot fail in a program that passed.
        TEXT.parse().expect("the built-in engine.toml is TOML")
    });
    &TABLE
}
