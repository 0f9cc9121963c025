//! Weights of an evaluation, read from a game's own table of `engine.toml`.
//!
//! If the weights of a term depend on the number of pieces, it has twice as many numbers: those for
//! a full board, then those for an empty one ([`two_for_each`]).

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use serde::de::DeserializeOwned;
use toml::{Table, Value};

use super::registry::{WrongTable, read_table};
use crate::board::Colour;
use crate::built_in;
use crate::game::terms::Term;

/// Weights by name; a term may have several.
pub type Named<'w> = Vec<(&'static str, &'w [i32])>;

/// The range of a weight, in centipawns.
const RANGE: RangeInclusive<i32> = -10_000..=10_000;

/// Reads the weights in the table of that name among a game's own tables. `list` lists all of them
/// by name.
///
/// # Errors
/// If one is missing, not a number, or out of range.
pub fn read<W: DeserializeOwned>(
    own: &Table,
    name: &str,
    list: fn(&W) -> Named<'_>,
) -> Result<W, WrongTable> {
    let wrong = |path: &[&str], message| WrongTable::new(&[&[name], path].concat(), message);
    let table = own.get(name).and_then(Value::as_table);
    let table = table.ok_or_else(|| wrong(&[], "expected a table of weights".to_owned()))?;
    let weights: W = read_table(table).map_err(|problem| WrongTable {
        path: [vec![name.to_owned()], problem.path].concat(),
        ..problem
    })?;
    for (key, numbers) in list(&weights) {
        if let Some(found) = numbers.iter().find(|weight| !RANGE.contains(weight)) {
            let (least, most) = (RANGE.start(), RANGE.end());
            let message = format!("found {found}, expected {least} to {most}");
            return Err(wrong(&[key], message));
        }
    }
    Ok(weights)
}

/// The weights of the `engine.toml` that the program was built with.
///
/// # Panics
/// Never, because a test reads them.
#[must_use]
pub fn built_in<W>(read: fn(&Table) -> Result<W, WrongTable>) -> W {
    read(built_in::table()).expect("the weights of the built-in engine.toml are tested")
}

/// The terms of an evaluation: the name of each, and how many numbers it has.
pub type TermSizes = [(&'static str, usize)];

/// The total number of weights.
#[must_use]
pub const fn count(terms: &TermSizes) -> usize {
    let (mut sum, mut at) = (0, 0);
    while at < terms.len() {
        sum += terms[at].1;
        at += 1;
    }
    sum
}

/// The indices of the two weights of each number: for a full board, and for an empty one.
#[must_use]
pub const fn places<const NUMBERS: usize>(terms: &TermSizes) -> [[u16; 2]; NUMBERS] {
    let mut places = [[0; 2]; NUMBERS];
    let (mut term, mut first) = (0, 0);
    while term < terms.len() {
        let count = terms[term].1;
        let mut at = 0;
        while at < count {
            let full = 2 * first + at;
            places[first + at] = [full as u16, (full + count) as u16];
            at += 1;
        }
        first += count;
        term += 1;
    }
    places
}

/// The numbers of a table in the order of the terms: for each term those for a full board, then
/// those for an empty one.
///
/// # Errors
/// If a term is missing or unknown, or has too many or too few numbers.
pub fn two_for_each(
    mut table: BTreeMap<String, Vec<i32>>,
    terms: &TermSizes,
) -> Result<Vec<i32>, String> {
    let mut all = Vec::new();
    for (name, count) in terms {
        let found = table.remove(*name);
        let found = found.ok_or_else(|| format!("'{name}' is missing"))?;
        if found.len() != 2 * count {
            return Err(format!(
                "'{name}' has {} numbers, expected {}: {count} for a full board and {count} for an empty one",
                found.len(),
                2 * count
            ));
        }
        all.extend(found);
    }
    match table.into_keys().next() {
        Some(name) => Err(format!("'{name}' is not a term")),
        None => Ok(all),
    }
}

/// These numbers, by the names of their terms: one weight for each number of a term, or two.
#[must_use]
pub fn list<'w>(numbers: &'w [i32], terms: &TermSizes) -> Named<'w> {
    let each = numbers.len() / count(terms);
    let mut rest = numbers;
    let terms = terms.iter().map(|(name, count)| {
        let (own, others) = rest.split_at(each * count);
        rest = others;
        (*name, own)
    });
    terms.collect()
}

/// The evaluation by terms whose weights do not depend on the number of pieces: each number's count for the
/// side to move minus that for the opponent, times its weight.
#[inline(always)]
#[must_use]
pub fn difference<const NUMBERS: usize>(
    [own, enemy]: [&[i32; NUMBERS]; 2],
    weights: &[i32; NUMBERS],
) -> i32 {
    let counts = own.iter().zip(enemy).map(|(own, enemy)| own - enemy);
    let weighed = counts.zip(weights).map(|(count, weight)| count * weight);
    weighed.sum()
}

/// The same term by term, for display.
#[must_use]
pub fn of_sides(turn: Colour, sides: [&[i32]; 2], weights: &[i32], terms: &TermSizes) -> Vec<Term> {
    let [own, enemy] = sides.map(|counts| {
        let weighed = counts
            .iter()
            .zip(weights)
            .map(|(count, weight)| count * weight);
        weighed.collect::<Vec<i32>>()
    });
    let pairs = list(&own, terms).into_iter().zip(list(&enemy, terms));
    let terms = pairs.map(|((name, own), (_, enemy))| {
        Term::of_sides(name, turn, own.iter().sum(), enemy.iter().sum())
    });
    terms.collect()
}
