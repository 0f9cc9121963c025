//! Searches through the socket.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::server::{Board, Tab};
use crate::program;

fn start() -> Value {
    json!({"variant": "peasants"})
}

/// The messages of a search by type: lines, the last marks, and the end.
fn think(tab: &mut Tab, position: Value, limits: Value) -> (Vec<Value>, Vec<Value>, Value) {
    let id = tab.think(position, limits);
    let mut all = tab.all_about(id);
    let done = all.pop().expect("an end");
    assert_eq!(done["type"], "done", "{done}");
    let (lines, others): (Vec<_>, Vec<_>) = all.into_iter().partition(|one| one["type"] == "line");
    let mut marks = others.iter().filter(|one| one["type"] == "marks");
    let marks = marks.next_back().map(|last| last["marks"].clone());
    let marks = marks.and_then(|marks| marks.as_array().cloned());
    (lines, marks.unwrap_or_default(), done)
}

/// Marks as `solve --moves` prints them.
fn solved(fen: &str) -> BTreeMap<String, String> {
    let told = program::told(&["solve", "--fen", fen, "--moves"]);
    let lines = told.lines().filter_map(|line| line.split_once(' '));
    lines
        .filter(|(played, _)| *played != "value")
        .filter_map(|(played, value)| {
            let outcome = match value {
                "win" => "won",
                "draw" => "drawn",
                "loss" => "lost",
                _ => return None,
            };
            Some((played.to_owned(), outcome.to_owned()))
        })
        .collect()
}

#[test]
fn analysis_ends_with_every_move_marked() {
    let board = Board::start();
    let mut tab = board.tab();
    for fen in [
        "8/8/8/p7/8/8/P7/8 w",
        "8/8/1p6/4p3/2P1P3/8/8/8 b",
        "8/2p2p2/8/8/8/8/1P2P3/8 w",
        "8/1pp5/8/8/8/8/PP6/8 w",
    ] {
        let position = json!({"variant": "peasants", "fen": fen});
        let (lines, marks, done) = think(&mut tab, position, json!({"infinite": true}));
        let mark = |mark: &Value| {
            let text = |name: &str| mark[name].as_str().expect("a text").to_owned();
            (text("move"), text("outcome"))
        };
        let marked: BTreeMap<String, String> = marks.iter().map(mark).collect();
        assert_eq!(marked, solved(fen), "{fen}");
        assert_eq!(done["stopped"], false);
        let best = done["best"].as_str().expect("a move");
        assert_eq!(done["outcome"], marked[best], "{fen}");
        let last = lines.last().expect("a line");
        assert_eq!(last["exact"], done["outcome"]);
        assert_eq!(last["pv"][0]["move"], best);
    }
}

#[test]
fn a_search_sends_lines_until_it_is_stopped() {
    let board = Board::start();
    let mut tab = board.tab();
    let mut position = start();
    position["lines"] = json!(3);
    let id = tab.think(position, json!({"infinite": true}));
    let mut seen = [false; 3];
    while seen != [true; 3] {
        let line = tab.next();
        assert_eq!((&line["type"], &line["id"]), (&json!("line"), &json!(id)));
        let number = line["line"].as_u64().expect("a number") as usize;
        seen[number - 1] = true;
        let chances = line["chances"].as_array().expect("chances").iter();
        assert_eq!(chances.filter_map(Value::as_u64).sum::<u64>(), 1_000);
        assert!(line["score"]["cp"].is_i64() || line["score"]["mate"].is_i64());
        assert!(line["pv"][0]["san"].is_string());
    }
    // Other requests are answered in the meantime.
    tab.send(json!({"type": "hello"}));
    while tab.next()["type"] != "hello" {}
    tab.send(json!({"type": "stop"}));
    let done = tab.all_about(id).pop().expect("an end");
    assert_eq!(
        (&done["type"], &done["stopped"]),
        (&json!("done"), &json!(true))
    );
    assert!(done["best"].is_string());
    // A second stop does no harm.
    tab.send(json!({"type": "stop"}));
    assert_eq!(tab.ask(json!({"type": "hello"}))["type"], "hello");
}

#[test]
fn a_long_search_sends_its_current_move() {
    let board = Board::start();
    let mut tab = board.tab();
    tab.think(start(), json!({"infinite": true}));
    let current = loop {
        let message = tab.next();
        if message["type"] == "current" {
            break message;
        }
    };
    let whole = |name: &str| current[name].as_u64().expect("a number");
    assert_eq!(whole("of"), 8);
    assert!((1..=8).contains(&whole("number")), "{current}");
    let moves = ["a4", "b4", "c4", "d4", "e4", "f4", "g4", "h4"];
    assert!(moves.iter().any(|san| current["san"] == *san), "{current}");
}

#[test]
fn a_new_search_stops_the_one_before() {
    let board = Board::start();
    let mut tab = board.tab();
    let first = tab.think(start(), json!({"infinite": true}));
    let skipped = tab.think(start(), json!({"infinite": true}));
    let last = tab.think(start(), json!({"depth": 3}));
    let mut ended = Vec::new();
    while ended.len() < 3 {
        let message = tab.next();
        if message["type"] == "done" {
            ended.push(message["id"].as_u64().expect("a number"));
        } else {
            assert!(message["id"] != last || ended.contains(&first), "{message}");
        }
    }
    assert_eq!(ended.last(), Some(&last));
    assert!(ended.contains(&skipped));
}

#[test]
fn limits_end_a_search() {
    let board = Board::start();
    let mut tab = board.tab();
    for limits in [
        json!({"nodes": 500}),
        json!({"depth": 4}),
        json!({"movetime": 20}),
        json!({"wtime": 500, "btime": 1, "winc": 10, "binc": 0}),
    ] {
        for answer in [true, false] {
            let mut position = start();
            position["answer"] = json!(answer);
            let (lines, _, done) = think(&mut tab, position, limits.clone());
            assert!(!lines.is_empty(), "{limits}");
            assert!(
                done["best"].is_string() && done["stopped"] == false,
                "{limits}: {done}"
            );
        }
    }
}

/// A complete game; returns the number of its moves.
fn play(variant: &str, choices: Value, levels: [Value; 2], most: usize) -> usize {
    let board = Board::start();
    let mut tab = board.tab();
    let mut moves: Vec<String> = Vec::new();
    loop {
        let mut position = json!({"variant": variant, "choices": choices, "moves": moves});
        let mut view = position.clone();
        view["type"] = json!("view");
        let view = tab.ask(view);
        assert_eq!(view["type"], "view", "{view}");
        if !view["finish"].is_null() || moves.len() == most {
            return moves.len();
        }
        position["answer"] = json!(true);
        position["level"] = levels[moves.len() % 2].clone();
        let (_, _, done) = think(&mut tab, position, json!({"nodes": 300}));
        let best = done["best"].as_str().expect("a move").to_owned();
        let legal = view["moves"].as_array().expect("moves");
        assert!(legal.iter().any(|one| one["move"] == *best), "{best}");
        moves.push(best);
    }
}

#[test]
fn the_engine_plays_whole_games() {
    assert!(play("peasants", json!({}), [Value::Null, json!(3)], 400) < 400);
    let narrow = json!({"files": "4"});
    assert!(play("pawngame", narrow, [json!(1), json!(10)], 400) < 400);
    assert!(play("metamachy", json!({}), [Value::Null, Value::Null], 6) == 6);
}
