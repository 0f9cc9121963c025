//! The division of work: five jobs for a position, shared among threads.
//!
//! Each of the two questions can be answered by a proof or by a closed set, and it is not known in
//! advance by which; and a win of one side answers the other's question, too. So even for one question
//! there are four jobs, done in rounds that double in size; a free thread
//! takes the job that has had the least work so far. Work on sets counts eight times: most are found
//! soon or not at all. Of the two proofs, the one with the greater proof number at the root is less
//! likely to succeed, and its work counts up to eight times. So easy answers are found soon, and hard
//! ones cost half as much again as they would alone, or twice as much if the proof numbers say nothing.
//! If another thread works on the proof already, a thread helps with it, and tries equal moves in a
//! different order.
//!
//! The fifth job takes all threads, when some work on the others has given no result: the game
//! computes a table that [settles](crate::game::Game::settle) the position, if it has one, or from time
//! to time one that helps the search.

use std::time::Duration;

use parking_lot::Mutex;

use super::CyclicSolver;
use crate::game::Game;
use crate::game::bounds::Goal;
use crate::solve::closed_set::{self, Found, Limits, Policy};
use crate::solve::dfpn::ProofNumberSearch;
use crate::solve::proof_numbers::{Question, Role};

/// How a question can be answered; each is asked about the side to move in one role.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Method {
    /// A proof that the attacker wins.
    Proof(Role),
    /// A set that the defender never leaves.
    Set(Role),
    /// A table that the game computes.
    Settling,
}

#[derive(Clone, Copy, Debug)]
struct Job {
    method: Method,
    /// How many positions the job has been given, the current round included, times their weight. Jobs that are to
    /// begin later begin with more than 0.
    given: u64,
    round: u32,
    /// Whether a thread is working on it.
    is_taken: bool,
    /// Whether more work on the job would be pointless: it is done, or the search finds that there
    /// is probably no win.
    is_idle: bool,
}

/// What a thread does next.
enum Next {
    /// Works on a round of the job with this number.
    Round(usize),
    /// Helps with a proof that another thread works on.
    Help(Role),
    /// Waits while the game settles the position, with all threads, or because no job is free.
    Wait,
}

/// How long a thread that has to wait sleeps.
const WAIT: Duration = Duration::from_millis(1);

/// The size of a proof's first round, in positions.
const FIRST_PROOF: u64 = 1 << 10;
/// After this many positions, a proof continues from the root with what other threads have found.
const STRETCH: u64 = 1 << 16;
/// The size of a set's first round.
const FIRST_SET: u64 = 1 << 12;
/// How much a position of a set counts; with 1, hard positions of antichess take half as much again; with 32,
/// fewer draws are found.
const WEIGHT_OF_SETS: u64 = 8;
/// The most that a position of the less likely proof counts.
const WEIGHT_OF_UNLIKELY: u32 = 8;
/// The positions searched for proofs before the search for sets begins.
const BEFORE_SETS: u64 = 1 << 13;
/// The positions searched by each of the other methods, times their weight, before the game is asked to settle the
/// position (more if that [costs more](Game::cost_of_settling)), and between two such requests.
const BEFORE_SETTLING: u64 = 1 << 17;

impl Job {
    fn new(method: Method, cost_of_settling: u64) -> Self {
        Self {
            method,
            given: match method {
                Method::Proof(_) => 0,
                Method::Set(_) => BEFORE_SETS,
                // The likelier proof gets as many, the other up to as many, and the sets a few.
                Method::Settling => (cost_of_settling / 2).max(BEFORE_SETTLING),
            },
            round: 0,
            is_taken: false,
            is_idle: false,
        }
    }

    /// How many positions its next round takes.
    fn most(&self) -> u64 {
        let first = match self.method {
            Method::Proof(_) => FIRST_PROOF,
            Method::Set(_) => FIRST_SET,
            Method::Settling => return BEFORE_SETTLING,
        };
        first.saturating_mul(1_u64.checked_shl(self.round).unwrap_or(u64::MAX))
    }
}

/// A round under way; at its end, even by a crash, other threads may take the job.
struct Round<'a> {
    jobs: &'a Mutex<Vec<Job>>,
    number: usize,
    /// Whether more rounds are pointless.
    is_vain: bool,
}

impl Drop for Round<'_> {
    fn drop(&mut self) {
        let job = &mut self.jobs.lock()[self.number];
        job.round += 1;
        job.is_taken = false;
        job.is_idle = self.is_vain;
    }
}

/// The jobs of a position.
pub(super) struct Jobs<'a, G: Game<Position: Into<[u64; 4]>>> {
    solver: &'a CyclicSolver<G>,
    root: &'a G::Position,
    goals: &'a [Goal],
    jobs: Mutex<Vec<Job>>,
    gives_up: &'a (dyn Fn() -> bool + Sync),
}

impl<'a, G: Game<Position: Into<[u64; 4]>>> Jobs<'a, G> {
    pub(super) fn new(
        solver: &'a CyclicSolver<G>,
        root: &'a G::Position,
        goals: &'a [Goal],
        gives_up: &'a (dyn Fn() -> bool + Sync),
    ) -> Self {
        let both = Role::BOTH.into_iter();
        let jobs = both.flat_map(|role| [Method::Proof(role), Method::Set(role)]);
        let cost = solver.game.cost_of_settling(root);
        let jobs = jobs.chain([Method::Settling]);
        let jobs = jobs.map(|method| Job::new(method, cost));
        Self {
            solver,
            root,
            goals,
            jobs: Mutex::new(jobs.collect()),
            gives_up,
        }
    }

    /// Works until the questions are answered, or the search is given up.
    pub(super) fn work(&self, thread: usize) {
        while !self.is_over() {
            match self.take() {
                Next::Round(number) => self.do_round(number, thread),
                Next::Help(role) => self.help(role, thread),
                Next::Wait => std::thread::sleep(WAIT),
            }
        }
    }

    fn is_over(&self) -> bool {
        let mut roles = self.goals.iter().map(|goal| Role::asking(*goal));
        (self.gives_up)() || roles.all(|role| !self.is_open(role))
    }

    fn is_open(&self, role: Role) -> bool {
        self.solver.answer(self.root, role, self.gives_up).is_none()
    }

    /// Whether the stored results answer a question. Where the game is asked it may make tables, which is too
    /// much for a test of whether to go on.
    fn is_stored(&self, role: Role) -> bool {
        let known = self.solver.known(self.root);
        known.answer(role.goal()).is_some()
    }

    /// Whether work on a question is to end.
    fn ends(&self, role: Role) -> bool {
        (self.gives_up)() || self.is_stored(role)
    }

    /// The next task: work on the open job that has had the least.
    fn take(&self) -> Next {
        // Not under the lock: the game may make tables.
        let open = Role::BOTH.map(|role| self.is_open(role));
        let mut jobs = self.jobs.lock();
        let is_settling = |job: &Job| job.is_taken && job.method == Method::Settling;
        if jobs.iter().any(is_settling) {
            return Next::Wait;
        }
        let is_open = |method: Method| match method {
            Method::Proof(role) | Method::Set(role) => open[role as usize],
            Method::Settling => true,
        };
        // Threads can share a proof, but no other job.
        let is_free = |job: &Job| !job.is_taken || matches!(job.method, Method::Proof(_));
        let jobs = jobs.iter_mut().enumerate();
        let free = jobs.filter(|(_, job)| is_free(job) && !job.is_idle && is_open(job.method));
        let Some((number, job)) = free.min_by_key(|(_, job)| job.given) else {
            return Next::Wait;
        };
        let (next, positions) = match job.method {
            Method::Proof(role) if job.is_taken => (Next::Help(role), STRETCH),
            _ => (Next::Round(number), job.most()),
        };
        job.is_taken = true;
        let counted = positions.saturating_mul(self.weight(job.method, open));
        job.given = job.given.saturating_add(counted);
        next
    }

    /// How much a position counts when work is divided among the jobs.
    fn weight(&self, method: Method, open: [bool; 2]) -> u64 {
        match method {
            Method::Proof(role) if open[role.other() as usize] => {
                let (own, other) = (self.proof_number(role), self.proof_number(role.other()));
                let ratio = own.zip(other).map_or(1, |(own, other)| own / other.max(1));
                ratio.clamp(1, WEIGHT_OF_UNLIKELY).into()
            }
            Method::Proof(_) => 1,
            Method::Set(_) => WEIGHT_OF_SETS,
            Method::Settling => 1,
        }
    }

    /// The proof number of the root for a win by the attacker, if the table has it.
    fn proof_number(&self, role: Role) -> Option<u32> {
        let question = Question::about(*self.root, role);
        let numbers = self.solver.table.probe(&question)?.numbers;
        Some(match role {
            Role::Attacker => numbers.phi,
            Role::Defender => numbers.delta,
        })
    }

    fn do_round(&self, number: usize, thread: usize) {
        let job = self.jobs.lock()[number];
        let mut round = Round {
            jobs: &self.jobs,
            number,
            is_vain: true,
        };
        round.is_vain = match job.method {
            Method::Proof(role) => {
                let (mut answer, mut left) = (None, job.most());
                while answer.is_none() && left > 0 && !self.ends(role) {
                    answer = self.prove(role, left.min(STRETCH), thread);
                    left = left.saturating_sub(STRETCH);
                }
                answer == Some(false)
            }
            Method::Set(role) => {
                self.look_for_set(role, &job);
                false
            }
            Method::Settling => {
                let (game, memory) = (&self.solver.game, self.solver.memory);
                let threads = self.solver.crew.threads;
                let gives_up =
                    || (self.gives_up)() || self.solver.known(self.root).answers(self.goals);
                !game.settle(self.root, threads, memory, &gives_up)
            }
        };
    }

    /// Helps with a proof.
    fn help(&self, role: Role, thread: usize) {
        if self.prove(role, STRETCH, thread).is_some() {
            // It has ended, but the thread whose job it is may not know that yet.
            std::thread::sleep(WAIT);
        }
    }

    fn prove(&self, role: Role, most: u64, turn: usize) -> Option<bool> {
        let gives_up = || self.ends(role);
        self.search(turn, &gives_up).ask(self.root, role, most)
    }

    fn search<'s>(
        &'s self,
        turn: usize,
        gives_up: &'s dyn Fn() -> bool,
    ) -> ProofNumberSearch<'s, G> {
        let solver = self.solver;
        ProofNumberSearch::new(
            &solver.game,
            &solver.table,
            &solver.positions,
            turn,
            gives_up,
        )
    }

    fn look_for_set(&self, role: Role, job: &Job) {
        let solver = self.solver;
        let limits = Limits {
            positions: job.most(),
            members: solver.most_members,
        };
        let policy = Policy::ALL[job.round as usize % Policy::ALL.len()];
        let is_held = |question: &Question| solver.held.read().contains(question);
        let gives_up = || self.ends(role);
        let found = closed_set::find(
            &solver.game,
            &mut self.search(0, &gives_up),
            &is_held,
            (self.root, role),
            (policy, job.round.into()),
            limits,
            &gives_up,
        );
        match found {
            Found::Held(questions) => solver.held.write().extend(questions),
            Found::Open(questions) => solver.hold_in_passing(questions),
            Found::Won => {}
        }
    }
}
