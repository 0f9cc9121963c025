//! PGN in and out.

use serde_json::{Value, json};

use crate::server::{Board, Tab};

const GAME: &str = "[Event \"An evening\"]\n[White \"Ann\"]\n[Variant \"peasants\"]\n[Result \"*\"]\n\n\
    {Before all.} 1. b4 $14 {first} a5 ({ours} 1... h5 2. g4 (2. a4 (2. c4) 2... b5) 2... hxg4)\n\
    (1... c5!?) 2. bxa5 bxa5 *";

fn read(tab: &mut Tab, text: &str) -> Vec<Value> {
    let answer = tab.ask(json!({"type": "read_pgn", "text": text}));
    assert_eq!(answer["type"], "read_pgn", "{answer}");
    answer["games"].as_array().expect("games").clone()
}

/// A game as the page would send it back.
fn write(tab: &mut Tab, game: &Value) -> String {
    let mut request = game.clone();
    request["type"] = json!("write_pgn");
    let answer = tab.ask(request);
    assert_eq!(answer["type"], "write_pgn", "{answer}");
    answer["text"].as_str().expect("a text").to_owned()
}

#[test]
fn games_are_read_with_their_variations() {
    let board = Board::start();
    let mut tab = board.tab();
    let games = read(&mut tab, &format!("\n{GAME}\n\n\n{GAME}\n"));
    let [game, _] = &games[..] else {
        panic!("{games:?}");
    };
    assert_eq!(game["text"], GAME);
    assert_eq!(
        (&game["variant"], &game["fen"]),
        (&json!("peasants"), &Value::Null)
    );
    assert_eq!(
        (&game["introduction"], &game["result"]),
        (&json!("Before all."), &json!("*"))
    );
    let tags = game["tags"].as_array().expect("tags");
    assert!(tags.contains(&json!(["White", "Ann"])), "{tags:?}");
    let moves = &game["moves"];
    assert_eq!(
        (&moves[0]["move"], &moves[0]["san"]),
        (&json!("b3b4"), &json!("b4"))
    );
    assert_eq!(
        (&moves[0]["glyphs"], &moves[0]["comment"]),
        (&json!([14]), &json!("first"))
    );
    let variations = &moves[1]["variations"];
    assert_eq!(variations[0][0]["before"], "ours");
    assert_eq!(
        variations[0][1]["variations"][0][0]["variations"][0][0]["san"],
        "c4"
    );
    assert_eq!(variations[1][0]["glyphs"], json!([5]));
}

#[test]
fn what_is_written_is_read_again() {
    let board = Board::start();
    let mut tab = board.tab();
    let mut game = read(&mut tab, GAME).remove(0);
    let text = write(&mut tab, &game);
    let mut again = read(&mut tab, &text).remove(0);
    assert_eq!(write(&mut tab, &again), text);
    game["text"] = Value::Null;
    again["text"] = Value::Null;
    assert_eq!(again, game);
}

#[test]
fn games_from_other_starts_keep_them() {
    let board = Board::start();
    let mut tab = board.tab();
    let fen = "8/8/1p6/4p3/2P1P3/8/8/8 b - - 0 1";
    let mut game =
        json!({"variant": "pawngame", "fen": fen, "result": "0-1", "moves": [{"move": "b6b5"}]});
    game["tags"] = json!([["Black", "Bob"]]);
    let text = write(&mut tab, &game);
    assert!(
        text.contains("[Variant \"pawngame\"]") && text.contains("1... b5"),
        "{text}"
    );
    let again = read(&mut tab, &text).remove(0);
    assert_eq!(
        (&again["fen"], &again["variant"]),
        (&json!(fen), &json!("pawngame"))
    );
    let large = write(&mut tab, &json!({"variant": "metamachy"}));
    assert_eq!(read(&mut tab, &large)[0]["variant"], "metamachy");
    // A text that does not say what is played is of the variant that is asked for.
    let asked = json!({"type": "read_pgn", "text": "1. a4 *", "variant": "pawngame"});
    assert_eq!(tab.ask(asked)["games"][0]["variant"], "pawngame");
}

/// A game whose variations stand so deep within each other.
fn nested(depth: usize) -> Value {
    let mut moves = json!([{"move": "b3b4"}]);
    for _ in 0..depth {
        moves = json!([{"move": "b3b4", "variations": [moves]}]);
    }
    json!({"type": "write_pgn", "variant": "peasants", "moves": moves})
}

#[test]
fn what_is_wrong_is_named() {
    let board = Board::start();
    let mut tab = board.tab();
    let text = "[Event \"x\"]\n\n1. b4\na5 2. h9 *";
    let answer = tab.ask(json!({"type": "read_pgn", "text": text}));
    assert_eq!(
        (&answer["field"], &answer["at"]),
        (&json!("pgn"), &json!(4))
    );
    // Others are told all the same.
    let text = format!("1. b4 *\n\n{text}\n\n[Event \"y\"]\n\n1. c4 (1. --) *");
    let answer = tab.ask(json!({"type": "read_pgn", "text": text}));
    let events: Vec<_> = (0..2)
        .map(|game| answer["games"][game]["moves"][0]["move"].clone())
        .collect();
    assert_eq!(events, [json!("b3b4"), json!("c3c4")], "{answer}");
    assert_eq!(answer["games"][1]["moves"][0]["comment"], "(1. --)");
    let left_out = answer["left_out"].as_array().expect("a list");
    assert!(
        left_out.len() == 1 && left_out[0].as_str().is_some_and(|one| one.contains("'h9'")),
        "{answer}"
    );
    // A list of positions is read as games that begin there.
    let list =
        "# two\n8/8/8/8/p7/P7/8/8 w - - bm a4; id \"stuck\";\n8/8 w\n8/p7/8/8/8/8/P7/8 w | a4 a5\n";
    let answer = tab.ask(json!({"type": "read_pgn", "text": list}));
    assert_eq!(
        answer["games"][0]["tags"][0],
        json!(["Event", "stuck"]),
        "{answer}"
    );
    assert_eq!(answer["games"][0]["introduction"], "bm a4;");
    assert_eq!(answer["games"][1]["moves"][1]["move"], "a7a5");
    assert!(
        answer["left_out"][0]
            .as_str()
            .is_some_and(|one| one.starts_with("line 3: ")),
        "{answer}"
    );
    let pgn = answer["text"].as_str().expect("the games as PGN");
    assert!(
        pgn.contains(answer["games"][1]["text"].as_str().expect("a text")),
        "{answer}"
    );
    let deep = format!("1. b4 {}", "(1. a4 ".repeat(100_000));
    let answer = tab.ask(json!({"type": "read_pgn", "text": deep}));
    assert_eq!(answer["games"][0]["moves"][0]["move"], "b3b4");
    assert_eq!(tab.ask(nested(20))["type"], "write_pgn");
    assert_eq!(tab.wrong(nested(30)).0, "moves");
    assert_eq!(
        tab.wrong(json!({"type": "read_pgn", "text": "*", "variant": "go"}))
            .0,
        "variant"
    );
    for (more, field) in [
        (json!({"result": "2-0"}), "result"),
        (json!({"tags": [["FEN", "x"]]}), "tags"),
        (json!({"tags": [["no name", "x"]]}), "tags"),
        (json!({"moves": [{"move": "b3b5"}]}), "moves"),
        (
            json!({"moves": [{"move": "b3b4", "variations": [[{"move": "x"}]]}]}),
            "moves",
        ),
        (json!({"moves": [{"move": "b3b4", "glyphs": [256]}]}), ""),
        (json!({"fen": "x"}), "fen"),
    ] {
        let mut request = json!({"type": "write_pgn", "variant": "peasants"});
        for (name, value) in more.as_object().expect("fields") {
            request[name] = value.clone();
        }
        assert_eq!(tab.wrong(request.clone()).0, field, "{request}");
    }
}

#[test]
fn so_many_games_are_read_and_no_more() {
    let board = Board::start();
    let mut tab = board.tab();
    // The games with the largest boards; what is not written costs most.
    let text = |games| "*\n".repeat(games);
    let mut ask =
        |games| tab.ask(json!({"type": "read_pgn", "variant": "metamachy", "text": text(games)}));
    let all = ask(10_000);
    assert_eq!(all["games"].as_array().map(Vec::len), Some(10_000));
    let wrong = ask(300_000);
    assert_eq!(
        (&wrong["type"], &wrong["field"], &wrong["at"]),
        (&json!("error"), &json!("pgn"), &json!(10_001))
    );
    let message = wrong["message"].as_str().unwrap_or_default();
    assert!(
        message.contains("line 10001: more than 10000 games"),
        "{message}"
    );
}

#[test]
fn a_text_is_as_long_as_it_is_however_it_is_sent() {
    const MOST: usize = 1 << 20;
    let board = Board::start();
    let mut tab = board.tab();
    // In JSON each letter of these takes six bytes, or two, or three.
    for letter in ["\u{1}", "\"", "±"] {
        let text = |length| format!("{{{}}}", letter.repeat(length - 2));
        // Nothing but a comment is no game.
        assert_eq!(read(&mut tab, &text(MOST)), Vec::<Value>::new());
        let (field, message) = tab.wrong(json!({"type": "read_pgn", "text": text(MOST + 1)}));
        assert_eq!(field, "pgn");
        assert_eq!(
            message,
            "the text has 1048577 letters, expected at most 1048576"
        );
    }
}
