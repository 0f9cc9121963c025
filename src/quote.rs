//! Quoting text and counting things in a message.
//!
//! A message is one line and must not control the terminal that shows it, even if it quotes text
//! that was typed, received or found in a file. So control characters are escaped, and long text is
//! cut.

use std::fmt::Display;

/// The maximum length in characters; a complete FEN of up to eight ranks fits.
const LONGEST: usize = 100;

/// The text with its control characters escaped: a line end is `\n`, Escape is `\u{1b}`.
#[must_use]
pub fn plain(text: &str) -> String {
    text.chars()
        .map(|letter| match letter.is_control() {
            true => letter.escape_default().to_string(),
            false => letter.into(),
        })
        .collect()
}

/// The text with its control characters escaped, cut to a hundred characters with `…`.
#[must_use]
pub fn short(text: &str) -> String {
    let plain = plain(text);
    match plain.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &plain[..end]),
        None => plain,
    }
}

/// A number of things: `1 game`, `2 games`.
#[must_use]
pub fn counted(number: impl Display, noun: &str) -> String {
    let number = number.to_string();
    let ending = if number == "1" { "" } else { "s" };
    format!("{number} {noun}{ending}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quotation_is_plain_and_short() {
        assert_eq!(
            short("für 'e4'\r\n\u{1b}[31m\u{85}"),
            "für 'e4'\\r\\n\\u{1b}[31m\\u{85}"
        );
        let hundred = "ü".repeat(LONGEST);
        assert_eq!(short(&hundred), hundred);
        assert_eq!(short(&format!("{hundred}a")), format!("{hundred}…"));
    }
}
