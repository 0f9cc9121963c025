//! What is proved beside a search: exact tables, made for the position that is thought about.
//!
//! A question about a position is answered by its table. To have that, all tables are made that it
//! rests on, one after the other, as long as the search has time for; whatever has been made stays,
//! for the next question and for the search itself, which asks the same [`Store`] at every node. One or
//! two pawns (Newborn's ONEPAWN and TWOPAWN) have a store of their own, for all engines of a program.

use std::sync::{Arc, LazyLock};

use super::structure::Structure;
use super::tables::{Store, Table};
use super::tables::reading::{self, rests_on};
use super::{KingGame, Position};
use crate::game::bounds::{Bounds, Goal};
use crate::solve::proof_source::{ProofSearch, ProofSource};
use crate::solve::tiers::{Unmade, Worth};

/// A table takes as much time as so many nodes of a search: some 150 µs.
const NODES: u64 = 128;

/// More than all structures of at most two pawns.
const SMALL_TABLES: usize = 1 << 13;

/// How many pawns are few.
const FEW: u32 = 2;

/// The tables of few pawns, each made when it is first asked for.
static SMALL: LazyLock<Store> = LazyLock::new(|| Store::new((), SMALL_TABLES));

/// What a placement with few pawns is worth.
fn worth_of_few(placement: &Position) -> Option<Worth> {
    let structure = Structure::of(placement);
    let table = SMALL.solve(structure, &|| false, &mut |_| ()).ok()?;
    Some(table.worth_of(placement))
}

impl KingGame {
    /// What a position is worth, if there are tables that tell it.
    #[must_use]
    pub fn worth(&self, position: &Position) -> Option<Worth> {
        reading::worth(
            position,
            &|placement| match placement.pawns().count() <= FEW {
                true => worth_of_few(placement),
                false => {
                    let table = self.store.as_ref()?.get(Structure::of(placement))?;
                    Some(table.worth_of(placement))
                }
            },
        )
    }

    /// Makes room for tables of so many MiB, if there is not, or if what there is is nearly full of
    /// tables for positions that may be long gone.
    pub(super) fn make_room(&mut self, mebibytes: u64) {
        let most = Store::tables_in(mebibytes, Table::BYTES);
        let is_right =
            |store: &Arc<Store>| store.capacity() == most && store.thousandths_used() < NEARLY_FULL;
        if mebibytes == 0 {
            self.store = None;
        } else if !self.store.as_ref().is_some_and(is_right) {
            self.store = Some(Arc::new(Store::new((), most)));
        }
    }
}

const NEARLY_FULL: usize = 900;

/// Proves with the tables of a game.
#[derive(Debug)]
pub struct Proofs;

impl ProofSource<KingGame> for Proofs {
    fn prover<'a>(
        &'a self,
        game: &'a KingGame,
        _has_company: bool,
        gives_up: &'a (dyn Fn() -> bool + 'a),
    ) -> Box<dyn ProofSearch<Position> + 'a> {
        Box::new(Prover {
            game,
            gives_up,
            spent: 0,
        })
    }

    /// The store belongs to the game.
    fn prefault(&mut self) {}
}

struct Prover<'a> {
    game: &'a KingGame,
    gives_up: &'a (dyn Fn() -> bool + 'a),
    /// In nodes that the search could have searched.
    spent: u64,
}

impl Prover<'_> {
    /// Makes the tables that tell what a position is worth.
    fn solve(&mut self, position: &Position, most: u64) -> Result<(), Unmade> {
        let Some(store) = self.game.store.as_deref() else {
            return Err(Unmade::Full);
        };
        let mut structures = Vec::new();
        rests_on(position, &mut |one| structures.push(one));
        let end = self.spent + most;
        for structure in structures {
            if structure.pawns().count() <= FEW {
                continue;
            }
            let spent = std::cell::Cell::new(self.spent);
            let gives_up = || spent.get() >= end || (self.gives_up)();
            let made = store.solve(structure, &gives_up, &mut |_| spent.set(spent.get() + NODES));
            let made = made.map(|_| ());
            self.spent = spent.get();
            made?;
        }
        Ok(())
    }
}

impl ProofSearch<Position> for Prover<'_> {
    fn known(&self, position: &Position) -> Bounds {
        let worth = self.game.worth(position);
        worth.map_or(Bounds::UNKNOWN, |worth| Bounds::exactly(worth.outcome()))
    }

    fn ask(&mut self, position: &Position, goal: Goal, most: u64) -> Option<bool> {
        if let Some(answer) = self.known(position).answer(goal) {
            return Some(answer);
        }
        self.solve(position, most).ok()?;
        self.known(position).answer(goal)
    }

    fn positions(&self) -> u64 {
        self.spent
    }
}
