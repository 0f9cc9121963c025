//! The tuner from outside: what it reports, keeps and writes, and what it refuses.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use jacquerie::games::antichess::{self, AntichessGame};
use jacquerie::games::pawns::Network;
use jacquerie::network::Input;
use tempfile::TempDir;

/// Pawn games, played by short searches.
const GAMES: &str = include_str!("data/games.pgn");

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder for the tuner")
}

fn write(folder: &TempDir, name: &str, content: impl AsRef<[u8]>) {
    fs::write(folder.path().join(name), content).expect("the folder can be written to");
}

fn read(folder: &TempDir, name: &str) -> Vec<u8> {
    fs::read(folder.path().join(name)).expect(name)
}

fn text(folder: &TempDir, name: &str) -> String {
    String::from_utf8(read(folder, name)).expect("a text")
}

/// Calls the tuner in a folder; returns its exit code, standard output, and standard error.
fn call(folder: &TempDir, arguments: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_jacquerie-tuner"))
        .args(arguments)
        .current_dir(folder.path())
        .env("HOME", folder.path())
        .env("XDG_CONFIG_HOME", folder.path())
        .output()
        .expect("the tuner starts");
    let text = |bytes| String::from_utf8(bytes).expect("the output is text");
    let code = output.status.code().expect("it was not killed");
    (code, text(output.stdout), text(output.stderr))
}

/// The output of a call that must succeed.
fn report(folder: &TempDir, arguments: &[&str]) -> String {
    let (code, text, complaint) = call(folder, arguments);
    assert_eq!(code, 0, "{arguments:?}: {complaint}");
    text
}

/// The error of a call that must fail with this code and without a report.
fn refusal(folder: &TempDir, arguments: &[&str], code: i32) -> String {
    let (found, text, complaint) = call(folder, arguments);
    assert_eq!(
        (found, text.as_str()),
        (code, ""),
        "{arguments:?}: {complaint}"
    );
    complaint
}

/// A short run, with more flags.
fn short<'a>(more: &[&'a str]) -> Vec<&'a str> {
    let short = ["--narrowest", "2", "--widest", "3", "--games", "20"];
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
    let folder = folder();
    let text = report(&folder, &short(&["--seed", "5"]));
    assert_eq!(
        report(&folder, &short(&["--seed", "5", "--threads", "2"])),
        text
    );
    assert_ne!(report(&folder, &short(&["--seed", "6"])), text);
    let [positions, _, _, _, tau, _, _, _, log_loss] = numbers(&text, "all, held out")[..] else {
        panic!("{text}");
    };
    assert!(positions > 10.0, "{text}");
    // Better than no correlation, and than three equal chances.
    assert!(tau > 0.0 && log_loss < 3_f64.ln(), "{text}");
}

#[test]
fn a_run_continues_where_it_stopped() {
    let folder = folder();
    let keeping = short(&["--data", "games"]);
    let whole = report(&folder, &keeping);
    let written = text(&folder, "games");
    assert_eq!(written.lines().count(), 40);
    // Cut in the middle of a line.
    write(&folder, "games", &written[..written.len() * 2 / 3]);
    assert_eq!(report(&folder, &keeping), whole);
    assert_eq!(text(&folder, "games"), written);

    let narrow = [
        "--narrowest",
        "2",
        "--widest",
        "2",
        "--games",
        "20",
        "--data",
        "games",
    ];
    for (other, complaint) in [
        (
            short(&["--data", "games", "--seed", "9"]),
            "from another run",
        ),
        (
            short(&["--data", "games", "--limit", "9"]),
            "from another run",
        ),
        (
            short(&["--data", "games", "--variant", "pawngame"]),
            "from another run",
        ),
        (narrow.to_vec(), "more games than requested"),
    ] {
        let refusal = refusal(&folder, &other, 1);
        assert!(refusal.contains(complaint), "{refusal}");
        assert!(refusal.contains("another --data"), "{refusal}");
        assert_eq!(text(&folder, "games"), written, "a refused call changed it");
    }
    for foreign in ["notes", "notes\n", "seed 1 limit 200000 files 3 game 0"] {
        write(&folder, "games", foreign);
        let refusal = refusal(&folder, &keeping, 1);
        assert!(refusal.contains("from another run"), "{refusal}");
        assert_eq!(text(&folder, "games"), foreign, "a refused call changed it");
    }
    for damage in [";8/8/8 w;draw", ";won", ";8/p7/8/8/8/8/P7/8 w;perhaps"] {
        let first = written.lines().next().expect("a game");
        write(&folder, "games", format!("{first}{damage}\n"));
        let refusal = refusal(&folder, &keeping, 1);
        assert!(refusal.contains("games: "), "{refusal}");
    }
}

#[test]
fn weights_are_written_and_comments_stay() {
    let folder = folder();
    write(
        &folder,
        "mine.toml",
        "# mine\n[options]\nhash = 7 # small\n\n[pscore]\n# how it moves\nsafe_step = 4 # old\n",
    );
    let told = report(&folder, &short(&["--write", "mine.toml"]));
    let written = text(&folder, "mine.toml");
    for kept in [
        "# mine\n",
        "hash = 7 # small\n",
        "# how it moves\nsafe_step = ",
        " # old\n",
    ] {
        assert!(written.contains(kept), "{written}");
    }
    for name in ["safe_step", "pawn", "passer", "tempo"] {
        let mut lines = told.lines();
        let line = lines.find(|line| line.starts_with(&format!("{name} = ")));
        assert!(written.contains(line.expect(name)), "{written}");
    }
    // The player uses them: the fitted weights are now its own.
    let again = report(&folder, &short(&["--config", "mine.toml"]));
    let [before, after] = [told, again].map(|text| numbers(&text, "all, held out"));
    let (now, tuned) = ([3, 7], [4, 8]);
    for (now, tuned) in now.into_iter().zip(tuned) {
        assert_eq!(after[now], before[tuned]);
        assert_ne!(before[now], before[tuned]);
    }
    // A missing file is created.
    report(&folder, &short(&["--write", "new.toml"]));
    assert!(folder.path().join("new.toml").exists());
}

#[test]
fn known_positions_and_terms_are_judged() {
    let folder = folder();
    let known = "8/8/1P6/8/6p1/8/8/8 w;win;b6b7=win\n8/p7/8/8/8/8/P7/8 w;draw\n\
                 8/8/8/8/1p6/1P6/P1P5/8 w;loss\n8/p7/8/8/8/8/P7/8 b;unknown\n";
    write(&folder, "known", known);
    let text = report(&folder, &short(&["--known", "known", "--leave-out"]));
    // An unknown value is not mistaken for a value.
    assert_eq!(numbers(&text, "known positions")[0], 3.0);
    let [tau, loss] = numbers(&text, "safe_step")[..] else {
        panic!("{text}");
    };
    assert!(tau != 0.0 && loss != 0.0, "{text}");

    write(&folder, "known.rules", "stalemate draw\n");
    let of_others = ["--known", "known", "--variant", "pawnsonly"];
    let complaint = refusal(&folder, &short(&of_others), 1);
    assert!(complaint.contains("'stalemate draw'"), "{complaint}");
}

#[test]
fn a_network_learns_from_games() {
    let folder = folder();
    write(&folder, "games.pgn", GAMES);
    let learn = [
        "--results",
        "games.pgn",
        "--limit",
        "500",
        "--epochs",
        "3",
        "--network",
        "learned",
    ];
    let with = |more: &[&'static str]| [&learn[..], more].concat();
    let text = report(&folder, &learn);
    assert!(text.contains("held out "), "{text}");
    let learned = read(&folder, "learned");
    let network = Network::read(&learned).expect("the player could be built with it");
    assert_ne!(network, *Network::built_in());
    // Whatever the number of threads that solve the positions.
    assert_eq!(report(&folder, &with(&["--threads", "2"])), text);
    assert_eq!(read(&folder, "learned"), learned);
    // A different seed gives a different network.
    report(&folder, &with(&["--seed", "2"]));
    let other = read(&folder, "learned");
    assert_ne!(other, learned);

    // A network that continues from the player's has less to learn.
    let loss = |text: &str| -> f64 {
        let mut lines = text.lines();
        let told = lines.find_map(|line| line.strip_prefix("learned from "));
        told.and_then(|told| told.rsplit(' ').next()?.parse().ok())
            .expect("a loss")
    };
    let known = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../src/games/pawns/network/weights.bin"
    );
    let more = report(&folder, &with(&["--go-on-from", known]));
    assert!(loss(&more) < loss(&text), "{text}{more}");
    // The mean of equal networks is the same network; the mean of two different ones is a third.
    write(&folder, "one", &learned);
    write(&folder, "other", &other);
    let mean = |files: [&str; 2]| {
        let [first, second] = files;
        let mean = ["--network", "mean", "--mean-of", first, "--mean-of", second];
        report(&folder, &mean);
        read(&folder, "mean")
    };
    assert_eq!(mean(["one", "one"]), learned);
    let between = mean(["one", "other"]);
    assert!(between != learned && between != other);
    assert!(Network::read(&between).is_ok());
    // A file that is not a network, to the last bit, is refused.
    let mut damaged = learned.clone();
    damaged[4_711] ^= 1;
    for (name, bytes, told) in [
        ("cut", &learned[..learned.len() - 1], "bytes"),
        ("bare", &learned[8..learned.len() - 4], "JACQNET2"),
        ("damaged", &damaged[..], "checksum"),
    ] {
        write(&folder, name, bytes);
        let error = refusal(&folder, &with(&["--go-on-from", name]), 1);
        assert!(error.contains(name) && error.contains(told), "{error}");
    }
}

/// A game of antichess as written by a match, with the scores of its searches.
const ANTICHESS: &str = "\
[Variant \"antichess\"]
[Result \"0-1\"]

1. c4 {book} 1... a5 {book} 2. Nh3 {book} 2... c6 {book} 3. f3 {book} 3... g5 {book} 4. Nxg5 {-0.19/5 0.001s}
4... d5 {+0.19/4 0.014s} 5. cxd5 {-0.16/4 0s} 5... Qxd5 {+0.20/6 0s} 6. Nxh7 {-0.20/6 0s} 6... Rxh7 {+0.13/6 0s}
7. Rg1 {-0.13/4 0s} 7... Rxh2 {+0.30/7 0.022s} 8. Qa4 {-M8/29 0.004s} 0-1
";

#[test]
fn the_network_of_antichess_learns_by_the_same_command() {
    let folder = folder();
    write(&folder, "games.pgn", ANTICHESS.repeat(25));
    let learn = [
        "--variant",
        "antichess",
        "--results",
        "games.pgn",
        "--epochs",
        "2",
        "--by-score",
        "0.5",
        "--network",
        "learned",
    ];
    let text = report(&folder, &learn);
    assert!(text.contains("held out "), "{text}");
    let learned = read(&folder, "learned");
    assert!(antichess::Network::read(&AntichessGame::SHAPE, &learned).is_ok());
    // The network of another game is refused.
    let of_pawns = ["--network", "mean", "--mean-of", "learned"];
    let error = refusal(&folder, &of_pawns, 1);
    assert!(error.contains("'JACQNET2 antichess "), "{error}");
}

#[test]
fn games_without_results_teach_nothing() {
    let folder = folder();
    let learn = |games| ["--network", "learned", "--results", games];
    let complaint = refusal(&folder, &learn("nowhere.pgn"), 1);
    assert!(complaint.contains("nowhere.pgn"), "{complaint}");
    write(&folder, "bad.pgn", "1. e9 *");
    let complaint = refusal(&folder, &learn("bad.pgn"), 1);
    assert!(complaint.contains("bad.pgn: line 1"), "{complaint}");
    write(&folder, "open.pgn", "1. a4 *");
    let complaint = refusal(&folder, &learn("open.pgn"), 1);
    assert!(
        complaint.contains("expected games of this variant with a result"),
        "{complaint}"
    );
    assert!(!folder.path().join("learned").exists());
}

#[test]
fn invalid_calls_are_refused_before_any_work() {
    let folder = folder();
    write(&folder, "known", "8/8/8 w;win\n");
    write(&folder, "bad.toml", "[pscore\n");
    write(&folder, "games.pgn", GAMES);
    let cases: [(&[&str], i32, &str); 15] = [
        (&["--known", "known"], 1, "known: line 1: "),
        (&["--known", "nowhere"], 1, "nowhere"),
        // A device might never end.
        (&["--write", "."], 1, "expected a configuration"),
        (&["--write", "bad.toml"], 1, "bad.toml"),
        (
            &["--write", "-"],
            2,
            "file that can be both read and written",
        ),
        (
            &["--data", "-"],
            2,
            "file that can be both read and written",
        ),
        (&["--narrowest", "5", "--widest", "4"], 2, "--narrowest 5"),
        (&["--variant", "horde"], 2, "--variant horde: "),
        (
            &["--order", "--variant", "kingpawn"],
            2,
            "only for the game 'pawns'",
        ),
        (&["--order", "--write", "new.toml"], 2, "--order"),
        (&["--generations", "3"], 2, "--order"),
        (&["--network", "learned"], 2, "--results PGN"),
        (
            &[
                "--network",
                "learned",
                "--results",
                "games.pgn",
                "--epochs",
                "0",
            ],
            2,
            "--epochs",
        ),
        (
            &["--results", "games.pgn"],
            2,
            "--results is not for the pscore",
        ),
        (&["--hold", "1"], 2, "--hold is not for the pscore"),
    ];
    for (arguments, code, expected) in cases {
        let complaint = refusal(&folder, arguments, code);
        assert!(complaint.contains(expected), "{arguments:?}: {complaint}");
    }
    let nothing = ["--narrowest", "1", "--widest", "1", "--games", "1"];
    let complaint = refusal(&folder, &nothing, 1);
    assert!(complaint.contains("no position was solved"), "{complaint}");
}

#[test]
fn the_same_seed_finds_the_same_order() {
    let folder = folder();
    let call = |more: &[&'static str]| {
        let short = [
            "--order",
            "--narrowest",
            "3",
            "--widest",
            "4",
            "--games",
            "10",
        ];
        let small = ["--limit", "3000", "--generations", "2"];
        report(&folder, &[&short[..], &small, more].concat())
    };
    let text = call(&["--seed", "5"]);
    assert_eq!(call(&["--seed", "5", "--threads", "2"]), text);
    assert_ne!(call(&["--seed", "6"]), text);
    let [roots, now, tuned] = numbers(&text, "fitted to")[..] else {
        panic!("{text}");
    };
    assert!(roots > 4.0 && now > 300.0 && tuned > 100.0, "{text}");
    // Each term has both weights, and those from before.
    let is_term = |line: &&str| line.starts_with("(\"") && line.matches(']').count() == 2;
    assert!(text.lines().filter(is_term).count() > 15, "{text}");
}

#[test]
fn kings_and_pawns_are_tuned_by_exact_tables() {
    let folder = folder();
    let call = |more: &[&'static str]| {
        let short = ["--variant", "kingpawn", "--games", "2"];
        [&short[..], more].concat()
    };
    let told = report(&folder, &call(&["--write", "mine.toml"]));
    assert_eq!(report(&folder, &call(&["--threads", "2"])), told);
    assert_ne!(report(&folder, &call(&["--seed", "2"])), told);
    let written = text(&folder, "mine.toml");
    assert!(written.starts_with("[kings]\n"), "{written}");
    for name in ["material", "opposition"] {
        let weight = numbers(&told, &format!("{name} = "))[0];
        assert!(
            written.contains(&format!("{name} = {weight}\n")),
            "{written}"
        );
    }
    let complaint = refusal(&folder, &call(&["--data", "games"]), 2);
    assert!(complaint.contains("--data is not for kings"), "{complaint}");
}

#[test]
fn weights_can_be_held_where_they_are() {
    let folder = folder();
    let call = |more: &[&'static str]| {
        let short = ["--variant", "metamachy", "--games", "3"];
        [&short[..], more].concat()
    };
    let lines = |more: &[&'static str]| -> Vec<String> {
        let text = report(&folder, &call(more));
        let is_weight = |line: &&str| line.contains(" = [");
        text.lines().filter(is_weight).map(Into::into).collect()
    };
    let free = lines(&[]);
    let held = lines(&["--hold", "1000000"]);
    let some = lines(&["--only", "passed,tempo"]);
    assert_ne!(free, held);
    let parted = held.iter().zip(&some).filter(|(one, other)| one != other);
    let names: Vec<&str> = parted
        .filter_map(|(one, _)| one.split(' ').next())
        .collect();
    assert_eq!(names, ["passed", "tempo"]);
    // A held weight is that of the game.
    let built_in = Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine.toml");
    let built_in = fs::read_to_string(built_in).expect("engine.toml");
    for line in &held {
        assert!(built_in.contains(line), "{line}");
    }
    let wrong = refusal(&folder, &call(&["--only", "passers"]), 2);
    assert!(
        wrong.contains("--only passers: expected one of worth"),
        "{wrong}"
    );
    refusal(&folder, &call(&["--hold", "-1"]), 2);
}
