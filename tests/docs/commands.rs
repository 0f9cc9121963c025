//! docs/commands.md has a section for each command, with exactly its flags; tests/transcripts/help.md has its help.

use std::collections::BTreeSet;

use clap::Command;
use jacquerie::commands::program;
use jacquerie::games::registry;

const PAGE: &str = include_str!("../../docs/commands.md");
const HELP: &str = include_str!("../transcripts/help.md");

/// The command's own flags.
fn flags(command: &Command) -> BTreeSet<&str> {
    let flags = command.get_arguments().filter(|arg| !arg.is_global_set());
    flags.filter_map(|arg| arg.get_long()).collect()
}

/// The flags that a section names in code.
fn named(section: &str) -> BTreeSet<&str> {
    let codes = section.split('`').skip(1).step_by(2);
    let flags = codes.filter_map(|code| code.strip_prefix("--"));
    flags
        .filter_map(|flag| flag.split_whitespace().next())
        .filter(|flag| *flag != "no-default-features")
        .collect()
}

#[test]
fn each_command_has_its_section_and_its_help() {
    for command in program(&registry()).get_subcommands() {
        let name = command.get_name();
        let (_, section) = PAGE
            .split_once(&format!("\n## {name}\n"))
            .unwrap_or_else(|| panic!("docs/commands.md has no section '{name}'"));
        let section = section.split("\n## ").next().unwrap_or_default();
        let text = section.split("```").step_by(2).collect::<String>();
        assert_eq!(named(&text), flags(command), "docs/commands.md: {name}");
        let call = format!("\n$ jacquerie {name} --help\n");
        assert!(HELP.contains(&call), "no '{}' in help.md", call.trim());
    }
}
