//! Arguments, names of files and what stands in the environment may be any bytes, and no text (UTF-8).

use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::process::Command;

use crate::program::{call_in, folder};

/// An argument that is no text (UTF-8).
fn no_text() -> &'static OsStr {
    OsStrExt::from_bytes(b"n\xff")
}

#[test]
fn an_argument_that_is_no_text_is_wrong_usage() {
    for words in [
        &[][..],
        &["d"],
        &["analyse", "--fen"],
        &["play", "--fen"],
        &["perft"],
        &["solve", "--fen"],
        &["squares", "--fen"],
        &["verify", "proof", "--fen"],
        &["bench", "--variant"],
        &["eval", "--fen"],
        &["gamelets", "--fen"],
        &["match", "--engine"],
        &["xboard", "--gaps"],
        &["completions"],
        &["man"],
        &["help"],
        &["board", "--port"],
        &["--variant"],
    ] {
        let words = words.iter().map(OsStr::new);
        let arguments: Vec<_> = words.chain([no_text()]).collect();
        let outcome = call_in(&folder(), &arguments, "");
        let complaint = outcome.complaint;
        assert_eq!(outcome.code, 2, "{arguments:?}: {complaint}");
        assert_eq!(outcome.text, "", "{arguments:?}");
        let lines: Vec<&str> = complaint.lines().collect();
        let named = |line: &&str| line.contains("'n\u{fffd}'") || line.contains("<");
        assert!(
            lines.first().is_some_and(named),
            "{arguments:?}: {complaint}"
        );
    }
}

/// The one that is wrong is named, and no file.
#[test]
fn the_argument_that_is_no_text_is_named() {
    let fen = OsStrExt::from_bytes(b"fen\xfe");
    let words = ["--config", "solve", "--checkpoint", "--fen"].map(OsStr::new);
    let [config, solve, checkpoint, flag] = words;
    let arguments = [config, no_text(), solve, checkpoint, no_text(), flag, fen];
    let outcome = call_in(&folder(), &arguments, "");
    let wrong = "jacquerie: the argument 'fen\u{fffd}' is not valid UTF-8";
    assert!(
        outcome.complaint.starts_with(wrong),
        "{}",
        outcome.complaint
    );
    assert_eq!((outcome.code, outcome.complaint.lines().count()), (2, 1));
}

/// Names of files need not be text, nor what stands in the environment.
#[test]
fn files_may_have_names_that_are_no_text() {
    let folder = folder();
    let path = folder.path().join(no_text());
    fs::create_dir(&path).expect("a folder");
    let write = |name: &str, text: &str| {
        fs::write(path.join(name), text).expect("a file");
    };
    write(
        "engine.toml",
        "[options]\nvariant = \"pawngame\"\nfiles = 3\n",
    );
    write("list", "3/ppp/3/3/3/3/PPP/3 w - - 0 1\n");
    write("game", "1. b4 c5 *\n");
    let file = |name: &str| path.join(name).into_os_string();
    let word = |word: &str| OsString::from(word);
    let config = [word("--config"), file("engine.toml")];
    for words in [
        vec![word("fen")],
        vec![word("solve"), word("--certificate"), file("proof")],
        vec![word("verify"), file("proof")],
        vec![word("solve"), word("--checkpoint"), file("kept")],
        vec![
            word("solve"),
            word("--input"),
            file("list"),
            word("--output"),
            file("values"),
        ],
        vec![
            word("analyse"),
            word("--depth"),
            word("2"),
            word("--variant"),
            word("pawngame"),
            word("--files"),
            word("8"),
            word("--pgn"),
            file("game"),
            word("--output"),
            file("annotated"),
        ],
        vec![word("man"), word("--output"), file("manual")],
        vec![
            word("match"),
            word("--engine"),
            word("cmd=self name=a"),
            word("--engine"),
            word("cmd=self name=b"),
            word("--tc"),
            word("depth=1"),
            word("--games"),
            word("2"),
            word("--openings"),
            file("list"),
            word("--pgn"),
            file("games"),
            word("--log"),
            file("log"),
            word("--traffic"),
            file("traffic"),
        ],
    ] {
        let arguments = [&config[..], &words].concat();
        let outcome = call_in(&folder, &arguments, "");
        assert_eq!(outcome.code, 0, "{arguments:?}: {}", outcome.complaint);
    }
    for name in [
        "proof",
        "kept",
        "values",
        "annotated",
        "manual",
        "games",
        "log",
    ] {
        assert!(path.join(name).exists(), "{name}");
    }
    // The engines of the match have read the configuration, too.
    let traffic = fs::read_to_string(path.join("traffic")).expect("the traffic");
    assert!(
        traffic.contains("option name Files type spin default 3 "),
        "{traffic}"
    );
    for name in [
        "HOME",
        "XDG_CONFIG_HOME",
        "XDG_CACHE_HOME",
        "RUST_LOG",
        "COLUMNS",
        "LANG",
        "TERM",
        "NO_COLOR",
        "TZ",
    ] {
        for input in [&["eval"][..], &["--help"], &["fen"], &["play", "--help"]] {
            let output = Command::new(env!("CARGO_BIN_EXE_jacquerie"))
                .args(input)
                .current_dir(folder.path())
                .env(name, no_text())
                .output()
                .expect("the program starts");
            let complaint = String::from_utf8_lossy(&output.stderr);
            assert!(
                output.status.success() && complaint.is_empty(),
                "{name}: {complaint}"
            );
        }
    }
}
