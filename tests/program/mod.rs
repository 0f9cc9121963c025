//! Calling the program as people and scripts do.
//!
//! Each call has its own folder, which is also where the program looks for a configuration, so a
//! user's own configuration plays no part.
#![allow(dead_code)]

pub mod client;

use std::ffi::OsStr;
use std::fs;
use std::path::Path;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use tempfile::TempDir;

pub const PROGRAM: &str = env!("CARGO_BIN_EXE_jacquerie");

/// The output of a call.
pub struct Outcome {
    pub code: i32,
    pub text: String,
    pub complaint: String,
}

/// Sends a signal, such as `-INT`, to a running program.
pub fn kill(program: &Child, signal: &str) {
    let number = program.id().to_string();
    let told = Command::new("kill").args([signal, &number]).status();
    assert!(told.expect("kill can be called").success(), "{signal}");
}

pub fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder for the program")
}

pub fn write(path: &Path, text: &str) {
    let parent = path.parent().expect("a file is in a folder");
    fs::create_dir_all(parent)
        .and_then(|()| fs::write(path, text))
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}

/// A command that runs in a folder.
pub fn run_in(folder: &TempDir, program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command
        .current_dir(folder.path())
        .env("HOME", folder.path())
        .env("XDG_CONFIG_HOME", folder.path().join("config"))
        .env_remove("XDG_CACHE_HOME")
        .env_remove("RUST_LOG")
        .env_remove("COLUMNS");
    command
}

/// The program, to be called in a folder.
pub fn command_in(folder: &TempDir, arguments: &[impl AsRef<OsStr>]) -> Command {
    let mut command = run_in(folder, PROGRAM);
    command.args(arguments);
    command
}

/// Copies the program into a folder.
///
/// If this process had the copy open for writing, so would the children that other tests start meanwhile, and it
/// could not be executed.
pub fn copy_program(to: &Path) {
    let copied = Command::new("cp").arg(PROGRAM).arg(to).status();
    assert!(copied.is_ok_and(|status| status.success()), "no copy");
}

/// Calls the program in a folder, with a text as its input.
pub fn call_in(folder: &TempDir, arguments: &[impl AsRef<OsStr>], input: &str) -> Outcome {
    let output = assert_cmd::Command::from_std(command_in(folder, arguments))
        .write_stdin(input)
        .output()
        .expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("the output is text");
    Outcome {
        code: output.status.code().expect("it was not killed"),
        text: text(output.stdout),
        complaint: text(output.stderr),
    }
}

/// Calls the program in an empty folder; returns its output. The call must succeed.
pub fn told(arguments: &[&str]) -> String {
    told_in(&folder(), arguments, "")
}

pub fn told_in(folder: &TempDir, arguments: &[&str], input: &str) -> String {
    let outcome = call_in(folder, arguments, input);
    assert_eq!(outcome.code, 0, "{arguments:?}: {}", outcome.complaint);
    outcome.text
}

/// Calls the program in a folder; returns its error message. The call must end with that code.
pub fn refused_in(folder: &TempDir, arguments: &[&str], code: i32) -> String {
    let outcome = call_in(folder, arguments, "");
    assert_eq!(outcome.code, code, "{arguments:?}: {}", outcome.complaint);
    assert_eq!(outcome.text, "", "{arguments:?}");
    outcome.complaint
}

const PATIENCE: Duration = Duration::from_secs(60);

/// Waits for a condition.
pub fn wait_until(is_so: impl Fn() -> bool) {
    let started = Instant::now();
    while !is_so() {
        assert!(started.elapsed() < PATIENCE, "it does not come to be");
        std::thread::sleep(Duration::from_millis(20));
    }
}

pub fn last_line(text: &str) -> &str {
    text.trim_end().lines().last().unwrap_or_default()
}
