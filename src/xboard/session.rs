//! The XBoard side of a session: what each line requests, and how it is answered.
//!
//! A command that changes the game or the players stops the current search, drops its answer, and
//! waits until the engine is free. An option, and an answer, wait for the engine's move: a search
//! that began again would spend its time twice. What concerns only the session is done at once.
//!
//! XBoard has no command "think". When no command waits, the session checks which side is to move:
//! if the engine plays that side, or analyses, it thinks. On the opponent's turn, if pondering is
//! on, it thinks about the reply that it expects. Whatever the opponent plays, the results are in
//! the table, and the search for the engine's own move begins with the current clocks.

use std::io::{self, BufRead, Write};

use anyhow::Result;

use super::clock_settings::ClockSettings;
use super::hand::Hand;
use super::legs;
use super::lexer::{self, Command, NOTHING_MOVED};
use super::options;
use super::writer::{Writer, unknown_men};
use crate::arena::pgn::Record;
use crate::board::Colour;
use crate::config::Config;
use crate::engine::{Answer, Engine, GoError, OptionError, PositionError, StartError};
use crate::game::fen::FenError;
use crate::game::state::GameState;
use crate::protocol::{self, Context, InputLine, Protocol, WorkError, converse, lines};
use crate::quote::short;
use crate::search::{Limits, Report};

/// A search, which sends reports and ends with an answer.
type Work = protocol::Work<Report<String>, Result<Answer, GoError>>;

/// XBoard's name for chess.
const NORMAL: &str = "normal";

/// The role of the engine.
#[derive(Clone, Copy, PartialEq, Eq)]
enum EngineRole {
    /// It plays neither side ("force").
    Onlooker,
    /// It plays one side.
    Player(Colour),
    /// It thinks about each position until the next one is set up.
    Analyst,
}

/// The purpose of the current search.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// The search finds the move that is played.
    ToMove,
    /// The search runs until something happens; then its answer is dropped.
    ToAnalyse,
    /// Like [`Self::ToAnalyse`], but while it is the opponent's turn.
    ToPonder,
    /// The game has gone on, so the answer is no longer needed.
    InVain,
}

impl Purpose {
    /// Whether the search lasts until something happens, even if the position is solved.
    fn is_endless(self) -> bool {
        matches!(self, Self::ToAnalyse | Self::ToPonder)
    }
}

/// Runs an XBoard session until the input ends or the client quits.
///
/// # Errors
/// If the output fails for a reason other than being closed, if the options of the configuration
/// contradict each other, or the input cannot be read.
pub fn run(config: Config, input: impl BufRead + Send + 'static, output: impl Write) -> Result<()> {
    let engine = Engine::new(config)?;
    let xboard = XBoard::new(&engine, output)?;
    converse(xboard, engine, lines::from_input(input)?)?;
    Ok(())
}

/// Tells the user why there is no session: XBoard does not show standard error.
///
/// # Errors
/// If the output is closed.
pub fn refuse(reason: impl std::fmt::Display, output: impl Write) -> io::Result<()> {
    Writer::new(output).line(format!("tellusererror {reason}"))
}

/// The state of the session.
struct XBoard<W: Write> {
    writer: Writer<W>,
    /// The variant of the games that `new` begins.
    usual_variant: String,
    game: Record,
    role: EngineRole,
    clock: ClockSettings,
    /// Whether the engine's thinking is shown.
    posting: bool,
    /// Whether the engine thinks while the opponent does.
    ponders: bool,
    /// Whether the next move is to be made at once.
    moves_now: bool,
    /// The expected reply to the engine's last move.
    expected: Option<String>,
    /// The purpose of the current search, or of the last one.
    thinking: Purpose,
    /// The latest report of the analysis.
    latest: Option<Report<String>>,
    /// The piece that the user has picked up, in a game in which XBoard must be sent its
    /// destinations.
    hand: Option<Hand>,
}

impl<W: Write> Protocol for XBoard<W> {
    type Command = Command;
    type Message = Report<String>;
    type Reply = Result<Answer, GoError>;

    fn hear(&mut self, line: InputLine, context: &mut Context<Command>) -> io::Result<()> {
        let command = match line {
            InputLine::Whole(text) => lexer::read(&text),
            InputLine::TooLong(beginning) => Err(lexer::read_beginning(&beginning)),
        };
        let command = match command {
            Ok(command) => command,
            Err(error) => return self.writer.line(error.to_string()),
        };
        let endless = context.is_working() && self.thinking.is_endless();
        match command {
            Command::Nothing => {}
            Command::Status => {
                if self.role == EngineRole::Analyst {
                    let moves = self.game.position().moves().len();
                    self.writer.status(self.latest.as_ref(), moves)?;
                }
            }
            Command::Post(on) => self.posting = on,
            Command::Ponder(on) => {
                self.ponders = on;
                if self.thinking == Purpose::ToPonder {
                    context.stop();
                }
            }
            // After a `new` that waits, they are for the new game.
            Command::Time(_)
            | Command::TimePerMove(_)
            | Command::Depth(_)
            | Command::Level { .. } => match context.has_waiting() {
                true => context.put_off(command),
                false => self.clock.hear(&command, self.game.moves().len()),
            },
            Command::MoveNow if self.thinking == Purpose::ToMove => context.stop(),
            // It may be for a move that comes after commands that wait.
            Command::MoveNow if context.has_waiting() => context.put_off(command),
            Command::MoveNow => {}
            // These commands cannot wait for work that does not end by itself.
            Command::Ping(_) | Command::Hint | Command::Lift(_) | Command::Put(_) => {
                match endless {
                    true => self.answer(&command)?,
                    false => context.put_off(command),
                }
            }
            // The search for a move continues.
            Command::Option { .. } | Command::Features if self.thinking == Purpose::ToMove => {
                context.put_off(command);
            }
            Command::Move(ref text) if self.is_illegal_during_own_move(text) => {
                self.hear_move(text)?;
            }
            Command::Quit => {
                // XBoard itself quits, and does not wait for an answer.
                self.thinking = Purpose::InVain;
                context.abandon();
                context.quit();
            }
            other => {
                // The answer of the current search is no longer needed.
                self.thinking = Purpose::InVain;
                context.stop();
                context.put_off(other);
            }
        }
        Ok(())
    }

    fn carry_out(&mut self, command: Command, engine: &mut Engine) -> io::Result<Option<Work>> {
        match command {
            Command::Features => self.introduce(engine)?,
            Command::Ping(_) | Command::Hint | Command::Lift(_) | Command::Put(_) => {
                self.answer(&command)?;
            }
            Command::New => {
                let variant = Some(self.usual_variant.as_str());
                if let Err(error) = engine.set_option("UCI_Variant", variant) {
                    self.writer.line(format!("Error ({error}): new"))?;
                }
                engine.new_game();
                self.clock = self.clock.restarted();
                self.begin(engine)?;
                if self.role != EngineRole::Analyst {
                    self.role = EngineRole::Player(Colour::Black);
                }
            }
            Command::Variant(name) => match engine.set_option("UCI_Variant", Some(&name)) {
                Ok(()) => {
                    self.begin(engine)?;
                    if !name.eq_ignore_ascii_case(NORMAL) {
                        self.writer.setup(engine)?;
                    }
                }
                // XBoard sets up the board anyway, so the user must be told.
                Err(error @ OptionError::Start { .. }) => self
                    .writer
                    .line(format!("tellusererror variant {}: {error}", short(&name)))?,
                Err(error) => self
                    .writer
                    .line(format!("Error ({error}): variant {}", short(&name)))?,
            },
            Command::SetBoard(fen) => match position_of(engine, &fen) {
                Ok(start) => self.restart(Record::new(start)),
                Err(_) if legs::is_passed_to(&self.game, &fen) => self.hear_move(NOTHING_MOVED)?,
                Err(error) => {
                    let why = match error {
                        FenError::Illegal(why) => why.to_string(),
                        other => other.to_string(),
                    };
                    self.writer
                        .line(format!("tellusererror Illegal position: {why}"))?;
                }
            },
            Command::Force | Command::Result | Command::Exit => self.role = EngineRole::Onlooker,
            Command::Analyze => self.role = EngineRole::Analyst,
            Command::Go => {
                self.role = EngineRole::Player(self.game.position().turn());
                self.claim()?;
            }
            Command::PlayOther => {
                self.role = EngineRole::Player(self.game.position().turn().opponent());
            }
            Command::Move(text) => self.hear_move(&text)?,
            Command::Undo(plies) => {
                self.expected = None;
                if !self.game.take_back(plies) {
                    let name = if plies == 1 { "undo" } else { "remove" };
                    self.writer
                        .line(format!("Error (not enough moves to take back): {name}"))?;
                }
            }
            Command::Option { name, value, line } => {
                if let Err(error) = options::set(engine, &name, value.as_deref()) {
                    self.writer.line(format!("Error ({error}): {line}"))?;
                }
            }
            Command::Time(_)
            | Command::TimePerMove(_)
            | Command::Depth(_)
            | Command::Level { .. } => self.clock.hear(&command, self.game.moves().len()),
            Command::MoveNow => self.moves_now = true,
            // These commands never wait.
            Command::Nothing
            | Command::Status
            | Command::Post(_)
            | Command::Ponder(_)
            | Command::Quit => {}
        }
        Ok(None)
    }

    /// Starts a search, if the engine is to think.
    fn idle(&mut self, engine: &mut Engine) -> io::Result<Option<Work>> {
        let at_once = std::mem::take(&mut self.moves_now);
        let (thinking, limits) = match self.role {
            EngineRole::Player(colour) if colour == self.game.position().turn() => {
                (Purpose::ToMove, self.clock.limits(self.game.moves().len()))
            }
            EngineRole::Player(_) if self.ponders => (Purpose::ToPonder, Limits::default()),
            EngineRole::Analyst => (Purpose::ToAnalyse, Limits::default()),
            _ => return Ok(None),
        };
        if self.game.position().finish().is_some() {
            return Ok(None);
        }
        let reply = match (thinking, &self.expected) {
            (Purpose::ToPonder, None) => return Ok(None),
            (Purpose::ToPonder, reply) => reply.as_deref(),
            _ => None,
        };
        match (self.game.set_up(engine, reply), thinking) {
            (Ok(()), _) => {}
            // The moves that follow may lead to a position to analyse.
            (Err(PositionError::TooEarly { .. }), Purpose::ToAnalyse) => return Ok(None),
            (Err(error), _) => {
                self.give_up(error)?;
                return Ok(None);
            }
        }
        self.thinking = thinking;
        let search = Work::new(move |engine, stop, tell| {
            if at_once && thinking == Purpose::ToMove {
                stop.stop();
            }
            engine.go(limits, stop, tell)
        });
        Ok(Some(search.endless(thinking.is_endless())))
    }

    fn tell(&mut self, report: Report<String>) -> io::Result<()> {
        let wanted = match self.thinking {
            Purpose::ToMove => self.posting,
            // Analysis is always shown.
            Purpose::ToAnalyse => true,
            Purpose::ToPonder | Purpose::InVain => false,
        };
        if wanted {
            self.writer.report(&report)?;
        }
        if report.line == 1 {
            self.latest = Some(report);
        }
        Ok(())
    }

    fn finish(&mut self, reply: Result<Self::Reply, WorkError>, _: &mut Engine) -> io::Result<()> {
        let wanted = std::mem::replace(&mut self.thinking, Purpose::InVain);
        self.latest = None;
        match reply {
            Ok(Ok(Answer::Best(reports))) if wanted == Purpose::ToMove => self.make_move(&reports),
            Ok(Ok(_)) => Ok(()),
            Ok(Err(error)) => self.give_up(error),
            Err(WorkError::Panicked) => {
                self.give_up("internal error: the search failed; choose a new game")
            }
            Err(error) => self.give_up(error),
        }
    }
}

impl<W: Write> XBoard<W> {
    fn new(engine: &Engine, output: W) -> Result<Self, StartError> {
        // XBoard plays chess unless it is told about another game.
        let usual_variant = match engine.variant().is_called(NORMAL) {
            true => NORMAL,
            false => &engine.options().variant,
        };
        Ok(Self {
            writer: Writer::new(output),
            usual_variant: usual_variant.into(),
            game: Record::new(engine.start()?),
            role: EngineRole::Onlooker,
            clock: ClockSettings::default(),
            posting: false,
            ponders: false,
            moves_now: false,
            expected: None,
            thinking: Purpose::InVain,
            latest: None,
            hand: None,
        })
    }

    fn answer(&mut self, command: &Command) -> io::Result<()> {
        let now = self.game.position();
        let line = match (command, &mut self.hand) {
            (Command::Ping(number), _) => Some(format!("pong {number}")),
            (Command::Lift(square), Some(hand)) => Some(hand.lift(now, *square)),
            (Command::Put(square), Some(hand)) => hand.put(now, *square),
            (Command::Hint, _) => {
                let mut reply = self.expected.iter();
                return reply.try_for_each(|reply| self.writer.hint(reply));
            }
            _ => None,
        };
        line.map_or(Ok(()), |line| self.writer.line(line))
    }

    fn introduce(&mut self, engine: &Engine) -> io::Result<()> {
        let variants: Vec<String> = engine.variants().map(Into::into).collect();
        self.writer.features(&self.usual_variant, &variants)?;
        let options = options::announcements(engine);
        options.iter().try_for_each(|one| self.writer.line(one))?;
        self.writer.line("feature done=1")
    }

    /// The start position of the variant.
    fn begin(&mut self, engine: &Engine) -> io::Result<()> {
        let needs_marks = unknown_men(engine).is_some_and(|men| men.marks);
        self.hand = needs_marks.then(Hand::default);
        match engine.start() {
            Ok(start) => {
                self.restart(Record::new(start));
                Ok(())
            }
            Err(error) => self.writer.line(format!("tellusererror {error}")),
        }
    }

    fn restart(&mut self, game: Record) {
        self.game = game;
        self.clock.recount();
        self.expected = None;
    }

    fn is_illegal_during_own_move(&self, text: &str) -> bool {
        self.thinking == Purpose::ToMove && legs::play(&mut self.game.clone(), text).is_err()
    }

    /// Plays a move of the opponent, or of a game that is replayed.
    fn hear_move(&mut self, text: &str) -> io::Result<()> {
        match legs::play(&mut self.game, text) {
            Ok(()) => {
                self.expected = None;
                self.claim()
            }
            Err(reason) => self
                .writer
                .line(format!("Illegal move ({reason}): {}", short(text))),
        }
    }

    /// Claims the result, if the game is over and the engine is one of the players.
    fn claim(&mut self) -> io::Result<()> {
        match (self.role, self.game.position().finish()) {
            (EngineRole::Player(_), Some(finish)) => self.writer.result(&finish),
            _ => Ok(()),
        }
    }

    fn make_move(&mut self, reports: &[Report<String>]) -> io::Result<()> {
        let line = reports.first().map(|best| &best.principal_variation[..]);
        let Some([best, rest @ ..]) = line else {
            return Ok(());
        };
        let shown = legs::shown(self.game.position(), best);
        if let Err(reason) = legs::play(&mut self.game, best) {
            return self.give_up(format!("{best} cannot be played: {reason}"));
        }
        self.expected = rest.first().cloned();
        self.writer.played(&shown)?;
        self.claim()
    }

    /// Tells the user why the engine no longer plays.
    fn give_up(&mut self, reason: impl std::fmt::Display) -> io::Result<()> {
        self.role = EngineRole::Onlooker;
        self.writer.line(format!("tellusererror {reason}"))
    }
}

/// Reads a FEN from XBoard, which may be a position of the variant's prelude.
fn position_of(engine: &Engine, fen: &str) -> Result<Box<dyn GameState>, FenError> {
    let variant = engine.variant();
    let fen = (variant.xboard().fen)(fen)?;
    let own = variant.read_fen(&fen);
    match (own, variant.listing().prelude) {
        (Err(error), Some(prelude)) => (prelude.read_fen)(&fen).map_err(|_| error),
        (own, _) => own,
    }
}
