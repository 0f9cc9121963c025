//! How the program lives and ends: it answers at once, finishes what was requested, and exits
//! quietly when its input or output is closed.

use super::{START, best_moves};
use crate::program::client::{Client, Ending};

fn quiet_end(ending: &Ending) {
    assert_eq!(ending.code, Some(0), "{}", ending.complaints);
    assert_eq!(ending.complaints, "");
}

/// 2: when idle, `readyok` comes after all earlier commands are done; during a search, at once.
#[test]
fn isready_keeps_its_turn_when_idle_and_waits_for_no_search() {
    let mut client = Client::start();
    client.send_bytes(b"setoption name Files value 3\nposition fen rubbish\nfen\nisready\n");
    let lines = client.wait_for("readyok");
    assert_eq!(lines.len(), 4, "{lines:?}");
    client.send_bytes(b"position startpos\ngo infinite\nisready\nisready\n");
    for _ in 0..2 {
        let lines = client.wait_for("readyok");
        assert_eq!(best_moves(&lines), 0, "{lines:?}");
    }
    client.send("stop");
    client.read_search();
}

/// 3: at the end of input, a search with a limit finishes and one without stops; each sends its
/// best move, and so do those that were still waiting.
#[test]
fn the_end_of_input_ends_every_search_with_its_best_move() {
    for (go, searches) in [
        ("go movetime 300", 1),
        ("go depth 6", 1),
        ("go infinite", 1),
        ("go", 1),
        ("go ponder", 1),
        ("go ponder wtime 60000 btime 60000", 1),
        ("go ponder depth 3\ngo ponder", 2),
        ("go infinite\ngo depth 3\ngo infinite", 3),
        ("go depth 5\nposition startpos moves a3a4\ngo depth 5", 2),
    ] {
        let mut client = Client::start();
        client.send(&format!("position startpos\n{go}"));
        let ending = client.end_input();
        quiet_end(&ending);
        assert_eq!(best_moves(&ending.lines), searches, "{go}");
        let last = ending.lines.last().map(String::as_str);
        assert!(
            last.is_some_and(|last| last.starts_with("bestmove ") && !last.contains("(none)")),
            "{go}: {last:?}"
        );
    }
}

/// 3: the search in progress at the end of input keeps its limit.
#[test]
fn the_end_of_input_does_not_cut_a_limit_short() {
    let mut client = Client::start();
    client.send("position startpos\ngo depth 7");
    let ending = client.end_input();
    assert!(
        ending
            .lines
            .iter()
            .any(|line| line.starts_with("info depth 7 ")),
        "{:?}",
        ending.lines
    );
}

/// 3: if its output is closed, the program ends without an error message.
#[test]
fn a_closed_output_ends_the_program_quietly() {
    for line in ["uci", "position startpos\ngo depth 4"] {
        quiet_end(&Client::start().turn_away(line));
    }
}

/// 3: `quit` ends the program, even during a search, which sends its best move.
#[test]
fn quit_ends_the_program() {
    for (lines, searches) in [
        ("quit", 0),
        ("go infinite\nquit", 1),
        ("go depth 200\nquit", 1),
        ("go ponder\nquit", 1),
        ("go depth 3\ngo infinite\ngo movetime 3600000\nquit", 3),
        ("position fen rubbish\ngo infinite\nquit", 1),
        ("go perft 20\nbench\nstop\nquit", 0),
    ] {
        let mut client = Client::start();
        client.send(lines);
        let ending = client.wait_for_end();
        quiet_end(&ending);
        assert_eq!(best_moves(&ending.lines), searches, "{lines}");
    }
}

/// 3: commands before `quit` are answered in order.
#[test]
fn quit_waits_for_all_before_it() {
    let asked =
        "position startpos\ngo perft 4\nfen\nisready\nucinewgame\ngo depth 200\nd\nquit\nfen";
    let mut client = Client::start();
    client.send(asked);
    let from_input = client.wait_for_end();
    let asked: Vec<&str> = asked.lines().collect();
    let from_arguments = Client::start_with(&asked).wait_for_end();
    for ending in [from_input, from_arguments] {
        quiet_end(&ending);
        let at = |wanted: &str| {
            let mut lines = ending.lines.iter();
            lines.position(|line| line.starts_with(wanted))
        };
        let places = [
            "Nodes searched: 5368",
            START,
            "readyok",
            "bestmove",
            "Fen: ",
        ]
        .map(at);
        assert!(
            places[0].is_some() && places.is_sorted(),
            "{:?}",
            ending.lines
        );
        let positions = ending.lines.iter().filter(|line| *line == START);
        assert_eq!(positions.count(), 1, "{:?}", ending.lines);
    }
}

/// 4: line ends, tabs and blanks do not matter, nor do unknown words before a command.
#[test]
fn blanks_and_leading_words_are_forgiven() {
    let mut client = Client::start();
    client.send_bytes(
        b"\xef\xbb\xbf\r\n\n  \t \n\xef\xbb\xbfposition \t startpos   moves  a3a4 \t\r\nfen\t\r\n",
    );
    let moved = "8/pppppppp/pppppppp/8/P7/1PPPPPPP/PPPPPPPP/8 b - - 0 1";
    assert_eq!(client.settle(), [moved]);
    assert_eq!(client.ask("joho what fen  "), [moved]);
    for isready in [
        &b"well \t isready \r\n"[..],
        b"isready\0\n",
        b"isready\x1a\r\n",
    ] {
        client.send_bytes(isready);
        assert_eq!(client.wait_for("readyok"), ["readyok"]);
    }
}
