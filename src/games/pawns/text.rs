//! Positions and moves of the pawn games as text, and what else people are told of them.
//!
//! The width of the board is the width of its ranks. A move to the last rank is written plainly, `e7e8`. When
//! reading, a promotion letter after it is accepted (`e7e8q`, `e8=Q`), since other engines and clients write
//! one.

use std::sync::Arc;

use super::openings::Openings;
use super::perft::{Ending, perft_unless};
use super::position::{FIRST, LAST, Position};
use super::{Move, PawnGame, features, pscore};
use crate::board::{Bitboard, Colour, Rank, Square};
use crate::game::Game;
use crate::game::algebraic::{Notation, Written};
use crate::game::diagram;
use crate::game::features::Features;
use crate::game::finish::Finish;
use crate::game::picture::{Man, Spot};
use crate::game::playable::{Book, Playable};
use crate::game::setup::{IllegalSetup, PAWNS_OF_CHESS, Setup};
use crate::game::terms::Term;

/// A legal position with what people need to see it.
pub type Diagram = diagram::Diagram<PawnGame>;

impl Playable for PawnGame {
    const NOTATION: Notation = Notation {
        idle: "QRBNK",
        is_narrowed: true,
        ..Notation::of_chess("P", "", "'b2b4', 'a4' or 'bxc6'")
    };

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

    fn man_on(diagram: &Diagram, spot: Spot) -> Option<Man> {
        let square = spot.square()?.seen_by(diagram.turn);
        let is_own = diagram.position.own().contains(square);
        let colour = match is_own {
            true => diagram.turn,
            false => diagram.turn.opponent(),
        };
        let is_taken = is_own || diagram.position.enemy().contains(square);
        is_taken.then(|| Man::new(colour, 'P'))
    }

    fn en_passant(diagram: &Diagram) -> Option<Spot> {
        diagram.passed().map(Into::into)
    }

    fn written(diagram: &Diagram, played: Move) -> Written {
        let ends = [played.from(), played.to()];
        let [from, to] = ends.map(|square| square.seen_by(diagram.turn).into());
        Written {
            captures: played.is_capture(),
            // Its maker sees the board with his pawns going up.
            is_idle: played.to().rank() == Rank::LAST,
            ..Written::plain('P', from, to)
        }
    }

    fn finish(&self, diagram: &Diagram) -> Option<Finish> {
        super::finish(diagram, self.stalemate)
    }

    fn explain(&self, diagram: &Diagram) -> String {
        pscore::table(diagram, self)
    }

    fn terms(&self, diagram: &Diagram) -> Vec<Term> {
        pscore::all_terms_of(diagram, self)
    }

    fn features(&self, diagram: &Diagram) -> Features {
        features::features(diagram, self.stalemate)
    }

    const OTHER_ENDING: Option<&'static str> = Some("seventh-rank");

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

/// Squares as that side sees them, if they are as White does; or back.
const fn seen_by(squares: Bitboard, side: Colour) -> Bitboard {
    match side {
        Colour::White => squares,
        Colour::Black => squares.flip(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::playable::MoveError;
    use crate::games::pawns::Stalemate;

    fn game() -> PawnGame {
        PawnGame::new(Stalemate::Draw)
    }

    fn diagram(fen: &str) -> Diagram {
        fen.parse().unwrap()
    }

    const START: &str = "8/pppppppp/pppppppp/8/8/PPPPPPPP/PPPPPPPP/8 w - - 0 1";

    #[test]
    fn the_start_survives_a_round_trip() {
        assert_eq!(START.parse::<Diagram>().unwrap().to_string(), START);
        let short = "8/pppppppp/pppppppp/8/8/PPPPPPPP/PPPPPPPP/8 w";
        assert_eq!(short.parse::<Diagram>().unwrap().to_string(), START);
        let narrow = "3/ppp/3/3/3/3/PPP/3 b - - 0 7";
        assert_eq!(narrow.parse::<Diagram>().unwrap().to_string(), narrow);
    }

    /// A square that nobody can capture on is accepted and dropped; a possible one is kept.
    #[test]
    fn en_passant_is_kept_only_where_it_matters() {
        let useless = "8/8/8/4p3/8/8/P7/8 w - e6 0 1".parse::<Diagram>().unwrap();
        assert_eq!(useless.to_string(), "8/8/8/4p3/8/8/P7/8 w - - 0 1");
        let real = "8/8/8/3Pp3/8/8/P7/8 w - e6 0 1";
        assert_eq!(real.parse::<Diagram>().unwrap().to_string(), real);
        let black = "8/8/8/8/3Pp3/8/8/8 b - d3 0 1";
        assert_eq!(black.parse::<Diagram>().unwrap().to_string(), black);
    }

    /// What is written can be read again, however many moves have been played.
    #[test]
    fn the_last_move_number_stays() {
        let last = "8/p7/8/8/8/8/P7/8 b - - 0 65535";
        let diagram = last.parse::<Diagram>().unwrap();
        let played = diagram.read_move(&game(), "a6").unwrap();
        let after = "8/8/p7/8/8/8/P7/8 w - - 0 65535";
        assert_eq!(diagram.after(&game(), played).to_string(), after);
    }

    /// Every way to be wrong is told by field, by what was found and by what was expected.
    #[test]
    fn each_error_names_its_field() {
        let cases = [
            ("", "2 to 6 fields"),
            ("8/8/8/8/8/8/8/8", "but this has 1"),
            ("8/8/8/8/8/8/8/8 w - - 0 1 x", "but this has 7"),
            (
                "8/8/8/8/8/8/8 w",
                "expected 8 ranks with '/' between them, found 7",
            ),
            ("8/8/8/8/8/k7/8/8 w", "rank 3: found 'k', expected 'P', 'p'"),
            ("8/8/8/8/8/9/8/8 w", "rank 3: found '9'"),
            ("8/8/8/8/8/0/8/8 w", "rank 3: found '0'"),
            (
                "8/8/7/8/8/8/8/8 w",
                "rank 6: 7 files, expected 8 as on rank 8",
            ),
            ("8/8/8P/8/8/8/8/8 w", "rank 6: 9 files, expected 1 to 8"),
            ("8/8//8/8/8/8/8 w", "rank 6: 0 files, expected 1 to 8"),
            (
                "8/8/8/8/8/8/P7/8 x",
                "field 2 (side to move): found 'x', expected 'w' or 'b'",
            ),
            (
                "8/8/8/8/8/8/P7/8 w KQ",
                "field 3 (castling): found 'KQ', expected '-'",
            ),
            (
                "8/8/8/8/8/8/P7/8 w \u{1b}",
                "field 3 (castling): found '\\u{1b}', expected '-'",
            ),
            (
                "8/8/8/8/8/8/P7/8 w - e9",
                "field 4 (en passant): found 'e9'",
            ),
            (
                "3/3/3/3/3/3/P2/3 w - e6",
                "field 4 (en passant): found 'e6'",
            ),
            (
                "8/8/8/8/8/8/P7/8 w - - x",
                "field 5 (quiet plies): found 'x'",
            ),
            (
                "8/8/8/8/8/8/P7/8 w - - 0 -1",
                "field 6 (move number): found '-1'",
            ),
            (
                "8/8/8/8/8/8/8/P7 w",
                "White has a pawn on a1, its own first rank",
            ),
            (
                "p7/8/8/8/8/8/8/8 w",
                "Black has a pawn on a8, its own first rank",
            ),
            (
                "P7/8/8/8/8/8/8/p7 w",
                "both sides have a pawn on their last rank (a8 and a1)",
            ),
            (
                "8/8/8/4p3/8/8/P7/8 w - e5",
                "en passant on e5 is impossible: it is not on a rank",
            ),
            (
                "8/8/8/4p3/8/8/P7/8 w - d6",
                "no pawn of the opponent's stands in front of it",
            ),
            (
                "8/4p3/8/4p3/8/8/P7/8 w - e6",
                "the way of the double step is not empty",
            ),
        ];
        for (fen, expected) in cases {
            let message = fen.parse::<Diagram>().unwrap_err().to_string();
            assert!(message.contains(expected), "{fen}: {message}");
        }
    }

    #[test]
    fn both_notations_are_read_and_written() {
        let white = diagram("8/8/2p5/1P6/8/8/P7/8 w");
        for (text, short) in [("b5c6", "bxc6"), ("a2a4", "a4"), ("b5b6", "b6")] {
            let played = white.read_move(&game(), text).unwrap();
            assert_eq!(white.read_move(&game(), short), Ok(played));
            assert_eq!(white.coordinates(played), text);
            assert_eq!(white.algebraic(&game(), played), short);
        }
        let black = diagram("8/8/2p5/1P6/8/8/P7/8 b");
        let played = black.read_move(&game(), "cxb5").unwrap();
        assert_eq!(black.coordinates(played), "c6b5");
    }

    #[test]
    fn a_promotion_letter_is_accepted_on_the_last_rank_only() {
        let last = diagram("8/4P3/8/8/8/8/7p/8 w");
        for text in ["e7e8", "e7e8q", "e7e8k", "e8", "e8=Q", "e8N"] {
            assert!(last.read_move(&game(), text).is_ok(), "{text}");
        }
        let earlier = diagram("8/8/4P3/8/8/8/7p/8 w");
        assert!(earlier.read_move(&game(), "e6e7q").is_err());
    }

    #[test]
    fn errors_tell_the_shape_from_the_rules() {
        let start = diagram("8/p7/8/8/8/8/P7/8 w");
        let illegal = start.read_move(&game(), "a2a5").unwrap_err().to_string();
        assert!(illegal.contains("'a2a5' is illegal in 8/p7"), "{illegal}");
        assert!(illegal.ends_with("legal moves: a2a3 a2a4"), "{illegal}");
        for text in ["", "0000", "hello", "a2a44", "é4", "aéb", "a2é", "axé"] {
            let error = start.read_move(&game(), text).unwrap_err();
            assert!(matches!(error, MoveError::Unreadable { .. }), "{text}");
        }
        let over = diagram("P7/8/8/8/8/8/8/8 b");
        assert!(over.read_move(&game(), "a8a7").is_err());
    }
}
