//! Decoding the text of a file.
//!
//! Files with games and positions come from forty years of programs. They are in UTF-8 with or
//! without a byte order mark, or in the Latin 1 of the PGN standard. Joined files may mix both,
//! with a mark at the start of any line. So each byte that is not UTF-8 is decoded as Latin 1,
//! independently of its neighbours.
//!
//! A file that is written again must keep such bytes, since they may not be in Latin 1 at all. So
//! [`keep`] replaces each with a private-use character, from which [`bytes`] restores the file, and
//! [`shown`] makes the text for display:
//!
//! ```text
//! 4D FC 6C 6C 65 72  —keep→  M\u{F7FC}ller  —bytes→  4D FC 6C 6C 65 72
//!                                          —shown→  Müller
//! ```
//!
//! Source: the encoding x-user-defined of the WHATWG's *Encoding Standard*, which uses the same
//! characters.

use std::borrow::Cow;
use std::io;
use std::ops::RangeInclusive;

use thiserror::Error;

/// The byte order mark.
const MARK: char = '\u{feff}';

/// The characters that stand for the bytes from 0x80 to 0xff.
const KEPT: RangeInclusive<char> = '\u{f780}'..='\u{f7ff}';

/// The character ½: in UTF-8, and as a [kept](keep) byte of Latin 1.
pub const HALF: [char; 2] = ['½', '\u{f7bd}'];

/// The no-break space, as a [kept](keep) byte of Latin 1.
const NO_BREAK_SPACE: char = '\u{f7a0}';

/// Text whose characters have two or four bytes each.
#[derive(Clone, Copy, PartialEq, Eq, Error, Debug)]
#[error("the text is encoded as UTF-16 or UTF-32; save it again as UTF-8")]
pub struct Wide;

impl From<Wide> for io::Error {
    fn from(wrong: Wide) -> Self {
        Self::new(io::ErrorKind::InvalidData, wrong)
    }
}

/// Decodes the text of a file: UTF-8, and Latin 1 where it is not UTF-8.
///
/// # Errors
/// If it is UTF-16 or UTF-32.
pub fn decode(bytes: &[u8]) -> Result<Cow<'_, str>, Wide> {
    refuse_wide(bytes)?;
    Ok(match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(shown(&kept(bytes)).into_owned()),
    })
}

/// Decodes the text of a file; each byte that is not UTF-8 becomes a private-use character.
///
/// # Errors
/// If it is UTF-16 or UTF-32.
pub fn keep(bytes: Vec<u8>) -> Result<String, Wide> {
    refuse_wide(&bytes)?;
    Ok(match String::from_utf8(bytes) {
        Ok(text) if !text.contains(is_kept) => text,
        Ok(text) => kept(text.as_bytes()),
        Err(error) => kept(error.as_bytes()),
    })
}

/// The bytes of a file with this text, as [`keep`] decodes it.
#[must_use]
pub fn bytes(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    for letter in text.chars() {
        match kept_byte(letter) {
            Some(byte) => bytes.push(byte),
            None => bytes.extend(letter.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    bytes
}

/// The text to display, from text that [`keep`] decoded.
#[must_use]
pub fn shown(text: &str) -> Cow<'_, str> {
    match text.contains(is_kept) {
        false => Cow::Borrowed(text),
        true => text
            .chars()
            .map(|letter| kept_byte(letter).map_or(letter, char::from))
            .collect(),
    }
}

/// Private-use characters already in the file are kept byte by byte; otherwise each would become
/// one byte.
fn kept(bytes: &[u8]) -> String {
    let private = |byte: &u8| char::from_u32(0xf700 + u32::from(*byte)).unwrap_or_default();
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        for letter in chunk.valid().chars() {
            match is_kept(letter) {
                true => text.extend(
                    letter
                        .encode_utf8(&mut [0; 4])
                        .as_bytes()
                        .iter()
                        .map(private),
                ),
                false => text.push(letter),
            }
        }
        text.extend(chunk.invalid().iter().map(private));
    }
    text
}

fn is_kept(letter: char) -> bool {
    KEPT.contains(&letter)
}

fn kept_byte(letter: char) -> Option<u8> {
    // The last eight bits of the character are the byte.
    is_kept(letter).then(|| (u32::from(letter) & 0xff) as u8)
}

fn refuse_wide(bytes: &[u8]) -> Result<(), Wide> {
    let is_marked = bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff");
    // The text has no byte order mark. In Latin script, all bytes of a character except one are
    // zero.
    let zeros = bytes
        .first_chunk()
        .map(|bytes: &[u8; 4]| bytes.map(|byte| byte == 0));
    let has_zeros = matches!(
        zeros,
        Some(
            [true, false, true, false]
                | [false, true, false, true]
                | [false, true, true, true]
                | [true, true, _, _]
        )
    );
    match is_marked || has_zeros {
        true => Err(Wide),
        false => Ok(()),
    }
}

/// A line without [blanks](is_blank) at its ends.
#[must_use]
pub fn trim(line: &str) -> &str {
    line.trim_matches(is_blank)
}

/// Whether a character is invisible: a blank, a line end, a byte order mark, or what DOS and other
/// systems put after the end of a text.
#[must_use]
pub fn is_blank(letter: char) -> bool {
    letter.is_whitespace() || [MARK, NO_BREAK_SPACE, '\u{1a}', '\0'].contains(&letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_utf_8_is_latin_1() {
        for (bytes, text) in [
            (&b"M\xfcller"[..], "Müller"),
            (b"M\xfcller, M\xc3\xbcller", "Müller, Müller"),
            (b"\xef\xbb\xbfM\xfcller", "\u{feff}Müller"),
            (b"", ""),
            ("\u{f7fc}".as_bytes(), "\u{f7fc}"),
        ] {
            assert_eq!(decode(bytes), Ok(text.into()));
        }
        assert_eq!(trim("\u{feff} a \r\n"), "a");
    }

    #[test]
    fn all_bytes_are_kept() {
        let all: Vec<u8> = (1..=255).collect();
        let private = "\u{f77f}\u{f780}\u{f7ff}\u{f800}".as_bytes();
        for file in [&b"M\xfcller, M\xc3\xbcller \xe2\x82"[..], private, &all] {
            let text = keep(file.to_vec()).expect("no wide letters");
            assert_eq!(bytes(&text), file);
        }
        assert_eq!(
            keep(b"M\xfc".to_vec()).as_deref().map(shown),
            Ok("Mü".into())
        );
    }

    #[test]
    fn wide_text_is_refused() {
        let little: Vec<u8> = "8/8 w".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = "8/8 w".encode_utf16().flat_map(u16::to_be_bytes).collect();
        let letters = || "8/8 w".chars().map(u32::from);
        let four: Vec<u8> = letters().flat_map(u32::to_le_bytes).collect();
        let big_four: Vec<u8> = letters().flat_map(u32::to_be_bytes).collect();
        let marked = [&b"\xff\xfe"[..], &little].concat();
        for bytes in [&little, &big, &four, &big_four, &marked] {
            assert_eq!(decode(bytes), Err(Wide));
        }
    }
}
