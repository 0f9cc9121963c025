//! Pawn structures as tiers: how many can arise from one, in which order, and the size of their tables.

use super::Run;
use crate::games::kings::Diagram;
use crate::games::kings::structure::Structure;
use crate::solve::tiers::plan::{NoPlan, Plan};
use crate::solve::tiers::run::Storage;

#[test]
fn nothing_rests_on_what_comes_later() {
    let diagram: Diagram = "8/4K1pp/8/8/8/8/k6P/8 w".parse().unwrap();
    let root = Structure::of(&diagram.position);
    let plan = Plan::new(&[root], 1_000, &|| false, |_| ()).unwrap();
    assert_eq!(plan.len(), 246);
    assert_eq!(plan.place(root), Some(245));
    let layers = plan.layers();
    for (place, layer) in layers
        .iter()
        .flat_map(|one| one.clone().map(move |at| (at, one)))
    {
        plan.at(place).for_each_successor(|one| {
            assert!(plan.place(one).is_some_and(|place| place < layer.start));
        });
    }
    assert_eq!(
        layers.iter().map(ExactSizeIterator::len).sum::<usize>(),
        246
    );
    let most = plan.most_at_a_time(|_| 1);
    assert!(most > 0 && most < 246, "{most}");
    let too_many = Plan::new(&[root], 245, &|| false, |_| ()).err();
    assert_eq!(too_many, Some(NoPlan::TooMany));
}

#[test]
fn with_enough_memory_all_tables_are_kept() {
    let diagram: Diagram = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w".parse().unwrap();
    let root = Structure::of(&diagram.position);
    let with = |mebibytes| {
        let plan = Plan::new(&[root], 10_000, &|| false, |_| ()).unwrap();
        Run::new(plan, (), &[root], mebibytes).unwrap()
    };
    let enough = with(8).mebibytes_of_all();
    assert_eq!(with(enough).storage(), Storage::All);
    assert_eq!(with(enough - 1).storage(), Storage::Needed);
}
