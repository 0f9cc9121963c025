//! Repertoires: best moves for the first plies from a position, or from each position of a file.
//!
//! As with [`many`](super::many), the output is its own checkpoint: a run resumes after the last
//! complete section, after it has checked that the existing sections belong to the first
//! positions.

use std::path::Path;

use anyhow::{Result, anyhow, bail};
use indicatif::HumanCount;

use crate::cli::of_file;
use crate::cli::watch::{Watch, progress};
use crate::files::{Growing, can_begin};
use crate::game::state::GameState;
use crate::quote::{counted, short};
use crate::solve::repertoire::{RepertoireError, Section};
use crate::solve::solving::GameSolver;
use crate::standard::note;
use crate::stop::Interrupt;

pub fn run(
    solver: &dyn GameSolver,
    roots: &[Box<dyn GameState>],
    plies: u8,
    path: &Path,
) -> Result<()> {
    let interrupt = Interrupt::listen()?;
    let mut output = of_file(path, Growing::open(path))?;
    let rule = solver.rule();
    let empty = |fen: String| Section {
        rule: rule.number,
        plies,
        fen,
        sides: [Vec::new(), Vec::new()],
    };
    let expected: Vec<Section> = roots.iter().map(|root| empty(root.fen())).collect();
    let done = of_file(path, sections_done(&mut output, &expected, rule.words))?;
    let bar = progress();
    for (index, root) in roots.iter().enumerate().skip(done) {
        let found = Watch::new(&interrupt, &bar).over(solver, |stop| {
            solver.repertoire(&**root, plies, stop, &mut |at| {
                bar.set_prefix(format!(
                    "{} of {}, ply {}, {} of {};",
                    index + 1,
                    roots.len(),
                    at.ply,
                    at.number + 1,
                    at.of
                ));
            })
        })?;
        let found = found.map_err(|error| anyhow!("{}: {error}", root.fen()))?;
        let Some(section) = found else {
            bar.finish_and_clear();
            let all = counted(roots.len(), "position");
            note!("stopped after {index} of {all}");
            return Ok(());
        };
        of_file(path, output.append(&section.encode()))?;
        log::info!("{}: {} entries", section.fen, section.entries());
    }
    bar.finish_and_clear();
    let bytes = of_file(path, output.length())?;
    note!(
        "a repertoire for {} in {} bytes, {} searched",
        counted(roots.len(), "position"),
        HumanCount(bytes),
        HumanCount(solver.positions())
    );
    Ok(())
}

/// The number of positions that already have their section. An incomplete section is cut off.
fn sections_done(output: &mut Growing, expected: &[Section], rule: &str) -> Result<usize> {
    let bytes = output.read()?;
    let mut rest = &bytes[..];
    let mut done = 0;
    while !rest.is_empty() {
        let number = done + 1;
        let decoded = match Section::decode(rest) {
            Err(RepertoireError::Unfinished) => None,
            decoded => Some(decoded?),
        };
        let Some(wanted) = expected.get(done) else {
            bail!("it has more sections than there are positions; give another --repertoire");
        };
        let Some((section, others)) = decoded else {
            if !can_begin(rest, &wanted.heading()) {
                bail!(
                    "section {number} is not for '{}'; give another --repertoire",
                    wanted.fen
                );
            }
            break;
        };
        if section.fen != wanted.fen {
            let found = short(&section.fen);
            let wanted = &wanted.fen;
            bail!(
                "section {number} is for '{found}', expected '{wanted}'; give another --repertoire"
            );
        }
        if section.rule != wanted.rule {
            bail!(
                "section {number} is for the same position under a different rule from '{rule}'; give another --repertoire, or the --variant it was made with"
            );
        }
        if section.plies != wanted.plies {
            bail!(
                "section {number} has {} plies, not {}; give another --repertoire",
                section.plies,
                wanted.plies
            );
        }
        rest = others;
        done += 1;
    }
    output.cut_off(rest.len())?;
    Ok(done)
}
