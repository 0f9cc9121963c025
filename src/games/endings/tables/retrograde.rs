//! How a table is made: backwards from the ends (retrograde analysis), 64 positions at a time.
//!
//! The moves that [leave](super::leaving) the structure come first: with them the attacker wins at once, or
//! the defender holds for good. Then come the moves within it, in rounds. A position with the defender to
//! move is lost when the defender cannot hold by leaving and each move of the king and the piece leads to a
//! position that is won already. Then every position from which the attacker can move to such a position is
//! won. Positions that no round reaches are not won.
//!
//! The defender's king is the bit within a set. So its moves are shifts of a set, and a line that it blocks
//! is a mask.

use super::leaving::Door;
use super::placement::{Frame, Placement, with_piece};
use super::question::{Answer, TableQuestion};
use super::table::Table;
use crate::board::Bitboard;
use crate::board::between::between;
use crate::solve::proof_numbers::Role;
use crate::solve::tiers::{Planned, Tier, Unmade};

impl Tier for TableQuestion {
    type Rules = ();
    type Table = Table;

    fn key(self) -> u128 {
        self.structure.number() << 4 | (self.bound as u128) << 3 | self.scope.number()
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

    fn make<'t>(
        self,
        (): &(),
        known: &impl Fn(Self) -> Option<&'t Table>,
        gives_up: &dyn Fn() -> bool,
    ) -> Result<Table, Unmade> {
        make(self, known, gives_up, |_, _, _| ())
    }
}

impl Planned for TableQuestion {
    fn table_bytes(self) -> usize {
        2 * size_of::<Bitboard>() * self.structure.sets()
    }

    /// Each set has 64 positions, legal or not.
    fn positions(self) -> u64 {
        self.table_bytes() as u64 * 8
    }

    fn to_bytes(table: &Table) -> Vec<u8> {
        table.to_bytes()
    }

    fn read_table(self, bytes: &[u8]) -> Option<Table> {
        Table::from_bytes(bytes, self.table_bytes() / 16)
    }
}

/// Makes the table of a question. Calls `lost` with each round and the index of each set, with the positions
/// that the defender, to move, has lost in this round.
///
/// # Errors
/// If a table is missing, or `gives_up` returns true.
pub fn make<'t>(
    question: TableQuestion,
    known: &impl Fn(TableQuestion) -> Option<&'t Table>,
    gives_up: &dyn Fn() -> bool,
    lost: impl FnMut(u16, usize, Bitboard),
) -> Result<Table, Unmade> {
    let frame = Frame::new(question.structure, [Bitboard::ALL; 2]);
    let doors = Door::all(question, known)?;
    let mut making = Making::new(frame);
    for door in doors.iter().filter(|door| door.counts()) {
        if gives_up() {
            return Err(Unmade::Stopped);
        }
        making.leave(door);
    }
    making.begin();
    making.rounds(gives_up, lost)?;
    Ok(making.finish())
}

/// A table that is being made. All sets are by index.
struct Making {
    frame: Frame,
    /// The legal positions, with the attacker to move and with the defender to move.
    legal: Vec<[Bitboard; 2]>,
    /// Legal positions with the attacker to move, not won so far.
    open: Vec<Bitboard>,
    /// Positions with the defender to move that are never lost, because the defender can leave the structure
    /// and hold, or is stalemated.
    held: Vec<Bitboard>,
    /// Positions with the defender to move: at first, those where a move leaves the structure; from the first
    /// round on, those neither held nor lost so far.
    leaves_or_may_lose: Vec<Bitboard>,
    /// The indices to examine in the next round, one bit each.
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

    /// Applies the moves of a door.
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
            let place = at.place(frame.symmetry.fold(at.king));
            match door.exit.side {
                Role::Attacker => {
                    if open[place].meets(way.from) {
                        open[place] &= !way.back(door.lead(&way).won);
                    }
                }
                Role::Defender => {
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

    /// Adds stalemates to what is held, and schedules all indices.
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
                self.for_each_defenders_move(place, &at, |after, clear| {
                    stuck &= !(self.legal[after][0] & clear);
                    stuck.any()
                });
            }
            self.held[place] |= stuck;
            self.leaves_or_may_lose[place] = to_hold & !self.held[place];
            note(&mut self.next, place);
        }
    }

    /// Calls `visit` with each index where a piece of the defender may go, and the squares on which the
    /// defender's king does not block it, until `visit` returns false.
    #[inline]
    fn for_each_defenders_move(
        &self,
        place: usize,
        at: &Placement,
        mut visit: impl FnMut(usize, Bitboard) -> bool,
    ) {
        let Some(occupied) = self.frame.occupied(at) else {
            return;
        };
        for slot in self.frame.slots(Role::Defender) {
            let Some(from) = at.pieces[slot] else {
                return;
            };
            for to in self.frame.reach(slot, at) & !occupied {
                if !visit(with_piece(place, slot, to), !between(from, to)) {
                    return;
                }
            }
        }
    }

    /// Runs rounds until one finds nothing new.
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
            // The results are applied only after the round, so that a round depends only on earlier rounds.
            for (place, more) in found.drain(..) {
                told(round, place, more);
                self.lose(place, more);
            }
        }
        Err(Unmade::TooLong)
    }

    /// The positions at an index that the defender, to move, has newly lost.
    #[inline]
    fn newly_lost(&self, place: usize) -> Bitboard {
        let mut may = self.leaves_or_may_lose[place];
        if may.any() {
            may &= !self.open[place].neighbours();
        }
        if may.any() && !self.frame.slots(Role::Defender).is_empty() {
            let at = self.frame.placement(place);
            self.for_each_defenders_move(place, &at, |after, clear| {
                may &= !(self.open[after] & clear);
                may.any()
            });
        }
        may
    }

    /// Records lost positions of the defender. The attacker wins where a move leads to them.
    fn lose(&mut self, place: usize, more: Bitboard) {
        self.leaves_or_may_lose[place] &= !more;
        let at = self.frame.placement(place);
        let Some(occupied) = self.frame.occupied(&at) else {
            return;
        };
        for king in Bitboard::of(at.king).neighbours() & !occupied {
            let from = Placement { king, ..at };
            let symmetry = self.frame.symmetry;
            // With the king on a diagonal, two equivalent boards have sets.
            let folds = [Some(symmetry.fold(king)), symmetry.other_fold(king)];
            for fold in folds.into_iter().flatten() {
                self.win(from.place(fold), fold.turning.set(more));
            }
        }
        for slot in self.frame.slots(Role::Attacker) {
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
        let slots = self.frame.slots(Role::Defender);
        if slots.is_empty() {
            return;
        }
        let at = self.frame.placement(place);
        let Some(occupied) = self.frame.occupied(&at) else {
            return;
        };
        // The defender's pieces can have come from the squares to which they could go from here.
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
