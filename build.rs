//! Tells the program which commit it is built from, for `jacquerie --version`.
//!
//! Looking must not touch git's index: cargo would see that as a change, and each build would cause
//! another one.

use std::path::Path;
use std::process::Command;

/// The program depends on these, and on nothing else in the repository.
const SOURCES: [&str; 8] = [
    "build.rs",
    "Cargo.toml",
    "Cargo.lock",
    "engine.toml",
    "puzzles",
    "results",
    "src",
    "web/dist",
];

fn main() {
    for source in SOURCES {
        println!("cargo::rerun-if-changed={source}");
    }
    // It grows with each commit and each checkout.
    if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"])
        && Path::new(&log).exists()
    {
        println!("cargo::rerun-if-changed={log}");
    }
    let commit = git(&["rev-parse", "--short", "HEAD"]);
    let state = ["--no-optional-locks", "status", "--porcelain", "--"];
    let is_modified = git(&[&state[..], &SOURCES[..]].concat()).is_some_and(|it| !it.is_empty());
    println!(
        "cargo::rustc-env=COMMIT={}{}",
        commit.as_deref().unwrap_or("unknown commit"),
        if is_modified { "-modified" } else { "" }
    );
}

/// What git answers, without the last line break; `None` without git or a repository.
fn git(arguments: &[&str]) -> Option<String> {
    let answer = Command::new("git").args(arguments).output().ok()?;
    let text = answer.status.success().then_some(answer.stdout)?;
    Some(String::from_utf8_lossy(&text).trim_end().to_owned())
}
