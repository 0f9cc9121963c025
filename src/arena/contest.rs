//! A match being played: several games at once, in the order of the schedule, until all are
//! played, the test has decided, or the match is halted.
//!
//! Each worker has its own seats, with its own process for each engine. Results are collected in
//! one thread, which passes each finished game on (to the log, the PGN file, the screen) in the
//! order in which the games end.

use std::collections::{BTreeMap, HashSet};
use std::io;
use std::iter;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crossbeam_channel::{Receiver, Sender, unbounded};
use thiserror::Error;

use super::archive::LoggedGame;
use super::entrant::Entrant;
use super::odds::Dealt;
use super::opening::Opening;
use super::pgn::{Comment, GameResult, Record, TagName};
use super::play::{Conditions, Played, Seat, Unplayed, play};
use super::player::GLANCE;
use super::referee::{play_all, verdict as verdict_of};
use super::schedule::{Fixture, Schedule};
use super::sprt::Sprt;
use super::standings::Standings;
use super::verdict::Verdict;
use crate::board::Colour;
use crate::stop::Stop;

/// Who plays a match, and how.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The players.
    pub entrants: Vec<Entrant>,
    /// The conditions common to all games.
    pub conditions: Conditions,
}

/// A match: a round robin.
#[derive(Clone, Debug)]
pub struct Match {
    /// Who plays, and how.
    pub contest: Contest,
    /// The openings of the games.
    pub openings: Vec<Dealt>,
    /// The pairings and their order.
    pub schedule: Schedule,
    /// How many games are played at once.
    pub concurrency: usize,
    /// The test that may end the match before all games are played.
    pub sprt: Option<Sprt>,
}

/// How a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// Every game was played.
    Complete,
    /// The test has decided.
    Decided,
    /// The match was halted.
    Halted,
}

/// Why a match cannot be played.
#[derive(Error, Debug)]
pub enum ContestError {
    /// A game could not be played to its end.
    #[error(transparent)]
    Unplayed(#[from] Unplayed),
    /// A thread for a game cannot be started.
    #[error(
        "cannot start a thread for game {game} of the {games} played in parallel: {problem}; use a lower --concurrency"
    )]
    Thread {
        /// The number of the game, from 1.
        game: usize,
        /// How many games were to be played in parallel.
        games: usize,
        /// The reason.
        problem: io::Error,
    },
    /// A game in the log does not match.
    #[error("the log's game {game} does not belong to this match: {problem}")]
    Game {
        /// Its number.
        game: usize,
        /// What does not match.
        problem: String,
    },
    /// A finished game could not be passed on.
    #[error("{0}")]
    Handing(#[from] anyhow::Error),
}

/// A finished game with the players' names.
#[derive(Clone, Debug)]
pub struct Finished {
    /// Its number, from 0.
    pub number: usize,
    /// Who played White and Black.
    pub names: [String; 2],
    /// The opening.
    pub opening: Opening,
    /// The game as it was played.
    pub played: Played,
}

impl Finished {
    /// The game as stored in the log.
    #[must_use]
    pub fn logged(&self) -> LoggedGame {
        let [white, black] = self.names.clone();
        let verdict = &self.played.verdict;
        LoggedGame {
            game: self.number + 1,
            date: self.played.date.clone(),
            white,
            black,
            opening: self.opening.line(),
            moves: self.played.moves.join(" "),
            thoughts: self.played.thoughts.clone(),
            result: verdict.result.text().into(),
            reason: verdict.reason,
            detail: verdict.detail.clone(),
            thinking: self.played.thinking,
        }
    }

    /// Reads a game from the log, if it is the scheduled one: same players, same opening, legal
    /// moves, and their result if they end the game.
    ///
    /// # Errors
    /// Returns what does not match.
    pub fn from_log(
        entry: &LoggedGame,
        names: [&str; 2],
        opening: &Opening,
    ) -> Result<Self, ContestError> {
        let told = |problem: String| ContestError::Game {
            game: entry.game,
            problem,
        };
        if [entry.white.as_str(), entry.black.as_str()] != names {
            let [white, black] = names;
            return Err(told(format!("it should be {white} against {black}")));
        }
        if entry.opening != opening.line() {
            return Err(told(format!("it should begin with '{}'", opening.line())));
        }
        let words: Vec<&str> = entry.moves.split_whitespace().collect();
        let (board, moves) =
            play_all(&*opening.start, &words).map_err(|error| told(error.to_string()))?;
        let result = GameResult::parse(&entry.result)
            .filter(|result| *result != GameResult::Unknown)
            .ok_or_else(|| told(format!("'{}' is not a result", entry.result)))?;
        let verdict = Verdict {
            result,
            reason: entry.reason,
            detail: entry.detail.clone(),
        };
        let by_rules = verdict_of(&*board);
        if !moves.starts_with(&opening.moves) || by_rules.is_some_and(|ended| ended != verdict) {
            return Err(told("its moves do not lead to its result".into()));
        }
        let (own, thoughts) = (moves.len() - opening.moves.len(), entry.thoughts.len());
        if thoughts != own {
            let problem = format!("it has {thoughts} scores for {own} moves after the opening");
            return Err(told(problem));
        }
        Ok(Self {
            number: entry.game - 1,
            names: names.map(Into::into),
            opening: opening.clone(),
            played: Played {
                date: entry.date.clone(),
                moves,
                thoughts: entry.thoughts.clone(),
                verdict,
                thinking: entry.thinking,
            },
        })
    }

    /// The game as a PGN record; `round` is the value of the PGN tag.
    ///
    /// # Errors
    /// If a move is illegal, which cannot happen.
    pub fn record(&self, contest: &Contest, round: &str) -> anyhow::Result<Record> {
        let mut record = Record::new(self.opening.start.clone());
        for played in &self.played.moves {
            record.play(played)?;
        }
        let verdict = &self.played.verdict;
        record.result = verdict.result;
        let tags = &mut record.tags;
        let conditions = &contest.conditions;
        let time_controls = self.names.each_ref().map(|name| {
            let entrant = contest.entrants.iter().find(|one| one.name == *name);
            let own = entrant.and_then(|entrant| entrant.time_control);
            own.unwrap_or(conditions.time_control)
        });
        tags.set(TagName::EVENT, "jacquerie match");
        tags.set(TagName::DATE, &self.played.date);
        tags.set(TagName::ROUND, round);
        tags.set(TagName::WHITE, &self.names[0]);
        tags.set(TagName::BLACK, &self.names[1]);
        let variant = conditions.alias.unwrap_or(&conditions.variant);
        tags.set(TagName::VARIANT, variant);
        if time_controls[0] == time_controls[1] {
            tags.set(TagName::TIME_CONTROL, &time_controls[0].pgn());
        } else {
            for (name, control) in ["WhiteTimeControl", "BlackTimeControl"]
                .into_iter()
                .zip(time_controls)
            {
                if let Some(name) = TagName::new(name) {
                    tags.set(name, &control.pgn());
                }
            }
        }
        tags.set(TagName::TERMINATION, verdict.reason.termination());
        let comment = match verdict.result {
            GameResult::WhiteWins => format!("{} wins: {verdict}", Colour::White),
            GameResult::BlackWins => format!("{} wins: {verdict}", Colour::Black),
            GameResult::Draw | GameResult::Unknown => format!("Draw: {verdict}"),
        };
        let book = iter::repeat_n("book", self.opening.moves.len());
        let thoughts = self.played.thoughts.iter().map(String::as_str);
        for (one, thought) in record.moves_mut().iter_mut().zip(book.chain(thoughts)) {
            one.comment = Comment::new(thought);
        }
        match record.moves_mut().last_mut() {
            Some(last) => last.comment = Comment::new(&format!("{}, {comment}", last.comment)),
            None => record.introduction = Comment::new(&comment),
        }
        Ok(record)
    }
}

impl Match {
    /// The names of the players of a game.
    #[must_use]
    pub fn names(&self, fixture: &Fixture) -> [&str; 2] {
        let entrants = &self.contest.entrants;
        [fixture.white, fixture.black].map(|player| entrants[player].name.as_str())
    }

    /// The opening of a game.
    fn opening(&self, fixture: &Fixture) -> &Opening {
        self.openings[fixture.opening].between(fixture.white, fixture.black)
    }

    /// The standings before the first game.
    #[must_use]
    pub fn standings(&self) -> Standings {
        let entrants = self.contest.entrants.iter();
        let names = entrants.map(|entrant| entrant.name.clone()).collect();
        Standings::new(names, &self.schedule, self.sprt)
    }

    /// Adds the games of a log, in the order of their numbers.
    ///
    /// # Errors
    /// Returns the first game that does not belong to this match.
    pub fn take_up(
        &self,
        entries: &BTreeMap<usize, LoggedGame>,
    ) -> Result<Vec<(Fixture, Finished)>, ContestError> {
        let mut games = Vec::new();
        for (number, entry) in entries {
            let told = || ContestError::Game {
                game: *number,
                problem: format!("this match has {} games", self.schedule.games()),
            };
            let index = number.checked_sub(1).ok_or_else(told)?;
            let fixture = self.schedule.fixture(index).ok_or_else(told)?;
            let opening = self.opening(&fixture);
            let finished = Finished::from_log(entry, self.names(&fixture), opening)?;
            games.push((fixture, finished));
        }
        Ok(games)
    }

    /// Plays every game that is not in `standings` yet (`done` holds the numbers of those that
    /// are), and passes each game on when it ends. The first games are played by the engines in
    /// `seats`.
    ///
    /// # Errors
    /// If an engine does not get ready to play, or a game cannot be passed on. Games that ended
    /// earlier have been passed on.
    pub fn play<'a>(
        &'a self,
        seats: Vec<Seat<'a>>,
        done: &HashSet<usize>,
        standings: &mut Standings,
        halt: &Stop,
        mut hand_on: impl FnMut(&Finished, &Standings) -> anyhow::Result<()>,
    ) -> Result<Ended, ContestError> {
        let numbers = (0..self.schedule.games()).filter(|number| !done.contains(number));
        let due: Vec<Fixture> = numbers
            .filter_map(|number| self.schedule.fixture(number))
            .collect();
        if standings.decision().is_some() {
            return Ok(Ended::Decided);
        }
        if due.is_empty() {
            return Ok(Ended::Complete);
        }
        let queue = Queue {
            due: &due,
            next: AtomicUsize::new(0),
            over: Stop::default(),
        };
        let games = self.concurrency.clamp(1, due.len());
        let mut first_seats = Some(seats);
        let mut problem = None;
        thread::scope(|scope| {
            let (finished, results) = unbounded();
            for game in 1..=games {
                let (seats, queue, finished) = (first_seats.take(), &queue, finished.clone());
                let work = move || self.work(seats, queue, &finished);
                let name = format!("game {game}");
                let started = thread::Builder::new().name(name).spawn_scoped(scope, work);
                if let Err(error) = started {
                    queue.over.stop();
                    problem = Some(ContestError::Thread {
                        game,
                        games,
                        problem: error,
                    });
                    break;
                }
            }
            drop(finished);
            let stops = [halt, &queue.over];
            collect(&results, stops, standings, &mut problem, &mut hand_on);
        });
        match problem {
            Some(problem) => Err(problem),
            None if standings.decision().is_some() => Ok(Ended::Decided),
            None if standings.games() < self.schedule.games() => Ok(Ended::Halted),
            None => Ok(Ended::Complete),
        }
    }

    /// Plays games of the queue, one after the other, until none is left or the match is over.
    fn work<'a>(
        &'a self,
        seats: Option<Vec<Seat<'a>>>,
        queue: &Queue<'_>,
        finished: &Sender<GameEnd>,
    ) {
        // If an engine fails to start here, it loses its game, as after a crash.
        let vacant = || self.contest.entrants.iter().map(Seat::vacant).collect();
        let mut seats = seats.unwrap_or_else(vacant);
        while let Some(fixture) = queue.next() {
            let (white, black) = (fixture.white, fixture.black);
            let (number, opening) = (fixture.number, self.opening(fixture));
            let result = self
                .contest
                .game(number, white, black, opening, &mut seats, &queue.over);
            let goes_on = result.is_ok() && !queue.over.is_stopped();
            let result = result.map(|game| (*fixture, game));
            if finished.send(result).is_err() || !goes_on {
                return;
            }
        }
    }
}

/// How a worker's game ended.
type GameEnd = Result<(Fixture, Finished), Unplayed>;

/// The games that are due, for all workers.
struct Queue<'a> {
    due: &'a [Fixture],
    /// The place of the next game.
    next: AtomicUsize,
    /// Stops all games of this match when it ends for any reason.
    over: Stop,
}

impl Queue<'_> {
    fn next(&self) -> Option<&Fixture> {
        self.due.get(self.next.fetch_add(1, Ordering::Relaxed))
    }
}

/// Adds the results to the standings and passes the games on, until all workers have ended. Stops
/// them if there is a problem, the test has decided, or the match is halted.
fn collect(
    results: &Receiver<GameEnd>,
    [halt, over]: [&Stop; 2],
    standings: &mut Standings,
    problem: &mut Option<ContestError>,
    hand_on: &mut impl FnMut(&Finished, &Standings) -> anyhow::Result<()>,
) {
    loop {
        match results.recv_timeout(GLANCE) {
            Ok(Ok((fixture, game))) if standings.decision().is_none() && problem.is_none() => {
                standings.add(&fixture, &game.played.verdict, &game.played.thinking);
                *problem = hand_on(&game, standings).err().map(Into::into);
            }
            Ok(Ok(_) | Err(Unplayed::Halted)) => {}
            Ok(Err(unplayed)) => {
                problem.get_or_insert(unplayed.into());
            }
            Err(error) if error.is_disconnected() => return,
            Err(_) => {}
        }
        if problem.is_some() || standings.decision().is_some() || halt.is_stopped() {
            over.stop();
        }
    }
}

impl Contest {
    /// A seat for each player, with its engine started.
    ///
    /// # Errors
    /// If an engine does not get ready to play, or if the match is halted.
    pub fn seats(&self, halt: &Stop) -> Result<Vec<Seat<'_>>, Unplayed> {
        let entrants = self.entrants.iter();
        entrants
            .map(|entrant| Seat::take(entrant, &self.conditions, halt))
            .collect()
    }

    /// Plays one game between two of the players.
    ///
    /// # Errors
    /// As [`play`].
    pub fn game(
        &self,
        number: usize,
        white: usize,
        black: usize,
        opening: &Opening,
        seats: &mut [Seat<'_>],
        halt: &Stop,
    ) -> Result<Finished, Unplayed> {
        let Ok([white_seat, black_seat]) = seats.get_disjoint_mut([white, black]) else {
            return Err(Unplayed::Halted);
        };
        let played = play(opening, [white_seat, black_seat], &self.conditions, halt)?;
        let verdict = &played.verdict;
        if verdict.reason.is_failure() {
            log::warn!("game {}: {} {verdict}", number + 1, verdict.result);
        }
        let name = |player: usize| self.entrants[player].name.clone();
        Ok(Finished {
            number,
            names: [name(white), name(black)],
            opening: opening.clone(),
            played,
        })
    }
}
