//! The network of antichess: an estimate of which side will lose all its pieces first, learned from games.
//!
//! The [terms](super::evaluation) add up pieces and moves. The [network](mod@crate::network) sees the same
//! facts, but more of them at once: for each piece not only its square, but also whether it can be captured
//! there, and whether it would be recaptured. In antichess, that distinguishes an offered piece from a
//! burden.
//!
//! - A feature is a piece's side, kind and square, whether the other side attacks the square, and whether its
//!   own side does ([`PIECES`]).
//! - The class of each [ability](terms::classes) is a feature, too: quiet moves, offers and captures of both
//!   sides.
//! - There are two views, the position and its mirror image. They use the same rows, so a position and its
//!   mirror image have the same value.
//! - The number of pieces selects the output head.

use std::sync::{Arc, LazyLock};

use arrayvec::ArrayVec;
use multiversion::multiversion;

use super::AntichessGame;
use super::evaluation::terms::{self, Attacks};
use crate::board::Bitboard;
use crate::game::value::Value;
use crate::games::pieces::{Kind, Position};
use crate::network::{self, Input, Shape};

/// The number of filters.
pub const FILTERS: usize = 128;

/// A trained network.
pub type Network = network::Network<FILTERS>;

/// The number of states of a piece on a square: attacked or not, protected or not.
const STATES: usize = 4;
/// The rows of pieces: by side, kind, square and state.
const PIECES: usize = 2 * Kind::ALL.len() * 64 * STATES;
/// The bits of a row's number that are flipped in a mirror image, which swaps left and right.
const MIRROR: u16 = 7 * STATES as u16;

/// The rows of one view: at most 32 pieces, plus the abilities.
type View = ArrayVec<u16, 40>;

impl Input for AntichessGame {
    const SHAPE: Shape = Shape {
        game: "antichess",
        rows: PIECES + terms::CLASSES,
        filters: FILTERS,
        views: 2,
    };

    #[inline(always)]
    fn head_of(position: &Position) -> usize {
        match position.men().count() {
            ..=5 => 0,
            6..=8 => 1,
            9..=11 => 2,
            12..=15 => 3,
            16..=19 => 4,
            20..=23 => 5,
            24..=27 => 6,
            _ => 7,
        }
    }

    type View = View;

    #[inline(always)]
    fn views(position: &Position) -> impl AsRef<[View]> {
        let attacks = Attacks::of(position);
        let (own, enemy) = (position.own(), position.enemy());
        let mut views = [View::new(), View::new()];
        let sides = [
            (own, attacks.enemy, attacks.own),
            (enemy, attacks.own, attacks.enemy),
        ];
        for (side, (pieces, attacked, protected)) in sides.into_iter().enumerate() {
            for kind in Kind::ALL {
                let first = 64 * (Kind::ALL.len() * side + kind.index());
                for square in pieces & position.of(kind) {
                    let set = Bitboard::of(square);
                    let state =
                        2 * usize::from(set.meets(attacked)) + usize::from(set.meets(protected));
                    let row = (STATES * (first + square.index()) + state) as u16;
                    // There is room for 32 pieces.
                    let _ = views[0].try_push(row);
                    let _ = views[1].try_push(row ^ MIRROR);
                }
            }
        }
        terms::classes(position, &attacks, |class| {
            for view in &mut views {
                let _ = view.try_push((PIECES + class) as u16);
            }
        });
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
    network.value::<AntichessGame>(position)
}

/// The network that the program was built with.
pub static BUILT_IN: LazyLock<Arc<Network>> =
    LazyLock::new(|| Network::built_in(&AntichessGame::SHAPE, include_bytes!("weights.bin")));

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::antichess::Diagram;
    use crate::network::tests::evaluate_extremes;

    fn position(fen: &str) -> Position {
        fen.parse::<Diagram>().unwrap().position
    }

    /// Turning the board and swapping the side to move changes nothing; nor does a mirror image.
    #[test]
    fn symmetric() {
        let value = |fen| evaluate(&position(fen), &BUILT_IN);
        let white = value("8/1p3k2/p4p2/2P5/1P4P1/6K1/8/8 w");
        assert_ne!(white, Value::DRAW);
        assert_eq!(white, value("8/8/6k1/1p4p1/2p5/P4P2/1P3K2/8 b"));
        assert_eq!(white, value("8/2k3p1/2p4p/5P2/1P4P1/1K6/8/8 w"));
    }

    #[test]
    fn no_sum_overflows() {
        evaluate_extremes::<AntichessGame, FILTERS>(
            &[
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w",
                "8/8/6k1/8/8/8/8/K7 w",
            ]
            .map(position),
        );
    }
}
