//! `jacquerie puzzles`: it accepts the puzzles it makes, a new run continues where the last one
//! stopped, and no false puzzle passes. Also the puzzles that come with the program.

use std::collections::HashSet;
use std::fs;

use jacquerie::config::Config;
use jacquerie::puzzles::collection::{BAND, Collection};
use jacquerie::puzzles::{Puzzle, csv, sets, themes};

use crate::program::{call_in, command_in, folder, told_in, write};

/// A small board, where making a puzzle takes a moment.
const MAKE: [&str; 10] = [
    "puzzles",
    "--variant",
    "pawngame",
    "--files",
    "5",
    "--men",
    "5-10",
    "--memory",
    "8",
    "--output",
];

fn read(text: &str) -> Vec<Puzzle> {
    let found = csv::read(text).expect("a file of puzzles").into_iter();
    found.map(|(_, found)| found.expect("a puzzle")).collect()
}

#[test]
fn puzzles_are_the_same_however_often_a_run_is_stopped() {
    let own = folder();
    let file = |name: &str| fs::read_to_string(own.path().join(name)).expect("a file");
    let make = |name, more: &[&str]| call_in(&own, &[&MAKE[..], &[name], more].concat(), "");
    assert_eq!(
        make("whole.csv", &["--count", "6", "--threads", "2"]).code,
        0
    );
    let whole = file("whole.csv");
    assert_eq!(read(&whole).len(), 6);
    assert_eq!(
        make("parts.csv", &["--count", "2", "--threads", "1"]).code,
        0
    );
    assert_eq!(read(&file("parts.csv")).len(), 2);
    // A run that was killed while it was writing a line.
    write(&own.path().join("parts.csv"), &whole[..whole.len() - 30]);
    let more = make("parts.csv", &["--count", "6"]);
    assert_eq!(
        (more.code, file("parts.csv")),
        (0, whole.clone()),
        "{}",
        more.complaint
    );
    assert!(more.complaint.contains("discarded"), "{}", more.complaint);
    // Puzzles made with other parameters, or on another board, do not go into the same file.
    let wider = MAKE.map(|word| if word == "5" { "6" } else { word });
    for other in [
        make("parts.csv", &["--count", "9", "--seed", "2"]),
        call_in(
            &own,
            &[&wider[..], &["parts.csv", "--count", "9"]].concat(),
            "",
        ),
    ] {
        assert_eq!(other.code, 1);
        let told = other.complaint;
        assert!(told.contains("another --output"), "{told}");
    }
    write(&own.path().join("notes.csv"), "somebody's notes\n");
    assert_eq!(make("notes.csv", &["--count", "1"]).code, 1);
    assert_eq!(file("notes.csv"), "somebody's notes\n");
    assert_eq!(file("parts.csv"), whole);
    // An editor may remove the end of the last line.
    write(&own.path().join("parts.csv"), whole.trim_end());
    let more = make("parts.csv", &["--count", "7"]);
    assert_eq!(more.code, 0, "{}", more.complaint);
    assert!(file("parts.csv").starts_with(&whole));
    assert_eq!(read(&file("parts.csv")).len(), 7);
}

#[test]
fn puzzles_and_their_games_go_to_two_files() {
    let own = folder();
    let pgn = ["one.csv", "--count", "1", "--pgn", "./one.csv"];
    let refused = call_in(&own, &[&MAKE[..], &pgn].concat(), "");
    assert_eq!(refused.code, 2);
    assert!(
        refused.complaint.contains("that is also the --pgn file"),
        "{}",
        refused.complaint
    );
    assert!(!own.path().join("one.csv").exists());
    // The games are written even if nobody reads the puzzles.
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let alone = [&MAKE[..], &["-", "--count", "2", "--pgn", "alone.pgn"]].concat();
    let made = command_in(&own, &alone).stdout(writer).status();
    assert_eq!(made.expect("the program starts").code(), Some(0));
    let games = fs::read_to_string(own.path().join("alone.pgn")).expect("the games");
    assert_eq!(games.matches("[Event ").count(), 2, "{games}");
}

#[test]
fn positions_that_do_not_exist_are_looked_for_once_only() {
    let own = folder();
    for _ in 0..2 {
        let made = call_in(
            &own,
            &["puzzles", "--men", "100", "--output", "none.csv"],
            "",
        );
        assert_eq!(made.code, 1);
        let told = made.complaint;
        assert!(told.contains("try other numbers"), "{told}");
    }
}

/// A theme that takes too much work to prove is not false.
#[test]
fn a_theme_may_be_left_unproved() {
    let own = folder();
    let text = sets::of("peasants").expect("a set");
    let puzzle = text.lines().find(|line| line.starts_with("h1S9s,"));
    let file = [csv::HEADER, puzzle.expect("a puzzle")].join("\n");
    for (limit, told) in [
        ("2000", "1 puzzle not solved"),
        ("100000", "1 of 1 puzzle proved"),
    ] {
        let check = ["puzzles", "--check", "-", "--memory", "8", "--limit", limit];
        let checked = call_in(&own, &check, &file).complaint;
        assert!(checked.contains(told), "{checked}");
    }
}

#[test]
fn ratings_that_are_spread_take_no_more_than_their_share_of_a_band() {
    let own = folder();
    let file = |name: &str| fs::read_to_string(own.path().join(name)).expect("a file");
    let make = |name, more: &[&str]| call_in(&own, &[&MAKE[..], &[name], more].concat(), "");
    let spread = ["--count", "5", "--spread"];
    let made = make("spread.csv", &spread);
    assert_eq!(made.code, 0, "{}", made.complaint);
    assert!(
        made.complaint.contains("enough puzzles with that rating"),
        "{}",
        made.complaint
    );
    let whole = file("spread.csv");
    let bands: HashSet<u32> = read(&whole).iter().map(|one| one.rating / BAND).collect();
    assert_eq!(bands.len(), 5, "{whole}");
    // It continues like any other; but spreading over a different number of puzzles makes different
    // ones.
    fs::remove_file(own.path().join("spread.csv.state")).expect("a state");
    write(&own.path().join("spread.csv"), &whole[..whole.len() - 30]);
    assert_eq!(make("spread.csv", &spread).code, 0);
    assert_eq!(file("spread.csv"), whole);
    for other in [&["--count", "4", "--spread"][..], &["--count", "5"]] {
        let refused = make("spread.csv", other);
        assert_eq!(refused.code, 1);
        assert!(
            refused.complaint.contains("another --output"),
            "{}",
            refused.complaint
        );
    }
}

#[test]
fn puzzles_are_proved_again_and_false_ones_refused() {
    let own = folder();
    let made = [&MAKE[..], &["-", "--count", "3"]].concat();
    let text = told_in(&own, &made, "");
    let puzzles = read(&text);
    let check = |text: &str| {
        let check = ["puzzles", "--check", "-", "--variant", "pawngame"];
        call_in(&own, &check, text)
    };
    let checked = check(&text);
    assert_eq!(checked.code, 0, "{}", checked.complaint);
    assert!(checked.complaint.contains("3 of 3 puzzles proved"));
    let first = &puzzles[0];
    let refused = |change: &dyn Fn(&mut Puzzle), part: &str| {
        let mut puzzle = first.clone();
        change(&mut puzzle);
        let checked = check(&format!("{}\n{}\n", csv::HEADER, csv::line(&puzzle)));
        assert_eq!(checked.code, 1, "{puzzle:?}");
        assert!(checked.complaint.contains(part), "{}", checked.complaint);
    };
    let variant = &Config::built_in().variants["pawngame"];
    let question = first.question(&**variant).expect("a position");
    let other = question
        .moves()
        .into_iter()
        .find(|one| *one != first.moves[1]);
    let other = other.expect("another move");
    refused(
        &|one| one.moves = vec![one.moves[0].clone(), other.clone()],
        "does not keep",
    );
    refused(
        &|one| one.moves = vec!["a1a2".into(), "b2b3".into()],
        "move 1",
    );
    refused(&|one| drop(one.moves.pop()), "expected the opponent's move");
    refused(&|one| one.fen = "nonsense".into(), "FEN");
    refused(
        &|one| one.themes.push("enPassant".into()),
        "theme enPassant",
    );
    // A line counts once, whatever is wrong with it.
    let mut spoilt = first.clone();
    spoilt.moves.pop();
    let twice = check(&format!("{text}{}\n", csv::line(&spoilt))).complaint;
    for part in [
        "is also in line 2",
        "expected the opponent's move",
        ": 1 wrong line\n",
    ] {
        assert!(twice.contains(part), "{part}: {twice}");
    }
    let torn = check(&format!("{text}x,y\n"));
    assert_eq!(torn.code, 1);
    assert!(torn.complaint.contains("line 5"), "{}", torn.complaint);
    for text in ["", "\0", "PuzzleId\n", "a,b\nc,d\n"] {
        let checked = check(text);
        assert_eq!(checked.code, 1, "{text:?}");
        assert!(
            checked.complaint.contains("line 1"),
            "{}",
            checked.complaint
        );
    }
}

#[test]
fn games_certificates_and_pgn() {
    let own = folder();
    let game = "[Variant \"kingpawn\"]\n[FEN \"8/8/8/P7/4p3/2P4p/7K/1k6 b - - 0 1\"]\n\n\
                1... Ka2 2. a6 e3 3. a7 e2 *\n\n[Variant \"atomic\"]\n\n1. e4 *\n\n[FEN \"x\"]\n\n*\n";
    let make = [
        "puzzles",
        "--variant",
        "kingpawn",
        "--input",
        "-",
        "--pgn",
        "puzzles.pgn",
        "--certificate",
        "proofs",
    ];
    let made = call_in(&own, &make, game);
    assert_eq!(made.code, 0, "{}", made.complaint);
    let puzzles = read(&made.text);
    assert!(!puzzles.is_empty(), "{}", made.complaint);
    let pgn = fs::read_to_string(own.path().join("puzzles.pgn")).expect("games");
    for puzzle in &puzzles {
        assert!(pgn.contains(&format!("[Event \"Puzzle {}\"]", puzzle.id)));
        let proof = format!("proofs/{}.proof", puzzle.id);
        let verified = call_in(&own, &["verify", &proof, "--variant", "kingpawn"], "");
        assert_eq!(verified.code, 0, "{}", verified.complaint);
    }
    for nothing in ["", "no game", "[FEN \"8/8/8/8/8/8/8/8 w\"]\n\n*\n"] {
        assert_eq!(call_in(&own, &make, nothing).code, 1, "{nothing:?}");
    }
}

#[test]
fn a_puzzle_is_solved_in_the_terminal() {
    let own = folder();
    let text = told_in(
        &own,
        &[&MAKE[..], &["one.csv", "--count", "1"]].concat(),
        "",
    );
    assert_eq!(text, "");
    let file = fs::read_to_string(own.path().join("one.csv")).expect("a file");
    let puzzle = &read(&file)[0];
    let play = ["puzzles", "--play", "one.csv", "--variant", "pawngame"];
    let right: Vec<&str> = puzzle
        .moves
        .iter()
        .skip(1)
        .step_by(2)
        .map(String::as_str)
        .collect();
    let solved = call_in(&own, &play, &right.join("\n"));
    assert!(solved.text.contains("1 of 1 solved"), "{}", solved.text);
    assert_eq!(solved.complaint, "");
    // By other rules, its solution may be wrong.
    let other = ["puzzles", "--play", "one.csv", "--variant", "pawnsonly"];
    let warned = call_in(&own, &other, "quit\n").complaint;
    assert!(
        warned.starts_with("1 puzzle not made by these rules"),
        "{warned}"
    );
    let variant = &Config::built_in().variants["pawngame"];
    let question = puzzle.question(&**variant).expect("a position");
    let other = question
        .moves()
        .into_iter()
        .find(|one| *one != puzzle.moves[1]);
    let wrong = other.expect("another move") + "\nxyz\nhint\nsolution\n";
    let failed = told_in(&own, &play, &wrong);
    assert!(failed.contains("0 of 1 solved"), "{failed}");
    assert!(failed.contains("That "), "{failed}");
    let none = call_in(&own, &["puzzles", "--play", "--theme", "nonsense"], "");
    assert_eq!(none.code, 1);
    assert!(none.complaint.contains("crushing"), "{}", none.complaint);
    // Of many puzzles, only those of a theme and of some ratings are asked.
    let rating = puzzle.rating;
    let asked = |more: &[&str]| call_in(&own, &[&play[..], more].concat(), "").text;
    let theme = puzzle.themes.first().expect("a theme");
    assert!(asked(&["--theme", theme]).starts_with("1 puzzle."));
    assert!(asked(&["--rating", &format!("{rating}-{rating}")]).starts_with("1 puzzle."));
    let others = format!("{}-{}", rating + 1, rating + 2);
    let refused = call_in(&own, &[&play[..], &["--rating", &others]].concat(), "");
    assert_eq!(refused.code, 1, "{}", refused.text);
}

#[test]
fn a_variant_without_a_solver_has_no_puzzles() {
    let refused = call_in(&folder(), &["puzzles", "--variant", "metamachy"], "");
    assert_eq!(refused.code, 2);
    assert!(
        refused.complaint.contains("expected one of"),
        "{}",
        refused.complaint
    );
}

/// Everything except the proofs.
#[test]
fn the_puzzles_of_the_program_can_be_played_and_no_two_are_alike() {
    for name in sets::variants() {
        let variant = &*Config::built_in().variants[name];
        let mut collection = Collection::new(None);
        let mut ids = HashSet::new();
        for puzzle in read(sets::of(name).expect("a set")) {
            let question = puzzle.question(variant).expect("a position");
            let added = collection.add(&puzzle, &*question);
            assert_eq!(added, Ok(()), "{name} {}", puzzle.id);
            let id = Puzzle::id_of(&variant.rules(), &puzzle.fen, &puzzle.moves);
            assert_eq!(puzzle.id, id, "{name}");
            assert!(ids.insert(id));
            for theme in &puzzle.themes {
                assert!(themes::is_known(theme), "{name} {}: {theme}", puzzle.id);
            }
        }
    }
}

/// The first puzzles of each set. A question about themes that is out of reach takes its whole
/// budget, so the budget is small where the solver searches.
fn check_sets(most: usize) {
    for name in sets::variants() {
        let text = sets::of(name).expect("a set");
        let lines: Vec<&str> = text.lines().take(most.saturating_add(1)).collect();
        let limit = match name {
            "endings" | "kingpawn" => "500000000",
            "antichess" => "400000",
            _ => "5000000",
        };
        let check = [
            "puzzles",
            "--check",
            "-",
            "--variant",
            name,
            "--memory",
            "256",
            "--limit",
            limit,
        ];
        let checked = call_in(&folder(), &check, &lines.join("\n"));
        assert_eq!(checked.code, 0, "{name}: {}", checked.complaint);
    }
}

#[test]
fn some_puzzles_of_the_program_are_proved_again() {
    check_sets(3);
}

#[test]
#[ignore = "takes half an hour: cargo test --release --test clients puzzles -- --ignored"]
fn all_puzzles_of_the_program_are_proved_again() {
    check_sets(usize::MAX);
}
