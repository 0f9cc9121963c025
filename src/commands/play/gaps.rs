//! The gaps of a Pawn Race, chosen by the engine when it plays Black.

use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use crate::engine::Engine;
use crate::games::pawns::openings::{best, value_for_black};
use crate::games::pawns::{Gaps, PawnRoom};

/// Gaps by chance, of those best for Black; `None` where another game is played.
pub fn by_chance(engine: &Engine, seed: u32) -> Option<Gaps> {
    let room = engine.session::<PawnRoom>()?.room();
    let files = PawnRoom::files(&engine.options().choices);
    let mut dice = ChaCha8Rng::seed_from_u64(seed.into());
    let worth = |gaps| (gaps, value_for_black(room.rules(), files, gaps));
    let all: Vec<_> = Gaps::all(files).map(worth).collect();
    best(&all).choose(&mut dice).copied()
}
