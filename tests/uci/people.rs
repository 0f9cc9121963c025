//! What is beyond the standard, for people who type: `d`, `fen`, `eval`, `bench`, `help`.

use super::client::Client;
use super::{DRAWN, START};

/// 21: the board is drawn, with its FEN.
#[test]
fn d_draws_the_board() {
    let mut client = Client::start();
    let lines = client.ask("d");
    assert!(
        lines.contains(&"8 | . . . . . . . .".to_owned()),
        "{lines:?}"
    );
    assert!(
        lines.contains(&"3 | P P P P P P P P".to_owned()),
        "{lines:?}"
    );
    assert_eq!(lines.last(), Some(&format!("Fen: {START}")));
    client.ask(&format!("position fen {DRAWN}"));
    assert_eq!(client.ask("fen"), [DRAWN]);
}

/// 21: the evaluation is shown term by term.
#[test]
fn eval_shows_the_terms() {
    let mut client = Client::start();
    let text = client.ask("eval").join("\n");
    for term in ["pawn", "passer", "zugzwang"] {
        assert!(text.contains(term), "{text}");
    }
}

/// 21: `help` names every command that can be sent.
#[test]
fn help_names_the_commands() {
    let mut client = Client::start();
    let text = client.ask("help").join("\n");
    for command in [
        "uci",
        "isready",
        "setoption",
        "ucinewgame",
        "position",
        "go",
        "stop",
        "ponderhit",
        "perft",
        "searchmoves",
        "mate",
        "d,",
        "fen",
        "eval",
        "bench",
        "debug",
        "quit",
    ] {
        assert!(text.contains(command), "{command}: {text}");
    }
}

/// 21: `bench` can be stopped, and says so; then the count means nothing and is not given.
#[test]
fn bench_can_be_stopped() {
    let mut client = Client::start();
    client.send("bench\nstop");
    let lines = client.settle();
    client.wait_for("info string bench was stopped");
    assert!(
        lines.iter().all(|line| !line.ends_with(" nps")),
        "{lines:?}"
    );
    client.search("go depth 3").check(START);
}
