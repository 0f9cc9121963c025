//! Odds: an engine plays without one of its pieces from the first move on.
//!
//! When chess was played for money, the stronger player gave odds; between equal players, odds
//! measure the value of a piece. The description of an engine says `odds=b1`: as White it plays
//! without the piece on b1 in the start position, as Black without the piece on the same square
//! from Black's point of view, b8 on a board of eight ranks. Several squares are separated by
//! commas.
//!
//! The piece is removed from the FEN, which has the same form in all games. The game then reads the
//! FEN and rejects an invalid position, such as one without a king.

use serde::Serialize;
use thiserror::Error;

use super::entrant::Entrant;
use super::opening::{LineProblem, Opening};
use super::referee::{Referee, wins_at_once};
use crate::board::Colour;
use crate::game::fen::without;
use crate::game::picture::Coord;
use crate::quote::short;

/// The squares of the pieces that an engine gives, as White.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize)]
#[serde(into = "String")]
pub struct Odds(Vec<Coord>);

/// Why an engine cannot give its odds.
#[derive(Error, Debug)]
pub enum OddsError {
    /// The engine has no piece on the square.
    #[error("{side} has no piece on {square} in '{}'", short(.fen))]
    Nobody {
        /// The side whose piece it should be.
        side: Colour,
        /// The square of the piece.
        square: Coord,
        /// The position in which the game begins.
        fen: String,
    },
    /// Without the piece, the position or the moves are invalid.
    #[error("without the odds piece: {0}")]
    Opening(#[from] Box<LineProblem>),
}

impl Odds {
    /// Reads squares separated by commas, each once; `None` if the text is anything else.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let squares = text
            .split(',')
            .map(Coord::parse)
            .collect::<Option<Vec<_>>>()?;
        let is_new = |(number, one): (usize, &Coord)| !squares[..number].contains(one);
        squares
            .iter()
            .enumerate()
            .all(is_new)
            .then_some(Self(squares))
    }

    /// Whether the engine gives no odds.
    #[must_use]
    pub fn is_none(&self) -> bool {
        self.0.is_empty()
    }
}

impl From<Odds> for String {
    fn from(odds: Odds) -> Self {
        let squares: Vec<Self> = odds.0.iter().map(ToString::to_string).collect();
        squares.join(",")
    }
}

/// An opening as each pair of engines plays it. The moves are always the same.
#[derive(Clone, Debug)]
pub struct Dealt {
    opening: Opening,
    /// For games with odds: the players of White and Black, and their opening.
    with_odds: Vec<([usize; 2], Opening)>,
}

impl Dealt {
    /// Removes the odds of these engines from an opening.
    ///
    /// # Errors
    /// If an engine cannot give its odds there.
    pub fn new(
        opening: Opening,
        referee: &Referee,
        entrants: &[Entrant],
    ) -> Result<Self, OddsError> {
        let mut with_odds = Vec::new();
        for (white, first) in entrants.iter().enumerate() {
            for (black, second) in entrants.iter().enumerate() {
                let odds = [&first.odds, &second.odds];
                if white != black && !odds.iter().all(|one| one.is_none()) {
                    with_odds.push(([white, black], given(&opening, referee, odds)?));
                }
            }
        }
        Ok(Self { opening, with_odds })
    }

    /// The opening that these two engines play.
    #[must_use]
    pub fn between(&self, white: usize, black: usize) -> &Opening {
        let of = |(players, _): &&([usize; 2], Opening)| *players == [white, black];
        let found = self.with_odds.iter().find(of);
        found.map_or(&self.opening, |(_, opening)| opening)
    }

    /// Whether the side to move can win with one move in a game with odds.
    #[must_use]
    pub fn wins_at_once(&self) -> bool {
        let mut openings = self.with_odds.iter();
        openings.any(|(_, opening)| wins_at_once(&*opening.board))
    }

    /// The opening without odds.
    #[must_use]
    pub const fn opening(&self) -> &Opening {
        &self.opening
    }
}

/// The opening without the pieces that White and Black give.
fn given(opening: &Opening, referee: &Referee, odds: [&Odds; 2]) -> Result<Opening, OddsError> {
    let before = opening.start.fen();
    let ranks = opening.start.picture().ranks();
    let mut fen = before.clone();
    for (side, given) in [Colour::White, Colour::Black].into_iter().zip(odds) {
        for coord in &given.0 {
            let square = match side {
                Colour::White => *coord,
                Colour::Black => Coord {
                    // A rank outside the board holds no piece.
                    rank: (ranks - 1).checked_sub(coord.rank).unwrap_or(ranks),
                    ..*coord
                },
            };
            fen = without(&fen, side, square).ok_or_else(|| OddsError::Nobody {
                side,
                square: *coord,
                fen: before.clone(),
            })?;
        }
    }
    Ok(opening.from_elsewhere(referee, &fen).map_err(Box::new)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::opening;
    use crate::config::Config;

    fn referee(variant: &str) -> Referee {
        let mut config = Config::built_in().clone();
        config.options.variant = variant.into();
        Referee::new(&config).unwrap()
    }

    fn begin(variant: &str, line: &str, odds: [&str; 2]) -> String {
        let referee = referee(variant);
        let opening = opening::read(&referee, line).unwrap().0.remove(0);
        let odds = odds.map(|one| match one {
            "" => Odds::default(),
            squares => Odds::parse(squares).unwrap(),
        });
        let given = given(&opening, &referee, odds.each_ref());
        given.unwrap().line()
    }

    #[test]
    fn each_side_gives_what_it_sees_there() {
        let line = |odds| begin("peasants", "b3b4 g6g5", odds);
        let fen = "8/pppppppp/pppppppp/8/8/PPPPPPPP/PPPPPPPP/8 w - - 0 1 | b3b4 g6g5";
        assert_eq!(line(["", ""]), fen);
        let white = "8/pppppppp/pppppppp/8/8/PPPPPPPP/PPP1P1PP/8 w - - 0 1 | b3b4 g6g5";
        assert_eq!(line(["d2,f2", ""]), white);
        let black = "8/pppppppp/1ppppppp/8/8/PPPPPPPP/PPPPPPPP/8 w - - 0 1 | b3b4 g6g5";
        assert_eq!(line(["", "a3"]), black);
    }

    #[test]
    fn a_wide_board_keeps_its_numbers() {
        let fen = begin("metamachy", "c3c4", ["b2,d3", "c2"]);
        let expected = "cm3kg3mc/er1biqlibnre/pppppppppppp/12/12/12/12/12/12/PPP1PPPPPPPP/E1NBIQLIBNRE/CM3KG3MC w Kk - 0 1 | c3c4";
        assert_eq!(fen, expected);
    }
}
