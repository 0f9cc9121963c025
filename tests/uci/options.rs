//! Options: how they are named, what they refuse, and what a change of the game announces.

use super::client::Client;
use super::{PAWN_GAME, START, best_moves, one_complaint};

/// 6: each option is announced with its type, its default, and where it has one its range.
#[test]
fn options_are_announced_in_full() {
    let mut client = Client::start();
    client.send("uci");
    let lines = client.wait_for("uciok");
    let announced = |name: &str| {
        let start = format!("option name {name} type ");
        let found = lines.iter().find_map(|line| line.strip_prefix(&start));
        found.unwrap_or_else(|| panic!("{name} is not announced: {lines:?}"))
    };
    for (name, least) in [
        ("Hash", 1),
        ("Threads", 1),
        ("MultiPV", 1),
        ("Move Overhead", 0),
        ("Files", 1),
        ("UCI_Elo", 1_000),
        ("Level", 1),
        ("Level Seed", 0),
    ] {
        let words: Vec<&str> = announced(name).split(' ').collect();
        let ["spin", "default", default, "min", min, "max", max] = words[..] else {
            panic!("{name}: {words:?}");
        };
        let [default, min, max] = [default, min, max].map(|word| word.parse::<i64>().unwrap());
        assert!(min == least && min <= default && default <= max, "{name}");
    }
    for name in [
        "Ponder",
        "UCI_ShowWDL",
        "UCI_AnalyseMode",
        "UCI_LimitStrength",
    ] {
        assert_eq!(announced(name), "check default false");
    }
    assert_eq!(announced("Clear Hash"), "button");
    assert_eq!(announced("VariantPath"), "string default <empty>");
    assert_eq!(announced("Debug Log File"), "string default <empty>");
    assert_eq!(announced("Gaps"), "string default a a");
    assert!(announced("UCI_Variant").starts_with("combo default peasants var "));
}

/// 7: names ignore case and may hold blanks; a button ignores a value.
#[test]
fn options_are_found_by_name_in_any_case() {
    let mut client = Client::start();
    for line in [
        "setoption name hASH value 2",
        "setoption name  move   OVERHEAD  value  20 ",
        "setoption name Clear Hash",
        "setoption name clear hash value 7",
        "setoption name THREADS value 1",
        "setoption name ponder value True",
        "setoption name UCI_AnalyseMode value false",
        "setoption name VariantPath value <empty>",
        "setoption name VariantPath value",
    ] {
        assert_eq!(client.ask(line), [""; 0], "{line}");
    }
    client.ask("setoption name fIlEs value 4");
    assert_eq!(client.ask("fen"), ["4/pppp/pppp/4/4/PPPP/PPPP/4 w - - 0 1"]);
}

/// 7: what an option cannot be is refused in one line that names it, and changes nothing.
#[test]
fn options_refuse_what_they_cannot_be() {
    let mut client = Client::start();
    for (line, part) in [
        ("setoption name Hash value 0", "Hash"),
        ("setoption name Hash value 99999999999999999999", "Hash"),
        ("setoption name Threads value many", "'many'"),
        ("setoption name MultiPV value -1", "'-1'"),
        ("setoption name Move Overhead", "Move Overhead"),
        ("setoption name Files value 9", "'9'"),
        ("setoption name Gaps value x y", "'x y'"),
        ("setoption name UCI_Variant value chess", "'chess'"),
        ("setoption name No Such Thing value 1", "No Such Thing"),
        (
            "setoption name UCI_Eol value 1500",
            "did you mean 'UCI_Elo'?",
        ),
        ("setoption name Ponder value maybe", "'maybe'"),
        ("setoption name UCI_ShowWDL", "UCI_ShowWDL"),
        ("setoption name Level value 11", "'11'"),
        ("setoption", "setoption"),
    ] {
        one_complaint(&client.ask(line), part);
    }
    assert_eq!(client.ask("fen"), [START]);
}

/// 8: an option set during a search waits for its end, whether the search ends by itself or has
/// to be told.
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

/// 8: whatever waits behind a search, `stop` reaches the search.
#[test]
fn options_and_positions_that_wait_do_not_hold_up_stop() {
    let mut client = Client::start();
    client.send("go infinite\nposition startpos moves a3a4\nucinewgame\nstop");
    client.read_search().check(START);
    assert_eq!(client.ask("fen").len(), 1);
}

/// 9: a change of what is played tells clients that can show it; `chess` is not on offer.
#[test]
fn options_that_shape_the_board_announce_it() {
    let mut client = Client::start();
    client.send("uci");
    let introduction = client.wait_for("uciok");
    let combo = introduction
        .iter()
        .find_map(|line| line.strip_prefix("option name UCI_Variant type combo default peasants "))
        .expect("UCI_Variant is announced, and peasants is the default");
    let offered: Vec<&str> = combo.split("var ").map(str::trim).collect();
    for name in ["peasants", "pawnrace", "pawngame", "pawnsonly"] {
        assert!(offered.contains(&name), "{offered:?}");
    }
    assert!(!offered.contains(&"chess"), "{offered:?}");

    for (option, announced) in [
        (
            "UCI_Variant value pawngame",
            "pawngame files 8 ranks 8 pocket 0 template fairy startpos 8/pppppppp/8/8/8/8/PPPPPPPP/8 w - - 0 1",
        ),
        (
            "Files value 3",
            "pawngame files 3 ranks 8 pocket 0 template fairy startpos 3/ppp/3/3/3/3/PPP/3 w - - 0 1",
        ),
        (
            "UCI_Variant value pawnrace",
            "pawnrace files 3 ranks 8 pocket 0 template fairy startpos 3/1pp/3/3/3/3/1PP/3 w - - 0 1",
        ),
        (
            "Gaps value b c",
            "pawnrace files 3 ranks 8 pocket 0 template fairy startpos 3/pp1/3/3/3/3/P1P/3 w - - 0 1",
        ),
    ] {
        let lines = client.ask(&format!("setoption name {option}"));
        assert_eq!(lines, [format!("info string variant {announced}")]);
    }
    one_complaint(&client.ask("setoption name Gaps value a h"), "gap h");
}

/// 9: a path of variants is accepted, and it is said that it is not read.
#[test]
fn options_accept_a_path_of_variants() {
    let mut client = Client::start();
    let said = client.ask("setoption name VariantPath value /no/such path/variants.ini");
    one_complaint(&said, "VariantPath is not read");
    assert_eq!(client.ask("fen"), [START]);
}

/// What is said can be kept in a file, which only grows; where that is not possible, it is said.
#[test]
fn options_keep_a_log_of_what_is_said() {
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
    // A file that is none of its kind is left alone, and the old one stays.
    let notes = folder.path().join("notes");
    std::fs::write(&notes, "1. e4").expect("notes");
    one_complaint(
        &client.ask(&set(notes.to_str().expect("a name"))),
        "something else",
    );
    assert_eq!(std::fs::read_to_string(&notes).expect("notes"), "1. e4");
    client.ask("fen");
    // The file is let go, and nothing more is added.
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

/// Levels play weaker, but legally, and the same again with the same seed; analysis takes no
/// notice of them.
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

    // An Elo and a level, whichever is lower.
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

/// 10: the command line can set what is played.
#[test]
fn options_can_be_set_by_the_command_line() {
    let mut client = Client::start_with(&["--variant", "pawnrace", "--gaps", "b h"]);
    assert_eq!(
        client.ask("fen"),
        ["8/ppppppp1/8/8/8/8/P1PPPPPP/8 w - - 0 1"]
    );
    client.send("uci");
    let lines = client.wait_for("uciok").join("\n");
    for announced in [
        "UCI_Variant type combo default pawnrace ",
        "Gaps type string default b h",
    ] {
        assert!(lines.contains(announced), "{lines}");
    }
}
