//! Moves as people write them.
//!
//! Every game reads [coordinates and SAN](super::san). People, and programs that write for people, put numbers before a
//! move and signs after it, and write `BXC6`: so the [marks](unmarked) around a move are removed, and other
//! [letters](recased) are tried. Text that may mean two moves is rejected.

/// A move without its number and without redundant signs: `1. e4!` is `e4`, `bxc6 e.p.+` is `bxc6`.
#[must_use]
pub fn unmarked(text: &str) -> &str {
    let rest = without_number(text.trim()).trim_start();
    let rest = rest.trim_end_matches(['!', '?']).trim_end();
    without_suffix(rest).trim_end()
}

/// Cuts off a number: `12.`, `12...`, `12…`, even without a blank before the move. It may begin
/// with zero only if it has a point: otherwise it is castling, a null move or a result.
#[must_use]
pub fn without_number(text: &str) -> &str {
    let rest = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    match rest.trim_start_matches(['.', '…']) {
        plain if plain.len() == rest.len() && text.starts_with('0') => text,
        plain => plain,
    }
}

/// Cuts off redundant suffixes: `+`, `#` and `e.p.`, which may also be a separate word.
#[must_use]
pub fn without_suffix(text: &str) -> &str {
    let plain = text.trim_end_matches(['+', '#']);
    ["e.p.", "e.p", "ep"]
        .into_iter()
        .find_map(|suffix| plain.strip_suffix(suffix))
        .unwrap_or(plain)
}

/// A move in the usual case, as a pawn's and as a piece's: `BXC6` is `bxc6` or `Bxc6`.
#[must_use]
pub fn recased(text: &str) -> [String; 2] {
    let small = text.to_lowercase();
    let mut capital = small.clone();
    if let Some(first) = capital.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    [small, capital]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_around_a_move_are_taken_away() {
        for (text, plain) in [
            ("1. e4", "e4"),
            (" 12...e4?! ", "e4"),
            ("3 e4", "e4"),
            ("0. e4", "e4"),
            ("0-0", "0-0"),
            ("bxc6 e.p.!", "bxc6"),
            ("e4 +", "e4"),
            ("1…", ""),
            ("joho", "joho"),
        ] {
            assert_eq!(unmarked(text), plain, "{text}");
        }
    }
}
