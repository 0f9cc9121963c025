//! Tables that threads share without a lock.
//!
//! There is a place for each material. A table is made once, after those that it rests on, and then only
//! read. It can be made whenever it is asked for, in the middle of a search too: who needs one that
//! another thread is just making waits for it.
//!
//! Those of up to three men are made at the start. Those of four are made for a material that somebody
//! asks for, and stay: nobody else pays for them but with the question whether there are any.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::Builder;

use once_cell::sync::OnceCell;
use parking_lot::Mutex;

use super::material::Material;
use super::placement::Placement;
use super::retrograde::{self, Unmade};
use super::table::Table;
use super::worth::Worth;
use super::{MOST_AT_START, MOST_MEN};
use crate::games::antichess::Position;
use crate::games::antichess::rules::Stalemate;

/// The tables of one rule of stalemate.
#[derive(Debug)]
pub struct Store {
    stalemate: Stalemate,
    tables: Box<[OnceCell<Table>]>,
    /// Whether any table is made of more men than at the start.
    has_more_men: AtomicBool,
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

impl Store {
    /// A store without tables.
    #[must_use]
    pub fn new(stalemate: Stalemate) -> Self {
        Self {
            stalemate,
            tables: (0..Material::COUNT).map(|_| OnceCell::new()).collect(),
            has_more_men: AtomicBool::new(false),
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

    /// What a position is worth for the side to move, if there are tables for it: with two to four men,
    /// some of each side, or with no man of the side to move, which has won.
    #[inline]
    #[must_use]
    pub fn worth(&self, position: &Position) -> Option<Worth> {
        if position.own().is_empty() {
            return Some(Worth::WON);
        }
        let men = position.men().count() as usize;
        if men > MOST_AT_START && (men > MOST_MEN || !self.has_more_men.load(Ordering::Acquire)) {
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
    pub(super) fn worth_by_moves(&self, position: &Position) -> Option<Worth> {
        let mut best = None;
        for played in position.moves() {
            let worth = self.worth(&position.play(played))?.a_ply_earlier();
            best = best.max(Some(worth));
        }
        best
    }

    /// The same; what is missing is made first. `None` if the position has other men, or `gives_up`
    /// says so.
    pub fn solve(&self, position: &Position, gives_up: &dyn Fn() -> bool) -> Option<Worth> {
        if let Some(worth) = self.worth(position) {
            return Some(worth);
        }
        self.make(Placement::of(position)?.material, gives_up)
            .ok()?;
        self.worth(position)
    }

    /// Makes what a position needs, with so many threads, if all tables together take no more than so many bytes then; whether
    /// its table is there.
    pub fn settle(
        &self,
        position: &Position,
        threads: usize,
        most_bytes: u64,
        gives_up: &(impl Fn() -> bool + Sync),
    ) -> bool {
        Placement::of(position).is_some_and(|Placement { material, .. }| {
            let bytes = self.bytes() + self.bytes_to_make(material);
            let is_there = || self.make_with_threads(material, threads, gives_up).is_ok();
            bytes as u64 <= most_bytes && is_there()
        })
    }

    /// The table of a material; it is made if it is not there, after all on which it rests.
    ///
    /// # Errors
    /// If `gives_up` says so, or a table cannot say how long a win takes.
    pub fn make(&self, material: Material, gives_up: &dyn Fn() -> bool) -> Result<&Table, Unmade> {
        let place = &self.tables[material.number()];
        if let Some(table) = place.get() {
            return Ok(table);
        }
        let mut needed = material.rests_on();
        needed.sort_unstable_by_key(|one| (one.men(), one.number()));
        for one in needed {
            self.make(one, gives_up)?;
        }
        let table = place.get_or_try_init(|| retrograde::make(material, self, gives_up))?;
        if material.men() > MOST_AT_START {
            self.has_more_men.store(true, Ordering::Release);
        }
        Ok(table)
    }

    /// Makes the table of a material and all on which it rests, with so many threads.
    ///
    /// # Errors
    /// As [`Self::make`].
    pub fn make_with_threads(
        &self,
        material: Material,
        threads: usize,
        gives_up: &(impl Fn() -> bool + Sync),
    ) -> Result<(), Unmade> {
        self.make_each(&material.with_all_it_rests_on(), threads, gives_up)
    }

    /// Makes all of up to three men that are not there, with so many threads.
    ///
    /// # Errors
    /// As [`Self::make`].
    pub fn make_all(
        &self,
        threads: usize,
        gives_up: &(impl Fn() -> bool + Sync),
    ) -> Result<(), Unmade> {
        self.make_each(Material::up_to(MOST_AT_START), threads, gives_up)
    }

    /// Makes these, each of which comes after those it rests on.
    fn make_each(
        &self,
        materials: &[Material],
        threads: usize,
        gives_up: &(impl Fn() -> bool + Sync),
    ) -> Result<(), Unmade> {
        let next = AtomicUsize::new(0);
        let failed = Mutex::new(Ok(()));
        let work = || {
            while let Some(material) = materials.get(next.fetch_add(1, Ordering::Relaxed)) {
                if let Err(why) = self.make(*material, gives_up) {
                    *failed.lock() = Err(why);
                    break;
                }
            }
        };
        std::thread::scope(|scope| {
            // This thread works, too: so it goes on with fewer if the system starts no more.
            for _ in 1..threads.min(materials.len()) {
                if Builder::new().spawn_scoped(scope, work).is_err() {
                    break;
                }
            }
            work();
        });
        failed.into_inner()
    }

    /// Memory that tables will take that a material needs and that are not made, in bytes.
    #[must_use]
    pub fn bytes_to_make(&self, material: Material) -> usize {
        let needed = material.with_all_it_rests_on().into_iter();
        let missing = needed.filter(|one| self.get(*one).is_none());
        missing.map(Table::size).sum()
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
