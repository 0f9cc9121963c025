//! Any bytes as a file of games.
//!
//! What can be read is written and read again: the same games, and the same text the second time.
//! So it is with games and their variations.
//! What cannot be read is refused in one line that names a line of the file.
#![no_main]

use jacquerie::arena::pgn::{Record, decode, read, starts_of, tree};
use jacquerie::config::Config;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let starts = starts_of(Config::built_in());
    let text = decode(bytes);
    let trees = |text: &str| tree::games(text, &starts).collect::<Result<Vec<_>, _>>();
    if let Ok(games) = trees(&text) {
        let written = write_trees(&games);
        let again = trees(&written).unwrap_or_else(|error| panic!("{error}: {written}"));
        assert_eq!(write_trees(&again), written);
    }
    match read(&text, &starts) {
        Ok(games) => {
            let written = write(&games);
            let again = read(&written, &starts);
            assert_eq!(again.as_ref(), Ok(&games), "{written}");
            assert_eq!(write(&again.unwrap_or_default()), written);
        }
        Err(error) => {
            let lines = 1 + text.matches('\n').count();
            assert!((1..=lines).contains(&error.line), "{error}");
            let message = error.to_string();
            assert!(!message.contains(char::is_control), "{message:?}");
        }
    }
});

fn write_trees(games: &[(std::ops::Range<usize>, tree::Tree)]) -> String {
    let mut output = Vec::new();
    for (_, game) in games {
        let written = game.write(&mut output);
        written.expect("memory takes everything");
    }
    String::from_utf8(output).expect("PGN is UTF-8")
}

fn write(games: &[Record]) -> String {
    let mut output = Vec::new();
    for game in games {
        let written = game.write(&mut output);
        written.expect("memory takes everything");
    }
    String::from_utf8(output).expect("PGN is UTF-8")
}
