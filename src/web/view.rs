//! A position for display: pieces, legal moves, how the game ended.

use super::message::{Finish, Move, Position, View, Wrong};
use super::position::Reached;
use crate::board::Colour;
use crate::config::Config;
use crate::game::picture::{Coord, Picture};
use crate::game::state::{GameState, ShownMove};

/// The position as the page draws it.
///
/// # Errors
/// Returns what is wrong with the position.
pub fn view(config: &Config, asked: &Position) -> Result<View, Wrong> {
    let Reached { state, line, last } = Reached::new(config, asked)?;
    let picture = state.picture();
    Ok(View {
        fen: state.fen(),
        files: picture.files(),
        ranks: picture.ranks(),
        turn: state.turn().word(),
        number: state.move_number(),
        rows: rows(&picture),
        moves: state.shown_moves().into_iter().map(shown).collect(),
        line,
        last: last.map(|coords| coords.map(|coord| coord.to_string())),
        check: state.checked().map(|coord| coord.to_string()),
        finish: finish(&*state),
    })
}

fn rows(picture: &Picture) -> Vec<String> {
    let letter = |file, rank| {
        picture
            .at(Coord { file, rank })
            .map_or('.', |man| man.letter)
    };
    let row = |rank| {
        (0..picture.files())
            .map(|file| letter(file, rank))
            .collect()
    };
    (0..picture.ranks()).rev().map(row).collect()
}

fn shown(one: ShownMove) -> Move {
    Move {
        played: one.coordinates,
        san: one.san,
        from: one.from.to_string(),
        to: one.to.to_string(),
        capture: one.is_capture,
        promotion: one.promotion,
    }
}

fn finish(state: &dyn GameState) -> Option<Finish> {
    let finish = state.finish()?;
    Some(Finish {
        winner: finish.winner.map(Colour::word),
        told: finish.told,
    })
}
