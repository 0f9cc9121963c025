//! Writing a game: tags, then moves in lines of limited width.

use std::io::{self, Write};

use super::record::{Node, Record};
use crate::board::Colour;
use crate::game::state::GameState;

/// The standard requires lines of fewer than 80 characters.
pub(super) const WIDTH: usize = 79;

impl Record {
    /// Writes the game, followed by an empty line so that another game can follow. The start is
    /// always written: a reader that does not know the variant would assume chess.
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
        // The text after the tags, in pieces that must not be broken.
        let mut words = Vec::new();
        add_comment(&mut words, self.introduction.text());
        add_line(&mut words, self.start().boxed(), self.moves());
        words.push(self.result.text().into());
        for line in lines(&words, WIDTH) {
            writeln!(output, "{line}")?;
        }
        writeln!(output)
    }
}

/// Adds a line of moves, each with its variations.
fn add_line(words: &mut Vec<String>, mut board: Box<dyn GameState>, moves: &[Node]) {
    let mut number_due = true;
    for one in moves {
        add_comment(words, one.before.text());
        add_number(words, &*board, number_due || !one.before.is_empty());
        add_move(words, one);
        number_due = !one.comment.is_empty() || !one.variations.is_empty();
        for variation in one.variations.iter().filter(|line| !line.is_empty()) {
            let first = words.len();
            add_line(words, board.alone(), variation);
            words[first].insert(0, '(');
            if let Some(last) = words.last_mut() {
                last.push(')');
            }
        }
        if board.play(one.played()).is_err() {
            break;
        }
    }
}

/// Adds the number of the move, if it is needed.
fn add_number(words: &mut Vec<String>, board: &dyn GameState, is_due: bool) {
    let number = board.move_number();
    match board.turn() {
        Colour::White => words.push(format!("{number}.")),
        Colour::Black if is_due => words.push(format!("{number}...")),
        Colour::Black => {}
    }
}

fn write_tag(output: &mut impl Write, name: &str, value: &str) -> io::Result<()> {
    let escaped = value.replace('\\', "\\\\").replace('"', "\\\"");
    writeln!(output, "[{name} \"{escaped}\"]")
}

fn add_move(words: &mut Vec<String>, one: &Node) {
    let mut text = one.san().to_owned();
    let mut rest = one.glyphs.iter();
    // One sign can follow the move; the others are written as numbers.
    if let Some(sign) = one.glyphs.first().and_then(|glyph| glyph.sign()) {
        text += sign;
        rest.next();
    }
    words.push(text);
    words.extend(rest.map(|glyph| format!("${}", glyph.0)));
    add_comment(words, one.comment.text());
}

fn add_comment(words: &mut Vec<String>, comment: &str) {
    if comment.is_empty() {
        return;
    }
    for piece in format!("{{{comment}}}").split(' ') {
        match words.last_mut() {
            // At the start of a line, '%' would turn the rest of it into a comment.
            Some(before) if piece.starts_with('%') => *before += &format!(" {piece}"),
            _ => words.push(piece.to_owned()),
        }
    }
}

/// The words in lines of at most `width` characters; a longer word has a line of its own.
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
