//! What is fitted to, and what is held out: games, played and solved, or read from a file that an
//! earlier run has written.

use std::collections::HashSet;
use std::ops::Range;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use indicatif::{ProgressBar, ProgressStyle};

use super::{Arguments, each_in_a_thread};
use crate::commands::solve::{UNKNOWN, rules};
use crate::commands::{of_file, pawn_games};
use crate::engine::Engine;
use crate::files::Journal;
use crate::game::{Outcome, Provable};
use crate::games::pawns::{Diagram, Files, Gaps, PawnGame, PawnRoom};
use crate::quote::short;
use crate::standard;
use crate::stop::Interrupt;
use crate::tune::sample::{Sample, Unsolved};
use crate::tune::{games, sample};

/// One game in so many is held out: nothing is fitted to it.
const HELD_OUT: u64 = 5;

/// Shows how many games are done.
pub fn progress_of_games(games: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{elapsed_precise} {bar:30} {pos}/{len} games {msg}");
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(games).with_style(style)
}

/// Solved positions, in two parts.
pub struct Samples {
    /// What the weights are fitted to.
    pub fitting: Vec<Sample>,
    /// What they are judged by.
    pub held_out: Vec<Sample>,
}

impl Samples {
    /// Plays and solves what is not in the file yet.
    pub fn gather(arguments: &Arguments, engine: &Engine) -> Result<Self> {
        let interrupt = Interrupt::listen()?;
        let mut journal = match &arguments.data {
            Some(path) => Some((path, of_file(path, Journal::open(path))?)),
            None => None,
        };
        let widths = u64::from(arguments.widest - arguments.narrowest) + 1;
        let bar = progress_of_games(widths * arguments.games);
        let threads = arguments.threads.unwrap_or(engine.options().threads) as usize;
        let mut all = Self {
            fitting: Vec::new(),
            held_out: Vec::new(),
        };
        for files in arguments.narrowest..=arguments.widest {
            let player = Player::new(engine, files, arguments)?;
            let mut number = 0;
            while number < arguments.games {
                let known = match &mut journal {
                    Some((path, journal)) => {
                        let line = of_file(path, journal.next(&player.name(number)))?;
                        let game = line.map(|line| player.read(number, &line));
                        game.map(|game| of_file(path, game)).transpose()?
                    }
                    None => None,
                };
                let games: Vec<Vec<Sample>> = match known {
                    Some(game) => vec![game],
                    None => {
                        let last = arguments.games.min(number + threads as u64);
                        let games = player.play_all(number..last, &interrupt);
                        if interrupt.is_heard() {
                            bail!("interrupted; with --data the same command goes on");
                        }
                        let games = games?;
                        if let Some((path, journal)) = &mut journal {
                            for (game, number) in games.iter().zip(number..) {
                                of_file(path, journal.write(&player.line(number, game)))?;
                            }
                        }
                        games
                    }
                };
                for game in games {
                    let part = match number % HELD_OUT {
                        0 => &mut all.held_out,
                        _ => &mut all.fitting,
                    };
                    part.extend(game);
                    number += 1;
                    bar.inc(1);
                }
                let positions = all.fitting.len() + all.held_out.len();
                bar.set_message(format!("{files} files, {positions} positions"));
            }
        }
        if let Some((path, journal)) = journal
            && journal.left() > 0
        {
            let path = path.display();
            bail!("{path}: it has more games than are asked for; give another --data");
        }
        all.without_repetitions();
        Ok(all)
    }

    /// A position that comes up again counts once; and what was held out was not fitted to.
    fn without_repetitions(&mut self) {
        let mut seen = HashSet::new();
        let mut is_new = |one: &Sample| seen.insert((one.position.files, one.position.position));
        self.held_out.retain(&mut is_new);
        self.fitting.retain(&mut is_new);
    }
}

/// Plays on one board.
pub struct Player<'a> {
    game: PawnGame,
    starts: Vec<Diagram>,
    arguments: &'a Arguments,
}

impl<'a> Player<'a> {
    /// On so many files.
    pub fn new(engine: &Engine, files: u8, arguments: &'a Arguments) -> Result<Self> {
        let width = Files::new(usize::from(files)).context("1 to 8 files")?;
        let state = pawn_games::state(engine, "tune")?;
        let room: Option<&PawnRoom> = engine.variant().as_any().downcast_ref();
        let rules = room
            .ok_or_else(|| pawn_games::refuse(engine, "tune"))?
            .rules();
        let gaps: Vec<Gaps> = Gaps::all(width).collect();
        let starts = gaps.into_iter().map(|gaps| rules.start(width, gaps));
        let mut starts = starts.collect::<Result<Vec<Diagram>, _>>()?;
        starts.dedup();
        // Gamelets would make the limit depend on the games before.
        let game = PawnGame {
            gamelets: None,
            ..state.game().clone()
        };
        Ok(Self {
            game,
            starts,
            arguments,
        })
    }

    /// Several games at a time.
    fn play_all(
        &self,
        numbers: Range<u64>,
        interrupt: &Interrupt,
    ) -> Result<Vec<Vec<Sample>>, Unsolved> {
        let games = each_in_a_thread(numbers, |number| self.play(number, interrupt));
        games.into_iter().collect()
    }

    /// The positions of the game of that number.
    pub fn positions(&self, number: u64) -> Vec<Diagram> {
        let start = &self.starts[number as usize % self.starts.len()];
        let files = start.files.count();
        let mut random = games::chance(self.arguments.seed, (files as u64) << 32 | number);
        games::game(&self.game, start, 2 * files, games::CHANCE, &mut random).positions
    }

    fn play(&self, number: u64, interrupt: &Interrupt) -> Result<Vec<Sample>, Unsolved> {
        let positions = self.positions(number);
        let gives_up = || interrupt.is_heard();
        sample::solve(&self.game, &positions, self.arguments.limit, &gives_up)
    }

    /// A game as a line of the file: what run it is of, then FEN;value, and again.
    fn line(&self, number: u64, game: &[Sample]) -> String {
        let mut line = self.name(number);
        for one in game {
            line += &format!(";{};{}", one.position, one.value);
        }
        line
    }

    /// Reads such a line.
    fn read(&self, number: u64, line: &str) -> Result<Vec<Sample>> {
        let name = self.name(number);
        let wrong = || {
            anyhow!(
                "'{}' is of another run: expected '{name}', then FEN;value of each position; give another --data",
                short(line)
            )
        };
        let rest = line.strip_prefix(&name).ok_or_else(wrong)?;
        let words: Vec<&str> = rest.split(';').skip(1).collect();
        let pairs = words.chunks(2).map(|pair| match pair {
            [fen, value] => read_sample(fen, value).ok_or_else(wrong),
            _ => Err(wrong()),
        });
        pairs.collect()
    }

    fn name(&self, number: u64) -> String {
        let (seed, limit) = (self.arguments.seed, self.arguments.limit);
        let files = self.starts.first().map_or(0, |start| start.files.count());
        let rule = self.game.rule().words;
        let start = self
            .starts
            .first()
            .map_or_else(String::new, Diagram::to_string);
        format!("{rule} from {start} seed {seed} limit {limit} files {files} game {number}")
    }
}

fn read_sample(fen: &str, value: &str) -> Option<Sample> {
    let values = [Outcome::Loss, Outcome::Draw, Outcome::Win];
    let value = values.into_iter().find(|one| one.to_string() == value)?;
    let position = fen.parse().ok()?;
    Some(Sample { position, value })
}

/// Positions with their values, `FEN;value` a line; what else is in a line is not read, nor a line
/// whose value is unknown.
pub fn read_known(path: &Path, game: &PawnGame) -> Result<Vec<Sample>> {
    rules::check(path, game.rule().words)?;
    let text = standard::read_text(path)?;
    let pairs = text.lines().zip(1..).map(|(line, number)| {
        let mut words = line.split(';');
        (words.next().zip(words.next()), line, number)
    });
    let known = pairs.filter(|(pair, ..)| pair.is_none_or(|(_, value)| value != UNKNOWN));
    let samples = known.map(|(pair, line, number)| {
        let sample = pair.and_then(|(fen, value)| read_sample(fen, value));
        sample.ok_or_else(|| anyhow!("line {number}: '{}', expected FEN;value", short(line)))
    });
    samples.collect()
}
