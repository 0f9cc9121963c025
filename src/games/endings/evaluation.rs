//! The evaluation: an estimate of which side stands better in a pawn ending.
//!
//! Each side is credited with its pieces, its pawns by rank, and bonuses for passed pawns: for the pawn
//! itself, for its own king being nearer to it than the enemy king, and for the enemy king being outside its
//! square (the *rule of the square*). Against a bare king, driving it to the edge and bringing the other king
//! near count, because that is how a bare king is mated. The weights are in `engine.toml`.

use std::sync::LazyLock;

use serde::Deserialize;
use toml::Table;

use super::Diagram;
use crate::board::{Bitboard, Rank, Square};
use crate::engine::registry::WrongTable;
use crate::engine::weights::{self, Named};
use crate::game::terms::{Meanings, NETWORK_MEANING, Term};
use crate::game::value::Value;
use crate::games::pieces::{Kind, Position};

/// The table in `engine.toml` that holds the weights.
pub const TABLE: &str = "endings";

/// The number of terms.
const TERMS: usize = 7;

/// The weights, in centipawns.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// The values of a knight, a bishop, a rook and a queen.
    piece: [i32; 4],
    /// The value of a pawn on each of the ranks 2 to 7.
    pawn: [i32; 6],
    /// The bonus for a passed pawn on each of the ranks 2 to 7.
    passed: [i32; 6],
    /// The bonus for each step by which the enemy king is farther than the pawn's own king from the square in
    /// front of a passed pawn.
    escort: [i32; 1],
    /// The bonus for a passed pawn that the enemy king cannot catch, if the enemy has only pawns.
    unstoppable: [i32; 1],
    /// The bonus for each ring that a bare king is away from the centre.
    driven: [i32; 1],
    /// The bonus for each step by which a king is nearer than seven steps to the enemy's bare king.
    near: [i32; 1],
}

impl Weights {
    /// All weights by name.
    fn list(&self) -> Named<'_> {
        vec![
            ("piece", &self.piece),
            ("pawn", &self.pawn),
            ("passed", &self.passed),
            ("escort", &self.escort),
            ("unstoppable", &self.unstoppable),
            ("driven", &self.driven),
            ("near", &self.near),
        ]
    }

    /// Reads the weights from the table `[endings]` of the game's own tables.
    ///
    /// # Errors
    /// If a weight is missing, not a number, or out of range.
    pub fn read(own: &Table) -> Result<Self, WrongTable> {
        weights::read(own, TABLE, Self::list)
    }
}

impl Default for Weights {
    /// The weights of the `engine.toml` that the program was built with.
    fn default() -> Self {
        static BUILT_IN: LazyLock<Weights> = LazyLock::new(|| weights::built_in(Weights::read));
        BUILT_IN.clone()
    }
}

/// Returns true if no enemy pawn can stop a pawn of the side to move on this square.
#[must_use]
pub fn is_passed(position: &Position, square: Square) -> bool {
    let pawns = position.enemy() & position.pawns();
    Bitboard::of(square).passed_against(pawns).any()
}

/// The terms of the side to move; `moves` is 1 if it is really its turn, otherwise 0.
fn of_side(position: &Position, weights: &Weights, moves: usize) -> [i32; TERMS] {
    let (own, enemy, pawns) = (position.own(), position.enemy(), position.pawns());
    let kings = position.of(Kind::King);
    let [Some(king), Some(other_king)] = [own & kings, enemy & kings].map(Bitboard::lowest) else {
        return [0; TERMS];
    };
    let kinds = [Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen];
    let pieces = kinds.into_iter().zip(weights.piece);
    let pieces = pieces.map(|(kind, weight)| weight * (own & position.of(kind)).count() as i32);
    let [mut by_rank, mut passed, mut escort, mut unstoppable] = [0; 4];
    let has_pawns_only = (enemy & !pawns & !kings).is_empty();
    for square in own & pawns {
        let rank = square.rank().index();
        by_rank += weights.pawn[rank - 1];
        if !is_passed(position, square) {
            continue;
        }
        passed += weights.passed[rank - 1];
        let ahead = square.up(1);
        let nearer = other_king.distance(ahead) as i32 - king.distance(ahead) as i32;
        escort += weights.escort[0] * nearer;
        let goal = Square::new(square.file(), Rank::LAST);
        let is_free = !Bitboard::of(square).up().fill_up().meets(own);
        // A pawn on its start square may take two steps at once.
        let steps = 7 - rank - usize::from(rank == 1);
        let to_goal = other_king.distance(goal);
        if has_pawns_only && is_free && to_goal + moves > steps + 1 {
            unstoppable = unstoppable.max(weights.unstoppable[0]);
        }
    }
    let is_bare = position.is_enemy_bare();
    let against_bare = |count: i32| if is_bare { count } else { 0 };
    let ring = |index: usize| 3 - index.min(7 - index) as i32;
    let away = ring(other_king.file().index()).max(ring(other_king.rank().index()));
    let apart = king.distance(other_king) as i32;
    [
        pieces.sum(),
        by_rank,
        passed,
        escort,
        unstoppable,
        against_bare(weights.driven[0] * away),
        against_bare(weights.near[0] * (7 - apart)),
    ]
}

/// The terms of each side, the side to move first.
fn of_both(position: &Position, weights: &Weights) -> [[i32; TERMS]; 2] {
    let enemy = of_side(&position.turned(), weights, 0);
    [of_side(position, weights, 1), enemy]
}

/// The evaluation for the side to move, in centipawns.
#[must_use]
pub fn evaluate(position: &Position, weights: &Weights) -> Value {
    let sides = of_both(position, weights);
    let [own, enemy] = sides.map(|terms| terms.into_iter().sum::<i32>());
    Value::guess(own - enemy)
}

/// The meaning of each term, for display.
pub const MEANINGS: Meanings = &[
    ("piece", "Knights, bishops, rooks and queens."),
    ("pawn", "Pawns, each by its rank."),
    (
        "passed",
        "Passed pawns, by their ranks: no enemy pawn stands in front of them on their own file or beside it.",
    ),
    (
        "escort",
        "How many steps nearer to the square in front of a passed pawn its own side's king is than the enemy king.",
    ),
    (
        "unstoppable",
        "A passed pawn that the enemy king cannot catch, where the enemy has only pawns.",
    ),
    (
        "driven",
        "Against a bare king: how far it is from the centre.",
    ),
    (
        "near",
        "Against a bare king: how near the other king is to it.",
    ),
    NETWORK_MEANING,
];

/// The terms one by one; they add up to the evaluation.
#[must_use]
pub fn terms_of(diagram: &Diagram, weights: &Weights) -> Vec<Term> {
    let [own, enemy] = of_both(&diagram.position, weights);
    let names = weights.list().into_iter().map(|(name, _)| name);
    let pairs = names.zip(own.into_iter().zip(enemy));
    let terms = pairs.map(|(name, (own, enemy))| Term::of_sides(name, diagram.turn, own, enemy));
    terms.collect()
}
