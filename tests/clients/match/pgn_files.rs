//! The PGN file of a match: no other match writes to it, and its content stays.

use super::support::{MatchFolder, Outcome};
use crate::program::wait_until;

/// A short match with this seed.
fn play(folder: &MatchFolder, seed: &str, games: &str, more: &[&str]) -> Outcome {
    let (one, two) = (folder.engine("one"), folder.engine("two"));
    let mut arguments = vec!["--engine", &one, "--engine", &two, "--tc", "depth=2"];
    arguments.extend(["--seed", seed, "--games", games]);
    arguments.extend(more);
    folder.call(&arguments)
}

#[test]
fn two_matches_do_not_share_a_pgn() {
    let folder = MatchFolder::new();
    let (slow, two) = (folder.rascal("slow", "sleep 0.2"), folder.engine("two"));
    let mut first = folder.start(&["--engine", &slow, "--engine", &two, "--pgn", "games.pgn"]);
    wait_until(|| folder.path("games.pgn").exists());
    let second = play(&folder, "1", "2", &["--pgn", "games.pgn"]);
    first.kill().expect("it can be killed");
    first.wait().expect("it ends");
    assert_eq!(second.code, 1, "{}", second.report);
    let complaint = second.complaint;
    assert!(
        complaint.contains("games.pgn: another process is writing to it"),
        "{complaint}"
    );
}

#[test]
fn a_file_cut_anywhere_is_repaired() {
    let folder = MatchFolder::new();
    let files = ["--pgn", "games.pgn", "--log", "log"];
    assert_eq!(play(&folder, "1", "2", &files).code, 0);
    let whole = folder.read("games.pgn");
    let second = whole[1..].find("[Event").expect("there are two games") + 1;
    let moves = whole[second..].find("\n1. ").expect("it has moves") + second;
    let result = whole.trim_end().rfind(' ').expect("it has a result");
    for length in [0, 1, 30, second - 1, second, second + 1, second + 40]
        .into_iter()
        .chain([moves, moves + 1, moves + 2, moves + 9, result, result + 2])
        .chain([whole.len() - 2, whole.len() - 1])
    {
        folder.write("games.pgn", &whole[..length]);
        let mended = play(&folder, "1", "2", &files);
        assert_eq!(mended.code, 0, "{length}: {}", mended.complaint);
        assert_eq!(
            folder.read("games.pgn").trim_end(),
            whole.trim_end(),
            "{length}"
        );
    }
}
