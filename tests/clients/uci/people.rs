//! Commands beyond the standard, for people who type: a greeting, `d`, `fen`, `eval`, `bench`,
//! `help`.

use crate::program::client::Client;
use crate::program::{PROGRAM, folder, run_in};

/// The output of the program when it is told to quit, with a terminal as its input, and a terminal
/// or a pipe as its output. `None` if there is no Python to make the terminal.
fn quit_in_a_terminal(output: &str) -> Option<String> {
    // The terminal echoes nothing, so all output is the program's.
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
        pass # Linux reports this when the other end is closed.
sys.exit(program.wait())
";
    let run = run_in(&folder(), "python3")
        .args(["-c", SCRIPT, output, PROGRAM])
        .output();
    let Ok(run) = run else {
        eprintln!("skipped: there is no python3 to make a terminal");
        return None;
    };
    let complaint = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{complaint}");
    Some(String::from_utf8(run.stdout).expect("the output is text"))
}

/// 21: a person who starts the program in a terminal is greeted; a program is not.
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

/// A row of the evaluation: its name, and the values for White, for Black, and their difference.
type Row = (String, [i32; 3]);

/// The rows for a position, one for each weight of `engine.toml`, with patterns and sum, and the
/// network's score.
fn rows(client: &mut Client, fen: &str) -> Vec<Row> {
    client.ask(&format!("position fen {fen}"));
    let lines = client.ask("eval");
    let config: toml::Table = include_str!("../../../engine.toml")
        .parse()
        .expect("it is right");
    let weights = config["pscore"].as_table().expect("weights").keys();
    let mut expected: Vec<&str> = weights.map(String::as_str).collect();
    expected.extend(["patterns", "pscore", "network"]);
    assert!(lines[0].starts_with("term "), "{lines:?}");
    let rows = lines[1..].iter().map_while(|line| {
        let mut words = line.split_whitespace();
        let name = words.next().filter(|word| *word != "proved")?;
        let number = |word: &str| word.parse().expect("a number");
        match words.map(number).collect::<Vec<i32>>()[..] {
            [difference] => Some((name.to_owned(), [difference, 0, difference])),
            [white, black, difference] => Some((name.to_owned(), [white, black, difference])),
            _ => panic!("not a row: '{line}'"),
        }
    });
    let rows: Vec<Row> = rows.collect();
    let mut names: Vec<&str> = rows.iter().map(|(name, _)| name.as_str()).collect();
    names.sort_unstable();
    expected.sort_unstable();
    assert_eq!(names, expected);
    rows
}

/// 21: the evaluation is shown term by term: every weight, for the current position, for the right
/// side, and the terms add up.
#[test]
fn eval_shows_the_terms() {
    let mut client = Client::start();
    // The same board, and with colours exchanged.
    let [one, other] = [
        "8/1p3p2/1p1p1P1p/p2P3p/P1P1P1pP/8/PPPP1P2/8 b - - 0 14",
        "8/pppp1p2/8/p1p1p1Pp/P2p3P/1P1P1p1P/1P3P2/8 w - - 0 14",
    ]
    .map(|fen| rows(&mut client, fen));
    for ((name, numbers), (_, exchanged)) in one.iter().zip(&other) {
        let [white, black, difference] = *numbers;
        assert_eq!(white - black, difference, "{name}");
        match name.as_str() {
            "patterns" | "pscore" | "network" => assert_eq!(exchanged[2], -difference, "{name}"),
            _ => assert_eq!(*exchanged, [black, white, -difference], "{name}"),
        }
    }
    let worth = |name: &str| one.iter().find(|row| row.0 == name).expect(name).1;
    // Eleven pawns against eight, and Black to move.
    assert!(worth("pawn")[2] > 100, "{one:?}");
    assert_eq!(worth("tempo")[0], 0);
    assert!(
        worth("tempo")[1] > 0 && worth("patterns")[2] != 0,
        "{one:?}"
    );
    let terms = one.iter().filter(|row| row.0 != "network");
    let all: i32 = terms.map(|row| row.1[2]).sum();
    assert_eq!(all, 2 * worth("pscore")[2], "{one:?}");
    assert!(worth("network")[2] > 100, "{one:?}");
    client.send("setoption name Network value false");
    let without = client.ask("eval");
    assert!(!without.iter().any(|line| line.starts_with("network")));
}
