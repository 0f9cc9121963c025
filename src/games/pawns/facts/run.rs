//! Runs: one pawn advances to the last rank, and the squares from which it can be stopped.
//!
//! "My passer promotes first, so I win" is not always true. The claim proved here is smaller: *the attacker
//! wins by doing nothing but advancing one pawn*, possibly with a capture first. Meanwhile the attacker's
//! other pawns stand still, so a few shifts compute where the defender's pawns can get in a given number of
//! moves ([`after_one_move`], an upper bound: every defending pawn moves at once, and all of them may capture
//! the same pawn). The run succeeds if, move by move,
//!
//! - no pawn that the defender can have by then captures the passer, en passant included;
//! - none stands in its way;
//! - none has reached the defender's last rank;
//! - and the defender surely has a move each time, where stalemate is a draw ([`Run::sure_moves`], a lower
//!   bound).
//!
//! The defender cannot win by capturing the last pawn either, because the passer survives.
//!
//! With the defender to move, the *zone* is computed: the squares from which a defending pawn could stop the
//! run ([`Run::zone`]). If no pawn is in the zone *after* the defender's move, the defender can only move
//! into that zone, or capture the pawn before it runs: a few moves, which can be checked one by one
//! ([`Run::stops`]). With the attacker to move, looking forwards is quicker ([`Run::is_stopped`]).

use crate::board::{Bitboard, Rank, Square};
use crate::games::pawns::Stalemate;
use crate::games::pawns::position::{FIRST, SEVENTH};

/// The run of one pawn of the attacker, whose pawns go up; the defender's go down.
pub(super) struct Run {
    /// The square of the pawn.
    from: Square,
    /// The squares in front of it on the file it runs on.
    way: Bitboard,
    /// The attacker's other pawns.
    standing: Bitboard,
    /// The defender's pawns, without one that the run captures first.
    defenders: Bitboard,
    /// All pawns, after a first capture if there is one.
    occupied: Bitboard,
    /// The squares that matter for each reply, starting with the reply to the attacker's first move.
    replies: &'static [Reply],
}

/// The squares on which one reply can stop a pawn.
#[derive(Clone, Copy)]
struct Reply {
    /// Captures on these squares: the pawn's own, and the one it has passed.
    exposed: Bitboard,
    /// Steps to these squares.
    way: Bitboard,
}

/// For each square, the replies that stop a passer there: first if it stays, then after each of its moves but
/// the last one.
static REPLIES: [[Reply; MOST_REPLIES]; 64] = {
    let nothing = Reply {
        exposed: Bitboard::EMPTY,
        way: Bitboard::EMPTY,
    };
    let mut replies = [[nothing; MOST_REPLIES]; 64];
    let mut from = 0;
    while from < 64 {
        let mut square = Square::at(from);
        let mut passed = Bitboard::EMPTY;
        let mut at = 0;
        while at < number_of_replies(from) {
            let way = ahead(square);
            let exposed = Bitboard::of(square).union(passed);
            replies[from][at] = Reply { exposed, way };
            let steps = if let Rank::SECOND = square.rank() {
                2
            } else {
                1
            };
            passed = Bitboard::of(square.up(1));
            square = square.up(steps);
            at += 1;
        }
        from += 1;
    }
    replies
};

/// The maximum number of replies. A pawn needs as many moves from the second rank as from the third.
const MOST_REPLIES: usize = 5;

/// The number of replies that can stop a passer on a square, if it stays for the first: as many as its moves.
const fn number_of_replies(square: usize) -> usize {
    let ranks_left = 7 - square / 8;
    if ranks_left < MOST_REPLIES {
        ranks_left
    } else {
        MOST_REPLIES
    }
}

/// The replies that stop a passer on a square, starting with the one before it moves.
fn replies(square: Square) -> &'static [Reply] {
    let square = square.index();
    &REPLIES[square][..number_of_replies(square)]
}

impl Run {
    /// The run of a passer.
    #[inline]
    pub(super) fn of_passer(attackers: Bitboard, defenders: Bitboard, passer: Square) -> Self {
        Self {
            from: passer,
            way: ahead(passer),
            standing: attackers ^ Bitboard::of(passer),
            defenders,
            occupied: attackers | defenders,
            replies: replies(passer).get(1..).unwrap_or_default(),
        }
    }

    /// The run of a pawn that begins by capturing `victim`, a square, with a move to `to`.
    #[inline]
    pub(super) fn of_capture(
        attackers: Bitboard,
        defenders: Bitboard,
        from: Square,
        to: Square,
        victim: Bitboard,
    ) -> Self {
        let standing = attackers ^ Bitboard::of(from);
        let left = defenders ^ victim;
        Self {
            from,
            way: ahead(to),
            standing,
            defenders: left,
            occupied: standing | left | Bitboard::of(to),
            replies: replies(to),
        }
    }

    /// The number of moves by the attacker that the run takes.
    pub(super) fn moves(&self) -> u16 {
        self.replies.len() as u16 + 1
    }

    /// Whether the run surely succeeds with the attacker to move.
    #[inline]
    pub(super) fn succeeds(&self, stalemate: Stalemate) -> bool {
        !self.is_blocked() && !self.is_stopped() && self.never_stuck(self.replies.len(), stalemate)
    }

    /// The squares on which a defender's move may stop the run, with the defender to move (it has a move).
    /// Moves to other squares do not, except perhaps those of a pawn that the run would have captured. `None`
    /// if anything else may stop it.
    #[inline]
    pub(super) fn stops(&self, stalemate: Stalemate) -> Option<Bitboard> {
        if self.is_blocked() {
            return None;
        }
        let reached = after_one_move(self.defenders, self.standing);
        let after = self.zone(self.replies, reached) | self.way | FIRST;
        // The defender is known to have a move now.
        let needed = match self.replies.len() {
            0 => 0,
            later => later + 1,
        };
        let stops = !after.meets(self.defenders) && self.never_stuck(needed, stalemate);
        stops.then_some(after | Bitboard::of(self.from))
    }

    /// Whether a pawn stands in the way of the passer.
    fn is_blocked(&self) -> bool {
        (self.standing | self.defenders).meets(self.way)
    }

    /// Whether a defending pawn may stop the run with one of the replies.
    fn is_stopped(&self) -> bool {
        let mut reached = self.defenders;
        self.replies.iter().any(|reply| {
            let captures = reached.down().beside();
            reached = after_one_move(reached, self.standing);
            captures.meets(reply.exposed) || reached.meets(reply.way | FIRST)
        })
    }

    /// The zone before the first of these replies. The defender's pawns may stand on the squares `reached`.
    ///
    /// Endgame books have the rule of the square: a king that stands in it, or can step into it, stops the
    /// passer. For pawns it is the same rule with other squares. A defending pawn in the zone can, with this
    /// reply or a later one, capture the passer, block it, or promote first. The zone is found backwards,
    /// from the last reply to the first. It contains the squares from which a pawn captures what is exposed,
    /// the squares that it must not reach or that are in the next zone, and the squares from which it steps
    /// there. `reached`, found forwards, tells which squares may be open by then.
    ///
    /// ```text
    ///  8 | z z z . .      White's passer on b5, Black to move: z is the zone before Black's move.
    ///  7 | z z z . .      From there Black captures the passer or blocks it in time, or, from the
    ///  6 | z z z . .      fourth rank, promotes first.
    ///  5 | . P . . .
    ///  4 | z z z z z
    ///  3 | z z z z z
    ///  2 | z z z z z
    ///  1 | z z z z z
    /// ```
    fn zone(&self, replies: &[Reply], reached: Bitboard) -> Bitboard {
        let Some((reply, later)) = replies.split_first() else {
            return Bitboard::EMPTY;
        };
        let next = self.zone(later, after_one_move(reached, self.standing));
        let after = next | reply.way | FIRST;
        let open = !self.standing | reached;
        let single = (after & open).up();
        let double = (single & open).up() & SEVENTH;
        let captures = ((after & self.standing) | reply.exposed).up().beside();
        after | single | double | captures
    }

    /// Whether the defender surely has a move for each of these replies, where that is needed.
    fn never_stuck(&self, replies: usize, stalemate: Stalemate) -> bool {
        stalemate == Stalemate::Loss || self.sure_moves(replies as u32) == replies as u32
    }

    /// The number of moves that the defender surely has from now on, up to `most`, whatever is played, while
    /// the attacker moves only this pawn.
    ///
    /// Each pawn is counted by itself: the fewest moves that it can make before it has none left, on any
    /// path. While the square in front of it is empty it has a move, and only the pawn itself can block such
    /// a square later: captures land only where the attacker's pawns stand, and a pawn that comes down the
    /// file is behind it. The pawn may then step or capture, and the minimum over these choices is sure. With
    /// the square in front occupied, nothing is sure, because another pawn may make its capture first. But if
    /// no pawn can step, and one can capture now, there is that one move.
    fn sure_moves(&self, most: u32) -> u32 {
        let empty = !self.occupied;
        // The squares from which this many moves are sure, starting with none.
        let mut lasting = !Bitboard::EMPTY;
        let mut sure = 0;
        while sure < most {
            let step = (empty & lasting).up();
            let worse_double = ((empty & !lasting).up() & empty).up() & SEVENTH;
            let worse_capture = (self.standing & !lasting).up().beside();
            lasting = step & !(worse_double | worse_capture);
            let last = (self.defenders & lasting).count();
            if last == 0 {
                break;
            }
            sure += last;
        }
        let can_capture = self.standing.up().beside().meets(self.defenders);
        sure.max(u32::from(can_capture)).min(most)
    }
}

/// The squares in front of a pawn on its file.
const fn ahead(square: Square) -> Bitboard {
    Bitboard::of(square).up().fill_up()
}

/// The squares that the defender's pawns can reach with one more move, at most. `reach` are the squares they
/// could reach before; `standing` are the attacker's pawns, which stay until they are captured.
fn after_one_move(reach: Bitboard, standing: Bitboard) -> Bitboard {
    let open = !standing | reach;
    let single = reach.down() & open;
    let double = ((reach & SEVENTH).down() & open).down() & open;
    let captures = reach.down().beside() & standing;
    reach | single | double | captures
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    fn board(rows: &str) -> Bitboard {
        let rows = rows.split_whitespace().rev().enumerate();
        let squares = rows.flat_map(|(rank, row)| {
            let is_marked = row.chars().enumerate().filter(|(_, mark)| *mark != '.');
            is_marked.map(move |(file, _)| Bitboard::from_bits(1 << (8 * rank + file)))
        });
        squares.fold(Bitboard::EMPTY, |all, one| all | one)
    }

    #[test]
    fn the_zone_of_the_essay() {
        let passer = Square::at(33);
        let run = Run::of_passer(Bitboard::of(passer), Bitboard::EMPTY, passer);
        let zone = "zzz..... zzz..... zzz..... ........ zzzzzzzz zzzzzzzz zzzzzzzz zzzzzzzz";
        assert_eq!(run.zone(replies(passer), Bitboard::EMPTY), board(zone));
    }

    type Known = HashMap<(Bitboard, Bitboard), u32>;

    /// The minimum number of moves that pawns can make before they have none left, by exhaustive search.
    fn least_moves(attackers: Bitboard, defenders: Bitboard, known: &mut Known) -> u32 {
        if let Some(least) = known.get(&(attackers, defenders)) {
            return *least;
        }
        let empty = !(attackers | defenders);
        let mut least = None::<u32>;
        for from in defenders {
            let from = Bitboard::of(from);
            let single = from.down() & empty;
            let double = (single & Bitboard::rank(Rank::SIXTH)).down() & empty;
            for to in single | double | from.down().beside() & attackers {
                let to = Bitboard::of(to);
                let after = 1 + least_moves(attackers & !to, defenders ^ from ^ to, known);
                least = Some(least.map_or(after, |least| least.min(after)));
            }
        }
        let least = least.unwrap_or(0);
        known.insert((attackers, defenders), least);
        least
    }

    #[test]
    fn sure_moves_are_no_more_than_the_least() {
        let mut random = 12_345_u64;
        let mut next = |below: u64| {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (random >> 33) % below
        };
        let (mut exact, mut all) = (0, 0);
        for _ in 0..1_000 {
            let (mut attackers, mut defenders) = (Bitboard::EMPTY, Bitboard::EMPTY);
            for _ in 0..2 + next(5) {
                let square = Bitboard::from_bits(1 << (8 * (1 + next(6)) + next(3)));
                match next(2) {
                    0 => attackers |= square & !defenders,
                    _ => defenders |= square & !attackers,
                }
            }
            // The pawn that runs is far away.
            let passer = Square::at(39);
            let run = Run::of_passer(attackers | Bitboard::of(passer), defenders, passer);
            let least = least_moves(attackers, defenders, &mut Known::new());
            assert!(
                run.sure_moves(u32::MAX) <= least,
                "{attackers:?} {defenders:?}"
            );
            all += least;
            exact += run.sure_moves(u32::MAX);
        }
        assert!(exact * 10 > all * 8, "{exact} of {all}");
    }
}
