//! Arbitrary bytes as a PGN file.
//!
//! Each game is read or refused, in the order of the text. Games that can be read are written and
//! read again: the same games, and the same text the second time. The same holds for games with
//! variations. Errors and notes are one line each, with a line number of the file.
#![no_main]

use jacquerie::arena::pgn::{PgnError, Record, games, read, starts_of};
use jacquerie::config::Config;
use jacquerie::text::decode;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let starts = starts_of(Config::built_in());
    let Ok(text) = decode(bytes) else { return };
    let lines = 1 + text.matches(['\n', '\r']).count();
    let (mut all, mut end) = (Vec::new(), 0);
    for (place, game) in games(&text, &starts) {
        assert!(end <= place.start && place.start < place.end && place.end <= text.len());
        end = place.end;
        match game {
            Err(error) => check(&error, lines),
            Ok(game) => {
                game.passed_over
                    .iter()
                    .for_each(|error| check(error, lines));
                all.push(game);
            }
        }
    }
    let written = write(&all);
    let again = games(&written, &starts).map(|(_, game)| game.expect("what was written"));
    let again: Vec<Record> = again.collect();
    assert_eq!(write(&again), written);

    let plain: Vec<Record> = all.into_iter().map(Record::main_line).collect();
    let written = write(&plain);
    let again = read(&written, &starts);
    assert_eq!(again.as_ref(), Ok(&plain), "{written}");
    assert_eq!(write(&again.unwrap_or_default()), written);
});

fn check(error: &PgnError, lines: usize) {
    assert!((1..=lines).contains(&error.line), "{error}");
    let message = error.to_string();
    assert!(!message.contains(char::is_control), "{message:?}");
}

fn write(games: &[Record]) -> String {
    let mut output = Vec::new();
    for game in games {
        let written = game.write(&mut output);
        written.expect("memory takes everything");
    }
    String::from_utf8(output).expect("PGN is UTF-8")
}
