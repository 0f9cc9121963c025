//! The games, a room each, and the list of them: the only file that names them all.
//!
//! A room knows its game and nobody else's. It says the rules to search and solver
//! ([`Game`](crate::game::Game)), its texts to everybody else
//! ([`Playable`](crate::game::playable::Playable)), and how a variant is read and started
//! ([`Variant`](crate::engine::Variant)). A game moves in with a folder here and a line below.

pub mod antichess;
pub mod kings;
pub mod metamachy;
pub mod pawns;

use crate::engine::Catalogue;

/// Every game there is.
#[must_use]
pub fn catalogue() -> Catalogue {
    Catalogue::default()
        .with(&pawns::LISTING)
        .with(&kings::LISTING)
        .with(&antichess::LISTING)
        .with(&metamachy::LISTING)
}
