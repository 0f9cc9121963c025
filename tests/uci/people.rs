//! What is beyond the standard, for people who type: a greeting, `d`, `fen`, `eval`, `bench`, `help`.

use std::process::Command;

use super::client::Client;
use super::{DRAWN, START};

/// What the program writes when it is told to quit, its input a terminal and its output too or a
/// pipe. `None` where there is no Python to make the terminal.
fn quit_in_a_terminal(output: &str) -> Option<String> {
    // The terminal echoes nothing, so that only the program is heard.
    const SCRIPT: &str = "
import os, pty, subprocess, sys, termios
ours, theirs = pty.openpty()
attributes = termios.tcgetattr(theirs)
attributes[3] &= ~termios.ECHO
termios.tcsetattr(theirs, termios.TCSANOW, attributes)
output = theirs if sys.argv[1] == 'terminal' else subprocess.PIPE
program = subprocess.Popen([sys.argv[2]], stdin=theirs, stdout=output)
os.close(theirs)
os.write(ours, b'quit\\n')
if program.stdout:
    sys.stdout.buffer.write(program.stdout.read())
else:
    try:
        while piece := os.read(ours, 4096):
            sys.stdout.buffer.write(piece)
    except OSError:
        pass # Linux says so when nobody writes any more.
sys.exit(program.wait())
";
    let folder = tempfile::tempdir().expect("a folder for the program");
    let run = Command::new("python3")
        .args(["-c", SCRIPT, output, env!("CARGO_BIN_EXE_jacquerie")])
        .current_dir(folder.path())
        .output();
    let Ok(run) = run else {
        eprintln!("skipped: there is no python3 to make a terminal");
        return None;
    };
    let complaint = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{complaint}");
    Some(String::from_utf8(run.stdout).expect("the output is text"))
}

/// 21: who starts the program in a terminal is told what it is; a program that starts it is not.
#[cfg(unix)]
#[test]
fn a_person_is_greeted() {
    let Some(text) = quit_in_a_terminal("terminal") else {
        return;
    };
    let lines: Vec<&str> = text.lines().collect();
    let version = concat!("Jacquerie ", env!("CARGO_PKG_VERSION"), " (");
    assert!(
        lines.len() == 1 && lines[0].starts_with(version),
        "{lines:?}"
    );
    assert!(lines[0].ends_with("type 'help' for the commands, 'quit' to leave"));
    assert_eq!(quit_in_a_terminal("pipe").as_deref(), Some(""));
}

/// 21: the board is drawn, with its FEN.
#[test]
fn d_draws_the_board() {
    let mut client = Client::start();
    let lines = client.ask("d");
    assert!(
        lines.contains(&"8 | . . . . . . . .".to_owned()),
        "{lines:?}"
    );
    assert!(
        lines.contains(&"3 | P P P P P P P P".to_owned()),
        "{lines:?}"
    );
    assert_eq!(lines.last(), Some(&format!("Fen: {START}")));
    client.ask(&format!("position fen {DRAWN}"));
    assert_eq!(client.ask("fen"), [DRAWN]);
}

/// 21: the evaluation is shown term by term.
#[test]
fn eval_shows_the_terms() {
    let mut client = Client::start();
    let text = client.ask("eval").join("\n");
    for term in ["pawn", "passer", "zugzwang"] {
        assert!(text.contains(term), "{text}");
    }
}

/// 21: `help` names every command that can be sent.
#[test]
fn help_names_the_commands() {
    let mut client = Client::start();
    let text = client.ask("help").join("\n");
    for command in [
        "uci",
        "isready",
        "setoption",
        "ucinewgame",
        "position",
        "go",
        "stop",
        "ponderhit",
        "perft",
        "searchmoves",
        "mate",
        "d,",
        "fen",
        "eval",
        "bench",
        "debug",
        "quit",
    ] {
        assert!(text.contains(command), "{command}: {text}");
    }
}

/// 21: `bench` can be stopped, and says so; then the count means nothing and is not given.
#[test]
fn bench_can_be_stopped() {
    let mut client = Client::start();
    client.send("bench\nstop");
    let lines = client.settle();
    client.wait_for("info string bench was stopped");
    assert!(
        lines.iter().all(|line| !line.ends_with(" nps")),
        "{lines:?}"
    );
    client.search("go depth 3").check(START);
}
