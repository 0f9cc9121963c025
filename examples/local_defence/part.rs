//! The local defence itself: a part of the board, what it sees, and what it is worth to the keeper.
//!
//! Counted as in `src/pawns/gamelet/worth.rs`: a part is worth *n* if the keeper can answer each of
//! the attacker's moves there forever, and besides has *n* moves to spare there (or needs −*n* from
//! elsewhere), **whatever the others do**. Four kinds of things happen to it at the attacker's turn:
//!
//! 1. the attacker moves in it, or captures into it: answered in the part, or by a spare move;
//! 2. he captures out of it, or moves elsewhere in sight: answered there, so it comes for free;
//! 3. the keeper moves elsewhere in sight, as he likes: for free;
//! 4. pawns that are not seen capture into what is seen, or are captured from there: as 1 to 3.
//!
//! A part that breaks its own promise is lost. If another breaks its, nothing is claimed: the first
//! that breaks one is lost by its own count. The proof is in `docs/local-defence.md`.

use std::cell::RefCell;
use std::collections::HashMap;

use jacquerie::board::{Bitboard, Rank};
use jacquerie::pawns::Position;

/// No worth beyond this is told apart.
const MOST_SPARE: i8 = 6;

/// What every part promises on its files at a cut whenever the attacker is to move, in ranks as he
/// sees them: his pawns stand no higher than `attackers`, the keeper's no lower than `keepers`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contract {
    pub attackers: usize,
    pub keepers: usize,
}

pub const NO_CONTRACT: Contract = Contract {
    attackers: 6,
    keepers: 2,
};

/// How much a part knows of the rest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View {
    /// So many files beside it are seen exactly.
    pub overlap: usize,
    /// Whether the pawns beyond are counted, or as many as anybody likes.
    pub counts: bool,
    /// A question that needs more positions of a part stays open, which counts as no.
    pub most: usize,
}

/// What is seen from a part when the attacker is to move. Some of it is his only.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Local {
    attackers: Bitboard,
    keepers: Bitboard,
    /// Where the attacker may capture en passant.
    passed: Bitboard,
    /// Pawns beyond what is seen, at most.
    attackers_beyond: u8,
    keepers_beyond: u8,
}

/// A move of either side, as the one who makes it sees the board.
#[derive(Clone, Copy)]
struct Step {
    from: Bitboard,
    to: Bitboard,
    victim: Bitboard,
}

fn steps(own: Bitboard, enemy: Bitboard, passed: Bitboard) -> Vec<Step> {
    let empty = !(own | enemy);
    let mut steps = Vec::new();
    for from in own {
        let from = Bitboard::of(from);
        let single = from.up() & empty;
        let second = Bitboard::rank(Rank::SECOND);
        let double = if from.meets(second) {
            single.up() & empty
        } else {
            Bitboard::EMPTY
        };
        for to in single | double {
            steps.push(Step {
                from,
                to: Bitboard::of(to),
                victim: Bitboard::EMPTY,
            });
        }
        for to in from.up().beside() & (enemy | passed) {
            let to = Bitboard::of(to);
            let victim = (to & enemy) | (to & passed).down();
            steps.push(Step { from, to, victim });
        }
    }
    steps
}

pub fn ranks(range: std::ops::RangeInclusive<usize>) -> Bitboard {
    Rank::all()
        .filter(|rank| range.contains(&(rank.index() + 1)))
        .fold(Bitboard::EMPTY, |all, rank| all | Bitboard::rank(rank))
}

impl Local {
    fn after_attacker(&self, step: Step) -> Self {
        Self {
            attackers: self.attackers ^ (step.from | step.to),
            keepers: self.keepers ^ step.victim,
            passed: Bitboard::EMPTY,
            ..*self
        }
    }

    /// The keeper's moves, turned back to the attacker's view; `passed` is for him.
    fn keeper_steps(&self, passed: Bitboard) -> impl Iterator<Item = Step> {
        let turn = |step: Step| Step {
            from: step.from.flip(),
            to: step.to.flip(),
            victim: step.victim.flip(),
        };
        steps(self.keepers.flip(), self.attackers.flip(), passed.flip())
            .into_iter()
            .map(turn)
    }

    fn after_keeper(&self, step: Step) -> Self {
        let is_double = step.from == step.to.up().up();
        let attackers = self.attackers ^ step.victim;
        let passed = is_double && attackers.meets(step.to.beside());
        Self {
            attackers,
            keepers: self.keepers ^ (step.from | step.to),
            passed: if passed {
                step.to.up()
            } else {
                Bitboard::EMPTY
            },
            ..*self
        }
    }
}

/// One part, what it sees, and what is known of it.
pub struct Part {
    pub mine: Bitboard,
    seen: Bitboard,
    /// The outermost files seen that have others beyond.
    edge: Bitboard,
    /// Squares where no attacker's, and where no keeper's pawn may stand at a cut.
    too_high: Bitboard,
    too_low: Bitboard,
    view: View,
    contract: Contract,
    /// Worth at least the first number, less than the second.
    known: RefCell<HashMap<Local, (i8, i8)>>,
}

impl Part {
    /// The files from `first` up to `end` of a board of `files`, cut at `cuts`.
    fn new(
        first: usize,
        end: usize,
        files: usize,
        cuts: &[usize],
        view: View,
        contract: Contract,
    ) -> Self {
        let span =
            |from: usize, to: usize| Bitboard::leftmost_files(to) & !Bitboard::leftmost_files(from);
        let left = first.saturating_sub(view.overlap);
        let right = (end + view.overlap).min(files);
        let seen = span(left, right);
        let leftmost = if left > 0 {
            span(left, left + 1)
        } else {
            Bitboard::EMPTY
        };
        let rightmost = if right < files {
            span(right - 1, right)
        } else {
            Bitboard::EMPTY
        };
        let at_cuts = cuts
            .iter()
            .fold(Bitboard::EMPTY, |all, cut| all | span(cut - 1, cut + 1))
            & seen;
        Self {
            mine: span(first, end),
            seen,
            edge: leftmost | rightmost,
            too_high: at_cuts & ranks(contract.attackers + 1..=8),
            too_low: at_cuts & ranks(1..=contract.keepers - 1),
            view,
            contract,
            known: RefCell::default(),
        }
    }

    pub fn positions(&self) -> usize {
        self.known.borrow().len()
    }

    fn local(&self, position: &Position) -> Local {
        let beyond = |pawns: Bitboard| match (self.edge.is_empty(), self.view.counts) {
            (true, _) => 0,
            (false, true) => (pawns & !self.seen).count() as u8,
            (false, false) => 1,
        };
        Local {
            attackers: position.own() & self.seen,
            keepers: position.enemy() & self.seen,
            passed: Bitboard::EMPTY,
            attackers_beyond: beyond(position.own()),
            keepers_beyond: beyond(position.enemy()),
        }
    }

    /// The most it is worth, if it is worth anything.
    fn worth(&self, local: &Local) -> Option<i8> {
        (-MOST_SPARE..=MOST_SPARE)
            .take_while(|spare| self.holds(local, *spare))
            .last()
    }

    /// How many pawns there are beyond after some came in or went out.
    fn beyond(&self, before: u8, change: i8) -> u8 {
        if self.view.counts {
            before.saturating_add_signed(change)
        } else {
            before
        }
    }

    /// Whether a promise is broken on some files, or an attacker's pawn gets home there.
    fn breaks(&self, local: &Local, files: Bitboard) -> bool {
        let home = ranks(7..=8);
        (local.attackers & files).meets(self.too_high | home)
            || (local.keepers & files).meets(self.too_low)
    }

    /// Whether it is worth so much, whatever was captured en passant or not.
    fn holds_after(&self, local: &Local, spare: i8) -> bool {
        let settled = Local {
            passed: Bitboard::EMPTY,
            ..*local
        };
        self.holds(&settled, spare)
            && (local.passed.is_empty()
                || steps(local.attackers, local.keepers, local.passed)
                    .into_iter()
                    .filter(|step| {
                        step.to == local.passed && step.to.meets(step.from.up().beside())
                    })
                    .all(|step| self.survives(&settled, step, spare)))
    }

    fn holds(&self, local: &Local, spare: i8) -> bool {
        if local.keepers.meets(ranks(1..=1)) {
            return true;
        }
        if (local.attackers & self.mine).meets(ranks(7..=8)) {
            return false;
        }
        if local.keepers.meets(ranks(2..=2)) {
            return true;
        }
        if self.breaks(local, self.mine) {
            return false;
        }
        if self.breaks(local, !self.mine) {
            return true;
        }
        if spare > MOST_SPARE {
            return false;
        }
        let (least, below) = self
            .known
            .borrow()
            .get(local)
            .copied()
            .unwrap_or((i8::MIN, i8::MAX));
        if spare <= least || spare >= below || self.positions() >= self.view.most {
            return spare <= least;
        }
        let holds = self.holds_by_moves(local, spare);
        let mut known = self.known.borrow_mut();
        let entry = known.entry(*local).or_insert((i8::MIN, i8::MAX));
        if holds {
            entry.0 = entry.0.max(spare);
        } else {
            entry.1 = entry.1.min(spare);
        }
        holds
    }

    fn holds_by_moves(&self, local: &Local, spare: i8) -> bool {
        if spare > 0 && !self.has_move(local, Bitboard::EMPTY, spare - 1) {
            return false;
        }
        let moves = steps(local.attackers, local.keepers, Bitboard::EMPTY);
        moves
            .into_iter()
            .all(|step| self.survives(local, step, spare))
            && self
                .unseen_attackers(local)
                .iter()
                .all(|(child, is_answered)| {
                    if *is_answered {
                        self.answers(child, Bitboard::EMPTY, spare)
                    } else {
                        self.endures(child, Bitboard::EMPTY, spare)
                    }
                })
            && self
                .strangers(local, Bitboard::EMPTY)
                .iter()
                .all(|child| self.holds_after(child, spare))
    }

    /// The attacker makes a move that is seen. The part where a pawn arrives has the answer.
    fn survives(&self, local: &Local, step: Step, spare: i8) -> bool {
        let child = local.after_attacker(step);
        let is_double = step.to == step.from.up().up();
        let passed = if is_double {
            step.to.down()
        } else {
            Bitboard::EMPTY
        };
        if step.to.meets(self.mine) {
            self.answers(&child, passed, spare)
        } else {
            self.endures(&child, passed, spare)
        }
    }

    /// There is an answer here, or a spare move is used up.
    fn answers(&self, local: &Local, passed: Bitboard, spare: i8) -> bool {
        self.has_move(local, passed, spare) || self.holds(local, spare + 1)
    }

    /// Whatever is answered elsewhere. If the attacker's move broke a promise there, only what
    /// mends it can follow.
    fn endures(&self, local: &Local, passed: Bitboard, spare: i8) -> bool {
        let is_mended_at_once = self.breaks(local, !self.mine) || passed.any();
        self.holds(local, spare)
            && (!is_mended_at_once
                || self
                    .strangers(local, passed)
                    .iter()
                    .all(|child| self.holds_after(child, spare)))
    }

    /// Whether the keeper has a move here that leaves so much.
    fn has_move(&self, local: &Local, passed: Bitboard, spare: i8) -> bool {
        let may_be_passed = if self.view.overlap == 0 {
            self.edge
        } else {
            Bitboard::EMPTY
        };
        local.keeper_steps(passed).any(|step| {
            let is_double = step.from == step.to.up().up();
            step.from.meets(self.mine)
                && step.to.meets(self.mine)
                && !(is_double && step.to.meets(may_be_passed) && self.contract.attackers >= 5)
                && self.holds_after(&local.after_keeper(step), spare)
        })
    }

    /// What captures of the attacker's across the edge of what is seen can change, and whether it
    /// is answered here.
    fn unseen_attackers(&self, local: &Local) -> Vec<(Local, bool)> {
        let mut children = Vec::new();
        let edge_is_mine = self.view.overlap == 0;
        if local.attackers_beyond > 0 {
            let highest = if edge_is_mine {
                self.contract.attackers + 1
            } else {
                8
            };
            let came_in = |at: Bitboard, victim: Bitboard| Local {
                attackers: local.attackers | at,
                keepers: local.keepers ^ victim,
                attackers_beyond: self.beyond(local.attackers_beyond, -1),
                ..*local
            };
            for at in local.keepers & self.edge & ranks(3..=highest) {
                let at = Bitboard::of(at);
                children.push((came_in(at, at), edge_is_mine));
            }
            if !edge_is_mine {
                // En passant, at any time.
                let behind = !(local.attackers | local.keepers);
                for victim in local.keepers & self.edge & ranks(5..=5) & behind.down() {
                    let victim = Bitboard::of(victim);
                    children.push((came_in(victim.up(), victim), false));
                }
            }
        }
        if local.keepers_beyond > 0 {
            let lowest = if edge_is_mine {
                self.contract.keepers.max(3)
            } else {
                3
            };
            for gone in local.attackers & self.edge & ranks(lowest - 1..=6) {
                let child = Local {
                    attackers: local.attackers ^ Bitboard::of(gone),
                    attackers_beyond: self.beyond(local.attackers_beyond, 1),
                    keepers_beyond: self.beyond(local.keepers_beyond, -1),
                    ..*local
                };
                children.push((child, false));
            }
        }
        children
    }

    /// What moves of the keeper's in other parts can change of what is seen.
    fn strangers(&self, local: &Local, passed: Bitboard) -> Vec<Local> {
        if self.view.overlap == 0 {
            return Vec::new();
        }
        let foreign = |step: &Step| !(step.from | step.to).meets(self.mine);
        let mut children: Vec<Local> = local
            .keeper_steps(passed)
            .filter(foreign)
            .map(|step| local.after_keeper(step))
            .collect();
        if local.keepers_beyond > 0 {
            let mut came_in = |at: Bitboard, victim: Bitboard| {
                children.push(Local {
                    attackers: local.attackers ^ victim,
                    keepers: local.keepers | at,
                    keepers_beyond: self.beyond(local.keepers_beyond, -1),
                    ..*local
                });
            };
            for at in local.attackers & self.edge & ranks(2..=6) {
                came_in(Bitboard::of(at), Bitboard::of(at));
            }
            if passed.meets(self.edge) {
                came_in(passed, passed.up());
            }
        }
        if local.attackers_beyond > 0 {
            for gone in local.keepers & self.edge {
                children.push(Local {
                    keepers: local.keepers ^ Bitboard::of(gone),
                    attackers_beyond: self.beyond(local.attackers_beyond, -1),
                    keepers_beyond: self.beyond(local.keepers_beyond, 1),
                    ..*local
                });
            }
        }
        children
    }
}

/// One way to cut a board and to look at its parts.
pub struct Defence {
    pub parts: Vec<Part>,
}

impl Defence {
    pub fn new(files: usize, cuts: &[usize], view: View, contract: Contract) -> Self {
        let starts = std::iter::once(0).chain(cuts.iter().copied());
        let ends = cuts.iter().copied().chain(std::iter::once(files));
        let part = |(first, end)| Part::new(first, end, files, cuts, view, contract);
        Self {
            parts: starts.zip(ends).map(part).collect(),
        }
    }

    /// Whether it proves that the side not to move does not lose.
    pub fn holds(&self, position: &Position) -> bool {
        if position.en_passant().any() {
            return false;
        }
        let worths = self
            .parts
            .iter()
            .map(|part| part.worth(&part.local(position)));
        let mut sum = 0;
        for worth in worths {
            match worth {
                Some(worth) => sum += i32::from(worth),
                None => return false,
            }
        }
        sum >= 0
    }

    pub fn positions(&self) -> usize {
        self.parts.iter().map(Part::positions).sum()
    }
}
