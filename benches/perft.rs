//! How fast lines are counted: `cargo bench`.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use jacquerie::games::pawns::{Diagram, Ending, perft};

fn perft_7(criterion: &mut Criterion) {
    let start: Diagram = "8/pppppppp/pppppppp/8/8/PPPPPPPP/PPPPPPPP/8 w"
        .parse()
        .expect("the start position is legal");
    let mut group = criterion.benchmark_group("perft");
    group.throughput(Throughput::Elements(6_146_460));
    group.bench_function("peasants depth 7", |bencher| {
        bencher.iter(|| perft(&start.position, 7, Ending::LastRank));
    });
    group.finish();
}

criterion_group!(benches, perft_7);
criterion_main!(benches);
