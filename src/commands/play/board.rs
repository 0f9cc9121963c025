//! The board in a terminal: coordinates, the last move marked, in colours if the terminal has them.

use anstream::{AutoStream, ColorChoice};
use clap::builder::styling::{Ansi256Color, Color, Style as Ink};

use crate::board::Colour;
use crate::game::picture::{Coord, Picture};

/// The style in which a board is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Plain text, with brackets around the squares of the last move.
    Plain,
    /// Figures on coloured squares.
    Coloured,
}

const LIGHT: Color = Color::Ansi256(Ansi256Color(180));
const DARK: Color = Color::Ansi256(Ansi256Color(137));
const LIGHT_MARKED: Color = Color::Ansi256(Ansi256Color(186));
const DARK_MARKED: Color = Color::Ansi256(Ansi256Color(143));
const WHITE_MAN: Color = Color::Ansi256(Ansi256Color(231));
const BLACK_MAN: Color = Color::Ansi256(Ansi256Color(16));

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

    /// The text as a terminal with this style can display it.
    #[must_use]
    pub fn text(self, text: &str) -> String {
        match self {
            Self::Plain => text.replace('…', "..."),
            Self::Coloured => text.into(),
        }
    }
}

/// Draws the board with `bottom` at the bottom, and the squares of `last`, the last move, marked.
#[must_use]
pub fn draw(picture: &Picture, last: &[Coord], bottom: Colour, style: Style) -> String {
    let mut ranks: Vec<usize> = (0..picture.ranks()).rev().collect();
    let mut files: Vec<usize> = (0..picture.files()).collect();
    if bottom == Colour::Black {
        ranks.reverse();
        files.reverse();
    }
    let mut text = String::new();
    for rank in ranks {
        let row = files.iter().map(|file| Coord { file: *file, rank });
        let row: Vec<Coord> = row.collect();
        let name = picture.rank_name(rank);
        text += &match style {
            Style::Plain => format!("{name} |{}\n", plain(picture, last, &row)),
            Style::Coloured => format!(" {name} {}\n", coloured(picture, last, &row)),
        };
    }
    text += &" ".repeat(picture.rank_name(0).len() + 2);
    for file in files {
        let name = Picture::file_name(file);
        text += &match style {
            Style::Plain => format!(" {name}"),
            Style::Coloured => format!(" {name} "),
        };
    }
    text.push('\n');
    text
}

/// A row as plain text. Two adjacent squares share one bracket.
fn plain(picture: &Picture, last: &[Coord], row: &[Coord]) -> String {
    let mut text = String::new();
    let mut after_marked = false;
    for place in row {
        let marked = last.contains(place);
        text.push(match (marked, after_marked) {
            (true, _) => '[',
            (_, true) => ']',
            _ => ' ',
        });
        text.push(picture.at(*place).map_or('.', |man| man.letter));
        after_marked = marked;
    }
    if after_marked {
        text.push(']');
    }
    text
}

fn coloured(picture: &Picture, last: &[Coord], row: &[Coord]) -> String {
    let mut text = String::new();
    for place in row {
        let light = (place.file + place.rank) % 2 == 1;
        let ground = match (light, last.contains(place)) {
            (true, false) => LIGHT,
            (false, false) => DARK,
            (true, true) => LIGHT_MARKED,
            (false, true) => DARK_MARKED,
        };
        let (figure, ink) = match picture.at(*place) {
            None => (" ".into(), ground),
            Some(man) => match man.colour {
                Colour::White => (man.figure(), WHITE_MAN),
                Colour::Black => (man.figure(), BLACK_MAN),
            },
        };
        let style = Ink::new().fg_color(Some(ink)).bg_color(Some(ground));
        text += &format!("{style} {figure} {style:#}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::game::picture::Man;

    /// Reads squares such as `a2 a3`.
    fn squares(names: &str) -> Vec<Coord> {
        let square = |name: &str| Coord {
            file: usize::from(name.as_bytes()[0] - b'a'),
            rank: usize::from(name.as_bytes()[1] - b'1'),
        };
        names.split_whitespace().map(square).collect()
    }

    /// The board `3/1pp/3/3/3/P2/3/3`.
    fn board() -> Picture {
        let (white, black) = (squares("a3"), squares("b7 c7"));
        Picture::new(3, 8, |place| {
            let colour = match (white.contains(&place), black.contains(&place)) {
                (false, false) => return None,
                (true, _) => Colour::White,
                _ => Colour::Black,
            };
            Some(Man::new(colour, 'P'))
        })
    }

    #[test]
    fn the_last_move_is_marked_and_the_board_can_be_turned() {
        let position = board();
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
        let position = board();
        let without = draw(&position, &[], Colour::White, Style::Coloured);
        let with = draw(&position, &squares("a3"), Colour::White, Style::Coloured);
        assert_ne!(without, with);
        for text in [&without, &with] {
            assert_eq!(text.matches('\u{265f}').count(), 2);
            assert_eq!(text.matches('\u{2659}').count(), 1);
        }
    }
}
