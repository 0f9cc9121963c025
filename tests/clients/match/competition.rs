//! The Pawn Race competition from outside.

use jacquerie::game::Outcome;
use jacquerie::games::pawns::openings::value_of_start;
use jacquerie::games::pawns::{Diagram, Stalemate};

use super::support::{MatchFolder, tags, without_times};

#[test]
fn a_round_has_five_games_and_black_chooses() {
    let folder = MatchFolder::new();
    let (one, two) = (folder.engine("one"), folder.engine("two"));
    let report = folder.report(&[
        "--pawn-race-competition",
        "--engine",
        &one,
        "--engine",
        &two,
        "--tc",
        "depth=3",
        "--gaps-of",
        "one=ab,hg,cc,fd",
        "--gaps-of",
        "two=ab,ba,dd",
        "--pgn",
        "games.pgn",
    ]);
    assert!(report.starts_with("round 1: one "), "{report}");
    assert!(report.contains("\nwinner of the competition: "), "{report}");
    let pgn = folder.read("games.pgn");
    assert_eq!(tags(&pgn, "Round"), ["1.1", "1.2", "1.3", "1.4", "1.5"]);
    assert_eq!(tags(&pgn, "Variant"), ["pawnrace"; 5]);
    let whites = tags(&pgn, "White");
    assert!(whites.windows(2).all(|pair| pair[0] != pair[1]), "{pgn}");
    let choices = |name: &str| -> Vec<&str> {
        let pairs = tags(&pgn, "Black").into_iter().zip(tags(&pgn, "FEN"));
        let own = pairs.filter(|(black, _)| *black == name);
        own.map(|(_, fen)| fen).collect()
    };
    let setup = |black: &str, white: &str| format!("8/{black}/8/8/8/8/{white}/8 w - - 0 1");
    let ab = setup("p1pppppp", "1PPPPPPP");
    // "hg" is the mirror image of "ab".
    let ones = [
        ab.clone(),
        setup("pp1ppppp", "PP1PPPPP"),
        setup("ppp1pppp", "PPPPP1PP"),
    ];
    let twos = [
        ab,
        setup("1ppppppp", "P1PPPPPP"),
        setup("ppp1pppp", "PPP1PPPP"),
    ];
    assert_eq!(choices("one"), ones[..choices("one").len()]);
    assert_eq!(choices("two"), twos[..choices("two").len()]);
}

#[test]
fn without_given_gaps_black_chooses_winning_ones() {
    let folder = MatchFolder::new();
    let (one, two) = (folder.engine("one"), folder.engine("two"));
    for seed in ["1", "2", "3"] {
        let pgn = format!("games-{seed}.pgn");
        folder.report(&[
            "--pawn-race-competition",
            "--engine",
            &one,
            "--engine",
            &two,
            "--tc",
            "depth=1",
            "--seed",
            seed,
            "--pgn",
            &pgn,
        ]);
        let pgn = folder.read(&pgn);
        let starts = tags(&pgn, "FEN");
        assert_eq!(starts.len(), 5);
        for fen in starts {
            let start: Diagram = fen.parse().expect("a FEN");
            let value = value_of_start(Stalemate::Draw, &start.position);
            assert_eq!(value, Some(Outcome::Loss), "{fen}");
        }
    }
}

#[test]
fn only_winners_advance_and_failures_lose() {
    let folder = MatchFolder::new();
    let (one, two) = (folder.engine("one"), folder.engine("two"));
    let bad = folder.rascal("bad", "echo 'bestmove a1a1' >&3; continue");
    let arguments = [
        "--pawn-race-competition",
        "--engine",
        &bad,
        "--engine",
        &one,
        "--engine",
        &two,
        "--tc",
        "depth=2",
        "--seed",
        "3",
        "--log",
        "log",
    ];
    let report = folder.report(&arguments);
    assert!(report.starts_with("round 1: bad 0 - 10 one\n"), "{report}");
    assert_eq!(
        report.matches("(illegal move: bad answered 'a1a1'").count(),
        5,
        "{report}"
    );
    assert!(report.contains("\nround 2: one "), "{report}");
    // Everything is in the log, and nothing is played again.
    let log = folder.read("log");
    assert_eq!(folder.report(&arguments), report);
    assert_eq!(folder.read("log"), log);
    // Cut in the middle, it continues from there.
    let half: Vec<&str> = log.lines().take(4).collect();
    folder.write("log", &(half.join("\n") + "\n{\"game\":4,"));
    assert_eq!(
        without_times(&folder.report(&arguments)),
        without_times(&report)
    );
}
