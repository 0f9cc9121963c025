//! The `engine.toml` that the program is built with: complete, and every key documented.
//!
//! Each room reads its own table of it.

/// Its text.
pub const ENGINE_TOML: &str = include_str!("../engine.toml");
