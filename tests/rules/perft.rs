//! Perft: the program's counts against those of other programs, and of the oracles as far as they
//! get.

use jacquerie::config::Config;

use super::oracle::{Oracle, antichess, chess, kings, metamachy};
use super::support::{rows, state};

const KINGS: &str = include_str!("../data/kings-perft.txt");
const ENDINGS: &str = include_str!("../data/endings-perft.txt");
const CHESS: &str = include_str!("../data/chess-perft.txt");
const ANTICHESS: &str = include_str!("../data/antichess-perft.txt");
const METAMACHY: &str = include_str!("../data/metamachy-perft.txt");

/// Counts the lines of a game, up to a number.
fn compare(variant: &str, file: &'static str, most: u64, count: impl Fn(&str, u32) -> u64) {
    let mut counted = 0;
    for row in rows(file, ";") {
        let [fen, counts] = row[..] else {
            panic!("not a FEN and counts: {row:?}");
        };
        for one in counts.split(',') {
            let (depth, expected) = one.split_once('=').expect("depth=count");
            let expected: u64 = expected.parse().expect("a count");
            if expected <= most {
                let lines = count(fen, depth.parse().expect("a depth"));
                assert_eq!(lines, expected, "{variant} {fen}, depth {depth}");
                counted += 1;
            }
        }
    }
    assert!(counted >= 15, "{variant}: {counted}");
}

/// Chess is not a variant; it is used to read games that reach a pawn ending.
#[test]
fn perft_of_chess_agrees_with_other_programs() {
    let endings = &Config::built_in().variants["endings"];
    let chess = endings
        .listing()
        .prelude
        .expect("chess comes before its endings");
    compare("chess", CHESS, 5_000_000, |fen, depth| {
        let state = (chess.read_fen)(fen).expect(fen);
        let lines = state.divide(depth, None, &|| false, &mut |_| {});
        lines.expect("it is not stopped")
    });
}

fn compare_program(variant: &str, file: &'static str, most: u64) {
    compare(variant, file, most, |fen, depth| {
        let lines = state(variant, fen).divide(depth, None, &|| false, &mut |_| {});
        lines.expect("it is not stopped")
    });
}

fn compare_oracle<B: Oracle>(variant: &str, file: &'static str, most: u64) {
    compare(variant, file, most, |fen, depth| {
        B::read(variant, fen).perft(depth)
    });
}

/// The result of a game of antichess does not matter where no side has a move.
#[test]
fn perft_agrees_with_other_programs() {
    compare_program("kingpawn", KINGS, u64::MAX);
    compare_program("endings", ENDINGS, 5_000_000);
    compare_program("antichess", ANTICHESS, u64::MAX);
    compare_program("suicide", ANTICHESS, u64::MAX);
    compare_program("metamachy", METAMACHY, 20_000_000);
}

#[test]
fn perft_of_the_oracles_agrees_with_other_programs() {
    compare_oracle::<kings::Board>("kingpawn", KINGS, 100_000);
    compare_oracle::<chess::Board>("endings", ENDINGS, 6_000);
    compare_oracle::<antichess::Board>("antichess", ANTICHESS, 20_000);
    compare_oracle::<metamachy::Board>("metamachy", METAMACHY, 400);
}

#[test]
#[ignore = "takes minutes: cargo test --release --test rules perft -- --ignored"]
fn deep_perft_agrees_with_other_programs() {
    compare_program("metamachy", METAMACHY, u64::MAX);
    compare_oracle::<kings::Board>("kingpawn", KINGS, u64::MAX);
    compare_oracle::<antichess::Board>("antichess", ANTICHESS, u64::MAX);
    compare_oracle::<metamachy::Board>("metamachy", METAMACHY, 40_000);
}
