//! The network learns from the positions of games, whose values are as [results](super::results) says.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail};
use indicatif::{ProgressBar, ProgressStyle};

use super::Arguments;
use super::results::{Games, tell_loss};
use crate::commands::of_file;
use crate::engine::Engine;
use crate::games::pawns::network::weights::Learned;
use crate::standard;
use crate::stop::Interrupt;
use crate::tune::network::{Lesson, Pupil};

/// What a network has learned before.
fn read(path: &Path) -> io::Result<Learned> {
    let bytes = standard::read(path)?;
    Learned::read(&bytes).map_err(|wrong| io::Error::new(io::ErrorKind::InvalidData, wrong))
}

/// The bytes of the mean of networks.
pub fn mean(paths: &[PathBuf]) -> Result<Vec<u8>> {
    let networks = paths.iter().map(|path| of_file(path, read(path)));
    let networks: Vec<Learned> = networks.collect::<Result<_>>()?;
    let mean =
        Learned::mean(&networks).ok_or_else(|| anyhow!("there is no mean of no networks"))?;
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
    let games = Games::of(path, arguments, engine, &interrupt)?;
    let mut lessons: Vec<Lesson> = games.fitting.iter().map(Lesson::from).collect();
    let held_out: Vec<Lesson> = games.held_out.iter().map(Lesson::from).collect();
    let epochs = arguments.epochs;
    let style = ProgressStyle::with_template("{elapsed_precise} {bar:30} {pos}/{len} epochs {msg}");
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = ProgressBar::new(epochs as u64).with_style(style);
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
        tell_loss(name, part.len(), pupil.judge(part), output)?;
    }
    let threshold = pupil.model().threshold;
    writeln!(output, "even odds at {threshold:.1} hundredths of a pawn")?;
    Ok(pupil.learned().to_bytes())
}
