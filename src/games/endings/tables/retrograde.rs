//! How a table is made: from the ends backwards (retrograde analysis), 64 positions at a time.
//!
//! First come the moves that [leave](super::leaving) the structure: with them the attacker wins at once, or the
//! defender holds for good. Then the moves within it, in rounds. A position with the defender to move is lost when
//! he has no way to hold and each move of his king and his piece leads to a position that is won already; then every
//! position from which the attacker can go there is won. What no round reaches is not won.
//!
//! The defender's king is the bit within a set. So his moves are shifts of a set, and a line that he blocks is
//! a mask.

use super::leaving::Door;
use super::placement::{Frame, Placement, between, with_king, with_piece};
use super::question::{Answer, Question};
use super::structure::Side;
use super::table::Table;
use crate::board::Bitboard;
use crate::solve::tiers::{Tier, Unmade};

impl Tier for Question {
    type Rules = ();
    type Table = Table;

    fn key(self) -> u128 {
        self.structure.number() << 4 | (self.bound as u128) << 3 | self.scope as u128
    }

    fn steps(self) -> u32 {
        self.structure.steps()
    }

    fn for_each_successor(self, mut visit: impl FnMut(Self)) {
        self.structure.for_each_exit(|exit| {
            if let Answer::Told(next) = self.after(&exit) {
                visit(next);
                let captures = exit.en_passant.into_iter().flatten();
                captures.for_each(|structure| visit(self.about(structure)));
            }
        });
    }

    fn table_bytes(self) -> usize {
        1024 << (6 * self.structure.piece_count())
    }

    /// Those of a set stand on 64 squares, legal or not.
    fn positions(self) -> u64 {
        self.table_bytes() as u64 * 8
    }

    fn make<'t>(
        self,
        (): &(),
        known: &impl Fn(Self) -> Option<&'t Table>,
        gives_up: &dyn Fn() -> bool,
    ) -> Result<Table, Unmade> {
        make(self, known, gives_up, |_, _, _| ())
    }

    fn to_bytes(table: &Table) -> Vec<u8> {
        table.to_bytes()
    }

    fn read_table(self, bytes: &[u8]) -> Option<Table> {
        Table::from_bytes(bytes, self.table_bytes() / 16)
    }
}

/// Makes the table of a question. Calls `lost` with each round, and the place of each set in which there are positions
/// that the defender, who is to move, has lost in this round.
///
/// # Errors
/// If a table is missing, or `gives_up` says so.
pub fn make<'t>(
    question: Question,
    known: &impl Fn(Question) -> Option<&'t Table>,
    gives_up: &dyn Fn() -> bool,
    lost: impl FnMut(u16, usize, Bitboard),
) -> Result<Table, Unmade> {
    let frame = Frame::new(question.structure, [Bitboard::ALL; 2]);
    let doors = Door::all(question, known)?;
    let mut making = Making::new(frame);
    for door in &doors {
        making.leave(door);
    }
    making.begin();
    making.rounds(gives_up, lost)?;
    Ok(making.finish())
}

/// A table that is being made. All sets are by place.
struct Making {
    frame: Frame,
    /// The legal positions, with the attacker to move and with the defender to move.
    legal: Vec<[Bitboard; 2]>,
    /// With the attacker to move: legal, and not won so far.
    open: Vec<Bitboard>,
    /// With the defender to move: those that he does not lose, whatever comes.
    held: Vec<Bitboard>,
    /// With the defender to move: first those in which he can leave the structure; from the first round on those that
    /// are neither held nor lost so far.
    leaves_or_may_lose: Vec<Bitboard>,
    /// The places that are looked at in the next round, a bit each.
    next: Vec<u64>,
}

impl Making {
    fn new(frame: Frame) -> Self {
        let size = frame.size();
        let legal = (0..size).map(|place| frame.legal(&frame.placement(place)));
        let legal: Vec<[Bitboard; 2]> = legal.collect();
        Self {
            open: legal.iter().map(|[to_win, _]| *to_win).collect(),
            legal,
            held: vec![Bitboard::EMPTY; size],
            leaves_or_may_lose: vec![Bitboard::EMPTY; size],
            next: vec![0; size.div_ceil(64)],
            frame,
        }
    }

    /// Takes in what a move out of the structure brings.
    fn leave(&mut self, door: &Door) {
        let Self {
            frame,
            legal,
            open,
            held,
            leaves_or_may_lose: leaves,
            ..
        } = self;
        door.for_each_way(frame, |at, way| {
            let place = at.place();
            match door.exit.side {
                // What he is forbidden counts for nothing.
                Side::Attacker if door.is_forbidden => {}
                Side::Attacker => {
                    if open[place].meets(way.from) {
                        open[place] &= !way.back(door.lead(&way).won);
                    }
                }
                Side::Defender => {
                    let to_hold = legal[place][1] & way.from;
                    if (to_hold & !(held[place] & leaves[place])).is_empty() {
                        return;
                    }
                    let led = door.lead(&way);
                    leaves[place] |= way.back(led.legal) & to_hold;
                    if !door.is_forbidden {
                        held[place] |= way.back(led.legal & !led.won) & to_hold;
                    }
                }
            }
        });
    }

    /// Adds stalemates to what is held, and has all places looked at.
    fn begin(&mut self) {
        for place in 0..self.frame.size() {
            let [to_win, to_hold] = self.legal[place];
            if to_hold.is_empty() {
                continue;
            }
            let may_move = self.leaves_or_may_lose[place] | to_win.neighbours();
            let mut stuck = to_hold & !may_move & !self.held[place];
            if stuck.any() {
                let at = self.frame.placement(place);
                stuck &= !self.frame.attacked(&at);
                self.for_each_defenders_move(&at, |after, clear| {
                    stuck &= !(self.legal[after][0] & clear);
                    stuck.any()
                });
            }
            self.held[place] |= stuck;
            self.leaves_or_may_lose[place] = to_hold & !self.held[place];
            note(&mut self.next, place);
        }
    }

    /// Calls `visit` with each place where a piece of the defender may go, and the squares on which his king does not block
    /// it, as long as it returns true.
    #[inline]
    fn for_each_defenders_move(
        &self,
        at: &Placement,
        mut visit: impl FnMut(usize, Bitboard) -> bool,
    ) {
        let Some(occupied) = self.frame.occupied(at) else {
            return;
        };
        for slot in self.frame.slots(Side::Defender) {
            let Some(from) = at.pieces[slot] else {
                return;
            };
            for to in self.frame.reach(slot, at) & !occupied {
                if !visit(with_piece(at.place(), slot, to), !between(from, to)) {
                    return;
                }
            }
        }
    }

    /// Carries out rounds until one brings nothing new.
    fn rounds(
        &mut self,
        gives_up: &dyn Fn() -> bool,
        mut told: impl FnMut(u16, usize, Bitboard),
    ) -> Result<(), Unmade> {
        let mut now = vec![0; self.next.len()];
        let mut found = Vec::new();
        for round in 0..u16::MAX {
            std::mem::swap(&mut now, &mut self.next);
            for (number, word) in now.iter_mut().enumerate() {
                if number % 64 == 63 && gives_up() {
                    return Err(Unmade::Stopped);
                }
                for bit in Bitboard::from_bits(std::mem::take(word)) {
                    let place = 64 * number + bit.index();
                    let more = self.newly_lost(place);
                    if more.any() {
                        found.push((place, more));
                    }
                }
            }
            if found.is_empty() {
                return Ok(());
            }
            // Not before: what is found in a round rests on earlier rounds alone.
            for (place, more) in found.drain(..) {
                told(round, place, more);
                self.lose(place, more);
            }
        }
        Err(Unmade::TooLong)
    }

    /// What the defender, to move, has lost at a place beyond what is known.
    #[inline]
    fn newly_lost(&self, place: usize) -> Bitboard {
        let mut may = self.leaves_or_may_lose[place];
        if may.any() {
            may &= !self.open[place].neighbours();
        }
        if may.any() && !self.frame.slots(Side::Defender).is_empty() {
            let at = self.frame.placement(place);
            self.for_each_defenders_move(&at, |after, clear| {
                may &= !(self.open[after] & clear);
                may.any()
            });
        }
        may
    }

    /// Takes in that the defender has lost some positions: the attacker wins those from which he can go there.
    fn lose(&mut self, place: usize, more: Bitboard) {
        self.leaves_or_may_lose[place] &= !more;
        let at = self.frame.placement(place);
        let Some(occupied) = self.frame.occupied(&at) else {
            return;
        };
        for king in Bitboard::of(at.king).neighbours() & !occupied {
            self.win(with_king(place, king), more);
        }
        for slot in self.frame.slots(Side::Attacker) {
            let Some(to) = at.pieces[slot] else {
                return;
            };
            for from in self.frame.reach(slot, &at) & !occupied {
                self.win(with_piece(place, slot, from), more & !between(from, to));
            }
        }
    }

    #[inline]
    fn win(&mut self, place: usize, more: Bitboard) {
        let more = more & self.open[place];
        if more.is_empty() {
            return;
        }
        self.open[place] &= !more;
        note(&mut self.next, place);
        let slots = self.frame.slots(Side::Defender);
        if slots.is_empty() {
            return;
        }
        let at = self.frame.placement(place);
        let Some(occupied) = self.frame.occupied(&at) else {
            return;
        };
        // His pieces can come here from where they could go.
        for slot in slots {
            for from in self.frame.reach(slot, &at) & !occupied {
                note(&mut self.next, with_piece(place, slot, from));
            }
        }
    }

    fn finish(self) -> Table {
        let sets = self.legal.iter().zip(&self.open);
        let won = sets.map(|([to_win, _], open)| *to_win & !*open).collect();
        let sets = self.legal.iter().zip(&self.held);
        let sets = sets.zip(&self.leaves_or_may_lose);
        let lost = sets.map(|(([_, to_hold], held), may)| *to_hold & !(*held | *may));
        Table::new([won, lost.collect()])
    }
}

#[inline]
fn note(places: &mut [u64], place: usize) {
    places[place / 64] |= 1 << (place % 64);
}
