//! Checks the output of a session.

use super::script::Expected;

/// In characters; mostly an invalid FEN with its error, or all the legal moves.
const LONGEST_MESSAGE: usize = 1_000;

/// All errors in the output, one per line.
pub fn faults(output: &[u8], expected: &Expected) -> Vec<String> {
    let Ok(text) = std::str::from_utf8(output) else {
        return vec!["the output is not UTF-8".into()];
    };
    let mut faults = Vec::new();
    if !(text.is_empty() || text.ends_with('\n')) {
        faults.push("the last line has no end".into());
    }
    for (what, range) in [
        ("uciok", &expected.introductions),
        ("readyok", &expected.readiness),
        ("bestmove", &expected.answers),
    ] {
        let first_word = |line: &&str| line.split(' ').next() == Some(what);
        let count = text.lines().filter(first_word).count();
        if !range.contains(&count) {
            faults.push(format!("{what}: found {count}, expected {range:?}"));
        }
    }
    for line in text.lines() {
        if let Some(fault) = fault(line) {
            faults.push(format!("{fault}: {line:?}"));
        }
    }
    faults
}

fn fault(line: &str) -> Option<&'static str> {
    let words: Vec<&str> = line.split(' ').collect();
    match words[..] {
        _ if line.contains(char::is_control) => Some("a control character"),
        _ if line.trim_end() != line => Some("blanks at the end"),
        ["bestmove", "(none)"] => None,
        ["bestmove", best] if is_move(best) => None,
        ["bestmove", best, "ponder", reply] if is_move(best) && is_move(reply) => None,
        ["bestmove", ..] => Some("not an answer"),
        ["info", "string", "internal", "error:", ..] => Some("an internal error"),
        ["info", "string", ..] if line.chars().count() > LONGEST_MESSAGE => Some("too long"),
        ["info", "string", _, ..] => None,
        ["info", ref fields @ ..] if is_report(fields) => None,
        ["info", ..] => Some("not a report"),
        ["id", "name" | "author", _, ..] | ["option", "name", _, ..] => None,
        ["id" | "option", ..] => Some("not an introduction"),
        // The board, the evaluation, perft and help are for people.
        _ => None,
    }
}

fn is_move(word: &str) -> bool {
    let bytes = word.as_bytes();
    let is_square = |square: &[u8]| matches!(square, [file, rank] if (b'a'..=b'h').contains(file) && (b'1'..=b'8').contains(rank));
    match bytes {
        // With a promotion, or nothing at all: games with kings have such moves.
        [squares @ .., b'q' | b'r' | b'b' | b'n' | b'k'] if squares.len() == 4 => {
            is_move(&word[..4])
        }
        b"0000" => true,
        [_, _, _, _] => is_square(&bytes[..2]) && is_square(&bytes[2..]),
        _ => false,
    }
}

/// Pairs of a name and an integer, a score, and moves at the end.
fn is_report(mut fields: &[&str]) -> bool {
    let is_number = |word: &str| word.parse::<u64>().is_ok();
    let mut has_score = false;
    loop {
        fields = match fields {
            [] => return has_score,
            ["pv", moves @ ..] => {
                return has_score && !moves.is_empty() && moves.iter().all(|one| is_move(one));
            }
            ["score", "cp" | "mate", number, rest @ ..] if number.parse::<i32>().is_ok() => {
                has_score = true;
                rest
            }
            ["lowerbound" | "upperbound", rest @ ..] if has_score => rest,
            ["wdl", win, draw, loss, rest @ ..] => {
                let parts = [win, draw, loss].map(|part| part.parse::<u32>().unwrap_or(1001));
                if parts.iter().sum::<u32>() != 1000 {
                    return false;
                }
                rest
            }
            ["currmove", current, rest @ ..] if is_move(current) => {
                // This one has no score.
                has_score = true;
                rest
            }
            [
                "depth" | "seldepth" | "multipv" | "nodes" | "nps" | "hashfull" | "tbhits" | "time"
                | "currmovenumber",
                number,
                rest @ ..,
            ] if is_number(number) => rest,
            _ => return false,
        };
    }
}
