//! The commands and XBoard's protocol, as people and chess programs meet the game.

use std::fs;

use super::program::{call_in, folder, told, told_in};

/// Lasker and Reichhelm, 1901.
const STUDY: &str = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1";
const RACE: &str = "8/4P1P1/8/8/1k6/8/3K3p/8 w - - 0 1";
const LEVEL: &str = "K7/PP4P1/8/8/7k/8/1p6/8 w - - 0 1";

#[test]
fn positions_are_analysed() {
    let analyse = [
        "analyse",
        "--variant",
        "kingpawn",
        "--nodes",
        "20000",
        "--fen",
    ];
    // It has two thousand pawn structures: more than so few nodes give time for.
    let text = told(&[&analyse[..], &[STUDY]].concat());
    assert!(text.contains("7 | k . . . . . . ."), "{text}");
    let text = told(&[&analyse[..], &["8/8/8/6K1/8/5k2/P7/8 w - - 0 1"]].concat());
    assert!(text.contains("Best is 1.Kf5"), "{text}");
    // A game, with what each of its moves was worth.
    let game = [
        "analyse",
        "--variant",
        "kingpawn",
        "--depth",
        "3",
        "--fen",
        LEVEL,
        "--moves",
    ];
    let text = told(&[&game[..], &["b7b8q b2b1q g8"]].concat());
    assert!(text.contains("    2. g8=Q "), "{text}");
    assert!(
        text.contains("  1... b1=Q       mate -2    mate -1"),
        "{text}"
    );
}

#[test]
fn games_are_played_and_kept() {
    let folder = folder();
    let both = ["play", "--variant", "kingpawn", "--side", "both", "--fen"];
    let text = told_in(
        &folder,
        &[&both[..], &[LEVEL]].concat(),
        "b8=Q\nb1\n--\nsave game.pgn\n",
    );
    assert!(text.contains("both sides have as many queens"), "{text}");
    let saved = fs::read_to_string(folder.path().join("game.pgn")).expect("it was saved");
    assert!(
        saved.contains("1. b8=Q b1=Q 2. -- {A draw: both sides have as many queens.} 1/2-1/2"),
        "{saved}"
    );
    let text = told_in(
        &folder,
        &[&both[..], &[RACE]].concat(),
        "e8=Q\nh1=Q\ng8=Q\nKa3\n",
    );
    assert!(text.contains("White has more queens"), "{text}");
    let words = [
        "play",
        "--variant",
        "kingpawn",
        "--fen",
        STUDY,
        "--nodes",
        "300",
    ];
    let text = told_in(&folder, &words, "Kb1\nhint\nKb3\nquit\nyes\n");
    assert!(text.contains("Jacquerie plays 1...K"), "{text}");
    assert!(text.contains("'Kb3' is illegal"), "{text}");
}

#[test]
fn matches_are_played_from_a_position() {
    let folder = folder();
    fs::write(folder.path().join("openings"), format!("{STUDY}\n{RACE}\n")).expect("a file");
    let words = [
        "match",
        "--variant",
        "kingpawn",
        "--tc",
        "nodes=200",
        "--games",
        "4",
    ];
    let files = [
        "--openings",
        "openings",
        "--pgn",
        "games.pgn",
        "--each",
        "option.Hash=1",
    ];
    let engines = ["--engine", "name=A cmd=self", "--engine", "name=B cmd=self"];
    let called = call_in(&folder, &[&words[..], &files, &engines].concat(), "");
    assert_eq!(called.code, 0, "{}", called.complaint);
    assert!(called.text.contains("A against B"), "{}", called.text);
    assert!(!called.text.contains("illegal"), "{}", called.text);
    let games = fs::read_to_string(folder.path().join("games.pgn")).expect("it was written");
    assert_eq!(
        games.matches("[Variant \"kingpawn\"]").count(),
        4,
        "{games}"
    );
    assert_eq!(
        games.matches(&format!("[FEN \"{STUDY}\"]")).count(),
        2,
        "{games}"
    );
    assert_eq!(
        games.matches("[Termination \"normal\"]").count(),
        4,
        "{games}"
    );
}

/// What XBoard is answered.
fn talk(lines: &[&str]) -> Vec<String> {
    let text = told_in(&folder(), &["xboard"], &(lines.join("\n") + "\n"));
    text.lines().map(String::from).collect()
}

#[test]
fn xboard_sets_up_and_plays() {
    let set_up = |fen: &str| format!("setboard {fen}");
    let begin = ["new", "variant kingpawn", "force"];
    // The queens have a picture, but no line to move on.
    let board = "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1";
    assert_eq!(
        talk(&begin),
        [
            &format!("setup (P...QKp...qk) 8x8+0_fairy {board}"),
            "piece P& fmWfceFifmnD",
            "piece K& K",
        ]
    );
    // The last promotion wins: the opponent can do nothing about it.
    let race = set_up(RACE);
    let lines = talk(
        &[
            &begin[..],
            &[
                &race,
                "usermove e7e8q",
                "usermove h2h1q",
                "sd 5",
                "go",
                "ping 1",
            ],
        ]
        .concat(),
    );
    assert_eq!(
        lines.last().map(String::as_str),
        Some("pong 1"),
        "{lines:?}"
    );
    assert!(lines.contains(&"move g7g8q".to_owned()), "{lines:?}");
    // The engine's own move wins or draws, and it says so.
    let won = set_up("8/8/8/8/1k6/4Q3/3K4/8 w - - 0 1");
    let lines = talk(&[&begin[..], &[&won]].concat());
    assert!(
        lines
            .iter()
            .any(|line| line.starts_with("tellusererror Illegal position")),
        "{lines:?}"
    );
    let mate = set_up("k7/3P4/1K6/8/8/8/8/8 w - - 0 1");
    let lines = talk(&[&begin[..], &[&mate, "sd 4", "go", "ping 2"]].concat());
    let end = ["move d7d8q", "1-0 {Black's king is mated}", "pong 2"];
    assert!(lines.ends_with(&end.map(String::from)), "{lines:?}");
    // Illegal moves are refused.
    let lines = talk(
        &[
            &begin[..],
            &[&race, "usermove e7e8n", "usermove d2d4", "ping 3"],
        ]
        .concat(),
    );
    let refused = lines.iter().filter(|line| line.starts_with("Illegal move"));
    assert_eq!(refused.count(), 2, "{lines:?}");
}

/// XBoard writes a move that moves nothing as `@@@@`, or tells of it by the board that is left.
#[test]
fn xboard_lets_a_level_game_end() {
    let level = [
        "new",
        "variant kingpawn",
        "force",
        "setboard K7/PP4P1/8/8/7k/8/1p6/8 w - - 0 1",
        "usermove b7b8q",
        "usermove b2b1q",
        "playother",
    ];
    let drawn = "1/2-1/2 {both sides have as many queens}";
    for pass in [
        "usermove @@@@",
        "setboard KQ6/P5P1/8/8/7k/8/8/1q6 b - - 0 2",
        "setboard KQ6/P5P1/8/8/7k/8/8/1q6 b - - 1 3",
    ] {
        let lines = talk(&[&level[..], &[pass, "ping 1"]].concat());
        assert!(
            lines.ends_with(&[drawn, "pong 1"].map(String::from)),
            "{pass}: {lines:?}"
        );
    }
    for (no_pass, refused) in [
        ("usermove 00000", "Illegal move ("),
        (
            "setboard KQ6/P5P1/8/8/7k/8/8/1q6 w - - 0 2",
            "tellusererror Illegal position: ",
        ),
        (
            "setboard KQ6/P5P1/8/8/7k/8/8/q7 b - - 0 2",
            "tellusererror Illegal position: ",
        ),
    ] {
        let lines = talk(&[&level[..], &[no_pass, "ping 1"]].concat());
        let said = &lines[lines.len() - 2];
        assert!(said.starts_with(refused), "{no_pass}: {lines:?}");
    }
}

#[test]
fn a_certificate_needs_what_memory_has_forgotten() {
    let folder = folder();
    let words = ["solve", "--variant", "kingpawn", "--memory", "8"];
    let words = [&words[..], &["--certificate", "proof", "--fen", STUDY]].concat();
    let outcome = call_in(&folder, &words, "");
    assert_eq!(outcome.text, "value win\n");
    let expected = "forgotten; give more with --memory";
    assert!(
        outcome.complaint.contains(expected),
        "{}",
        outcome.complaint
    );
    assert!(!folder.path().join("proof").exists());
}
