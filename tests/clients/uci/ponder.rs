//! Search without an end: `go ponder` and `go infinite` give no best move before they are told to,
//! even if the position is solved, and sleep meanwhile.

use super::{DRAWN, START, best_moves};
use crate::program::client::Client;

/// Time enough for a wrong answer to show.
fn a_while() {
    std::thread::sleep(std::time::Duration::from_millis(60));
}

fn no_answer_yet(client: &mut Client) {
    a_while();
    let lines = client.settle();
    assert_eq!(best_moves(&lines), 0, "{lines:?}");
}

/// 16: pondering waits, even past its limits; `ponderhit` makes them count.
#[test]
fn ponder_waits_for_ponderhit() {
    let mut client = Client::start();
    for limits in [
        "movetime 1",
        "depth 3",
        "nodes 10",
        "wtime 1 btime 1",
        "mate 1",
        "movetime 30 depth 200",
    ] {
        client.send(&format!("position startpos moves a3a4\ngo ponder {limits}"));
        no_answer_yet(&mut client);
        client.send("ponderhit");
        let best = client.read_search().best;
        assert_eq!(client.settle(), [""; 0], "{limits}");
        // The answer is a legal move: the next position can be set up.
        let complaints = client.ask(&format!("position startpos moves a3a4 {best}"));
        assert_eq!(complaints, [""; 0], "{limits}");
    }
}

/// 16: `stop` ends pondering as well, before and after `ponderhit`.
#[test]
fn ponder_ends_with_stop() {
    let mut client = Client::start();
    for words in [
        "go ponder\nstop",
        "go ponder wtime 1000 btime 1000\nstop",
        "go ponder movetime 600000\nponderhit\nstop",
        "go ponder\nponderhit\nstop",
        "go ponder infinite\nponderhit\nstop",
    ] {
        client.send(words);
        client.read_search().check(START);
        assert_eq!(client.settle(), [""; 0], "{words}");
    }
}

/// 16: without limits there is no answer after `ponderhit` either; nor does it end `infinite`.
#[test]
fn ponderhit_does_not_stop() {
    let mut client = Client::start();
    for go in ["go infinite", "go ponder", "go ponder infinite"] {
        client.send(&format!("position fen {DRAWN}\n{go}\nponderhit"));
        no_answer_yet(&mut client);
        client.send("stop");
        client.read_search();
        assert_eq!(client.settle(), [""; 0], "{go}");
    }
    assert_eq!(client.ask("ponderhit"), [""; 0]);
}

/// 16: `ponderhit` also reaches a search that still waits, and each hit is for one search only.
#[test]
fn ponderhit_is_for_the_first_that_ponders() {
    let mut client = Client::start();
    client.send("go infinite\ngo ponder depth 3\ngo infinite\ngo ponder depth 4\nstop");
    for _ in 0..4 {
        client.read_search().check(START);
    }
    assert_eq!(client.settle(), [""; 0]);
    client.send("go depth 8\ngo ponder depth 3\ngo ponder depth 4\nponderhit");
    client.read_search().check(START);
    client.read_search().check(START);
    no_answer_yet(&mut client);
    client.send("ponderhit");
    client.read_search();
}

/// 16: a search that is already stopped needs no `ponderhit`, whether it has begun or not.
#[test]
fn ponderhit_is_not_for_a_stopped_search() {
    let mut client = Client::start();
    for go in [
        "go ponder\nstop\ngo ponder movetime 50\nponderhit",
        "go ponder depth 3\nstop\ngo ponder depth 3\nponderhit",
    ] {
        client.send(&format!("position startpos\n{go}"));
        for _ in 0..2 {
            client.read_search().check(START);
        }
        assert_eq!(client.settle(), [""; 0], "{go}");
    }
    client.send("go infinite\ngo ponder\nstop\ngo ponder depth 3\nponderhit");
    for _ in 0..3 {
        client.read_search().check(START);
    }
    assert_eq!(client.settle(), [""; 0]);
}

/// 15: `ponderhit` keeps the results so far: the depths continue.
#[test]
fn ponderhit_continues_the_same_search() {
    let mut client = Client::start();
    client.send("go ponder depth 11");
    client.wait_for("info depth 9 ");
    client.send("ponderhit");
    let found = client.read_search();
    found.check(START);
    assert!(found.infos().iter().all(|info| info.depth > 9));
}

/// 16: a search that waits with everything solved sleeps.
#[cfg(target_os = "linux")]
#[test]
fn infinite_and_ponder_do_not_spin_when_all_is_solved() {
    let mut client = Client::start();
    for go in ["go infinite", "go ponder wtime 1000 btime 1000"] {
        client.send(&format!("position fen {DRAWN}\n{go}"));
        client.wait_for("info string exact draw");
        crate::program::wait_until(|| !client.is_running());
        let running = (0..20).filter(|_| {
            std::thread::sleep(std::time::Duration::from_millis(2));
            client.is_running()
        });
        assert!(running.count() < 5, "{go}");
        client.send("stop");
        client.read_search();
    }
}
