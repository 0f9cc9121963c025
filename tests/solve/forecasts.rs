//! How much work a board is, forecast from small parts of it.

use std::fs;

use super::program::{call_in, folder, refused_in, told, told_in, write};

/// What solving the board takes: `solve --variant peasants --files 4 --threads 1 --memory 128 --no-gamelets`.
const TRUTH: f64 = 218_636.0;

/// A call for that board.
fn call(lines: &'static str, limit: &'static str, more: &[&'static str]) -> Vec<&'static str> {
    let board = ["solve", "--variant", "peasants", "--files", "4"];
    let solver = ["--threads", "1", "--memory", "128"];
    let samples = ["--forecast", lines, "--limit", limit];
    [&board[..], &solver, &samples, more].concat()
}

/// The forecast, the least and the most of the last line.
fn numbers(text: &str) -> [f64; 3] {
    let line = text.lines().last().expect("a last line");
    let numbers = line.split(' ').filter_map(|word| {
        let word = word.trim_end_matches(',');
        word.parse().ok()
    });
    let numbers: Vec<f64> = numbers.collect();
    numbers.try_into().expect("three numbers")
}

#[test]
fn small_samples_forecast_the_count() {
    let text = told(&call("12", "30000", &[]));
    let [forecast, least, most] = numbers(&text);
    assert!(least < forecast && forecast < most, "{text}");
    assert!(least <= TRUTH && TRUTH <= most, "{text}");
    assert!((TRUTH / 10.0..=TRUTH * 10.0).contains(&forecast), "{text}");
}

/// Boards that had no part in finding out how bent the curve is, and what solving them takes:
/// `solve --variant V --files W --gaps G --threads 1 --memory 256 --no-gamelets`.
#[test]
fn boards_that_nothing_was_fitted_to_are_forecast() {
    for (board, truth) in [
        (&["--variant", "pawngame", "--files", "6"][..], 238_462.0),
        (&["--variant", "pawnsonly", "--files", "6"], 243_585.0),
        (
            &["--variant", "pawnrace", "--files", "7", "--gaps", "a g"],
            340_405.0,
        ),
    ] {
        let samples = ["--forecast", "60", "--limit", "60000"];
        let solver = ["--threads", "1", "--memory", "16"];
        let text = told(&[&["solve"], board, &solver, &samples].concat());
        let [forecast, least, most] = numbers(&text);
        assert!(least <= truth && truth <= most, "{board:?}: {text}");
        let right = truth / 5.0..=truth * 5.0;
        assert!(right.contains(&forecast), "{board:?}: {text}");
    }
}

#[test]
fn a_run_goes_on_where_it_was() {
    let folder = folder();
    let kept = folder.path().join("kept");
    let read = || fs::read_to_string(&kept).expect("the samples");
    let keeping = ["--seed", "3", "--output", "kept"];
    let all = call("4", "10000", &keeping);
    let whole = told_in(&folder, &all, "");
    let written = read();
    assert!(written.contains(";>10000\n"), "{written}");
    // Cut in the middle of a line.
    write(&kept, &written[..written.len() / 2]);
    assert_eq!(told_in(&folder, &all, ""), whole);
    assert_eq!(read(), written);
    // What is there needs no time.
    let in_no_time = [&all[..], &["--time", "0"]].concat();
    assert_eq!(told_in(&folder, &in_no_time, ""), whole);

    let other_seed = ["--seed", "4", "--output", "kept"];
    for (other, complaint) in [
        (call("4", "10000", &other_seed), "line 1: "),
        (call("4", "9000", &keeping), "at most 9000 positions"),
        (call("3", "10000", &keeping), "give more lines"),
    ] {
        let refusal = refused_in(&folder, &other, 1);
        assert!(refusal.contains(complaint), "{refusal}");
        assert!(refusal.contains("another --output"), "{refusal}");
        assert_eq!(read(), written, "a refused call changed it");
    }
    for foreign in ["notes", "notes\n", "38;8/8/8/8/8/8/8/8 w - - 0 1;7"] {
        write(&kept, foreign);
        let refusal = refused_in(&folder, &all, 1);
        assert!(refusal.contains("of another run"), "{refusal}");
        assert_eq!(read(), foreign, "a refused call changed it");
    }
}

#[test]
fn a_run_without_time_says_so() {
    let outcome = call_in(&folder(), &call("2", "1000000", &["--time", "0"]), "");
    assert_eq!(
        (outcome.code, outcome.text.as_str()),
        (0, "forecast unknown\n")
    );
    assert!(outcome.complaint.contains("stopped after 0 of 2 lines"));
}

#[test]
fn what_can_be_solved_needs_no_forecast_and_too_little_gives_none() {
    let text = told(&call("2", "1000000", &[]));
    assert_eq!(numbers(&text), [2.2e5; 3]);
    assert_eq!(told(&call("2", "99", &[])), "forecast unknown\n");
}

#[test]
fn what_does_not_go_together_is_refused() {
    for more in [
        &["--moves"][..],
        &["--checkpoint", "kept"],
        &["--certificate", "kept"],
        &["--input", "kept", "--output", "values"],
    ] {
        assert_eq!(call_in(&folder(), &call("2", "99", more), "").code, 2);
    }
    let unasked = call_in(&folder(), &["solve", "--limit", "99"], "");
    assert_eq!(unasked.code, 2);
}
