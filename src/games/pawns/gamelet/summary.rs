//! The results of one gamelet by itself: which side wins there, and what passing changes.
//!
//! # Three games
//! A gamelet is treated as if all other pawns on the board were blocked. A side with pawns elsewhere has not
//! lost when its last pawn here is taken; it only has no more moves. That is the first game, *neither side
//! passes*; for a position of a single gamelet it is the real one. On a real board, players move elsewhere in
//! between. At the extreme, one side has enough moves elsewhere and the other has none. So there are two more
//! games, *White may pass* and *Black may pass*: that side may pass at every turn, while the other must move
//! here. A pass is a ply. The side that must move and cannot is stuck on the whole board, so the stalemate
//! rule applies. The side that may pass is never stuck, and its pawns elsewhere count as pawns. Each game is
//! played with White first and with Black first: six results. The games end, because no two passes follow
//! each other. The lengths of wins are exact, including the step to the last rank.
//!
//! # Zugzwang
//! A side is in zugzwang if it has a move here, neither side passes, and it gets a worse result if it begins
//! than if the other side begins. If both sides are, the zugzwang is mutual. A side without a move is not in
//! zugzwang but stuck. A gamelet *holds a losing move* for a side that loses if it begins and must make all
//! its moves here while the other may pass: such a move loses for a player with no moves elsewhere.
//!
//! None of these results adds up over the whole board, because a player need not answer where the other
//! moved. Only the spare moves do ([`Part::is_worth`]).
//!
//! # How it is found
//! A search with memory finds whether White, and whether Black, can force a win within a number of plies:
//! first without a limit, then with growing limits. The only shortcuts are the game's end and the seventh rank.

use std::collections::HashMap;

use thiserror::Error;

use super::table::Gamelets;
use super::worth::{Aim, MOST_SPARE, Part, children};
use crate::board::{Bitboard, Colour};
use crate::game::Outcome;
use crate::games::pawns::key::value_key;
use crate::games::pawns::position::{FIRST, LAST, SECOND, SEVENTH};
use crate::games::pawns::{Diagram, Position, Stalemate};

/// The maximum number of pawns in a gamelet that is examined.
pub const MOST_PAWNS: u32 = 12;
/// The maximum number of answers stored for one game; a game that needs more is given up.
const MOST_ANSWERS: usize = 1 << 20;

/// A gamelet is too large to be examined within about a second.
#[derive(Clone, Copy, PartialEq, Eq, Error, Debug)]
pub enum TooLarge {
    /// The gamelet was not tried.
    #[error("too large to examine ({0} pawns, at most {MOST_PAWNS})")]
    Pawns(u32),
    /// The gamelet was tried and given up.
    #[error("too large to examine ({0} pawns that can reach too many positions)")]
    Positions(u32),
}

/// How a game ends with best play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BestPlay {
    /// Neither side wins.
    Draw,
    /// One side wins.
    Win {
        /// The winner.
        winner: Colour,
        /// The number of plies, passes included.
        plies: u16,
    },
}

impl BestPlay {
    /// The outcome for one side.
    #[must_use]
    pub fn seen_by(self, side: Colour) -> Outcome {
        match self {
            Self::Draw => Outcome::Draw,
            Self::Win { winner, .. } if winner == side => Outcome::Win,
            Self::Win { .. } => Outcome::Loss,
        }
    }
}

/// How many moves a side has to spare in a gamelet where the other begins: the number it can make there
/// besides its answers without losing there. A negative number counts the moves that it needs elsewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spare {
    /// The side loses there, however many moves it has elsewhere.
    Lost,
    /// It has this many moves to spare.
    Moves(i8),
    /// It has as many moves to spare as any position could need.
    Any,
}

/// The sides that would rather not begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Zugzwang {
    /// Neither side.
    None,
    /// Only this side.
    Of(Colour),
    /// Both sides.
    Mutual,
}

/// The results of one gamelet by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Summary {
    /// The results, by the side that may pass (neither, White, Black), then by the side that begins.
    endings: [[BestPlay; 2]; 3],
    can_move: [bool; 2],
    spare: Option<[Spare; 2]>,
}

const COLOURS: [Colour; 2] = [Colour::White, Colour::Black];
const PASSERS: [Option<Colour>; 3] = [None, Some(Colour::White), Some(Colour::Black)];

impl Summary {
    /// Examines the files of one part of a position that is not over.
    ///
    /// # Errors
    /// If it is too large.
    pub fn of(
        diagram: &Diagram,
        files: Bitboard,
        stalemate: Stalemate,
        gamelets: &Gamelets,
    ) -> Result<Self, TooLarge> {
        let part = diagram.position.within(files);
        if part.pawns() > MOST_PAWNS {
            return Err(TooLarge::Pawns(part.pawns()));
        }
        let begun_by = |first| match first == diagram.turn {
            true => part,
            false => part.passed(),
        };
        let elsewhere = COLOURS.map(|side| !(diagram.pawns(side) & !files).is_empty());
        let mut endings = [[BestPlay::Draw; 2]; 3];
        for (passer, endings) in PASSERS.into_iter().zip(&mut endings) {
            let mut game = PassingGame::new(stalemate, passer, elsewhere);
            for (first, ending) in COLOURS.into_iter().zip(endings) {
                *ending = game
                    .ending(&begun_by(first), first)
                    .ok_or(TooLarge::Positions(part.pawns()))?;
            }
        }
        let is_narrow = (part.own() | part.enemy()).count_files() <= Gamelets::MOST_FILES;
        Ok(Self {
            endings,
            can_move: COLOURS.map(|side| !begun_by(side).move_sets().is_empty()),
            spare: is_narrow.then(|| {
                COLOURS.map(|keeper| spare(begun_by(keeper.opponent()), Aim::Hold, gamelets))
            }),
        })
    }

    /// How the gamelet ends with best play if `first` begins and `passer` may pass.
    #[must_use]
    pub fn ending(&self, passer: Option<Colour>, first: Colour) -> BestPlay {
        let game = passer.map_or(0, |side| 1 + side as usize);
        self.endings[game][first as usize]
    }

    /// Whether a side has a move there now.
    #[must_use]
    pub fn can_move(&self, side: Colour) -> bool {
        self.can_move[side as usize]
    }

    /// How many moves a side has to spare where the other begins; `None` if there are too many files to count
    /// them.
    #[must_use]
    pub fn spare(&self, side: Colour) -> Option<Spare> {
        self.spare.map(|spare| spare[side as usize])
    }

    /// The sides that are in zugzwang when it is their turn.
    #[must_use]
    pub fn zugzwang(&self) -> Zugzwang {
        let suffers = |side: Colour| {
            let begun_by = |first| self.ending(None, first).seen_by(side);
            self.can_move(side) && begun_by(side) < begun_by(side.opponent())
        };
        match COLOURS.map(suffers) {
            [true, true] => Zugzwang::Mutual,
            [true, false] => Zugzwang::Of(Colour::White),
            [false, true] => Zugzwang::Of(Colour::Black),
            [false, false] => Zugzwang::None,
        }
    }

    /// Whether a side loses there if it begins and has no move elsewhere, while the other may pass.
    #[must_use]
    pub fn holds_losing_move(&self, side: Colour) -> bool {
        let ending = self.ending(Some(side.opponent()), side);
        self.can_move(side) && ending.seen_by(side) == Outcome::Loss
    }
}

/// The maximum number of moves that the keeper has to spare in a gamelet in which the opponent, to move,
/// begins.
pub(super) fn spare(gamelet: Position, aim: Aim, gamelets: &Gamelets) -> Spare {
    let part = Part::Second(gamelet);
    let is_worth = |spare| part.is_worth(aim, spare, gamelets);
    if is_worth(MOST_SPARE) {
        return Spare::Any;
    }
    // Counts up from zero while the gamelet is worth that much, or down until it is.
    let most = if is_worth(0) {
        (0..MOST_SPARE).take_while(|few| is_worth(*few)).last()
    } else {
        (-MOST_SPARE..0).rev().find(|few| is_worth(*few))
    };
    most.map_or(Spare::Lost, Spare::Moves)
}

/// One of the three games, and its known answers.
struct PassingGame {
    stalemate: Stalemate,
    passer: Option<Colour>,
    /// Whether each side has pawns elsewhere.
    elsewhere: [bool; 2],
    known: HashMap<u128, Known>,
}

/// What is known about a forced win: there is none within `not_within` plies, but there is one within
/// `within`.
#[derive(Clone, Copy)]
struct Known {
    not_within: u16,
    within: u16,
}

/// A number of plies that is greater than that of any game.
const UNLIMITED: u16 = u16::MAX - 1;

impl PassingGame {
    fn new(stalemate: Stalemate, passer: Option<Colour>, elsewhere: [bool; 2]) -> Self {
        Self {
            stalemate,
            passer,
            elsewhere,
            known: HashMap::new(),
        }
    }

    /// How the game ends with best play; `None` if that takes too many positions.
    fn ending(&mut self, seen: &Position, mover: Colour) -> Option<BestPlay> {
        for winner in COLOURS {
            if self.is_won(seen, mover, winner, UNLIMITED)? {
                for plies in 0..UNLIMITED {
                    if self.is_won(seen, mover, winner, plies)? {
                        return Some(BestPlay::Win { winner, plies });
                    }
                }
            }
        }
        Some(BestPlay::Draw)
    }

    /// Whether `winner` forces a win within this many plies.
    fn is_won(
        &mut self,
        seen: &Position,
        mover: Colour,
        winner: Colour,
        plies: u16,
    ) -> Option<bool> {
        if let Some(ending) = self.known_ending(seen, mover) {
            return Some(
                matches!(ending, BestPlay::Win { winner: known, plies: needed }
                if known == winner && needed <= plies),
            );
        }
        let sides = (mover as u128) << 1 | winner as u128;
        let key = value_key(seen).bits() << 2 | sides;
        let mut known = self.known.get(&key).copied().unwrap_or(Known {
            not_within: 0,
            within: u16::MAX,
        });
        if plies <= known.not_within || plies >= known.within {
            return Some(plies >= known.within);
        }
        let left = if plies == UNLIMITED { plies } else { plies - 1 };
        let wants_win = mover == winner;
        let mut is_won = !wants_win;
        let pass = (self.passer == Some(mover)).then(|| seen.passed());
        for child in children(seen).into_iter().chain(pass) {
            if self.is_won(&child, mover.opponent(), winner, left)? == wants_win {
                is_won = wants_win;
                break;
            }
        }
        match is_won {
            true => known.within = plies,
            false => known.not_within = plies,
        }
        self.known.insert(key, known);
        (self.known.len() <= MOST_ANSWERS).then_some(is_won)
    }

    /// How the game ends, if the rules or the seventh rank decide at once.
    fn known_ending(&self, seen: &Position, mover: Colour) -> Option<BestPlay> {
        let (own, enemy) = (seen.own(), seen.enemy());
        let may_pass = self.passer == Some(mover);
        let win = |winner, plies| Some(BestPlay::Win { winner, plies });
        if own.meets(LAST) {
            return win(mover, 0);
        }
        let has_pawn = own.any() || may_pass || self.elsewhere[mover as usize];
        if enemy.meets(FIRST) || !has_pawn {
            return win(mover.opponent(), 0);
        }
        if own.meets(SEVENTH) {
            return win(mover, 1);
        }
        if !may_pass && seen.move_sets().is_empty() {
            return match self.stalemate {
                Stalemate::Draw => Some(BestPlay::Draw),
                Stalemate::Loss => win(mover.opponent(), 0),
            };
        }
        if enemy.meets(SECOND) {
            // Nothing captures that pawn, because no pawn stands behind it.
            return win(mover.opponent(), 2);
        }
        None
    }
}
