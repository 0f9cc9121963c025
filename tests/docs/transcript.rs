//! Commands that a page shows, run in one empty folder, and their output.
//!
//! A command follows `$ `; it continues on the next line after a `\`, or after `> `. `cargo run
//! --release --` is the program that was built for the tests. A last line `exit code N` is the exit
//! code of the command. Lines `white> b3`, the prompts of `play`, are input: a program that does
//! not write to a terminal shows no prompts.

use std::fs;
use std::io::Write;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Stdio};
use std::{env, thread};

use tempfile::TempDir;

use crate::page::{Block, Page};
use crate::pattern::{ANYTHING, fits, without_numbers};
use crate::root;

/// How long it takes to run a block.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Length {
    Quick,
    Long,
}

/// A command with its output.
pub struct Step {
    pub command: String,
    typed: String,
    shown: Vec<String>,
    code: i32,
    /// The lines of the block that show its output.
    lines: std::ops::Range<usize>,
}

/// Runs the commands of all pages; returns the differences.
pub fn check(pages: &[Page], length: Length) -> Vec<String> {
    thread::scope(|scope| {
        let checks = pages
            .iter()
            .map(|page| scope.spawn(move || check_page(page, length)));
        let checks: Vec<_> = checks.collect();
        let wrong = checks
            .into_iter()
            .flat_map(|check| check.join().expect("a page"));
        wrong.collect()
    })
}

fn check_page(page: &Page, length: Length) -> Vec<String> {
    let folder = folder_like_the_repository();
    let is_run = |block: &&Block| match length {
        Length::Quick => block.is(&["console"]),
        Length::Long => block.is(&["console", "long"]),
    };
    let mut wrong = Vec::new();
    let mut updated = page.text.clone();
    let blocks: Vec<&Block> = page.blocks.iter().filter(is_run).collect();
    let texts: Vec<String> = blocks
        .iter()
        .map(|block| run_block(block, folder.path(), &mut wrong))
        .collect();
    // From the end, so that the positions of earlier blocks stay valid.
    for (block, text) in blocks.iter().zip(texts).rev() {
        updated.replace_range(block.range.clone(), &text);
    }
    if updated != page.text {
        fs::write(&page.path, updated).expect("the page can be written");
    }
    wrong
}

/// Runs the commands of a block. Returns its text, with the output where it is to be updated. Other
/// differences go to `wrong`.
fn run_block(block: &Block, folder: &Path, wrong: &mut Vec<String>) -> String {
    let mut changes = Vec::new();
    for step in steps(&block.text) {
        let (printed, code) = run(&step, folder);
        if code == step.code && step.shows(&printed, block.varies()) {
            continue;
        }
        let leaves_open = step.shown.iter().any(|line| line.contains(ANYTHING));
        let can_be_written = code == step.code && !leaves_open && step.typed.is_empty();
        if env::var_os("UPDATE_DOCS").is_some() && can_be_written {
            changes.push((step.lines, printed));
            continue;
        }
        wrong.push(format!(
            "{}: $ {}\n--- shown (exit code {})\n{}\n--- printed (exit code {code})\n{printed}",
            block.place,
            step.command,
            step.code,
            step.shown.join("\n"),
        ));
    }
    if changes.is_empty() {
        return block.text.clone();
    }
    let mut lines: Vec<String> = block.text.lines().map(Into::into).collect();
    for (range, printed) in changes.into_iter().rev() {
        lines.splice(range, printed.lines().map(|line| line.trim_end().into()));
    }
    lines.join("\n") + "\n"
}

/// The commands of a block.
pub fn steps(text: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut goes_on = false;
    for (number, line) in text.lines().enumerate() {
        if let Some(command) = line.strip_prefix("$ ") {
            steps.push(Step {
                command: command.into(),
                typed: String::new(),
                shown: Vec::new(),
                code: 0,
                lines: number + 1..number + 1,
            });
            goes_on = command.ends_with('\\');
            continue;
        }
        let Some(step) = steps.last_mut() else {
            continue;
        };
        let typed = line
            .split_once("> ")
            .filter(|(side, _)| ["white", "black"].contains(side))
            .filter(|_| step.command.contains(" play"));
        if goes_on || step.shown.is_empty() && line.starts_with("> ") {
            step.command += "\n";
            step.command += line.strip_prefix("> ").unwrap_or(line);
            step.lines = number + 1..number + 1;
            goes_on = line.ends_with('\\');
        } else if let Some((_, typed)) = typed {
            step.typed += typed;
            step.typed += "\n";
        } else if let Some(code) = line.strip_prefix("exit code ") {
            step.code = code.parse().expect("an exit code");
        } else {
            step.shown.push(line.into());
            step.lines.end = number + 1;
        }
    }
    steps
}

impl Step {
    /// Whether its output is as shown. A blank line between two commands belongs to neither.
    fn shows(&self, printed: &str, varies: bool) -> bool {
        let shown = self.shown.join("\n");
        let (shown, printed) = match varies {
            true => (without_numbers(&shown), without_numbers(printed)),
            false => (shown, printed.to_owned()),
        };
        let lines: Vec<&str> = printed.trim_end().lines().collect();
        fits(&shown.trim_end().lines().collect::<Vec<_>>(), &lines)
    }
}

/// A folder in which the commands find the repository's files.
fn folder_like_the_repository() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder for the commands");
    for name in ["docs", "examples", "results", "tests"] {
        symlink(root().join(name), folder.path().join(name)).expect("a link");
    }
    folder
}

/// The output of a command, and its exit code.
fn run(step: &Step, folder: &Path) -> (String, i32) {
    let programs = Path::new(env!("CARGO_BIN_EXE_jacquerie"))
        .parent()
        .expect("a folder");
    let path = env::var("PATH").unwrap_or_default();
    let command = step.command.replace("cargo run --release --", "jacquerie");
    let mut process = Command::new("sh")
        .args(["-c", &format!("exec 2>&1\n{command}")])
        .current_dir(folder)
        .env("PATH", format!("{}:{path}", programs.display()))
        .env("HOME", folder)
        .env("XDG_CONFIG_HOME", folder.join(".config"))
        .env("XDG_CACHE_HOME", folder.join(".cache"))
        .env_remove("COLUMNS")
        .env_remove("CLICOLOR_FORCE")
        .env_remove("RUST_LOG")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("sh starts");
    let mut input = process.stdin.take().expect("its input");
    // A command that reads nothing may already have ended.
    drop(input.write_all(step.typed.as_bytes()));
    drop(input);
    let output = process.wait_with_output().expect("its output");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    (text, output.status.code().unwrap_or(-1))
}
