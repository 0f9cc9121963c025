//! The exact tables of antichess, against known values and independent rules.
//!
//! There are three ways, each enough by itself to find most errors. First, the numbers of wins,
//! draws and losses and the longest games, as found by another solver. Second, a plain retrograde
//! analysis of all positions of two pieces. Third, the proof that each table carries in itself,
//! value by value, for two and three pieces and for samples of four: a win in n plies leads to a
//! loss in n − 1, and a loss in n only to wins in fewer, down to finished games; and a side with a
//! draw can always move to another draw, and never to more.

use std::collections::HashMap;

use jacquerie::board::Square;
use jacquerie::game::{Outcome, Proof};
use jacquerie::games::antichess::rules::Stalemate;
use jacquerie::games::antichess::tables::{MOST_AT_START, Material, Store};
use jacquerie::games::antichess::{Kind, Position};
use jacquerie::solve::tiers::{Unmade, Worth};

use super::oracle::Oracle;
use super::oracle::antichess::Board;
use super::oracle::retrograde::{Exact, Retrograde, before, rank};

const NEVER: fn() -> bool = || false;

const BOTH: [Stalemate; 2] = [Stalemate::Wins, Stalemate::FewerMenWin];

/// White's piece and Black's; won, drawn and lost with White to move, then with Black to move; the
/// longest game. As counted by an independent solver, by the rules of Lichess.
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

/// White's and Black's pieces, from letters such as `PPvN`.
pub fn men(letters: &str) -> (Vec<Kind>, Vec<Kind>) {
    let (white, black) = letters.split_once('v').expect("two sides");
    let kind = |letter| Kind::from_letter(letter).expect("a kind");
    let kinds = |side: &str| side.chars().map(kind).collect();
    (kinds(white), kinds(black))
}

fn material(letters: &str) -> Material {
    let (white, black) = men(letters);
    Material::of(&white, &black).expect("two to four men")
}

/// A board as the program's position, seen from the side to move.
pub fn position(board: &Board) -> Position {
    let mut position = Position::EMPTY;
    let seen = |square: usize| match board.white_to_move {
        true => Square::at(square),
        false => Square::at(square).flip(),
    };
    for (square, man) in board.squares.iter().enumerate() {
        if let Some(kind) = Kind::from_letter(char::from(man.to_ascii_uppercase())) {
            let is_own = man.is_ascii_uppercase() == board.white_to_move;
            position.put(seen(square), kind, is_own);
        }
    }
    if let Some(passed) = board.passed {
        let beyond = if board.white_to_move {
            passed - 8
        } else {
            passed + 8
        };
        position.mark_en_passant(seen(beyond));
    }
    position
}

/// The value of a board in the tables.
pub fn exact(store: &Store, board: &Board) -> Exact {
    let worth = store.worth(&position(board));
    let worth = worth.unwrap_or_else(|| panic!("nothing is known of {}", board.fen()));
    (worth.outcome(), worth.plies())
}

/// Calls `visit` with every placement of these pieces, with either side to move.
pub fn for_each_board(letters: &str, mut visit: impl FnMut(&Board)) {
    let (white, black) = letters.split_once('v').expect("two sides");
    let men = format!("{white}{}", black.to_lowercase()).into_bytes();
    for white_to_move in [true, false] {
        let mut board = Board::empty();
        board.white_to_move = white_to_move;
        place(&mut board, &men, &mut visit);
    }
}

fn place(board: &mut Board, men: &[u8], visit: &mut impl FnMut(&Board)) {
    let Some((man, others)) = men.split_first() else {
        return visit(board);
    };
    for square in 0..64 {
        if board.squares[square] == b'.' {
            board.squares[square] = *man;
            place(board, others, visit);
            board.squares[square] = b'.';
        }
    }
}

/// How many positions of these pieces are won, drawn and lost, with White to move and with Black,
/// and the longest game.
fn counted(store: &Store, letters: &str) -> ([[u64; 3]; 2], u16) {
    let (mut counts, mut longest) = ([[0; 3]; 2], 0);
    for_each_board(letters, |board| {
        let (outcome, plies) = exact(store, board);
        counts[usize::from(!board.white_to_move)][2 - outcome as usize] += 1;
        longest = longest.max(plies.unwrap_or(0));
    });
    (counts, longest)
}

/// Checks every `one_of`th value of these pieces by the values of its moves. Returns how many
/// positions had a pawn that can be captured en passant.
fn check(store: &Store, letters: &str, one_of: usize) -> usize {
    let (mut number, mut en_passant) = (0_usize, 0);
    for_each_board(letters, |board| {
        number += 1;
        if number.is_multiple_of(one_of) {
            let mut board = *board;
            board.fewer_men_win = store.stalemate() == Stalemate::FewerMenWin;
            let replies = check_one(store, &board);
            for reply in replies.iter().filter(|reply| reply.passed.is_some()) {
                en_passant += 1;
                check_one(store, reply);
            }
        }
    });
    en_passant
}

fn check_one(store: &Store, board: &Board) -> Vec<Board> {
    let moves = board.moves().into_iter();
    let replies: Vec<Board> = moves.map(|step| board.after(step)).collect();
    let values = replies.iter().map(|reply| before(exact(store, reply)));
    let best = values.max_by_key(|value| rank(*value));
    let follows = best.unwrap_or_else(|| {
        let (outcome, _) = board.end().expect("no side can move");
        (outcome, (outcome != Outcome::Draw).then_some(0))
    });
    assert_eq!(exact(store, board), follows, "{}", board.fen());
    replies
}

#[test]
fn counts_and_lengths_agree_with_another_solver() {
    let store = Store::new(Stalemate::Wins);
    for (letters, with_white, with_black, longest) in COUNTS {
        store
            .make(material(letters), &NEVER)
            .expect("it is not stopped");
        let found = counted(&store, letters);
        assert_eq!(found, ([with_white, with_black], longest), "{letters}");
    }
}

#[test]
fn the_longest_game_of_three_pieces_has_two_pawns_against_one() {
    let store = Store::new(Stalemate::Wins);
    store
        .make(material("PPvP"), &NEVER)
        .expect("it is not stopped");
    assert_eq!(counted(&store, "PPvP").1, 70);
}

/// All positions of two pieces, and all that follow from them, by retrograde analysis.
#[test]
fn two_pieces_agree_with_retrograde_analysis() {
    for stalemate in BOTH {
        let store = Store::new(stalemate);
        let mut boards = Vec::new();
        for letters in COUNTS.map(|(letters, ..)| letters) {
            store
                .make(material(letters), &NEVER)
                .expect("it is not stopped");
            for_each_board(letters, |board| boards.push(*board));
        }
        let fewer_men_win = stalemate == Stalemate::FewerMenWin;
        let all = Retrograde::of(boards.into_iter().map(|board| Board {
            fewer_men_win,
            ..board
        }));
        let mut en_passant = 0;
        for (board, value) in all.all() {
            assert_eq!(exact(&store, board), value, "{}", board.fen());
            en_passant += usize::from(board.passed.is_some());
        }
        assert_eq!(en_passant, 28);
    }
}

/// One without a pawn, and two where pawns can be captured en passant. (No table would change if
/// such double steps were not allowed: the single step offers the pawn as well. But if they were
/// treated like other steps, these tables would change.)
#[test]
fn some_tables_of_three_pieces_prove_themselves() {
    let store = Store::new(Stalemate::Wins);
    for letters in ["KNvB", "NPvP", "PPvP"] {
        store
            .make(material(letters), &NEVER)
            .expect("it is not stopped");
        let en_passant = check(&store, letters, 1);
        match letters {
            "KNvB" => assert_eq!(en_passant, 0, "{letters}"),
            _ => assert!(en_passant > 1_000, "{letters}: {en_passant}"),
        }
    }
}

/// Where stalemate is not a win, many more placements of pawns are drawn.
#[test]
fn a_table_of_the_other_rule_of_stalemate_proves_itself() {
    let store = Store::new(Stalemate::FewerMenWin);
    store
        .make(material("PPvP"), &NEVER)
        .expect("it is not stopped");
    check(&store, "PPvP", 1);
}

/// Every table, with each of its values.
#[test]
#[ignore = "takes minutes: cargo test --release --test rules tables -- --ignored"]
fn all_tables_prove_themselves() {
    for stalemate in BOTH {
        let store = Store::new(stalemate);
        store.make_all(2, &NEVER).expect("it is not stopped");
        assert_eq!(store.len(), 147);
        let mut longest = HashMap::new();
        for material in Material::up_to(MOST_AT_START) {
            let letters = material.to_string();
            check(&store, &letters, 1);
            let (_, plies) = counted(&store, &letters);
            longest.insert(letters, plies);
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
fn a_sample_of_four_pieces_proves_itself() {
    for (stalemate, letters) in [(BOTH[0], "KNvBN"), (BOTH[1], "BBRvN")] {
        let store = Store::new(stalemate);
        store
            .make(material(letters), &NEVER)
            .expect("it is not stopped");
        check(&store, letters, 2_003);
    }
}

/// With pawns of either side and of both, and with three pieces and two of the larger side.
#[test]
#[ignore = "takes minutes: cargo test --release --test rules tables -- --ignored"]
fn tables_of_four_pieces_prove_themselves() {
    for stalemate in BOTH {
        let store = Store::new(stalemate);
        for letters in [
            "KNvBN", "QBNvR", "NNvNN", "KPvNP", "PPvKN", "RPPvN", "QRPvP",
        ] {
            let made = store.make_with_threads(material(letters), 2, &NEVER);
            made.expect("it is not stopped");
            let en_passant = check(&store, letters, 37);
            match letters {
                "KPvNP" | "QRPvP" => assert!(en_passant > 1_000, "{letters}: {en_passant}"),
                _ => assert_eq!(en_passant, 0, "{letters}"),
            }
        }
    }
}

/// A king, a bishop and a knight against a king: some of its games are longer than a table can
/// hold.
#[test]
fn a_table_with_too_long_wins_is_refused() {
    let store = Store::new(Stalemate::Wins);
    let refused = store.make(material("KBNvK"), &NEVER);
    assert_eq!(refused.err(), Some(Unmade::TooLong));
    assert!(store.get(material("KBNvK")).is_none());
    let refused = store.make(material("BNPvK"), &NEVER);
    assert_eq!(refused.err(), Some(Unmade::TooLong));
}

#[test]
fn tables_of_four_pieces_are_made_if_memory_allows() {
    let position = position(&board("1n4n1/8/8/8/8/8/8/1N4N1 w - - 0 1"));
    let store = Store::new(Stalemate::Wins);
    assert_eq!(store.worth(&position), None);
    let bytes = store.bytes_to_make(material("NNvNN"));
    assert!(!store.settle(&position, 1, bytes as u64 - 1, &NEVER));
    assert!(store.is_empty());
    assert!(!store.settle(&position, 1, bytes as u64, &|| true));
    assert!(store.settle(&position, 2, bytes as u64, &NEVER));
    assert_eq!(store.bytes(), bytes);
    assert!(store.worth(&position).is_some());
    assert!(store.worth(&position.turned()).is_some());
    // Three knights on one side are a different material.
    let other = super::tables::position(&board("1n4N1/8/8/8/8/8/8/1N4N1 w - - 0 1"));
    assert_eq!(store.worth(&other), None);
}

/// A table is made when its absence has cost about as much as making it, and memory allows it.
#[test]
fn tables_that_are_missed_often_are_made() {
    let position = position(&board("1n4n1/8/8/8/8/8/8/1N4N1 w - - 0 1"));
    let store = Store::new(Stalemate::Wins);
    let bytes = store.bytes_to_make(material("NNvNN"));
    assert_eq!(store.worth(&position), None);
    assert!(!store.make_most_missed(1, u64::MAX, &NEVER));
    let miss_often = || (0..bytes / 32).for_each(|_| assert_eq!(store.worth(&position), None));
    miss_often();
    assert!(!store.make_most_missed(1, bytes as u64 - 1, &NEVER));
    // What could not be made is not tried again at once.
    assert!(!store.make_most_missed(1, u64::MAX, &NEVER));
    miss_often();
    assert!(store.make_most_missed(2, bytes as u64, &NEVER));
    assert_eq!(store.bytes(), bytes);
    assert!(store.worth(&position).is_some());
    assert!(!store.make_most_missed(1, u64::MAX, &NEVER));
}

fn board(fen: &str) -> Board {
    Board::read("antichess", fen)
}

#[test]
fn only_finished_tables_answer() {
    let store = Store::new(Stalemate::Wins);
    let knights = position(&board("6n1/8/8/8/8/8/8/1N6 w - - 0 1"));
    assert_eq!(store.worth(&knights), None);
    assert_eq!((store.len(), store.is_empty()), (0, true));
    let worth = store.solve(&knights, &NEVER).expect("it is not stopped");
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
fn making_tables_can_be_stopped_and_continued() {
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
    one.make_all(1, &NEVER).expect("it is not stopped");
    std::thread::scope(|scope| {
        // Another thread requests them at the same time, in another order.
        scope.spawn(|| four.make(material("PPvP"), &NEVER).is_ok());
        four.make_all(4, &NEVER).expect("it is not stopped");
    });
    assert_eq!(four.len(), 147);
    assert_eq!(four.bytes(), one.bytes());
    for material in Material::up_to(MOST_AT_START) {
        assert_eq!(one.get(*material), four.get(*material), "{material}");
    }
}

/// Two pawns that block each other: stalemate wins, or an equal number of pieces draws; with one
/// more stuck piece the larger side has lost.
#[test]
fn stalemate_has_the_value_of_the_rule() {
    let mut stuck = board("8/8/8/4p3/4P3/8/8/8 w - - 0 1");
    let stores = BOTH.map(Store::new);
    let worths = |board: &Board| {
        stores
            .each_ref()
            .map(|store| store.solve(&position(board), &NEVER))
    };
    assert_eq!(worths(&stuck), [Some(Worth::WON), Some(Worth::DRAW)]);
    stuck.squares[63] = b'P';
    assert_eq!(worths(&stuck), [Some(Worth::WON), Some(Worth::LOST)]);
    stuck.white_to_move = false;
    assert_eq!(worths(&stuck), [Some(Worth::WON), Some(Worth::WON)]);
}
