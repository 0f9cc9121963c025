//! The engine for one game: a position with its history, tables, a book, and the search.
//!
//! [`Session`] is generic over the game; [`GameSession`] is its interface for the
//! [`Engine`](super::Engine), which uses only text. It blocks while it thinks.

use std::any::Any;
use std::fmt;

use super::choices::Choices;
use super::level::Level;
use super::tables::{self, Begin, Tables};
use super::{Answer, GoError, PositionError, StartError};
use crate::game::bounds::MoveValue;
use crate::game::playable::{Book, Playable};
use crate::game::state::{GameState, State};
use crate::game::{Game, Key, Outcome, PackedKey};
use crate::search::{Limits, Proving, Report, Request, SearchInfo, search};
use crate::solve::proof_source::ProofSource;
use crate::stop::Stop;

/// The task of a search.
#[derive(Clone, Debug)]
pub struct SearchTask<'a> {
    /// The moves to choose from; all of them if it is empty.
    pub searchmoves: &'a [String],
    /// When to stop.
    pub limits: Limits,
    /// Whether only a move is awaited, not everything that can be found out.
    pub awaits_a_move: bool,
    /// How many of the best moves to report.
    pub multipv: usize,
    /// How many threads search.
    pub threads: usize,
    /// The playing level; `None` for full strength.
    pub level: Option<Level>,
    /// Makes the play of a level differ from game to game.
    pub level_seed: u32,
}

/// An engine for one game, of any type.
pub trait GameSession: fmt::Debug + Send {
    /// The position; `None` if the last one was rejected.
    fn state(&self) -> Option<&dyn GameState>;

    /// Drops the position.
    fn drop_position(&mut self);

    /// Sets up a position and plays the moves from there; the choices determine how positions are
    /// judged. After an error there is no position.
    ///
    /// # Errors
    /// Returns what is wrong with the first invalid move.
    fn set_up(
        &mut self,
        start: &dyn GameState,
        choices: &Choices,
        moves: &[&str],
    ) -> Result<(), PositionError>;

    /// Judges by these choices from now on. If they have changed, tables that depend on the old
    /// choices are cleared.
    fn judge(&mut self, choices: &Choices);

    /// Forgets what earlier searches found.
    fn new_game(&mut self);

    /// Frees the tables; the next search allocates new ones.
    fn drop_tables(&mut self);

    /// Allocates tables of this many MiB in total, if there are none, and prepares whatever else
    /// the first search needs.
    ///
    /// # Errors
    /// If there is not enough memory.
    fn prepare(&mut self, mebibytes: u32) -> Result<(), GoError>;

    /// Thinks about the position; calls `observe` with each report. The tables must be
    /// [prepared](Self::prepare).
    ///
    /// # Errors
    /// If there is no position, no table, or one of `searchmoves` is invalid.
    fn go(
        &mut self,
        task: &SearchTask<'_>,
        stop: &Stop,
        observe: &mut dyn FnMut(SearchInfo<String>),
    ) -> Result<Answer, GoError>;

    /// Takes the tables of another session of the same game, and clears them.
    fn take_tables(&mut self, other: &mut dyn GameSession);

    /// Allows a downcast, for sessions of the same game.
    fn as_any_mut(&mut self) -> &mut dyn Any;
}

/// What a session needs from a variant in order to think.
#[derive(Clone)]
pub struct Equipment<G: Playable> {
    /// The game.
    pub game: G,
    /// Makes `game` judge positions by these choices, starting from `first`; returns true if
    /// anything changed.
    pub judge: fn(first: &G, game: &mut G, choices: &Choices) -> bool,
    /// The prover that runs alongside a search.
    pub proofs: Begin<G>,
    /// The number of positions to search for proofs per node of the search; 0 where a proof is out
    /// of reach.
    pub share_of_proving: fn(&G::Position) -> f64,
}

impl<G: Playable> Equipment<G> {
    /// The equipment of a game that is always judged in the same way, and has no proofs alongside
    /// its search.
    pub const fn plain(game: G) -> Self {
        Self {
            game,
            judge: |_, _, _| false,
            proofs: |_| Ok(None),
            share_of_proving: |_| 0.0,
        }
    }

    /// The equipment of a game in which no position repeats: the solver proves alongside the
    /// search, with this share of positions per node.
    pub fn proving(game: G, share_of_proving: fn(&G::Position) -> f64) -> Self
    where
        G: Game<Key = PackedKey>,
    {
        Self {
            proofs: |mebibytes| ProofSource::prover(mebibytes).map(Some),
            share_of_proving,
            ..Self::plain(game)
        }
    }
}

impl<G: Playable> fmt::Debug for Equipment<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Equipment").field(&self.game).finish()
    }
}

/// An engine for variants of one game.
#[derive(Debug)]
pub struct Session<G: Playable> {
    equipment: Equipment<G>,
    /// The game, with its own caches.
    game: G,
    state: Option<State<G>>,
    /// The opening book for the start of the current game.
    book: Option<Book<G>>,
    /// The tables, which are allocated when first needed, so that starting takes no time.
    tables: Option<Tables<G>>,
}

impl<G: Playable> Session<G> {
    /// An engine without a position.
    pub fn new(equipment: Equipment<G>) -> Self {
        Self {
            game: equipment.game.for_engine(),
            equipment,
            state: None,
            book: None,
            tables: None,
        }
    }

    /// Looks up whether the game from a position is already solved.
    fn look_up_book(&mut self, start: &G::Position) {
        let is_of = |book: &Book<G>| book.start == self.game.canonical(start);
        if !self.book.as_ref().is_some_and(is_of) {
            self.book = self.game.book(start);
        }
    }

    /// The known values of the position's moves, without a search.
    fn known(&self, position: &G::Position) -> Vec<MoveValue<G::Move>> {
        let book = self.book.as_ref();
        book.map_or_else(Vec::new, |book| (book.known)(&self.game, position))
    }

    /// The move that the book advises at its start.
    fn advised(&self, position: &G::Position) -> Option<G::Move> {
        let book = self.book.as_ref()?;
        (book.start == *position).then_some(book.advised)?
    }

    /// Passes known solutions to a search. If a move is awaited, the search considers only the best
    /// known move, unless all known moves lose: then only the advised move, or all moves if none is
    /// advised.
    fn use_book(&self, request: &mut Request<G>) {
        let known = self.known(&request.root);
        // Among equal moves, the first: the repertoire continues after it.
        let best = known.iter().rev().max_by_key(|one| one.bounds.least());
        let holds = |one: &MoveValue<_>| one.bounds.least() > Outcome::Loss;
        let chooses =
            request.awaits_a_move && request.searchmoves.is_empty() && request.multipv == 1;
        match best.copied().filter(holds) {
            Some(best) if chooses => {
                request.searchmoves = vec![best.played];
                request.known = known;
            }
            None if chooses => request.searchmoves.extend(self.advised(&request.root)),
            None if request.awaits_a_move => {}
            _ => request.known = known,
        }
    }

    /// The request to the search, in the game's own types.
    fn request(&self, state: &State<G>, task: &SearchTask<'_>) -> Result<Request<G>, GoError> {
        let moves = task.searchmoves.iter().map(|text| state.read(text));
        let mut request = Request {
            game: match task.level {
                Some(_) => self.game.for_level(),
                None => self.game.clone(),
            },
            root: state.position(),
            history: state.history().clone(),
            searchmoves: moves.collect::<Result<_, _>>()?,
            known: Vec::new(),
            limits: task.limits,
            awaits_a_move: task.awaits_a_move,
            multipv: task.multipv,
            threads: task.threads,
        };
        match task.level {
            None => self.use_book(&mut request),
            Some(level) => {
                let nodes = request.limits.nodes.unwrap_or(u64::MAX);
                request.limits.nodes = Some(nodes.min(level.nodes()));
                request.multipv = task.multipv.max(2);
                request.threads = 1;
            }
        }
        Ok(request)
    }
}

impl<G: Playable> GameSession for Session<G> {
    fn state(&self) -> Option<&dyn GameState> {
        self.state.as_ref().map(|state| state as &dyn GameState)
    }

    fn drop_position(&mut self) {
        self.state = None;
    }

    fn set_up(
        &mut self,
        start: &dyn GameState,
        choices: &Choices,
        moves: &[&str],
    ) -> Result<(), PositionError> {
        self.state = None;
        self.judge(choices);
        let start: Option<&State<G>> = start.as_any().downcast_ref();
        let start = start.ok_or_else(|| StartError::new("it belongs to another game"))?;
        let mut state = State::new(self.game.clone(), *start.diagram());
        self.look_up_book(&state.position());
        for (index, text) in moves.iter().enumerate() {
            state.play(text).map_err(|problem| PositionError::Move {
                number: index + 1,
                problem,
            })?;
        }
        self.state = Some(state);
        Ok(())
    }

    fn judge(&mut self, choices: &Choices) {
        if (self.equipment.judge)(&self.equipment.game, &mut self.game, choices) {
            if let Some(state) = &mut self.state {
                state.set_game(self.game.clone());
            }
            self.new_game();
        }
    }

    fn new_game(&mut self) {
        self.game.forget();
        if let Some(tables) = &mut self.tables {
            tables.clear(self.equipment.proofs);
        }
    }

    fn drop_tables(&mut self) {
        self.tables = None;
    }

    fn prepare(&mut self, mebibytes: u32) -> Result<(), GoError> {
        self.game.prepare(tables::for_proofs(mebibytes));
        if self.tables.is_none() {
            let tables = Tables::new(self.equipment.proofs, mebibytes);
            self.tables = Some(tables.map_err(|_| GoError::Memory(mebibytes))?);
        }
        Ok(())
    }

    fn go(
        &mut self,
        task: &SearchTask<'_>,
        stop: &Stop,
        observe: &mut dyn FnMut(SearchInfo<String>),
    ) -> Result<Answer, GoError> {
        let state = self.state.as_ref().ok_or(GoError::NoPosition)?;
        let request = self.request(state, task)?;
        if let Some(outcome) = request.game.outcome(&request.root) {
            return Ok(Answer::Over(outcome));
        }
        let Some(tables) = &mut self.tables else {
            return Err(GoError::Memory(0));
        };
        let limits = &task.limits;
        if limits.mate.is_some() {
            // The results of a reduced search may have missed the mate.
            tables.table.clear();
        }
        tables.table.grow_older();
        // A level must not play from proofs, and a search for a mate must find the mate's length.
        let proofs = tables.proofs.as_ref();
        let proofs = proofs.filter(|_| task.level.is_none() && limits.mate.is_none());
        let proving = proofs.map(|proofs| Proving {
            proofs,
            share: (self.equipment.share_of_proving)(&request.root),
        });
        let told = |line: usize| line <= task.multipv;
        let reports = search(&request, &tables.table, proving, stop, |news| match news {
            SearchInfo::Line(report) if !told(report.line) => {}
            _ => observe(in_coordinates(state, news)),
        });
        let seed = request.game.key(&request.root).tag() as u64;
        let seed = seed ^ u64::from(task.level_seed) << 32;
        let chosen = task.level.map_or(0, |level| level.choose(&reports, seed));
        let mut reports: Vec<Report<String>> = reports
            .iter()
            .map(|report| report_in_coordinates(state, report))
            .collect();
        if chosen > 0 {
            // Reports the line that is played again, as the first line, and the line it changes places with.
            reports.swap(0, chosen);
            for line in [0, chosen] {
                reports[line].line = line + 1;
                if line < task.multipv {
                    observe(SearchInfo::Line(reports[line].clone()));
                }
            }
        }
        reports.truncate(task.multipv);
        Ok(Answer::Best(reports))
    }

    fn take_tables(&mut self, other: &mut dyn GameSession) {
        if let Some(other) = other.as_any_mut().downcast_mut::<Self>() {
            self.tables = other.tables.take();
            // The same positions have different values under different rules.
            self.new_game();
        }
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}

/// The search information with its moves as text.
fn in_coordinates<G: Playable>(state: &State<G>, news: &SearchInfo<G::Move>) -> SearchInfo<String> {
    match news {
        SearchInfo::Line(report) => SearchInfo::Line(report_in_coordinates(state, report)),
        SearchInfo::CurrentMove {
            depth,
            played,
            number,
        } => SearchInfo::CurrentMove {
            depth: *depth,
            played: state.diagram().coordinates(*played),
            number: *number,
        },
    }
}

fn report_in_coordinates<G: Playable>(
    state: &State<G>,
    report: &Report<G::Move>,
) -> Report<String> {
    report.with_line(state.line(&report.principal_variation))
}
