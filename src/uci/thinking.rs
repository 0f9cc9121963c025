//! The work of the search thread for UCI: a search, a perft, a bench.

use std::time::{Duration, Instant};

use super::lexer::Go;
use crate::bench;
use crate::board::Colour;
use crate::engine::{Answer, Engine, GoError};
use crate::game::playable::MoveError;
use crate::game::state::GameState;
use crate::protocol;
use crate::search::{Clock, Depth, Limits, SearchInfo};
use crate::stop::Stop;

/// Work for a UCI session.
pub(super) type Work = protocol::Work<Message, Reply>;

/// A message from work in progress.
pub(super) enum Message {
    SearchInfo(SearchInfo<String>),
    Line(String),
}

/// The result of work.
pub(super) enum Reply {
    /// The result of a search.
    Answer(Result<Answer, GoError>),
    /// There is no legal move.
    NoMove,
    /// Everything has already been printed.
    Nothing,
}

/// The work of a search.
pub(super) fn search(go: Go, turn: Colour) -> Work {
    let limits = limits(&go, turn);
    let work = Work::new(move |engine, stop, tell| {
        Reply::Answer(search_with(engine, &go.search_moves, limits, stop, tell))
    });
    answered_in_time(work, limits)
}

/// The work that replaces a search without moves to choose from.
pub(super) fn no_search(go: &Go) -> Work {
    // It does not matter which side is to move: what matters is only whether there is a limit.
    answered_in_time(
        Work::new(|_, _, _| Reply::NoMove),
        limits(go, Colour::White),
    )
}

/// A search without limits is endless: even if the position is solved, the protocol allows no
/// answer before `stop`. The same holds for pondering until the expected move is played.
fn answered_in_time(work: Work, limits: Limits) -> Work {
    let unlimited = Limits {
        ponder: limits.ponder,
        ..Limits::default()
    };
    work.endless(limits == unlimited).pondering(limits.ponder)
}

/// Removes illegal moves from `searchmoves`. Returns a message if there were any.
///
/// # Errors
/// If no move is left.
pub(super) fn leave_out_illegal(
    moves: &mut Vec<String>,
    state: &dyn GameState,
) -> Result<Option<String>, MoveError> {
    let before = moves.len();
    let mut first = None;
    moves.retain(|text| match state.read(text) {
        Ok(_) => true,
        Err(problem) => {
            first.get_or_insert(problem);
            false
        }
    });
    match (first, before - moves.len()) {
        (Some(problem), _) if moves.is_empty() => Err(problem),
        (Some(problem), count) => Ok(Some(format!(
            "searchmoves: {problem}; it is left out{}",
            and_more(count - 1)
        ))),
        (None, _) => Ok(None),
    }
}

/// The end of a message about one thing that is left out, if there are others.
pub(super) fn and_more(others: usize) -> String {
    match others {
        0 => String::new(),
        1 => ", as is one more".into(),
        _ => format!(", as are {others} more"),
    }
}

fn search_with(
    engine: &mut Engine,
    moves: &[String],
    limits: Limits,
    stop: &Stop,
    tell: &dyn Fn(Message),
) -> Result<Answer, GoError> {
    let mut throttle = Throttle::default();
    let answer = engine.go_searchmoves(moves, limits, stop, |news| {
        if let Some(news) = throttle.let_through(news) {
            tell(Message::SearchInfo(news));
        }
    });
    for news in throttle.held {
        tell(Message::SearchInfo(news));
    }
    if let (Some(most), Ok(Answer::Best(reports))) = (limits.mate, &answer)
        && !reports.iter().any(|report| limits.is_mate(report.value))
    {
        tell(Message::Line(format!(
            "info string found no win or loss within {most} moves"
        )));
    }
    answer
}

/// The work of a bench, during which the engine is not used.
pub(super) fn run_bench() -> Work {
    Work::new(|_, stop, tell| {
        let summary = bench::run(stop, |line| tell(Message::Line(line)));
        tell(Message::Line(match summary {
            Ok(summary) => summary,
            Err(error) => format!("info string {error}"),
        }));
        Reply::Nothing
    })
}

/// The output of `go perft`: a line for each move, then the total.
pub(super) fn perft(state: Box<dyn GameState>, depth: u32) -> Work {
    Work::new(move |_, stop, tell| {
        let stopped = || stop.is_stopped();
        let count = state.divide(depth, None, &stopped, &mut |one| {
            tell(Message::Line(format!("{}: {}", one.played, one.lines)));
        });
        tell(Message::Line(match count {
            Some(count) => format!("\nNodes searched: {count}"),
            None => "info string perft was stopped".into(),
        }));
        Reply::Nothing
    })
}

/// The limits that the parameters of `go` give the side to move. A missing time is replaced by that
/// of the other side. A missing increment is zero, unless there are no times: then the increment of
/// either side is all that can be spent.
fn limits(go: &Go, turn: Colour) -> Limits {
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
    let increment = match remaining {
        Some(_) => increments.0,
        None => increments.0.or(increments.1),
    };
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

/// Limits the output: an iteration that comes too soon after many others is held back, and printed
/// only if it is the last one.
struct Throttle {
    let_through: usize,
    last: Instant,
    holds: bool,
    held: Vec<SearchInfo<String>>,
}

impl Throttle {
    /// The number of lines that are never held back.
    const FREE: usize = 300;
    const PAUSE: Duration = Duration::from_millis(100);

    /// The report, if it may be printed now.
    fn let_through(&mut self, news: SearchInfo<String>) -> Option<SearchInfo<String>> {
        if let SearchInfo::Line(report) = &news {
            if report.line == 1 {
                // A newer report replaces the one held back.
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

impl Default for Throttle {
    fn default() -> Self {
        Self {
            let_through: 0,
            last: Instant::now(),
            holds: false,
            held: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Clients leave out an increment of zero; the other side's is no substitute.
    #[test]
    fn a_side_has_the_increment_of_the_other_only_without_times() {
        let [second, minute] = [1, 60].map(Duration::from_secs);
        let clock = |go: &Go| limits(go, Colour::White).clock.unwrap();
        let mut go = Go {
            black_increment: Some(minute),
            ..Go::default()
        };
        assert_eq!(clock(&go).increment, minute);
        go.black_time = Some(second);
        assert_eq!(clock(&go).remaining, second);
        assert_eq!(clock(&go).increment, Duration::ZERO);
        go.white_increment = Some(second);
        assert_eq!(clock(&go).increment, second);
    }
}
