//! Tuning from outside: what it reports, keeps and writes, and what it refuses.

mod program;

use std::fs;

use jacquerie::games::pawns::Network;
use jacquerie::games::pawns::pscore::patterns::Patterns;
use program::{call_in, folder, refused_in, told, told_in, write};

/// A short run, with more flags.
fn call(more: &[&'static str]) -> Vec<&'static str> {
    let short = ["tune", "--narrowest", "2", "--widest", "3", "--games", "20"];
    [&short[..], more].concat()
}

/// The numbers of a line that begins with `name`.
fn numbers(text: &str, name: &str) -> Vec<f64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name));
    let words = line.unwrap_or_else(|| panic!("no '{name}' in {text}"));
    let words = words.split_whitespace();
    words.map(|word| word.parse().expect(word)).collect()
}

#[test]
fn the_same_seed_fits_the_same_weights() {
    let text = told(&call(&["--seed", "5"]));
    assert_eq!(told(&call(&["--seed", "5", "--threads", "2"])), text);
    assert_ne!(told(&call(&["--seed", "6"])), text);
    let [positions, _, _, _, tau, _, _, _, log_loss] = numbers(&text, "all, held out")[..] else {
        panic!("{text}");
    };
    assert!(positions > 10.0, "{text}");
    // Better than nothing: than no correlation, and than guessing each result alike.
    assert!(tau > 0.0 && log_loss < 3_f64.ln(), "{text}");
}

#[test]
fn a_run_goes_on_where_it_was() {
    let folder = folder();
    let kept = folder.path().join("games");
    let read = || fs::read_to_string(&kept).expect("the games");
    let keeping = call(&["--data", "games"]);
    let whole = told_in(&folder, &keeping, "");
    let written = read();
    assert_eq!(written.lines().count(), 40);
    // Cut in the middle of a line.
    write(&kept, &written[..written.len() * 2 / 3]);
    assert_eq!(told_in(&folder, &keeping, ""), whole);
    assert_eq!(read(), written);

    for (other, complaint) in [
        (call(&["--data", "games", "--seed", "9"]), "of another run"),
        (call(&["--data", "games", "--limit", "9"]), "of another run"),
        (
            vec![
                "tune",
                "--narrowest",
                "2",
                "--widest",
                "2",
                "--games",
                "20",
                "--data",
                "games",
            ],
            "more games than are asked for",
        ),
    ] {
        let refusal = refused_in(&folder, &other, 1);
        assert!(refusal.contains(complaint), "{refusal}");
        assert!(refusal.contains("another --data"), "{refusal}");
        assert_eq!(read(), written, "a refused call changed it");
    }
    for foreign in ["notes", "notes\n", "seed 1 limit 200000 files 3 game 0"] {
        write(&kept, foreign);
        let refusal = refused_in(&folder, &keeping, 1);
        assert!(refusal.contains("of another run"), "{refusal}");
        assert_eq!(read(), foreign, "a refused call changed it");
    }
    for damage in [";8/8/8 w;draw", ";won", ";8/p7/8/8/8/8/P7/8 w;perhaps"] {
        let first = written.lines().next().expect("a game");
        write(&kept, &format!("{first}{damage}\n"));
        let refusal = refused_in(&folder, &keeping, 1);
        assert!(refusal.contains("games: "), "{refusal}");
    }
}

#[test]
fn weights_are_written_and_comments_stay() {
    let folder = folder();
    let file = folder.path().join("mine.toml");
    write(
        &file,
        "# mine\n[options]\nhash = 7 # small\n\n[pscore]\n# how it moves\nsafe_step = 4 # old\n",
    );
    let text = told_in(&folder, &call(&["--write", "mine.toml"]), "");
    let written = fs::read_to_string(&file).expect("the file");
    for kept in [
        "# mine\n",
        "hash = 7 # small\n",
        "# how it moves\nsafe_step = ",
        " # old\n",
    ] {
        assert!(written.contains(kept), "{written}");
    }
    for name in ["safe_step", "pawn", "passer", "tempo"] {
        let line = text
            .lines()
            .find(|line| line.starts_with(&format!("{name} = ")));
        let value = line.expect(name).split(" = ").nth(1).expect("a value");
        assert!(written.contains(&format!("{name} = {value}")), "{written}");
    }
    // The program believes in them.
    let evaluation = [
        "eval",
        "--config",
        "mine.toml",
        "--fen",
        "8/p7/8/8/8/8/P2P4/8 w",
    ];
    assert_ne!(
        told_in(&folder, &evaluation, ""),
        told(&[&evaluation[..1], &evaluation[3..]].concat())
    );
    // Where there is none yet, one is made.
    told_in(&folder, &call(&["--write", "new.toml"]), "");
    assert!(folder.path().join("new.toml").exists());
}

#[test]
fn known_positions_and_terms_are_judged() {
    let folder = folder();
    write(
        &folder.path().join("known"),
        "8/8/1P6/8/6p1/8/8/8 w;win;b6b7=win\n8/p7/8/8/8/8/P7/8 w;draw\n8/8/8/8/1p6/1P6/P1P5/8 w;loss\n",
    );
    let text = told_in(&folder, &call(&["--known", "known", "--leave-out"]), "");
    assert_eq!(numbers(&text, "known positions")[0], 3.0);
    assert_eq!(numbers(&text, "safe_step").len(), 2);
}

/// Games of the engine against itself, as PGN.
const PLAYED: [&str; 13] = [
    "match",
    "--engine",
    "name=One cmd=self",
    "--engine",
    "name=Two cmd=self",
    "--each",
    "option.Hash=1",
    "--tc",
    "depth=2",
    "--games",
    "20",
    "--pgn",
    "games.pgn",
];

#[test]
fn a_network_learns_from_games() {
    let folder = folder();
    told_in(&folder, &PLAYED, "");
    let learn = [
        "tune",
        "--results",
        "games.pgn",
        "--limit",
        "500",
        "--epochs",
        "3",
        "--network",
        "learned",
    ];
    let text = told_in(&folder, &learn, "");
    assert!(
        text.contains("learned from ") && text.contains("held out "),
        "{text}"
    );
    let learned = fs::read(folder.path().join("learned")).expect("the network");
    let network = Network::read(&learned).expect("the program could be built with it");
    assert_ne!(network, *Network::built_in());
    // However many threads solve the positions.
    assert_eq!(
        told_in(&folder, &[&learn[..], &["--threads", "2"]].concat(), ""),
        text
    );
    assert_eq!(fs::read(folder.path().join("learned")).unwrap(), learned);
    // Another seed, another network.
    told_in(&folder, &[&learn[..], &["--seed", "2"]].concat(), "");
    assert_ne!(fs::read(folder.path().join("learned")).unwrap(), learned);

    // Who goes on from what the program knows has less to learn.
    let loss = |text: &str| -> f64 {
        let told = text
            .lines()
            .find_map(|line| line.strip_prefix("learned from "));
        told.and_then(|told| told.rsplit(' ').next()?.parse().ok())
            .expect("a loss")
    };
    let known = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/src/games/pawns/network/weights.bin"
    );
    let go_on = [&learn[..], &["--go-on-from", known]].concat();
    let more = told_in(&folder, &go_on, "");
    assert!(loss(&more) < loss(&text), "{text}{more}");
    // A mean of the same is the same, and is no other where networks differ.
    let mean = |files: &[&str]| {
        let words = files.iter().flat_map(|file| ["--mean-of", file]);
        let words: Vec<&str> = ["tune", "--network", "mean"]
            .into_iter()
            .chain(words)
            .collect();
        told_in(&folder, &words, "");
        fs::read(folder.path().join("mean")).unwrap()
    };
    fs::write(folder.path().join("one"), &learned).unwrap();
    let other = fs::read(folder.path().join("learned")).unwrap();
    assert_eq!(mean(&["one", "one"]), learned);
    let between = mean(&["one", "learned"]);
    assert!(between != learned && between != other);
    assert!(Network::read(&between).is_ok());
    // What is not the file of a network, to the last bit, is refused.
    let mut damaged = learned.clone();
    damaged[4_711] ^= 1;
    for (name, bytes, told) in [
        ("cut", &learned[..learned.len() - 1], "bytes"),
        ("bare", &learned[8..learned.len() - 4], "JACQNET1"),
        ("damaged", &damaged[..], "checksum"),
    ] {
        fs::write(folder.path().join(name), bytes).unwrap();
        let go_on = [&learn[..], &["--go-on-from", name]].concat();
        let error = refused_in(&folder, &go_on, 1);
        assert!(error.contains(name) && error.contains(told), "{error}");
    }

    refused_in(&folder, &["tune", "--network", "learned"], 2);
    refused_in(&folder, &[&learn[..], &["--epochs", "0"]].concat(), 2);
}

#[test]
fn shapes_are_learned_from_games() {
    let folder = folder();
    told_in(&folder, &PLAYED, "");
    let learn = [
        "tune",
        "--results",
        "games.pgn",
        "--limit",
        "500",
        "--shapes",
        "shapes",
        "--write",
        "mine.toml",
    ];
    let text = told_in(&folder, &learn, "");
    assert!(
        text.contains("fitted to ") && text.contains("held out "),
        "{text}"
    );
    let patterns = fs::read_to_string(folder.path().join("shapes")).expect("the shapes");
    assert!(
        text.contains(&format!("\n{} shapes\n", patterns.lines().count())),
        "{text}"
    );
    // The program could be built with them.
    let patterns: Patterns = patterns.parse().expect("shapes");
    assert_ne!(patterns, Patterns::none());
    let weights = fs::read_to_string(folder.path().join("mine.toml")).expect("the weights");
    assert!(weights.contains("zugzwang = "), "{weights}");
    // However many threads solve the positions.
    assert_eq!(
        told_in(&folder, &[&learn[..], &["--threads", "2"]].concat(), ""),
        text
    );

    let refusal = refused_in(&folder, &["tune", "--results", "nowhere.pgn"], 1);
    assert!(refusal.contains("nowhere.pgn"), "{refusal}");
    write(&folder.path().join("bad.pgn"), "1. e9 *");
    let refusal = refused_in(&folder, &["tune", "--results", "bad.pgn"], 1);
    assert!(refusal.contains("bad.pgn: line 1"), "{refusal}");
    write(&folder.path().join("open.pgn"), "1. a4 *");
    let refusal = refused_in(&folder, &["tune", "--results", "open.pgn"], 1);
    assert!(refusal.contains("no game with a result"), "{refusal}");
    refused_in(&folder, &["tune", "--shapes", "shapes"], 2);
}

#[test]
fn what_cannot_be_is_refused_before_any_work() {
    let folder = folder();
    write(&folder.path().join("known"), "8/8/8 w;win\n");
    write(&folder.path().join("bad.toml"), "[pscore\n");
    let bad_known = refused_in(&folder, &call(&["--known", "known"]), 1);
    assert!(bad_known.contains("known: line 1: "), "{bad_known}");
    let missing = refused_in(&folder, &call(&["--known", "nowhere"]), 1);
    assert!(missing.contains("nowhere"), "{missing}");
    // What is no file might never end.
    let device = refused_in(&folder, &call(&["--write", "."]), 1);
    assert!(device.contains("expected a configuration"), "{device}");
    let bad_file = refused_in(&folder, &call(&["--write", "bad.toml"]), 1);
    assert!(bad_file.contains("bad.toml"), "{bad_file}");
    let widths = ["tune", "--narrowest", "5", "--widest", "4"];
    assert!(refused_in(&folder, &widths, 2).contains("--narrowest 5"));
    let files = refused_in(&folder, &call(&["--files", "4"]), 2);
    assert!(files.contains("--narrowest"), "{files}");
    for more in [
        &["--order", "--write", "new.toml"][..],
        &["--generations", "3"],
    ] {
        assert!(refused_in(&folder, &call(more), 2).contains("--order"));
    }
    let nothing = ["tune", "--narrowest", "1", "--widest", "1", "--games", "1"];
    let outcome = call_in(&folder, &nothing, "");
    assert_eq!((outcome.code, outcome.text.as_str()), (1, ""));
}

#[test]
fn the_same_seed_finds_the_same_order() {
    let call = |more: &[&'static str]| {
        let short = [
            "tune",
            "--order",
            "--narrowest",
            "3",
            "--widest",
            "4",
            "--games",
            "10",
        ];
        let small = ["--limit", "3000", "--generations", "2"];
        told(&[&short[..], &small, more].concat())
    };
    let text = call(&["--seed", "5"]);
    assert_eq!(call(&["--seed", "5", "--threads", "2"]), text);
    assert_ne!(call(&["--seed", "6"]), text);
    let [roots, now, tuned] = numbers(&text, "fitted to")[..] else {
        panic!("{text}");
    };
    assert!(roots > 4.0 && now > 300.0 && tuned > 100.0, "{text}");
    // Each term with both weights, and those that it had.
    let is_term = |line: &&str| line.starts_with("(\"") && line.matches(']').count() == 2;
    assert!(text.lines().filter(is_term).count() > 15, "{text}");
}

#[test]
fn kings_and_pawns_are_tuned_by_exact_tables() {
    let folder = folder();
    let call = |more: &[&'static str]| {
        let short = ["tune", "--variant", "kingpawn", "--games", "2"];
        [&short[..], more].concat()
    };
    let text = told_in(&folder, &call(&["--write", "mine.toml"]), "");
    assert_eq!(told(&call(&["--threads", "2"])), text);
    assert_ne!(told(&call(&["--seed", "2"])), text);
    let written = fs::read_to_string(folder.path().join("mine.toml")).expect("the file");
    assert!(written.starts_with("[kings]\n"), "{written}");
    for name in ["material", "opposition"] {
        let weight = numbers(&text, &format!("{name} = "))[0];
        assert!(
            written.contains(&format!("{name} = {weight}\n")),
            "{written}"
        );
    }
    let refusal = refused_in(&folder, &call(&["--data", "games"]), 2);
    assert!(
        refusal.contains("--data is for the pawn games"),
        "{refusal}"
    );
}

#[test]
fn weights_can_be_held_where_they_are() {
    let folder = folder();
    let call = |more: &[&'static str]| {
        let short = ["tune", "--variant", "metamachy", "--games", "3"];
        [&short[..], more].concat()
    };
    let lines = |text: &str| -> Vec<String> {
        let is_weight = |line: &&str| line.contains(" = [");
        text.lines().filter(is_weight).map(Into::into).collect()
    };
    let free = lines(&told_in(&folder, &call(&[]), ""));
    let held = lines(&told_in(&folder, &call(&["--hold", "1000000"]), ""));
    let some = lines(&told_in(&folder, &call(&["--only", "passed,tempo"]), ""));
    assert_ne!(free, held);
    let parted = held.iter().zip(&some).filter(|(one, other)| one != other);
    let names: Vec<&str> = parted
        .filter_map(|(one, _)| one.split(' ').next())
        .collect();
    assert_eq!(names, ["passed", "tempo"]);
    // What is held is what the game has.
    let built_in = include_str!("../engine.toml");
    for line in &held {
        assert!(built_in.contains(line), "{line}");
    }
    let wrong = refused_in(&folder, &call(&["--only", "passers"]), 2);
    assert!(
        wrong.contains("--only passers: expected one of worth"),
        "{wrong}"
    );
    let wrong = refused_in(&folder, &["tune", "--hold", "1"], 2);
    assert!(wrong.contains("--hold and --only are for"), "{wrong}");
    refused_in(&folder, &call(&["--hold", "-1"]), 2);
}
