//! The estimated cost of a position that is too large to solve: samples, and their extrapolation.
//!
//! Each sample is written as soon as it is taken, and a run resumes after the last of them.
//! Whether the file belongs to this run can be checked, because the same seed gives the same
//! lines of play.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use indicatif::{HumanCount, ProgressBar};

use super::{Arguments, cannot, solver};
use crate::cli::watch::{Watch, progress};
use crate::cli::{Usage, of_file, state};
use crate::engine::Engine;
use crate::files::Journal;
use crate::game::state::GameState;
use crate::quote::{counted, short};
use crate::solve::forecast::{self, Course};
use crate::standard;
use crate::standard::note;
use crate::stop::Interrupt;

pub fn run(arguments: &Arguments, engine: &Engine, output: &mut dyn Write) -> Result<()> {
    if arguments.output.as_deref().is_some_and(standard::is_meant) {
        let message =
            "--output: the samples of a forecast need a file, from which they are also read";
        return Err(Usage(message.into()).into());
    }
    let ordering = solver(arguments, engine)?;
    if !ordering.abilities().forecasts {
        return Err(cannot(engine, "--forecast").into());
    }
    let root = state(engine)?;
    let lines = arguments.forecast.unwrap_or_default();
    let interrupt = Interrupt::listen()?;
    let mut samples = Samples {
        arguments,
        engine,
        rule: ordering.rule().words,
        interrupt: &interrupt,
        started: Instant::now(),
        progress: progress(),
        written: match &arguments.output {
            Some(path) => Some(SampleFile::open(path)?),
            None => None,
        },
    };
    let mut courses = Vec::new();
    for number in 0..lines {
        let bar = &samples.progress;
        bar.set_prefix(format!("line {} of {lines};", number + 1));
        let boards = forecast::line(&*ordering, &*root, arguments.seed, number);
        match samples.course(&boards?)? {
            Some(course) => courses.push(course),
            None => break,
        }
    }
    samples.progress.finish_and_clear();
    if let Some(written) = &samples.written {
        written.has_ended()?;
    }
    if (courses.len() as u64) < lines {
        let all = counted(lines, "line");
        note!("stopped after {} of {all}", courses.len());
    }
    report(&courses, output)
}

fn report(courses: &[Course], output: &mut dyn Write) -> Result<()> {
    for median in forecast::medians_of(courses) {
        writeln!(
            output,
            "plies {} median {:.0}",
            median.plies, median.positions
        )?;
    }
    match forecast::forecast(courses) {
        Some(one) => writeln!(
            output,
            "forecast {:.1e}, from {:.1e} to {:.1e}",
            one.positions, one.least, one.most
        )?,
        None => {
            writeln!(output, "forecast unknown")?;
            note!(
                "too few plies have a reliable median (expected at least {}, each of {} positions or more); use more lines or a higher --limit",
                forecast::LEAST_PLIES,
                forecast::LEAST_MEDIAN
            );
        }
    }
    Ok(())
}

/// The context of a sampling run.
struct Samples<'a> {
    arguments: &'a Arguments,
    engine: &'a Engine,
    /// The rule: the same line of play may take more positions under another rule.
    rule: &'static str,
    interrupt: &'a Interrupt,
    started: Instant,
    progress: ProgressBar,
    written: Option<SampleFile>,
}

impl Samples<'_> {
    /// The samples of one line; `None` if interrupted.
    fn course(&mut self, boards: &[Box<dyn GameState>]) -> Result<Option<Course>> {
        let mut course = Course::new(boards.len() - 1);
        while let Some(plies) = course.next() {
            let limit = self.arguments.limit;
            let about = format!("{};{plies};{}", self.rule, boards[plies].fen());
            let known = match &mut self.written {
                Some(written) => written.next(&about, limit)?,
                None => None,
            };
            let count = match known {
                Some(count) => count,
                None => {
                    let Some(count) = self.solve(&*boards[plies])? else {
                        return Ok(None);
                    };
                    if let Some(written) = &mut self.written {
                        written.write(&format!("{about};{}", count.name(limit)))?;
                    }
                    count
                }
            };
            match count {
                Count::Within(positions) => course.push(positions),
                Count::Beyond => break,
            }
        }
        Ok(Some(course))
    }

    /// The number of positions that solving a position takes; `None` if interrupted.
    fn solve(&self, board: &dyn GameState) -> Result<Option<Count>> {
        let solver = &*solver(self.arguments, self.engine)?;
        let limit = self.arguments.limit;
        let time = self.arguments.time.map(Duration::from_secs);
        let watch = Watch {
            time: time.map(|time| time.saturating_sub(self.started.elapsed())),
            positions: Some(limit),
            ..Watch::new(self.interrupt, &self.progress)
        };
        let solved = watch.over(solver, |stop| {
            solver.solve(board, false, stop, &mut |_, _| ())
        });
        let bounds = solved??.bounds;
        Ok(match solver.positions() {
            positions if positions > limit => Some(Count::Beyond),
            positions => bounds.exact().map(|_| Count::Within(positions)),
        })
    }
}

/// How many positions a sample took.
#[derive(Clone, Copy)]
enum Count {
    Within(u64),
    Beyond,
}

impl Count {
    fn name(self, limit: u64) -> String {
        match self {
            Self::Within(positions) => positions.to_string(),
            Self::Beyond => format!(">{limit}"),
        }
    }

    fn read(name: &str, limit: u64) -> Option<Self> {
        if name == Self::Beyond.name(limit) {
            return Some(Self::Beyond);
        }
        let positions = name.parse().ok()?;
        (positions <= limit).then_some(Self::Within(positions))
    }
}

/// The file of samples: rule;plies;FEN;positions.
struct SampleFile {
    path: PathBuf,
    journal: Journal,
}

impl SampleFile {
    fn open(path: &Path) -> Result<Self> {
        let journal = of_file(path, Journal::open(path))?;
        if journal.lines() > 0 {
            note!(
                "resuming after {}",
                counted(HumanCount(journal.lines() as u64), "sample")
            );
        }
        Ok(Self {
            path: path.into(),
            journal,
        })
    }

    /// The next count from an earlier run, which must be `about` this position.
    fn next(&mut self, about: &str, limit: u64) -> Result<Option<Count>> {
        let beginning = format!("{about};");
        let Some(line) = of_file(&self.path, self.journal.next(&beginning))? else {
            return Ok(None);
        };
        let count = line.strip_prefix(&beginning);
        let count = count.and_then(|name| Count::read(name, limit));
        if count.is_none() {
            bail!(
                "{}, line {}: '{}' is from another run: expected '{about};' and at most {limit} positions, or '>{limit}'; give another --output",
                self.path.display(),
                self.journal.read(),
                short(&line)
            );
        }
        Ok(count)
    }

    fn write(&mut self, line: &str) -> Result<()> {
        of_file(&self.path, self.journal.write(line))
    }

    /// Checks that the whole file was read.
    fn has_ended(&self) -> Result<()> {
        match self.journal.left() {
            0 => Ok(()),
            more => bail!(
                "{}: it has {more} more samples than these lines of play; give more lines, or another --output",
                self.path.display()
            ),
        }
    }
}
