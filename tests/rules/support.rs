//! What the tests share: opening games and sessions.

use std::io::Cursor;

use jacquerie::config::Config;
use jacquerie::engine::Variant;
use jacquerie::game::state::GameState;
use jacquerie::{games, uci};

pub fn variant(name: &str) -> &'static dyn Variant {
    &*Config::built_in().variants[name]
}

/// The state of a game, from a FEN.
pub fn state(name: &str, fen: &str) -> Box<dyn GameState> {
    let read = variant(name).read_fen(fen);
    read.unwrap_or_else(|problem| panic!("{name} {fen}: {problem}"))
}

/// The answers of a UCI session to these lines.
pub fn session(variant: &str, lines: &str) -> String {
    let text = format!("[options]\nhash = 8\nvariant = \"{variant}\"\n");
    let config = Config::parse(&text, &games::registry()).expect("the configuration is right");
    let mut output = Vec::new();
    uci::run(config, Cursor::new(lines.to_owned()), &mut output).expect("the session ends well");
    String::from_utf8(output).expect("the output is text")
}

/// The lines of a data file without comments, each split at a separator.
pub fn rows(text: &'static str, sign: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(move |line| line.split(sign).map(str::trim).collect())
}
