//! A running engine: a program at the other end of two pipes.
//!
//! One thread reads its lines and notes when each arrived; another writes to it. So nothing that
//! the program does (dying, hanging, flooding its output, never reading its input) can block the
//! referee: every wait has a deadline, and ends early when the match is halted.
//!
//! ```text
//! referee ── lines ──▶ writer thread ──▶ stdin  ┐
//!                                               │ engine
//! referee ◀─ lines ─── reader thread ◀── stdout ┘
//! ```

use std::io::{self, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded, unbounded};
use thiserror::Error;

use super::announced::{Announced, Refusal};
use super::entrant::{Entrant, VariantName};
use super::process_group::ProcessGroup;
use super::thinking::Thought;
use super::traffic::Wire;
use crate::lines::read_line;
use crate::stop::Stop;

/// Time limit for `uciok`.
const START: Duration = Duration::from_secs(20);
/// Time limit for `readyok`: allocating the tables may take long.
const READY: Duration = Duration::from_secs(60);
/// How long the program may take to end after `quit`.
const QUIT: Duration = Duration::from_secs(1);
/// How often a wait checks whether the match was halted.
pub(super) const GLANCE: Duration = Duration::from_millis(50);
/// The maximum length of a line: no UCI line is longer.
const LONGEST_LINE: usize = 1 << 16;
/// The maximum number of lines that may wait for the referee; then the program blocks.
const WAITING_LINES: usize = 1 << 12;

/// A running engine.
#[derive(Debug)]
pub struct Player {
    program: Child,
    /// The program and the processes that it has started; they end when this is dropped.
    group: ProcessGroup,
    input: Sender<String>,
    lines: Receiver<Heard>,
    announced: Announced,
    wire: Option<Wire>,
}

#[derive(Debug)]
struct Heard {
    came: Instant,
    text: String,
}

/// How long an engine may take for a move.
#[derive(Clone, Copy, Debug)]
pub enum Allowed {
    /// From `go` to the move, because its time is limited.
    ToMove(Duration),
    /// Without any `info`, because its time is not limited.
    OfSilence(Duration),
}

/// The move that an engine plays.
#[derive(Clone, PartialEq, Debug)]
pub struct BestMove {
    /// The word after `bestmove`; `(none)` if there is none.
    pub text: String,
    /// What the move cost.
    pub thought: Thought,
}

/// Why an engine gives no answer.
#[derive(Error, Debug)]
pub enum Failure {
    /// The program cannot be started.
    #[error("cannot be started: {0}")]
    Start(io::Error),
    /// The program has ended, or closed its output.
    #[error("{0}")]
    Ended(String),
    /// The program sent no useful answer in time.
    #[error("no {expected} within {} ms", waited.as_millis())]
    Silent {
        /// The expected answer.
        expected: &'static str,
        /// How long the referee waited.
        waited: Duration,
    },
    /// The engine's variant file cannot be read.
    #[error("{0}")]
    VariantPath(io::Error),
    /// The engine cannot be configured as the user asks.
    #[error("{0}")]
    Option(#[from] Refusal),
    /// The match is halted.
    #[error("the match was halted")]
    Halted,
}

impl Player {
    /// Starts the program and makes it ready to play `variant`, which other programs call by its
    /// `alias`, if it has one. Its input and output are recorded by `wire`.
    ///
    /// # Errors
    /// If it does not start, does not answer `uciok` and `readyok`, or lacks an option that is to
    /// be set.
    pub fn start(
        entrant: &Entrant,
        variant: &str,
        alias: Option<&str>,
        wire: Option<Wire>,
        halt: &Stop,
    ) -> Result<Self, Failure> {
        let mut command = entrant.command().map_err(Failure::Start)?;
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let (group, mut program) = ProcessGroup::start(&mut command).map_err(|error| {
            let name = command.get_program().display();
            let message = format!("'{name}': {error}");
            Failure::Start(io::Error::new(error.kind(), message))
        })?;
        let (input, to_write) = unbounded();
        let (heard, lines) = bounded(WAITING_LINES);
        let pipes = (program.stdin.take(), program.stdout.take());
        let mut player = Self {
            program,
            group,
            input,
            lines,
            announced: Announced::default(),
            wire: wire.clone(),
        };
        if let (Some(stdin), Some(stdout)) = pipes {
            let threads = in_thread(move || write_lines(stdin, &to_write))
                .and_then(|()| in_thread(move || read_lines(stdout, &heard, wire.as_ref())));
            if let Err(error) = threads {
                player.kill();
                return Err(Failure::Start(error));
            }
        }
        player.introduce(entrant, variant, alias, halt)?;
        Ok(player)
    }

    fn introduce(
        &mut self,
        entrant: &Entrant,
        variant: &str,
        alias: Option<&str>,
        halt: &Stop,
    ) -> Result<(), Failure> {
        self.ask_options(halt)?;
        if let Some(path) = &entrant.variant_path {
            entrant.variant_files().map_err(Failure::VariantPath)?;
            self.set("VariantPath", path)?;
            // An engine announces the variants of the file only when it is asked again.
            self.ask_options(halt)?;
        }
        for (name, value) in &entrant.options {
            self.set(name, value)?;
        }
        let variant = match &entrant.variant {
            VariantName::Same => self.announced.known_as(variant, alias),
            VariantName::Own(name) => Some(name.as_str()),
            VariantName::Untold => None,
        };
        if let Some(variant) = variant {
            self.set("UCI_Variant", variant)?;
        }
        self.wait_until_ready(halt)
    }

    /// Asks the engine for its name and its options.
    fn ask_options(&mut self, halt: &Stop) -> Result<(), Failure> {
        self.send("uci".into());
        let mut announced = std::mem::take(&mut self.announced);
        let answered = self.wait_for("uciok", START, halt, |line| announced.read(line));
        self.announced = announced;
        answered
    }

    /// What the engine has announced.
    #[must_use]
    pub fn announced(&self) -> &Announced {
        &self.announced
    }

    /// Sets an option, if it is announced and accepts the value.
    fn set(&self, name: &str, value: &str) -> Result<(), Failure> {
        self.announced.check(name, value)?;
        self.send(match self.announced.is_button(name) {
            true => format!("setoption name {name}"),
            false => format!("setoption name {name} value {value}"),
        });
        Ok(())
    }

    /// Announces a new game, and waits until the engine is ready.
    ///
    /// # Errors
    /// If it does not answer `readyok`.
    pub fn new_game(&mut self, halt: &Stop) -> Result<(), Failure> {
        self.send("ucinewgame".into());
        self.wait_until_ready(halt)
    }

    /// Asks for a move: `position` and `limits` are the words after `position` and `go`.
    ///
    /// # Errors
    /// If no move comes within `allowed`, counted from `go`, or, if it has no time limit, from the last `info`.
    pub fn go(
        &mut self,
        position: &str,
        limits: &str,
        allowed: Allowed,
        halt: &Stop,
    ) -> Result<BestMove, Failure> {
        // Answers to earlier requests are ignored. A program that never stops sending lines must
        // not block the referee here.
        self.lines.try_iter().take(WAITING_LINES).for_each(drop);
        self.send(format!("position {position}"));
        let asked = Instant::now();
        self.send(format!("go {limits}"));
        let mut thought = Thought::default();
        let mut heard = asked;
        loop {
            let line = match allowed {
                Allowed::ToMove(time) => self.line("bestmove", asked, time, halt)?,
                Allowed::OfSilence(time) => self.line("bestmove", heard, time, halt)?,
            };
            let mut words = line.text.split_whitespace();
            match words.next() {
                Some("info") => {
                    heard = line.came;
                    thought.read(words);
                }
                Some("bestmove") => {
                    thought.elapsed = line.came.saturating_duration_since(asked);
                    return Ok(BestMove {
                        text: words.next().unwrap_or("(none)").into(),
                        thought,
                    });
                }
                // Other lines are ignored.
                _ => {}
            }
        }
    }

    /// Ends the program at once.
    pub fn kill(mut self) {
        self.end();
    }

    fn send(&self, line: String) {
        if let Some(wire) = &self.wire {
            wire.told(&line);
        }
        // If the program has ended, the next wait reports it.
        let _ = self.input.send(line);
    }

    /// Waits until the engine is ready.
    fn wait_until_ready(&mut self, halt: &Stop) -> Result<(), Failure> {
        self.send("isready".into());
        self.wait_for("readyok", READY, halt, |_| ())
    }

    /// Waits for a line that begins with `word`; `heard` gets the lines before it.
    fn wait_for(
        &mut self,
        word: &'static str,
        allowed: Duration,
        halt: &Stop,
        mut heard: impl FnMut(&str),
    ) -> Result<(), Failure> {
        let asked = Instant::now();
        loop {
            let line = self.line(word, asked, allowed, halt)?.text;
            match line.split_whitespace().next() {
                Some(first) if first == word => return Ok(()),
                _ => heard(&line),
            }
        }
    }

    /// The next line, if one comes before `asked + allowed`.
    fn line(
        &mut self,
        expected: &'static str,
        asked: Instant,
        allowed: Duration,
        halt: &Stop,
    ) -> Result<Heard, Failure> {
        loop {
            if halt.is_stopped() {
                return Err(Failure::Halted);
            }
            let left = allowed.saturating_sub(asked.elapsed());
            match self.lines.recv_timeout(left.min(GLANCE)) {
                Ok(line) => {
                    if line.came.saturating_duration_since(asked) <= allowed {
                        return Ok(line);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return Err(Failure::Ended(self.epitaph())),
                Err(RecvTimeoutError::Timeout) if !left.is_zero() => continue,
                Err(RecvTimeoutError::Timeout) => {}
            }
            if asked.elapsed() > allowed {
                return Err(Failure::Silent {
                    expected,
                    waited: allowed,
                });
            }
        }
    }

    /// Describes how a program that closed its output has ended.
    fn epitaph(&mut self) -> String {
        match self.wait_until(Instant::now() + QUIT) {
            Some(status) => format!("it ended ({status})"),
            None => "it closed its output".into(),
        }
    }

    fn wait_until(&mut self, deadline: Instant) -> Option<std::process::ExitStatus> {
        loop {
            if let Ok(Some(status)) = self.program.try_wait() {
                return Some(status);
            }
            if Instant::now() >= deadline {
                return None;
            }
            thread::sleep(Duration::from_millis(2));
        }
    }

    fn end(&mut self) {
        // Both fail only if the program has already ended.
        let _ = self.program.kill();
        self.group.end();
        let _ = self.program.wait();
    }
}

impl Drop for Player {
    /// Asks the program to quit, and kills it if it does not, with all its child processes.
    fn drop(&mut self) {
        self.send("quit".into());
        if self.wait_until(Instant::now() + QUIT).is_none() {
            self.end();
        }
    }
}

/// Starts a thread that ends when the program does.
fn in_thread(work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    let started = thread::Builder::new().name("engine".into()).spawn(work);
    started.map(drop).map_err(|error| {
        let message = format!("the threads that talk to it: {error}");
        io::Error::new(error.kind(), message)
    })
}

fn write_lines(mut stdin: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if writeln!(stdin, "{line}")
            .and_then(|()| stdin.flush())
            .is_err()
        {
            return;
        }
    }
}

fn read_lines(stdout: ChildStdout, heard: &Sender<Heard>, wire: Option<&Wire>) {
    let mut stdout = BufReader::new(stdout);
    let mut bytes = Vec::new();
    // The beginning of a line that is too long is enough.
    while let Ok(Some(_)) = read_line(&mut stdout, LONGEST_LINE, &mut bytes) {
        let line = Heard {
            came: Instant::now(),
            text: String::from_utf8_lossy(&bytes).trim().into(),
        };
        if let Some(wire) = wire {
            wire.heard(&line.text);
        }
        if heard.send(line).is_err() {
            return;
        }
    }
}
