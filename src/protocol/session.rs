//! The loop between a client and the engine.
//!
//! A line is handled as soon as it arrives. If it does not need the engine, it is carried out at
//! once; otherwise it waits until the engine is free. Waiting commands are carried out in order.
//! The session ends with `quit`, or at the end of the input when everything before it is done:
//! endless work is then stopped; other work is finished, unless the protocol stops it.

use std::collections::VecDeque;
use std::io;

use anyhow::Result;
use crossbeam_channel::{Receiver, Sender, never, select, unbounded};
use log::debug;

use super::lines::InputLine;
use super::work::{Event, Handle, Work, WorkError};
use crate::config::Config;
use crate::engine::{Engine, StartError};

/// The meaning of lines and the answers to them. An implementation owns the output.
pub trait Protocol {
    /// A command that may have to wait for the engine.
    type Command;
    /// A message from work in progress.
    type Message: Send + 'static;
    /// The result of work.
    type Reply: Send + 'static;

    /// An engine for a session, also for one whose first engine was lost.
    ///
    /// # Errors
    /// If the options contradict each other.
    fn new_engine(config: Config) -> Result<Engine, StartError> {
        Engine::new(config)
    }

    /// Handles a line of input.
    ///
    /// # Errors
    /// If the output is closed, as for the other methods.
    fn hear(&mut self, line: InputLine, context: &mut Context<Self::Command>) -> io::Result<()>;

    /// Carries out a command when the engine is free. A long command becomes work, which takes
    /// the engine with it.
    ///
    /// # Errors
    /// As [`Self::hear`].
    fn carry_out(&mut self, command: Self::Command, engine: &mut Engine) -> Done<Self>;

    /// Called when no command waits; may return work nevertheless.
    ///
    /// # Errors
    /// As [`Self::hear`].
    fn idle(&mut self, _engine: &mut Engine) -> Done<Self> {
        Ok(None)
    }

    /// Handles a message from the work in progress.
    ///
    /// # Errors
    /// As [`Self::hear`].
    fn tell(&mut self, message: Self::Message) -> io::Result<()>;

    /// Called when the work has ended and the engine is back.
    ///
    /// # Errors
    /// As [`Self::hear`].
    fn finish(
        &mut self,
        reply: Result<Self::Reply, WorkError>,
        engine: &mut Engine,
    ) -> io::Result<()>;
}

/// The work that is left to do, if any.
pub type Done<P> = io::Result<Option<Work<<P as Protocol>::Message, <P as Protocol>::Reply>>>;

/// What a protocol can use when it handles a line.
#[derive(Debug)]
pub struct Context<C> {
    /// `None` while the engine is working.
    engine: Option<Box<Engine>>,
    waiting: VecDeque<C>,
    /// The handle of the work in progress.
    work: Handle,
    /// Whether no more lines will come.
    input_ended: bool,
    quits: bool,
}

impl<C> Context<C> {
    /// Whether the engine is working.
    #[must_use]
    pub const fn is_working(&self) -> bool {
        self.engine.is_none()
    }

    /// Queues a command until the engine is free and the commands before it are done.
    pub fn put_off(&mut self, command: C) {
        self.waiting.push_back(command);
    }

    /// Whether commands wait.
    #[must_use]
    pub fn has_waiting(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Stops the work in progress.
    pub fn stop(&self) {
        self.work.stop.stop();
    }

    /// Drops waiting commands, and stops the work in progress.
    pub fn abandon(&mut self) {
        self.waiting.clear();
        self.stop();
    }

    /// Ends the session when all waiting commands are done; no more input is read.
    pub fn quit(&mut self) {
        self.quits = true;
        self.stop_if_endless();
    }

    /// Whether no client is left to signal the work.
    const fn is_deserted(&self) -> bool {
        self.input_ended || self.quits
    }

    fn stop_if_endless(&self) {
        if self.work.waits_to_be_told() {
            self.stop();
        }
    }
}

/// Runs a session with a client until the input ends or the client quits, and returns the
/// protocol. A closed output is a normal end.
///
/// # Errors
/// If the output fails for any other reason.
pub fn converse<P: Protocol>(protocol: P, engine: Engine, lines: Receiver<InputLine>) -> Result<P> {
    let mut conversation = Conversation::new(protocol, engine);
    match conversation.listen(lines) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(conversation.protocol),
    }
}

struct Conversation<P: Protocol> {
    protocol: P,
    context: Context<P::Command>,
    /// The configuration of a new engine, if the current one is lost.
    config: Config,
    events: (Sender<EventOf<P>>, Receiver<EventOf<P>>),
}

type EventOf<P> = Event<<P as Protocol>::Message, <P as Protocol>::Reply>;

impl<P: Protocol> Conversation<P> {
    fn new(protocol: P, engine: Engine) -> Self {
        Self {
            protocol,
            config: engine.config().clone(),
            context: Context {
                engine: Some(Box::new(engine)),
                waiting: VecDeque::new(),
                work: Handle::default(),
                input_ended: false,
                quits: false,
            },
            events: unbounded(),
        }
    }

    fn listen(&mut self, mut lines: Receiver<InputLine>) -> io::Result<()> {
        let events = self.events.1.clone();
        loop {
            self.work_off()?;
            if !self.context.is_working() && self.context.is_deserted() {
                return Ok(());
            }
            select! {
                recv(lines) -> line => match line {
                    Ok(line) => {
                        debug!("heard: {line}");
                        self.protocol.hear(line, &mut self.context)?;
                        if self.context.quits {
                            lines = never();
                        }
                    }
                    Err(_) => {
                        lines = never();
                        self.context.input_ended = true;
                        self.context.stop_if_endless();
                    }
                },
                recv(events) -> event => match event {
                    Ok(event) => self.take(event)?,
                    Err(_) => return Ok(()),
                },
            }
        }
    }

    /// Carries out waiting commands while the engine is free, and starts work if there is some.
    fn work_off(&mut self) -> io::Result<()> {
        while let Some(engine) = self.context.engine.as_deref_mut() {
            let work = match self.context.waiting.pop_front() {
                Some(command) => self.protocol.carry_out(command, engine)?,
                None if self.context.quits => return Ok(()),
                None => match self.protocol.idle(engine)? {
                    // No client is left that could end this work.
                    Some(work) if self.context.input_ended && work.handle().waits_to_be_told() => {
                        return Ok(());
                    }
                    Some(work) => Some(work),
                    None => return Ok(()),
                },
            };
            if let Some(work) = work {
                self.begin(work)?;
            }
        }
        Ok(())
    }

    /// Hands the engine over to some work.
    fn begin(&mut self, work: Work<P::Message, P::Reply>) -> io::Result<()> {
        let Some(engine) = self.context.engine.take() else {
            return Ok(());
        };
        self.context.work = work.handle().clone();
        if self.context.is_deserted() {
            self.context.stop_if_endless();
        }
        match work.begin(engine, &self.events.0) {
            Ok(()) => Ok(()),
            Err((engine, error)) => self.end(engine, Err(WorkError::NoThread(error))),
        }
    }

    /// Handles an event from the worker thread.
    fn take(&mut self, event: EventOf<P>) -> io::Result<()> {
        match event {
            Event::Message(message) => self.protocol.tell(message),
            Event::Done(engine, reply) => self.end(engine, Ok(reply)),
            Event::Lost => {
                let engine = P::new_engine(self.config.clone()).map_err(io::Error::other)?;
                self.end(Box::new(engine), Err(WorkError::Panicked))
            }
        }
    }

    fn end(
        &mut self,
        mut engine: Box<Engine>,
        reply: Result<P::Reply, WorkError>,
    ) -> io::Result<()> {
        self.context.work = Handle::default();
        let said = self.protocol.finish(reply, &mut engine);
        self.context.engine = Some(engine);
        said
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A protocol in which each line is work that sends the line as a message and as its reply.
    #[derive(Default)]
    struct Toy {
        said: Vec<String>,
        lines: usize,
    }

    impl Protocol for Toy {
        type Command = String;
        type Message = String;
        type Reply = usize;

        fn new_engine(config: Config) -> Result<Engine, StartError> {
            let mut engine = Engine::new(config)?;
            engine.begin_in_prelude()?;
            Ok(engine)
        }

        fn hear(&mut self, line: InputLine, context: &mut Context<String>) -> io::Result<()> {
            self.lines += 1;
            let (InputLine::Whole(text) | InputLine::TooLong(text)) = line;
            match text.as_str() {
                "quit" => context.quit(),
                "abandon" => context.abandon(),
                "broken pipe" => return Err(io::ErrorKind::BrokenPipe.into()),
                _ => context.put_off(text),
            }
            Ok(())
        }

        fn carry_out(&mut self, command: String, engine: &mut Engine) -> Done<Self> {
            if let "position" | "start" = command.as_str() {
                self.said.push(match command.as_str() {
                    "start" => engine.start().unwrap().fen(),
                    _ => format!("position: {}", engine.state().is_some()),
                });
                return Ok(None);
            }
            let (endless, ponders) = (command == "endless", command == "ponder");
            let work = Work::new(move |engine: &mut Engine, _, tell: &dyn Fn(String)| {
                engine.drop_position();
                assert!(command != "fault", "a fault in the work");
                let length = command.len();
                tell(command);
                length
            });
            Ok(Some(work.endless(endless).pondering(ponders)))
        }

        fn tell(&mut self, message: String) -> io::Result<()> {
            self.said.push(message);
            Ok(())
        }

        fn finish(&mut self, reply: Result<usize, WorkError>, _: &mut Engine) -> io::Result<()> {
            self.said.push(match reply {
                Ok(length) => length.to_string(),
                Err(error) => error.to_string(),
            });
            Ok(())
        }
    }

    fn talk(lines: &[&str]) -> Toy {
        talk_about(Config::built_in().clone(), lines)
    }

    fn talk_about(config: Config, lines: &[&str]) -> Toy {
        let lines: Vec<String> = lines.iter().map(|line| (*line).into()).collect();
        let lines = super::super::lines::from_arguments(&lines);
        let engine = Toy::new_engine(config).unwrap();
        converse(Toy::default(), engine, lines).unwrap()
    }

    #[test]
    fn what_waits_is_carried_out_in_its_order() {
        let toy = talk(&["position", "one", "position", "three"]);
        assert_eq!(
            toy.said,
            [
                "position: true",
                "one",
                "3",
                "position: false",
                "three",
                "5"
            ]
        );
    }

    #[test]
    fn a_panic_is_answered_and_the_engine_replaced() {
        let toy = talk(&["one", "fault", "position", "one"]);
        let [_, _, error, rest @ ..] = &toy.said[..] else {
            panic!("{:?}", toy.said);
        };
        assert!(error.starts_with("internal error: "), "{error}");
        assert_eq!(rest, ["position: true", "one", "3"]);
        let mut config = Config::built_in().clone();
        config.options.variant = "endings".into();
        let toy = talk_about(config, &["start", "fault", "start"]);
        assert_eq!(toy.said.first(), toy.said.last());
        assert!(toy.said[0].starts_with("rnbqkbnr/"), "{:?}", toy.said);
    }

    #[test]
    fn the_end_of_input_ends_what_would_not_end() {
        let toy = talk(&["endless", "ponder", "endless", "one"]);
        assert_eq!(
            toy.said,
            ["endless", "7", "ponder", "6", "endless", "7", "one", "3"]
        );
    }

    #[test]
    fn what_was_asked_for_before_quit_is_done_and_nothing_is_heard_after_it() {
        let toy = talk(&["endless", "one", "ponder", "quit", "two", "quit"]);
        assert_eq!(toy.lines, 4);
        assert_eq!(toy.said, ["endless", "7", "one", "3", "ponder", "6"]);
    }

    #[test]
    fn what_is_abandoned_is_not_done() {
        let toy = talk(&["endless", "one", "abandon", "quit"]);
        assert_eq!(
            (toy.lines, &toy.said[..]),
            (4, &["endless".into(), "7".into()][..])
        );
    }

    #[test]
    fn a_broken_pipe_is_a_quiet_end() {
        assert_eq!(talk(&["broken pipe", "one"]).lines, 1);
    }
}
