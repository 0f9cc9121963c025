//! What the page learns about variants and positions.

use serde_json::{Value, json};

use super::server::{Board, Tab};
use crate::program;

fn view(tab: &mut Tab, mut position: Value) -> Value {
    position["type"] = json!("view");
    let answer = tab.ask(position);
    assert_eq!(answer["type"], "view", "{answer}");
    answer
}

#[test]
fn what_is_known_without_search_is_in_the_view() {
    const FEN: &str = "8/8/1p6/4p3/2P1P3/8/8/8 b";
    let board = Board::start();
    let mut tab = board.tab();
    let look = tab.ask(json!({"type": "look", "variant": "peasants", "fen": FEN}));
    let printed = program::told(&["gamelets", "--fen", FEN]);
    let gamelets = look["gamelets"].as_array().expect("gamelets");
    assert_eq!(gamelets.len(), 2, "{look}");
    for gamelet in gamelets {
        let table = gamelet["table"].as_str().expect("a table");
        assert!(printed.contains(table), "{printed} has not {table}");
    }
    assert_eq!(gamelets[0]["files"], "bc");
    assert_eq!(gamelets[0]["squares"], json!(["c4", "b6"]));
    assert_eq!(look["dead"], json!({"white": ["e"], "black": ["e"]}));
    let terms = look["terms"].as_array().expect("terms").iter();
    let sum: i64 = terms.filter_map(|term| term["for_white"].as_i64()).sum();
    assert_eq!(look["evaluation"], sum);
}

#[test]
fn the_engine_chooses_gaps_as_black() {
    let board = Board::start();
    let mut tab = board.tab();
    let chosen =
        tab.ask(json!({"type": "choose", "variant": "pawnrace", "choices": {"files": "5"}}));
    let choices = chosen["choices"].as_object().expect("choices");
    assert_eq!(choices.keys().collect::<Vec<_>>(), ["gaps"]);
    let mut choices = Value::Object(choices.clone());
    choices["files"] = json!("5");
    let start = view(&mut tab, json!({"variant": "pawnrace", "choices": choices}));
    let pawns = |letter| {
        let rows = start["rows"].to_string();
        rows.chars().filter(|one| *one == letter).count()
    };
    assert_eq!((pawns('P'), pawns('p')), (4, 4));
}
