//! *Corridor*: positions, moves, and what search and solver need.
//!
//! - The board has 2 files and 10 ranks. Each side has at most four pieces.
//! - A pawn steps forward and captures one step diagonally forward. On the last rank it becomes a
//!   king or a rook. A king goes one step in any direction, a rook any number of steps along its rank
//!   or file.
//! - A side without a piece has lost. A side without a move draws or has lost, depending on the
//!   variant.
//! - The third repetition is a draw, and so are 20 plies without a capture or a pawn move.
//!
//! A position is seen by the side to move: its pieces are positive numbers, and they go up the board. The
//! other side sees the board turned by 180°.

use arrayvec::ArrayVec;
use jacquerie::game::value::Value;
use jacquerie::game::{Game, MoveCode, Outcome, PackedKey, Proof};
use serde::Deserialize;

pub const FILES: usize = 2;
pub const RANKS: usize = 10;
pub const SQUARES: usize = FILES * RANKS;
pub const MOST_PIECES: usize = 4;
pub const MOST_QUIET_PLIES: u16 = 20;
/// A rook has ten moves, and no piece has more.
const MOST_MOVES: usize = 10 * MOST_PIECES;

pub const PAWN: i8 = 1;
pub const KING: i8 = 2;
pub const ROOK: i8 = 3;

/// The steps of a pawn come first; those of a rook are the four in the middle.
const STEPS: [(isize, isize); 8] = [
    (-1, 1),
    (1, 1),
    (0, 1),
    (1, 0),
    (-1, 0),
    (0, -1),
    (1, -1),
    (-1, -1),
];

/// Squares are numbered rank by rank from a1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position(pub [i8; SQUARES]);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    pub from: u8,
    pub to: u8,
    /// The piece on the target square after the move.
    pub piece: i8,
}

type Moves = ArrayVec<Move, MOST_MOVES>;

fn towards(square: usize, files: isize, ranks: isize) -> Option<usize> {
    let file = (square % FILES).checked_add_signed(files)?;
    let rank = (square / FILES).checked_add_signed(ranks)?;
    (file < FILES && rank < RANKS).then_some(rank * FILES + file)
}

impl Position {
    pub fn piece_on(&self, square: u8) -> i8 {
        self.0[usize::from(square)]
    }

    /// The numbers of pieces of the side to move and of the other side.
    pub fn pieces(&self) -> [usize; 2] {
        [1, -1].map(|side| self.0.iter().filter(|piece| **piece * side > 0).count())
    }

    fn moves(&self) -> Moves {
        let mut moves = Moves::new();
        for (from, piece) in self.0.into_iter().enumerate() {
            let (steps, most) = match piece {
                PAWN => (&STEPS[..3], 1),
                KING => (&STEPS[..], 1),
                ROOK => (&STEPS[2..6], 9),
                _ => continue,
            };
            for (files, ranks) in steps {
                for far in 1..=most {
                    let Some(to) = towards(from, files * far, ranks * far) else {
                        break;
                    };
                    let is_capture = self.0[to] < 0;
                    if self.0[to] > 0 || piece == PAWN && is_capture != (*files != 0) {
                        break;
                    }
                    let becomes: &[i8] = match piece == PAWN && to >= SQUARES - FILES {
                        true => &[KING, ROOK],
                        false => &[piece],
                    };
                    let (from, to) = (from as u8, to as u8);
                    moves.extend(becomes.iter().map(|piece| Move {
                        from,
                        to,
                        piece: *piece,
                    }));
                    if is_capture {
                        break;
                    }
                }
            }
        }
        moves
    }

    /// No other position has the same number: each square has one of seven values.
    fn number(&self) -> u64 {
        let squares = self.0.iter();
        squares.fold(0, |number, piece| 7 * number + (piece + ROOK) as u64)
    }
}

/// The result for a side without a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NoMove {
    Draw,
    Loss,
}

/// In centipawns.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Weights {
    /// A pawn, a king, a rook.
    pub pieces: [i32; 3],
    /// For each rank that a pawn has advanced.
    pub advance: i32,
}

impl Default for Weights {
    fn default() -> Self {
        Self {
            pieces: [100, 200, 300],
            advance: 10,
        }
    }
}

/// The game, with the rule that a variant chooses.
#[derive(Clone, Debug)]
pub struct Corridor {
    pub no_move: NoMove,
    pub weights: Weights,
}

impl Game for Corridor {
    type Position = Position;
    type Move = Move;
    type List<T: Copy> = ArrayVec<T, MOST_MOVES>;
    type Key = PackedKey;

    const CAN_REPEAT: bool = true;
    const MOST_QUIET_PLIES: Option<u16> = Some(MOST_QUIET_PLIES);
    /// A piece and its target square.
    const HISTORY_SIZE: usize = 4 * SQUARES;

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        if position.pieces()[0] == 0 {
            return Some(Outcome::Loss);
        }
        position.moves().is_empty().then_some(match self.no_move {
            NoMove::Draw => Outcome::Draw,
            NoMove::Loss => Outcome::Loss,
        })
    }

    fn moves(&self, position: &Position) -> Moves {
        position.moves()
    }

    fn forcing_moves(&self, position: &Position) -> Moves {
        let mut moves = position.moves();
        moves.retain(|one| self.is_tactical(position, *one));
        moves
    }

    fn is_tactical(&self, position: &Position, played: Move) -> bool {
        position.piece_on(played.to) != 0 || position.piece_on(played.from) != played.piece
    }

    fn play(&self, position: &Position, played: Move) -> Position {
        let mut squares = position.0;
        squares[usize::from(played.from)] = 0;
        squares[usize::from(played.to)] = played.piece;
        squares.reverse();
        Position(squares.map(|piece| -piece))
    }

    fn is_irreversible(&self, position: &Position, played: Move) -> bool {
        position.piece_on(played.to) != 0 || position.piece_on(played.from) == PAWN
    }

    /// A side that can capture the last piece has won.
    fn prove(&self, position: &Position) -> Option<Proof> {
        if let Some(outcome) = self.outcome(position) {
            return Some(Proof::exactly(outcome, 0));
        }
        let mut moves = position.moves().into_iter();
        let wins =
            position.pieces()[1] == 1 && moves.any(|played| position.piece_on(played.to) != 0);
        wins.then_some(Proof::exactly(Outcome::Win, 1))
    }

    fn evaluate(&self, position: &Position) -> Value {
        /// Having the move is worth something, so no evaluation is exactly a draw.
        const TEMPO: i32 = 5;
        let [own, enemy] = self.worth(position);
        Value::guess(own - enemy + TEMPO)
    }

    fn key(&self, position: &Position) -> PackedKey {
        PackedKey::new(position.number().into(), false)
    }

    fn code(&self, played: Move, _: bool) -> MoveCode {
        let (from, to) = (u32::from(played.from), u32::from(played.to));
        MoveCode::new(from << 7 | to << 2 | played.piece as u32)
    }

    fn history_index(&self, _: &Position, played: Move) -> usize {
        played.piece as usize * SQUARES + usize::from(played.to)
    }

    fn order_score(&self, position: &Position, played: Move) -> i32 {
        match self.is_tactical(position, played) {
            true => 10_000 - i32::from(position.piece_on(played.to)),
            false => 0,
        }
    }
}

impl Corridor {
    /// The value of the pieces of the side to move, and of the other side.
    pub fn worth(&self, position: &Position) -> [i32; 2] {
        let weights = &self.weights;
        let side = |sign: i8, rank: &dyn Fn(usize) -> usize| {
            let pieces = position.0.iter().enumerate();
            let pieces = pieces.filter(|(_, piece)| **piece * sign > 0);
            let worth = pieces.map(|(square, piece)| match piece * sign {
                PAWN => weights.pieces[0] + weights.advance * rank(square / FILES) as i32,
                other => weights.pieces[other as usize - 1],
            });
            worth.sum()
        };
        [side(1, &|rank| rank), side(-1, &|rank| RANKS - 1 - rank)]
    }
}

impl From<Position> for [u64; 4] {
    fn from(position: Position) -> Self {
        [position.number(), 0, 0, 0]
    }
}
