//! `--json`: what programs are told, one object a line.

mod program;

use program::{folder, last_line, refused_in, told, told_in};
use serde_json::Value;

const BOARD: &str = "4/pppp/4/4/4/4/PPPP/4 w - - 0 1";

fn objects(text: &str) -> Vec<Value> {
    let lines = text.lines();
    let objects = lines.map(|line| serde_json::from_str(line).expect(line));
    objects.collect()
}

fn only(text: &str) -> Value {
    let [object] = &objects(text)[..] else {
        panic!("{text}");
    };
    object.clone()
}

#[test]
fn a_solved_position_is_an_object() {
    let solve = [
        "solve",
        "--variant",
        "pawngame",
        "--files",
        "4",
        "--memory",
        "16",
    ];
    let found = only(&told(&[&solve[..], &["--json", "--moves"]].concat()));
    assert_eq!(found["fen"], BOARD);
    assert_eq!(found["turn"], "white");
    assert_eq!(found["variant"], "pawngame");
    for name in ["value", "at_least", "at_most"] {
        assert_eq!(found[name], "win", "{found}");
    }
    let plain = told(&[&solve[..], &["--moves"]].concat());
    let moves = found["moves"].as_array().expect("moves");
    for (one, line) in moves.iter().zip(plain.lines().skip(1)) {
        let (played, value) = line.split_once(' ').expect("a move and its value");
        assert_eq!(
            (&one["move"], &one["value"]),
            (&played.into(), &value.into())
        );
    }
    assert_eq!(moves.len(), 8);
    let line = found["line"].as_array().expect("a line");
    assert_eq!(found["plies_at_most"], line.len());
    assert!(found["positions"].as_u64() > Some(0), "{found}");
    assert!(found["milliseconds"].is_u64(), "{found}");

    let unknown = only(&told(&[&solve[..], &["--json", "--time", "0"]].concat()));
    assert_eq!(unknown["value"], Value::Null);
    assert_eq!(
        (&unknown["at_least"], &unknown["at_most"]),
        (&"loss".into(), &"win".into())
    );
}

#[test]
fn many_positions_are_an_object_each() {
    let solve = ["solve", "--variant", "pawngame", "--memory", "16", "--json"];
    let many = [&solve[..], &["--input", "-", "--output", "-"]].concat();
    let input = format!("{BOARD}\n8/p7/8/8/8/8/P7/8 b - - 0 1\n");
    let found = objects(&told_in(&folder(), &many, &input));
    let values: Vec<_> = found
        .iter()
        .map(|one| (&one["value"], &one["turn"]))
        .collect();
    assert_eq!(
        values,
        [
            (&"win".into(), &"white".into()),
            (&"draw".into(), &"black".into())
        ]
    );
    let into_file = [&solve[..], &["--input", "in", "--output", "out"]].concat();
    let complaint = refused_in(&folder(), &into_file, 2);
    assert!(complaint.contains("--output -"), "{complaint}");
}

#[test]
fn an_analysis_is_objects() {
    let analyse = ["analyse", "--json"];
    let found = objects(&told(
        &[&analyse[..], &["--depth", "4", "--multipv", "2"]].concat(),
    ));
    let (last, progress) = found.split_last().expect("objects");
    assert!(progress.len() >= 2, "{found:?}");
    for one in progress {
        assert!(one["depth"].is_u64() && one["nodes"].is_u64(), "{one}");
        assert!(one["pawns"].is_f64() && one["value"].is_null(), "{one}");
        assert!(one["multipv"] == 1 || one["multipv"] == 2, "{one}");
    }
    assert_eq!(last["best"], last["line"][0]);
    assert_eq!(last["variant"], "peasants");

    let won = ["--fen", "8/8/1P6/8/6p1/8/8/8 w", "--depth", "9"];
    let found = objects(&told(&[&analyse[..], &won].concat()));
    let last = found.last().expect("objects");
    assert_eq!(
        (&last["value"], &last["pawns"]),
        (&"win".into(), &Value::Null)
    );
    assert_eq!(last["plies"], 3);

    let game = [
        "--variant",
        "pawngame",
        "--files",
        "3",
        "--depth",
        "12",
        "--moves",
        "1. b4 a5 2. b5 c6",
    ];
    let moves = objects(&told(&[&analyse[..], &game].concat()));
    assert_eq!(moves.len(), 4);
    assert_eq!(
        (&moves[0]["move"], &moves[0]["game"]),
        (&"b2b4".into(), &1.into())
    );
    // Whether it is proved within this depth or not, it was a mistake.
    assert!(moves[0]["mark"].is_string(), "{}", moves[0]);
    for one in &moves {
        for name in ["value", "plies", "pawns"] {
            assert!(one["before"].get(name).is_some(), "{one}");
            assert!(one["after"].get(name).is_some(), "{one}");
        }
    }
}

#[test]
fn an_evaluation_adds_up() {
    let board = ["--fen", "8/pp6/8/2p5/8/P2P4/1P6/8 b"];
    let found = only(&told(&[&["eval", "--json"], &board[..]].concat()));
    let terms = found["terms"].as_array().expect("terms");
    let sum: f64 = terms.iter().filter_map(|term| term["pawns"].as_f64()).sum();
    let whole = found["pawns"].as_f64().expect("a number");
    assert!((sum - whole).abs() < 1e-6, "{found}");
    let table = told(&[&["eval"], &board[..]].concat());
    let line = table.lines().find_map(|line| line.strip_prefix("network"));
    let for_white: f64 = line.expect("a line").trim().parse().expect("a number");
    assert!((whole + for_white / 100.0).abs() < 1e-6, "{table}{found}");
}

#[test]
fn gamelets_are_an_object() {
    let board = ["--fen", "8/p6p/8/8/8/8/P6P/8 w"];
    let found = only(&told(&[&["gamelets", "--json"], &board[..]].concat()));
    let parts = found["gamelets"].as_array().expect("gamelets");
    let files: Vec<_> = parts.iter().map(|part| part["files"][0].as_str()).collect();
    assert_eq!(files, [Some("a"), Some("h")]);
    for part in parts {
        assert_eq!(part["nobody_passes"]["white_first"]["winner"], Value::Null);
    }
    let whole = told(&[&["gamelets"], &board[..]].concat());
    let zugzwangs = whole
        .lines()
        .filter_map(|line| line.trim().strip_prefix("zugzwang "));
    let zugzwangs: Vec<Value> = zugzwangs
        .map(|who| who.trim().to_lowercase().into())
        .collect();
    let found_there = parts.iter().map(|part| part["zugzwang"].clone());
    assert_eq!(found_there.collect::<Vec<_>>(), zugzwangs, "{whole}");
    let known = match last_line(&whole) {
        "the whole: draw" => "draw".into(),
        _ => Value::Null,
    };
    assert_eq!(found["value"], known, "{whole}");
    // A game that is over is one, too.
    let over = ["gamelets", "--json", "--fen", "8/8/8/8/8/8/p7/8 w"];
    assert_eq!(only(&told(&over))["value"], "loss");
}
