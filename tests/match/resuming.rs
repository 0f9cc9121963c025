//! A match that is stopped, gently or not, and taken up again.

use std::process::Command;
use std::thread;
use std::time::Duration;

use crate::hall::{Hall, Outcome, tags, untimed, without_times};

/// The engines are slow as long as there is a file of that name: so a match can be caught in the
/// middle, and need not be waited for afterwards.
const SLOW: &str = "[ -e slow ] && sleep 0.03";

/// Plays a match that gets `signal` in the middle and is then taken up again; its last report
/// and how the first call ended.
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
    let lines = || std::fs::read_to_string(hall.path("log")).map_or(0, |log| log.lines().count());
    while lines() < 3 {
        thread::sleep(Duration::from_millis(10));
    }
    let killed = Command::new("kill")
        .args([signal, &first.id().to_string()])
        .status()
        .expect("a process can be sent a signal");
    assert!(killed.success());
    let first = Outcome::of(first.wait_with_output().expect("it ends"));
    assert!(lines() < 9, "it was stopped in the middle");
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
fn a_match_that_was_killed_goes_on() {
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

#[test]
fn a_finished_match_is_not_played_again_but_can_be_made_longer() {
    let hall = Hall::new();
    let (one, two) = (hall.engine("one"), hall.engine("two"));
    let play = |games: &str| {
        hall.report(&[
            "--engine",
            &one,
            "--engine",
            &two,
            "--tc",
            "depth=2",
            "--games",
            games,
            "--log",
            "log",
            "--pgn",
            "games.pgn",
        ])
    };
    let report = play("4");
    let log = hall.read("log");
    assert_eq!(play("4"), report);
    assert_eq!(hall.read("log"), log);
    assert!(play("6").contains(" of 6, score "));
    assert!(hall.read("log").starts_with(&log));
    assert_eq!(
        tags(&hall.read("games.pgn"), "Round"),
        ["1", "2", "3", "4", "5", "6"]
    );
}

#[test]
fn foreign_and_damaged_logs_are_refused() {
    let hall = Hall::new();
    let (one, two) = (hall.engine("one"), hall.engine("two"));
    let arguments = |depth: &'static str| {
        vec![
            "--engine", &one, "--engine", &two, "--tc", depth, "--games", "2", "--log", "log",
        ]
    };
    hall.report(&arguments("depth=2"));
    let log = hall.read("log");
    let other = hall.refusal(&arguments("depth=3"), 1);
    assert!(
        other.contains("'tc' was \"depth=2\" and is now \"depth=3\""),
        "{other}"
    );
    let (reason, other) = match log.contains("last-rank") {
        true => ("last-rank", "no-move"),
        false => ("no-move", "last-rank"),
    };
    let cases = [
        ("no log\n".to_owned(), "is not the log of a match"),
        (
            log.replace("\"game\":1", "\"game\":one"),
            "line 2 is damaged",
        ),
        (
            log.replace("\"game\":2", "\"game\":3"),
            "game 3 does not belong",
        ),
        (
            log.replace("\"game\":2", "\"game\":0"),
            "game 0 does not belong",
        ),
        (
            log.replace("\"white\":\"two\"", "\"white\":\"six\""),
            "it should be two against one",
        ),
        (
            log.replace("\"result\":\"", "\"result\":\"1"),
            "is no result",
        ),
        (log.replace(reason, other), "do not lead to its result"),
        (
            log.replace("\"moves\":\"", "\"moves\":\"a1a2 "),
            "'a1a2' is illegal",
        ),
    ];
    for (text, expected) in cases {
        assert_ne!(text, log);
        hall.write("log", &text);
        let complaint = hall.refusal(&arguments("depth=2"), 1);
        assert!(complaint.contains(expected), "{complaint}");
        assert_eq!(hall.read("log"), text, "nothing is changed");
    }
}
