//! The rules of chess without castling, implemented independently. The pieces of
//! [antichess](super::antichess) move as they do there, but captures are not compulsory, no pawn
//! becomes a king, and no king may be left in check. Mate, stalemate, and a draw by insufficient
//! material.

use jacquerie::game::Outcome;
use jacquerie::game::finish::Cause;

use super::Oracle;
use super::antichess::{self, Step};

/// A position, as a board of antichess.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board(antichess::Board);

impl Board {
    /// The board with the other side to move.
    pub fn passed(&self) -> Self {
        Self(antichess::Board {
            white_to_move: !self.0.white_to_move,
            passed: None,
            ..self.0
        })
    }

    /// Whether the side to move could capture the enemy's king.
    fn can_capture_king(&self) -> bool {
        let king = if self.0.white_to_move { b'k' } else { b'K' };
        let captures = |from: usize| {
            let targets = self.0.targets(from);
            targets.iter().any(|to| self.0.squares[*to] == king)
        };
        let mut own = (0..64).filter(|from| self.0.is_of(self.0.white_to_move, *from));
        own.any(captures)
    }

    pub fn is_in_check(&self) -> bool {
        self.passed().can_capture_king()
    }

    /// Moves that may leave the king in check.
    fn steps(&self) -> Vec<Step> {
        let mut steps = Vec::new();
        for from in (0..64).filter(|from| self.0.is_of(self.0.white_to_move, *from)) {
            let is_pawn = self.0.squares[from].eq_ignore_ascii_case(&b'p');
            for to in self.0.targets(from) {
                let becomes: &[Option<u8>] = match is_pawn && [0, 7].contains(&(to / 8)) {
                    false => &[None],
                    true => &[Some(b'q'), Some(b'r'), Some(b'b'), Some(b'n')],
                };
                steps.extend(becomes.iter().map(|becomes| Step {
                    from,
                    to,
                    becomes: *becomes,
                }));
            }
        }
        steps
    }

    /// The passed square is kept only if a legal move captures there.
    fn without_useless_passing(mut self) -> Self {
        let passed = self.0.passed;
        let captures = |step: &Step| {
            let is_pawn = self.0.squares[step.from].eq_ignore_ascii_case(&b'p');
            is_pawn && Some(step.to) == passed
        };
        if !self.moves().iter().any(captures) {
            self.0.passed = None;
        }
        self
    }

    /// Bare kings, one minor piece, or bishops all on squares of one colour.
    fn is_dead(&self) -> bool {
        let shade = |square: usize| (square / 8 + square % 8) % 2;
        let pieces = (0..64).filter(|square| !b".kK".contains(&self.0.squares[*square]));
        let pieces: Vec<(u8, usize)> = pieces
            .map(|square| (self.0.squares[square].to_ascii_lowercase(), shade(square)))
            .collect();
        match pieces[..] {
            [] | [(b'n', _)] => true,
            [(_, first), ..] => pieces.iter().all(|one| *one == (b'b', first)),
        }
    }
}

impl Oracle for Board {
    type Step = Step;

    fn read(variant: &str, fen: &str) -> Self {
        Self(antichess::Board::read(variant, fen)).without_useless_passing()
    }

    fn fen(&self) -> String {
        self.0.fen()
    }

    fn white_to_move(&self) -> bool {
        self.0.white_to_move
    }

    fn quiet(&self) -> u32 {
        self.0.quiet
    }

    fn without_counts(self) -> Self {
        Self(self.0.without_counts())
    }

    fn moves(&self) -> Vec<Step> {
        let mut steps = self.steps();
        steps.retain(|step| !Self(self.0.after(*step)).can_capture_king());
        steps
    }

    fn after(&self, step: Step) -> Self {
        Self(self.0.after(step)).without_useless_passing()
    }

    fn name(&self, step: Step) -> String {
        self.0.name(step)
    }

    fn end(&self) -> Option<(Outcome, Cause)> {
        match self.moves().is_empty() {
            true if self.is_in_check() => Some((Outcome::Loss, Cause::Checkmate)),
            true => Some((Outcome::Draw, Cause::NoMove)),
            false => self.is_dead().then_some((Outcome::Draw, Cause::Material)),
        }
    }

    fn perft(&self, depth: u32) -> u64 {
        self.perft_beyond_death(depth)
    }

    fn kind(&self, step: Step) -> Option<&'static str> {
        let kind = self.0.kind(step);
        kind.filter(|kind| *kind != "from the first rank")
    }
}
