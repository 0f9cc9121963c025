//! The exact tables of antichess, against what is known and against rules written apart.
//!
//! Three ways, each by itself enough to find most errors: the numbers of wins, draws and losses and the
//! longest games that another solver found; a plain retrograde analysis of all positions of two men; and
//! the proof that each table carries in itself, value by value, for two and three men, and for samples of
//! four.

mod plain;
mod proof;
mod retrograde;

use std::collections::HashMap;

use jacquerie::board::Square;
use jacquerie::game::{Outcome, Proof};
use jacquerie::games::antichess::rules::Stalemate;
use jacquerie::games::antichess::tables::{MOST_AT_START, Material, Store};
use jacquerie::games::antichess::{Kind, Position};
use jacquerie::solve::tiers::{Unmade, Worth};

use plain::Board;

const NEVER: fn() -> bool = || false;

const BOTH: [Stalemate; 2] = [Stalemate::Wins, Stalemate::FewerMenWin];

/// White's man and Black's; won, drawn and lost with White to move, then with Black to move; the longest
/// game. As counted by a solver of its own, in the game of Lichess.
const COUNTS: [(&str, [u64; 3], [u64; 3], u16); 21] = [
    ("KvK", [672, 2940, 420], [672, 2940, 420], 2),
    ("QvK", [2576, 0, 1456], [3092, 0, 940], 11),
    ("QvQ", [2576, 0, 1456], [2576, 0, 1456], 2),
    ("RvK", [3136, 0, 896], [1848, 0, 2184], 35),
    ("RvQ", [3136, 0, 896], [2576, 0, 1456], 2),
    ("RvR", [3136, 0, 896], [3136, 0, 896], 2),
    ("BvK", [2040, 1432, 560], [2012, 1576, 444], 4),
    ("BvQ", [3424, 0, 608], [2576, 0, 1456], 3),
    ("BvR", [3392, 0, 640], [2960, 0, 1072], 3),
    ("BvB", [1424, 2048, 560], [1424, 2048, 560], 2),
    ("NvK", [1524, 0, 2508], [3560, 0, 472], 19),
    ("NvQ", [2884, 0, 1148], [2576, 0, 1456], 5),
    ("NvR", [2316, 0, 1716], [3120, 0, 912], 5),
    ("NvB", [1424, 0, 2608], [3456, 0, 576], 7),
    ("NvN", [1984, 0, 2048], [1984, 0, 2048], 13),
    ("PvK", [1360, 818, 1854], [2282, 580, 1170], 46),
    ("PvQ", [1802, 0, 2230], [2240, 0, 1792], 11),
    ("PvR", [1284, 0, 2748], [2744, 0, 1288], 15),
    ("PvB", [1222, 534, 2276], [2758, 184, 1090], 11),
    ("PvN", [2842, 0, 1190], [1656, 0, 2376], 22),
    ("PvP", [2224, 72, 1736], [2224, 72, 1736], 33),
];

/// White's men and Black's, of letters such as `PPvN`.
fn men(letters: &str) -> (Vec<Kind>, Vec<Kind>) {
    let (white, black) = letters.split_once('v').expect("two sides");
    let kind = |letter| Kind::from_letter(letter).expect("a kind");
    let kinds = |side: &str| side.chars().map(kind).collect();
    (kinds(white), kinds(black))
}

fn material(letters: &str) -> Material {
    let (white, black) = men(letters);
    Material::of(&white, &black).expect("two to four men")
}

/// How many positions of these men are won, drawn and lost for the side to move, and the longest game.
fn counted(store: &Store, letters: &str, white_moves: bool) -> ([u64; 3], u16) {
    let (white, black) = men(letters);
    let (mut counts, mut longest) = ([0; 3], 0);
    plain::for_each_board(&white, &black, white_moves, |board| {
        let worth = store.worth(&board.position()).expect("the table is made");
        counts[match worth.outcome() {
            Outcome::Win => 0,
            Outcome::Draw => 1,
            Outcome::Loss => 2,
        }] += 1;
        longest = longest.max(worth.plies().unwrap_or(0));
    });
    (counts, longest)
}

#[test]
fn as_many_are_won_and_as_long_as_another_solver_found() {
    let store = Store::new(Stalemate::Wins);
    for (letters, with_white, with_black, longest) in COUNTS {
        store
            .make(material(letters), &NEVER)
            .expect("nobody says stop");
        let (white, of_white) = counted(&store, letters, true);
        let (black, of_black) = counted(&store, letters, false);
        assert_eq!((white, black), (with_white, with_black), "{letters}");
        assert_eq!(of_white.max(of_black), longest, "{letters}");
    }
}

#[test]
fn the_longest_game_of_three_men_has_two_pawns_against_one() {
    let store = Store::new(Stalemate::Wins);
    store
        .make(material("PPvP"), &NEVER)
        .expect("nobody says stop");
    let longest = [true, false].map(|white_moves| counted(&store, "PPvP", white_moves).1);
    assert_eq!(longest.into_iter().max(), Some(70));
}

/// All positions of two men, and all that can come of them, from the ends backwards.
#[test]
fn two_men_are_worth_what_plain_retrograde_analysis_says() {
    for stalemate in BOTH {
        let plain = retrograde::two_men(stalemate);
        let store = Store::new(stalemate);
        for letters in COUNTS.map(|(letters, ..)| letters) {
            store
                .make(material(letters), &NEVER)
                .expect("nobody says stop");
        }
        for (board, worth) in &plain {
            assert_eq!(
                store.worth(&board.position()),
                Some(*worth),
                "{board:?} {stalemate:?}"
            );
        }
        let en_passant = plain.keys().filter(|board| board.en_passant.is_some());
        assert_eq!(en_passant.count(), 28);
    }
}

/// One without a pawn, and two where pawns can be captured en passant. (No table would change if such
/// double steps were not allowed: the single step offers the pawn as well. But if they were taken for
/// steps like others, these would.)
#[test]
fn some_tables_of_three_men_prove_themselves() {
    let store = Store::new(Stalemate::Wins);
    for letters in ["KNvB", "NPvP", "PPvP"] {
        store
            .make(material(letters), &NEVER)
            .expect("nobody says stop");
        let en_passant = proof::check(&store, letters, 1);
        match letters {
            "KNvB" => assert_eq!(en_passant, 0, "{letters}"),
            _ => assert!(en_passant > 1_000, "{letters}: {en_passant}"),
        }
    }
}

/// Where stalemate is no win, many more placements of pawns are drawn.
#[test]
fn a_table_of_the_other_rule_of_stalemate_proves_itself() {
    let store = Store::new(Stalemate::FewerMenWin);
    store
        .make(material("PPvP"), &NEVER)
        .expect("nobody says stop");
    proof::check(&store, "PPvP", 1);
}

/// Every table, with each of its values.
#[test]
#[ignore = "takes minutes: cargo test --release --test antichess_tables -- --ignored"]
fn all_tables_prove_themselves() {
    for stalemate in BOTH {
        let store = Store::new(stalemate);
        store.make_all(2, &NEVER).expect("nobody says stop");
        assert_eq!(store.len(), 147);
        let mut longest = HashMap::new();
        for material in Material::up_to(MOST_AT_START) {
            let letters = material.to_string();
            proof::check(&store, &letters, 1);
            let sides = [true, false].map(|white_moves| counted(&store, &letters, white_moves).1);
            longest.insert(letters, sides[0].max(sides[1]));
        }
        let most = longest.into_iter().max_by_key(|(_, plies)| *plies);
        let known = match stalemate {
            Stalemate::Wins => 70,
            Stalemate::FewerMenWin => 68,
        };
        assert_eq!(most, Some(("PPvP".to_owned(), known)));
    }
}

#[test]
fn a_sample_of_four_men_proves_itself() {
    for (stalemate, letters) in [(BOTH[0], "KNvBN"), (BOTH[1], "BBRvN")] {
        let store = Store::new(stalemate);
        store
            .make(material(letters), &NEVER)
            .expect("nobody says stop");
        proof::check(&store, letters, 2_003);
    }
}

/// With pawns of either side and of both, with three men and two of the many.
#[test]
#[ignore = "takes minutes: cargo test --release --test antichess_tables -- --ignored"]
fn tables_of_four_men_prove_themselves() {
    for stalemate in BOTH {
        let store = Store::new(stalemate);
        for letters in [
            "KNvBN", "QBNvR", "NNvNN", "KPvNP", "PPvKN", "RPPvN", "QRPvP",
        ] {
            let made = store.make_with_threads(material(letters), 2, &NEVER);
            made.expect("nobody says stop");
            let en_passant = proof::check(&store, letters, 37);
            match letters {
                "KPvNP" | "QRPvP" => assert!(en_passant > 1_000, "{letters}: {en_passant}"),
                _ => assert_eq!(en_passant, 0, "{letters}"),
            }
        }
    }
}

/// A king, a bishop and a knight against a king: some of its games are longer than a table can say.
#[test]
fn a_table_whose_wins_are_too_long_is_refused() {
    let store = Store::new(Stalemate::Wins);
    let refused = store.make(material("KBNvK"), &NEVER);
    assert_eq!(refused.err(), Some(Unmade::TooLong));
    assert!(store.get(material("KBNvK")).is_none());
    let refused = store.make(material("BNPvK"), &NEVER);
    assert_eq!(refused.err(), Some(Unmade::TooLong));
}

#[test]
fn tables_of_four_men_are_made_where_there_is_memory_for_them() {
    let mut position = Position::EMPTY;
    for (square, is_own) in [("b1", true), ("g1", true), ("g8", false), ("b8", false)] {
        let square = Square::parse(square).expect("a square");
        position.put(square, Kind::Knight, is_own);
    }
    let store = Store::new(Stalemate::Wins);
    assert_eq!(store.worth(&position), None);
    let bytes = store.bytes_to_make(material("NNvNN"));
    assert!(!store.settle(&position, 1, bytes as u64 - 1, &NEVER));
    assert!(store.is_empty());
    assert!(!store.settle(&position, 1, bytes as u64, &|| true));
    assert!(store.settle(&position, 2, bytes as u64, &NEVER));
    assert_eq!(store.bytes(), bytes);
    assert!(store.worth(&position).is_some());
    // Three knights on one side are another material.
    let mut other = position.turned();
    assert!(store.worth(&other).is_some());
    other = Position::EMPTY;
    for (square, is_own) in [("b1", true), ("g1", true), ("g8", true), ("b8", false)] {
        let square = Square::parse(square).expect("a square");
        other.put(square, Kind::Knight, is_own);
    }
    assert_eq!(store.worth(&other), None);
}

fn board(men: &[(&str, Kind, bool)], white_moves: bool) -> Board {
    let mut board = Board::empty(white_moves);
    for (square, kind, is_white) in men {
        let square = Square::parse(square).expect("a square");
        board.men[square.index()] = Some((*kind, *is_white));
    }
    board
}

#[test]
fn only_what_is_made_is_told() {
    let store = Store::new(Stalemate::Wins);
    let knights = board(
        &[("b1", Kind::Knight, true), ("g8", Kind::Knight, false)],
        true,
    );
    let knights = knights.position();
    assert_eq!(store.worth(&knights), None);
    assert_eq!((store.len(), store.is_empty()), (0, true));
    let worth = store.solve(&knights, &NEVER).expect("nobody says stop");
    assert_eq!(store.worth(&knights), Some(worth));
    assert_eq!(store.len(), 1);
    assert_eq!(
        store.get(material("NvN")).map(|table| table.bytes()),
        Some(store.bytes())
    );

    let mut five = knights;
    for square in ["a1", "e4", "h8"] {
        five.put(Square::parse(square).expect("a square"), Kind::Rook, true);
    }
    assert_eq!(store.solve(&five, &NEVER), None);
    let mut alone = Position::EMPTY;
    alone.put(Square::parse("a1").expect("a square"), Kind::Rook, false);
    assert_eq!(
        store.worth(&alone).map(Worth::proof),
        Some(Proof::exactly(Outcome::Win, 0))
    );
    assert_eq!(store.solve(&alone.turned(), &NEVER), None);
}

#[test]
fn making_them_can_be_stopped_and_goes_on() {
    let store = Store::new(Stalemate::Wins);
    assert_eq!(store.make_all(2, &|| true), Err(Unmade::Stopped));
    assert!(store.is_empty());
    let pawns = material("PPvP");
    let asked = std::cell::Cell::new(0);
    let soon = || asked.replace(asked.get() + 1) >= 1_000;
    assert_eq!(store.make(pawns, &soon).err(), Some(Unmade::Stopped));
    let some = store.len();
    assert!((1..147).contains(&some), "{some}");
    assert!(store.make(pawns, &NEVER).is_ok());
    assert!(store.len() > some);
}

#[test]
fn threads_make_the_same_tables() {
    let (one, four) = (Store::new(Stalemate::Wins), Store::new(Stalemate::Wins));
    one.make_all(1, &NEVER).expect("nobody says stop");
    std::thread::scope(|scope| {
        // Somebody else asks for them at the same time, in another order.
        scope.spawn(|| four.make(material("PPvP"), &NEVER).is_ok());
        four.make_all(4, &NEVER).expect("nobody says stop");
    });
    assert_eq!(four.len(), 147);
    assert_eq!(four.bytes(), one.bytes());
    for material in Material::up_to(MOST_AT_START) {
        assert_eq!(one.get(*material), four.get(*material), "{material}");
    }
}

/// Two pawns that stand against each other: stalemate wins, or as many men are a draw; with one more man
/// that is stuck the many have lost.
#[test]
fn stalemate_is_worth_what_the_rule_says() {
    let mut stuck = board(&[("e4", Kind::Pawn, true), ("e5", Kind::Pawn, false)], true);
    let stores = BOTH.map(Store::new);
    let worths = |board: &Board| {
        stores
            .each_ref()
            .map(|store| store.solve(&board.position(), &NEVER))
    };
    assert_eq!(worths(&stuck), [Some(Worth::WON), Some(Worth::DRAW)]);
    stuck.men[63] = Some((Kind::Pawn, true));
    assert_eq!(worths(&stuck), [Some(Worth::WON), Some(Worth::LOST)]);
    stuck.white_moves = false;
    assert_eq!(worths(&stuck), [Some(Worth::WON), Some(Worth::WON)]);
}
