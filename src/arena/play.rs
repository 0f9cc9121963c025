//! One game: two engines and the referee.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;

use super::entrant::Entrant;
use super::opening::Opening;
use super::player::{Allowed, Failure, Player};
use super::referee::verdict;
use super::thinking::Thinking;
use super::time_control::{PlayerClock, TimeControl};
use super::traffic::{Traffic, Wire};
use super::verdict::{Reason, Verdict};
use crate::board::Colour;
use crate::game::state::GameState;
use crate::quote::short;
use crate::stop::Stop;

/// The conditions common to all games of a match.
#[derive(Clone, Debug)]
pub struct Conditions {
    /// The name of the variant.
    pub variant: String,
    /// The variant's name in other programs, if they know it.
    pub alias: Option<&'static str>,
    /// The time control of players that have none of their own.
    pub time_control: TimeControl,
    /// The time by which a move may be late.
    pub margin: Duration,
    /// The length of silence after which an engine without a time limit counts as hung.
    pub hang: Duration,
    /// The number of plies, including the opening, after which a game is drawn.
    pub longest_game: usize,
    /// The log of all input and output, if requested.
    pub traffic: Option<Arc<Traffic>>,
}

/// A game that was played to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// The day on which it began, in PGN's format.
    pub date: String,
    /// All moves in coordinates, including those of the opening.
    pub moves: Vec<String>,
    /// The engines' scores for their own moves, those after the opening.
    pub thoughts: Vec<String>,
    /// How it ended.
    pub verdict: Verdict,
    /// The cost of White's moves and of Black's.
    pub thinking: [Thinking; 2],
}

/// Why a game was not played to its end.
#[derive(Error, Debug)]
pub enum Unplayed {
    /// The match was halted.
    #[error("the match was halted")]
    Halted,
    /// An engine did not get ready to play.
    #[error("the engine '{name}' did not get ready to play: {failure}")]
    NeverStarted {
        /// Its name.
        name: String,
        /// The reason.
        failure: Failure,
    },
    /// An engine that was started before cannot be started again: its program is gone, or the system
    /// lacks something.
    #[error("the engine '{name}' cannot be started again: {problem}")]
    NotAgain {
        /// Its name.
        name: String,
        /// The reason.
        problem: io::Error,
    },
}

/// An engine's place in a match. The engine is restarted when it has failed.
#[derive(Debug)]
pub struct Seat<'a> {
    entrant: &'a Entrant,
    player: Option<Player>,
}

impl<'a> Seat<'a> {
    /// Starts the engine. An engine that cannot be configured as the user asks, or that lacks
    /// descriptors, processes or memory, is detected before it affects a game.
    ///
    /// # Errors
    /// If it does not get ready, or the match is halted.
    pub fn take(
        entrant: &'a Entrant,
        conditions: &Conditions,
        halt: &Stop,
    ) -> Result<Self, Unplayed> {
        match start(entrant, conditions, halt) {
            Ok(player) => Ok(Self {
                entrant,
                player: Some(player),
            }),
            Err(Failure::Halted) => Err(Unplayed::Halted),
            Err(failure) => Err(Unplayed::NeverStarted {
                name: entrant.name.clone(),
                failure,
            }),
        }
    }

    /// A seat whose engine is started before its first game.
    #[must_use]
    pub const fn vacant(entrant: &'a Entrant) -> Self {
        let player = None;
        Self { entrant, player }
    }

    /// The engine in this seat, as the user describes it.
    #[must_use]
    pub const fn entrant(&self) -> &'a Entrant {
        self.entrant
    }

    /// The version that the engine announces.
    #[must_use]
    pub fn version(&self) -> &str {
        let player = self.player.as_ref();
        player.map_or("", |player| &player.announced().version)
    }

    /// Prepares the engine for a new game. If it died since the last game, it is restarted.
    fn new_game(&mut self, conditions: &Conditions, halt: &Stop) -> Result<(), Failure> {
        if let Some(mut player) = self.player.take() {
            match player.new_game(halt) {
                Ok(()) => {
                    self.player = Some(player);
                    return Ok(());
                }
                Err(Failure::Ended(_)) => {}
                Err(failure) => {
                    player.kill();
                    return Err(failure);
                }
            }
        }
        let mut player = start(self.entrant, conditions, halt)?;
        player.new_game(halt)?;
        self.player = Some(player);
        Ok(())
    }

    /// Ends an engine that has failed, so that it cannot affect the next game.
    fn dismiss(&mut self) {
        if let Some(player) = self.player.take() {
            player.kill();
        }
    }
}

fn start(entrant: &Entrant, conditions: &Conditions, halt: &Stop) -> Result<Player, Failure> {
    let traffic = conditions.traffic.as_ref();
    let wire = traffic.map(|traffic| Wire::new(traffic, &entrant.name));
    Player::start(entrant, &conditions.variant, conditions.alias, wire, halt)
}

/// Plays a game from an opening; White's seat comes first.
///
/// # Errors
/// If the match is halted, or the system cannot restart an engine.
pub fn play(
    opening: &Opening,
    seats: [&mut Seat<'_>; 2],
    conditions: &Conditions,
    halt: &Stop,
) -> Result<Played, Unplayed> {
    let date = jiff::Zoned::now().strftime("%Y.%m.%d").to_string();
    let mut game = Game::new(opening, seats, conditions);
    let mut verdict = game.begin(conditions, halt)?;
    let verdict = loop {
        match verdict {
            Some(verdict) => break verdict,
            None => verdict = game.step(conditions, halt)?,
        }
    };
    Ok(Played {
        date,
        moves: game.moves,
        thoughts: game.thoughts,
        verdict,
        thinking: game.thinking,
    })
}

struct Game<'a, 'b> {
    opening: &'a Opening,
    seats: [&'a mut Seat<'b>; 2],
    clocks: [PlayerClock; 2],
    board: Box<dyn GameState>,
    moves: Vec<String>,
    thoughts: Vec<String>,
    thinking: [Thinking; 2],
}

impl<'a, 'b> Game<'a, 'b> {
    fn new(opening: &'a Opening, seats: [&'a mut Seat<'b>; 2], conditions: &Conditions) -> Self {
        let clock = |seat: &Seat<'_>| {
            let own = seat.entrant.time_control;
            PlayerClock::new(own.unwrap_or(conditions.time_control), conditions.margin)
        };
        Self {
            opening,
            clocks: [clock(seats[0]), clock(seats[1])],
            seats,
            board: opening.board.clone(),
            moves: opening.moves.clone(),
            thoughts: Vec::new(),
            thinking: [Thinking::default(); 2],
        }
    }

    /// Prepares both engines; returns the verdict if one of them fails.
    fn begin(&mut self, conditions: &Conditions, halt: &Stop) -> Result<Option<Verdict>, Unplayed> {
        for colour in [Colour::White, Colour::Black] {
            let ready = self.seats[colour as usize].new_game(conditions, halt);
            if let Err(failure) = ready {
                return self.fail(colour, failure).map(Some);
            }
        }
        Ok(None)
    }

    /// Plays the next move; returns the verdict once the game is over.
    fn step(&mut self, conditions: &Conditions, halt: &Stop) -> Result<Option<Verdict>, Unplayed> {
        let by_rules = verdict(&*self.board);
        if by_rules.is_some() {
            return Ok(by_rules);
        }
        if self.moves.len() >= conditions.longest_game {
            return Ok(Some(Verdict::too_long()));
        }
        self.next_move(conditions, halt)
    }

    fn next_move(
        &mut self,
        conditions: &Conditions,
        halt: &Stop,
    ) -> Result<Option<Verdict>, Unplayed> {
        let colour = self.board.turn();
        let side = colour as usize;
        let position = self.position(&self.seats[side].entrant.promotion);
        let [white, black] = &self.clocks;
        let limits = self.clocks[side].limits(white, black);
        let timed = self.clocks[side].allowed();
        let allowed = timed.map_or(Allowed::OfSilence(conditions.hang), Allowed::ToMove);
        let Some(player) = &mut self.seats[side].player else {
            let failure = Failure::Ended("it has ended".into());
            return self.fail(colour, failure).map(Some);
        };
        let answer = match player.go(&position, &limits, allowed, halt) {
            Ok(answer) => answer,
            Err(failure) => return self.fail(colour, failure).map(Some),
        };
        self.thinking[side].add(&answer.thought);
        let in_time = self.clocks[side].spend(answer.thought.elapsed);
        let name = &self.seats[side].entrant.name;
        if !in_time {
            let took = answer.thought.elapsed.as_millis();
            let detail = format!("{name} took {took} ms");
            self.seats[side].dismiss();
            return Ok(Some(Verdict::failure(colour, Reason::TimeForfeit, detail)));
        }
        let played = self.board.understand(&answer.text);
        let Some(played) = played.filter(|one| self.board.play(one).is_ok()) else {
            let fen = self.board.fen();
            let detail = format!("{name} answered '{}' in {fen}", short(&answer.text));
            self.seats[side].dismiss();
            return Ok(Some(Verdict::failure(colour, Reason::IllegalMove, detail)));
        };
        self.moves.push(played);
        self.thoughts.push(answer.thought.to_string());
        Ok(None)
    }

    /// The words that follow `position` in UCI.
    fn position(&self, promotion: &str) -> String {
        let mut text = self.opening.position();
        let mut board = self.opening.start.clone();
        for (index, played) in self.moves.iter().enumerate() {
            text += if index == 0 { " moves " } else { " " };
            // The referee has played these moves, so they are legal.
            if let Ok(shown) = board.read(played) {
                text += &shown.coordinates;
                text += if shown.is_idle { promotion } else { "" };
            }
            let _ = board.play(played);
        }
        text
    }

    fn fail(&mut self, colour: Colour, failure: Failure) -> Result<Verdict, Unplayed> {
        let seat = &mut self.seats[colour as usize];
        seat.dismiss();
        let name = seat.entrant.name.clone();
        let timed = self.clocks[colour as usize].allowed().is_some();
        let reason = match failure {
            Failure::Halted => return Err(Unplayed::Halted),
            Failure::Start(problem) | Failure::VariantPath(problem) => {
                return Err(Unplayed::NotAgain { name, problem });
            }
            Failure::Silent {
                expected: "bestmove",
                ..
            } if timed => Reason::TimeForfeit,
            Failure::Silent { .. } => Reason::NoAnswer,
            Failure::Option(_) | Failure::Ended(_) => Reason::Crash,
        };
        Ok(Verdict::failure(
            colour,
            reason,
            format!("{name}: {failure}"),
        ))
    }
}
