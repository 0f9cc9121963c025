//! Finding out what each square is worth: the solver is asked about the position with the king there.
//!
//! The position itself comes first, then the squares in the order of the board. A solver by tables makes them once
//! for all squares, since the pawns stand as they do; so most of the time goes by before the first square is known.

use super::{Place, Root};
use crate::board::Square;
use crate::engine::Variant;
use crate::engine::king_squares::{KingSquare, Worth};
use crate::game::Outcome;
use crate::game::picture::Coord;
use crate::game::state::GameState;
use crate::solve::solving::{GameSolver, SolveError};
use crate::solve::turn::Turn;
use crate::stop::Stop;

/// A position whose squares are being found out.
pub struct Finding<'a> {
    own: &'a dyn GameState,
    places: [Place; 64],
    solver: &'a dyn GameSolver,
    stop: &'a Stop,
    /// The right to ask the solver, or why it may not be asked.
    turn: Result<Turn<'a>, SolveError>,
}

impl<'a> Finding<'a> {
    /// Begins with a position, whose kings `root` moves about.
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

    /// Why it is too much, if it is. Then only what is known without any work is told.
    pub fn refusal(&self) -> Option<&str> {
        match &self.turn {
            Err(SolveError::TooMuch(refusal)) => Some(refusal),
            _ => None,
        }
    }

    /// What a position is worth in which nothing but the kings stands elsewhere.
    pub fn value(&self, state: &dyn GameState) -> Option<Outcome> {
        match self.turn {
            Ok(_) => self.solver.value(state, self.stop).ok()?.exact(),
            Err(_) => self.solver.known(state).ok()?.exact(),
        }
    }

    /// Tells every square.
    ///
    /// # Errors
    /// If the position is of another game than the solver.
    pub fn tell(&self, mut tell: impl FnMut(Square, KingSquare)) -> Result<(), SolveError> {
        self.value(self.own);
        for (index, place) in self.places.iter().enumerate() {
            let found = match place {
                Place::Taken => KingSquare::Taken,
                Place::Impossible(why) => KingSquare::Impossible(why),
                Place::Free(state) => match self.value(&**state) {
                    Some(outcome) => KingSquare::Worth(Worth {
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

/// Finds out what a position of a variant is worth with the king on each square.
///
/// # Errors
/// If there is not a king of each side on a board of eight files and ranks.
pub fn find(
    variant: &dyn Variant,
    own: &dyn GameState,
    solver: &dyn GameSolver,
    stop: &Stop,
    tell: &mut dyn FnMut(Coord, KingSquare),
) -> Result<Option<String>, SolveError> {
    let root = Root::new(variant, own).ok_or_else(|| {
        let message = "squares are told on a board of eight files and ranks, with a king a side";
        SolveError::Failed(message.into())
    })?;
    let finding = Finding::new(&root, own, solver, stop);
    finding.tell(|square, found| tell(square.into(), found))?;
    Ok(finding.refusal().map(Into::into))
}
