//! PGN in and out.

use serde_json::{Value, json};

use super::server::{Board, Tab};

const GAME: &str = "[Event \"An evening\"]\n[White \"Ann\"]\n[Variant \"peasants\"]\n[Result \"*\"]\n\n\
    {Before all.} 1. b4 $14 {first} a5 ({ours} 1... h5 2. g4 (2. a4 (2. c4) 2... b5) 2... hxg4)\n\
    (1... c5!?) 2. bxa5 bxa5 *";

fn read(tab: &mut Tab, text: &str) -> Vec<Value> {
    let answer = tab.ask(json!({"type": "read_pgn", "text": text}));
    assert_eq!(answer["type"], "read_pgn", "{answer}");
    answer["games"].as_array().expect("games").clone()
}

/// A game as the page sends it back.
fn write(tab: &mut Tab, game: &Value) -> String {
    let mut request = game.clone();
    request["type"] = json!("write_pgn");
    let answer = tab.ask(request);
    assert_eq!(answer["type"], "write_pgn", "{answer}");
    answer["text"].as_str().expect("a text").to_owned()
}

#[test]
fn a_written_game_can_be_read() {
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

/// A game with variations nested this deep.
fn nested(depth: usize) -> Value {
    let mut moves = json!([{"move": "b3b4"}]);
    for _ in 0..depth {
        moves = json!([{"move": "b3b4", "variations": [moves]}]);
    }
    json!({"type": "write_pgn", "variant": "peasants", "moves": moves})
}

#[test]
fn the_depth_of_variations_is_limited() {
    let board = Board::start();
    let mut tab = board.tab();
    let deep = format!("1. b4 {}", "(1. a4 ".repeat(100_000));
    assert_eq!(read(&mut tab, &deep)[0]["moves"][0]["move"], "b3b4");
    assert_eq!(tab.ask(nested(20))["type"], "write_pgn");
    assert_eq!(tab.wrong(nested(30)).0, "moves");
}

#[test]
fn the_number_of_games_is_limited() {
    let board = Board::start();
    let mut tab = board.tab();
    // The games with the largest boards.
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
fn the_length_of_a_text_does_not_depend_on_its_encoding() {
    const MOST: usize = 1 << 20;
    let board = Board::start();
    let mut tab = board.tab();
    // In JSON each of these characters takes six bytes, or two, or three.
    for letter in ["\u{1}", "\"", "±"] {
        let text = |length| format!("{{{}}}", letter.repeat(length - 2));
        // A text with nothing but a comment has no game.
        assert_eq!(read(&mut tab, &text(MOST)), Vec::<Value>::new());
        let (field, message) = tab.wrong(json!({"type": "read_pgn", "text": text(MOST + 1)}));
        assert_eq!(field, "pgn");
        assert_eq!(
            message,
            "the text has 1048577 characters, expected at most 1048576"
        );
    }
}
