//! Lists of positions: opening books, test suites, collections.
//!
//! Each line is a position, followed by moves or by EPD operations:
//!
//! ```text
//! # a comment; empty lines are ignored
//! 8/pppppppp/pppppppp/8/8/PPPPPPPP/PPPPPPPP/8 w - - 0 1 | b3b4 g6g5
//! 8/1ppppppp/8/8/8/8/1PPPPPPP/8 w moves b2b4       # a comment
//! 8/8/8/8/8/1k5P/8/2K5 w - - bm h4; id "Chernev 1"; hmvc 3; fmvn 50;
//! 8/8/8/8/8/1k5P/8/2K5 w - -;draw
//! 1. b4 g5                                         from the start of the variant
//! ```
//!
//! The operations `hmvc` and `fmvn` are the last two fields of a FEN without them; the others are
//! kept unchanged. `#` begins a comment at the start of a line or after a blank: elsewhere it means
//! mate. A line that begins with `%` or `;` is a comment, as in PGN. An invalid position or move is
//! reported when the line is played, and affects only that line.
//!
//! Source: S. J. Edwards, *Portable Game Notation Specification and Implementation Guide* (1994),
//! 16.2, *Extended Position Description*.

use crate::engine::{Choices, Variant};
use crate::game::state::GameState;
use crate::game::written::unmarked;
use crate::quote::short;
use crate::text::{is_blank, trim};

/// The EPD operations in use.
const OPERATIONS: [&str; 28] = [
    "acd",
    "acn",
    "acs",
    "am",
    "bm",
    "ce",
    "dm",
    "draw_accept",
    "draw_claim",
    "draw_offer",
    "draw_reject",
    "eco",
    "fmvn",
    "hmvc",
    "id",
    "nic",
    "noop",
    "pm",
    "pv",
    "rc",
    "resign",
    "sm",
    "tcgs",
    "tcri",
    "tcsi",
    "c0",
    "c1",
    "D1",
];

/// A line of a list.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Listed {
    /// The number of the line, from 1.
    pub line: usize,
    /// The position; `None` for the start of the variant.
    pub fen: Option<String>,
    /// The moves from there, as written.
    pub moves: Vec<String>,
    /// The EPD operations: `bm h4`, `id "Chernev 1"`.
    pub operations: Vec<String>,
}

impl Listed {
    /// The start of the line: its FEN, or the start of a variant that has only
    /// one.
    ///
    /// # Errors
    /// If it is invalid.
    pub fn start(
        &self,
        variant: &dyn Variant,
        choices: &Choices,
    ) -> Result<Box<dyn GameState>, String> {
        match &self.fen {
            Some(fen) => variant
                .read_fen(fen)
                .map_err(|error| format!("invalid FEN '{}': {error}", short(fen))),
            None if variant.has_many_starts() => {
                let found = self.moves.join(" ");
                Err(format!("found '{}', expected a FEN", short(&found)))
            }
            None => variant.start(choices).map_err(|error| error.to_string()),
        }
    }

    /// Sets the FEN. Where it ends before its counters, it gets those of the operations, which are
    /// then removed.
    fn set_fen(&mut self, fen: &str) {
        let mut fen = fen.to_owned();
        let fields = fen.split_whitespace().count();
        let counters = ["hmvc", "fmvn"].map(|name| self.counter(name));
        if counters != [None, None] && (2..=4).contains(&fields) {
            self.operations.retain(|one| !is_counter(one));
            let [quiet, number] = counters.each_ref().map(Option::as_deref);
            fen.push_str(&" -".repeat(4 - fields));
            fen.push_str(&format!(
                " {} {}",
                quiet.unwrap_or("0"),
                number.unwrap_or("1")
            ));
        }
        self.fen = Some(fen);
    }

    /// The number that an operation gives.
    fn counter(&self, name: &str) -> Option<String> {
        let number = self.operand(name).filter(|text| is_number(text));
        number.map(Into::into)
    }

    /// The operand of an operation, without the quotes: for `id "Chernev 1"` it is `Chernev 1`.
    #[must_use]
    pub fn operand(&self, name: &str) -> Option<&str> {
        let mut found = self.operations.iter().filter_map(|one| {
            let (first, rest) = one.split_once(char::is_whitespace)?;
            (first == name).then(|| rest.trim().trim_matches('"'))
        });
        found.next()
    }
}

/// The positions listed in a text.
#[must_use]
pub fn read(text: &str) -> Vec<Listed> {
    // Some programs end lines with CR alone.
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let text = text.replace(|letter| is_blank(letter) && letter != '\n', " ");
    let lines = (1..).zip(text.split('\n'));
    let lines = lines.map(|(number, line)| (number, trim(without_comment(line))));
    let lines = lines.filter(|(_, line)| !is_nothing(line));
    lines
        .map(|(number, line)| read_line(number, line))
        .collect()
}

/// Whether text is such a list and not PGN: its first line begins with the ranks of a board, unlike
/// any move or tag.
#[must_use]
pub fn is_list(text: &str) -> bool {
    let lines = text.split(['\n', '\r']);
    let mut lines = lines.map(|line| trim(without_comment(line)));
    let first = lines.find(|line| !is_nothing(line));
    let ranks = first.and_then(|line| line.split_whitespace().next());
    ranks.is_some_and(|ranks| ranks.matches('/').count() >= 7)
}

/// Whether a line is empty, or a comment that begins with `%` or `;`.
fn is_nothing(line: &str) -> bool {
    line.is_empty() || line.starts_with(['%', ';'])
}

fn without_comment(line: &str) -> &str {
    let mut signs = outside_strings(line).filter(|(_, letter)| *letter == '#');
    let begins = |place: usize| line[..place].chars().next_back().is_none_or(is_blank);
    match signs.find(|(place, _)| begins(*place)) {
        Some((place, _)) => &line[..place],
        None => line,
    }
}

/// The characters of a line outside strings, with their byte positions. In a string, `\` escapes a
/// quote; an unterminated string does not count as a string.
fn outside_strings(line: &str) -> impl Iterator<Item = (usize, char)> + '_ {
    let mut letters = line.char_indices();
    let mut has_strings = true;
    std::iter::from_fn(move || {
        let (place, letter) = letters.next()?;
        if letter == '"' && has_strings {
            let mut behind = letters.clone();
            match behind.by_ref().find(ends_string()) {
                Some(_) => letters = behind,
                None => has_strings = false,
            }
        }
        Some((place, letter))
    })
}

/// Divides a line at the first mark outside strings.
fn outside<'a>(line: &'a str, mark: &str) -> Option<(&'a str, &'a str)> {
    outside_strings(line).find_map(|(place, _)| {
        let rest = line[place..].strip_prefix(mark)?;
        Some((&line[..place], rest))
    })
}

/// Finds the quote that ends a string, when called for each character from the beginning of the
/// string.
fn ends_string() -> impl FnMut(&(usize, char)) -> bool {
    let mut is_escaped = false;
    move |(_, letter)| {
        let ends = *letter == '"' && !is_escaped;
        is_escaped = *letter == '\\' && !is_escaped;
        ends
    }
}

fn read_line(number: usize, line: &str) -> Listed {
    let mut parts = divided(line).into_iter();
    let position = parts.next().unwrap_or_default();
    let is_ended = parts.len() > 0;
    let mut listed = Listed {
        line: number,
        operations: parts
            .filter(|part| is_operation(part))
            .map(Into::into)
            .collect(),
        ..Listed::default()
    };
    let (fen, moves) = match outside(position, "|").or_else(|| outside(position, " moves ")) {
        Some((fen, moves)) => (fen.trim(), moves),
        None if begins_with_ranks(position) => (position, ""),
        None => ("", position.strip_prefix("moves ").unwrap_or(position)),
    };
    // Move numbers may be separate words.
    let moves = moves.split_whitespace();
    let moves = moves.filter(|word| !unmarked(word).is_empty());
    listed.moves = moves.map(Into::into).collect();
    if fen.is_empty() && listed.moves.is_empty() {
        // The line has neither a FEN nor moves: reading the FEN will report that.
        listed.fen = Some(position.into());
    } else if !fen.is_empty() {
        let (fen, operation) = without_operation(fen, is_ended);
        if let Some(operation) = operation {
            listed.operations.insert(0, operation.into());
        }
        listed.set_fen(fen);
    }
    listed
}

/// Whether text begins with a FEN: moves have no `/`.
fn begins_with_ranks(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let first = words.find(|word| !unmarked(word).is_empty());
    first.is_some_and(|ranks| ranks.contains('/'))
}

/// Whether an operation gives a field of the FEN.
fn is_counter(operation: &str) -> bool {
    let (name, count) = operation
        .split_once(char::is_whitespace)
        .unwrap_or_default();
    ["hmvc", "fmvn"].contains(&name) && is_number(count)
}

fn is_number(text: &str) -> bool {
    let text = text.trim();
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The parts of a line, separated by semicolons outside strings.
fn divided(line: &str) -> Vec<&str> {
    let semicolons = outside_strings(line).filter(|(_, letter)| *letter == ';');
    let mut begin = 0;
    let mut parts: Vec<&str> = semicolons
        .map(|(place, _)| line[std::mem::replace(&mut begin, place + 1)..place].trim())
        .collect();
    parts.push(line[begin..].trim());
    parts
}

/// Whether text is a name with an operand, or a known name. Lists of values have other things
/// between semicolons.
fn is_operation(text: &str) -> bool {
    let Some((name, _)) = text.split_once(char::is_whitespace) else {
        return OPERATIONS.contains(&text);
    };
    name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name
            .chars()
            .all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
}

/// Splits a FEN from the first operation after it. Where no semicolon ends the operation, its name
/// must be known: otherwise an invalid field would be taken as an operation.
fn without_operation(text: &str, is_ended: bool) -> (&str, Option<&str>) {
    // The words are slices of the text.
    let place = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
    // After a quote, everything may be part of a string.
    let words = text.split_whitespace().enumerate().skip(2);
    let is_behind_quote = |word: &str| text[..place(word)].contains('"');
    let words = words.take_while(|(_, word)| !is_behind_quote(word));
    let mut operation = words.filter(|(number, word)| {
        let is_known = OPERATIONS.contains(word);
        // The castling rights, and the en passant square.
        let is_field = match number {
            2 => word.chars().all(|letter| "KQkqAHah".contains(letter)),
            3 => word.chars().skip(1).all(|letter| letter.is_ascii_digit()),
            _ => false,
        };
        is_known || is_ended && !is_field && is_operation(&text[place(word)..])
    });
    match operation.next() {
        Some((_, word)) => {
            let (fen, operation) = text.split_at(place(word));
            (fen.trim_end(), Some(operation))
        }
        None => (text, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_stand_with_moves_comments_or_operations() {
        let fen = "8/8/8/8/8/1k5P/8/2K5 w - -";
        for (line, expected, moves, operations) in [
            (format!("\u{feff}{fen}"), fen.to_owned(), "", &[][..]),
            (format!("{fen} 4 7 # {fen}"), format!("{fen} 4 7"), "", &[]),
            (format!("{fen};"), fen.into(), "", &[]),
            (format!("{fen};draw;a2a3=draw"), fen.into(), "", &[]),
            (format!("{fen} | h4  Kc4"), fen.into(), "h4 Kc4", &[]),
            (format!("{fen} moves 1. h4"), fen.into(), "h4", &[]),
            (
                format!("{fen} bm h8#; id \"a; # b\"; c0 \"x\";"),
                fen.into(),
                "",
                &["bm h8#", "id \"a; # b\"", "c0 \"x\""],
            ),
            (format!("{fen} bm Qh8#"), fen.into(), "", &["bm Qh8#"]),
            (
                format!("{fen} c0 \"it moves | wins\"; id \"c\";"),
                fen.into(),
                "",
                &["c0 \"it moves | wins\"", "id \"c\""],
            ),
            (
                format!("{fen} c9 \"1-0\";"),
                fen.into(),
                "",
                &["c9 \"1-0\""],
            ),
            (
                format!("{fen} 0 1 a 5;"),
                format!("{fen} 0 1"),
                "",
                &["a 5"],
            ),
            (format!("{fen} dtm 5;"), fen.into(), "", &["dtm 5"]),
            (
                format!("{fen} id \"a \\\"x; y\\\" b\"; c0 \"z\";"),
                fen.into(),
                "",
                &["id \"a \\\"x; y\\\" b\"", "c0 \"z\""],
            ),
            (
                format!("{fen} noop; resign;"),
                fen.into(),
                "",
                &["noop", "resign"],
            ),
            (
                format!("{fen} bm\u{df}a5; id \"a\";"),
                format!("{fen} bm\u{df}a5"),
                "",
                &["id \"a\""],
            ),
            (
                format!("{fen} hmvc 3; fmvn 50;"),
                format!("{fen} 3 50"),
                "",
                &[],
            ),
            (
                format!("{fen} fmvn 9; id \"b\";"),
                format!("{fen} 0 9"),
                "",
                &["id \"b\""],
            ),
            (
                "8/8 w id \"x\"; hmvc 3; fmvn 50;".into(),
                "8/8 w - - 3 50".into(),
                "",
                &["id \"x\""],
            ),
            // The FEN has its own counters, or too few fields.
            (
                format!("{fen} 7 9; id \"x\"; hmvc 3; fmvn 50;"),
                format!("{fen} 7 9"),
                "",
                &["id \"x\"", "hmvc 3", "fmvn 50"],
            ),
            ("8/8; hmvc 3;".into(), "8/8".into(), "", &["hmvc 3"]),
            (
                format!("{fen} hmvc 0pp/8 g5; fmvn 2;"),
                format!("{fen} 0 2"),
                "",
                &["hmvc 0pp/8 g5"],
            ),
            (
                format!("{fen} c0 \"a; id b;"),
                fen.into(),
                "",
                &["c0 \"a", "id b"],
            ),
            // An invalid field is left for the FEN reader to reject.
            (
                format!("{fen} zero one"),
                format!("{fen} zero one"),
                "",
                &[],
            ),
            (
                "8/8 w KQkq e3 0 1;x y".into(),
                "8/8 w KQkq e3 0 1".into(),
                "",
                &["x y"],
            ),
        ] {
            let read = read(&line);
            let [one] = &read[..] else {
                panic!("{line}: {read:?}")
            };
            assert_eq!(one.fen.as_deref(), Some(expected.as_str()), "{line}");
            assert_eq!(one.moves.join(" "), moves, "{line}");
            assert_eq!(one.operations, operations, "{line}");
        }
    }

    #[test]
    fn what_says_nothing_is_no_start() {
        for line in ["|", "1."] {
            let read = read(line);
            assert_eq!(read[0].fen.as_deref(), Some(line), "{line}");
        }
    }

    #[test]
    fn lines_are_counted_however_they_end() {
        for text in [
            "#\n\na4\n",
            "#\r\n\r\na4\r\n",
            "#\r\ra4",
            "% b4\n\na4",
            "; b4\n;x\na4\u{1a}",
        ] {
            let read = read(text);
            assert_eq!((read.len(), read[0].line), (1, 3), "{text:?}");
            assert_eq!(
                (&read[0].fen, &read[0].moves[..]),
                (&None, &["a4".to_owned()][..])
            );
        }
    }
}
