//! The squares as a picture: a board with the value of each square, and one with the corresponding squares,
//! as books print them.
//!
//! Every colour is backed by a sign (`+52`, `=`, `−13`). The colours are blue, grey and orange, which
//! colour-blind readers can tell apart (M. Okabe and K. Ito, *Color Universal Design*, 2008). The pieces are
//! drawn here, so that they look the same in every viewer.

use std::fmt::Write as _;

use super::Coordinates;
use super::command::{Found, sign};
use crate::board::{Bitboard, Colour, File, Rank, Square};
use crate::engine::king_squares::KingSquare;
use crate::game::Outcome;
use crate::game::picture::Man;

/// The start of each picture, by which a file of this kind is recognised.
pub const BEGINNING: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\"";

/// The width of a square.
const CELL: usize = 60;
/// The width of a board.
const BOARD: usize = 8 * CELL;
/// The margin beside a board, with the names of the ranks.
const SIDE: usize = 36;
/// The margin above a board, for headings.
const TOP: usize = 76;
/// The margin below a board, for the names of the files and the legend.
const BOTTOM: usize = 76;

/// The fills of an empty square, light and dark; the other pairs are in the same order.
const PLAIN: [&str; 2] = ["#f7f4ec", "#e6dfd0"];
const WON: [&str; 2] = ["#b4d7ee", "#97c4e3"];
const DRAWN: [&str; 2] = ["#e9e9e9", "#d6d6d6"];
const LOST: [&str; 2] = ["#f9cda3", "#f2b680"];

/// Shared definitions. A piece fills a box of 45 by 45.
const DEFINITIONS: &str = r##"<defs>
<pattern id="hatch" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0V8" stroke="#b9b09c" stroke-width="2"/></pattern>
<g id="pawn"><path d="M10.5 39c0-6 3.500-9 6.800-11.700 1.700-1.400 2.200-3.300 2-5.300h-3.300v-3h3.500a6.200 6.200 0 1 1 6 0h3.500v3h-3.300c-.2 2 .3 3.900 2 5.300 3.300 2.700 6.800 5.700 6.800 11.700z"/></g>
<g id="king"><path d="M21 5h3v3.500h3.500v3H24v5.200c2.300 1 3.300 3 3 5.300 3-3.500 11.500-3.500 11.500 3.200 0 4.600-3.700 7.300-4.500 10.300l.5 4.500h-24l.5-4.500c-.8-3-4.500-5.700-4.500-10.300 0-6.700 8.500-6.700 11.500-3.200-.3-2.300.7-4.300 3-5.300v-5.200h-3.500v-3H21z"/><path d="M11.500 33.500h22" fill="none"/></g>
<path id="star" d="M0-13 3.100-4.200 12.400-4 5 1.600 7.600 10.500 0 5.300-7.600 10.500-5 1.600-12.400-4-3.100-4.200z"/>
</defs>
"##;

/// The picture.
pub fn draw(found: &Found<'_>) -> String {
    let boards = 1 + usize::from(found.coordinates.is_some());
    let width = boards * (BOARD + 2 * SIDE);
    let height = TOP + BOARD + BOTTOM;
    let turn = found.turn();
    let king = found.king();
    let mut svg = format!(
        "{BEGINNING} viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\" \
         font-family=\"Helvetica, Arial, 'Liberation Sans', sans-serif\" fill=\"#222\">\n\
         <title>{turn} to move: the king on each square</title>\n\
         <desc>{}. King on {king}: {}.</desc>\n{DEFINITIONS}\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n",
        found.fen,
        found.value(),
    );
    svg += &format!("<g transform=\"translate({SIDE} {TOP})\">\n");
    svg += &headings(
        &format!("{turn} to move, its king on each square"),
        &format!("on {king}: {}", found.value()),
    );
    svg += &values(found);
    svg += "</g>\n";
    if let Some(coordinates) = &found.coordinates {
        let left = BOARD + 3 * SIDE;
        svg += &format!("<g transform=\"translate({left} {TOP})\">\n");
        svg += &numbers(found, coordinates);
        svg += "</g>\n";
    }
    svg + "</svg>\n"
}

fn headings(first: &str, second: &str) -> String {
    format!(
        "<text y=\"-40\" font-size=\"21\" font-weight=\"bold\">{first}</text>\n\
         <text y=\"-15\" font-size=\"16\">{second}</text>\n"
    )
}

/// The top left corner of a square.
fn corner(square: Square) -> (usize, usize) {
    let (file, rank) = (square.file().index(), square.rank().index());
    (CELL * file, CELL * (7 - rank))
}

/// The centre of a square.
fn centre(square: Square) -> (usize, usize) {
    let (x, y) = corner(square);
    (x + CELL / 2, y + CELL / 2)
}

fn field(square: Square, colours: [&str; 2]) -> String {
    let (x, y) = corner(square);
    // a1 is dark.
    let is_light = (square.file().index() + square.rank().index()) % 2;
    let colour = colours[1 - is_light];
    format!("<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{colour}\"/>\n")
}

/// A frame around the board, and the names of files and ranks.
fn edge() -> String {
    let mut svg = format!(
        "<rect width=\"{BOARD}\" height=\"{BOARD}\" fill=\"none\" stroke=\"#222\" stroke-width=\"1.5\"/>\n\
         <g font-size=\"14\" text-anchor=\"middle\" fill=\"#555\">\n"
    );
    for (index, file) in File::all().enumerate() {
        let (x, y) = (CELL * index + CELL / 2, BOARD + 19);
        let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\">{file}</text>");
    }
    for (index, rank) in Rank::all().rev().enumerate() {
        let y = CELL * index + CELL / 2 + 5;
        let _ = writeln!(svg, "<text x=\"-14\" y=\"{y}\">{rank}</text>");
    }
    svg + "</g>\n"
}

/// A piece in the middle of a square, with its size in tenths of the usual size, moved up by some points.
fn man(square: Square, letter: char, tenths: usize, up: usize) -> String {
    let name = match letter.to_ascii_lowercase() {
        'k' => "king",
        'p' => "pawn",
        _ => {
            let (x, y) = centre(square);
            let figure = Man::of_letter(letter).figure();
            let y = y + 16;
            return format!(
                "<text x=\"{x}\" y=\"{y}\" font-size=\"46\" text-anchor=\"middle\">{figure}</text>\n"
            );
        }
    };
    let (fill, stroke) = match (letter.is_uppercase(), name) {
        (true, _) => ("#fff", "#222"),
        // The line across a black king is light.
        (false, "king") => ("#222", "#ddd"),
        (false, _) => ("#222", "#222"),
    };
    let (x, y) = centre(square);
    let y = y - up;
    format!(
        "<use href=\"#{name}\" transform=\"translate({x} {y}) scale({}.{}) translate(-22.5 -22.5)\" \
         fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"1.6\" stroke-linejoin=\"round\"/>\n",
        tenths / 10,
        tenths % 10,
    )
}

/// The board with the value of each square.
fn values(found: &Found<'_>) -> String {
    let king = found.king();
    let mut svg = String::new();
    for square in Bitboard::ALL {
        let (x, y) = centre(square);
        let cell = found.cell(square);
        svg += &field(square, colours(cell));
        let sign = match cell {
            KingSquare::Taken => {
                let letter = found.letter(square);
                svg += &letter.map_or_else(String::new, |letter| man(square, letter, 11, 0));
                continue;
            }
            KingSquare::Impossible(_) => {
                let (x, y) = corner(square);
                let _ = writeln!(
                    svg,
                    "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"url(#hatch)\"/>"
                );
                continue;
            }
            KingSquare::Unknown => "?".into(),
            // A minus sign is as wide as a plus.
            KingSquare::Value(worth) => sign(worth).replace('-', "\u{2212}"),
        };
        let (lower, size) = match square == king {
            true => {
                let letter = found.letter(square);
                svg += &letter.map_or_else(String::new, |letter| man(square, letter, 8, 8));
                (25, 16)
            }
            false => (7, 20),
        };
        let _ = writeln!(
            svg,
            "<text x=\"{x}\" y=\"{}\" font-size=\"{size}\" text-anchor=\"middle\">{sign}</text>",
            y + lower
        );
    }
    let (x, y) = corner(king);
    let _ = writeln!(
        svg,
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"#222\" stroke-width=\"3\"/>",
        x + 1,
        y + 1,
        CELL - 2,
        CELL - 2,
    );
    svg += &edge();
    let legend = [
        (WON[0], "+ won (in N plies)"),
        (DRAWN[0], "= drawn"),
        (LOST[0], "\u{2212} lost (in N plies)"),
        ("url(#hatch)", "impossible"),
    ];
    let places = [0, 155, 245, 400];
    for ((fill, words), x) in legend.into_iter().zip(places) {
        let y = BOARD + 40;
        let _ = writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"16\" height=\"16\" fill=\"{fill}\" stroke=\"#777\"/>\
             <text x=\"{}\" y=\"{}\" font-size=\"13\">{words}</text>",
            x + 22,
            y + 13,
        );
    }
    svg
}

fn colours(cell: KingSquare) -> [&'static str; 2] {
    match cell {
        KingSquare::Taken | KingSquare::Impossible(_) | KingSquare::Unknown => PLAIN,
        KingSquare::Value(worth) => match worth.outcome {
            Outcome::Win => WON,
            Outcome::Draw => DRAWN,
            Outcome::Loss => LOST,
        },
    }
}

/// The board with the corresponding squares.
fn numbers(found: &Found<'_>, coordinates: &Coordinates) -> String {
    let attacker = coordinates.attacker();
    let defender = attacker.opponent();
    let (heading, words) = match coordinates.classes.is_empty() {
        true => ("No squares correspond", "there is no mutual zugzwang"),
        false => (
            "Corresponding squares",
            "squares with the same number are linked by mutual zugzwangs",
        ),
    };
    let mut svg = headings(heading, words);
    for square in Bitboard::ALL {
        svg += &field(square, PLAIN);
        if let Some(letter) = found.fixed(square) {
            svg += &man(square, letter, 11, 0);
            continue;
        }
        let number = |set: &dyn Fn(usize) -> Bitboard| {
            (0..coordinates.classes.len()).find(|one| set(*one).contains(square))
        };
        let classes = &coordinates.classes;
        let own = number(&|one| classes[one].attackers());
        let other = number(&|one| classes[one].defenders());
        let (x, y) = centre(square);
        match (own, other) {
            (Some(own), Some(other)) => {
                svg += &disc(attacker, own, (x - 12, y - 12), 14);
                svg += &disc(defender, other, (x + 12, y + 12), 14);
            }
            (Some(own), None) => svg += &disc(attacker, own, (x, y), 19),
            (None, Some(other)) => svg += &disc(defender, other, (x, y), 19),
            (None, None) if coordinates.keys.contains(square) => svg += &star((x, y), 10),
            (None, None) => {}
        }
    }
    svg += &edge();
    let y = BOARD + 48;
    let mut told = |x: usize, sign: String, words: String| {
        let (x, y) = (x + 16, y + 5);
        let words = format!("<text x=\"{x}\" y=\"{y}\" font-size=\"13\">{words}</text>");
        let _ = writeln!(svg, "{sign}{words}");
    };
    if !coordinates.classes.is_empty() {
        let sides = [(10, attacker), (150, defender)];
        for (x, colour) in sides {
            told(x, disc(colour, 0, (x, y), 9), format!("{colour}'s king"));
        }
    }
    if coordinates.keys.any() {
        let words = format!("key square: {attacker} wins");
        told(290, star((290, y), 7), words);
    }
    svg
}

/// A star, with its size in tenths of the usual size.
fn star((x, y): (usize, usize), tenths: usize) -> String {
    let (whole, tenth) = (tenths / 10, tenths % 10);
    format!(
        "<use href=\"#star\" transform=\"translate({x} {y}) scale({whole}.{tenth})\" \
         fill=\"#f0c93a\" stroke=\"#222\" stroke-linejoin=\"round\"/>\n"
    )
}

/// The number of a class on a disc of a side's colour, the first being 1.
fn disc(colour: Colour, index: usize, (x, y): (usize, usize), radius: usize) -> String {
    let (fill, ink) = match colour {
        Colour::White => ("#fff", "#222"),
        Colour::Black => ("#222", "#fff"),
    };
    let number = index + 1;
    let size = match number {
        0..=9 => radius * 6 / 5,
        10..=99 => radius,
        _ => radius * 4 / 5,
    };
    format!(
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"#222\" stroke-width=\"1.5\"/>\
         <text x=\"{x}\" y=\"{}\" font-size=\"{size}\" text-anchor=\"middle\" fill=\"{ink}\">{number}</text>\n",
        y + (size * 9).div_ceil(25),
    )
}
