//! Games of pawns on boards of few files: what can be solved.

use anyhow::{Context, Result};

use super::play::{CHANCE, chance, game};
use jacquerie::commands::{Usage, pawn_games};
use jacquerie::engine::Engine;
use jacquerie::game::Provable;
use jacquerie::games::pawns::{Diagram, Files, Gaps, PawnGame, PawnRoom};

/// What only the pawn games have.
const NAME: &str = "pscore, network and order of the solver";

/// The pawn game that an engine plays. Without gamelets, which would make what a position takes depend on the
/// games before.
///
/// # Errors
/// If it plays another game.
pub fn pawn_game(engine: &Engine) -> Result<PawnGame, Usage> {
    Ok(PawnGame {
        gamelets: None,
        ..pawn_games::state(engine, NAME)?.game().clone()
    })
}

/// A board of so many files, with all gaps that it can have.
pub struct NarrowBoard {
    /// The game that is played on it.
    pub game: PawnGame,
    starts: Vec<Diagram>,
    seed: u64,
}

impl NarrowBoard {
    /// The board of so many files.
    ///
    /// # Errors
    /// If the engine plays another game, or the game has no start on so many files.
    pub fn new(engine: &Engine, files: u8, seed: u64) -> Result<Self> {
        let width = Files::new(usize::from(files)).context("1 to 8 files")?;
        let room: Option<&PawnRoom> = engine.variant().as_any().downcast_ref();
        let room = room.ok_or_else(|| pawn_games::refuse(engine, NAME))?;
        let starts = Gaps::all(width).map(|gaps| room.rules().start(width, gaps));
        let mut starts = starts.collect::<Result<Vec<Diagram>, _>>()?;
        starts.dedup();
        Ok(Self {
            game: pawn_game(engine)?,
            starts,
            seed,
        })
    }

    /// The positions of the game of that number.
    pub fn positions(&self, number: u64) -> Vec<Diagram> {
        let start = &self.starts[number as usize % self.starts.len()];
        let files = start.files.count();
        let mut random = chance(self.seed, (files as u64) << 32 | number);
        game(&self.game, start, 2 * files, CHANCE, &mut random).positions
    }

    /// What tells games on it from those of another run: rule, start, seed and width.
    pub fn name(&self, limit: u64) -> String {
        let rule = self.game.rule().words;
        let start = self.starts.first();
        let files = start.map_or(0, |start| start.files.count());
        let start = start.map_or_else(String::new, Diagram::to_string);
        let seed = self.seed;
        format!("{rule} from {start} seed {seed} limit {limit} files {files}")
    }
}
