//! `info` lines: several variations, chances, the current move, and their rate.

use super::{DRAWN, PAWN_GAME, START};
use crate::program::client::{Client, Info};

const WON: &str = "8/1pp5/1p2pppp/1P2p3/2p1P1pP/P4P1P/2PPP3/8 w - - 0 12";

/// 19: several variations come in order, and no more of them than there are moves.
#[test]
fn info_has_at_most_as_many_lines_as_there_are_moves() {
    let mut client = Client::start();
    client.ask("setoption name MultiPV value 80");
    for (fen, moves) in [(DRAWN, 2), (START, 8), (PAWN_GAME, 16)] {
        client.send(&format!("position fen {fen}"));
        for go in [
            "go depth 5",
            "go nodes 1",
            "go nodes 2000",
            "go movetime 20",
        ] {
            let found = client.search(go);
            found.check(fen);
            let infos = found.infos();
            for round in infos.chunks(moves) {
                let numbers: Vec<usize> = round.iter().map(|info| info.multipv).collect();
                assert_eq!(numbers, (1..=moves).collect::<Vec<_>>(), "{fen} {go}");
                let mut firsts: Vec<&String> = round.iter().map(|info| &info.pv[0]).collect();
                firsts.sort();
                firsts.dedup();
                assert_eq!(firsts.len(), moves, "{fen} {go}: a move twice");
                assert!(round.windows(2).all(|two| worth(&two[0]) >= worth(&two[1])));
            }
        }
    }
}

/// A score as a number, higher is better.
fn worth(info: &Info) -> i32 {
    let (kind, number) = info.score.split_once(' ').expect("cp or mate");
    let number: i32 = number.parse().expect("a whole number");
    match (kind, number > 0) {
        ("mate", true) => 100_000 - number,
        ("mate", false) => -100_000 - number,
        _ => number,
    }
}

/// 19: with `UCI_ShowWDL`, win, draw and loss in thousandths add up, and agree with the proved
/// value; without it they are not sent.
#[test]
fn info_tells_chances_when_asked() {
    let mut client = Client::start();
    let chances = |line: &str| -> Option<Vec<u32>> {
        let words: Vec<&str> = line.split(' ').collect();
        let at = words.iter().position(|word| *word == "wdl")?;
        let numbers = words[at + 1..at + 4].iter();
        Some(numbers.map(|word| word.parse().unwrap()).collect())
    };
    for (fen, proved) in [(DRAWN, [0, 1_000, 0]), (WON, [1_000, 0, 0])] {
        client.ask("setoption name UCI_ShowWDL value true");
        client.ask(&format!("position fen {fen}"));
        let found = client.search("go depth 60");
        let told: Vec<Vec<u32>> = found.lines.iter().filter_map(|one| chances(one)).collect();
        assert_eq!(told.len(), found.infos().len());
        for numbers in &told {
            assert_eq!(numbers.iter().sum::<u32>(), 1_000, "{numbers:?}");
        }
        assert_eq!(told.last().unwrap(), &proved);
        client.ask("setoption name UCI_ShowWDL value false");
        let found = client.search("go depth 4");
        assert!(found.lines.iter().all(|one| chances(one).is_none()));
    }
}

/// 19: after some seconds, the current move is sent.
#[test]
fn info_tells_the_current_move_of_a_long_search() {
    let mut client = Client::start();
    client.send("go infinite");
    let lines = client.wait_for_part(" currmove ");
    let words: Vec<&str> = lines.last().unwrap().split(' ').collect();
    let [
        "info",
        "depth",
        _,
        "currmove",
        played,
        "currmovenumber",
        number,
    ] = words[..]
    else {
        panic!("{words:?}");
    };
    assert!((1..=8).contains(&number.parse::<u32>().unwrap()));
    assert!(["3", "4"].iter().any(|rank| played.ends_with(rank)));
    client.send("stop");
    client.read_search().check(START);
}

/// 19: however fast a search is, after a few hundred lines it sends at most ten iterations a
/// second; the last iteration is always sent.
#[test]
fn info_is_not_a_flood() {
    let mut client = Client::start();
    client.ask("setoption name MultiPV value 80");
    client.ask(&format!("position fen {PAWN_GAME}"));
    let found = client.search("go nodes 2000000");
    found.check(PAWN_GAME);
    let last = found.lines.iter().rfind(|line| line.contains(" score "));
    let words: Vec<&str> = last.unwrap().split(' ').collect();
    let at = words.iter().position(|word| *word == "time").unwrap();
    let milliseconds: usize = words[at + 1].parse().unwrap();
    let lines = found.infos().len();
    assert!(
        lines <= 300 + 16 * (milliseconds / 100 + 2),
        "{lines} lines"
    );
}
