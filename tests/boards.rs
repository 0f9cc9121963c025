//! `docs/boards.ini`, by which other people's boards know the rules of these games.
//!
//! A board plays a game with the engine if both call it by the same name and begin it alike; that is
//! compared here. Whether they agree on every move and every end is found out by `tests/gui/boards.py`, which
//! plays by what Fairy-Stockfish reads in the file; a long test runs it.

use std::path::Path;
use std::process::Command;

const INI: &str = include_str!("../docs/boards.ini");
const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/gui/boards.py");

/// Runs a command to its end; what it wrote, if it worked.
fn run(command: &mut Command, purpose: &str) -> String {
    let output = match command.output() {
        Ok(output) => output,
        Err(error) => panic!("{purpose}: {command:?} cannot be started: {error}"),
    };
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(
        output.status.success(),
        "{purpose} failed:\n{}{}",
        text(&output.stdout),
        text(&output.stderr)
    );
    text(&output.stdout)
}

/// The variants of the file, each with its start; one that names no start has that of the variant
/// it is taken from.
fn starts() -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    for line in INI.lines() {
        let heading = line
            .strip_prefix('[')
            .and_then(|line| line.strip_suffix(']'));
        if let Some(heading) = heading {
            let (name, parent) = heading.split_once(':').unwrap_or((heading, ""));
            let inherited = found.iter().find(|(name, _)| name == parent);
            let start = inherited.map_or(String::new(), |(_, start)| start.clone());
            found.push((name.into(), start));
        } else if let Some(start) = line.strip_prefix("startFen = ") {
            found.last_mut().expect("a variant has the start").1 = start.into();
        }
    }
    found
}

#[test]
fn variants_have_the_engines_names_and_starts() {
    let folder = tempfile::tempdir().expect("a folder for the program");
    let starts = starts();
    assert_eq!(starts.len(), 5, "{starts:?}");
    for (name, start) in starts {
        let mut engine = Command::new(env!("CARGO_BIN_EXE_jacquerie"));
        engine
            .args(["--variant", &name, "fen"])
            .current_dir(folder.path())
            .env("HOME", folder.path())
            .env("XDG_CONFIG_HOME", folder.path());
        assert_eq!(run(&mut engine, &name).trim(), start, "{name}");
    }
}

#[test]
#[ignore = "needs Python 3 and the network: cargo test --release --test boards -- --ignored"]
fn boards_and_engine_have_the_same_rules() {
    let folder = tempfile::tempdir().expect("a folder for Python");
    let environment = folder.path().join("environment");
    run(
        Command::new("python3")
            .args(["-m", "venv"])
            .arg(&environment),
        "making a virtual environment (Python 3 with its module venv is needed)",
    );
    let bin = if cfg!(windows) { "Scripts" } else { "bin" };
    let python = environment.join(bin).join("python");
    run(
        Command::new(&python).args(["-m", "pip", "install", "--quiet", "pyffish==0.0.90"]),
        "downloading pyffish with pip",
    );
    let program = Path::new(env!("CARGO_BIN_EXE_jacquerie"));
    let told = run(
        Command::new(&python)
            .args([SCRIPT, "--engine"])
            .arg(program)
            .current_dir(folder.path())
            .env("HOME", folder.path())
            .env("XDG_CONFIG_HOME", folder.path()),
        "comparing with pyffish",
    );
    assert!(told.contains("kingpawn"), "{told}");
}
