//! The results of a match: the same games for the same seed, a report that adds up, an early end
//! when the test has decided.

use super::support::{MatchFolder, tags, untimed, without_times};
use jacquerie::arena::pgn;
use jacquerie::config::Config;

const START: &str = "8/pppppppp/pppppppp/8/8/PPPPPPPP/PPPPPPPP/8 w - - 0 1";

/// The games of a PGN file in the order of their numbers, as text.
fn games(text: &str) -> Vec<String> {
    let mut games: Vec<(usize, String)> = tags(text, "Round")
        .into_iter()
        .zip(text.split("[Event ").skip(1))
        .map(|(round, game)| (round.parse().expect("a number"), untimed(game)))
        .collect();
    games.sort();
    games.into_iter().map(|(_, game)| game).collect()
}

#[test]
fn the_same_seed_gives_the_same_games() {
    let folder = MatchFolder::new();
    let play = |more: &[&str], file: &str| {
        let engines = [folder.engine("one"), folder.engine("two") + " tc=depth=4"];
        let mut arguments = vec!["--engine", &engines[0], "--engine", &engines[1]];
        arguments.extend(["--games", "8", "--tc", "depth=3", "--pgn", file]);
        arguments.extend(more);
        let report = without_times(&folder.report(&arguments));
        (report, games(&folder.read(file)))
    };
    let once = play(&["--seed", "5"], "once.pgn");
    assert_eq!(once.1.len(), 8);
    assert_eq!(play(&["--seed", "5"], "again.pgn"), once);
    assert_eq!(
        play(&["--seed", "5", "--concurrency", "3"], "three.pgn"),
        once
    );
    assert_ne!(play(&["--seed", "6"], "other.pgn").1, once.1);
}

#[test]
fn everything_is_in_the_pgn() {
    let folder = MatchFolder::new();
    let (one, two) = (folder.engine("one"), folder.engine("two"));
    folder.write(
        "openings",
        &format!("{START} | b3b4 g6g5\n8/3ppp2/8/8/8/8/3PPP2/8 b - - 0 1\n"),
    );
    folder.report(&[
        "--engine",
        &one,
        "--engine",
        &two,
        "--tc",
        "clock=1000+10",
        "--margin",
        "60000",
        "--openings",
        "openings",
        "--pgn",
        "games.pgn",
    ]);
    let text = folder.read("games.pgn");
    let config = Config::built_in();
    let records = pgn::read(&text, &pgn::starts_of(config)).expect("the games can be read");
    assert_eq!(records.len(), 4);
    for record in &records {
        let finish = record.position().finish().expect("the game has ended");
        assert_eq!(record.result, pgn::GameResult::of_winner(finish.winner));
    }
    assert_eq!(tags(&text, "White"), ["one", "two", "one", "two"]);
    assert_eq!(tags(&text, "Variant"), ["peasants"; 4]);
    assert_eq!(tags(&text, "TimeControl"), ["1+0.01"; 4]);
    assert_eq!(tags(&text, "SetUp"), ["1"; 4]);
    let other = "8/3ppp2/8/8/8/8/3PPP2/8 b - - 0 1";
    assert_eq!(tags(&text, "FEN"), [START, START, other, other]);
    assert!(text.contains("\n1. b4 {book} 1... g5 {book} 2. "), "{text}");
    for name in ["WhiteVersion", "BlackVersion"] {
        assert!(tags(&text, name)[3].starts_with("Jacquerie "), "{text}");
    }
    for date in tags(&text, "Date") {
        let parts = date.split('.').map(|part| part.parse::<u32>().is_ok());
        assert_eq!(parts.collect::<Vec<_>>(), [true; 3], "{date}");
    }
    // The engines' scores for their moves, in the form of Cute Chess.
    for (number, record) in (0..).zip(&records) {
        let book = if number < 2 { 2 } else { 0 };
        for (ply, one) in (0..).zip(record.moves()) {
            let comment = one.comment.text();
            let thought = comment.split(", ").next().unwrap_or_default();
            if ply < book {
                assert_eq!(thought, "book");
                continue;
            }
            let (score, rest) = thought.split_once('/').expect("a score");
            let (depth, time) = rest.split_once(' ').expect("a depth");
            let score = score.trim_start_matches(['+', '-']).trim_start_matches('M');
            let seconds = time.strip_suffix('s').expect("seconds");
            let numbers = [score, depth, seconds].map(|number| number.parse::<f64>().is_ok());
            assert_eq!(numbers, [true; 3], "{comment}");
        }
        let last = record.moves().last().expect("there are moves");
        let ending = last.comment.text().split(", ").nth(1);
        assert!(
            ending.is_some_and(|ending| ending.contains(": ")),
            "{ending:?}"
        );
    }
}

#[test]
fn the_traffic_is_recorded() {
    let folder = MatchFolder::new();
    let (one, two) = (folder.engine("one"), folder.engine("two"));
    let arguments = ["--engine", &one, "--engine", &two, "--tc", "depth=2"];
    let arguments = [&arguments[..], &["--games", "2", "--traffic", "lines"]].concat();
    folder.report(&arguments);
    let text = folder.read("lines");
    assert!(
        text.starts_with("# traffic of a jacquerie match, "),
        "{text}"
    );
    let lines: Vec<&str> = text.lines().skip(1).collect();
    let said = |process: &str| -> Vec<&str> {
        let of_process = lines.iter().filter_map(|line| {
            let (time, rest) = line.split_once(' ')?;
            time.parse::<u64>().ok()?;
            rest.strip_prefix(process)?.strip_prefix(": ")
        });
        of_process.collect()
    };
    let processes = [">one(0)", "<one(0)", ">two(1)", "<two(1)"].map(said);
    let all: usize = processes.iter().map(Vec::len).sum();
    assert_eq!(all, lines.len(), "{text}");
    let [told, heard, ..] = &processes;
    assert_eq!((told.first(), told.last()), (Some(&"uci"), Some(&"quit")));
    assert!(heard.contains(&"uciok"), "{text}");
    let moves = heard.iter().filter(|line| line.starts_with("bestmove "));
    let asked = told.iter().filter(|line| **line == "go depth 2").count();
    assert!(asked > 2 && moves.count() == asked, "{text}");
    // The next match appends to it; a different kind of file is refused.
    folder.report(&arguments);
    assert!(folder.read("lines").starts_with(&text));
    folder.write("lines", "somebody's notes");
    let complaint = folder.refusal(&arguments, 1);
    assert!(complaint.contains("lines: the file exists"), "{complaint}");
    assert_eq!(folder.read("lines"), "somebody's notes");
}

#[test]
fn the_report_adds_up() {
    let folder = MatchFolder::new();
    let engines = ["one", "two", "three"].map(|name| folder.engine(name));
    let report = folder.report(&[
        "--engine",
        &engines[0],
        "--engine",
        &engines[1],
        "--engine",
        &engines[2],
        "--each",
        "option.Threads=1",
        "--tc",
        "depth=2",
        "--variant",
        "pawnrace",
        "--games",
        "4",
        "--concurrency",
        "2",
    ]);
    for line in [
        "one against two: ",
        "one against three: ",
        "two against three: ",
    ] {
        assert!(report.contains(line), "{report}");
    }
    assert_eq!(report.matches(" of 4, score ").count(), 3, "{report}");
    let endings = report.split("endings\n").nth(1).expect("there are endings");
    let counts = endings.lines().map_while(|line| {
        let count = line.split_whitespace().next()?;
        count.parse::<usize>().ok()
    });
    assert_eq!(counts.sum::<usize>(), 12, "{report}");
    let points = report.lines().skip(1).take(3).map(|line| {
        let mut words = line.split_whitespace().skip(1);
        words.next().and_then(|points| points.parse::<f64>().ok())
    });
    assert_eq!(points.sum::<Option<f64>>(), Some(12.0), "{report}");
}

#[test]
fn the_test_ends_a_match() {
    let folder = MatchFolder::new();
    let good = folder.engine("good");
    let bad = folder.rascal("bad", "echo 'bestmove nothing' >&3; continue");
    let play = |engines: [&str; 2], concurrency: &str| {
        folder.report(&[
            "--engine",
            engines[0],
            "--engine",
            engines[1],
            "--tc",
            "depth=1",
            "--games",
            "400",
            "--sprt",
            "0,100",
            "--concurrency",
            concurrency,
        ])
    };
    let better = play([&good, &bad], "1");
    assert!(better.contains("H1 accepted (Elo +100)"), "{better}");
    assert!(better.contains("ended by the test after "), "{better}");
    let worse = play([&bad, &good], "2");
    assert!(worse.contains("H0 accepted (Elo +0)"), "{worse}");
    let after = |report: &str| {
        let test = report.find("SPRT:").expect("there is a test");
        report[test..].lines().next().map(str::to_owned)
    };
    assert_eq!(after(&better), after(&play([&good, &bad], "2")));
}

#[test]
fn all_gaps_are_played() {
    let folder = MatchFolder::new();
    let (one, two) = (folder.engine("one"), folder.engine("two"));
    folder.report(&[
        "--variant",
        "pawnrace",
        "--files",
        "4",
        "--all-gaps",
        "--engine",
        &one,
        "--engine",
        &two,
        "--tc",
        "depth=1",
        "--pgn",
        "games.pgn",
    ]);
    let text = folder.read("games.pgn");
    let starts = tags(&text, "FEN");
    assert_eq!(starts.len(), 32);
    let different: std::collections::HashSet<_> = starts.into_iter().collect();
    assert_eq!(different.len(), 16);
}
