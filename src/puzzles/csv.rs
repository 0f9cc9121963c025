//! Puzzle files, with the columns of Lichess's puzzle database.
//!
//! ```text
//! PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags
//! 0aB3x,8/8/k1P5/7p/8/8/8/7K b - - 0 1,a6b6 h1g2 …,1510,140,0,0,crushing opposition,,
//! ```
//!
//! `FEN` is the position before the opponent's move, with which `Moves` begins. Other columns are
//! ignored, and optional columns may be missing.

use csv::{ReaderBuilder, StringRecord, Writer, WriterBuilder};
use serde::{Deserialize, Serialize};

use super::Puzzle;

/// The first line of a file.
pub const HEADER: &str =
    "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags";

/// A row of the file.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Row {
    puzzle_id: String,
    #[serde(rename = "FEN")]
    fen: String,
    moves: String,
    #[serde(default)]
    rating: u32,
    #[serde(default)]
    rating_deviation: u32,
    #[serde(default)]
    popularity: i32,
    #[serde(default)]
    nb_plays: u64,
    #[serde(default)]
    themes: String,
    #[serde(default)]
    game_url: String,
    #[serde(default)]
    opening_tags: String,
}

impl From<&Puzzle> for Row {
    fn from(puzzle: &Puzzle) -> Self {
        Self {
            puzzle_id: puzzle.id.clone(),
            fen: puzzle.fen.clone(),
            moves: puzzle.moves.join(" "),
            rating: puzzle.rating,
            rating_deviation: puzzle.deviation,
            popularity: puzzle.popularity,
            nb_plays: puzzle.plays,
            themes: puzzle.themes.join(" "),
            game_url: puzzle.url.clone(),
            opening_tags: puzzle.openings.clone(),
        }
    }
}

impl From<Row> for Puzzle {
    fn from(row: Row) -> Self {
        let words = |text: String| text.split_whitespace().map(Into::into).collect();
        Self {
            id: row.puzzle_id,
            fen: row.fen,
            moves: words(row.moves),
            rating: row.rating,
            deviation: row.rating_deviation,
            popularity: row.popularity,
            plays: row.nb_plays,
            themes: words(row.themes),
            url: row.game_url,
            openings: row.opening_tags,
        }
    }
}

/// The line of a puzzle, without its line end.
#[must_use]
pub fn line(puzzle: &Puzzle) -> String {
    let mut writer: Writer<Vec<u8>> = WriterBuilder::new()
        .has_headers(false)
        .from_writer(Vec::new());
    // Writing to memory cannot fail, and all fields are text.
    let _ = writer.serialize(Row::from(puzzle));
    let bytes = writer.into_inner().unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes);
    text.strip_suffix('\n').unwrap_or(&text).into()
}

/// A puzzle of a file and its line, from 1; or what is wrong with that line.
pub type Found = (u64, Result<Puzzle, String>);

/// The puzzles in a text.
///
/// # Errors
/// If its first line does not name the columns that every puzzle has.
pub fn read(text: &str) -> Result<Vec<Found>, String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut reader = ReaderBuilder::new()
        .flexible(true)
        .from_reader(text.as_bytes());
    let columns = reader.headers().map_err(|error| error.to_string())?.clone();
    for needed in ["PuzzleId", "FEN", "Moves"] {
        if !columns.iter().any(|column| column == needed) {
            return Err(format!("line 1: no column '{needed}'; expected {HEADER}"));
        }
    }
    let mut found = Vec::new();
    let mut record = StringRecord::new();
    let mut lines = Lines {
        rest: text.as_bytes(),
        line: 1,
    };
    loop {
        let before = reader.position().byte();
        let more = reader.read_record(&mut record);
        let start = record.position().map_or(before, csv::Position::byte);
        let line = lines.line_at(text.len(), start);
        match more {
            Ok(false) => return Ok(found),
            Ok(true) => {
                let row = record.deserialize::<Row>(Some(&columns));
                let row = row.map_err(|error| problem(&error, &columns));
                found.push((line, row.map(Into::into)));
            }
            Err(error) => found.push((line, Err(error.to_string()))),
        }
    }
}

/// Counts lines. (The reader's own count mistakes the line feed after a carriage return for the start of a
/// record.)
struct Lines<'a> {
    /// The text that has not been counted.
    rest: &'a [u8],
    line: u64,
}

impl Lines<'_> {
    /// The number of the line that begins at this byte, or after the line ends there, in a text of
    /// this length.
    fn line_at(&mut self, length: usize, byte: u64) -> u64 {
        let counted = length - self.rest.len();
        let start = usize::try_from(byte).map_or(0, |byte| byte.saturating_sub(counted));
        let ends = self.rest.iter().skip(start);
        let ends = ends.take_while(|one| b"\r\n".contains(one)).count();
        let (passed, rest) = self.rest.split_at((start + ends).min(self.rest.len()));
        self.line += passed.iter().filter(|one| **one == b'\n').count() as u64;
        self.rest = rest;
        self.line
    }
}

/// What is wrong with a line, without its number, which the caller knows.
fn problem(error: &csv::Error, columns: &StringRecord) -> String {
    match error.kind() {
        csv::ErrorKind::Deserialize { err, .. } => {
            let column = err.field().and_then(|field| columns.get(field as usize));
            match column {
                Some(column) => format!("{column}: {}", err.kind()),
                None => err.kind().to_string(),
            }
        }
        _ => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    fn puzzle() -> Puzzle {
        Puzzle {
            id: "0aB3x".into(),
            fen: "8/8/8/8/8/8/8/8 w - - 0 1".into(),
            moves: vec!["a2a3".into(), "b7b8q".into()],
            rating: 1_510,
            deviation: 140,
            popularity: -3,
            plays: 0,
            themes: vec!["crushing".into(), "oneMove".into()],
            url: "https://example.org/a,\"b\"".into(),
            openings: String::new(),
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let text = format!("{HEADER}\n{}\n", line(&puzzle()));
        assert_eq!(read(&text).unwrap(), [(2, Ok(puzzle()))]);
        let with_mark = format!("\u{feff}{}", text.replace('\n', "\r\n"));
        assert_eq!(read(&with_mark).unwrap(), [(2, Ok(puzzle()))]);
    }

    proptest! {
        #[test]
        fn any_text_in_a_field_is_kept(
            id in "(?s).{0,9}",
            fen in "(?s).{0,9}",
            url in "(?s).{0,9}",
            openings in "(?s)[\\s\",a]{0,9}",
            themes in vec("[^\\s]{1,9}", 0..3),
        ) {
            let puzzle = Puzzle { id, fen, url, openings, themes, ..puzzle() };
            let text = format!("{HEADER}\n{}\n", line(&puzzle));
            prop_assert_eq!(read(&text).unwrap(), [(2, Ok(puzzle))]);
        }
    }

    #[test]
    fn columns_are_known_by_their_names() {
        let text = "Moves,Extra,FEN,PuzzleId\na2a3 b7b6,x,8 w,one\n";
        let [(2, Ok(read))] = &read(text).unwrap()[..] else {
            panic!("one puzzle");
        };
        assert_eq!((read.id.as_str(), read.fen.as_str()), ("one", "8 w"));
        assert_eq!(read.moves, ["a2a3", "b7b6"]);
    }

    #[test]
    fn wrong_lines_are_named() {
        assert!(read("").unwrap_err().contains("PuzzleId"));
        assert!(read("PuzzleId,Moves\n").unwrap_err().contains("'FEN'"));
        let text = format!("{HEADER}\none,8 w,a2a3 b7b6,high,,,,,,\ntwo\n\n");
        let found = read(&text).unwrap();
        let [(2, Err(rating)), (3, Err(short))] = &found[..] else {
            panic!("{found:?}");
        };
        assert!(rating.contains("Rating"), "{rating}");
        assert!(!short.is_empty());
    }
}
