//! Sources of puzzles: positions with the opponent's move that leads to them.
//!
//! There are three sources. **Positions** are random: after random moves from the variant's start,
//! some pieces are removed and now and then a pawn is promoted; then more random moves follow.
//! **Games** are played by the engine against itself at low levels, after some random moves. The
//! third source is the games of a **file**. The positions of an attempt depend only on the seed and
//! its number, so an interrupted run can be resumed.

use std::collections::{HashMap, HashSet};

use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};

use crate::arena::pgn::{Record, TagName};
use crate::board::Colour;
use crate::engine::{Choices, Level, Variant};
use crate::game::fen::placement;
use crate::game::picture::{Coord, Man, Picture};
use crate::game::state::GameState;

use super::sight::{Blind, Sight};

/// A position with the opponent to move, and the opponent's move.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The position before the move.
    pub before: Box<dyn GameState>,
    /// The move.
    pub played: String,
    /// The position after it, with the player to move.
    pub after: Box<dyn GameState>,
}

impl Candidate {
    /// The candidate after a legal move.
    fn new(before: &dyn GameState, played: &str) -> Option<Self> {
        let mut after = before.alone();
        let played = after.play(played).ok()?;
        Some(Self {
            before: before.alone(),
            played,
            after: after.alone(),
        })
    }
}

/// Where to look for puzzles.
#[derive(Debug)]
pub enum Source {
    /// Positions made at random.
    Positions,
    /// Games of the engine against itself.
    Games,
    /// Games from a file.
    File(Vec<Record>),
}

/// The positions of one attempt.
#[derive(Debug)]
pub struct Attempt {
    /// The candidates, in the order in which they are tried.
    pub candidates: Vec<Candidate>,
    /// How many puzzles are enough, because others would be similar; `None` if all are wanted.
    pub enough: Option<usize>,
    /// The game that they come from; may be empty.
    pub url: String,
    /// Solve only positions in which a search of this many nodes sees more than a one-ply search;
    /// `None` for all.
    pub filter: Option<u64>,
}

/// The limits on the positions that are considered.
#[derive(Clone, Debug)]
pub struct Scope<'a> {
    /// The variant.
    pub variant: &'a dyn Variant,
    /// The choices that select its start.
    pub choices: &'a Choices,
    /// The least and the greatest number of pieces on the board.
    pub men: (usize, usize),
    /// A different seed gives different puzzles.
    pub seed: u64,
}

/// The number of positions tried from a game of the engine.
const TRIED_OF_GAME: usize = 24;
/// The number of random plies before pieces are removed.
const PLAYOUT: usize = 60;
/// The number of random walks from the resulting position: what the solver finds about one position
/// helps with others.
const WALKS: usize = 20;
/// The maximum number of puzzles from all walks of an attempt.
const MOST_OF_WALKS: usize = 3;
/// The length of each walk in plies.
const WALK: usize = 6;
/// The probability that a pawn becomes a piece.
const PROMOTED: f64 = 0.15;
/// The highest level at which the engine plays itself.
const HIGHEST_LEVEL: u32 = 4;
/// The maximum number of random moves at the beginning of a game of the engine.
const MOVES_BY_CHANCE: usize = 6;
/// The maximum length of a game, in plies.
const LONGEST_GAME: usize = 300;
/// The maximum number of attempts to remove pieces so that the variant accepts the position.
const TAKEN_OFF: usize = 50;

impl Source {
    /// The positions of the attempt with this number; `None` if there is none.
    ///
    /// # Errors
    /// If the engine cannot play.
    pub fn attempt(
        &self,
        number: u64,
        scope: &Scope<'_>,
        sight: &mut Sight,
    ) -> Result<Option<Attempt>, Blind> {
        let mut random = ChaCha8Rng::seed_from_u64(scope.seed);
        random.set_stream(number);
        let attempt = match self {
            Self::Positions => Attempt {
                candidates: by_chance(scope, &mut random),
                enough: Some(MOST_OF_WALKS),
                url: String::new(),
                filter: filter(number),
            },
            Self::Games => Attempt {
                candidates: game(scope, sight, &mut random)?,
                enough: Some(1),
                url: String::new(),
                filter: filter(number),
            },
            Self::File(games) => {
                let number = usize::try_from(number).unwrap_or(usize::MAX);
                let Some(record) = games.get(number) else {
                    return Ok(None);
                };
                let site = record.tags.get(&TagName::SITE).unwrap_or_default();
                Attempt {
                    candidates: recorded(record, scope),
                    enough: None,
                    filter: None,
                    url: match site.starts_with("http") {
                        true => site.into(),
                        false => String::new(),
                    },
                }
            }
        };
        Ok(Some(attempt))
    }
}

/// The filter of an attempt. Of every three attempts, one filters by a short search, one by a
/// longer search, and one tries all positions: otherwise there would be no hard puzzles.
fn filter(number: u64) -> Option<u64> {
    match number % 3 {
        0 => Some(Level::new(4).nodes()),
        1 => Some(Level::new(6).nodes()),
        _ => None,
    }
}

impl Scope<'_> {
    fn holds(&self, state: &dyn GameState) -> bool {
        let men = state.picture().men().count();
        (self.men.0..=self.men.1).contains(&men)
    }
}

/// Random positions, all similar.
fn by_chance(scope: &Scope<'_>, random: &mut ChaCha8Rng) -> Vec<Candidate> {
    let choices = scope.variant.draw_start(scope.choices, random);
    let Ok(mut state) = scope.variant.start(&choices) else {
        return Vec::new();
    };
    for _ in 0..random.random_range(0..=PLAYOUT) {
        let Some(candidate) = any_move(&*state, random) else {
            break;
        };
        state = candidate.after;
    }
    let near = (0..TAKEN_OFF).find_map(|_| thinned(&*state, scope, random));
    let (mut candidates, mut seen) = (Vec::new(), HashSet::new());
    for _ in 0..WALKS {
        let Some(mut state) = near.clone() else {
            break;
        };
        for _ in 0..WALK {
            let Some(candidate) = any_move(&*state, random) else {
                break;
            };
            state = candidate.after.clone();
            let is_new = seen.insert(state.fen());
            if is_new && scope.holds(&*state) && is_written(&*candidate.before, scope) {
                candidates.push(candidate);
            }
        }
    }
    candidates
}

/// A random move that does not end the game and leads to a position that can be written as a FEN.
fn any_move(state: &dyn GameState, random: &mut ChaCha8Rng) -> Option<Candidate> {
    let moves = state.moves();
    let candidate = Candidate::new(state, moves.choose(random)?)?;
    Some(candidate).filter(|candidate| candidate.after.finish().is_none())
}

/// A position without some of its pieces, if the variant accepts it.
fn thinned(
    state: &dyn GameState,
    scope: &Scope<'_>,
    random: &mut ChaCha8Rng,
) -> Option<Box<dyn GameState>> {
    let picture = state.picture();
    let occupied: Vec<(Coord, Man)> = picture.men().collect();
    let most = scope.men.1.min(occupied.len());
    let count = random.random_range(scope.men.0.min(most)..=most);
    let mut kept = HashMap::new();
    for (square, man) in occupied.sample(random, count) {
        kept.insert(*square, promoted(*man, scope, random));
    }
    let thinned = Picture::new(picture.files(), picture.ranks(), |square| {
        kept.get(&square).copied()
    });
    let turn = match random.random_bool(0.5) {
        true => Colour::White,
        false => Colour::Black,
    };
    let fen = format!("{} {} - - 0 1", placement(&thinned), turn.letter());
    let state = scope.variant.read_fen(&fen).ok()?;
    Some(state).filter(|state| state.finish().is_none())
}

/// A piece of the start position, or one it may have been promoted to.
fn promoted(man: Man, scope: &Scope<'_>, random: &mut ChaCha8Rng) -> Man {
    let pieces: Vec<char> = scope.variant.listing().promotions.chars().collect();
    match pieces.choose(random) {
        Some(kind) if man.kind() == 'P' && random.random_bool(PROMOTED) => {
            Man::new(man.colour, *kind)
        }
        _ => man,
    }
}

/// A game of the engine against itself: some of its positions, in random order.
fn game(
    scope: &Scope<'_>,
    sight: &mut Sight,
    random: &mut ChaCha8Rng,
) -> Result<Vec<Candidate>, Blind> {
    let choices = scope.variant.draw_start(scope.choices, random);
    let Ok(mut state) = scope.variant.start(&choices) else {
        return Ok(Vec::new());
    };
    let levels = [(); 2].map(|()| random.random_range(1..=HIGHEST_LEVEL));
    let by_chance = random.random_range(0..=MOVES_BY_CHANCE);
    let seed = random.random_range(crate::engine::options::LEVEL_SEED);
    let mut candidates = Vec::new();
    // The game must not depend on earlier ones.
    sight.forget();
    for ply in 0..LONGEST_GAME {
        let moves = state.moves();
        let Some(any) = moves.choose(random) else {
            break;
        };
        let played = match ply < by_chance {
            true => Some(any.clone()),
            false => sight.play(&*state, levels[ply % 2], seed)?,
        };
        let Some(played) = played else { break };
        let Some(candidate) = Candidate::new(&*state, &played) else {
            break;
        };
        if scope.holds(&*candidate.after)
            && ply >= by_chance
            && is_written(&*candidate.before, scope)
        {
            candidates.push(candidate);
        }
        if state.play(&played).is_err() || state.finish().is_some() {
            break;
        }
    }
    candidates.shuffle(random);
    candidates.truncate(TRIED_OF_GAME);
    Ok(candidates)
}

/// The positions of a recorded game.
fn recorded(record: &Record, scope: &Scope<'_>) -> Vec<Candidate> {
    let plies = record.plies();
    let candidates = plies.filter_map(|(before, one)| Candidate::new(&*before, one.played()));
    candidates
        .filter(|candidate| scope.holds(&*candidate.after) && is_written(&*candidate.before, scope))
        .collect()
}

/// Whether a position can be read back from its FEN, which is not true for every position of every
/// game.
fn is_written(state: &dyn GameState, scope: &Scope<'_>) -> bool {
    let read = scope.variant.read_fen(&state.fen());
    read.is_ok_and(|read| read.stands_as(state))
}
