//! What a position is worth with the king on each square, through the socket.

use serde_json::{Value, json};

use super::server::Board;
use crate::program;

/// Fine's number 70, which the solver of chess endings takes a long time for.
const FINE_70: &str = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w";

/// The squares as the command prints them, in the words of the page.
fn squares(variant: &str, fen: &str) -> Vec<Value> {
    let told = program::told(&["squares", "--variant", variant, "--fen", fen, "--json"]);
    let told: Value = serde_json::from_str(&told).expect("JSON");
    let all = told["squares"].as_array().expect("squares").iter();
    let all = all.filter(|one| one["impossible"] != "taken").map(|one| {
        let outcome = one["value"].as_str().map(|value| match value {
            "win" => "won",
            "draw" => "drawn",
            _ => "lost",
        });
        let plies = one["plies"].as_i64().map(i64::abs);
        json!({"square": one["square"], "outcome": outcome, "plies": plies, "impossible": one["impossible"]})
    });
    all.collect()
}

#[test]
fn the_page_and_the_command_agree() {
    let board = Board::start();
    let mut tab = board.tab();
    for (variant, fen) in [
        ("kingpawn", "7K/8/k1P5/7p/8/8/8/8 w"),
        ("endings", "8/8/8/3k4/8/3K4/4P3/8 b"),
    ] {
        let id = tab.send(json!({"type": "squares", "variant": variant, "fen": fen}));
        let mut all = tab.all_about(id);
        let done = all.pop().expect("an end");
        assert_eq!(
            (&done["type"], &done["stopped"]),
            (&json!("done"), &json!(false))
        );
        let looked_at: Vec<u64> = all
            .iter()
            .filter_map(|one| one["looked_at"].as_u64())
            .collect();
        assert!(looked_at.is_sorted(), "{looked_at:?}");
        let last = all.pop().expect("squares");
        assert_eq!(
            (&last["looked_at"], &last["refusal"]),
            (&json!(64), &Value::Null)
        );
        assert_eq!(last["squares"], json!(squares(variant, fen)), "{variant}");
    }
}

#[test]
fn long_work_blocks_nothing_and_can_be_stopped() {
    let board = Board::start();
    let mut tab = board.tab();
    let asked = json!({"type": "squares", "variant": "endings", "fen": FINE_70});
    let first = tab.send(asked.clone());
    assert_eq!(tab.next()["type"], "squares");
    tab.send(json!({"type": "hello"}));
    while tab.next()["type"] != "hello" {}
    // Any later request stops it.
    let second = tab.send(asked);
    let done = tab.all_about(first).pop().expect("an end");
    assert_eq!(
        (&done["type"], &done["stopped"]),
        (&json!("done"), &json!(true))
    );
    tab.send(json!({"type": "stop"}));
    let done = tab.all_about(second).pop().expect("an end");
    assert_eq!(
        (&done["type"], &done["stopped"]),
        (&json!("done"), &json!(true))
    );
}

#[test]
fn unsupported_requests_are_refused() {
    let board = Board::start();
    let mut tab = board.tab();
    let large = "4k3/pppp4/8/8/8/8/4PPPP/4K3 w";
    let id = tab.send(json!({"type": "squares", "variant": "endings", "fen": large}));
    let all = tab.all_about(id);
    let squares = &all[all.len() - 2];
    let refusal = squares["refusal"].as_str().expect("a refusal");
    assert!(refusal.contains("structures can arise"), "{refusal}");
    let wrong = tab.wrong(json!({"type": "squares", "variant": "peasants"}));
    assert_eq!(
        wrong,
        (
            "variant".into(),
            "peasants has no values for king squares".into()
        )
    );
    let wrong = tab.wrong(json!({"type": "squares", "variant": "endings", "fen": "8/8 w"}));
    assert_eq!(wrong.0, "fen");
}
