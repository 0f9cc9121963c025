//! The network: a guess at who stands better, learned from games.
//!
//! The [pscore](super::pscore) adds up what people have words for, and what two neighbouring files are worth
//! together. A network of neurons can say more: what three files are worth together, and that it depends on
//! all the others whether that matters. It is small enough to be asked at every node, so it is laid out for
//! what these games are made of: files, which only neighbours have to do with.
//!
//! ```text
//!   file   a     b     c     d     e     f     g     h       each in one of 324 states
//!              \ | /
//!   filter    relu(L[a] + C[b] + R[c])                      for each file with pawns, its neighbours:
//!                |                                           so many numbers, and as many of the mirror
//!   pool       sum over all files                            the whole board as one list of numbers
//!                |
//!   hidden     relu(W·pool + b)                              what goes together with what,
//!                |                                           by how many pawns are left
//!   score      w·hidden + v·pool + c                         for the side to move
//! ```
//!
//! - The *filters* are the same wherever the files stand (a convolution; LeCun 1989): what is learned of
//!   the c-file is known of the f-file. A file without pawns has no filter of its own; its neighbours see it.
//! - What the filters see is weighed by one of several [heads](head), and the pawns on the board say by
//!   which: where they are few, other things matter.
//! - Each filter is asked twice, with left and right exchanged, so a mirror image is worth the same.
//! - A position is always seen by the side to move, so both colours are worth the same, too.
//! - All is done in integers, 16 bits wide until the sums, so the same position has the same value on every
//!   machine. (Efficiently updatable networks do so; Nasu 2018. Nothing is updated here: to look up what
//!   eight files say takes no longer.)
//!
//! The numbers stand in `weights.bin`, as [`weights`] has them. The tuner finds them (`tuner/src/network`).

pub mod head;
pub mod weights;

use multiversion::multiversion;

use self::head::{HEADS, Head, head_of};
use super::file_state::{CODES, FILES, FileState};
use super::position::Position;
use crate::game::value::Value;

/// How many filters there are.
pub const FILTERS: usize = 128;

/// One in the numbers of filters and hidden neurons.
pub const ONE: i32 = 256;
/// No neuron says more: 4, so that the sum of all files has room in 16 bits.
pub const MOST: i16 = 4 * ONE as i16;
/// So many hundredths of a pawn change the odds by a factor of e.
const SCALE: i32 = crate::search::chances::SCALE as i32;
/// One in the weights of the hidden neurons, and in those of the score.
const ONE_OF_HIDDEN: i32 = 128;
const ONE_OF_SCORE: i32 = 1_024;

/// What a file says to the filters.
#[derive(Clone, PartialEq, Eq, Debug)]
#[repr(align(64))]
struct Row([i16; FILTERS]);

/// What a file in one state says: as the left neighbour, in the middle, as the right neighbour.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Rows {
    left: Row,
    centre: Row,
    right: Row,
}

impl Rows {
    /// For what is no state.
    const NOTHING: Self = Self {
        left: Row([0; FILTERS]),
        centre: Row([0; FILTERS]),
        right: Row([0; FILTERS]),
    };
}

/// A network that has learned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    /// By the [code](FileState::code) of a state.
    rows: Box<[Rows; CODES]>,
    heads: [Head; HEADS],
}

/// The evaluation for the side to move, in hundredths of a pawn.
#[must_use]
pub fn evaluate(position: &Position, network: &Network) -> Value {
    Value::guess(score(position, network)).held_to_guesses()
}

/// The plain build looks once for a processor that adds up many numbers at a time.
#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512vl+avx2+bmi1+bmi2+popcnt",
    "x86_64+avx2+bmi1+bmi2+popcnt",
    "x86_64+popcnt"
))]
fn score(position: &Position, network: &Network) -> i32 {
    let pool = network.pool(position);
    let score = network.heads[head_of(position)].score(&pool);
    // The odds change by a factor of e with each whole one.
    let worth = i64::from(score) * i64::from(SCALE) / i64::from(ONE * ONE_OF_SCORE);
    worth as i32
}

impl Network {
    /// What the filters say of all files together.
    #[inline(always)]
    fn pool(&self, position: &Position) -> [i16; FILTERS] {
        let files = FileState::of(position);
        // Beyond the edges of the board nobody has pawns.
        let mut rows = [&self.rows[FileState::EMPTY.code()]; FILES + 2];
        for at in 0..FILES {
            rows[at + 1] = &self.rows[files[at].code()];
        }
        let mut pool = [0_i16; FILTERS];
        for at in 0..FILES {
            if files[at] == FileState::EMPTY {
                continue;
            }
            let (west, here, east) = (rows[at], rows[at + 1], rows[at + 2]);
            for (filter, sum) in pool.iter_mut().enumerate() {
                let centre = here.centre.0[filter];
                let says = |left: &Row, right: &Row| {
                    let all = left.0[filter].saturating_add(centre);
                    all.saturating_add(right.0[filter]).clamp(0, MOST)
                };
                // There is room, as [`MOST`] has it; what looks for overflow adds up no vectors.
                let both =
                    says(&west.left, &east.right).wrapping_add(says(&west.right, &east.left));
                *sum = sum.wrapping_add(both);
            }
        }
        pool
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::pawns::Diagram;

    fn position(fen: &str) -> Position {
        fen.parse::<Diagram>().unwrap().position
    }

    /// Turning the board and the move changes nothing; nor does a mirror, nor where on the board it stands.
    #[test]
    fn symmetric() {
        let network = Network::built_in();
        let value = |fen| evaluate(&position(fen), &network);
        let white = value("8/p1p3p1/3p4/1P6/4P3/P5P1/2P4P/8 w");
        assert_ne!(white, Value::DRAW);
        assert_eq!(white, value("8/2p4p/p5p1/4p3/1p6/3P4/P1P3P1/8 b"));
        assert_eq!(white, value("8/1p3p1p/4p3/6P1/3P4/1P5P/P4P2/8 w"));
        let left = value("8/1p2p3/8/2p5/1P1P4/8/2P5/8 w");
        assert_eq!(left, value("8/4p2p/8/5p2/4P1P1/8/5P2/8 w"));
    }

    /// Whatever the numbers are.
    #[test]
    fn no_number_is_too_much() {
        let (least, most) = (-weights::GREATEST, weights::GREATEST);
        for (of_rows, of_pool, of_score) in [
            (i16::MAX, most, i16::MAX),
            (i16::MAX, least, i16::MIN),
            (i16::MIN, most, i16::MIN),
        ] {
            let numbers = (0..weights::NUMBERS).map(|at| match weights::place_in_head(at) {
                None => of_rows,
                Some(weights::WORTH..weights::POOL | weights::BIAS) => of_score,
                Some(_) => of_pool,
            });
            let network = Network::read(&weights::file_of(numbers)).unwrap();
            for fen in [
                "8/pppppppp/pppppppp/8/8/PPPPPPPP/PPPPPPPP/8 w",
                "8/p7/8/8/8/8/P7/8 w",
            ] {
                assert!(evaluate(&position(fen), &network).is_guess());
            }
        }
    }
}
