//! Chess games that reach a pawn ending, as clients send them to the game `endings`: files written
//! by chess servers and databases, and programs that support only chess.

use std::fs;

use crate::program::{call_in, folder, told_in, write};
use jacquerie::arena::pgn::{read, starts_of};
use jacquerie::config::Config;

/// In the style of Lichess, ChessBase and Chess.com, and one that begins from a FEN.
const GAMES: &str = include_str!("../data/chess-games.pgn");

/// The first tag of each game that reaches an ending, and the move before its first position.
const ENTERED: [[&str; 2]; 3] = [
    ["[Event \"Rated blitz game\"]", "36... cxd6 {"],
    ["[Event \"Club championship\"]", "39. Rxc6+ $16"],
    ["[Event \"Training\"]", "14.Kxc2 0-0 15."],
];

/// Analyses the games of a text; returns both outputs, and the annotated text.
fn analysed(text: &str, arguments: &[&str]) -> ([String; 2], String) {
    let folder = folder();
    write(&folder.path().join("games.pgn"), text);
    let common = ["analyse", "--pgn", "games.pgn", "--depth", "3"];
    let output = ["--output", "annotated.pgn"];
    let outcome = call_in(&folder, &[&common[..], &output, arguments].concat(), "");
    assert_eq!(outcome.code, 0, "{}", outcome.complaint);
    let annotated = fs::read_to_string(folder.path().join("annotated.pgn"));
    (
        [outcome.text, outcome.complaint],
        annotated.expect("it is written"),
    )
}

/// Draws on the board count: the hundredth ply without progress, the third repetition, and two bare kings.
#[test]
fn a_game_drawn_on_the_board_is_over() {
    let game = |fen: &str, moves: &str| {
        format!("[Variant \"endings\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n{moves} 1/2-1/2\n")
    };
    for (fen, moves) in [
        ("8/8/8/4k3/8/4P3/7Q/K7 b - - 99 80", "80... Kd5"),
        (
            "8/8/8/8/8/k7/7Q/K7 w - - 0 1",
            "1. Qg1 Ka4 2. Qh2 Ka3 3. Qg1 Ka4 4. Qh2 Ka3",
        ),
    ] {
        let ([told, _], annotated) = analysed(&game(fen, moves), &["--json"]);
        let last = told.lines().last().expect("a line for each move");
        assert!(
            last.contains(r#""after":{"value":"draw""#) && last.contains(r#""mark":null"#),
            "{last}"
        );
        let last = annotated.rsplit("... ").next().expect("the last move");
        assert!(!last.contains('$'), "{annotated}");
    }
    let bare = "8/8/8/4k3/8/4K3/8/8 w - - 0 1";
    let over = [
        "analyse",
        "--variant",
        "endings",
        "--fen",
        bare,
        "--nodes",
        "10",
    ];
    let told = told_in(&folder(), &over, "");
    assert!(told.contains("The game is over: "), "{told}");
    let told = told_in(&folder(), &[&over[..], &["--json"]].concat(), "");
    assert!(told.contains(r#""best":null"#), "{told}");
}

#[test]
fn the_moves_before_the_ending_stay_the_same() {
    let ([told, complaint], annotated) = analysed(GAMES, &["--variant", "endings"]);
    assert_eq!(
        complaint,
        "1 of 4 games left as they are: no position of the variant endings\n"
    );
    for [begin, last] in ENTERED {
        let kept = &GAMES[GAMES.find(begin).expect(begin)..];
        let kept = &kept[..kept.find(last).expect(last) + last.len()];
        assert!(annotated.contains(kept), "{kept}\n---\n{annotated}");
    }
    let mate = &GAMES[GAMES.find("[Event \"Live Chess\"]").expect("the game")..];
    let mate = &mate[..mate.find("[Event \"Training\"]").expect("the next")];
    assert!(annotated.contains(mate), "{annotated}");
    // Rows for complete moves, in chess notation.
    for row in ["37. Ke2", "39... Kh5", "15. Rd7", "21. Rxe8#"] {
        let is_there = told.lines().any(|line| {
            let words: Vec<&str> = line.split_whitespace().take(2).collect();
            words.join(" ").trim_end_matches(['?', '!']) == row
        });
        assert!(is_there, "{row}: {told}");
    }
    assert!(
        !told.contains("36... cxd6") && !told.contains("Game 3"),
        "{told}"
    );
    // A second run finds the same.
    let (_, again) = analysed(&annotated, &["--variant", "endings"]);
    assert_eq!(again, annotated);
}

#[test]
fn games_tagged_as_chess_need_no_option() {
    let lichess = &GAMES[..GAMES.find("[Event \"Club").expect("the next")];
    let (_, annotated) = analysed(lichess, &[]);
    let ([told, _], with_option) = analysed(lichess, &["--variant", "chess"]);
    assert_eq!(annotated, with_option);
    assert!(told.contains("37. Ke2"), "{told}");
}

#[test]
fn a_game_that_begins_with_the_ending_is_tagged_as_chess() {
    let text = "[FEN \"8/8/1KP5/3r4/8/8/8/k7 w - - 0 1\"]\n\n1. c7 Rd6+ *\n";
    let (_, annotated) = analysed(text, &["--variant", "endings"]);
    let line = "[Variant \"chess\"]\n";
    assert!(annotated.contains(line), "{annotated}");
    let (_, again) = analysed(&annotated, &[]);
    assert_eq!(again, annotated);
    // As Lichess writes it.
    let position = annotated.replace(line, "[Variant \"From Position\"]\n");
    let (_, again) = analysed(&position, &[]);
    assert_eq!(again, position);
}

/// Other commands read only games that begin with an ending.
#[test]
fn openings_are_endings() {
    let mut config = Config::built_in().clone();
    config.options.variant = "endings".into();
    assert!(read(GAMES, &starts_of(&config)).is_err());
}

const STUDY: &str = "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1";
/// All pieces are exchanged, and both sides have castled.
const EXCHANGES: &str =
    "e2e4 e7e5 g1f3 g8f6 f3e5 d7d6 e5f3 f6e4 d2d4 d6d5 f1d3 f8e7 e1g1 e8g8 f1e1 e4g3";

#[test]
fn programs_that_support_only_chess_can_play() {
    let talk = |arguments: &[&str], lines: &str| told_in(&folder(), arguments, lines);
    let told = talk(
        &["--variant", "endings"],
        &format!("position fen {STUDY}\ngo depth 8\n"),
    );
    assert!(told.contains("bestmove c6c7"), "{told}");
    let told = talk(&[], "uci\n");
    assert!(
        told.contains(" var antichess var chess var endings "),
        "{told}"
    );
    let lines =
        format!("setoption name UCI_Variant value chess\nposition fen {STUDY}\ngo depth 8\n");
    assert!(talk(&[], &lines).contains("bestmove c6c7"));
    // Chess begins with all pieces, so there is nothing to search yet.
    let lines = "setoption name UCI_Variant value Chess\nposition startpos\ngo depth 1\n";
    let told = talk(&[], lines);
    let early = "this is not a position of the variant endings yet: ";
    assert!(
        told.contains(early) && told.contains("bestmove (none)"),
        "{told}"
    );
    let lines = format!("position startpos moves {EXCHANGES}\ngo depth 1\n");
    let told = talk(&["--variant", "endings"], &lines);
    assert!(
        told.contains(early) && told.contains("bestmove (none)"),
        "{told}"
    );
    // A first move that kings and pawns have, too, is one of chess.
    let lines = "position startpos moves e2e4\ngo depth 1\n";
    for variant in ["endings", "chess"] {
        let told = talk(&["--variant", variant], lines);
        assert!(
            told.contains(early) && told.contains("bestmove (none)"),
            "{told}"
        );
    }
    // A client that knows the variant gets its own start position.
    let told = talk(
        &["--variant", "endings"],
        "setoption name UCI_Variant value endings\nposition startpos\nfen\n",
    );
    let own = "\n4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1\n";
    assert!(told.ends_with(own), "{told}");
}

#[test]
fn a_game_from_the_first_move_is_accepted_once_it_is_an_ending() {
    let castling = "4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1";
    for (moves, told) in [
        ("", "found 'Qk'"),
        ("e1c1", "found 'k'"),
        ("e1c1 e8g8", "5rk1/8/8/8/8/8/8/2KR4 w - - 2 2"),
        ("e1c1 h8h1 d1h1", "4k3/8/8/8/8/8/8/2K4R b - - 0 2"),
        ("e1c1 e8c8", "found 'Qk'"),
    ] {
        let lines = format!("position fen {castling} moves {moves}\nfen\n");
        let text = told_in(&folder(), &["--variant", "endings"], &lines);
        assert!(text.contains(told), "{moves}: {text}");
    }
}

#[test]
fn xboard_plays_its_normal_game() {
    let lines = "xboard\nprotover 2\nnew\npost\nsd 4\nusermove e2e4\n\
        force\nusermove e7e5\nusermove g1f3\nundo\nanalyze\nexit\n\
        setboard 7k/8/5K2/8/8/8/8/Q7 w - - 0 1\ngo\n";
    let told = told_in(&folder(), &["xboard", "--variant", "endings"], lines);
    assert!(told.contains("variants=\"normal,antichess,"), "{told}");
    let error = "tellusererror this is not a position of the variant endings yet: ";
    assert_eq!(told.matches(error).count(), 1, "{told}");
    assert!(
        !told.contains("Illegal move") && told.contains("\nmove "),
        "{told}"
    );
    // XBoard uses another start command for a game that it does not know.
    let told = told_in(
        &folder(),
        &["xboard"],
        "xboard\nprotover 2\nvariant endings\n",
    );
    assert!(
        told.contains("\nsetup 8x8+0_normal 4k3/pppppppp/"),
        "{told}"
    );
    assert!(!told.contains("normal,"), "{told}");
}

#[cfg(feature = "board")]
#[test]
fn the_page_opens_the_ending_of_a_game() {
    use super::board::Board;
    use serde_json::json;

    let board = Board::start_with(&["--variant", "endings"]);
    let mut tab = board.tab();
    let answer = tab.ask(json!({"type": "read_pgn", "text": GAMES, "variant": "endings"}));
    let games = answer["games"].as_array().expect("games");
    let starts: Vec<_> = games.iter().map(|game| game["fen"].as_str()).collect();
    let expected = [
        "2k5/1b5p/3p4/1p3pB1/8/1P3P1P/2P2K2/8 w - - 0 37",
        "8/5p2/2R3k1/1p1pP3/1b3P1p/p3P3/P7/1K6 b - - 0 39",
        "5rk1/pp3ppp/8/8/8/8/PPK2PPP/3R4 w - - 1 15",
    ];
    assert_eq!(starts, expected.map(Some), "{answer}");
    let left_out = answer["left_out"].to_string();
    assert!(
        left_out.contains("never reaches a position of the variant endings"),
        "{answer}"
    );
}
