//! The command line as people and scripts use it: arguments in, text and an exit code out.
//! The exit code is 0 for
//! what was done, 1 for what failed, 2 for wrong usage; what went wrong is said on standard
//! error, and nothing on standard output then.

#[cfg(target_os = "linux")]
mod names;
mod program;

use jacquerie::games::pawns::{Diagram, PawnGame, Stalemate};

use program::{folder, last_line, refused_in, told, told_in, write};

const START: &str = "8/pppppppp/pppppppp/8/8/PPPPPPPP/PPPPPPPP/8 w - - 0 1";

#[test]
fn version_and_help() {
    let version = told(&["--version"]);
    let wanted = format!("jacquerie {}", env!("CARGO_PKG_VERSION"));
    assert!(version.starts_with(&wanted), "{version}");
    for flag in ["--help", "-h"] {
        let help = told(&[flag]);
        for word in [
            "analyse",
            "perft",
            "bench",
            "eval",
            "gamelets",
            "--variant",
            "--files",
            "--gaps",
            "--config",
        ] {
            assert!(help.contains(word), "{flag}: no {word} in {help}");
        }
    }
}

/// What nobody could read was not told.
#[cfg(target_os = "linux")]
#[test]
fn a_help_that_cannot_be_written_is_a_failure() {
    for arguments in [
        &["--help"][..],
        &["--version"],
        &["solve", "--help"],
        &["completions", "bash"],
        &["man"],
    ] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full");
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_jacquerie"))
            .args(arguments)
            .stdout(full.expect("a device that is always full"))
            .stderr(std::process::Stdio::piped())
            .output()
            .expect("the program starts");
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {complaint}");
        assert!(complaint.starts_with("jacquerie: "), "{complaint}");
    }
}

#[test]
fn the_start_can_be_named_as_uci_does() {
    for command in [&["eval"][..], &["analyse", "--depth", "1"], &["gamelets"]] {
        let named = [command, &["--files", "3", "--fen", "startpos"]].concat();
        let board = |text: String| text.lines().take(8).collect::<Vec<_>>().join("\n");
        let unnamed = told(&[command, &["--files", "3"]].concat());
        assert_eq!(board(told(&named)), board(unnamed), "{command:?}");
    }
}

#[test]
fn wrong_usage_is_exit_code_2_and_says_why() {
    let eight_files = "8/p7/8/8/8/8/P7/8 w";
    for (arguments, part) in [
        (&["eval", "--fen", "8/8 w"][..], "8/8 w"),
        (&["perft", "2", "--fen", "rubbish"], "rubbish"),
        (&["analyse", "--fen", "8/8/8/8/8/8/8/P7 w"], "a1"),
        (
            &["eval", "--files", "5", "--fen", eight_files],
            "--files 5 contradicts",
        ),
        (
            &["perft", "2", "--fen", eight_files, "--files", "7"],
            "--files 7 contradicts",
        ),
        (&["--variant", "chess"], "'chess', expected one of"),
        (&["eval", "--variant", "chess"], "'chess', expected one of"),
        (&["eval", "--files", "9"], "--files 9"),
        (&["eval", "--files", "wide"], "wide"),
        (&["eval", "--gaps", "a"], "--gaps a"),
        (
            &[
                "eval",
                "--variant",
                "pawnrace",
                "--gaps",
                "h h",
                "--files",
                "4",
            ],
            "the gap h",
        ),
        (&["--faster"], "--faster"),
        (&["perft"], "<DEPTH>"),
        (&["perft", "two"], "two"),
        (&["perft", "2", "--ending", "sixth-rank"], "seventh-rank"),
        (&["analyse", "--multipv", "0"], "MultiPV"),
        (&["analyse", "--hash", "0"], "Hash"),
        (&["analyse", "--depth", "0"], "--depth"),
        (&["analyze"], "did you mean 'analyse'?"),
        (&["pertf"], "did you mean 'perft'?"),
        (&["joho"], "see also --help"),
        (&["postion startpos"], "did you mean 'position'?"),
        (
            &["eval", "--variant", "peasents"],
            "did you mean 'peasants'?",
        ),
        (&["go", "depth", "3"], "did you mean \"go depth 3\"?"),
    ] {
        let complaint = refused_in(&folder(), arguments, 2);
        assert!(complaint.contains(part), "{arguments:?}: {complaint}");
    }
}

#[test]
fn variants_are_known_in_any_case() {
    let folder = folder();
    let board = |arguments: &[&str]| told_in(&folder, &[arguments, &["d"]].concat(), "");
    let race = board(&["--variant", "pawnrace"]);
    assert_eq!(board(&["--variant", "PawnRace"]), race);
    assert_eq!(
        board(&["setoption name UCI_Variant value PAWNRACE"])
            .lines()
            .last(),
        race.lines().last()
    );
    write(
        &folder.path().join("engine.toml"),
        "[options]\nvariant = \"Pawnrace\"\n",
    );
    assert_eq!(board(&[]), race);
    write(
        &folder.path().join("engine.toml"),
        "[options]\nvariant = \"pawnrece\"\n",
    );
    let complaint = refused_in(&folder, &["eval"], 1);
    assert!(
        complaint.contains("did you mean 'pawnrace'?"),
        "{complaint}"
    );
}

#[test]
fn a_configuration_that_cannot_be_read_is_exit_code_1() {
    let complaint = refused_in(&folder(), &["--config", "missing.toml", "eval"], 1);
    assert!(complaint.contains("missing.toml"), "{complaint}");
    let folder = folder();
    write(&folder.path().join("engine.toml"), "[options]\nhash = \n");
    let complaint = refused_in(&folder, &["eval"], 1);
    for part in ["engine.toml", "line 2"] {
        assert!(complaint.contains(part), "{complaint}");
    }
}

/// Calls the program with a configuration that is wrong, and checks that it says where.
fn names_line_and_key(text: &str, line: usize, key: &str) {
    let folder = folder();
    write(&folder.path().join("own.toml"), text);
    let complaint = refused_in(&folder, &["--config", "own.toml", "eval"], 1);
    for part in ["own.toml".into(), format!("line {line}"), key.to_owned()] {
        assert!(complaint.contains(&part), "{text:?}: {complaint}");
    }
}

#[test]
fn a_wrong_key_or_type_in_a_configuration_is_named_with_its_line() {
    names_line_and_key("[options]\n\nhsah = 5\n", 3, "options.hsah");
    names_line_and_key("[options]\nhash = \"big\"\n", 2, "options.hash");
    names_line_and_key("\n[pscore]\npawn = 4\npasser = [1]\n", 4, "pscore.passer");
    names_line_and_key("hash = 5\n", 1, "hash");
    names_line_and_key("# mine\n[variants.x]\ngaps = true\n", 2, "variants.x");
}

#[test]
fn a_value_in_a_configuration_that_cannot_be_is_named_with_its_line() {
    names_line_and_key("[options]\nhash = 0\n", 2, "options.hash");
    names_line_and_key("[options]\n\nvariant = \"chess\"\n", 3, "options.variant");
    names_line_and_key("[pscore]\ntempo = 20000\n", 2, "pscore.tempo");
}

/// Counts that at least two programs written apart from each other agree on.
#[test]
fn perft_ends_with_the_count() {
    for (arguments, count) in [
        (&["1"][..], 8),
        (&["5"], 54_360),
        (&["6"], 558_208),
        (&["10", "--files", "2"], 21_656),
        (&["10", "--files", "3"], 1_580_644),
        (&["8", "--files", "4"], 574_502),
        (&["7", "--files", "5"], 357_042),
        (&["6", "--files", "6"], 122_062),
        (&["6", "--files", "7"], 274_698),
        (&["5", "--variant", "pawngame"], 815_968),
        (&["4", "--fen", "5/ppppp/ppppp/5/5/PPPPP/PPPPP/5 w"], 955),
        // A pawn on the seventh rank ends the game, and each game that ends so counts.
        (&["8", "--ending", "seventh-rank"], 68_260_416),
    ] {
        let text = told(&[&["perft"], arguments].concat());
        let found = last_line(&text).rsplit(' ').next();
        let wanted = count.to_string();
        assert_eq!(found, Some(wanted.as_str()), "perft {arguments:?}: {text}");
    }
}

#[test]
fn perft_can_be_divided_by_the_first_move() {
    let text = told(&["perft", "7", "--divide"]);
    for row in [
        "a3a4: 714232",
        "b3b4: 783380",
        "c3c4: 787756",
        "d3d4: 787862",
    ] {
        assert!(text.lines().any(|line| line == row), "{row}: {text}");
    }
    assert!(last_line(&text).ends_with(" 6146460"), "{text}");
}

#[test]
fn uci_commands_may_be_arguments() {
    let text = told(&["position startpos moves b3b4", "fen", "go depth 5"]);
    let fen = "8/pppppppp/pppppppp/8/1P6/P1PPPPPP/PPPPPPPP/8 b - - 0 1";
    assert_eq!(text.lines().next(), Some(fen));
    let best = last_line(&text).split(' ').nth(1).unwrap_or_default();
    let position: Diagram = fen.parse().expect("the FEN is right");
    assert!(
        position
            .read_move(&PawnGame::new(Stalemate::Draw), best)
            .is_ok(),
        "{text}"
    );
    assert!(last_line(&text).starts_with("bestmove "), "{text}");
    // Options before the lines count for them.
    let fen = told(&["--variant", "pawngame", "--files", "2", "fen"]);
    assert_eq!(fen.trim_end(), "2/pp/2/2/2/2/PP/2 w - - 0 1");
}

#[test]
fn eval_shows_terms_that_add_up() {
    for fen in [
        START,
        "8/1p3p2/1p1p1P1p/p2P3p/P1P1P1pP/8/PPPP1P2/8 b - - 0 14",
    ] {
        let text = told(&["eval", "--fen", fen]);
        let number = |line: &str| line.split_whitespace().last()?.parse::<i32>().ok();
        let (total, terms): (Vec<&str>, Vec<&str>) = text
            .lines()
            .skip_while(|line| !line.starts_with("term"))
            .skip(1)
            .filter(|line| number(line).is_some())
            .partition(|line| line.starts_with("pscore") || line.starts_with("network"));
        assert!(terms.len() > 4, "{text}");
        let sum: i32 = terms.iter().copied().filter_map(number).sum();
        assert_eq!(total.first().copied().and_then(number), Some(sum), "{text}");
    }
    let won = told(&["eval", "--fen", "8/P7/8/8/8/8/7p/8 w"]);
    assert!(
        won.contains("proved without search: White wins within 1 "),
        "{won}"
    );
}

/// What a position is worth to the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Worth {
    Won,
    Drawn,
    Lost,
    /// The game is over.
    Stalemate,
}

#[test]
fn analyse_finds_what_is_known() {
    use Worth::{Drawn, Lost, Stalemate, Won};
    for (placement, side, worth) in [
        ("8/ppp5/8/8/8/8/PPP5/8", "w", Drawn),
        ("8/ppp5/8/8/8/8/PPP5/8", "b", Drawn),
        ("8/p1pp2p1/8/5p2/1p6/1P2P3/P2P1P2/8", "w", Lost),
        ("8/p1pp2p1/8/5p2/1p6/1P2P3/P2P1P2/8", "b", Won),
        ("8/p1p5/1p6/1P6/8/8/8/8", "b", Lost),
        ("8/p1p5/1p6/1P6/8/8/8/8", "w", Stalemate),
        ("8/8/8/8/1p6/1P6/P1P5/8", "w", Lost),
        ("8/8/8/8/1p6/1P6/P1P5/8", "b", Stalemate),
        ("8/p7/1p6/1P6/2p5/2P5/3P4/8", "w", Lost),
        ("8/p7/1p6/1P6/2p5/2P5/3P4/8", "b", Lost),
        ("8/8/1P6/8/6p1/8/8/8", "w", Won),
        ("8/8/8/1P6/8/6p1/8/8", "w", Lost),
        ("8/2pppp2/8/8/8/8/2PPPP2/8", "w", Won),
        ("8/2pppp2/8/8/8/8/2PPPP2/8", "b", Won),
        ("8/pppp4/8/8/8/8/PPPP4/8", "w", Won),
        ("8/pppp4/8/8/8/8/PPPP4/8", "b", Won),
        ("8/4p3/8/8/8/8/4P3/8", "w", Drawn),
        ("8/3p4/8/8/8/4P3/8/8", "w", Lost),
        ("8/P7/8/8/8/8/7p/8", "w", Won),
    ] {
        let fen = format!("{placement} {side}");
        // The time is for a search that would not find it, and then fails.
        let text = told(&["analyse", "--movetime", "60000", "--fen", &fen]);
        let verdict = last_line(&text);
        let (mover, other) = match side {
            "w" => ("White", "Black"),
            _ => ("Black", "White"),
        };
        let right = match worth {
            Won => verdict.contains(&format!("{mover} wins")) && mate(verdict) > 0,
            Lost => verdict.contains(&format!("{other} wins")) && mate(verdict) < 0,
            Drawn => verdict.starts_with("Best is ") && verdict.ends_with(": exact draw"),
            Stalemate => verdict == format!("The game is over: {mover} has no move, a draw."),
        };
        assert!(right, "{fen} is {worth:?}: {verdict}");
    }
    let one_move = told(&["analyse", "--fen", "8/P7/8/8/8/8/7p/8 w"]);
    let verdict = last_line(&one_move);
    assert!(verdict.starts_with("Best is 1.a8: White wins"), "{verdict}");
    assert_eq!(mate(verdict), 1);
}

/// The number behind `mate`, 0 if there is none.
fn mate(verdict: &str) -> i32 {
    let number = verdict.rsplit_once("mate ").map(|(_, number)| number);
    number.map_or(0, |text| text.trim_end_matches(')').parse().unwrap_or(0))
}

#[test]
fn analyse_shows_the_board_and_as_many_lines_as_it_is_asked_for() {
    let text = told(&["analyse", "--depth", "4", "--multipv", "3"]);
    assert!(text.contains("8 | . . . . . . . .\n7 | p p"), "{text}");
    assert!(text.contains(START), "{text}");
    let rows = text.lines().filter(|line| line.starts_with("    4 "));
    assert_eq!(rows.count(), 3, "{text}");
}

/// The number of nodes is the signature of the search.
fn compare_bench(text: &str) {
    let written = include_str!("data/bench.txt").trim_end();
    let summary = last_line(text).strip_suffix(" nps");
    let (nodes, speed) = summary
        .and_then(|summary| summary.rsplit_once(' '))
        .unwrap_or_else(|| panic!("not a summary: {text}"));
    assert!(speed.parse::<u64>().is_ok(), "{text}");
    assert_eq!(
        nodes, written,
        "search or evaluation has changed. If that is wanted, write the count on the left into \
         tests/data/bench.txt, and say so in the commit message."
    );
}

#[test]
fn bench_counts_what_is_written_down() {
    compare_bench(&told(&["bench"]));
}

/// In UCI, too, where `quit` waits for it.
#[test]
fn bench_counts_the_same_whatever_the_configuration_says() {
    let own = folder();
    let changes = "[options]\nfiles = 5\nmultipv = 3\n[pscore]\ntempo = 1\n";
    write(&own.path().join("engine.toml"), changes);
    compare_bench(&told_in(&own, &[], "bench\nquit\n"));
}

/// Half a count means nothing: none is told.
#[cfg(unix)]
#[test]
fn a_count_that_is_stopped_is_none() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Command, Stdio};
    for (arguments, signal, result, reason) in [
        (&["bench"][..], "-INT", " nps", "bench was stopped"),
        (
            &["perft", "9", "--divide"],
            "-INT",
            "perft ",
            "perft was stopped",
        ),
        (
            &["perft", "9", "--divide"],
            "-TERM",
            "perft ",
            "perft was stopped",
        ),
    ] {
        let mut program = Command::new(env!("CARGO_BIN_EXE_jacquerie"))
            .args(arguments)
            .current_dir(folder().path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut output = BufReader::new(program.stdout.take().expect("its output"));
        let mut text = String::new();
        output.read_line(&mut text).expect("a line");
        let killed = Command::new("kill")
            .args([signal, &program.id().to_string()])
            .status();
        assert!(killed.expect("kill works").success());
        output.read_to_string(&mut text).expect("the rest");
        assert!(!text.contains(result), "{arguments:?}: {text}");
        let ended = program.wait_with_output().expect("it ends");
        let complaint = String::from_utf8_lossy(&ended.stderr);
        assert_eq!(complaint, format!("jacquerie: {reason}\n"));
        assert_eq!(ended.status.code(), Some(1), "{arguments:?}");
    }
}

/// A reader that has seen enough is no error.
#[cfg(unix)]
#[test]
fn a_closed_output_is_no_panic() {
    use std::process::{Command, Stdio};
    for arguments in [
        &["analyse", "--depth", "3"][..],
        &["perft", "3", "--divide"],
        &["eval"],
        &["play", "--side", "both"],
        &["analyse", "--depth", "3", "--moves", "b4 a5"],
        &["go depth 3"],
    ] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = Command::new(env!("CARGO_BIN_EXE_jacquerie"))
            .args(arguments)
            .current_dir(folder().path())
            .stdout(writer)
            .stderr(Stdio::piped())
            .output()
            .expect("the program starts");
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(
            !complaint.contains("panicked"),
            "{arguments:?}: {complaint}"
        );
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {complaint}");
    }
}

#[test]
fn the_configuration_of_the_current_folder_is_used() {
    let folder = folder();
    let hash = |arguments: &[&str]| {
        let text = told_in(&folder, arguments, "uci\n");
        let default = text
            .lines()
            .find_map(|line| line.strip_prefix("option name Hash type spin default "))
            .and_then(|rest| rest.split(' ').next());
        default.map(str::to_owned).expect("Hash is announced")
    };
    let built_in = hash(&[]);
    write(&folder.path().join("engine.toml"), "[options]\nhash = 7\n");
    write(&folder.path().join("own.toml"), "[options]\nhash = 9\n");
    assert_ne!(built_in, "7");
    assert_eq!(hash(&[]), "7");
    assert_eq!(hash(&["--config", "own.toml"]), "9");
}

/// Where it is looked for besides differs between systems.
#[cfg(target_os = "linux")]
#[test]
fn the_configuration_of_the_user_comes_after_that_of_the_current_folder() {
    let folder = folder();
    let users = folder.path().join("config/jacquerie/engine.toml");
    write(&users, "[options]\nvariant = \"pawngame\"\n");
    let narrow_pawngame = "2/pp/2/2/2/2/PP/2 w - - 0 1";
    let fen = told_in(&folder, &["--files", "2", "fen"], "");
    assert_eq!(fen.trim_end(), narrow_pawngame);
    write(&folder.path().join("engine.toml"), "[options]\nfiles = 2\n");
    let fen = told_in(&folder, &["fen"], "");
    assert_eq!(fen.trim_end(), "2/pp/pp/2/2/PP/PP/2 w - - 0 1");
}

#[test]
fn a_variant_of_ones_own_can_be_played() {
    let folder = folder();
    write(
        &folder.path().join("engine.toml"),
        "[variants.duel]\nstart = \"8/3p4/8/8/8/4P3/8/8 w\"\nstalemate = \"loss\"\n",
    );
    let duel = "8/3p4/8/8/8/4P3/8/8 w - - 0 1";
    let fen = told_in(&folder, &["--variant", "duel", "fen"], "");
    assert_eq!(fen.trim_end(), duel);
    let text = told_in(
        &folder,
        &["analyse", "--variant", "duel", "--depth", "40"],
        "",
    );
    assert!(last_line(&text).contains("Black wins"), "{text}");
    let input = "setoption name UCI_Variant value duel\nuci\n";
    let text = told_in(&folder, &[], input);
    assert!(text.contains("info string variant duel files 8 "), "{text}");
    assert!(text.contains(" var duel"), "{text}");
    // The others are still there, and what is not there is not.
    let fen = told_in(&folder, &["fen"], "");
    assert_eq!(fen.trim_end(), START);
    refused_in(&folder, &["--variant", "joust", "fen"], 2);
}
