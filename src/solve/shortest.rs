//! Shortest wins, in games where positions can repeat.
//!
//! A proof gives a number of plies within which a side wins, not the least such number. So the
//! search asks: is the position won within one ply, within two, and so on, each time by searching
//! every line of that many plies? The first "yes" is the shortest win (iterative deepening; the
//! proof gives an upper bound, and its lengths settle most positions on the way).
//!
//! For each position, the search stores the number of plies within which it is certainly won, and
//! the number within which it is certainly not. Neither depends on the path, because a shortest
//! win never repeats a position; and nothing is forgotten, so the search ends when memory runs
//! out.

use rustc_hash::FxHashMap;

use super::proof_numbers::{Question, Role};
use crate::game::Game;

/// What is known about a position's shortest win.
#[derive(Clone, Copy)]
struct Known {
    /// The attacker has no win within this many plies.
    not_within: u16,
    /// The attacker has a win within this many plies.
    within: u16,
}

const NEVER: u16 = u16::MAX;

/// The search for shortest wins.
pub struct ShortestWin<'a, G: Game<Position: Into<[u64; 4]>>> {
    game: &'a G,
    /// Proved results: that there is a win within a number of plies, or none ([`KnownWin::Never`]).
    proved: &'a dyn Fn(&Question) -> KnownWin,
    gives_up: &'a dyn Fn() -> bool,
    known: FxHashMap<Question, Known>,
    /// How many positions may be remembered.
    most: usize,
    positions: u64,
    stopped: bool,
}

/// What is already proved about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KnownWin {
    /// The attacker wins within this many plies.
    Within(u16),
    /// The attacker does not win.
    Never,
    /// Nothing is proved.
    Open,
}

/// The number of positions between two checks for whether to give up.
const PATIENCE: u64 = 1 << 10;

impl<'a, G: Game<Position: Into<[u64; 4]>>> ShortestWin<'a, G> {
    /// A search that stores at most this many positions.
    pub fn new(
        game: &'a G,
        most: usize,
        proved: &'a dyn Fn(&Question) -> KnownWin,
        gives_up: &'a dyn Fn() -> bool,
    ) -> Self {
        Self {
            game,
            proved,
            gives_up,
            known: FxHashMap::default(),
            most,
            positions: 0,
            stopped: false,
        }
    }

    /// How many positions were searched.
    #[must_use]
    pub const fn positions(&self) -> u64 {
        self.positions
    }

    /// The exact number of plies in which the attacker wins a position that is won within `most`.
    ///
    /// # Errors
    /// If the search gives up: a number of plies below which there is no win.
    pub fn plies(&mut self, position: &G::Position, role: Role, most: u16) -> Result<u16, u16> {
        for plies in 0..most {
            match self.wins_within(position, role, plies) {
                Some(true) => return Ok(plies),
                Some(false) => {}
                None => return Err(plies),
            }
        }
        Ok(most)
    }

    /// A line of that many plies from a position that is won in exactly that many.
    pub fn line(&mut self, root: &G::Position, role: Role, plies: u16) -> Option<Vec<G::Move>> {
        let (mut position, mut role) = (*root, role);
        let mut line = Vec::new();
        for left in (0..plies).rev() {
            let mut found = None;
            for played in self.game.moves(&position) {
                let child = self.game.play(&position, played);
                let fits = match role {
                    Role::Attacker => self.wins_within(&child, role.other(), left)?,
                    // The defender delays as long as it can: no shorter win may be left.
                    Role::Defender => {
                        left == 0 || !self.wins_within(&child, role.other(), left - 1)?
                    }
                };
                if fits {
                    found = Some((played, child));
                    break;
                }
            }
            let (played, child) = found?;
            line.push(played);
            position = child;
            role = role.other();
        }
        Some(line)
    }

    /// Whether the attacker wins within this many plies; `None` if the search gives up.
    fn wins_within(&mut self, position: &G::Position, role: Role, plies: u16) -> Option<bool> {
        if let Some(proof) = self.game.prove(position) {
            if !role.is_won_by(proof.outcome) || (proof.shortest && proof.plies > plies) {
                return Some(false);
            }
            if proof.plies <= plies {
                return Some(true);
            }
        }
        // A win of this length would end on the wrong side's turn, so it takes a ply less.
        let plies =
            match self.game.winner_is_to_move() && (role == Role::Attacker) == (plies % 2 == 1) {
                true => plies.checked_sub(1),
                false => Some(plies),
            };
        let Some(plies) = plies.filter(|plies| *plies > 0) else {
            return Some(false);
        };
        let question = Question::about(*position, role);
        let known = match self.known.get(&question) {
            Some(known) => *known,
            None => match (self.proved)(&question) {
                KnownWin::Never => return Some(false),
                KnownWin::Within(within) => Known {
                    not_within: 0,
                    within,
                },
                KnownWin::Open => Known {
                    not_within: 0,
                    within: NEVER,
                },
            },
        };
        if known.within <= plies {
            return Some(true);
        }
        if known.not_within >= plies {
            return Some(false);
        }
        let wins = self.search(position, role, plies)?;
        let entry = self.known.entry(question).or_insert(known);
        match wins {
            true => entry.within = entry.within.min(plies),
            false => entry.not_within = entry.not_within.max(plies),
        }
        Some(wins)
    }

    /// Searches all moves.
    fn search(&mut self, position: &G::Position, role: Role, plies: u16) -> Option<bool> {
        self.positions += 1;
        if self.positions.is_multiple_of(PATIENCE)
            && (self.known.len() > self.most || (self.gives_up)())
        {
            self.stopped = true;
        }
        if self.stopped {
            return None;
        }
        let mut children: Vec<(u32, G::Position)> = Vec::new();
        for played in self.game.moves(position) {
            let child = self.game.play(position, played);
            children.push((self.search_rank(&child, role), child));
        }
        children.sort_by_key(|(search_rank, _)| *search_rank);
        for (_, child) in children {
            if self.wins_within(&child, role.other(), plies - 1)? == (role == Role::Attacker) {
                return Some(role == Role::Attacker);
            }
        }
        Some(role == Role::Defender)
    }

    /// Lower ones are searched first: for the attacker, its proved wins, then children that leave the opponent few
    /// moves; for the defender, children that leave the attacker many, and its proved wins last.
    fn search_rank(&self, child: &G::Position, role: Role) -> u32 {
        let question = Question::about(*child, role.other());
        let proved = match self.known.get(&question) {
            Some(known) if known.within < NEVER => KnownWin::Within(known.within),
            Some(known) => return 1_000 + u32::from(known.not_within),
            None => (self.proved)(&question),
        };
        let moves = || self.game.move_count(child) as u32;
        match (proved, role) {
            (KnownWin::Within(plies), Role::Attacker) => u32::from(plies),
            (KnownWin::Within(plies), Role::Defender) => 100_000 - u32::from(plies),
            (KnownWin::Never, Role::Defender) => 0,
            (KnownWin::Never, Role::Attacker) => 200_000,
            (KnownWin::Open, Role::Attacker) => 1_000 + moves(),
            (KnownWin::Open, Role::Defender) => 1_000 - moves().min(900),
        }
    }
}
