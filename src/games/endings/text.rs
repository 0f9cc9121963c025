//! Positions and moves of pawn endings as text: those of chess.
//!
//! A position is accepted if promotions can lead to it from kings, pawns and at most one piece on each side.
//! Castling does not exist, so the third field of a FEN is `-`.

use super::{EndingGame, evaluation, rules};
use crate::board::{Colour, Rank};
use crate::game::diagram;
use crate::game::finish::Finish;
use crate::game::picture::{Coord, Man};
use crate::game::playable::Playable;
use crate::game::rule::Rule;
use crate::game::san::{Notation, Written};
use crate::game::setup::{IllegalSetup, PAWNS_OF_CHESS, Setup};
use crate::game::terms::{Meanings, Term};
use crate::games::pieces::{Kind, Move, Position, text as pieces};

/// A legal position with everything that its FEN states.
pub type Diagram = diagram::Diagram<EndingGame>;

/// Rejects more pieces than promotions can give.
fn check_numbers(setup: &Setup) -> Result<(), IllegalSetup> {
    for colour in [Colour::White, Colour::Black] {
        let pawns = setup.of(colour, 'P').count();
        let all = setup.men.iter().filter(|(_, man)| man.colour == colour);
        let pieces = all.count() - 1 - pawns;
        let most_pawns = rules::MOST_PAWNS as usize;
        let most = (rules::MOST_PIECES as usize).saturating_sub(pawns);
        if pawns > most_pawns {
            return Err(IllegalSetup::Other(format!(
                "{colour} has {pawns} pawns, expected at most {most_pawns}"
            )));
        }
        if pieces > most {
            return Err(IllegalSetup::Other(format!(
                "{colour} has {pieces} pieces besides its king, expected at most {most} with {pawns} pawns: one, and \
                 those made by promotion"
            )));
        }
    }
    Ok(())
}

/// The position of a setup whose pieces have been counted already.
///
/// # Errors
/// Returns the first rule of chess that it breaks.
pub fn set_up(setup: &Setup) -> Result<Position, IllegalSetup> {
    let (turn, waiting) = (setup.turn, setup.turn.opponent());
    setup.kings()?;
    setup.check_pawns(1..=6)?;
    setup.check_en_passant(PAWNS_OF_CHESS, Rank::all().len())?;
    let mut position = pieces::placed(setup);
    if rules::is_in_check(&position.turned()) {
        return Err(IllegalSetup::InCheck(waiting));
    }
    if let Some(passed) = setup.passed() {
        position.mark_en_passant(passed.seen_by(turn).down(1));
        rules::keep_legal_en_passant(&mut position);
    }
    Ok(position)
}

/// The square of the king of the side to move, if it is attacked.
#[must_use]
pub fn checked(position: &Position, turn: Colour) -> Option<Coord> {
    let king = position.own() & position.of(Kind::King);
    let square = king.lowest()?.seen_by(turn);
    rules::is_in_check(position).then(|| square.into())
}

impl Playable for EndingGame {
    const NOTATION: Notation = Notation {
        marks_checks: true,
        ..Notation::of_chess("KQRBNP", "QRBN", "'e2e4', 'e7e8q', 'Kb1', 'Rxd5' or 'e8=Q'")
    };

    fn rule(&self) -> Rule {
        Rule {
            number: 19,
            words: "pawn endings",
            sentence: "pawn endings by the rules of chess",
        }
    }

    fn set_up(setup: &Setup) -> Result<Position, IllegalSetup> {
        setup.kings()?;
        check_numbers(setup)?;
        set_up(setup)
    }

    fn man_on(diagram: &Diagram, coord: Coord) -> Option<Man> {
        pieces::man_on(&diagram.position, diagram.turn, coord)
    }

    fn en_passant(diagram: &Diagram) -> Option<Coord> {
        pieces::en_passant(&diagram.position, diagram.turn)
    }

    fn written(diagram: &Diagram, played: Move) -> Written {
        pieces::written(&diagram.position, diagram.turn, played)
    }

    fn checked(&self, diagram: &Diagram) -> Option<Coord> {
        checked(&diagram.position, diagram.turn)
    }

    fn finish(&self, diagram: &Diagram) -> Option<Finish> {
        rules::finish(&diagram.position, diagram.turn)
    }

    const MEANINGS: Meanings = evaluation::MEANINGS;

    fn terms(&self, diagram: &Diagram) -> Vec<Term> {
        evaluation::terms_of(diagram, &self.weights)
    }

    fn uses_network(&self) -> bool {
        self.network.is_some()
    }
}
