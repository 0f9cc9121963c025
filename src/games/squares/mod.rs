//! One king on every square: the values of the position, and which squares of the two kings correspond.
//!
//! In an ending of blocked pawns the kings decide. Two squares *correspond* (they are also called related,
//! sister or co-ordinate squares) if with the kings on them the side to move spoils its result: a mutual
//! zugzwang. With the attacker to move nothing is won; with the defender to move all is lost. So each side
//! wants to step onto the square that corresponds to the other king's, and the ending becomes one of numbered
//! squares: V. Halberstadt and M. Duchamp, *L'opposition et les cases conjuguées sont réconciliées*, 1932; K.
//! Müller and F. Lamprecht, *Secrets of Pawn Endings*, 2007, pages 188 to 203.
//!
//! K. Church (*Co-ordinate Squares: A Solution to Many Chess Pawn Endgames*, 1978; IJCAI 1979) had a program
//! find them by elimination. Here a game's [solver](crate::solve::solving::GameSolver) knows the value of
//! every placement of the kings, so the squares are read off:
//!
//! - For each square of the enemy king: the squares from which one's own king wins, or holds, with the enemy
//!   to move ([`Coordinates::reached`]).
//! - The mutual zugzwangs among them. Each makes a pair of squares, and squares linked by pairs make a
//!   [`Class`]: books give all of its squares the same number.
//! - The *key squares*: from there the attacker wins with either side to move, wherever the other king is.
//!   Books are less strict: they ignore kings that have gone behind the enemy's pawns.
//!
//! Everything but the kings stays in place, and no pawn may be captured en passant: such a right lasts for
//! one move, and corresponding squares must last. Any game with eight files and a king on each side can use
//! this.

mod command;
mod finding;
mod svg;
mod text;
mod told;

pub use command::COMMAND;
pub use finding::find;

use crate::board::{Bitboard, Colour, Square};
use crate::engine::Variant;
use crate::game::Outcome;
use crate::game::bounds::Goal;
use crate::game::fen::{FenError, placement};
use crate::game::picture::{Man, Picture};
use crate::game::setup::IllegalSetup;
use crate::game::state::GameState;

/// A square, for the king of the side to move.
#[derive(Debug)]
pub enum Place {
    /// Another piece stands there.
    Taken,
    /// The position with the king there is illegal, with a short reason.
    Impossible(&'static str),
    /// The position with the king there.
    Free(Box<dyn GameState>),
}

/// A position with movable kings.
pub struct Root<'a> {
    variant: &'a dyn Variant,
    picture: Picture,
    turn: Colour,
    kings: [Square; 2],
    en_passant: String,
}

/// The number of files and ranks.
const SIZE: usize = 8;

impl<'a> Root<'a> {
    /// A position of a variant; `None` unless the board has 64 squares and each side has a king.
    pub fn new(variant: &'a dyn Variant, state: &dyn GameState) -> Option<Self> {
        let picture = state.picture();
        if (picture.files(), picture.ranks()) != (SIZE, SIZE) {
            return None;
        }
        let king = |colour| {
            let king = Man::new(colour, 'K');
            let (square, _) = picture.men().find(|(_, man)| *man == king)?;
            square.square()
        };
        let en_passant = state.fen().split(' ').nth(3)?.to_owned();
        Some(Self {
            variant,
            turn: state.turn(),
            kings: [king(Colour::White)?, king(Colour::Black)?],
            picture,
            en_passant,
        })
    }

    /// The square of a side's king.
    #[must_use]
    pub const fn king(&self, colour: Colour) -> Square {
        self.kings[colour as usize]
    }

    /// The piece on a square.
    #[must_use]
    pub fn man(&self, square: Square) -> Option<Man> {
        self.picture.at(square.into())
    }

    /// The squares of all pieces but the kings.
    fn others(&self) -> Bitboard {
        let others = self.picture.men().filter(|(_, man)| man.kind() != 'K');
        others.filter_map(|(square, _)| square.square()).collect()
    }

    /// The position with the kings on two squares, White's first.
    ///
    /// # Errors
    /// Returns why the position is illegal.
    fn with_kings(
        &self,
        kings: [Square; 2],
        turn: Colour,
        en_passant: &str,
    ) -> Result<Box<dyn GameState>, FenError> {
        let picture = Picture::new(SIZE, SIZE, |place| {
            let colours = [Colour::White, Colour::Black];
            let mut kings = colours.into_iter().zip(kings);
            let king = kings.find(|(_, king)| place.square() == Some(*king));
            match king {
                Some((colour, _)) => Some(Man::new(colour, 'K')),
                None => self.picture.at(place).filter(|man| man.kind() != 'K'),
            }
        });
        let turn = turn.letter();
        let fen = format!("{} {turn} - {en_passant} 0 1", placement(&picture));
        self.variant.read_fen(&fen)
    }

    /// What a square is for the king of the side to move, when everything else stays in place.
    ///
    /// A right to capture en passant depends on the previous move, not on this king's square. So the right is
    /// kept while there is a legal capture, unless the king stands where the pawn came from or passed.
    #[must_use]
    pub fn place(&self, square: Square) -> Place {
        let other = self.king(self.turn.opponent());
        if self.others().contains(square) || square == other {
            return Place::Taken;
        }
        let mut kings = self.kings;
        kings[self.turn as usize] = square;
        let with = |en_passant: &str| self.with_kings(kings, self.turn, en_passant);
        let read = match with(&self.en_passant) {
            Err(FenError::Illegal(IllegalSetup::EnPassant { .. })) => with("-"),
            read => read,
        };
        match read {
            Ok(state) => Place::Free(state),
            Err(FenError::Illegal(IllegalSetup::KingsTouch(..))) => {
                Place::Impossible("beside king")
            }
            Err(_) => Place::Impossible("illegal"),
        }
    }
}

/// The corresponding squares of the two kings. All squares are as White sees them.
///
/// Church's program started with the squares where the defender is not known to lose. It removed those from
/// which the defender cannot step to a co-ordinate of every square that the attacker can step to, until
/// nothing changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Coordinates {
    /// The side to move, whose king is examined.
    pub own: Colour,
    /// The goal of that side: to hold if the position is not won and the enemy wins with the kings on some
    /// squares; otherwise to win.
    pub goal: Goal,
    /// For each square of the enemy king: the squares that meet the goal, with the enemy to move.
    reached: BySquare,
    /// For each square of the enemy king: the legal squares of one's own king, with the enemy to move.
    possible: BySquare,
    /// The classes from the attacker's side, the most advanced squares of its king first.
    pub classes: Vec<Class>,
    /// The squares from which the attacker wins with either side to move, wherever the other king is.
    pub keys: Bitboard,
}

/// Squares that are linked by corresponding pairs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Class {
    /// Pairs of sets: the squares of the attacker's king that correspond to the same squares of the
    /// defender's king, and those squares.
    pub mates: Vec<(Bitboard, Bitboard)>,
}

impl Class {
    /// All squares of the attacker's king.
    #[must_use]
    pub fn attackers(&self) -> Bitboard {
        let squares = self.mates.iter().map(|(attackers, _)| *attackers);
        squares.fold(Bitboard::EMPTY, |all, one| all | one)
    }

    /// All squares of the defender's king.
    #[must_use]
    pub fn defenders(&self) -> Bitboard {
        let squares = self.mates.iter().map(|(_, defenders)| *defenders);
        squares.fold(Bitboard::EMPTY, |all, one| all | one)
    }
}

impl Coordinates {
    /// The squares of a position. `value` gives the values of positions; the result is `None` if one is
    /// unknown.
    pub fn new(root: &Root<'_>, value: impl Fn(&dyn GameState) -> Option<Outcome>) -> Option<Self> {
        let own = root.turn;
        let pairs = |attacker: Colour| {
            let turns = [attacker, attacker.opponent()];
            let [first, second] = turns.map(|turn| Pairs::new(root, attacker, turn, &value));
            Some([first?, second?])
        };
        let enemys = pairs(own.opponent())?;
        let Place::Free(here) = root.place(root.king(own)) else {
            return None;
        };
        let is_won = value(&*here)? == Outcome::Win;
        let (goal, [first, second]) = match !is_won && enemys.iter().any(Pairs::can_be_won) {
            true => (Goal::Draw, enemys),
            false => (Goal::Win, pairs(own)?),
        };
        let attacker = match goal {
            Goal::Win => own,
            Goal::Draw => own.opponent(),
        };
        // The squares with the enemy to move, indexed by the square of its king.
        let (reached, possible) = match goal {
            Goal::Win => (transposed(&second.won), transposed(&second.legal)),
            Goal::Draw => (by_square(|one| first.held(one)), first.legal.clone()),
        };
        let mates = by_square(|one| first.held(one) & second.won[one.index()]);
        let is_key = |one: &Square| {
            let legal = first.legal[one.index()] | second.legal[one.index()];
            legal.any() && (first.held(*one) | second.held(*one)).is_empty()
        };
        Some(Self {
            own,
            goal,
            reached,
            possible,
            classes: classes(attacker, &mates),
            keys: Bitboard::ALL.into_iter().filter(is_key).collect(),
        })
    }

    /// The attacker: the side that wins, if one does.
    #[must_use]
    pub const fn attacker(&self) -> Colour {
        match self.goal {
            Goal::Win => self.own,
            Goal::Draw => self.own.opponent(),
        }
    }

    /// The squares from which one's own king wins, or holds, with the enemy king there and to move.
    #[must_use]
    pub const fn reached(&self, enemy_king: Square) -> Bitboard {
        self.reached[enemy_king.index()]
    }

    /// The legal squares of one's own king, with the enemy king there and to move.
    #[must_use]
    pub const fn possible(&self, enemy_king: Square) -> Bitboard {
        self.possible[enemy_king.index()]
    }
}

/// All placements of the kings among the other pieces with one side to move, by the square of the attacker's
/// king.
struct Pairs {
    /// The legal squares of the defender's king.
    legal: BySquare,
    /// The squares of the defender's king with which the attacker wins.
    won: BySquare,
}

/// A set of squares for each square.
type BySquare = Box<[Bitboard; 64]>;

impl Pairs {
    /// All placements of the kings; `None` if a value is unknown.
    fn new(
        root: &Root<'_>,
        attacker: Colour,
        turn: Colour,
        value: &impl Fn(&dyn GameState) -> Option<Outcome>,
    ) -> Option<Self> {
        let free = !root.others();
        let mut pairs = Self {
            legal: by_square(|_| Bitboard::EMPTY),
            won: by_square(|_| Bitboard::EMPTY),
        };
        let wins = match attacker == turn {
            true => Outcome::Win,
            false => Outcome::Loss,
        };
        for attacking in free {
            for defending in free & !Bitboard::of(attacking) {
                let kings = match attacker {
                    Colour::White => [attacking, defending],
                    Colour::Black => [defending, attacking],
                };
                if let Ok(state) = root.with_kings(kings, turn, "-") {
                    pairs.legal[attacking.index()] |= Bitboard::of(defending);
                    if value(&*state)? == wins {
                        pairs.won[attacking.index()] |= Bitboard::of(defending);
                    }
                }
            }
        }
        Some(pairs)
    }

    fn can_be_won(&self) -> bool {
        self.won.iter().any(|one| one.any())
    }

    /// The squares where the defender holds, with the attacker's king there.
    fn held(&self, attacking: Square) -> Bitboard {
        self.legal[attacking.index()] & !self.won[attacking.index()]
    }
}

fn by_square(set: impl Fn(Square) -> Bitboard) -> BySquare {
    Box::new(std::array::from_fn(|index| set(Square::at(index))))
}

/// The same relation, indexed by the other square.
fn transposed(sets: &BySquare) -> BySquare {
    by_square(|other| {
        let all = Bitboard::ALL.into_iter();
        all.filter(|one| sets[one.index()].contains(other))
            .collect()
    })
}

/// Groups the squares of the attacker's king that share corresponding squares, directly or through others.
fn classes(attacker: Colour, mates: &BySquare) -> Vec<Class> {
    let all = Bitboard::ALL.into_iter();
    let mut squares: Vec<Square> = all.filter(|one| mates[one.index()].any()).collect();
    squares.sort_by_key(|one| {
        let rank = one.seen_by(attacker).rank();
        (rank.flip(), one.file())
    });
    let mut classes = Vec::new();
    while let Some(first) = squares.first() {
        let mut linked = mates[first.index()];
        let mut before = Bitboard::EMPTY;
        while linked != before {
            before = linked;
            let found = squares.iter().map(|one| mates[one.index()]);
            let found = found.filter(|own| own.meets(before));
            linked = found.fold(before, |all, own| all | own);
        }
        let is_linked = |one: &Square| mates[one.index()].meets(linked);
        let (members, rest): (Vec<Square>, Vec<Square>) =
            squares.iter().partition(|one| is_linked(one));
        let mut rows: Vec<(Bitboard, Bitboard)> = Vec::new();
        for one in members {
            let own = mates[one.index()];
            match rows.iter_mut().find(|(_, known)| *known == own) {
                Some((attackers, _)) => *attackers |= Bitboard::of(one),
                None => rows.push((Bitboard::of(one), own)),
            }
        }
        classes.push(Class { mates: rows });
        squares = rest;
    }
    classes
}
