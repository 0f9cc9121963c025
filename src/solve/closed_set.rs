//! Closed sets: proofs that one side, the attacker, cannot win where positions come back.
//!
//! A set of positions proves it if the defender need never leave it: to each of its positions where the
//! attacker moves, all positions after his moves belong, and to each where the defender moves one of
//! those after his, unless it is settled otherwise. Whatever the attacker plays, the game either goes round within the set for
//! ever or ends as the defender wishes.
//!
//! Such a set is looked for from the root on. Every position that is met is taken to belong until
//! the opposite is shown, and the defender commits himself to one move; when that is shown to lose, he takes
//! another one, and when all do, his position is lost, and those before it are looked at again. That is the local
//! algorithm for the greatest fixed point (Liu and Smolka, *Simple linear-time algorithms for minimal
//! fixed points*, 1998). It is sound either way: a position that is lost in the end is so for reasons that
//! were shown before, never for itself; so it is a win that rests on no repetition.
//!
//! # Which move holds
//! How large the set becomes depends on what the defender chooses. He likes best what is settled; then a
//! position that belongs already; then one after which the attacker's moves lead to the fewest new
//! positions, so that the set closes soon. How much he trusts what the [search](super::dfpn) believes without proof
//! is a matter of [`Policy`]. Sizes have a long tail: a choice that is a little worse can cost a thousand times as much. So who
//! looks for a set begins anew again and again, each time with another policy and twice the limit, and leaves to chance what
//! hardly differs (as restarts do for solvers of other puzzles: Gomes, Selman and Kautz 1998). What was closed by then
//! is a set of its own, and stays.

use rustc_hash::FxHashMap;

use super::dfpn::ProofNumberSearch;
use super::proof_numbers::{Entry, Question, Role};
use crate::game::Game;
use crate::hash;

/// What the defender thinks of moves that nobody has proved anything of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Policy {
    /// By how many new positions a move is worse that the search does not believe to hold.
    pub distrust: u32,
    /// What a reply costs that leads to a new position which the search believes to be held, in
    /// thousandths of one which it does not.
    pub believed: u32,
}

impl Policy {
    /// Those that are tried, the best first.
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

/// What has come of a search for a closed set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    /// A closed set: all its positions.
    Held(Vec<Question>),
    /// The attacker wins; the table knows it.
    Won,
    /// More positions than were allowed, or it was given up; those that the defender holds all the same.
    Open(Vec<Question>),
}

/// A position that may belong to the set.
struct Member<P> {
    position: P,
    role: Role,
    /// Whether the attacker wins, after so many plies at most.
    lost: Option<u16>,
    /// The defender's choice.
    choice: Choice,
    /// Who relies on it.
    users: Vec<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Choice {
    None,
    Settled,
    Member(u32),
}

/// What is known of a position that is met.
enum Standing {
    /// The attacker cannot win, without any set.
    Settled,
    /// He wins, after so many plies at most.
    Lost(u16),
    Member(u32),
    New,
}

/// Looks for a closed set.
struct ClosedSet<'s, 'a, G: Game<Position: Into<[u64; 4]>>> {
    game: &'a G,
    search: &'s mut ProofNumberSearch<'a, G>,
    /// Whether the attacker is known not to win.
    is_held: &'s dyn Fn(&Question) -> bool,
    policy: Policy,
    /// For what is left to chance.
    chance: u64,
    members: Vec<Member<G::Position>>,
    numbers: FxHashMap<(G::Position, Role), u32>,
    /// Members whose moves are to be looked at.
    work: Vec<u32>,
    /// Members that have been lost, and whose users do not know it yet.
    news: Vec<u32>,
}

/// When to give a set up.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// After so many positions whose moves were generated, the search's included.
    pub positions: u64,
    /// When so many may belong to it.
    pub members: usize,
}

/// Moves whose costs differ by less are nearly equal, in thousandths of a position: then it is left to chance which
/// is taken, so that one who begins anew does not go astray at the same place.
const WHIM: usize = 300;
/// How many positions the search is given to look at a new member.
const GLANCE: u64 = 30;

/// Looks for a closed set around a position, which is not settled. `is_held`
/// tells what is known from other sets. What is left to chance comes from the seed.
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

    /// Whether the search believes that the attacker does not win.
    fn is_believed(&self, position: &G::Position, role: Role) -> bool {
        let entry = self.entry(position, role);
        entry.is_some_and(|entry| entry.numbers.answer(role) == Some(false))
    }

    /// A member is lost after so many plies.
    fn lose(&mut self, number: u32, plies: u16) {
        let member = &mut self.members[number as usize];
        if member.lost.is_none() {
            member.lost = Some(plies);
            self.news.push(number);
        }
    }

    /// Everybody who relied on what is lost hears of it.
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

    /// Looks at the moves of a member.
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

    /// Whatever the attacker plays must lead into the set.
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

    /// The defender chooses the move after which least is new.
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

    /// What decides between moves that cost much the same.
    fn jitter(&mut self) -> u32 {
        self.chance = hash::mix_words(self.chance, 0);
        hash::below(self.chance, WHIM) as u32
    }

    /// How much new there is behind a position where the attacker moves, in thousandths of a position; or
    /// after how many plies he wins at most.
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

    /// What is closed already when the search is given up: all members but those that rely on one
    /// which has not been looked at, or is lost.
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

    /// What the set consists of in the end: all that can be reached by the defender's choices.
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
