//! The king-less family: Peasants' Chess, Pawn Race, the Pawn Game, on 1 to 8 files.
//!
//! From the rules up: a [`Position`], its [`MoveSets`] and [`Move`]s, the [`Rules`] that tell the
//! variants apart, what is certain ([`facts`]), what is guessed ([`pscore`]), and positions and
//! moves as text. [`PawnGame`] offers all of it to the search.

mod diagram;
pub mod facts;
mod fen;
mod finish;
mod moves;
mod notation;
mod perft;
mod position;
pub mod pscore;
mod rules;

pub use diagram::{Diagram, Files, IllegalSetup, Setup};
pub use fen::FenError;
pub use finish::Finish;
pub use moves::{Move, MoveSets};
pub use notation::{MoveError, algebraic, coordinates, read_move};
pub use perft::{Division, Ending, divide, perft, perft_unless};
pub use position::Position;
pub use pscore::Weights;
pub use rules::{Gaps, GapsError, Rules, Stalemate, StartError};

use crate::board::{Bitboard, Rank};
use crate::game::{Game, Key, MoveCode, MoveList, Outcome, Proof};
use crate::value::Value;

/// A game of the family, as the search plays it.
#[derive(Clone, Debug)]
pub struct PawnGame {
    /// What a side without a move gets.
    pub stalemate: Stalemate,
    /// What the evaluation thinks of each term.
    pub weights: Weights,
}

/// The squares where a passer's advance or a capture makes a position anything but quiet.
const NEAR_HOME: Bitboard =
    Bitboard(Bitboard::rank(Rank::SIXTH).0 | Bitboard::rank(Rank::SEVENTH).0);

impl Game for PawnGame {
    type Position = Position;
    type Move = Move;

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        self.stalemate.outcome(position)
    }

    fn moves(&self, position: &Position) -> MoveList<Move> {
        position.move_sets().list()
    }

    fn noisy_moves(&self, position: &Position) -> MoveList<Move> {
        let sets = position.move_sets();
        // Only passers matter here: others are stopped, or must capture first.
        let free = !position.enemy().down().fill_down();
        MoveSets {
            single: sets.single & NEAR_HOME & free,
            double: Bitboard::EMPTY,
            ..sets
        }
        .list()
    }

    fn play(&self, position: &Position, played: Move) -> Position {
        position.play(played)
    }

    fn prove(&self, position: &Position) -> Option<Proof> {
        facts::prove(position, self.stalemate)
    }

    fn evaluate(&self, position: &Position) -> Value {
        pscore::evaluate(position, &self.weights)
    }

    fn key(&self, position: &Position) -> Key {
        key(position)
    }

    fn code(&self, played: Move, mirrored: bool) -> MoveCode {
        let seen = if mirrored { played.mirror() } else { played };
        MoveCode::new((seen.from().index() << 6 | seen.to().index()) as u16)
    }

    fn urgency(&self, position: &Position, played: Move) -> i32 {
        let rank = played.to().rank().index() as i32;
        if played.is_capture() {
            // The victim's advance counts like one's own.
            return 10_000 + 100 * rank;
        }
        let target = Bitboard::of(played.to());
        let attacked = position.enemy().down().beside().meets(target);
        100 * rank - if attacked { 300 } else { 0 }
    }

    fn extends(&self, position: &Position, played: Move) -> bool {
        // A passer on its way: no enemy pawn before it, on its own file or beside.
        let target = Bitboard::of(played.to());
        let before_enemy = position.enemy().down().fill_down();
        played.to().rank() >= Rank::FIFTH && !target.meets(before_enemy | before_enemy.beside())
    }
}

/// A position where nobody has a pawn on a seventh or last rank, in 80 bits.
///
/// The mover's pawns then stand on ranks 2 to 6 and the enemy's on ranks 3 to 7, 40 squares each.
/// The en passant square is empty, so setting it in both halves says that it is there:
///
/// ```text
/// bit 79            40 39             0
///     | enemy, ranks 3-7 | own, ranks 2-6 |      both set: en passant (rank 6)
/// ```
///
/// The canonical form is the smaller of the position and its mirror image.
fn key(position: &Position) -> Key {
    let pack = |position: &Position| {
        let own = (position.own() | position.en_passant()).0 >> 8 & HALF;
        let enemy = (position.enemy() | position.en_passant()).0 >> 16 & HALF;
        u128::from(own) | u128::from(enemy) << 40
    };
    const HALF: u64 = (1 << 40) - 1;
    let plain = pack(position);
    let image = pack(&position.mirror());
    Key::new(plain.min(image), image < plain)
}
