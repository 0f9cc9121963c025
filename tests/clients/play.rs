//! Games in the terminal, as far as a transcript (`tests/transcripts/play.md`) cannot test them:
//! terminal features, signals, and input that is not UTF-8.

use std::process::Stdio;

use crate::program::{PROGRAM, call_in, command_in, folder, kill, run_in, told_in};

/// Plays in an empty folder; returns the output.
fn played(arguments: &[&str], input: &str) -> String {
    told_in(&folder(), &[&["play"], arguments].concat(), input)
}

const BOTH: &[&str] = &["--side", "both", "--variant", "pawngame", "--files", "3"];

#[test]
fn figures_and_colours_are_for_capable_terminals() {
    let coloured = |more: &[(&str, &str)]| {
        command_in(&folder(), &["play", "--side", "both"])
            .env_remove("NO_COLOR")
            .env("CLICOLOR_FORCE", "1")
            .envs(more.iter().copied())
            .stdin(Stdio::null())
            .output()
            .map(|output| String::from_utf8_lossy(&output.stdout).contains("\u{1b}["))
            .expect("the program starts")
    };
    assert!(coloured(&[]));
    assert!(!coloured(&[("NO_COLOR", "1")]));
}

#[test]
fn a_long_line_and_a_nul_are_no_moves() {
    let input = "b".repeat(1 << 20) + "\n\u{0}\nb4\n";
    assert!(played(BOTH, &input).ends_with("Black to move, move 1.\n"));
}

/// Plays in a terminal: waits for each text and then sends its answer; returns the terminal's
/// content. (A prompt is the only sign that the terminal takes single keys.) `None` if there is no
/// Python to make a terminal.
#[cfg(unix)]
fn played_in_a_terminal(arguments: &[&str], talk: &[(&str, &str)]) -> Option<String> {
    const SCRIPT: &str = "
import json, os, pty, signal, subprocess, sys
signal.alarm(60)
ours, theirs = pty.openpty()
program = subprocess.Popen(sys.argv[2:], stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True)
os.close(theirs)
shown = b''
def read():
    global shown
    try:
        piece = os.read(ours, 4096)
    except OSError:
        piece = b'' # Linux reports this when the other end is closed.
    shown += piece
    return piece
heard = 0
for wanted, answer in json.loads(sys.argv[1]):
    while (at := shown.find(wanted.encode(), heard)) < 0 and read():
        pass
    if at < 0:
        sys.exit(f'{wanted!r} did not come: {shown!r}')
    heard = at + len(wanted)
    os.write(ours, answer.encode('latin-1'))
while read():
    pass
sys.stdout.buffer.write(shown)
sys.exit(program.wait())
";
    let folder = folder();
    let run = run_in(&folder, "python3")
        .args(["-c", SCRIPT, &serde_json::json!(talk).to_string()])
        .arg(PROGRAM)
        .args([&["play"], arguments].concat())
        .env("TERM", "xterm")
        .output();
    let Ok(run) = run else {
        eprintln!("skipped: there is no python3 to make a terminal");
        return None;
    };
    let complaint = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{complaint}");
    Some(String::from_utf8_lossy(&run.stdout).into_owned())
}

/// Ctrl-C and Ctrl-D are requests to quit and ask for confirmation.
#[cfg(unix)]
#[test]
fn an_interrupt_asks_before_a_game_is_lost() {
    const CONTROL_C: &str = "\u{3}";
    const CONTROL_D: &str = "\u{4}";
    for (talk, questions) in [
        (&[("white> ", CONTROL_C)][..], 0),
        (
            &[
                ("white> ", "b4\r"),
                ("black> ", CONTROL_C),
                ("continues.", ""),
                ("black> ", CONTROL_C),
            ],
            1,
        ),
        (
            &[
                ("white> ", "b4\r"),
                ("black> ", CONTROL_C),
                ("continues.", ""),
                ("black> ", "a5\r"),
                ("white> ", CONTROL_D),
                ("continues.", ""),
                ("white> ", CONTROL_D),
            ],
            2,
        ),
    ] {
        let Some(text) = played_in_a_terminal(BOTH, talk) else {
            return;
        };
        assert_eq!(text.matches("is not saved").count(), questions, "{text}");
    }
}

/// A byte that is not UTF-8, from an old terminal, loses the line but not the game.
#[cfg(unix)]
#[test]
fn a_terminal_may_send_invalid_utf_8() {
    let talk = [
        ("white> ", "b4\r"),
        ("black> ", "caf\u{e9}\r"),
        ("is not a move", "fen\r"),
        ("3/ppp/3/3/1P1/3/P1P/3 b", "quit\r"),
        ("is not saved", ""),
        ("black> ", "yes\r"),
    ];
    let Some(shown) = played_in_a_terminal(BOTH, &talk) else {
        return;
    };
    assert!(!shown.contains("invalid data"), "{shown}");
}

/// The sign that the engine is thinking appears only on a terminal, and disappears after its move.
#[cfg(unix)]
#[test]
fn a_terminal_shows_that_the_engine_thinks() {
    let arguments = ["--side", "black", "--nodes", "200000"];
    let talk = [
        ("black> ", "quit\r"),
        ("continues.", ""),
        ("black> ", "quit\r"),
    ];
    if let Some(text) = played_in_a_terminal(&arguments, &talk) {
        let (before, behind) = text.split_once("Jacquerie plays").expect("its move");
        assert!(before.contains("thinking"), "{text}");
        assert!(!behind.contains("thinking"), "{text}");
    }
    let piped = call_in(&folder(), &[&["play"], &arguments[..]].concat(), "quit\n");
    assert!(!(piped.text + &piped.complaint).contains("thinking"));
}

#[test]
fn invalid_utf_8_ends_without_a_panic() {
    let folder = folder();
    let command = command_in(&folder, &["play", "--side", "both"]);
    let output = assert_cmd::Command::from_std(command)
        .write_stdin([0xff, 0xfe, b'\n', 0x80].as_slice())
        .output()
        .expect("the program starts");
    assert_eq!(output.status.code(), Some(0));
    let empty = call_in(&folder, &["play"], "");
    assert_eq!((empty.code, empty.complaint.as_str()), (0, ""));
}

#[test]
fn a_saved_resignation_that_is_taken_back_is_a_new_game() {
    let folder = folder();
    let arguments = [&["play"], BOTH].concat();
    let input = "b3\nresign\nsave one.pgn\nundo\nquit\nquit\n";
    let told = told_in(&folder, &arguments, input);
    assert!(told.contains("This game is not saved."), "{told}");
}

/// Without a seed each game differs; with one, the next game still differs from it.
#[test]
fn the_next_game_has_other_random_choices() {
    let replies = |input: &str| {
        let arguments = ["--variant", "pawngame", "--level", "1", "--seed", "1"];
        let told = played(&arguments, input);
        let replies = told.split("Jacquerie plays ").skip(1);
        let replies = replies.map(|reply| reply.lines().next().unwrap_or_default().to_owned());
        replies.collect::<Vec<_>>()
    };
    let game = "a3\nb3\nc3\nd3\nnew\nnew\n";
    let both = replies(&game.repeat(2));
    let (first, second) = both.split_at(both.len() / 2);
    assert_eq!(first, replies(game));
    assert_ne!(first, second);
}

#[test]
fn an_ambiguous_move_is_not_called_illegal() {
    let fen = "8/8/4p3/5N2/8/1N6/4K3/8 w";
    let arguments = ["play", "--variant", "antichess", "--fen", fen];
    let told = call_in(&folder(), &arguments, "Nd4\nquit\n").text;
    let meant = "'Nd4' is ambiguous in 8/8/4p3/5N2/8/1N6/4K3/8 w - - 0 1: Nbd4 or Nfd4";
    assert!(told.contains(meant), "{told}");
}

/// Starts a game in which the engine thinks for an hour, and sends a signal meanwhile; returns the
/// output from then on, and the exit status.
#[cfg(unix)]
fn signalled(signal: &str) -> (String, std::process::ExitStatus) {
    use std::io::{BufRead, BufReader, Read};
    let arguments = ["play", "--side", "none", "--movetime", "3600000"];
    let mut program = command_in(&folder(), &arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut output = BufReader::new(program.stdout.take().expect("its output"));
    let mut line = String::new();
    while !line.contains("White to move") {
        line.clear();
        assert_ne!(output.read_line(&mut line).expect("a line"), 0, "it ended");
    }
    // It prints this just before it begins to think, which takes CPU time.
    while cpu_seconds(program.id()) == "00:00:00" {
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    kill(&program, signal);
    let mut rest = String::new();
    output.read_to_string(&mut rest).expect("the rest");
    (rest, program.wait().expect("it ends"))
}

/// The CPU time of a process, as HH:MM:SS.
#[cfg(unix)]
fn cpu_seconds(process: u32) -> String {
    let asked = std::process::Command::new("ps")
        .args(["-o", "time=", "-p", &process.to_string()])
        .output();
    let answer = String::from_utf8(asked.expect("ps works").stdout).expect("text");
    answer.trim().into()
}

/// Ctrl-C while the engine thinks makes it move; at a prompt it ends the program.
#[cfg(unix)]
#[test]
fn an_interrupt_hurries_the_engine() {
    let (rest, status) = signalled("-INT");
    assert!(rest.contains("Jacquerie plays 1."), "{rest}");
    assert!(rest.ends_with("Black to move, move 1.\n"), "{rest}");
    assert!(status.success());
}

/// A request to end the program ends it, whichever side is to move.
#[cfg(unix)]
#[test]
fn a_game_ends_by_a_signal() {
    use std::os::unix::process::ExitStatusExt;
    for (signal, number) in [("-TERM", 15), ("-HUP", 1)] {
        let (rest, status) = signalled(signal);
        assert_eq!((rest.as_str(), status.signal()), ("", Some(number)));
    }
}
