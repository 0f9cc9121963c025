//! The known name nearest to a mistyped one.
//!
//! The similarity of two words is that of Jaro and Winkler: common letters in about the same place,
//! and a common beginning.

use crate::quote::short;

/// With this similarity, two words of about five letters differ in one or two letters.
const PROBABLE: f64 = 0.8;

/// The known name most similar to a wrong one, ignoring case; `None` if none has any similarity.
pub fn nearest<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let (likeness, name) = most_alike(wrong, known)?;
    (likeness > 0.0).then_some(name)
}

/// Like [`nearest`], but returns only a name so similar that it was probably meant.
pub fn probably<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let (likeness, name) = most_alike(wrong, known)?;
    (likeness >= PROBABLE).then_some(name)
}

/// The hint after an error about a wrong name: `; did you mean 'perft'?`, or nothing.
pub fn did_you_mean<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    match probably(wrong, known) {
        Some(name) => format!("; did you mean '{}'?", short(name)),
        None => String::new(),
    }
}

/// The known name most similar to a wrong one, and the similarity.
fn most_alike<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> Option<(f64, &'a str)> {
    let wrong = wrong.to_lowercase();
    let known = known.into_iter();
    known
        .map(|name| (likeness(&wrong, &name.to_lowercase()), name))
        .max_by(|(one, _), (other, _)| one.total_cmp(other))
}

/// The similarity of two words, from 0 (no letter in common) to 1 (equal).
fn likeness(one: &str, other: &str) -> f64 {
    strsim::jaro_winkler(one, other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistyped_names_are_found_and_others_are_not() {
        let known = ["analyse", "perft", "solve", "play"];
        for (wrong, meant) in [
            ("analyze", Some("analyse")),
            ("pertf", Some("perft")),
            ("SOVLE", Some("solve")),
            ("chess", None),
            ("", None),
        ] {
            assert_eq!(probably(wrong, known), meant, "{wrong}");
        }
        assert_eq!(nearest("Hsah", ["Threads", "Hash"]), Some("Hash"));
        assert_eq!(nearest("Hsah", []), None);
        assert_eq!(did_you_mean("pertf", known), "; did you mean 'perft'?");
        assert_eq!(did_you_mean("chess", known), "");
    }
}
