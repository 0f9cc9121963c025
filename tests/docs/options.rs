//! The table of options in docs/uci.md agrees with the program's own table.

use std::iter;

use jacquerie::config::Config;
use jacquerie::engine::choices::{Choice, ChoiceKind};
use jacquerie::engine::options::{Kind, Spec, TABLE};

const PAGE: &str = include_str!("../../docs/uci.md");

#[test]
fn the_table_of_options_is_that_of_the_program() {
    let config = Config::built_in();
    let heading = "| name | type | default | range | meaning |\n|---|---|---|---|---|".to_owned();
    let rows = TABLE.iter().map(|spec| of_engine(spec, config));
    let of_games = config.choices().into_iter().map(of_game);
    let lines: Vec<String> = iter::once(heading).chain(rows).chain(of_games).collect();
    let table = lines.join("\n");
    let is_there = PAGE.contains(&format!("\n\n{table}\n\n"));
    assert!(is_there, "docs/uci.md has another table than\n\n{table}\n");
}

fn of_engine(spec: &Spec, config: &Config) -> String {
    let options = &mut config.options.clone();
    let (kind, default, range) = match &spec.kind {
        Kind::Number(range, field) => {
            let range = format!("{} to {}", range.start(), range.end());
            ("spin", field(options).to_string(), range)
        }
        Kind::Check(field) => ("check", field(options).to_string(), String::new()),
        Kind::Text(field) => ("string", field(options).clone(), String::new()),
        Kind::Button => ("button", String::new(), String::new()),
        Kind::Variant => {
            let names = config.names().into_iter().map(|name| format!("`{name}`"));
            let names: Vec<String> = names.collect();
            ("combo", format!("`{}`", options.variant), names.join(", "))
        }
    };
    row(spec.name, kind, &default, &range, spec.help)
}

fn of_game(choice: &Choice) -> String {
    let (kind, range) = match &choice.kind {
        ChoiceKind::Number(range, _) => ("spin", format!("{} to {}", range.start(), range.end())),
        ChoiceKind::Text(..) => ("string", String::new()),
        ChoiceKind::Check(_) => ("check", String::new()),
    };
    row(choice.name, kind, &choice.default(), &range, choice.help)
}

fn row(name: &str, kind: &str, default: &str, range: &str, help: &str) -> String {
    let cells = [&format!("`{name}`"), kind, default, range, help];
    let cells = cells.map(|cell| match cell {
        "" => String::new(),
        cell => format!(" {cell}"),
    });
    format!("|{} |", cells.join(" |"))
}
