//! Writing a game: tags, then moves in lines that a terminal can show.

use std::io::{self, Write};

use super::record::{Annotated, GameResult, Record};
use crate::board::Colour;
use crate::game::state::GameState;

/// The standard asks for lines of fewer than 80 characters.
pub(super) const WIDTH: usize = 79;

impl Record {
    /// Writes the game, with an empty line behind it so that another can follow. Where it begins is
    /// always said: whoever does not know the variant would take it for chess.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn write(&self, output: &mut impl Write) -> io::Result<()> {
        for (name, value) in self.tags.roster() {
            write_tag(output, name.text(), value)?;
        }
        write_tag(output, "Result", self.result.text())?;
        for (name, value) in self.tags.others() {
            write_tag(output, name.text(), value)?;
        }
        write_tag(output, "SetUp", "1")?;
        write_tag(output, "FEN", &self.start().fen())?;
        writeln!(output)?;
        for line in lines(&self.words(), WIDTH) {
            writeln!(output, "{line}")?;
        }
        writeln!(output)
    }

    /// Everything behind the tags, in pieces that no line break may divide.
    fn words(&self) -> Vec<String> {
        let mut words = Vec::new();
        add_comment(&mut words, self.introduction.text());
        let mut number_due = true;
        for (board, one) in self.plies() {
            let number = board.move_number();
            match board.turn() {
                Colour::White => words.push(format!("{number}.")),
                Colour::Black if number_due => words.push(format!("{number}...")),
                Colour::Black => {}
            }
            add_move(&mut words, &*board, one);
            number_due = !one.comment.is_empty();
        }
        words.push(GameResult::text(self.result).into());
        words
    }
}

fn write_tag(output: &mut impl Write, name: &str, value: &str) -> io::Result<()> {
    let escaped = value.replace('\\', "\\\\").replace('"', "\\\"");
    writeln!(output, "[{name} \"{escaped}\"]")
}

fn add_move(words: &mut Vec<String>, board: &dyn GameState, one: &Annotated) {
    let played = one.played();
    let mut text = board.algebraic(played).unwrap_or_else(|_| played.into());
    let mut glyphs = one.glyphs.iter();
    // One sign can stand behind the move; the others are numbers.
    if let Some(sign) = one.glyphs.first().and_then(|glyph| glyph.sign()) {
        text += sign;
        glyphs.next();
    }
    words.push(text);
    words.extend(glyphs.map(|glyph| format!("${}", glyph.0)));
    add_comment(words, one.comment.text());
}

fn add_comment(words: &mut Vec<String>, comment: &str) {
    if comment.is_empty() {
        return;
    }
    for piece in format!("{{{comment}}}").split(' ') {
        match words.last_mut() {
            // At the start of a line, '%' would hide the rest of it.
            Some(before) if piece.starts_with('%') => *before += &format!(" {piece}"),
            _ => words.push(piece.to_owned()),
        }
    }
}

/// The words in lines of at most `width` characters, longer words aside.
fn lines(words: &[String], width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut used = 0;
    for word in words {
        let length = word.chars().count();
        match lines.last_mut() {
            Some(line) if used + 1 + length <= width => {
                line.push(' ');
                line.push_str(word);
                used += 1 + length;
            }
            _ => {
                lines.push(word.clone());
                used = length;
            }
        }
    }
    lines
}
