//! Moves as people write them.
//!
//! Every game reads exact coordinates and SAN, on which programs agree. People, and programs that
//! write for people, put numbers before a move and signs after it, and write `e4-e5`, `f6xe5`,
//! `f6:e5` or `BXC6`. This module reads these forms, for any game: the [marks](unmarked) around a
//! move are removed, and the rest is compared with every legal move in one normal
//! [spelling](Spelling). Text that may mean two moves is rejected.

/// A move without its number and without redundant signs: `1. e4!` is `e4`, `bxc6 e.p.+` is `bxc6`.
#[must_use]
pub fn unmarked(text: &str) -> &str {
    let rest = without_number(text.trim()).trim_start();
    let rest = rest.trim_end_matches(['!', '?']).trim_end();
    without_suffix(rest).trim_end()
}

/// Cuts off a number: `12.`, `12...`, `12…`, even without a blank before the move. It may begin
/// with zero only if it has a point: otherwise it is castling, a null move or a result.
#[must_use]
pub fn without_number(text: &str) -> &str {
    let rest = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    match rest.trim_start_matches(['.', '…']) {
        plain if plain.len() == rest.len() && text.starts_with('0') => text,
        plain => plain,
    }
}

/// Cuts off redundant suffixes: `+`, `#` and `e.p.`, which may also be a separate word.
#[must_use]
pub fn without_suffix(text: &str) -> &str {
    let plain = text.trim_end_matches(['+', '#']);
    ["e.p.", "e.p", "ep"]
        .into_iter()
        .find_map(|suffix| plain.strip_suffix(suffix))
        .unwrap_or(plain)
}

/// A move in lower case without hyphens and without the capture sign, which many people leave out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spelling {
    text: String,
    /// Whether it has a capture sign.
    captures: bool,
}

impl Spelling {
    /// The plain spelling of a move.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let small = text.to_lowercase().replace('-', "").replace(':', "x");
        Self {
            text: small.replace('x', ""),
            captures: small.contains('x'),
        }
    }

    /// The spelling without a promotion letter: `e7e8=Q` is `e7e8`.
    #[must_use]
    pub fn without_letter(&self) -> Self {
        let text = self
            .text
            .trim_end_matches(|letter: char| letter.is_ascii_lowercase());
        Self {
            text: text.trim_end_matches('=').into(),
            ..*self
        }
    }

    /// Its text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether it may mean the move with these coordinates and this SAN.
    #[must_use]
    pub fn may_mean(&self, coordinates: &str, short: &str) -> bool {
        let short = Self::of(short);
        let is_alike = self.text == Self::of(coordinates).text || self.text == short.text;
        // Text with a capture sign does not mean a move without capture.
        is_alike && (short.captures || !self.captures)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_around_a_move_are_taken_away() {
        for (text, plain) in [
            ("1. e4", "e4"),
            (" 12...e4?! ", "e4"),
            ("3 e4", "e4"),
            ("0. e4", "e4"),
            ("0-0", "0-0"),
            ("bxc6 e.p.!", "bxc6"),
            ("e4 +", "e4"),
            ("1…", ""),
            ("joho", "joho"),
        ] {
            assert_eq!(unmarked(text), plain, "{text}");
        }
    }

    #[test]
    fn a_promotion_letter_can_be_left_out() {
        for text in ["e7-e8=Q", "E7E8q", "e7e8"] {
            assert_eq!(Spelling::of(text).without_letter().text(), "e7e8", "{text}");
        }
    }

    #[test]
    fn a_move_has_one_plain_spelling() {
        let may_mean =
            |text: &str, coordinates, short| Spelling::of(text).may_mean(coordinates, short);
        for text in [
            "f6xe5", "f6:e5", "F6-E5", "f6e5", "fxe5", "f:e5", "FXE5", "fe5",
        ] {
            assert!(may_mean(text, "f6e5", "fxe5"), "{text}");
        }
        for text in ["e4-e5", "E5", "e4e5"] {
            assert!(may_mean(text, "e4e5", "e5"), "{text}");
        }
        for text in ["e4xe5", "exe5", "e5:", "f4e5", ""] {
            assert!(!may_mean(text, "e4e5", "e5"), "{text}");
        }
    }
}
