//! The board as a person sees it: coordinates, the last move marked, in colours where the
//! terminal has them.

use anstream::{AutoStream, ColorChoice};
use anstyle::{Ansi256Color, Color};

use crate::board::{Colour, File, Rank, Square};
use crate::games::pawns::Diagram;

/// How to draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Letters, with brackets around the squares of the last move.
    Plain,
    /// Figures on coloured squares.
    Coloured,
}

const LIGHT: Color = Color::Ansi256(Ansi256Color(180));
const DARK: Color = Color::Ansi256(Ansi256Color(137));
const LIGHT_MARKED: Color = Color::Ansi256(Ansi256Color(186));
const DARK_MARKED: Color = Color::Ansi256(Ansi256Color(143));
const WHITE_PAWN: Color = Color::Ansi256(Ansi256Color(231));
const BLACK_PAWN: Color = Color::Ansi256(Ansi256Color(16));

impl Style {
    /// Colours if standard output is a terminal that has them, and the environment (`NO_COLOR`,
    /// `TERM`, `CLICOLOR`) does not forbid or force them.
    #[must_use]
    pub fn of_stdout() -> Self {
        match AutoStream::choice(&std::io::stdout()) {
            ColorChoice::Never => Self::Plain,
            _ => Self::Coloured,
        }
    }

    /// Text that such a terminal can show.
    #[must_use]
    pub fn text(self, text: &str) -> String {
        match self {
            Self::Plain => text.replace('…', "..."),
            Self::Coloured => text.into(),
        }
    }
}

/// Draws the board as `bottom` sees it, with the squares of `last`, the last move, marked.
#[must_use]
pub fn draw(position: &Diagram, last: &[Square], bottom: Colour, style: Style) -> String {
    let mut ranks: Vec<Rank> = Rank::all().rev().collect();
    let mut files: Vec<File> = position.files.iter().collect();
    if bottom == Colour::Black {
        ranks.reverse();
        files.reverse();
    }
    let mut text = String::new();
    for rank in ranks {
        let squares = files.iter().map(|file| Square::new(*file, rank));
        let row: Vec<Square> = squares.collect();
        text += &match style {
            Style::Plain => format!("{rank} |{}\n", plain(position, last, &row)),
            Style::Coloured => format!(" {rank} {}\n", coloured(position, last, &row)),
        };
    }
    text += "   ";
    for file in files {
        text += &match style {
            Style::Plain => format!(" {file}"),
            Style::Coloured => format!(" {file} "),
        };
    }
    text.push('\n');
    text
}

fn pawn(position: &Diagram, square: Square) -> Option<Colour> {
    [Colour::White, Colour::Black]
        .into_iter()
        .find(|colour| position.pawns(*colour).contains(square))
}

/// The two squares of a move never stand side by side, so one bracket between two is enough.
fn plain(position: &Diagram, last: &[Square], row: &[Square]) -> String {
    let mut text = String::new();
    let mut after_marked = false;
    for square in row {
        let marked = last.contains(square);
        text.push(match (marked, after_marked) {
            (true, _) => '[',
            (_, true) => ']',
            _ => ' ',
        });
        text.push(match pawn(position, *square) {
            Some(Colour::White) => 'P',
            Some(Colour::Black) => 'p',
            None => '.',
        });
        after_marked = marked;
    }
    if after_marked {
        text.push(']');
    }
    text
}

fn coloured(position: &Diagram, last: &[Square], row: &[Square]) -> String {
    let mut text = String::new();
    for square in row {
        let light = (square.file().index() + square.rank().index()) % 2 == 1;
        let ground = match (light, last.contains(square)) {
            (true, false) => LIGHT,
            (false, false) => DARK,
            (true, true) => LIGHT_MARKED,
            (false, true) => DARK_MARKED,
        };
        let (figure, ink) = match pawn(position, *square) {
            // The mark behind the black pawn asks for a letter, not for a little picture.
            Some(Colour::White) => ("\u{2659}", WHITE_PAWN),
            Some(Colour::Black) => ("\u{265f}\u{fe0e}", BLACK_PAWN),
            None => (" ", ground),
        };
        let style = anstyle::Style::new()
            .fg_color(Some(ink))
            .bg_color(Some(ground));
        text += &format!("{style} {figure} {style:#}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares(names: &str) -> Vec<Square> {
        let names = names.split_whitespace();
        names.filter_map(Square::parse).collect()
    }

    #[test]
    fn the_last_move_is_marked_and_the_board_can_be_turned() {
        let position: Diagram = "3/1pp/3/3/3/P2/3/3 w".parse().unwrap();
        let text = draw(&position, &squares("a2 a3"), Colour::White, Style::Plain);
        let expected = "8 | . . .\n7 | . p p\n6 | . . .\n5 | . . .\n4 | . . .\n3 |[P]. .\n\
                        2 |[.]. .\n1 | . . .\n    a b c\n";
        assert_eq!(text, expected);
        let text = draw(&position, &squares("a2 a3"), Colour::Black, Style::Plain);
        assert!(text.starts_with("1 | . . .\n2 | . .[.]\n"), "{text}");
        assert!(text.ends_with("8 | . . .\n    c b a\n"), "{text}");
    }

    #[test]
    fn colours_mark_it_too() {
        let position: Diagram = "3/1pp/3/3/3/P2/3/3 w".parse().unwrap();
        let without = draw(&position, &[], Colour::White, Style::Coloured);
        let with = draw(&position, &squares("a3"), Colour::White, Style::Coloured);
        assert_ne!(without, with);
        for text in [&without, &with] {
            assert_eq!(text.matches('\u{265f}').count(), 2);
            assert_eq!(text.matches('\u{2659}').count(), 1);
        }
    }
}
