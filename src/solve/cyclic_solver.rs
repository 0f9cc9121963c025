//! Values of positions in games where positions can repeat.
//!
//! A value needs two questions: can the side to move win, and can the opponent? "Yes" is a win,
//! found by the [proof-number search](super::dfpn). Two "no"s are a draw, and each "no" needs a
//! [closed set](super::closed_set). The threads share the [jobs](Jobs) and the table. If the game
//! can compute a table that [settles](crate::game::Game::settle) the position, it does so once the
//! search has taken about as long as that would, or half as long.
//!
//! Stored results are final: the wins in the [table](super::number_table) (a win that is replaced
//! there is found again), and the positions of closed sets.

use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicU64, Ordering};

use jobs::Jobs;
use parking_lot::RwLock;
use rustc_hash::FxHashSet;

use super::certificate::Claim;
use super::checkpoint::CheckpointError;
use super::crew::{Crew, NoSearch};
use super::dfpn::ProofNumberSearch;
use super::line::principal;
use super::number_table::NumberTable;
use super::proof_numbers::{Entry, Numbers, Question, Role};
use super::shortest::{KnownWin, ShortestWin};
use super::solution::{Shortest, SolvedLine};
use super::solving::{GameSolver, Means, NoSolver, SolveError, SolverResult, of_game};
use super::turn::Turn;
use crate::game::bounds::{Bounds, Goal};
use crate::game::playable::Playable;
use crate::game::rule::Rule;
use crate::game::state::GameState;
use crate::game::{Game, Outcome};
use crate::stop::Stop;

/// Solves positions of a game in which they can repeat.
#[derive(Debug)]
pub struct CyclicSolver<G: Game<Position: Into<[u64; 4]>>> {
    game: G,
    table: NumberTable,
    /// Positions of closed sets: the attacker does not win.
    held: RwLock<FxHashSet<Question>>,
    /// Read by threads that ask for a value.
    asking: RwLock<()>,
    /// The maximum number of positions in a set.
    most_members: usize,
    /// The solver's memory in bytes. The game's own tables may take the same amount again, and a
    /// strategy an eighth of it.
    memory: u64,
    crew: Crew,
    positions: AtomicU64,
}

/// In the search for a shortest win, this many positions take the memory of one member.
const MEMBER_LENGTHS: usize = 4;
/// The number of lengths stored without a result, after which the game is asked to settle the
/// position.
const LENGTHS_BEFORE_SETTLING: usize = 1 << 18;
/// The memory that a member takes, in bytes.
const MEMBER: u64 = 256;

impl<G: Game<Position: Into<[u64; 4]>>> CyclicSolver<G> {
    /// A solver with this many MiB and this many threads (at least one).
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn new(game: G, mebibytes: u64, threads: usize) -> io::Result<Self> {
        let for_sets = mebibytes / 4;
        // There must be at least a few: without members, the search would restart forever.
        let most_members = (mebibytes << 20) / 4 / MEMBER;
        Ok(Self {
            game,
            table: NumberTable::new(mebibytes - for_sets)?,
            held: RwLock::default(),
            asking: RwLock::default(),
            most_members: usize::try_from(most_members).unwrap_or(usize::MAX),
            memory: mebibytes << 20,
            crew: Crew::new(threads),
            positions: AtomicU64::new(0),
        })
    }

    /// Whether the attacker wins, if that is certain.
    fn answer(
        &self,
        position: &G::Position,
        role: Role,
        gives_up: &dyn Fn() -> bool,
    ) -> Option<bool> {
        let known = self.known(position).answer(role.goal());
        let is_met = known.or_else(|| self.game.answer(position, role.goal(), gives_up));
        is_met.map(|is_met| role.is_won_if(is_met))
    }

    /// The game.
    pub const fn game(&self) -> &G {
        &self.game
    }

    /// Whether all questions could be searched.
    ///
    /// # Errors
    /// Returns the reason why one could not.
    pub fn check(&self) -> Result<(), NoSearch> {
        self.crew.check()
    }

    /// How many positions have been searched.
    pub fn positions(&self) -> u64 {
        self.positions.load(Ordering::Relaxed)
    }

    /// The answers to these questions about a position, as far as they are proved when `stop` is set.
    pub fn answers(&self, position: &G::Position, goals: &[Goal], stop: &Stop) -> Bounds {
        let _asking = self.asking.read();
        let bounds = self.known(position);
        stop.count_from(self.positions());
        if !bounds.answers(goals) && self.check().is_ok() {
            self.solve(position, goals, &|| stop.stop_if_after(self.positions()));
        }
        self.known(position)
    }

    /// The exact number of plies to the end of a won or lost position with best play, if the game knows it.
    pub fn plies(&self, position: &G::Position) -> Option<u16> {
        let proof = self.game.prove(position)?;
        (proof.shortest && proof.outcome != Outcome::Draw).then_some(proof.plies)
    }

    /// What is known about a position without any work.
    pub fn known(&self, position: &G::Position) -> Bounds {
        if let Some(proof) = self.game.prove(position) {
            return Bounds::exactly(proof.outcome);
        }
        let mut bounds = Bounds::UNKNOWN;
        for role in Role::BOTH {
            let question = Question::about(*position, role);
            let won = match self.table.win(&question) {
                Some(_) => Some(true),
                None => self.held.read().contains(&question).then_some(false),
            };
            if let Some(won) = won {
                bounds = role.learn(bounds, won);
            }
        }
        bounds
    }

    /// Stores that attackers do not win a position, as far as bounds from elsewhere say so and there is room.
    pub fn learn(&self, position: &G::Position, bounds: Bounds) {
        let roles = Role::BOTH.into_iter();
        let held = roles.filter(|role| {
            let is_met = bounds.answer(role.goal());
            is_met.map(|is_met| role.is_won_if(is_met)) == Some(false)
        });
        let questions = held.map(|role| Question::about(*position, role));
        self.hold_in_passing(questions.collect());
    }

    /// Stores positions that the search for another position's set has shown to be held, if there
    /// is room: nothing depends on them.
    fn hold_in_passing(&self, questions: Vec<Question>) {
        let mut held = self.held.write();
        if held.len() + questions.len() <= self.most_members {
            held.extend(questions);
        }
    }

    /// Drops the sets of earlier positions if they exceed the room for one position's two questions: a new position
    /// depends on none of them. The sets of a checkpoint may be about the first position, so they stay until
    /// something is searched; and so do all while another thread asks for a value.
    pub fn make_room(&self) {
        if let Some(_alone) = self.asking.try_write() {
            let mut held = self.held.write();
            if self.positions() > 0 && held.len() > 2 * self.most_members {
                *held = FxHashSet::default();
            }
        }
    }

    /// Works until these questions are answered, or `gives_up` returns true.
    pub fn solve(&self, root: &G::Position, goals: &[Goal], gives_up: &(dyn Fn() -> bool + Sync)) {
        let jobs = Jobs::new(self, root, goals, gives_up);
        self.crew.work(|thread| jobs.work(thread));
    }

    /// Searches this many more positions, in this thread, for a win by that attacker.
    pub fn look_for_win(
        &self,
        root: &G::Position,
        role: Role,
        most: u64,
        gives_up: &dyn Fn() -> bool,
    ) {
        let (table, positions) = (&self.table, &self.positions);
        ProofNumberSearch::new(&self.game, table, positions, 0, gives_up).ask(root, role, most);
    }
}

impl<G: Game<Position: Into<[u64; 4]>>> CyclicSolver<G> {
    /// The number of plies within which the game is over in a won or lost position. The number falls with each move
    /// of a proof of which nothing was forgotten.
    pub fn height(&self, position: &G::Position) -> Option<u16> {
        if let Some(proof) = self.game.prove(position) {
            return Some(proof.plies);
        }
        let win = |role| self.table.win(&Question::about(*position, role));
        Role::BOTH.into_iter().find_map(win)
    }

    /// The shortest win, found by testing every length, the shortest first; if that takes long, the game's tables may
    /// give it.
    ///
    /// # Errors
    /// Returns the number of plies within which there is certainly no win; 0 if nothing is known.
    pub fn shortest(
        &self,
        root: &G::Position,
        value: Outcome,
        stop: &Stop,
    ) -> Result<Vec<G::Move>, u16> {
        let gives_up = &|| stop.stop_if_after(self.positions());
        let role = match value {
            Outcome::Win => Role::Attacker,
            Outcome::Loss => Role::Defender,
            Outcome::Draw => return Err(0),
        };
        let most_lengths = self.most_members * MEMBER_LENGTHS;
        let few = most_lengths.min(LENGTHS_BEFORE_SETTLING);
        let soon = self.shortest_within(root, role, few, gives_up);
        if soon.is_ok() || few == most_lengths || gives_up() {
            return soon;
        }
        self.game
            .settle(root, self.crew.threads, self.memory, gives_up);
        self.shortest_within(root, role, most_lengths, gives_up)
    }

    /// Like [`Self::shortest`], but stores at most this many lengths.
    fn shortest_within(
        &self,
        root: &G::Position,
        role: Role,
        most_lengths: usize,
        gives_up: &dyn Fn() -> bool,
    ) -> Result<Vec<G::Move>, u16> {
        let most = self.height(root).ok_or(0_u16)?;
        let proved = |question: &Question| {
            let other = Question {
                role: question.role.other(),
                ..*question
            };
            if let Some(plies) = self.table.win(question) {
                KnownWin::Within(plies)
            } else if self.table.win(&other).is_some() || self.held.read().contains(question) {
                KnownWin::Never
            } else {
                KnownWin::Open
            }
        };
        let mut search = ShortestWin::new(&self.game, most_lengths, &proved, gives_up);
        let plies = search.plies(root, role, most);
        let line = plies.and_then(|plies| search.line(root, role, plies).ok_or(plies));
        self.positions
            .fetch_add(search.positions(), Ordering::Relaxed);
        // The search gives up with a number of plies below which there is no win.
        line.map_err(|plies| plies.saturating_sub(1))
    }
}

impl<G: Playable<Position: Into<[u64; 4]>>> CyclicSolver<G> {
    /// The solver for a game, with these means.
    ///
    /// # Errors
    /// If there is not enough memory, or an optional feature that the game does not have is to be
    /// disabled.
    pub fn for_game(game: &G, means: Means) -> SolverResult {
        if means.is_plain {
            return Err(NoSolver::Plain);
        }
        let solver = Self::new(game.clone(), means.mebibytes, means.threads);
        let solver = solver.map_err(|_| NoSolver::Memory(means.mebibytes))?;
        Ok(Box::new(solver))
    }
}

impl<G: Playable<Position: Into<[u64; 4]>>> GameSolver for CyclicSolver<G> {
    fn rule(&self) -> Rule {
        self.game.rule()
    }

    fn positions(&self) -> u64 {
        self.positions()
    }

    fn memory(&self) -> String {
        format!("table {} % full", self.table.thousandths_used() / 10)
    }

    fn begin(&self, _states: &[&dyn GameState], _stop: &Stop) -> Result<Turn<'_>, SolveError> {
        self.make_room();
        Ok(None)
    }

    fn known(&self, state: &dyn GameState) -> Result<Bounds, SolveError> {
        Ok(self.known(&of_game(&self.game, state)?.position()))
    }

    fn plies(&self, state: &dyn GameState) -> Result<Option<u16>, SolveError> {
        Ok(self.plies(&of_game(&self.game, state)?.position()))
    }

    fn answers(
        &self,
        state: &dyn GameState,
        goals: &[Goal],
        stop: &Stop,
    ) -> Result<Bounds, SolveError> {
        let known = self.answers(&of_game(&self.game, state)?.position(), goals, stop);
        self.check()?;
        Ok(known)
    }

    fn line(
        &self,
        state: &dyn GameState,
        value: Outcome,
        stop: &Stop,
    ) -> Result<Option<SolvedLine>, SolveError> {
        let state = of_game(&self.game, state)?;
        let root = &state.position();
        let strategies = self.strategies(root, value, stop);
        self.check()?;
        let line = strategies.and_then(|one| principal(&self.game, root, value, &one));
        Ok(line.map(|line| SolvedLine::new(state, &line)))
    }

    fn shortest(
        &self,
        state: &dyn GameState,
        value: Outcome,
        stop: &Stop,
    ) -> Result<Shortest, SolveError> {
        let state = of_game(&self.game, state)?;
        let found = self.shortest(&state.position(), value, stop);
        self.check()?;
        Ok(match found {
            Ok(moves) => Shortest::Line(state.line(&moves)),
            Err(plies) => Shortest::NoneWithin(plies),
        })
    }

    fn part(
        &self,
        state: &dyn GameState,
        claim: Claim,
        stop: &Stop,
    ) -> Result<Option<Vec<u8>>, SolveError> {
        let moves = self.strategy(&of_game(&self.game, state)?.position(), claim, stop);
        self.check()?;
        Ok(moves)
    }

    fn write_proved(&self, file: &mut dyn Write) -> io::Result<()> {
        for (question, plies) in self.table.proofs() {
            file.write_all(&encode(&question, Some(plies)))?;
        }
        for question in &*self.held.read() {
            file.write_all(&encode(question, None))?;
        }
        file.write_all(&END)
    }

    fn read_proved(&self, file: &mut dyn Read) -> Result<(), CheckpointError> {
        loop {
            let mut bytes = [0; RECORD];
            file.read_exact(&mut bytes)
                .map_err(CheckpointError::damaged)?;
            if bytes == END {
                return Ok(());
            }
            let wrong = || CheckpointError::damaged("it has an impossible record");
            match decode(&bytes).ok_or_else(wrong)? {
                (question, Some(plies)) => {
                    let numbers = Numbers::answered(true, question.role);
                    self.table.keep(&question, Entry { numbers, plies }, 1);
                }
                (question, None) => {
                    self.held.write().insert(question);
                }
            }
        }
    }
}

/// A record of a checkpoint: the position, 32 bytes; a byte, 0 (no win) or 1 (win) where the
/// attacker is to move, 2 or 3 where the defender is; the plies, 2 bytes.
const RECORD: usize = 35;
const END: [u8; RECORD] = [0xff; RECORD];

fn encode(question: &Question, won_in: Option<u16>) -> [u8; RECORD] {
    let mut bytes = [0; RECORD];
    for (place, word) in bytes.chunks_exact_mut(8).zip(question.words) {
        place.copy_from_slice(&word.to_le_bytes());
    }
    let role = match question.role {
        Role::Attacker => 0,
        Role::Defender => 2,
    };
    bytes[32] = role | u8::from(won_in.is_some());
    bytes[33..].copy_from_slice(&won_in.unwrap_or(0).to_le_bytes());
    bytes
}

fn decode(bytes: &[u8; RECORD]) -> Option<(Question, Option<u16>)> {
    let mut words = [0; 4];
    for (word, place) in words.iter_mut().zip(bytes.chunks_exact(8)) {
        *word = u64::from_le_bytes(place.try_into().ok()?);
    }
    let role = match bytes[32] >> 1 {
        0 => Role::Attacker,
        1 => Role::Defender,
        _ => return None,
    };
    let plies = u16::from_le_bytes([bytes[33], bytes[34]]);
    let question = Question { words, role };
    Some((question, (bytes[32] & 1 == 1).then_some(plies)))
}

mod jobs;
mod proving;
#[cfg(test)]
mod tests;
