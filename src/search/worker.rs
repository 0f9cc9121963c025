//! One thread's search: its state, and what every node needs from it.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use arrayvec::ArrayVec;

use super::deadline::Deadline;
use super::limits::Limits;
use super::ordering::{Killers, QuietHistory};
use super::path::Path;
use super::table::Table;
use super::window::Found;
use super::{Depth, MAX_PLY};
use crate::abdada::Abdada;
use crate::game::value::Value;
use crate::game::{Game, MoveCode, Proof};
use crate::solve::proof_source::ProofSource;

/// A line of moves.
pub type Line<M> = ArrayVec<M, MAX_PLY>;

/// One thread's search.
pub struct Worker<'a, G: Game> {
    pub(super) game: &'a G,
    pub(super) table: &'a Table<G::Key>,
    pub(super) limits: Limits,
    pub(super) deadline: &'a Deadline<'a>,
    pub(super) started: Instant,
    /// The nodes of all threads, updated from time to time.
    pub(super) all_nodes: &'a AtomicU64,
    /// The search ends at this many nodes of all threads; helpers have no limit of their own until the outcome is proved.
    pub(super) most_nodes: Option<u64>,
    /// The limit on the nodes of all threads that is set once the outcome is proved.
    pub(super) settled_at: Option<u64>,
    /// Nodes of this thread, including positions searched for proofs.
    pub(super) nodes: u64,
    /// How many of them were searched for proofs.
    pub(super) proving_nodes: u64,
    pub(super) counted: u64,
    pub(super) stopped: bool,
    /// The first iteration has reached a limit, or there is only one move: each move's position is only evaluated.
    pub(super) hurries: bool,
    /// The number of nodes at which the tree of forcing moves has used up its
    /// [budget](super::quiescence).
    pub(super) budget_ends: u64,
    /// The ply of a node that may not [pass](super::null_move), if there is one.
    pub(super) must_move_at: Option<usize>,
    /// The move that the next node excludes, to find the value of the [others](super::singular), or
    /// none.
    pub(super) excluded: MoveCode,
    /// The last guess at the value of the root.
    pub(super) expected: Value,
    pub(super) root_depth: Depth,
    pub(super) seldepth: usize,
    pub(super) killers: Killers,
    pub(super) quiet_history: QuietHistory,
    /// The prover alongside the search, and how many positions it searches for each node.
    pub(super) proofs: Option<&'a ProofSource<G>>,
    pub(super) share: f64,
    /// What other threads are searching, if there are any.
    pub(super) abdada: Option<&'a Abdada>,
    /// The positions on the path from the root, if draws depend on it.
    pub(super) path: Path<G>,
    /// The evaluations of the positions on the path.
    pub(super) evaluations: Vec<Value>,
    /// The best line from each ply on, as found so far.
    pub(super) lines: Vec<Line<G::Move>>,
}

impl<G: Game> Worker<'_, G> {
    /// Begins a node: empties its line, counts it, and checks whether it already ends here.
    #[inline(always)]
    pub(super) fn arrive<const PV: bool>(
        &mut self,
        position: &G::Position,
        ply: usize,
    ) -> Option<Found> {
        if PV {
            self.lines[ply].clear();
        }
        if !self.enter(ply) {
            return Some(Found::guess(Value::DRAW));
        }
        self.cut_short(position, ply)
    }

    /// Counts a node and checks whether to continue. The first iteration always finishes, because
    /// there must be a move; but it hurries after the limit.
    #[inline]
    pub(super) fn enter(&mut self, ply: usize) -> bool {
        const BETWEEN_LOOKS: u64 = 512;
        self.seldepth = self.seldepth.max(ply);
        let spent = |most| self.total_nodes() >= most;
        let mut is_over = self.most_nodes.is_some_and(spent);
        if !is_over && self.nodes - self.counted >= BETWEEN_LOOKS {
            self.publish_nodes();
            is_over = self.deadline.is_over();
        }
        match self.root_depth <= Depth::ONE {
            true => self.hurries |= is_over,
            false => self.stopped |= is_over,
        }
        self.nodes += u64::from(!self.stopped);
        !self.stopped
    }

    /// The position after a move made `ply` plies below the root, which is added to the path.
    #[inline(always)]
    pub(super) fn play(
        &mut self,
        position: &G::Position,
        played: G::Move,
        ply: usize,
    ) -> G::Position {
        let child = self.game.play(position, played);
        let is_irreversible = || self.game.is_irreversible(position, played);
        self.path.step(ply + 1, &child, is_irreversible);
        child
    }

    /// The answer of a node where the path ends the search: by a draw, or because the line is too
    /// long. Either is a guess.
    #[inline(always)]
    fn cut_short(&self, position: &G::Position, ply: usize) -> Option<Found> {
        if self.path.is_draw(self.game, ply) {
            return Some(Found::guess(Value::DRAW));
        }
        (Self::MAY_BE_TOO_LONG && ply >= LAST_PLY)
            .then(|| Found::guess(self.game.evaluate(position)))
    }

    /// Whether a line of the game may be longer than the arrays.
    const MAY_BE_TOO_LONG: bool = match G::LONGEST_GAME {
        Some(longest) => longest as usize >= LAST_PLY,
        None => true,
    };

    /// What is known about a position without search, if the path does not prevent it.
    #[inline(always)]
    pub(super) fn prove(&self, position: &G::Position, ply: usize) -> Option<Proof> {
        let proof = self.game.prove(position)?;
        self.path.lets_finish(ply, proof.plies).then_some(proof)
    }

    /// The nodes of all threads, as far as known here.
    pub(super) fn total_nodes(&self) -> u64 {
        self.all_nodes.load(Ordering::Relaxed) + self.nodes - self.counted
    }

    /// Adds this thread's nodes to the common count.
    pub(super) fn publish_nodes(&mut self) {
        self.all_nodes
            .fetch_add(self.nodes - self.counted, Ordering::Relaxed);
        self.counted = self.nodes;
    }

    /// Puts a move before the best line of the next ply.
    pub(super) fn extend_line(&mut self, ply: usize, played: G::Move) {
        let (head, tail) = self.lines.split_at_mut(ply + 1);
        let line = &mut head[ply];
        line.clear();
        line.push(played);
        let room = MAX_PLY - 1;
        line.extend(tail[0].iter().copied().take(room));
    }
}

/// The last ply of a line, however long the game may be: all arrays with an entry per ply have room
/// for it and one more.
const LAST_PLY: usize = MAX_PLY - 1;
