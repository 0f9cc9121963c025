//! Positions and moves of pawn endings as text: those of chess.
//!
//! A position is read if promotions can lead to it from kings, pawns and at most one piece a side. Castling does not
//! exist, so the third field of a FEN is `-`.

use super::{EndingGame, evaluation, rules};
use crate::board::{Bitboard, Colour, Rank};
use crate::game::diagram;
use crate::game::finish::Finish;
use crate::game::picture::{Coord, Man};
use crate::game::playable::Playable;
use crate::game::san::{Notation, Written};
use crate::game::setup::{IllegalSetup, PAWNS_OF_CHESS, Setup};
use crate::game::terms::Term;
use crate::games::pieces::{Kind, Move, Position};

/// A legal position with all that its FEN says.
pub type Diagram = diagram::Diagram<EndingGame>;

/// Refuses more pieces than promotions can give.
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
                "{colour} has {pieces} pieces beside its king, expected at most {most} with {pawns} pawns: one, and \
                 those that pawns have become"
            )));
        }
    }
    Ok(())
}

impl Playable for EndingGame {
    const NOTATION: Notation =
        Notation::of_chess("KQRBNP", "QRBN", "'e2e4', 'e7e8q', 'Kb1', 'Rxd5' or 'e8=Q'");

    fn set_up(setup: &Setup) -> Result<Position, IllegalSetup> {
        let (turn, waiting) = (setup.turn, setup.turn.opponent());
        let [white, black] = [setup.king(Colour::White)?, setup.king(Colour::Black)?];
        let is_beside = |one: usize, other: usize| one.abs_diff(other) < 2;
        if is_beside(white.file, black.file) && is_beside(white.rank, black.rank) {
            return Err(IllegalSetup::KingsTouch(white, black));
        }
        check_numbers(setup)?;
        setup.check_pawns(1..=6)?;
        setup.check_en_passant(PAWNS_OF_CHESS, Rank::all().len())?;
        let mut position = Position::EMPTY;
        for (coord, man) in &setup.men {
            if let (Some(square), Some(kind)) = (coord.square(), Kind::from_letter(man.letter)) {
                position.put(square.seen_by(turn), kind, man.colour == turn);
            }
        }
        if rules::is_in_check(&position.turned()) {
            return Err(IllegalSetup::InCheck(waiting));
        }
        if let Some(passed) = setup.passed() {
            position.mark_en_passant(passed.seen_by(turn).down(1));
            rules::keep_legal_en_passant(&mut position);
        }
        Ok(position)
    }

    fn man_on(diagram: &Diagram, coord: Coord) -> Option<Man> {
        let square = coord.square()?.seen_by(diagram.turn);
        let kind = diagram.position.kind_on(square)?;
        let colour = match diagram.position.own().contains(square) {
            true => diagram.turn,
            false => diagram.turn.opponent(),
        };
        Some(Man::new(colour, kind.letter()))
    }

    fn en_passant(diagram: &Diagram) -> Option<Coord> {
        let square = diagram.position.en_passant().lowest()?;
        Some(square.seen_by(diagram.turn).into())
    }

    fn written(diagram: &Diagram, played: Move) -> Written {
        let ends = [played.from(), played.to()];
        let [from, to] = ends.map(|square| square.seen_by(diagram.turn).into());
        Written {
            captures: played.is_capture(&diagram.position),
            becomes: played.promotion().map(Kind::letter),
            ..Written::plain(played.kind(&diagram.position).letter(), from, to)
        }
    }

    fn checked(&self, diagram: &Diagram) -> Option<Coord> {
        let position = &diagram.position;
        let king: Bitboard = position.own() & position.of(Kind::King);
        let square = king.lowest()?.seen_by(diagram.turn);
        rules::is_in_check(position).then(|| square.into())
    }

    fn finish(&self, diagram: &Diagram) -> Option<Finish> {
        rules::finish(diagram)
    }

    fn explain(&self, diagram: &Diagram) -> String {
        evaluation::table(diagram, self)
    }

    fn terms(&self, diagram: &Diagram) -> Vec<Term> {
        evaluation::terms_of(diagram, &self.weights)
    }
}
