//! The engine as a user of python-chess meets it: with the boards of `examples/python-chess`, the uses
//! in `python-chess/play.py`, python-chess's own boards of antichess in `python-chess/antichess.py`, what `python-chess/games.py` compares, and the lines that
//! `docs/python.md` shows.
//!
//! The test makes a virtual environment of its own and installs python-chess into it, from
//! wherever `pip` is set up to find packages.

use std::path::Path;
use std::process::Command;

const SCRIPTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/python-chess");
const BOARDS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/python-chess");
const PAGE: &str = include_str!("../docs/python.md");

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

/// The Python that the page shows: a game of the engine against itself, and a solved board.
fn shown() -> [&'static str; 2] {
    let blocks = PAGE.split("```python").skip(1);
    let lines = blocks.filter_map(|block| Some(block.split_once('\n')?.1.split_once("```")?.0));
    let lines: Vec<_> = lines.collect();
    lines.try_into().expect("two pieces of Python on the page")
}

#[test]
#[ignore = "needs Python 3 and the network: cargo test --release --test python_chess -- --ignored"]
fn python_chess_plays_and_analyses() {
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
        Command::new(&python).args(["-m", "pip", "install", "--quiet", "chess==1.11.2"]),
        "downloading python-chess with pip",
    );

    let program = Path::new(env!("CARGO_BIN_EXE_jacquerie"));
    // Started in the empty folder, the engine finds no configuration of the user's.
    let in_folder = |command: &mut Command| {
        let config = folder.path().join("config");
        command
            .current_dir(folder.path())
            .env("XDG_CONFIG_HOME", &config)
            .env("HOME", &config)
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .env("PYTHONPATH", BOARDS);
    };
    for script in ["play.py", "antichess.py", "games.py"] {
        let mut command = Command::new(&python);
        in_folder(command.arg(Path::new(SCRIPTS).join(script)).arg(program));
        run(&mut command, script);
    }

    let path = std::env::join_paths(
        program.parent().map(Path::to_owned).into_iter().chain(
            std::env::var_os("PATH")
                .iter()
                .flat_map(|path| std::env::split_paths(path).collect::<Vec<_>>()),
        ),
    )
    .expect("a path");
    let [game, solved] = shown().map(|lines| {
        let mut command = Command::new(&python);
        in_folder(command.args(["-c", lines]).env("PATH", &path));
        run(&mut command, "the lines of the page")
    });
    let result = game.lines().last().unwrap_or_default();
    assert!(["1-0", "0-1", "1/2-1/2"].contains(&result), "{game}");
    assert!(
        PAGE.contains(&format!("It prints `{}`.", solved.trim())),
        "{solved}"
    );
}
