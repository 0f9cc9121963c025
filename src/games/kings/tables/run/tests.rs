//! What a run keeps, lets go and takes over.

use super::*;
use crate::games::kings::Diagram;
use crate::stop::Stop;

/// A run for the same position with so many bytes for tables.
fn run(storage: Storage, most: u64) -> Run {
    let diagram: Diagram = "8/4K1pp/8/8/8/8/k6P/8 w".parse().unwrap();
    let root = Structure::of(&diagram.position);
    let plan = Plan::new(&[root], 1_000, &Stop::default(), |_| ()).unwrap();
    let run = Run::new(plan, &[root], 1_024).unwrap();
    Run {
        storage,
        most,
        ..run
    }
}

fn root(run: &Run) -> Arc<Table> {
    run.table(run.plan.at(run.len() - 1)).unwrap()
}

/// Takes over what another run has written.
fn take_over(run: &Run, other: &Run) {
    let mut written = Vec::new();
    other.write(&mut written).unwrap();
    run.read(&mut written.as_slice()).unwrap();
}

#[test]
fn a_run_goes_on_with_more_memory_or_less() {
    let all = run(Storage::All, u64::MAX);
    all.make_all(1, &|| false).unwrap();
    let needed = all.plan.most_at_a_time() as u64;
    let kinds = [
        (Storage::All, u64::MAX),
        (Storage::Needed, needed * PLAIN),
        (Storage::Packed, needed * PACKED),
    ];
    for (first, most) in kinds {
        for (second, most_then) in kinds {
            for made in [0, 1, 100, 200, 245, 246] {
                let earlier = run(first, most);
                (0..made).for_each(|place| earlier.make(place).unwrap());
                let later = run(second, most_then);
                take_over(&later, &earlier);
                assert_eq!(later.made(), made, "{first:?} {second:?}");
                later.make_all(1, &|| false).unwrap();
                assert_eq!(root(&later), root(&all));
            }
        }
    }
}

#[test]
fn what_is_told_to_keep_all_does() {
    let diagram: Diagram = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w".parse().unwrap();
    let root = Structure::of(&diagram.position);
    let with = |mebibytes| {
        let plan = Plan::new(&[root], 10_000, &Stop::default(), |_| ()).unwrap();
        Run::new(plan, &[root], mebibytes).unwrap()
    };
    let enough = with(8).mebibytes_of_all();
    assert_eq!(with(enough).storage(), Storage::All);
    assert_eq!(with(enough - 1).storage(), Storage::Needed);
}

#[test]
fn what_was_made_while_others_were_written_is_not_needed_again() {
    let earlier = run(Storage::All, u64::MAX);
    earlier.make_all(1, &|| false).unwrap();
    // All of these have been made; but only the last one after its turn to be written.
    for place in 0..earlier.len() - 1 {
        *earlier.slots[place].lock() = Slot::Empty;
    }
    let later = run(Storage::Needed, PLAIN);
    take_over(&later, &earlier);
    later.make_all(1, &|| false).unwrap();
    assert_eq!(root(&later), root(&earlier));
    assert_eq!(later.bytes(), PLAIN);
}
