//! The games, a room each, and the list of them: the only file that names them all.
//!
//! A room knows its game and nobody else's; [`pieces`] is what two games of chess pieces share, and
//! [`squares`] is for all games with kings. It says the rules to
//! search and solver ([`Game`](crate::game::Game)), its texts to everybody else
//! ([`Playable`](crate::game::playable::Playable)), and what its variants are
//! ([`Definition`](crate::engine::Definition)). A game moves in with a folder here and two lines below.

pub mod antichess;
pub mod endings;
pub mod kings;
pub mod metamachy;
pub mod pawns;
pub mod pieces;
pub mod squares;

use crate::engine::Registry;

/// Every game there is.
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

    /// Proofs name their rule by its number alone.
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
