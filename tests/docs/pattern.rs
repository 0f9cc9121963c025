//! Matches output with what a page shows: a line `…` is any number of lines, a `…` within a line
//! any text.

/// The wildcard.
pub const ANYTHING: &str = "…";

/// Whether the lines match.
pub fn fits(shown: &[impl AsRef<str>], lines: &[impl AsRef<str>]) -> bool {
    match (shown, lines) {
        ([], lines) => lines.is_empty(),
        ([first, rest @ ..], lines) if first.as_ref().trim() == ANYTHING => {
            (0..=lines.len()).any(|skipped| fits(rest, &lines[skipped..]))
        }
        ([first, rest @ ..], [line, lines @ ..]) => {
            line_fits(first.as_ref(), line.as_ref()) && fits(rest, lines)
        }
        (_, []) => false,
    }
}

/// Whether a line matches. Trailing blanks do not count.
pub fn line_fits(shown: &str, line: &str) -> bool {
    let line = line.trim_end();
    let mut parts = shown.trim_end().split(ANYTHING);
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = line.strip_prefix(first) else {
        return false;
    };
    let mut parts = parts.peekable();
    if parts.peek().is_none() {
        return rest.is_empty();
    }
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return rest.ends_with(part);
        }
        match rest.split_once(part) {
            Some((_, behind)) => rest = behind,
            None => return false,
        }
    }
    true
}

/// Lines with each number (`7`, `1,234`, `0.5`) as `0`, and the blanks before it as one.
pub fn without_numbers(text: &str) -> String {
    let mut told = String::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        if !letter.is_ascii_digit() {
            told.push(letter);
            continue;
        }
        let mut last = letter;
        while let Some(&next) = letters.peek()
            && (next.is_ascii_digit() || ",.".contains(next) && last.is_ascii_digit())
        {
            last = next;
            letters.next();
        }
        let blanks = told.len() - told.trim_end_matches(' ').len();
        told.truncate(told.len() - blanks);
        if blanks > 0 && !told.ends_with('\n') && !told.is_empty() {
            told.push(' ');
        }
        told.push('0');
        told.extend((!last.is_ascii_digit()).then_some(last));
    }
    told
}

#[test]
fn patterns_fit_what_they_show() {
    assert!(fits(&["a", "…", "d"], &["a", "b", "c", "d"]));
    assert!(fits(&["a", "…", "d"], &["a", "d"]));
    assert!(!fits(&["a", "…", "d"], &["a", "b"]));
    assert!(!fits(&["a"], &["a", "b"]));
    assert!(line_fits("one … three … five", "one two three four five"));
    assert!(!line_fits("one … three", "one two three four"));
    assert!(!line_fits("ab…ba", "aba"));
    assert_eq!(
        without_numbers("  7 of 1200 ms"),
        without_numbers(" 12 of 9 ms")
    );
    assert_ne!(without_numbers("7 of 12"), without_numbers("7 or 12"));
}
