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
use log::{LevelFilter, debug};

use super::lexer::{self, Command, Go, LineError};
use super::lines::read_lines;
use super::options;
use super::thinking::{Event, Finish, bench_lines, limits, perft_lines, search};
use super::writer::Writer;
use crate::config::Config;
use crate::engine::{Engine, GoError, StartError};
use crate::game::state::GameState;
use crate::search::Limits;
use crate::stop::Stop;

/// What a client may send.
pub const HELP: &str = "\
uci                                    who I am, and the options
isready                                answered with readyok when all before is done
setoption name NAME [value VALUE]      sets an option
ucinewgame                             forgets what earlier searches found
position startpos|fen FEN [moves …]    sets up a position
go [wtime MS] [btime MS] [winc MS] [binc MS] [movestogo N] [movetime MS]
   [depth N] [nodes N] [mate N] [ponder] [infinite] [searchmoves MOVE …]
                                       thinks; ends with bestmove
ponderhit                              the move pondered on was played
go perft N                             counts the lines of N plies, move by move
stop                                   ends thinking
d, fen, eval, bench                    the board, its FEN, the evaluation, a fixed test
debug on|off                           logs to standard error what is heard
help                                   this list
quit                                   ends the program";

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

struct Session<W: Write> {
    config: Config,
    writer: Writer<W>,
    /// Away while it thinks.
    engine: Option<Box<Engine>>,
    waiting: VecDeque<Command>,
    /// What goes on in the thinking thread, or did last.
    work: Work,
    /// No more lines will come.
    input_ended: bool,
    quitting: bool,
    events: (Sender<Event>, Receiver<Event>),
}

/// Work for the thinking thread.
#[derive(Clone, Default)]
struct Work {
    /// How to talk to it.
    stop: Arc<Stop>,
    /// Whether it only ends when told to.
    endless: bool,
    /// Whether it waits for `ponderhit`.
    ponders: bool,
    /// Whether it is a search, which ends with a best move.
    is_search: bool,
}

impl<W: Write> Session<W> {
    fn new(config: Config, output: W) -> Result<Self, StartError> {
        Ok(Self {
            engine: Some(Box::new(Engine::new(config.clone())?)),
            config,
            writer: Writer::new(output),
            waiting: VecDeque::new(),
            work: Work::default(),
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
                        if self.work.endless || self.work.ponders {
                            self.work.stop.stop();
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
                    LineError::GoNumber { .. } | LineError::GoParameter(_) | LineError::GoMoves => {
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
                self.work.stop.stop();
                Ok(())
            }
            Command::Stop | Command::PonderHit => {
                self.pass_on(&command);
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

    /// Passes `stop` on to all that goes on or waits, `ponderhit` to the first that ponders.
    fn pass_on(&mut self, command: &Command) {
        if *command == Command::Stop {
            self.work.stop.stop();
        } else if std::mem::take(&mut self.work.ponders) {
            return self.work.stop.ponderhit();
        }
        let mut queue = VecDeque::new();
        let mut meant = true;
        while let Some(one) = self.waiting.pop_front() {
            let takes_it = match &one {
                Command::Bench => *command == Command::Stop,
                Command::Go(go) => *command == Command::Stop || go.ponder,
                _ => false,
            };
            let has_it = self.waiting.front() == Some(command);
            queue.push_back(one);
            if takes_it && meant && !has_it {
                queue.push_back(command.clone());
                meant = *command == Command::Stop;
            }
        }
        self.waiting = queue;
    }

    /// Carries out what waits, as far as the engine is here.
    fn work_off(&mut self) -> io::Result<()> {
        while let Some(command) = self.waiting.pop_front() {
            if command == Command::Stop {
                self.work.stop.stop();
            } else if command == Command::PonderHit {
                self.work.ponders = false;
                self.work.stop.ponderhit();
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
            Command::Go(go) => return self.go(go, engine),
            Command::Bench => return self.away(engine, Work::default(), bench_lines),
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
                let text = engine.state().map(|state| match command {
                    Command::Draw => format!("{}\nFen: {}", state.picture().draw(), state.fen()),
                    Command::Fen => state.fen(),
                    _ => state.explain(),
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
        if name.eq_ignore_ascii_case("VariantPath") && !engine.options().variant_path.is_empty() {
            return self.writer.say(
                "VariantPath is not read: 'uci' lists the variants, and engine.toml can add more",
            );
        }
        match engine.state() {
            Some(start) if engine.chooses_start(name) => {
                let picture = start.picture();
                self.writer.line(format!(
                    "info string variant {} files {} ranks {} pocket 0 template fairy startpos {}",
                    engine.options().variant,
                    picture.files(),
                    picture.ranks(),
                    start.fen(),
                ))
            }
            _ => Ok(()),
        }
    }

    /// Starts a search, or a perft.
    fn go(&mut self, go: Go, engine: Box<Engine>) -> io::Result<()> {
        let Some(state) = engine.state().map(GameState::boxed) else {
            self.writer.say(GoError::NoPosition.to_string())?;
            self.engine = Some(engine);
            return self.writer.no_move();
        };
        if let Some(depth) = go.perft {
            return self.away(engine, Work::default(), move |engine, stop, events| {
                let lines = perft_lines(&*state, depth, stop);
                let _ = events.send(Event::Lines(lines));
                Event::Done(engine, Finish::Nothing)
            });
        }
        let limits = limits(&go, state.turn());
        let unlimited = Limits {
            ponder: limits.ponder,
            ..Limits::default()
        };
        let work = Work {
            endless: limits == unlimited,
            ponders: limits.ponder,
            is_search: true,
            ..Work::default()
        };
        let endless = work.endless;
        self.writer.show_chances(engine.options().show_wdl);
        self.away(engine, work, move |engine, stop, events| {
            search(engine, &go, limits, endless, stop, events)
        })
    }

    /// Sends the engine to the thinking thread with some work.
    fn away(
        &mut self,
        engine: Box<Engine>,
        work: Work,
        carry_out: impl FnOnce(Box<Engine>, &Stop, &Sender<Event>) -> Event + Send + 'static,
    ) -> io::Result<()> {
        if self.input_ended && (work.endless || work.ponders) {
            work.stop.stop();
        }
        self.work = work;
        let (stop, events) = (Arc::clone(&self.work.stop), self.events.0.clone());
        std::thread::Builder::new()
            .name("search".into())
            .spawn(move || {
                // A fault here must not leave the client waiting for ever.
                let carry_out = AssertUnwindSafe(|| carry_out(engine, &stop, &events));
                let done = catch_unwind(carry_out).unwrap_or(Event::Lost);
                // Nobody listens any more only when the program ends.
                let _ = events.send(done);
            })
            .map(drop)
    }

    /// Something from the thinking thread.
    fn told(&mut self, event: Event) -> io::Result<()> {
        match event {
            Event::News(news) => self.writer.news(&news),
            Event::Lines(lines) => lines.iter().try_for_each(|line| self.writer.line(line)),
            Event::Lost => {
                let engine = Engine::new(self.config.clone()).map_err(io::Error::other)?;
                self.engine = Some(Box::new(engine));
                self.writer
                    .say("internal error: the work failed; options and position are reset")?;
                match std::mem::take(&mut self.work).is_search {
                    true => self.writer.no_move(),
                    false => Ok(()),
                }
            }
            Event::Done(engine, ending) => {
                self.engine = Some(engine);
                self.work = Work::default();
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
