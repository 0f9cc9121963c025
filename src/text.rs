//! Which letters the bytes of a file stand for.
//!
//! Games and positions come from programs of forty years: in UTF-8, with a byte order mark or without, or in the
//! Latin 1 of the PGN standard. Where files were joined, a mark may stand at the start of any line.

use std::borrow::Cow;
use std::io;

use thiserror::Error;

/// The byte order mark.
const MARK: char = '\u{feff}';

/// Text whose letters have two bytes each.
#[derive(Clone, Copy, PartialEq, Eq, Error, Debug)]
#[error("the text is encoded as UTF-16, expected UTF-8; save it again with that encoding")]
pub struct Utf16;

impl From<Utf16> for io::Error {
    fn from(wrong: Utf16) -> Self {
        Self::new(io::ErrorKind::InvalidData, wrong)
    }
}

/// The text of a file: UTF-8, or Latin 1 if it is not that.
///
/// # Errors
/// If it is UTF-16.
pub fn decode(bytes: &[u8]) -> Result<Cow<'_, str>, Utf16> {
    let is_marked = bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff");
    // Without a mark: of two letters in Latin script, one byte of each is zero.
    let zeros = bytes
        .first_chunk()
        .map(|bytes: &[u8; 4]| bytes.map(|byte| byte == 0));
    let has_zeros = matches!(
        zeros,
        Some([true, false, true, false] | [false, true, false, true])
    );
    if is_marked || has_zeros {
        return Err(Utf16);
    }
    Ok(match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => {
            let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
            bytes.iter().copied().map(char::from).collect()
        }
    })
}

/// A line without blanks and byte order marks around it.
#[must_use]
pub fn trim(line: &str) -> &str {
    line.trim_matches(is_blank)
}

/// Whether a letter shows nothing: a blank, an end of line, a byte order mark.
#[must_use]
pub fn is_blank(letter: char) -> bool {
    letter.is_whitespace() || letter == MARK
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_utf_8_or_latin_1() {
        assert_eq!(decode(b"M\xfcller"), Ok("Müller".into()));
        assert_eq!(decode(b"\xef\xbb\xbfM\xfcller"), Ok("Müller".into()));
        assert_eq!(decode("Müller".as_bytes()), Ok("Müller".into()));
        assert_eq!(decode(b""), Ok("".into()));
        assert_eq!(trim("\u{feff} a \r\n"), "a");
    }

    #[test]
    fn utf_16_is_refused() {
        let little: Vec<u8> = "8/8 w".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = "8/8 w".encode_utf16().flat_map(u16::to_be_bytes).collect();
        for bytes in [&little, &big, &[&b"\xff\xfe"[..], &little].concat()] {
            assert_eq!(decode(bytes), Err(Utf16));
        }
    }
}
