//! Games in the terminal, as scripts play them: lines in, boards and sentences out.
//!
//! The engine thinks for so many nodes, so it plays the same each time; where its moves do not
//! matter, people play both sides.

mod program;

use std::fs;

use program::{call_in, folder, refused_in, told_in, write};

/// Plays in an empty folder; what was shown.
fn played(arguments: &[&str], input: &str) -> String {
    told_in(&folder(), &[&["play"], arguments].concat(), input)
}

/// The boards that were drawn, rank by rank.
fn boards(text: &str) -> Vec<Vec<&str>> {
    let ranks = text.lines().filter(|line| line.get(1..3) == Some(" |"));
    let ranks: Vec<&str> = ranks.collect();
    ranks.chunks(8).map(<[&str]>::to_vec).collect()
}

const BOTH: &[&str] = &["--side", "both", "--variant", "pawngame", "--files", "3"];

#[test]
fn the_board_is_drawn_with_the_last_move_and_the_side_to_move() {
    let text = played(BOTH, "b4\na7a5\n");
    assert!(text.is_ascii(), "{text}");
    let expected = "8 | . . .\n7 |[.]p p\n6 | . . .\n5 |[p]. .\n4 | . P .\n3 | . . .\n\
                    2 | P . P\n1 | . . .\n    a b c\n\nWhite to move, move 2.\n";
    assert!(text.ends_with(expected), "{text}");
    assert_eq!(boards(&text).len(), 3, "{text}");
    let flipped = played(BOTH, "flip\n");
    assert!(flipped.contains("    c b a\n"), "{flipped}");
}

#[test]
fn figures_and_colours_are_for_terminals_that_have_them() {
    let coloured = |name, value| {
        assert_cmd::Command::new(env!("CARGO_BIN_EXE_jacquerie"))
            .args(["play", "--side", "both"])
            .env_remove("NO_COLOR")
            .env(name, value)
            .current_dir(folder().path())
            .output()
            .map(|output| String::from_utf8_lossy(&output.stdout).contains("\u{1b}["))
            .expect("the program starts")
    };
    assert!(coloured("CLICOLOR_FORCE", "1"));
    assert!(!coloured("NO_COLOR", "1"));
}

#[test]
fn the_engine_answers_and_undo_takes_both_moves_back() {
    let text = played(
        &["--files", "4", "--nodes", "500"],
        "b4\nmoves\nundo\nmoves\nundo\n",
    );
    assert!(text.contains("Jacquerie plays 1..."), "{text}");
    assert!(text.contains("\n1.b4 "), "{text}");
    assert!(text.contains("\nno move yet\n"), "{text}");
    assert!(
        text.contains("There is no move of yours to take back."),
        "{text}"
    );
    let drawn = boards(&text);
    assert_eq!(drawn.len(), 3, "{text}");
    assert_eq!(drawn[2], drawn[0], "{text}");
}

#[test]
fn the_engine_plays_white_black_or_both() {
    let black = played(
        &["--side", "black", "--nodes", "500", "--files", "3"],
        "moves\n",
    );
    assert!(black.contains("Jacquerie plays 1."), "{black}");
    assert!(black.contains("Black to move, move 1."), "{black}");
    assert!(black.contains("    c b a\n"), "{black}");
    let alone = played(&["--side", "none", "--nodes", "500", "--files", "3"], "");
    assert!(alone.contains("Jacquerie plays 1..."), "{alone}");
    assert!(
        alone.contains(" wins: ") || alone.contains("A draw: "),
        "{alone}"
    );
    // On request it moves for people too.
    let asked = played(&["--side", "both", "--nodes", "500"], "go\ngo\nmoves\n");
    assert_eq!(asked.matches("Jacquerie plays 1").count(), 2, "{asked}");
}

#[test]
fn each_end_of_a_game_is_told() {
    for (fen, moves, end) in [
        (
            "8/P7/8/8/8/8/7p/8 w",
            "a8\n",
            "White wins: White's pawn is on a8.",
        ),
        (
            "8/8/8/8/8/8/7p/8 b",
            "h1\n",
            "Black wins: Black's pawn is on h1.",
        ),
        (
            "8/8/1p6/P7/8/8/8/8 w",
            "axb6\n",
            "White wins: Black's last pawn is taken.",
        ),
        ("8/8/p7/8/P7/8/8/8 w", "a5\n", "A draw: Black has no move."),
        (
            "8/8/p7/8/P7/8/8/8 w",
            "resign\n",
            "Black wins: White resigns.",
        ),
    ] {
        let text = played(&["--side", "both", "--fen", fen], moves);
        assert!(text.contains(end), "{fen}: {text}");
        assert!(text.contains("'save FILE' keeps the game"), "{fen}: {text}");
    }
    let lost = played(
        &[
            "--side",
            "both",
            "--variant",
            "pawnsonly",
            "--fen",
            "8/8/p7/8/P7/8/8/8 w",
        ],
        "a5\n",
    );
    assert!(lost.contains("White wins: Black has no move."), "{lost}");
}

#[test]
fn a_game_that_is_over_can_be_taken_back_and_followed_by_another() {
    let fen = ["--side", "both", "--fen", "8/8/p7/8/P7/8/8/8 w"];
    let text = played(
        &fen,
        "a5\na6\nhint\nresign\ngo\nundo\nresign\nundo\na5\nnew\n",
    );
    assert_eq!(text.matches("The game is over;").count(), 4, "{text}");
    assert_eq!(
        text.matches("A draw: Black has no move.").count(),
        2,
        "{text}"
    );
    assert!(text.contains("The resignation is taken back."), "{text}");
    assert!(text.ends_with("White to move, move 1.\n"), "{text}");
}

#[test]
fn a_hint_says_what_the_engine_would_play() {
    let fen = "8/4p3/8/8/8/8/4P3/8 w";
    let text = played(&["--fen", fen, "--nodes", "10000"], "hint\n");
    assert!(text.contains("Best is 1.e"), "{text}");
    assert!(text.contains(": exact draw"), "{text}");
}

#[test]
fn what_cannot_be_done_is_said_and_the_game_goes_on() {
    let folder = folder();
    write(&folder.path().join("notes"), "my notes");
    let text = told_in(&folder, &[&["play"], BOTH].concat(), "save notes\nhlep\n");
    assert!(text.contains("something else"), "{text}");
    assert!(text.contains("'hlep' is not a move"), "{text}");
    let notes = std::fs::read_to_string(folder.path().join("notes"));
    assert_eq!(notes.expect("the notes"), "my notes");
    let input = "b5\nhello\nundo it\nlevel 11\nsave\nsave no/such/folder.pgn\n\n\nhelp\nb4\n";
    let text = played(BOTH, input);
    for part in [
        "'b5' is illegal in ",
        "'hello' is not a move",
        "'it' follows",
        "found '11', expected a number from 1 to 10",
        "save game.pgn",
        "cannot write no/such/folder.pgn",
        "takes back your last move",
        "Black to move, move 1.",
    ] {
        assert!(text.contains(part), "no {part:?} in {text}");
    }
    let mut long = "b".repeat(1 << 20);
    long += "\n\u{0}\nb4\n";
    assert!(played(BOTH, &long).ends_with("Black to move, move 1.\n"));
}

/// As people write it in letters, books and other programs.
#[test]
fn moves_are_read_as_people_write_them() {
    for moves in [
        "b4\na5\nbxa5\n",
        "1. b4\n1... a5!\n2. bxa5?!\n",
        "1.b4\n1...a5\n2.b4xa5\n",
        "B2-B4\na7-a5\nb4:a5\n",
        "b2b4\nA5\nBXA5 e.p.\n",
    ] {
        let text = played(BOTH, &(moves.to_owned() + "moves\n"));
        assert!(text.ends_with("\n1.b4 a5 2.bxa5\n"), "{moves:?}: {text}");
    }
    // What cannot be played is told with what can, in the same notation.
    let text = played(BOTH, "b4-b6\n1.\n");
    assert!(text.contains("'b4-b6' is illegal in "), "{text}");
    assert!(text.contains("legal moves: a3 b3 c3 a4 b4 c4;"), "{text}");
    assert!(text.contains("'1.' is not a move"), "{text}");
}

#[test]
fn what_was_probably_meant_is_said() {
    let text = played(BOTH, "udno\nBaord\nxyzzy\nd4d6\n");
    assert!(text.contains("did you mean 'undo'?"), "{text}");
    assert!(text.contains("did you mean 'board'?"), "{text}");
    assert_eq!(text.matches("did you mean").count(), 2, "{text}");
}

#[test]
fn the_position_can_be_seen_again_in_three_ways() {
    let text = played(BOTH, "b4\nfen\nboard\neval\n");
    assert!(text.contains("\n3/ppp/3/3/1P1/3/P1P/3 b - "), "{text}");
    assert_eq!(boards(&text).len(), 3, "{text}");
    let drawn = boards(&text);
    assert_eq!(drawn[1], drawn[2]);
    let fen = ["eval", "--fen", "3/ppp/3/3/1P1/3/P1P/3 b - - 0 1"];
    let terms = told_in(
        &folder(),
        &[&fen[..], &["--variant", "pawngame"]].concat(),
        "",
    );
    let rows = |text: &str| {
        let lines = text.lines().skip_while(|line| !line.starts_with("term "));
        lines.map(str::to_owned).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(rows(&text).trim_end(), rows(&terms).trim_end());
}

/// A game under way is given up only by who says so twice.
#[test]
fn a_game_is_not_lost_by_one_word() {
    const QUESTION: &str = "This game would be lost. 'save FILE' keeps it";
    for (input, questions, last) in [
        // Nothing is lost.
        ("quit\nb4\n", 0, "White to move, move 1."),
        ("b4\nresign\nquit\na5\n", 0, "'quit' ends."),
        (
            "b4\nsave game.pgn\nquit\na5\n",
            0,
            "The game is in game.pgn.",
        ),
        // Asked, and answered.
        ("b4\nquit\nquit\na5\n", 1, "anything else goes on."),
        ("b4\nquit\nyes\na5\n", 1, "anything else goes on."),
        ("b4\nexit\na5\n", 1, "White to move, move 2."),
        ("b4\nquit\nfen\nquit\n", 2, "anything else goes on."),
        ("b4\nsave game.pgn\na5\nquit\n", 1, "anything else goes on."),
        ("b4\nnew\nnew\n", 1, "White to move, move 1."),
        ("b4\nnew\nquit\nquit\n", 2, "anything else goes on."),
        ("b4\nyes\n", 0, "Nothing was asked."),
        // Where the input ends nobody can be asked.
        ("b4\n", 0, "Black to move, move 1."),
    ] {
        let text = played(BOTH, input);
        assert_eq!(
            text.matches(QUESTION).count(),
            questions,
            "{input:?}: {text}"
        );
        let end = text.trim_end();
        assert!(end.ends_with(last), "{input:?}: {text}");
    }
}

/// Plays in a terminal: waits for each text and then sends its answer; what the terminal showed.
/// (Only a prompt shows that the terminal takes single keys.)
/// `None` where there is no Python to make a terminal.
#[cfg(unix)]
fn played_in_a_terminal(arguments: &[&str], talk: &[(&str, &str)]) -> Option<String> {
    const SCRIPT: &str = "
import json, os, pty, signal, subprocess, sys
signal.alarm(60)
ours, theirs = pty.openpty()
program = subprocess.Popen(sys.argv[2:], stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True)
os.close(theirs)
shown = b''
def read():
    global shown
    try:
        piece = os.read(ours, 4096)
    except OSError:
        piece = b'' # Linux says so when nobody writes any more.
    shown += piece
    return piece
heard = 0
for wanted, answer in json.loads(sys.argv[1]):
    while (at := shown.find(wanted.encode(), heard)) < 0 and read():
        pass
    heard = at + len(wanted)
    os.write(ours, answer.encode('latin-1'))
while read():
    pass
sys.stdout.buffer.write(shown)
sys.exit(program.wait())
";
    let folder = folder();
    let run = std::process::Command::new("python3")
        .args(["-c", SCRIPT, &serde_json::json!(talk).to_string()])
        .arg(env!("CARGO_BIN_EXE_jacquerie"))
        .args([&["play"], arguments].concat())
        .env("TERM", "xterm")
        .current_dir(folder.path())
        .output();
    let Ok(run) = run else {
        eprintln!("skipped: there is no python3 to make a terminal");
        return None;
    };
    let complaint = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{complaint}");
    Some(String::from_utf8_lossy(&run.stdout).into_owned())
}

/// Ctrl-C is a word for quitting, and asks as that does; the end of input does not ask.
#[cfg(unix)]
#[test]
fn an_interrupt_asks_before_a_game_is_lost() {
    const CONTROL_C: &str = "\u{3}";
    const CONTROL_D: &str = "\u{4}";
    for (talk, questions) in [
        (&[("white> ", CONTROL_C)][..], 0),
        (
            &[
                ("white> ", "b4\r"),
                ("black> ", CONTROL_C),
                ("goes on.", ""),
                ("black> ", CONTROL_C),
            ],
            1,
        ),
        (
            &[
                ("white> ", "b4\r"),
                ("black> ", CONTROL_C),
                ("goes on.", ""),
                ("black> ", "a5\r"),
                ("white> ", CONTROL_D),
            ],
            1,
        ),
    ] {
        let Some(text) = played_in_a_terminal(BOTH, talk) else {
            return;
        };
        assert_eq!(text.matches("would be lost").count(), questions, "{text}");
    }
}

/// A sign that it thinks stands on a terminal only, and is gone when it has moved.
#[cfg(unix)]
/// A byte that is no text, from a terminal of another time: the line is lost, and not the game.
#[test]
fn a_terminal_may_send_what_is_no_text() {
    let talk = [
        ("white> ", "b4\r"),
        ("black> ", "caf\u{e9}\r"),
        ("is not a move", "fen\r"),
        ("3/ppp/3/3/1P1/3/P1P/3 b", "quit\r"),
        ("would be lost", ""),
        ("black> ", "yes\r"),
    ];
    let Some(shown) = played_in_a_terminal(BOTH, &talk) else {
        return;
    };
    assert!(!shown.contains("invalid data"), "{shown}");
}

#[test]
fn a_terminal_shows_that_the_engine_thinks() {
    let arguments = ["--side", "black", "--nodes", "200000"];
    let talk = [
        ("black> ", "quit\r"),
        ("goes on.", ""),
        ("black> ", "quit\r"),
    ];
    if let Some(text) = played_in_a_terminal(&arguments, &talk) {
        let (before, behind) = text.split_once("Jacquerie plays").expect("its move");
        assert!(before.contains("thinking"), "{text}");
        assert!(!behind.contains("thinking"), "{text}");
    }
    let piped = call_in(&folder(), &[&["play"], &arguments[..]].concat(), "quit\n");
    assert!(!(piped.text + &piped.complaint).contains("thinking"));
}

#[test]
fn games_are_added_to_a_file() {
    let folder = folder();
    let input = "b4\na5\nbxa5\nsave my games.pgn\nresign\nsave my games.pgn\nquit\nb6\n";
    let arguments = [&["play"], BOTH].concat();
    told_in(&folder, &arguments, input);
    let text = fs::read_to_string(folder.path().join("my games.pgn")).expect("a file");
    for part in [
        "[Variant \"pawngame\"]",
        "[FEN \"3/ppp/3/3/3/3/PPP/3 w - - 0 1\"]",
        "[Termination \"unterminated\"]",
        "1. b4 a5 2. bxa5 *\n",
        "[Result \"1-0\"]",
        "1. b4 a5 2. bxa5 {White wins: Black resigns.} 1-0\n",
    ] {
        assert_eq!(
            text.matches(part).count(),
            if part.contains("3/ppp") || part.contains("Variant") {
                2
            } else {
                1
            },
            "{part}: {text}"
        );
    }
    let today = text
        .lines()
        .find_map(|line| line.strip_prefix("[Date \""))
        .expect("a date");
    assert_eq!(today.len(), "2026.01.01\"]".len(), "{text}");
}

#[test]
fn in_a_pawn_race_black_chooses_the_gaps() {
    let race = ["--variant", "pawnrace", "--files", "4", "--nodes", "500"];
    let asked = played(
        &[&race[..], &["--side", "both"]].concat(),
        "x\nhelp\nhlep\na h\na b\nnew\nc d\n",
    );
    for part in [
        "found 'x'",
        "the files where White and Black lack a pawn",
        "did you mean 'help'?",
        "the gap h lies outside",
        "Gaps: a b",
        "7 | p . p p",
        "Gaps: c d",
    ] {
        assert!(asked.contains(part), "no {part:?} in {asked}");
    }
    let given = played(
        &[&race[..], &["--side", "both", "--gaps", "c d"]].concat(),
        "",
    );
    assert!(
        given.contains("7 | p p p .") && given.contains("2 | P P . P"),
        "{given}"
    );
    // The engine chooses by chance, which the seed decides.
    let first = |seed: &str| {
        let text = played(&[&race[..], &["--seed", seed]].concat(), "");
        text.lines()
            .find_map(|line| line.strip_prefix("Gaps: ").map(str::to_owned))
    };
    let chosen: Vec<_> = ["1", "2", "3", "4", "5", "6"].map(first).into();
    assert!(chosen.iter().all(Option::is_some), "{chosen:?}");
    assert!(chosen.iter().any(|gaps| *gaps != chosen[0]), "{chosen:?}");
    assert_eq!(first("1"), chosen[0]);
    // On the full board they are some that win for it.
    for seed in ["1", "2", "3", "4"] {
        let race = ["--variant", "pawnrace", "--nodes", "500", "--seed", seed];
        let text = played(&race, "quit\n");
        let gaps = text.lines().find_map(|line| line.strip_prefix("Gaps: "));
        let winning = "a f,a g,b d,b f,c c,f f,g c,g e,h b,h c";
        assert!(
            winning.split(',').any(|one| Some(one) == gaps),
            "{gaps:?} is not among {winning}"
        );
    }
    assert!(played(&[&race[..], &["--side", "black"]].concat(), "").contains("Black chooses"));
}

#[test]
fn wrong_usage_is_exit_code_2() {
    for (arguments, part) in [
        (&["play", "--side", "red"][..], "red"),
        (&["play", "--level", "11"], "11"),
        (&["play", "--level", "0"], "0"),
        (&["play", "--fen", "8/8 w"], "8/8 w"),
        (&["play", "--nodes", "few"], "few"),
    ] {
        let complaint = refused_in(&folder(), arguments, 2);
        assert!(complaint.contains(part), "{arguments:?}: {complaint}");
    }
}

#[test]
fn input_that_is_no_text_ends_politely() {
    let output = assert_cmd::Command::new(env!("CARGO_BIN_EXE_jacquerie"))
        .args(["play", "--side", "both"])
        .current_dir(folder().path())
        .write_stdin([0xff, 0xfe, b'\n', 0x80].as_slice())
        .output()
        .expect("the program starts");
    assert_eq!(output.status.code(), Some(0));
    let empty = call_in(&folder(), &["play"], "");
    assert_eq!((empty.code, empty.complaint.as_str()), (0, ""));
}

/// Starts a game in which the engine thinks for an hour, and sends a signal while it does; what was
/// written from then on, and how the program ended.
#[cfg(unix)]
fn signalled(signal: &str) -> (String, std::process::ExitStatus) {
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Command, Stdio};
    let mut program = Command::new(env!("CARGO_BIN_EXE_jacquerie"))
        .args(["play", "--side", "none", "--movetime", "3600000"])
        .current_dir(folder().path())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut output = BufReader::new(program.stdout.take().expect("its output"));
    let mut line = String::new();
    while !line.contains("White to move") {
        line.clear();
        assert_ne!(output.read_line(&mut line).expect("a line"), 0, "it ended");
    }
    // It says so just before it begins to think.
    std::thread::sleep(std::time::Duration::from_millis(500));
    let killed = Command::new("kill")
        .args([signal, &program.id().to_string()])
        .status();
    assert!(killed.expect("kill works").success());
    let mut rest = String::new();
    output.read_to_string(&mut rest).expect("the rest");
    (rest, program.wait().expect("it ends"))
}

/// Ctrl-C while the engine thinks makes it move; while nobody moves it ends the program.
#[cfg(unix)]
#[test]
fn an_interrupt_hurries_the_engine() {
    let (rest, status) = signalled("-INT");
    assert!(rest.contains("Jacquerie plays 1."), "{rest}");
    assert!(rest.ends_with("Black to move, move 1.\n"), "{rest}");
    assert!(status.success());
}

/// Who asks for the end of the program gets it, whoever is to move.
#[cfg(unix)]
#[test]
fn a_game_ends_when_the_system_asks_for_it() {
    use std::os::unix::process::ExitStatusExt;
    for (signal, number) in [("-TERM", 15), ("-HUP", 1)] {
        let (rest, status) = signalled(signal);
        assert_eq!((rest.as_str(), status.signal()), ("", Some(number)));
    }
}

/// A level plays the same with the same seed, and can be changed during the game.
#[test]
fn levels_can_be_chosen() {
    let arguments = ["--level", "1", "--seed", "7", "--nodes", "20000"];
    let input = "b4\nlevel 10\nc4\nlevel full\nsave game.pgn\nhint\nmoves\n";
    let text = played(&arguments, input);
    for part in [
        "plays at level 10 now",
        "plays at full strength now",
        "\n1.b4 ",
    ] {
        assert!(text.contains(part), "no {part:?} in {text}");
    }
    assert_eq!(text, played(&arguments, input));
    // A hint is as good without a level.
    let hint = |text: &str| {
        let line = text.lines().find(|line| line.starts_with("Best is "));
        line.map(str::to_owned)
    };
    let position = ["--fen", "8/4p3/8/8/8/8/4P3/8 w", "--nodes", "20000"];
    let plain = hint(&played(&position, "hint\n"));
    assert!(
        plain
            .as_ref()
            .is_some_and(|hint| hint.ends_with("exact draw")),
        "{plain:?}"
    );
    let limited = played(&[&position[..], &["--level", "1"]].concat(), "hint\n");
    assert_eq!(hint(&limited), plain);
    // The configuration may ask for one; the file tells who played.
    let folder = folder();
    program::write(
        &folder.path().join("engine.toml"),
        "[options]\nlimit_strength = true\nlevel = 2\n",
    );
    told_in(&folder, &["play"], "b4\nsave game.pgn\n");
    let saved = fs::read_to_string(folder.path().join("game.pgn")).expect("a file");
    assert!(saved.contains(" level 2\"]"), "{saved}");
}
