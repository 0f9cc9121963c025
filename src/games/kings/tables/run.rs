//! Making all tables of a plan, from the last structures to the first, by several threads.
//!
//! Where there is room for all tables, all are kept: then moves, lines and certificates can be read
//! from them. Where there is not, a table goes as soon as nothing needs it any more, and where even that
//! is too much, those that wait are packed; what was asked for stays.

use std::fmt;
use std::io::{self, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::thread::Builder;

use parking_lot::Mutex;

use super::plan::Plan;
use super::reading;
use super::retrograde;
use super::table::Table;
use super::worth::Worth;
use crate::board::Colour;
use crate::games::kings::position::Position;
use crate::games::kings::structure::Structure;

/// A plan that is carried out.
pub struct Run {
    plan: Plan,
    /// What stays in any case.
    asked: Vec<Structure>,
    slots: Vec<Mutex<Slot>>,
    /// How often the table at a place is still asked for.
    left: Vec<AtomicU32>,
    storage: Storage,
    /// How many bytes tables may take.
    most: u64,
    used: AtomicU64,
    made: AtomicUsize,
    positions: AtomicU64,
}

/// What becomes of tables that have been made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Storage {
    /// All are kept.
    All,
    /// Only those that are still needed.
    Needed,
    /// Only those, packed.
    Packed,
}

/// The table at a place.
enum Slot {
    /// It is not made yet.
    Empty,
    Plain(Arc<Table>),
    Packed(Box<[u8]>),
    /// Nothing needed it any more.
    Gone,
}

/// More memory is needed than is allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoRoom {
    /// How many MiB would do.
    pub mebibytes: u64,
}

/// Why a run has not made everything.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unfinished {
    /// Somebody said stop.
    Stopped,
    /// The tables took more memory than was expected and allowed.
    Full,
    /// A win takes longer than a table can tell, or something is wrong with the program.
    Unmade(retrograde::Unmade),
}

/// What a table takes, with all that goes with it.
const PLAIN: u64 = Table::BYTES as u64 + 128;
/// What a packed one takes: most are half as large.
const PACKED: u64 = 2_048;
/// What is kept of each structure, whether it has a table or not, and while they are counted.
pub const EACH: u64 = 96;

impl Run {
    /// A run with so many MiB. `asked` are the structures that stay in any case.
    ///
    /// # Errors
    /// If that is not enough.
    pub fn new(plan: Plan, asked: &[Structure], mebibytes: u64) -> Result<Self, NoRoom> {
        let most = mebibytes << 20;
        let all = plan.len() as u64;
        let fixed = all * EACH;
        let storage = if fixed + all * PLAIN <= most {
            Storage::All
        } else {
            let needed = plan.most_at_a_time() as u64;
            if fixed + needed * PLAIN <= most {
                Storage::Needed
            } else if fixed + needed * PACKED <= most {
                Storage::Packed
            } else {
                return Err(NoRoom {
                    mebibytes: ((fixed + needed * PACKED) >> 20) + 1,
                });
            }
        };
        let run = Self {
            slots: (0..plan.len()).map(|_| Mutex::new(Slot::Empty)).collect(),
            left: (0..plan.len())
                .map(|place| plan.uses(place).into())
                .collect(),
            storage,
            most: most - fixed,
            used: AtomicU64::new(0),
            made: AtomicUsize::new(0),
            positions: AtomicU64::new(0),
            plan,
            asked: asked.to_vec(),
        };
        for one in asked {
            if let Some(place) = run.plan.place(*one) {
                run.left[place].fetch_add(1, Ordering::Relaxed);
            }
        }
        Ok(run)
    }

    /// How tables are kept.
    #[must_use]
    pub const fn storage(&self) -> Storage {
        self.storage
    }

    /// How many MiB all tables take, if none is forgotten.
    #[must_use]
    pub fn mebibytes_of_all(&self) -> u64 {
        (self.len() as u64 * (EACH + PLAIN)).div_ceil(1 << 20)
    }

    /// How many structures there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.plan.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.plan.is_empty()
    }

    /// How many tables have been made.
    #[must_use]
    pub fn made(&self) -> usize {
        self.made.load(Ordering::Relaxed)
    }

    /// How many legal positions they value.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.positions.load(Ordering::Relaxed)
    }

    /// How many bytes the tables take that there are.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.used.load(Ordering::Relaxed)
    }

    /// Whether the tables of structures are among those that stay.
    #[must_use]
    pub fn keeps(&self, asked: &[Structure]) -> bool {
        let is_kept = |one: &Structure| match self.storage {
            Storage::All => self.plan.place(*one).is_some(),
            Storage::Needed | Storage::Packed => self.asked.contains(one),
        };
        asked.iter().all(is_kept)
    }

    /// Makes all tables that are not there, with so many threads, until `gives_up` says so. Goes on where
    /// it was stopped.
    ///
    /// # Errors
    /// If it could not be finished.
    pub fn make_all(
        &self,
        threads: usize,
        gives_up: &(dyn Fn() -> bool + Sync),
    ) -> Result<(), Unfinished> {
        if self.made() == self.len() {
            return Ok(());
        }
        let failed = Mutex::new(None);
        let ends = AtomicBool::new(false);
        for layer in self.plan.layers() {
            let next = AtomicUsize::new(layer.start);
            let work = || {
                while !ends.load(Ordering::Relaxed) {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    if place >= layer.end {
                        break;
                    }
                    let made = match gives_up() {
                        true => Err(Unfinished::Stopped),
                        false => self.make(place),
                    };
                    if let Err(why) = made {
                        failed.lock().get_or_insert(why);
                        ends.store(true, Ordering::Relaxed);
                    }
                }
            };
            let threads = threads.min(layer.len());
            std::thread::scope(|scope| {
                // This thread works, too: so it goes on with fewer if the system starts no more.
                for _ in 1..threads {
                    if Builder::new().spawn_scoped(scope, work).is_err() {
                        break;
                    }
                }
                work();
            });
            if let Some(why) = failed.lock().take() {
                return Err(why);
            }
        }
        Ok(())
    }

    /// Makes the table at a place, unless it was made.
    fn make(&self, place: usize) -> Result<(), Unfinished> {
        if !matches!(*self.slots[place].lock(), Slot::Empty) {
            return Ok(());
        }
        let structure = self.plan.at(place);
        let mut known: Vec<(Structure, Option<Arc<Table>>)> = Vec::new();
        structure.for_each_successor(|one| {
            if known.iter().all(|(other, _)| *other != one) {
                known.push((one, self.table(one)));
            }
        });
        let table_of = |wanted: Structure| {
            let found = known.iter().find(|(one, _)| *one == wanted);
            found.and_then(|(_, table)| table.as_deref())
        };
        let table = retrograde::make(structure, &table_of).map_err(Unfinished::Unmade)?;
        self.keep(place, table)?;
        self.made.fetch_add(1, Ordering::Relaxed);
        let positions = structure.positions(Colour::White) + structure.positions(Colour::Black);
        self.positions.fetch_add(positions, Ordering::Relaxed);
        if self.storage != Storage::All {
            structure.for_each_successor(|one| self.let_go(one));
        }
        Ok(())
    }

    fn keep(&self, place: usize, table: Table) -> Result<(), Unfinished> {
        let slot = match self.storage {
            // Nothing is found smaller only if memory is short.
            Storage::Packed => match zstd::bulk::compress(&table.to_bytes(), 1) {
                Ok(packed) => Slot::Packed(packed.into()),
                Err(_) => Slot::Plain(table.into()),
            },
            Storage::All | Storage::Needed => Slot::Plain(table.into()),
        };
        let more = slot.bytes();
        if self.used.fetch_add(more, Ordering::Relaxed) + more > self.most {
            self.used.fetch_sub(more, Ordering::Relaxed);
            return Err(Unfinished::Full);
        }
        *self.slots[place].lock() = slot;
        Ok(())
    }

    /// One table less that needs that of a structure.
    fn let_go(&self, structure: Structure) {
        let Some(place) = self.plan.place(structure) else {
            return;
        };
        if self.left[place].fetch_sub(1, Ordering::Relaxed) == 1 {
            let mut slot = self.slots[place].lock();
            // What was never made is not done with.
            if !matches!(*slot, Slot::Empty) {
                let gone = std::mem::replace(&mut *slot, Slot::Gone);
                self.used.fetch_sub(gone.bytes(), Ordering::Relaxed);
            }
        }
    }

    /// The table of a structure, if it is there.
    #[must_use]
    pub fn table(&self, structure: Structure) -> Option<Arc<Table>> {
        let place = self.plan.place(structure)?;
        let packed = match &*self.slots[place].lock() {
            Slot::Plain(table) => return Some(table.clone()),
            Slot::Packed(packed) => packed.clone(),
            Slot::Empty | Slot::Gone => return None,
        };
        unpack(&packed).map(Arc::new)
    }

    /// What a position is worth for the side to move, if the tables are there that tell it.
    #[must_use]
    pub fn worth(&self, position: &Position) -> Option<Worth> {
        reading::worth(position, &|placement| {
            let place = self.plan.place(Structure::of(placement))?;
            match &*self.slots[place].lock() {
                Slot::Plain(table) => Some(table.worth_of(placement)),
                Slot::Packed(packed) => Some(unpack(packed)?.worth_of(placement)),
                Slot::Empty | Slot::Gone => None,
            }
        })
    }

    /// Writes all that is there, so that a run can go on another day.
    ///
    /// ```text
    /// for each structure that was made, in the order of the plan
    ///   place: u32     length: u32, 0 if nothing needs its table any more     the table, packed
    /// end   u32::MAX
    /// ```
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, file: &mut dyn Write) -> io::Result<()> {
        for (place, slot) in self.slots.iter().enumerate() {
            let bytes = match &*slot.lock() {
                Slot::Empty => continue,
                Slot::Gone => Vec::new(),
                Slot::Packed(packed) => packed.to_vec(),
                Slot::Plain(table) => zstd::bulk::compress(&table.to_bytes(), 1)?,
            };
            file.write_all(&(place as u32).to_le_bytes())?;
            file.write_all(&(bytes.len() as u32).to_le_bytes())?;
            file.write_all(&bytes)?;
        }
        file.write_all(&u32::MAX.to_le_bytes())
    }

    /// Takes over what an earlier run of the same plan has written, before anything else is done. That
    /// run may have had more memory, or less: what nothing needs here any more goes at once.
    ///
    /// # Errors
    /// If it cannot be read, or is none.
    pub fn read(&self, file: &mut dyn Read) -> io::Result<()> {
        let wrong = |what: &str| io::Error::new(io::ErrorKind::InvalidData, what.to_owned());
        let mut next = 0;
        loop {
            let place = read_number(file)?;
            if place == u32::MAX {
                break;
            }
            let place = place as usize;
            if !(next..self.len()).contains(&place) {
                return Err(wrong("a structure that does not belong there"));
            }
            next = place + 1;
            let length = read_number(file)?;
            if length as usize > 3 * Table::BYTES {
                return Err(wrong("a table that is too long"));
            }
            let mut packed = vec![0; length as usize];
            file.read_exact(&mut packed)?;
            let slot = match length {
                0 => Slot::Gone,
                _ => {
                    let table = unpack(&packed).ok_or_else(|| wrong("a table that is none"))?;
                    match self.storage {
                        Storage::Packed => Slot::Packed(packed.into()),
                        Storage::All | Storage::Needed => Slot::Plain(table.into()),
                    }
                }
            };
            self.used.fetch_add(slot.bytes(), Ordering::Relaxed);
            *self.slots[place].lock() = slot;
            self.made.fetch_add(1, Ordering::Relaxed);
            if self.storage != Storage::All {
                let structure = self.plan.at(place);
                structure.for_each_successor(|one| self.let_go(one));
            }
        }
        if self.storage != Storage::All {
            self.skip_unneeded();
        }
        Ok(())
    }

    /// A table that was made while others were written down may be missing where all that needed it are
    /// there. Nothing needs what it rests on for its sake.
    fn skip_unneeded(&self) {
        for place in (0..self.len()).rev() {
            let is_needed = self.left[place].load(Ordering::Relaxed) > 0;
            if !is_needed && matches!(*self.slots[place].lock(), Slot::Empty) {
                *self.slots[place].lock() = Slot::Gone;
                self.made.fetch_add(1, Ordering::Relaxed);
                let structure = self.plan.at(place);
                structure.for_each_successor(|one| self.let_go(one));
            }
        }
    }
}

impl fmt::Debug for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Run")
            .field("structures", &self.len())
            .field("made", &self.made())
            .field("storage", &self.storage)
            .finish_non_exhaustive()
    }
}

impl Slot {
    fn bytes(&self) -> u64 {
        match self {
            Self::Empty | Self::Gone => 0,
            Self::Plain(_) => PLAIN,
            Self::Packed(packed) => packed.len() as u64 + 32,
        }
    }
}

fn read_number(file: &mut dyn Read) -> io::Result<u32> {
    let mut bytes = [0; 4];
    file.read_exact(&mut bytes)?;
    Ok(u32::from_le_bytes(bytes))
}

fn unpack(packed: &[u8]) -> Option<Table> {
    let bytes = zstd::bulk::decompress(packed, 2 * Table::BYTES).ok()?;
    Table::from_bytes(&bytes)
}

#[cfg(test)]
mod tests;
