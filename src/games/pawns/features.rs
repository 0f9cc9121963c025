//! What a board can highlight in a position of pawns: the passed pawns of the [evaluation](super::pscore),
//! and the dead files and gamelets of the [gamelets](super::gamelet) module.

use super::Diagram;
use super::Stalemate;
use super::gamelet::summary::Summary;
use super::gamelet::text::{letters, table};
use super::gamelet::{Gamelets, dead_files_by_colour, split};
use crate::board::{Bitboard, Colour};
use crate::game::features::{Features, ShownGamelet};
use crate::game::picture::{Coord, Picture};

/// The features of a position.
#[must_use]
pub fn features(diagram: &Diagram) -> Features {
    Features {
        dead_files: Some(dead_files_by_colour(diagram).map(names)),
        ..Features::of_passed_pawns(|side| passed(diagram, side))
    }
}

fn passed(diagram: &Diagram, side: Colour) -> Bitboard {
    let (own, enemy) = (diagram.pawns(side), diagram.pawns(side.opponent()));
    match side {
        Colour::White => own.passed_against(enemy),
        Colour::Black => own.flip().passed_against(enemy.flip()).flip(),
    }
}

/// The gamelets of a position, with their values.
#[must_use]
pub fn gamelets(diagram: &Diagram, stalemate: Stalemate) -> Vec<ShownGamelet> {
    let known = Gamelets::default();
    let all = diagram.pawns(Colour::White) | diagram.pawns(Colour::Black);
    let shown = |files: &Bitboard| ShownGamelet {
        files: names(*files),
        pawns: (all & *files).into_iter().map(Coord::from).collect(),
        table: match Summary::of(diagram, *files, stalemate, &known) {
            Ok(summary) => table(&summary),
            Err(reason) => reason.to_string(),
        },
    };
    split(&diagram.position).iter().map(shown).collect()
}

fn names(files: Bitboard) -> Vec<char> {
    let files = letters(files);
    files.map(|file| Picture::file_name(file.index())).collect()
}
