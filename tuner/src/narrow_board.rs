//! Pawn games on boards of few files, which can be solved.

use anyhow::{Context, Result};

use super::play::{CHANCE, chance, game};
use jacquerie::cli::{Usage, state_of};
use jacquerie::engine::Engine;
use jacquerie::game::playable::Playable;
use jacquerie::games::pawns::{Diagram, Files, Gaps, LISTING, PawnGame};

/// The parts that only the pawn games have.
const NAME: &str = "pscore, network and order of the solver";

/// The engine's pawn game, without gamelets: with them, the cost of a position would depend on the
/// games before it.
///
/// # Errors
/// If the engine plays another game.
pub fn pawn_game(engine: &Engine) -> Result<PawnGame, Usage> {
    Ok(PawnGame {
        gamelets: None,
        ..state_of::<PawnGame>(engine, NAME, LISTING.name)?
            .game()
            .clone()
    })
}

/// A board of a given width, with all its gaps.
pub struct NarrowBoard {
    /// The game played on it.
    pub game: PawnGame,
    starts: Vec<Diagram>,
    seed: u64,
}

impl NarrowBoard {
    /// The board of a given width.
    ///
    /// # Errors
    /// If the engine plays another game, or the game has no start position of this width.
    pub fn new(engine: &Engine, files: u8, seed: u64) -> Result<Self> {
        let width = Files::new(usize::from(files)).context("1 to 8 files")?;
        let game = pawn_game(engine)?;
        let choices = engine.options().choices.with("files", files.to_string());
        let starts = Gaps::all(width).map(|gaps| {
            let start = engine
                .variant()
                .start(&choices.with("gaps", gaps.to_string()));
            anyhow::Ok(start?.fen().parse()?)
        });
        let mut starts = starts.collect::<Result<Vec<Diagram>>>()?;
        starts.dedup();
        Ok(Self { game, starts, seed })
    }

    /// The positions of a game, by its number.
    pub fn positions(&self, number: u64) -> Vec<Diagram> {
        let start = &self.starts[number as usize % self.starts.len()];
        let files = start.files;
        let mut random = chance(self.seed, (files as u64) << 32 | number);
        game(&self.game, start, 2 * files, CHANCE, &mut random).positions
    }

    /// What distinguishes its games from those of another run: rule, start, seed and width.
    pub fn name(&self, limit: u64) -> String {
        let rule = self.game.rule().words;
        let start = self.starts.first();
        let files = start.map_or(0, |start| start.files);
        let start = start.map_or_else(String::new, Diagram::to_string);
        let seed = self.seed;
        format!("{rule} from {start} seed {seed} limit {limit} files {files}")
    }
}
