//! Any text as a FEN, and as moves from what it describes.
//!
//! What can be read is written and read again: the same diagram, and the same text the second
//! time. All of its moves can be written in both notations and read again. What cannot be read is
//! refused in one line of a length that a message may have.
#![no_main]

use jacquerie::games::pawns::{Diagram, Stalemate, algebraic, coordinates, read_move};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    // The second line, if there is one, is a move.
    let (fen, attempt) = text.split_once('\n').unwrap_or((text, ""));
    match fen.parse::<Diagram>() {
        Ok(diagram) => {
            survives_writing(&diagram);
            moves_survive_writing(&diagram);
            if let Ok(played) = read_move(&diagram, attempt) {
                survives_writing(&diagram.play(played));
            }
        }
        Err(error) => {
            let message = error.to_string();
            assert!(!message.is_empty());
        }
    }
});

fn survives_writing(diagram: &Diagram) {
    let written = diagram.to_string();
    let again: Diagram = written.parse().expect("what was written can be read");
    assert_eq!(*diagram, again, "{written}");
    assert_eq!(written, again.to_string());
    // The drawing has a line for each rank and one for the files.
    assert_eq!(diagram.draw().lines().count(), 9);
}

fn moves_survive_writing(diagram: &Diagram) {
    if Stalemate::Draw.outcome(&diagram.position).is_some() {
        return;
    }
    for played in diagram.position.move_sets().list() {
        for text in [coordinates(diagram, played), algebraic(diagram, played)] {
            assert_eq!(read_move(diagram, &text), Ok(played), "{text} in {diagram}");
        }
        survives_writing(&diagram.play(played));
    }
}
