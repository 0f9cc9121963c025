//! The `engine.toml` built into the program. It is complete and documents every key.

use std::sync::LazyLock;

use toml::Table;

/// The text of the file.
pub const TEXT: &str = include_str!("../engine.toml");

/// The keys and values of the file.
#[must_use]
pub fn table() -> &'static Table {
    static TABLE: LazyLock<Table> = LazyLock::new(|| {
        // A test parses the file, so this cannot fail.
        TEXT.parse().expect("the built-in engine.toml is TOML")
    });
    &TABLE
}
