//! Training of the networks ([`pupil`]) on the positions of [`games`], as [`lessons`].
//!
//! The game defines the features of a position ([`Input`]), and [`Teaches`] how the last positions
//! of a game are solved; everything else is the same for all games.

mod games;
mod lessons;
mod pupil;

use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, Result, bail};

use super::arguments::Arguments;
use super::narrow_board::pawn_game;
use super::phased::Phased;
use super::sample::{Unsolved, solve};
use super::work::progress;
use games::school;
use jacquerie::board::Colour;
use jacquerie::cli::{Usage, of_file, state_of};
use jacquerie::engine::Engine;
use jacquerie::game::diagram::Diagram;
use jacquerie::game::playable::Playable;
use jacquerie::game::{Game, Outcome};
use jacquerie::games::antichess::evaluation::terms::CLASSES;
use jacquerie::games::antichess::{self, AntichessGame, Kind};
use jacquerie::games::endings::{self, EndingGame};
use jacquerie::games::metamachy::{self, MetamachyGame};
use jacquerie::games::pawns::{self, PawnGame};
use jacquerie::network::{Input, Learned};
use jacquerie::standard;
use jacquerie::stop::Interrupt;
use pupil::Pupil;

/// A position with its value and score.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Taught<P> {
    position: P,
    /// The value: exact, or the game's result.
    value: Outcome,
    /// The score of a search in centipawns; `None` if the value is exact, or the game has no scores.
    score: Option<f64>,
    /// What the evaluation adds to the network's score, in centipawns.
    given: f64,
}

/// A game with a network.
trait Teaches: Playable + Input {
    /// The engine's game.
    fn rules(engine: &Engine) -> Result<Self, Usage>;

    /// What the evaluation adds to the network's score for a position, in centipawns.
    fn given(&self, _position: &Self::Position) -> f64 {
        0.0
    }

    /// Whether the network evaluates a position, and reliably, given the next position of the game.
    fn is_quiet(&self, _position: &Self::Position, _next: &Self::Position) -> bool {
        true
    }

    /// The exact values of the last of these positions of a game, the last one first.
    fn solve(
        &self,
        _open: &[Diagram<Self>],
        _limit: u64,
        _gives_up: &dyn Fn() -> bool,
    ) -> Result<Vec<Outcome>, Unsolved> {
        Ok(Vec::new())
    }

    /// The number of coarser features: what several rows have in common and learn together.
    const COARSER: usize = 0;

    /// The coarser features of a row, below [`Self::COARSER`].
    fn coarser(_row: u16) -> impl IntoIterator<Item = u16> {
        []
    }
}

impl Teaches for PawnGame {
    fn rules(engine: &Engine) -> Result<Self, Usage> {
        pawn_game(engine)
    }

    fn solve(
        &self,
        open: &[Diagram<Self>],
        limit: u64,
        gives_up: &dyn Fn() -> bool,
    ) -> Result<Vec<Outcome>, Unsolved> {
        let samples = solve(self, open, limit, gives_up)?.into_iter();
        Ok(samples.map(|sample| sample.value).collect())
    }
}

impl Teaches for AntichessGame {
    fn rules(engine: &Engine) -> Result<Self, Usage> {
        let state = state_of::<Self>(engine, "network", antichess::LISTING.name)?;
        Ok(state.game().clone())
    }

    /// A piece on a square in any state, and a piece in a state on any square.
    const COARSER: usize = PIECES_ON_SQUARES + 2 * Kind::ALL.len() * STATES;

    fn coarser(row: u16) -> impl IntoIterator<Item = u16> {
        let row = usize::from(row);
        let (place, state) = (row / STATES, row % STATES);
        let in_state = PIECES_ON_SQUARES + place / 64 * STATES + state;
        let both = (place < PIECES_ON_SQUARES).then_some([place, in_state]);
        both.into_iter().flatten().map(|one| one as u16)
    }
}

impl Teaches for EndingGame {
    fn rules(engine: &Engine) -> Result<Self, Usage> {
        let state = state_of::<Self>(engine, "network", endings::LISTING.name)?;
        let mut game = state.game().clone();
        game.network = None;
        Ok(game)
    }

    /// The network corrects the terms.
    fn given(&self, position: &Self::Position) -> f64 {
        self.evaluate(position).number().into()
    }

    /// Positions before a capture count, too: without them, the network would learn that moving is bad.
    fn is_quiet(&self, position: &Self::Position, _next: &Self::Position) -> bool {
        !self.is_in_check(position)
    }

    /// A piece on a rank, on a file from the edge to the middle, and anywhere.
    const COARSER: usize = 2 * Kind::ALL.len() * (8 + 4 + 1);

    fn coarser(row: u16) -> impl IntoIterator<Item = u16> {
        let (man, square) = (row / 64, row % 64);
        let (rank, file) = (square / 8, square % 8);
        let men = 2 * Kind::ALL.len() as u16;
        let of_files = men * 8;
        let anywhere = of_files + men * 4;
        [
            man * 8 + rank,
            of_files + man * 4 + file.min(7 - file),
            anywhere + man,
        ]
    }
}

impl Teaches for MetamachyGame {
    fn rules(engine: &Engine) -> Result<Self, Usage> {
        let state = state_of::<Self>(engine, "network", metamachy::LISTING.name)?;
        Ok(Self::new(state.game().weights.clone(), None))
    }

    /// The network corrects the terms.
    fn given(&self, position: &Self::Position) -> f64 {
        self.evaluate(position).number().into()
    }

    fn is_quiet(&self, position: &Self::Position, next: &Self::Position) -> bool {
        let is_bare = |side| position.is_bare(side);
        let is_silent = is_bare(Colour::White) || is_bare(Colour::Black);
        !is_silent && Phased::is_quiet(self, position, next)
    }

    /// A piece on a rank, on a file from the edge to the middle, and anywhere.
    const COARSER: usize = MEN * (RANKS + RANKS / 2 + 1);

    fn coarser(row: u16) -> impl IntoIterator<Item = u16> {
        let row = usize::from(row);
        let (man, square) = (row / (RANKS * RANKS), row % (RANKS * RANKS));
        let (rank, file) = (square / RANKS, square % RANKS);
        let file = file.min(RANKS - 1 - file);
        let of_files = MEN * RANKS;
        let anywhere = of_files + MEN * RANKS / 2;
        [
            man * RANKS + rank,
            of_files + man * RANKS / 2 + file,
            anywhere + man,
        ]
        .map(|one| one as u16)
    }
}

/// The pieces of both sides by their kinds, and the ranks of a board, in Metamachy.
const MEN: usize = 2 * metamachy::Kind::COUNT;
const RANKS: usize = 12;

/// A piece of each side and kind on each square.
const PIECES_ON_SQUARES: usize = 2 * Kind::ALL.len() * 64;
/// How many states each may have.
const STATES: usize = (AntichessGame::SHAPE.rows - CLASSES) / PIECES_ON_SQUARES;

/// Trains as the arguments say, for the engine's game. Returns the bytes of the network, and whether the training was
/// not interrupted.
pub fn run(
    arguments: &Arguments,
    engine: &Engine,
    output: &mut impl Write,
) -> Result<(Vec<u8>, bool)> {
    match engine.variant().game() {
        game if game == antichess::LISTING.name => {
            network::<AntichessGame, { antichess::network::FILTERS }>(arguments, engine, output)
        }
        game if game == endings::LISTING.name => {
            network::<EndingGame, { endings::network::FILTERS }>(arguments, engine, output)
        }
        game if game == metamachy::LISTING.name => {
            network::<MetamachyGame, { metamachy::network::FILTERS }>(arguments, engine, output)
        }
        // This returns an error if the engine plays another game.
        _ => network::<PawnGame, { pawns::network::FILTERS }>(arguments, engine, output),
    }
}

/// The network learned from games, or the mean of some networks.
fn network<G: Teaches, const FILTERS: usize>(
    arguments: &Arguments,
    engine: &Engine,
    output: &mut impl Write,
) -> Result<(Vec<u8>, bool)> {
    let (learned, is_finished) = match (&arguments.results, arguments.mean_of.is_empty()) {
        (Some(games), true) => learn::<G, FILTERS>(games, arguments, engine, output)?,
        _ => {
            G::rules(engine)?;
            let networks = arguments.mean_of.iter();
            let networks = networks.map(|path| of_file(path, read::<G>(path)));
            let networks: Vec<Learned> = networks.collect::<Result<_>>()?;
            let mean = Learned::mean(&networks);
            (mean.context("no network to take the mean of")?, true)
        }
    };
    Ok((learned.to_bytes(&G::SHAPE), is_finished))
}

/// Reads a network that was trained before.
fn read<G: Input>(path: &Path) -> io::Result<Learned> {
    let bytes = standard::read(path)?;
    let learned = Learned::read(&G::SHAPE, &bytes);
    learned.map_err(|wrong| io::Error::new(io::ErrorKind::InvalidData, wrong))
}

/// Trains on the games in a file, and reports the loss on those held out. Returns what has been learned, and whether
/// the training was not interrupted.
fn learn<G: Teaches, const FILTERS: usize>(
    path: &Path,
    arguments: &Arguments,
    engine: &Engine,
    output: &mut impl Write,
) -> Result<(Learned, bool)> {
    let interrupt = Interrupt::listen()?;
    let known = arguments.go_on_from.as_ref();
    let known = known.map(|path| of_file(path, read::<G>(path)));
    let known = known.transpose()?;
    let mut school = school::<G>(path, arguments, engine, &interrupt)?;
    let mut pupil: Pupil<FILTERS> = match known {
        Some(learned) => Pupil::of::<G>(learned, arguments.seed),
        None => Pupil::new::<G>(school.lessons.rows_a_view(), arguments.seed),
    };
    let bar = progress("epochs", arguments.epochs);
    let epochs = arguments.epochs as usize;
    let mut is_finished = true;
    for epoch in 0..epochs {
        let gives_up = || interrupt.is_heard();
        let loss = pupil.learn(&mut school.lessons, epoch, epochs, &gives_up);
        let Some(loss) = loss else {
            if epoch == 0 {
                bail!(
                    "interrupted in the first epoch: nothing was learned, and nothing is written"
                );
            }
            is_finished = false;
            break;
        };
        bar.inc(1);
        let judged = pupil.judge(&school.held_out);
        bar.set_message(format!("log-loss {loss:.4}, held out {judged:.4}"));
    }
    bar.finish_and_clear();
    for (name, part) in [
        ("learned from", &school.lessons),
        ("held out", &school.held_out),
    ] {
        let (positions, loss) = (part.all().len(), pupil.judge(part));
        writeln!(
            output,
            "{name:<12}{positions:>10} positions, log-loss {loss:.4}"
        )?;
    }
    let threshold = pupil.model().threshold;
    writeln!(output, "even odds at {threshold:.1} centipawns")?;
    Ok((pupil.learned::<G>(), is_finished))
}
