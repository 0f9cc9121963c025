//! The position named on the command line: a FEN, or the first line of standard input.

use std::io::{self, BufRead};

use anyhow::{Context, Result};

use super::Usage;
use crate::arena::positions::{self, Listed};
use crate::quote::short;
use crate::text::{decode, trim};

/// A FEN from the command line, with or without EPD operations after it; `-` means the first line
/// of standard input.
pub(super) fn named_fen(fen: &str) -> Result<String> {
    if fen != "-" {
        let found = match <[Listed; 1]>::try_from(positions::read(fen)) {
            Ok([listed]) => without_moves(listed, fen)?,
            Err(_) => None,
        };
        // Without one, the FEN reader says what is wrong.
        return Ok(found.unwrap_or_else(|| fen.into()));
    }
    // The lines after the first may be for another program.
    for line in BufRead::split(io::stdin().lock(), b'\n') {
        let line = line.and_then(|line| Ok(decode(&line)?.into_owned()));
        let line = line.context("standard input: no FEN can be read")?;
        if let Some(first) = positions::read(&line).into_iter().next() {
            let line = trim(&line);
            let fen = without_moves(first, line)?;
            let found = || Usage(format!("--fen -: found '{}', expected a FEN", short(line)));
            return Ok(fen.ok_or_else(found)?);
        }
    }
    Err(Usage("--fen -: standard input has no line with a FEN".into()).into())
}

/// The FEN of a line, which has no moves.
fn without_moves(listed: Listed, line: &str) -> Result<Option<String>, Usage> {
    match (&listed.fen, listed.moves.is_empty()) {
        (Some(_), false) => Err(Usage(format!(
            "--fen: found moves after the FEN in '{}', expected the position after them",
            short(line)
        ))),
        _ => Ok(listed.fen),
    }
}
