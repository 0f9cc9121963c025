//! The loop between XBoard and the engine.
//!
//! Three threads: one reads lines, one thinks, and this one owns the output. While the engine
//! thinks it is away, in the thinking thread, and comes back with the answer. A command that
//! changes the game ends the search, whose answer is then dropped, and waits until the engine is
//! back; the others are carried out at once.
//!
//! There is no command "think" here. When nothing waits, the session looks whose turn it is: if
//! the engine plays that side, or analyses, it thinks.

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use crossbeam_channel::{Receiver, Sender, never, select, unbounded};
use log::debug;

use super::lexer::{self, Command};
use super::record::{Record, result};
use super::time_control::TimeControl;
use super::writer::Writer;
use crate::board::Colour;
use crate::config::Config;
use crate::engine::options::{Kind, TABLE};
use crate::engine::{Answer, Engine, GoError, StartError};
use crate::game::playable::MoveError;
use crate::game::state::GameState;
use crate::search::{Limits, Report};
use crate::stop::Stop;
use crate::uci::lines::read_lines;

/// What the thinking thread sends.
enum Event {
    Report(Report<String>),
    /// The engine comes back.
    Done(Box<Engine>, Result<Answer, GoError>),
    /// The engine is gone: a fault of the program's own.
    Lost,
}

/// What the engine does when it is somebody's turn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// It keeps the game's record ("force").
    Onlooker,
    /// It plays one side.
    Player(Colour),
    /// It thinks about each position until the next.
    Analyst,
}

/// What becomes of the search that is going on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Thinking {
    /// Its move is played.
    ToMove,
    /// It goes on until something happens, and its answer is of no use then.
    ToAnalyse,
    /// The game has gone on without it.
    InVain,
}

/// Talks to XBoard until the input ends or says `quit`.
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
    let mut session = Session::new(config, output)?;
    match session.listen(lines) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => Ok(other?),
    }
}

struct Session<W: Write> {
    /// With the options as they are now, and the variant it started with.
    config: Config,
    writer: Writer<W>,
    /// Away while it thinks.
    engine: Option<Box<Engine>>,
    record: Record,
    role: Role,
    time_control: TimeControl,
    /// Whether what it thinks is shown.
    posting: bool,
    /// The reply expected to the engine's last move.
    expected: Option<String>,
    waiting: VecDeque<Command>,
    /// Of the search that is going on, or the last one.
    thinking: Thinking,
    /// To be said to the search that is going on.
    stop: Arc<Stop>,
    /// No more lines will come.
    input_ended: bool,
    quitting: bool,
    events: (Sender<Event>, Receiver<Event>),
}

impl<W: Write> Session<W> {
    fn new(config: Config, output: W) -> Result<Self, StartError> {
        let engine = Engine::new(config.clone())?;
        Ok(Self {
            record: Record::new(engine.start()?),
            engine: Some(Box::new(engine)),
            config,
            writer: Writer::new(output),
            role: Role::Onlooker,
            time_control: TimeControl::default(),
            posting: false,
            expected: None,
            waiting: VecDeque::new(),
            thinking: Thinking::InVain,
            stop: Arc::default(),
            input_ended: false,
            quitting: false,
            events: unbounded(),
        })
    }

    fn listen(&mut self, mut lines: Receiver<String>) -> io::Result<()> {
        let events = self.events.1.clone();
        loop {
            self.work_off()?;
            if self.engine.is_some() && (self.quitting || self.input_ended) {
                return Ok(());
            }
            select! {
                recv(lines) -> line => match line {
                    Ok(line) => self.hear(&line)?,
                    Err(_) => {
                        // A move that is being thought about is still made.
                        self.input_ended = true;
                        lines = never();
                        if self.thinking == Thinking::ToAnalyse {
                            self.stop.stop();
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

    /// A line of input: what concerns only the session is done at once.
    fn hear(&mut self, line: &str) -> io::Result<()> {
        debug!("heard: {}", line.trim_end());
        let command = match lexer::read(line) {
            Ok(command) => command,
            Err(error) => return self.writer.line(error.to_string()),
        };
        let thinks = self.engine.is_none();
        match command {
            Command::Nothing => {}
            Command::Post(on) => self.posting = on,
            Command::Time(remaining) => self.time_control.set_clock(remaining),
            Command::TimePerMove(time) => self.time_control.set_per_move(time),
            Command::Depth(plies) => self.time_control.set_depth(plies),
            Command::Level {
                moves,
                base,
                increment,
            } => {
                let plies = self.record.plies();
                self.time_control.set_level(moves, base, increment, plies);
            }
            Command::MoveNow => {
                if self.thinking == Thinking::ToMove {
                    self.stop.stop();
                }
            }
            // An analysis does not end by itself: they cannot wait for that.
            Command::Ping(_) | Command::Hint if thinks && self.thinking == Thinking::ToAnalyse => {
                self.answer(&command)?;
            }
            Command::Ping(_) | Command::Hint => self.waiting.push_back(command),
            Command::Quit => {
                self.quitting = true;
                self.waiting.clear();
                self.interrupt();
            }
            other => {
                self.waiting.push_back(other);
                self.interrupt();
            }
        }
        Ok(())
    }

    /// Ends the search that is going on: its answer is not wanted any more.
    fn interrupt(&mut self) {
        if self.engine.is_none() {
            self.thinking = Thinking::InVain;
            self.stop.stop();
        }
    }

    /// Carries out what waits while the engine is here, then lets it think if it is to.
    fn work_off(&mut self) -> io::Result<()> {
        while let Some(mut engine) = self.engine.take() {
            let Some(command) = self.waiting.pop_front() else {
                return self.think(engine);
            };
            self.carry_out(command, &mut engine)?;
            self.engine = Some(engine);
        }
        Ok(())
    }

    /// Carries out a command that needs the engine, or that had to wait for it.
    fn carry_out(&mut self, command: Command, engine: &mut Engine) -> io::Result<()> {
        match command {
            Command::Features => self.introduce(engine)?,
            Command::Ping(_) | Command::Hint => self.answer(&command)?,
            Command::New => {
                let variant = self.config.options.variant.clone();
                if let Err(error) = engine.set_option("UCI_Variant", Some(&variant)) {
                    self.writer.line(format!("Error ({error}): new"))?;
                }
                engine.new_game();
                self.time_control = self.time_control.restarted();
                self.begin(engine)?;
                if self.role != Role::Analyst {
                    self.role = Role::Player(Colour::Black);
                }
            }
            Command::Variant(name) => match engine.set_option("UCI_Variant", Some(&name)) {
                Ok(()) => {
                    self.begin(engine)?;
                    self.writer.setup(engine)?;
                }
                Err(error) => self
                    .writer
                    .line(format!("Error ({error}): variant {name}"))?,
            },
            Command::SetBoard(fen) => match engine.variant().read_fen(&fen) {
                Ok(position) => self.restart(position),
                Err(error) => self
                    .writer
                    .line(format!("tellusererror Illegal position: {error}"))?,
            },
            Command::Force | Command::Result | Command::Exit => self.role = Role::Onlooker,
            Command::Analyze => self.role = Role::Analyst,
            Command::Go => {
                self.role = Role::Player(self.record.position().turn());
                self.claim()?;
            }
            Command::PlayOther => {
                self.role = Role::Player(self.record.position().turn().opponent());
            }
            Command::Move(text) => self.hear_move(&text)?,
            Command::Undo(plies) => {
                self.expected = None;
                if !self.record.take_back(plies) {
                    let name = if plies == 1 { "undo" } else { "remove" };
                    self.writer
                        .line(format!("Error (so many moves were not played): {name}"))?;
                }
            }
            Command::Option { name, value } => {
                if let Err(error) = set_option(engine, &name, value.as_deref()) {
                    self.writer
                        .line(format!("Error ({error}): option {name}"))?;
                }
            }
            // These never wait.
            Command::Nothing
            | Command::Post(_)
            | Command::Time(_)
            | Command::TimePerMove(_)
            | Command::Depth(_)
            | Command::Level { .. }
            | Command::MoveNow
            | Command::Quit => {}
        }
        Ok(())
    }

    fn answer(&mut self, command: &Command) -> io::Result<()> {
        match (command, &self.expected) {
            (Command::Ping(number), _) => self.writer.line(format!("pong {number}")),
            (Command::Hint, Some(reply)) => self.writer.line(format!("Hint: {reply}")),
            _ => Ok(()),
        }
    }

    fn introduce(&mut self, engine: &Engine) -> io::Result<()> {
        let variants: Vec<String> = engine.variants().map(Into::into).collect();
        self.writer
            .features(&self.config.options.variant, &variants)?;
        let options = &mut engine.options().clone();
        let (buttons, others): (Vec<_>, Vec<_>) = TABLE
            .iter()
            .filter(|spec| spec.in_xboard)
            .partition(|spec| matches!(spec.kind, Kind::Button));
        for spec in others.into_iter().chain(buttons) {
            let control = match &spec.kind {
                Kind::Number(range, field) => {
                    let (value, least, most) = (*field(options), range.start(), range.end());
                    format!("-spin {value} {least} {most}")
                }
                Kind::Check(field) => format!("-check {}", i32::from(*field(options))),
                Kind::Text(field) => format!("-string {}", field(options)),
                Kind::Button => "-button".into(),
                // It has a word of its own.
                Kind::Variant => continue,
            };
            self.writer
                .line(format!("feature option=\"{} {control}\"", spec.name))?;
        }
        self.writer.line("feature done=1")
    }

    /// The start position of the variant.
    fn begin(&mut self, engine: &Engine) -> io::Result<()> {
        match engine.start() {
            Ok(start) => {
                self.restart(start);
                Ok(())
            }
            Err(error) => self.writer.line(format!("tellusererror {error}")),
        }
    }

    fn restart(&mut self, position: Box<dyn GameState>) {
        self.record = Record::new(position);
        self.expected = None;
    }

    /// A move of the opponent's, or one of a game that is played over.
    fn hear_move(&mut self, text: &str) -> io::Result<()> {
        match self.record.play(text) {
            Ok(()) => {
                self.expected = None;
                self.claim()
            }
            Err(MoveError::Illegal { choice, .. }) => {
                self.writer.line(format!("Illegal move ({choice}): {text}"))
            }
            Err(error @ MoveError::Unreadable { .. }) => {
                self.writer.line(format!("Illegal move ({error}): {text}"))
            }
        }
    }

    /// Says how the game has ended, if it has and the engine is one of the players.
    fn claim(&mut self) -> io::Result<()> {
        match (self.role, result(self.record.position())) {
            (Role::Player(_), Some(result)) => self.writer.line(result),
            _ => Ok(()),
        }
    }

    /// Sends the engine away to think, if it is to; otherwise it stays.
    fn think(&mut self, mut engine: Box<Engine>) -> io::Result<()> {
        let position = self.record.position().boxed();
        let limits = match self.role {
            Role::Player(colour) if colour == position.turn() => {
                self.thinking = Thinking::ToMove;
                self.time_control.limits(self.record.plies())
            }
            Role::Analyst if !self.input_ended => {
                self.thinking = Thinking::ToAnalyse;
                Limits::default()
            }
            _ => {
                self.engine = Some(engine);
                return Ok(());
            }
        };
        let over = result(&*position).is_some();
        if over || self.quitting {
            self.engine = Some(engine);
            return Ok(());
        }
        if let Err(error) = engine.set_position(Some(&position.fen()), &[]) {
            self.role = Role::Onlooker;
            self.engine = Some(engine);
            return self.writer.line(format!("tellusererror {error}"));
        }
        let endless = self.thinking == Thinking::ToAnalyse;
        self.stop = Arc::default();
        let (stop, events) = (Arc::clone(&self.stop), self.events.0.clone());
        let search = move || {
            let answer = engine.go(limits, &stop, |report| {
                let _ = events.send(Event::Report(report));
            });
            if endless {
                // Solved or not: the analysis stands until something happens.
                stop.wait();
            }
            Event::Done(engine, answer)
        };
        let events = self.events.0.clone();
        std::thread::Builder::new()
            .name("search".into())
            .spawn(move || {
                // A fault here must not leave XBoard waiting for ever. That nobody listens any
                // more can only be when the program ends.
                let done = catch_unwind(AssertUnwindSafe(search)).unwrap_or(Event::Lost);
                let _ = events.send(done);
            })
            .map(drop)
    }

    /// Something from the thinking thread.
    fn told(&mut self, event: Event) -> io::Result<()> {
        match event {
            Event::Report(report) => {
                // The analyst is always heard.
                let wanted = match self.thinking {
                    Thinking::ToMove => self.posting,
                    Thinking::ToAnalyse => true,
                    Thinking::InVain => false,
                };
                if wanted {
                    self.writer.report(&report)?;
                }
                Ok(())
            }
            Event::Lost => {
                let engine = Engine::new(self.config.clone()).map_err(io::Error::other)?;
                self.engine = Some(Box::new(engine));
                self.role = Role::Onlooker;
                self.writer
                    .line("tellusererror internal error: the search failed; choose a new game")
            }
            Event::Done(engine, answer) => {
                let wanted = self.thinking == Thinking::ToMove;
                self.thinking = Thinking::InVain;
                let done = match answer {
                    Ok(Answer::Best(reports)) if wanted => self.make_move(&reports),
                    Err(error) => {
                        self.role = Role::Onlooker;
                        self.writer.line(format!("tellusererror {error}"))
                    }
                    _ => Ok(()),
                };
                self.engine = Some(engine);
                done
            }
        }
    }

    fn make_move(&mut self, reports: &[Report<String>]) -> io::Result<()> {
        let line = reports.first().map(|best| &best.principal_variation[..]);
        let Some([best, rest @ ..]) = line else {
            return Ok(());
        };
        if let Err(error) = self.record.play(best) {
            self.role = Role::Onlooker;
            return self.writer.line(format!("tellusererror {error}"));
        }
        self.expected = rest.first().cloned();
        self.writer.line(format!("move {best}"))?;
        self.claim()
    }
}

/// Sets an option that may change in the middle of a game.
fn set_option(engine: &mut Engine, name: &str, value: Option<&str>) -> Result<(), String> {
    if engine.chooses_start(name) {
        return Err(format!(
            "{name} is chosen with the game: by 'variant', or when the program is started"
        ));
    }
    engine
        .set_option(name, value)
        .map_err(|error| error.to_string())
}
