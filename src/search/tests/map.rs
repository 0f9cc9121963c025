//! A toy game with features that pawn games lack: repetition, a count of plies without progress,
//! hash keys, and positions without standing pat.
//!
//! A token is on a map, and the side to move moves it along an arrow. Each place has a level: no
//! arrow leads up, so an arrow that leads down is irreversible.

use std::marker::PhantomData;

use arrayvec::ArrayVec;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use crate::game::selectivity::Selectivity;
use crate::game::value::Value;
use crate::game::{Game, HashKey, History, Key, MoveCode, Outcome, PackedKey, Proof};
use crate::search::{Depth, Limits, Proving, Report, Request, Table, search};
use crate::stop::Stop;

/// The place of the token. The type limits the size of a map.
pub(super) type At = u16;

#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) level: u8,
    pub(super) arrows: Vec<At>,
    /// How the game ends here.
    pub(super) end: Option<Outcome>,
    pub(super) guess: i32,
    pub(super) may_stand_pat: bool,
    /// The place of the token after a pass, if the side to move may pass here.
    pub(super) pass: Option<At>,
}

/// A place from which arrows lead.
pub(super) fn place(arrows: &[At]) -> Place {
    Place {
        level: 0,
        arrows: arrows.to_vec(),
        end: None,
        guess: 0,
        may_stand_pat: true,
        pass: None,
    }
}

/// A place where the game is over.
pub(super) fn end(outcome: Outcome) -> Place {
    Place {
        end: Some(outcome),
        ..place(&[])
    }
}

/// The game on a map. After `QUIET` plies without progress it is drawn; 0 means never.
#[derive(Clone, Debug)]
pub(super) struct Map<K, const QUIET: u16> {
    places: Vec<Place>,
    keys: PhantomData<K>,
}

pub(super) trait KeyOf: Key {
    fn of(at: At) -> Self;
}

impl KeyOf for PackedKey {
    fn of(at: At) -> Self {
        Self::new(u128::from(at) + 1, false)
    }
}

impl KeyOf for HashKey {
    fn of(at: At) -> Self {
        Self::new(ChaCha8Rng::seed_from_u64(at.into()).random())
    }
}

/// Hashes with so few bits that many places share one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Short(At);

impl KeyOf for Short {
    fn of(at: At) -> Self {
        Self(at % 5)
    }
}

impl Key for Short {
    const WHOLE: bool = false;
    const TAG_BITS: u32 = HashKey::TAG_BITS;
    const MOVE_BITS: u32 = MoveCode::BITS;

    fn tag(self) -> u128 {
        u128::from(self.0)
    }

    fn spread(self) -> u64 {
        0
    }
}

impl<K: KeyOf, const QUIET: u16> Map<K, QUIET> {
    pub(super) fn new(places: &[Place]) -> Self {
        Self {
            places: places.to_vec(),
            keys: PhantomData,
        }
    }

    fn at(&self, at: At) -> &Place {
        &self.places[usize::from(at)]
    }

    fn goes_down(&self, from: At, to: At) -> bool {
        self.at(to).level < self.at(from).level
    }

    /// The request for a search from a place to this depth.
    pub(super) fn request(&self, root: At, history: &History<At>, depth: u64) -> Request<Self> {
        Request {
            game: self.clone(),
            root,
            history: history.clone(),
            searchmoves: Vec::new(),
            known: Vec::new(),
            limits: Limits {
                depth: Some(Depth::new(depth)),
                ..Limits::default()
            },
            awaits_a_move: false,
            multipv: 1,
            threads: 1,
        }
    }

    /// The report of such a search.
    pub(super) fn best(
        &self,
        table: &Table<K>,
        root: At,
        history: &History<At>,
        depth: u64,
    ) -> Report<At> {
        best(&self.request(root, history, depth), table, None)
    }
}

impl<K: KeyOf, const QUIET: u16> Game for Map<K, QUIET> {
    type Position = At;
    type Move = At;
    type List<T: Copy> = ArrayVec<T, 8>;
    type Key = K;

    const CAN_REPEAT: bool = true;
    const MOST_QUIET_PLIES: Option<u16> = match QUIET {
        0 => None,
        most => Some(most),
    };
    const HISTORY_SIZE: usize = 1 << 10;

    fn outcome(&self, at: &At) -> Option<Outcome> {
        self.at(*at).end
    }

    fn moves(&self, at: &At) -> ArrayVec<At, 8> {
        self.at(*at).arrows.iter().copied().collect()
    }

    fn forcing_moves(&self, at: &At) -> ArrayVec<At, 8> {
        let mut moves = self.moves(at);
        moves.retain(|to| self.goes_down(*at, *to));
        moves
    }

    fn may_stand_pat(&self, at: &At) -> bool {
        self.at(*at).may_stand_pat
    }

    const MAY_PASS: bool = true;
    const SELECTIVITY: Selectivity = Selectivity {
        quiet_moves_change_little: true,
        prunes_late_moves: true,
        extends_singular_moves: true,
        ..Selectivity::USUAL
    };

    /// Arbitrary, but always the same.
    fn wins_exchange(&self, at: &At, to: At, at_least: i32) -> bool {
        let won = i32::from((at * 7 + to * 13) % 5) - 2;
        won * 100 >= at_least
    }

    fn pass(&self, at: &At) -> Option<At> {
        self.at(*at).pass
    }

    fn is_tactical(&self, at: &At, played: At) -> bool {
        self.goes_down(*at, played)
    }

    fn play(&self, _at: &At, played: At) -> At {
        played
    }

    fn is_irreversible(&self, at: &At, played: At) -> bool {
        self.goes_down(*at, played)
    }

    fn prove(&self, at: &At) -> Option<Proof> {
        self.at(*at).end.map(|outcome| Proof::exactly(outcome, 0))
    }

    fn evaluate(&self, at: &At) -> Value {
        Value::guess(self.at(*at).guess)
    }

    fn key(&self, at: &At) -> K {
        K::of(*at)
    }

    fn code(&self, played: At, _mirrored: bool) -> MoveCode {
        MoveCode::new(u32::from(played) + 1)
    }

    fn history_index(&self, _at: &At, played: At) -> usize {
        played.into()
    }

    fn order_score(&self, at: &At, played: At) -> i32 {
        if self.goes_down(*at, played) {
            6_000
        } else {
            0
        }
    }
}

pub(super) fn best<G: Game>(
    request: &Request<G>,
    table: &Table<G::Key>,
    proving: Option<Proving<G>>,
) -> Report<G::Move> {
    search(request, table, proving, &Stop::default(), |_| ()).remove(0)
}

/// A history without earlier positions.
pub(super) fn nothing() -> History<At> {
    History::default()
}

/// A history of these positions.
pub(super) fn after(positions: &[At]) -> History<At> {
    History {
        positions: positions.to_vec(),
        quiet_plies: 0,
    }
}
