//! What a board can draw into a position of pawns: the passed pawns of the [evaluation](super::pscore), the
//! dead files and gamelets of the [gamelets](super::gamelet).

use super::diagram::Diagram;
use super::gamelet::summary::Summary;
use super::gamelet::text::{letters, table};
use super::gamelet::{Gamelets, dead_files_by_colour, split};
use super::pscore::terms::passed_pawns;
use super::{Stalemate, finish};
use crate::board::{Bitboard, Colour};
use crate::game::features::{Features, ShownGamelet};
use crate::game::picture::{Picture, Spot};

/// What is to be seen in a position. It has no gamelets when the game is over.
#[must_use]
pub fn features(diagram: &Diagram, stalemate: Stalemate) -> Features {
    let is_over = finish(diagram, stalemate).is_some();
    Features {
        passed_pawns: Some(passed(diagram)),
        dead_files: Some(dead_files_by_colour(diagram).map(names)),
        gamelets: (!is_over).then(|| gamelets(diagram, stalemate)),
    }
}

fn passed(diagram: &Diagram) -> [Vec<Spot>; 2] {
    let [white, black] = [Colour::White, Colour::Black].map(|side| diagram.pawns(side));
    let of_black = passed_pawns(black.flip(), white.flip()).flip();
    [passed_pawns(white, black), of_black].map(spots)
}

fn gamelets(diagram: &Diagram, stalemate: Stalemate) -> Vec<ShownGamelet> {
    let known = Gamelets::default();
    let all = diagram.pawns(Colour::White) | diagram.pawns(Colour::Black);
    let shown = |files: &Bitboard| ShownGamelet {
        files: names(*files),
        pawns: spots(all & *files),
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

fn spots(squares: Bitboard) -> Vec<Spot> {
    squares.into_iter().map(Spot::from).collect()
}
