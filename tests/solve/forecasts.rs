//! Forecasts of the work for a board from small samples. Refused calls, and resumed runs, are in
//! `tests/transcripts/solve.md`.

use std::thread;

use super::program::told;

/// The forecast, its lower and its upper bound, from the last line.
fn numbers(text: &str) -> [f64; 3] {
    let line = text.lines().last().expect("a last line");
    let numbers = line.split(' ').filter_map(|word| {
        let word = word.trim_end_matches(',');
        word.parse().ok()
    });
    let numbers: Vec<f64> = numbers.collect();
    numbers.try_into().expect("three numbers")
}

/// Forecasts a board for which the true number of positions is known.
fn forecast(board: &[&str], truth: f64) {
    let samples = ["--forecast", "60", "--limit", "60000"];
    let solver = ["--threads", "1", "--memory", "16"];
    let text = told(&[&["solve"], board, &solver, &samples].concat());
    let [forecast, least, most] = numbers(&text);
    assert!(least < forecast && forecast < most, "{board:?}: {text}");
    assert!(least <= truth && truth <= most, "{board:?}: {text}");
    let right = truth / 5.0..=truth * 5.0;
    assert!(right.contains(&forecast), "{board:?}: {text}");
}

/// Only the first of these boards was used to fit the shape of the curve. The true numbers come
/// from `solve --variant V --files W --gaps G --threads 1 --memory 256 --no-gamelets`. They are
/// forecast in parallel, because each takes a thread for several seconds.
#[test]
fn small_samples_forecast_the_count() {
    thread::scope(|scope| {
        for (board, truth) in [
            (&["--variant", "peasants", "--files", "4"][..], 251_810.0),
            (&["--variant", "pawngame", "--files", "6"], 175_602.0),
            (&["--variant", "pawnsonly", "--files", "6"], 175_176.0),
            (
                &["--variant", "pawnrace", "--files", "7", "--gaps", "a g"],
                190_365.0,
            ),
        ] {
            scope.spawn(move || forecast(board, truth));
        }
    });
}
