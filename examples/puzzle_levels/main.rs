//! The engine's levels at puzzles: does a higher level solve more, and is a lower-rated puzzle
//! solved more often?
//!
//! Each level tries each puzzle of a file several times, each time with a different seed and an
//! empty table. It solves the puzzle if it finds all the moves. The table has a row for each band
//! of ratings; the last line gives the rank correlation (Spearman's) of a puzzle's rating with how
//! often it was failed.
//!
//! ```text
//! cargo run --release --example puzzle_levels -- puzzles/peasants.csv --variant peasants
//! ```
//!
//! `docs/puzzles.md` discusses the result.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, anyhow};
use clap::Parser;
use jacquerie::config::Config;
use jacquerie::engine::{Choices, Level, Variant};
use jacquerie::puzzles::collection::BAND;
use jacquerie::puzzles::sight::Sight;
use jacquerie::puzzles::{Puzzle, csv};

/// Lets the engine's levels solve puzzles.
#[derive(Parser)]
struct Arguments {
    /// The puzzles.
    file: PathBuf,
    /// The variant.
    #[arg(long)]
    variant: String,
    /// The levels.
    #[arg(long, value_delimiter = ',', default_value = "1,4,7,10")]
    levels: Vec<u32>,
    /// How often each level tries each puzzle.
    #[arg(long, default_value_t = 4)]
    tries: u32,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let config = Config::built_in();
    let variant = config.variants.get(&arguments.variant);
    let variant = &**variant.context("unknown variant")?;
    let text = fs::read_to_string(&arguments.file)?;
    let found = csv::read(&text).map_err(|problem| anyhow!(problem))?;
    let puzzles = found.into_iter().map(|(_, found)| found);
    let puzzles: Result<Vec<Puzzle>, String> = puzzles.collect();
    let puzzles = puzzles.map_err(|problem| anyhow!(problem))?;
    let mut sight = Sight::new(variant, &Choices::default())?;
    // For each puzzle, how often each level solves it.
    let mut solved = Vec::new();
    for puzzle in &puzzles {
        let mut of_levels = Vec::new();
        for level in &arguments.levels {
            // The highest level makes no random choices.
            let tries = if *level < Level::HIGHEST {
                arguments.tries
            } else {
                1
            };
            let mut times = 0;
            for seed in 0..tries {
                times += u32::from(solves(puzzle, variant, &mut sight, *level, 1_000 + seed)?);
            }
            of_levels.push(f64::from(times) / f64::from(tries));
        }
        solved.push(of_levels);
    }
    let rows: Vec<(u32, &[f64])> = puzzles
        .iter()
        .zip(&solved)
        .map(|(puzzle, solved)| (puzzle.rating, solved.as_slice()))
        .collect();
    print(&rows, &arguments.levels);
    Ok(())
}

/// Whether a level finds all of a puzzle's moves.
fn solves(
    puzzle: &Puzzle,
    variant: &dyn Variant,
    sight: &mut Sight,
    level: u32,
    seed: u32,
) -> Result<bool> {
    let positions = puzzle.positions(variant)?;
    for (index, wanted) in puzzle.moves.iter().enumerate().skip(1).step_by(2) {
        sight.forget();
        if sight.play(&*positions[index], level, seed)?.as_ref() != Some(wanted) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Prints the table.
fn print(rows: &[(u32, &[f64])], levels: &[u32]) {
    print!("{:>10} {:>8}", "rating", "puzzles");
    levels
        .iter()
        .for_each(|level| print!(" {:>9}", format!("level {level}")));
    println!();
    let mut bands: Vec<u32> = rows.iter().map(|(rating, _)| rating / BAND).collect();
    bands.sort_unstable();
    bands.dedup();
    let line = |name: &str, of: &[&(u32, &[f64])]| {
        print!("{name:>10} {:>8}", of.len());
        for index in 0..levels.len() {
            let sum: f64 = of.iter().map(|(_, solved)| solved[index]).sum();
            print!(" {:>7.0} %", 100.0 * sum / of.len().max(1) as f64);
        }
        println!();
    };
    for band in bands {
        let of: Vec<_> = rows
            .iter()
            .filter(|(rating, _)| rating / BAND == band)
            .collect();
        line(&format!("{}-{}", band * BAND, (band + 1) * BAND - 1), &of);
    }
    line("all", &rows.iter().collect::<Vec<_>>());
    let ratings: Vec<f64> = rows.iter().map(|(rating, _)| f64::from(*rating)).collect();
    let failed: Vec<f64> = rows
        .iter()
        .map(|(_, solved)| -solved.iter().sum::<f64>())
        .collect();
    let correlation = correlation(&ranks(&ratings), &ranks(&failed));
    match correlation.is_finite() {
        true => println!("rank correlation {correlation:.2}"),
        false => println!("no rank correlation: all ratings, or all results, are equal"),
    }
}

/// The rank of each number; equal ones share theirs.
fn ranks(numbers: &[f64]) -> Vec<f64> {
    let rank = |one: &f64| {
        let below = numbers.iter().filter(|other| *other < one).count();
        let alike = numbers.iter().filter(|other| *other == one).count();
        below as f64 + (alike as f64 - 1.0) / 2.0
    };
    numbers.iter().map(rank).collect()
}

/// Pearson's coefficient.
fn correlation(one: &[f64], other: &[f64]) -> f64 {
    let mean = |all: &[f64]| all.iter().sum::<f64>() / all.len().max(1) as f64;
    let (mean_one, mean_other) = (mean(one), mean(other));
    let moments = one.iter().zip(other).map(|(one, other)| {
        let (one, other) = (one - mean_one, other - mean_other);
        (one * other, one * one, other * other)
    });
    let (both, first, second) = moments.fold((0.0, 0.0, 0.0), |sum, next| {
        (sum.0 + next.0, sum.1 + next.1, sum.2 + next.2)
    });
    both / (first * second).sqrt()
}
