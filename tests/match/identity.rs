//! A match goes on only between the engines that began it.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;

use crate::hall::{Hall, Outcome, PROGRAM};

/// Plays on with an engine that is described in more words.
fn play(hall: &Hall, words: &str) -> Outcome {
    let (one, two) = (format!("name=one {words}"), hall.engine("two"));
    let mut arguments = vec!["--engine", &one, "--engine", &two, "--tc", "depth=1"];
    arguments.extend(["--games", "2", "--log", "log"]);
    hall.call(&arguments)
}

fn refused(hall: &Hall, words: &str, expected: &str) {
    let log = hall.read("log");
    let outcome = play(hall, words);
    assert_eq!(outcome.code, 1, "{}", outcome.report);
    let complaint = outcome.complaint;
    assert!(complaint.contains(expected), "{complaint}");
    assert_eq!(hall.read("log"), log, "nothing is changed");
}

#[test]
fn other_engines_do_not_go_on_with_a_match() {
    let hall = Hall::new();
    let program = |version: &str, remark: &str| {
        let passed_on = format!("'{PROGRAM}' | sed -u 's/^id name .*/id name Engine {version}/'");
        hall.write(
            "engine.sh",
            &format!("#!/bin/sh\n# {remark}\n{passed_on}\n"),
        );
        let executable = fs::Permissions::from_mode(0o755);
        fs::set_permissions(hall.path("engine.sh"), executable).expect("it may be started");
    };
    let direct = "cmd=./engine.sh variant-path=some.ini option.Hash=1";
    hall.write("some.ini", "");
    program("1.0", "");
    let first = play(&hall, direct);
    assert_eq!(first.code, 0, "{}", first.complaint);
    assert_eq!(play(&hall, direct).report, first.report);

    refused(
        &hall,
        &direct.replace("Hash=1", "Hash=2"),
        "'engines.one.options' was [[\"Hash\",\"1\"]] and is now [[\"Hash\",\"2\"]]",
    );
    program("1.0", "built again");
    refused(&hall, direct, "'engines.one.program' was \"");
    program("1.0", "");
    hall.write("some.ini", "[other:chess]\n");
    refused(&hall, direct, "'engines.one.variants' was [\"");
    hall.write("some.ini", "");
    assert_eq!(play(&hall, direct).report, first.report);

    // A program that is looked for where programs are; what it is given is its own affair.
    fs::remove_file(hall.path("log")).expect("there is a log");
    let shell = "cmd='sh engine.sh' option.Hash=1";
    assert_eq!(play(&hall, shell).code, 0);
    program("1.0", "built again");
    assert_eq!(play(&hall, shell).code, 0);
    program("1.1", "");
    let expected = "'engines.one.version' was \"Engine 1.0\" and is now \"Engine 1.1\"";
    refused(&hall, shell, expected);
}

#[test]
fn a_log_of_another_form_is_refused() {
    let hall = Hall::new();
    assert_eq!(play(&hall, "cmd=self").code, 0);
    hall.write("log", &hall.read("log").replace("\"form\":2", "\"form\":1"));
    refused(
        &hall,
        "cmd=self",
        "has form 1, but this program writes form 2; name another file",
    );
}
