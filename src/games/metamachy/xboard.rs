//! Reads the FENs that XBoard sends, as XBoard means them.
//!
//! In the third field XBoard writes the files of pieces that have a special first move and have not moved:
//! `Ff` for kings on f1 and f12. But it tracks only the outer ranks. A king on f2 gets no letter, even at the
//! start, and a king that has moved to an untouched square of an outer rank gets a letter again. So a letter
//! counts only if it is the file of a king on one of its start squares. At the start both kings may leap,
//! whatever is written.
//!
//! XBoard's en passant square is meant for boards of eight ranks. It is kept if it is possible here.

use super::{Diagram, MetamachyGame, openings, text};
use crate::board::Colour;
use crate::game::fen::{self, FenError};
use crate::game::picture::Coord;
use crate::game::playable::Playable;
use crate::game::setup::{IllegalSetup, Setup};

/// The position that XBoard means.
///
/// # Errors
/// Returns what is wrong with it.
pub(super) fn read_fen(fen: &str) -> Result<Diagram, FenError> {
    let mut fields: Vec<&str> = fen.split_whitespace().collect();
    let mut take = |index: usize| match fields.get_mut(index) {
        Some(field) => std::mem::replace(field, "-"),
        None => "-",
    };
    let (letters, passed) = (take(2), take(3));
    let is_start = fields.first().is_some_and(|men| openings::is_start(men));
    let mut setup = fen::read(&fields.join(" "), &MetamachyGame::NOTATION)?;
    let letters = letters.chars();
    for (colour, right) in [(Colour::White, 'K'), (Colour::Black, 'k')] {
        let mut letters = letters.clone();
        if is_start || letters.any(|letter| may_leap(&setup, colour, letter)) {
            setup.rights.push(right);
        }
    }
    let ranks = MetamachyGame::NOTATION.ranks;
    setup.en_passant = Coord::parse(passed).filter(|coord| coord.rank < ranks);
    match Diagram::of(&setup) {
        Err(IllegalSetup::EnPassant { .. }) => setup.en_passant = None,
        other => return Ok(other?),
    }
    Ok(Diagram::of(&setup)?)
}

/// Whether a letter of the third field means that the king of that colour may leap: the case must match, and
/// it must name the king or the file on which it starts.
fn may_leap(setup: &Setup, colour: Colour, letter: char) -> bool {
    let small = letter.to_ascii_lowercase();
    let is_his = |king: Coord| small == 'k' || small == king.file_name();
    letter.is_ascii_uppercase() == (colour == Colour::White)
        && setup
            .of(colour, 'K')
            .any(|king| is_his(king) && text::is_home(text::square(king).seen_by(colour)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The third and the fourth field as the game writes them.
    fn fields(fen: &str) -> String {
        let fen = read_fen(fen).unwrap().to_string();
        let fields: Vec<&str> = fen.split(' ').collect();
        fields[2..4].join(" ")
    }

    #[test]
    fn letters_mean_kings_that_have_not_moved() {
        for (board, letters, meant) in [
            ("5k6/12/12/12/12/12/12/12/12/12/12/5K6", "Ff", "Kk -"),
            ("5k6/12/12/12/12/12/12/12/12/12/12/5K6", "Fg", "K -"),
            ("5k6/12/12/12/12/12/12/12/12/12/12/5K6", "-", "- -"),
            ("5k6/12/12/12/12/12/12/12/12/12/12/5K6", "Kk", "Kk -"),
            ("6k5/12/12/12/12/12/12/12/12/12/12/9K2", "Jg", "k -"),
            ("10k1/12/12/12/12/12/12/12/12/12/12/7K4", "Hk", "- -"),
            ("12/6k5/12/12/12/12/12/12/12/12/5K6/12", "-", "- -"),
        ] {
            assert_eq!(
                fields(&format!("{board} w {letters} - 0 1")),
                meant,
                "{letters}"
            );
        }
    }

    #[test]
    fn at_a_start_both_kings_may_leap() {
        for centre in ["kg ql", "gl kq", "lg qk", "gk lq"] {
            let (last, inner) = centre.split_once(' ').unwrap();
            let (first, second) = (last.to_uppercase(), inner.to_uppercase());
            let fen = format!(
                "cm3{last}3mc/ernbi{inner}ibnre/pppppppppppp/12/12/12/12/12/12/\
                 PPPPPPPPPPPP/ERNBI{second}IBNRE/CM3{first}3MC w - - 0 1"
            );
            assert_eq!(fields(&fen), "Kk -", "{centre}");
        }
    }

    #[test]
    fn an_impossible_en_passant_square_is_dropped() {
        let board = "3k8/12/12/12/12/3pPp6/12/12/12/7N4/12/K7R3 b -";
        for (written, kept) in [("e6", "- e6"), ("e3", "- -"), ("e:", "- -"), ("-", "- -")] {
            assert_eq!(fields(&format!("{board} {written} 0 1")), kept, "{written}");
        }
        assert!(read_fen("12 w").is_err());
        assert!(read_fen("").is_err());
    }
}
