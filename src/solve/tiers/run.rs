//! Computing all tables of a plan, from the last tiers to the first, with several threads.
//!
//! If there is room for all tables, all are kept: then moves, lines and certificates can be read
//! from them. Otherwise a table is dropped when it is no longer needed, and if even that is too
//! much, waiting tables are compressed. The requested tables are always kept.

use std::fmt;
use std::io::{self, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering};

use parking_lot::Mutex;

use super::plan::Plan;
use super::{Planned, Unmade};
use crate::thread::share;

/// How many positions are worth starting a thread: it takes as long as some ten thousand.
const WORTH_A_THREAD: u64 = 50_000;

/// A plan that is being carried out.
pub struct Run<T: Planned> {
    plan: Plan<T>,
    rules: T::Rules,
    /// The tiers whose tables are kept in any case.
    asked: Vec<T>,
    slots: Vec<Mutex<Slot<T>>>,
    /// How often the table at an index is still needed.
    left: Vec<AtomicU32>,
    storage: Storage,
    /// How many bytes tables may take.
    most: u64,
    used: AtomicU64,
    made: AtomicUsize,
    positions: AtomicU64,
}

/// What happens to finished tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Storage {
    /// All are kept.
    All,
    /// Only tables that are still needed are kept.
    Needed,
    /// Only those that are still needed are kept, and compressed.
    Packed,
}

/// The table at an index.
enum Slot<T: Planned> {
    /// The table has not been computed yet.
    Empty,
    Plain(Arc<T::Table>),
    Packed(Box<[u8]>),
    /// The table was dropped, because nothing needs it any more.
    Gone,
}

/// More memory is needed than is allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoRoom {
    /// How many MiB would be enough, as estimated.
    pub mebibytes: u64,
}

/// The size of a table, with overhead.
fn plain<T: Planned>(tier: T) -> u64 {
    tier.table_bytes() as u64 + 128
}

/// The size of a compressed table: most are half as large.
fn packed<T: Planned>(tier: T) -> u64 {
    tier.table_bytes() as u64 / 4
}

/// The number of bytes needed for each tier, with or without a table, even while tiers are counted.
pub const EACH: u64 = 96;

impl<T: Planned> Run<T> {
    /// A run with this many MiB. The tables of `asked` are always kept.
    ///
    /// # Errors
    /// If that is not enough.
    pub fn new(
        plan: Plan<T>,
        rules: T::Rules,
        asked: &[T],
        mebibytes: u64,
    ) -> Result<Self, NoRoom> {
        let most = mebibytes << 20;
        let fixed = plan.len() as u64 * EACH;
        let storage = if fixed + plan.all(plain) <= most {
            Storage::All
        } else if fixed + plan.most_at_a_time(plain) <= most {
            Storage::Needed
        } else {
            let needed = fixed + plan.most_at_a_time(packed);
            if needed > most {
                return Err(NoRoom {
                    mebibytes: (needed >> 20) + 1,
                });
            }
            Storage::Packed
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
            rules,
            asked: asked.to_vec(),
        };
        for one in asked {
            if let Some(place) = run.plan.place(*one) {
                run.left[place].fetch_add(1, Ordering::Relaxed);
            }
        }
        Ok(run)
    }

    /// How tables are stored.
    #[must_use]
    pub const fn storage(&self) -> Storage {
        self.storage
    }

    /// The size of all tables in MiB, if none is dropped.
    #[must_use]
    pub fn mebibytes_of_all(&self) -> u64 {
        (self.fixed() + self.plan.all(plain)).div_ceil(1 << 20)
    }

    /// How many tiers there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.plan.len()
    }

    /// Whether there are no tiers.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.plan.is_empty()
    }

    /// How many tables have been made.
    #[must_use]
    pub fn made(&self) -> usize {
        self.made.load(Ordering::Relaxed)
    }

    /// The number of positions in the tables computed so far.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.positions.load(Ordering::Relaxed)
    }

    /// The number of positions in the tables still to be computed.
    #[must_use]
    pub fn positions_left(&self) -> u64 {
        let places = self.slots.iter().enumerate();
        let left = places.filter(|(_, slot)| matches!(*slot.lock(), Slot::Empty));
        left.map(|(place, _)| self.plan.at(place).positions()).sum()
    }

    /// The memory of the plan and the existing tables, in bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.fixed() + self.used.load(Ordering::Relaxed)
    }

    /// The memory of the plan, in bytes.
    fn fixed(&self) -> u64 {
        self.len() as u64 * EACH
    }

    /// Whether the tables of these tiers are always kept.
    #[must_use]
    pub fn keeps(&self, asked: &[T]) -> bool {
        let is_kept = |one: &T| match self.storage {
            Storage::All => self.plan.place(*one).is_some(),
            Storage::Needed | Storage::Packed => self.asked.contains(one),
        };
        asked.iter().all(is_kept)
    }

    /// Computes all missing tables, with this many threads, until `gives_up` returns true.
    /// Continues after an interruption.
    ///
    /// # Errors
    /// If it could not be finished.
    pub fn make_all(
        &self,
        threads: usize,
        gives_up: &(dyn Fn() -> bool + Sync),
    ) -> Result<(), Unmade> {
        if self.made() == self.len() {
            return Ok(());
        }
        for layer in self.plan.layers() {
            let positions: u64 = layer
                .clone()
                .map(|place| self.plan.at(place).positions())
                .sum();
            let worthwhile = positions / WORTH_A_THREAD + 1;
            let threads = threads.min(usize::try_from(worthwhile).unwrap_or(usize::MAX));
            share(threads, layer, |place| match gives_up() {
                true => Err(Unmade::Stopped),
                false => self.make(place, gives_up),
            })?;
        }
        Ok(())
    }

    /// Like [`Self::make_all`], but in the current thread, so that `gives_up` need not be
    /// thread-safe.
    ///
    /// # Errors
    /// If it could not be finished.
    pub fn make_alone(&self, gives_up: &dyn Fn() -> bool) -> Result<(), Unmade> {
        for place in 0..self.len() {
            if gives_up() {
                return Err(Unmade::Stopped);
            }
            self.make(place, gives_up)?;
        }
        Ok(())
    }

    /// Computes the table at an index, unless that is done.
    fn make(&self, place: usize, gives_up: &dyn Fn() -> bool) -> Result<(), Unmade> {
        if !matches!(*self.slots[place].lock(), Slot::Empty) {
            return Ok(());
        }
        let tier = self.plan.at(place);
        let mut known: Vec<(T, Option<Arc<T::Table>>)> = Vec::new();
        tier.for_each_successor(|one| {
            if known.iter().all(|(other, _)| *other != one) {
                known.push((one, self.table(one)));
            }
        });
        let table_of = |wanted: T| {
            let found = known.iter().find(|(one, _)| *one == wanted);
            found.and_then(|(_, table)| table.as_deref())
        };
        let table = tier.make(&self.rules, &table_of, gives_up)?;
        self.keep(place, table)?;
        self.made.fetch_add(1, Ordering::Relaxed);
        self.positions
            .fetch_add(tier.positions(), Ordering::Relaxed);
        if self.storage != Storage::All {
            tier.for_each_successor(|one| self.let_go(one));
        }
        Ok(())
    }

    fn keep(&self, place: usize, table: T::Table) -> Result<(), Unmade> {
        let slot = match self.storage {
            // Compression fails only if there is not enough memory.
            Storage::Packed => match zstd::bulk::compress(&T::to_bytes(&table), 1) {
                Ok(packed) => Slot::Packed(packed.into()),
                Err(_) => Slot::Plain(table.into()),
            },
            Storage::All | Storage::Needed => Slot::Plain(table.into()),
        };
        let more = slot.bytes(self.plan.at(place));
        if self.used.fetch_add(more, Ordering::Relaxed) + more > self.most {
            self.used.fetch_sub(more, Ordering::Relaxed);
            return Err(Unmade::Full);
        }
        *self.slots[place].lock() = slot;
        Ok(())
    }

    /// Records that one fewer table needs the table of this tier.
    fn let_go(&self, tier: T) {
        let Some(place) = self.plan.place(tier) else {
            return;
        };
        if self.left[place].fetch_sub(1, Ordering::Relaxed) == 1 {
            let mut slot = self.slots[place].lock();
            // A table that was never made is still to come.
            if !matches!(*slot, Slot::Empty) {
                let gone = std::mem::replace(&mut *slot, Slot::Gone);
                self.used.fetch_sub(gone.bytes(tier), Ordering::Relaxed);
            }
        }
    }

    /// The table of a tier, if it exists.
    #[must_use]
    pub fn table(&self, tier: T) -> Option<Arc<T::Table>> {
        let place = self.plan.place(tier)?;
        let packed = match &*self.slots[place].lock() {
            Slot::Plain(table) => return Some(table.clone()),
            Slot::Packed(packed) => packed.clone(),
            Slot::Empty | Slot::Gone => return None,
        };
        unpack(tier, &packed).map(Arc::new)
    }

    /// Writes all tables, so that the run can be resumed.
    ///
    /// ```text
    /// fingerprint of the plan: u32
    /// for each tier that was made, in the order of the plan
    ///   place: u32     length: u32, 0 if nothing needs its table any more     the table, packed
    /// end   u32::MAX
    /// ```
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, file: &mut dyn Write) -> io::Result<()> {
        file.write_all(&self.plan.fingerprint().to_le_bytes())?;
        for (place, slot) in self.slots.iter().enumerate() {
            let bytes = match &*slot.lock() {
                Slot::Empty => continue,
                Slot::Gone => Vec::new(),
                Slot::Packed(packed) => packed.to_vec(),
                Slot::Plain(table) => zstd::bulk::compress(&T::to_bytes(table), 1)?,
            };
            file.write_all(&(place as u32).to_le_bytes())?;
            file.write_all(&(bytes.len() as u32).to_le_bytes())?;
            file.write_all(&bytes)?;
        }
        file.write_all(&u32::MAX.to_le_bytes())
    }

    /// Reads the tables of an earlier run of the same plan, before anything else is done. That run
    /// may have had more memory, or less: tables that are not needed here are dropped at once, and if all are
    /// to be kept, those that it had dropped are made again.
    ///
    /// # Errors
    /// If it cannot be read, or is not such a file.
    pub fn read(&self, file: &mut dyn Read) -> io::Result<()> {
        let wrong = |what: &str| io::Error::new(io::ErrorKind::InvalidData, what.to_owned());
        // A table is stored by its place alone.
        if read_number(file)? != self.plan.fingerprint() {
            return Err(wrong("it belongs to another plan"));
        }
        let mut next = 0;
        loop {
            let place = read_number(file)?;
            if place == u32::MAX {
                break;
            }
            let place = place as usize;
            if !(next..self.len()).contains(&place) {
                return Err(wrong("a tier that does not belong there"));
            }
            next = place + 1;
            let length = read_number(file)?;
            if length == 0 && self.storage == Storage::All {
                continue;
            }
            let tier = self.plan.at(place);
            if length as usize > 3 * tier.table_bytes() {
                return Err(wrong("a table that is too long"));
            }
            let mut packed = vec![0; length as usize];
            file.read_exact(&mut packed)?;
            let slot = match length {
                0 => Slot::Gone,
                _ => {
                    let table = unpack(tier, &packed);
                    let table = table.ok_or_else(|| wrong("an invalid table"))?;
                    match self.storage {
                        Storage::Packed => Slot::Packed(packed.into()),
                        Storage::All | Storage::Needed => Slot::Plain(table.into()),
                    }
                }
            };
            self.used.fetch_add(slot.bytes(tier), Ordering::Relaxed);
            *self.slots[place].lock() = slot;
            self.made.fetch_add(1, Ordering::Relaxed);
            if self.storage != Storage::All {
                tier.for_each_successor(|one| self.let_go(one));
            }
        }
        if self.storage != Storage::All {
            self.skip_unneeded();
        }
        Ok(())
    }

    /// A table that was computed while others were being written may be missing although all tables
    /// that need it exist. Then it no longer needs its successors.
    fn skip_unneeded(&self) {
        for place in (0..self.len()).rev() {
            let is_needed = self.left[place].load(Ordering::Relaxed) > 0;
            if !is_needed && matches!(*self.slots[place].lock(), Slot::Empty) {
                *self.slots[place].lock() = Slot::Gone;
                self.made.fetch_add(1, Ordering::Relaxed);
                let tier = self.plan.at(place);
                tier.for_each_successor(|one| self.let_go(one));
            }
        }
    }
}

impl<T: Planned> fmt::Debug for Run<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Run")
            .field("tiers", &self.len())
            .field("made", &self.made())
            .field("storage", &self.storage)
            .finish_non_exhaustive()
    }
}

impl<T: Planned> Slot<T> {
    fn bytes(&self, tier: T) -> u64 {
        match self {
            Self::Empty | Self::Gone => 0,
            Self::Plain(_) => plain(tier),
            Self::Packed(packed) => packed.len() as u64 + 32,
        }
    }
}

fn read_number(file: &mut dyn Read) -> io::Result<u32> {
    let mut bytes = [0; 4];
    file.read_exact(&mut bytes)?;
    Ok(u32::from_le_bytes(bytes))
}

fn unpack<T: Planned>(tier: T, packed: &[u8]) -> Option<T::Table> {
    let bytes = zstd::bulk::decompress(packed, 2 * tier.table_bytes()).ok()?;
    tier.read_table(&bytes)
}

#[cfg(test)]
mod tests;
