//! What is proved about a position without search.
//!
//! Newborn ended a line where "there is a passed pawn which cannot be caught by the enemy king and can
//! outrace all enemy pawns with a move to spare" (the fourth terminal condition, as listed in the Chess
//! Programming Wiki). That is nearly always true, but not proved: an enemy pawn may give check on the way and
//! cost a move; the passer's own king may stand in the way; the queen, or
//! the pawn before it promotes, may stalemate the enemy.
//! Here it is a fact only where none of that can happen (see `Run`).
//!
//! K. Church found two other conditions of the nine unsatisfactory. A line need not be longer than one that is known
//! to win (the fifth): alpha-beta does that by itself. A position was recognised only at the same depth (the sixth),
//! "a very serious error" where kings reach the same square in many ways: here the table recognises it at any depth,
//! and the search recognises repetitions within a line.
//!
//! # A run
//! The claim is: *the attacker wins by doing nothing but advancing one pawn*. Meanwhile the attacker's king
//! and other pawns stand still. So a few shifts compute where the defender's pieces can be after each move,
//! and each of the two sets contains at least all possible squares.
//!
//! If the passer needs *n* moves, the attacker wins within 2*n* plies if it is to move, and within 2*n* + 1 if the
//! defender is to move. This need not be the quickest win.
//!
//! Without exact tables, and within 50 000 nodes, the search solves 43 of 69 positions that are won in ten
//! plies or more; without runs, 31.

use super::position::{LAST, Position, SECOND, SEVENTH, Side};
use super::rules;
use crate::board::{Bitboard, Rank};
use crate::game::{Outcome, Proof};

const FIRST: Bitboard = Bitboard::rank(Rank::FIRST);

/// What is certain about the position; `None` if nothing here applies.
#[must_use]
pub fn prove(position: &Position) -> Option<Proof> {
    if let Some(outcome) = rules::outcome(position) {
        return Some(Proof::exactly(outcome, 0));
    }
    let (own, enemy) = (position.own(), position.enemy());
    if position.has_queens() {
        // The side is behind in queens, and no queen can be made or taken: any move loses.
        let is_behind = own.queens.count() < enemy.queens.count();
        let is_lost = is_behind && !position.can_decide();
        return is_lost.then(|| Proof::exactly(Outcome::Loss, 1));
    }
    if position.pawns().is_empty() {
        // Bare kings: nothing is left that could win.
        return Some(Proof::DRAW);
    }
    let wins = run_of_one(own, enemy, Turn::Attacker).map(|moves| Proof {
        outcome: Outcome::Win,
        plies: 2 * moves,
        shortest: false,
    });
    wins.or_else(|| {
        if position.en_passant().any() {
            // En passant captures a pawn on a square that no piece enters: no claim.
            return None;
        }
        let turned = position.passed();
        let moves = run_of_one(turned.own(), turned.enemy(), Turn::Defender)?;
        Some(Proof {
            outcome: Outcome::Loss,
            plies: 2 * moves + 1,
            shortest: false,
        })
    })
}

/// The side that moves first in a run.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    Attacker,
    Defender,
}

/// The number of moves in which the attacker's most advanced passer with a proved run becomes a queen. The
/// attacker's pawns go up.
fn run_of_one(attacker: &Side, defender: &Side, turn: Turn) -> Option<u16> {
    let mut free = attacker.pawns.passed_against(defender.pawns)
        & !(attacker.men() | Bitboard::of(defender.king))
            .down()
            .fill_down();
    while let Some(passer) = free.highest() {
        let passer = Bitboard::of(passer);
        if let Some(moves) = Run::new(attacker, defender, passer).home(turn) {
            return Some(moves);
        }
        free ^= passer;
    }
    None
}

/// A run, and where the defender's pieces can be by now. Both sets are supersets:
///
/// - The squares of the king are all neighbours of the earlier ones, except those that the attacker surely
///   guards: with the king, the passer, and each other pawn that no defending piece can have reached, and so
///   captured. Nothing else restricts the king, and it may also stay where it is.
/// - The squares of the pawns assume that all pawns move at once, passing through each other and their own
///   king, and capture whatever stands or has stood where they can capture. They are blocked only by the attacker's king and by
///   attacking pawns that cannot have been captured.
///
/// The run succeeds if, move by move:
///
/// - With the attacker to move, no pawn gives check (no other piece can before there are queens), and no
///   piece stands where the passer steps. So the step is legal.
/// - With the defender to move, neither a pawn (en passant included) nor the king takes the passer, no pawn
///   reaches its last rank, and the defender is not stalemated.
/// - All of this holds for the reply to the promotion, too: the queen cannot be taken, and no second queen is
///   made. If the queen surely gives check, none can be made: a pawn that answers the check must block it
///   between the queen and the king, and no such square is on the rank where the defender promotes.
///
/// So the defender is mated, or moves and leaves the attacker to move with more queens: the attacker has won.
///
/// The stalemate test: from each square where the defender's king may stand and is not surely in check, it
/// has a step to a square that surely has no pawn of its own and that nothing guards, not even the attacking
/// pawns that may have been captured. The queen guards all squares on its lines, as if the board were empty.
/// A king is surely in check on a queen's line if no square between them can be occupied.
struct Run {
    passer: Bitboard,
    /// The attacker's king and other pawns, which stand still.
    king: Bitboard,
    standing: Bitboard,
    /// The squares where the defender's king can be.
    kings: Bitboard,
    /// The squares where the defender's pawns can be.
    pawns: Bitboard,
}

impl Run {
    fn new(attacker: &Side, defender: &Side, passer: Bitboard) -> Self {
        Self {
            passer,
            king: Bitboard::of(attacker.king),
            standing: attacker.pawns ^ passer,
            kings: Bitboard::of(defender.king),
            pawns: defender.pawns,
        }
    }

    /// The number of moves in which the passer becomes a queen, if nothing can stop it.
    fn home(mut self, turn: Turn) -> Option<u16> {
        if turn == Turn::Defender {
            // The game is not over, so there is a move.
            self.reply(Bitboard::EMPTY)?;
            if self.pawns.meets(FIRST) {
                return None;
            }
        }
        let mut moves = 0;
        loop {
            if self.pawns.down().beside().meets(self.king) {
                return None;
            }
            let single = self.passer.up();
            let (target, passed) = match self.passer.meets(SECOND) {
                true => (single.up(), single),
                false => (single, Bitboard::EMPTY),
            };
            if (self.kings | self.pawns).meets(target | passed) {
                return None;
            }
            self.passer = target;
            moves += 1;
            let queen = target & LAST;
            self.is_never_stalemated(queen).then_some(())?;
            let in_check = (self.kings & !self.surely_attacked_by(queen)).is_empty();
            self.reply(passed)?;
            // No square of the rank where a second queen is made lies between a queen and a king.
            if self.pawns.meets(FIRST) && !in_check {
                return None;
            }
            if queen.any() {
                return Some(moves);
            }
        }
    }

    /// The defender moves; `None` if that may stop the run. A capture en passant on `passed` is allowed.
    fn reply(&mut self, passed: Bitboard) -> Option<()> {
        if self.pawns.down().beside().meets(self.passer | passed) {
            return None;
        }
        let untaken = self.standing & !(self.kings | self.pawns);
        let guarded = self.guarded_by(untaken);
        let kings = self.kings | self.kings.neighbours() & !guarded;
        let open = !(untaken | self.king);
        let single = self.pawns.down() & open;
        let double = (self.pawns & SEVENTH).down() & open;
        let captures = self.pawns.down().beside() & self.standing;
        self.pawns |= single | double.down() & open | captures;
        self.kings = kings;
        (!kings.meets(self.passer)).then_some(())
    }

    /// The squares guarded by the attacker's king, the passer and these other pawns.
    fn guarded_by(&self, pawns: Bitboard) -> Bitboard {
        self.king | self.king.neighbours() | (pawns | self.passer).up().beside()
    }

    /// Whether the defender, to move, surely has a king's step or is in check. `queen` is the passer, if it
    /// has promoted.
    fn is_never_stalemated(&self, queen: Bitboard) -> bool {
        let guarded = self.guarded_by(self.standing) | queen.queen_attacks(Bitboard::ALL);
        let free = !(guarded | self.pawns);
        let in_check = self.surely_attacked_by(queen);
        (self.kings & !in_check & !free.neighbours()).is_empty()
    }

    /// The squares that a queen attacks wherever the defender's pawns are.
    fn surely_attacked_by(&self, queen: Bitboard) -> Bitboard {
        queen.queen_attacks(!(self.king | self.standing | self.pawns))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use rand::rngs::ChaCha8Rng;
    use rand::seq::IteratorRandom;
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::board::{Colour, Square};
    use crate::games::kings::Diagram;
    use crate::games::kings::structure::Structure;
    use crate::games::kings::tables::Store;

    fn proof(fen: &str) -> Option<(Outcome, u16)> {
        let diagram: Diagram = fen.parse().unwrap();
        prove(&diagram.position).map(|proof| (proof.outcome, proof.plies))
    }

    #[test]
    fn runs_are_proved_where_nothing_can_stop_them() {
        let cases = [
            // The king is outside the square of the pawn, or inside it.
            ("8/8/8/8/P5k1/8/8/7K w", Some((Outcome::Win, 8))),
            ("8/8/8/8/P5k1/8/8/7K b", Some((Outcome::Loss, 9))),
            ("8/8/8/8/P4k2/8/8/7K b", None),
            // A double step gains a move.
            ("8/8/8/6k1/8/8/P7/7K w", Some((Outcome::Win, 10))),
            // The attacker's king guards the way, or stands in it.
            ("8/1K2k3/8/8/P7/8/8/8 b", Some((Outcome::Loss, 9))),
            ("K7/8/8/8/P6k/8/8/8 w", None),
            // Black's pawn is slower by two moves; by one; or by one, but the queen gives check.
            ("8/7k/1P6/8/6p1/8/8/K7 w", Some((Outcome::Win, 4))),
            ("8/7k/1P6/8/8/6p1/8/K7 w", None),
            ("7k/1P6/8/8/8/8/6p1/K7 w", Some((Outcome::Win, 2))),
            // It gives check on its way, or passes by.
            ("7k/8/1P6/6p1/8/4K3/8/8 w", Some((Outcome::Win, 4))),
            ("7k/8/1P6/6p1/5K2/8/8/8 w", None),
            ("8/8/1P6/6p1/8/5K2/8/7k w", None),
            // The new queen stalemates.
            ("8/1P6/k7/8/K7/8/8/8 w", None),
            // Bare kings.
            ("8/8/8/k7/8/8/8/7K w", Some((Outcome::Draw, 0))),
        ];
        for (fen, expected) in cases {
            assert_eq!(proof(fen), expected, "{fen}");
        }
    }

    /// Adds a structure and all that can be reached from it.
    fn add_reachable(structure: Structure, all: &mut HashSet<Structure>) {
        if all.insert(structure) {
            structure.for_each_successor(|next| add_reachable(next, all));
        }
    }

    /// A structure with up to this many pawns of each side, anywhere.
    fn random_structure(random: &mut ChaCha8Rng, most: usize) -> Structure {
        let squares = Bitboard::ALL & !(FIRST | LAST);
        let count = [(); 2].map(|()| random.random_range(0..=most));
        let chosen = squares.into_iter().sample(random, count[0] + count[1]);
        let (white, black) = chosen.split_at(count[0]);
        let set = |squares: &[Square]| {
            let boards = squares.iter().map(|square| Bitboard::of(*square));
            boards.fold(Bitboard::EMPTY, |all, one| all | one)
        };
        Structure {
            white: set(white),
            black: set(black),
        }
    }

    /// Compares proofs with exact values, in every placement of the kings in random structures and in all
    /// structures reachable from them. Returns the number of positions, and how many of them were proved.
    fn compare(seed: u64, structures: usize, most: usize) -> (usize, usize) {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let store = Store::new((), 10_000);
        let mut all = HashSet::new();
        for _ in 0..structures {
            let structure = random_structure(&mut random, most);
            store.solve(structure, &|| false, &mut |_| ()).unwrap();
            add_reachable(structure, &mut all);
        }
        let (mut positions, mut proved) = (0, 0);
        let kings = |own| Bitboard::ALL.into_iter().map(move |enemy| (own, enemy));
        for structure in all {
            let table = store.get(structure).unwrap();
            // Black to move is like another structure with White to move.
            for (own, enemy) in Bitboard::ALL.into_iter().flat_map(kings) {
                let worth = table.worth(Colour::White, own, enemy);
                if !worth.is_some() {
                    continue;
                }
                let side = |king, pawns| Side {
                    king,
                    pawns,
                    queens: Bitboard::EMPTY,
                };
                let (own, enemy) = (side(own, structure.white), side(enemy, structure.black));
                let position = Position::new(Colour::White, own, enemy, Bitboard::EMPTY);
                positions += 1;
                let Some(proof) = prove(&position) else {
                    continue;
                };
                proved += 1;
                assert_eq!(worth.outcome(), proof.outcome, "{position:?}");
                let plies = worth.plies().unwrap_or(0);
                assert!(plies <= proof.plies, "{position:?}: {plies}, {proof:?}");
                assert!(plies == proof.plies || !proof.shortest, "{position:?}");
            }
        }
        (positions, proved)
    }

    #[test]
    fn proofs_agree_with_exact_tables() {
        let (positions, proved) = compare(1, 12, 2);
        assert!(positions > 100_000 && proved > positions / 10);
    }
}
