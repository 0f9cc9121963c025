//! Runs that are stopped early, and resumed. Checkpoints that are refused are in
//! `tests/transcripts/solve.md`.

use std::fs;
use std::process::{Child, Stdio};
use std::time::Duration;

use tempfile::TempDir;

use super::program::{call_in, command_in, folder, kill, refused_in, wait_until};

/// A board that takes some seconds.
const SOLVED: &[&str] = &["--variant", "pawngame", "--files", "7"];
/// A board that takes hours.
const ENDLESS: &[&str] = &["--variant", "peasants", "--files", "7"];

fn solve(board: &[&'static str], more: &[&'static str]) -> Vec<&'static str> {
    let keeping = ["--memory", "128", "--checkpoint", "kept"];
    [&["solve"], board, &keeping, more].concat()
}

/// Starts a solver run that writes checkpoints all the time, and waits for the first.
fn start(folder: &TempDir, board: &[&'static str]) -> Child {
    let process = command_in(folder, &solve(board, &["--checkpoint-every", "0"]))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    wait_until(|| folder.path().join("kept").exists());
    process
}

/// Starts such a run, and ends it with a signal.
fn interrupt(folder: &TempDir, board: &[&'static str], signal: &str) -> (Option<i32>, String) {
    let process = start(folder, board);
    kill(&process, signal);
    let output = process.wait_with_output().expect("it ends");
    let text = String::from_utf8(output.stdout).expect("the output is text");
    (output.status.code(), text)
}

#[test]
fn a_killed_run_is_resumed() {
    let folder = folder();
    let (code, text) = interrupt(&folder, SOLVED, "-KILL");
    assert_eq!((code, text.as_str()), (None, ""));
    let resumed = call_in(&folder, &solve(SOLVED, &[]), "");
    assert_eq!(resumed.code, 0, "{}", resumed.complaint);
    assert!(
        resumed.complaint.contains("resuming after"),
        "{}",
        resumed.complaint
    );
    assert_eq!(resumed.text, "value draw\n");
    // The last checkpoint answers without a search.
    let again = call_in(&folder, &solve(SOLVED, &[]), "");
    assert_eq!(again.text, "value draw\n");
    let before = again.complaint.strip_prefix("resuming after ");
    let (before, after) = before
        .and_then(|rest| rest.split_once(" positions\n"))
        .expect("it says where it goes on");
    assert!(
        after.starts_with(&format!("{before} positions in ")),
        "{}",
        again.complaint
    );
}

/// Small tables have fewer bits for the effort of a proof, or none.
#[test]
fn the_checkpoint_of_a_small_table_has_its_proofs() {
    for memory in ["8", "16", "32", "64"] {
        let folder = folder();
        let board = ["--variant", "pawngame", "--files", "5"];
        let solve = ["solve", "--memory", memory, "--checkpoint", "kept"];
        let solve = [&solve[..], &board].concat();
        let solved = call_in(&folder, &solve, "");
        let again = call_in(&folder, &[&solve[..], &["--time", "0"]].concat(), "");
        assert_eq!((again.code, &again.text), (0, &solved.text), "{memory}");
        assert!(!again.text.contains("unknown"), "{memory}: {}", again.text);
    }
}

/// Ctrl-C, a request of the system to end, and a closed terminal.
#[test]
fn a_signal_ends_a_run_cleanly() {
    for signal in ["-INT", "-TERM", "-HUP"] {
        let folder = folder();
        let (code, text) = interrupt(&folder, ENDLESS, signal);
        assert_eq!(
            (code, text.as_str()),
            (Some(0), "value unknown\n"),
            "{signal}"
        );
        let left: Vec<_> = fs::read_dir(folder.path()).expect("the folder").collect();
        assert_eq!(left.len(), 1, "{signal}: {left:?}");
    }
}

/// Two runs on one checkpoint: the second gets an error at once, and does no damage.
#[test]
fn a_checkpoint_has_one_run_at_a_time() {
    let folder = folder();
    let mut first = start(&folder, ENDLESS);
    for _ in 0..5 {
        let complaint = refused_in(&folder, &solve(ENDLESS, &[]), 1);
        assert!(complaint.contains("kept: another process"), "{complaint}");
        // By now it may have been replaced.
        std::thread::sleep(Duration::from_millis(50));
    }
    first.kill().expect("it still runs");
    first.wait().expect("it ends");
    let resumed = call_in(&folder, &solve(ENDLESS, &["--time", "0"]), "");
    assert!(
        resumed.complaint.starts_with("resuming after "),
        "{}",
        resumed.complaint
    );
}
