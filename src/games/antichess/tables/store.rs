//! Tables that threads share without a lock.
//!
//! There is a place for each material. A table is made once, after those that it rests on, and then only
//! read. It can be made whenever it is asked for, in the middle of a search too: who needs one that
//! another thread is just making waits for it.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::Builder;

use once_cell::sync::OnceCell;
use thiserror::Error;

use super::material::Material;
use super::placement::Placement;
use super::retrograde::{self, Unmade};
use super::table::Table;
use super::worth::Worth;
use crate::games::antichess::Position;
use crate::games::antichess::rules::Stalemate;

/// The tables of one rule of stalemate.
#[derive(Debug)]
pub struct Store {
    stalemate: Stalemate,
    tables: Box<[OnceCell<Table>]>,
}

/// All tables of a rule of stalemate, made when they are first asked for.
#[must_use]
pub fn all(stalemate: Stalemate) -> &'static Store {
    static WINS: LazyLock<Store> = LazyLock::new(|| made(Stalemate::Wins));
    static FEWER_MEN_WIN: LazyLock<Store> = LazyLock::new(|| made(Stalemate::FewerMenWin));
    match stalemate {
        Stalemate::Wins => &WINS,
        Stalemate::FewerMenWin => &FEWER_MEN_WIN,
    }
}

fn made(stalemate: Stalemate) -> Store {
    let store = Store::new(stalemate);
    // Nobody says stop.
    let made = store.make_all(1, &|| false);
    debug_assert_eq!(made, Ok(()));
    store
}

/// Somebody said stop before the tables were made.
#[derive(Clone, Copy, PartialEq, Eq, Error, Debug)]
#[error("the tables were not finished: somebody said stop")]
pub struct Stopped;

impl Store {
    /// A store without tables.
    #[must_use]
    pub fn new(stalemate: Stalemate) -> Self {
        Self {
            stalemate,
            tables: (0..Material::COUNT).map(|_| OnceCell::new()).collect(),
        }
    }

    /// What it comes to when the side to move has men, but no move.
    #[must_use]
    pub const fn stalemate(&self) -> Stalemate {
        self.stalemate
    }

    /// The table of a material, if it is made.
    #[inline]
    #[must_use]
    pub fn get(&self, material: Material) -> Option<&Table> {
        self.tables[material.number()].get()
    }

    /// What a position is worth for the side to move, if there are tables for it: with two or three men,
    /// some of each side, or with no man of the side to move, which has won.
    #[inline]
    #[must_use]
    pub fn worth(&self, position: &Position) -> Option<Worth> {
        if position.own().is_empty() {
            return Some(Worth::WON);
        }
        if position.men().count() > 3 {
            return None;
        }
        if position.en_passant().any() {
            return self.worth_by_moves(position);
        }
        let placement = Placement::of(position)?;
        Some(self.get(placement.material)?.worth(&placement))
    }

    /// What the best move is worth: all are captures, where one is en passant.
    #[cold]
    fn worth_by_moves(&self, position: &Position) -> Option<Worth> {
        let mut best = None;
        for played in position.moves() {
            let worth = self.worth(&position.play(played))?.a_ply_earlier();
            best = best.max(Some(worth));
        }
        best
    }

    /// The same; what is missing is made first. `None` if the position has other men, or `gives_up`
    /// says so.
    pub fn solve(&self, position: &Position, gives_up: &impl Fn() -> bool) -> Option<Worth> {
        if let Some(worth) = self.worth(position) {
            return Some(worth);
        }
        self.make(Placement::of(position)?.material, gives_up)
            .ok()?;
        self.worth(position)
    }

    /// The table of a material; it is made if it is not there, after all on which it rests.
    ///
    /// # Errors
    /// If `gives_up` says so.
    pub fn make(
        &self,
        material: Material,
        gives_up: &impl Fn() -> bool,
    ) -> Result<&Table, Stopped> {
        let place = &self.tables[material.number()];
        if let Some(table) = place.get() {
            return Ok(table);
        }
        let mut needed = material.rests_on();
        needed.sort_unstable_by_key(|one| (one.men(), one.number()));
        for one in needed {
            self.make(one, gives_up)?;
        }
        let known = |position: &Position| self.worth(position);
        let table =
            place.get_or_try_init(|| retrograde::make(material, self.stalemate, &known, gives_up));
        table.map_err(|why| {
            debug_assert_eq!(why, Unmade::Stopped, "{material} rests on what was made");
            Stopped
        })
    }

    /// Makes all that are not there, with so many threads.
    ///
    /// # Errors
    /// If `gives_up` says so.
    pub fn make_all(
        &self,
        threads: usize,
        gives_up: &(impl Fn() -> bool + Sync),
    ) -> Result<(), Stopped> {
        let next = AtomicUsize::new(0);
        let is_stopped = AtomicBool::new(false);
        let work = || {
            while let Some(material) = Material::all().get(next.fetch_add(1, Ordering::Relaxed)) {
                if self.make(*material, gives_up).is_err() {
                    is_stopped.store(true, Ordering::Relaxed);
                    break;
                }
            }
        };
        std::thread::scope(|scope| {
            // This thread works, too: so it goes on with fewer if the system starts no more.
            for _ in 1..threads.min(Material::COUNT) {
                if Builder::new().spawn_scoped(scope, work).is_err() {
                    break;
                }
            }
            work();
        });
        match is_stopped.into_inner() {
            true => Err(Stopped),
            false => Ok(()),
        }
    }

    /// How many tables are made.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tables
            .iter()
            .filter(|place| place.get().is_some())
            .count()
    }

    /// Whether none is.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Memory that the tables take, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let made = self.tables.iter().filter_map(OnceCell::get);
        made.map(Table::bytes).sum()
    }
}
