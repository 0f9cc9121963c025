//! Moves as text: coordinates (`e7e8q`) and standard algebraic notation (`Kb1`, `exd5`, `e8=Q`).
//!
//! A promotion is written with its queen, the only man that there can be; without it (`e7e8`) it is
//! read, too. `0000` and `--` let a game with as many queens on both sides end.

use super::diagram::Diagram;
use super::moves::Move;
use super::rules;
use crate::board::Square;
use crate::game::playable::MoveError;

pub(super) const EXAMPLES: &str = "'e2e4', 'e7e8q', 'Kb1', 'exd5' or 'e8=Q'";

const NULL: &str = "0000";
const DASHES: &str = "--";

/// A legal move as UCI writes it.
#[must_use]
pub fn coordinates(diagram: &Diagram, played: Move) -> String {
    if played == Move::LET_IT_END {
        return NULL.into();
    }
    let [from, to] = squares(diagram, played);
    let queen = match played.is_promotion(&diagram.position) {
        true => "q",
        false => "",
    };
    format!("{from}{to}{queen}")
}

/// A legal move as people write it.
#[must_use]
pub fn algebraic(diagram: &Diagram, played: Move) -> String {
    if played == Move::LET_IT_END {
        return DASHES.into();
    }
    let position = &diagram.position;
    let [from, to] = squares(diagram, played);
    let takes = match played.is_capture(position) {
        true => "x",
        false => "",
    };
    if played.is_kings(position) {
        return format!("K{takes}{to}");
    }
    let file = match played.is_capture(position) {
        true => from.file().to_string(),
        false => String::new(),
    };
    let queen = match played.is_promotion(position) {
        true => "=Q",
        false => "",
    };
    format!("{file}{takes}{to}{queen}")
}

/// Reads a legal move in either notation.
///
/// # Errors
/// If the text is no move at all, or none that is legal here.
pub fn read_move(diagram: &Diagram, text: &str) -> Result<Move, MoveError> {
    let position = &diagram.position;
    let legal = match rules::outcome(position) {
        Some(_) => Default::default(),
        None => rules::moves(position),
    };
    let plain = without_queen(text);
    let is_meant = |one: Move| {
        let names = [coordinates(diagram, one), algebraic(diagram, one)];
        names.iter().any(|name| {
            name == text || (one.is_promotion(position) && without_queen(name) == plain)
        })
    };
    let found = legal.iter().copied().find(|one| is_meant(*one));
    found.ok_or_else(|| {
        let names = legal.iter().map(|one| coordinates(diagram, *one));
        MoveError::new(text, is_a_move(text), diagram, names.collect(), EXAMPLES)
    })
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

/// The squares a move leaves and goes to, as White sees them.
pub(super) fn squares(diagram: &Diagram, played: Move) -> [Square; 2] {
    [played.from(), played.to()].map(|square| square.seen_by(diagram.turn()))
}

/// A move without the queen that is made by it: `e7e8q`, `e8=Q` and `e8Q` without their end.
fn without_queen(text: &str) -> &str {
    let cut = text.strip_suffix(['q', 'Q']);
    cut.map_or(text, |rest| rest.strip_suffix('=').unwrap_or(rest))
}

/// Whether a text has the shape of a move.
#[must_use]
pub fn is_a_move(text: &str) -> bool {
    if !text.is_ascii() {
        return false;
    }
    let is_square = |text: &str| Square::parse(text).is_some();
    let is_file = |text: &str| matches!(text.as_bytes(), [b'a'..=b'h']);
    let plain = without_queen(text);
    let king = plain
        .strip_prefix('K')
        .map(|to| to.strip_prefix('x').unwrap_or(to));
    match (king, plain.len()) {
        _ if [NULL, DASHES].contains(&text) => true,
        (Some(to), _) => is_square(to),
        (None, 2) => is_square(plain),
        (None, 4) if &plain[1..2] == "x" => is_file(&plain[..1]) && is_square(&plain[2..]),
        (None, 4) => is_square(&plain[..2]) && is_square(&plain[2..]),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
