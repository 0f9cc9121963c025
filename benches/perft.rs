//! How fast lines are counted: `cargo bench`.

use divan::Bencher;
use divan::counter::ItemsCount;
use jacquerie::games::pawns::{Diagram, Ending, perft};

/// The lines of seven plies from the start of `peasants`.
#[divan::bench]
fn peasants_7(bencher: Bencher) {
    let start: Diagram = "8/pppppppp/pppppppp/8/8/PPPPPPPP/PPPPPPPP/8 w"
        .parse()
        .expect("the start position is legal");
    bencher
        .counter(ItemsCount::new(6_146_460_usize))
        .bench_local(|| perft(&start.position, 7, Ending::LastRank));
}

fn main() {
    divan::main();
}
