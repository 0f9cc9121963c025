//! Sessions that a page shows: `> ` is sent, `< ` is answered. `…` is any number of lines.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;
use std::{env, thread};

use crate::page::{Block, Page};
use crate::pattern::{ANYTHING, fits, without_numbers};

/// How long an answer may take: after that the session hangs.
const PATIENCE: Duration = Duration::from_secs(60);

/// Holds the sessions of all pages; what is not as it is shown.
pub fn check(pages: &[Page]) -> Vec<String> {
    let blocks = pages.iter().flat_map(|page| &page.blocks);
    let sessions = blocks.filter(|block| block.is(&["uci"]) || block.is(&["xboard"]));
    sessions
        .filter_map(|block| {
            hold(block)
                .err()
                .map(|error| format!("{}: {error}", block.place))
        })
        .collect()
}

fn hold(block: &Block) -> Result<(), String> {
    let folder = tempfile::tempdir().expect("a folder for the program");
    let mut program = Command::new(env!("CARGO_BIN_EXE_jacquerie"))
        .args(block.is(&["xboard"]).then_some("xboard"))
        .current_dir(folder.path())
        .env("HOME", folder.path())
        .env_remove("XDG_CONFIG_HOME")
        .env_remove("RUST_LOG")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = program.stdin.take().expect("its input");
    let output = BufReader::new(program.stdout.take().expect("its output"));
    let (sender, lines) = channel();
    thread::spawn(move || {
        output
            .lines()
            .map_while(Result::ok)
            .try_for_each(|line| sender.send(line))
    });
    let mut result = Ok(());
    let mut shown = Vec::new();
    for line in block.text.lines() {
        if let Some(sent) = line.strip_prefix("> ") {
            result = answered(&lines, &mut shown, block.varies()).and_then(|()| {
                writeln!(input, "{sent}").map_err(|error| format!("'{sent}': {error}"))
            });
            if result.is_err() {
                break;
            }
        } else {
            shown.push(line.strip_prefix("< ").unwrap_or(line));
        }
    }
    drop(input);
    result = result.and_then(|()| answered(&lines, &mut shown, block.varies()));
    let is_open = shown.last() == Some(&ANYTHING);
    if result.is_ok()
        && !is_open
        && let Ok(line) = lines.recv_timeout(PATIENCE)
    {
        result = Err(format!("'{line}' is not shown"));
    }
    drop(program.kill());
    drop(program.wait());
    result
}

/// Waits for the lines that are shown. If they end with any number of lines, these may still come before the
/// next ones.
fn answered(lines: &Receiver<String>, shown: &mut Vec<&str>, varies: bool) -> Result<(), String> {
    let compared = |line: &str| match varies {
        true => without_numbers(line),
        false => line.to_owned(),
    };
    let expected: Vec<String> = shown.iter().map(|line| compared(line)).collect();
    let expected: Vec<&str> = expected.iter().map(String::as_str).collect();
    let mut told: Vec<String> = Vec::new();
    while !fits(
        &expected,
        &told.iter().map(String::as_str).collect::<Vec<_>>(),
    ) {
        let line = lines.recv_timeout(PATIENCE).map_err(|_| {
            let told = told.join("\n");
            format!("--- shown\n{}\n--- answered\n{told}", shown.join("\n"))
        })?;
        told.push(compared(&line));
    }
    let is_open = shown.last() == Some(&ANYTHING);
    shown.clear();
    shown.extend(is_open.then_some(ANYTHING));
    Ok(())
}
