//! Engines that fail: they lose the game, and the match continues.

use super::support::{MatchFolder, tags};

/// Four games between an engine that behaves and one that fails in each game. The report and the
/// PGN must name the reason, and the right engine must lose each game.
fn loses_all_games(mischief: &str, more: &[&str], reason: &str, termination: &str) {
    loses_with(mischief, "", more, reason, termination);
}

/// The same, with more fields for the failing engine.
fn loses_with(mischief: &str, words: &str, more: &[&str], reason: &str, termination: &str) {
    let folder = MatchFolder::new();
    let good = folder.engine("good");
    let bad = format!("{} {words}", folder.rascal("bad", mischief));
    let mut arguments = vec!["--engine", &good, "--engine", &bad, "--games", "4"];
    arguments.extend(["--pgn", "games.pgn"]);
    arguments.extend(more);
    let outcome = folder.call(&arguments);
    assert_eq!(outcome.code, 0, "{}", outcome.complaint);
    let report = outcome.report;
    let wanted = "good against bad: +4 =0 -0 of 4, score 1.000\n  Elo +inf";
    assert!(report.starts_with(wanted), "{report}");
    let ending = format!("4  {reason} (bad)\n");
    assert!(report.contains(&ending), "{report}");
    let pgn = folder.read("games.pgn");
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

/// It thinks longer than it may be silent.
#[test]
fn a_program_that_says_what_it_does_is_waited_for() {
    let slow = "[ $n -eq 2 ] && for i in 1 2 3 4 5 6; do sleep 0.5; echo 'info depth 1' >&3; done";
    plays_all_games(slow, &["--tc", "depth=2", "--hang", "2"]);
}

/// Plays two games, in which an engine of that behaviour fails in none.
fn plays_all_games(mischief: &str, more: &[&str]) {
    let folder = MatchFolder::new();
    let (good, odd) = (folder.engine("good"), folder.rascal("odd", mischief));
    let words = ["--engine", &good, "--engine", &odd, "--games", "2"];
    let report = folder.report(&[&words, more].concat());
    assert!(report.contains("of 2, score"), "{report}");
    assert!(!report.contains("(odd)"), "{report}");
}

#[test]
fn a_program_that_oversteps_its_time() {
    // Only the rascal has a clock, so that the other one cannot lose on time.
    for control in ["tc=movetime=50", "tc=clock=100+20"] {
        let more = ["--tc", "depth=2", "--margin", "500"];
        let silent = "[ $n -eq 1 ] && continue";
        loses_with(silent, control, &more, "time forfeit", "time forfeit");
    }
}

#[test]
fn illegal_moves_and_missing_moves() {
    for text in [
        "e2e9", "a1a2", "e8", "0000", "(none)", "", "rubbish", "a2a3x",
    ] {
        let mischief = format!("[ $n -eq 2 ] && echo 'bestmove {text}' >&3 && continue");
        loses_all_games(&mischief, &DEPTH, "illegal move", "rules infraction");
    }
}

#[test]
fn garbage_between_the_answers_does_no_harm() {
    let rubbish = "printf 'bestmoves a1a1\\n\\377\\376\\000\\n\\ninfo string bestmove a1a1\\n\
                   info depth x pv\\nreadyok\\nuciok\\n' >&3; head -c 300000 /dev/zero >&3; echo >&3";
    plays_all_games(rubbish, &DEPTH);
}

/// The rest of an overlong line is not a separate line.
#[test]
fn an_overlong_line_is_one_line() {
    // If the line were split after 64 KiB, the last word would begin a new line.
    let long = "{ printf 'info string '; head -c 65524 /dev/zero | tr '\\0' x; \
                printf 'bestmove a1a1\n'; } >&3";
    plays_all_games(long, &DEPTH);
}

#[test]
fn a_crash_costs_one_game_only() {
    let folder = MatchFolder::new();
    let once = "[ $n -eq 2 ] && [ ! -e died ] && touch died && kill -9 $$ && exit";
    let (good, bad) = (folder.engine("good"), folder.rascal("bad", once));
    let report = folder.report(&[
        "--engine", &good, "--engine", &bad, "--tc", "depth=2", "--games", "6",
    ]);
    assert!(report.contains("      1  crash (bad)\n"), "{report}");
    assert!(report.contains(" of 6, score"), "{report}");
}

#[test]
fn a_program_that_does_not_restart_loses_the_rest() {
    for games_at_once in ["1", "2"] {
        let folder = MatchFolder::new();
        folder.write("gone.sh", "[ -e died ] && exit 3\nexec sh bad.sh");
        folder.rascal("bad", "touch died; kill -9 $$; exit");
        let good = folder.engine("good");
        let report = folder.report(&[
            "--engine",
            &good,
            "--engine",
            "name=bad cmd='sh gone.sh'",
            "--tc",
            "depth=2",
            "--games",
            "4",
            "--concurrency",
            games_at_once,
        ]);
        assert!(report.contains("      4  crash (bad)\n"), "{report}");
    }
}

#[test]
#[ignore = "waits for 20 seconds: cargo test --release --test clients match -- --ignored"]
fn a_program_that_says_nothing_at_all_ends_the_match() {
    let folder = MatchFolder::new();
    let good = folder.engine("good");
    let complaint = folder.refusal(&["--engine", &good, "--engine", "name=bad cmd=cat"], 1);
    assert!(
        complaint.contains("no uciok within 20000 ms"),
        "{complaint}"
    );
}
