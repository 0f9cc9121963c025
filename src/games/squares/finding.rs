//! Finds the value of each square by asking the solver about the position with the king there.
//!
//! The position itself comes first, then the squares in board order. A solver with tables makes them once for
//! all squares, because the pawns do not change. So most of the time passes before the first square is known.

use super::{Place, Root};
use crate::board::Square;
use crate::engine::Variant;
use crate::engine::king_squares::{KingSquare, SquareValue};
use crate::game::Outcome;
use crate::game::picture::Coord;
use crate::game::state::GameState;
use crate::solve::solving::{GameSolver, SolveError};
use crate::solve::turn::Turn;
use crate::stop::Stop;

/// A position whose squares are being solved.
pub struct Finding<'a> {
    own: &'a dyn GameState,
    places: [Place; 64],
    solver: &'a dyn GameSolver,
    stop: &'a Stop,
    /// The right to use the solver, or the reason for its refusal.
    turn: Result<Turn<'a>, SolveError>,
}

impl<'a> Finding<'a> {
    /// Starts with a position; `root` moves its kings.
    pub fn new(
        root: &Root<'_>,
        own: &'a dyn GameState,
        solver: &'a dyn GameSolver,
        stop: &'a Stop,
    ) -> Self {
        let places: [Place; 64] = std::array::from_fn(|index| root.place(Square::at(index)));
        let free = places.iter().filter_map(|place| match place {
            Place::Free(state) => Some(&**state),
            _ => None,
        });
        let all: Vec<&dyn GameState> = [own].into_iter().chain(free).collect();
        let turn = solver.begin(&all, stop);
        Self {
            own,
            places,
            solver,
            stop,
            turn,
        }
    }

    /// The reason why the task is too large, if it is. Then only values that need no work are reported.
    pub fn refusal(&self) -> Option<&str> {
        match &self.turn {
            Err(SolveError::TooMuch(refusal)) => Some(refusal),
            _ => None,
        }
    }

    /// The value of a position in which only the kings have moved; `None` if it is unknown.
    ///
    /// # Errors
    /// If the solver fails, or solves another game.
    pub fn value(&self, state: &dyn GameState) -> Result<Option<Outcome>, SolveError> {
        let found = match &self.turn {
            Ok(_) => self.solver.value(state, self.stop),
            Err(why) => Err(why.clone()),
        };
        let bounds = match found {
            Err(SolveError::TooMuch(_)) => self.solver.known(state)?,
            found => found?,
        };
        Ok(bounds.exact())
    }

    /// Reports every square.
    ///
    /// # Errors
    /// If the solver fails, or solves another game.
    pub fn tell(&self, mut tell: impl FnMut(Square, KingSquare)) -> Result<(), SolveError> {
        self.value(self.own)?;
        for (index, place) in self.places.iter().enumerate() {
            let found = match place {
                Place::Taken => KingSquare::Taken,
                Place::Impossible(why) => KingSquare::Impossible(why),
                Place::Free(state) => match self.value(&**state)? {
                    Some(outcome) => KingSquare::Value(SquareValue {
                        outcome,
                        plies: self.solver.plies(&**state)?,
                    }),
                    None => KingSquare::Unknown,
                },
            };
            tell(Square::at(index), found);
        }
        Ok(())
    }
}

/// Finds the value of a variant's position with the king on each square.
///
/// # Errors
/// If the board does not have eight files and ranks with one king of each side.
pub fn find(
    variant: &dyn Variant,
    own: &dyn GameState,
    solver: &dyn GameSolver,
    stop: &Stop,
    tell: &mut dyn FnMut(Coord, KingSquare),
) -> Result<Option<String>, SolveError> {
    let root = Root::new(variant, own).ok_or_else(|| {
        let message = "corresponding squares need a board of eight files and ranks, with one king on each side";
        SolveError::Failed(message.into())
    })?;
    let finding = Finding::new(&root, own, solver, stop);
    finding.tell(|square, found| tell(square.into(), found))?;
    Ok(finding.refusal().map(Into::into))
}
