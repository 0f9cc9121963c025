//! Any text as a FEN of antichess, and as moves from what it describes.
//!
//! What can be read is written and read again as the same. All of its moves can be written in both
//! notations and read again. A game that is over says how, and has no moves.
#![no_main]

use jacquerie::game::state::{GameState, State};
use jacquerie::games::antichess::{AntichessGame, Diagram};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    // The lines behind the first one are moves; what is none is left out.
    let mut lines = text.lines();
    let fen = lines.next().unwrap_or_default();
    match fen.parse::<Diagram>() {
        Ok(diagram) => {
            read_again(&diagram);
            let mut state = State::new(AntichessGame::default(), diagram);
            moves_survive_writing(&state);
            for line in lines {
                if state.finish().is_none() && state.play(line).is_ok() {
                    read_again(state.diagram());
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

fn read_again(diagram: &Diagram) {
    let written = diagram.to_string();
    let again: Diagram = written.parse().expect("what was written can be read");
    assert_eq!((*diagram, &written), (again, &again.to_string()));
}

fn moves_survive_writing(state: &State<AntichessGame>) {
    let moves = state.moves();
    let is_over = state.finish().is_some();
    assert_eq!(moves.is_empty(), is_over, "{}", state.fen());
    for played in moves {
        let short = state.algebraic(&played).expect("it is legal");
        for text in [&played, &short] {
            let read = state.coordinates(text);
            assert_eq!(read.as_ref(), Ok(&played), "{}", state.fen());
        }
        let mut next = state.clone();
        next.play(&played).expect("it is legal");
    }
}
