//! The network learns from the positions of games, whose values are as [results](super::results) says.

use std::io::Write;
use std::path::Path;

use anyhow::{Result, bail};
use indicatif::{ProgressBar, ProgressStyle};

use super::Arguments;
use super::results::{Games, tell_loss};
use crate::engine::Engine;
use crate::stop::Interrupt;
use crate::tune::network::{Lesson, Pupil};

/// Learns from the games of a file, and tells how well it does on those held out. The bytes of what it has
/// learned.
pub fn learn(
    path: &Path,
    arguments: &Arguments,
    engine: &Engine,
    output: &mut impl Write,
) -> Result<Vec<u8>> {
    let interrupt = Interrupt::listen()?;
    let games = Games::of(path, arguments, engine, &interrupt)?;
    let mut lessons: Vec<Lesson> = games.fitting.iter().map(Lesson::from).collect();
    let held_out: Vec<Lesson> = games.held_out.iter().map(Lesson::from).collect();
    let epochs = arguments.epochs;
    let style = ProgressStyle::with_template("{elapsed_precise} {bar:30} {pos}/{len} epochs {msg}");
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = ProgressBar::new(epochs as u64).with_style(style);
    let mut pupil = Pupil::new(arguments.seed);
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
