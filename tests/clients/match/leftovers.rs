//! However a match ends, none of its engines is left running, and no process that they started.
#![cfg(target_os = "linux")]

use std::fs;
use std::process::Command;
use std::thread;
use std::time::Duration;

use super::hall::{Hall, PROGRAM};

/// An engine behind two wrappers, one of which leaves a helper process that ignores signals.
fn wrapped(hall: &Hall, name: &str) -> String {
    let helper = "trap '' HUP INT TERM; echo $$ >>processes; while :; do sleep 0.1; done";
    let script = format!(
        "trap '' HUP INT TERM\necho $$ >>processes\n\
         sh -c \"{}\" </dev/null >/dev/null &\n'{PROGRAM}'\ntrue\n",
        helper.replace('$', "\\$")
    );
    hall.write("wrapper.sh", &script);
    format!("name={name} cmd='sh -c \"sh wrapper.sh; true\"' option.Hash=1")
}

/// The wrappers and helpers, which have recorded their process numbers.
fn processes(hall: &Hall) -> Vec<String> {
    let text = fs::read_to_string(hall.path("processes")).unwrap_or_default();
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
    let hall = Hall::new();
    let (one, two) = (wrapped(&hall, "one"), wrapped(&hall, "two"));
    let games = if end.is_some() { "1000" } else { "2" };
    let mut running = hall.start(&[
        "--engine", &one, "--engine", &two, "--tc", "depth=2", "--games", games, "--log", "log",
    ]);
    if let Some(signal) = end {
        let games = || fs::read_to_string(hall.path("log")).map_or(0, |log| log.lines().count());
        while games() < 2 {
            thread::sleep(Duration::from_millis(10));
        }
        assert_eq!(processes(&hall).iter().filter(|one| works(one)).count(), 4);
        let killed = Command::new("kill")
            .args([signal, &running.id().to_string()])
            .status();
        assert!(killed.is_ok_and(|status| status.success()));
    }
    running.wait().expect("it ends");
    assert_eq!(processes(&hall).len(), 4);
    for _ in 0..500 {
        if !processes(&hall).iter().any(works) {
            return;
        }
        thread::sleep(Duration::from_millis(20));
    }
    panic!("{:?} are still there after {end:?}", processes(&hall));
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
