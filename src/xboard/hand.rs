//! Moves that the user makes with the mouse, and the highlights for XBoard.
//!
//! XBoard reports the square on which its user picks up a piece (`lift`) and where it is put down
//! (`put`). If XBoard does not know how pieces move, it is sent the possible destinations
//! (`highlight`: a board with the first letters of colours) and the possible promotions there
//! (`choice`). XBoard then accepts no other squares.
//!
//! | colour | the square |
//! |---|---|
//! | yellow | is empty |
//! | red | holds a piece to capture |
//! | magenta | promotes the piece, and the user has to choose |
//! | cyan | holds a piece captured in passing: the first of [two legs](super::legs) goes there |
//!
//! After the first leg XBoard sends `put` and `lift` once more, for the square between the legs.

use super::legs;
use crate::game::picture::Coord;
use crate::game::state::GameState;

/// The piece that the user has picked up.
#[derive(Clone, Copy, Default, Debug)]
pub struct Hand {
    /// The square of origin.
    from: Option<Coord>,
    /// The square of a piece captured in passing.
    over: Option<Coord>,
}

/// A possible move of the piece.
struct Way {
    to: Coord,
    /// The square of a piece captured elsewhere.
    over: Option<Coord>,
    /// The promotion piece.
    letter: Option<char>,
}

impl Hand {
    /// Picks up the piece on a square; returns where it may be put down.
    pub fn lift(&mut self, game: &dyn GameState, square: Coord) -> String {
        let mut ways = self.ways(game);
        let goes_on = self.over == Some(square) && ways.iter().any(|way| way.over == self.over);
        if !goes_on {
            *self = Self {
                from: Some(square),
                over: None,
            };
            ways = self.ways(game);
        }
        let picture = game.picture();
        let mark = |place: Coord| {
            let goes_there = |way: &&Way| way.to == place && way.over == self.over;
            if let Some(way) = ways.iter().find(goes_there) {
                return Some(match (way.letter, picture.at(place)) {
                    (Some(_), _) => 'M',
                    (None, Some(_)) => 'R',
                    (None, None) => 'Y',
                });
            }
            let is_passed = |way: &Way| self.over.is_none() && way.over == Some(place);
            ways.iter().any(is_passed).then_some('C')
        };
        let row = |rank| {
            let mut text = String::new();
            let mut unmarked = 0;
            for file in 0..picture.files() {
                match mark(Coord { file, rank }) {
                    None => unmarked += 1,
                    Some(colour) => {
                        text += &number(unmarked);
                        text.push(colour);
                        unmarked = 0;
                    }
                }
            }
            text + &number(unmarked)
        };
        let rows: Vec<String> = (0..picture.ranks()).rev().map(row).collect();
        format!("highlight {}", rows.join("/"))
    }

    /// Puts the piece down; returns the possible promotions, if the user has a choice.
    pub fn put(&mut self, game: &dyn GameState, square: Coord) -> Option<String> {
        let ways = self.ways(game);
        if self.over.is_none() && ways.iter().any(|way| way.over == Some(square)) {
            self.over = Some(square);
            return None;
        }
        let there = ways.iter().filter(|way| way.to == square);
        let letters: String = there.filter_map(|way| way.letter).collect();
        (!letters.is_empty()).then(|| format!("choice {letters}"))
    }

    /// The legal moves of the piece.
    fn ways(&self, game: &dyn GameState) -> Vec<Way> {
        let moves = game.shown_moves().into_iter();
        let ways = moves.filter(|one| Some(one.from) == self.from);
        let ways = ways.map(|one| Way {
            to: one.to,
            over: legs::aside(game, &one),
            letter: one.promotion.map(|letter| letter.to_ascii_uppercase()),
        });
        ways.collect()
    }
}

/// The text for a run of squares without a mark; empty if there are none.
fn number(unmarked: u32) -> String {
    match unmarked {
        0 => String::new(),
        count => count.to_string(),
    }
}
