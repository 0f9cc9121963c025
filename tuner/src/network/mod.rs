//! The network of the pawn games learns ([`pupil`]) from the positions of [`games`].

mod games;
mod pupil;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::arguments::Arguments;
use super::work::progress;
use games::samples;
use jacquerie::cli::of_file;
use jacquerie::engine::Engine;
use jacquerie::games::pawns::Diagram;
use jacquerie::games::pawns::network::weights::Learned;
use jacquerie::standard;
use jacquerie::stop::Interrupt;
use pupil::{Lesson, Pupil};

type Sample = super::sample::Sample<Diagram>;

/// What a network has learned before.
fn read(path: &Path) -> io::Result<Learned> {
    let bytes = standard::read(path)?;
    Learned::read(&bytes).map_err(|wrong| io::Error::new(io::ErrorKind::InvalidData, wrong))
}

/// The bytes of the mean of networks.
pub fn mean(paths: &[PathBuf]) -> Result<Vec<u8>> {
    let networks = paths.iter().map(|path| of_file(path, read(path)));
    let networks: Vec<Learned> = networks.collect::<Result<_>>()?;
    let mean = Learned::mean(&networks).context("there is no mean of no networks")?;
    Ok(mean.to_bytes())
}

/// Learns from the games of a file, and tells how well it does on those held out. The bytes of what it has
/// learned.
pub fn learn(
    path: &Path,
    arguments: &Arguments,
    engine: &Engine,
    output: &mut impl Write,
) -> Result<Vec<u8>> {
    let interrupt = Interrupt::listen()?;
    let mut pupil = match &arguments.go_on_from {
        Some(path) => Pupil::of(of_file(path, read(path))?, arguments.seed),
        None => Pupil::new(arguments.seed),
    };
    let games = samples(path, arguments, engine, &interrupt)?;
    let mut lessons: Vec<Lesson> = games.fitting.iter().map(Lesson::from).collect();
    let held_out: Vec<Lesson> = games.held_out.iter().map(Lesson::from).collect();
    let bar = progress("epochs", arguments.epochs);
    let epochs = arguments.epochs as usize;
    for epoch in 0..epochs {
        let loss = pupil.learn(&mut lessons, epoch, epochs, &|| interrupt.is_heard());
        let Some(loss) = loss else {
            bail!("interrupted");
        };
        bar.inc(1);
        let judged = pupil.judge(&held_out);
        bar.set_message(format!("log-loss {loss:.4}, held out {judged:.4}"));
    }
    bar.finish_and_clear();
    for (name, part) in [("learned from", &lessons), ("held out", &held_out)] {
        let (positions, loss) = (part.len(), pupil.judge(part));
        writeln!(
            output,
            "{name:<12}{positions:>10} positions, log-loss {loss:.4}"
        )?;
    }
    let threshold = pupil.model().threshold;
    writeln!(output, "even odds at {threshold:.1} hundredths of a pawn")?;
    Ok(pupil.learned().to_bytes())
}
