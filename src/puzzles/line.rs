//! The solution of a puzzle: the only move, the most stubborn reply, the only move, and so on.
//!
//! If the solution wins, the opponent resists as long as possible, as far as that is known: by the length of the loss
//! if the solver knows it, or else by the solver's line, or else by the engine's choice. If the solution draws, the
//! opponent chooses a reply after which again only one move holds, if there is such a reply. The line ends before a
//! move of the player that is no longer a puzzle:
//! - several moves keep the value, or the game is over;
//! - a one-ply search sees the win;
//! - the position, or the one after the move, has occurred before.
//!
//! Forced moves belong to a line, but a line does not end with one. A position is not a puzzle if there is only one
//! legal move, or if a one-ply search plays the right one.

use crate::game::Outcome;
use crate::game::bounds::Goal;
use crate::game::playable::MoveError;
use crate::game::state::{GameState, ShownMove};

use super::proving::{Keepers, Prover, Unproved};
use super::sight::{Blind, Sight, first, sees_win};

/// A move of the player, with the reply.
#[derive(Clone, Debug)]
pub struct Step {
    /// The position before it.
    pub before: Box<dyn GameState>,
    /// The moves that keep the value: only this one, or promotions on its square.
    pub keepers: Keepers,
    /// The move.
    pub played: ShownMove,
    /// The position after it.
    pub after: Box<dyn GameState>,
    /// The opponent's reply, if the line continues.
    pub reply: Option<ShownMove>,
    /// Whether there was another legal move.
    pub has_choice: bool,
}

/// The line that solves a position.
#[derive(Clone, Debug)]
pub struct Line {
    /// The value for the side to move: a win or a draw.
    pub value: Outcome,
    /// The player's moves, at least one.
    pub steps: Vec<Step>,
}

impl Line {
    /// All moves in coordinates, beginning with the player's first move.
    #[must_use]
    pub fn moves(&self) -> Vec<String> {
        let steps = self.steps.iter();
        let moves = steps.flat_map(|step| [Some(&step.played), step.reply.as_ref()]);
        moves.flatten().map(|one| one.coordinates.clone()).collect()
    }
}

/// Why a position is not a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Discard {
    /// The side to move loses, or the game is over.
    Lost,
    /// It has only one legal move.
    Forced,
    /// Several moves keep the value.
    Several,
    /// A one-ply search plays a move that keeps the value.
    Plain,
    /// A short search agrees with a one-ply search; the position was not solved.
    Calm,
    /// The value, or that of a move, takes more work than allowed.
    Unsolved,
    /// There is a similar puzzle.
    Alike,
    /// There are enough puzzles with this rating.
    Enough,
}

impl Discard {
    /// Every reason.
    pub const ALL: [Self; 8] = [
        Self::Lost,
        Self::Forced,
        Self::Several,
        Self::Plain,
        Self::Calm,
        Self::Unsolved,
        Self::Alike,
        Self::Enough,
    ];

    /// The reason in words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Lost => "lost or over",
            Self::Forced => "only one legal move",
            Self::Several => "several moves keep the value",
            Self::Plain => "a one-ply search plays well",
            Self::Calm => "a short search and a one-ply search play the same move",
            Self::Unsolved => "not solved within --limit and --memory",
            Self::Alike => "similar to another puzzle",
            Self::Enough => "enough puzzles with that rating",
        }
    }
}

/// Why there is no line for a position.
#[derive(Debug)]
pub enum NoLine {
    /// It is not a puzzle, for this reason.
    Discarded(Discard),
    /// The run was halted.
    Halted,
    /// An error.
    Failed(String),
}

impl From<Unproved> for NoLine {
    fn from(why: Unproved) -> Self {
        match why {
            Unproved::Halted => Self::Halted,
            Unproved::TooMuch => Self::Discarded(Discard::Unsolved),
            Unproved::Failed(why) => Self::Failed(why),
        }
    }
}

impl From<Blind> for NoLine {
    fn from(why: Blind) -> Self {
        Self::Failed(why.to_string())
    }
}

/// The maximum number of moves by the player in a line.
const MOST_STEPS: usize = 12;

/// How many nodes the engine searches to choose a reply, where nothing better is known.
const NODES_OF_REPLY: u64 = 10_000;

/// The line that solves a position. If `nodes` is given, there is a line only if a search of that many nodes plays a
/// different move from a one-ply search.
///
/// # Errors
/// If the position is not a puzzle.
pub fn line(
    start: &dyn GameState,
    nodes: Option<u64>,
    prover: &Prover<'_>,
    sight: &mut Sight,
) -> Result<Line, NoLine> {
    if start.finish().is_some() {
        return Err(NoLine::Discarded(Discard::Lost));
    }
    if start.moves().len() < 2 {
        return Err(NoLine::Discarded(Discard::Forced));
    }
    let seen = sight.glance(start)?;
    if seen.as_ref().is_some_and(sees_win) {
        return Err(NoLine::Discarded(Discard::Plain));
    }
    // Solving a position takes longer than a short search. Where a deeper search agrees with a
    // one-ply search, both are nearly always right.
    if let (Some(seen), Some(nodes)) = (&seen, nodes) {
        let iterations = sight.look(start, nodes, |_| false)?;
        let deeper = iterations.last().and_then(|lines| lines.first());
        if deeper.is_some_and(|deeper| first(deeper) == first(seen)) {
            return Err(NoLine::Discarded(Discard::Calm));
        }
    }
    let value = prover.value(start)?;
    if value == Outcome::Loss {
        return Err(NoLine::Discarded(Discard::Lost));
    }
    if let Some(seen) = &seen
        && prover.keeps(start, value, first(seen))?
    {
        return Err(NoLine::Discarded(Discard::Plain));
    }
    let keepers = prover.keepers(start, value)?;
    let Some(only) = keepers.only() else {
        return Err(NoLine::Discarded(Discard::Several));
    };
    let only = only.coordinates.clone();
    let first = step(start.boxed(), &only, keepers)?;
    let mut maker = Maker {
        prover,
        sight,
        value,
        rest: None,
    };
    let mut steps = vec![first];
    while steps.len() < MOST_STEPS {
        let Some((reply, next)) = maker.go_on(&steps)? else {
            break;
        };
        if let Some(last) = steps.last_mut() {
            last.reply = Some(reply);
        }
        steps.push(next);
    }
    let chosen = steps.iter().rposition(|step| step.has_choice);
    steps.truncate(chosen.unwrap_or_default() + 1);
    if let Some(last) = steps.last_mut() {
        last.reply = None;
    }
    Ok(Line { value, steps })
}

impl Step {
    /// A move that keeps the value, before any reply.
    ///
    /// # Errors
    /// If it is illegal.
    pub fn new(
        before: Box<dyn GameState>,
        played: &str,
        keepers: Keepers,
    ) -> Result<Self, MoveError> {
        let mut after = before.alone();
        after.play(played)?;
        Ok(Self {
            has_choice: before.moves().len() > 1,
            played: before.read(played)?,
            before,
            keepers,
            after: after.alone(),
            reply: None,
        })
    }
}

/// A step that plays the only move.
fn step(before: Box<dyn GameState>, only: &str, keepers: Keepers) -> Result<Step, NoLine> {
    let step = Step::new(before, only, keepers);
    step.map_err(|error| NoLine::Failed(error.to_string()))
}

/// Extends a line.
struct Maker<'a> {
    prover: &'a Prover<'a>,
    sight: &'a mut Sight,
    value: Outcome,
    /// What is left of the solver's line after the last reply; `None` once the puzzle's line has departed
    /// from it.
    rest: Option<Vec<String>>,
}

impl Maker<'_> {
    /// The opponent's reply and the player's next move; `None` where the line ends.
    fn go_on(&mut self, steps: &[Step]) -> Result<Option<(ShownMove, Step)>, NoLine> {
        let Some(last) = steps.last() else {
            return Ok(None);
        };
        if last.after.finish().is_some() {
            return Ok(None);
        }
        match self.value {
            Outcome::Win => self.resist(steps, &*last.after),
            _ => self.press(steps, &*last.after),
        }
    }

    /// The player's next move, if the position is still a puzzle.
    fn next(
        &mut self,
        steps: &[Step],
        position: Box<dyn GameState>,
    ) -> Result<Option<Step>, NoLine> {
        let is_back = steps.iter().any(|step| step.before.stands_as(&*position));
        if is_back || position.finish().is_some() {
            return Ok(None);
        }
        if self.value == Outcome::Win {
            let seen = self.sight.glance(&*position)?;
            if seen.is_some_and(|seen| sees_win(&seen)) {
                return Ok(None);
            }
        }
        let keepers = match self.prover.keepers(&*position, self.value) {
            // The line so far is a puzzle.
            Err(Unproved::TooMuch) => return Ok(None),
            keepers => keepers?,
        };
        match keepers.only().map(|only| only.coordinates.clone()) {
            Some(only) => {
                let next = step(position, &only, keepers)?;
                let is_back = steps.iter().any(|one| one.after.stands_as(&*next.after));
                Ok((!is_back).then_some(next))
            }
            None => Ok(None),
        }
    }

    /// Finds the opponent's reply in a lost position.
    fn resist(
        &mut self,
        steps: &[Step],
        lost: &dyn GameState,
    ) -> Result<Option<(ShownMove, Step)>, NoLine> {
        let Some(reply) = self.longest(lost)? else {
            return Ok(None);
        };
        let Some((reply, position)) = played(lost, &reply) else {
            return Ok(None);
        };
        let next = self.next(steps, position)?;
        if let (Some(next), Some(rest)) = (&next, &mut self.rest) {
            // If the solver's line does not continue with the only move, it no longer applies.
            let goes_on = rest.len() > 2 && rest.get(1) == Some(&next.played.coordinates);
            match goes_on {
                true => drop(rest.drain(..2)),
                false => self.rest = None,
            }
        }
        Ok(next.map(|next| (reply, next)))
    }

    /// The most stubborn reply in a lost position, as far as known.
    fn longest(&mut self, lost: &dyn GameState) -> Result<Option<String>, NoLine> {
        let mut lengths = Vec::new();
        for (reply, child) in lost.children() {
            let plies = self.prover.solver.plies(&*child);
            lengths.push((
                plies.map_err(|error| NoLine::Failed(error.to_string()))?,
                reply,
            ));
        }
        if lengths.iter().all(|(plies, _)| plies.is_some()) {
            // Among the longest replies, the first is chosen.
            let longest = lengths.into_iter().rev().max_by_key(|(plies, _)| *plies);
            return Ok(longest.map(|(_, reply)| reply));
        }
        if self.rest.is_none() {
            let stop = self.prover.stop();
            let line = self.prover.solver.line(lost, Outcome::Loss, &stop);
            self.rest = self.prover.within(line)?.map(|line| line.moves);
        }
        if let Some(reply) = self.rest.as_ref().and_then(|rest| rest.first()) {
            return Ok(Some(reply.clone()));
        }
        let iterations = self.sight.look(lost, NODES_OF_REPLY, |_| false)?;
        let last = iterations.last().and_then(|lines| lines.first());
        Ok(last.map(|report| first(report).to_owned()))
    }

    /// In a drawn position, the opponent gives the player another chance to go wrong: again only one move holds, and if
    /// possible, a one-ply search plays a different one.
    fn press(
        &mut self,
        steps: &[Step],
        drawn: &dyn GameState,
    ) -> Result<Option<(ShownMove, Step)>, NoLine> {
        let mut easier = None;
        for (reply, child) in drawn.children() {
            // A losing reply does not count.
            match self.prover.meets(&*child, Goal::Win) {
                Ok(false) => {}
                Ok(true) | Err(Unproved::TooMuch) => continue,
                Err(why) => return Err(why.into()),
            }
            let Some((reply, position)) = played(drawn, &reply) else {
                continue;
            };
            let Some(next) = self.next(steps, position)? else {
                continue;
            };
            if !next.has_choice {
                continue;
            }
            let seen = self.sight.glance(&*next.before)?;
            let is_seen = seen.is_some_and(|seen| next.keepers.includes(first(&seen)));
            if !is_seen {
                return Ok(Some((reply, next)));
            }
            easier = easier.or(Some((reply, next)));
        }
        Ok(easier)
    }
}

/// A reply, and the position after it.
fn played(before: &dyn GameState, reply: &str) -> Option<(ShownMove, Box<dyn GameState>)> {
    let shown = before.read(reply).ok()?;
    let mut after = before.alone();
    after.play(reply).ok()?;
    Some((shown, after.alone()))
}
