//! The loop between a client and the engine.
//!
//! Three threads: one reads lines, one thinks, and this one owns the output and never waits for
//! anything but the other two. While the engine thinks it is away, in the thinking thread, and
//! comes back with the answer. Commands that need it wait in a queue until then; `isready`,
//! `uci`, `stop` and `quit` are answered at once.

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use crossbeam_channel::{Receiver, Sender, never, select, unbounded};
use log::{LevelFilter, debug, warn};

use super::lexer::{self, Command, Go, LineError};
use super::options;
use super::writer::Writer;
use crate::bench;
use crate::board::Colour;
use crate::config::Config;
use crate::engine::{Answer, Engine, GoError};
use crate::pawns::{Diagram, Ending, StartError, coordinates, divide, pscore};
use crate::search::{Clock, Depth, Limits, Report, Stop};

/// What a client may send.
pub const HELP: &str = "\
uci                                    who I am, and the options
isready                                answered with readyok when all before is done
setoption name NAME [value VALUE]      sets an option
ucinewgame                             forgets what earlier searches found
position startpos|fen FEN [moves …]    sets up a position
go [wtime MS] [btime MS] [winc MS] [binc MS] [movestogo N]
   [movetime MS] [depth N] [nodes N] [infinite]    thinks; ends with bestmove
go perft N                             counts the lines of N plies, move by move
stop                                   ends thinking
d, fen, eval, bench                    the board, its FEN, the evaluation, a fixed test
debug on|off                           logs to standard error what is heard
help                                   this list
quit                                   ends the program";

/// A line longer than this is no command; it is skipped.
const LONGEST_LINE: usize = 1 << 16;

/// What the thinking thread sends.
enum Event {
    Report(Report<String>),
    Lines(Vec<String>),
    /// The engine comes back, with what ends the command.
    Done(Box<Engine>, Finish),
    /// The engine is gone: a fault of the program's own.
    Lost,
}

/// What ends a command that was carried out by the thinking thread.
enum Finish {
    Answer(Result<Answer, GoError>),
    Nothing,
}

/// Talks UCI until the input ends or says `quit`.
///
/// # Errors
/// If the output fails for another reason than that nobody reads it any more, or the options of
/// the configuration contradict each other.
pub fn run(
    config: Config,
    input: impl BufRead + Send + 'static,
    output: impl Write,
) -> anyhow::Result<()> {
    let (sender, lines) = unbounded();
    std::thread::spawn(move || read_lines(input, &sender));
    converse(config, lines, output)
}

/// Carries out commands as if they were lines of input, then ends.
///
/// # Errors
/// As [`run`].
pub fn run_commands(config: Config, commands: &[String], output: impl Write) -> anyhow::Result<()> {
    let (sender, lines) = unbounded();
    for line in commands {
        sender.send(line.clone())?;
    }
    drop(sender);
    converse(config, lines, output)
}

fn converse(config: Config, lines: Receiver<String>, output: impl Write) -> anyhow::Result<()> {
    let mut session = Session::new(config, output)?;
    match session.listen(lines) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => Ok(other?),
    }
}

/// Sends each line on; what is not UTF-8 is replaced, what is too long is cut out.
fn read_lines(mut input: impl BufRead, lines: &Sender<String>) {
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match io::Read::take(&mut input, LONGEST_LINE as u64).read_until(b'\n', &mut bytes) {
            Ok(0) => return,
            Ok(_) => {}
            Err(error) => {
                warn!("the input cannot be read any more: {error}");
                return;
            }
        }
        let cut = bytes.len() == LONGEST_LINE && !bytes.ends_with(b"\n");
        if cut && input.skip_until(b'\n').is_err() {
            return;
        }
        let line = match cut {
            true => format!("line-of-more-than-{LONGEST_LINE}-bytes"),
            false => String::from_utf8_lossy(&bytes).into_owned(),
        };
        if lines.send(line).is_err() {
            return;
        }
    }
}

struct Session<W: Write> {
    config: Config,
    writer: Writer<W>,
    /// Away while it thinks.
    engine: Option<Box<Engine>>,
    waiting: VecDeque<Command>,
    /// To be said to the search that is going on.
    stop: Arc<Stop>,
    /// Whether it only ends when told to.
    endless: bool,
    /// No more lines will come.
    input_ended: bool,
    quitting: bool,
    events: (Sender<Event>, Receiver<Event>),
}

impl<W: Write> Session<W> {
    fn new(config: Config, output: W) -> Result<Self, StartError> {
        Ok(Self {
            engine: Some(Box::new(Engine::new(config.clone())?)),
            config,
            writer: Writer::new(output),
            waiting: VecDeque::new(),
            stop: Arc::default(),
            endless: false,
            input_ended: false,
            quitting: false,
            events: unbounded(),
        })
    }

    fn listen(&mut self, mut lines: Receiver<String>) -> io::Result<()> {
        let events = self.events.1.clone();
        loop {
            self.work_off()?;
            let idle = self.engine.is_some();
            if idle && (self.quitting || (self.input_ended && self.waiting.is_empty())) {
                return Ok(());
            }
            select! {
                recv(lines) -> line => match line {
                    Ok(line) => self.hear(&line)?,
                    Err(_) => {
                        self.input_ended = true;
                        lines = never();
                        if self.endless {
                            self.stop.say();
                        }
                    }
                },
                recv(events) -> event => match event {
                    Ok(event) => self.told(event)?,
                    Err(_) => return Ok(()),
                },
            }
        }
    }

    /// A line of input.
    fn hear(&mut self, line: &str) -> io::Result<()> {
        debug!("heard: {}", line.trim_end());
        match lexer::read(line) {
            Ok(None) => Ok(()),
            Ok(Some(command)) => self.take(command),
            Err(error) => {
                self.writer.say(error.to_string())?;
                match error {
                    LineError::Position(_) => self.take(Command::RefusedPosition),
                    LineError::GoNumber { .. } | LineError::GoParameter(_) => {
                        self.take(Command::RefusedGo)
                    }
                    _ => Ok(()),
                }
            }
        }
    }

    /// Carries a command out, or lets it wait for the engine.
    fn take(&mut self, command: Command) -> io::Result<()> {
        match command {
            Command::Uci => self.introduce(),
            Command::IsReady => {
                if let Some(engine) = &mut self.engine
                    && let Err(error) = engine.prepare()
                {
                    self.writer.say(error.to_string())?;
                }
                self.writer.line("readyok")
            }
            Command::Quit => {
                self.quitting = true;
                self.waiting.clear();
                self.stop.say();
                Ok(())
            }
            Command::Stop | Command::PonderHit => {
                self.stop.say();
                if !self.waiting.is_empty() {
                    // A search that waits in the queue is meant too.
                    self.waiting.push_back(command);
                }
                Ok(())
            }
            Command::Help => self.writer.line(HELP),
            Command::Debug(on) => {
                log::set_max_level(if on {
                    LevelFilter::Debug
                } else {
                    LevelFilter::Warn
                });
                Ok(())
            }
            other => {
                self.waiting.push_back(other);
                Ok(())
            }
        }
    }

    /// Carries out what waits, as far as the engine is here.
    fn work_off(&mut self) -> io::Result<()> {
        while let Some(command) = self.waiting.pop_front() {
            if matches!(command, Command::Stop | Command::PonderHit) {
                self.stop.say();
            } else if let Some(engine) = self.engine.take() {
                self.carry_out(command, engine)?;
            } else {
                self.waiting.push_front(command);
                return Ok(());
            }
        }
        Ok(())
    }

    /// Carries out a command that needs the engine, and puts the engine back or sends it away to
    /// think.
    fn carry_out(&mut self, command: Command, mut engine: Box<Engine>) -> io::Result<()> {
        match command {
            Command::Go(go) => return self.go(&go, engine),
            Command::Bench => return self.away(engine, false, bench_lines),
            Command::RefusedGo => self.writer.no_move()?,
            Command::RefusedPosition => engine.drop_position(),
            Command::NewGame => engine.new_game(),
            Command::SetOption { name, value } => {
                self.set_option(&mut engine, &name, value.as_deref())?;
            }
            Command::Position { fen, moves } => {
                let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
                if let Err(error) = engine.set_position(fen.as_deref(), &moves) {
                    self.writer.say(error.to_string())?;
                }
            }
            Command::Draw | Command::Fen | Command::Eval => {
                let text = engine.diagram().map(|diagram| match command {
                    Command::Draw => format!("{}\nFen: {diagram}", diagram.draw()),
                    Command::Fen => diagram.to_string(),
                    _ => pscore::table(diagram, &engine.game()),
                });
                match text {
                    Some(text) => self.writer.line(text)?,
                    None => self.writer.say(GoError::NoPosition.to_string())?,
                }
            }
            // These never wait.
            Command::Uci
            | Command::Debug(_)
            | Command::IsReady
            | Command::Stop
            | Command::PonderHit
            | Command::Quit
            | Command::Help => {}
        }
        self.engine = Some(engine);
        Ok(())
    }

    fn introduce(&mut self) -> io::Result<()> {
        self.writer
            .line(format!("id name Jacquerie {}", env!("CARGO_PKG_VERSION")))?;
        self.writer.line("id author the Jacquerie authors")?;
        for option in options::announcements(&self.config) {
            self.writer.line(option)?;
        }
        self.writer.line("uciok")
    }

    fn set_option(
        &mut self,
        engine: &mut Engine,
        name: &str,
        value: Option<&str>,
    ) -> io::Result<()> {
        if let Err(error) = engine.set_option(name, value) {
            return self.writer.say(error.to_string());
        }
        let shapes_board = ["uci_variant", "files", "gaps"]
            .iter()
            .any(|one| one.eq_ignore_ascii_case(name));
        match engine.diagram() {
            Some(start) if shapes_board => self.writer.line(format!(
                "info string variant {} files {} ranks 8 pocket 0 template fairy startpos {start}",
                engine.options().variant,
                start.files,
            )),
            _ => Ok(()),
        }
    }

    /// Starts a search, or a perft.
    fn go(&mut self, go: &Go, engine: Box<Engine>) -> io::Result<()> {
        let Some(diagram) = engine.diagram().copied() else {
            self.writer.say(GoError::NoPosition.to_string())?;
            self.engine = Some(engine);
            return self.writer.no_move();
        };
        if let Some(depth) = go.perft {
            return self.away(engine, false, move |engine, stop, events| {
                let lines = perft_lines(&diagram, depth, stop);
                // Nobody listens any more only when the program ends.
                let _ = events.send(Event::Lines(lines));
                Event::Done(engine, Finish::Nothing)
            });
        }
        let limits = limits(go, diagram.turn);
        let endless = go.infinite || limits == Limits::default();
        self.away(engine, endless, move |mut engine, stop, events| {
            let answer = engine.go(limits, stop, |report| {
                let _ = events.send(Event::Report(report));
            });
            if endless {
                // Solved or not: the protocol wants no answer before stop.
                stop.wait();
            }
            Event::Done(engine, Finish::Answer(answer))
        })
    }

    /// Sends the engine to the thinking thread with some work.
    fn away(
        &mut self,
        engine: Box<Engine>,
        endless: bool,
        work: impl FnOnce(Box<Engine>, &Stop, &Sender<Event>) -> Event + Send + 'static,
    ) -> io::Result<()> {
        self.stop = Arc::default();
        self.endless = endless;
        if endless && self.input_ended {
            self.stop.say();
        }
        let (stop, events) = (Arc::clone(&self.stop), self.events.0.clone());
        std::thread::Builder::new()
            .name("search".into())
            .spawn(move || {
                // A fault here must not leave the client waiting for ever.
                let work = AssertUnwindSafe(|| work(engine, &stop, &events));
                let done = catch_unwind(work).unwrap_or(Event::Lost);
                // Nobody listens any more only when the program ends.
                let _ = events.send(done);
            })
            .map(drop)
    }

    /// Something from the thinking thread.
    fn told(&mut self, event: Event) -> io::Result<()> {
        match event {
            Event::Report(report) => self.writer.report(&report),
            Event::Lines(lines) => lines.iter().try_for_each(|line| self.writer.line(line)),
            Event::Lost => {
                let engine = Engine::new(self.config.clone()).map_err(io::Error::other)?;
                self.engine = Some(Box::new(engine));
                self.endless = false;
                self.writer
                    .say("internal error: the search failed; options and position are reset")?;
                self.writer.no_move()
            }
            Event::Done(engine, ending) => {
                self.engine = Some(engine);
                self.endless = false;
                match ending {
                    Finish::Nothing => Ok(()),
                    Finish::Answer(Ok(answer)) => self.writer.answer(&answer),
                    Finish::Answer(Err(error)) => {
                        self.writer.say(error.to_string())?;
                        self.writer.no_move()
                    }
                }
            }
        }
    }
}

/// Runs `bench` beside the engine, which waits.
fn bench_lines(engine: Box<Engine>, stop: &Stop, events: &Sender<Event>) -> Event {
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
fn perft_lines(diagram: &Diagram, depth: u32, stop: &Stop) -> Vec<String> {
    let mut lines = Vec::new();
    let stopped = || stop.is_said();
    let count = divide(
        &diagram.position,
        depth,
        Ending::LastRank,
        &stopped,
        |one| {
            lines.push(format!(
                "{}: {}",
                coordinates(diagram, one.played),
                one.lines
            ));
        },
    );
    lines.push(match count {
        Some(count) => format!("\nNodes searched: {count}"),
        None => "info string perft was stopped".into(),
    });
    lines
}

/// What the parameters of `go` mean for the side to move. A clock that is missing is the other
/// side's.
fn limits(go: &Go, turn: Colour) -> Limits {
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
    let clock = times.0.or(times.1).map(|remaining| Clock {
        remaining,
        increment: increments.0.or(increments.1).unwrap_or_default(),
        moves_to_go: go.moves_to_go,
    });
    // With `infinite`, only `stop` ends the search.
    let finite = !go.infinite;
    Limits {
        depth: go.depth.filter(|_| finite).map(Depth::new),
        nodes: go.nodes.filter(|_| finite),
        move_time: go.move_time.filter(|_| finite),
        clock: clock.filter(|_| finite),
        ..Limits::default()
    }
}
