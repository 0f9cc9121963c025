//! The tree: principal-variation search, which is alpha-beta with zero windows for all moves but
//! the first ("negascout"; Marsland and Campbell 1982, Reinefeld 1983), fail-soft.
//!
//! The contract of a node is in [`window`](super::window). A node goes through stages, and most end
//! in one of the first:
//!
//! 1. draws that depend on the [`path`](super::path), such as repetitions;
//! 2. facts: the end of the game, or what the game proves;
//! 3. the table;
//! 4. the evaluation, if that is enough: [`selectivity`]; or a [null move](super::null_move), if the
//!    game allows it;
//! 5. whether one move [alone](super::singular) holds the position;
//! 6. the moves, best first: [`ordering`](super::ordering);
//! 7. storing the result in the table.

use super::Depth;
use super::ordering::Ordered;
use super::selectivity::{self, reduction};
use super::singular::Remembered;
use super::table::{Bound, Entry};
use super::window::{Found, Settled, Window, settle};
use super::worker::Worker;
use crate::abdada::Abdada;
use crate::game::value::Value;
use crate::game::{Game, Key, List, MoveCode};

/// A node whose moves are searched.
pub(super) struct Node<'p, G: Game> {
    pub position: &'p G::Position,
    key: G::Key,
    pub depth: Depth,
    pub ply: usize,
    /// The window, as far as facts leave it open.
    pub window: Window,
    /// A lower bound from facts; below every value if there is none.
    floor: Value,
    /// The move that the table remembers.
    remembered: MoveCode,
    /// The move that is extended because it [alone](super::singular) holds the position, or none.
    singular: MoveCode,
    /// The move that is excluded, to find the value of the others, or none.
    excluded: MoveCode,
    pub in_check: bool,
    /// Whether moves after the first may be pruned.
    prunes: bool,
    /// The number of moves after which quiet ones are pruned.
    most_moves: usize,
}

/// The result so far of searching the moves of a node.
struct Tally {
    /// The best value.
    value: Value,
    /// The move that is better than alpha; if there is none, the table move.
    best: MoveCode,
    /// Whether the answers on which the value depends are proved.
    proved: bool,
}

impl<G: Game> Worker<'_, G> {
    /// The value of a position within the window, `depth` plies deep.
    ///
    /// `PV`: whether the node may become part of the principal variation.
    pub(super) fn pvs<const PV: bool>(
        &mut self,
        position: &G::Position,
        asked: Window,
        depth: Depth,
        ply: usize,
    ) -> Found {
        if depth <= Depth::ZERO {
            return self.quiesce::<PV>(position, asked, ply);
        }
        if let Some(found) = self.arrive::<PV>(position, ply) {
            return found;
        }

        let excluded = std::mem::replace(&mut self.excluded, MoveCode::NONE);
        let is_whole = excluded == MoveCode::NONE;
        let mut window = asked;
        let (mut floor, mut ceiling) = (Found::NOTHING.value, Value::INFINITE);
        if let Some(proof) = self.prove(position, ply) {
            match settle(proof, ply, window) {
                Settled::Answer(found) => return found,
                Settled::AtLeast(value) => {
                    floor = value;
                    window.alpha = window.alpha.max(value);
                }
                Settled::AtMost(value) => {
                    ceiling = value;
                    window.beta = window.beta.min(value);
                }
            }
        }
        // Mate-distance pruning: no win here is quicker than one with the next move.
        let quickest = Value::win_in(ply as u16 + 1);
        if quickest <= window.alpha {
            return Found::proved(quickest);
        }

        let key = self.game.key(position);
        let known = self.look_up_node(key, ply);
        // Nodes of the principal variation take no answer from the table, so that their line is
        // complete; there are few of them.
        let usable = |entry: Entry| self.usable(&entry, window, depth, ply);
        if !PV
            && is_whole
            && let Some(found) = known.and_then(usable)
        {
            return found;
        }

        let evaluation = self.game.evaluate(position);
        self.evaluations[ply] = evaluation;
        let improving = ply >= 2 && evaluation > self.evaluations[ply - 2];
        let in_check = self.game.is_in_check(position);
        let prunes = !PV && self.limits.mate.is_none() && !in_check;
        if prunes
            && selectivity::reverse_futility::<G>(evaluation, window, depth, improving)
            && self.game.may_stand_pat(position)
        {
            return Found::guess(evaluation);
        }
        if prunes && let Some(found) = self.null_move(position, evaluation, window, depth, ply) {
            return found;
        }
        if self.stopped {
            return Found::guess(Value::DRAW);
        }

        let is_new = known.is_none() && self.limits.mate.is_none();
        let mut node = Node {
            position,
            key,
            depth: selectivity::internal_iterative_reduction(depth, is_new),
            ply,
            window,
            floor,
            remembered: known.map_or(MoveCode::NONE, |entry| entry.best),
            singular: MoveCode::NONE,
            excluded,
            in_check,
            prunes: prunes && window.alpha.is_guess(),
            most_moves: selectivity::most_moves::<G>(evaluation, window, depth, improving),
        };
        if is_whole && let Some(entry) = known {
            match self.search_others(&node, &entry, !PV) {
                Remembered::Plain => (),
                Remembered::Singular => node.singular = entry.best,
                Remembered::NotAlone(found) => return found,
            }
        }
        let Some(tally) = self.search_moves::<PV>(&node) else {
            return Found::guess(Value::DRAW);
        };
        let found = Found {
            value: tally.value.min(ceiling),
            proved: tally.proved,
        };
        if is_whole {
            self.keep(&node, found, tally.best, asked);
        }
        found
    }

    /// The table entry of a node, with its value as seen from the root.
    #[inline(always)]
    fn look_up_node(&self, key: G::Key, ply: usize) -> Option<Entry> {
        let entry = self.table.probe(key)?;
        let value = entry.found.value.from_node_to_root(ply as u16);
        Some(Entry {
            found: Found {
                value,
                ..entry.found
            },
            ..entry
        })
    }

    /// Whether and how a table entry answers the question. Where two positions may have the same
    /// key, no entry is proved.
    #[inline(always)]
    fn usable(&self, entry: &Entry, window: Window, depth: Depth, ply: usize) -> Option<Found> {
        let found = entry.found;
        if !self.path.lets_in(found.value, depth, ply) {
            return None;
        }
        let enough = found.proved || entry.depth >= depth;
        let high = found.value >= window.beta && entry.bound != Bound::Upper;
        let low = found.value <= window.alpha && entry.bound != Bound::Lower;
        if enough && (high || low || entry.bound == Bound::Exact) {
            return Some(Found {
                proved: found.proved && G::Key::WHOLE,
                ..found
            });
        }
        // Whether it is a win or a loss does not depend on the depth.
        ((high && found.value.is_win()) || (low && found.value.is_loss())).then_some(Found {
            proved: G::Key::WHOLE,
            ..found
        })
    }

    /// Searches the moves of a node, best first, until one fails high. `None` if the search was
    /// stopped.
    #[inline(always)]
    fn search_moves<const PV: bool>(&mut self, node: &Node<G>) -> Option<Tally> {
        let Node {
            position,
            depth,
            ply,
            mut window,
            ..
        } = *node;
        let mirrored = node.key.is_mirrored();
        let mut moves = Ordered::<G>::new(self.game.moves(position), |one| {
            self.game.code(one, mirrored) == node.remembered
        });
        let forced = node.in_check || selectivity::is_forced(moves.count());
        let may_extend = ply < 2 * self.root_depth.plies() as usize;

        let mut tally = Tally {
            value: node.floor,
            best: node.remembered,
            proved: true,
        };
        let mut searched = 0;
        let mut tried: G::List<G::Move> = Default::default();
        // Moves are deferred only where the search is deep enough for that to pay.
        let abdada = self.abdada.filter(|_| depth >= ABDADA_DEPTH);
        let mut deferred: G::List<(usize, G::Move)> = Default::default();
        for turn in 0.. {
            let next = moves.next(|one| self.score(position, one, ply));
            // A deferred move keeps its place in the order.
            let later = || deferred.get(turn - moves.count()).copied();
            let Some((index, played)) = next.map(|one| (turn, one)).or_else(later) else {
                break;
            };
            let is = |code| code != MoveCode::NONE && self.game.code(played, mirrored) == code;
            if is(node.excluded) {
                continue;
            }
            let tactical = self.game.is_tactical(position, played);
            // If all moves so far lose, no move is pruned.
            if node.prunes && index > 0 && tally.value.is_guess() {
                let is_late = !tactical && index >= node.most_moves;
                let least = selectivity::least_exchange(depth, tactical);
                let loses_too_much = |least| !self.game.wins_exchange(position, played, least);
                if (is_late || least.is_some_and(loses_too_much))
                    && !self.game.gives_check(position, played)
                {
                    continue;
                }
            }
            let child = self.play(position, played, ply);
            let child_key = self.game.key(&child);
            self.table.prefetch(child_key);
            let search = abdada.map(|abdada| (abdada, hash(child_key, depth)));
            if let Some((abdada, hash)) = search {
                if next.is_some() && index > 0 && abdada.defers(hash) {
                    deferred.push((index, played));
                    continue;
                }
                abdada.starting_search(hash);
            }
            let extends = forced || is(node.singular) || self.game.extends(position, played);
            let extended = may_extend && extends;
            let deeper = depth.plus(i16::from(extended) - 1);
            // A win in N moves can be excluded only without reductions.
            let may_reduce = !extended && self.limits.mate.is_none();
            let is_good = || tactical && self.game.wins_exchange(position, played, 0);
            let reduced = match reduction::<G>(depth, index) {
                plies if plies > 0 && may_reduce && !is_good() => deeper.plus(-plies),
                _ => deeper,
            };
            let found = match index {
                0 => -self.pvs::<PV>(&child, window.reversed(), deeper, ply + 1),
                _ => self.zero_window_search::<PV>(&child, window, deeper, reduced, ply),
            };
            if let Some((abdada, hash)) = search {
                abdada.finished_search(hash);
            }
            if self.stopped {
                return None;
            }
            searched += 1;
            tally.proved &= found.proved;
            if found.value > tally.value {
                tally.value = found.value;
                if found.value > window.alpha {
                    tally.best = self.game.code(played, mirrored);
                    window.alpha = found.value;
                    if found.value >= window.beta {
                        if PV {
                            // A move that fails high has no complete line. If beta comes from a
                            // fact, the fact supplies the rest of the line.
                            self.lines[ply].clear();
                        }
                        if !tactical {
                            self.learn(position, played, &tried, depth, ply);
                        }
                        // A fail high depends on this reply alone.
                        tally.proved = found.proved;
                        return Some(tally);
                    }
                    if PV {
                        self.extend_line(ply, played);
                    }
                }
            }
            if !tactical {
                tried.push(played);
            }
        }
        Some(tally.resting_on(searched == moves.count()))
    }

    /// The value of a late move. It is not expected to be better than alpha, so that is tested
    /// first, with a zero window and a reduced depth.
    #[inline]
    fn zero_window_search<const PV: bool>(
        &mut self,
        child: &G::Position,
        window: Window,
        depth: Depth,
        reduced: Depth,
        ply: usize,
    ) -> Found {
        let scout = window.scout();
        let mut found = -self.pvs::<false>(child, scout.reversed(), reduced, ply + 1);
        if found.value > window.alpha && reduced < depth {
            found = -self.pvs::<false>(child, scout.reversed(), depth, ply + 1);
        }
        if PV && found.value > window.alpha && found.value < window.beta {
            found = -self.pvs::<true>(child, window.reversed(), depth, ply + 1);
        }
        found
    }

    /// Stores in the table what was found about a node.
    #[inline(always)]
    fn keep(&self, node: &Node<G>, found: Found, best: MoveCode, asked: Window) {
        let bound = if found.value >= asked.beta {
            Bound::Lower
        } else if found.value > asked.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        // A result that the count of plies without progress may have affected does not hold where
        // more plies are left; the move may still be good.
        let lasts = self.path.lets_in(found.value, node.depth, node.ply);
        let kept = Entry {
            best,
            found: Found {
                value: found.value.from_root_to_node(node.ply as u16),
                ..found
            },
            bound,
            depth: if lasts { node.depth } else { Depth::ZERO },
        };
        self.table.store(node.key, &kept);
    }
}

impl Tally {
    /// The result of a node where no reply failed high; `all` tells whether every move was
    /// searched.
    ///
    /// A fail low, an exact value and above all a loss depend on every move. If one was pruned,
    /// nothing is proved, and no win in a known number of plies is returned. (A null move is not a
    /// reply: pruning because of one returns a guess anyway.)
    #[inline(always)]
    fn resting_on(self, all: bool) -> Self {
        match all {
            true => self,
            false => Self {
                value: self.value.held_to_guesses(),
                proved: false,
                ..self
            },
        }
    }
}

/// At a smaller depth, checking what other threads are searching does not pay.
const ABDADA_DEPTH: Depth = Depth::new(3);

/// The hash by which threads identify the search of a position to some depth.
#[inline]
fn hash(key: impl Key, depth: Depth) -> u64 {
    Abdada::hash(key.spread() ^ (depth.plies() as u64) << 48)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_left_a_move_out_proves_nothing_and_tells_no_mate() {
        for value in [
            Found::NOTHING.value,
            Value::loss_in(4),
            Value::guess(7),
            Value::win_in(9),
        ] {
            let tally = || Tally {
                value,
                best: MoveCode::NONE,
                proved: true,
            };
            let all = tally().resting_on(true);
            assert_eq!((all.value, all.proved), (value, true));
            let some = tally().resting_on(false);
            assert!(some.value.is_guess() && !some.proved);
        }
    }
}
