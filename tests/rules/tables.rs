//! The exact tables of antichess, against what is known and against rules written apart.
//!
//! Three ways, each by itself enough to find most errors: the numbers of wins, draws and losses and the
//! longest games that another solver found; a plain retrograde analysis of all positions of two men; and
//! the proof that each table carries in itself, value by value, for two and three men, and for samples of
//! four: a win in n plies rests on a loss in n − 1, and a loss in n on wins in fewer, down to games that are
//! over; and whoever has a draw can always move to another draw, and never to more.

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

/// A board as the program has it: the side to move plays up it.
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

/// What a table says of a board.
pub fn exact(store: &Store, board: &Board) -> Exact {
    let worth = store.worth(&position(board));
    let worth = worth.unwrap_or_else(|| panic!("nothing is known of {}", board.fen()));
    (worth.outcome(), worth.plies())
}

/// Calls `visit` with every placement of these men, whoever is to move.
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

/// How many positions of these men are won, drawn and lost, with White to move and with Black, and the
/// longest game.
fn counted(store: &Store, letters: &str) -> ([[u64; 3]; 2], u16) {
    let (mut counts, mut longest) = ([[0; 3]; 2], 0);
    for_each_board(letters, |board| {
        let (outcome, plies) = exact(store, board);
        counts[usize::from(!board.white_to_move)][2 - outcome as usize] += 1;
        longest = longest.max(plies.unwrap_or(0));
    });
    (counts, longest)
}

/// Checks the values of these men, one of so many, by those of their moves; says how many positions there
/// were in which a pawn can be captured en passant.
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
        let (outcome, _) = board.end().expect("nobody can move");
        (outcome, (outcome != Outcome::Draw).then_some(0))
    });
    assert_eq!(exact(store, board), follows, "{}", board.fen());
    replies
}

#[test]
fn as_many_are_won_and_as_long_as_another_solver_found() {
    let store = Store::new(Stalemate::Wins);
    for (letters, with_white, with_black, longest) in COUNTS {
        store
            .make(material(letters), &NEVER)
            .expect("nobody says stop");
        let found = counted(&store, letters);
        assert_eq!(found, ([with_white, with_black], longest), "{letters}");
    }
}

#[test]
fn the_longest_game_of_three_men_has_two_pawns_against_one() {
    let store = Store::new(Stalemate::Wins);
    store
        .make(material("PPvP"), &NEVER)
        .expect("nobody says stop");
    assert_eq!(counted(&store, "PPvP").1, 70);
}

/// All positions of two men, and all that can come of them, from the ends backwards.
#[test]
fn two_men_are_worth_what_retrograde_analysis_says() {
    for stalemate in BOTH {
        let store = Store::new(stalemate);
        let mut boards = Vec::new();
        for letters in COUNTS.map(|(letters, ..)| letters) {
            store
                .make(material(letters), &NEVER)
                .expect("nobody says stop");
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
        let en_passant = check(&store, letters, 1);
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
    check(&store, "PPvP", 1);
}

/// Every table, with each of its values.
#[test]
#[ignore = "takes minutes: cargo test --release --test rules tables -- --ignored"]
fn all_tables_prove_themselves() {
    for stalemate in BOTH {
        let store = Store::new(stalemate);
        store.make_all(2, &NEVER).expect("nobody says stop");
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
fn a_sample_of_four_men_proves_itself() {
    for (stalemate, letters) in [(BOTH[0], "KNvBN"), (BOTH[1], "BBRvN")] {
        let store = Store::new(stalemate);
        store
            .make(material(letters), &NEVER)
            .expect("nobody says stop");
        check(&store, letters, 2_003);
    }
}

/// With pawns of either side and of both, with three men and two of the many.
#[test]
#[ignore = "takes minutes: cargo test --release --test rules tables -- --ignored"]
fn tables_of_four_men_prove_themselves() {
    for stalemate in BOTH {
        let store = Store::new(stalemate);
        for letters in [
            "KNvBN", "QBNvR", "NNvNN", "KPvNP", "PPvKN", "RPPvN", "QRPvP",
        ] {
            let made = store.make_with_threads(material(letters), 2, &NEVER);
            made.expect("nobody says stop");
            let en_passant = check(&store, letters, 37);
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
    // Three knights on one side are another material.
    let other = super::tables::position(&board("1n4N1/8/8/8/8/8/8/1N4N1 w - - 0 1"));
    assert_eq!(store.worth(&other), None);
}

fn board(fen: &str) -> Board {
    Board::read("antichess", fen)
}

#[test]
fn only_what_is_made_is_told() {
    let store = Store::new(Stalemate::Wins);
    let knights = position(&board("6n1/8/8/8/8/8/8/1N6 w - - 0 1"));
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
