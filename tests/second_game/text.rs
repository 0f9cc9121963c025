//! Positions and moves of Corridor as text. Black's squares are counted from the other end.

use jacquerie::board::Colour;
use jacquerie::game::finish::{Cause, Finish};
use jacquerie::game::picture::{Coord, Man};
use jacquerie::game::playable::Playable;
use jacquerie::game::rule::Rule;
use jacquerie::game::san::{Notation, Written};
use jacquerie::game::setup::{IllegalSetup, Setup};
use jacquerie::game::terms::Term;
use jacquerie::game::{Game, diagram};

use crate::game::{Corridor, FILES, MOST_PIECES, Move, NoMove, PAWN, Position, RANKS, SQUARES};

pub type Diagram = diagram::Diagram<Corridor>;

const LETTERS: &str = "PKR";

fn seen(square: usize, turn: Colour) -> usize {
    match turn {
        Colour::White => square,
        Colour::Black => SQUARES - 1 - square,
    }
}

fn letter(piece: i8) -> Option<char> {
    LETTERS
        .chars()
        .nth(piece.unsigned_abs().checked_sub(1)?.into())
}

impl Playable for Corridor {
    const NOTATION: Notation = Notation {
        files: FILES,
        ranks: RANKS,
        ..Notation::of_chess(LETTERS, "KR", "'a2a3', 'a9a10r', 'Kb2' or 'axb10=R'")
    };

    fn rule(&self) -> Rule {
        let (number, words) = match self.no_move {
            NoMove::Draw => (201, "corridor, where a side without a move draws"),
            NoMove::Loss => (202, "corridor, where a side without a move loses"),
        };
        Rule {
            number,
            words,
            sentence: words,
        }
    }

    fn set_up(setup: &Setup) -> Result<Position, IllegalSetup> {
        setup.check_numbers(MOST_PIECES)?;
        let mut squares = [0; SQUARES];
        for (coord, man) in &setup.men {
            let square = seen(coord.rank * FILES + coord.file, setup.turn);
            let piece = LETTERS.find(man.kind()).map_or(0, |kind| kind as i8 + 1);
            let is_own = man.colour == setup.turn;
            let last_rank = if is_own { RANKS - 1 } else { 0 };
            if piece == PAWN && square / FILES == last_rank {
                return Err(IllegalSetup::Other(format!(
                    "a pawn on {coord}, its last rank"
                )));
            }
            squares[square] = if is_own { piece } else { -piece };
        }
        let position = Position(squares);
        match position.pieces() {
            [_, 0] => Err(IllegalSetup::Other(
                "the side that moved has no piece".into(),
            )),
            _ => Ok(position),
        }
    }

    fn man_on(diagram: &Diagram, coord: Coord) -> Option<Man> {
        let piece = diagram.position.0[seen(coord.rank * FILES + coord.file, diagram.turn)];
        let colour = match piece > 0 {
            true => diagram.turn,
            false => diagram.turn.opponent(),
        };
        Some(Man::new(colour, letter(piece)?))
    }

    fn written(diagram: &Diagram, played: Move) -> Written {
        let position = &diagram.position;
        let [from, to] = [played.from, played.to].map(|square| {
            let square = seen(square.into(), diagram.turn);
            let (file, rank) = (square % FILES, square / FILES);
            Coord { file, rank }
        });
        let piece = position.piece_on(played.from);
        Written {
            captures: position.piece_on(played.to) != 0,
            becomes: letter(played.piece).filter(|_| piece != played.piece),
            ..Written::plain(letter(piece).unwrap_or('?'), from, to)
        }
    }

    fn finish(&self, diagram: &Diagram) -> Option<Finish> {
        let mover = diagram.turn;
        let outcome = self.outcome(&diagram.position)?;
        let (cause, what) = match diagram.position.pieces() {
            [0, _] => (Cause::NoMen, "piece left"),
            _ => (Cause::NoMove, "move"),
        };
        let told = format!("{mover} has no {what}");
        Some(Finish::of(outcome, mover, cause, told))
    }

    fn terms(&self, diagram: &Diagram) -> Vec<Term> {
        let [own, enemy] = self.worth(&diagram.position);
        vec![Term::of_sides("pieces", diagram.turn, own, enemy)]
    }
}
