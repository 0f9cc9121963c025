//! The meaning of a word between the moves of a game.
//!
//! Between moves there are numbers, results, and the signs with which books and programs judge
//! moves and positions: the six of the standard (`!`, `?!`) and those of Chess Informant (`±`,
//! `+-`, `∞`). Some are attached to the move. Each sign has a number, its [glyph](Glyph); a sign
//! without one is ignored. Anything else is taken as a move, and is checked when it is played.
//!
//! Source: the table of numeric annotation glyphs in the PGN standard (1994), and the numbers that
//! ChessBase and Scid have added to the table.

use super::record::{GameResult, Glyph};
use crate::game::written::{without_number, without_suffix};

/// The meaning of a word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Word<'a> {
    /// A number, `e.p.`, or a sign without a glyph.
    Nothing,
    /// Signs that stand alone.
    Signs(Vec<Glyph>),
    /// A move without its number, and the signs after it.
    Move(&'a str, Vec<Glyph>),
    /// A side passes, which is legal in few games.
    NullMove(&'a str),
    /// How the game ended.
    Result(GameResult),
}

/// Signs that may also follow a move without a blank.
const SIGNS: [(&str, u8); 23] = [
    ("+/-", 16),
    ("-/+", 17),
    ("+/=", 14),
    ("=/+", 15),
    ("+-", 18),
    ("-+", 19),
    ("+=", 14),
    ("=+", 15),
    ("=", 10),
    ("±", 16),
    // The same as a byte of Latin 1 that is [kept](crate::text::keep).
    ("\u{f7b1}", 16),
    ("∓", 17),
    ("⩲", 14),
    ("⩱", 15),
    ("∞", 13),
    ("□", 7),
    ("⨀", 22),
    ("⟳", 32),
    ("→", 36),
    ("↑", 36),
    ("⇆", 132),
    ("⌓", 142),
    ("△", 140),
];

/// Signs that must stand alone: directly after a move, they would be part of it.
const LETTERS: [(&str, u8); 3] = [("N", 146), ("RR", 145), ("D", 220)];

/// What programs write if a side passes.
const NULL_MOVES: [&str; 7] = ["--", "Z0", "Z1", "0000", "@@@@", "null", "pass"];

impl<'a> Word<'a> {
    /// The meaning of a word.
    #[must_use]
    pub fn new(word: &'a str) -> Self {
        if let Some(result) = GameResult::written(word) {
            return Self::Result(result);
        }
        let text = without_number(word);
        let plain = without_suffix(text.trim_end_matches(['!', '?']));
        if NULL_MOVES.contains(&plain) {
            return Self::NullMove(plain);
        }
        if let Some((_, glyph)) = LETTERS.iter().find(|(sign, _)| *sign == text) {
            return Self::Signs(vec![Glyph(*glyph)]);
        }
        let (text, signs) = without_signs(text);
        let played = without_suffix(text);
        let is_move = played.contains(char::is_alphanumeric) || played.contains(char::is_control);
        match (is_move, signs.is_empty()) {
            (true, _) => Self::Move(played, signs),
            (false, true) => Self::Nothing,
            (false, false) => Self::Signs(signs),
        }
    }

    /// The signs in the word.
    #[must_use]
    pub fn signs(&self) -> &[Glyph] {
        match self {
            Self::Signs(signs) | Self::Move(_, signs) => signs,
            _ => &[],
        }
    }
}

/// The text without the signs at its end, and these signs in order.
fn without_signs(mut text: &str) -> (&str, Vec<Glyph>) {
    let mut signs = Vec::new();
    loop {
        let plain = text.trim_end_matches(['!', '?']);
        if plain.len() < text.len() {
            // More than two signs mean the same as two.
            let sign = &text[plain.len()..];
            signs.extend(Glyph::from_sign(&sign[..sign.len().min(2)]));
            text = plain;
        } else if let Some((plain, glyph)) = SIGNS
            .iter()
            .find_map(|(sign, glyph)| Some((text.strip_suffix(sign)?, *glyph)))
        {
            signs.push(Glyph(glyph));
            text = plain;
        } else {
            signs.reverse();
            return (text, signs);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_mean_moves_signs_results_or_nothing() {
        let signs = |glyphs: &[u8]| glyphs.iter().copied().map(Glyph).collect::<Vec<_>>();
        for (word, meaning) in [
            ("12.", Word::Nothing),
            ("3...", Word::Nothing),
            ("e.p.", Word::Nothing),
            ("~", Word::Nothing),
            ("N", Word::Signs(signs(&[146]))),
            ("±", Word::Signs(signs(&[16]))),
            ("+/-", Word::Signs(signs(&[16]))),
            ("!!!", Word::Signs(signs(&[3]))),
            ("12.e4", Word::Move("e4", vec![])),
            ("e4!?", Word::Move("e4", signs(&[5]))),
            ("e4+", Word::Move("e4", vec![])),
            ("e3±", Word::Move("e3", signs(&[16]))),
            ("e3\u{f7b1}", Word::Move("e3", signs(&[16]))),
            ("Qe4+-", Word::Move("Qe4", signs(&[18]))),
            ("e8=N?=", Word::Move("e8=N", signs(&[2, 10]))),
            ("1-0", Word::Result(GameResult::WhiteWins)),
            ("½-½", Word::Result(GameResult::Draw)),
            ("1...--", Word::NullMove("--")),
            ("Z0", Word::NullMove("Z0")),
        ] {
            assert_eq!(Word::new(word), meaning, "{word}");
        }
    }
}
