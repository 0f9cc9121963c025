//! Where the game is opened: what the tests share.

use std::io::Cursor;

use jacquerie::config::Config;
use jacquerie::engine::catalogue::Variant;
use jacquerie::game::state::GameState;
use jacquerie::{games, uci};

/// A configuration in which Metamachy is played.
pub fn config() -> Config {
    let text = "[options]\nhash = 8\nvariant = \"metamachy\"\n";
    Config::parse(text, &games::catalogue()).expect("the configuration is right")
}

/// The game, opened once.
pub struct Hall(Config);

impl Hall {
    pub fn open() -> Self {
        Self(config())
    }

    pub fn variant(&self) -> &dyn Variant {
        &*self.0.variants["metamachy"]
    }

    /// A game as it stands at a FEN.
    pub fn state(&self, fen: &str) -> Box<dyn GameState> {
        let read = self.variant().read_fen(fen);
        read.unwrap_or_else(|problem| panic!("{fen}: {problem}"))
    }
}

/// A game as it stands at a FEN.
pub fn state(fen: &str) -> Box<dyn GameState> {
    Hall::open().state(fen)
}

/// What a UCI session answers to these lines.
pub fn session(lines: &str) -> String {
    let mut output = Vec::new();
    uci::run(config(), Cursor::new(lines.to_owned()), &mut output).expect("the session ends well");
    String::from_utf8(output).expect("the output is text")
}
