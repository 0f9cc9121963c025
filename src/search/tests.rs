//! The search on a toy that has what pawn games lack: positions that come back, a count of plies
//! without progress, hashes for keys, and places where nobody may stand pat.
//!
//! A token stands on a map, and whoever is to move moves it along an arrow. Each place has a level:
//! no arrow leads up, so one that leads down is irreversible.

use std::marker::PhantomData;

use arrayvec::ArrayVec;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::table::{Bound, Entry};
use super::window::Found;
use super::{Depth, Limits, Report, Request, Table, search};
use crate::game::bounds::Bounds;
use crate::game::bounds::MoveValue;
use crate::game::value::Value;
use crate::game::{Game, HashKey, History, Key, MoveCode, Outcome, PackedKey, Proof};
use crate::stop::Stop;

/// Where the token is, and how long the map is at most.
type At = u16;

#[derive(Clone, Debug)]
struct Place {
    level: u8,
    arrows: Vec<At>,
    /// How the game ends here.
    end: Option<Outcome>,
    guess: i32,
    may_stand_pat: bool,
}

/// A place from which arrows lead.
fn place(arrows: &[At]) -> Place {
    Place {
        level: 0,
        arrows: arrows.to_vec(),
        end: None,
        guess: 0,
        may_stand_pat: true,
    }
}

/// Here the game is over.
fn end(outcome: Outcome) -> Place {
    Place {
        end: Some(outcome),
        ..place(&[])
    }
}

/// The game on a map. After `QUIET` plies without progress it is drawn; 0 is for never.
#[derive(Clone, Debug)]
struct Map<K, const QUIET: u16> {
    places: Vec<Place>,
    keys: PhantomData<K>,
}

trait KeyOf: Key {
    fn of(at: At) -> Self;
}

impl KeyOf for PackedKey {
    fn of(at: At) -> Self {
        Self::new(u128::from(at) + 1, false)
    }
}

impl KeyOf for HashKey {
    fn of(at: At) -> Self {
        Self::new(ChaCha8Rng::seed_from_u64(at.into()).random(), false)
    }
}

/// Hashes of which so little is left that many places share one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Short(At);

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

    fn is_mirrored(self) -> bool {
        false
    }
}

impl<K: KeyOf, const QUIET: u16> Map<K, QUIET> {
    fn new(places: &[Place]) -> Self {
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

    /// A search from a place, as deep as asked.
    fn request(&self, root: At, history: &History<At>, depth: u64) -> Request<Self> {
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

    /// What it finds.
    fn best(&self, table: &Table<K>, root: At, history: &History<At>, depth: u64) -> Report<At> {
        best(&self.request(root, history, depth), table)
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

fn best<G: Game>(request: &Request<G>, table: &Table<G::Key>) -> Report<G::Move> {
    search(request, table, None, &Stop::default(), |_| ()).remove(0)
}

/// Nothing was played before.
fn nothing() -> History<At> {
    History::default()
}

/// The first positions stood on the board before.
fn after(positions: &[At]) -> History<At> {
    History {
        positions: positions.to_vec(),
        quiet_plies: 0,
    }
}

/// From 0 one can only go to and fro, or lose; 0 looks bad for its mover.
fn to_and_fro() -> Vec<Place> {
    let looks = |guess, arrows: &[At]| Place {
        guess,
        ..place(arrows)
    };
    vec![looks(-80, &[1, 2]), looks(80, &[0]), end(Outcome::Win)]
}

#[test]
fn to_and_fro_is_a_draw_that_nobody_has_proved() {
    fn check<K: KeyOf>() {
        let game = Map::<K, 0>::new(&to_and_fro());
        for depth in 4..12 {
            let found = game.best(&Table::new(1).unwrap(), 0, &nothing(), depth);
            assert_eq!((found.value, found.proved), (Value::DRAW, None), "{depth}");
        }
    }
    check::<PackedKey>();
    check::<HashKey>();
}

#[test]
fn what_was_on_the_board_comes_back_twice_before_it_is_a_draw() {
    let game = Map::<PackedKey, 0>::new(&to_and_fro());
    let value = |history: &[At]| {
        let table = Table::new(1).unwrap();
        game.best(&table, 1, &after(history), 1).value
    };
    // The move to 0 brings it on the board for the first, the second and the third time.
    assert_eq!(value(&[]), Value::guess(80));
    assert_eq!(value(&[0]), Value::guess(80));
    assert_eq!(value(&[0, 1, 0]), Value::DRAW);
    // An odd number of plies apart it was somebody else's move.
    assert_eq!(value(&[0, 0, 0, 0, 1]), Value::DRAW);
    assert_eq!(value(&[0, 1, 0, 1]), Value::guess(80));
}

/// What is proved of a position alone does not count where the moves before make it a draw.
#[test]
fn a_move_that_repeats_for_the_third_time_is_a_draw_whatever_is_known() {
    let game = Map::<PackedKey, 0>::new(&to_and_fro());
    for (history, value, proved) in [
        (&[0, 1, 0][..], Value::DRAW, None),
        (&[0], Value::WON, Some(Outcome::Win)),
    ] {
        let request = Request {
            known: vec![MoveValue {
                played: 0,
                bounds: Bounds::exactly(Outcome::Win),
            }],
            ..game.request(1, &after(history), 3)
        };
        let found = best(&request, &Table::new(1).unwrap());
        assert_eq!((found.value, found.proved), (value, proved));
    }
}

/// A way of five arrows to the end: a win for who begins.
fn long_way() -> Vec<Place> {
    let mut places: Vec<Place> = (1..=5).map(|next| place(&[next])).collect();
    places.push(end(Outcome::Loss));
    places
}

#[test]
fn a_win_counts_only_if_it_comes_before_the_count_runs_out() {
    fn check<K: KeyOf>() {
        let game = Map::<K, 8>::new(&long_way());
        let mut table = Table::new(1).unwrap();
        for (quiet_plies, value) in [
            (0, Value::win_in(5)),
            // With the very last ply.
            (3, Value::win_in(5)),
            (4, Value::DRAW),
            (7, Value::DRAW),
            (100, Value::DRAW),
            (2, Value::win_in(5)),
        ] {
            table.grow_older();
            let history = History {
                quiet_plies,
                ..nothing()
            };
            for depth in 6..12 {
                let found = game.best(&table, 0, &history, depth);
                assert_eq!(found.value, value, "{quiet_plies} {depth}");
                let is_draw = value == Value::DRAW;
                assert!(!is_draw || found.proved.is_none(), "{quiet_plies} {depth}");
            }
        }
    }
    check::<PackedKey>();
    check::<HashKey>();
}

#[test]
fn a_win_from_the_table_is_not_told_where_a_repetition_stops_it() {
    // Two ways out of 0, so that the table is asked: one goes on as before.
    let mut places = long_way();
    places[0].arrows.push(6);
    places.push(place(&[0]));
    let game = Map::<PackedKey, 0>::new(&places);
    let table = Table::new(1).unwrap();
    let won = game.best(&table, 0, &nothing(), 9);
    assert_eq!(
        (won.value, won.proved),
        (Value::win_in(5), Some(Outcome::Win))
    );
    // What stood on the board twice before stands in the way, an even number of plies apart.
    let stopped = game.best(&table, 0, &after(&[7, 3, 7, 3]), 9);
    assert_eq!((stopped.value, stopped.proved), (Value::DRAW, None));
    let free = game.best(&table, 0, &after(&[3, 7, 3, 7]), 9);
    assert_eq!(free.value, Value::win_in(5));
    // Once is not enough.
    let free = game.best(&table, 0, &after(&[7, 3]), 9);
    assert_eq!(free.value, Value::win_in(5));
}

#[test]
fn nothing_from_a_table_of_hashes_is_proved() {
    // The reply 3 draws, but the table has something else under its key.
    fn believed<K: KeyOf>() -> Report<At> {
        let won = [place(&[1]), place(&[2, 3]), place(&[4])];
        let drawn = [place(&[5]), end(Outcome::Loss), end(Outcome::Draw)];
        let game = Map::<K, 0>::new(&[won, drawn].concat());
        let table = Table::new(1).unwrap();
        let claim = Entry {
            best: MoveCode::NONE,
            found: Found::proved(Value::win_in(1)),
            bound: Bound::Exact,
            depth: Depth::MAX,
        };
        table.store(K::of(3), &claim);
        game.best(&table, 0, &nothing(), 5)
    }
    let whole = believed::<PackedKey>();
    assert_eq!(
        (whole.value, whole.proved),
        (Value::win_in(3), Some(Outcome::Win))
    );
    let hashed = believed::<HashKey>();
    assert_eq!((hashed.value, hashed.proved), (Value::win_in(3), None));
    assert_eq!(hashed.exact_outcome(), None);
}

#[test]
fn who_may_not_stand_pat_does_not() {
    let must_move = |arrows: &[At]| Place {
        guess: 500,
        may_stand_pat: false,
        ..place(arrows)
    };
    // The position after the first move looks good for the one who has to lose it.
    let places = [
        place(&[1]),
        must_move(&[2, 3]),
        end(Outcome::Win),
        must_move(&[4]),
        end(Outcome::Loss),
    ];
    let game = Map::<PackedKey, 0>::new(&places);
    let won = game.best(&Table::new(1).unwrap(), 3, &nothing(), 1);
    assert_eq!(won.value, Value::win_in(1));
    let places_where_he_may = places.clone().map(|one| Place {
        may_stand_pat: true,
        ..one
    });
    let pats = Map::<PackedKey, 0>::new(&places_where_he_may);
    let patted = pats.best(&Table::new(1).unwrap(), 0, &nothing(), 1);
    assert_eq!(patted.value, Value::guess(-500));
    // All moves were followed to the end of the game, so the value is proved.
    let found = game.best(&Table::new(1).unwrap(), 0, &nothing(), 1);
    assert_eq!(found.value, Value::win_in(3), "{found:?}");
    assert_eq!(found.proved, Some(Outcome::Win));
}

/// Lines longer than everything that is kept for each ply, and places where nobody ever stands pat.
#[test]
fn no_line_is_too_long() {
    let places: Vec<Place> = (1..=700)
        .map(|next| Place {
            may_stand_pat: next % 7 < 3,
            guess: 10,
            ..place(&[next, next % 3])
        })
        .chain([end(Outcome::Loss)])
        .collect();
    let one_way: Vec<Place> = places
        .iter()
        .map(|one| Place {
            arrows: one.arrows.iter().take(1).copied().collect(),
            ..one.clone()
        })
        .collect();
    let long = Map::<PackedKey, 0>::new(&one_way);
    let found = long.best(&Table::new(1).unwrap(), 0, &nothing(), 240);
    assert!(found.value.is_guess() && found.proved.is_none());
    let counted = Map::<HashKey, 600>::new(&one_way);
    let found = counted.best(&Table::new(1).unwrap(), 0, &nothing(), 240);
    assert!(found.value.is_guess());
    let both = Map::<Short, 50>::new(&places);
    both.best(&Table::new(1).unwrap(), 0, &nothing(), 9);
}

/// How a game from each place goes with best play, whatever was played before: who wins, and in how
/// many plies. Plain retrograde analysis.
fn retrograde(places: &[Place]) -> Vec<(Outcome, usize)> {
    let mut known: Vec<Option<(Outcome, usize)>> = places
        .iter()
        .map(|one| one.end.map(|end| (end, 0)))
        .collect();
    // What is found in a round takes as many plies: so the first found is the shortest.
    for plies in 1..=places.len() {
        let before = known.clone();
        for (at, one) in places
            .iter()
            .enumerate()
            .filter(|(at, _)| before[*at].is_none())
        {
            let replies = one.arrows.iter().map(|to| before[usize::from(*to)]);
            let replies: Vec<_> = replies.map(|reply| reply.map(|(end, _)| end)).collect();
            if replies.contains(&Some(Outcome::Loss)) {
                known[at] = Some((Outcome::Win, plies));
            } else if replies.iter().all(|reply| *reply == Some(Outcome::Win)) {
                known[at] = Some((Outcome::Loss, plies));
            }
        }
    }
    let draw = (Outcome::Draw, 0);
    known.into_iter().map(|one| one.unwrap_or(draw)).collect()
}

/// The same for a game with a count of plies without progress: after `quiet` of them.
fn counted(places: &[Place], most: u16) -> Vec<Vec<(Outcome, usize)>> {
    let mut known = vec![vec![(Outcome::Draw, 0); usize::from(most) + 1]; places.len()];
    // Places are numbered from the lowest level on.
    for level in 0..=places.iter().map(|one| one.level).max().unwrap_or(0) {
        for quiet in (0..=usize::from(most)).rev() {
            for at in (0..places.len()).filter(|at| places[*at].level == level) {
                let one = &places[at];
                if let Some(end) = one.end {
                    known[at][quiet] = (end, 0);
                } else if quiet < usize::from(most) {
                    let reply = |to: &At| {
                        let to = usize::from(*to);
                        let quiet = match places[to].level < level {
                            true => 0,
                            false => quiet + 1,
                        };
                        let (end, plies) = known[to][quiet];
                        (end.reversed(), plies + 1)
                    };
                    let rank = |(end, plies): &(Outcome, usize)| match end {
                        Outcome::Win => 1_000 - *plies as i32,
                        Outcome::Draw => 0,
                        Outcome::Loss => *plies as i32 - 1_000,
                    };
                    let best = one.arrows.iter().map(reply).max_by_key(rank);
                    known[at][quiet] = best.unwrap_or((Outcome::Draw, 0));
                }
            }
        }
    }
    known
}

const LEVELS: u8 = 3;
const ON_A_LEVEL: u16 = 8;

/// Three levels of places; on the lowest some are ends.
fn random_map(random: &mut ChaCha8Rng) -> Vec<Place> {
    let mut places = Vec::new();
    for level in 0..LEVELS {
        for number in 0..ON_A_LEVEL {
            let first = u16::from(level) * ON_A_LEVEL;
            let mut arrows: Vec<At> = (0..random.random_range(1..=3))
                .map(|_| match level > 0 && random.random_bool(0.2) {
                    true => random.random_range(0..first),
                    false => random.random_range(first..first + ON_A_LEVEL),
                })
                .collect();
            arrows.sort_unstable();
            arrows.dedup();
            let ends = [Outcome::Loss, Outcome::Loss, Outcome::Draw, Outcome::Win];
            places.push(Place {
                level,
                arrows,
                end: (level == 0 && number < 4).then(|| ends[usize::from(number)]),
                guess: random.random_range(-100..=100),
                may_stand_pat: random.random_bool(0.8),
            });
        }
    }
    places
}

/// How often the search said something that could be wrong.
#[derive(Default, Debug)]
struct Told {
    wins: usize,
    losses: usize,
    exact: usize,
}

/// Compares what is told of random maps with the truth; a table is kept for all places of a map.
fn compare<K: KeyOf, const QUIET: u16>(seeds: u64, mates_are_facts: bool) -> Told {
    let mut told = Told::default();
    for seed in 0..seeds {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let places = random_map(&mut random);
        let alone = retrograde(&places);
        let in_time = counted(&places, QUIET);
        let game = Map::<K, QUIET>::new(&places);
        let mut table = Table::new(1).unwrap();
        for _ in 0..20 {
            let root = random.random_range(0..places.len());
            if places[root].end.is_some() {
                continue;
            }
            let quiet_plies = match QUIET {
                0 => 0,
                most => random.random_range(0..most),
            };
            let history = History {
                quiet_plies,
                ..nothing()
            };
            table.grow_older();
            let depth = random.random_range(1..=14);
            let found = game.best(&table, root as At, &history, depth);
            let about = format!("seed {seed}, from {root} after {quiet_plies}: {found:?}");
            if let Some(proved) = found.proved {
                assert_eq!(proved, alone[root].0, "{about}");
                told.exact += 1;
            }
            let (outcome, plies) = match QUIET {
                0 => alone[root],
                _ => in_time[root][usize::from(quiet_plies)],
            };
            if let Some(most) = found.value.plies_to_end().filter(|_| mates_are_facts) {
                let wins = found.value.is_win();
                told.wins += usize::from(wins);
                told.losses += usize::from(!wins);
                let said = if wins { Outcome::Win } else { Outcome::Loss };
                assert_eq!(said, outcome, "{about}");
                assert!(!wins || plies <= usize::from(most), "{plies} {about}");
            }
        }
    }
    assert!(told.exact > 20, "{told:?}");
    assert!(
        !mates_are_facts || (told.wins > 20 && told.losses > 20),
        "{told:?}"
    );
    told
}

#[test]
fn what_is_told_of_positions_that_come_back_is_true() {
    compare::<PackedKey, 0>(200, true);
    compare::<HashKey, 0>(200, true);
}

#[test]
fn what_is_told_in_time_comes_in_time() {
    compare::<PackedKey, 7>(200, true);
    compare::<HashKey, 12>(200, true);
}

#[test]
fn what_is_told_as_proved_is_true_whatever_the_hash() {
    compare::<Short, 0>(200, false);
    compare::<Short, 7>(200, false);
}
