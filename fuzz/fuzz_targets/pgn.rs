//! Arbitrary bytes as a PGN file.
//!
//! Each game is read or refused, in the order of the text. Games that can be read are written and
//! read again: the same games, and the same text the second time. The same holds for games with
//! variations. Errors and notes are one line each, with a line number of the file.
#![no_main]

use jacquerie::arena::pgn::{PgnError, Record, Tree, read, starts_of, trees};
use jacquerie::config::Config;
use jacquerie::text::decode;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let starts = starts_of(Config::built_in());
    let Ok(text) = decode(bytes) else { return };
    let lines = 1 + text.matches(['\n', '\r']).count();
    let (mut games, mut end) = (Vec::new(), 0);
    for (place, game) in trees(&text, &starts) {
        assert!(end <= place.start && place.start < place.end && place.end <= text.len());
        end = place.end;
        match game {
            Err(error) => check(&error, lines),
            Ok(game) => {
                game.passed_over
                    .iter()
                    .for_each(|error| check(error, lines));
                games.push(game);
            }
        }
    }
    let written = write_trees(&games);
    let again = trees(&written, &starts).map(|(_, game)| game.expect("what was written"));
    let again: Vec<Tree> = again.collect();
    assert_eq!(write_trees(&again), written);

    let records: Vec<Record> = games.into_iter().map(Tree::main_line).collect();
    let written = write(&records);
    let again = read(&written, &starts);
    assert_eq!(again.as_ref(), Ok(&records), "{written}");
    assert_eq!(write(&again.unwrap_or_default()), written);
});

fn check(error: &PgnError, lines: usize) {
    assert!((1..=lines).contains(&error.line), "{error}");
    let message = error.to_string();
    assert!(!message.contains(char::is_control), "{message:?}");
}

fn write_trees(games: &[Tree]) -> String {
    let mut output = Vec::new();
    for game in games {
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
