//! `-` where a file is named, standard input and standard output: a command between others.

mod program;

use std::fs;

use program::{call_in, folder, last_line, refused_in, told_in};

const BOARD: &str = "4/pppp/4/4/4/4/PPPP/4 w - - 0 1";
const ONE_FILE: &str = "8/p7/8/8/8/8/P7/8 w - - 0 1";

#[test]
fn a_position_comes_from_standard_input() {
    for (command, told) in [
        (
            &["solve", "--variant", "pawngame", "--memory", "16"][..],
            "value win",
        ),
        (&["perft", "2"], "perft 2: 64"),
        (&["eval"], "proved without search: nothing"),
        (&["gamelets"], "the whole: "),
        (&["analyse", "--depth", "2"], "Best is "),
    ] {
        let arguments = [command, &["--fen", "-"]].concat();
        let text = told_in(&folder(), &arguments, &format!("\n {BOARD}\nmore\n"));
        assert!(last_line(&text).starts_with(told), "{arguments:?}: {text}");
        let complaint = refused_in(&folder(), &arguments, 2);
        assert!(complaint.contains("standard input"), "{complaint}");
    }
}

#[test]
fn many_positions_are_solved_on_the_way() {
    let folder = folder();
    let input = format!("# two\n{BOARD}\n{ONE_FILE}\n");
    let values = format!("{BOARD};win\n{ONE_FILE};draw\n");
    let solve = [
        "solve",
        "--variant",
        "pawngame",
        "--memory",
        "16",
        "--input",
        "-",
    ];
    for output in ["-", "/dev/stdout"] {
        let arguments = [&solve[..], &["--output", output]].concat();
        assert_eq!(told_in(&folder, &arguments, &input), values, "{output}");
    }
    told_in(
        &folder,
        &[&solve[..], &["--output", "out"]].concat(),
        &input,
    );
    let written = fs::read_to_string(folder.path().join("out"));
    assert_eq!(written.expect("the values"), values);
}

#[test]
fn games_are_annotated_on_the_way() {
    let folder = folder();
    let game = "[Variant \"pawngame\"]\n\n1. b4 c5 2. bxc5 *\n";
    let analyse = ["analyse", "--depth", "4", "--pgn", "-", "--output", "-"];
    let outcome = call_in(&folder, &analyse, game);
    assert_eq!(outcome.code, 0, "{}", outcome.complaint);
    assert!(
        outcome.text.contains("[Annotator \"Jacquerie"),
        "{}",
        outcome.text
    );
    assert!(!outcome.text.contains("remark"), "{}", outcome.text);
    assert!(
        outcome.complaint.contains("remark"),
        "{}",
        outcome.complaint
    );
    // What comes out can go in.
    let again = call_in(&folder, &analyse, &outcome.text);
    assert_eq!(again.code, 0, "{}", again.complaint);
}

#[test]
fn openings_come_from_standard_input() {
    let engine = [
        "--engine",
        "cmd=self name=one",
        "--engine",
        "cmd=self name=two",
    ];
    let rest = [
        "--variant",
        "pawngame",
        "--files",
        "4",
        "--openings",
        "-",
        "--tc",
        "depth=2",
    ];
    let arguments = [&["match"], &engine[..], &rest].concat();
    let text = told_in(&folder(), &arguments, &format!("{BOARD}\n"));
    assert!(
        text.starts_with("one against two: ") && text.contains(" of 2, score"),
        "{text}"
    );
}

#[test]
fn a_certificate_comes_from_standard_input() {
    let folder = folder();
    let board = ["--variant", "pawngame", "--files", "3"];
    let solve = ["solve", "--memory", "16", "--certificate", "proof"];
    told_in(&folder, &[&solve[..], &board].concat(), "");
    let output = assert_cmd::Command::new(env!("CARGO_BIN_EXE_jacquerie"))
        .args(["verify", "-"])
        .pipe_stdin(folder.path().join("proof"))
        .and_then(|command| command.output())
        .expect("the program starts");
    let text = String::from_utf8(output.stdout).expect("text");
    assert_eq!(last_line(&text), "value draw", "{text}");
}

/// What is read as well as written can be no stream.
#[test]
fn a_stream_is_refused_where_a_file_is_needed() {
    let folder = folder();
    for arguments in [
        &["solve", "--checkpoint", "-"][..],
        &["solve", "--certificate", "/dev/stdout"],
        &["solve", "--repertoire", "-", "--plies", "2"],
        &["solve", "--forecast", "2", "--output", "-"],
        &["gamelets", "--build", "--table", "-"],
        &[
            "match", "--engine", "cmd=self", "--engine", "cmd=self", "--pgn", "-",
        ],
        &[
            "match", "--engine", "cmd=self", "--engine", "cmd=self", "--log", "-",
        ],
    ] {
        let complaint = refused_in(&folder, arguments, 2);
        assert!(
            complaint.contains("file, which is read as well"),
            "{complaint}"
        );
    }
    let left = fs::read_dir(folder.path()).expect("the folder");
    assert_eq!(left.count(), 0);
}

/// Runs the program, called `jacquerie`, by a line of a shell in a folder; its exit code.
#[cfg(target_os = "linux")]
fn by_shell(folder: &tempfile::TempDir, line: &str) -> Option<i32> {
    let line = format!("jacquerie() {{ \"$0\" \"$@\"; }}; {line}");
    let shell = std::process::Command::new("sh")
        .args(["-c", &line, env!("CARGO_BIN_EXE_jacquerie")])
        .current_dir(folder.path())
        .env("HOME", folder.path())
        .env_remove("XDG_CONFIG_HOME")
        .stderr(std::process::Stdio::null())
        .status();
    shell.expect("a shell").code()
}

/// What is told besides is lost where it cannot be written, and not the file.
#[cfg(target_os = "linux")]
#[test]
fn a_file_is_written_whoever_hears_the_rest() {
    for (line, file) in [
        (
            "jacquerie solve --variant pawngame --files 3 --memory 64 --certificate kept 2>/dev/full",
            "kept",
        ),
        (
            "jacquerie solve --variant pawngame --files 3 --memory 64 --certificate kept | true",
            "kept",
        ),
        (
            "jacquerie analyse --variant pawngame --files 3 --moves 'b4 a5' --depth 3 --output kept | true",
            "kept",
        ),
        ("jacquerie man --output . | true", "jacquerie-xboard.1"),
    ] {
        let folder = folder();
        assert_eq!(by_shell(&folder, line), Some(0), "{line}");
        assert!(folder.path().join(file).exists(), "{line}");
    }
    for (line, code) in [
        ("jacquerie perft 2 2>/dev/full", 0),
        ("jacquerie eval --fen xx 2>/dev/full", 2),
        ("jacquerie solve --nosuch 2>/dev/full", 2),
    ] {
        assert_eq!(by_shell(&folder(), line), Some(code), "{line}");
    }
}

/// A name goes into the scripts of shells, which have signs of their own.
#[test]
fn the_name_of_a_variant_is_plain() {
    for name in ["a b", "a$(touch${IFS}harmed)", "a'b", "*", ""] {
        let folder = folder();
        let text = format!(
            "[variants.\"{name}\"]\nstart = \"8/p7/8/8/8/8/P7/8 w\"\nstalemate = \"draw\"\n"
        );
        fs::write(folder.path().join("engine.toml"), text).expect("a configuration");
        let complaint = refused_in(&folder, &["completions", "bash"], 1);
        assert!(complaint.contains("of letters, digits"), "{complaint}");
    }
}
