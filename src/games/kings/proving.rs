//! Proofs alongside a search, from exact tables made for the position that is searched.
//!
//! A position's table answers a question about it. First, all tables that it rests on are made one by one,
//! while the search has time. They stay for later questions and for the search itself, which asks the same
//! [`Store`] at every node. Positions with one or two pawns (Newborn's ONEPAWN and TWOPAWN) have a store of
//! their own, shared by all engines of a program.

use std::cell::Cell;
use std::sync::{Arc, LazyLock};

use super::tables::reading::{self, rests_on};
use super::tables::{Store, Table};
use super::{KingGame, Position};
use crate::game::bounds::Bounds;
use crate::solve::proof_source::{ProofSource, Spell};
use crate::solve::tiers::{Unmade, Worth};

/// The cost of a table in nodes of a search: some 150 µs.
const NODES: u64 = 128;

/// A number that is greater than that of all structures with at most two pawns.
const SMALL_TABLES: usize = 1 << 13;

/// The maximum number of pawns that count as few.
const FEW: u32 = 2;

/// The tables of few pawns, each made when it is first asked for.
static SMALL: LazyLock<Store> = LazyLock::new(|| Store::new((), SMALL_TABLES));

impl KingGame {
    /// The value of a position, if there are tables for it and the game may use tables.
    #[must_use]
    pub fn worth(&self, position: &Position) -> Option<Worth> {
        let store = self.store.as_ref()?;
        reading::worth(
            position,
            &|structure| match structure.pawns().count() <= FEW {
                true => SMALL.solve(structure, &|| false, &mut |_| ()).ok(),
                false => store.get(structure),
            },
        )
    }

    /// Provides space for tables of this many MiB, if the size differs, or if the store is nearly full of
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

/// A prover that uses the tables of a game, and counts its work in nodes that the search could have
/// searched instead.
pub(super) fn proofs() -> ProofSource<KingGame> {
    ProofSource {
        known: Box::new(known),
        ask: Box::new(|game, position, goal, spell| {
            let known = || known(game, position).answer(goal);
            if let Some(answer) = known() {
                return (Some(answer), 0);
            }
            let spent = Cell::new(0);
            let made = make_tables(game, position, &spent, spell);
            (made.ok().and_then(|()| known()), spent.get())
        }),
        // The search itself knows how long wins found in the tables take.
        height: Box::new(|_, _, _| None),
        chooses_moves: false,
        overrun: 0,
    }
}

fn known(game: &KingGame, position: &Position) -> Bounds {
    let worth = game.worth(position);
    worth.map_or(Bounds::UNKNOWN, |worth| Bounds::exactly(worth.outcome()))
}

/// Makes the tables that give the value of a position.
fn make_tables(
    game: &KingGame,
    position: &Position,
    spent: &Cell<u64>,
    spell: &Spell<'_>,
) -> Result<(), Unmade> {
    let Some(store) = game.store.as_deref() else {
        return Err(Unmade::Full);
    };
    let mut structures = Vec::new();
    rests_on(position, &mut |one| structures.push(one));
    structures.retain(|one| one.pawns().count() > FEW);
    for structure in structures {
        let gives_up = || spent.get() >= spell.most || (spell.gives_up)();
        store.solve(structure, &gives_up, &mut |_| {
            spent.set(spent.get() + NODES)
        })?;
    }
    Ok(())
}
