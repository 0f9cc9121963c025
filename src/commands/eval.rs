//! `jacquerie eval`: the terms of the pscore, side by side.

use std::io::Write;

use anyhow::Result;

use super::diagram;
use crate::engine::Engine;
use crate::games::pawns::pscore;

/// What `eval` takes.
#[derive(clap::Args, Debug)]
pub struct Arguments {
    /// The position; without it, the start.
    #[arg(long)]
    pub fen: Option<String>,
}

/// Shows the evaluation of the engine's position.
///
/// # Errors
/// If the output cannot be written.
pub fn run(engine: &Engine, output: &mut impl Write) -> Result<()> {
    let position = diagram(engine)?;
    write!(
        output,
        "{}\n{}",
        position.draw(),
        pscore::table(&position, &engine.game())
    )?;
    Ok(())
}
