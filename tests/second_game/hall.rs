//! Where the game is opened, and thought about: what the tests share.

use std::sync::LazyLock;

use jacquerie::config::Config;
use jacquerie::engine::{Answer, Catalogue, Engine};
use jacquerie::game::HashKey;
use jacquerie::games;
use jacquerie::search::{Limits, Report};
use jacquerie::stop::Stop;
use jacquerie::uci;

use crate::game::KeyOf;
use crate::retrograde::{Rules, Values};
use crate::room::WanderersRoom;
use crate::rules::MOST_QUIET_PLIES;

/// Two variants: one as large as can be, and one that the oracle knows by heart.
pub const VARIANTS: &str = r#"
[variants.wanderers]
game = "wanderers"
start = "t3wd3t/r3rr3r/10/10/10/10/10/10/10/10/R3RR3R/T3WD3T w"
"#;
pub const TINY: &str = r#"
[variants.tiny]
game = "wanderers"
start = "2/r1/2/2/2/2/2/2/1R/W1 w"
no_move = "draw"
"#;

/// A middlegame on the large board with more than 80 moves: the black walker in the corner is
/// attacked by nobody.
pub const MANY_MOVES: &str = "9w/10/10/4D5/10/2D7/10/10/6D3/10/1D8/T9 w 0 1";

/// The games that there are, and this one.
pub fn catalogue<K: KeyOf>() -> Catalogue {
    games::catalogue().with(&WanderersRoom::<K>::LISTING)
}

/// A configuration in which a variant is played.
pub fn config(variant: &str) -> Config {
    let text = format!("{VARIANTS}{TINY}[options]\nhash = 8\nvariant = \"{variant}\"\n");
    Config::parse(&text, &catalogue::<HashKey>()).expect("the configuration is right")
}

/// An engine for the small board, with a table of 1 MiB and keys of a kind.
pub fn tiny<K: KeyOf>() -> Engine {
    let text = format!("{TINY}[options]\nhash = 1\nvariant = \"tiny\"\n");
    let config = Config::parse(&text, &catalogue::<K>()).expect("the configuration is right");
    Engine::new(config).expect("the variant can start")
}

/// The same, where who has no move has lost.
pub fn tiny_lost<K: KeyOf>() -> Engine {
    let text = format!("{TINY}[options]\nhash = 1\nvariant = \"tiny\"\n").replace("draw", "loss");
    let config = Config::parse(&text, &catalogue::<K>()).expect("the configuration is right");
    Engine::new(config).expect("the variant can start")
}

/// The rules of the small board as the oracle knows them.
pub const TINY_RULES: Rules = Rules {
    files: 2,
    ranks: 10,
    no_move_draws: true,
    most_quiet: MOST_QUIET_PLIES as usize,
};

/// Everything that can come of the men on the small board.
const TINY_MEN: &[&[u8]] = &[b" RWTD", b" W", b" rwtd"];

/// What the oracle says of the small board.
pub fn oracle() -> &'static Values {
    static VALUES: LazyLock<Values> = LazyLock::new(|| Values::new(TINY_RULES, TINY_MEN));
    &VALUES
}

/// The same, where who has no move has lost.
pub fn oracle_lost() -> &'static Values {
    static VALUES: LazyLock<Values> = LazyLock::new(|| {
        let rules = Rules {
            no_move_draws: false,
            ..TINY_RULES
        };
        Values::new(rules, TINY_MEN)
    });
    &VALUES
}

/// Thinks about a position; everything that is told of it on the way, the answer last. Empty where
/// the game is over.
pub fn think(
    engine: &mut Engine,
    fen: &str,
    moves: &[&str],
    limits: Limits,
) -> Vec<Report<String>> {
    engine
        .set_position(Some(fen), moves)
        .expect("the position is right");
    let mut told = Vec::new();
    let answer = engine.go(limits, &Stop::default(), |report| told.push(report));
    if let Answer::Best(best) = answer.expect("it can be thought about") {
        told.extend(best);
    }
    told
}

/// So many nodes.
pub fn nodes(nodes: u64) -> Limits {
    Limits {
        nodes: Some(nodes),
        ..Limits::default()
    }
}

/// What a UCI session answers to these lines.
pub fn session(config: Config, lines: &str) -> String {
    let mut output = Vec::new();
    let input = std::io::Cursor::new(lines.to_owned());
    uci::run(config, input, &mut output).expect("the session ends well");
    String::from_utf8(output).expect("the output is text")
}

/// The words behind the last line that begins with `word`.
pub fn last<'a>(output: &'a str, word: &str) -> &'a str {
    let mut lines = output.lines().rev();
    let found = lines
        .find_map(|line| line.strip_prefix(word))
        .map(str::trim);
    found.unwrap_or_else(|| panic!("no line begins with '{word}': {output}"))
}

/// The move back.
pub fn reversed(text: &str) -> String {
    let second = text.rfind(|letter: char| letter.is_ascii_lowercase());
    let (from, to) = text.split_at(second.unwrap_or(0));
    format!("{to}{from}")
}
