//! Games of the engine with itself, refereed once more: every move is one of the oracle's, no game ends
//! before the oracle's does, and each as that says.

use std::fs;

use serde_json::Value;

use super::oracle::{Board, End};
use super::program::{folder, told_in};

/// How the game stands: who has won and why, if it is over.
fn verdict(board: &Board, before: &[String]) -> Option<(&'static str, &'static str)> {
    let won = match board.white_to_move {
        true => "0-1",
        false => "1-0",
    };
    let core = board.core();
    let again = before.iter().filter(|one| **one == core).count();
    match board.end() {
        Some(End::Mate) => Some((won, "checkmate")),
        Some(End::Stalemate) => Some(("1/2-1/2", "no-move")),
        Some(End::Dead) => Some(("1/2-1/2", "material")),
        None if again == 2 => Some(("1/2-1/2", "repetition")),
        None => (board.quiet >= 100).then_some(("1/2-1/2", "no-progress")),
    }
}

/// Goes through a game of the log; how many plies it had.
fn referee(game: &Value) -> usize {
    let text = |key: &str| {
        game[key]
            .as_str()
            .unwrap_or_else(|| panic!("{key}: {game}"))
    };
    let (fen, _) = text("opening").split_once(" | ").expect("moves of chance");
    let (mut board, mut before) = (Board::read(fen), Vec::new());
    let mut plies = 0;
    for name in text("moves").split(' ') {
        assert_eq!(verdict(&board, &before), None, "{} {game}", board.fen());
        let steps = board.moves();
        let step = steps.into_iter().find(|step| Board::name(*step) == name);
        let step = step.unwrap_or_else(|| panic!("{name} in {}: {game}", board.fen()));
        before.push(board.core());
        board = board.after(step);
        plies += 1;
    }
    let found = (text("result"), text("reason"));
    assert_eq!(Some(found), verdict(&board, &before), "{game}");
    plies
}

/// So many games, each different, of these set-ups.
fn play(setups: &[usize], games: usize, nodes: u32) {
    let folder = folder();
    let mut refereed = 0;
    for setup in setups {
        let engine =
            |name: &str, nodes: u32| format!("name={name} cmd=self tc=nodes={nodes} option.Hash=1");
        let log = format!("{setup}.log");
        let config = "config.toml";
        let own = format!("[options]\nvariant = \"metamachy\"\nsetup = {setup}\n");
        fs::write(folder.path().join(config), own).expect("the folder can be written to");
        // With the same nodes the second game of a pair would be the first one again.
        let (one, two) = (engine("one", nodes), engine("two", nodes + nodes / 8));
        let games = games.div_ceil(setups.len()).next_multiple_of(2).to_string();
        let seed = (setup + 1).to_string();
        let mut call = vec![
            "match", "--config", config, "--games", &games, "--log", &log,
        ];
        call.extend(["--engine", &one, "--engine", &two, "--max-plies", "100000"]);
        told_in(&folder, &[&call[..], &["--seed", &seed]].concat(), "");
        let text = fs::read_to_string(folder.path().join(&log)).expect("the log");
        let lines = text.lines().skip(1);
        let games = lines.map(|line| serde_json::from_str(line).expect("a line of the log"));
        for game in games {
            assert!(referee(&game) > 10);
            refereed += 1;
        }
    }
    assert!(refereed >= games);
}

#[test]
fn games_keep_to_the_rules() {
    play(&[0, 3, 7], 6, 40);
}

#[test]
#[ignore = "takes ten minutes: cargo test --release --test metamachy -- --ignored"]
fn a_thousand_games_keep_to_the_rules() {
    play(&(0..12).collect::<Vec<_>>(), 1_000, 400);
}
