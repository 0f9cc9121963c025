//! Making the table of a structure: retrograde analysis, for all squares of White's king at once.
//!
//! The moves that [leave](super::leaving) the structure come first: their values are read from the tables
//! they lead to. Then come the kings' steps within it, level by level. Before level n, all positions that are
//! won or lost in fewer than n plies are known. At level n, these are settled:
//!
//! - won: those with a step to a position lost in n − 1, or another move of the same value;
//! - lost: those from which every step leads to a position won in fewer than n, and no other move is better.
//!
//! What no level reaches is drawn. A set of placements is 64 words, one for each square of Black's king, in
//! which White's king is a bit. White's steps are shifts within the words; Black's join the words of eight
//! neighbours. So a level takes a few hundred operations, and no position is handled alone until its value is
//! written.

use multiversion::multiversion;

use super::leaving;
use super::placements::Set;
use super::table::{Placements, Table};
use crate::board::Colour;
use crate::game::Outcome;
use crate::games::kings::structure::Structure;
use crate::solve::tiers::{Planned, Tier, Unmade, Worth};

/// A table with longer wins is not made: their numbers would come close to those of draws.
const LONGEST: u16 = 9_000;

impl Tier for Structure {
    type Rules = ();
    type Table = Table;

    /// No pawn stands on the first rank.
    fn key(self) -> u128 {
        u128::from(self.white.bits()) << 56 ^ u128::from(self.black.bits() >> 8)
    }

    fn steps(self) -> u32 {
        self.steps()
    }

    fn for_each_successor(self, visit: impl FnMut(Self)) {
        self.for_each_successor(visit);
    }

    /// The computation takes only a moment, so `gives_up` is not checked.
    fn make<'t>(
        self,
        (): &(),
        known: &impl Fn(Self) -> Option<&'t Table>,
        _gives_up: &dyn Fn() -> bool,
    ) -> Result<Table, Unmade> {
        make(self, known)
    }
}

impl Planned for Structure {
    fn table_bytes(self) -> usize {
        Table::BYTES
    }

    /// The legal positions.
    fn positions(self) -> u64 {
        self.positions(Colour::White) + self.positions(Colour::Black)
    }

    fn to_bytes(table: &Table) -> Vec<u8> {
        table.to_bytes()
    }

    fn read_table(self, bytes: &[u8]) -> Option<Table> {
        Table::from_bytes(bytes)
    }
}

/// Makes the table of a structure. `known` has the tables of all its
/// [successors](Structure::for_each_successor).
///
/// # Errors
/// If a table is missing, or a win takes longer than a table can store.
pub fn make<'t>(
    structure: Structure,
    known: &impl Fn(Structure) -> Option<&'t Table>,
) -> Result<Table, Unmade> {
    let leaving = leaving::best(structure, known).ok_or(Unmade::Missing)?;
    let mut white = Half::new(structure, Colour::White, &leaving);
    let mut black = Half::new(structure, Colour::Black, &leaving);
    let mut sides = leaving;
    let [of_white, of_black] = &mut *sides;
    white.legal.draw(of_white);
    black.legal.draw(of_black);
    for level in 0..=LONGEST {
        let new_white = white.reached(&black, level);
        let new_black = black.reached(&white, level);
        let is_quiet = new_white.is_empty() && new_black.is_empty();
        white.take(&new_white, level, of_white);
        black.take(&new_black, level, of_black);
        if is_quiet && white.is_done(level) && black.is_done(level) {
            return Ok(Table::new(sides));
        }
    }
    Err(Unmade::TooLong)
}

/// Placements that are settled at a level.
struct Reached {
    won: Set,
    lost: Set,
}

impl Reached {
    fn is_empty(&self) -> bool {
        (self.won | self.lost).is_empty()
    }
}

/// What is known about the placements with one side to move.
struct Half {
    turn: Colour,
    legal: Set,
    /// Placements neither won nor lost so far.
    open: Set,
    /// Placements won so far.
    won: Set,
    /// Placements lost at the last level.
    just_lost: Set,
    /// Placements not saved by a move that leaves the structure: there is no such move, or all of them lose
    /// by now.
    unsaved: Set,
    /// The placements that a move out of the structure wins or loses, by level.
    seeds: Seeds,
}

impl Half {
    fn new(structure: Structure, turn: Colour, leaving: &[Placements; 2]) -> Self {
        let legal = Set::legal(structure, turn);
        let can_step = Set::legal(structure, turn.opponent()).before_step(turn);
        let in_check = Set::in_check(structure, turn);
        let mut side = Self {
            turn,
            legal,
            open: legal,
            won: Set::EMPTY,
            just_lost: Set::EMPTY,
            unsaved: Set::EMPTY,
            seeds: Seeds::default(),
        };
        let leaving = &leaving[turn as usize];
        let mut without = Set::EMPTY;
        legal.for_each(|black, white| {
            let worth = leaving[black][white];
            if worth.is_some() {
                side.seeds.add(black, white, worth);
            } else {
                without.insert(black, white);
            }
        });
        // Without any move it is mate or stalemate.
        side.unsaved = without & (can_step | in_check);
        side
    }

    /// The placements settled at this level.
    fn reached(&mut self, other: &Self, level: u16) -> Reached {
        let mut won = Set::EMPTY;
        self.seeds.take(level, &mut won, &mut self.unsaved);
        reached(self, other, won)
    }

    fn take(&mut self, new: &Reached, level: u16, worths: &mut Placements) {
        settle(self, new);
        for (set, worth) in [
            (&new.won, Worth::won_in(level)),
            (&new.lost, Worth::lost_in(level)),
        ] {
            set.for_each(|black, white| worths[black][white] = worth);
        }
    }

    /// Whether no seed is left for a later level.
    fn is_done(&self, level: u16) -> bool {
        self.seeds.last().is_none_or(|last| last <= level)
    }
}

/// The placements settled at a level. `won` holds the wins by moves that leave the structure; only steps are
/// added here.
#[multiversion(targets("x86_64+avx2", "x86_64+popcnt"))]
fn reached(side: &Half, other: &Half, won: Set) -> Reached {
    let won = won | other.just_lost.before_step(side.turn);
    let escapes = (other.legal & !other.won).before_step(side.turn);
    Reached {
        won: side.open & won,
        lost: side.open & side.unsaved & !escapes,
    }
}

/// Records the placements settled now.
#[multiversion(targets("x86_64+avx2", "x86_64+popcnt"))]
fn settle(side: &mut Half, new: &Reached) {
    side.open = side.open & !(new.won | new.lost);
    side.won = side.won | new.won;
    side.just_lost = new.lost;
}

/// Placements by the level at which a move that leaves the structure wins or loses them: a list for each
/// level, all in one array.
struct Seeds {
    /// For each level, the first placement in its list.
    first: Vec<Option<Seed>>,
    /// For each placement, the next one in its list.
    next: Box<[[Option<Seed>; 64]; 64]>,
}

/// A placement: Black's king and White's, and whether the move wins there.
#[derive(Clone, Copy)]
struct Seed {
    black: u8,
    white: u8,
    wins: bool,
}

impl Default for Seeds {
    fn default() -> Self {
        Self {
            first: Vec::new(),
            next: Box::new([[None; 64]; 64]),
        }
    }
}

impl Seeds {
    /// Adds a placement. A draw is not added: that placement is never lost, and won only by other moves.
    fn add(&mut self, black: usize, white: usize, worth: Worth) {
        let Some(level) = worth.plies().map(usize::from) else {
            return;
        };
        if self.first.len() <= level {
            self.first.resize(level + 1, None);
        }
        let seed = Seed {
            black: black as u8,
            white: white as u8,
            wins: worth.outcome() == Outcome::Win,
        };
        self.next[black][white] = self.first[level].replace(seed);
    }

    /// Adds the placements of a level to the won ones and to those that nothing saves any more.
    fn take(&self, level: u16, won: &mut Set, unsaved: &mut Set) {
        let mut seed = self.first.get(usize::from(level)).copied().flatten();
        while let Some(Seed { black, white, wins }) = seed {
            let (black, white) = (usize::from(black), usize::from(white));
            match wins {
                true => won.insert(black, white),
                false => unsaved.insert(black, white),
            }
            seed = self.next[black][white];
        }
    }

    /// The last level with an entry.
    fn last(&self) -> Option<u16> {
        self.first.len().checked_sub(1).map(|last| last as u16)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Bitboard;
    use crate::games::kings::tables::Store;

    /// King and pawn against king. S. J. Edwards counted 124 960 and 97 604 in 1996. Six fewer are won where
    /// the pawn cannot become a rook, because a queen stalemates.
    #[test]
    fn king_and_pawn_against_king_agree_with_earlier_counts() {
        let (mut won, mut lost, mut longest) = (0, 0, 0);
        let store = Store::new((), 64);
        for pawn in Bitboard::ALL
            .into_iter()
            .filter(|pawn| (8..56).contains(&pawn.index()))
        {
            let structure = Structure {
                white: Bitboard::of(pawn),
                black: Bitboard::EMPTY,
            };
            let table = store.solve(structure, &|| false, &mut |_| ()).unwrap();
            for (turn, outcome, count) in [
                (Colour::White, Outcome::Win, &mut won),
                (Colour::Black, Outcome::Loss, &mut lost),
            ] {
                let placements = table.placements(turn);
                let all = placements.iter().flatten();
                let decided = all.filter(|worth| worth.is_some() && worth.outcome() == outcome);
                let plies = decided.filter_map(|worth| worth.plies());
                *count += plies.clone().count();
                longest = plies.max().unwrap_or(0).max(longest);
            }
        }
        assert_eq!((won, lost, longest), (124_954, 97_604, 39));
        // Including the structure without a pawn.
        assert_eq!(store.len(), 49);
    }

    #[test]
    fn what_a_table_rests_on_must_be_there() {
        let structure = Structure {
            white: Bitboard::from_bits(1 << 30),
            black: Bitboard::EMPTY,
        };
        assert_eq!(make(structure, &|_| None), Err(Unmade::Missing));
    }
}
