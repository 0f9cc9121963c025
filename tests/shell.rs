//! What the program tells people of its command line.

mod program;

use clap::CommandFactory;
use jacquerie::commands::Arguments;
use program::{folder, told, told_in};

/// The names of all commands.
fn commands() -> Vec<String> {
    let program = Arguments::command();
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
        for flag in ["--variant", "--files <", "--gaps <", "--config", "--help"] {
            let stands = |line: &str| {
                line.trim_start_matches("  -h, ")
                    .trim_start()
                    .starts_with(flag)
            };
            assert!(!own.lines().any(stands), "{flag}: {own}");
            assert!(rest.lines().any(stands), "{flag}: {rest}");
        }
        let expected = 5 + usize::from(rest.contains("--version"));
        assert_eq!(
            flags(rest.split("\nExample").next().unwrap_or("")),
            expected,
            "{rest}"
        );
    }
}

/// The examples that stand at the end of a help.
fn examples(help: &str) -> Vec<String> {
    let (_, examples) = help.rsplit_once("\nExample").expect("an example");
    let joined = examples.replace("\\\n", " ");
    let lines = joined.lines().skip(1).map(|line| line.trim().to_owned());
    lines.collect()
}

/// One after another in a folder, since some need what the one before has written. Not those for
/// which another program is needed, nor `bench`, which takes long.
#[test]
fn examples_work_as_printed() {
    let folder = folder();
    for help in helps() {
        let examples = examples(&help);
        assert!((1..=2).contains(&examples.len()), "{examples:?}");
        for example in examples {
            let words = shlex::split(&example).expect("words of a shell");
            match &words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
                ["jacquerie", "bench"] => {}
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
