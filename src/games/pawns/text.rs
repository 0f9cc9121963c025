//! Positions and moves of the pawn games as text, and other output for users.
//!
//! The width of the board is the width of its ranks. A move to the last rank is written without a promotion,
//! `e7e8`. A promotion letter after it is accepted when reading (`e7e8q`, `e8=Q`), since other engines and
//! clients write one.

use std::sync::Arc;

use super::openings::Openings;
use super::perft::{Ending, is_over, perft_unless};
use super::position::{FIRST, LAST, Position};
use super::{Move, PawnGame, Stalemate, features, finish, pscore};
use crate::board::{Bitboard, Colour, Rank, Square};
use crate::game::Game;
use crate::game::diagram;
use crate::game::features::{Features, ShownGamelet};
use crate::game::finish::Finish;
use crate::game::picture::{Coord, Man};
use crate::game::playable::{Book, Playable};
use crate::game::rule::Rule;
use crate::game::san::{Notation, Written};
use crate::game::setup::{IllegalSetup, PAWNS_OF_CHESS, Setup};
use crate::game::terms::{Meanings, Term};

/// A legal position with everything needed to display it.
pub type Diagram = diagram::Diagram<PawnGame>;

impl Playable for PawnGame {
    const NOTATION: Notation = Notation {
        idle: "QRBNK",
        is_narrowed: true,
        ..Notation::of_chess("P", "", "'b2b4', 'a4' or 'bxc6'")
    };

    fn rule(&self) -> Rule {
        let (words, sentence) = match self.stalemate {
            Stalemate::Draw => ("stalemate draw", "a side without a move draws"),
            Stalemate::Loss => ("stalemate loss", "a side without a move loses"),
        };
        Rule {
            number: self.stalemate as u8,
            words,
            sentence,
        }
    }

    fn set_up(setup: &Setup) -> Result<Position, IllegalSetup> {
        let pawns = |colour| setup.squares(colour, 'P');
        for (colour, home) in [(Colour::White, FIRST), (Colour::Black, LAST)] {
            if let Some(square) = (pawns(colour) & home).lowest() {
                return Err(IllegalSetup::Other(format!(
                    "{colour} has a pawn on {square}, its own first rank, where no pawn can ever stand"
                )));
            }
        }
        let arrived = |colour, rank: Bitboard| (pawns(colour) & rank).lowest();
        if let (Some(white), Some(black)) =
            (arrived(Colour::White, LAST), arrived(Colour::Black, FIRST))
        {
            return Err(IllegalSetup::Other(format!(
                "both sides have a pawn on their last rank ({white} and {black}), but the game ends with the first"
            )));
        }
        setup.check_en_passant(PAWNS_OF_CHESS, Rank::all().len())?;
        let turn = setup.turn;
        let seen = |side| seen_by(pawns(side), turn);
        let passed = setup.passed().map(|square| square.seen_by(turn));
        Ok(Position::new(seen(turn), seen(turn.opponent()), passed))
    }

    fn man_on(diagram: &Diagram, coord: Coord) -> Option<Man> {
        let square = coord.square()?.seen_by(diagram.turn);
        let is_own = diagram.position.own().contains(square);
        let colour = match is_own {
            true => diagram.turn,
            false => diagram.turn.opponent(),
        };
        let is_taken = is_own || diagram.position.enemy().contains(square);
        is_taken.then(|| Man::new(colour, 'P'))
    }

    fn en_passant(diagram: &Diagram) -> Option<Coord> {
        diagram.passed().map(Into::into)
    }

    fn written(diagram: &Diagram, played: Move) -> Written {
        let ends = [played.from(), played.to()];
        let [from, to] = ends.map(|square| square.seen_by(diagram.turn).into());
        let on_destination = diagram.position.enemy().contains(played.to());
        Written {
            // The moving side sees the board with its pawns going up.
            is_idle: played.to().rank() == Rank::LAST,
            ..Written::plain('P', from, to).capturing(played.is_capture(), on_destination)
        }
    }

    fn finish(&self, diagram: &Diagram) -> Option<Finish> {
        super::finish(diagram, self.stalemate)
    }

    const MEANINGS: Meanings = pscore::MEANINGS;

    const REPLACED: Option<&'static str> = Some("pscore");

    fn terms(&self, diagram: &Diagram) -> Vec<Term> {
        pscore::terms_of(diagram, &self.weights)
    }

    fn uses_network(&self) -> bool {
        self.network.is_some()
    }

    fn features(&self, diagram: &Diagram) -> Features {
        features::features(diagram)
    }

    fn gamelets(&self, diagram: &Diagram) -> Option<Vec<ShownGamelet>> {
        let is_over = finish(diagram, self.stalemate).is_some();
        (!is_over).then(|| features::gamelets(diagram, self.stalemate))
    }

    const OTHER_ENDING: Option<&'static str> = Some("seventh-rank");

    fn is_over_otherwise(&self, position: &Position) -> bool {
        is_over(position, Ending::SeventhRank)
    }

    fn perft(
        &self,
        position: &Position,
        depth: u32,
        otherwise: bool,
        stopped: &dyn Fn() -> bool,
    ) -> Option<u64> {
        let ending = match otherwise {
            true => Ending::SeventhRank,
            false => Ending::LastRank,
        };
        perft_unless(position, depth, ending, stopped)
    }

    fn for_engine(&self) -> Self {
        Self {
            gamelets: self.gamelets.is_some().then(Arc::default),
            ..self.clone()
        }
    }

    fn book(&self, start: &Position) -> Option<Book<Self>> {
        let openings = Openings::for_start(self, start)?;
        Some(Book {
            start: self.canonical(start),
            known: Box::new(move |game, position| openings.known(game, position)),
            advised: None,
        })
    }
}

impl Diagram {
    /// The pawns of one side, as White sees the board.
    #[must_use]
    pub fn pawns(&self, colour: Colour) -> Bitboard {
        let pawns = match colour == self.turn {
            true => self.position.own(),
            false => self.position.enemy(),
        };
        seen_by(pawns, self.turn)
    }

    /// The square of a capture en passant, as White sees the board.
    #[must_use]
    pub fn passed(&self) -> Option<Square> {
        let square = self.position.en_passant().lowest()?;
        Some(square.seen_by(self.turn))
    }
}

/// Converts squares between White's view and the view of that side.
const fn seen_by(squares: Bitboard, side: Colour) -> Bitboard {
    match side {
        Colour::White => squares,
        Colour::Black => squares.flip(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::pawns::Stalemate;

    /// The output can be read again, however many moves have been played.
    #[test]
    fn the_last_move_number_stays() {
        let game = PawnGame::new(Stalemate::Draw);
        let last: Diagram = "8/p7/8/8/8/8/P7/8 b - - 0 65535".parse().unwrap();
        let played = last.read_move(&game, "a6").unwrap();
        let after = "8/8/p7/8/8/8/P7/8 w - - 0 65535";
        assert_eq!(last.after(&game, played).to_string(), after);
    }
}
