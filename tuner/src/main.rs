//! The tuner: fits the weights and trains the networks that are built into the player.
//!
//! | module | what it finds, and from what |
//! |---|---|
//! | [`pscore`] | the weights of the pscore's terms, from narrow boards that are solved |
//! | [`kings`] | those of kings and pawns, from exact tables |
//! | [`phased`] | those of antichess and Metamachy, from the results of games |
//! | [`network`] | the networks of all games that have one, from games and their solved ends |
//! | [`order`] | the order in which the solver tries moves, by trial |
//!
//! The earliest notes on the pawn games propose the first: solve smaller boards, and see how well
//! the score predicts the result. That is Texel's method (Österlund 2014) with exact values instead
//! of results, so the only noise is what the score cannot see. Where middlegames take too long to
//! solve, results are used.
//!
//! The shared modules, in order of use: [`arguments`], [`play`] and [`narrow_board`] (games of the
//! engine against itself), [`sample`] (positions with values, to fit to and held out), [`gather`],
//! [`model`] (a score's chances of win, draw and loss), [`fit`], [`judge`] and [`report`] (how well
//! scores predict), [`configuration`] (where weights are written), [`work`] (threads and progress).

mod arguments;
mod configuration;
mod fit;
mod gather;
mod judge;
mod kings;
mod model;
mod narrow_board;
mod network;
mod order;
mod phased;
mod play;
mod pscore;
mod report;
mod sample;
mod work;

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::{Result, ensure};
use clap::Parser;

use arguments::Arguments;
use configuration::Configuration;
use jacquerie::cli::{Usage, of_file};
use jacquerie::files;
use jacquerie::games::antichess::AntichessGame;
use jacquerie::games::metamachy::MetamachyGame;
use jacquerie::network::file::MAGIC;
use jacquerie::standard::{self, Heard};

fn main() -> ExitCode {
    // The result is worth keeping even if nobody reads the report.
    let mut output = Heard::new(io::stdout(), true);
    match run(&Arguments::parse(), &mut output) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            standard::tell(format_args!("jacquerie-tuner: {error}"));
            ExitCode::from(if error.is::<Usage>() { 2 } else { 1 })
        }
    }
}

fn run(arguments: &Arguments, output: &mut impl Write) -> Result<()> {
    arguments.check()?;
    let engine = arguments.engine()?;
    if arguments.order {
        return order::run(arguments, &engine, output);
    }
    if let Some(path) = &arguments.network {
        // Check now, not when the work is done.
        of_file(path, files::check_kind(path, &[MAGIC]))?;
        of_file(path, files::check(path))?;
        let mut report = Vec::new();
        let (network, is_finished) = network::run(arguments, &engine, &mut report)?;
        of_file(path, files::replace(path, &network))?;
        output.write_all(&report)?;
        ensure!(
            is_finished,
            "interrupted; --go-on-from {} goes on with what has been learned",
            path.display()
        );
        return Ok(());
    }
    let configuration = Configuration::open(arguments.write.as_deref())?;
    if let Some(game) = kings::game(&engine) {
        return kings::run(game, arguments, &engine, configuration, output);
    }
    if let Some(start) = phased::start::<AntichessGame>(&engine) {
        return phased::run(start, arguments, &engine, configuration, output);
    }
    if let Some(start) = phased::start::<MetamachyGame>(&engine) {
        return phased::run(start, arguments, &engine, configuration, output);
    }
    pscore::run(arguments, &engine, configuration, output)
}
