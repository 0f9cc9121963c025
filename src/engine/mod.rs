//! The engine's public interface: options, a position, go. No input, no output.
//!
//! The engine takes text (option names, FEN, moves), and returns text and reports of the search. A
//! [`Registry`] has the games; each variant is opened once, and the [`Engine`] has a
//! [session](session::Session) for the variant being played. It blocks while it thinks: to stay
//! responsive, run it in a thread and use [`Stop`].

pub mod choices;
mod config;
pub mod definition;
pub mod king_squares;
mod level;
pub mod options;
pub mod registry;
pub mod session;
mod tables;
pub mod weights;

pub use choices::{Choice, Choices};
pub use config::{Config, Title};
pub use definition::Definition;
pub use level::Level;
pub use options::{OptionError, Options};
pub use registry::{GameCommand, Listing, Prelude, Registry, Start, StartError, Variant, Variants};
pub use session::{Equipment, GameSession, Session};

use std::sync::Arc;
use std::time::{Duration, Instant};

use thiserror::Error;

use crate::game::Outcome;
use crate::game::fen::FenError;
use crate::game::playable::MoveError;
use crate::game::state::GameState;
use crate::nearest::did_you_mean;
use crate::quote::short;
use crate::search::{Limits, Report, SearchInfo};
use crate::stop::Stop;
use options::{Kind, Spec, TABLE, read_check, read_number};
use session::SearchTask;

/// The engine.
#[derive(Debug)]
pub struct Engine {
    config: Config,
    variant: Arc<dyn Variant>,
    /// Whether games begin in the variant's [`Prelude`], because no variant was chosen, or one of the
    /// prelude's names was used.
    begins_before: bool,
    session: Box<dyn GameSession>,
}

/// Why a position cannot be set up.
#[derive(Error, Debug)]
pub enum PositionError {
    /// The FEN is invalid.
    #[error("invalid FEN '{}': {problem}", short(.fen))]
    Fen {
        /// The FEN.
        fen: String,
        /// What is wrong with it.
        problem: FenError,
    },
    /// One of the moves is invalid.
    #[error("move {number} of the list: {problem}")]
    Move {
        /// Which one, from 1.
        number: usize,
        /// What is wrong with it.
        problem: MoveError,
    },
    /// The game began in the variant's prelude and has not reached the variant.
    #[error("this is not a position of the variant {variant} yet: {problem}")]
    TooEarly {
        /// The variant.
        variant: String,
        /// What is wrong with the last position.
        problem: FenError,
    },
    /// The options do not give a start position.
    #[error("no start position: {0}")]
    Start(#[from] StartError),
}

/// Why a search cannot begin.
#[derive(Error, Debug)]
pub enum GoError {
    /// The last position was rejected, or the start is in the variant's [`Prelude`].
    #[error("no position: a valid 'position' is needed first")]
    NoPosition,
    /// One of `searchmoves` is invalid.
    #[error("searchmoves: {0}")]
    Searchmoves(#[from] MoveError),
    /// The tables do not fit into memory.
    #[error("not enough memory for a table of {0} MiB; lower the option Hash")]
    Memory(u32),
}

/// The result of a search.
#[derive(Clone, PartialEq, Debug)]
pub enum Answer {
    /// The last report of each line, best first; never empty.
    Best(Vec<Report<String>>),
    /// The game is over.
    Over(Outcome),
}

impl Engine {
    /// An engine with the options and variants of a configuration, at the start position.
    ///
    /// # Errors
    /// If the options contradict each other.
    pub fn new(config: Config) -> Result<Self, StartError> {
        let variant = Arc::clone(config.variant()?);
        let mut engine = Self {
            session: variant.session(),
            variant,
            begins_before: false,
            config,
        };
        engine.set_up_start()?;
        Ok(engine)
    }

    /// Games begin in the variant's [`Prelude`] from now on, if it has one: for clients that know only
    /// chess, until they choose a variant.
    ///
    /// # Errors
    /// If there is no start position.
    pub fn begin_in_prelude(&mut self) -> Result<(), StartError> {
        self.begins_before = true;
        self.set_up_start()
    }

    /// The configuration, with the current options.
    #[must_use]
    pub const fn config(&self) -> &Config {
        &self.config
    }

    /// The current options.
    #[must_use]
    pub const fn options(&self) -> &Options {
        &self.config.options
    }

    /// The variant being played.
    #[must_use]
    pub fn variant(&self) -> &dyn Variant {
        &*self.variant
    }

    /// The names of the variants.
    pub fn variants(&self) -> impl Iterator<Item = &str> {
        self.config.variants.keys().map(String::as_str)
    }

    /// The current game; `None` if the last position was rejected.
    #[must_use]
    pub fn state(&self) -> Option<&dyn GameState> {
        self.session.state()
    }

    /// The start position of the chosen variant, or of its [`Prelude`], if games begin there.
    ///
    /// # Errors
    /// If there is no start position.
    pub fn start(&self) -> Result<Box<dyn GameState>, StartError> {
        let prelude = self.variant.listing().prelude;
        match prelude.filter(|_| self.begins_before) {
            Some(prelude) => (prelude.read_fen)(prelude.start).map_err(StartError::new),
            None => self.variant.start(&self.options().choices),
        }
    }

    /// Forgets what earlier searches found.
    pub fn new_game(&mut self) {
        self.session.new_game();
    }

    /// Sets up a position: a FEN, or the start if there is none, and the moves from there, in
    /// coordinates or in SAN. The game may have begun in the variant's [`Prelude`]. After an error
    /// there is no position.
    ///
    /// # Errors
    /// Returns what is wrong with the FEN or with the first invalid move.
    pub fn set_position(&mut self, fen: Option<&str>, moves: &[&str]) -> Result<(), PositionError> {
        let prelude = self.variant.listing().prelude;
        if let (true, None, Some(prelude)) = (self.begins_before, fen, prelude) {
            return self.come_from(prelude, fen, moves);
        }
        let own = self.set_own_position(fen, moves);
        match (own, prelude) {
            (Err(error), Some(prelude)) => match self.come_from(prelude, fen, moves) {
                Ok(()) => Ok(()),
                Err(early @ PositionError::TooEarly { .. }) => Err(early),
                Err(_) => Err(error),
            },
            (own, _) => own,
        }
    }

    /// Sets up the position of a game that began in the variant's prelude.
    fn come_from(
        &mut self,
        prelude: Prelude,
        fen: Option<&str>,
        moves: &[&str],
    ) -> Result<(), PositionError> {
        self.session.drop_position();
        let fen = fen.unwrap_or(prelude.start);
        let start = (prelude.read_fen)(fen).map_err(|problem| PositionError::Fen {
            fen: fen.into(),
            problem,
        })?;
        let choices = &self.config.options.choices;
        if let Some((count, start)) = self.variant.entered(&*start, moves, |_| true) {
            return self.session.set_up(&*start, choices, &moves[count..]);
        }
        let mut last = start;
        for (index, text) in moves.iter().enumerate() {
            last.play(text).map_err(|problem| PositionError::Move {
                number: index + 1,
                problem,
            })?;
        }
        match self.variant.read_fen(&last.fen()) {
            Ok(start) => self.session.set_up(&*start, choices, &[]),
            Err(problem) => Err(PositionError::TooEarly {
                variant: self.config.options.variant.clone(),
                problem,
            }),
        }
    }

    fn set_own_position(&mut self, fen: Option<&str>, moves: &[&str]) -> Result<(), PositionError> {
        let choices = &self.config.options.choices;
        self.session.drop_position();
        let start = match fen {
            None => self.variant.start(choices)?,
            Some(fen) => self
                .variant
                .read_fen(fen)
                .map_err(|problem| PositionError::Fen {
                    fen: fen.into(),
                    problem,
                })?,
        };
        self.session.set_up(&*start, choices, moves)
    }

    /// Drops the position, because the requested one could not be read.
    pub fn drop_position(&mut self) {
        self.session.drop_position();
    }

    /// Allocates the tables, if necessary, and reads the weights of the evaluation, so that the
    /// first search loses no time.
    ///
    /// # Errors
    /// If there is not enough memory for them.
    pub fn prepare(&mut self) -> Result<(), GoError> {
        self.session.prepare(self.config.options.hash)
    }

    /// Thinks about the position until a limit is reached or `stop` is set; calls `observe` with
    /// each report. If the game is over, be it by repetition or fifty moves, the answer is `Over` at once.
    ///
    /// # Errors
    /// If there is no position or not enough memory.
    pub fn go(
        &mut self,
        limits: Limits,
        stop: &Stop,
        mut observe: impl FnMut(Report<String>),
    ) -> Result<Answer, GoError> {
        if let Some(position) = self.state()
            && let Some(finish) = position.finish()
        {
            let outcome = Outcome::of_winner(finish.winner, position.turn());
            return Ok(Answer::Over(outcome));
        }
        self.go_searchmoves(&[], limits, stop, |news| {
            if let SearchInfo::Line(report) = news {
                observe(report);
            }
        })
    }

    /// Like [`Self::go`], but searches only the given moves, if any, and reports every [`SearchInfo`]. And the
    /// client decides whether a repetition ends the game: moves are searched as long as there are any.
    ///
    /// # Errors
    /// As [`Self::go`], or if one of the moves is invalid.
    pub fn go_searchmoves(
        &mut self,
        searchmoves: &[String],
        limits: Limits,
        stop: &Stop,
        mut observe: impl FnMut(SearchInfo<String>),
    ) -> Result<Answer, GoError> {
        // After a change of game, this may read a network while the client's clock is running.
        let started = Instant::now();
        self.session.prepare(self.config.options.hash)?;
        let options = &self.config.options;
        let task = SearchTask {
            searchmoves,
            limits: Limits {
                overhead: Duration::from_millis(options.move_overhead.into()),
                ..limits.after(started.elapsed())
            },
            awaits_a_move: self.awaits_a_move(&limits),
            multipv: options.multipv as usize,
            threads: options.threads as usize,
            level: self.level(),
            level_seed: options.level_seed,
        };
        self.session.go(&task, stop, &mut observe)
    }

    /// Whether only the move matters: not in analysis, and only under some limits.
    const fn awaits_a_move(&self, limits: &Limits) -> bool {
        let spares_effort =
            limits.clock.is_some() || limits.move_time.is_some() || limits.nodes.is_some();
        spares_effort && limits.mate.is_none() && !self.config.options.analyse_mode
    }

    /// The playing level; `None` for full strength, as in analysis.
    fn level(&self) -> Option<Level> {
        let options = &self.config.options;
        let limited = options.limit_strength && !options.analyse_mode;
        limited.then(|| Level::new(options.level).or_lower(Level::of_elo(options.elo)))
    }

    /// Sets an option by its UCI name, in upper or lower case. Setting an option that [chooses the
    /// game or its start](Self::chooses_start) also sets up the start, or drops the position if it is in the prelude.
    ///
    /// # Errors
    /// If there is no such option, or the value is invalid; the option then keeps its value.
    pub fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), OptionError> {
        let value = value.map(str::trim).filter(|value| !value.is_empty());
        let Some(spec) = Spec::named(name) else {
            return self.choose(name, value);
        };
        match &spec.kind {
            Kind::Number(range, field) => {
                let number = read_number(spec.name, value, range)?;
                self.set_options(|options| *field(options) = number)?;
            }
            Kind::Check(field) => {
                *field(&mut self.config.options) = read_check(spec.name, value)?;
            }
            Kind::Text(field) => {
                let text = value.filter(|text| *text != "<empty>");
                *field(&mut self.config.options) = text.unwrap_or_default().into();
            }
            Kind::Button => self.new_game(),
            Kind::Variant => self.change_variant(spec.name, value)?,
        }
        Ok(())
    }

    /// Sets options that do not choose the game or its start.
    ///
    /// # Errors
    /// If a number is out of range; all options then keep their values. If there is not enough memory for
    /// tables of another size; only the size then keeps its value.
    pub fn set_options(&mut self, change: impl FnOnce(&mut Options)) -> Result<(), OptionError> {
        let mut options = self.config.options.clone();
        change(&mut options);
        if let Some((_, error)) = options.out_of_range() {
            return Err(error);
        }
        let old = std::mem::replace(&mut self.config.options, options);
        match self.config.options.hash == old.hash {
            true => Ok(()),
            false => self.resize_tables(old.hash),
        }
    }

    /// Allocates tables of the new size, or of the old size if there is not enough memory.
    fn resize_tables(&mut self, kept: u32) -> Result<(), OptionError> {
        // There may not be enough memory for both at once.
        self.session.drop_tables();
        self.prepare().map_err(|_| {
            let wanted = std::mem::replace(&mut self.config.options.hash, kept);
            // If there is not enough memory even for these, the search reports it.
            let _ = self.prepare();
            OptionError::Memory {
                name: "Hash",
                wanted,
                kept,
            }
        })
    }

    fn change_variant(
        &mut self,
        option: &'static str,
        value: Option<&str>,
    ) -> Result<(), OptionError> {
        let asked = value.ok_or(OptionError::NoValue(option))?;
        let Some((name, variant)) = self.config.called(asked) else {
            return Err(OptionError::Variant {
                found: asked.into(),
                known: self.config.names().into_iter().map(Into::into).collect(),
            });
        };
        let is_alias = !name.eq_ignore_ascii_case(asked);
        let (name, variant) = (name.to_owned(), Arc::clone(variant));
        let wrong = |problem| OptionError::Start {
            name: option,
            problem,
        };
        variant.start(&self.config.options.choices).map_err(wrong)?;
        if name != self.config.options.variant {
            self.config.options.variant = name;
            let mut session = variant.session();
            session.take_tables(&mut *self.session);
            self.session = session;
            self.variant = variant;
        }
        self.begins_before = is_alias;
        self.set_up_start().map_err(wrong)
    }

    /// Switches to a variant with these choices for its start, and sets up the start.
    ///
    /// # Errors
    /// If there is no such variant or start; nothing changes then.
    pub fn play_variant(&mut self, name: &str, choices: &Choices) -> Result<(), OptionError> {
        let before = self.config.options.choices.clone();
        self.config.options.choices = choices.clone();
        let changed = self.change_variant("UCI_Variant", Some(name));
        if changed.is_err() {
            self.config.options.choices = before;
        }
        changed
    }

    /// Whether an option chooses the game or the start of the current one, so that setting it sets up the start.
    #[must_use]
    pub fn chooses_start(&self, name: &str) -> bool {
        match Spec::named(name) {
            Some(spec) => matches!(spec.kind, Kind::Variant),
            None => self.choice(name).is_some_and(|choice| {
                let mut own = self.variant.choices().iter();
                choice.of_start && own.any(|one| one.key == choice.key)
            }),
        }
    }

    /// The game option of that name, of any game.
    fn choice(&self, name: &str) -> Option<&'static Choice> {
        let mut all = self.config.choices().into_iter();
        all.find(|choice| choice.name.eq_ignore_ascii_case(name))
    }

    fn unknown_option(&self, name: &str) -> OptionError {
        let of_games = self.config.choices().into_iter().map(|choice| choice.name);
        let all = TABLE.iter().map(|spec| spec.name).chain(of_games);
        OptionError::Unknown {
            name: name.into(),
            meant: did_you_mean(name, all),
        }
    }

    /// Sets an option that belongs to a game.
    fn choose(&mut self, name: &str, value: Option<&str>) -> Result<(), OptionError> {
        let choice = self.choice(name).ok_or_else(|| self.unknown_option(name))?;
        let value = choice.read(value)?;
        let choices = self.config.options.choices.with(choice.key, value);
        if !self.chooses_start(name) {
            self.session.judge(&choices);
            self.config.options.choices = choices;
            return Ok(());
        }
        let start = self.variant.start(&choices);
        start.map_err(|problem| OptionError::Start {
            name: choice.name,
            problem,
        })?;
        self.config.options.choices = choices;
        self.set_up_start().map_err(|problem| OptionError::Start {
            name: choice.name,
            problem,
        })
    }

    /// There is no position if the start is one of the prelude.
    fn set_up_start(&mut self) -> Result<(), StartError> {
        match self.set_position(None, &[]) {
            Ok(()) | Err(PositionError::TooEarly { .. }) => Ok(()),
            Err(PositionError::Start(problem)) => Err(problem),
            Err(other) => Err(StartError::new(other)),
        }
    }
}
