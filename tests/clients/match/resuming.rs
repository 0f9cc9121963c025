//! A match that is stopped, by a signal or a kill, and resumed.

use super::support::{MatchFolder, Outcome, untimed, without_times};
use crate::program::{kill, wait_until};

/// The engines are slow as long as a file of that name exists, so that a match can be interrupted
/// in the middle but still ends soon.
const SLOW: &str = "[ -e slow ] && sleep 0.03";

/// Plays a match that gets `signal` in the middle and is then resumed; returns its last report and
/// the outcome of the first call.
fn interrupted(folder: &MatchFolder, signal: &str) -> (String, Outcome) {
    let (one, two) = (folder.rascal("one", SLOW), folder.rascal("two", SLOW));
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
    folder.write("slow", "");
    let first = folder.start(&arguments);
    wait_until(|| folder.lines("log") >= 3);
    kill(&first, signal);
    let first = Outcome::of(first.wait_with_output().expect("it ends"));
    assert!(folder.lines("log") < 9, "it was stopped in the middle");
    std::fs::remove_file(folder.path("slow")).expect("the file is there");
    (folder.report(&arguments), first)
}

fn uninterrupted() -> (String, Vec<String>) {
    let folder = MatchFolder::new();
    let (one, two) = (folder.rascal("one", SLOW), folder.rascal("two", SLOW));
    let report = folder.report(&[
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
    (without_times(&report), games(&folder))
}

/// The games of the PGN file, sorted.
fn games(folder: &MatchFolder) -> Vec<String> {
    let text = folder.read("games.pgn");
    let mut games: Vec<String> = text.split("[Event ").skip(1).map(untimed).collect();
    games.sort();
    games
}

#[test]
fn a_killed_match_is_resumed() {
    let folder = MatchFolder::new();
    let (report, first) = interrupted(&folder, "-KILL");
    assert_eq!(first.code, -1);
    assert_eq!((without_times(&report), games(&folder)), uninterrupted());
}

#[test]
fn a_signal_stops_cleanly() {
    let expected = uninterrupted();
    for signal in ["-INT", "-TERM"] {
        let folder = MatchFolder::new();
        let (report, first) = interrupted(&folder, signal);
        assert_eq!(first.code, 0, "{signal}: {}", first.complaint);
        assert!(first.report.contains("stopped after "), "{}", first.report);
        assert!(!first.report.contains("crash"), "{}", first.report);
        assert_eq!(
            (without_times(&report), games(&folder)),
            expected,
            "{signal}"
        );
    }
}

#[test]
fn a_match_may_be_stopped_while_its_engines_start() {
    let folder = MatchFolder::new();
    let good = folder.engine("good");
    folder.write("slow.sh", "touch begun\nexec sleep 60");
    let slow = ["--engine", &good, "--engine", "name=slow cmd='sh slow.sh'"];
    let competition = ["--variant", "pawnrace", "--pawn-race-competition"];
    for more in [&["--games", "2"][..], &competition] {
        let started = folder.start(&[&slow, more].concat());
        wait_until(|| folder.path("begun").exists());
        kill(&started, "-TERM");
        let ended = Outcome::of(started.wait_with_output().expect("it ends"));
        assert_eq!(ended.code, 0, "{}", ended.complaint);
        assert!(ended.report.contains("stopped before"), "{}", ended.report);
        std::fs::remove_file(folder.path("begun")).expect("the file is there");
    }
}
