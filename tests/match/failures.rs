//! Engines that fail: they lose the game, and the match goes on.

use crate::hall::{Hall, PROGRAM, tags};

/// Four games between an engine that behaves and one that fails in each game: the report and the
/// PGN must name the reason, and every game be lost by the right one.
fn loses_all_games(mischief: &str, more: &[&str], reason: &str, termination: &str) {
    loses_with(mischief, "", more, reason, termination);
}

/// The same, with more words for the one that fails.
fn loses_with(mischief: &str, words: &str, more: &[&str], reason: &str, termination: &str) {
    let hall = Hall::new();
    let good = hall.engine("good");
    let bad = format!("{} {words}", hall.rascal("bad", mischief));
    let mut arguments = vec!["--engine", &good, "--engine", &bad, "--games", "4"];
    arguments.extend(["--pgn", "games.pgn"]);
    arguments.extend(more);
    let outcome = hall.call(&arguments);
    assert_eq!(outcome.code, 0, "{}", outcome.complaint);
    let report = outcome.report;
    let wanted = "good against bad: +4 =0 -0 of 4, score 1.000\n  Elo +inf";
    assert!(report.starts_with(wanted), "{report}");
    let ending = format!("4  {reason} (bad)\n");
    assert!(report.contains(&ending), "{report}");
    let pgn = hall.read("games.pgn");
    assert_eq!(tags(&pgn, "Termination"), [termination; 4]);
    assert_eq!(tags(&pgn, "Result"), ["1-0", "0-1", "1-0", "0-1"]);
    let words = pgn.split_whitespace().collect::<Vec<_>>().join(" ");
    let comment = format!("wins: {reason}: bad");
    assert_eq!(words.matches(&comment).count(), 4, "{pgn}");
    let warnings = outcome.complaint.matches(reason).count();
    assert_eq!(warnings, 4, "{}", outcome.complaint);
}

const DEPTH: [&str; 2] = ["--tc", "depth=2"];

#[test]
fn a_program_that_kills_itself() {
    loses_all_games(
        "[ $n -eq 3 ] && kill -9 $$ && exit",
        &DEPTH,
        "crash",
        "abandoned",
    );
}

#[test]
fn a_program_that_ends() {
    loses_all_games(
        "[ $n -eq 1 ] && exec 3>&- && exit",
        &DEPTH,
        "crash",
        "abandoned",
    );
}

#[test]
fn a_program_that_hangs() {
    let more = ["--tc", "depth=2", "--hang", "1"];
    loses_all_games(
        "[ $n -eq 2 ] && continue",
        &more,
        "no answer",
        "time forfeit",
    );
}

#[test]
fn a_program_that_oversteps_its_time() {
    // Only the rascal plays on time, so that the other cannot lose by it.
    for control in ["tc=movetime=50", "tc=clock=100+20"] {
        let more = ["--tc", "depth=2", "--margin", "500"];
        let silent = "[ $n -eq 1 ] && continue";
        loses_with(silent, control, &more, "time forfeit", "time forfeit");
    }
}

#[test]
fn moves_that_are_illegal_or_none() {
    for text in [
        "e2e9", "a1a2", "e8", "0000", "(none)", "", "rubbish", "a2a3x",
    ] {
        let mischief = format!("[ $n -eq 2 ] && echo 'bestmove {text}' >&3 && continue");
        loses_all_games(&mischief, &DEPTH, "illegal move", "rules infraction");
    }
}

/// What an engine says is quoted, and does nothing to a terminal.
#[cfg(target_os = "linux")]
#[test]
fn control_characters_of_an_engine_are_written_out() {
    let hall = Hall::new();
    hall.rascal("bad", "printf 'bestmove \\033[2Jx\\n' >&3 && continue");
    let repaint = "sh bad.sh | sed -u 's/^id name /id name \\x1b[2J/'";
    hall.write("painter.sh", repaint);
    let (good, bad) = (hall.engine("good"), "name=painter cmd='sh painter.sh'");
    let files = ["--pgn", "games.pgn", "--log", "log", "--traffic", "traffic"];
    let arguments = [
        "--engine", &good, "--engine", bad, "--tc", "depth=2", "--games", "2",
    ];
    let outcome = hall.call(&[&arguments[..], &files].concat());
    assert_eq!(outcome.code, 0, "{}", outcome.complaint);
    let wrong = "painter answered '\\u{1b}[2Jx' in ";
    assert!(outcome.complaint.contains(wrong), "{}", outcome.complaint);
    let pgn = hall.read("games.pgn");
    assert!(pgn.contains("\\u{1b}[2JJacquerie"), "{pgn}");
    let written = [
        outcome.report,
        outcome.complaint,
        pgn,
        hall.read("log"),
        hall.read("traffic"),
    ];
    for text in written {
        assert!(!text.contains('\u{1b}'), "{text:?}");
    }
}

#[test]
fn rubbish_between_the_answers_does_no_harm() {
    let hall = Hall::new();
    let rubbish = "printf 'bestmoves a1a1\\n\\377\\376\\000\\n\\ninfo string bestmove a1a1\\n\
                   info depth x pv\\nreadyok\\nuciok\\n' >&3; head -c 300000 /dev/zero >&3; echo >&3";
    let (good, bad) = (hall.engine("good"), hall.rascal("loud", rubbish));
    let report = hall.report(&[
        "--engine", &good, "--engine", &bad, "--tc", "depth=2", "--games", "2",
    ]);
    assert!(report.contains("of 2, score"), "{report}");
    assert!(!report.contains("(loud)"), "{report}");
}

/// Its rest is no line of its own.
#[test]
fn a_line_that_is_too_long_is_one_line() {
    let hall = Hall::new();
    // Without what stands behind 64 KiB, the last word would begin a line.
    let long = "{ printf 'info string '; head -c 65524 /dev/zero | tr '\\0' x; \
                printf 'bestmove a1a1\n'; } >&3";
    let (good, loud) = (hall.engine("good"), hall.rascal("loud", long));
    let report = hall.report(&[
        "--engine", &good, "--engine", &loud, "--tc", "depth=2", "--games", "2",
    ]);
    assert!(!report.contains("(loud)"), "{report}");
}

#[test]
fn a_button_is_pressed_without_a_value() {
    let hall = Hall::new();
    hall.write("heard.sh", &format!("tee heard | '{PROGRAM}'"));
    let spy = "name=spy cmd='sh heard.sh' 'option.Clear Hash='";
    let good = hall.engine("good");
    hall.report(&[
        "--engine", spy, "--engine", &good, "--tc", "depth=1", "--games", "2",
    ]);
    let heard = hall.read("heard");
    assert!(heard.contains("\nsetoption name Clear Hash\n"), "{heard}");
}

#[test]
fn a_crash_costs_one_game_only() {
    let hall = Hall::new();
    let once = "[ $n -eq 2 ] && [ ! -e died ] && touch died && kill -9 $$ && exit";
    let (good, bad) = (hall.engine("good"), hall.rascal("bad", once));
    let report = hall.report(&[
        "--engine", &good, "--engine", &bad, "--tc", "depth=2", "--games", "6",
    ]);
    assert!(report.contains("      1  crash (bad)\n"), "{report}");
    assert!(report.contains(" of 6, score"), "{report}");
}

#[test]
fn a_program_that_does_not_come_back_loses_the_rest() {
    let hall = Hall::new();
    hall.write("gone.sh", "[ -e died ] && exit 3\nexec sh bad.sh");
    hall.rascal("bad", "touch died; kill -9 $$; exit");
    let good = hall.engine("good");
    let report = hall.report(&[
        "--engine",
        &good,
        "--engine",
        "name=bad cmd='sh gone.sh'",
        "--tc",
        "depth=2",
        "--games",
        "4",
    ]);
    assert!(report.contains("      4  crash (bad)\n"), "{report}");
}

#[test]
fn programs_that_never_start_end_the_match() {
    let hall = Hall::new();
    let good = hall.engine("good");
    let cases = [
        (
            "name=bad cmd='sh -c \"exit 3\"'",
            "it ended (exit status: 3)",
        ),
        ("name=bad cmd=true", "it ended"),
        ("name=bad cmd=./no-such-program", "cannot be started"),
        (
            "name=bad cmd=self dir=no-such-folder",
            "the folder no-such-folder",
        ),
    ];
    for (bad, expected) in cases {
        let complaint = hall.refusal(&["--engine", &good, "--engine", bad], 1);
        let wanted = "the engine 'bad' never got ready to play: ";
        assert!(complaint.contains(wanted), "{complaint}");
        assert!(complaint.contains(expected), "{complaint}");
    }
}

#[test]
fn an_engine_that_cannot_be_set_as_wished_is_refused_before_the_first_game() {
    let hall = Hall::new();
    let good = hall.engine("good");
    hall.write("empty.ini", "");
    let orthodox = "printf 'option name UCI_Variant type combo default chess var chess var \
                    3check\\nuciok\\n'; cat >told";
    hall.write("orthodox.sh", orthodox);
    let cases = [
        (
            "name=bad cmd='sh orthodox.sh'",
            "its option UCI_Variant cannot be 'peasants', expected one of chess, 3check",
        ),
        (
            "name=bad cmd='sh orthodox.sh' option.Ponder=true",
            "it has no option 'Ponder'; the nearest is 'UCI_Variant'",
        ),
        (
            "name=bad cmd='sh orthodox.sh' variant-path=empty.ini",
            "it has no option 'VariantPath'",
        ),
        (
            "name=bad cmd=self variant-path=none.ini",
            "ready to play: variant-path none.ini: ",
        ),
        (
            "name=bad cmd=self option.Hsah=3",
            "it has no option 'Hsah'; the nearest is 'Hash'",
        ),
        (
            "name=bad cmd=self option.Hash=0",
            "its option Hash cannot be '0', expected a number from 1 to",
        ),
        (
            "name=bad cmd=self option.Ponder=on",
            "its option Ponder cannot be 'on', expected 'true' or 'false'",
        ),
        (
            "name=bad cmd=self variant=chess",
            "cannot be 'chess', expected one of",
        ),
    ];
    for (bad, expected) in cases {
        // With a third engine, that there were no games between the other two.
        let third = hall.engine("third");
        let complaint = hall.refusal(
            &[
                "--engine", &good, "--engine", &third, "--engine", bad, "--tc", "depth=2",
            ],
            1,
        );
        let wanted = "the engine 'bad' never got ready to play: ";
        assert!(complaint.contains(wanted), "{complaint}");
        assert!(complaint.contains(expected), "{complaint}");
    }
}

#[test]
fn a_match_that_cannot_be_played_is_not_tried_again_and_again() {
    let hall = Hall::new();
    let good = hall.engine("good");
    let bad = "name=bad cmd='sh -c \"echo >>starts; exit 3\"'";
    hall.refusal(&["--engine", &good, "--engine", bad, "--games", "40"], 1);
    let starts = hall.read("starts").lines().count();
    assert_eq!(starts, 1);
}

#[test]
#[ignore = "waits for 20 seconds: cargo test --release --test match -- --ignored"]
fn a_program_that_says_nothing_at_all_ends_the_match() {
    let hall = Hall::new();
    let good = hall.engine("good");
    let complaint = hall.refusal(&["--engine", &good, "--engine", "name=bad cmd=cat"], 1);
    assert!(
        complaint.contains("no uciok within 20000 ms"),
        "{complaint}"
    );
}

#[test]
fn an_engine_may_write_the_promotion() {
    let hall = Hall::new();
    hall.write(
        "queen.sh",
        &format!(
            "'{}' | sed -u 's/^\\(bestmove [a-h][1-8][a-h][18]\\)/\\1q/'",
            env!("CARGO_BIN_EXE_jacquerie")
        ),
    );
    hall.write(
        "openings",
        "8/4P3/8/4p3/4p3/8/p7/8 b\n8/8/P7/8/8/8/7p/8 b\n",
    );
    let good = hall.engine("good");
    let report = hall.report(&[
        "--engine",
        &good,
        "--engine",
        "name=queen cmd='sh queen.sh' promotion=q",
        "--tc",
        "depth=2",
        "--openings",
        "openings",
    ]);
    assert!(report.contains("      4  last rank\n"), "{report}");
}

#[test]
fn engines_are_told_what_they_need_in_the_usual_order() {
    let hall = Hall::new();
    hall.write(
        "heard.sh",
        &format!("tee heard | '{}'", env!("CARGO_BIN_EXE_jacquerie")),
    );
    let good = hall.engine("good");
    hall.write("some.ini", "");
    let spy = "name=spy cmd='sh heard.sh' variant-path=some.ini option.Hash=2 \
               'option.Move Overhead=7' variant=pawngame tc=nodes=100";
    hall.report(&[
        "--variant",
        "pawngame",
        "--engine",
        spy,
        "--engine",
        &good,
        "--tc",
        "depth=2",
        "--games",
        "2",
        "--plies",
        "1",
    ]);
    let heard = hall.read("heard");
    let lines: Vec<&str> = heard.lines().take(11).collect();
    assert_eq!(
        lines[..9],
        [
            "uci",
            "setoption name VariantPath value some.ini",
            "uci",
            "setoption name Hash value 2",
            "setoption name Move Overhead value 7",
            "setoption name UCI_Variant value pawngame",
            "isready",
            "ucinewgame",
            "isready",
        ]
    );
    assert!(lines[9].starts_with("position startpos moves "), "{heard}");
    assert_eq!(lines[10], "go nodes 100");
    assert_eq!(heard.matches("ucinewgame").count(), 2);
    assert!(heard.ends_with("quit\n"), "{heard}");
}
