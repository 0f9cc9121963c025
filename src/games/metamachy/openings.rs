//! The set-ups: Black chooses the squares of king, queen, eagle and lion, and White follows on the same
//! files.
//!
//! There are 24 set-ups: twelve, and their mirror images with left and right swapped. The numbers are those
//! of Jocly (Cazaux's game on the web). All other pieces have fixed squares.

use super::Diagram;
use crate::game::fen::FenError;

/// The pieces on f12 and g12, and on f11 and g11, by the number of the set-up.
const CENTRES: [[&str; 2]; 12] = [
    ["gl", "kq"],
    ["lg", "kq"],
    ["ql", "kg"],
    ["qg", "kl"],
    ["lq", "kg"],
    ["gq", "kl"],
    ["kl", "qg"],
    ["kg", "ql"],
    ["kl", "gq"],
    ["kg", "lq"],
    ["kq", "gl"],
    ["kq", "lg"],
];

/// The number of set-ups.
pub const COUNT: usize = CENTRES.len();

/// The default set-up: the array that ChessV shows.
pub const USUAL: usize = 7;

/// The start position of a set-up.
///
/// # Errors
/// If the number is too large.
pub fn start(number: usize) -> Result<Diagram, NoSetup> {
    let centre = CENTRES.get(number).ok_or(NoSetup::Number(number))?;
    let fen = format!("{} w Kk - 0 1", placement(*centre));
    Ok(fen.parse::<Diagram>()?)
}

/// Whether the first field of a FEN is one of the 24 start positions.
#[must_use]
pub fn is_start(field: &str) -> bool {
    let mirrored = |row: &str| row.chars().rev().collect::<String>();
    CENTRES.into_iter().any(|centre| {
        let mirrored = centre.map(mirrored);
        field == placement(centre) || field == placement([&mirrored[0], &mirrored[1]])
    })
}

fn placement([last, inner]: [&str; 2]) -> String {
    let (first, second) = (last.to_uppercase(), inner.to_uppercase());
    format!(
        "cm3{last}3mc/ernbi{inner}ibnre/pppppppppppp/12/12/12/12/12/12/\
         PPPPPPPPPPPP/ERNBI{second}IBNRE/CM3{first}3MC"
    )
}

/// Why there is no such start.
#[derive(Clone, PartialEq, Eq, thiserror::Error, Debug)]
pub enum NoSetup {
    /// There is no set-up of that number.
    #[error("found set-up {0}, expected a number from 0 to {most}", most = COUNT - 1)]
    Number(usize),
    /// The start position cannot be read.
    #[error(transparent)]
    Fen(#[from] FenError),
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers of first moves are known from Jocly.
    #[test]
    fn every_setup_can_be_played() {
        let counts: Vec<u32> = (0..COUNT)
            .map(|number| start(number).unwrap().position.count_moves())
            .collect();
        assert_eq!(counts, [56, 56, 61, 63, 61, 63, 54, 56, 54, 56, 61, 61]);
        assert!(start(COUNT).is_err());
    }
}
