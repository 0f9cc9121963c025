//! Solving puzzles in the terminal.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;

use anyhow::{Result, bail};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;

use super::{Arguments, read_file, shipped};
use crate::board::Colour;
use crate::commands::analyse::line;
use crate::commands::play::board::{Style, draw};
use crate::commands::play::input::{Input, Line};
use crate::engine::Engine;
use crate::game::Outcome;
use crate::game::picture::Coord;
use crate::game::state::GameState;
use crate::nearest::did_you_mean;
use crate::puzzles::Puzzle;
use crate::puzzles::proving::{Leash, Prover, Unproved, solver};
use crate::quote::{counted, short};
use crate::solve::solving::GameSolver;
use crate::standard::note;

/// The help at the prompt.
const HELP: &str = "\
b4, bxa5, b3b4   a move, in short notation or coordinates
hint             the square of the piece that moves
solution         the rest of the solution; then comes another puzzle
board            draws the board again
help             this list
quit             ends the program";

/// The number of plies of a refutation that are shown.
const SHOWN: usize = 8;

/// Poses puzzles until there are no more, or the input ends.
pub fn run(
    arguments: &Arguments,
    file: Option<&Path>,
    engine: &Engine,
    output: &mut impl Write,
) -> Result<()> {
    let mut puzzles: Vec<Puzzle> = match file {
        Some(file) => read_file(file)?.0.into_iter().map(|(_, one)| one).collect(),
        None => shipped(engine)?,
    };
    if let Some(theme) = &arguments.theme {
        let themes = puzzles.iter().flat_map(|one| one.themes.clone());
        let themes: BTreeSet<String> = themes.collect();
        puzzles.retain(|one| one.themes.contains(theme));
        if puzzles.is_empty() {
            let (theme, themes) = (short(theme), Vec::from_iter(themes).join(", "));
            bail!("no puzzle has the theme '{theme}'; expected one of {themes}");
        }
    }
    if let Some((least, most)) = arguments.rating {
        puzzles.retain(|one| (least..=most).contains(&one.rating));
    }
    if puzzles.is_empty() {
        bail!("no such puzzle");
    }
    let rules = engine.variant().rules();
    let is_made_here = |one: &&Puzzle| one.id == Puzzle::id_of(&rules, &one.fen, &one.moves);
    let others = puzzles.len() - puzzles.iter().filter(is_made_here).count();
    if others > 0 {
        note!(
            "{} not made by these rules: nothing is proved about their solutions here (--check proves them)",
            counted(others, "puzzle")
        );
    }
    let mut random = ChaCha8Rng::seed_from_u64(arguments.seed);
    puzzles.shuffle(&mut random);
    let solver = solver(engine.variant(), arguments.memory)?;
    let mut table = Table {
        engine,
        solver: &*solver,
        most_positions: arguments.limit,
        style: Style::of_stdout(),
        input: Input::open()?,
        output,
    };
    writeln!(
        table.output,
        "{}. 'help' lists the commands.",
        counted(puzzles.len(), "puzzle")
    )?;
    let (mut solved, mut tried) = (0, 0);
    for puzzle in &puzzles {
        match table.ask(puzzle)? {
            End::Solved => {
                solved += 1;
                tried += 1;
            }
            End::Failed => tried += 1,
            End::Unplayable => {}
            End::Quit => break,
        }
    }
    Ok(writeln!(table.output, "{solved} of {tried} solved.")?)
}

/// How a puzzle ended.
enum End {
    /// The puzzle was solved without help and without a wrong move.
    Solved,
    /// There was help or a wrong move, or the solution was shown.
    Failed,
    /// The puzzle was not posed, because its line cannot be played.
    Unplayable,
    /// The input has ended.
    Quit,
}

/// How a move of a puzzle was found.
enum Found {
    /// At once.
    Alone,
    /// With help, or after a wrong move.
    Helped,
    /// Not at all: the solution was shown.
    Shown,
    /// The input has ended.
    Quit,
}

/// The terminal session in which puzzles are posed.
struct Table<'a, W> {
    engine: &'a Engine,
    solver: &'a dyn GameSolver,
    most_positions: u64,
    style: Style,
    input: Input,
    output: &'a mut W,
}

impl<W: Write> Table<'_, W> {
    fn ask(&mut self, puzzle: &Puzzle) -> Result<End> {
        let positions = match puzzle.positions(self.engine.variant()) {
            Ok(positions) => positions,
            Err(problem) => {
                writeln!(self.output, "{}: {problem}", puzzle.id)?;
                return Ok(End::Unplayable);
            }
        };
        let aim = match puzzle.themes.iter().any(|theme| theme == "equality") {
            true => "draws",
            false => "wins",
        };
        writeln!(
            self.output,
            "\nPuzzle {}, rating {}",
            puzzle.id, puzzle.rating
        )?;
        let side = positions[1].turn();
        let mut failed = false;
        // The opponent's moves have even indices.
        for index in (1..puzzle.moves.len()).step_by(2) {
            let (before, now) = (&*positions[index - 1], &*positions[index]);
            let reply = before.read(&puzzle.moves[index - 1])?;
            let squares = [reply.from, reply.to];
            let told = line(before, &puzzle.moves[index - 1..index]);
            writeln!(self.output, "{}", self.style.text(&told))?;
            self.show(now, &squares, side)?;
            if index == 1 {
                writeln!(self.output, "{side} to move {aim}.")?;
            }
            match self.find(puzzle, index, now, &squares)? {
                Found::Alone => writeln!(self.output, "Right.")?,
                Found::Helped => {
                    failed = true;
                    writeln!(self.output, "Right.")?;
                }
                Found::Shown => {
                    failed = true;
                    break;
                }
                Found::Quit => return Ok(End::Quit),
            }
        }
        writeln!(self.output, "Themes: {}", puzzle.themes.join(", "))?;
        Ok(if failed { End::Failed } else { End::Solved })
    }

    fn show(&mut self, state: &dyn GameState, last: &[Coord], bottom: Colour) -> Result<()> {
        let board = draw(&state.picture(), last, bottom, self.style);
        Ok(write!(self.output, "{board}")?)
    }

    /// Asks for one move until it is found or shown.
    fn find(
        &mut self,
        puzzle: &Puzzle,
        index: usize,
        state: &dyn GameState,
        last: &[Coord],
    ) -> Result<Found> {
        let right = state.read(&puzzle.moves[index])?;
        let prompt = format!("{}> ", state.turn().to_string().to_lowercase());
        let mut found = Found::Alone;
        loop {
            let text = match self.input.line(&prompt)? {
                Line::Text(text) => text,
                Line::Interrupted | Line::End => return Ok(Found::Quit),
            };
            match text.trim().to_ascii_lowercase().as_str() {
                "" => {}
                "quit" | "exit" => return Ok(Found::Quit),
                "help" | "?" => writeln!(self.output, "{HELP}")?,
                "board" => self.show(state, last, state.turn())?,
                "hint" => {
                    found = Found::Helped;
                    writeln!(self.output, "The piece on {} moves.", right.from)?;
                }
                "solution" => {
                    let told = line(state, &puzzle.moves[index..]);
                    writeln!(self.output, "{}", self.style.text(&told))?;
                    return Ok(Found::Shown);
                }
                _ => match state.written(&text) {
                    Err(problem) => {
                        let commands = HELP.lines().filter_map(|line| line.split(' ').next());
                        let meant = did_you_mean(text.trim(), commands.skip(1));
                        writeln!(self.output, "{problem}{meant}")?;
                    }
                    Ok(played) if played.coordinates == right.coordinates => return Ok(found),
                    Ok(played) => {
                        let is_same = (played.from, played.to) == (right.from, right.to);
                        if self.refute(state, &played.coordinates, is_same)? {
                            return Ok(found);
                        }
                        found = Found::Helped;
                    }
                },
            }
        }
    }

    /// Explains what is wrong with a move; returns true if it is right nevertheless, as another
    /// promotion on the same square.
    fn refute(&mut self, state: &dyn GameState, played: &str, is_same: bool) -> Result<bool> {
        let leash = Leash::default();
        let prover = Prover {
            solver: self.solver,
            most_positions: self.most_positions,
            leash: &leash,
        };
        let mut after = state.alone();
        after.play(played)?;
        let value = match prover.value(&*after) {
            Ok(value) => value,
            Err(Unproved::Failed(why)) => bail!(why),
            Err(_) => {
                writeln!(self.output, "That is not the move.")?;
                return Ok(false);
            }
        };
        let own = value.reversed();
        if is_same && prover.value(state) == Ok(own) {
            return Ok(true);
        }
        let word = match own {
            Outcome::Win => "That is not the move of this puzzle, though it wins",
            Outcome::Draw => "That draws",
            Outcome::Loss => "That loses",
        };
        let answer = match after.finish() {
            Some(finish) => Some(finish.to_string()),
            None => {
                let stop = prover.stop();
                let found = self.solver.line(&*after, value, &stop).ok().flatten();
                let moves = found.map(|found| found.moves).unwrap_or_default();
                let moves = &moves[..moves.len().min(SHOWN)];
                (!moves.is_empty()).then(|| line(&*after, moves))
            }
        };
        match answer {
            Some(answer) => writeln!(self.output, "{word}: {}", self.style.text(&answer))?,
            None => writeln!(self.output, "{word}.")?,
        }
        Ok(false)
    }
}
