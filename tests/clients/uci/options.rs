//! Options: their names, the values they refuse, and what a change of game prints.

use super::{PAWN_GAME, START, best_moves, one_complaint};
use crate::program::client::Client;

/// 8: an option set during a search takes effect at its end, whether the search ends by itself or
/// is stopped.
#[test]
fn options_set_during_a_search_wait_for_its_end() {
    let mut client = Client::start();
    client.send("go nodes 300000\nsetoption name UCI_Variant value pawngame");
    let lines = client.wait_for("info string variant pawngame ");
    assert_eq!(best_moves(&lines), 1, "{lines:?}");

    client.send("go infinite\nsetoption name UCI_Variant value peasants");
    let lines = client.settle();
    assert!(
        lines.iter().all(|line| !line.contains("string variant")),
        "{lines:?}"
    );
    client.send("stop");
    let found = client.read_search();
    found.check(PAWN_GAME);
    let is_told = |line: &String| line.contains("string variant");
    assert!(!found.lines.iter().any(is_told), "{:?}", found.lines);
    assert_eq!(client.wait_for("info string variant peasants ").len(), 1);
}

/// 8: `stop` reaches the search, whatever waits behind it.
#[test]
fn waiting_options_and_positions_do_not_delay_stop() {
    let mut client = Client::start();
    client.send("go infinite\nposition startpos moves a3a4\nucinewgame\nstop");
    client.read_search().check(START);
    assert_eq!(client.ask("fen").len(), 1);
}

/// The session can be logged to a file, which is only appended to; if that is not possible, it is
/// reported.
#[test]
fn options_log_the_session() {
    let folder = tempfile::tempdir().expect("a folder for the log");
    let log = folder.path().join("what was said.log");
    std::fs::write(&log, "<< older\n").expect("a log");
    let set = |file: &str| format!("setoption name Debug Log File value {file}");
    let mut client = Client::start();
    assert_eq!(client.ask(&set(log.to_str().expect("a name"))), [""; 0]);
    client.ask("fen");
    client.send("joho");
    client.wait_for("info string unknown command");
    let mut other = Client::start();
    one_complaint(&other.ask(&set(log.to_str().unwrap())), "another process");
    // A file that is not a log is not touched, and the old log stays in use.
    let notes = folder.path().join("notes");
    std::fs::write(&notes, "1. e4").expect("notes");
    one_complaint(
        &client.ask(&set(notes.to_str().expect("a name"))),
        "something else",
    );
    assert_eq!(std::fs::read_to_string(&notes).expect("notes"), "1. e4");
    client.ask("fen");
    // The log is closed, and nothing more is added.
    client.ask(&set("<empty>"));
    client.ask("d");
    let text = std::fs::read_to_string(&log).expect("the log");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "<< older");
    for line in [">> fen", &format!("<< {START}"), ">> joho"] {
        assert!(lines.contains(&line), "{line}: {text}");
    }
    assert!(!lines.contains(&">> d"), "{text}");
    assert_eq!(text.matches(">> fen").count(), 2, "{text}");
    one_complaint(&client.ask(&set("no/such/folder/log")), "no/such/folder");
    assert_eq!(client.ask("fen"), [START]);
}

/// In a game that begins with a whole game of chess, options for the start of other games are kept for these, and the
/// position stays.
#[test]
fn options_of_other_games_do_not_disturb_a_game_of_chess() {
    let mut client = Client::start();
    client.ask("setoption name UCI_Variant value chess");
    client.ask("position fen 8/8/4k3/8/8/4K3/4P3/8 w - - 0 1");
    let told = client.ask("setoption name Files value 3");
    assert!(
        told.iter().all(|line| !line.contains("option Files")),
        "{told:?}"
    );
    assert_eq!(client.ask("fen"), ["8/8/4k3/8/8/4K3/4P3/8 w - - 0 1"]);
    client.ask("setoption name UCI_Variant value pawngame");
    assert_eq!(client.ask("fen"), ["3/ppp/3/3/3/3/PPP/3 w - - 0 1"]);
}

/// A level may play its second choice; then the two lines change places.
#[test]
fn a_second_choice_is_one_of_two_lines() {
    let mut client = Client::start();
    client.ask("setoption name UCI_LimitStrength value true");
    client.ask("setoption name Level value 1");
    client.ask("setoption name MultiPV value 2");
    for seed in 1..20 {
        client.ask(&format!("setoption name Level Seed value {seed}"));
        client.send("position startpos moves c3c4");
        let found = client.search("go nodes 100");
        let first_move = |line: usize| {
            let is_line = |info: &&String| info.contains(&format!(" multipv {line} "));
            let last = found.lines.iter().rev().find(is_line).expect("each line");
            last.split(" pv ")
                .nth(1)
                .and_then(|pv| pv.split(' ').next())
                .map(str::to_owned)
        };
        assert_eq!(
            first_move(1).as_ref(),
            Some(&found.best),
            "{:?}",
            found.lines
        );
        assert_ne!(
            first_move(1),
            first_move(2),
            "seed {seed}: {:?}",
            found.lines
        );
    }
}

/// Levels play weaker, but legally, and reproducibly with the same seed; analysis ignores them.
#[test]
fn options_of_strength_limit_the_search() {
    let game = |seed: u32| {
        let mut client = Client::start();
        client.ask("setoption name UCI_LimitStrength value true");
        client.ask("setoption name Level value 2");
        client.ask(&format!("setoption name Level Seed value {seed}"));
        let mut moves = String::new();
        for _ in 0..12 {
            client.ask(&format!("position startpos moves{moves}"));
            let fen = client.ask("fen").remove(0);
            let found = client.search("go movetime 60000");
            found.check(&fen);
            assert!(found.last_info().nodes < 300, "{:?}", found.lines);
            moves = format!("{moves} {}", found.best);
        }
        moves
    };
    let games: Vec<String> = (0..4).map(game).collect();
    assert_eq!(game(0), games[0]);
    assert!(games.iter().any(|other| *other != games[0]), "{games:?}");

    // With an Elo and a level, the lower one counts.
    for (elo, level, least, most) in [
        (1_000, 10, 1, 100),
        (2_070, 1, 1, 100),
        (1_400, 10, 1_000, 6_000),
        (1_400, 2, 1, 300),
    ] {
        let mut client = Client::start();
        client.ask("setoption name UCI_LimitStrength value true");
        client.ask(&format!("setoption name UCI_Elo value {elo}"));
        client.ask(&format!("setoption name Level value {level}"));
        let nodes = client.search("go movetime 60000").last_info().nodes;
        assert!((least..most).contains(&nodes), "{elo} {level}: {nodes}");
    }

    let mut client = Client::start();
    client.ask("setoption name UCI_LimitStrength value true");
    client.ask("setoption name UCI_AnalyseMode value true");
    assert!(client.search("go nodes 30000").last_info().nodes > 20_000);
}
