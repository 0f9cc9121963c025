//! The command line as people and scripts use it, as far as a transcript
//! (`tests/transcripts/usage.md`) cannot test it: comparisons of numbers, signals, broken pipes.

use crate::program::{command_in, folder, kill, last_line, refused_in, told, told_in, write};

#[test]
fn the_version_is_that_of_the_package() {
    let wanted = format!("jacquerie {}", env!("CARGO_PKG_VERSION"));
    assert!(told(&["--version"]).starts_with(&wanted));
}

#[test]
fn the_terms_of_an_evaluation_add_up() {
    let board = ["--fen", "8/pp6/8/2p5/8/P2P4/1P6/8 b"];
    let found = told(&[&["eval", "--json"], &board[..]].concat());
    let found: serde_json::Value = serde_json::from_str(&found).expect("an object");
    let terms = found["terms"].as_array().expect("terms");
    let sum: f64 = terms.iter().filter_map(|term| term["pawns"].as_f64()).sum();
    let whole = found["pawns"].as_f64().expect("a number");
    assert!((sum - whole).abs() < 1e-6, "{found}");
    let table = told(&[&["eval"], &board[..]].concat());
    let line = table.lines().find_map(|line| line.strip_prefix("network"));
    let for_white: f64 = line.expect("a line").trim().parse().expect("a number");
    assert!((whole + for_white / 100.0).abs() < 1e-6, "{table}{found}");
}

/// A flag that needs another is not ignored beside a third that contradicts the other.
#[test]
fn a_flag_without_the_one_it_needs_is_refused() {
    let fen = "3/p2/3/3/3/3/2P/3 w";
    let cases: [&[&str]; 15] = [
        &["solve", "--fen", fen, "--plies", "3"],
        &["solve", "--fen", fen, "--plies", "3", "--moves"],
        &["solve", "--fen", fen, "--plies", "3", "--json"],
        &["solve", "--fen", fen, "--plies", "3", "--output", "x"],
        &["solve", "--fen", fen, "--output", "x"],
        &["solve", "--fen", fen, "--output", "x", "--json"],
        &["solve", "--fen", fen, "--output", "x", "--certificate", "y"],
        &["solve", "--fen", fen, "--limit", "9", "--json"],
        &["solve", "--fen", fen, "--seed", "9", "--moves"],
        &[
            "solve",
            "--input",
            "x",
            "--output",
            "y",
            "--checkpoint-every",
            "9",
        ],
        &["solve", "--input", "x", "--json"],
        &["analyse", "--fen", fen, "--game", "7"],
        &["puzzles", "--count", "1", "--theme", "mate"],
        &["puzzles", "--time", "1", "--rating", "7"],
        &[
            "match",
            "--engine",
            "cmd=self",
            "--engine",
            "cmd=self",
            "--games",
            "2",
            "--gaps-of",
            "a=b",
        ],
    ];
    let own = folder();
    for case in cases {
        refused_in(&own, case, 2);
    }
}

/// The number of nodes is the signature of the search.
fn compare_bench(text: &str) {
    let written = include_str!("../data/bench.txt").trim_end();
    let summary = last_line(text).strip_suffix(" nps");
    let (nodes, speed) = summary
        .and_then(|summary| summary.rsplit_once(' '))
        .unwrap_or_else(|| panic!("not a summary: {text}"));
    assert!(speed.parse::<u64>().is_ok(), "{text}");
    assert_eq!(
        nodes, written,
        "search or evaluation has changed. If that is wanted, write the count on the left into \
         tests/data/bench.txt, and say so in the commit message."
    );
}

#[test]
fn bench_counts_the_recorded_number() {
    compare_bench(&told(&["bench"]));
}

/// In UCI too, where `quit` waits for it.
#[test]
fn bench_does_not_depend_on_the_configuration() {
    let own = folder();
    let changes = "[options]\nfiles = 5\nmultipv = 3\n[pscore]\ntempo = 1\n";
    write(&own.path().join("engine.toml"), changes);
    compare_bench(&told_in(&own, &[], "bench\nquit\n"));
}

/// An interrupted count means nothing, so none is printed.
#[cfg(unix)]
#[test]
fn an_interrupted_count_is_not_printed() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::Stdio;
    for (arguments, signal, result, reason) in [
        (&["bench"][..], "-INT", " nps", "bench was stopped"),
        (
            &["perft", "9", "--divide"],
            "-TERM",
            "perft ",
            "perft was stopped",
        ),
    ] {
        let mut program = command_in(&folder(), arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut output = BufReader::new(program.stdout.take().expect("its output"));
        let mut text = String::new();
        output.read_line(&mut text).expect("a line");
        kill(&program, signal);
        output.read_to_string(&mut text).expect("the rest");
        assert!(!text.contains(result), "{arguments:?}: {text}");
        let ended = program.wait_with_output().expect("it ends");
        let complaint = String::from_utf8_lossy(&ended.stderr);
        assert_eq!(complaint, format!("jacquerie: {reason}\n"));
        assert_eq!(ended.status.code(), Some(1), "{arguments:?}");
    }
}

/// A reader that closes early is not an error.
#[cfg(unix)]
#[test]
fn a_closed_output_is_no_panic() {
    use std::process::Stdio;
    for arguments in [
        &["analyse", "--depth", "3"][..],
        &["perft", "3", "--divide"],
        &["eval"],
        &["play", "--side", "both"],
        &["analyse", "--depth", "3", "--moves", "b4 a5"],
        &["go depth 3"],
    ] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = command_in(&folder(), arguments)
            .stdin(Stdio::null())
            .stdout(writer)
            .stderr(Stdio::piped())
            .output()
            .expect("the program starts");
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(
            !complaint.contains("panicked"),
            "{arguments:?}: {complaint}"
        );
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {complaint}");
    }
}
