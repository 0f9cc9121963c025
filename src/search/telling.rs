//! The reported best lines of an iteration.
//!
//! A line consists of the moves that the search has followed. If it ends before the game does, but
//! the result is known, it is continued: by table moves, or by moves that are known to be the
//! shortest way.

use std::cmp::Reverse;

use super::iterative::Observer;
use super::root_moves::{RootMove, together};
use super::window::Found;
use super::worker::Worker;
use super::{Chances, Depth, Report, SearchInfo};
use crate::game::value::Value;
use crate::game::{Game, Key, Outcome, Proof};

impl<G: Game> Worker<'_, G> {
    /// Puts the best lines in order and reports them.
    pub(super) fn tell(
        &mut self,
        root: &G::Position,
        moves: &mut [RootMove<G::Move>],
        multipv: usize,
        depth: Depth,
        observe: Observer<'_, G::Move>,
    ) {
        for one in &mut moves[..multipv] {
            if one.found == Found::NOTHING {
                // The move expected to be better is proved to be worse, and this one never got a
                // value.
                one.found = Found::guess(self.expected);
            }
        }
        // Where several lines are reported, later ones may turn out better than expected.
        moves[..multipv].sort_by_key(|one| Reverse(one.value()));
        if moves[0].value().is_guess() {
            self.expected = moves[0].value();
        }
        // A move's value is that of the position only if no other move is better.
        let outcome = together(moves).exact();
        for (index, one) in moves[..multipv].iter_mut().enumerate() {
            if one.line.len() == 1 && !one.drawn {
                // The move was chosen by proof: the search never considered it the best.
                let child = self.game.play(root, one.played);
                one.line.extend(self.expected_reply(&child));
            }
            let mut report = self.report(one, index + 1, depth);
            if !report.value.is_guess() {
                self.finish_line(root, &mut report.principal_variation, report.value);
            }
            if index == 0 && outcome != report.proved {
                report.proved = None;
                report.chances = Chances::new(report.value, G::SCALE);
            }
            observe(SearchInfo::Line(report));
        }
    }

    /// If a line ends at a position whose result is known without search, appends the moves to the
    /// end, if they can be found with the right length: that of the shortest win, or of the line's
    /// value, and if the winner is the one of that value.
    fn finish_line(&self, root: &G::Position, line: &mut Vec<G::Move>, value: Value) {
        let last = |position, played: &G::Move| self.game.play(&position, *played);
        let mut position = line.iter().fold(*root, last);
        let wins = (value >= Value::WON) == line.len().is_multiple_of(2);
        let outcome = if wins { Outcome::Win } else { Outcome::Loss };
        if self
            .game
            .prove(&position)
            .is_none_or(|proof| proof.outcome != outcome)
        {
            return;
        }
        let plies = value.plies_to_end();
        let mut left = plies.and_then(|plies| plies.checked_sub(line.len() as u16));
        while let Some(next) = self.exact_move(&position, left) {
            position = self.game.play(&position, next);
            line.push(next);
            left = left.and_then(|left| left.checked_sub(1));
        }
    }

    /// A move that wins as soon, or loses as late, as possible, if that is known without search: by
    /// facts alone, or because this many plies are left.
    fn exact_move(&self, position: &G::Position, left: Option<u16>) -> Option<G::Move> {
        let proof = self.game.prove(position)?;
        let as_left = left == Some(proof.plies);
        if proof.outcome == Outcome::Draw || !(proof.shortest || as_left) {
            return None;
        }
        let plies = proof.plies.checked_sub(1)?;
        let keeps = |played: &G::Move| {
            let after = self.game.prove(&self.game.play(position, *played));
            after.is_some_and(|after| {
                let is_exact = after.shortest || as_left;
                is_exact && after.outcome == proof.outcome.reversed() && after.plies == plies
            })
        };
        self.game.moves(position).into_iter().find(keeps)
    }

    /// The table move. Where a fact limits the length of the game, it must be a move after which
    /// the fact limits it equally.
    fn expected_reply(&self, position: &G::Position) -> Option<G::Move> {
        let proof = self.game.prove(position);
        if proof.is_some_and(|proof| proof.shortest) {
            return None;
        }
        let key = self.game.key(position);
        let best = self.table.probe(key)?.best;
        let mut moves = self.game.moves(position).into_iter();
        let reply = moves.find(|one| self.game.code(*one, key.is_mirrored()) == best)?;
        let keeps = |proof: Proof| {
            let after = self.game.prove(&self.game.play(position, reply));
            after.is_some_and(|after| after.plies + 1 == proof.plies)
        };
        proof.is_none_or(keeps).then_some(reply)
    }

    fn report(&self, one: &RootMove<G::Move>, line: usize, depth: Depth) -> Report<G::Move> {
        let (value, proved) = (one.value(), one.proved());
        let guessed = || Chances::new(value, G::SCALE);
        Report {
            depth,
            seldepth: self.seldepth.max(one.line.len()),
            line,
            value,
            proved,
            chances: proved.map_or_else(guessed, Chances::proved),
            nodes: self.total_nodes(),
            elapsed: self.started.elapsed(),
            hashfull: self.table.hashfull(),
            principal_variation: one.line.to_vec(),
        }
    }
}
