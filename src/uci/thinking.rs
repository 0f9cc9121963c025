//! What the thinking thread does for the session: a search, a perft, a bench.
//!
//! It takes the engine along, sends what it finds as [`Event`]s, and sends the engine back with
//! the last of them.

use std::time::{Duration, Instant};

use crossbeam_channel::Sender;

use super::lexer::Go;
use crate::bench;
use crate::board::Colour;
use crate::engine::{Answer, Engine, GoError};
use crate::game::state::GameState;
use crate::search::{Clock, Depth, Limits, News};
use crate::stop::Stop;

/// What the thinking thread sends.
pub(super) enum Event {
    News(News<String>),
    Lines(Vec<String>),
    /// The engine comes back, with what ends the command.
    Done(Box<Engine>, Finish),
    /// The engine is gone: a fault of the program's own.
    Lost,
}

/// What ends a command that was carried out by the thinking thread.
pub(super) enum Finish {
    Answer(Result<Answer, GoError>),
    Nothing,
}

/// Who listens. Nobody does any more only when the program ends, so failing to send is no fault.
type Listener = Sender<Event>;

/// Searches. If `endless`, it answers only when told to stop: solved or not, the protocol wants
/// no answer before. The same holds for pondering until the expected move is played.
pub(super) fn search(
    mut engine: Box<Engine>,
    go: &Go,
    limits: Limits,
    endless: bool,
    stop: &Stop,
    events: &Listener,
) -> Event {
    let mut pace = Pace::default();
    let answer = engine.go_searchmoves(&go.search_moves, limits, stop, |news| {
        if let Some(news) = pace.let_through(news) {
            let _ = events.send(Event::News(news));
        }
    });
    for news in pace.held {
        let _ = events.send(Event::News(news));
    }
    if limits.ponder {
        stop.wait_for_ponderhit();
    }
    if endless {
        stop.wait();
    }
    Event::Done(engine, Finish::Answer(answer))
}

/// Runs `bench` beside the engine, which waits.
pub(super) fn bench_lines(engine: Box<Engine>, stop: &Stop, events: &Listener) -> Event {
    let last = match bench::run(stop, |line| {
        let _ = events.send(Event::Lines(vec![line]));
    }) {
        Ok(summary) => summary,
        Err(error) => format!("info string {error}"),
    };
    let _ = events.send(Event::Lines(vec![last]));
    Event::Done(engine, Finish::Nothing)
}

/// What `go perft` prints: a line a move, then the total.
pub(super) fn perft_lines(state: &dyn GameState, depth: u32, stop: &Stop) -> Vec<String> {
    let mut lines = Vec::new();
    let stopped = || stop.is_stopped();
    let count = state.divide(depth, &stopped, &mut |one| {
        lines.push(format!("{}: {}", one.played, one.lines));
    });
    lines.push(match count {
        Some(count) => format!("\nNodes searched: {count}"),
        None => "info string perft was stopped".into(),
    });
    lines
}

/// What the parameters of `go` mean for the side to move. A time that is missing is the other
/// side's; with increments alone there is nothing else to spend.
pub(super) fn limits(go: &Go, turn: Colour) -> Limits {
    if go.infinite {
        // Only `stop` ends the search.
        return Limits::default();
    }
    let (times, increments) = match turn {
        Colour::White => (
            (go.white_time, go.black_time),
            (go.white_increment, go.black_increment),
        ),
        Colour::Black => (
            (go.black_time, go.white_time),
            (go.black_increment, go.white_increment),
        ),
    };
    let remaining = times.0.or(times.1);
    let increment = increments.0.or(increments.1);
    let clock = (remaining.is_some() || increment.is_some()).then(|| Clock {
        remaining: remaining.unwrap_or_default(),
        increment: increment.unwrap_or_default(),
        moves_to_go: go.moves_to_go,
    });
    Limits {
        depth: go.depth.map(Depth::new),
        nodes: go.nodes,
        move_time: go.move_time,
        clock,
        mate: go.mate,
        ponder: go.ponder,
        ..Limits::default()
    }
}

/// Keeps the output readable: an iteration that comes too soon after many others is held back,
/// and said only if it is the last one.
struct Pace {
    let_through: usize,
    last: Instant,
    holds: bool,
    held: Vec<News<String>>,
}

impl Pace {
    /// So much is said however fast it comes.
    const FREE: usize = 300;
    const PAUSE: Duration = Duration::from_millis(100);

    /// The news, if it may be said now.
    fn let_through(&mut self, news: News<String>) -> Option<News<String>> {
        if let News::Line(report) = &news {
            if report.line == 1 {
                // What is newer replaces what was held back.
                self.held.clear();
                self.holds = self.let_through > Self::FREE && self.last.elapsed() < Self::PAUSE;
            }
            if self.holds {
                self.held.push(news);
                return None;
            }
            self.let_through += 1;
            self.last = Instant::now();
        }
        Some(news)
    }
}

impl Default for Pace {
    fn default() -> Self {
        Self {
            let_through: 0,
            last: Instant::now(),
            holds: false,
            held: Vec::new(),
        }
    }
}
