//! How the program begins and ends.

use serde_json::json;

use crate::program;
use crate::server::Board;

#[test]
fn a_port_that_is_taken_is_named() {
    let board = Board::start();
    let port = board.port.to_string();
    let folder = program::folder();
    let outcome = program::call_in(&folder, &["board", "--no-open", "--port", &port], "");
    assert_eq!(outcome.code, 1);
    assert!(
        outcome.complaint.contains(&format!("port {port} is taken")),
        "{}",
        outcome.complaint
    );
    assert!(outcome.text.is_empty());
}

#[test]
fn a_link_is_opened_in_the_board_that_runs_now() {
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
fn the_address_is_another_each_time() {
    let [one, other] = [Board::start(), Board::start()];
    assert_ne!(one.secret, other.secret);
}

#[cfg(unix)]
#[test]
fn a_signal_ends_it_even_while_it_thinks() {
    for signal in ["-INT", "-TERM"] {
        let mut board = Board::start();
        let mut tab = board.tab();
        tab.think(json!({"variant": "peasants"}), json!({"infinite": true}));
        tab.next();
        let told = std::process::Command::new("kill")
            .args([signal, &board.child.id().to_string()])
            .status();
        assert!(told.is_ok_and(|told| told.success()));
        let status = board.child.wait().expect("it ends");
        assert_eq!(status.code(), Some(0), "{signal}");
    }
}
