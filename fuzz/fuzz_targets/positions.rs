//! Arbitrary bytes as a list of positions.
//!
//! Each entry has its line number, in order. A position that is written is read back the same; an
//! invalid one gives a one-line message with the line number.
#![no_main]

use jacquerie::arena::opening::{self, OpeningError};
use jacquerie::arena::positions::{Listed, read};
use jacquerie::arena::referee::Referee;
use jacquerie::config::Config;
use jacquerie::text::decode;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = decode(bytes) else { return };
    let lines = 1 + text.matches(['\n', '\r']).count();
    let listed = read(&text);
    assert!(listed.is_sorted_by(|one, next| one.line < next.line));
    for one in &listed {
        assert!((1..=lines).contains(&one.line), "{one:?}");
        if !one.fen.as_deref().is_none_or(is_position)
            || !one.moves.iter().all(|text| may_be_move(text))
        {
            continue;
        }
        let again = read(&written(one));
        let again = again.first().expect("what is written can be read");
        assert_eq!(
            (&again.fen, &again.moves),
            (&one.fen, &one.moves),
            "{one:?}"
        );
        assert_eq!(again.operations, one.operations, "{one:?}");
    }
    let referee = Referee::new(Config::built_in()).expect("the built-in variant");
    let wrong = match opening::read(&referee, &text) {
        Ok((openings, wrong)) => {
            assert_eq!(openings.len() + wrong.len(), listed.len());
            wrong
        }
        Err(error) => vec![error],
    };
    for error in wrong {
        let message = error.to_string();
        assert!(!message.contains(char::is_control), "{message:?}");
        if let OpeningError::Line { line, .. } = error {
            assert!((1..=lines).contains(&line), "{message}");
        }
    }
});

/// Whether some game has such a position.
fn is_position(fen: &str) -> bool {
    let mut variants = Config::built_in().variants.values();
    variants.any(|variant| variant.read_fen(fen).is_ok())
}

/// Whether it has only characters that moves of some game have.
fn may_be_move(text: &str) -> bool {
    let is_sign = |sign: char| sign.is_ascii_alphanumeric() || "=-+:!?".contains(sign);
    text.chars().all(is_sign)
}

/// The position as a line of a list.
fn written(one: &Listed) -> String {
    let moves = one.moves.join(" ");
    let position = match &one.fen {
        Some(fen) if moves.is_empty() => fen.clone(),
        Some(fen) => format!("{fen} | {moves}"),
        None => moves,
    };
    let operations = one.operations.iter().map(|one| format!(";{one}"));
    position + &operations.collect::<String>()
}
