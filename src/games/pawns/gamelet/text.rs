//! A gamelet as text: a table of its results on its own.
//!
//! The command `gamelets` prints it, and the board in the browser shows it beside the gamelet.

use std::fmt::Write as _;

use super::Gamelets;
use super::summary::{BestPlay, Spare, Summary, Zugzwang};
use crate::board::{Bitboard, Colour, File};

/// The files that a set of squares touches, by their letters.
pub fn letters(files: Bitboard) -> impl Iterator<Item = File> {
    File::all().filter(move |file| files.meets(Bitboard::file(*file)))
}

/// The results of one gamelet.
#[must_use]
pub fn table(summary: &Summary) -> String {
    let mut text = format!("  {:<16}{:<26}Black first\n", "", "White first");
    for (name, passer) in [
        ("nobody passes", None),
        ("White may pass", Some(Colour::White)),
        ("Black may pass", Some(Colour::Black)),
    ] {
        let cell = |first: Colour| {
            let ending = summary.ending(passer, first);
            let is_stuck = passer != Some(first) && !summary.can_move(first);
            match ending {
                BestPlay::Draw if is_stuck => "draw, stuck".into(),
                _ => word(ending),
            }
        };
        let (white, black) = (cell(Colour::White), cell(Colour::Black));
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {name:<16}{white:<26}{black}");
    }
    let spare = |side| {
        summary.spare(side).map(|spare| match spare {
            Spare::Lost => format!("{side} lost"),
            Spare::Moves(moves) => format!("{side} {moves}"),
            Spare::Any => format!("{side} any number"),
        })
    };
    let spare = match (spare(Colour::White), spare(Colour::Black)) {
        (Some(white), Some(black)) => format!("{white}, {black}"),
        _ => format!("not counted on more than {} files", Gamelets::MOST_FILES),
    };
    let zugzwang = match summary.zugzwang() {
        Zugzwang::None => "none".into(),
        Zugzwang::Of(side) => side.to_string(),
        Zugzwang::Mutual => "mutual".into(),
    };
    let losing = sides(|side| summary.holds_losing_move(side));
    let _ = writeln!(text, "  {:<16}{spare}", "spare moves");
    let _ = writeln!(text, "  {:<16}{zugzwang}", "zugzwang");
    let _ = writeln!(text, "  {:<16}{losing}", "losing moves");
    text
}

/// The sides for which something is true.
fn sides(is_so: impl Fn(Colour) -> bool) -> &'static str {
    match (is_so(Colour::White), is_so(Colour::Black)) {
        (true, true) => "White, Black",
        (true, false) => "White",
        (false, true) => "Black",
        (false, false) => "none",
    }
}

/// How a gamelet ends, as text.
#[must_use]
pub fn word(ending: BestPlay) -> String {
    match ending {
        BestPlay::Draw => "draw".into(),
        BestPlay::Win { winner, plies: 0 } => {
            format!("{winner} wins, {} stuck", winner.opponent())
        }
        BestPlay::Win { winner, plies: 1 } => format!("{winner} wins in 1 ply"),
        BestPlay::Win { winner, plies } => format!("{winner} wins in {plies} plies"),
    }
}
