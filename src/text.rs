//! Which letters the bytes of a file stand for.
//!
//! Games and positions come from programs of forty years: in UTF-8, with a byte order mark or without, or in the
//! Latin 1 of the PGN standard. Where files were joined, both may stand in one, and a mark at the start of any
//! line. So each byte that is not UTF-8 is the letter that Latin 1 has for it, whatever stands around it.
//!
//! A file that is written again must keep such bytes, since nobody knows whether they are Latin 1 at all. So
//! [`keep`] gives each a letter for private use in the text, from which [`bytes`] makes the same file
//! again, and [`shown`] what people read:
//!
//! ```text
//! 4D FC 6C 6C 65 72  —keep→  M\u{F7FC}ller  —bytes→  4D FC 6C 6C 65 72
//!                                          —shown→  Müller
//! ```
//!
//! Source: the encoding x-user-defined of the WHATWG's *Encoding Standard*, which uses the same letters.

use std::borrow::Cow;
use std::io;
use std::ops::RangeInclusive;

use thiserror::Error;

/// The byte order mark.
const MARK: char = '\u{feff}';

/// The letters that stand for the bytes from 0x80 to 0xff.
const KEPT: RangeInclusive<char> = '\u{f780}'..='\u{f7ff}';

/// One half as a letter, in UTF-8 and as a byte of Latin 1 that is [kept](keep).
pub const HALF: [char; 2] = ['½', '\u{f7bd}'];

/// Text whose letters have two or four bytes each.
#[derive(Clone, Copy, PartialEq, Eq, Error, Debug)]
#[error(
    "the text is encoded as UTF-16 or UTF-32, expected UTF-8; save it again with that encoding"
)]
pub struct Wide;

impl From<Wide> for io::Error {
    fn from(wrong: Wide) -> Self {
        Self::new(io::ErrorKind::InvalidData, wrong)
    }
}

/// The text of a file: UTF-8, and Latin 1 where it is not that.
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

/// The text of a file with a private letter for each byte that is not UTF-8.
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

/// The file that has this text, as [`keep`] gives it.
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

/// What people read of a text, as [`keep`] gives it.
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

/// The bytes of a private letter that stands in the file are kept, too: else it would become one byte.
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
    // The last eight bits.
    is_kept(letter).then(|| (u32::from(letter) & 0xff) as u8)
}

fn refuse_wide(bytes: &[u8]) -> Result<(), Wide> {
    let is_marked = bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff");
    // Without a mark: of a letter in Latin script, all bytes but one are zero.
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

/// A line without [blanks](is_blank) around it.
#[must_use]
pub fn trim(line: &str) -> &str {
    line.trim_matches(is_blank)
}

/// Whether a letter shows nothing: a blank, an end of line, a byte order mark, what DOS and others have put
/// behind the end of a text.
#[must_use]
pub fn is_blank(letter: char) -> bool {
    letter.is_whitespace() || [MARK, '\u{1a}', '\0'].contains(&letter)
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
    fn wide_letters_are_refused() {
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
