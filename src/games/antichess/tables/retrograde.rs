//! Making a table: retrograde analysis, for all squares of the last piece at once.
//!
//! The moves that [leave](super::leaving) the table come first: their values are known. Then come steps
//! within the table, level by level. Before level n, all placements that are won or lost in fewer than n
//! plies are known. At level n, these are settled:
//!
//! - won: placements where the best capture wins in n; and, where nothing can be captured, those with a step
//!   to a placement lost in n − 1, or another move that wins in n;
//! - lost: placements where the best capture loses in n; and, where nothing can be captured, those where
//!   every step leads to a placement won in fewer than n, and no other move is better.
//!
//! Level 0 has the placements without a move. What no level reaches is drawn.
//!
//! On most levels, each side has new results of only one kind: wins are an even number of plies away and
//! losses an odd number (except where stalemate may lose). So changes are searched for only where there is a
//! cause.

use super::MOST_MEN;
use super::leaving::Leaving;
use super::material::{Material, MaterialSide};
use super::sets::{Layout, Set};
use super::table::Table;
use super::ways::Ways;
use crate::board::Bitboard;
use crate::game::Outcome;
use crate::games::antichess::Kind;
use crate::games::antichess::rules::Stalemate;
use crate::solve::tiers::{Tier, Unmade, Worth};

impl Tier for Material {
    type Rules = Stalemate;
    type Table = Table;

    fn key(self) -> u128 {
        self.number() as u128
    }

    /// A capture removes a piece, a promotion a pawn.
    fn steps(self) -> u32 {
        let pawns = self.kinds().iter().filter(|kind| **kind == Kind::Pawn);
        (self.men() * (MOST_MEN + 1) + pawns.count()) as u32
    }

    fn for_each_successor(self, visit: impl FnMut(Self)) {
        self.rests_on().into_iter().for_each(visit);
    }

    fn make<'t>(
        self,
        stalemate: &Stalemate,
        known: &impl Fn(Self) -> Option<&'t Table>,
        gives_up: &dyn Fn() -> bool,
    ) -> Result<Table, Unmade> {
        let layout = Layout::new(self);
        let ways = Ways::new(self);
        let mut table = Table::drawn(self);
        let half = |turn| {
            let leaving = Leaving::new(&layout, &ways, known, turn)?;
            Half::new(turn, &leaving, *stalemate, gives_up)
        };
        let (mut many, mut few) = (half(MaterialSide::Many)?, half(MaterialSide::Few)?);
        // One ply is kept for a move that leads to this table.
        for level in 0..LONGEST {
            if gives_up() {
                return Err(Unmade::Stopped);
            }
            let of_many = many.reached(&few, &layout, &ways, level);
            let of_few = few.reached(&many, &layout, &ways, level);
            many.take(of_many, &layout, level, &mut table);
            few.take(of_few, &layout, level, &mut table);
            let is_quiet = !many.has_news() && !few.has_news();
            if is_quiet && many.causes.is_done(level) && few.causes.is_done(level) {
                return Ok(table);
            }
        }
        Err(Unmade::TooLong)
    }
}

/// A byte cannot hold longer wins. With three pieces none takes more than 70 plies, with two against two none
/// more than 100. With three against one, `KBNvK` has longer ones: its table is not made, nor is any table
/// that rests on it.
const LONGEST: u16 = Worth::LONGEST_IN_A_BYTE;

/// The number of a frame, and squares of the last piece in it.
type Squares = (u32, Bitboard);

/// The contributions of moves that leave the table, by level.
#[derive(Debug)]
struct Causes {
    won: Vec<Vec<Squares>>,
    /// Lost placements, because captures are compulsory or there is no move.
    lost: Vec<Vec<Squares>>,
    /// Placements that are no longer saved: the best move that leaves the table loses at this level.
    unsaved: Vec<Vec<Squares>>,
    /// The last level with an entry.
    last: u16,
}

/// The entries of one level.
#[derive(Clone, Copy)]
struct CausesOfLevel<'c> {
    won: &'c [Squares],
    lost: &'c [Squares],
    unsaved: &'c [Squares],
}

impl Causes {
    fn new() -> Self {
        let levels = || vec![Vec::new(); usize::from(LONGEST) + 1];
        Self {
            won: levels(),
            lost: levels(),
            unsaved: levels(),
            last: 0,
        }
    }

    /// Adds the value of a move. `is_forced` means that no steps within the table are legal.
    fn add(&mut self, frame: usize, last: Bitboard, worth: Worth, is_forced: bool) {
        let Some(plies) = worth.plies().filter(|_| last.any()) else {
            return;
        };
        let levels = match (worth.outcome(), is_forced) {
            (Outcome::Win, _) => &mut self.won,
            (_, true) => &mut self.lost,
            (_, false) => &mut self.unsaved,
        };
        if let Some(level) = levels.get_mut(usize::from(plies)) {
            level.push((frame as u32, last));
            self.last = self.last.max(plies);
        }
    }

    /// The entries of a level, each list in the order of frames.
    fn at(&self, level: u16) -> CausesOfLevel<'_> {
        let level = usize::from(level);
        CausesOfLevel {
            won: &self.won[level],
            lost: &self.lost[level],
            unsaved: &self.unsaved[level],
        }
    }

    /// Whether there is no entry after a level.
    const fn is_done(&self, level: u16) -> bool {
        level >= self.last
    }
}

/// The placements settled at a level.
#[derive(Default)]
struct Reached {
    won: Vec<Squares>,
    lost: Vec<Squares>,
}

/// What is known about the placements with one side to move. Words are indexed by the number of the frame.
struct Half {
    turn: MaterialSide,
    /// Placements neither won nor lost so far.
    open: Vec<Bitboard>,
    /// Placements where nothing can be captured.
    quiet: Vec<Bitboard>,
    /// Quiet placements with steps that no other move saves from losing at this level.
    unsaved: Vec<Bitboard>,
    /// Placements not won so far.
    not_won: Set,
    /// Placements lost at the last level.
    just_lost: Set,
    /// What was settled at the last level.
    news: Reached,
    causes: Causes,
}

/// The number of frames between two checks of `gives_up`.
const PATIENCE: usize = 1 << 12;

impl Half {
    /// What is known before the first level.
    fn new<'t>(
        turn: MaterialSide,
        leaving: &Leaving<'_, 't, impl Fn(Material) -> Option<&'t Table>>,
        stalemate: Stalemate,
        gives_up: &dyn Fn() -> bool,
    ) -> Result<Self, Unmade> {
        let (layout, ways) = (leaving.layout, leaving.ways);
        let all = layout.all();
        let mut half = Self {
            turn,
            open: layout.frames.iter().map(|frame| !frame.men).collect(),
            quiet: Vec::with_capacity(layout.frames.len()),
            unsaved: Vec::with_capacity(layout.frames.len()),
            not_won: layout.all(),
            just_lost: layout.empty(),
            news: Reached::default(),
            causes: Causes::new(),
        };
        for (number, frame) in layout.frames.iter().enumerate() {
            if number % PATIENCE == PATIENCE - 1 && gives_up() {
                return Err(Unmade::Stopped);
            }
            let mut add = |squares, worth, is_forced| {
                half.causes.add(number, squares, worth, is_forced);
            };
            let captures = leaving.captures(frame);
            captures.for_each(|squares, worth| add(squares, worth, true));
            let quiet = !frame.men & !captures.squares;
            let others = leaving.others(frame, quiet)?;
            others.for_each(|squares, worth| add(squares, worth, false));
            let steps = quiet & ways.before(turn, &all, frame);
            let stuck = quiet & !steps & !others.squares;
            if let Some(square) = stuck.lowest() {
                // Only the number of pieces matters.
                let position = layout.placement(turn, frame, square).position();
                let worth = Worth::at_end(stalemate.outcome(&position));
                add(stuck, worth, true);
            }
            half.quiet.push(quiet & !stuck);
            half.unsaved.push(steps & !others.squares);
        }
        Ok(half)
    }

    /// The placements that are won or lost at a level.
    fn reached(&mut self, other: &Self, layout: &Layout, ways: &Ways, level: u16) -> Reached {
        let causes = self.causes.at(level);
        for (number, squares) in causes.unsaved {
            self.unsaved[*number as usize] |= *squares;
        }
        let [wins_more, loses_more] = [
            !other.news.lost.is_empty(),
            !other.news.won.is_empty() || !causes.unsaved.is_empty(),
        ];
        let news = [&other.news.lost, &other.news.won].into_iter().flatten();
        let mut concerned = Concerned::by(news, self.turn, layout, ways);
        for (number, _) in [causes.won, causes.lost, causes.unsaved]
            .into_iter()
            .flatten()
        {
            concerned.add(layout.frames[*number as usize].word);
        }
        let (mut won_by_causes, mut lost_by_causes) = (causes.won, causes.lost);
        let mut reached = Reached::default();
        for (number, frame) in layout.frames.iter().enumerate() {
            if !concerned.contains(frame.word) {
                continue;
            }
            let mut won = taken(&mut won_by_causes, number);
            let mut lost = taken(&mut lost_by_causes, number);
            let open = self.open[number];
            let (quiet, unsaved) = (open & self.quiet[number], open & self.unsaved[number]);
            if wins_more && quiet.any() {
                won |= quiet & ways.before(self.turn, &other.just_lost, frame);
            }
            if loses_more && unsaved.any() {
                lost |= unsaved & !ways.before(self.turn, &other.not_won, frame);
            }
            for (list, squares) in [(&mut reached.won, won), (&mut reached.lost, lost)] {
                if (squares & open).any() {
                    list.push((number as u32, squares & open));
                }
            }
        }
        reached
    }

    /// Records the results of a level and writes them to the table.
    fn take(&mut self, reached: Reached, layout: &Layout, level: u16, table: &mut Table) {
        if !self.news.lost.is_empty() {
            self.just_lost.clear();
        }
        for (number, squares) in &reached.won {
            let frame = &layout.frames[*number as usize];
            self.open[*number as usize] &= !*squares;
            layout.remove(&mut self.not_won, frame, *squares);
            table.write(layout.row(self.turn, frame), *squares, Worth::won_in(level));
        }
        for (number, squares) in &reached.lost {
            let frame = &layout.frames[*number as usize];
            self.open[*number as usize] &= !*squares;
            layout.insert(&mut self.just_lost, frame, *squares);
            table.write(
                layout.row(self.turn, frame),
                *squares,
                Worth::lost_in(level),
            );
        }
        self.news = reached;
    }

    /// Whether anything was won or lost at the last level.
    const fn has_news(&self) -> bool {
        !self.news.won.is_empty() || !self.news.lost.is_empty()
    }
}

/// Takes the squares of a frame off the front of a list that is in the order of frames.
#[inline]
fn taken(list: &mut &[Squares], number: usize) -> Bitboard {
    let mut squares = Bitboard::EMPTY;
    while let Some(((_, first), others)) = list
        .split_first()
        .filter(|((frame, _), _)| *frame as usize == number)
    {
        squares |= *first;
        *list = others;
    }
    squares
}

/// The words of the frames in which something may have changed. Late levels bring few changes, so most frames
/// can be skipped.
enum Concerned {
    All,
    Some(Vec<u64>),
}

impl Concerned {
    /// The frames from which a step of a side may lead to a change.
    fn by<'n>(
        news: impl Iterator<Item = &'n Squares> + Clone,
        turn: MaterialSide,
        layout: &Layout,
        ways: &Ways,
    ) -> Self {
        if news.clone().count() > layout.frames.len() / MANY_NEWS {
            return Self::All;
        }
        let mut concerned = Self::Some(vec![0; layout.words().div_ceil(64)]);
        for (number, _) in news {
            for word in layout.images(&layout.frames[*number as usize]) {
                ways.words_before(turn, word, |word| concerned.add(word));
            }
        }
        concerned
    }

    #[inline(always)]
    fn add(&mut self, word: u32) {
        if let Self::Some(words) = self {
            words[word as usize / 64] |= 1 << (word % 64);
        }
    }

    #[inline(always)]
    fn contains(&self, word: u32) -> bool {
        match self {
            Self::All => true,
            Self::Some(words) => words[word as usize / 64] >> (word % 64) & 1 == 1,
        }
    }
}

/// If more than one frame in this many has changed, nearly all are concerned.
const MANY_NEWS: usize = 128;
