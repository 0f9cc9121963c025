//! Odds: a man that an engine plays without from the first move on.
//!
//! The stronger player gave odds where chess was played for money; between equals they tell how much a man
//! is worth, counted in points. An engine's words say `odds=b1`: as White it plays without what stands on
//! b1 where the game begins, as Black without what stands on the same square as Black sees it, b8 on a board
//! of eight ranks. Several squares stand behind each other with commas.
//!
//! The man is taken out of the FEN, which all games write alike; the game then reads it, and says if there
//! is no such position. A king cannot be given, for example.

use serde::Serialize;
use thiserror::Error;

use super::entrant::Entrant;
use super::opening::{LineProblem, Opening};
use super::referee::Referee;
use crate::board::Colour;
use crate::game::fen::without;
use crate::game::picture::Coord;
use crate::quote::short;

/// The squares of the men that an engine plays without, as White.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize)]
#[serde(into = "String")]
pub struct Odds(Vec<Coord>);

/// Why an engine cannot give its odds.
#[derive(Error, Debug)]
pub enum OddsError {
    /// There is nobody of its own.
    #[error("there is no man of {side}'s on {square} in '{}'", short(.fen))]
    Nobody {
        /// Whose it should be.
        side: Colour,
        /// Where it should stand.
        square: Coord,
        /// Where the game begins.
        fen: String,
    },
    /// Without the man the position or the moves are wrong.
    #[error("without the man given as odds: {0}")]
    Opening(#[from] Box<LineProblem>),
}

impl Odds {
    /// Reads squares with commas between them, each once; `None` if they are none.
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

    /// Whether nothing is given.
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

/// An opening as each two engines of a match play it. The moves are always the same.
#[derive(Clone, Debug)]
pub struct Dealt {
    opening: Opening,
    /// Where somebody gives odds: the players of White and Black, and what they begin with.
    with_odds: Vec<([usize; 2], Opening)>,
}

impl Dealt {
    /// Makes of an opening what these engines play.
    ///
    /// # Errors
    /// If one of them cannot give its odds there.
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

    /// What these two begin with.
    #[must_use]
    pub fn between(&self, white: usize, black: usize) -> &Opening {
        let of = |(players, _): &&([usize; 2], Opening)| *players == [white, black];
        let found = self.with_odds.iter().find(of);
        found.map_or(&self.opening, |(_, opening)| opening)
    }

    /// What is played where nobody gives odds.
    #[must_use]
    pub const fn opening(&self) -> &Opening {
        &self.opening
    }
}

/// The opening without the men that White gives, and those that Black does.
fn given(opening: &Opening, referee: &Referee, odds: [&Odds; 2]) -> Result<Opening, OddsError> {
    let before = opening.start.fen();
    let ranks = opening.start.picture().ranks();
    let mut fen = before.clone();
    for (side, given) in [Colour::White, Colour::Black].into_iter().zip(odds) {
        for coord in &given.0 {
            let square = match side {
                Colour::White => *coord,
                Colour::Black => Coord {
                    // A rank beyond the board is nobody's.
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
