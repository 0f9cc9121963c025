//! The network of the pawn games: an estimate of which side stands better, learned from games.
//!
//! The [pscore](super::pscore) adds up terms that have names, and values of pairs of neighbouring files. The
//! [network](crate::network) can value three files together, and let all other files decide how much that
//! matters. Its layout fits these games, in which a file interacts only with its neighbours.
//!
//! ```text
//!   file   a     b     c     d     e     f     g     h       each in one of 324 states
//!              \ | /
//!   filter    relu(L[a] + C[b] + R[c])                      for each file with pawns, its neighbours:
//!                |                                           FILTERS numbers, and again for the mirror
//!   pool       sum over all files                            the whole board as one list of numbers
//! ```
//!
//! - The *filters* are the same on all files (a convolution; LeCun 1989): what is learned on the c-file
//!   applies to the f-file. A file without pawns has no filter of its own; its neighbours see it.
//! - The number of pawns selects the output head, because other things matter with few pawns.
//! - Each filter is applied twice, once with left and right swapped, so a mirror image has the same value.
//!
//! The rows in the weights file are those of the left neighbour by its state, then of the middle, with the
//! bias, then of the right neighbour. The numbers are in `weights.bin`; the tuner finds them
//! (`tuner/src/network`).

use std::sync::{Arc, LazyLock};

use arrayvec::ArrayVec;
use multiversion::multiversion;

use super::PawnGame;
use super::file_state::{CODES, FILES, FileState, STATES};
use super::position::Position;
use crate::game::value::Value;
use crate::network::{HEADS, Head, Input, MOST, Numbers, Row, Shape, WrongNetwork, value_of};

/// The number of filters.
pub const FILTERS: usize = 128;

/// The first row of each part.
const LEFT: usize = 0;
const CENTRE: usize = LEFT + STATES;
const RIGHT: usize = CENTRE + STATES;

/// The row of a file state: as the left neighbour, in the middle, as the right neighbour.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Rows {
    left: Row<FILTERS>,
    centre: Row<FILTERS>,
    right: Row<FILTERS>,
}

impl Rows {
    /// The rows for codes that are not states.
    const NOTHING: Self = Self {
        left: Row([0; FILTERS]),
        centre: Row([0; FILTERS]),
        right: Row([0; FILTERS]),
    };
}

/// A trained network.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    /// The rows of each state, by its [code](FileState::code).
    rows: Box<[Rows; CODES]>,
    heads: [Head<FILTERS>; HEADS],
}

impl Input for PawnGame {
    const SHAPE: Shape = Shape {
        game: "pawns",
        rows: 3 * STATES,
        filters: FILTERS,
        views: 2 * FILES,
    };

    /// With more pawns, fewer positions are decided by facts, so the bands are finer.
    #[inline(always)]
    fn head_of(position: &Position) -> usize {
        match position.pawns() {
            ..=12 => 0,
            13..=16 => 1,
            17..=19 => 2,
            20..=22 => 3,
            23..=24 => 4,
            25..=26 => 5,
            27..=28 => 6,
            _ => 7,
        }
    }

    type View = [u16; 3];

    /// There are two views for each file with pawns: the file and its neighbours, and their mirror image.
    fn views(position: &Position) -> impl AsRef<[[u16; 3]]> {
        // Beyond the edges of the board there are no pawns.
        let mut numbers = [FileState::EMPTY.number(); FILES + 2];
        for (number, state) in numbers[1..].iter_mut().zip(FileState::of(position)) {
            *number = state.number();
        }
        let mut views = ArrayVec::<_, { Self::SHAPE.views }>::new();
        for trio in numbers.windows(3) {
            if trio[1] == FileState::EMPTY.number() {
                continue;
            }
            for (left, right) in [(trio[0], trio[2]), (trio[2], trio[0])] {
                views.push([LEFT + left, CENTRE + trio[1], RIGHT + right].map(|row| row as u16));
            }
        }
        views
    }
}

/// The evaluation for the side to move, in centipawns.
///
/// A build for any processor checks once whether the processor has wide vector instructions.
#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512vl+avx2+bmi1+bmi2+popcnt",
    "x86_64+avx2+bmi1+bmi2+popcnt",
    "x86_64+popcnt"
))]
#[must_use]
pub fn evaluate(position: &Position, network: &Network) -> Value {
    let pool = network.pool(position);
    value_of(network.heads[PawnGame::head_of(position)].score(&pool))
}

impl Network {
    /// The network that the program was built with.
    #[must_use]
    pub fn built_in() -> Arc<Self> {
        static BUILT_IN: LazyLock<Arc<Network>> = LazyLock::new(|| {
            let network = Network::read(include_bytes!("weights.bin"));
            Arc::new(network.expect("the network that the program is built with is tested"))
        });
        Arc::clone(&BUILT_IN)
    }

    /// Reads a network from the bytes of a file.
    ///
    /// # Errors
    /// Like [`Numbers::read`].
    pub fn read(bytes: &[u8]) -> Result<Self, WrongNetwork> {
        let numbers = Numbers::read(&PawnGame::SHAPE, bytes)?;
        let mut rows: Box<[Rows; CODES]> = vec![Rows::NOTHING; CODES]
            .try_into()
            .unwrap_or_else(|_| unreachable!("there are CODES of them"));
        for state in FileState::all() {
            let row = |part: usize| numbers.row((part + state.number()) * FILTERS);
            rows[state.code()] = Rows {
                left: row(LEFT),
                centre: row(CENTRE),
                right: row(RIGHT),
            };
        }
        let heads = Head::all(&PawnGame::SHAPE, &numbers);
        Ok(Self { rows, heads })
    }

    /// The sum of the filters over all files: like [`crate::network::Network::add_view`] for each trio, but
    /// with each row looked up once.
    #[inline(always)]
    fn pool(&self, position: &Position) -> [i16; FILTERS] {
        let files = FileState::of(position);
        // Beyond the edges of the board there are no pawns.
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
                let says = |left: &Row<FILTERS>, right: &Row<FILTERS>| {
                    let all = left.0[filter].saturating_add(centre);
                    all.saturating_add(right.0[filter]).clamp(0, MOST)
                };
                // This cannot overflow, see [`MOST`]; checked or saturating additions would prevent vector
                // code.
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
    use crate::network::tests::extreme;

    fn position(fen: &str) -> Position {
        fen.parse::<Diagram>().unwrap().position
    }

    /// Turning the board and swapping the side to move changes nothing; nor does a mirror image or a shift to
    /// other files.
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

    /// The engine and the tuner evaluate in the same way.
    #[test]
    fn the_views_are_what_is_pooled() {
        let bytes = include_bytes!("weights.bin");
        let general = crate::network::Network::<FILTERS>::read(&PawnGame::SHAPE, bytes).unwrap();
        for fen in [
            "8/p1p3p1/3p4/1P6/4P3/P5P1/2P4P/8 w",
            "8/pppppppp/pppppppp/8/8/PPPPPPPP/PPPPPPPP/8 w",
        ] {
            let position = position(fen);
            let value = general.value::<PawnGame>(&position);
            assert_eq!(value, evaluate(&position, &Network::built_in()));
        }
    }

    #[test]
    fn no_sum_overflows() {
        for file in extreme(&PawnGame::SHAPE) {
            let network = Network::read(&file).unwrap();
            for fen in [
                "8/pppppppp/pppppppp/8/8/PPPPPPPP/PPPPPPPP/8 w",
                "8/p7/8/8/8/8/P7/8 w",
            ] {
                assert!(evaluate(&position(fen), &network).is_guess());
            }
        }
    }
}
