//! An engine that plays without some of its men.

use crate::hall::{Hall, tags};

#[test]
fn who_gives_odds_lacks_the_man_with_either_colour() {
    let hall = Hall::new();
    let giver = format!("{} odds=e3,a2", hall.engine("giver"));
    let taker = hall.engine("taker");
    let play = |games: &str| {
        let match_of = ["--engine", &giver, "--engine", &taker, "--tc", "nodes=50"];
        let files = ["--games", games, "--pgn", "games.pgn", "--log", "games.log"];
        hall.call(&[&match_of[..], &files].concat())
    };
    let played = play("2");
    assert_eq!(played.code, 0, "{}", played.complaint);
    let longer = play("4");
    assert_eq!(longer.code, 0, "{}", longer.complaint);
    let pgn = hall.read("games.pgn");
    let white: Vec<&str> = tags(&pgn, "White");
    assert_eq!(white, ["giver", "taker", "giver", "taker"]);
    let fens: Vec<&str> = tags(&pgn, "FEN");
    let as_white = "8/pppppppp/pppppppp/8/8/PPPP1PPP/1PPPPPPP/8 w - - 0 1";
    let as_black = "8/1ppppppp/pppp1ppp/8/8/PPPPPPPP/PPPPPPPP/8 w - - 0 1";
    assert_eq!(fens, [as_white, as_black, as_white, as_black]);
    // Other odds are another match.
    let giver = format!("{} odds=e3", hall.engine("giver"));
    let match_of = ["--engine", &giver, "--engine", &taker, "--tc", "nodes=50"];
    let refused = hall.call(&[&match_of[..], &["--games", "4", "--log", "games.log"]].concat());
    assert_eq!(refused.code, 1, "{}", refused.complaint);
}

#[test]
fn odds_that_nobody_can_give_are_refused() {
    let hall = Hall::new();
    let taker = hall.engine("taker");
    hall.write("late.txt", "e3e4\n");
    for (odds, more, expected) in [
        ("e5", &[][..], "there is no man of White's on e5"),
        ("e9", &[], "there is no man of White's on e9"),
        ("E3", &[], "expected the squares of its own men"),
        (
            "e3",
            &["--openings", "late.txt"],
            "without the man given as odds: move 1",
        ),
        ("e3", &["--pawn-race-competition"], "nobody gives odds"),
        ("e3,e3", &[], "each once"),
    ] {
        let giver = format!("{} odds={odds}", hall.engine("giver"));
        let call = ["--engine", &giver, "--engine", &taker, "--tc", "nodes=50"];
        let refused = hall.call(&[&call[..], more].concat());
        assert_eq!(refused.code, 2, "{odds}: {}", refused.complaint);
        assert!(
            refused.complaint.contains(expected),
            "{odds}: {}",
            refused.complaint
        );
    }
}

/// What an engine takes for the start would not be what is played.
#[test]
fn where_games_begin_is_not_for_an_engine_to_say() {
    let hall = Hall::new();
    let (one, two) = (hall.engine("one"), hall.engine("two"));
    let call = ["--variant", "metamachy", "--engine", &one, "--engine", &two];
    let more = [
        "--each",
        "option.Setup=3",
        "--games",
        "2",
        "--tc",
        "nodes=20",
    ];
    let refused = hall.call(&[&call[..], &more].concat());
    assert_eq!(refused.code, 2, "{}", refused.complaint);
    assert!(
        refused.complaint.contains("--setup"),
        "{}",
        refused.complaint
    );
    let more = [
        "--setup", "3", "--games", "2", "--tc", "nodes=20", "--pgn", "3.pgn",
    ];
    let played = hall.call(&[&call[..], &more].concat());
    assert_eq!(played.code, 0, "{}", played.complaint);
    let pgn = hall.read("3.pgn");
    let fens: Vec<&str> = tags(&pgn, "FEN");
    assert!(
        fens.iter()
            .all(|fen| fen.starts_with("cm3qg3mc/ernbiklibnre/")),
        "{fens:?}"
    );
}
