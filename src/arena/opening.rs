//! The openings of a match.
//!
//! From one position, two good engines would play the same game again and again, so a match needs
//! many starts: random moves, a file, or all the gaps of a Pawn Race. Each is played twice with
//! colours reversed. Openings in which the game is over are left out, and random ones that can be
//! won by the first move.
//!
//! A file is a [list of positions](positions), one opening per line.

use std::collections::HashSet;

use rand::RngExt;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use thiserror::Error;

use super::positions::{self, Listed};
use super::referee::{BoardError, Referee, play_all, verdict, wins_at_once};
use crate::engine::{Choices, StartError};
use crate::game::state::GameState;

/// The maximum number of attempts to find a new opening by random moves.
const ATTEMPTS: usize = 10_000;

/// The beginning of a game: a position and moves from there.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The FEN sent to engines; `None` for the variant's own start.
    fen: Option<String>,
    /// The position before the moves.
    pub start: Box<dyn GameState>,
    /// The moves of both sides, in coordinates.
    pub moves: Vec<String>,
    /// The position after them.
    pub board: Box<dyn GameState>,
}

/// Why there are no openings.
#[derive(Error, Debug)]
pub enum OpeningError {
    /// A line of a file is wrong.
    #[error("line {line}: {problem}")]
    Line {
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong with it.
        problem: LineProblem,
    },
    /// No line can be read.
    #[error("none of its {lines} lines can be read; {first}")]
    Lines {
        /// How many lines there are.
        lines: usize,
        /// What is wrong with the first invalid line.
        first: Box<Self>,
    },
    /// A file without an opening.
    #[error("it has no openings; expected lines such as 'FEN' or 'FEN | moves'")]
    Empty,
    /// The variant has no start.
    #[error("{0}")]
    Start(#[from] StartError),
    /// Random moves always end the game or allow a win in one move.
    #[error("found no opening of {plies} random plies that does not end the game")]
    NoRandom {
        /// The requested number of plies.
        plies: usize,
    },
    /// All starts were requested, but the variant has only one.
    #[error("the variant {0} has no gaps")]
    OneStart(String),
}

/// What is wrong with a line.
#[derive(Error, Debug)]
pub enum LineProblem {
    /// The position or a move is invalid.
    #[error("{0}")]
    Board(#[from] BoardError),
    /// The start cannot be set up.
    #[error("{0}")]
    Start(#[from] StartError),
    /// The line has moves only, but the variant has several starts.
    #[error("the variant {0} has gaps, so its openings need a FEN")]
    ManyStarts(String),
    /// The game is already over.
    #[error("the game is over")]
    Over,
}

impl Opening {
    fn new(
        referee: &Referee,
        start: Box<dyn GameState>,
        fen: &str,
        moves: &[&str],
    ) -> Result<Self, LineProblem> {
        let (board, moves) = play_all(&*start, moves)?;
        if verdict(&*board).is_some() {
            return Err(LineProblem::Over);
        }
        Ok(Self::played(referee, start, fen, moves, board))
    }

    /// The opening whose moves have led to `board`, where the game may be over.
    fn played(
        referee: &Referee,
        start: Box<dyn GameState>,
        fen: &str,
        moves: Vec<String>,
        board: Box<dyn GameState>,
    ) -> Self {
        Self {
            fen: (!referee.is_usual_start(&*start)).then(|| fen.into()),
            start,
            moves,
            board,
        }
    }

    /// The same moves from another position.
    ///
    /// # Errors
    /// If the position is invalid, or the moves are illegal there.
    pub fn from_elsewhere(&self, referee: &Referee, fen: &str) -> Result<Self, LineProblem> {
        let moves: Vec<&str> = self.moves.iter().map(String::as_str).collect();
        Self::new(referee, referee.board(fen)?, fen, &moves)
    }

    /// The words that follow `position` in UCI, without any moves.
    #[must_use]
    pub fn position(&self) -> String {
        match &self.fen {
            None => "startpos".into(),
            Some(fen) => format!("fen {fen}"),
        }
    }

    /// The opening as a line of a file, which can be read again.
    #[must_use]
    pub fn line(&self) -> String {
        let start = self.start.fen();
        let fen = self.fen.as_deref().unwrap_or(&start);
        match self.moves.is_empty() {
            true => fen.into(),
            false => format!("{fen} | {}", self.moves.join(" ")),
        }
    }
}

/// The openings of a file, and the invalid lines.
///
/// # Errors
/// If the file has no opening, returns the first invalid line, or that the file is empty.
pub fn read(
    referee: &Referee,
    text: &str,
) -> Result<(Vec<Opening>, Vec<OpeningError>), OpeningError> {
    let (mut openings, mut wrong) = (Vec::new(), Vec::new());
    for listed in positions::read(text) {
        match listed_opening(referee, &listed) {
            Ok(opening) => openings.push(opening),
            Err(problem) => wrong.push(OpeningError::Line {
                line: listed.line,
                problem,
            }),
        }
    }
    match (openings.is_empty(), wrong.is_empty()) {
        (true, true) => Err(OpeningError::Empty),
        (true, false) if wrong.len() == 1 => Err(wrong.remove(0)),
        (true, false) => Err(OpeningError::Lines {
            lines: wrong.len(),
            first: wrong.remove(0).into(),
        }),
        _ => Ok((openings, wrong)),
    }
}

fn listed_opening(referee: &Referee, listed: &Listed) -> Result<Opening, LineProblem> {
    let moves: Vec<&str> = listed.moves.iter().map(String::as_str).collect();
    if let Some(fen) = &listed.fen {
        return Opening::new(referee, referee.board(fen)?, fen, &moves);
    }
    if referee.variant().has_many_starts() {
        return Err(LineProblem::ManyStarts(referee.name().into()));
    }
    let start = referee.start(referee.choices())?;
    let fen = start.fen();
    Opening::new(referee, start, &fen, &moves)
}

/// The opening at a chosen start, without moves.
///
/// # Errors
/// If the variant has only one start, or does not have this one.
pub fn with_choices(referee: &Referee, choices: &Choices) -> Result<Opening, OpeningError> {
    if !referee.variant().has_many_starts() {
        return Err(OpeningError::OneStart(referee.name().into()));
    }
    let start = referee.start(choices)?;
    let (fen, board) = (start.fen(), start.clone());
    Ok(Opening::played(referee, start, &fen, Vec::new(), board))
}

/// One opening for each start that can be chosen (for a Pawn Race: each pair of gaps, from `a a`
/// on).
///
/// # Errors
/// If the variant has only one start.
pub fn all_starts(referee: &Referee) -> Result<Vec<Opening>, OpeningError> {
    let starts = referee.variant().starts(referee.choices());
    if starts.is_empty() {
        return Err(OpeningError::OneStart(referee.name().into()));
    }
    let openings = starts.iter().map(|one| with_choices(referee, &one.choices));
    let mut openings = openings.collect::<Result<Vec<_>, _>>()?;
    // On a board of one file the gaps leave no pawns.
    openings.retain(|opening| verdict(&*opening.board).is_none());
    match openings.is_empty() {
        true => Err(OpeningError::NoRandom { plies: 0 }),
        false => Ok(openings),
    }
}

/// Up to `count` openings of `plies` random moves, all different; fewer if no more are found. The
/// same seed gives the same openings on every machine. In variants with several starts these are
/// random as well, unless the referee's choices are `fixed`. Only openings that `suit` accepts
/// are used.
///
/// # Errors
/// If the variant has no start, or random moves always end the game.
pub fn random(
    referee: &Referee,
    fixed: bool,
    plies: usize,
    seed: u64,
    count: usize,
    suits: impl Fn(&Opening) -> bool,
) -> Result<Vec<Opening>, OpeningError> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut seen = HashSet::new();
    let mut openings = Vec::new();
    let mut attempts = 0;
    while openings.len() < count && attempts < ATTEMPTS {
        attempts += 1;
        let opening = random_opening(referee, fixed, plies, &mut random)?;
        let goes_on = verdict(&*opening.board).is_none() && !wins_at_once(&*opening.board);
        if goes_on && suits(&opening) && seen.insert(opening.line()) {
            openings.push(opening);
            attempts = 0;
        }
    }
    match openings.is_empty() {
        true => Err(OpeningError::NoRandom { plies }),
        false => Ok(openings),
    }
}

fn random_opening(
    referee: &Referee,
    fixed: bool,
    plies: usize,
    random: &mut ChaCha8Rng,
) -> Result<Opening, OpeningError> {
    let choices = match fixed {
        true => referee.choices().clone(),
        false => referee.variant().draw_start(referee.choices(), random),
    };
    let start = referee.start(&choices)?;
    let mut board = start.clone();
    let mut moves = Vec::new();
    for _ in 0..plies {
        let mut legal = board.moves();
        if legal.is_empty() {
            break;
        }
        let played = legal.swap_remove(random.random_range(0..legal.len()));
        if board.play(&played).is_err() {
            break;
        }
        moves.push(played);
    }
    let fen = start.fen();
    Ok(Opening::played(referee, start, &fen, moves, board))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;

    fn referee(variant: &str, files: u32) -> Referee {
        let mut config = Config::built_in().clone();
        config.options.variant = variant.into();
        config.options.choices.set("files", files.to_string());
        Referee::new(&config).unwrap()
    }

    const START: &str = "8/pppppppp/pppppppp/8/8/PPPPPPPP/PPPPPPPP/8 w - - 0 1";

    #[test]
    fn a_file_may_write_it_in_several_ways() {
        let referee = referee("peasants", 8);
        let text = format!(
            "# openings\n{START} | b3b4 g6g5\n\n{START} moves b4 g5 # short\nb3b4 g6g5\n\
             8/p7/8/8/8/8/P7/8 b - - 7 9\n1. b3-b4! G5\n"
        );
        let (openings, wrong) = read(&referee, &text).unwrap();
        assert!(wrong.is_empty(), "{wrong:?}");
        let lines: Vec<String> = openings.iter().map(Opening::line).collect();
        let first = format!("{START} | b3b4 g6g5");
        assert_eq!(lines[..3], [first.clone(), first.clone(), first]);
        assert_eq!(openings[0].position(), "startpos");
        // Engines receive exactly the text of the file.
        assert_eq!(openings[3].position(), "fen 8/p7/8/8/8/8/P7/8 b - - 7 9");
    }

    #[test]
    fn random_openings_repeat_with_their_seed() {
        for (variant, files) in [("peasants", 8), ("pawnrace", 8), ("pawngame", 3)] {
            let referee = referee(variant, files);
            let lines = |seed, count| -> Vec<String> {
                let openings = random(&referee, false, 6, seed, count, |_| true).unwrap();
                openings.iter().map(Opening::line).collect()
            };
            assert_eq!(lines(7, 20), lines(7, 20));
            assert_eq!(lines(7, 20)[..5], lines(7, 5));
            assert_ne!(lines(7, 20), lines(8, 20));
            let different: HashSet<String> = lines(7, 20).into_iter().collect();
            assert_eq!(different.len(), 20);
        }
    }

    #[test]
    fn the_same_everywhere() {
        let openings = random(&referee("peasants", 8), false, 4, 1, 1, |_| true).unwrap();
        assert_eq!(openings[0].line(), format!("{START} | e3e4 d6d5 e4e5 f6e5"));
    }

    #[test]
    fn from_random_openings_the_game_goes_on() {
        let referee = referee("pawnrace", 8);
        for plies in [0, 6, 20] {
            for opening in random(&referee, false, plies, 3, 40, |_| true).unwrap() {
                assert_eq!(opening.moves.len(), plies);
                assert_eq!(verdict(&*opening.board), None);
                assert!(!wins_at_once(&*opening.board), "{}", opening.line());
            }
        }
        let error = random(&referee, false, 300, 3, 1, |_| true)
            .unwrap_err()
            .to_string();
        assert!(error.contains("no opening of 300 random plies"), "{error}");
    }

    #[test]
    fn no_opening_comes_twice() {
        let openings = random(&referee("pawngame", 1), false, 1, 3, 5, |_| true).unwrap();
        assert_eq!(openings.len(), 2);
    }

    #[test]
    fn all_starts_are_all() {
        let openings = all_starts(&referee("pawnrace", 8)).unwrap();
        let different: HashSet<String> = openings.iter().map(Opening::line).collect();
        assert_eq!((openings.len(), different.len()), (64, 64));
        assert_eq!(
            openings[1].position(),
            "fen 8/p1pppppp/8/8/8/8/1PPPPPPP/8 w - - 0 1"
        );
        assert!(all_starts(&referee("peasants", 8)).is_err());
        assert!(all_starts(&referee("pawnrace", 1)).is_err());
    }
}
