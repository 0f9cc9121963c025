//! `jacquerie eval`: the terms of the evaluation, side by side.

use std::io::Write;

use anyhow::Result;

use super::state;
use crate::engine::Engine;

/// What `eval` takes.
#[derive(clap::Args, Debug)]
pub struct Arguments {
    /// The position ('-' for a line of standard input); without it, the start.
    #[arg(long)]
    pub fen: Option<String>,
}

/// Shows the evaluation of the engine's position.
///
/// # Errors
/// If the output cannot be written.
pub fn run(engine: &Engine, output: &mut impl Write) -> Result<()> {
    let position = state(engine)?;
    write!(
        output,
        "{}\n{}",
        position.picture().draw(),
        position.explain()
    )?;
    Ok(())
}
