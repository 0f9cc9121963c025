//! If the system refuses descriptors or processes, the match reports it, and no engine loses
//! because of it.
#![cfg(target_os = "linux")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use super::support::{MatchFolder, Outcome, tags};
use crate::program::copy_program;

/// Plays a match of equal engines behind a command that limits it.
fn play(folder: &MatchFolder, before: &[&str], games: &str, files: [&str; 2]) -> Outcome {
    let (one, two) = (folder.engine("one"), folder.engine("two"));
    let mut arguments = vec!["--engine", &one, "--engine", &two, "--tc", "depth=1"];
    arguments.extend(["--games", games, "--concurrency", "8"]);
    arguments.extend(["--log", files[0], "--pgn", files[1]]);
    folder.call_behind(before, &arguments)
}

/// Checks in the log and the PGN that no engine has lost because of the system's limits.
fn nobody_is_blamed(folder: &MatchFolder, [log, pgn]: [&str; 2], outcome: &Outcome) {
    let text = format!("{}{}", outcome.report, outcome.complaint);
    assert!(
        !text.contains("crash") && !text.contains("panicked"),
        "{text}"
    );
    if folder.path(log).exists() {
        assert!(!folder.read(log).contains("crash"), "{}", folder.read(log));
    }
    if folder.path(pgn).exists() {
        let pgn = folder.read(pgn);
        let ends = tags(&pgn, "Termination");
        assert!(ends.iter().all(|end| *end == "normal"), "{pgn}");
    }
}

#[test]
fn too_few_descriptors_are_the_error_of_the_match() {
    let folder = MatchFolder::new();
    for limit in [8, 10, 12, 16, 20, 24, 30] {
        let limited = format!("ulimit -n {limit} && exec \"$0\" \"$@\"");
        let files = [format!("log-{limit}"), format!("{limit}.pgn")];
        let files = files.each_ref().map(String::as_str);
        let before = ["sh", "-c", &limited];
        let outcome = play(&folder, &before, "20", files);
        nobody_is_blamed(&folder, files, &outcome);
        assert_eq!(outcome.code, 1, "{limit}: {}", outcome.complaint);
        let complaint = outcome.complaint;
        assert!(complaint.contains("(os error 24)"), "{limit}: {complaint}");
        if folder.path(files[0]).exists() && !folder.read(files[0]).is_empty() {
            let outcome = play(&folder, &["env"], "20", files);
            assert_eq!(outcome.code, 0, "{}", outcome.complaint);
            nobody_is_blamed(&folder, files, &outcome);
        }
    }
}

#[test]
fn too_few_processes_are_the_error_of_the_match() {
    let root = Command::new("id").arg("-u").output();
    let is_root = root.is_ok_and(|id| id.stdout.trim_ascii() == b"0");
    let tools = ["prlimit", "setpriv"];
    let are_there = |tool: &&str| Command::new(tool).arg("--version").output().is_ok();
    if !is_root || !tools.iter().all(are_there) {
        eprintln!("skipped: only root can start the program as a user who runs nothing else");
        return;
    }
    let folder = MatchFolder::new();
    fs::set_permissions(folder.path(""), fs::Permissions::from_mode(0o777))
        .expect("may be entered");
    copy_program(&folder.path("jacquerie"));
    for limit in 1..=24 {
        let user = 60_000 + std::process::id() % 2_000 * 10;
        let limited = format!("prlimit --nproc={limit} setpriv --clear-groups");
        let somebody = format!("--reuid={user} --regid={user} ./jacquerie");
        let script = format!("shift; umask 0; exec {limited} {somebody} \"$@\"");
        let files = [format!("log-{limit}"), format!("{limit}.pgn")];
        let files = files.each_ref().map(String::as_str);
        let outcome = play(&folder, &["sh", "-c", &script, "sh"], "20", files);
        nobody_is_blamed(&folder, files, &outcome);
        assert_eq!(outcome.code, 1, "{limit}: {}", outcome.complaint);
    }
}
