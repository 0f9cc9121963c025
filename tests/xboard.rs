//! The engine as XBoard meets it: lines in, lines out.
//!
//! Each test sends a conversation to the program that was built. The program carries a command out
//! before the next one that depends on it, finishes the move it is thinking about when the input
//! ends, and then ends itself; so what it writes is complete and in order. The same in the real
//! XBoard is tried by `tests/gui/xboard.py`.

#[path = "uci/client.rs"]
#[allow(dead_code)]
mod client;

use std::time::Duration;

#[cfg(target_os = "linux")]
use client::Client;

use assert_cmd::Command;

/// A hang is a failure.
const PATIENCE: Duration = Duration::from_secs(60);

/// What a conversation is answered with; the program must end it without an error.
fn talk_with(arguments: &[&str], lines: &[&str]) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a folder for the program");
    let output = Command::new(env!("CARGO_BIN_EXE_jacquerie"))
        .args(arguments)
        .arg("xboard")
        .current_dir(folder.path())
        .env("HOME", folder.path())
        .env("XDG_CONFIG_HOME", folder.path())
        .env_remove("RUST_LOG")
        .write_stdin(lines.join("\n") + "\n")
        .timeout(PATIENCE)
        .output()
        .expect("the program starts");
    assert!(output.status.success(), "{lines:?}: {output:?}");
    let text = String::from_utf8(output.stdout).expect("the output is text");
    text.lines().map(Into::into).collect()
}

fn talk(lines: &[&str]) -> Vec<String> {
    talk_with(&[], lines)
}

#[test]
fn it_says_what_it_can_do() {
    let lines = talk(&["xboard", "protover 2", "accepted ping", "rejected nothing"]);
    assert_eq!(lines.first().map(String::as_str), Some("feature done=0"));
    assert_eq!(lines.last().map(String::as_str), Some("feature done=1"));
    let all = lines.join(" ");
    for part in [
        "myname=\"Jacquerie ",
        // The default comes first: XBoard chooses it when it is not told of one.
        "variants=\"peasants,antichess,giveaway,kingpawn,metamachy,pawngame,pawnrace,pawnsonly,suicide\"",
        "ping=1",
        "setboard=1",
        "usermove=1",
        "option=\"MultiPV -spin 1 1 80\"",
        "option=\"UCI_LimitStrength -check 0\"",
        "option=\"Level -spin 10 1 10\"",
        "option=\"Gaps -string a a\"",
        "option=\"Files -spin 8 1 8\"",
    ] {
        assert!(all.contains(part), "{part}: {all}");
    }
}

#[test]
fn a_variant_comes_with_its_board() {
    assert_eq!(
        talk_with(&["--files", "5"], &["new", "variant pawngame"]),
        [
            "setup (P...Q.p...q.) 5x8+0_fairy 5/ppppp/5/5/5/5/PPPPP/5 w - - 0 1",
            "piece P& fmWfceFifmnD"
        ]
    );
    let unknown = talk(&["variant atomic"]);
    assert!(unknown[0].starts_with("Error (option UCI_Variant: found 'atomic'"));
}

/// What chooses a start holds from the next game on, and the game that is played goes on.
#[test]
fn gaps_are_chosen_for_the_next_game() {
    let setup = |fen| format!("setup (P...Q.p...q.) 8x8+0_fairy {fen}");
    let lines = talk(&[
        "new",
        "variant pawnrace",
        "force",
        "option Gaps=b g",
        "usermove b2b3",
        "ping 1",
        "new",
        "variant pawnrace",
        "force",
        "usermove b2b3",
        "usermove c2c3",
        "ping 2",
    ]);
    assert_eq!(lines.len(), 7, "{lines:?}");
    assert_eq!(lines[0], setup("8/1ppppppp/8/8/8/8/1PPPPPPP/8 w - - 0 1"));
    assert_eq!(
        (&*lines[1], &*lines[2]),
        ("piece P& fmWfceFifmnD", "pong 1")
    );
    assert_eq!(lines[3], setup("8/pppppp1p/8/8/8/8/P1PPPPPP/8 w - - 0 1"));
    assert!(lines[5].starts_with("Illegal move ("), "{lines:?}");
    assert_eq!(lines[6], "pong 2");
    // They can be said before XBoard names the variant that has them.
    let lines = talk_with(&["--gaps", "b g"], &["new", "variant pawnrace"]);
    assert_eq!(lines[0], setup("8/pppppp1p/8/8/8/8/P1PPPPPP/8 w - - 0 1"));
}

/// What is chosen for one variant may be none of another's starts.
#[test]
fn a_variant_without_a_start_is_told() {
    let lines = talk(&[
        "option Gaps=b g",
        "option Files=4",
        "new",
        "variant pawnrace",
    ]);
    assert_eq!(lines.len(), 1, "{lines:?}");
    let told = "tellusererror variant pawnrace: option UCI_Variant: the gap g";
    assert!(lines[0].starts_with(told), "{lines:?}");
}

/// XBoard shows its user what is said in its own words, and waits for ever for a silent program.
#[test]
fn a_start_that_cannot_be_is_told() {
    for (arguments, reason) in [
        (&["--gaps", "x"][..], "--gaps x: option Gaps: found 'x'"),
        (&["--variant", "chess"], "--variant chess: "),
        (&["--config", "none.toml"], "none.toml"),
    ] {
        let folder = tempfile::tempdir().expect("a folder for the program");
        let output = Command::new(env!("CARGO_BIN_EXE_jacquerie"))
            .arg("xboard")
            .args(arguments)
            .current_dir(folder.path())
            .write_stdin("xboard\nprotover 2\n")
            .timeout(PATIENCE)
            .output()
            .expect("the program starts");
        let text = String::from_utf8(output.stdout).expect("the output is text");
        assert_ne!(output.status.code(), Some(0));
        assert!(
            text.starts_with("tellusererror ") && text.contains(reason),
            "{text}"
        );
        assert_eq!(text.lines().count(), 1, "{text}");
    }
}

/// How long the program has computed, in ticks of the system.
#[cfg(target_os = "linux")]
fn effort(client: &Client) -> u64 {
    let name = format!("/proc/{}/stat", client.id());
    let text = std::fs::read_to_string(name).expect("what the system knows of it");
    // Behind the name, which stands in brackets, the twelfth number is meant.
    let (_, numbers) = text.rsplit_once(')').expect("a name in brackets");
    let effort = numbers.split_whitespace().nth(11).expect("its effort");
    effort.parse().expect("a number")
}

/// It thinks about the reply that it expects, is heard meanwhile, and answers whatever comes.
#[cfg(target_os = "linux")]
#[test]
fn it_ponders_if_it_is_told_to() {
    let mut client = Client::start_with(&["xboard"]);
    client.send("new\nhard\nsd 5\nusermove a3a4");
    client.wait_for("move ");
    client.send("hint");
    let hint = client.wait_for("Hint: ").pop().expect("it expects a reply");
    let reply = hint.trim_start_matches("Hint: ").to_owned();
    let patience = std::time::Instant::now() + PATIENCE;
    let before = effort(&client);
    while effort(&client) < before + 20 {
        assert!(std::time::Instant::now() < patience, "it does not ponder");
        std::thread::sleep(Duration::from_millis(10));
    }
    client.send("ping 1");
    assert_eq!(client.wait_for("pong 1"), ["pong 1"]);
    client.send(&format!("usermove {reply}"));
    assert_eq!(client.wait_for("move ").len(), 1);
    // Told not to, it waits for the other side.
    client.send("easy\nping 2");
    client.wait_for("pong 2");
    client.send("hard\nundo\nforce\nping 3");
    assert_eq!(client.wait_for("pong 3"), ["pong 3"]);
    client.send("go");
    client.wait_for("move ");
    client.send("quit");
    assert_eq!(client.wait_for_end().code, Some(0));
}

#[test]
fn games_end_when_the_other_side_ends_them() {
    for (fen, played, result) in [
        (
            "8/2P5/8/8/8/8/p7/8 w",
            "c7c8q",
            "1-0 {White's pawn is on c8}",
        ),
        (
            "8/2P5/8/8/8/8/p7/8 w",
            "c7c8",
            "1-0 {White's pawn is on c8}",
        ),
        (
            "8/8/8/8/8/1p6/P7/8 w",
            "a2b3",
            "1-0 {Black's last pawn is taken}",
        ),
        ("8/8/8/p7/8/P7/8/8 w", "a3a4", "1/2-1/2 {Black has no move}"),
        (
            "8/8/1p6/P7/8/8/8/8 b",
            "b6a5",
            "0-1 {White's last pawn is taken}",
        ),
    ] {
        let setboard = format!("setboard {fen}");
        let usermove = format!("usermove {played}");
        let lines = talk(&["new", "force", &setboard, "playother", &usermove, "ping 1"]);
        assert_eq!(lines, [result, "pong 1"], "{fen}");
    }
}

#[test]
fn games_end_when_the_engine_ends_them() {
    for (fen, played, result) in [
        (
            "8/2P5/8/8/8/8/p7/8 w",
            "move c7c8",
            "1-0 {White's pawn is on c8}",
        ),
        (
            "8/8/8/8/8/1p6/P7/8 b",
            "move b3a2",
            "0-1 {White's last pawn is taken}",
        ),
        (
            "8/8/8/p7/8/P7/8/8 w",
            "move a3a4",
            "1/2-1/2 {Black has no move}",
        ),
    ] {
        let setboard = format!("setboard {fen}");
        let lines = talk(&["new", "force", &setboard, "sd 4", "go", "ping 1"]);
        assert_eq!(lines, [played, result, "pong 1"], "{fen}");
    }
}

#[test]
fn without_a_move_one_loses_where_the_variant_says_so() {
    let blocked = [
        "force",
        "setboard 8/8/8/p7/8/P7/8/8 w",
        "playother",
        "usermove a3a4",
    ];
    let lines = talk(&[&["new", "variant pawnsonly"], &blocked[..]].concat());
    assert_eq!(lines.last().unwrap(), "1-0 {Black has no move}");
    // The next game is of the usual variant again.
    let lines = talk(&[&["variant pawnsonly", "new"], &blocked[..]].concat());
    assert_eq!(lines.last().unwrap(), "1/2-1/2 {Black has no move}");
}

#[test]
fn it_claims_nothing_in_games_that_it_does_not_play() {
    let lines = talk(&[
        "new",
        "force",
        "setboard 8/2P5/8/8/8/8/p7/8 w",
        "usermove c7c8q",
        "ping 1",
    ]);
    assert_eq!(lines, ["pong 1"]);
    let lines = talk(&["analyze", "setboard 2P5/8/8/8/8/8/p7/8 b", "ping 1"]);
    assert_eq!(lines.last().unwrap(), "pong 1");
    assert!(!lines.iter().any(|line| line.starts_with("1-0")));
}

#[test]
fn illegal_moves_are_refused_and_the_game_goes_on() {
    let lines = talk(&[
        "new",
        "sd 3",
        "usermove a3a5",
        "usermove joho",
        "usermove a3a4",
        "ping 1",
    ]);
    assert_eq!(lines.len(), 4, "{lines:?}");
    assert!(
        lines[0].starts_with("Illegal move (legal moves: "),
        "{lines:?}"
    );
    assert!(lines[0].ends_with("): a3a5"), "{lines:?}");
    assert!(lines[1].starts_with("Illegal move ("), "{lines:?}");
    assert!(lines[2].starts_with("move "), "{lines:?}");
    assert_eq!(lines[3], "pong 1");
}

#[test]
fn a_whole_game_against_itself_ends_with_a_result() {
    let mut game = vec!["variant pawngame".to_owned(), "force".into()];
    for _ in 0..240 {
        game.push("sd 2".into());
        game.push("go".into());
        // Its move must be made before the other side is chosen.
        let lines: Vec<&str> = game.iter().map(String::as_str).collect();
        let answers = talk(&lines);
        let last = answers.last().expect("it moves");
        if ["1-0 {", "0-1 {", "1/2-1/2 {"]
            .iter()
            .any(|code| last.starts_with(code))
        {
            return;
        }
        let played = last
            .strip_prefix("move ")
            .expect("it moves or the game ends");
        let usermove = format!("usermove {played}");
        game.truncate(game.len() - 2);
        game.push(usermove);
    }
    panic!("no game of pawns is so long: {game:?}");
}

#[test]
fn moves_are_taken_back() {
    let lines = talk(&[
        "new",
        "force",
        "usermove a3a4",
        "usermove a6a5",
        "remove",
        "undo",
        "usermove b3b4",
        "undo",
        "usermove c3c4",
        "ping 1",
    ]);
    assert_eq!(
        lines,
        ["Error (so many moves were not played): undo", "pong 1"]
    );
}

#[test]
fn a_search_ends_when_it_is_told_to() {
    // Without '?' it would think for an hour; what comes behind waits for the move.
    let lines = talk(&["new", "force", "st 3600", "go", "?", "ping 7"]);
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(lines[0].starts_with("move "), "{lines:?}");
    assert_eq!(lines[1], "pong 7");
    // Here it makes no move at all.
    for interruption in ["force", "new", "result *", "setboard 8/p7/8/8/8/8/P7/8 b"] {
        let lines = talk(&[
            "new",
            "force",
            "st 3600",
            "go",
            interruption,
            "force",
            "ping 8",
        ]);
        assert_eq!(lines, ["pong 8"], "{interruption}");
    }
    assert_eq!(talk(&["st 3600", "go", "quit"]), [""; 0]);
}

#[test]
fn thinking_is_shown_on_demand() {
    let shown = |post| {
        talk(&[
            "new",
            "force",
            "setboard 8/8/1P6/8/6p1/8/8/8 w",
            post,
            "sd 3",
            "go",
        ])
    };
    let lines = shown("post");
    let words: Vec<&str> = lines[0].split(' ').collect();
    assert!(words.len() >= 5, "{lines:?}");
    for number in &words[..4] {
        assert!(number.parse::<i64>().is_ok(), "{lines:?}");
    }
    let best = lines.last().unwrap().strip_prefix("move ").expect("a move");
    assert!(lines[lines.len() - 2].contains(best), "{lines:?}");
    assert_eq!(shown("nopost").len(), 1);
}

#[test]
fn an_analysis_follows_the_game() {
    // Two pawns, one line: the other side's move comes next.
    let lines = talk(&[
        "force",
        "setboard 8/8/8/p7/8/8/7P/8 w",
        "post",
        "analyze",
        "ping 1",
        "usermove h2h4",
        "ping 2",
        "undo",
        "ping 3",
        "exit",
        "ping 4",
    ]);
    let pongs: Vec<&String> = lines
        .iter()
        .filter(|line| line.starts_with("pong"))
        .collect();
    assert_eq!(pongs, ["pong 1", "pong 2", "pong 3", "pong 4"]);
    assert!(
        !lines.iter().any(|line| line.starts_with("move")),
        "{lines:?}"
    );
}

#[test]
fn the_expected_reply_is_a_hint() {
    let start = ["new", "force", "setboard 8/7p/8/8/8/8/P7/8 w"];
    let lines = talk(&[&start[..], &["sd 5", "go", "hint"]].concat());
    let [played, hint] = &lines[..] else {
        panic!("expected a move and a hint: {lines:?}");
    };
    let replay = [
        played.replace("move", "usermove"),
        hint.replace("Hint:", "usermove"),
    ];
    let replay: Vec<&str> = replay.iter().map(String::as_str).collect();
    assert_eq!(
        talk(&[&start[..], &replay, &["ping 2"]].concat()),
        ["pong 2"]
    );
}

#[test]
fn options_and_what_is_wrong_with_them() {
    assert_eq!(
        talk(&[
            "memory 16",
            "cores 2",
            "option MultiPV=3",
            "option Clear Hash",
            "option Move Overhead=20",
            "option UCI_LimitStrength=1",
            "option UCI_LimitStrength=0",
            "hard",
            "easy",
            "random",
            "name somebody",
            "otim 100",
            "",
            "."
        ]),
        [""; 0]
    );
    for (line, part) in [
        ("memory x", "Error (expected memory MEGABYTES): memory x"),
        ("memory 99999999", "from 1 to 65536"),
        ("option Joho=3", "there is no option 'Joho'"),
        ("option MultiPV", "needs a value"),
        ("option UCI_Variant=pawngame", "is chosen by 'variant'"),
        ("option Files=9", "from 1 to 8"),
        ("option UCI_Elo=3", "from 1000 to 2070"),
        ("level 40", "Error (expected level"),
        ("setboard 8/8 w", "tellusererror Illegal position: "),
        ("joho", "Error (unknown command): joho"),
        ("e2e4", "Error (unknown command): e2e4"),
    ] {
        let lines = talk(&[line]);
        assert_eq!(lines.len(), 1, "{lines:?}");
        assert!(lines[0].contains(part), "{line}: {lines:?}");
        assert!(!lines[0].contains("uci"), "{line}: {lines:?}");
    }
}

#[test]
fn a_refused_position_leaves_the_old_one() {
    let lines = talk(&[
        "new",
        "force",
        "setboard rubbish",
        "usermove a3a4",
        "ping 1",
    ]);
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(
        lines[0].starts_with("tellusererror Illegal position: "),
        "{lines:?}"
    );
    assert_eq!(lines[1], "pong 1");
}

#[test]
fn what_is_quoted_does_nothing_to_a_terminal() {
    let long = "x".repeat(10_000);
    for rubbish in ["\u{1b}[2J\u{7}\u{85}", "a\u{8}\u{0}b", &long] {
        for command in [
            "",
            "variant",
            "option",
            "option MultiPV=",
            "option Clear Hash=",
            "usermove",
            "setboard",
            "setboard 8/8/8/8/8/8/P7/8 w",
            "level",
            "st",
            "memory",
            "ping",
        ] {
            let line = format!("{command} {rubbish}");
            let expected = usize::from(!line.starts_with("option Clear Hash"));
            let lines = talk(&["new", "force", &line]);
            assert_eq!(lines.len(), expected, "{command}: {lines:?}");
            for line in lines {
                let plain = !line.contains(char::is_control);
                let short = line.len() < 1_000 || command == "ping";
                assert!(plain && short, "{command}: {line:?}");
            }
        }
    }
}

#[test]
fn rubbish_ends_nothing() {
    let long = "x".repeat(200_000);
    let lines = talk(&[
        &long,
        "\u{0}\u{7f}",
        "usermove \u{1F600}",
        "usermove é8q",
        "st -5",
        "time 99999999999999999999",
        "level 4294967295 4294967295:59 0.001",
        "ping 1",
    ]);
    assert_eq!(lines.last().unwrap(), "pong 1");
}

/// What `lift` and `put` are answered with, after a position and some moves.
fn hand(fen: &str, lines: &[&str]) -> Vec<String> {
    let setboard = format!("setboard {fen}");
    let start = ["new", "variant metamachy", "force", &setboard];
    let answers = talk(&[&start[..], lines].concat());
    let told = |line: &String| !line.starts_with("setup ") && !line.starts_with("piece ");
    answers.into_iter().filter(told).collect()
}

#[test]
fn a_board_of_twelve_ranks_is_described() {
    let lines = talk(&["option Setup=0", "new", "variant metamachy"]);
    assert_eq!(
        lines[0],
        "setup (PNBRQ.E...IC.....G...L..MKpnbrq.e...ic.....g...l..mk) 12x12+0_fairy \
         cm3gl3mc/ernbikqibnre/pppppppppppp/12/12/12/12/12/12/PPPPPPPPPPPP/ERNBIKQIBNRE/CM3GL3MC \
         w Kk - 0 1"
    );
    let men: String = lines[1..].iter().map(|line| &line[6..7]).collect();
    assert_eq!(men, "PIEMCGLK");
}

/// Yellow for a move, red for a capture, magenta where the man becomes another.
#[test]
fn squares_where_a_man_may_go_are_marked() {
    let board = "11k/3I8/12/12/12/12/12/12/12/4p7/12/K2P8 w";
    assert!(hand(board, &["lift a1"])[0].starts_with("tellusererror "));
    let board = "11k/3I8/12/12/12/12/12/12/4p7/3P8/12/K11 w";
    assert_eq!(
        hand(
            board,
            &[
                "lift d11",
                "hover d12",
                "put d12",
                "lift d3",
                "put d4",
                "lift b5"
            ]
        ),
        [
            "highlight 2MMM7/2Y1Y7/2YYY7/12/12/12/12/12/12/12/12/12",
            "choice QLG",
            "highlight 12/12/12/12/12/12/12/3Y8/3YR7/12/12/12",
            "highlight 12/12/12/12/12/12/12/12/12/12/12/12",
        ]
    );
    // XBoard marks the men of other games by itself.
    assert_eq!(talk(&["new", "lift a3", "put a4", "ping 1"]), ["pong 1"]);
    for line in ["lift", "lift a", "put 12", "lift a0", "put \u{e9}4"] {
        let answer = talk(&[line]);
        assert!(answer[0].starts_with("Error (expected "), "{answer:?}");
    }
}

/// XBoard sends no letter where it was not told that there is a choice, and shows a queen.
#[test]
fn a_promotion_without_a_letter_makes_a_queen() {
    let board = "11k/3I8/12/12/12/12/12/12/12/12/12/K11 w";
    assert_eq!(
        hand(board, &["usermove d11d12", "lift l12", "ping 1"]),
        ["highlight 12/10YY/12/12/12/12/12/12/12/12/12/12", "pong 1"]
    );
    assert!(hand(board, &["usermove d11d12x"])[0].starts_with("Illegal move "));
}

/// Cyan for the man who has passed; then only the square that he has passed.
#[test]
fn captures_en_passant_have_two_legs() {
    let board = "3k8/12/12/12/12/3p1p6/12/4I7/12/12/12/K7R3 w";
    assert_eq!(
        hand(
            board,
            &[
                "usermove e5e7",
                "lift d7",
                "put e7",
                "lift e7",
                "put e6",
                "usermove d7e7,e7e6",
                "ping 1"
            ]
        ),
        [
            "highlight 12/12/12/12/12/4C7/3Y8/3Y8/12/12/12/12",
            "highlight 12/12/12/12/12/12/4Y7/12/12/12/12/12",
            "pong 1",
        ]
    );
    // It may be told of in one, too; and what the user holds is forgotten when he takes up another man.
    assert_eq!(
        hand(
            board,
            &[
                "usermove e5e7",
                "lift d7",
                "put e7",
                "lift f7",
                "usermove f7e6",
                "undo",
                "ping 1"
            ]
        )[1..],
        ["highlight 12/12/12/12/12/4C7/5Y6/5Y6/12/12/12/12", "pong 1"]
    );
    for legs in ["d7e7,e7d6", "d7e7", "d7e7,", ",", "d7d6,d6e6", "e7e6,e6d7"] {
        let line = format!("usermove {legs}");
        let answers = hand(board, &["usermove e5e7", &line]);
        assert!(
            answers[0].starts_with("Illegal move "),
            "{legs}: {answers:?}"
        );
    }
    // The engine has no other move.
    let board = "11k/R11/3p8/3P8/4I7/12/12/12/12/12/12/KR8R1 w";
    assert_eq!(
        hand(board, &["sd 2", "playother", "usermove e8e10"]),
        ["move d10e10,e10e9"]
    );
}

/// XBoard says whose king has not moved in its own way, and says nothing of kings on the inner ranks.
#[test]
fn xboard_fens_are_understood() {
    let start =
        "cm3qk3mc/ernbilgibnre/pppppppppppp/12/12/12/12/12/12/PPPPPPPPPPPP/ERNBILGIBNRE/CM3QK3MC";
    for (fen, square, marks) in [
        (format!("{start} w - - 0 1"), "g1", 3),
        (
            "11k/12/12/12/12/12/12/12/12/p11/12/5K6 w F - 0 1".into(),
            "f1",
            14,
        ),
        (
            "11k/12/12/12/12/12/12/12/12/p11/12/5K6 w - - 0 1".into(),
            "f1",
            5,
        ),
        (
            "11k/12/12/12/12/12/12/12/12/p11/12/9K2 w J - 0 1".into(),
            "j1",
            5,
        ),
    ] {
        let lift = format!("lift {square}");
        let answers = hand(&fen, &[&lift]);
        assert_eq!(answers[0].matches('Y').count(), marks, "{answers:?}");
    }
}

/// Of games on twelve ranks, too, it says how they have ended.
#[test]
fn mates_on_twelve_ranks_are_claimed() {
    let board = "11k/3I8/11K/12/12/12/12/12/12/12/12/12 w";
    let mate = "1-0 {Black's king is mated}";
    assert_eq!(hand(board, &["playother", "usermove d11d12"]), [mate]);
    assert_eq!(
        hand(board, &["sd 3", "go"]).last().map(String::as_str),
        Some(mate)
    );
}
