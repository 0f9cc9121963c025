//! Many clients at a time, and what they leave behind.

use std::io::Write;

use serde_json::json;

use super::server::Board;
#[cfg(target_os = "linux")]
use crate::program::wait_until;

#[test]
fn the_number_of_tabs_is_limited() {
    let board = Board::start();
    let mut tabs: Vec<_> = (0..100).map(|_| board.tab()).collect();
    for _ in 0..5 {
        assert_eq!(board.open(board.upgrade()).err(), Some(503));
    }
    for tab in &mut tabs {
        assert_eq!(tab.ask(json!({"type": "hello"}))["type"], "hello");
    }
    let mut gone = tabs.pop().expect("a tab");
    gone.socket.close(None).expect("it closes");
    while gone.socket.read().is_ok() {}
    // Its place becomes free as soon as the server has noticed.
    let mut tries = (0..1_000).map(|_| {
        std::thread::sleep(std::time::Duration::from_millis(20));
        board.open(board.upgrade())
    });
    assert!(tries.any(|opened| opened.is_ok()));
}

#[test]
fn connections_without_the_secret_block_no_tab() {
    let board = Board::start();
    let mut tab = board.tab();
    // Some send nothing, some send a wrong secret, and none of them disconnects.
    let mut strangers: Vec<_> = (0..300).map(|_| board.connect()).collect();
    let request = format!("GET / HTTP/1.1\r\nHost: {}\r\n\r\n", board.host());
    for stranger in strangers.iter_mut().skip(250) {
        // The server may have closed it.
        let _ = stranger.write_all(request.as_bytes());
    }
    let mut late = board.tab();
    assert_eq!(late.ask(json!({"type": "hello"}))["type"], "hello");
    assert!(board.get("").starts_with("HTTP/1.1 200"));
    // The tabs that are connected continue.
    assert_eq!(tab.ask(json!({"type": "hello"}))["type"], "hello");
}

#[test]
fn the_number_of_searching_tabs_is_limited() {
    let board = Board::start();
    let think = || json!({"variant": "peasants"});
    let mut tabs: Vec<_> = (0..8).map(|_| board.tab()).collect();
    for tab in &mut tabs {
        tab.think(think(), json!({"infinite": true}));
        tab.next();
    }
    let mut late = board.tab();
    let (field, message) = late.wrong(json!({
        "type": "think", "variant": "peasants", "limits": {"nodes": 100}
    }));
    assert_eq!(field, "");
    assert!(
        message.contains("8 boards are already thinking"),
        "{message}"
    );
    let first = &mut tabs[0];
    first.send(json!({"type": "stop"}));
    while first.next()["type"] != "done" {}
    let id = late.think(think(), json!({"nodes": 100}));
    assert_eq!(late.all_about(id).pop().expect("an end")["type"], "done");
}

#[test]
fn quick_requests_do_not_wait_for_slow_ones() {
    let board = Board::start();
    // The gamelet summaries of these take seconds.
    let look = || {
        json!({
            "type": "look", "variant": "peasants", "choices": {"files": "6"},
            "fen": "6/1pppp1/1p1p2/6/6/2PPP1/1P1P1P/6 b"
        })
    };
    let mut tabs: Vec<_> = (0..8).map(|_| board.tab()).collect();
    for tab in &mut tabs {
        tab.send(look());
    }
    // Neither in another tab nor in the same one.
    let view = || json!({"type": "view", "variant": "peasants"});
    assert_eq!(board.tab().ask(view())["type"], "view");
    for tab in &mut tabs {
        assert_eq!(tab.ask(view())["type"], "view");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn no_search_has_more_threads_than_the_machine() {
    let options = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(options.path(), "[options]\nthreads = 256\n").expect("it is written");
    let path = options.path().to_str().expect("a path");
    let board = Board::start_with(&["--config", path]);
    let mut tab = board.tab();
    tab.think(json!({"variant": "peasants"}), json!({"infinite": true}));
    tab.next();
    let most = std::thread::available_parallelism().expect("it is known");
    let searches = board.searches();
    assert!((1..=most.get()).contains(&searches), "{searches} threads");
}

#[cfg(target_os = "linux")]
#[test]
fn a_closed_tab_leaves_no_search_behind() {
    let board = Board::start();
    for round in 0..6 {
        let mut tabs: Vec<_> = (0..8).map(|_| board.tab()).collect();
        for tab in &mut tabs {
            tab.think(json!({"variant": "peasants"}), json!({"infinite": true}));
            tab.next();
        }
        assert_eq!(board.searches(), 8);
        // Some tabs close properly, others just vanish.
        if round % 2 == 0 {
            for tab in &mut tabs {
                tab.socket.close(None).expect("it closes");
            }
        }
        drop(tabs);
        wait_until(|| board.searches() == 0);
    }
    assert_eq!(board.tab().ask(json!({"type": "hello"}))["type"], "hello");
}
