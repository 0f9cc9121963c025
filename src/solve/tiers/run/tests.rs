//! What a run keeps, drops and reads back, with piles of stones as tiers.

use super::*;
use crate::solve::tiers::Tier;

/// A move goes from a pile to its half or its third.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Pile(u32);

impl Tier for Pile {
    type Rules = ();
    type Table = [u8; 64];

    fn key(self) -> u128 {
        self.0.into()
    }

    fn steps(self) -> u32 {
        32 - self.0.leading_zeros()
    }

    fn for_each_successor(self, mut visit: impl FnMut(Self)) {
        if self.0 > 0 {
            visit(Self(self.0 / 2));
            visit(Self(self.0 / 3));
        }
    }

    /// Each byte depends on every pile that this one depends on.
    fn make<'t>(
        self,
        (): &(),
        known: &impl Fn(Self) -> Option<&'t [u8; 64]>,
        _: &dyn Fn() -> bool,
    ) -> Result<[u8; 64], Unmade> {
        let mut table = [self.0 as u8; 64];
        let mut is_missing = false;
        self.for_each_successor(|one| match known(one) {
            None => is_missing = true,
            Some(below) => {
                for (number, (byte, below)) in (0..).zip(table.iter_mut().zip(below)) {
                    *byte = byte.wrapping_mul(31).wrapping_add(*below ^ number);
                }
            }
        });
        match is_missing {
            true => Err(Unmade::Missing),
            false => Ok(table),
        }
    }
}

impl Planned for Pile {
    fn table_bytes(self) -> usize {
        64
    }

    fn positions(self) -> u64 {
        1
    }

    fn to_bytes(table: &[u8; 64]) -> Vec<u8> {
        table.to_vec()
    }

    fn read_table(self, bytes: &[u8]) -> Option<[u8; 64]> {
        bytes.try_into().ok()
    }
}

const ROOT: Pile = Pile(100_000);

/// A run for one pile with this many bytes for tables.
fn run(storage: Storage, most: u64) -> Run<Pile> {
    let plan = Plan::new(&[ROOT], 1_000, &|| false, |_| ()).unwrap();
    let run = Run::new(plan, (), &[ROOT], 1_024).unwrap();
    Run {
        storage,
        most,
        ..run
    }
}

/// Makes a run read what another run has written.
fn take_over(run: &Run<Pile>, other: &Run<Pile>) {
    let mut written = Vec::new();
    other.write(&mut written).unwrap();
    run.read(&mut written.as_slice()).unwrap();
}

#[test]
fn a_run_goes_on_with_more_memory_or_less() {
    let all = run(Storage::All, u64::MAX);
    all.make_all(2, &|| false).unwrap();
    let needed = all.plan.most_at_a_time(|_| 1);
    assert!((needed as usize) < all.len());
    let kinds = [
        (Storage::All, u64::MAX),
        (Storage::Needed, needed * plain(ROOT)),
        (Storage::Packed, needed * plain(ROOT)),
    ];
    for (first, most) in kinds {
        for (second, most_then) in kinds {
            for made in [0, 1, all.len() / 2, all.len() - 1, all.len()] {
                let earlier = run(first, most);
                (0..made).for_each(|place| earlier.make(place, &|| false).unwrap());
                let later = run(second, most_then);
                take_over(&later, &earlier);
                let keeps_all = second == Storage::All;
                match keeps_all && first != Storage::All {
                    true => assert!(later.made() <= made),
                    false => assert_eq!(later.made(), made, "{first:?} {second:?}"),
                }
                later.make_all(2, &|| false).unwrap();
                for place in 0..all.len() {
                    let pile = all.plan.at(place);
                    if keeps_all || pile == ROOT {
                        assert_eq!(later.table(pile), all.table(pile), "{pile:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn tables_of_another_plan_are_refused() {
    let mut written = Vec::new();
    run(Storage::All, u64::MAX).write(&mut written).unwrap();
    let smaller = [Pile(ROOT.0 - 1)];
    let plan = Plan::new(&smaller, 1_000, &|| false, |_| ()).unwrap();
    let other = Run::<Pile>::new(plan, (), &smaller, 1_024).unwrap();
    let refused = other.read(&mut written.as_slice()).unwrap_err();
    assert!(refused.to_string().contains("another plan"), "{refused}");
}

#[test]
fn what_was_made_while_others_were_written_is_not_needed_again() {
    let earlier = run(Storage::All, u64::MAX);
    earlier.make_all(1, &|| false).unwrap();
    // As if these tables had been computed only after their turn to be written.
    for place in 0..earlier.len() - 1 {
        *earlier.slots[place].lock() = Slot::Empty;
    }
    let later = run(Storage::Needed, plain(ROOT));
    take_over(&later, &earlier);
    later.make_all(1, &|| false).unwrap();
    assert_eq!(later.table(ROOT), earlier.table(ROOT));
    assert_eq!(later.bytes() - later.fixed(), plain(ROOT));
}

/// A run that is stopped, or has too little memory, reports it and can be resumed.
#[test]
fn a_run_that_is_stopped_goes_on() {
    let one = run(Storage::All, u64::MAX);
    let asked = AtomicUsize::new(0);
    let soon = || asked.fetch_add(1, Ordering::Relaxed) >= 20;
    assert_eq!(one.make_all(2, &soon), Err(Unmade::Stopped));
    assert!((1..one.len()).contains(&one.made()));
    assert_eq!(one.make_all(2, &|| false), Ok(()));
    let small = run(Storage::All, 3 * plain(ROOT));
    assert_eq!(small.make_all(1, &|| false), Err(Unmade::Full));
}
