//! Closed sets: proofs that one side, the attacker, cannot win, in games where positions can
//! repeat.
//!
//! A set of positions is a proof if the defender never has to leave it. For each of its positions
//! where the attacker moves, it contains the positions after all moves; where the defender moves,
//! the position after one of them, unless that is settled otherwise. Whatever the attacker plays,
//! the game then stays in the set forever, or ends without a win by the attacker.
//!
//! The search begins at the root. Every position reached is assumed to belong to the set until the
//! opposite is shown. The defender selects one move; if that is shown to lose, it selects another;
//! if all do, its position is lost, and the positions before it are examined again. That is the
//! local algorithm for the greatest fixed point (Liu and Smolka, *Simple linear-time algorithms for
//! minimal fixed points*, 1998). It is sound in both directions: a position found to be lost is
//! lost for reasons that were shown before, never because of itself; so the attacker wins without
//! repetition.
//!
//! # The choice of moves
//! The size of the set depends on the defender's choices. The defender prefers a settled position;
//! then one that already belongs to the set; then one after which the attacker's moves lead to the
//! fewest new positions, so that the set closes soon. Its [`Policy`] says how far it trusts
//! unproved results of the [search](super::dfpn). Sizes have a long tail: a slightly worse choice
//! can cost a thousand times as much. So the search is restarted, each time with a different policy
//! and twice the limit, and nearly equal moves are chosen at random (as in other solvers with
//! restarts: Gomes, Selman and Kautz 1998). What was closed by then is itself a closed set, and is
//! kept.

use rustc_hash::FxHashMap;

use super::dfpn::ProofNumberSearch;
use super::proof_numbers::{Entry, Question, Role};
use crate::game::Game;
use crate::hash;

/// How the defender rates moves about which nothing is proved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Policy {
    /// The penalty, in new positions, for a move that does not hold according to the search.
    pub distrust: u32,
    /// The cost of a reply that leads to a new position, if that position holds according to the
    /// search, in thousandths of the cost if it does not.
    pub believed: u32,
}

impl Policy {
    /// The policies that are tried, best first.
    pub const ALL: [Self; 4] = [
        Self {
            distrust: 1_000,
            believed: 990,
        },
        Self {
            distrust: 3,
            believed: 990,
        },
        Self {
            distrust: 0,
            believed: 990,
        },
        Self {
            distrust: 0,
            believed: 667,
        },
    ];
}

/// The result of a search for a closed set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    /// A closed set: all its positions.
    Held(Vec<Question>),
    /// The attacker wins; the win is in the table.
    Won,
    /// The limit was reached, or the search was given up; these are the positions that the defender
    /// is nevertheless proved to hold.
    Open(Vec<Question>),
}

/// A position that may belong to the set.
struct Member<P> {
    position: P,
    role: Role,
    /// If the attacker is known to win, the maximum number of plies to the win.
    lost: Option<u16>,
    /// The defender's choice.
    choice: Choice,
    /// The members that depend on this one.
    users: Vec<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Choice {
    None,
    Settled,
    Member(u32),
}

/// What is known about a position that the walk reaches.
enum Standing {
    /// The attacker cannot win; no set is needed.
    Settled,
    /// The attacker wins, after at most this many plies.
    Lost(u16),
    Member(u32),
    New,
}

/// The search for a closed set.
struct ClosedSet<'s, 'a, G: Game<Position: Into<[u64; 4]>>> {
    game: &'a G,
    search: &'s mut ProofNumberSearch<'a, G>,
    /// Whether the attacker is known not to win.
    is_held: &'s dyn Fn(&Question) -> bool,
    policy: Policy,
    /// The state of the random number generator.
    chance: u64,
    members: Vec<Member<G::Position>>,
    numbers: FxHashMap<(G::Position, Role), u32>,
    /// Members whose moves are to be examined.
    work: Vec<u32>,
    /// Members that are lost, but whose users have not been notified yet.
    news: Vec<u32>,
}

/// When to give up on a set.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The maximum number of positions whose moves are generated, including those of the search.
    pub positions: u64,
    /// The maximum number of members.
    pub members: usize,
}

/// Moves are nearly equal if their costs, in thousandths of a position, differ by less than this.
/// Then the choice is random, so that a restart does not go wrong at the same place.
const JITTER: usize = 300;
/// The number of positions that the search may spend on a new member.
const GLANCE: u64 = 30;

/// Searches for a closed set around a position that is not settled. `is_held` gives what is known
/// from other sets. The seed determines the random choices.
pub fn find<'a, G: Game<Position: Into<[u64; 4]>>>(
    game: &'a G,
    search: &mut ProofNumberSearch<'a, G>,
    is_held: &dyn Fn(&Question) -> bool,
    (root, role): (&G::Position, Role),
    (policy, seed): (Policy, u64),
    limits: Limits,
    gives_up: &dyn Fn() -> bool,
) -> Found {
    let before = search.positions();
    let mut set = ClosedSet {
        game,
        search,
        is_held,
        policy,
        chance: seed,
        members: Vec::new(),
        numbers: FxHashMap::default(),
        work: Vec::new(),
        news: Vec::new(),
    };
    let root = set.add(*root, role);
    loop {
        set.tell();
        if set.members[root as usize].lost.is_some() {
            return Found::Won;
        }
        let Some(next) = set.work.pop() else {
            return Found::Held(set.closed(root));
        };
        set.look_at(next);
        let is_too_much = set.search.positions() - before > limits.positions;
        if is_too_much || set.members.len() > limits.members || gives_up() {
            return Found::Open(set.closed_without_root());
        }
    }
}

impl<G: Game<Position: Into<[u64; 4]>>> ClosedSet<'_, '_, G> {
    fn add(&mut self, position: G::Position, role: Role) -> u32 {
        let number = self.members.len() as u32;
        self.members.push(Member {
            position,
            role,
            lost: None,
            choice: Choice::None,
            users: Vec::new(),
        });
        self.numbers.insert((position, role), number);
        self.work.push(number);
        number
    }

    fn entry(&self, position: &G::Position, role: Role) -> Option<Entry> {
        self.search.table().probe(&Question::about(*position, role))
    }

    fn standing(&self, position: &G::Position, role: Role) -> Standing {
        if let Some(number) = self.numbers.get(&(*position, role)) {
            return match self.members[*number as usize].lost {
                Some(plies) => Standing::Lost(plies),
                None => Standing::Member(*number),
            };
        }
        match self.search.settled(position, role) {
            Some((true, plies)) => return Standing::Lost(plies),
            Some((false, _)) => return Standing::Settled,
            None => {}
        }
        let question = Question::about(*position, role);
        if (self.is_held)(&question) {
            return Standing::Settled;
        }
        match self.search.table().win(&question) {
            Some(plies) => Standing::Lost(plies),
            None => Standing::New,
        }
    }

    /// Whether the search finds, without proof, that the attacker does not win.
    fn is_believed(&self, position: &G::Position, role: Role) -> bool {
        let entry = self.entry(position, role);
        entry.is_some_and(|entry| entry.numbers.answer(role) == Some(false))
    }

    /// Marks a member as lost after this many plies.
    fn lose(&mut self, number: u32, plies: u16) {
        let member = &mut self.members[number as usize];
        if member.lost.is_none() {
            member.lost = Some(plies);
            self.news.push(number);
        }
    }

    /// Notifies every member that depends on a lost one.
    fn tell(&mut self) {
        while let Some(number) = self.news.pop() {
            let member = &mut self.members[number as usize];
            let (position, role) = (member.position, member.role);
            let plies = member.lost.unwrap_or(0);
            let users = std::mem::take(&mut member.users);
            let entry = Entry::answered(true, role, plies);
            let question = Question::about(position, role);
            self.search.table().keep(&question, entry, 1);
            for user in users {
                let member = &self.members[user as usize];
                match member.role {
                    _ if member.lost.is_some() => {}
                    Role::Attacker => self.lose(user, plies.saturating_add(1)),
                    Role::Defender if member.choice == Choice::Member(number) => {
                        self.work.push(user)
                    }
                    Role::Defender => {}
                }
            }
        }
    }

    /// Examines the moves of a member.
    fn look_at(&mut self, number: u32) {
        let member = &self.members[number as usize];
        let (position, role) = (member.position, member.role);
        if member.lost.is_some() {
            return;
        }
        if !self.is_believed(&position, role) {
            self.search.ask(&position, role, GLANCE);
            let question = Question::about(position, role);
            if let Some(plies) = self.search.table().win(&question) {
                self.lose(number, plies);
                return;
            }
        }
        match role {
            Role::Attacker => self.take_all(number, &position),
            Role::Defender => self.choose(number, &position),
        }
    }

    /// Examines a member where the attacker moves: all its moves must lead into the set.
    fn take_all(&mut self, number: u32, position: &G::Position) {
        self.search.add_position();
        for played in self.game.moves(position) {
            let child = self.game.play(position, played);
            let member = match self.standing(&child, Role::Defender) {
                Standing::Settled => continue,
                Standing::Lost(plies) => {
                    self.lose(number, plies.saturating_add(1));
                    return;
                }
                Standing::Member(member) => member,
                Standing::New => self.add(child, Role::Defender),
            };
            self.members[member as usize].users.push(number);
        }
    }

    /// Examines a member where the defender moves: it chooses the move that adds the fewest new
    /// positions.
    fn choose(&mut self, number: u32, position: &G::Position) {
        let mut best: Option<(u32, G::Position, Standing)> = None;
        let mut longest = 0;
        self.search.add_position();
        for played in self.game.moves(position) {
            let child = self.game.play(position, played);
            let standing = self.standing(&child, Role::Attacker);
            let cost = match standing {
                Standing::Settled => 0,
                Standing::Member(_) => 1,
                Standing::Lost(plies) => {
                    longest = longest.max(plies);
                    continue;
                }
                Standing::New => match self.cost(&child) {
                    Ok(cost) => 2 + cost + self.jitter(),
                    Err(plies) => {
                        longest = longest.max(plies);
                        continue;
                    }
                },
            };
            if best.as_ref().is_none_or(|(least, ..)| cost < *least) {
                best = Some((cost, child, standing));
            }
            if cost == 0 {
                break;
            }
        }
        let member = match best {
            None => {
                self.lose(number, longest.saturating_add(1));
                return;
            }
            Some((_, _, Standing::Settled)) => {
                self.members[number as usize].choice = Choice::Settled;
                return;
            }
            Some((_, _, Standing::Member(member))) => member,
            Some((_, child, _)) => self.add(child, Role::Attacker),
        };
        self.members[number as usize].choice = Choice::Member(member);
        self.members[member as usize].users.push(number);
    }

    /// A random number that decides between moves of nearly equal cost.
    fn jitter(&mut self) -> u32 {
        self.chance = hash::mix_words(self.chance, 0);
        hash::below(self.chance, JITTER) as u32
    }

    /// The number of new positions, in thousandths, that follow a position where the attacker
    /// moves; or, as the error, the greatest number of plies after which the attacker wins.
    fn cost(&mut self, position: &G::Position) -> Result<u32, u16> {
        self.search.add_position();
        let mut cost = 0;
        for played in self.game.moves(position) {
            let child = self.game.play(position, played);
            cost += match self.standing(&child, Role::Defender) {
                Standing::Settled => 0,
                Standing::Lost(plies) => return Err(plies.saturating_add(1)),
                Standing::Member(_) => 1,
                Standing::New if self.is_believed(&child, Role::Defender) => self.policy.believed,
                Standing::New => 1_000,
            };
        }
        match self.is_believed(position, Role::Attacker) {
            true => Ok(cost),
            false => Ok(cost + 1_000 * self.policy.distrust),
        }
    }

    /// The part of the set that is already closed when the search is given up: all members except
    /// those that depend on one that has not been examined or is lost.
    fn closed_without_root(&self) -> Vec<Question> {
        let mut is_open = vec![false; self.members.len()];
        let lost = (0..).zip(&self.members);
        let lost = lost.filter_map(|(number, member)| member.lost.map(|_| number));
        let mut news: Vec<u32> = self.work.iter().copied().chain(lost).collect();
        while let Some(number) = news.pop() {
            if std::mem::replace(&mut is_open[number as usize], true) {
                continue;
            }
            news.extend(self.members[number as usize].users.iter().filter(|user| {
                let user = &self.members[**user as usize];
                user.role == Role::Attacker || user.choice == Choice::Member(number)
            }));
        }
        let closed = self.members.iter().zip(is_open);
        closed
            .filter(|(_, is_open)| !is_open)
            .map(|(member, _)| Question::about(member.position, member.role))
            .collect()
    }

    /// The final set: all members that can be reached by the defender's choices.
    fn closed(&self, root: u32) -> Vec<Question> {
        let mut belongs = vec![false; self.members.len()];
        belongs[root as usize] = true;
        let mut found = vec![root];
        let mut next = 0;
        while let Some(number) = found.get(next) {
            let member = &self.members[*number as usize];
            next += 1;
            let mut enter = |number: u32| {
                if !std::mem::replace(&mut belongs[number as usize], true) {
                    found.push(number);
                }
            };
            match (member.role, member.choice) {
                (Role::Defender, Choice::Member(child)) => enter(child),
                (Role::Defender, _) => {}
                (Role::Attacker, _) => {
                    for played in self.game.moves(&member.position) {
                        let child = self.game.play(&member.position, played);
                        if let Some(number) = self.numbers.get(&(child, Role::Defender)) {
                            enter(*number);
                        }
                    }
                }
            }
        }
        let members = found.into_iter().map(|number| {
            let member = &self.members[number as usize];
            Question::about(member.position, member.role)
        });
        members.collect()
    }
}
