//! Quoting somebody's text in a message.
//!
//! A message is one line and does nothing to the terminal that shows it, whatever was typed, sent
//! or found in a file. So what it quotes has its control characters written out, and is cut where
//! nobody would read on.

/// In letters; a whole FEN fits in.
const LONGEST: usize = 100;

/// The text with its control characters written out: an end of line is `\n`, Escape `\u{1b}`.
#[must_use]
pub fn plain(text: &str) -> String {
    text.chars()
        .map(|letter| match letter.is_control() {
            true => letter.escape_default().to_string(),
            false => letter.into(),
        })
        .collect()
}

/// The same, and `…` for all that would make it longer than a hundred letters.
#[must_use]
pub fn short(text: &str) -> String {
    let plain = plain(text);
    match plain.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &plain[..end]),
        None => plain,
    }
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
