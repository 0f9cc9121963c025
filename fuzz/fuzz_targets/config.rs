//! Arbitrary text as an `engine.toml` laid over the built-in one.
//!
//! An accepted configuration makes an engine that works with each variant and on boards of each
//! width. A refused one gives an error message, and a wrong key a one-line message with the line of
//! the text.
#![no_main]

use jacquerie::config::{Config, Problem};
use jacquerie::engine::Engine;
use jacquerie::games;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match Config::parse(text, &games::registry()) {
        Ok(config) => plays_everything(config),
        Err(problem) => {
            if let Problem::Key { line, .. } = &problem {
                let lines = text.lines().count();
                assert!((1..=lines).contains(line), "{problem}");
                let message = problem.to_string();
                assert!(!message.contains(char::is_control), "{message:?}");
            }
            assert!(!problem.to_string().is_empty());
        }
    }
});

fn plays_everything(config: Config) {
    let variants: Vec<String> = config.variants.keys().cloned().collect();
    let mut engine = Engine::new(config).expect("the options make a start position");
    // Gaps that exist on every board, so that the width can be changed.
    set(&mut engine, "Gaps", "a a");
    for variant in variants {
        set(&mut engine, "UCI_Variant", &variant);
        for files in 1..=8 {
            set(&mut engine, "Files", &files.to_string());
            let state = engine.state().expect("a start position");
            let read = engine.variant().read_fen(&state.fen());
            assert_eq!(read.expect("its own FEN").fen(), state.fen());
        }
    }
}

fn set(engine: &mut Engine, name: &str, value: &str) {
    if let Err(error) = engine.set_option(name, Some(value)) {
        panic!("{name} {value}: {error}");
    }
}
