//! Matches between two processes that know the game.

use std::fs;

use jacquerie::arena::pgn;
use jacquerie::config::Config;
use jacquerie::game::HashKey;

use crate::hall::{TINY, VARIANTS, catalogue};
use crate::program::{AS_PROGRAM, call};
use crate::repetition::thirds;

/// A match of a variant: the report, and the games.
fn play(variant: &str, openings: &str, more: &[&str]) -> (String, Vec<pgn::Record>) {
    let folder = tempfile::tempdir().expect("a folder");
    let text = format!("{VARIANTS}{TINY}");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text);
    write("games.toml", &text)
        .and_then(|()| write("openings", openings))
        .expect("it can be written");
    let engine = |name: &str| {
        format!("name={name} cmd='self {AS_PROGRAM} --config games.toml' option.Hash=1")
    };
    let (one, two) = (engine("one"), engine("two") + " tc=nodes=300");
    let mut arguments = vec!["match", "--config", "games.toml", "--variant", variant];
    arguments.extend(["--engine", &one, "--engine", &two, "--tc", "nodes=1000"]);
    arguments.extend(["--pgn", "games.pgn", "--log", "log"]);
    if !openings.is_empty() {
        arguments.extend(["--openings", "openings"]);
    }
    arguments.extend(more);
    let output = call(folder.path(), &arguments);
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{complaint}");
    let report = String::from_utf8(output.stdout).expect("it is text");
    // Taken up again, it has nothing left to play.
    let again = call(folder.path(), &arguments);
    let endings = |report: &str| {
        report
            .split("endings")
            .nth(1)
            .map(|text| text.split("engine").next().map(str::to_owned))
    };
    assert_eq!(
        endings(&String::from_utf8_lossy(&again.stdout)),
        endings(&report)
    );

    let config = Config::parse(&text, &catalogue::<HashKey>()).expect("the configuration is right");
    let games =
        fs::read_to_string(folder.path().join("games.pgn")).expect("the games were written");
    let records = pgn::read(&games, &pgn::starts_of(&config)).expect("the games can be read");
    (report, records)
}

/// How often each ending stands in the report.
fn endings(report: &str) -> Vec<(usize, String)> {
    let table = report.split("endings\n").nth(1).expect("there are endings");
    let lines = table.lines().map_while(|line| {
        let (count, ending) = line.trim().split_once(char::is_whitespace)?;
        Some((count.parse().ok()?, ending.trim().to_owned()))
    });
    lines.collect()
}

#[test]
fn two_programs_play_on_the_small_board() {
    // From one of them on the only move that does not lose repeats the position.
    let third = thirds().next().expect("there is such a game");
    let openings = "\
        2/w1/2/2/2/2/2/2/2/W1 w 0 1
        2/r1/2/2/2/2/2/2/1R/W1 w 0 1 | b2b3 a9a8
        2/R1/2/2/2/2/2/1w/2/W1 w 0 1
        b2b3 a9a8
        2/w1/2/2/2/2/2/2/2/W1 b 14 30\n";
    let openings = format!("{openings}{} | {}\n", third.fen, third.moves.join(" "));
    let (report, records) = play("tiny", &openings, &[]);
    let endings = endings(&report);
    assert_eq!(
        endings.iter().map(|(count, _)| count).sum::<usize>(),
        12,
        "{report}"
    );
    assert!(report.contains(" of 12, score "), "{report}");
    let known = ["no pawns left", "no move", "repetition", "no progress"];
    for (_, ending) in &endings {
        assert!(known.contains(&ending.as_str()), "{report}");
    }
    for ending in ["repetition", "no progress"] {
        assert!(endings.iter().any(|(_, one)| one == ending), "{report}");
    }
    assert_eq!(records.len(), 12);
    for record in &records {
        let finish = record.position().finish().expect("the game is over");
        assert_eq!(record.result, pgn::GameResult::of_winner(finish.winner));
    }
    let promotes = |record: &pgn::Record| {
        record
            .moves()
            .iter()
            .any(|one| one.played().ends_with(['w', 't', 'd']))
    };
    assert!(records.iter().any(promotes), "{report}");
}

#[test]
fn two_programs_play_on_the_large_board() {
    let (report, records) = play(
        "wanderers",
        "",
        &["--games", "4", "--plies", "4", "--max-plies", "120"],
    );
    assert_eq!(
        endings(&report)
            .iter()
            .map(|(count, _)| count)
            .sum::<usize>(),
        4,
        "{report}"
    );
    for wrong in ["illegal", "crash", "forfeit", "no answer"] {
        assert!(!report.contains(wrong), "{report}");
    }
    assert_eq!(records.len(), 4);
}
