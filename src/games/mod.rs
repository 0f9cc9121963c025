//! The games, one folder each, and the registry that lists them. Only this file names them all.
//!
//! The code in a game's folder knows that game and no other. [`pieces`] is shared by the two games with
//! chess pieces, and [`squares`] serves all games with kings. Each game implements
//! [`Game`](crate::game::Game) (its rules, for search and solver) and
//! [`Playable`](crate::game::playable::Playable) (its text formats, for everything else), and has a
//! [`Listing`](crate::engine::Listing) of its variants. To add a game, add a folder here and two lines below.

pub mod antichess;
pub mod endings;
pub mod kings;
pub mod metamachy;
pub mod pawns;
pub mod pieces;
pub mod squares;

use crate::engine::Registry;

/// All games of the program.
#[must_use]
pub fn registry() -> Registry {
    Registry::default()
        .with(&pawns::LISTING)
        .with(&kings::LISTING)
        .with(&endings::LISTING)
        .with(&antichess::LISTING)
        .with(&metamachy::LISTING)
}

#[cfg(test)]
mod tests {
    use crate::config::Config;
    use crate::game::rule::Rule;

    /// A proof file names its rule by this number alone.
    #[test]
    fn each_rule_has_a_number_of_its_own() {
        let variants = Config::built_in().variants.values();
        let rules = variants.filter_map(|variant| variant.rule());
        let rules: Vec<Rule> = rules.collect();
        for one in &rules {
            let same = rules.iter().filter(|other| other.number == one.number);
            for other in same {
                assert_eq!(other.words, one.words);
            }
        }
    }
}
