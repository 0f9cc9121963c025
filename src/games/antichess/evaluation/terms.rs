//! The terms: what the evaluation counts in a position.
//!
//! Pieces are counted by kind, rank and file: positive for the side to move, negative for the opponent. What
//! each side can do is counted separately, because it is worth more to the side to move: the number of quiet
//! moves, how many of them offer a piece, and what can be captured. Each such number falls into one of a few
//! classes, and each class has its own weight, because the step from one move to none matters far more than
//! the step from thirty to twenty-nine.
//!
//! Each term has two weights, one for a full board and one for an empty board. Between them, the weight is
//! interpolated. For example, kings are a burden at first and the best pieces to have at the end.

use crate::board::{Bitboard, Square};
use crate::engine::weights;
use crate::games::pieces::Kind;
use crate::games::pieces::position::{Position, THIRD};

/// The names of the terms in `engine.toml`, and how many numbers each of them has.
pub const TERMS: [(&str, usize); 12] = [
    ("pawn", PLACES),
    ("knight", PLACES),
    ("bishop", PLACES),
    ("rook", PLACES),
    ("queen", PLACES),
    ("king", PLACES),
    ("moves", MOVES.len() + 1),
    ("enemy_moves", MOVES.len() + 1),
    ("offers", OFFERS.len() + 1),
    ("enemy_offers", OFFERS.len() + 1),
    ("captures", CAPTURES.len() + 1),
    ("threats", CAPTURES.len() + 1),
];

/// Eight ranks, and four files from the edge to the middle.
const PLACES: usize = 12;
/// Upper bounds of the classes of quiet moves; the last class has none.
const MOVES: [u32; 11] = [0, 1, 2, 3, 4, 6, 9, 13, 18, 25, 34];
/// Upper bounds of the classes of moves that offer a piece.
const OFFERS: [u32; 5] = [0, 1, 2, 4, 7];
/// Upper bounds of the classes of pieces that can be captured.
const CAPTURES: [u32; 3] = [0, 1, 2];

/// The total count of numbers in all terms.
pub const NUMBERS: usize = weights::count(&TERMS);

/// The index at which the terms that are not about pieces begin.
const ABILITIES: usize = PLACES * Kind::ALL.len();

/// The maximum number of pieces that both sides can have together.
pub const FULL: i32 = 32;

/// Calls `tell` for each number that is not zero, with its index and the count.
#[inline(always)]
pub fn count(position: &Position, mut tell: impl FnMut(usize, i32)) {
    let (own, enemy) = (position.own(), position.enemy());
    for kind in Kind::ALL {
        let first = PLACES * kind.index();
        let men = position.of(kind);
        for square in men & own {
            let [rank, file] = places(square);
            tell(first + rank, 1);
            tell(first + file, 1);
        }
        for square in (men & enemy).flip() {
            let [rank, file] = places(square);
            tell(first + rank, -1);
            tell(first + file, -1);
        }
    }
    classes(position, &Attacks::of(position), |class| {
        tell(ABILITIES + class, 1);
    });
}

/// The squares on which each side could capture, seen from the side to move.
#[derive(Clone, Copy, Debug)]
pub struct Attacks {
    /// The squares attacked by the side to move.
    pub own: Bitboard,
    /// The squares attacked by the opponent.
    pub enemy: Bitboard,
}

impl Attacks {
    /// The attacks in a position.
    #[inline(always)]
    #[must_use]
    pub fn of(position: &Position) -> Self {
        Self {
            own: position.attacked(),
            enemy: position.turned().attacked().flip(),
        }
    }
}

/// The number of classes of abilities.
pub const CLASSES: usize = NUMBERS - ABILITIES;

/// Calls `tell` with the class of each ability: one class per term.
#[inline(always)]
pub fn classes(position: &Position, attacks: &Attacks, mut tell: impl FnMut(usize)) {
    let turned = position.turned();
    // Only the side to move may capture en passant.
    let (own, enemy) = (position.own(), position.enemy());
    let by_pawns = (own & position.pawns()).up().beside();
    let own_targets = (attacks.own & enemy) | (by_pawns & position.en_passant());
    let enemy_targets = attacks.enemy & own;
    let own = abilities(position, attacks.enemy);
    let enemy = abilities(&turned, attacks.own.flip());
    let mut first = 0;
    let mut put = |classes: &[u32], number: u32| {
        let class = classes.iter().take_while(|most| number > **most).count();
        tell(first + class);
        first += classes.len() + 1;
    };
    put(&MOVES, own.moves);
    put(&MOVES, enemy.moves);
    put(&OFFERS, own.offers);
    put(&OFFERS, enemy.offers);
    put(&CAPTURES, own_targets.count());
    put(&CAPTURES, enemy_targets.count());
}

/// The indices at which the rank and the file of a piece are counted.
#[inline(always)]
fn places(square: Square) -> [usize; 2] {
    let file = square.file().index();
    [square.rank().index(), 8 + file.min(7 - file)]
}

/// What a side could do if it had nothing to capture.
struct Abilities {
    /// The quiet moves; a promoting pawn counts once.
    moves: u32,
    /// The moves that put a piece where it can be captured.
    offers: u32,
}

/// The abilities of the side to move; `attacked` are the squares on which the opponent could capture.
#[inline(always)]
fn abilities(position: &Position, attacked: Bitboard) -> Abilities {
    let open = !position.men();
    let pawns = position.own() & position.pawns();
    let single = pawns.up() & open;
    let double = (single & THIRD).up() & open;
    let mut found = Abilities {
        moves: single.count() + double.count(),
        offers: (single & attacked).count() + (double & attacked).count(),
    };
    for from in position.own() & !pawns {
        let to = position.attacks(from, open) & open;
        found.moves += to.count();
        found.offers += (to & attacked).count();
    }
    found
}

impl Position {
    /// All squares on which the side to move could capture.
    fn attacked(&self) -> Bitboard {
        let own = self.own();
        (own & self.pawns()).up().beside() | self.attacks_of(own, !self.men())
    }
}
