//! The speed of perft: `cargo bench`.

use divan::Bencher;
use divan::counter::ItemsCount;
use jacquerie::game::playable::Playable;
use jacquerie::games::metamachy::{MetamachyGame, openings};
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

/// The lines of four plies from the start of `metamachy`.
#[divan::bench]
fn metamachy_4(bencher: Bencher) {
    let game = MetamachyGame::default();
    let start = openings::start(openings::USUAL).expect("the start position is legal");
    bencher
        .counter(ItemsCount::new(10_774_712_usize))
        .bench_local(|| game.perft(&start.position, 4, false, &|| false));
}

fn main() {
    divan::main();
}
