//! The loop of `play`: one game after the other, each from its first move to its last.

use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result};
use indicatif::ProgressBar;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use super::HumanSide;
use super::board::{self, Style};
use super::ending::Conclusion;
use super::input::{Input, Line};
use super::request::{self, HELP, HELP_OF_START, Request};
use super::save;
use crate::arena::pgn::{Record, TagName};
use crate::board::Colour;
use crate::cli::state;
use crate::commands::analyse::{line, verdict};
use crate::engine::choices::Choice;
use crate::engine::options::LEVEL_SEED;
use crate::engine::{Answer, Engine, OptionError};
use crate::game::picture::Coord;
use crate::game::playable::MoveError;
use crate::game::state::GameState;
use crate::nearest::did_you_mean;
use crate::search::Limits;
use crate::stop::Interrupt;

/// The engine's name in a saved game.
const ENGINE: &str = concat!("Jacquerie ", env!("CARGO_PKG_VERSION"));

/// The state shared by all games of a session.
pub struct Host<'a, W> {
    /// The start of each game, unless one is chosen.
    pub start: Box<dyn GameState>,
    /// The engine that plays.
    pub engine: Engine,
    /// The side of the human player.
    pub side: HumanSide,
    /// How long the engine thinks.
    pub limits: Limits,
    /// The engine's level; `None` is full strength.
    pub level: Option<u32>,
    /// The seed of the random choices.
    pub seed: u32,
    /// What Black chooses before each game, if anything.
    pub chosen_by_black: Option<&'static Choice>,
    /// How the board is drawn.
    pub style: Style,
    /// The source of input lines.
    pub input: Input,
    /// The signal of Ctrl-C.
    pub interrupt: Interrupt,
    /// The output on which the game is shown.
    pub output: &'a mut W,
}

/// A game in progress.
struct Play {
    record: Record,
    resigned: Option<Colour>,
    /// Whether the engine waits to be asked for a move.
    waiting: bool,
    /// The side at the bottom of the board.
    bottom: Colour,
    /// Whether the board has been drawn since it changed.
    drawn: bool,
    /// Whether the game has been saved since it changed.
    saved: bool,
}

/// What to do after a request.
#[derive(Clone, Copy, PartialEq)]
enum Next {
    GoOn,
    AnotherGame,
    End,
}

impl<W: Write> Host<'_, W> {
    /// Plays games until the input ends.
    ///
    /// # Errors
    /// If input or output fails, or there is not enough memory for the search.
    pub fn run(mut self) -> Result<()> {
        let variant = &self.engine.options().variant;
        writeln!(
            self.output,
            "A game of {variant}. 'help' lists the commands.\n"
        )?;
        while let Some(start) = self.choose_start()? {
            self.engine.new_game();
            if self.play(start)? == Next::End {
                break;
            }
            // The next game gets different random choices.
            self.seed = (self.seed + 1) % (LEVEL_SEED.end() + 1);
            let seed = self.seed;
            self.engine
                .set_options(|options| options.level_seed = seed)?;
        }
        Ok(())
    }

    /// The start of the next game; `None` if the input has ended.
    fn choose_start(&mut self) -> Result<Option<Box<dyn GameState>>> {
        let Some(choice) = self.chosen_by_black else {
            return Ok(Some(self.start.clone()));
        };
        let people = self.side.includes(Colour::Black);
        if people {
            writeln!(self.output, "Black chooses {}.", choice.help)?;
        }
        let prompt = format!("{}> ", choice.key);
        loop {
            let chosen = match people {
                false => self.chosen(choice),
                true => match self.input.line(&prompt)? {
                    Line::End | Line::Interrupted => return Ok(None),
                    Line::Text(line) => match Request::read(&line) {
                        Ok(Request::Quit) => return Ok(None),
                        Ok(Request::Help) => {
                            let default = choice.default();
                            writeln!(self.output, "{default:<17}{}\n{HELP_OF_START}", choice.help)?;
                            continue;
                        }
                        _ => line.trim().to_owned(),
                    },
                },
            };
            match self.engine.set_option(choice.name, Some(&chosen)) {
                Ok(()) => {
                    writeln!(self.output, "{}: {chosen}\n", choice.name)?;
                    return Ok(Some(state(&self.engine)?));
                }
                Err(OptionError::Start { problem, .. }) if people => {
                    let meant = did_you_mean(&chosen, ["help", "quit"]);
                    writeln!(self.output, "{problem}{meant}")?;
                }
                Err(problem) if people => writeln!(self.output, "{problem}")?,
                Err(problem) => return Err(problem.into()),
            }
        }
    }

    /// A random start, among those best for Black.
    fn chosen(&self, choice: &Choice) -> String {
        let mut random = ChaCha8Rng::seed_from_u64(self.seed.into());
        let choices = &self.engine.options().choices;
        let chosen = self.engine.variant().choose_start(choices, &mut random);
        chosen.value(choice)
    }

    fn play(&mut self, start: Box<dyn GameState>) -> Result<Next> {
        let mut play = Play {
            record: Record::new(start),
            resigned: None,
            waiting: false,
            bottom: match self.side {
                HumanSide::Black => Colour::Black,
                _ => Colour::White,
            },
            drawn: false,
            saved: false,
        };
        // The question that awaits an answer, if there is one.
        let mut asked = None;
        loop {
            let ending = self.ending(&play);
            let turn = play.record.position().turn();
            if ending.is_none() && !play.waiting && !self.side.includes(turn) {
                if self.side == HumanSide::None {
                    self.show(&mut play)?;
                }
                self.engine_moves(&mut play)?;
                continue;
            }
            self.show(&mut play)?;
            let prompt = match ending {
                None => format!("{}> ", turn.to_string().to_lowercase()),
                Some(_) => "over> ".into(),
            };
            let request = match self.input.line(&prompt)? {
                Line::Text(text) => Request::read(&text),
                Line::Interrupted => Ok(Request::Quit),
                // Ctrl-D; a second one ends the game.
                Line::End if self.input.is_terminal() => Ok(Request::Quit),
                Line::End => return Ok(Next::End),
            };
            let next = match (request, asked.take()) {
                (Ok(Request::Yes), Some(next)) => return Ok(next),
                (Ok(request), before) => match self.carry_out(&mut play, request)? {
                    Next::GoOn => continue,
                    next if before == Some(next) || !self.would_be_lost(&play) => return Ok(next),
                    next => next,
                },
                (Err(problem), _) => {
                    writeln!(self.output, "{problem}")?;
                    continue;
                }
            };
            self.ask_before(next)?;
            asked = Some(next);
        }
    }

    /// Whether there is an unsaved game in progress.
    fn would_be_lost(&self, play: &Play) -> bool {
        let has_begun = !play.record.moves().is_empty();
        has_begun && !play.saved && self.ending(play).is_none()
    }

    fn ask_before(&mut self, next: Next) -> Result<()> {
        let word = match next {
            Next::AnotherGame => "new",
            Next::GoOn | Next::End => "quit",
        };
        writeln!(
            self.output,
            "This game is not saved. 'save FILE' saves it; '{word}' again, or 'yes', discards it; anything else continues."
        )?;
        Ok(self.output.flush()?)
    }

    fn carry_out(&mut self, play: &mut Play, request: Request) -> Result<Next> {
        match request {
            Request::Nothing => {}
            Request::Move(text) => self.move_of_a_person(play, &text)?,
            Request::Go if self.ending(play).is_some() => self.say_that_it_is_over()?,
            Request::Go => {
                play.waiting = false;
                self.engine_moves(play)?;
            }
            Request::Hint if self.ending(play).is_some() => self.say_that_it_is_over()?,
            Request::Hint => self.hint(play)?,
            Request::Undo => self.undo(play)?,
            Request::Level(level) => self.change_level(level)?,
            Request::Board => play.drawn = false,
            Request::Flip => {
                play.bottom = play.bottom.opponent();
                play.drawn = false;
            }
            Request::Moves => {
                let moves = play.record.coordinates();
                let shown = match moves.is_empty() {
                    true => "no move yet".into(),
                    false => line(play.record.start(), &moves),
                };
                let shown = self.style.text(&shown);
                writeln!(self.output, "{shown}")?;
            }
            Request::Fen => writeln!(self.output, "{}", play.record.position().fen())?,
            Request::Eval => {
                let terms = play.record.position().evaluation().table;
                writeln!(self.output, "{}", terms.trim_end())?;
            }
            Request::Resign if self.ending(play).is_some() => self.say_that_it_is_over()?,
            Request::Resign => {
                play.resigned = Some(self.who_resigns(play));
                play.drawn = false;
                play.saved = false;
            }
            Request::Save(path) => match self.save(play, &path) {
                Ok(()) => {
                    play.saved = true;
                    writeln!(self.output, "The game is in {}.", path.display())?;
                }
                Err(problem) => writeln!(self.output, "{problem:#}")?,
            },
            Request::New => return Ok(Next::AnotherGame),
            Request::Help => writeln!(self.output, "{HELP}")?,
            Request::Quit => return Ok(Next::End),
            Request::Yes => writeln!(self.output, "There is nothing to confirm.")?,
            Request::No => {}
        }
        Ok(Next::GoOn)
    }

    /// The end of the game, if it is over.
    fn ending(&self, play: &Play) -> Option<Conclusion> {
        let resigned = play.resigned.map(Conclusion::Resigned);
        Conclusion::of(play.record.position()).or(resigned)
    }

    fn say_that_it_is_over(&mut self) -> Result<()> {
        Ok(writeln!(
            self.output,
            "The game is over; 'undo' takes a move back, and 'new' begins another."
        )?)
    }

    /// The side that resigns when the user does: the side that a person plays, whichever side is
    /// to move.
    fn who_resigns(&self, play: &Play) -> Colour {
        match self.side {
            HumanSide::White => Colour::White,
            HumanSide::Black => Colour::Black,
            HumanSide::Both | HumanSide::None => play.record.position().turn(),
        }
    }

    /// Draws the board if it has changed, and prints the result if the game is over.
    fn show(&mut self, play: &mut Play) -> Result<()> {
        if play.drawn {
            return Ok(());
        }
        play.drawn = true;
        let position = play.record.position();
        let last = last_move(&play.record);
        let drawing = board::draw(&position.picture(), &last, play.bottom, self.style);
        writeln!(self.output, "{drawing}")?;
        match self.ending(play) {
            None => writeln!(
                self.output,
                "{} to move, move {}.",
                position.turn(),
                position.move_number()
            )?,
            Some(ending) => writeln!(
                self.output,
                "{ending}\n'save FILE' keeps the game, 'undo' takes a move back, 'new' begins another, and 'quit' ends the program."
            )?,
        }
        Ok(self.output.flush()?)
    }

    fn move_of_a_person(&mut self, play: &mut Play, text: &str) -> Result<()> {
        if self.ending(play).is_some() {
            return self.say_that_it_is_over();
        }
        match play.record.play(text) {
            Ok(()) => {
                play.waiting = false;
                play.drawn = false;
                play.saved = false;
            }
            Err(problem) => {
                let word = text.split_whitespace().next().unwrap_or_default();
                let meant = match problem {
                    MoveError::Unreadable { .. } => did_you_mean(word, request::commands()),
                    MoveError::Illegal { .. } | MoveError::Ambiguous { .. } => String::new(),
                };
                writeln!(self.output, "{problem}{meant}; 'help' lists the commands")?;
            }
        }
        Ok(())
    }

    /// The engine plays the side to move. If the user interrupts it while it plays both sides, it
    /// waits for input after its move.
    fn engine_moves(&mut self, play: &mut Play) -> Result<()> {
        let (answer, hurried) = self.think(play)?;
        let Answer::Best(reports) = answer else {
            return Ok(());
        };
        let best = reports
            .first()
            .and_then(|report| report.principal_variation.first());
        let best = best.context("the engine has found no move")?;
        let before = play.record.position().boxed();
        play.record.play(best)?;
        play.drawn = false;
        play.saved = false;
        play.waiting = hurried && self.side == HumanSide::None;
        let shown = self.style.text(&line(&*before, std::slice::from_ref(best)));
        Ok(writeln!(self.output, "Jacquerie plays {shown}\n")?)
    }

    fn hint(&mut self, play: &Play) -> Result<()> {
        // A hint uses full strength at any level.
        let before = self.engine.options().analyse_mode;
        self.engine
            .set_options(|options| options.analyse_mode = true)?;
        let thought = self.think(play);
        self.engine
            .set_options(|options| options.analyse_mode = before)?;
        let (answer, _) = thought?;
        let shown = self.style.text(&verdict(play.record.position(), &answer));
        Ok(writeln!(self.output, "{shown}")?)
    }

    /// The engine's answer, and whether Ctrl-C has cut the search short. Meanwhile standard error
    /// shows a progress sign, if it is a terminal.
    fn think(&mut self, play: &Play) -> Result<(Answer, bool)> {
        self.output.flush()?;
        play.record.set_up(&mut self.engine, None)?;
        let (engine, limits) = (&mut self.engine, self.limits);
        let sign = ProgressBar::new_spinner();
        sign.set_message("thinking");
        sign.tick();
        let (answer, hurried) = self.interrupt.during(|stop| {
            engine.go(limits, stop, |report| {
                sign.set_message(format!("thinking, depth {}", report.depth.plies()));
            })
        });
        sign.finish_and_clear();
        Ok((answer?, hurried))
    }

    /// Takes back a resignation, or else the user's last move and all moves after it.
    fn undo(&mut self, play: &mut Play) -> Result<()> {
        play.drawn = false;
        if play.resigned.take().is_some() {
            play.saved = false;
            return Ok(writeln!(self.output, "The resignation is taken back.")?);
        }
        let side = self.side;
        let movers: Vec<Colour> = play.record.plies().map(|(board, _)| board.turn()).collect();
        let keep = movers
            .iter()
            .rposition(|mover| side.includes(*mover) || side == HumanSide::None);
        let Some(keep) = keep else {
            play.drawn = true;
            return Ok(writeln!(self.output, "You have no move to take back.")?);
        };
        play.record.take_back(movers.len() - keep);
        play.saved = false;
        play.waiting = true;
        Ok(())
    }

    fn change_level(&mut self, level: Option<u32>) -> Result<()> {
        match self
            .engine
            .set_options(|options| options.limit_level(level))
        {
            Ok(()) => {
                self.level = level;
                let shown = level.map_or("full strength".into(), |level| format!("level {level}"));
                writeln!(self.output, "The engine plays at {shown} now.")?;
            }
            Err(problem) => writeln!(self.output, "{problem}")?,
        }
        Ok(())
    }

    /// Adds the game to a file.
    fn save(&self, play: &Play, path: &Path) -> Result<()> {
        let engine = match self.level {
            None => ENGINE.to_owned(),
            Some(level) => format!("{ENGINE} level {level}"),
        };
        let name = |colour| match self.side.includes(colour) {
            true => "?",
            false => engine.as_str(),
        };
        let mut record = play.record.clone();
        record.tags.set(TagName::WHITE, name(Colour::White));
        record.tags.set(TagName::BLACK, name(Colour::Black));
        let name = &self.engine.options().variant;
        let variant = self.engine.variant().name_for_others(name);
        record.tags.set(TagName::VARIANT, variant);
        save::add_to_file(record, self.ending(play), path)
    }
}

/// The squares of the last move, if there is one.
fn last_move(record: &Record) -> Vec<Coord> {
    let last = record.plies().last();
    let shown = last.and_then(|(board, one)| board.read(one.played()).ok());
    shown.map_or_else(Vec::new, |one| vec![one.from, one.to])
}
