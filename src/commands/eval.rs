//! `jacquerie eval`: the terms of the evaluation in a table.

use std::io::Write;

use anyhow::Result;
use serde::Serialize;

use crate::board::Colour;
use crate::cli::json::{self, About, in_pawns};
use crate::cli::state;
use crate::engine::Engine;
use crate::game::Outcome;
use crate::game::state::GameState;

/// The arguments of `eval`.
#[derive(clap::Args, Debug)]
#[command(after_long_help = "\
Example:
  jacquerie eval --fen \"8/8/1p6/4p3/2P1P3/8/8/8 b\"")]
pub struct Arguments {
    /// The position ('-': a line of standard input) [default: the start position].
    #[arg(long)]
    pub fen: Option<String>,
    /// Print JSON, one object per line (docs/json.md).
    #[arg(long)]
    json: bool,
}

/// The evaluation as one JSON object.
#[derive(Serialize, Debug)]
pub struct Told {
    #[serde(flatten)]
    about: About,
    value: Option<String>,
    plies_at_most: Option<u16>,
    pawns: f64,
    terms: Vec<ToldTerm>,
}

#[derive(Serialize, Debug)]
struct ToldTerm {
    name: &'static str,
    white: Option<f64>,
    black: Option<f64>,
    pawns: f64,
}

/// Shows the evaluation of the engine's position.
///
/// # Errors
/// If the output cannot be written.
pub fn run(arguments: &Arguments, engine: &Engine, output: &mut impl Write) -> Result<()> {
    let position = state(engine)?;
    if arguments.json {
        let told = Told::of(&*position, &engine.options().variant);
        return json::write(output, &told);
    }
    write!(
        output,
        "{}\n{}",
        position.picture().draw(),
        position.evaluation().table
    )?;
    Ok(())
}

impl Told {
    /// The evaluation of a position of a variant.
    pub fn of(position: &dyn GameState, variant: &str) -> Self {
        let proof = position.proof();
        let own = |for_white: i32| match position.turn() {
            Colour::White => in_pawns(for_white),
            Colour::Black => in_pawns(-for_white),
        };
        let evaluation = position.evaluation();
        let terms = evaluation.terms.into_iter().map(|term| ToldTerm {
            name: term.name,
            white: term.sides.map(|[white, _]| in_pawns(white)),
            black: term.sides.map(|[_, black]| in_pawns(black)),
            pawns: own(term.for_white),
        });
        Self {
            about: About::new(position, variant),
            value: proof.map(|proof| proof.outcome.to_string()),
            plies_at_most: proof
                .filter(|proof| proof.outcome != Outcome::Draw)
                .map(|proof| proof.plies),
            pawns: in_pawns(evaluation.value.number().into()),
            terms: terms.collect(),
        }
    }
}
