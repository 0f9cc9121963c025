//! Any text as a FEN of kings and pawns, and as moves from what it describes.
//!
//! What can be read is written and read again as the same. All of its moves can be written in both
//! notations and read again, also where queens stand on the board, which no FEN may have. A game that is
//! over says how, and has no moves.
#![no_main]

use jacquerie::game::state::{GameState, State};
use jacquerie::games::kings::{Diagram, KingGame};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    // The lines behind the first one are moves; what is none is left out.
    let mut lines = text.lines();
    let fen = lines.next().unwrap_or_default();
    match fen.parse::<Diagram>() {
        Ok(diagram) => {
            let written = diagram.to_string();
            let again: Diagram = written.parse().expect("what was written can be read");
            assert_eq!((diagram, &written), (again, &again.to_string()));
            let mut state = State::new(KingGame::default(), diagram);
            moves_survive_writing(&state);
            for line in lines {
                if state.finish().is_none() && state.play(line).is_ok() {
                    moves_survive_writing(&state);
                }
            }
        }
        Err(error) => {
            let message = error.to_string();
            assert!(!message.is_empty() && !message.contains(char::is_control));
        }
    }
});

fn moves_survive_writing(state: &State<KingGame>) {
    let moves = state.moves();
    assert_eq!(
        moves.is_empty(),
        state.finish().is_some(),
        "{}",
        state.fen()
    );
    for played in moves {
        let short = state.algebraic(&played).expect("it is legal");
        for text in [&played, &short] {
            assert_eq!(
                state.coordinates(text).as_ref(),
                Ok(&played),
                "{}",
                state.fen()
            );
        }
        let mut next = state.clone();
        next.play(&played).expect("it is legal");
        // The drawing has a line for each rank and one for the files.
        assert_eq!(next.picture().files() * next.picture().ranks(), 64);
    }
}
