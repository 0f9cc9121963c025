//! `position`: every form that is right is understood, and of every wrong one it is said why.

use super::client::Client;
use super::{DRAWN, PAWN_GAME, START, one_complaint};

/// 12: `startpos` is the variant's, a FEN has two to six fields, `moves` may have none behind it.
#[test]
fn position_is_read_in_all_its_forms() {
    let mut client = Client::start();
    client.ask("setoption name UCI_Variant value pawngame");
    for (position, fen) in [
        ("startpos", PAWN_GAME),
        ("startpos moves", PAWN_GAME),
        ("fen 8/p7/8/8/8/8/P7/8 w", DRAWN),
        ("fen 8/p7/8/8/8/8/P7/8 w -", DRAWN),
        ("fen 8/p7/8/8/8/8/P7/8 w - -", DRAWN),
        ("fen 8/p7/8/8/8/8/P7/8 w - - 0", DRAWN),
        ("fen 8/p7/8/8/8/8/P7/8 w - - 0 1 moves", DRAWN),
        (
            "fen 4/p3/4/4/4/4/P3/4 w moves a2a4 a7a5",
            "4/4/4/p3/P3/4/4/4 w - - 0 2",
        ),
        (
            "startpos moves b2b4 a7a5 b4a5",
            "8/1ppppppp/8/P7/8/8/P1PPPPPP/8 b - - 0 2",
        ),
        (
            "fen 8/4P3/8/8/8/8/7p/8 w moves e7e8q",
            "4P3/8/8/8/8/8/7p/8 b - - 0 1",
        ),
    ] {
        assert_eq!(client.ask(&format!("position {position}")), [""; 0]);
        let found = client.ask("fen");
        // What the quiet plies are is of no meaning here.
        let fields = |fen: &str| {
            let mut fields: Vec<String> = fen.split(' ').map(Into::into).collect();
            assert_eq!(fields.len(), 6, "{position}: {fen}");
            fields.remove(4);
            fields
        };
        assert_eq!(found.len(), 1, "{position}: {found:?}");
        assert_eq!(fields(&found[0]), fields(fen), "{position}");
    }
}

/// 13: a wrong FEN or move is named, and there is no best move until a right position comes.
#[test]
fn position_that_is_wrong_is_named_and_has_no_best_move() {
    let mut client = Client::start();
    for (position, part) in [
        ("position fen 8/8 w - - 0 1", "8/8"),
        ("position fen 8/p7/8/8/8/8/P6/8 w - - 0 1", "rank 2"),
        ("position fen 8/p7/8/8/4K3/8/P7/8 w - - 0 1", "'K'"),
        ("position fen 8/p7/8/8/8/8/P7/8 x - - 0 1", "'x'"),
        ("position fen 8/p7/8/8/8/8/P7/8", "fields"),
        ("position fen 8/8/8/8/8/8/8/P7 w - - 0 1", "a1"),
        ("position startpos moves a3a4 a6a5 a4a5 b3b4", "'a4a5'"),
        ("position startpos moves a3a4 zz b6b5", "'zz'"),
        ("position startpos a3a4", "'a3a4'"),
        ("position", "startpos"),
    ] {
        let said = client.ask(position);
        assert!(
            said.iter().all(|line| line.starts_with("info string ")),
            "{position}: {said:?}"
        );
        assert!(said.join("\n").contains(part), "{position}: {said:?}");
        let found = client.search("go depth 3");
        assert_eq!(found.best, "(none)", "{position}");
        assert_eq!(found.infos(), [], "{position}");
    }
    assert_eq!(client.ask("position startpos"), [""; 0]);
    client.search("go depth 3").check(START);
}

/// 13: of a wrong position exactly one line says what is wrong.
#[test]
fn position_that_is_wrong_is_complained_about_once() {
    let mut client = Client::start();
    one_complaint(&client.ask("position fen 8/8 w"), "8/8 w");
    one_complaint(&client.ask("position startpos moves a3a5"), "'a3a5'");
    one_complaint(&client.ask("position nowhere"), "'nowhere'");
}
