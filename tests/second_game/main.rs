//! A second game, *Corridor*, built only from the public interface for games and opened through the
//! same registry: a test of that interface.
//!
//! [`game`], [`text`] and [`room`] are the game as in a folder of `src/games`. [`plain`] has its
//! rules, implemented independently. The other files are tests; what they share is here.

mod game;
mod room;
mod text;

#[path = "../oracle/mod.rs"]
mod oracle;
mod plain;

mod program;
mod proofs;
mod rules;
mod texts;
mod values;

use std::io::Cursor;

use jacquerie::config::Config;
use jacquerie::engine::{Registry, Variant};
use jacquerie::game::state::GameState;
use jacquerie::{games, uci};

use crate::room::LISTING;

/// Two variants: where a side without a move draws, and where it loses.
const VARIANTS: &str = r#"
[variants.corridor]
game = "corridor"
start = "rk/p1/2/2/2/2/2/2/1P/KR w"
no_move = "draw"

[variants.strict]
game = "corridor"
start = "1k/1p/2/2/2/2/2/2/P1/K1 w"
no_move = "loss"
"#;

/// The games of the program, and this one.
fn registry() -> Registry {
    games::registry().with(&LISTING)
}

/// A configuration that plays a variant.
fn config(variant: &str) -> Config {
    let text = format!("{VARIANTS}[options]\nhash = 1\nvariant = \"{variant}\"\n");
    Config::parse(&text, &registry()).expect("the configuration is right")
}

/// Calls `act` with a variant.
fn with<T>(name: &str, act: impl FnOnce(&dyn Variant) -> T) -> T {
    act(&*config(name).variants[name])
}

/// The state of a game, from a FEN.
fn state(name: &str, fen: &str) -> Box<dyn GameState> {
    let read = with(name, |variant| variant.read_fen(fen));
    read.unwrap_or_else(|problem| panic!("{fen}: {problem}"))
}

/// The answers of a UCI session to these lines.
fn session(name: &str, lines: &str) -> String {
    let mut output = Vec::new();
    let config = config(name);
    uci::run(config, Cursor::new(lines.to_owned()), &mut output).expect("the session ends well");
    String::from_utf8(output).expect("the output is text")
}
