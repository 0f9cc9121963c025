//! The network of Metamachy: what the terms miss, learned from games.
//!
//! The [terms](super::evaluation) know what a rook is worth and where a pawn belongs, but not that a lion is
//! worth more near an open king, or a cannon more while the board is full. The
//! [network](mod@crate::network) sees all pieces at once, and its score is *added* to the terms. So it need
//! not learn what they know already, and few games are enough to train it.
//!
//! - A feature is a piece's side, kind and square.
//! - There are two views, the position and its mirror image. They use the same rows, so a position and its
//!   mirror image have the same value.
//! - The number of pieces selects the output head.

use std::sync::{Arc, LazyLock};

use arrayvec::ArrayVec;
use multiversion::multiversion;

use super::MetamachyGame;
use super::man::Kind;
use super::position::{MOST_MEN, Position};
use crate::board::Colour;
use crate::board::twelve::Square;
use crate::network::{self, HEADS, Input, Shape};

/// The number of filters.
pub const FILTERS: usize = 32;

/// A trained network.
pub type Network = network::Network<FILTERS>;

/// The rows of one view: the pieces of both sides.
type View = ArrayVec<u16, { 2 * MOST_MEN }>;

impl Input for MetamachyGame {
    const SHAPE: Shape = Shape {
        game: "metamachy",
        rows: 2 * Kind::COUNT * Square::COUNT,
        filters: FILTERS,
        views: 2,
    };

    /// Each head is for seven more pieces than the one before; the first for up to ten.
    #[inline(always)]
    fn head_of(position: &Position) -> usize {
        let men = position.men().count() as usize;
        (men.saturating_sub(4) / 7).min(HEADS - 1)
    }

    type View = View;

    #[inline(always)]
    fn views(position: &Position) -> impl AsRef<[View]> {
        let mut views = [View::new(), View::new()];
        let turn = position.turn();
        for (number, side) in [turn, turn.opponent()].into_iter().enumerate() {
            for kind in Kind::ALL {
                let first = Square::COUNT * (Kind::COUNT * number + kind.index());
                for square in position.of(kind) & position.side(side) {
                    let seen = square.seen_by(turn);
                    let (rank, file) = (seen.rank().index(), seen.file().index());
                    for (view, file) in views.iter_mut().zip([file, 11 - file]) {
                        // There is room for all pieces.
                        let _ = view.try_push((first + 12 * rank + file) as u16);
                    }
                }
            }
        }
        views
    }
}

/// What the network adds to the terms, for the side to move, in centipawns. Against a bare king that is nothing: games
/// are seldom played on so far, so the network has not learned what leads to mate.
///
/// A build for any processor checks once whether the processor has wide vector instructions.
#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512vl+avx2+bmi1+bmi2+popcnt",
    "x86_64+avx2+bmi1+bmi2+popcnt",
    "x86_64+popcnt"
))]
#[must_use]
pub fn correction(position: &Position, network: &Network) -> i32 {
    if position.is_bare(Colour::White) || position.is_bare(Colour::Black) {
        return 0;
    }
    let value = network.value::<MetamachyGame>(position);
    value.number().into()
}

/// The network that the program was built with.
pub static BUILT_IN: LazyLock<Arc<Network>> =
    LazyLock::new(|| Network::built_in(&MetamachyGame::SHAPE, include_bytes!("weights.bin")));

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::metamachy::evaluation::tests::{mirrored, positions, turned};
    use crate::network::tests::evaluate_extremes;

    /// Turning the board and swapping the side to move changes nothing; nor does a mirror image.
    #[test]
    fn symmetric() {
        let network = &*BUILT_IN;
        let mut values = Vec::new();
        for position in positions() {
            let found = correction(&position, network);
            let swapped = turned(&position, Square::flip, true);
            assert_eq!(found, correction(&swapped, network), "{position:?}");
            let mirror = turned(&position, mirrored, false);
            assert_eq!(found, correction(&mirror, network), "{position:?}");
            values.push(found);
        }
        values.sort_unstable();
        values.dedup();
        assert!(values.len() > 100);
    }

    #[test]
    fn no_sum_overflows() {
        evaluate_extremes::<MetamachyGame, FILTERS>(&positions().collect::<Vec<_>>());
    }
}
