//! A growing collection of puzzles: which new puzzles it accepts.
//!
//! No two puzzles are alike: their positions differ, even when mirrored or with colours
//! reversed. In a spread collection, each [band](BAND) of ratings takes no more than its
//! share.

use std::collections::{HashMap, HashSet};

use super::Puzzle;
use super::line::Discard;
use crate::board::Colour;
use crate::game::picture::{Coord, Picture};
use crate::game::state::GameState;

/// The width of a rating band.
pub const BAND: u32 = 200;
/// In a spread collection, a band takes at most one in this many puzzles.
pub const SHARE: usize = 6;

/// The puzzles accepted so far.
#[derive(Debug, Default)]
pub struct Collection {
    ids: HashSet<String>,
    questions: HashSet<String>,
    bands: HashMap<u32, usize>,
    /// The maximum number of puzzles in a band, if limited.
    most_in_band: Option<usize>,
}

impl Collection {
    /// An empty collection. If it is to be spread, `spread_over` is the number of puzzles that
    /// it will have.
    #[must_use]
    pub fn new(spread_over: Option<usize>) -> Self {
        Self {
            most_in_band: spread_over.map(|count| count.div_ceil(SHARE)),
            ..Self::default()
        }
    }

    /// How many puzzles there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Whether it is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// Adds a puzzle with this position to be solved.
    ///
    /// # Errors
    /// Returns why it is not accepted.
    pub fn add(&mut self, puzzle: &Puzzle, question: &dyn GameState) -> Result<(), Discard> {
        let looks = looks(question);
        if self.ids.contains(&puzzle.id) || self.questions.contains(&looks) {
            return Err(Discard::Alike);
        }
        let in_band = self.bands.entry(puzzle.rating / BAND).or_default();
        if self.most_in_band.is_some_and(|most| *in_band >= most) {
            return Err(Discard::Enough);
        }
        *in_band += 1;
        self.ids.insert(puzzle.id.clone());
        self.questions.insert(looks);
        Ok(())
    }
}

/// The position as the side to move sees it, as text that is the same for its mirror image.
fn looks(state: &dyn GameState) -> String {
    let picture = state.picture();
    let turn = state.turn();
    [false, true]
        .map(|is_mirrored| seen(&picture, turn, is_mirrored))
        .into_iter()
        .min()
        .unwrap_or_default()
}

fn seen(picture: &Picture, turn: Colour, is_mirrored: bool) -> String {
    let (files, ranks) = (picture.files(), picture.ranks());
    let letters = picture.squares().map(|Coord { file, rank }| {
        let square = Coord {
            file: if is_mirrored { files - 1 - file } else { file },
            rank: if turn == Colour::Black {
                ranks - 1 - rank
            } else {
                rank
            },
        };
        picture
            .at(square)
            .map_or('.', |man| match man.colour == turn {
                true => man.kind(),
                false => man.kind().to_ascii_lowercase(),
            })
    });
    letters.collect()
}
