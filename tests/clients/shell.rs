//! What the program offers shells and users: help, completions, manual pages.

use std::collections::HashSet;
use std::fs;
use std::process::{Command, Stdio};

use crate::program::{folder, told, told_in, write};
use jacquerie::commands::program;
use jacquerie::games::registry;

/// The names of all commands.
fn commands() -> Vec<String> {
    let program = program(&registry());
    let commands = program.get_subcommands();
    commands.map(|one| one.get_name().to_owned()).collect()
}

/// The help of the program and of each command.
fn helps() -> Vec<String> {
    let of_command = |name: &String| told(&[name, "--help"]);
    let mut helps = vec![told(&["--help"])];
    helps.extend(commands().iter().map(of_command));
    helps
}

#[test]
fn own_flags_come_before_the_general_ones() {
    for help in helps() {
        let general = help.find("General options:\n").expect("general options");
        let is_flag = |line: &&str| line.trim_start().starts_with('-');
        let flags = |text: &str| text.lines().filter(is_flag).count();
        let (own, rest) = help.split_at(general);
        for flag in [
            "--variant",
            "--files <",
            "--gaps <",
            "--setup <",
            "--config",
            "--help",
        ] {
            let stands = |line: &str| {
                line.trim_start_matches("  -h, ")
                    .trim_start()
                    .starts_with(flag)
            };
            assert!(!own.lines().any(stands), "{flag}: {own}");
            assert!(rest.lines().any(stands), "{flag}: {rest}");
        }
        let expected = 6 + usize::from(rest.contains("--version"));
        assert_eq!(
            flags(rest.split("\nExample").next().unwrap_or("")),
            expected,
            "{rest}"
        );
    }
}

/// The examples at the end of a help text.
fn examples(help: &str) -> Vec<String> {
    let (_, examples) = help.rsplit_once("\nExample").expect("an example");
    let joined = examples.replace("\\\n", " ");
    let lines = joined.lines().skip(1).map(|line| line.trim().to_owned());
    lines.collect()
}

/// They run one after the other in a folder, because some need the output of the one before. Left
/// out are those that need another program, `bench`, which takes long, and `board`, which opens a
/// browser and runs until stopped.
#[test]
fn examples_work_as_printed() {
    let folder = folder();
    for help in helps() {
        let examples = examples(&help);
        assert!((1..=2).contains(&examples.len()), "{examples:?}");
        for example in examples {
            let words = shlex::split(&example).expect("words of a shell");
            match &words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
                ["jacquerie", "bench" | "board", ..] => {}
                ["jacquerie", own @ ..] if !own.contains(&"|") => {
                    told_in(&folder, own, "quit\n");
                }
                _ => assert!(example.contains("jacquerie"), "{example}"),
            }
        }
    }
}

#[test]
fn lines_of_help_are_not_too_long() {
    for help in helps() {
        for line in help.lines() {
            assert!(line.chars().count() <= 100, "{line}");
        }
    }
}

#[test]
fn each_shell_has_a_script_with_all_commands() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = told(&["completions", shell]);
        let is_in_name = |letter: char| letter.is_alphanumeric() || letter == '-';
        let words: HashSet<&str> = script.split(|letter| !is_in_name(letter)).collect();
        for name in commands() {
            assert!(words.contains(&*name), "{shell}: no {name}");
        }
        // A line of UCI is not followed by a command, so zsh would not complete its flags.
        assert!(!script.contains("Lines of UCI"), "{shell}: {script}");
    }
}

/// Whether another program is installed.
fn is_there(program: &str) -> bool {
    let found = Command::new(program).arg("--version").output();
    let is_there = found.is_ok_and(|output| output.status.success());
    if !is_there {
        eprintln!("not tried: there is no {program}");
    }
    is_there
}

#[test]
fn bash_completes_commands_flags_and_files() {
    if !is_there("bash") {
        return;
    }
    let folder = folder();
    write(
        &folder.path().join("script"),
        &told(&["completions", "bash"]),
    );
    write(&folder.path().join("my games.pgn"), "");
    for (words, expected) in [
        (&["so"][..], &["solve"][..]),
        (&["analyse", "--mov"], &["--moves", "--movetime"]),
        (&["analyse", "--pgn", "my"], &["my games.pgn"]),
        (&["eval", "--variant", "pawnr"], &["pawnrace"]),
        (&["man", "ver"], &["verify"]),
        (&["completions", "z"], &["zsh"]),
    ] {
        let [.., before, current] = &[&["jacquerie"], words].concat()[..] else {
            unreachable!("two words at least");
        };
        let line = words.join(" ");
        let count = words.len();
        let call = format!(
            "source ./script; COMP_WORDS=(jacquerie {line}); COMP_CWORD={count}
             compopt() {{ :; }}
             _jacquerie jacquerie '{current}' '{before}'; printf '%s\\n' \"${{COMPREPLY[@]}}\""
        );
        let output = Command::new("bash")
            .args(["--norc", "-c", &call])
            .current_dir(folder.path())
            .output()
            .expect("bash starts");
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert_eq!(complaint, "", "{line}");
        let offered = String::from_utf8_lossy(&output.stdout);
        let mut offered: Vec<&str> = offered.lines().collect();
        offered.sort_unstable();
        assert_eq!(offered, expected, "{line}");
    }
}

#[test]
fn each_command_has_a_page() {
    let folder = folder();
    let written = told_in(&folder, &["man", "--output", "share/man1"], "");
    assert_eq!(written.lines().count(), 1 + commands().len(), "{written}");
    let read = |name: &str| {
        let path = folder.path().join("share/man1").join(name);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    let program = read("jacquerie.1");
    assert_eq!(program, told(&["man"]));
    for name in commands() {
        let page = read(&format!("jacquerie-{name}.1"));
        assert_eq!(page, told(&["man", &name]));
        assert!(page.contains(".SH \"GENERAL OPTIONS\""), "{page}");
        assert!(page.contains("\nExample"), "{page}");
        let named = format!("jacquerie\\-{name}(1)");
        assert!(program.contains(&named), "no {named} in {program}");
    }
    // A second run replaces the pages.
    assert_eq!(
        told_in(&folder, &["man", "--output", "share/man1"], ""),
        written
    );
}

/// The installed formatters report no problem.
#[test]
fn pages_can_be_read() {
    let folder = folder();
    told_in(&folder, &["man", "--output", "."], "");
    for (program, arguments) in [
        ("man", &["--warnings=w", "-E", "UTF-8", "-l", "-Tutf8"][..]),
        ("mandoc", &["-T", "lint", "-W", "warning"]),
    ] {
        if !is_there(program) {
            continue;
        }
        for name in commands() {
            let output = Command::new(program)
                .args(arguments)
                .arg(format!("jacquerie-{name}.1"))
                .current_dir(folder.path())
                .env("MANWIDTH", "100")
                .stdin(Stdio::null())
                .output()
                .expect("it starts");
            let complaint = String::from_utf8_lossy(&output.stderr);
            assert!(
                output.status.success() && complaint.is_empty(),
                "{name}: {complaint}"
            );
        }
    }
}
