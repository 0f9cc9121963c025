//! What is proved about a position without search.
//!
//! Newborn ended a line where "there is a passed pawn which cannot be caught by the enemy king and can
//! outrace all enemy pawns with a move to spare" (the fourth of his terminal conditions, as the Chess
//! Programming Wiki tells them). That is nearly always true and not proved: a pawn of the enemy's may
//! check the king on the way, and cost a move; the own king may stand in the way; the enemy may be
//! stalemated by the queen, or by the pawn before. Here it is a fact only where none of that can be.
//! K. Church found two others of the nine conditions wanting. That a line need not be longer than one
//! which is known to win (the fifth) is what alpha-beta does by itself. And a position was known again
//! only at the same depth (the sixth), "a very serious error" where kings come to the same square
//! in many ways: here the table knows it at any depth, and the line itself where it repeats.
//!
//! # A run
//! The claim is: *the attacker wins by doing nothing but advancing one pawn*. While he does, his king
//! and his other pawns stand still. So where the defender's men can be after so many of his moves is
//! a few shifts, and each of the two sets holds at least all that can be:
//!
//! - his king's squares: all neighbours of the earlier ones, without what the attacker surely guards.
//!   That is what his king guards, the passer, and each other pawn that no man of the defender's can have
//!   come to, and so taken. Nothing else is asked, and the king may also stay;
//! - his pawns' squares: every pawn moves at once, through each other and through their own king, and
//!   captures what stands or stood there. Only the attacker's king, and pawns of his that cannot have
//!   been taken, are in their way.
//!
//! The run succeeds if, move by move,
//!
//! - when the attacker is to move, no pawn gives check to his king (no other man gives check to a king
//!   before there are queens), and no man stands where the passer steps. So the step is legal;
//! - when the defender is, neither his pawns (en passant included) nor his king take the passer, none
//!   of his pawns gets to its last rank, and he is not stalemated: from each square where his king may
//!   stand and is not surely in check, it has a step to one where surely none of his pawns stands and
//!   which nothing of the attacker's guards, taken pawns with it. For the queen that is every square
//!   on its lines, as if nothing stood there; surely in check is who stands on one with nothing between
//!   that could have come there;
//! - all of this for the reply to the promotion, too: the queen cannot be taken, and no second queen
//!   is made. (If the first one surely gives check, none is anyway: what answers a check stands between
//!   queen and king, and there is no square of the defender's last rank.) So the defender is mated, or he moves, and the attacker is to move with more queens:
//!   he has won.
//!
//! With *n* moves of the passer that is a win for the attacker, to move, within 2*n* plies, and a loss
//! for the defender, to move, within 2*n* + 1. It need not be the quickest.
//!
//! Without exact tables, 43 of 69 positions that are won in ten plies or more are told as won within
//! 50 000 nodes; 31 are if no run is looked for.

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
        // Behind in queens, and nothing to be done about it: any move loses.
        let is_behind = own.queens.count() < enemy.queens.count();
        let is_lost = is_behind && !position.can_decide();
        return is_lost.then(|| Proof::exactly(Outcome::Loss, 1));
    }
    if position.pawns().is_empty() {
        // Bare kings: nothing is left that could ever win.
        return Some(Proof::DRAW);
    }
    let wins = run_of_one(own, enemy, Turn::Attacker).map(|moves| Proof {
        outcome: Outcome::Win,
        plies: 2 * moves,
        shortest: false,
    });
    wins.or_else(|| {
        if position.en_passant().any() {
            // A pawn may vanish from where no man comes to: no claim.
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

/// Who moves first in a run.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    Attacker,
    Defender,
}

/// In how many moves the quickest pawn of the attacker's that surely runs home becomes a queen. His
/// pawns go up.
fn run_of_one(attacker: &Side, defender: &Side, turn: Turn) -> Option<u16> {
    let before_defenders = defender.pawns.down().fill_down();
    let passed = attacker.pawns & !(before_defenders | before_defenders.beside());
    let mut free = passed
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

/// A run, and where the defender's men can be by now.
struct Run {
    passer: Bitboard,
    /// The attacker's king and his other pawns, which stand still.
    king: Bitboard,
    standing: Bitboard,
    /// Where the defender's king can be.
    kings: Bitboard,
    /// Where his pawns can be.
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

    /// In how many moves the passer becomes a queen and nothing can be done about it, if so.
    fn home(mut self, turn: Turn) -> Option<u16> {
        if turn == Turn::Defender {
            // The game is not over, so he has a move.
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
            // No square of the rank where a second one is made lies between a queen and a king.
            if self.pawns.meets(FIRST) && !in_check {
                return None;
            }
            if queen.any() {
                return Some(moves);
            }
        }
    }

    /// The defender moves; `None` if that may stop the run. He may capture en passant on `passed`.
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

    /// What the attacker's king, his passer and those other pawns guard.
    fn guarded_by(&self, pawns: Bitboard) -> Bitboard {
        self.king | self.king.neighbours() | (pawns | self.passer).up().beside()
    }

    /// Whether the defender, to move, surely has a step of his king or is in check. The passer is
    /// that queen, if there is one.
    fn is_never_stalemated(&self, queen: Bitboard) -> bool {
        let guarded = self.guarded_by(self.standing) | queen.queen_attacks(Bitboard::ALL);
        let free = !(guarded | self.pawns);
        let in_check = self.surely_attacked_by(queen);
        (self.kings & !in_check & !free.neighbours()).is_empty()
    }

    /// What a queen attacks, wherever the defender's pawns are.
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
            // Outside the square, and inside it.
            ("8/8/8/8/P5k1/8/8/7K w", Some((Outcome::Win, 8))),
            ("8/8/8/8/P5k1/8/8/7K b", Some((Outcome::Loss, 9))),
            ("8/8/8/8/P4k2/8/8/7K b", None),
            // A double step gains a move.
            ("8/8/8/6k1/8/8/P7/7K w", Some((Outcome::Win, 10))),
            // The own king guards the way, or stands in it.
            ("8/1K2k3/8/8/P7/8/8/8 b", Some((Outcome::Loss, 9))),
            ("K7/8/8/8/P6k/8/8/8 w", None),
            // Black's pawn is slower by two moves; by one; or by one, but the queen gives check.
            ("8/7k/1P6/8/6p1/8/8/K7 w", Some((Outcome::Win, 4))),
            ("8/7k/1P6/8/8/6p1/8/K7 w", None),
            ("7k/1P6/8/8/8/8/6p1/K7 w", Some((Outcome::Win, 2))),
            // It gives a check on its way, or passes by.
            ("7k/8/1P6/6p1/8/4K3/8/8 w", Some((Outcome::Win, 4))),
            ("7k/8/1P6/6p1/5K2/8/8/8 w", None),
            ("8/8/1P6/6p1/8/5K2/8/7k w", None),
            // The queen stalemates.
            ("8/1P6/k7/8/K7/8/8/8 w", None),
            // A bare king against none.
            ("8/8/8/k7/8/8/8/7K w", Some((Outcome::Draw, 0))),
        ];
        for (fen, expected) in cases {
            assert_eq!(proof(fen), expected, "{fen}");
        }
    }

    /// All that can come of a structure, and itself.
    fn add_reachable(structure: Structure, all: &mut HashSet<Structure>) {
        if all.insert(structure) {
            structure.for_each_successor(|next| add_reachable(next, all));
        }
    }

    /// Up to so many pawns of each side, anywhere.
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

    /// Compares what is proved with exact values, in every placement of the kings in random structures
    /// and in all that come of them. How many positions there were, and how many of them proved.
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
            // With Black to move it is as in another structure, with White to move.
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
    fn what_is_proved_is_so_in_exact_tables() {
        let (positions, proved) = compare(1, 12, 2);
        assert!(positions > 100_000 && proved > positions / 10);
    }
}
