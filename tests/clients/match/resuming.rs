//! A match that is stopped, by a signal or a kill, and resumed.

use std::process::Command;

use super::hall::{Hall, Outcome, untimed, without_times};
use crate::program::wait_until;

/// The engines are slow as long as a file of that name exists, so that a match can be interrupted
/// in the middle but still ends soon.
const SLOW: &str = "[ -e slow ] && sleep 0.03";

/// Plays a match that gets `signal` in the middle and is then resumed; returns its last report and
/// the outcome of the first call.
fn interrupted(hall: &Hall, signal: &str) -> (String, Outcome) {
    let (one, two) = (hall.rascal("one", SLOW), hall.rascal("two", SLOW));
    let arguments = [
        "--engine",
        &one,
        "--engine",
        &two,
        "--each",
        "tc=depth=3",
        "--games",
        "8",
        "--seed",
        "9",
        "--concurrency",
        "2",
        "--log",
        "log",
        "--pgn",
        "games.pgn",
    ];
    hall.write("slow", "");
    let first = hall.start(&arguments);
    wait_until(|| hall.lines("log") >= 3);
    let killed = Command::new("kill")
        .args([signal, &first.id().to_string()])
        .status()
        .expect("a process can be sent a signal");
    assert!(killed.success());
    let first = Outcome::of(first.wait_with_output().expect("it ends"));
    assert!(hall.lines("log") < 9, "it was stopped in the middle");
    std::fs::remove_file(hall.path("slow")).expect("the file is there");
    (hall.report(&arguments), first)
}

fn uninterrupted() -> (String, Vec<String>) {
    let hall = Hall::new();
    let (one, two) = (hall.rascal("one", SLOW), hall.rascal("two", SLOW));
    let report = hall.report(&[
        "--engine",
        &one,
        "--engine",
        &two,
        "--tc",
        "depth=3",
        "--games",
        "8",
        "--seed",
        "9",
        "--pgn",
        "games.pgn",
    ]);
    (without_times(&report), games(&hall))
}

/// The games of the PGN file, sorted.
fn games(hall: &Hall) -> Vec<String> {
    let text = hall.read("games.pgn");
    let mut games: Vec<String> = text.split("[Event ").skip(1).map(untimed).collect();
    games.sort();
    games
}

#[test]
fn a_killed_match_is_resumed() {
    let hall = Hall::new();
    let (report, first) = interrupted(&hall, "-KILL");
    assert_eq!(first.code, -1);
    assert_eq!((without_times(&report), games(&hall)), uninterrupted());
}

#[test]
fn a_signal_stops_cleanly() {
    let expected = uninterrupted();
    for signal in ["-INT", "-TERM"] {
        let hall = Hall::new();
        let (report, first) = interrupted(&hall, signal);
        assert_eq!(first.code, 0, "{signal}: {}", first.complaint);
        assert!(first.report.contains("stopped after "), "{}", first.report);
        assert!(!first.report.contains("crash"), "{}", first.report);
        assert_eq!((without_times(&report), games(&hall)), expected, "{signal}");
    }
}
