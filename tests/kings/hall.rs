//! Where the game is opened: what the tests share.

use jacquerie::config::Config;
use jacquerie::engine::{Answer, Engine};
use jacquerie::game::state::GameState;
use jacquerie::games;
use jacquerie::search::{Limits, Report};
use jacquerie::stop::Stop;
use jacquerie::uci;

/// A configuration in which kings and pawns are played.
pub fn config() -> Config {
    let text = "[options]\nhash = 8\nvariant = \"kingpawn\"\n";
    Config::parse(text, &games::catalogue()).expect("the configuration is right")
}

/// The game as it stands at a FEN.
pub fn state(fen: &str) -> Box<dyn GameState> {
    let read = config().variants["kingpawn"].read_fen(fen);
    read.unwrap_or_else(|problem| panic!("{fen}: {problem}"))
}

/// The game after some moves.
pub fn state_after(fen: &str, moves: &str) -> Box<dyn GameState> {
    let mut state = state(fen);
    for one in moves.split_whitespace() {
        assert_eq!(state.finish(), None, "before {one}");
        let played = state.play(one);
        played.unwrap_or_else(|problem| panic!("{problem}"));
    }
    state
}

/// Thinks about a position; everything that is told of it on the way, the answer last.
pub fn think(fen: &str, moves: &[&str], nodes: u64) -> Vec<Report<String>> {
    let mut engine = Engine::new(config()).expect("the variant can start");
    engine
        .set_position(Some(fen), moves)
        .expect("the position is right");
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let mut told = Vec::new();
    let answer = engine.go(limits, &Stop::default(), |report| told.push(report));
    if let Answer::Best(best) = answer.expect("it can be thought about") {
        told.extend(best);
    }
    told
}

/// What a UCI session answers to these lines.
pub fn session(lines: &str) -> String {
    let mut output = Vec::new();
    let input = std::io::Cursor::new(lines.to_owned());
    uci::run(config(), input, &mut output).expect("the session ends well");
    String::from_utf8(output).expect("the output is text")
}
