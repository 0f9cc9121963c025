//! The PGN file of a match: nobody else writes it, and what stands in it stays.

use std::thread;
use std::time::Duration;

use crate::hall::{Hall, Outcome, tags};

/// A short match with that seed.
fn play(hall: &Hall, seed: &str, games: &str, more: &[&str]) -> Outcome {
    let (one, two) = (hall.engine("one"), hall.engine("two"));
    let mut arguments = vec!["--engine", &one, "--engine", &two, "--tc", "depth=2"];
    arguments.extend(["--seed", seed, "--games", games]);
    arguments.extend(more);
    hall.call(&arguments)
}

#[test]
fn two_matches_do_not_share_a_pgn() {
    let hall = Hall::new();
    let (slow, two) = (hall.rascal("slow", "sleep 0.2"), hall.engine("two"));
    let mut first = hall.start(&["--engine", &slow, "--engine", &two, "--pgn", "games.pgn"]);
    while !hall.path("games.pgn").exists() {
        thread::sleep(Duration::from_millis(10));
    }
    let second = play(&hall, "1", "2", &["--pgn", "games.pgn"]);
    first.kill().expect("it can be killed");
    first.wait().expect("it ends");
    assert_eq!(second.code, 1, "{}", second.report);
    let complaint = second.complaint;
    assert!(
        complaint.contains("games.pgn: another process is writing it"),
        "{complaint}"
    );
}

#[test]
fn the_pgn_of_another_match_is_refused() {
    let hall = Hall::new();
    assert_eq!(
        play(&hall, "1", "4", &["--pgn", "a.pgn", "--log", "a"]).code,
        0
    );
    assert_eq!(
        play(&hall, "2", "4", &["--pgn", "b.pgn", "--log", "b"]).code,
        0
    );
    let (a, b) = (hall.read("a.pgn"), hall.read("b.pgn"));
    let cases = [
        (
            &["--pgn", "a.pgn", "--log", "b"][..],
            "its game 1, one against two in round 1, is not in the log",
        ),
        (&["--pgn", "a.pgn", "--log", "new"], "is not in the log"),
        (&["--pgn", "a.pgn"], "is not in the log"),
    ];
    for (files, expected) in cases {
        let refused = play(&hall, "2", "4", files);
        assert_eq!(refused.code, 2, "{files:?}: {}", refused.complaint);
        let complaint = refused.complaint;
        assert!(complaint.contains(expected), "{complaint}");
        assert!(complaint.contains("name another one"), "{complaint}");
        assert_eq!(
            (hall.read("a.pgn"), hall.read("b.pgn")),
            (a.clone(), b.clone())
        );
    }
    // One that is not of the log, behind those that are.
    hall.write("b.pgn", &format!("{b}{a}"));
    let refused = play(&hall, "2", "6", &["--pgn", "b.pgn", "--log", "b"]);
    assert!(
        refused.complaint.contains("its game 5, "),
        "{}",
        refused.complaint
    );
}

#[test]
fn what_somebody_has_written_into_it_stays() {
    let hall = Hall::new();
    let files = ["--pgn", "games.pgn", "--log", "log"];
    assert_eq!(play(&hall, "1", "4", &files).code, 0);
    let text = hall
        .read("games.pgn")
        .replace("\n\n1. ", "\n\n{A fine game.} 1. ");
    assert_eq!(text.matches("A fine game").count(), 4);
    let annotated = text.replace("[Site \"?\"]", "[Site \"Here\"]");
    hall.write("games.pgn", annotated.trim_end());
    let longer = play(&hall, "1", "6", &files);
    assert_eq!(longer.code, 0, "{}", longer.complaint);
    let grown = hall.read("games.pgn");
    assert!(grown.starts_with(&annotated), "{grown}");
    assert_eq!(tags(&grown, "Round"), ["1", "2", "3", "4", "5", "6"]);
}

#[test]
fn what_analyse_has_written_into_it_stays() {
    let hall = Hall::new();
    let files = ["--pgn", "games.pgn", "--log", "log"];
    assert_eq!(play(&hall, "1", "2", &files).code, 0);
    let file = [
        "--pgn",
        "games.pgn",
        "--output",
        "games.pgn",
        "--depth",
        "1",
    ];
    let analysis = hall.call_for("analyse", &file);
    assert_eq!(analysis.code, 0, "{}", analysis.complaint);
    let analysed = hall.read("games.pgn");
    assert_eq!(tags(&analysed, "Annotator").len(), 2);
    assert_eq!(analysed.matches("{book").count(), 12, "{analysed}");
    let longer = play(&hall, "1", "4", &files);
    assert_eq!(longer.code, 0, "{}", longer.complaint);
    assert!(hall.read("games.pgn").starts_with(&analysed));
}

#[test]
fn a_file_cut_anywhere_is_mended() {
    let hall = Hall::new();
    let files = ["--pgn", "games.pgn", "--log", "log"];
    assert_eq!(play(&hall, "1", "2", &files).code, 0);
    let whole = hall.read("games.pgn");
    let second = whole[1..].find("[Event").expect("there are two games") + 1;
    let moves = whole[second..].find("\n1. ").expect("it has moves") + second;
    let result = whole.trim_end().rfind(' ').expect("it has a result");
    for length in [0, 1, 30, second - 1, second, second + 1, second + 40]
        .into_iter()
        .chain([moves, moves + 1, moves + 2, moves + 9, result, result + 2])
        .chain([whole.len() - 2, whole.len() - 1])
    {
        hall.write("games.pgn", &whole[..length]);
        let mended = play(&hall, "1", "2", &files);
        assert_eq!(mended.code, 0, "{length}: {}", mended.complaint);
        assert_eq!(
            hall.read("games.pgn").trim_end(),
            whole.trim_end(),
            "{length}"
        );
    }
}
