//! How the program starts and ends.

use std::net::TcpListener;

use serde_json::json;

use super::server::Board;
use crate::program;
#[cfg(target_os = "linux")]
use crate::program::{kill, wait_until};

#[test]
fn a_port_in_use_is_named() {
    let board = Board::start();
    let port = board.port.to_string();
    let folder = program::folder();
    let outcome = program::call_in(&folder, &["board", "--no-open", "--port", &port], "");
    assert_eq!(outcome.code, 1);
    assert!(
        outcome
            .complaint
            .contains(&format!("port {port} is in use")),
        "{}",
        outcome.complaint
    );
    assert!(outcome.text.is_empty());
}

#[test]
fn if_the_usual_port_is_in_use_another_one_serves() {
    // If it cannot be bound, somebody else has it.
    let _held = TcpListener::bind(("127.0.0.1", 8087));
    let board = Board::start_in(&[], &["--no-open"]);
    assert_ne!(board.port, 8087);
    assert!(board.get("").starts_with("HTTP/1.1 200"));
}

#[test]
fn a_link_opens_in_the_running_board() {
    for link in [
        "#variant=pawngame&files=5&moves=e2e3",
        "http://127.0.0.1:9/00/#variant=pawngame&files=5&moves=e2e3",
    ] {
        let board = Board::start_with(&[link]);
        assert_eq!(board.behind, "#variant=pawngame&files=5&moves=e2e3");
    }
    for (link, why) in [
        ("pawngame", "expected a link of the board"),
        ("#variant=a b", "found ' '"),
        ("#variant=a\n", "found '\\n'"),
    ] {
        let complaint = program::refused_in(&program::folder(), &["board", link], 2);
        assert!(complaint.contains(why), "{complaint}");
    }
}

#[test]
fn a_position_and_a_file_of_games_can_be_opened() {
    let fen = "8/p7/8/8/8/8/P7/8 w";
    let board = Board::start_with(&["--fen", fen]);
    assert_eq!(
        board.behind,
        "#variant=peasants&fen=8/p7/8/8/8/8/P7/8+w+-+-+0+1"
    );
    assert!(board.get("file").contains("404"));
    let folder = program::folder();
    let path = folder.path().join("two games.pgn");
    std::fs::write(&path, "1. b4 *\n").expect("it is written");
    let path = path.display().to_string();
    let board = Board::start_with(&["--pgn", &path]);
    assert_eq!(board.behind, "#file=two%20games.pgn");
    assert!(board.get("file").ends_with("1. b4 *\n"));
    for (arguments, code, why) in [
        (["--fen", "8/8 w"], 2, "expected 8 ranks"),
        (["--pgn", "missing.pgn"], 1, "cannot read missing.pgn"),
        (["--pgn", "/dev/null"], 1, "expected games or positions"),
    ] {
        let arguments = [&["board", "--no-open", "--port", "0"], &arguments[..]].concat();
        let complaint = program::refused_in(&folder, &arguments, code);
        assert!(complaint.contains(why), "{complaint}");
    }
}

#[test]
fn puzzles_are_served_by_the_name_of_their_game() {
    let board = Board::start();
    let puzzles = board.get("puzzles/endings");
    assert!(puzzles.contains("PuzzleId,FEN,Moves,Rating"), "{puzzles}");
    assert!(board.get("puzzles/metamachy").contains("404"));
}

#[test]
fn each_run_has_another_address() {
    let [one, other] = [Board::start(), Board::start()];
    assert_ne!(one.secret, other.secret);
}

#[cfg(target_os = "linux")]
#[test]
fn the_program_that_opens_the_browser_does_not_get_the_secret() {
    use std::os::unix::fs::PermissionsExt;

    let folder = program::folder();
    let seen = folder.path().join("seen");
    // A stand-in for the program that opens the browser; it records its arguments.
    let opener = folder.path().join("xdg-open");
    let script = "#!/bin/sh\nprintf '%s\\n' \"$@\" >\"$SEEN.new\"; mv \"$SEEN.new\" \"$SEEN\"\n";
    std::fs::write(&opener, script).expect("it is written");
    std::fs::set_permissions(&opener, std::fs::Permissions::from_mode(0o755)).expect("it may run");
    let old = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{old}", folder.path().display());
    let link = "#variant=pawngame&files=5";
    let environment = [
        ("PATH", path.as_str()),
        ("SEEN", &seen.display().to_string()),
    ];
    let mut board = Board::start_in(&environment, &["--port", "0", link]);
    wait_until(|| seen.exists());
    let arguments = std::fs::read_to_string(&seen).expect("what it was given");
    assert!(!arguments.contains(&board.secret), "{arguments}");
    let file = std::path::Path::new(arguments.trim_end());
    let mode = |path: &std::path::Path| {
        let found = std::fs::metadata(path).expect("it is there");
        found.permissions().mode() & 0o777
    };
    let above = file.parent().expect("a folder");
    assert_eq!((mode(file), mode(above)), (0o600, 0o700));
    let page = std::fs::read_to_string(file).expect("a page");
    let address = format!(
        "http://127.0.0.1:{}/{}/{}",
        board.port,
        board.secret,
        link.replace('&', "&amp;")
    );
    assert!(page.contains(&format!("url={address}\">")), "{page}");
    kill(&board.child, "-TERM");
    assert_eq!(board.child.wait().expect("it ends").code(), Some(0));
    assert!(!above.exists());
}

#[cfg(unix)]
#[test]
fn a_signal_ends_it_even_during_a_search() {
    for signal in ["-INT", "-TERM"] {
        let mut board = Board::start();
        let mut tab = board.tab();
        tab.think(json!({"variant": "peasants"}), json!({"infinite": true}));
        tab.next();
        kill(&board.child, signal);
        let status = board.child.wait().expect("it ends");
        assert_eq!(status.code(), Some(0), "{signal}");
    }
}
