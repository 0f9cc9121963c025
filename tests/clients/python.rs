//! Python programs and the engine: python-chess with the boards of `examples/python-chess`, as
//! `tests/python-chess` and `docs/python.md` use it; and `docs/boards.ini`, from which other
//! programs learn the rules of these games.
//!
//! A board and the engine can play together if they use the same variant names and start positions;
//! that is compared here. `tests/gui/boards.py` checks every move and every end against
//! Fairy-Stockfish reading that file. The long tests make their own virtual environment and install
//! what they need with `pip`.

use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use crate::program::{PROGRAM, folder, told};

const PAGE: &str = include_str!("../../docs/python.md");
const INI: &str = include_str!("../../docs/boards.ini");

/// A folder with a virtual environment, in which a package can be imported.
struct Python(TempDir);

impl Python {
    fn with(package: &str) -> Self {
        let python = Self(folder());
        python.run("python3", &["-m", "venv", "environment"]);
        let interpreter = python.interpreter();
        python.run(interpreter, &["-m", "pip", "install", "--quiet", package]);
        python
    }

    fn interpreter(&self) -> PathBuf {
        let bin = if cfg!(windows) { "Scripts" } else { "bin" };
        self.0.path().join("environment").join(bin).join("python")
    }

    /// Runs a command to its end; returns its output. In the empty folder the engine finds no
    /// configuration of the user.
    fn run(&self, command: impl AsRef<Path>, arguments: &[&str]) -> String {
        let program = Path::new(PROGRAM).parent().expect("a folder");
        let path = std::env::var("PATH").unwrap_or_default();
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let output = Command::new(command.as_ref())
            .args(arguments)
            .current_dir(self.0.path())
            .env("XDG_CONFIG_HOME", self.0.path().join("config"))
            .env("HOME", self.0.path())
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .env("PYTHONPATH", root.join("examples/python-chess"))
            .env("PATH", format!("{}:{path}", program.display()))
            .output()
            .unwrap_or_else(|error| {
                panic!("{arguments:?} (Python 3 with venv is needed): {error}")
            });
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let (told, complaint) = (text(&output.stdout), text(&output.stderr));
        assert!(output.status.success(), "{arguments:?}:\n{told}{complaint}");
        told
    }

    /// Runs a script of the folder `tests`.
    fn script(&self, name: &str, arguments: &[&str]) -> String {
        let script = format!("{}/tests/{name}", env!("CARGO_MANIFEST_DIR"));
        self.run(self.interpreter(), &[&[&*script], arguments].concat())
    }
}

/// The Python code on the page: a game of the engine against itself, and a solved board.
fn shown() -> [&'static str; 2] {
    let blocks = PAGE.split("```python in tests/clients/python.rs").skip(1);
    let lines = blocks.filter_map(|block| Some(block.split_once('\n')?.1.split_once("```")?.0));
    let lines: Vec<_> = lines.collect();
    lines.try_into().expect("two pieces of Python on the page")
}

#[test]
#[ignore = "needs Python 3 and the network: cargo test --release --test clients python -- --ignored"]
fn python_chess_plays_and_analyses() {
    let python = Python::with("chess==1.11.2");
    for script in ["play.py", "antichess.py", "endings.py", "games.py"] {
        python.script(&format!("python-chess/{script}"), &[PROGRAM]);
    }
    let [game, solved] = shown().map(|lines| python.run(python.interpreter(), &["-c", lines]));
    let result = game.lines().last().unwrap_or_default();
    assert!(["1-0", "0-1", "1/2-1/2"].contains(&result), "{game}");
    let printed = format!("It prints `{}`.", solved.trim());
    assert!(PAGE.contains(&printed), "{solved}");
}

#[test]
#[ignore = "needs Python 3 and the network: cargo test --release --test clients python -- --ignored"]
fn boards_and_engine_have_the_same_rules() {
    let python = Python::with("pyffish==0.0.90");
    let told = python.script("gui/boards.py", &["--engine", PROGRAM]);
    assert!(told.contains("kingpawn"), "{told}");
}

/// The variants of the file, each with its start; a variant without its own start has that of the
/// variant it derives from.
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
    let starts = starts();
    assert_eq!(starts.len(), 5, "{starts:?}");
    for (name, start) in starts {
        assert_eq!(told(&["--variant", &name, "fen"]).trim(), start, "{name}");
    }
}
