//! `go` and what ends it: limits, a best move for each, finished games.

use std::time::Duration;

use super::{DRAWN, PAWN_GAME, START, best_moves, one_complaint};
use crate::program::client::Client;

/// 14: limits combine in any order, and any of them alone ends a search with a legal move.
#[test]
fn go_takes_limits_in_any_order() {
    for go in [
        "wtime 100",
        "btime 100",
        "wtime 0 btime 0",
        "wtime -30 btime 100 winc 5 binc 5",
        "winc 10 binc 10 movestogo 1 btime 200 wtime 200",
        "movetime 1",
        "movetime 0",
        "nodes 1",
        "depth 1",
        "nodes 100000000000 depth 4",
        "movetime 600000 depth 4 wtime 60000000",
        "depth 200 nodes 2000 wtime 600000000 btime 600000000",
        "depth 99999999999999999999 movetime 30",
        "winc 10 binc 10",
        "movestogo 3 wtime 50",
        "mate 2",
        "mate 900 nodes 3000",
    ] {
        let mut client = Client::start();
        let found = client.search(&format!("go {go}"));
        found.check(START);
        if go.contains("depth 4") {
            assert_eq!(found.last_info().depth, 4, "{go}");
        }
        if go.contains("nodes 2000 ") {
            assert!(found.last_info().nodes < 2_100, "{:?}", found.lines);
        }
    }
}

/// 15: on one thread the same number of nodes gives the same result, and so does a new game.
#[test]
fn go_nodes_and_a_new_game_are_repeatable() {
    let mut client = Client::start();
    for go in ["go nodes 20000", "go depth 9"] {
        let mut fresh = Client::start();
        fresh.send("position startpos");
        let wanted = fresh.search(go);
        client.send("ucinewgame\nposition startpos");
        let found = client.search(go);
        assert_eq!(found.infos(), wanted.infos(), "{go}");
        assert_eq!(found.best, wanted.best);
    }
}

/// 15: `searchmoves` leaves no other choice.
#[test]
fn go_searchmoves_chooses_among_the_moves_named() {
    let mut client = Client::start();
    for (go, allowed) in [
        ("go depth 6 searchmoves h3h4", vec!["h3h4"]),
        ("go searchmoves g3g4 f4 depth 6", vec!["g3g4", "f3f4"]),
        ("go searchmoves b3b4 nodes 1", vec!["b3b4"]),
    ] {
        let found = client.search(go);
        found.check(START);
        assert!(
            allowed.contains(&found.best.as_str()),
            "{go}: {}",
            found.best
        );
        for info in found.infos() {
            assert!(allowed.contains(&info.pv[0].as_str()), "{go}: {info:?}");
        }
    }
    client.ask("setoption name MultiPV value 8");
    let found = client.search("go depth 5 searchmoves a3a4 b3b4 c3c4");
    assert_eq!(found.infos().iter().map(|info| info.multipv).max(), Some(3));
    let found = client.search("go depth 5 searchmoves a3a5 h3h6 rubbish");
    assert_eq!(found.best, "(none)");
    one_complaint(&found.lines[..found.lines.len() - 1], "'a3a5'");
}

/// A game of antichess begins with the move that is known to win, unless another one is asked for.
#[test]
fn go_follows_what_is_known_of_the_start() {
    let mut client = Client::start();
    for variant in ["antichess", "suicide", "giveaway"] {
        client.ask(&format!("setoption name UCI_Variant value {variant}"));
        client.send("position startpos");
        assert_eq!(client.search("go nodes 1").best, "e2e3");
        assert_eq!(client.search("go depth 1 searchmoves d2d4").best, "d2d4");
        client.send("position startpos moves g1h3 g8h6 h3g1 h6g8 e2e3");
        assert_ne!(client.search("go nodes 1").best, "e2e3");
    }
}

/// 16: under `infinite`, the answer "no move" waits for `stop` as well.
#[test]
fn go_infinite_without_a_move_to_choose_waits_for_stop() {
    for asked in [
        "go infinite searchmoves a3a5",
        "go ponder searchmoves a3a5 depth 3",
        "position fen rubbish\ngo infinite",
    ] {
        let mut client = Client::start();
        let told = client.ask(asked);
        let [.., last] = &told[..] else {
            panic!("{asked}: nothing is told");
        };
        assert!(last.starts_with("info string "), "{told:?}");
        assert_eq!(best_moves(&told), 0, "{told:?}");
        client.send("stop");
        assert_eq!(client.read_search().lines, ["bestmove (none)"], "{asked}");
    }
}

/// 15: `mate N` finds a win in N moves where there is one, and ends where there is none.
#[test]
fn go_mate_finds_a_win_in_so_many_moves() {
    let mut client = Client::start();
    for (fen, moves, found_in) in [
        ("8/8/4P3/8/8/8/p7/8 b - - 0 1", 1, Some(1)),
        ("8/8/7p/3P4/8/8/8/8 w - - 0 1", 2, None),
        ("8/8/7p/3P4/8/8/8/8 w - - 0 1", 3, Some(3)),
        (
            "8/1pp5/1p2pppp/1P2p3/2p1P1pP/P4P1P/2PPP3/8 w - - 0 12",
            13,
            Some(13),
        ),
        (
            "8/1pp5/1p2pppp/1P2p3/2p1P1pP/P4P1P/2PPP3/8 w - - 0 12",
            5,
            None,
        ),
        (START, 4, None),
    ] {
        client.ask(&format!("position fen {fen}"));
        let found = client.search(&format!("go mate {moves}"));
        found.check(fen);
        let score = found.last_info().score;
        let mate = score.strip_prefix("mate ");
        let mate: Option<i32> = mate.map(|number| number.parse().unwrap());
        match found_in {
            Some(most) => assert!(mate.is_some_and(|mate| mate > 0 && mate <= most), "{score}"),
            None => assert!(mate.is_none_or(|mate| mate > moves), "{fen}: {score}"),
        }
    }
}

/// In antichess the loser can make the last move: here a4 is forced, and so is a step of the h-pawn, after which White
/// has no move and wins.
#[test]
fn go_mate_sees_the_last_move_of_the_loser() {
    let mut client = Client::start();
    client.ask("setoption name UCI_Variant value antichess");
    client.ask("position fen 8/7p/8/p1p1p3/2P1P3/P7/8/8 w - - 0 1");
    let found = client.search("go mate 1");
    assert_eq!(found.last_info().score, "mate 1");
}

/// 16, 20: a solved position has no best move before `stop`; that it is a draw is reported.
/// Two plies before the fifty-move count runs out, a win must begin with a pawn's move, though others win in the
/// position alone; and what no move resets is drawn.
#[test]
fn go_does_not_trust_proofs_when_the_count_runs_out() {
    let mut client = Client::start();
    client.ask("setoption name UCI_Variant value antichess");
    for (fen, moves, drawn) in [
        ("7n/8/2B5/3P3n/8/8/8/8 w - - 98 80", &["d5d6"][..], false),
        ("8/8/B7/1P6/8/1n3n2/8/8 w - - 97 80", &["b5b6"], false),
        ("8/8/8/8/8/2k5/8/R7 w - - 97 80", &[], true),
    ] {
        client.send(&format!("position fen {fen}"));
        let search = client.search("go nodes 100000");
        let told = search.lines.join("\n");
        assert!(!told.contains("exact win"), "{told}");
        assert!(!drawn || told.contains("score cp 0 "), "{told}");
        assert!(drawn || moves.contains(&&*search.best), "{told}");
    }
}

#[test]
fn go_infinite_waits_for_stop_even_when_all_is_solved() {
    let mut client = Client::start();
    client.send(&format!("position fen {DRAWN}\ngo infinite"));
    let solved = client.wait_for("info string exact draw");
    assert!(
        solved.iter().any(|line| line.contains(" score cp 0 ")),
        "{solved:?}"
    );
    for _ in 0..3 {
        // Time enough for a wrong answer to show.
        std::thread::sleep(Duration::from_millis(50));
        let lines = client.settle();
        assert_eq!(best_moves(&lines), 0, "{lines:?}");
    }
    client.send("stop");
    let found = client.read_search();
    assert!(["a2a3", "a2a4"].contains(&found.best.as_str()));
    assert_eq!(client.settle(), [""; 0]);
}

/// 17: one best move for each `go`, with an exact score and a legal line before it.
#[test]
fn go_is_answered_by_one_legal_best_move() {
    let mut client = Client::start();
    for fen in [
        START,
        PAWN_GAME,
        DRAWN,
        "5/ppppp/ppppp/5/5/PPPPP/PPPPP/5 w - - 0 1",
        "8/1pp5/1p2pppp/1P2p3/2p1P1pP/P4P1P/2PPP3/8 w - - 0 12",
        "8/1pp1p1pp/p1p2p1p/3pP3/PP1P2P1/2P4P/2P2P1P/8 b - - 0 9",
        "8/8/8/1pP5/8/8/8/8 w - b6 0 1",
        "8/4P3/8/8/8/8/7p/8 b - - 0 1",
    ] {
        client.send(&format!("position fen {fen}"));
        for go in ["go depth 1", "go depth 8", "go nodes 3000"] {
            client.search(go).check(fen);
        }
        client.send("go infinite\nstop");
        client.read_search().check(fen);
        assert_eq!(client.settle(), [""; 0], "{fen}");
    }
}

/// 17: several `go` sent without waiting get one answer each.
#[test]
fn a_waiting_go_is_answered_too() {
    let mut client = Client::start();
    client.send("go depth 6\ngo depth 5\nposition startpos moves a3a4\ngo depth 6");
    client.read_search().check(START);
    client.read_search().check(START);
    client
        .read_search()
        .check("8/pppppppp/pppppppp/8/P7/1PPPPPPP/PPPPPPPP/8 b - - 0 1");
    assert_eq!(client.settle(), [""; 0]);
}

/// 17: however many wait, each is answered once and in order, even if other commands come in
/// between.
#[test]
fn thousands_of_go_are_answered_in_order() {
    const PAIRS: usize = 10_000;
    let mut client = Client::start();
    // Each of the two positions has only one move.
    let white =
        "position fen 8/8/8/p7/8/7P/P7/8 w\ngo ponder depth 1 searchmoves h3h4\nponderhit\n";
    let black = "position fen 8/8/8/p7/8/7P/P7/8 b\ngo infinite searchmoves a5a4\nstop\n";
    client.send(&format!(
        "go infinite\n{}stop",
        format!("{white}{black}").repeat(PAIRS)
    ));
    client.read_search().check(START);
    for _ in 0..PAIRS {
        assert_eq!(client.read_search().best, "h3h4");
        assert_eq!(client.read_search().best, "a5a4");
    }
    assert_eq!(client.settle(), [""; 0]);
}

/// 17: a `stop` with nothing to stop affects no later search.
#[test]
fn go_is_not_stopped_by_an_earlier_stop() {
    let mut client = Client::start();
    assert_eq!(client.ask("stop"), [""; 0]);
    let found = client.search("go depth 5");
    found.check(START);
    assert_eq!(found.last_info().depth, 5);
}

/// 18: under `infinite`, a finished game is answered at `stop`.
#[test]
fn go_after_the_end_of_the_game() {
    let mut client = Client::start();
    client.send("position fen 8/8/8/p7/P7/8/8/8 w\ngo infinite");
    let mut lines = client.settle();
    assert_eq!(best_moves(&lines), 0, "{lines:?}");
    client.send("stop");
    lines.extend(client.read_search().lines);
    assert_eq!(lines, ["info depth 0 score cp 0", "bestmove (none)"]);
}

/// A table of a pawn ending takes as long as tens of thousands of nodes. None begins before the
/// search has a sensible move, which would be played if the time ended with the table.
#[test]
fn tables_wait_for_the_search() {
    let mut client = Client::start_with(&["--variant", "endings"]);
    client.send("position fen 8/8/4Pk2/3K4/6p1/8/8/8 w - - 0 1");
    let found = client.search("go depth 6");
    assert!(found.last_info().nodes < 10_000, "{:?}", found.lines);
}
