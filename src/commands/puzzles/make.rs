//! Filling a file with puzzles.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use indicatif::{ProgressBar, ProgressStyle};

use super::kept::State;
use super::{Arguments, Origin, pgn, read_file};
use crate::arena::pgn::{main_lines, starts_of};
use crate::cli::{distinct, of_file, state};
use crate::config::Config;
use crate::engine::Engine;
use crate::files::{self, Journal};
use crate::puzzles::collection::Collection;
use crate::puzzles::line::Discard;
use crate::puzzles::making::{Attempted, Made, Order, make};
use crate::puzzles::sources::{Scope, Source};
use crate::puzzles::{Puzzle, csv};
use crate::quote::{counted, short};
use crate::standard::{self, note};
use crate::stop::Interrupt;
use crate::text::decode;

/// If this many attempts in a row have found no position to examine, later ones will not find
/// any either.
const VAIN: u64 = 1_000;

/// The interval between two saves of the state.
const BETWEEN_STATES: Duration = Duration::from_secs(5);

/// Makes puzzles until there are enough.
pub fn run(arguments: &Arguments, config: &Config, is_given: bool, engine: &Engine) -> Result<()> {
    let path = arguments
        .output
        .clone()
        .unwrap_or_else(|| PathBuf::from("-"));
    distinct(&[
        ("--input", arguments.input.as_deref()),
        ("--pgn", arguments.pgn.as_deref()),
        ("--output", Some(&path)),
    ])?;
    arguments.open_folder()?;
    if let Some(pgn) = &arguments.pgn {
        of_file(pgn, pgn::check(pgn))?;
    }
    let (source, named) = source(arguments, config, is_given, engine)?;
    // Not earlier: the input may be standard input, which a signal should end.
    let interrupt = Interrupt::listen()?;
    let variant = engine.variant();
    let order = Order {
        source: &source,
        scope: Scope {
            variant,
            choices: &engine.options().choices,
            men: arguments.men,
            seed: arguments.seed,
        },
        mebibytes: arguments.memory,
        most_positions: arguments.limit,
        threads: arguments.threads(engine),
        certifies: arguments.certificate.is_some(),
    };
    let title = title(arguments, engine, &named);
    let mut file = PuzzleFile::open(arguments, path, title, engine)?;
    let started = Instant::now();
    let is_over = || {
        let time = arguments.time.map(Duration::from_secs);
        interrupt.is_heard() || time.is_some_and(|time| started.elapsed() >= time)
    };
    if let (Some(_), earlier @ 1..) = (&arguments.certificate, file.collection.len()) {
        let earlier = counted(earlier, "earlier puzzle");
        note!(
            "{earlier} without a new certificate; 'puzzles --check FILE --certificate DIR' writes those of a file"
        );
    }
    let first = file.state.attempts;
    let made = match file.is_full() {
        true => Ok(true),
        false => make(&order, first, &is_over, &mut |_, outcome| {
            file.take(outcome)
        }),
    };
    // The puzzles made are reported and kept, even after an error.
    file.bar.finish_and_clear();
    let kept = file.keep();
    let is_finished = made? || file.is_full();
    kept?;
    file.tell(is_finished);
    if let Some(pgn) = &arguments.pgn {
        let puzzles = file.all()?;
        pgn::write(pgn, puzzles.iter(), engine)?;
    }
    Ok(())
}

/// The source of positions, and its name.
fn source(
    arguments: &Arguments,
    config: &Config,
    is_given: bool,
    engine: &Engine,
) -> Result<(Source, String)> {
    let Some(path) = &arguments.input else {
        return Ok(match arguments.from {
            Some(Origin::Games) => (Source::Games, "games".into()),
            _ => (Source::Positions, "positions".into()),
        });
    };
    let bytes = of_file(path, standard::read(path))?;
    let named = format!("games {:08x}", crc32fast::hash(&bytes));
    let text = of_file(path, decode(&bytes))?;
    let starts = starts_of(config)
        .with_own(state(engine)?)
        .given(is_given)
        .whole();
    let (mut games, mut wrong, mut elsewhere) = (Vec::new(), Vec::new(), 0);
    for (number, (_, game)) in (1..).zip(main_lines(&text, &starts)) {
        let game = match game {
            Ok(game) => game,
            Err(error) => {
                wrong.push(format!("{}: {error}", path.display()));
                continue;
            }
        };
        let played = match starts.variant(game.tags.variant()) {
            Ok(played) => played,
            Err(error) => {
                wrong.push(format!("{}: game {number}: {error}", path.display()));
                continue;
            }
        };
        let own = played.name == engine.options().variant;
        match played.entered(&game).filter(|_| own) {
            Some((count, start)) => {
                games.push(game.after(count, engine.variant().read_fen(&start.fen())?));
            }
            None => elsewhere += 1,
        }
    }
    standard::tell_first(wrong.into_iter());
    if elsewhere > 0 {
        let variant = &engine.options().variant;
        let games = counted(elsewhere, "game");
        note!("{games} left out: no position of the variant {variant}");
    }
    match games.is_empty() {
        true => bail!("{}: no game in it can be used", path.display()),
        false => Ok((Source::File(games), named)),
    }
}

/// The parameters of the puzzles, which must be the same in the next run.
fn title(arguments: &Arguments, engine: &Engine, source: &str) -> String {
    let (least, most) = arguments.men;
    let spread = match arguments.spread {
        true => format!(", spread over {}", arguments.count),
        false => String::new(),
    };
    let (variant, options) = (engine.variant(), engine.options());
    let chosen = variant.choices().iter().map(|choice| {
        let value = options.choices.value(choice);
        match value == choice.default() {
            true => String::new(),
            false => format!(", {} {value}", choice.key),
        }
    });
    format!(
        "{}{}, {source}, {least} to {most} pieces, seed {}, limit {}, memory {}{spread}",
        variant.rules(),
        chosen.collect::<String>(),
        arguments.seed,
        arguments.limit,
        arguments.memory
    )
}

/// The file that is filled.
struct PuzzleFile<'a> {
    arguments: &'a Arguments,
    path: PathBuf,
    journal: Journal,
    collection: Collection,
    /// All puzzles written, if the file cannot be read again.
    written: Vec<Puzzle>,
    state: State,
    last_kept: Instant,
    bar: ProgressBar,
}

impl<'a> PuzzleFile<'a> {
    /// Opens a new or an existing file.
    fn open(
        arguments: &'a Arguments,
        path: PathBuf,
        title: String,
        engine: &Engine,
    ) -> Result<Self> {
        let is_stream = standard::is_meant(&path);
        let state = match is_stream {
            true => State::default(),
            false => State::open(&path, title)?,
        };
        let mut journal = of_file(&path, Journal::open(&path))?;
        match of_file(&path, journal.next(csv::HEADER))? {
            None if state.puzzles > 0 => {
                bail!(
                    "{}: the file is missing or empty; remove its .state too",
                    path.display()
                )
            }
            None => append(&mut journal, &path, arguments, csv::HEADER)?,
            Some(line) if line != csv::HEADER => bail!(
                "{}: line 1 is '{}', expected '{}'; give another --output",
                path.display(),
                short(&line),
                csv::HEADER
            ),
            Some(_) => {}
        }
        let spread_over = arguments.spread.then_some(arguments.count as usize);
        let mut collection = Collection::new(spread_over);
        for _ in 0..state.puzzles {
            let Some(line) = journal.noted() else {
                bail!(
                    "{}: {}, but its .state has {}; remove both to start again",
                    path.display(),
                    counted(collection.len(), "puzzle"),
                    state.puzzles
                );
            };
            let number = journal.read();
            let wrong =
                |problem: String| anyhow::anyhow!("{}, line {number}: {problem}", path.display());
            let read = csv::read(&format!("{}\n{line}\n", csv::HEADER)).map_err(wrong)?;
            let read = read.into_iter().next().map(|(_, puzzle)| puzzle);
            let puzzle = read
                .unwrap_or_else(|| Err("no puzzle".into()))
                .map_err(wrong)?;
            let question = puzzle.question(engine.variant());
            let question = question.map_err(|problem| wrong(problem.to_string()))?;
            if collection.add(&puzzle, &*question).is_err() {
                return Err(wrong("the same puzzle as an earlier one".into()));
            }
        }
        let style = "{elapsed_precise} {pos} of {len} puzzles, {msg}";
        let style = ProgressStyle::with_template(style);
        let bar = ProgressBar::new(arguments.count.into())
            .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        let mut file = Self {
            arguments,
            path,
            journal,
            collection,
            written: Vec::new(),
            state,
            last_kept: Instant::now(),
            bar,
        };
        file.show();
        Ok(file)
    }

    fn is_full(&self) -> bool {
        self.collection.len() >= self.arguments.count as usize
    }

    fn show(&mut self) {
        self.bar.set_position(self.collection.len() as u64);
        let looked_at: u64 = self.state.discarded.values().sum();
        self.bar.set_message(format!(
            "{}, {} discarded",
            counted(self.state.attempts, "attempt"),
            counted(looked_at, "position")
        ));
    }

    /// Takes the result of an attempt; returns whether more are needed.
    fn take(&mut self, outcome: Attempted) -> Result<bool> {
        let mut discarded = outcome.discarded;
        for made in outcome.made {
            if self.is_full() {
                // The attempt is made again if more are wanted.
                return Ok(false);
            }
            match self.collection.add(&made.puzzle, &*made.question) {
                Err(why) => discarded.push(why),
                Ok(()) => self.write(made)?,
            }
        }
        self.state.note(discarded.into_iter());
        self.state.puzzles = self.collection.len();
        if self.state.attempts >= VAIN
            && self.state.discarded.is_empty()
            && self.collection.is_empty()
        {
            let (least, most) = self.arguments.men;
            bail!("--men {least}-{most}: no such position in {VAIN} attempts; try other numbers");
        }
        self.show();
        if self.last_kept.elapsed() >= BETWEEN_STATES {
            self.keep()?;
        }
        Ok(!self.is_full())
    }

    fn write(&mut self, made: Made) -> Result<()> {
        let line = csv::line(&made.puzzle);
        // Puzzles that the state does not have were written by a run that was killed, perhaps
        // incompletely.
        let there = match self.journal.left() {
            0 => None,
            _ => of_file(&self.path, self.journal.next(&line))?,
        };
        match there {
            Some(there) if there != line => bail!(
                "{}, line {}: expected puzzle {}, which this command would write there; give another --output",
                self.path.display(),
                self.journal.read(),
                made.puzzle.id
            ),
            Some(_) => {}
            None => append(&mut self.journal, &self.path, self.arguments, &line)?,
        }
        if let Some(folder) = &self.arguments.certificate {
            write_certificate(folder, &made.puzzle.id, made.certificate.as_deref())?;
        }
        if standard::is_meant(&self.path) && self.arguments.pgn.is_some() {
            self.written.push(made.puzzle);
        }
        Ok(())
    }

    /// Saves how far the run has come.
    fn keep(&mut self) -> Result<()> {
        self.last_kept = Instant::now();
        match standard::is_meant(&self.path) {
            true => Ok(()),
            false => {
                // Whatever happens, the file has at least the puzzles that the state counts.
                of_file(&self.path, self.journal.sync())?;
                self.state.keep(&self.path)
            }
        }
    }

    /// All puzzles of the file.
    fn all(self) -> Result<Vec<Puzzle>> {
        if standard::is_meant(&self.path) {
            return Ok(self.written);
        }
        drop(self.journal);
        let (puzzles, _) = read_file(&self.path)?;
        Ok(puzzles.into_iter().map(|(_, puzzle)| puzzle).collect())
    }

    /// Reports how many puzzles were made, how many positions were discarded, and why.
    fn tell(&self, is_finished: bool) {
        let stopped = match is_finished {
            true => "",
            false => "stopped: ",
        };
        note!(
            "{stopped}{} in {}",
            counted(self.collection.len(), "puzzle"),
            counted(self.state.attempts, "attempt")
        );
        for why in Discard::ALL {
            if let Some(count) = self.state.discarded.get(why.words()) {
                note!("{count:>9} positions discarded: {}", why.words());
            }
        }
    }
}

/// Writes the proof of a puzzle's value, or reports that there is none.
pub fn write_certificate(folder: &Path, id: &str, certificate: Option<&[u8]>) -> Result<()> {
    // The name comes from a file of unknown origin.
    let is_plain = !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let path = folder.join(format!("{id}.proof"));
    match certificate.filter(|_| is_plain) {
        Some(bytes) => of_file(&path, files::replace(&path, bytes)),
        None if is_plain => {
            note!("{id}: no certificate: more than --limit and --memory allow");
            Ok(())
        }
        None => {
            note!(
                "'{}': no certificate: expected an id of letters and digits",
                short(id)
            );
            Ok(())
        }
    }
}

/// Appends a line to the file. A closed standard output is ignored if the puzzles also go elsewhere.
fn append(journal: &mut Journal, path: &Path, arguments: &Arguments, line: &str) -> Result<()> {
    match (journal.write(line), standard::is_meant(path)) {
        (Err(error), true) if arguments.keeps() && error.kind() == ErrorKind::BrokenPipe => Ok(()),
        (written, true) => Ok(written?),
        (written, false) => of_file(path, written),
    }
}
