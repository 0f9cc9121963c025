//! Where the game is opened: what the tests share.

use std::io::Cursor;

use jacquerie::config::Config;
use jacquerie::engine::catalogue::Variant;
use jacquerie::game::state::GameState;
use jacquerie::{games, uci, xboard};

/// The variants of which stalemate wins, or who has fewer men.
pub const VARIANTS: [&str; 2] = ["antichess", "suicide"];

/// A configuration in which a variant is played.
pub fn config(variant: &str) -> Config {
    let text = format!("[options]\nhash = 8\nvariant = \"{variant}\"\n");
    Config::parse(&text, &games::catalogue()).expect("the configuration is right")
}

/// The variants, opened once.
pub struct Hall(Config);

impl Hall {
    pub fn open() -> Self {
        Self(config("antichess"))
    }

    pub fn variant(&self, name: &str) -> &dyn Variant {
        &*self.0.variants[name]
    }

    /// A game as it stands at a FEN.
    pub fn state(&self, variant: &str, fen: &str) -> Box<dyn GameState> {
        let read = self.variant(variant).read_fen(fen);
        read.unwrap_or_else(|problem| panic!("{fen}: {problem}"))
    }
}

/// A game of antichess as it stands at a FEN.
pub fn state(fen: &str) -> Box<dyn GameState> {
    Hall::open().state("antichess", fen)
}

/// What a UCI session answers to these lines.
pub fn session(variant: &str, lines: &str) -> String {
    let mut output = Vec::new();
    uci::run(config(variant), Cursor::new(lines.to_owned()), &mut output)
        .expect("the session ends well");
    String::from_utf8(output).expect("the output is text")
}

/// What a session with XBoard answers to these lines.
pub fn xboard_session(lines: &str) -> String {
    let mut output = Vec::new();
    let input = Cursor::new(lines.to_owned());
    xboard::run(config("antichess"), input, &mut output).expect("the session ends well");
    String::from_utf8(output).expect("the output is text")
}
