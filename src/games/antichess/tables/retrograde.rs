//! Making a table: retrograde analysis, for all squares of the lone man at once.
//!
//! First come the moves that [leave](super::leaving) the table, whose worth is known. Then steps within
//! it, level by level. At level n all placements are known that are won or lost in fewer than n plies;
//! at it are
//!
//! - won: those where something can be captured and the best capture wins in n; where nothing can, those
//!   with a step to one that is lost in n − 1, or another move that wins in n;
//! - lost: those where the best capture loses in n; where nothing can be captured, those from which
//!   every step leads to one that is won in fewer than n, and no other move is worth more.
//!
//! Level 0 are the placements without a move. What no level reaches is drawn.
//!
//! At most levels only one side of one kind is new: wins are an even number of plies away and losses an
//! odd one (but not so where stalemate may lose). What has no cause is not looked for.

use thiserror::Error;

use super::leaving::{self, Known};
use super::material::Material;
use super::placement::Side;
use super::sets::{Couple, Layout, Set};
use super::table::Table;
use super::ways::Ways;
use super::worth::Worth;
use crate::board::Bitboard;
use crate::game::Outcome;
use crate::games::antichess::rules::Stalemate;

/// Why no table was made.
#[derive(Clone, Copy, PartialEq, Eq, Error, Debug)]
pub enum Unmade {
    /// Somebody said stop.
    #[error("the table was not finished: somebody said stop")]
    Stopped,
    /// One that it rests on is not there.
    #[error("a table on which it rests is missing")]
    Missing,
}

/// Makes the table of a material. `known` tells the worth of the positions that leave it.
///
/// # Errors
/// If `gives_up` says so, or something is not known.
pub fn make(
    material: Material,
    stalemate: Stalemate,
    known: &Known,
    gives_up: &dyn Fn() -> bool,
) -> Result<Table, Unmade> {
    let layout = Layout::new(material);
    let ways = Ways::new(material);
    let mut table = Table::drawn(material);
    let half = |turn| Half::new(turn, &layout, &ways, stalemate, known).ok_or(Unmade::Missing);
    let (mut pair, mut lone) = (half(Side::Pair)?, half(Side::Lone)?);
    for level in 0..=Worth::LONGEST {
        if gives_up() {
            return Err(Unmade::Stopped);
        }
        let of_pair = pair.reached(&lone, &layout, &ways, level);
        let of_lone = lone.reached(&pair, &layout, &ways, level);
        pair.take(&of_pair, &layout, level, &mut table);
        lone.take(&of_lone, &layout, level, &mut table);
        let is_quiet = !pair.has_news() && !lone.has_news();
        if is_quiet && pair.causes.is_done(level) && lone.causes.is_done(level) {
            break;
        }
    }
    Ok(table)
}

/// Squares of the lone man, and the number of the couple that they are with.
type Squares = (u16, Bitboard);

/// What moves that leave the table bring, by level.
#[derive(Debug)]
struct Causes {
    won: Vec<Vec<Squares>>,
    /// Lost, because captures are compulsory or there is no move.
    lost: Vec<Vec<Squares>>,
    /// Not saved any longer: the best move that leaves the table loses by now.
    unsaved: Vec<Vec<Squares>>,
    /// The last level of any.
    last: u16,
}

impl Causes {
    fn new() -> Self {
        let levels = || vec![Vec::new(); usize::from(Worth::LONGEST) + 1];
        Self {
            won: levels(),
            lost: levels(),
            unsaved: levels(),
            last: 0,
        }
    }

    /// Takes in what a move is worth; `is_forced` if there are no steps beside it.
    fn add(&mut self, couple: usize, lone: Bitboard, worth: Worth, is_forced: bool) {
        let Some(plies) = worth.plies().filter(|_| lone.any()) else {
            return;
        };
        let levels = match (worth.outcome(), is_forced) {
            (Outcome::Win, _) => &mut self.won,
            (_, true) => &mut self.lost,
            (_, false) => &mut self.unsaved,
        };
        if let Some(level) = levels.get_mut(usize::from(plies)) {
            level.push((couple as u16, lone));
            self.last = self.last.max(plies);
        }
    }

    /// Whether there is nothing behind a level.
    const fn is_done(&self, level: u16) -> bool {
        level >= self.last
    }
}

/// What is settled at a level: a word for each couple; or no words, if there is no cause.
struct Reached {
    won: Vec<Bitboard>,
    lost: Vec<Bitboard>,
}

/// What is known of the placements with one side to move. Words stand by the number of the couple.
struct Half {
    turn: Side,
    /// Those that are neither won nor lost so far.
    open: Vec<Bitboard>,
    /// Those where nothing can be captured.
    quiet: Vec<Bitboard>,
    /// The quiet ones with steps that no other move saves from being lost by now.
    unsaved: Vec<Bitboard>,
    /// Those not won so far.
    not_won: Set,
    /// Those lost at the last level.
    just_lost: Set,
    /// Whether there are such.
    has_just_lost: bool,
    /// Whether any were won at the last level.
    has_just_won: bool,
    causes: Causes,
}

impl Half {
    /// What is known before the first level; `None` if a table is missing.
    fn new(
        turn: Side,
        layout: &Layout,
        ways: &Ways,
        stalemate: Stalemate,
        known: &Known,
    ) -> Option<Self> {
        let all = layout.all();
        let mut half = Self {
            turn,
            open: layout.couples.iter().map(|couple| !couple.men()).collect(),
            quiet: Vec::with_capacity(layout.couples.len()),
            unsaved: Vec::with_capacity(layout.couples.len()),
            not_won: layout.all(),
            just_lost: layout.empty(),
            has_just_lost: false,
            has_just_won: false,
            causes: Causes::new(),
        };
        for (number, couple) in layout.couples.iter().enumerate() {
            let mut quiet = !couple.men();
            for (squares, worth) in leaving::captures(layout, ways, turn, couple, known)? {
                half.causes.add(number, squares, worth, true);
                quiet &= !squares;
            }
            let mut leaves = Bitboard::EMPTY;
            leaving::others(layout, turn, couple, quiet, known, |square, worth| {
                leaves |= Bitboard::of(square);
                half.causes.add(number, Bitboard::of(square), worth, false);
            })?;
            let steps = quiet & ways.before(turn, &all, couple);
            let stuck = quiet & !steps & !leaves;
            if let Some(square) = stuck.lowest() {
                // Only how many men there are matters.
                let position = layout.placement(turn, couple, square).position();
                let worth = Worth::at_end(stalemate.outcome(&position));
                half.causes.add(number, stuck, worth, true);
            }
            half.quiet.push(quiet & !stuck);
            half.unsaved.push(steps & !leaves);
        }
        Some(half)
    }

    /// What is won and what is lost at a level.
    fn reached(&mut self, other: &Self, layout: &Layout, ways: &Ways, level: u16) -> Reached {
        let level = usize::from(level);
        let causes = &mut self.causes;
        for (number, squares) in &causes.unsaved[level] {
            self.unsaved[usize::from(*number)] |= *squares;
        }
        let words = |causes: &[Squares], is_needed: bool| {
            if causes.is_empty() && !is_needed {
                return Vec::new();
            }
            let mut words = vec![Bitboard::EMPTY; layout.couples.len()];
            for (number, squares) in causes {
                words[usize::from(*number)] |= *squares;
            }
            words
        };
        let loses_more = other.has_just_won || !causes.unsaved[level].is_empty();
        let mut won = words(&causes.won[level], other.has_just_lost);
        let mut lost = words(&causes.lost[level], loses_more);
        let couples = || layout.couples.iter().enumerate();
        let before = |set: &Set, couple: &Couple| ways.before(self.turn, set, couple);
        if other.has_just_lost {
            for (number, couple) in couples() {
                let open = self.open[number] & self.quiet[number];
                if open.any() {
                    won[number] |= open & before(&other.just_lost, couple);
                }
            }
        }
        if loses_more {
            for (number, couple) in couples() {
                let open = self.open[number] & self.unsaved[number];
                if open.any() {
                    lost[number] |= open & !before(&other.not_won, couple);
                }
            }
        }
        for words in [&mut won, &mut lost] {
            words
                .iter_mut()
                .zip(&self.open)
                .for_each(|(word, open)| *word &= *open);
        }
        Reached { won, lost }
    }

    /// Takes it in, and writes it down.
    fn take(&mut self, reached: &Reached, layout: &Layout, level: u16, table: &mut Table) {
        if self.has_just_lost {
            self.just_lost.clear();
        }
        (self.has_just_won, self.has_just_lost) = (false, false);
        let any = |words: &[Bitboard]| -> Vec<(usize, Bitboard)> {
            let words = words.iter().copied().enumerate();
            words.filter(|(_, word)| word.any()).collect()
        };
        for (number, squares) in any(&reached.won) {
            let couple = &layout.couples[number];
            self.has_just_won = true;
            self.open[number] &= !squares;
            layout.remove(&mut self.not_won, couple, squares);
            table.write(layout.row(self.turn, couple), squares, Worth::won_in(level));
        }
        for (number, squares) in any(&reached.lost) {
            let couple = &layout.couples[number];
            self.has_just_lost = true;
            self.open[number] &= !squares;
            layout.insert(&mut self.just_lost, couple, squares);
            table.write(
                layout.row(self.turn, couple),
                squares,
                Worth::lost_in(level),
            );
        }
    }

    /// Whether anything was won or lost at the last level.
    const fn has_news(&self) -> bool {
        self.has_just_won || self.has_just_lost
    }
}
