//! The network of pawn endings: what the terms miss, learned from games.
//!
//! The [terms](super::evaluation) count passed pawns and how far the kings are from them, but not that two
//! connected ones are worth more than two on the wings, or that a rook belongs behind them. The
//! [network](mod@crate::network) sees all pieces at once, and its score is *added* to the terms, as in
//! Metamachy.
//!
//! - A feature is a piece's side, kind and square.
//! - There are two views, the position and its mirror image. They use the same rows, so a position and its
//!   mirror image have the same value.
//! - The number of pieces selects the output head.
//! - Both sides are asked, as if it were their move, and the mean of their answers counts. The right to move
//!   matters, but the search sees that better: networks alone gave it from −0.9 to +1.2 pawns in positions
//!   that are alike for both.

use std::sync::{Arc, LazyLock};

use arrayvec::ArrayVec;
use multiversion::multiversion;

use super::EndingGame;
use crate::games::pieces::{Kind, MOST_MEN, Position};
use crate::network::{self, HEADS, Input, Shape};

/// The number of filters.
pub const FILTERS: usize = 32;

/// A trained network.
pub type Network = network::Network<FILTERS>;

/// The bits of a row's number that are flipped in a mirror image, which swaps left and right.
const MIRROR: u16 = 7;

/// The rows of one view: the pieces of both sides.
type View = ArrayVec<u16, { 2 * MOST_MEN }>;

impl Input for EndingGame {
    const SHAPE: Shape = Shape {
        game: "endings",
        rows: 2 * Kind::ALL.len() * 64,
        filters: FILTERS,
        views: 2,
    };

    /// Each head is for two more pieces than the one before; the first for up to four.
    #[inline(always)]
    fn head_of(position: &Position) -> usize {
        let men = position.men().count() as usize;
        (men.saturating_sub(3) / 2).min(HEADS - 1)
    }

    type View = View;

    #[inline(always)]
    fn views(position: &Position) -> impl AsRef<[View]> {
        let mut views = [View::new(), View::new()];
        for (side, pieces) in [position.own(), position.enemy()].into_iter().enumerate() {
            for kind in Kind::ALL {
                let first = 64 * (Kind::ALL.len() * side + kind.index());
                for square in pieces & position.of(kind) {
                    let row = (first + square.index()) as u16;
                    // There is room for all pieces.
                    let _ = views[0].try_push(row);
                    let _ = views[1].try_push(row ^ MIRROR);
                }
            }
        }
        views
    }
}

/// What the network adds to the terms, for the side to move, in centipawns. Against a bare king that is nothing: the
/// terms lead to mate.
///
/// A build for any processor checks once whether the processor has wide vector instructions.
#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512vl+avx2+bmi1+bmi2+popcnt",
    "x86_64+avx2+bmi1+bmi2+popcnt",
    "x86_64+popcnt"
))]
#[must_use]
pub fn correction(position: &Position, network: &Network) -> i32 {
    let turned = position.turned();
    if position.is_enemy_bare() || turned.is_enemy_bare() {
        return 0;
    }
    let seen_by_mover = |position: &Position| {
        let value = network.value::<EndingGame>(position);
        i32::from(value.number())
    };
    (seen_by_mover(position) - seen_by_mover(&turned)) / 2
}

/// The network that the program was built with.
pub static BUILT_IN: LazyLock<Arc<Network>> =
    LazyLock::new(|| Network::built_in(&EndingGame::SHAPE, include_bytes!("weights.bin")));

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::endings::Diagram;
    use crate::network::tests::evaluate_extremes;

    /// Turning the board and swapping the side to move changes nothing; nor does a mirror image.
    #[test]
    fn symmetric() {
        let value = |fen: &str| {
            let position = fen.parse::<Diagram>().unwrap().position;
            correction(&position, &BUILT_IN)
        };
        let white = value("8/1p3k2/p4p2/2P5/1P2R1P1/6K1/8/8 w");
        assert_ne!(white, 0);
        assert_eq!(white, value("8/8/6k1/1p2r1p1/2p5/P4P2/1P3K2/8 b"));
        assert_eq!(white, value("8/2k3p1/2p4p/5P2/1P1R2P1/1K6/8/8 w"));
        assert_eq!(value("8/8/4k3/8/8/3K4/4P3/8 w"), 0);
    }

    #[test]
    fn no_sum_overflows() {
        let position = |fen: &str| fen.parse::<Diagram>().unwrap().position;
        evaluate_extremes::<EndingGame, FILTERS>(
            &[
                "4k2r/pppppppp/8/8/8/8/PPPPPPPP/4K2R w",
                "8/8/4k3/8/8/3K4/4P3/8 w",
            ]
            .map(position),
        );
    }
}
