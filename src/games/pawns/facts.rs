//! What is proved about a position without search.
//!
//! Everything here is certain: the search ends a line on it, and reports mates and exact draws
//! made of it. The tests compare it with plain minimax. Five facts, cheapest first:
//!
//! 1. **The end of the game** by the rules.
//! 2. **The seventh rank.** The side to move with a pawn there wins at once. If only the opponent
//!    has one, he wins, unless the side to move has no move: then the stalemate rule applies.
//! 3. **An unstoppable passer of the side to move**. See [`run_home`].
//! 4. **An unstoppable passer of the opponent's.**
//! 5. **A dead position**: no capture can ever happen and no pawn can ever pass. See [`is_dead`].
//!
//! # Unstoppable passers
//! "My passer promotes first, so I win" is false as it stands. The claim proved here is smaller:
//! *the attacker wins by doing nothing but advancing one pawn*. While he does, his other pawns
//! stand still, so where the defender's pawns can get in a given number of moves is a few shifts
//! (`reach`, an upper bound: it lets every defender's pawn move at once, and captures without
//! asking who is captured). The run succeeds if, move by move,
//!
//! - no pawn that the defender can have by then captures the passer, en passant included;
//! - none stands in its way;
//! - none has reached the defender's last rank;
//! - and the defender surely has a move each time, where stalemate is a draw
//!   ([`sure_moves`], a lower bound).
//!
//! The defender cannot win by capturing the last pawn either: the passer lives.
//!
//! # Dead positions
//! In the words of the game's first notes, all files are *fully dead*: on each file with pawns,
//! every pawn has an enemy pawn somewhere before it, and no capture is possible anywhere, however
//! the pawns advance. Then no pawn ever leaves its file or passes another, so nobody promotes
//! and nobody loses his last pawn; the game ends by stalemate. Only where stalemate is a draw.

use super::position::{FIRST, LAST, Position, SECOND, SEVENTH};
use super::rules::Stalemate;
use crate::board::{Bitboard, Rank, Square};
use crate::game::{Outcome, Proof};

/// What is certain about the position; `None` if nothing here applies.
#[must_use]
pub fn prove(position: &Position, stalemate: Stalemate) -> Option<Proof> {
    let (own, enemy) = (position.own(), position.enemy());
    if own.meets(LAST) {
        return Some(Proof::exactly(Outcome::Win, 0));
    }
    if enemy.meets(FIRST) || own.is_empty() {
        return Some(Proof::exactly(Outcome::Loss, 0));
    }
    if own.meets(SEVENTH) {
        // No enemy pawn can stand on the rank before it, which is the enemy's own first.
        return Some(Proof::exactly(Outcome::Win, 1));
    }
    if position.move_sets().is_empty() {
        return Some(Proof {
            outcome: stalemate.verdict(),
            ..Proof::DRAW
        });
    }
    if enemy.meets(SECOND) {
        // The side to move has a move, but none captures that pawn: nothing stands behind it.
        return Some(Proof::exactly(Outcome::Loss, 2));
    }

    // What an enemy pawn can ever block on its own file, and what it can ever attack.
    let before_enemy = enemy.down().fill_down();
    let before_own = own.up().fill_up();
    let free = own & !before_enemy & !own.down().fill_down();
    let passers = free & !before_enemy.beside().down();
    if passers.any()
        && let Some(proof) = own_unstoppable(position, passers, stalemate)
    {
        return Some(proof);
    }
    let free_enemy = enemy & !before_own & !enemy.up().fill_up();
    let enemy_passers = free_enemy & !before_own.beside();
    if enemy_passers.any()
        && let Some(proof) = enemy_unstoppable(position, enemy_passers, stalemate)
    {
        return Some(proof);
    }
    if stalemate == Stalemate::Draw && is_dead(position) {
        return Some(Proof::DRAW);
    }
    None
}

/// The win of the side to move by its quickest passer, if one of `passers` is unstoppable.
fn own_unstoppable(position: &Position, passers: Bitboard, stalemate: Stalemate) -> Option<Proof> {
    let (own, enemy) = (position.own(), position.enemy());
    most_advanced_first(passers).find_map(|passer| {
        let moves = run_home(own, enemy, passer, Turn::Attacker, stalemate)?;
        Some(Proof {
            outcome: Outcome::Win,
            plies: 2 * moves - 1,
            shortest: is_shortest(own, enemy, moves, stalemate),
        })
    })
}

/// The loss of the side to move by the opponent's quickest passer, if one is unstoppable.
fn enemy_unstoppable(
    position: &Position,
    passers: Bitboard,
    stalemate: Stalemate,
) -> Option<Proof> {
    if position.en_passant().any() {
        // A pawn may vanish from behind: no claim.
        return None;
    }
    let (own, enemy) = (position.own().flip(), position.enemy().flip());
    most_advanced_first(passers.flip()).find_map(|passer| {
        let moves = run_home(enemy, own, passer, Turn::Defender, stalemate)?;
        Some(Proof {
            outcome: Outcome::Loss,
            plies: 2 * moves,
            shortest: is_shortest(enemy, own, moves, stalemate),
        })
    })
}

fn most_advanced_first(pawns: Bitboard) -> impl Iterator<Item = Square> {
    let mut rest = pawns;
    std::iter::from_fn(move || {
        let square = rest.highest()?;
        rest ^= Bitboard::of(square);
        Some(square)
    })
}

/// Whether the attacker cannot win in fewer than `moves` moves of his own, whatever happens:
/// every pawn gains one rank a move (two with its first), and every move captures one pawn.
fn is_shortest(attackers: Bitboard, defenders: Bitboard, moves: u16, stalemate: Stalemate) -> bool {
    let quickest = attackers.highest().map_or(8, |square| match square.rank() {
        Rank::SECOND => 5,
        rank => 7 - rank.index() as u32,
    });
    // Where stalemate loses, the defender may also run out of moves.
    let moves = u32::from(moves);
    stalemate == Stalemate::Draw && moves <= quickest && moves <= defenders.count()
}

/// Who moves first in a run.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    Attacker,
    Defender,
}

/// In how many moves of the attacker's `passer` gets home by itself, if it surely does. The
/// attacker's pawns go up, the defender's down.
fn run_home(
    attackers: Bitboard,
    defenders: Bitboard,
    passer: Square,
    turn: Turn,
    stalemate: Stalemate,
) -> Option<u16> {
    let standing = attackers ^ Bitboard::of(passer);
    if standing.meets(ahead(passer)) || defenders.meets(ahead(passer)) {
        return None;
    }
    let mut reach = defenders;
    let mut square = passer;
    let mut moves = 0;
    let mut replies = 0;
    // The defender moves: does he capture on `exposed`, step in front of the passer, or win?
    let mut reply = |exposed: Bitboard, square: Square| -> Option<()> {
        if reach.down().beside().meets(exposed) {
            return None;
        }
        reach = after_one_move(reach, standing);
        replies += 1;
        (!reach.meets(ahead(square) | FIRST)).then_some(())
    };
    if turn == Turn::Defender {
        reply(Bitboard::of(square), square)?;
    }
    loop {
        // Whatever stands in `reach` is not ahead of the passer, so it can step.
        let steps = if square.rank() == Rank::SECOND { 2 } else { 1 };
        let passed = Bitboard::of(square.up(1));
        square = square.up(steps);
        moves += 1;
        if square.rank() == Rank::EIGHTH {
            break;
        }
        reply(Bitboard::of(square) | passed, square)?;
    }
    let never_stuck =
        stalemate == Stalemate::Loss || sure_moves(attackers, defenders, standing) >= replies;
    never_stuck.then_some(moves)
}

/// The squares before a pawn on its file.
fn ahead(square: Square) -> Bitboard {
    Bitboard::of(square).up().fill_up()
}

/// Where the defender's pawns can stand after one more move, at most: `reach` says where they
/// could stand before, `standing` where the attacker's pawns stay until they are captured.
fn after_one_move(reach: Bitboard, standing: Bitboard) -> Bitboard {
    let open = !standing | reach;
    let single = reach.down() & open;
    let double = ((reach & SEVENTH).down() & open).down() & open;
    let captures = reach.down().beside() & standing;
    reach | single | double | captures
}

/// How many moves the defender surely still has, whatever he plays, while only the passer moves.
///
/// Counted are steps over empty squares, each by a pawn that could not have captured before: such
/// a pawn stays on its file until those steps are used up, and no pawn can come between, since
/// captures land only where the attacker's pawns stand. A double step uses up two.
fn sure_moves(attackers: Bitboard, defenders: Bitboard, standing: Bitboard) -> u32 {
    let empty = !(attackers | defenders);
    let may_capture = standing.up().beside();
    let mut steps = Bitboard::EMPTY;
    let mut movers = defenders & !may_capture;
    let doubles = ((movers & SEVENTH).down() & empty).down() & empty;
    loop {
        movers = movers.down() & empty;
        if movers.is_empty() {
            break;
        }
        steps |= movers;
        movers &= !may_capture;
    }
    steps.count() - doubles.count()
}

/// Whether no capture can ever happen and no pawn can ever pass, so that the game is a draw if
/// stalemate is.
#[must_use]
pub fn is_dead(position: &Position) -> bool {
    let (own, enemy) = (position.own(), position.enemy());
    let own_held = own & !enemy.down().fill_down();
    let enemy_held = enemy & !own.up().fill_up();
    if own_held.any() || enemy_held.any() || position.en_passant().any() {
        return false;
    }
    // An enemy pawn only comes nearer: beyond where it stands now nobody gets.
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
            // Black steps to his seventh rank, and White is stalemated.
            ("8/8/p7/P7/8/7p/8/8 b", None),
            ("8/8/p7/P7/8/8/7p/8 w", Some((Outcome::Draw, 0))),
            // With a move left, White loses.
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
