//! The time for exact tables of kings and pawns: one pawn on every square, and all positions
//! reachable from Fine's number 70.

use jacquerie::board::Bitboard;
use jacquerie::games::kings::Diagram;
use jacquerie::games::kings::structure::Structure;
use jacquerie::games::kings::tables::Store;

fn main() {
    divan::main();
}

/// 48 tables, and the one without a pawn.
#[divan::bench]
fn one_pawn() -> usize {
    let store = Store::new((), 64);
    let squares = Bitboard::ALL.into_iter();
    for pawn in squares.filter(|pawn| (8..56).contains(&pawn.index())) {
        let structure = Structure {
            white: Bitboard::of(pawn),
            black: Bitboard::EMPTY,
        };
        let table = store.solve(structure, &|| false, &mut |_| ());
        table.expect("there is room");
    }
    store.len()
}

/// 2 000 tables.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn fine_70() -> usize {
    let root = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w";
    let root: Diagram = root.parse().expect("the position is legal");
    let store = Store::new((), 2_000);
    let table = store.solve(Structure::of(&root.position), &|| false, &mut |_| ());
    table.expect("there is room");
    store.len()
}
