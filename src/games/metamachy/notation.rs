//! Moves as text: coordinates (`a11a12q`) and short algebraic notation (`Nbd5`, `R1xa3`, `a12=Q`).
//!
//! Coordinates name what a pawn or prince becomes, and only that; a king's leap is an ordinary move of
//! his, en passant the pawn's. The short notation is that of chess with the letters of these men and
//! ranks of up to two digits. Both are read more leniently than they are written, as everywhere in the
//! program: with more of the square that a man comes from than is needed, without the sign of a capture.
//! A text that may mean two moves means none.

use super::diagram::Diagram;
use super::man::Kind;
use super::moves::{Move, MoveList};
use crate::board12::{File, Rank, Square};
use crate::game::playable::MoveError;
use crate::game::written::without_suffix;

/// What moves look like.
pub(super) const EXAMPLES: &str = "'e3e5', 'a11a12q', 'Nd5', 'exd9' or 'Ia12=L'";

/// A legal move as UCI writes it.
#[must_use]
pub fn coordinates(played: Move) -> String {
    let (from, to) = (played.from(), played.to());
    match played.promotion() {
        None => format!("{from}{to}"),
        Some(kind) => format!("{from}{to}{}", kind.letter().to_ascii_lowercase()),
    }
}

/// A legal move as people write it.
#[must_use]
pub fn algebraic(diagram: &Diagram, played: Move) -> String {
    let (from, to) = (played.from(), played.to());
    let takes = match played.is_capture(&diagram.position) {
        true => "x",
        false => "",
    };
    let who = match played.kind() {
        Kind::Pawn if takes.is_empty() => String::new(),
        Kind::Pawn => from.file().to_string(),
        kind => format!("{}{}", kind.letter(), origin(diagram, played)),
    };
    match played.promotion() {
        None => format!("{who}{takes}{to}"),
        Some(kind) => format!("{who}{takes}{to}={}", kind.letter()),
    }
}

/// What tells a man from others of its kind that can go to the same square: its file, else its rank,
/// else both.
fn origin(diagram: &Diagram, played: Move) -> String {
    let from = played.from();
    let is_other =
        |one: &&Move| one.to() == played.to() && one.from() != from && one.kind() == played.kind();
    let legal = diagram.position.moves();
    let mut others = legal.iter().filter(is_other).peekable();
    if others.peek().is_none() {
        return String::new();
    }
    let (mut same_file, mut same_rank) = (false, false);
    for other in others {
        same_file |= other.from().file() == from.file();
        same_rank |= other.from().rank() == from.rank();
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
            let names = legal.iter().copied().map(coordinates);
            MoveError::new(text, shape.is_some(), diagram, names.collect(), EXAMPLES)
        })
}

/// Whether a text has the shape of a move.
#[must_use]
pub fn is_a_move(text: &str) -> bool {
    Shape::of(text).is_some()
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
        // What is not ASCII cannot be cut anywhere.
        if !text.is_ascii() {
            return None;
        }
        let rest = without_suffix(text).trim_end();
        let (rest, becomes) = read_promotion(rest)?;
        // The last square: a letter and all digits behind it.
        let digits = rest
            .trim_end_matches(|sign: char| sign.is_ascii_digit())
            .len();
        let (rest, to) = rest.split_at(digits.checked_sub(1)?);
        let to = Square::parse(to)?;
        let (rest, captures) = match rest.strip_suffix(['x', ':']) {
            Some(rest) => (rest, true),
            None => (rest.strip_suffix('-').unwrap_or(rest), false),
        };
        let letter = rest.chars().next().filter(char::is_ascii_uppercase);
        let (kind, rest) = match letter {
            Some(letter) => (Some(Kind::from_letter(letter)?), &rest[1..]),
            None => (None, rest),
        };
        let letter = rest.chars().next().filter(char::is_ascii_lowercase);
        let (file, rest) = match letter {
            Some(letter) => (Some(File::from_letter(letter)?), &rest[1..]),
            None => (None, rest),
        };
        let rank = match rest {
            "" => None,
            number => Some(Rank::parse(number)?),
        };
        Some(Self {
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
        let (from, kind) = (played.from(), played.kind());
        // Only coordinates name a man by nothing but its square; and the file that a pawn captures
        // from is never left out.
        let is_kind = match self.kind {
            Some(named) => kind == named,
            None if self.file.is_some() && self.rank.is_some() => true,
            None => kind == Kind::Pawn,
        };
        let is_file = match self.file {
            Some(file) => file == from.file(),
            None => kind != Kind::Pawn || from.file() == played.to().file(),
        };
        is_kind
            && is_file
            && self.rank.is_none_or(|rank| rank == from.rank())
            && (!self.captures || played.is_capture(&diagram.position))
            && self.to == played.to()
            && self.becomes == played.promotion()
    }
}

/// Cuts off what a pawn or prince becomes: `=Q`, `Q`, `q`; `None` if it is nothing that one becomes.
fn read_promotion(text: &str) -> Option<(&str, Option<Kind>)> {
    // A square ends with a digit, so a letter is what one becomes.
    let letter = text.chars().last().filter(char::is_ascii_alphabetic);
    let Some(letter) = letter else {
        return Some((text, None));
    };
    let kind = Kind::from_letter(letter).filter(|kind| Kind::PROMOTIONS.contains(kind))?;
    let rest = &text[..text.len() - 1];
    Some((rest.strip_suffix('=').unwrap_or(rest), Some(kind)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn diagram(fen: &str) -> Diagram {
        fen.parse().unwrap()
    }

    #[test]
    fn both_notations_are_read_and_written() {
        let pawns = "r4k2n3/1P5P4/3P8/12/12/12/12/12/12/5p6/2p6p2/1N1R7K w - - 0 1";
        let prince = "2r1i7/1I10/3I8/10k1/12/12/12/12/12/9i2/7i4/5I2N2K w - - 0 1";
        let rooks = "11k/R11/12/12/12/12/12/12/R2R8/12/12/11K w - - 0 1";
        let leap = "6k5/12/12/12/11p/12/12/P11/12/12/5K6/12 w Kk - 0 1";
        let passed = "3k8/12/12/12/12/3pPp6/12/12/12/7N4/12/K7R3 b - e6 0 1";
        for (fen, text, short) in [
            (pawns, "b11b12q", "b12=Q"),
            (pawns, "b11a12g", "bxa12=G"),
            (pawns, "d10d12l", "d12=L"),
            (pawns, "d1d9", "Rd9"),
            (prince, "b11b12q", "Ib12=Q"),
            (prince, "b11c12l", "Ixc12=L"),
            (prince, "d10d12g", "Id12=G"),
            (rooks, "a4a10", "R4a10"),
            (rooks, "d4b4", "Rdb4"),
            (leap, "f2h3", "Kh3"),
            (passed, "d7e6", "dxe6"),
        ] {
            let diagram = diagram(fen);
            let played = read_move(&diagram, text).unwrap();
            assert_eq!(read_move(&diagram, short), Ok(played), "{short}");
            assert_eq!(coordinates(played), text);
            assert_eq!(algebraic(&diagram, played), short);
        }
    }

    #[test]
    fn moves_are_read_as_people_write_them() {
        let pawns = diagram("r4k2n3/1P5P4/3P8/12/12/12/12/12/12/5p6/2p6p2/1N1R7K w - - 0 1");
        for text in [
            "bxa12=G",
            "bxa12G",
            "ba12g",
            "b11xa12=G",
            "b11-a12=g",
            "bxa12=G#",
        ] {
            assert_eq!(
                coordinates(read_move(&pawns, text).unwrap()),
                "b11a12g",
                "{text}"
            );
        }
    }

    #[test]
    fn errors_tell_the_shape_from_the_rules() {
        let pawns = diagram("r4k2n3/1P5P4/3P8/12/12/12/12/12/12/5p6/2p6p2/1N1R7K w - - 0 1");
        for text in [
            "b11b12", "d10d11q", "b11b10", "Rd12", "b1a3q", "a12=G", "xa12=G",
        ] {
            let error = read_move(&pawns, text).unwrap_err();
            assert!(matches!(error, MoveError::Illegal { .. }), "{text}");
        }
        for text in [
            "", "x", "hello", "b11b13", "b011b12", "b11b12r", "m1m2", "é4", "Kö", "Xe5", "O-O",
            "12",
        ] {
            let error = read_move(&pawns, text).unwrap_err();
            assert!(matches!(error, MoveError::Unreadable { .. }), "{text}");
        }
    }
}
