//! What is proved about a position without search.
//!
//! Everything here is certain: the search ends lines on these facts, and reports mates and exact draws from
//! them. The tests compare them with plain minimax. Five facts, cheapest first:
//!
//! 1. **The end of the game** by the rules.
//! 2. **The seventh rank.** The side to move with a pawn there wins at once. If only the opponent has one,
//!    the opponent wins, unless the side to move has no move: then the stalemate rule applies.
//! 3. **An unstoppable pawn of the side to move**: a passer whose [run](mod@run) cannot be stopped, or a pawn
//!    that becomes such a passer by a capture.
//! 4. **An unstoppable pawn of the opponent**, whatever is moved now. The run itself gives the moves that
//!    could matter: those into its zone, those that capture the pawn before it runs, and those of the pawn
//!    that it would capture. After each of them the opponent must win by fact 2 or 3. There are rarely more
//!    than two.
//! 5. **A dead position**: no capture can ever happen and no pawn can ever pass. See [`is_dead`].
//!
//! # Dead positions
//! In the words of the earliest notes on the game, all files are *fully dead*: on each file with pawns, every
//! pawn has an enemy pawn in front of it, and no capture is possible anywhere, however the pawns advance.
//! Then no pawn ever leaves its file or passes another, so no pawn promotes and neither side loses its last
//! pawn. The game ends by stalemate. This applies only where stalemate is a draw.

mod run;

use run::Run;

use super::moves::{MoveList, MoveSets};
use super::position::{FIRST, LAST, Position, SECOND, SEVENTH};
use super::rules::Stalemate;
use crate::board::{Bitboard, Rank, Square};
use crate::game::{Outcome, Proof};

/// What is certain about the position; `None` if nothing here applies.
#[must_use]
pub fn prove(position: &Position, stalemate: Stalemate) -> Option<Proof> {
    let is_dead = || (stalemate == Stalemate::Draw && is_dead(position)).then_some(Proof::DRAW);
    at_the_end(position, stalemate)
        .or_else(|| own_unstoppable(position, stalemate))
        .or_else(|| enemy_unstoppable(position, stalemate))
        .or_else(is_dead)
}

/// The result by the rules, now or after the next move to a last rank.
fn at_the_end(position: &Position, stalemate: Stalemate) -> Option<Proof> {
    let (own, enemy) = (position.own(), position.enemy());
    if own.meets(LAST) {
        return Some(Proof::exactly(Outcome::Win, 0));
    }
    if enemy.meets(FIRST) || own.is_empty() {
        return Some(Proof::exactly(Outcome::Loss, 0));
    }
    if own.meets(SEVENTH) {
        // No enemy pawn can stand on the rank in front of it, which is the enemy's first rank.
        return Some(Proof::exactly(Outcome::Win, 1));
    }
    if position.move_sets().is_empty() {
        return Some(Proof {
            outcome: stalemate.verdict(),
            ..Proof::DRAW
        });
    }
    if enemy.meets(SECOND) {
        // The side to move has a move, but none captures that pawn: no pawn stands behind it.
        return Some(Proof::exactly(Outcome::Loss, 2));
    }

    None
}

/// A win for the side to move by one unstoppable pawn, at once or after a capture.
fn own_unstoppable(position: &Position, stalemate: Stalemate) -> Option<Proof> {
    let (own, enemy) = (position.own(), position.enemy());
    let victims = enemy | position.en_passant();
    let candidates = Candidates::of(own, enemy, victims);
    if candidates.are_none() {
        return None;
    }
    let succeeds = |run: Run| run.succeeds(stalemate).then_some(run);
    // The first of each kind is the quickest of its kind.
    let passer = first(candidates.passers, |passer| {
        succeeds(Run::of_passer(own, enemy, passer))
    });
    let capture = first_capture(own, candidates.targets, |from, to| {
        let target = Bitboard::of(to);
        let victim = (target & enemy) | (target & position.en_passant()).down();
        succeeds(Run::of_capture(own, enemy, from, to, victim))
    });
    let run = match (passer, capture) {
        (Some(passer), Some(capture)) if capture.moves() < passer.moves() => capture,
        (passer, capture) => passer.or(capture)?,
    };
    Some(Proof {
        outcome: Outcome::Win,
        plies: 2 * run.moves() - 1,
        shortest: is_shortest(own, enemy, run.moves(), stalemate),
    })
}

/// A loss for the side to move because none of its moves (there is at least one) stops one of the opponent's
/// pawns. Most moves do not touch the zone of that pawn, and after each of the others the opponent wins by a
/// run, too.
fn enemy_unstoppable(position: &Position, stalemate: Stalemate) -> Option<Proof> {
    if position.en_passant().any() {
        // A pawn may be captured from behind, so nothing is claimed.
        return None;
    }
    let (own, enemy) = (position.own().flip(), position.enemy().flip());
    let candidates = Candidates::of(enemy, own, own);
    if candidates.are_none() {
        return None;
    }
    let plies = |run: Run, victim: Bitboard| {
        let stops = run.stops(stalemate)?.flip();
        let mut plies = 2 * run.moves();
        for played in moves_of_or_to(position, victim.flip(), stops) {
            let proof = winning(&position.play(played), stalemate)?;
            plies = plies.max(proof.plies + 1);
        }
        Some(plies)
    };
    let passer = first(candidates.passers, |passer| {
        plies(Run::of_passer(enemy, own, passer), Bitboard::EMPTY)
    });
    let capture = first_capture(enemy, candidates.targets, |from, to| {
        let victim = Bitboard::of(to);
        plies(Run::of_capture(enemy, own, from, to, victim), victim)
    });
    let plies = match (passer, capture) {
        (Some(passer), Some(capture)) => passer.min(capture),
        (passer, capture) => passer.or(capture)?,
    };
    Some(Proof {
        outcome: Outcome::Loss,
        plies,
        shortest: is_shortest(enemy, own, plies / 2, stalemate),
    })
}

/// A win for the side to move that is certain whatever the opponent threatens.
fn winning(position: &Position, stalemate: Stalemate) -> Option<Proof> {
    match at_the_end(position, stalemate) {
        Some(proof) => (proof.outcome == Outcome::Win).then_some(proof),
        None => own_unstoppable(position, stalemate),
    }
}

/// The moves that start on `from` or end on `to`.
fn moves_of_or_to(position: &Position, from: Bitboard, to: Bitboard) -> MoveList {
    let sets = position.move_sets();
    let moves = MoveSets {
        single: sets.single & (to | from.up()),
        double: sets.double & (to | from.up().up()),
        left: sets.left & (to | from.up().left()),
        right: sets.right & (to | from.up().right()),
    };
    moves.list()
}

/// The attacker's pawns that may be about to run, and the targets of captures after which a pawn may. The
/// shifts exclude pawns that are blocked, that could be captured after the next move, or that are not passed.
/// Correctness does not depend on this filter, but it saves most run checks.
struct Candidates {
    passers: Bitboard,
    targets: Bitboard,
}

impl Candidates {
    #[inline]
    fn of(attackers: Bitboard, defenders: Bitboard, victims: Bitboard) -> Self {
        let before_defenders = defenders.down().fill_down();
        let before_attackers = attackers.down().fill_down();
        let free = !(before_defenders | before_defenders.beside().down() | before_attackers);
        let attacked = defenders.down().beside();
        Self {
            passers: attackers & free & (!attacked.down() | SECOND),
            targets: attackers.up().beside() & victims & free & !attacked,
        }
    }

    fn are_none(&self) -> bool {
        (self.passers | self.targets).is_empty()
    }
}

/// The first result that is found for a pawn, trying the most advanced pawns first.
#[inline]
fn first<T>(pawns: Bitboard, mut found: impl FnMut(Square) -> Option<T>) -> Option<T> {
    let mut rest = pawns;
    while let Some(square) = rest.highest() {
        let found = found(square);
        if found.is_some() {
            return found;
        }
        rest ^= Bitboard::of(square);
    }
    None
}

/// The first result that is found for an attacker's capture on `targets`, trying the most advanced first;
/// `found` gets the origin and the target.
#[inline]
fn first_capture<T>(
    attackers: Bitboard,
    targets: Bitboard,
    mut found: impl FnMut(Square, Square) -> Option<T>,
) -> Option<T> {
    first(targets, |to| {
        let capturers = Bitboard::of(to).down().beside() & attackers;
        first(capturers, |from| found(from, to))
    })
}

/// Whether the attacker can never win in fewer than `moves` of its own moves: a pawn gains one rank per move
/// (two with its first), and a move captures at most one pawn.
fn is_shortest(attackers: Bitboard, defenders: Bitboard, moves: u16, stalemate: Stalemate) -> bool {
    let quickest = attackers.highest().map_or(8, |square| match square.rank() {
        Rank::SECOND => 5,
        rank => 7 - rank.index() as u32,
    });
    // Where stalemate loses, the defender may also run out of moves.
    let moves = u32::from(moves);
    stalemate == Stalemate::Draw && moves <= quickest && moves <= defenders.count()
}

/// Whether no capture can ever happen and no pawn can ever pass, so that the game is a draw if stalemate is.
#[must_use]
pub fn is_dead(position: &Position) -> bool {
    let (own, enemy) = (position.own(), position.enemy());
    let own_free = own & !enemy.down().fill_down();
    let enemy_free = enemy & !own.up().fill_up();
    if own_free.any() || enemy_free.any() || position.en_passant().any() {
        return false;
    }
    // An enemy pawn only comes nearer, so no pawn gets beyond its present square.
    let mut own_reach = own;
    let mut enemy_reach = enemy;
    for _ in 0..5 {
        own_reach |= own_reach.up() & !enemy;
        enemy_reach |= enemy_reach.down() & !own;
    }
    !own_reach.up().beside().meets(enemy_reach)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::pawns::Diagram;

    fn proof(fen: &str) -> Option<(Outcome, u16)> {
        let diagram: Diagram = fen.parse().unwrap();
        prove(&diagram.position, Stalemate::Draw).map(|proof| (proof.outcome, proof.plies))
    }

    #[test]
    fn known_positions() {
        let cases = [
            // An unstoppable passer, and the same two ranks up where the other is quicker.
            ("8/8/1P6/8/6p1/8/8/8 w", Some((Outcome::Win, 3))),
            ("8/8/8/1P6/8/6p1/8/8 w", Some((Outcome::Loss, 4))),
            ("8/P7/8/8/8/8/7p/8 w", Some((Outcome::Win, 1))),
            // The a-pawn is passed and ahead, but c7xb6 wins.
            ("8/2p5/1P6/8/P7/8/8/8 b", None),
            // Black steps to its seventh rank, and White is stalemated.
            ("8/8/p7/P7/8/7p/8/8 b", None),
            ("8/8/p7/P7/8/8/7p/8 w", Some((Outcome::Draw, 0))),
            // White has a move left, and loses.
            ("8/8/p7/P7/8/8/3P3p/8 w", Some((Outcome::Loss, 2))),
            // Nothing can ever be captured.
            ("8/p7/8/8/8/8/P7/8 w", Some((Outcome::Draw, 0))),
            ("8/p2p4/8/8/8/8/P2P4/8 w", Some((Outcome::Draw, 0))),
            ("8/pp6/8/8/8/8/PP6/8 w", None),
        ];
        for (fen, expected) in cases {
            assert_eq!(proof(fen), expected, "{fen}");
        }
    }
}
