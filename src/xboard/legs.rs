//! Moves in XBoard's notation, where it differs from the game's.
//!
//! XBoard moves pieces on its own board, and removes the piece on the destination square. A piece
//! captured elsewhere (en passant) would stay; so such a move is written in two legs, across the
//! captured piece: `e7d7,d7d8` for a pawn that goes from e7 to d8 and captures on d7. XBoard then
//! removes the piece between the legs, and sends the move to another engine in the same form. On
//! eight ranks XBoard knows en passant itself.

use super::lexer::NOTHING_MOVED;
use crate::arena::pgn::Record;
use crate::game::picture::Coord;
use crate::game::playable::MoveError;
use crate::game::state::{GameState, ShownMove};

/// The number of ranks with which XBoard knows en passant.
const KNOWN_RANKS: usize = 8;

/// The square of a captured piece that XBoard does not remove by itself.
#[must_use]
pub fn aside(game: &dyn GameState, played: &ShownMove) -> Option<Coord> {
    let aside = played.taken_aside?;
    (game.picture().ranks() != KNOWN_RANKS).then_some(aside)
}

/// A legal move in XBoard's notation.
#[must_use]
pub fn shown(game: &dyn GameState, played: &str) -> String {
    let read = game.read(played).ok();
    let aside = read.and_then(|one| aside(game, &one));
    match (aside, squares(played)) {
        (Some(over), Some((from, to))) => format!("{from}{over},{over}{to}"),
        _ => played.to_owned(),
    }
}

/// Plays a move in the game's notation or in XBoard's.
///
/// # Errors
/// If the move is not legal, returns the reason.
pub fn play(game: &mut Record, text: &str) -> Result<(), String> {
    let played = game.play_exactly(text).or_else(|error| {
        let other = meant(game.position(), text);
        other
            .and_then(|other| game.play_exactly(&other).ok())
            .ok_or(error)
    });
    played.map_err(|error| match error {
        // The message need not contain the position.
        MoveError::Illegal { choice, .. } => choice,
        MoveError::Unreadable { .. } | MoveError::Ambiguous { .. } => error.to_string(),
    })
}

/// Whether the FEN is the position after a pass: XBoard reports its user's pass in this way.
#[must_use]
pub fn is_passed_to(game: &Record, fen: &str) -> bool {
    let mut next = game.position().boxed();
    // The pieces and the side to move; the rest is ignored, because XBoard counts moves in its own
    // way.
    let of_board = |fen: &str| fen.split_whitespace().take(2).collect::<String>();
    next.play(NOTHING_MOVED).is_ok() && of_board(&next.fen()) == of_board(fen)
}

/// The move that XBoard means by text that is not a legal move as it stands: two legs, or a
/// promotion without a choice, which XBoard shows as a queen.
fn meant(game: &dyn GameState, text: &str) -> Option<String> {
    let Some((first, second)) = text.split_once(',') else {
        return Some(format!("{text}q"));
    };
    let (from, over) = squares(first)?;
    let (again, to) = squares(second)?;
    let whole = format!("{from}{to}");
    let aside = aside(game, &game.read(&whole).ok()?)?.to_string();
    (over == aside && again == aside).then_some(whole)
}

/// Splits coordinates into the square at the beginning and the rest.
fn squares(text: &str) -> Option<(&str, &str)> {
    let is_letter = |(_, sign): &(usize, char)| sign.is_ascii_lowercase();
    let (second, _) = text.char_indices().skip(1).find(is_letter)?;
    Some(text.split_at(second))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;

    fn game(variant: &str, fen: &str) -> Box<dyn GameState> {
        Config::built_in().variants[variant].read_fen(fen).unwrap()
    }

    #[test]
    fn a_capture_en_passant_has_two_legs() {
        let passed = "3k8/12/12/12/12/3pPp6/12/12/12/7N4/12/K7R3 b - e6 0 1";
        let game = game("metamachy", passed);
        assert_eq!(shown(&*game, "d7e6"), "d7e7,e7e6");
        assert_eq!(shown(&*game, "d7d6"), "d7d6");
        assert_eq!(meant(&*game, "d7e7,e7e6").as_deref(), Some("d7e6"));
        for text in [
            "d7e7,e7d6",
            "d7d6,d6e6",
            "d7e7,e6e7",
            "d7e7,",
            ",",
            "d7,e6",
            "é,é",
            "f7e7,e7",
        ] {
            assert_eq!(meant(&*game, text), None, "{text}");
        }
    }

    /// XBoard knows how pawns capture en passant on its own board.
    #[test]
    fn on_eight_ranks_it_has_one() {
        let game = game("pawngame", "8/8/8/8/3pP3/8/8/8 b - e3 0 1");
        assert_eq!(shown(&*game, "d4e3"), "d4e3");
    }
}
