//! Where puzzles are looked for: positions with the move by which the opponent leads to them.
//!
//! There are three sources. **Positions** come of random moves from the variant's start, after which some pieces are
//! taken off, and now and then a pawn becomes what it may; then random moves are made again. **Games** are those of the
//! engine with itself at low levels, after some random moves; and there are the games of a **file**. What one attempt
//! looks at follows from the seed and its number alone, so a run that was stopped can go on.

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

/// A position with the opponent to move, and its move.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The position before the move.
    pub before: Box<dyn GameState>,
    /// The move.
    pub played: String,
    /// The position after it, with the solver to move.
    pub after: Box<dyn GameState>,
}

impl Candidate {
    /// After a move that is legal.
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

/// Where puzzles are looked for.
#[derive(Debug)]
pub enum Source {
    /// Positions made at random.
    Positions,
    /// Games of the engine with itself.
    Games,
    /// Games of a file.
    File(Vec<Record>),
}

/// What one attempt looks at.
#[derive(Debug)]
pub struct Attempt {
    /// In this order.
    pub candidates: Vec<Candidate>,
    /// Whether one puzzle is enough, since others would be much like it.
    pub one_is_enough: bool,
    /// The game that they come from; may be empty.
    pub url: String,
    /// Only positions are solved of which a search of so many nodes sees more than one of a ply; `None` for all.
    pub filter: Option<u64>,
}

/// What limits what is looked at.
#[derive(Clone, Debug)]
pub struct Scope<'a> {
    /// The variant.
    pub variant: &'a dyn Variant,
    /// What is chosen of its starts.
    pub choices: &'a Choices,
    /// The least and the greatest number of pieces on the board.
    pub men: (usize, usize),
    /// Other numbers give other puzzles.
    pub seed: u64,
}

/// So many positions of a game by the engine.
const TRIED_OF_GAME: usize = 24;
/// So many plies are played at random before pieces are taken off.
const PLAYOUT: usize = 60;
/// So often random moves are made from what is left: what the solver finds out about one position helps with others.
const WALKS: usize = 20;
/// So many plies each time.
const WALK: usize = 6;
/// How often a pawn becomes a piece.
const PROMOTED: f64 = 0.15;
/// The engine plays itself at levels up to this.
const HIGHEST_LEVEL: u32 = 4;
/// A game by the engine begins with at most so many random moves.
const MOVES_BY_CHANCE: usize = 6;
/// A game has no more plies.
const LONGEST_GAME: usize = 300;
/// So often pieces are taken off until the variant accepts what is left.
const TAKEN_OFF: usize = 50;

impl Source {
    /// What the attempt of that number looks at; `None` if there is none.
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
                one_is_enough: true,
                url: String::new(),
                filter: filter(number),
            },
            Self::Games => Attempt {
                candidates: game(scope, sight, &mut random)?,
                one_is_enough: true,
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
                    one_is_enough: false,
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

/// Of three attempts, one looks for what a short search sees, one for what a longer one sees, and one at everything:
/// otherwise there would be no hard puzzles.
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

/// Positions made at random, all near to one.
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

/// Any move that does not end the game, from a position that can be written.
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

/// A piece of the start, or what it may have become.
fn promoted(man: Man, scope: &Scope<'_>, random: &mut ChaCha8Rng) -> Man {
    let pieces: Vec<char> = scope.variant.listing().promotions.chars().collect();
    match pieces.choose(random) {
        Some(kind) if man.kind() == 'P' && random.random_bool(PROMOTED) => {
            Man::new(man.colour, *kind)
        }
        _ => man,
    }
}

/// A game of the engine with itself: some of its positions, in any order.
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
    // The game must not depend on what was played before.
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

/// The positions of a game that is written down.
fn recorded(record: &Record, scope: &Scope<'_>) -> Vec<Candidate> {
    let plies = record.plies();
    let candidates = plies.filter_map(|(before, one)| Candidate::new(&*before, one.played()));
    candidates
        .filter(|candidate| scope.holds(&*candidate.after) && is_written(&*candidate.before, scope))
        .collect()
}

/// Whether a position can be read again from its FEN, which not every position of every game can.
fn is_written(state: &dyn GameState, scope: &Scope<'_>) -> bool {
    let read = scope.variant.read_fen(&state.fen());
    read.is_ok_and(|read| read.stands_as(state))
}
