//! The program with the game in it: its commands, and matches.
//!
//! A match needs engines that are processes. So the test program runs itself with only the test
//! [`it`], and the words after `--` are the arguments of the program. In a match, `cmd=self` then
//! means this program too.

use std::ffi::OsString;
use std::fs;
use std::process::{Command, Stdio};

use jacquerie::arena::pgn::{self, GameResult, starts_of};
use jacquerie::commands::{Usage, read, run};
use tempfile::TempDir;

use crate::{VARIANTS, config, registry};

/// The arguments with which the test program acts as Jacquerie.
const AS_PROGRAM: &str = "program::it --exact --ignored --nocapture --";

#[test]
#[ignore = "this is no test, but the program with the game in it"]
fn it() {
    let words = std::env::args_os().skip_while(|word| word != "--");
    let words: Vec<OsString> = words.collect();
    if !words.is_empty() {
        let registry = registry();
        let arguments = read(&words, &registry).unwrap_or_else(|told| told.exit());
        let code = run(arguments, &registry).map_or_else(
            |error| {
                eprintln!("{error}");
                if error.is::<Usage>() { 2 } else { 1 }
            },
            |()| 0,
        );
        std::process::exit(code);
    }
}

/// A folder with a configuration for the game.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let text = format!("{VARIANTS}[options]\nvariant = \"corridor\"\nhash = 1\n");
    fs::write(folder.path().join("engine.toml"), text).expect("it is written");
    folder
}

/// Calls the program there; returns its exit code and its output or error message.
fn call(folder: &TempDir, words: &[String]) -> (Option<i32>, String) {
    let program = std::env::current_exe().expect("the test knows where it is");
    let output = Command::new(program)
        .args(AS_PROGRAM.split(' '))
        .args(words)
        .current_dir(folder.path())
        .env("HOME", folder.path())
        .env("XDG_CONFIG_HOME", folder.path())
        .env_remove("RUST_LOG")
        .stdin(Stdio::null())
        .output()
        .expect("the test can be called again");
    let told = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8_lossy(&told).into())
}

/// The exit code, the arguments, and a part of the output.
const CALLS: &str = "
0 | perft 3 | perft 3: 18
0 | eval | pieces
0 | analyse --depth 4 | 1.
0 | --head-start 2 fen | rk/p1/2/2/2/2/1P/2/2/KR w - - 0 1
0 | 'position startpos moves Ka1-a2' 'go depth 3' | bestmove
0 | solve --fen '2/1k/2/2/2/2/2/2/R1/K1 w' --moves | value win
0 | solve --fen '2/1k/2/2/2/2/2/2/R1/K1 w' --certificate proof | value win
0 | verify proof --line | corridor, where a side without a move draws
1 | verify proof --variant strict | proof uses a different rule ('corridor, where a side without a move draws') from strict
0 | solve --variant peasants --files 2 --certificate pawns | value draw
1 | verify pawns --variant corridor | is for the game 'pawns', but the variant corridor belongs to the game 'corridor'
2 | gamelets --variant corridor | only for the game 'pawns' (pawngame, pawnrace, pawnsonly, peasants), but the variant corridor belongs to
2 | perft 3 --ending seventh-rank | only for the game 'pawns'
2 | eval --gaps 'a a' | --gaps a a: the variant corridor has no such choice
2 | solve --no-gamelets | --no-gamelets:";

#[test]
fn the_commands_support_it() {
    let folder = folder();
    for row in CALLS.trim().lines() {
        let columns: Vec<&str> = row.split(" | ").collect();
        let words = shlex::split(columns[1]).expect("words");
        let (code, told) = call(&folder, &words);
        assert_eq!(code, columns[0].parse().ok(), "{row}: {told}");
        assert!(told.contains(columns[2]), "{row}: {told}");
    }
}

#[test]
fn two_programs_play_a_match() {
    let folder = folder();
    let openings = "rk/p1/2/2/2/2/2/2/1P/KR w - - 0 1\n\
                    1k/2/2/2/2/2/2/2/2/K1 w - - 14 30\n\
                    1k/1p/2/2/2/2/2/2/P1/K1 w - - 0 1 | a2a3 b9b8\n";
    fs::write(folder.path().join("openings"), openings).expect("it is written");
    let engine = |name| format!("--engine \"name={name} cmd='self {AS_PROGRAM}'\"");
    let (one, two) = (engine("one"), engine("two"));
    let words = format!("match {one} {two} --tc nodes=500 --openings openings --pgn games.pgn");
    let (code, report) = call(&folder, &shlex::split(&words).expect("words"));
    assert_eq!(code, Some(0), "{report}");
    assert!(report.contains(" of 6, score "), "{report}");
    let games = fs::read_to_string(folder.path().join("games.pgn")).expect("games");
    let config = config("corridor");
    let records = pgn::read(&games, &starts_of(&config)).expect("they can be read");
    assert_eq!(records.len(), 6);
    for record in &records {
        let finish = record.position().finish().expect("the game is over");
        assert_eq!(record.result, GameResult::of_winner(finish.winner));
    }
}
