//! The evaluation: an estimate of which side will win, in centipawns.
//!
//! It is a sum of [`terms`], each for one side minus the other, whose [`weights`] depend on how many pieces
//! are left ([`phase`]): piece values and squares, mobility and attacks ([`men`]), the pawn structure
//! ([`pawns`], kept in a [table of its own](pawn_table)), what is in front of passed pawns ([`runners`]), and how
//! near to mate a [bare king](bare_king) is.
//!
//! The terms for passed pawns come from H. G. Muller, who added them to Fairy-Max for this game, where such
//! pawns run two squares at a time, and measured 58.5 % against the version without them. The option
//! `Passers` turns them off.

pub mod bare_king;
pub mod men;
pub mod pawn_table;
pub mod pawns;
pub mod phase;
pub mod runners;
pub mod terms;
mod weights;

pub use weights::{PLACES, TABLE, Weights};

use super::man::Kind;
use super::position::Position;
use crate::board::Colour;
use crate::board::twelve::{Bitboard, Square};
use crate::game::terms::Term;
use crate::game::value::Value;
use pawn_table::{PawnTable, Structure};
use pawns::Pawns;
use phase::Phased;
use terms::{Counts, TERMS, Tally, first};

const TEMPO: usize = first("tempo");

/// The weighted sum of the reported counts.
struct Sum<'w> {
    weights: &'w Weights,
    sides: [Phased; 2],
}

impl<'w> Sum<'w> {
    fn new(weights: &'w Weights) -> Self {
        Self {
            weights,
            sides: [Phased::default(); 2],
        }
    }

    /// White's sum minus Black's.
    fn for_white(&self) -> Phased {
        self.sides[0] - self.sides[1]
    }
}

impl Tally for Sum<'_> {
    #[inline(always)]
    fn man(&mut self, side: Colour, kind: Kind, square: Square) {
        let weight = self.weights.of_man(side, kind, square);
        self.sides[side as usize].add(weight, 1);
    }

    #[inline(always)]
    fn count(&mut self, side: Colour, number: usize, count: i32) {
        let weight = self.weights.of(number);
        self.sides[side as usize].add(weight, count);
    }
}

/// The evaluation for the side to move. The pawn structure is looked up in the table.
#[must_use]
pub fn evaluate(position: &Position, weights: &Weights, table: Option<&PawnTable>) -> Value {
    let pawns = pawns_of(position);
    let structure = match table {
        None => structure(&pawns, weights),
        Some(table) => table.probe(&pawns).unwrap_or_else(|| {
            let found = structure(&pawns, weights);
            table.keep(&pawns, &found);
            found
        }),
    };
    let mut sum = Sum::new(weights);
    let filled = men::count(position, &pawns, &mut sum);
    runners::count(position, &structure.passed, &mut sum);
    bare_king::count(position, &mut sum);
    sum.count(position.turn(), TEMPO, 1);
    let mut total = sum.for_white();
    total += structure.score;
    let for_white = total.blend(filled);
    Value::guess(match position.turn() {
        Colour::White => for_white,
        Colour::Black => -for_white,
    })
}

/// The passed pawns of a side.
#[must_use]
pub fn passed_pawns(position: &Position, side: Colour) -> Bitboard {
    pawns::passed(&pawns_of(position), side)
}

/// The pawns of both sides.
#[inline(always)]
fn pawns_of(position: &Position) -> Pawns {
    let pawns = position.of(Kind::Pawn);
    [Colour::White, Colour::Black].map(|side| pawns & position.side(side))
}

/// The terms of the pawn structure.
#[must_use]
pub fn structure(pawns: &Pawns, weights: &Weights) -> Structure {
    let mut sum = Sum::new(weights);
    pawns::count(pawns, &mut sum);
    Structure {
        score: sum.for_white(),
        passed: [Colour::White, Colour::Black].map(|side| pawns::passed(pawns, side)),
    }
}

/// Each side's count for each number, and how much the pieces fill the board.
#[must_use]
pub fn counts(position: &Position) -> (Counts, i32) {
    let pawns = pawns_of(position);
    let mut counts = Counts::default();
    pawns::count(&pawns, &mut counts);
    let filled = men::count(position, &pawns, &mut counts);
    let passed = [Colour::White, Colour::Black].map(|side| pawns::passed(&pawns, side));
    runners::count(position, &passed, &mut counts);
    bare_king::count(position, &mut counts);
    counts.count(position.turn(), TEMPO, 1);
    (counts, filled)
}

/// The terms one by one. They add up to the evaluation; the last one is what rounding has added or removed.
#[must_use]
pub fn terms_of(position: &Position, weights: &Weights) -> Vec<Term> {
    let (counts, filled) = counts(position);
    let mut all = Phased::default();
    let mut first = 0;
    let mut terms: Vec<Term> = Vec::new();
    for (name, count) in TERMS {
        let [white, black] = counts.0.map(|side| {
            let mut sum = Phased::default();
            for (number, count) in side.iter().enumerate().skip(first).take(count) {
                sum.add(weights.of(number), *count);
            }
            sum
        });
        all += white - black;
        let sides = [white, black].map(|sum| sum.blend(filled));
        terms.push(Term::of_sides(name, Colour::White, sides[0], sides[1]));
        first += count;
    }
    let shown: i32 = terms.iter().map(|term| term.for_white).sum();
    terms.push(Term {
        name: "rounding",
        sides: None,
        for_white: all.blend(filled) - shown,
    });
    terms
}

#[cfg(test)]
pub(crate) mod tests {
    use rand::rngs::ChaCha8Rng;
    use rand::seq::IndexedRandom;
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::board::twelve::{Bitboard, Rank};
    use crate::games::metamachy::{Diagram, openings};

    fn chance(seed: u64, number: u64) -> ChaCha8Rng {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        random.set_stream(number);
        random
    }

    /// Random pawns of both sides, up to sixteen on each.
    pub(crate) fn random_pawns(seed: u64) -> Pawns {
        let mut random = chance(1, seed);
        let first_and_last = Bitboard::rank(Rank::FIRST) | Bitboard::rank(Rank::LAST);
        let squares: Vec<Square> = (!first_and_last).into_iter().collect();
        let most = random.random_range(1..=32);
        let drawn: Vec<Square> = squares.sample(&mut random, most).copied().collect();
        let (white, black) = drawn.split_at(drawn.len() / 2);
        [white, black].map(|part| part.iter().copied().collect())
    }

    /// The positions of some random games.
    pub(crate) fn positions() -> impl Iterator<Item = Position> {
        (0..12).flat_map(|number| {
            let mut random = chance(2, number);
            let mut position = openings::start(number as usize).unwrap().position;
            let mut met = Vec::new();
            while met.len() < 250 {
                met.push(position);
                let moves = position.moves();
                let Some(played) = moves.choose(&mut random) else {
                    break;
                };
                position = position.play(*played);
            }
            met
        })
    }

    /// The position with colours swapped, or its mirror image.
    pub(crate) fn turned(
        position: &Position,
        square: impl Fn(Square) -> Square,
        swaps: bool,
    ) -> Position {
        let of = |colour: Colour| match swaps {
            true => colour.opponent(),
            false => colour,
        };
        let king = |colour| square(position.king(of(colour)));
        let (white, black) = (king(Colour::White), king(Colour::Black));
        let mut other = Position::of_kings(white, black, of(position.turn()));
        for from in position.men() & !position.of(Kind::King) {
            let Some((colour, kind)) = position.man_on(from) else {
                continue;
            };
            other.put(of(colour), kind, square(from));
        }
        other
    }

    pub(crate) fn mirrored(square: Square) -> Square {
        let files = 11 - 2 * square.file().index() as i32;
        square.offset(files, 0).unwrap()
    }

    fn value(position: &Position, weights: &Weights) -> i16 {
        evaluate(position, weights, None).number()
    }

    /// Turning the board and swapping the side to move changes nothing; nor does a mirror image.
    #[test]
    fn symmetric() {
        let weights = Weights::default();
        let mut values = Vec::new();
        for position in positions() {
            let found = value(&position, &weights);
            let swapped = turned(&position, Square::flip, true);
            assert_eq!(found, value(&swapped, &weights), "{position:?}");
            let mirror = turned(&position, mirrored, false);
            assert_eq!(found, value(&mirror, &weights), "{position:?}");
            values.push(found);
        }
        values.sort_unstable();
        values.dedup();
        assert!(values.len() > 100);
    }

    /// The displayed and fitted terms add up to the evaluation, with the pawn table and without.
    #[test]
    fn the_evaluation_is_the_sum_of_the_terms() {
        let table = PawnTable::new().unwrap();
        for weights in [Weights::default(), Weights::default().without_passers()] {
            // A table is only valid for its weights.
            let table = (weights == Weights::default()).then_some(&table);
            for position in positions() {
                let terms = terms_of(&position, &weights);
                let sum: i32 = terms.iter().map(|term| term.for_white).sum();
                let rounding = terms.last().unwrap();
                assert_eq!(rounding.name, "rounding");
                assert!(rounding.for_white.abs() <= TERMS.len() as i32);
                for _ in 0..2 {
                    let found = i32::from(evaluate(&position, &weights, table).number());
                    let for_white = match position.turn() {
                        Colour::White => found,
                        Colour::Black => -found,
                    };
                    assert_eq!(for_white, sum, "{position:?}");
                }
            }
        }
    }

    /// A table returns what was stored for these pawns, whatever else was stored, and nothing for other
    /// pawns.
    #[test]
    fn the_table_of_pawns_keeps_what_is_computed() {
        let table = PawnTable::new().unwrap();
        let weights = Weights::default();
        let none = [Bitboard::EMPTY; 2];
        assert_eq!(table.probe(&none), None);
        let mut kept = 0;
        for seed in 0..40_000 {
            let pawns = random_pawns(seed);
            let found = structure(&pawns, &weights);
            table.keep(&pawns, &found);
            assert_eq!(table.probe(&pawns), Some(found));
            let [white, black] = pawns;
            assert!(white == black || table.probe(&[black, white]) != Some(found));
        }
        for seed in 0..40_000 {
            let pawns = random_pawns(seed);
            if let Some(found) = table.probe(&pawns) {
                kept += 1;
                assert_eq!(found, structure(&pawns, &weights));
            }
        }
        assert!(kept > 1_000 && kept < 40_000);
    }

    /// Many threads that write to a few slots never read what none of them wrote.
    #[test]
    fn threads_share_the_table_of_pawns() {
        let table = PawnTable::new().unwrap();
        let weights = Weights::default();
        let wrong = std::thread::scope(|scope| {
            let run = || {
                let of = |seed| {
                    let pawns = random_pawns(seed);
                    (pawns, structure(&pawns, &weights))
                };
                let all: Vec<(Pawns, Structure)> = (0..40_000).map(of).collect();
                let mut wrong = 0;
                for (pawns, expected) in &all {
                    table.keep(pawns, expected);
                    for (pawns, expected) in all.iter().take(50) {
                        let found = table.probe(pawns);
                        wrong += usize::from(found.is_some_and(|found| found != *expected));
                    }
                }
                wrong
            };
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(run)).collect();
            let found = threads.into_iter().map(|thread| thread.join().unwrap());
            found.sum::<usize>()
        });
        assert_eq!(wrong, 0);
    }

    fn diagram(fen: &str) -> Diagram {
        fen.parse().unwrap()
    }

    /// Each side's count for a number, White first.
    fn of(fen: &str, number: usize) -> [i32; 2] {
        let (counts, _) = counts(&diagram(fen).position);
        counts.0.map(|side| side[number])
    }

    #[test]
    fn the_option_takes_passed_pawns_out_and_nothing_else() {
        let fen = "6k5/12/12/12/2P9/12/12/12/12/5p6/5K6/12 w - - 0 1";
        let all = Weights::default();
        let blind = all.without_passers();
        let with = terms_of(&diagram(fen).position, &all);
        let without = terms_of(&diagram(fen).position, &blind);
        for (one, other) in with.iter().zip(&without) {
            if one.name.starts_with("passed") {
                assert_eq!(other.for_white, 0);
            } else if one.name != "rounding" {
                assert_eq!(one, other);
            }
        }
        assert!(
            with.iter()
                .any(|one| one.name == "passed" && one.for_white != 0)
        );
    }

    #[test]
    fn what_is_before_a_passed_pawn_counts() {
        let free = first("passed_free");
        let blocked = first("passed_blocked");
        // On c8 two steps are left, on f3 one.
        let open = "6k5/12/12/12/2P9/12/12/12/12/5p6/7K4/12 w - - 0 1";
        assert_eq!(of(open, free + 3), [1, 0]);
        assert_eq!(of(open, free + 4), [0, 1]);
        let held = "6k5/12/12/2n9/2P9/12/12/12/12/5p6/5K6/12 w - - 0 1";
        assert_eq!(of(held, blocked + 3), [1, 0]);
        assert_eq!(of(held, blocked + 4), [0, 1]);
        assert_eq!(of(held, free + 3), [0, 0]);
        // The white king is five steps from the pawn on c8, the black one four.
        let kings = "6k5/12/12/12/2P9/12/7K4/12/12/12/12/12 w - - 0 1";
        assert_eq!(of(kings, first("passed_kings")), [-1, 0]);
    }

    #[test]
    fn a_bare_king_is_driven_from_the_centre_by_the_other_king() {
        let (driven, near) = (first("driven"), first("near"));
        for (fen, rings, steps) in [
            ("k11/12/12/12/12/2K9/12/12/12/12/12/3Q8 w - - 0 1", 5, 6),
            ("12/12/12/12/4k7/12/12/12/12/12/12/3Q7K w - - 0 1", 1, 4),
            ("12/12/p11/12/4k7/12/12/12/12/12/12/3Q7K w - - 0 1", 0, 0),
        ] {
            assert_eq!(of(fen, driven), [rings, 0], "{fen}");
            assert_eq!(of(fen, near), [steps, 0], "{fen}");
        }
    }

    #[test]
    fn a_prince_is_free_with_no_piece_in_front_and_no_pawn_ahead() {
        let free = first("prince_free");
        for (fen, expected) in [
            ("6k5/12/12/12/2I9/12/12/12/12/12/5K6/12 w - - 0 1", 1),
            ("6k5/12/2n9/12/2I9/12/12/12/12/12/5K6/12 w - - 0 1", 0),
            ("6k5/12/3p8/12/2I9/12/12/12/12/12/5K6/12 w - - 0 1", 0),
            // The pawn beside the prince attacks the square behind the prince.
            ("6k5/12/12/12/2Ip8/12/12/12/12/12/5K6/12 w - - 0 1", 1),
        ] {
            assert_eq!(of(fen, free + 3), [expected, 0], "{fen}");
        }
    }
}
