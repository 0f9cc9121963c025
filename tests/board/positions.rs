//! What the page is told of variants and positions.

use serde_json::{Value, json};

use crate::program;
use crate::server::{Board, Tab};

fn view(tab: &mut Tab, mut position: Value) -> Value {
    position["type"] = json!("view");
    let answer = tab.ask(position);
    assert_eq!(answer["type"], "view", "{answer}");
    answer
}

#[test]
fn hello_lists_what_can_be_played() {
    let board = Board::start_with(&["--variant", "pawngame"]);
    let answer = board.tab().ask(json!({"type": "hello"}));
    assert_eq!(
        answer["name"],
        concat!("Jacquerie ", env!("CARGO_PKG_VERSION"))
    );
    assert_eq!(
        (&answer["variant"], &answer["levels"]),
        (&json!("pawngame"), &json!(10))
    );
    let variants = answer["variants"].as_array().expect("variants");
    let variant = |name: &str| {
        let found = variants.iter().find(|variant| variant["name"] == name);
        found.unwrap_or_else(|| panic!("no {name} in {answer}"))
    };
    let choices = |name: &str| {
        let choices = variant(name)["choices"].as_array().expect("choices");
        let names = choices.iter().map(|choice| choice["name"].as_str());
        names.map(|name| name.expect("a name")).collect::<Vec<_>>()
    };
    assert_eq!(choices("peasants"), ["files"]);
    assert_eq!(choices("pawnrace"), ["files", "gaps"]);
    assert_eq!(choices("metamachy"), ["setup"]);
    assert_eq!(variant("pawnrace")["choices"][1]["chosen_by"], "black");
    assert_eq!(variant("pawnrace")["choices"][0]["max"], 8);
    let size = |name: &str| {
        (
            variant(name)["files"].clone(),
            variant(name)["ranks"].clone(),
        )
    };
    assert_eq!(size("peasants"), (json!(8), json!(8)));
    assert_eq!(size("metamachy"), (json!(12), json!(12)));
    assert_eq!(variant("kingpawn")["promotions"], json!(["Q"]));
}

#[test]
fn a_position_is_shown() {
    let board = Board::start();
    let mut tab = board.tab();
    let start = view(&mut tab, json!({"variant": "peasants"}));
    assert_eq!(start["rows"].as_array().map(Vec::len), Some(8));
    assert_eq!(
        (&start["turn"], &start["last"]),
        (&json!("white"), &Value::Null)
    );
    let later = view(
        &mut tab,
        json!({"variant": "peasants", "moves": ["b3b4", "a6a5"]}),
    );
    assert_eq!(later["line"], json!(["b4", "a5"]));
    assert_eq!(later["last"], json!(["a6", "a5"]));
    assert_eq!(later["number"], 2);
    let moves = later["moves"].as_array().expect("moves");
    let takes = moves
        .iter()
        .find(|one| one["move"] == "b4a5")
        .expect("b4a5");
    assert_eq!(takes["san"], "bxa5");
    assert_eq!((&takes["from"], &takes["to"]), (&json!("b4"), &json!("a5")));
    assert_eq!(
        (&takes["capture"], &takes["promotion"]),
        (&json!(true), &Value::Null)
    );
    // The FEN leads to the same.
    let again = view(
        &mut tab,
        json!({"variant": "peasants", "fen": later["fen"]}),
    );
    assert_eq!(
        (&again["fen"], &again["moves"]),
        (&later["fen"], &later["moves"])
    );
    let narrow = view(
        &mut tab,
        json!({"variant": "pawngame", "choices": {"files": "5"}}),
    );
    assert_eq!(
        (&narrow["files"], &narrow["rows"][0]),
        (&json!(5), &json!("....."))
    );
}

#[test]
fn boards_of_other_games_are_shown() {
    let board = Board::start();
    let mut tab = board.tab();
    let large = view(
        &mut tab,
        json!({"variant": "metamachy", "choices": {"setup": "3"}}),
    );
    let rows = large["rows"].as_array().expect("rows");
    assert_eq!(rows.len(), 12);
    assert!(
        rows.iter()
            .all(|row| row.as_str().is_some_and(|row| row.len() == 12))
    );
    let first = large["moves"][0]["move"].clone();
    let next = view(
        &mut tab,
        json!({"variant": "metamachy", "choices": {"setup": "3"}, "moves": [first]}),
    );
    assert_eq!(next["turn"], "black");

    let chess = view(
        &mut tab,
        json!({"variant": "antichess", "fen": "8/P7/8/8/8/8/8/7k w - - 0 1"}),
    );
    let moves = chess["moves"].as_array().expect("moves").iter();
    let mut promotions: Vec<&str> = moves.filter_map(|one| one["promotion"].as_str()).collect();
    promotions.sort_unstable();
    assert_eq!(promotions, ["b", "k", "n", "q", "r"]);

    let check = view(
        &mut tab,
        json!({"variant": "kingpawn", "fen": "4k3/8/8/8/8/3p4/4K2P/8 w - - 0 1"}),
    );
    assert_eq!(check["check"], "e2");
    let black = view(
        &mut tab,
        json!({"variant": "kingpawn", "fen": "4k3/3P4/8/8/8/8/4K2P/8 b - - 0 1"}),
    );
    assert_eq!(black["check"], "e8");
}

#[test]
fn the_end_of_a_game_is_told() {
    let board = Board::start();
    let mut tab = board.tab();
    let over = view(
        &mut tab,
        json!({"variant": "peasants", "fen": "P7/p7/8/8/8/8/8/8 b"}),
    );
    let finish = &over["finish"];
    assert_eq!(
        (&finish["winner"], &finish["result"]),
        (&json!("white"), &json!("1-0"))
    );
    assert_eq!(finish["cause"], "last-rank");
    assert_eq!(over["moves"], json!([]));
}

#[test]
fn what_is_known_without_search_is_told() {
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

    let passed = "8/8/8/2pP4/2P5/p7/8/8 w";
    let look = tab.ask(json!({"type": "look", "variant": "peasants", "fen": passed}));
    assert_eq!(look["passers"], json!({"white": ["d5"], "black": ["a3"]}));

    // Other games have passed pawns and none of the rest, or nothing at all.
    let kings = "4k3/p7/8/6P1/1p6/8/2P5/4K3 b";
    let passed = json!({"white": ["g5"], "black": ["a7"]});
    let many = "12/6k5/12/12/3p8/12/7P4/12/9P2/12/5K6/12 w";
    let of_many = json!({"white": ["j4", "h6"], "black": ["d8"]});
    for (variant, fen, passers) in [
        ("kingpawn", Some(kings), passed),
        ("metamachy", Some(many), of_many),
        ("antichess", None, Value::Null),
    ] {
        let other = tab.ask(json!({"type": "look", "variant": variant, "fen": fen}));
        assert_eq!(other["type"], "look", "{other}");
        assert_eq!(other["passers"], passers, "{variant}");
        assert_eq!(other["gamelets"], Value::Null);
        assert_eq!(other["dead"], Value::Null);
    }
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
    let (field, _) = tab.wrong(json!({"type": "choose", "variant": "peasants"}));
    assert_eq!(field, "variant");
}

#[test]
fn a_fen_is_checked() {
    let board = Board::start();
    let mut tab = board.tab();
    let right =
        tab.ask(json!({"type": "check_fen", "variant": "peasants", "fen": "8/p7/8/8/8/8/P7/8 w"}));
    assert_eq!(
        (&right["ok"], &right["fen"]),
        (&json!(true), &json!("8/p7/8/8/8/8/P7/8 w - - 0 1"))
    );
    let (field, message) =
        tab.wrong(json!({"type": "check_fen", "variant": "peasants", "fen": "8/8 w"}));
    assert_eq!(field, "fen");
    assert!(message.contains("expected 8 ranks"), "{message}");
}

#[test]
fn moves_are_read_as_people_write_them() {
    let board = Board::start();
    let mut tab = board.tab();
    let read = |variant: &str, fen: Option<&str>, text: &str| {
        let position = json!({"variant": variant, "fen": fen});
        json!({"type": "read_move", "position": position, "text": text})
    };
    let knights = Some("1n2k3/8/8/8/8/8/1P6/4K3 b");
    for (variant, fen, text, played, san) in [
        ("peasants", None, "1. e4", "e3e4", "e4"),
        ("peasants", None, "1.E3-E4!?", "e3e4", "e4"),
        ("antichess", knights, "1...Nb8a6", "b8a6", "Na6"),
        ("antichess", knights, "12… Nb8-a6?!", "b8a6", "Na6"),
        (
            "pawngame",
            Some("8/8/8/2p5/1P6/8/8/8 w"),
            "bc5",
            "b4c5",
            "bxc5",
        ),
        (
            "antichess",
            Some("8/P7/8/8/8/8/8/7k w"),
            "a8Q",
            "a7a8q",
            "a8=Q",
        ),
    ] {
        let answer = tab.ask(read(variant, fen, text));
        let told = (&answer["type"], &answer["move"], &answer["san"]);
        let right = (&json!("read_move"), &json!(played), &json!(san));
        assert_eq!(told, right, "{text}: {answer}");
    }
    for text in ["", "1.", "e9", "Nb8a6", "\u{202e}"] {
        assert_eq!(tab.wrong(read("peasants", None, text)).0, "text", "{text}");
    }
    let wrong = read("peasants", Some("x"), "e4");
    assert_eq!(tab.wrong(wrong).0, "fen");
}

#[test]
fn what_is_wrong_is_named_by_its_field() {
    let board = Board::start();
    let mut tab = board.tab();
    for (request, field, part) in [
        (
            json!({"type": "view", "variant": "chess"}),
            "variant",
            "expected one of antichess",
        ),
        (
            json!({"type": "view", "variant": "peasants", "fen": "x"}),
            "fen",
            "",
        ),
        (
            json!({"type": "view", "variant": "peasants", "fen": ""}),
            "fen",
            "",
        ),
        (
            json!({"type": "view", "variant": "peasants", "choices": {"files": "9"}}),
            "choices",
            "1 to 8",
        ),
        (
            json!({"type": "view", "variant": "peasants", "choices": {"setup": "9"}}),
            "choices",
            "no choice 'setup'",
        ),
        (
            json!({"type": "view", "variant": "metamachy", "choices": {"passers": "false"}}),
            "choices",
            "no choice",
        ),
        (
            json!({"type": "view", "variant": "pawnrace", "choices": {"gaps": "z z"}}),
            "choices",
            "",
        ),
        (
            json!({"type": "look", "variant": "peasants", "moves": ["b3b4", "b4b5"]}),
            "moves",
            "'b4b5' is illegal",
        ),
        (
            json!({"type": "view", "variant": "peasants", "moves": vec!["b3b4"; 5_000]}),
            "moves",
            "too many",
        ),
        (
            json!({"type": "view", "variant": "peasants", "depth": 3}),
            "",
            "unknown field `depth`",
        ),
        (json!({"type": "view"}), "", "missing field `variant`"),
        (
            json!({"type": "viev", "variant": "peasants"}),
            "",
            "unknown variant `viev`",
        ),
        (json!({"variant": "peasants"}), "", "missing field `type`"),
        (
            json!({"type": "hello", "name": "x"}),
            "",
            "unknown field `name`",
        ),
        (
            json!({"type": "view", "variant": 3}),
            "",
            "expected a string",
        ),
    ] {
        let (found, message) = tab.wrong(request.clone());
        assert_eq!(found, field, "{request}: {message}");
        assert!(message.contains(part), "{request}: {message}");
    }
    let answer = tab.ask(json!({"type": "view", "variant": "peasants", "moves": ["b3b4", "b4b5"]}));
    assert_eq!(answer["at"], 1);
    assert_eq!(tab.ask(json!({"type": "hello"}))["type"], "hello");
}
