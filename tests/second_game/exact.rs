//! The oracle's values of the small board as tables that the room's positions are looked up in.

use std::collections::HashMap;
use std::marker::PhantomData;
use std::sync::{Arc, LazyLock};

use jacquerie::game::{HashKey, Outcome};

use crate::game::{NoMove, Wanderers, Weights};
use crate::hall::{oracle, oracle_lost};
use crate::retrograde::{Valued, Values};
use crate::rules::Position;
use crate::texts::Diagram;

/// The value of every position of the small board, alone.
pub struct Tables {
    pub game: Wanderers<HashKey>,
    /// In an order that is always the same.
    pub positions: Vec<Position>,
    values: HashMap<Position, Valued>,
}

impl Tables {
    pub fn new(oracle: &Values, no_move: NoMove) -> Self {
        let mut values = HashMap::new();
        let mut positions = Vec::new();
        let mut board = None;
        for (number, setup) in oracle.setups.iter().enumerate() {
            let fen = oracle.rules.fen(setup, 0);
            let diagram: Diagram = fen.parse().expect("a FEN of the oracle's");
            values.insert(diagram.position, oracle.alone(number));
            positions.push(diagram.position);
            board = Some(diagram.board);
        }
        Self {
            game: Wanderers {
                board: Arc::clone(&board.expect("there are positions")),
                no_move,
                weights: Weights::default(),
                keys: PhantomData,
            },
            positions,
            values,
        }
    }

    /// The value of a position, and the plies until it is won or lost.
    pub fn valued(&self, position: &Position) -> (Outcome, usize) {
        self.values[position]
    }
}

/// What is known of the small board where somebody without a move draws, or loses.
pub fn tables(no_move_draws: bool) -> &'static Tables {
    static DRAWN: LazyLock<Tables> = LazyLock::new(|| Tables::new(oracle(), NoMove::Draw));
    static LOST: LazyLock<Tables> = LazyLock::new(|| Tables::new(oracle_lost(), NoMove::Loss));
    match no_move_draws {
        true => &DRAWN,
        false => &LOST,
    }
}
