//! The squares as text, within 80 columns.

use std::fmt::Write as _;

use super::Coordinates;
use super::command::{Found, sign};
use crate::board::{Bitboard, File, Rank, Square};
use crate::engine::king_squares::KingSquare;
use crate::game::bounds::Goal;

/// All results as text.
pub fn draw(found: &Found<'_>) -> String {
    let turn = found.turn();
    let king = found.king();
    let mut text = format!("{turn} to move, with the king on each square:\n\n");
    text += &board(6, |square| {
        let sign = match found.cell(square) {
            KingSquare::Taken => found.letter(square).unwrap_or('.').into(),
            KingSquare::Impossible(_) => "x".into(),
            KingSquare::Unknown => "?".into(),
            KingSquare::Value(worth) => sign(worth),
        };
        match square == king {
            true => format!("[{sign}]"),
            false => sign + " ",
        }
    })
    .join("\n");
    text += &format!("\n\nking on {king}: {}\n", found.value());
    if let Some(coordinates) = &found.coordinates {
        text += &coordinates_in_text(found, coordinates);
    }
    text
}

/// The lines of a board whose squares have the given width in characters.
fn board(width: usize, square: impl Fn(Square) -> String) -> Vec<String> {
    let ranks = Rank::all().rev().map(|rank| {
        let squares = File::all().map(|file| square(Square::new(file, rank)));
        let squares: String = squares.map(|one| format!("{one:>width$}")).collect();
        format!("{rank} |{squares}").trim_end().to_owned()
    });
    // Where values follow a blank, so do the names of files.
    let blank = if width > 4 { " " } else { "" };
    let files = File::all().map(|file| format!("{:>width$}", format!("{file}{blank}")));
    let files: String = files.collect();
    ranks.chain([format!("   {}", files.trim_end())]).collect()
}

/// The pairs of corresponding squares: on two boards, and one by one.
fn coordinates_in_text(found: &Found<'_>, coordinates: &Coordinates) -> String {
    let mut text = String::new();
    if coordinates.classes.is_empty() {
        text += "\nNo squares correspond: there is no mutual zugzwang.\n";
    } else {
        text += "\nCorresponding squares: the side to move spoils its result.\n\n";
        text += &numbers_in_text(found, coordinates);
    }
    if coordinates.keys.any() {
        let (attacker, keys) = (coordinates.attacker(), names(coordinates.keys));
        text += &format!("\n  *  {attacker} {keys}\n");
    }
    text + &reached_in_text(coordinates)
}

fn numbers_in_text(found: &Found<'_>, coordinates: &Coordinates) -> String {
    let attacker = coordinates.attacker();
    let defender = attacker.opponent();
    let classes = &coordinates.classes;
    let numbered = |squares: &dyn Fn(usize) -> Bitboard, keys: Bitboard| {
        board(4, |square| {
            let mut numbers = 0..classes.len();
            let number = numbers.find(|number| squares(*number).contains(square));
            match (found.fixed(square), number) {
                (Some(piece), _) => piece.into(),
                (None, Some(number)) => (number + 1).to_string(),
                (None, None) if keys.contains(square) => "*".into(),
                (None, None) => ".".into(),
            }
        })
    };
    let left = numbered(&|one| classes[one].attackers(), coordinates.keys);
    let right = numbered(&|one| classes[one].defenders(), Bitboard::EMPTY);
    let heading = [attacker, defender].map(|colour| format!("{colour}'s king"));
    let mut text = format!("{:<39}{}\n", heading[0], heading[1]);
    for (left, right) in left.iter().zip(&right) {
        text += &format!("{left:<39}{right}\n");
    }
    text.push('\n');
    for (number, class) in (1..).zip(classes) {
        let mut number = number.to_string();
        for (attackers, defenders) in &class.mates {
            let (attackers, defenders) = (names(*attackers), names(*defenders));
            let pairs = format!("{attacker} {attackers} - {defender} {defenders}");
            text += &hanging(&format!("{number:>3}"), 5, &pairs);
            number.clear();
        }
    }
    text
}

/// For each square of the enemy king, the squares from which one's own king meets its goal.
fn reached_in_text(coordinates: &Coordinates) -> String {
    let own = coordinates.own;
    let enemy = own.opponent();
    let verb = match coordinates.goal {
        Goal::Win => "wins",
        Goal::Draw => "holds",
    };
    let mut text = format!("\nWith {enemy} to move and its king there, {own} {verb} from:\n\n");
    let all = Bitboard::ALL.into_iter();
    let there: Bitboard = all.filter(|one| coordinates.possible(*one).any()).collect();
    let missed = |one: Square| coordinates.possible(one) & !coordinates.reached(one);
    let chosen = |is_one: &dyn Fn(Square) -> bool| -> Bitboard {
        there.into_iter().filter(|one| is_one(*one)).collect()
    };
    let nowhere = chosen(&|one| coordinates.reached(one).is_empty());
    let everywhere = chosen(&|one| missed(one).is_empty());
    for square in there & !nowhere & !everywhere {
        let (reached, missed) = (coordinates.reached(square), missed(square));
        let squares = match reached.count() <= missed.count() {
            true => names(reached),
            false => format!("everywhere but {}", names(missed)),
        };
        text += &hanging(&square.to_string(), 4, &squares);
    }
    for (word, squares) in [("nowhere", nowhere), ("everywhere", everywhere)] {
        if squares.any() {
            text += &format!("\n{}", hanging(word, 12, &names(squares)));
        }
    }
    text
}

/// Text in lines of at most 80 characters, after a first word with a column of its own.
fn hanging(first: &str, column: usize, words: &str) -> String {
    let mut text = String::new();
    let mut line = format!("{first:<column$}");
    for word in words.split(' ') {
        if line.trim_end().len() + 1 + word.len() > 80 {
            let _ = writeln!(text, "{}", line.trim_end());
            line = " ".repeat(column);
        }
        line += word;
        line.push(' ');
    }
    let _ = writeln!(text, "{}", line.trim_end());
    text
}

/// The names of squares, in the order of the board.
fn names(squares: Bitboard) -> String {
    let names: Vec<String> = squares.into_iter().map(|one| one.to_string()).collect();
    names.join(" ")
}
