//! The root: iterative deepening with aspiration windows, and several best lines (MultiPV).
//!
//! Each iteration searches one ply deeper, with what the one before has left in the table and the
//! order of the moves. Its window is a narrow one around the value found last (*aspiration*),
//! widened on the side where the value falls out. The search ends when a limit says so, or when
//! everything to be reported is proved.

use std::cmp::Reverse;
use std::time::Duration;

use super::alpha_beta::{Found, Line, Window, Worker};
use super::{Depth, News, Report, Request};
use crate::game::{Game, Outcome};
use crate::value::Value;

/// A move at the root, and what is known of it.
#[derive(Clone, Debug)]
pub(super) struct RootMove<M> {
    played: M,
    found: Found,
    line: Line<M>,
}

/// What the root search answers to one question.
#[derive(Clone, Copy)]
struct Best {
    found: Found,
    /// Where in the list of moves it stands; `None` if none is better than alpha.
    index: Option<usize>,
}

const FIRST_MARGIN: i32 = 30;

/// Before that nobody wants to know which move is being searched.
const LONG: Duration = Duration::from_secs(3);

/// Who listens to the search.
type Observer<'a, M> = &'a mut dyn FnMut(News<M>);

impl<G: Game> Worker<'_, G> {
    /// Searches deeper and deeper until told to stop; tells each iteration's lines.
    ///
    /// `first_depth` lets the threads begin apart from each other.
    pub(super) fn deepen(
        &mut self,
        request: &Request<G>,
        lines: usize,
        first_depth: Depth,
        observe: Observer<'_, G::Move>,
    ) {
        let root = &request.root;
        let mut moves = self.root_moves(root, &request.among);
        let lines = lines.clamp(1, moves.len().max(1));
        let deepest = self.limits.deepest();
        let soft_time = self.limits.soft_time();
        let mut depth = first_depth.min(deepest);
        while !moves.is_empty() {
            self.root_depth = depth;
            self.selective_depth = 0;
            let mut proved = true;
            for line in 0..lines {
                proved &= self.aspire(root, &mut moves, line, depth, observe);
                if self.stopped {
                    break;
                }
            }
            // Of several lines, later ones may turn out better than they were thought to be.
            moves[..lines].sort_by_key(|one| Reverse(one.found.value));
            for (index, one) in moves[..lines].iter().enumerate() {
                observe(News::Line(self.report(one, index + 1, depth)));
            }
            let late = soft_time.is_some_and(|time| self.started.elapsed() >= time);
            self.pondered_enough = late && self.limits.ponder;
            let in_time = !late || (self.limits.ponder && self.stop.hit_at().is_none());
            let answered = proved || self.limits.is_mate(moves[0].found.value);
            if self.stopped || self.stop.is_said() || answered || !in_time || depth >= deepest {
                break;
            }
            depth = depth.plus(1);
        }
        self.publish_nodes();
    }

    fn root_moves(&self, root: &G::Position, among: &[G::Move]) -> Vec<RootMove<G::Move>> {
        let mut moves: Vec<G::Move> = match self.game.outcome(root) {
            Some(_) => Vec::new(),
            None => self.game.moves(root).into_iter().collect(),
        };
        if !among.is_empty() {
            moves.retain(|played| among.contains(played));
        }
        moves.sort_by_key(|played| Reverse(self.game.urgency(root, *played)));
        let new = |played| RootMove {
            played,
            found: Found::NOTHING,
            line: [played].into_iter().collect(),
        };
        moves.into_iter().map(new).collect()
    }

    /// Finds the best of the moves from `line` on and puts it there. Whether its value is proved.
    fn aspire(
        &mut self,
        root: &G::Position,
        moves: &mut [RootMove<G::Move>],
        line: usize,
        depth: Depth,
        observe: Observer<'_, G::Move>,
    ) -> bool {
        let expected = moves[line].found.value;
        let mut margin = FIRST_MARGIN;
        let guessed = depth > Depth::new(4) && !expected.is_win() && !expected.is_loss();
        let mut window = if guessed {
            Window {
                alpha: expected.offset(-margin),
                beta: expected.offset(margin),
            }
        } else {
            Window::FULL
        };
        loop {
            let best = self.root(
                root,
                &mut moves[line..],
                window,
                depth,
                &mut |played, number| {
                    let number = line + number;
                    observe(News::Trying {
                        depth,
                        played,
                        number,
                    });
                },
            );
            if let Some(index) = best.index {
                moves[line..=line + index].rotate_right(1);
            }
            if self.stopped {
                give_up_lost_move(&mut moves[line..], expected);
                return false;
            }
            margin *= 4;
            let wide = margin > 1_000;
            if best.found.value <= window.alpha {
                window.alpha = match wide {
                    true => Window::FULL.alpha,
                    false => best.found.value.offset(-margin),
                };
            } else if best.found.value >= window.beta {
                window.beta = match wide {
                    true => Window::FULL.beta,
                    false => best.found.value.offset(margin),
                };
            } else {
                moves[line].found.proved = best.found.proved;
                return best.found.proved;
            }
        }
    }

    /// The best of `moves` within the window. A move that is better than alpha gets its value
    /// and line; so an iteration that is stopped half-way still counts for what it has found.
    fn root(
        &mut self,
        root: &G::Position,
        moves: &mut [RootMove<G::Move>],
        asked: Window,
        depth: Depth,
        trying: &mut dyn FnMut(G::Move, usize),
    ) -> Best {
        let mut window = asked;
        let mut best = Best {
            found: Found::NOTHING,
            index: None,
        };
        let mut all_proved = true;
        if !self.enter(0) {
            return best;
        }
        for (index, one) in moves.iter_mut().enumerate() {
            if self.started.elapsed() >= LONG {
                trying(one.played, index + 1);
            }
            let child = self.game.play(root, one.played);
            let deeper = depth.plus(-1);
            let mut found = Found::NOTHING;
            if index > 0 {
                let scout = window.scout();
                found = -self.node::<false>(&child, scout.reversed(), deeper, 1);
            }
            if index == 0 || found.value > window.alpha {
                found = -self.node::<true>(&child, window.reversed(), deeper, 1);
            }
            if self.stopped {
                break;
            }
            all_proved &= found.proved;
            best.found.value = best.found.value.max(found.value);
            if found.value > window.alpha {
                window.alpha = found.value;
                best.index = Some(index);
                // Whether it is proved to be the best is known only when all are searched.
                one.found = Found::guess(found.value);
                self.extend_line(0, one.played);
                one.line.clone_from(&self.lines[0]);
                if found.value >= window.beta {
                    break;
                }
            }
        }
        best.found.proved = all_proved;
        best
    }

    fn report(&self, one: &RootMove<G::Move>, line: usize, depth: Depth) -> Report<G::Move> {
        let value = one.found.value;
        let proved = if value.is_win() {
            Some(Outcome::Win)
        } else if value.is_loss() {
            Some(Outcome::Loss)
        } else {
            one.found.proved.then_some(Outcome::Draw)
        };
        Report {
            depth,
            selective_depth: self.selective_depth.max(one.line.len()),
            line,
            value,
            proved,
            nodes: self.total_nodes(),
            elapsed: self.started.elapsed(),
            table_use: self.table.thousandths_used(),
            principal_variation: one.line.to_vec(),
        }
    }
}

/// An iteration was stopped. If all it has found is that the move expected to be best loses, that
/// says nothing of the others, which were not searched so deep: the next one that is not known to
/// lose is played, and its value is what was expected before.
fn give_up_lost_move<M>(moves: &mut [RootMove<M>], expected: Value) {
    if !moves[0].found.value.is_loss() || expected.is_loss() {
        return;
    }
    let may_hold = |one: &RootMove<M>| !one.found.value.is_loss() || one.found == Found::NOTHING;
    if let Some(index) = moves.iter().position(may_hold) {
        moves[..=index].rotate_right(1);
        if moves[0].found == Found::NOTHING {
            moves[0].found = Found::guess(expected);
        }
    }
}
