//! Each command has its section in docs/commands.md, with its help.

use jacquerie::commands::program;
use jacquerie::games::registry;

const PAGE: &str = include_str!("../../docs/commands.md");

#[test]
fn each_command_has_its_section() {
    for command in program(&registry()).get_subcommands() {
        let name = command.get_name();
        let (_, section) = PAGE
            .split_once(&format!("\n## {name}\n"))
            .unwrap_or_else(|| panic!("docs/commands.md has no section '{name}'"));
        let section = section.split("\n## ").next().unwrap_or_default();
        let call = format!("\n$ jacquerie {name} --help\n");
        assert!(section.contains(&call), "no '{}' in {section}", call.trim());
    }
}
