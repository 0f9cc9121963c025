//! Moves as text: coordinates (`e7e8k`) and standard algebraic notation (`Nbd2`, `R1xa3`, `e8=K`).
//!
//! Both are written to the letter as other programs write them, the signs of check and mate aside, which
//! say nothing here. They are read more leniently: with more of the square that a man comes from than is
//! needed, without the sign of a capture, without the sign before what a pawn becomes. A text that may
//! mean two moves means none.

use super::diagram::Diagram;
use super::man::Kind;
use super::moves::{Move, MoveList};
use crate::board::{File, Rank, Square};
use crate::game::playable::MoveError;
use crate::game::written::without_suffix;

/// What moves look like.
pub(super) const EXAMPLES: &str = "'e2e4', 'e7e8k', 'Nf3', 'exd5' or 'e8=K'";

/// A legal move as UCI writes it.
#[must_use]
pub fn coordinates(diagram: &Diagram, played: Move) -> String {
    let [from, to] = squares(diagram, played);
    match played.promotion() {
        None => format!("{from}{to}"),
        Some(kind) => format!("{from}{to}{}", kind.letter().to_ascii_lowercase()),
    }
}

/// A legal move as people write it.
#[must_use]
pub fn algebraic(diagram: &Diagram, played: Move) -> String {
    let position = &diagram.position;
    let [from, to] = squares(diagram, played);
    let takes = match played.is_capture(position) {
        true => "x",
        false => "",
    };
    let kind = played.kind(position);
    if kind != Kind::Pawn {
        let origin = origin(diagram, played);
        return format!("{}{origin}{takes}{to}", kind.letter());
    }
    let file = match takes {
        "" => String::new(),
        _ => from.file().to_string(),
    };
    match played.promotion() {
        None => format!("{file}{takes}{to}"),
        Some(kind) => format!("{file}{takes}{to}={}", kind.letter()),
    }
}

/// What tells a man from others of its kind that can go to the same square: its file, else its rank,
/// else both.
fn origin(diagram: &Diagram, played: Move) -> String {
    let position = &diagram.position;
    let [from, _] = squares(diagram, played);
    let is_other = |one: &&Move| {
        one.to() == played.to()
            && one.from() != played.from()
            && one.kind(position) == played.kind(position)
    };
    let legal = position.moves();
    let mut others = legal.iter().filter(is_other).peekable();
    if others.peek().is_none() {
        return String::new();
    }
    let (mut same_file, mut same_rank) = (false, false);
    for other in others {
        let [other, _] = squares(diagram, *other);
        same_file |= other.file() == from.file();
        same_rank |= other.rank() == from.rank();
    }
    match (same_file, same_rank) {
        (false, _) => from.file().to_string(),
        (true, false) => from.rank().to_string(),
        (true, true) => from.to_string(),
    }
}

/// Reads a legal move in either notation.
///
/// # Errors
/// If the text is no move at all, or none that is legal here.
pub fn read_move(diagram: &Diagram, text: &str) -> Result<Move, MoveError> {
    let legal = diagram.position.moves();
    let shape = Shape::of(text);
    shape
        .and_then(|shape| shape.among(diagram, &legal))
        .ok_or_else(|| {
            let names = legal.iter().map(|one| coordinates(diagram, *one));
            MoveError::new(text, shape.is_some(), diagram, names.collect(), EXAMPLES)
        })
}

/// Whether a text has the shape of a move.
#[must_use]
pub fn is_a_move(text: &str) -> bool {
    Shape::of(text).is_some()
}

/// The squares that a move leaves and goes to, as White sees them.
pub(super) fn squares(diagram: &Diagram, played: Move) -> [Square; 2] {
    [played.from(), played.to()].map(|square| square.seen_by(diagram.turn))
}

/// What a text says of a move, in either notation; all but where it goes may be left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Shape {
    /// The man that moves, if its letter stands there.
    kind: Option<Kind>,
    file: Option<File>,
    rank: Option<Rank>,
    /// Whether it says that something is taken.
    captures: bool,
    to: Square,
    becomes: Option<Kind>,
}

impl Shape {
    fn of(text: &str) -> Option<Self> {
        // No move is longer than `e7xd8=K e.p.`; and what is not ASCII cannot be cut anywhere.
        if !text.is_ascii() {
            return None;
        }
        let rest = without_suffix(text).trim_end();
        let (rest, becomes) = read_promotion(rest);
        let to = Square::parse(rest.get(rest.len().checked_sub(2)?..)?)?;
        let rest = &rest[..rest.len() - 2];
        let (rest, captures) = match rest.strip_suffix(['x', ':']) {
            Some(rest) => (rest, true),
            None => (rest.strip_suffix('-').unwrap_or(rest), false),
        };
        let kind = rest.chars().next().filter(char::is_ascii_uppercase);
        let kind = match kind {
            Some(letter) => Some(Kind::from_letter(letter)?),
            None => None,
        };
        let mut rest = match kind {
            Some(_) => &rest[1..],
            None => rest,
        };
        let file = rest.chars().next().and_then(File::from_letter);
        if file.is_some() {
            rest = &rest[1..];
        }
        let rank = rest.chars().next().and_then(Rank::from_digit);
        if rank.is_some() {
            rest = &rest[1..];
        }
        rest.is_empty().then_some(Self {
            kind,
            file,
            rank,
            captures,
            to,
            becomes,
        })
    }

    /// The one legal move that it means.
    fn among(self, diagram: &Diagram, legal: &MoveList) -> Option<Move> {
        let mut meant = legal.iter().filter(|one| self.may_mean(diagram, **one));
        match (meant.next(), meant.next()) {
            (Some(one), None) => Some(*one),
            _ => None,
        }
    }

    fn may_mean(self, diagram: &Diagram, played: Move) -> bool {
        let [from, to] = squares(diagram, played);
        let (kind, takes) = (
            played.kind(&diagram.position),
            played.is_capture(&diagram.position),
        );
        // Only coordinates name a man by nothing but its square; and the file that a pawn captures
        // from is never left out.
        let is_kind = match self.kind {
            Some(named) => kind == named,
            None if self.file.is_some() && self.rank.is_some() => true,
            None => kind == Kind::Pawn,
        };
        let is_file = match self.file {
            Some(file) => file == from.file(),
            None => kind != Kind::Pawn || from.file() == to.file(),
        };
        is_kind
            && is_file
            && self.rank.is_none_or(|rank| rank == from.rank())
            && (takes || !self.captures)
            && self.to == to
            && self.becomes == played.promotion()
    }
}

/// Cuts off what a pawn becomes: `=K`, `K`, `k`.
fn read_promotion(text: &str) -> (&str, Option<Kind>) {
    let last = text.chars().last().and_then(Kind::from_letter);
    let Some(kind) = last.filter(|kind| Kind::PROMOTIONS.contains(kind)) else {
        return (text, None);
    };
    let rest = &text[..text.len() - 1];
    (rest.strip_suffix('=').unwrap_or(rest), Some(kind))
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
            ("8/4P3/8/8/8/8/8/k7 w - - 0 1", "e7e8k", "e8=K"),
            ("3n4/4P3/8/8/8/8/8/k7 w - - 0 1", "e7d8n", "exd8=N"),
            ("7k/8/8/8/8/5N2/8/1N6 w - - 0 1", "b1d2", "Nbd2"),
            ("7k/8/8/8/1N6/8/8/1N6 w - - 0 1", "b1a3", "Na3"),
            ("7k/8/8/1N6/8/8/8/1N6 w - - 0 1", "b1a3", "N1a3"),
            ("8/3n4/8/8/8/8/8/QQ5Q w - - 0 1", "b1f1", "Qbf1"),
            ("8/8/7n/8/8/1Q6/8/QQ6 w - - 0 1", "b1b2", "Qb1b2"),
            ("R6k/8/8/p7/8/8/8/R7 w - - 0 1", "a1a5", "R1xa5"),
            ("8/8/8/8/1KK5/8/8/k7 w - - 0 1", "b4b3", "Kbb3"),
            ("8/8/8/8/1p6/8/P1P5/8 w - - 0 1", "a2a4", "a4"),
            ("8/8/8/8/Pp6/8/2P5/8 b - a3 0 1", "b4a3", "bxa3"),
        ];
        for (fen, text, short) in cases {
            let diagram = diagram(fen);
            let played = read_move(&diagram, text).unwrap();
            assert_eq!(read_move(&diagram, short), Ok(played), "{short}");
            assert_eq!(coordinates(&diagram, played), text);
            assert_eq!(algebraic(&diagram, played), short);
        }
    }

    #[test]
    fn moves_are_read_as_people_write_them() {
        let cases = [
            ("3n4/4P3/8/8/8/8/8/k7 w - - 0 1", "e7d8k"),
            ("8/8/8/8/Pp6/8/2P5/8 b - a3 0 1", "b4a3"),
            ("7k/8/8/8/8/5N2/8/1N6 w - - 0 1", "b1d2"),
        ];
        let texts = [
            &["exd8=K", "exd8K", "ed8=K", "e7xd8=K", "e7-d8=k", "exd8=K#"][..],
            &["bxa3", "b:a3", "bxa3 e.p.", "b4xa3", "ba3"],
            &["Nbd2", "N1d2", "Nb1d2", "Nb1-d2", "b1-d2", "Nbd2+"],
        ];
        for ((fen, expected), texts) in cases.into_iter().zip(texts) {
            let diagram = diagram(fen);
            for text in texts {
                let played = read_move(&diagram, text).unwrap();
                assert_eq!(coordinates(&diagram, played), expected, "{text}");
            }
        }
    }

    #[test]
    fn what_may_mean_two_moves_means_none() {
        let knights = diagram("7k/8/8/8/8/5N2/8/1N6 w - - 0 1");
        let pawn = diagram("3n4/4P3/8/8/8/8/8/k7 w - - 0 1");
        for (diagram, text) in [
            (knights, "Nd2"),
            (knights, "Nbxd2"),
            (knights, "d2"),
            (pawn, "exd8"),
            (pawn, "e8=K"),
            (pawn, "d8=K"),
            (pawn, "exd8=P"),
        ] {
            assert!(read_move(&diagram, text).is_err(), "{text}");
        }
    }

    #[test]
    fn errors_tell_the_shape_from_the_rules() {
        let must_take = diagram("8/8/8/3p4/4P3/8/8/k7 w - - 0 1");
        let illegal = read_move(&must_take, "e4e5").unwrap_err().to_string();
        assert!(illegal.ends_with("; legal moves: e4d5"), "{illegal}");
        for text in ["", "x", "hello", "e2e44", "é4", "Kö", "xx5", "Xe5", "O-O"] {
            let error = read_move(&must_take, text).unwrap_err();
            assert!(matches!(error, MoveError::Unreadable { .. }), "{text}");
        }
    }
}
