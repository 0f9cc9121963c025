//! Wanderers as search and solver see it.
//!
//! The game is compiled for several kinds of key, so that one can see what a kind is worth: the
//! usual hash; the whole position, where the board is small enough for it; and a hash cut short, so
//! that the table often takes one position for another.

use std::fmt::Debug;
use std::marker::PhantomData;
use std::sync::{Arc, LazyLock};

use arrayvec::ArrayVec;
use jacquerie::board::Colour;
use jacquerie::game::value::Value;
use jacquerie::game::{Game, HashKey, Key, MoveCode, Outcome, PackedKey, Proof};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::Deserialize;

use crate::rules::{
    Board, Kind, MOST_MOVES, MOST_QUIET_PLIES, MOST_SQUARES, Move, Moves, Position,
};

/// What a side gets that has men but no move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NoMove {
    #[default]
    Loss,
    Draw,
}

/// What the evaluation believes.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Weights {
    /// A runner, a walker, a tower, a drifter.
    pub worth: [i16; 4],
    /// Each rank that a runner has behind it.
    pub advance: i16,
    /// The right to move. So no guess is 0 where the men are equal, and what is 0 is a draw.
    pub tempo: i16,
}

impl Default for Weights {
    fn default() -> Self {
        Self {
            worth: [100, 200, 400, 600],
            advance: 8,
            tempo: 5,
        }
    }
}

/// The game: what a variant says, and the kind of its keys.
#[derive(Clone, Debug)]
pub struct Wanderers<K> {
    pub board: Arc<Board>,
    pub no_move: NoMove,
    pub weights: Weights,
    pub keys: PhantomData<K>,
}

/// A kind of key for this game.
pub trait KeyOf: Key {
    /// How many squares a board may have, and men on it.
    const MOST_SQUARES: usize;

    fn of(board: &Board, position: &Position) -> Self;
}

/// A position and its mirror image, each as a number; the smaller one, and whether it is the
/// image's.
fn smaller(board: &Board, number: impl Fn(&dyn Fn(u8) -> u8) -> u128) -> (u128, bool) {
    let (own, image) = (
        number(&|square| square),
        number(&|square| board.mirror(square)),
    );
    (own.min(image), image < own)
}

/// Zobrist's numbers: one for each man on each square, and one for who is to move.
struct Numbers {
    men: [[[u128; MOST_SQUARES]; 4]; 2],
    black: u128,
}

static NUMBERS: LazyLock<Numbers> = LazyLock::new(|| {
    let mut random = ChaCha8Rng::seed_from_u64(14);
    Numbers {
        men: [(); 2].map(|()| [(); 4].map(|()| [(); MOST_SQUARES].map(|()| random.random()))),
        black: random.random(),
    }
});

impl KeyOf for HashKey {
    const MOST_SQUARES: usize = MOST_SQUARES;

    fn of(board: &Board, position: &Position) -> Self {
        let (hash, mirrored) = smaller(board, |seen| {
            let men = position.men().map(|(colour, kind, square)| {
                NUMBERS.men[colour as usize][kind as usize][usize::from(seen(square))]
            });
            men.fold(position.turn as u128 * NUMBERS.black, |hash, one| {
                hash ^ one
            })
        });
        Self::new(hash, mirrored)
    }
}

impl KeyOf for PackedKey {
    /// A square holds one of nine things, and 9^24 × 2 is less than 2^80.
    const MOST_SQUARES: usize = 24;

    fn of(board: &Board, position: &Position) -> Self {
        let (bits, mirrored) = smaller(board, |seen| {
            position.men().fold(0, |sum, (colour, kind, square)| {
                let man = 1 + 4 * colour as u128 + kind as u128;
                sum + man * 9_u128.pow(seen(square).into())
            })
        });
        Self::new(bits << 1 | position.turn as u128, mirrored)
    }
}

/// A hash of which 16 bits are left: of the positions of any but the smallest boards, many share one.
/// If `WHOLE`, it pretends to be the whole position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CutKey<const WHOLE: bool>(HashKey);

impl<const WHOLE: bool> KeyOf for CutKey<WHOLE> {
    const MOST_SQUARES: usize = MOST_SQUARES;

    fn of(board: &Board, position: &Position) -> Self {
        let whole = HashKey::of(board, position);
        // An odd factor, so that different numbers stay different, and all bits have their part.
        let spread =
            (whole.bits() & 0xffff).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
        Self(HashKey::new(spread, whole.is_mirrored()))
    }
}

impl<const WHOLE: bool> Key for CutKey<WHOLE> {
    const WHOLE: bool = WHOLE;
    const TAG_BITS: u32 = <HashKey as Key>::TAG_BITS;
    const MOVE_BITS: u32 = HashKey::MOVE_BITS;

    fn tag(self) -> u128 {
        self.0.tag()
    }

    fn spread(self) -> u64 {
        self.0.spread()
    }

    fn is_mirrored(self) -> bool {
        self.0.is_mirrored()
    }
}

impl<K: KeyOf> Game for Wanderers<K> {
    type Position = Position;
    type Move = Move;
    type List<T: Copy> = ArrayVec<T, MOST_MOVES>;
    type Key = K;

    const CAN_REPEAT: bool = true;
    const MOST_QUIET_PLIES: Option<u16> = Some(MOST_QUIET_PLIES);
    /// The kind of a man and where it goes.
    const HISTORY_SIZE: usize = 4 * MOST_SQUARES;

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        if position.all_of(position.turn.opponent()) == 0 {
            return Some(Outcome::Win);
        }
        if position.has_move(&self.board) {
            return None;
        }
        let has_men = position.all_of(position.turn) != 0;
        Some(match self.no_move {
            NoMove::Draw if has_men => Outcome::Draw,
            _ => Outcome::Loss,
        })
    }

    fn moves(&self, position: &Position) -> Moves {
        position.moves(&self.board)
    }

    fn forcing_moves(&self, position: &Position) -> Moves {
        let mut moves = position.moves(&self.board);
        moves.retain(|one| self.is_tactical(position, *one));
        moves
    }

    fn may_stand_pat(&self, position: &Position) -> bool {
        !position.can_capture(&self.board)
    }

    fn is_tactical(&self, _: &Position, played: Move) -> bool {
        played.is_capture || played.promotion.is_some()
    }

    fn play(&self, position: &Position, played: Move) -> Position {
        position.play(played)
    }

    fn is_irreversible(&self, position: &Position, played: Move) -> bool {
        position.is_progress(played)
    }

    /// Whoever can take the last man does so, since he must.
    fn prove(&self, position: &Position) -> Option<Proof> {
        if let Some(outcome) = self.outcome(position) {
            return Some(Proof::exactly(outcome, 0));
        }
        let enemies = position.all_of(position.turn.opponent());
        let wins = enemies.count_ones() == 1 && position.can_capture(&self.board);
        wins.then_some(Proof::exactly(Outcome::Win, 1))
    }

    fn evaluate(&self, position: &Position) -> Value {
        let balance = self.terms(position)[position.turn as usize].balance;
        Value::guess(balance + i32::from(self.weights.tempo))
    }

    fn canonical(&self, position: &Position) -> Position {
        if !self.key(position).is_mirrored() {
            return *position;
        }
        let mut image = Position::empty(position.turn);
        for (colour, kind, square) in position.men() {
            image.put(colour, kind, self.board.mirror(square));
        }
        image
    }

    fn key(&self, position: &Position) -> K {
        K::of(&self.board, position)
    }

    fn code(&self, played: Move, mirrored: bool) -> MoveCode {
        let seen = |square| match mirrored {
            true => u32::from(self.board.mirror(square)),
            false => u32::from(square),
        };
        let promotion = played.promotion.map_or(0, |kind| kind as u32);
        let bits = (K::MOVE_BITS - 2) / 2;
        MoveCode::new((seen(played.from) << bits | seen(played.to)) << 2 | promotion)
    }

    fn history_index(&self, position: &Position, played: Move) -> usize {
        let kinds = Kind::ALL.into_iter();
        let mut kinds =
            kinds.filter(|kind| position.of(position.turn, *kind) >> played.from & 1 != 0);
        let kind = kinds.next().map_or(0, |kind| kind as usize);
        kind * MOST_SQUARES + usize::from(played.to)
    }

    fn order_score(&self, position: &Position, played: Move) -> i32 {
        match (played.is_capture, played.promotion) {
            (true, _) => 10_000,
            (false, Some(kind)) => 6_000 + kind as i32,
            _ => self.board.advance(played.to, position.turn) as i32,
        }
    }
}

/// What the evaluation finds of a side.
pub struct Terms {
    pub men: i32,
    pub advance: i32,
    /// How much more that is than the other side's.
    pub balance: i32,
}

impl<K> Wanderers<K> {
    /// White's and Black's.
    pub fn terms(&self, position: &Position) -> [Terms; 2] {
        let of_side = |side: Colour| {
            let men = position.men().filter(|(colour, _, _)| *colour == side);
            men.fold((0, 0), |(men, advance), (colour, kind, square)| {
                let ranks = match kind {
                    Kind::Runner => self.board.advance(square, colour) as i32,
                    _ => 0,
                };
                let worth = i32::from(self.weights.worth[kind as usize]);
                (
                    men + worth,
                    advance + ranks * i32::from(self.weights.advance),
                )
            })
        };
        let (white, black) = (of_side(Colour::White), of_side(Colour::Black));
        let terms = |own: (i32, i32), other: (i32, i32)| Terms {
            men: own.0,
            advance: own.1,
            balance: own.0 + own.1 - other.0 - other.1,
        };
        [terms(white, black), terms(black, white)]
    }
}
