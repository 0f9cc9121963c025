//! Puts the annotated text together, line by line.

use super::super::write::WIDTH;
use super::Piece;

/// The output text. Lines that an insertion makes too long are broken.
#[derive(Default)]
pub(super) struct Layout {
    pub(super) text: String,
    column: usize,
    /// Whether something was added to the line.
    is_touched: bool,
    /// Whether it ends with our text.
    is_behind_ours: bool,
    /// Whether it ends with a comment that only the end of the line closes.
    is_open: bool,
}

impl Layout {
    pub(super) fn push(&mut self, text: &str) {
        self.text.push_str(text);
        match text.rfind('\n') {
            Some(end) => {
                self.column = text[end + 1..].chars().count();
                self.is_touched = false;
            }
            None => self.column += text.chars().count(),
        }
    }

    /// Keeps a token of the text as it was.
    pub(super) fn keep(&mut self, piece: &Piece<'_>) {
        let length = piece
            .text
            .lines()
            .next()
            .map_or(0, |line| line.chars().count());
        // At the start of a line, '%' would turn the rest of it into a comment.
        let stays = piece.text.starts_with('%');
        let fits = stays || self.column + piece.gap.len() + length <= WIDTH;
        match piece.gap {
            "" if self.is_behind_ours && stays => self.push(" "),
            "" if self.is_behind_ours => self.separate(length),
            "" => {}
            gap if self.is_touched && !fits && !gap.contains('\n') => self.push("\n"),
            gap => self.push(gap),
        }
        self.push(&piece.text);
        self.is_open = piece.text.starts_with(';');
        self.is_behind_ours = false;
    }

    /// Adds our text.
    pub(super) fn add(&mut self, words: &[String]) {
        for word in words {
            self.separate(word.chars().count());
            self.push(word);
            (self.is_touched, self.is_behind_ours) = (true, true);
        }
    }

    /// Adds a blank, or a line break if this many more characters do not fit.
    fn separate(&mut self, length: usize) {
        let fits = self.column + 1 + length <= WIDTH && !self.is_open;
        self.push(if fits { " " } else { "\n" });
        self.is_open = false;
    }
}
