//! However a match ends, none of its engines is left running, and no process that they started.
#![cfg(target_os = "linux")]

use std::fs;

use super::support::MatchFolder;
use crate::program::{PROGRAM, kill, wait_until};

/// An engine behind two wrappers, one of which leaves a helper process that ignores signals.
fn wrapped(folder: &MatchFolder, name: &str) -> String {
    let helper = "trap '' HUP INT TERM; while :; do sleep 0.1; done";
    let script = format!(
        "trap '' HUP INT TERM\necho $$ >>processes\n\
         sh -c \"{helper}\" </dev/null >/dev/null &\necho $! >>processes\n'{PROGRAM}'\ntrue\n"
    );
    folder.write("wrapper.sh", &script);
    format!("name={name} cmd='sh -c \"sh wrapper.sh; true\"' option.Hash=1")
}

/// The recorded process numbers of wrappers and helpers.
fn processes(folder: &MatchFolder) -> Vec<String> {
    let text = fs::read_to_string(folder.path("processes")).unwrap_or_default();
    text.lines().map(Into::into).collect()
}

/// Whether a process still runs. (A zombie does not.)
fn works(process: &String) -> bool {
    let state = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let state = state
        .rsplit(") ")
        .next()
        .and_then(|rest| rest.chars().next());
    state.is_some_and(|state| state != 'Z' && state != 'X')
}

fn nothing_is_left_after(end: Option<&str>) {
    let folder = MatchFolder::new();
    let (one, two) = (wrapped(&folder, "one"), wrapped(&folder, "two"));
    let games = if end.is_some() { "1000" } else { "2" };
    let mut running = folder.start(&[
        "--engine", &one, "--engine", &two, "--tc", "depth=2", "--games", games, "--log", "log",
    ]);
    if let Some(signal) = end {
        wait_until(|| folder.lines("log") >= 2);
        assert_eq!(
            processes(&folder).iter().filter(|one| works(one)).count(),
            4
        );
        kill(&running, signal);
    }
    running.wait().expect("it ends");
    assert_eq!(processes(&folder).len(), 4);
    wait_until(|| !processes(&folder).iter().any(works));
}

#[test]
fn nothing_is_left_of_a_match_that_has_ended() {
    nothing_is_left_after(None);
}

#[test]
fn nothing_is_left_of_a_match_that_was_stopped() {
    nothing_is_left_after(Some("-TERM"));
}

#[test]
fn nothing_is_left_of_a_match_that_was_killed() {
    nothing_is_left_after(Some("-KILL"));
}
