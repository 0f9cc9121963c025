//! One king on every square: what the position would be worth, and which squares of the two kings
//! correspond.
//!
//! In an ending of blocked pawns the kings decide, and between them there is often only one thing to
//! know: where must my king be if the other one is there? Two squares *correspond* (they are related, sister or
//! co-ordinate squares) if with the kings on them the side to move spoils its result: a mutual
//! zugzwang. With the attacker to move nothing is won, and with the defender to move all is lost. So
//! each side wants to step onto the mate of the square where the other stands, and the whole ending
//! becomes one of numbered squares: V. Halberstadt and M. Duchamp, *L'opposition et les cases conjuguées
//! sont réconciliées*, 1932; K. Müller and F. Lamprecht, *Secrets of Pawn Endings*, 2007, pages 188 to 203.
//!
//! K. Church (*Co-ordinate Squares: A Solution to Many Chess Pawn Endgames*, 1978; IJCAI 1979) let a program
//! find them: of the squares where the defender is not known to be lost, it struck out those from which
//! it cannot step to a co-ordinate of every square that the attacker can step to, until nothing changed.
//! Here a game's [solver](crate::solve::solving::GameSolver) knows what every placement of the kings is worth, so
//! squares need only be read off:
//!
//! - For each square of the enemy king, the squares from which one's own king wins, or holds, with the
//!   enemy to move: where it is well to have stepped to ([`Coordinates::reached`]).
//! - The mutual zugzwangs among them. Each makes a pair of squares, and squares that are linked by pairs make
//!   a [`Class`]: books give all of its squares the same number.
//! - The *key squares*: from there the attacker wins whoever is to move and wherever the other king is. Books
//!   are less strict, and leave aside what a king could do that has gone behind the enemy's pawns.
//!
//! Everything but the kings stays where it is, for all of this, and no pawn may be captured en passant: such a right
//! lasts for one move, and what corresponds must last.
//!
//! It is for games of eight files with a king each, whatever else they have.

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
    /// The position with the king there is illegal; why, in a word or two.
    Impossible(&'static str),
    /// The position with the king there.
    Free(Box<dyn GameState>),
}

/// A position whose kings are moved about.
pub struct Root<'a> {
    variant: &'a dyn Variant,
    picture: Picture,
    turn: Colour,
    kings: [Square; 2],
    en_passant: String,
}

/// A board of kings: its size.
const SIZE: usize = 8;

impl<'a> Root<'a> {
    /// A position of a variant; `None` if it has no king on each side of a board of 64 squares.
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

    /// Where a side's king stands.
    #[must_use]
    pub const fn king(&self, colour: Colour) -> Square {
        self.kings[colour as usize]
    }

    /// What stands on a square.
    #[must_use]
    pub fn man(&self, square: Square) -> Option<Man> {
        self.picture.at(square.into())
    }

    /// Where anything but the kings stands.
    fn others(&self) -> Bitboard {
        let others = self.picture.men().filter(|(_, man)| man.kind() != 'K');
        others.filter_map(|(square, _)| square.square()).collect()
    }

    /// The position with the kings on two squares, White's first.
    ///
    /// # Errors
    /// Why it is illegal.
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

    /// What a square is for the king of the side to move, when everything else stays.
    ///
    /// Whether a pawn may be captured en passant rests on the move before, not on where this king stands. So the
    /// right is kept as long as there is a legal capture, unless the king stands where the pawn has come from or passed.
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

/// Which squares of the two kings belong together. All squares are as White sees them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Coordinates {
    /// Whose king is asked about: that of the side to move.
    pub own: Colour,
    /// What that side is to do: to win if the position is won. Else to hold, unless the enemy can win nowhere.
    pub goal: Goal,
    /// For each square of the enemy king: from where the goal is met with the enemy to move.
    reached: BySquare,
    /// For each square of the enemy king: where the own king can stand at all, with the enemy to move.
    possible: BySquare,
    /// What corresponds, as the attacker sees it: his foremost squares first.
    pub classes: Vec<Class>,
    /// From where the attacker wins, whoever is to move, wherever the other king is.
    pub keys: Bitboard,
}

/// Squares that are linked by pairs that correspond.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Class {
    /// The squares of the attacker's king that correspond to the same squares of the defender's, and
    /// these.
    pub mates: Vec<(Bitboard, Bitboard)>,
}

impl Class {
    /// All squares of the attacker's.
    #[must_use]
    pub fn attackers(&self) -> Bitboard {
        let squares = self.mates.iter().map(|(attackers, _)| *attackers);
        squares.fold(Bitboard::EMPTY, |all, one| all | one)
    }

    /// All squares of the defender's.
    #[must_use]
    pub fn defenders(&self) -> Bitboard {
        let squares = self.mates.iter().map(|(_, defenders)| *defenders);
        squares.fold(Bitboard::EMPTY, |all, one| all | one)
    }
}

impl Coordinates {
    /// Those of a position, where `value` knows what positions are worth; `None` where it does not know one.
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
        // With the enemy to move, by his king's square.
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

    /// Who attacks: the side that wins, if one does.
    #[must_use]
    pub const fn attacker(&self) -> Colour {
        match self.goal {
            Goal::Win => self.own,
            Goal::Draw => self.own.opponent(),
        }
    }

    /// With the enemy king there, and to move: from where the own king wins, or holds.
    #[must_use]
    pub const fn reached(&self, enemy_king: Square) -> Bitboard {
        self.reached[enemy_king.index()]
    }

    /// With the enemy king there, and to move: where the own king can stand at all.
    #[must_use]
    pub const fn possible(&self, enemy_king: Square) -> Bitboard {
        self.possible[enemy_king.index()]
    }
}

/// All placements of the kings among the other pieces with one side to move, by the square of the attacker's
/// king.
struct Pairs {
    /// Where the defender's king can stand.
    legal: BySquare,
    /// Where the attacker wins.
    won: BySquare,
}

/// A set of squares for each square.
type BySquare = Box<[Bitboard; 64]>;

impl Pairs {
    /// `None` where one is not known.
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

    /// Where the defender holds, with the attacker's king there.
    fn held(&self, attacking: Square) -> Bitboard {
        self.legal[attacking.index()] & !self.won[attacking.index()]
    }
}

fn by_square(set: impl Fn(Square) -> Bitboard) -> BySquare {
    Box::new(std::array::from_fn(|index| set(Square::at(index))))
}

/// The same relation by the other one of the two squares.
fn transposed(sets: &BySquare) -> BySquare {
    by_square(|other| {
        let all = Bitboard::ALL.into_iter();
        all.filter(|one| sets[one.index()].contains(other))
            .collect()
    })
}

/// Puts together the squares of the attacker's king that share mates, directly or by way of others.
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
