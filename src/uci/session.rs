//! The UCI side of a session: what each line requests, and how it is answered.
//!
//! Commands are answered in order. Those that need the engine wait while it is busy. A search may
//! last until it is stopped, so `isready`, `uci` and `help` do not wait for one, and `stop`,
//! `ponderhit` and `quit` never wait. `quit` stops searches; a perft and a bench finish first, as
//! in Stockfish.

use std::fmt::Display;
use std::io::{self, BufRead, Write};

use anyhow::{Result, bail};
use log::LevelFilter;

use super::lexer::{self, Command, Go};
use super::options;
use super::requests::{Purpose, Requests};
use super::thinking::{self, Message, Reply, Work, and_more};
use super::writer::Writer;
use crate::config::Config;
use crate::engine::{Engine, GoError, OptionError, StartError};
use crate::protocol::{Context, InputLine, Protocol, WorkError, converse, lines};
use crate::quote::{plain, short};

/// The commands that a client may send.
pub const HELP: &str = "\
uci                                    the name and the options of the engine
isready                                readyok when all earlier commands are done
setoption name NAME [value VALUE]      sets an option
ucinewgame                             clears what earlier searches found
position startpos|fen FEN [moves …]    sets up a position
go [wtime MS] [btime MS] [winc MS] [binc MS] [movestogo N] [movetime MS]
   [depth N] [nodes N] [mate N] [ponder] [infinite] [searchmoves MOVE …]
                                       thinks; ends with bestmove
ponderhit                              the move pondered on was played
go perft N                             counts the lines of N plies, move by move
stop                                   ends thinking
d, fen, eval, bench                    the board, its FEN, the evaluation, a fixed test
debug on|off                           logs the input to standard error
help                                   this list
quit                                   stops searches, and ends the program when all
                                       earlier commands are done";

/// Runs a UCI session until the input ends or the client quits.
///
/// # Errors
/// If the output fails for a reason other than being closed, if the options of the
/// configuration contradict each other, or if the input cannot be read.
pub fn run(config: Config, input: impl BufRead + Send + 'static, output: impl Write) -> Result<()> {
    let (uci, engine) = begin(config, output)?;
    converse(uci, engine, lines::from_input(input)?)?;
    Ok(())
}

/// Carries out commands as if they were lines of input, then ends.
///
/// # Errors
/// As [`run`], and if one of them was refused.
pub fn run_commands(config: Config, commands: &[String], output: impl Write) -> Result<()> {
    let (uci, engine) = begin(config, output)?;
    match converse(uci, engine, lines::from_arguments(commands))?.refused {
        true => bail!("a command was refused"),
        false => Ok(()),
    }
}

fn begin<W: Write>(config: Config, output: W) -> Result<(Uci<W>, Engine)> {
    let engine = Uci::<W>::new_engine(config)?;
    Ok((Uci::new(engine.config(), output), engine))
}

/// What the session remembers from one line to the next.
struct Uci<W: Write> {
    writer: Writer<W>,
    /// The announcements of the options.
    options: Vec<String>,
    /// The work that has no answer yet.
    requests: Requests,
    /// How much is logged after `debug off`.
    usual_log: LevelFilter,
    /// Whether a command was refused, or failed.
    refused: bool,
}

impl<W: Write> Protocol for Uci<W> {
    type Command = Command;
    type Message = Message;
    type Reply = Reply;

    /// Games begin in the variant's prelude, because clients that know only chess do not choose a variant.
    fn new_engine(config: Config) -> Result<Engine, StartError> {
        let mut engine = Engine::new(config)?;
        engine.begin_in_prelude()?;
        Ok(engine)
    }

    fn hear(&mut self, line: InputLine, context: &mut Context<Command>) -> io::Result<()> {
        self.writer.heard(&line);
        let command = match line {
            InputLine::Whole(text) => lexer::read(&text),
            InputLine::TooLong(beginning) => Err(lexer::read_beginning(&beginning)),
        };
        match command {
            Ok(None) => Ok(()),
            Ok(Some(command)) => self.take(command, context),
            Err(error) => {
                if let Some(refused) = error.refused() {
                    context.put_off(refused);
                }
                self.refuse(format!("{error}{}", error.meant()))
            }
        }
    }

    fn carry_out(&mut self, command: Command, engine: &mut Engine) -> io::Result<Option<Work>> {
        match command {
            Command::Go(go) => return self.go(go, engine),
            Command::Bench => {
                let stop = self.requests.first();
                return Ok(Some(thinking::run_bench().controlled_by(stop)));
            }
            Command::RefusedGo => self.writer.no_move()?,
            Command::RefusedPosition => engine.drop_position(),
            Command::NewGame => engine.new_game(),
            Command::SetOption { name, value } => {
                self.set_option(engine, &name, value.as_deref())?;
            }
            Command::Position { fen, moves } => {
                let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
                if let Err(error) = engine.set_position(fen.as_deref(), &moves) {
                    self.refuse(error)?;
                }
            }
            Command::Draw | Command::Fen | Command::Eval => {
                let text = engine.state().map(|state| match command {
                    Command::Draw => format!("{}\nFen: {}", state.picture().draw(), state.fen()),
                    Command::Fen => state.fen(),
                    _ => state.evaluation().table,
                });
                match text {
                    Some(text) => self.writer.line(text)?,
                    None => self.refuse(GoError::NoPosition)?,
                }
            }
            Command::IsReady => {
                if let Err(error) = engine.prepare() {
                    self.refuse(error)?;
                }
                self.answer(&command)?;
            }
            Command::Uci | Command::Help => self.answer(&command)?,
            // These commands never wait.
            Command::Debug(_) | Command::Stop | Command::PonderHit | Command::Quit => {}
        }
        Ok(None)
    }

    fn tell(&mut self, message: Message) -> io::Result<()> {
        match message {
            Message::SearchInfo(news) => self.writer.news(&news),
            Message::Line(line) => self.writer.line(line),
        }
    }

    fn finish(&mut self, reply: Result<Reply, WorkError>, _: &mut Engine) -> io::Result<()> {
        let owes_best_move = self.requests.end();
        let error = match reply {
            Ok(Reply::Nothing) => return Ok(()),
            Ok(Reply::NoMove) => return self.writer.no_move(),
            Ok(Reply::Answer(Ok(answer))) => return self.writer.answer(&answer),
            Ok(Reply::Answer(Err(error))) => error.to_string(),
            Err(error) => error.to_string(),
        };
        self.refuse(error)?;
        match owes_best_move {
            true => self.writer.no_move(),
            false => Ok(()),
        }
    }
}

impl<W: Write> Uci<W> {
    fn new(config: &Config, output: W) -> Self {
        Self {
            writer: Writer::new(output),
            options: options::announcements(config),
            requests: Requests::default(),
            usual_log: log::max_level(),
            refused: false,
        }
    }

    /// Carries out a command, or queues it until the engine is free.
    fn take(&mut self, command: Command, context: &mut Context<Command>) -> io::Result<()> {
        match command {
            Command::Uci | Command::IsReady | Command::Help if self.requests.has_search() => {
                return self.answer(&command);
            }
            Command::Quit => {
                self.requests.stop_searches();
                context.quit();
            }
            Command::Stop => self.requests.stop(),
            Command::PonderHit => self.requests.ponderhit(),
            Command::Debug(on) => log::set_max_level(match on {
                true => self.usual_log.max(LevelFilter::Debug),
                false => self.usual_log,
            }),
            Command::Bench => {
                self.requests.add(Purpose::Count);
                context.put_off(command);
            }
            Command::Go(ref go) => {
                let ponders = go.ponder;
                self.requests.add(match go.perft {
                    Some(_) => Purpose::Count,
                    None => Purpose::Search { ponders },
                });
                context.put_off(command);
            }
            other => context.put_off(other),
        }
        Ok(())
    }

    /// Says why a command was not carried out.
    fn refuse(&mut self, reason: impl Display) -> io::Result<()> {
        self.refused = true;
        self.writer.say(reason.to_string())
    }

    /// Answers a command that does not need the engine.
    fn answer(&mut self, command: &Command) -> io::Result<()> {
        match command {
            Command::Uci => self.introduce(),
            Command::Help => self.writer.line(HELP),
            _ => self.writer.line("readyok"),
        }
    }

    fn introduce(&mut self) -> io::Result<()> {
        self.writer
            .line(format!("id name Jacquerie {}", env!("CARGO_PKG_VERSION")))?;
        self.writer.line("id author the Jacquerie authors")?;
        for option in &self.options {
            self.writer.line(plain(option))?;
        }
        self.writer.line("uciok")
    }

    fn set_option(
        &mut self,
        engine: &mut Engine,
        name: &str,
        value: Option<&str>,
    ) -> io::Result<()> {
        match engine.set_option(name, value) {
            Ok(()) => {}
            Err(error @ OptionError::Unknown { .. }) => {
                return self.refuse(format!("{error}; 'uci' lists them"));
            }
            Err(error) => return self.refuse(error),
        }
        if name.eq_ignore_ascii_case("VariantPath") && !engine.options().variant_path.is_empty() {
            return self.writer.say(
                "VariantPath is ignored: 'uci' lists the variants, and engine.toml can add more",
            );
        }
        if name.eq_ignore_ascii_case("Debug Log File") {
            let file = &engine.options().debug_log_file;
            return match self.writer.open_log(file) {
                Ok(()) => Ok(()),
                Err(error) => self.refuse(format!("option {name}: {}: {error}", short(file))),
            };
        }
        match engine.start() {
            Ok(start) if engine.chooses_start(name) => {
                let picture = start.picture();
                self.writer.say(format!(
                    "variant {} files {} ranks {} pocket 0 template {} startpos {}",
                    engine.options().variant,
                    picture.files(),
                    picture.ranks(),
                    engine.variant().xboard().template,
                    start.fen(),
                ))
            }
            _ => Ok(()),
        }
    }

    /// The work that `go` requests: a search, or a perft.
    fn go(&mut self, mut go: Go, engine: &Engine) -> io::Result<Option<Work>> {
        match &go.ignored[..] {
            [] => {}
            [first, more @ ..] => self
                .writer
                .say(format!("go: {first} is ignored{}", and_more(more.len())))?,
        }
        let work = match (engine.state(), go.perft) {
            (Some(state), Some(depth)) => thinking::perft(state.boxed(), depth),
            (None, Some(_)) => {
                self.requests.end();
                self.refuse(GoError::NoPosition)?;
                return Ok(None);
            }
            (state, None) => {
                self.writer.show_chances(engine.options().show_wdl);
                let checked = state.ok_or(GoError::NoPosition).and_then(|state| {
                    let left_out = thinking::leave_out_illegal(&mut go.search_moves, state)?;
                    Ok((state.turn(), left_out))
                });
                match checked {
                    Ok((turn, left_out)) => {
                        if let Some(left_out) = left_out {
                            self.writer.say(left_out)?;
                        }
                        thinking::search(go, turn)
                    }
                    Err(error) => {
                        self.refuse(error)?;
                        thinking::no_search(&go)
                    }
                }
            }
        };
        Ok(Some(work.controlled_by(self.requests.first())))
    }
}
