//! Moves as text: [coordinates](crate::game::algebraic) (`e7e8q`) and standard algebraic notation (`Kb1`,
//! `exd5`, `e8=Q`).
//!
//! A promotion is written with its queen, the only man that there can be; without it (`e7e8`) it is
//! read, too. `0000` and `--` let a game with as many queens on both sides end.

use super::diagram::Diagram;
use super::moves::Move;
use super::rules;
use crate::board::Square;
use crate::game::algebraic::{Notation, Written};

/// How moves are written.
pub(super) const NOTATION: Notation = Notation {
    passes: true,
    ..Notation::of_chess("PK", "Q", "'e2e4', 'e7e8q', 'Kb1', 'exd5' or 'e8=Q'")
};

/// What is written of a legal move.
pub(super) fn written(diagram: &Diagram, played: Move) -> Written {
    let (position, turn) = (&diagram.position, diagram.turn());
    let [from, to] = [played.from(), played.to()].map(|square| square.seen_by(turn).into());
    if played == Move::LET_IT_END {
        return Written {
            man: 'K',
            from,
            to: from,
            captures: false,
            becomes: None,
            is_idle: false,
        };
    }
    Written {
        man: match played.is_kings(position) {
            true => 'K',
            false => 'P',
        },
        from,
        to,
        captures: played.is_capture(position),
        becomes: played.is_promotion(position).then_some('Q'),
        is_idle: false,
    }
}

/// A legal move as UCI writes it.
fn coordinates(diagram: &Diagram, played: Move) -> String {
    written(diagram, played).coordinates()
}

/// What other programs mean by coordinates that are no move here: where the game is to be left as a
/// draw, or is lost whatever is played, they may move a queen, which never moves here; and they may
/// make another man than a queen.
#[must_use]
pub fn meant(diagram: &Diagram, text: &str) -> Option<Move> {
    let position = &diagram.position;
    if rules::outcome(position).is_some() || !text.is_ascii() {
        return None;
    }
    let legal = rules::moves(position);
    let plain = text.strip_suffix(['r', 'b', 'n']);
    if let Some(plain) = plain {
        let is_it = |one: &&Move| {
            one.is_promotion(position)
                && coordinates(diagram, **one).strip_suffix('q') == Some(plain)
        };
        return legal.iter().find(is_it).copied();
    }
    let from = Square::parse(text.get(..2)?)?.seen_by(diagram.turn());
    Square::parse(text.get(2..)?)?;
    let moves_queen = position.own().queens.contains(from);
    let other = legal.iter().find(|one| !one.decides(position));
    other.filter(|_| moves_queen).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::playable::{MoveError, Playable};
    use crate::games::kings::KingGame;

    fn read_move(diagram: &Diagram, text: &str) -> Result<Move, MoveError> {
        KingGame::default().read_move(diagram, text)
    }

    fn algebraic(diagram: &Diagram, played: Move) -> String {
        KingGame::default().algebraic(diagram, played)
    }

    fn diagram(fen: &str) -> Diagram {
        fen.parse().unwrap()
    }

    #[test]
    fn both_notations_are_read_and_written() {
        let cases = [
            ("8/4P3/8/8/3p4/2P5/1k6/4K3 w - - 0 1", "c3d4", "cxd4"),
            ("8/4P3/8/8/3p4/2P5/1k6/4K3 w - - 0 1", "e7e8q", "e8=Q"),
            ("8/4P3/8/8/3p4/2P5/1k6/4K3 w - - 0 1", "e1d2", "Kd2"),
            ("8/4P3/8/8/3p4/2P5/1k6/4K3 b - - 0 1", "b2c3", "Kxc3"),
            ("8/8/8/8/2pP4/8/1k6/4K3 b - d3 0 1", "c4d3", "cxd3"),
        ];
        for (fen, text, short) in cases {
            let diagram = diagram(fen);
            let played = read_move(&diagram, text).unwrap();
            assert_eq!(read_move(&diagram, short), Ok(played));
            assert_eq!(coordinates(&diagram, played), text);
            assert_eq!(algebraic(&diagram, played), short);
        }
    }

    #[test]
    fn a_pawn_becomes_a_queen_and_nothing_else() {
        let last = diagram("8/4P3/8/8/8/8/1k6/4K3 w - - 0 1");
        for text in ["e7e8q", "e7e8", "e8", "e8=Q", "e8Q"] {
            assert!(read_move(&last, text).is_ok(), "{text}");
        }
        for text in ["e7e8n", "e8=R", "e7e6", "e1e3", "Ke3", "0000"] {
            assert!(read_move(&last, text).is_err(), "{text}");
        }
        let queen = read_move(&last, "e8").unwrap();
        assert_eq!(meant(&last, "e7e8n"), Some(queen));
        assert_eq!(meant(&last, "e7e7n"), None);
    }

    #[test]
    fn errors_tell_the_shape_from_the_rules() {
        let start = diagram("4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1");
        let illegal = read_move(&start, "e2e5").unwrap_err().to_string();
        assert!(illegal.contains("'e2e5' is illegal in 4k3/"), "{illegal}");
        assert!(
            illegal.ends_with("e2e3 e2e4 e1d1 e1f1 e1d2 e1f2"),
            "{illegal}"
        );
        for text in ["", "hello", "e2e44", "é4", "Kö", "axé", "Qe2", "e2e"] {
            let error = read_move(&start, text).unwrap_err();
            assert!(matches!(error, MoveError::Unreadable { .. }), "{text}");
            assert_eq!(meant(&start, text), None, "{text}");
        }
    }
}
