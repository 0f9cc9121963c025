//! Runs that end before their time, and go on.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::program::{call_in, folder, last_line, refused_in, told_in, write};

const PATIENCE: Duration = Duration::from_secs(60);

/// A board that takes some seconds.
fn solve(more: &[&'static str]) -> Vec<&'static str> {
    let board = ["solve", "--variant", "pawngame", "--files", "7"];
    let keeping = ["--memory", "128", "--checkpoint", "kept"];
    [&board[..], &keeping, more].concat()
}

/// Starts a solve that keeps what it has all the time; it does.
fn start(folder: &TempDir) -> Child {
    let process = Command::new(env!("CARGO_BIN_EXE_jacquerie"))
        .args(solve(&["--checkpoint-every", "0"]))
        .current_dir(folder.path())
        .env("XDG_CONFIG_HOME", folder.path().join("config"))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let started = Instant::now();
    while !folder.path().join("kept").exists() {
        assert!(started.elapsed() < PATIENCE, "no checkpoint is written");
        std::thread::sleep(Duration::from_millis(5));
    }
    process
}

/// Starts such a solve, and ends it by a signal.
fn interrupt(folder: &TempDir, signal: &str) -> (Option<i32>, String) {
    let process = start(folder);
    let number = process.id().to_string();
    let killed = Command::new("kill").args([signal, &number]).status();
    assert!(killed.expect("kill can be called").success());
    let output = process.wait_with_output().expect("it ends");
    let text = String::from_utf8(output.stdout).expect("the output is text");
    (output.status.code(), text)
}

#[test]
fn a_run_that_is_killed_goes_on() {
    let folder = folder();
    let (code, text) = interrupt(&folder, "-KILL");
    assert_eq!((code, text.as_str()), (None, ""));
    let resumed = call_in(&folder, &solve(&[]), "");
    assert_eq!(resumed.code, 0, "{}", resumed.complaint);
    assert!(
        resumed.complaint.contains("going on after"),
        "{}",
        resumed.complaint
    );
    assert_eq!(resumed.text, "value draw\n");
    // What is kept at the end answers without a search.
    let again = call_in(&folder, &solve(&[]), "");
    assert_eq!(again.text, "value draw\n");
    let before = again.complaint.strip_prefix("going on after ");
    let (before, after) = before
        .and_then(|rest| rest.split_once(" positions\n"))
        .expect("it says where it goes on");
    assert!(
        after.starts_with(&format!("{before} positions in ")),
        "{}",
        again.complaint
    );
}

/// Ctrl-C, the system that asks for the end, and the terminal that is closed.
#[test]
fn a_signal_ends_a_run_cleanly() {
    for signal in ["-INT", "-TERM", "-HUP"] {
        let folder = folder();
        let (code, text) = interrupt(&folder, signal);
        assert_eq!(
            (code, text.as_str()),
            (Some(0), "value unknown\n"),
            "{signal}"
        );
        let left: Vec<_> = fs::read_dir(folder.path()).expect("the folder").collect();
        assert_eq!(left.len(), 1, "{signal}: {left:?}");
    }
}

/// Two runs on one checkpoint: the second hears of the first at once, and spoils nothing.
#[test]
fn a_checkpoint_has_one_run_at_a_time() {
    let folder = folder();
    let mut first = start(&folder);
    for _ in 0..5 {
        let complaint = refused_in(&folder, &solve(&[]), 1);
        assert!(complaint.contains("kept: another process"), "{complaint}");
        // By now it may have been replaced.
        std::thread::sleep(Duration::from_millis(50));
    }
    first.kill().expect("it still runs");
    first.wait().expect("it ends");
    let resumed = call_in(&folder, &solve(&[]), "");
    assert_eq!(resumed.text, "value draw\n", "{}", resumed.complaint);
}

/// A disk that is full, or a file that may not grow, costs the file and not the value.
#[cfg(unix)]
#[test]
fn a_value_is_told_when_its_checkpoint_cannot_be_written() {
    let folder = folder();
    let script = "trap '' XFSZ; ulimit -f 1; exec \"$0\" \"$@\"";
    let output = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_jacquerie")])
        .args(["solve", "--variant", "pawnsonly", "--files", "7"])
        .args(["--memory", "128", "--checkpoint", "kept"])
        .current_dir(folder.path())
        .output()
        .expect("a shell");
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{complaint}");
    assert!(complaint.contains("kept: "), "{complaint}");
    assert!(!complaint.contains(".tmp"), "{complaint}");
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(last_line(&text), "value win");
}

/// Who cannot write a file hears it before the work, by the name that he has given.
#[cfg(target_os = "linux")]
#[test]
fn paths_are_tried_first() {
    let folder = folder();
    for flag in ["--checkpoint", "--certificate"] {
        for path in ["/proc/kept", "/nowhere/kept", "."] {
            let arguments = ["solve", "--files", "8", flag, path];
            let complaint = refused_in(&folder, &arguments, 1);
            assert!(
                complaint.starts_with(&format!("jacquerie: {path}: ")),
                "{complaint}"
            );
            assert!(!complaint.contains(".tmp"), "{complaint}");
        }
    }
}

#[test]
fn a_run_without_time_says_that_nothing_is_known() {
    let folder = folder();
    let solve = ["solve", "--time", "0", "--moves", "--memory", "64"];
    let arguments = [&solve[..], &["--certificate", "proof"]].concat();
    let text = told_in(&folder, &arguments, "");
    assert_eq!(last_line(&text), "value unknown");
    let unknown = text.lines().filter(|line| line.ends_with(" unknown"));
    assert_eq!(unknown.count(), 9);
    assert!(!folder.path().join("proof").exists());
}

fn small(files: &'static str) -> Vec<&'static str> {
    let mut arguments = vec!["solve", "--variant", "pawngame", "--memory", "128"];
    arguments.extend(["--checkpoint", "kept", "--files", files]);
    arguments
}

/// Refused, and left as it is.
fn refuses(folder: &TempDir, bytes: &[u8], arguments: &[&str], part: &str) {
    let path = folder.path().join("kept");
    fs::write(&path, bytes).expect("the folder can be written to");
    let complaint = refused_in(folder, arguments, 1);
    assert!(
        complaint.contains(part) && complaint.contains("kept"),
        "{complaint}"
    );
    assert_eq!(fs::read(&path).expect("it is still there"), bytes);
}

#[test]
fn damaged_and_foreign_checkpoints_are_refused() {
    let folder = folder();
    told_in(&folder, &small("4"), "");
    let right = fs::read(folder.path().join("kept")).expect("the checkpoint");
    for at in [8, right.len() / 2, right.len() - 1] {
        let mut wrong = right.clone();
        wrong[at] ^= 0x10;
        refuses(&folder, &wrong, &small("4"), "damaged");
    }
    refuses(&folder, &right[..right.len() - 7], &small("4"), "damaged");
    refuses(
        &folder,
        b"something else altogether",
        &small("4"),
        "no checkpoint",
    );
    refuses(&folder, b"", &small("4"), "no checkpoint");
    refuses(&folder, &right, &small("5"), "another run");
    let of_other_rule: Vec<&str> = small("4")
        .into_iter()
        .map(|word| {
            if word == "pawngame" {
                "pawnsonly"
            } else {
                word
            }
        })
        .collect();
    refuses(&folder, &right, &of_other_rule, "another run");
    fs::write(folder.path().join("kept"), &right).expect("the folder can be written to");
    assert_eq!(last_line(&told_in(&folder, &small("4"), "")), "value win");
}

#[test]
fn many_positions_go_on_where_they_were_stopped() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    let positions = "# Two from play.\n8/p7/8/8/8/8/P7/8 w\n\n8/8/1P6/8/6p1/8/8/8 w;old\n4/pppp/4/4/4/4/PPPP/4 w\n";
    write(&path("in"), positions);
    let arguments = [
        "solve", "--input", "in", "--output", "out", "--memory", "128",
    ];
    told_in(&folder, &arguments, "");
    let whole = fs::read_to_string(path("out")).expect("the output");
    let values: Vec<&str> = whole
        .lines()
        .filter_map(|line| line.split(';').nth(1))
        .collect();
    assert_eq!(values, ["draw", "win", "win"]);
    for length in 0..whole.len() {
        if !length.is_multiple_of(9) {
            continue;
        }
        write(&path("out"), &whole[..length]);
        told_in(&folder, &arguments, "");
        assert_eq!(
            fs::read_to_string(path("out")).expect("the output"),
            whole,
            "{length}"
        );
    }
    refuses_output(&folder, &arguments, "8/8/8/8/8/8/P7/8 w;win\n", "line 1");
    refuses_output(
        &folder,
        &arguments,
        &format!("{whole}8/8/8/8/8/8/P7/8 w;win\n"),
        "more lines",
    );
    // What has no end of line may be somebody's notes.
    refuses_output(&folder, &arguments, "notes", "line 1 is about 'notes'");
    refuses_output(&folder, &arguments, &format!("{whole}notes"), "more lines");
    write(&path("in"), "8/p7/8/8/8/8/P7/8 w\n8/x7/8/8/8/8/P7/8 w\n");
    let complaint = refused_in(&folder, &arguments, 1);
    assert!(
        complaint.contains("in: line 2") && complaint.contains("'x'"),
        "{complaint}"
    );
}

fn refuses_output(folder: &TempDir, arguments: &[&str], text: &str, part: &str) {
    let path: &Path = &folder.path().join("out");
    write(path, text);
    let complaint = refused_in(folder, arguments, 1);
    assert!(complaint.contains(part), "{complaint}");
    assert_eq!(fs::read_to_string(path).expect("it is still there"), text);
}

#[test]
fn wrong_usage_is_told() {
    let folder = folder();
    for (arguments, part) in [
        (&["solve", "--input", "in"][..], "--output"),
        (&["solve", "--memory", "5"], "8..="),
        (&["solve", "--threads", "0"], "1..=256"),
        (&["solve", "--fen", "8/8 w"], "8/8 w"),
        (
            &["solve", "--fen", "8/8/8/8/8/8/P7/8 w", "--input", "in"],
            "--input",
        ),
        (&["verify"], "FILE"),
    ] {
        let complaint = refused_in(&folder, arguments, 2);
        assert!(complaint.contains(part), "{complaint}");
    }
    for arguments in [
        &["verify", "none"][..],
        &["solve", "--input", "none", "--output", "out"],
    ] {
        let complaint = refused_in(&folder, arguments, 1);
        assert!(complaint.contains("none: No such file"), "{complaint}");
    }
}
