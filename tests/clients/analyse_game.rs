//! The analysis of games: marks for exact changes are compared with plain minimax. Its output is in
//! `tests/transcripts/analyse-game.md`.

use std::fs;

use crate::oracle::pawns::{Board, Minimax, Random};
use crate::program::{command_in, folder, kill, told_in};
use jacquerie::arena::pgn::{Glyph, Record, TagName, read, starts_of};
use jacquerie::config::Config;
use jacquerie::game::state::GameState;
use jacquerie::games::pawns::{Diagram, PawnGame, Stalemate};
use tempfile::TempDir;

const THREE_FILES: &str = "3/ppp/3/3/3/3/PPP/3 w - - 0 1";

fn games(folder: &TempDir, name: &str) -> Vec<Record> {
    let text = fs::read_to_string(folder.path().join(name)).expect("the file is there");
    read(&text, &starts_of(Config::built_in())).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn keep(folder: &TempDir, name: &str, games: &[Record]) {
    let mut bytes = Vec::new();
    for game in games {
        game.write(&mut bytes).expect("memory is enough");
    }
    fs::write(folder.path().join(name), bytes).expect("the folder can be written");
}

fn diagram(state: &dyn GameState) -> Diagram {
    state.fen().parse().expect("a FEN")
}

/// A complete game of random moves.
fn random_game(random: &mut Random) -> Record {
    let pawngame = &Config::built_in().variants["pawngame"];
    let mut record = Record::new(pawngame.read_fen(THREE_FILES).expect("a FEN"));
    record.tags.set(TagName::VARIANT, "pawngame");
    loop {
        let board = diagram(record.position());
        if Stalemate::Draw.outcome(&board.position).is_some() {
            return record;
        }
        let moves = board.position.move_sets().list();
        let text = board.coordinates(moves[random.below(moves.len())]);
        record.play(&text).expect("a legal move");
    }
}

#[test]
fn exact_marks_agree_with_minimax() {
    let folder = folder();
    let mut random = Random(2026);
    let played: Vec<Record> = (0..8).map(|_| random_game(&mut random)).collect();
    keep(&folder, "games.pgn", &played);
    let arguments = [
        "analyse",
        "--pgn",
        "games.pgn",
        "--nodes",
        "30000",
        "--output",
        "out.pgn",
    ];
    let text = told_in(&folder, &arguments, "");
    let judged = games(&folder, "out.pgn");
    assert_eq!(judged.len(), played.len());
    let rules = PawnGame::new(Stalemate::Draw);
    let mut minimax = Minimax::new(Stalemate::Draw);
    let mut value = |board: &Diagram| minimax.value(&Board::from_diagram(board)).0;
    let mut changes = 0;
    for (game, original) in judged.iter().zip(&played) {
        for ((board, one), (_, before)) in game.plies().zip(original.plies()) {
            assert_eq!(one.played(), before.played());
            let board = diagram(&*board);
            let played = board.read_move(&rules, one.played()).expect("a legal move");
            let had = value(&board);
            let has = value(&board.after(&rules, played)).reversed();
            // So small a board is searched to its end, so every change is found.
            let marked = one.glyphs == [Glyph::BLUNDER];
            assert_eq!(marked, has < had, "{board}: {one:?}: {text}");
            if marked {
                changes += 1;
                let comment = one.comment.text();
                assert!(comment.contains(", proved; better "), "{comment}");
                let better = comment
                    .split("better ")
                    .nth(1)
                    .and_then(|rest| rest.split(' ').next());
                let better = board
                    .read_move(&rules, better.unwrap_or_default())
                    .expect("a move");
                assert_eq!(
                    value(&board.after(&rules, better)).reversed(),
                    had,
                    "{board}: {comment}"
                );
            }
        }
    }
    assert!(
        changes > 5,
        "only {changes} of these moves change anything: {text}"
    );
    assert_eq!(
        text.matches("?? ").count(),
        changes + judged.len(),
        "{text}"
    );
}

/// An endless analysis of a game, interrupted by Ctrl-C after `meanwhile`: whether it succeeds, what it prints,
/// and its messages.
#[cfg(unix)]
fn interrupted(
    folder: &TempDir,
    game: &[&str],
    meanwhile: impl FnOnce(),
) -> (bool, String, String) {
    use std::io::{BufRead, BufReader, Read};
    use std::process::Stdio;
    let mut program = command_in(folder, &["analyse", "--movetime", "3600000"])
        .args(game)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut output = BufReader::new(program.stdout.take().expect("its output"));
    let mut line = String::new();
    // It prints the game's title before it begins; Ctrl-C works even earlier.
    output.read_line(&mut line).expect("a line");
    meanwhile();
    kill(&program, "-INT");
    let mut rest = String::new();
    output.read_to_string(&mut rest).expect("the rest");
    let ended = program.wait_with_output().expect("it ends");
    let errors = String::from_utf8(ended.stderr).expect("text");
    (ended.status.success(), rest, errors)
}

/// Ctrl-C ends the work; what is done is printed and written.
#[cfg(unix)]
#[test]
fn an_interrupt_keeps_the_finished_part() {
    let folder = folder();
    let game = ["--moves", "b4 a5", "--output", "out.pgn"];
    let (succeeds, printed, errors) = interrupted(&folder, &game, || ());
    assert!(
        printed.contains("Stopped before the first 2 moves were judged."),
        "{printed}"
    );
    assert!(succeeds, "{errors}");
    assert_eq!(games(&folder, "out.pgn")[0].moves().len(), 2);
}

/// A game that another program adds to the file during the analysis is not lost.
#[cfg(unix)]
#[test]
fn a_file_that_has_changed_meanwhile_is_not_replaced() {
    let folder = folder();
    let path = folder.path().join("games.pgn");
    fs::write(&path, "1. b4 a5 *\n").expect("a file");
    let arguments = ["--pgn", "games.pgn", "--output", "games.pgn"];
    let (succeeds, _, errors) = interrupted(&folder, &arguments, || {
        fs::write(&path, "1. b4 a5 *\n\n1. c4 *\n").expect("a file");
    });
    assert!(!succeeds);
    assert!(
        errors.contains("the annotated games are in games.pgn.annotated-1"),
        "{errors}"
    );
    assert_eq!(games(&folder, "games.pgn").len(), 2);
    assert_eq!(games(&folder, "games.pgn.annotated-1").len(), 1);
}
