//! What the user does with the mouse, and what XBoard is told about it.
//!
//! XBoard says which man its user has taken up (`lift`) and where he puts it down (`put`). Where it does
//! not know how men move, it is told on which squares the man may be put (`highlight`: a board with the
//! first letters of colours) and what he may become there (`choice`). No other squares are accepted then.
//!
//! | colour | the square |
//! |---|---|
//! | yellow | is empty |
//! | red | holds a man who is taken |
//! | magenta | makes the man another, which the user has to choose |
//! | cyan | holds a man who is taken in passing: the first of [two legs](super::legs) goes there |
//!
//! After the first leg XBoard says `put` and `lift` once more, of the square between the legs.

use crate::game::picture::Coord;
use crate::game::state::GameState;

/// What the user holds.
#[derive(Clone, Copy, Default, Debug)]
pub struct Hand {
    /// Where the man comes from.
    from: Option<Coord>,
    /// Whom it has taken in passing.
    over: Option<Coord>,
}

/// A way for a man to go.
struct Way {
    to: Coord,
    /// Whom it takes elsewhere.
    over: Option<Coord>,
    /// What it becomes.
    letter: Option<char>,
}

impl Hand {
    /// Takes up the man on a square; where he may be put down.
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

    /// Puts the man down; what the user may choose that he becomes there, if it is anything.
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

    /// The legal moves of the man.
    fn ways(&self, game: &dyn GameState) -> Vec<Way> {
        let moves = game.shown_moves().into_iter();
        let ways = moves.filter(|one| Some(one.from) == self.from);
        let ways = ways.map(|one| Way {
            to: one.to,
            over: one.taken_aside,
            letter: one.promotion.map(|letter| letter.to_ascii_uppercase()),
        });
        ways.collect()
    }
}

/// So many squares without a mark; nothing for none.
fn number(unmarked: u32) -> String {
    match unmarked {
        0 => String::new(),
        count => count.to_string(),
    }
}
