//! Checkers of variants by their names: what whoever sees only text has.

use jacquerie::config::Config;
use jacquerie::engine::checking::GameChecker;

pub fn checker(name: &str) -> Box<dyn GameChecker> {
    let variant = &Config::built_in().variants[name];
    variant.checker().expect("it has proofs")
}
