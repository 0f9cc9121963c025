//! A tab's search: one at a time, in a separate thread, which ends with the search.
//!
//! A tab that requests another search while one is running stops the first; if several requests
//! are waiting, only the last one is begun. When the tab is closed, its search is stopped.
//!
//! Computing the value with the king on each square ([`squares`]) also takes long, and counts as a
//! search: it has an engine of the pool, can be stopped, and reports progress.
//!
//! Analysis continues where a search for a move would end: when the outcome is proved, one more
//! search gives each move without a mark a line of its own, so that all moves get marks. The
//! limits of the request hold for both searches, and [`MULTIPV`] for the number of lines.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::engine_pool::{EnginePool, Tab};
use super::mailbox::{Mail, Mailbox};
use super::marks::Marks;
use super::message::{Answer, Current, Done, Line, Position, Step, Think, Wrong, outcome};
use super::{position, squares};
use crate::board::Colour;
use crate::config::Config;
use crate::engine::options::{LEVEL, MULTIPV};
use crate::engine::{Answer as Found, Engine, PositionError};
use crate::game::Outcome;
use crate::game::state::GameState;
use crate::search::{Clock, Depth, Limits, Report, STACK, SearchInfo};
use crate::stop::Stop;
use crate::thread::start_patiently;

/// The maximum number of best lines reported.
const MOST_LINES: u32 = 10;

/// The maximum number of moves reported for a line.
const MOST_STEPS: usize = 40;

/// The mailbox subject of the marks, the squares and the current move; lines have their own
/// numbers.
const MARKS: usize = 0;
const SQUARES: usize = 1;
const CURRENT: usize = usize::MAX;

/// What a tab can think about.
#[derive(Debug)]
pub enum TabTask {
    /// A move, or an analysis.
    Think(Think),
    /// The value of the position with the king on each square.
    Squares(Position),
}

/// A tab's search, and the task that follows it.
pub struct Thinker {
    config: Arc<Config>,
    pool: Arc<EnginePool>,
    tab: Arc<Tab>,
    mailbox: Arc<Mailbox>,
    under_way: Option<Arc<Stop>>,
    /// The next task, if one is waiting.
    next: Option<(u64, TabTask)>,
}

impl Thinker {
    /// The thinker of a tab that has requested no search yet.
    #[must_use]
    pub fn new(
        config: Arc<Config>,
        pool: Arc<EnginePool>,
        tab: u64,
        mailbox: Arc<Mailbox>,
    ) -> Self {
        Self {
            config,
            pool,
            tab: Arc::new(Tab::new(tab)),
            mailbox,
            under_way: None,
            next: None,
        }
    }

    /// Begins this task, after stopping the current one.
    pub fn take_up(&mut self, id: u64, task: TabTask) {
        match &self.under_way {
            None => self.begin(id, task),
            Some(stop) => {
                stop.stop();
                self.skip();
                self.next = Some((id, task));
            }
        }
    }

    /// Stops the search, and drops the next task.
    pub fn stop(&mut self) {
        self.skip();
        if let Some(stop) = &self.under_way {
            stop.stop();
        }
    }

    /// Called when the search has ended; begins the next one.
    pub fn ended(&mut self) {
        self.under_way = None;
        if let Some((id, task)) = self.next.take() {
            self.begin(id, task);
        }
    }

    /// Cancels the next task.
    fn skip(&mut self) {
        if let Some((id, _)) = self.next.take() {
            let done = Done {
                stopped: true,
                ..Done::default()
            };
            let message = Answer::Done(done).text(Some(id));
            self.mailbox.put(Mail::Message(message));
        }
    }

    fn begin(&mut self, id: u64, task: TabTask) {
        let stop = Arc::<Stop>::default();
        let job = Job {
            id,
            task: Arc::new(task),
            config: Arc::clone(&self.config),
            pool: Arc::clone(&self.pool),
            tab: Arc::clone(&self.tab),
            mailbox: Arc::clone(&self.mailbox),
            stop: Arc::clone(&stop),
        };
        let started = start_patiently(|| {
            let job = job.clone();
            std::thread::Builder::new()
                .name("search".into())
                .stack_size(STACK)
                .spawn(move || job.run())
        });
        match started {
            Ok(_) => self.under_way = Some(stop),
            Err(error) => {
                let message = format!("cannot start a thread for the search: {error}");
                let wrong = Answer::Error(Wrong::plain(message));
                self.mailbox.put(Mail::Message(wrong.text(Some(id))));
            }
        }
    }
}

/// Stops the search when the tab is closed.
impl Drop for Thinker {
    fn drop(&mut self) {
        if let Some(stop) = &self.under_way {
            stop.stop();
        }
        self.pool.leave(&self.tab);
    }
}

/// A search, as its thread sees it.
#[derive(Clone)]
struct Job {
    id: u64,
    task: Arc<TabTask>,
    config: Arc<Config>,
    pool: Arc<EnginePool>,
    tab: Arc<Tab>,
    mailbox: Arc<Mailbox>,
    stop: Arc<Stop>,
}

impl Job {
    fn run(self) {
        let done = catch_unwind(AssertUnwindSafe(|| match &*self.task {
            TabTask::Think(think) => self.search(think),
            TabTask::Squares(asked) => self.squares(asked),
        }));
        let answer = match done {
            Ok(Ok(done)) => Answer::Done(done),
            Ok(Err(wrong)) => Answer::Error(wrong),
            Err(_) => Answer::Error(Wrong::plain("internal error: the search failed")),
        };
        self.mailbox.put(Mail::Message(answer.text(Some(self.id))));
        self.mailbox.put(Mail::Ended);
    }

    fn squares(&self, asked: &Position) -> Result<Done, Wrong> {
        let mut pooled = self.pool.take(&self.tab)?;
        let threads = pooled.engine().map_or(1, |engine| engine.options().threads);
        squares::find(&self.config, asked, threads, &self.stop, &|found| {
            let message = Answer::Squares(found).text(Some(self.id));
            self.mailbox.put_newest((self.id, SQUARES), message);
        })
    }

    fn search(&self, think: &Think) -> Result<Done, Wrong> {
        check(think)?;
        let mut pooled = self.pool.take(&self.tab)?;
        let engine = pooled
            .engine()
            .ok_or_else(|| Wrong::plain("there is no engine"))?;
        let state = set_up(engine, &self.config, think)?;
        let limits = limits(&think.limits, state.turn())?;
        if let Some(finish) = state.finish() {
            return Ok(over(Outcome::of_winner(finish.winner, state.turn())));
        }
        let mut marks = Marks::of(&*state);
        if !marks.told().is_empty() {
            self.tell_marks(&marks);
        }
        let started = Instant::now();
        let found = engine.go_searchmoves(&[], limits, &self.stop, |news| match news {
            SearchInfo::Line(report) => {
                if marks.learn(&report) {
                    self.tell_marks(&marks);
                }
                let line = Answer::Line(line(&*state, &report)).text(Some(self.id));
                self.mailbox.put_newest((self.id, report.line), line);
            }
            SearchInfo::CurrentMove { played, number, .. } => {
                self.tell_current(&*state, played, number)
            }
        });
        let reports = match found.map_err(Wrong::plain)? {
            Found::Over(outcome) => return Ok(over(outcome)),
            Found::Best(reports) => reports,
        };
        let best = reports.first();
        let outcome_of_best = best.and_then(|best| best.proved);
        if !think.answer && outcome_of_best.is_some() && !self.stop.is_stopped() {
            let spent = best.map_or(0, |best| best.nodes);
            if let Some(limits) = what_is_left(limits, started.elapsed(), spent) {
                self.mark_the_rest(engine, &mut marks, limits)?;
            }
        }
        Ok(Done {
            best: best.and_then(|best| best.principal_variation.first().cloned()),
            outcome: outcome_of_best.map(outcome),
            stopped: self.stop.is_stopped(),
        })
    }

    fn tell_current(&self, state: &dyn GameState, played: String, number: usize) {
        let Ok(shown) = state.read(&played) else {
            return;
        };
        let current = Answer::Current(Current {
            san: shown.san,
            number,
            of: state.moves().len(),
        });
        let message = current.text(Some(self.id));
        self.mailbox.put_newest((self.id, CURRENT), message);
    }

    fn tell_marks(&self, marks: &Marks) {
        let marks = Answer::Marks {
            marks: marks.told(),
        };
        let message = marks.text(Some(self.id));
        self.mailbox.put_newest((self.id, MARKS), message);
    }

    /// Searches the moves about which nothing is proved yet.
    fn mark_the_rest(
        &self,
        engine: &mut Engine,
        marks: &mut Marks,
        limits: Limits,
    ) -> Result<(), Wrong> {
        let mut open = marks.open();
        open.truncate(*MULTIPV.end() as usize);
        if open.is_empty() {
            return Ok(());
        }
        let lines = u32::try_from(open.len()).unwrap_or(u32::MAX);
        let set = engine.set_options(|options| options.multipv = lines);
        set.map_err(Wrong::plain)?;
        let found = engine.go_searchmoves(&open, limits, &self.stop, |news| {
            if let SearchInfo::Line(report) = news
                && marks.learn(&report)
            {
                self.tell_marks(marks);
            }
        });
        found.map(drop).map_err(Wrong::plain)
    }
}

/// Checks the request, apart from its position.
fn check(think: &Think) -> Result<(), Wrong> {
    if !(1..=MOST_LINES).contains(&think.lines) {
        let message = format!("found {}, expected 1 to {MOST_LINES} lines", think.lines);
        return Err(Wrong::field("lines", message));
    }
    if let Some(level) = think.level.filter(|level| !LEVEL.contains(level)) {
        let (least, most) = (LEVEL.start(), LEVEL.end());
        let message = format!("found {level}, expected null or a level from {least} to {most}");
        return Err(Wrong::field("level", message));
    }
    limits(&think.limits, Colour::White)
        .or_else(|_| limits(&think.limits, Colour::Black))
        .map(drop)
}

/// The limits of the search, for the side to move.
fn limits(asked: &super::message::Limits, turn: Colour) -> Result<Limits, Wrong> {
    let wrong = |message: &str| Err(Wrong::field("limits", message));
    let (time, increment) = match turn {
        Colour::White => (asked.wtime, asked.winc),
        Colour::Black => (asked.btime, asked.binc),
    };
    let has_clock = [asked.wtime, asked.btime, asked.winc, asked.binc]
        .iter()
        .any(Option::is_some);
    let given = [asked.movetime, asked.nodes, asked.depth];
    if given.contains(&Some(0)) {
        return wrong("expected at least 1 for movetime, nodes and depth");
    }
    if has_clock && time.is_none() {
        return wrong("expected both wtime and btime");
    }
    let is_limited = has_clock || given.iter().any(Option::is_some);
    match (asked.infinite, is_limited) {
        (true, true) => return wrong("infinite excludes other limits"),
        (false, false) => {
            return wrong("expected infinite, movetime, nodes, depth, or wtime and btime");
        }
        _ => {}
    }
    Ok(Limits {
        depth: asked.depth.map(Depth::new),
        nodes: asked.nodes,
        move_time: asked.movetime.map(Duration::from_millis),
        clock: time.map(|time| Clock {
            remaining: Duration::from_millis(time),
            increment: Duration::from_millis(increment.unwrap_or(0)),
            moves_to_go: None,
        }),
        ..Limits::default()
    })
}

/// What is left of the limits after a search; `None` if nothing is left, or a move is awaited.
fn what_is_left(limits: Limits, elapsed: Duration, nodes: u64) -> Option<Limits> {
    let left = Limits {
        move_time: limits.move_time.map(|time| time.saturating_sub(elapsed)),
        nodes: limits.nodes.map(|most| most.saturating_sub(nodes)),
        ..limits
    };
    let is_over = left.move_time == Some(Duration::ZERO) || left.nodes == Some(0);
    (!is_over && limits.clock.is_none()).then_some(left)
}

/// Sets up the engine's options and the position of the request.
fn set_up(
    engine: &mut Engine,
    config: &Config,
    think: &Think,
) -> Result<Box<dyn GameState>, Wrong> {
    let asked = think.position();
    let (name, variant) = position::variant(config, &asked.variant)?;
    let choices = position::choices(config, variant, &asked.choices)?;
    position::check_length(asked.moves.len())?;
    engine
        .play_variant(name, &choices)
        .map_err(|problem| Wrong::field("choices", problem))?;
    let set = engine.set_options(|options| {
        options.multipv = think.lines;
        options.analyse_mode = !think.answer;
        options.limit_level(think.level);
    });
    set.map_err(Wrong::plain)?;
    let moves: Vec<&str> = asked.moves.iter().map(String::as_str).collect();
    let set_up = engine.set_position(asked.fen.as_deref(), &moves);
    set_up.map_err(|problem| match problem {
        PositionError::Fen { problem, .. } => Wrong::field("fen", problem),
        PositionError::Move { number, problem } => Wrong::place("moves", number - 1, problem),
        PositionError::Start(problem) => Wrong::field("choices", problem),
        early @ PositionError::TooEarly { .. } => Wrong::plain(early),
    })?;
    let state = engine.state().map(GameState::boxed);
    state.ok_or_else(|| Wrong::plain("there is no position"))
}

/// The answer if the game is over.
const fn over(by_rules: Outcome) -> Done {
    Done {
        best: None,
        outcome: Some(outcome(by_rules)),
        stopped: false,
    }
}

fn line(state: &dyn GameState, report: &Report<String>) -> Line {
    let mut board = state.boxed();
    let moves = report.principal_variation.iter().take(MOST_STEPS);
    let steps = moves.map_while(|played| {
        let step = Step::new(board.read(played).ok()?);
        board.play(played).ok()?;
        Some(step)
    });
    let chances = report.chances;
    Line {
        line: report.line,
        depth: report.depth.plies(),
        seldepth: report.seldepth,
        score: report.value.into(),
        exact: report.proved.map(outcome),
        chances: [chances.win, chances.draw, chances.loss],
        nodes: report.nodes,
        nps: report.speed(),
        pv: steps.collect(),
    }
}
