//! The tables for a stalemate rule.
//!
//! Tables of up to three pieces are made at the start. A table of four pieces is made when the solver asks
//! for it, and stays. For a position of more pieces it is not known which of the 567 are worth their cost, so
//! the store counts how often each one was missed: a table is made once its absence has cost as much as
//! making it (as skis are bought once renting them has cost as much; Karlin, Manasse, Rudolph and Sleator
//! 1988).

use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::material::Material;
use super::placement::Placement;
use super::reading;
use super::table::Table;
use super::{MOST_AT_START, MOST_MEN};
use crate::games::antichess::rules::Stalemate;
use crate::games::pieces::Position;
use crate::solve::tiers::{self, Plan, Unmade, Worth};

/// The tables for one stalemate rule.
#[derive(Debug)]
pub struct Store {
    tables: tiers::Store<Material>,
    /// How often the table of each material was asked for while it was missing.
    missed: Box<[AtomicU64]>,
    /// The materials whose tables, or those that they rest on, have no room for their longest wins.
    hopeless: Box<[AtomicBool]>,
    /// Whether tables of four pieces have been asked for; until then, a search that plays is not delayed by
    /// looking for them and counting.
    makes_more_men: AtomicBool,
}

/// About as many bytes of tables can be made in the time that the search loses by one miss.
const BYTES_A_MISS: u64 = 128;
/// About as many bytes of tables can be made in the time in which one position is searched. (That is more than for a
/// miss: many misses are about the same position.)
const BYTES_A_POSITION: u64 = 512;

/// The tables for a stalemate rule, made when they are first asked for.
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
    // This is never interrupted.
    let made = store.make_all(1, &|| false);
    debug_assert_eq!(made, Ok(()));
    store
}

impl Store {
    /// A store without tables.
    #[must_use]
    pub fn new(stalemate: Stalemate) -> Self {
        Self {
            tables: tiers::Store::new(stalemate, Material::COUNT),
            missed: (0..Material::COUNT).map(|_| AtomicU64::new(0)).collect(),
            hopeless: (0..Material::COUNT)
                .map(|_| AtomicBool::new(false))
                .collect(),
            makes_more_men: AtomicBool::new(false),
        }
    }

    /// The result when the side to move has pieces, but no move.
    #[must_use]
    pub const fn stalemate(&self) -> Stalemate {
        *self.tables.rules()
    }

    /// The table of a material, if it has been made.
    #[inline]
    #[must_use]
    pub fn get(&self, material: Material) -> Option<&Table> {
        self.tables.get(material)
    }

    /// The value of a position for the side to move, if there are tables for it.
    #[inline]
    #[must_use]
    pub fn worth(&self, position: &Position) -> Option<Worth> {
        let men = position.men().count() as usize;
        let may_be_known = men <= MOST_AT_START
            || men <= MOST_MEN && self.makes_more_men.load(Ordering::Acquire)
            || position.own().is_empty();
        if !may_be_known {
            return None;
        }
        let known = |material| {
            let table = self.get(material);
            if table.is_none() {
                self.missed[material.number()].fetch_add(1, Ordering::Relaxed);
            }
            table
        };
        reading::worth(position, &known)
    }

    /// Like [`Self::worth`], but makes missing tables first. `None` if the position has other pieces, or if
    /// `gives_up` returns true.
    pub fn solve(&self, position: &Position, gives_up: &dyn Fn() -> bool) -> Option<Worth> {
        if let Some(worth) = self.worth(position) {
            return Some(worth);
        }
        let material = Placement::of(position)?.material;
        self.make(material, gives_up).ok()?;
        self.worth(position)
    }

    /// The cost of the missing tables that a position needs, in positions that could be searched instead; 0 if
    /// it has too many pieces for a table.
    #[must_use]
    pub fn cost(&self, position: &Position) -> u64 {
        let bytes = Placement::of(position).map(|one| self.bytes_to_make(one.material));
        bytes.unwrap_or(0) as u64 / BYTES_A_POSITION
    }

    /// Makes the tables that a position needs, with this many threads, if all tables together then stay
    /// within this many bytes. Returns whether the position's table exists.
    pub fn settle(
        &self,
        position: &Position,
        threads: usize,
        most_bytes: u64,
        gives_up: &(dyn Fn() -> bool + Sync),
    ) -> bool {
        Placement::of(position).is_some_and(|Placement { material, .. }| {
            self.make_if_it_fits(material, threads, most_bytes, gives_up)
        })
    }

    /// Makes the tables that were missed most, if their absence has cost as much as making them; with this
    /// many threads, and if all tables together then stay within this many bytes. Returns whether some
    /// were made.
    pub fn make_most_missed(
        &self,
        threads: usize,
        most_bytes: u64,
        gives_up: &(dyn Fn() -> bool + Sync),
    ) -> bool {
        self.makes_more_men.store(true, Ordering::Release);
        self.most_missed().is_some_and(|material| {
            // If it does not fit now, it is not tried again soon.
            self.missed[material.number()].store(0, Ordering::Relaxed);
            self.make_if_it_fits(material, threads, most_bytes, gives_up)
        })
    }

    /// The missing material that was missed most, in proportion to the cost of its tables; `None` if none
    /// is worth its cost yet.
    fn most_missed(&self) -> Option<Material> {
        let missing = Material::all()
            .iter()
            .filter(|one| self.get(**one).is_none() && !self.is_hopeless(**one));
        let worth = missing.filter_map(|one| {
            let cost_of_absence = self.missed[one.number()].load(Ordering::Relaxed) * BYTES_A_MISS;
            if cost_of_absence < Table::size(*one) as u64 {
                // It need not be worked out what its table rests on.
                return None;
            }
            let cost = self.bytes_to_make(*one) as u64;
            (cost_of_absence >= cost).then_some((cost_of_absence / cost, *one))
        });
        worth.max_by_key(|(ratio, _)| *ratio).map(|(_, one)| one)
    }

    fn make_if_it_fits(
        &self,
        material: Material,
        threads: usize,
        most_bytes: u64,
        gives_up: &(dyn Fn() -> bool + Sync),
    ) -> bool {
        let bytes = self.bytes() + self.bytes_to_make(material);
        if bytes as u64 > most_bytes || self.is_hopeless(material) {
            return false;
        }
        let made = self.make_with_threads(material, threads, gives_up);
        if made == Err(Unmade::TooLong) {
            self.hopeless[material.number()].store(true, Ordering::Relaxed);
        }
        made.is_ok()
    }

    fn is_hopeless(&self, material: Material) -> bool {
        self.hopeless[material.number()].load(Ordering::Relaxed)
    }

    /// The table of a material. If it is missing, it is made, after all tables it rests on.
    ///
    /// # Errors
    /// If `gives_up` returns true, or a win is too long for a table.
    pub fn make(&self, material: Material, gives_up: &dyn Fn() -> bool) -> Result<&Table, Unmade> {
        let made = self.tables.solve(material, gives_up, &mut |_| ());
        if material.men() > MOST_AT_START {
            self.makes_more_men.store(true, Ordering::Release);
        }
        made
    }

    /// Makes the table of a material and all it rests on, with this many threads.
    ///
    /// # Errors
    /// As [`Self::make`].
    pub fn make_with_threads(
        &self,
        material: Material,
        threads: usize,
        gives_up: &(dyn Fn() -> bool + Sync),
    ) -> Result<(), Unmade> {
        let plan = needed(material);
        let needed: Vec<Material> = (0..plan.len()).map(|place| plan.at(place)).collect();
        self.tables.solve_all(&needed, threads, gives_up)?;
        self.make(material, gives_up).map(drop)
    }

    /// Makes all missing tables of up to three pieces, with this many threads.
    ///
    /// # Errors
    /// As [`Self::make`].
    pub fn make_all(
        &self,
        threads: usize,
        gives_up: &(dyn Fn() -> bool + Sync),
    ) -> Result<(), Unmade> {
        let few = Material::up_to(MOST_AT_START);
        self.tables.solve_all(few, threads, gives_up)
    }

    /// The memory for the missing tables that a material needs, in bytes.
    #[must_use]
    pub fn bytes_to_make(&self, material: Material) -> usize {
        let plan = needed(material);
        let needed = (0..plan.len()).map(|place| plan.at(place));
        let missing = needed.filter(|one| self.get(*one).is_none());
        missing.map(Table::size).sum()
    }

    /// The number of tables made.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tables.len()
    }

    /// Whether no table has been made.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tables.is_empty()
    }

    /// The memory that the tables take, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.tables.tables().map(Table::bytes).sum()
    }
}

/// A material and all it rests on.
fn needed(material: Material) -> Plan<Material> {
    // There are few, so this is never interrupted.
    let plan = Plan::new(&[material], Material::COUNT, &|| false, |_| ());
    plan.unwrap_or_default()
}
