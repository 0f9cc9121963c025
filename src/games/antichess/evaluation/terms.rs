//! The terms: what is counted of a position.
//!
//! Men are counted by kind, rank and file, for the mover and against him for the opponent. What the two
//! sides can do is counted apart, since a move is worth most to who has it: how many quiet moves there
//! are, how many of them offer a man, and what can be captured. Such a number falls into one of a few
//! classes, each with a weight of its own, because the step from one move to none is another one than
//! from thirty to twenty-nine.
//!
//! Each term has two weights, one for a board full of men and one for an empty board; between them it is
//! a matter of proportion. Kings, say, are a burden first and the best men to have last.

use crate::board::{Bitboard, Square};
use crate::engine::weights;
use crate::games::pieces::Kind;
use crate::games::pieces::position::{Position, THIRD};

/// What is counted, by the names in `engine.toml`, and how many numbers each has.
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

/// The eight ranks, and the files from the edge to the middle.
const PLACES: usize = 12;
/// The most quiet moves of each class but the last.
const MOVES: [u32; 11] = [0, 1, 2, 3, 4, 6, 9, 13, 18, 25, 34];
/// The most moves that offer a man.
const OFFERS: [u32; 5] = [0, 1, 2, 4, 7];
/// The most men that can be taken.
const CAPTURES: [u32; 3] = [0, 1, 2];

/// How many numbers all terms have together.
pub const NUMBERS: usize = weights::count(&TERMS);

/// Where the terms begin that are no men.
const ABILITIES: usize = PLACES * Kind::ALL.len();

/// The most men that both sides can have.
pub const FULL: i32 = 32;

/// Tells each number that is not zero: its place among all, and the count.
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

/// The squares to which a side could capture, as the side to move sees the board.
#[derive(Clone, Copy, Debug)]
pub struct Attacks {
    /// Those of the side to move.
    pub own: Bitboard,
    /// Those of the other side.
    pub enemy: Bitboard,
}

impl Attacks {
    /// Those of a position.
    #[inline(always)]
    #[must_use]
    pub fn of(position: &Position) -> Self {
        Self {
            own: position.attacked(),
            enemy: position.turned().attacked().flip(),
        }
    }
}

/// How many classes of abilities there are.
pub const CLASSES: usize = NUMBERS - ABILITIES;

/// Tells the class of each ability: one of each term.
#[inline(always)]
pub fn classes(position: &Position, attacks: &Attacks, mut tell: impl FnMut(usize)) {
    let turned = position.turned();
    let own_targets = position.capture_targets();
    let enemy_targets = turned.capture_targets();
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

/// Where a man's rank and his file are counted.
#[inline(always)]
fn places(square: Square) -> [usize; 2] {
    let file = square.file().index();
    [square.rank().index(), 8 + file.min(7 - file)]
}

/// What a side could do, had it nothing to capture.
struct Abilities {
    /// Its quiet moves; a pawn that arrives counts once.
    moves: u32,
    /// Those by which the man that moves comes to where he can be taken.
    offers: u32,
}

/// Those of the side to move; `attacked` are the squares to which the other side could capture.
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
    /// Every square to which the side to move could capture.
    fn attacked(&self) -> Bitboard {
        let own = self.own();
        (own & self.pawns()).up().beside() | self.attacks_of(own, !self.men())
    }
}
