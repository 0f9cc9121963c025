//! Arbitrary text as a FEN of each game, and as moves from its position.
//!
//! A FEN that can be read is written and read again: the same position, and the same text the
//! second time. All of its moves can be written in both notations and read again, even with pieces
//! that no FEN may have. A finished game has a reason and no moves. A FEN that cannot be read gives
//! a one-line message without control characters.
#![no_main]

use jacquerie::config::Config;
use jacquerie::game::state::GameState;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, &str)| {
    let (number, text) = input;
    let mut variants = Config::built_in().variants.values().cycle();
    let Some(variant) = variants.nth(number.into()) else {
        return;
    };
    // The lines after the first are moves; others are left out.
    let mut lines = text.lines();
    match variant.read_fen(lines.next().unwrap_or_default()) {
        Err(error) => {
            let message = error.to_string();
            assert!(!message.is_empty() && !message.contains(char::is_control));
        }
        Ok(mut state) => {
            let again = variant.read_fen(&state.fen());
            let again = again.expect("what was written can be read");
            assert!(
                state.stands_as(&*again) && state.fen() == again.fen(),
                "{}",
                state.fen()
            );
            moves_survive_writing(&*state);
            for line in lines {
                if state.finish().is_none() && state.play(line).is_ok() {
                    moves_survive_writing(&*state);
                }
            }
        }
    }
});

fn moves_survive_writing(state: &dyn GameState) {
    let fen = state.fen();
    let moves = state.moves();
    assert_eq!(moves.is_empty(), state.finish().is_some(), "{fen}");
    // The drawing has a line for each rank and one for the files.
    let picture = state.picture();
    assert_eq!(picture.draw().lines().count(), picture.ranks() + 1, "{fen}");
    for played in moves {
        let short = state.read(&played).expect("it is legal").san;
        for text in [&played, &short] {
            let read = state.read(text).expect("it is legal");
            assert_eq!(read.coordinates, played, "{fen}");
        }
        state.boxed().play(&played).expect("it is legal");
    }
}
