//! Positions and moves of Metamachy as text, and other output for users.
//!
//! ```text
//! cm3kg3mc/ernbiqlibnre/pppppppppppp/12/12/12/12/12/12/PPPPPPPPPPPP/ERNBIQLIBNRE/CM3KG3MC w Kk - 0 1
//! placement                                                                               | |  | | |
//! side to move ('w'|'b') -----------------------------------------------------------------+ |  | | |
//! kings that have not moved and may leap: '-', 'K', 'k' or 'Kk' -----------------------------+  | | |
//! the square that can be captured on en passant, or '-' ---------------------------------------+ | |
//! plies without a capture, a pawn's move or a promotion -----------------------------------------+ |
//! number of the move ------------------------------------------------------------------------------+
//! ```
//!
//! Moves in coordinates (`a11a12q`) add only the promotion of a pawn or prince. A king's leap is written as
//! an ordinary move of the king, and a capture en passant as one of the pawn.

use super::man::Kind;
use super::moves::Move;
use super::position::{MOST_MEN, Position, last_rank};
use super::{MetamachyGame, evaluation};
use crate::board::Colour;
use crate::board::twelve::{Rank, Square};
use crate::game::diagram;
use crate::game::features::Features;
use crate::game::fen::Rights;
use crate::game::finish::Finish;
use crate::game::picture::{Coord, Man};
use crate::game::playable::Playable;
use crate::game::san::{Notation, Written};
use crate::game::setup::{DoubleSteps, IllegalSetup, Setup};
use crate::game::terms::{Meanings, Term};

/// A legal position with everything that its FEN states.
pub type Diagram = diagram::Diagram<MetamachyGame>;

const DOUBLE_STEPS: DoubleSteps = DoubleSteps {
    men: "PI",
    name: "pawn or prince",
    rank: None,
};

impl Playable for MetamachyGame {
    const NOTATION: Notation = Notation {
        files: 12,
        ranks: 12,
        rights: Rights::Of {
            name: "kings that may leap",
            all: &["K", "k", "Kk"],
        },
        ..Notation::of_chess(
            "KQGLRBCINEMP",
            "QLG",
            "'e3e5', 'a11a12q', 'Nd5', 'exd9' or 'Ia12=L'",
        )
    };

    fn set_up(setup: &Setup) -> Result<Position, IllegalSetup> {
        let king = |colour| Ok(square(setup.king(colour)?));
        let mut position =
            Position::of_kings(king(Colour::White)?, king(Colour::Black)?, setup.turn);
        setup.check_numbers(MOST_MEN)?;
        setup.check_pawns(1..=10)?;
        for (coord, man) in &setup.men {
            let (square, kind) = (square(*coord), Kind::from_letter(man.letter));
            match kind {
                Some(Kind::Prince) if last_rank(man.colour).contains(square) => {
                    return Err(IllegalSetup::Other(format!(
                        "{} has a prince on {square}, its last rank, where it becomes a queen, lion or eagle",
                        man.colour
                    )));
                }
                None | Some(Kind::King) => {}
                Some(kind) => position.put(man.colour, kind, square),
            }
        }
        if position.is_opponent_in_check() {
            return Err(IllegalSetup::InCheck(setup.turn.opponent()));
        }
        for (colour, letter) in [(Colour::White, 'K'), (Colour::Black, 'k')] {
            if !setup.rights.contains(letter) {
                continue;
            }
            let square = position.king(colour);
            if !is_home(square.seen_by(colour)) {
                return Err(IllegalSetup::Other(format!(
                    "{colour}'s king on {square} has moved, so it may not leap; expected it on {}, or the leap field \
                     without '{letter}'",
                    homes(colour)
                )));
            }
            position.allow_leap(colour);
        }
        setup.check_en_passant(DOUBLE_STEPS, Rank::all().len())?;
        if let Some(passed) = setup.en_passant {
            position.mark_passed(square(passed));
        }
        Ok(position)
    }

    fn man_on(diagram: &Diagram, coord: Coord) -> Option<Man> {
        let (colour, kind) = diagram.position.man_on(square(coord))?;
        Some(Man::new(colour, kind.letter()))
    }

    fn en_passant(diagram: &Diagram) -> Option<Coord> {
        diagram.position.en_passant().map(Into::into)
    }

    fn rights(diagram: &Diagram) -> &'static str {
        match [Colour::White, Colour::Black].map(|side| diagram.position.may_leap(side)) {
            [false, false] => "-",
            [true, false] => "K",
            [false, true] => "k",
            [true, true] => "Kk",
        }
    }

    fn written(diagram: &Diagram, played: Move) -> Written {
        let victim = diagram.position.victim(played);
        let aside = victim.filter(|square| *square != played.to());
        let (from, to) = (played.from().into(), played.to().into());
        Written {
            captures: played.is_capture(&diagram.position),
            takes_aside: aside.map(Into::into),
            becomes: played.promotion().map(Kind::letter),
            ..Written::plain(played.kind().letter(), from, to)
        }
    }

    fn checked(&self, diagram: &Diagram) -> Option<Coord> {
        let position = &diagram.position;
        let king = || position.king(diagram.turn).into();
        position.is_in_check().then(king)
    }

    fn finish(&self, diagram: &Diagram) -> Option<Finish> {
        super::finish::finish(diagram)
    }

    fn for_engine(&self) -> Self {
        self.clone().with_memory()
    }

    const MEANINGS: Meanings = evaluation::terms::MEANINGS;

    fn terms(&self, diagram: &Diagram) -> Vec<Term> {
        evaluation::terms_of(&diagram.position, &self.weights)
    }

    fn uses_network(&self) -> bool {
        self.network.is_some()
    }

    fn features(&self, diagram: &Diagram) -> Features {
        Features::of_passed_pawns(|side| evaluation::passed_pawns(&diagram.position, side))
    }
}

/// Converts a coord of this board; parsed coords are always on it.
pub(super) fn square(coord: Coord) -> Square {
    Square::at(12 * coord.rank + coord.file)
}

/// Whether a king starts on a square, as its own side sees it.
pub(super) fn is_home(seen: Square) -> bool {
    matches!(seen.file().index(), 5 | 6) && matches!(seen.rank().index(), 0 | 1)
}

/// The squares where a king starts.
const fn homes(colour: Colour) -> &'static str {
    match colour {
        Colour::White => "f1, g1, f2 or g2",
        Colour::Black => "f12, g12, f11 or g11",
    }
}
