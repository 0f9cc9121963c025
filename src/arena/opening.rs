//! Where the games of a match begin.
//!
//! Two good engines would play the same game again and again from one position, so a match needs
//! many starts: random moves, a file, or all the gaps of a Pawn Race. Each is played twice with
//! colours changed. From none of them is the game over, or won with the first move.
//!
//! In a file each line is one opening; what follows a `#` is a comment:
//!
//! ```text
//! 8/pppppppp/pppppppp/8/8/PPPPPPPP/PPPPPPPP/8 w - - 0 1 | b3b4 g6g5
//! 8/1ppppppp/8/8/8/8/1PPPPPPP/8 w - - 0 1 moves b2b4
//! 8/1ppppppp/8/8/8/8/1PPPPPPP/8 w
//! b3b4 g6g5                                      # from the start of the variant
//! ```

use std::collections::HashSet;

use rand::RngExt;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use thiserror::Error;

use super::referee::{Board, BoardError, Referee};
use crate::games::pawns::{Gaps, Move, StartError};

/// How often random moves are tried for an opening that has not been there yet.
const ATTEMPTS: usize = 10_000;

/// Where a game begins: a position and moves from there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The FEN as engines are told it; `None` for the variant's own start.
    fen: Option<String>,
    /// The position before the moves.
    pub start: Board,
    /// The moves that are made for both sides.
    pub moves: Vec<Move>,
    /// The position after them.
    pub board: Board,
}

/// Why there are no openings.
#[derive(Error, Debug)]
pub enum OpeningError {
    /// A line of a file is wrong.
    #[error("line {line}: {problem}")]
    Line {
        /// Which one, from 1.
        line: usize,
        /// What is wrong with it.
        problem: LineProblem,
    },
    /// A file without any.
    #[error("there is no opening in it; expected lines such as 'FEN' or 'FEN | moves'")]
    Empty,
    /// The variant has no start.
    #[error("{0}")]
    Start(#[from] StartError),
    /// Random moves end the game, or give a win at once, however they are chosen.
    #[error("no opening of {plies} random plies was found from which the game goes on")]
    NoRandom {
        /// How many plies were asked for.
        plies: usize,
    },
    /// Only some variants have gaps.
    #[error("the variant {0} has no gaps")]
    NoGaps(String),
}

/// What is wrong with a line.
#[derive(Error, Debug)]
pub enum LineProblem {
    /// The position or the moves.
    #[error("{0}")]
    Board(#[from] BoardError),
    /// The start that the moves are to follow.
    #[error("{0}")]
    Start(#[from] StartError),
    /// Moves from a start that is not settled.
    #[error("the variant {0} has gaps, so its openings need a FEN")]
    Gaps(String),
    /// Nothing is left to play.
    #[error("the game is over")]
    Over,
}

impl Opening {
    fn new(
        referee: &Referee,
        start: Board,
        fen: &str,
        moves: &[&str],
    ) -> Result<Self, LineProblem> {
        let (board, moves) = start.play_all(moves)?;
        if board.verdict().is_some() {
            return Err(LineProblem::Over);
        }
        Ok(Self {
            fen: (!referee.is_usual_start(&start)).then(|| fen.into()),
            start,
            moves,
            board,
        })
    }

    /// The words behind `position`, before any move.
    #[must_use]
    pub fn position(&self) -> String {
        match &self.fen {
            None => "startpos".into(),
            Some(fen) => format!("fen {fen}"),
        }
    }

    /// A line that can be read again.
    #[must_use]
    pub fn line(&self) -> String {
        let start = self.start.diagram().to_string();
        let fen = self.fen.as_deref().unwrap_or(&start);
        match self.moves.is_empty() {
            true => fen.into(),
            false => format!("{fen} | {}", self.coordinates().join(" ")),
        }
    }

    fn coordinates(&self) -> Vec<String> {
        let mut board = self.start;
        let moves = self.moves.iter().map(|played| {
            let text = board.coordinates(*played, "");
            board = board.play(*played);
            text
        });
        moves.collect()
    }
}

/// The openings of a file.
///
/// # Errors
/// The first line that is wrong.
pub fn read(referee: &Referee, text: &str) -> Result<Vec<Opening>, OpeningError> {
    let mut openings = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if !line.is_empty() {
            openings.push(
                read_line(referee, line).map_err(|problem| OpeningError::Line {
                    line: index + 1,
                    problem,
                })?,
            );
        }
    }
    match openings.is_empty() {
        true => Err(OpeningError::Empty),
        false => Ok(openings),
    }
}

fn read_line(referee: &Referee, line: &str) -> Result<Opening, LineProblem> {
    let (fen, moves) = match line.split_once('|').or_else(|| line.split_once(" moves ")) {
        Some((fen, moves)) => (fen.trim(), moves),
        None if line.contains('/') => (line, ""),
        None => ("", line.strip_prefix("moves ").unwrap_or(line)),
    };
    let moves: Vec<&str> = moves.split_whitespace().collect();
    if !fen.is_empty() {
        return Opening::new(referee, referee.board(fen)?, fen, &moves);
    }
    if referee.has_gaps() {
        return Err(LineProblem::Gaps(referee.variant().into()));
    }
    let start = referee.start(Gaps::OUTERMOST)?;
    Opening::new(referee, start, &start.diagram().to_string(), &moves)
}

/// The opening of a Pawn Race with these gaps, without any move.
///
/// # Errors
/// If the variant has no gaps, or not these.
pub fn with_gaps(referee: &Referee, gaps: Gaps) -> Result<Opening, OpeningError> {
    if !referee.has_gaps() {
        return Err(OpeningError::NoGaps(referee.variant().into()));
    }
    let start = referee.start(gaps)?;
    Ok(Opening {
        fen: Some(start.diagram().to_string()),
        start,
        moves: Vec::new(),
        board: start,
    })
}

/// One opening for each pair of gaps: White's file, then Black's, from `a a` on.
///
/// # Errors
/// If the variant has no gaps.
pub fn all_gaps(referee: &Referee) -> Result<Vec<Opening>, OpeningError> {
    // On one file the gaps leave nobody a pawn.
    let openings: Result<Vec<_>, _> = Gaps::all(referee.files())
        .map(|gaps| with_gaps(referee, gaps))
        .collect();
    let mut openings = openings?;
    openings.retain(|opening| opening.board.verdict().is_none());
    match openings.is_empty() {
        true => Err(OpeningError::NoRandom { plies: 0 }),
        false => Ok(openings),
    }
}

/// So many openings of `plies` random moves, the same for the same seed everywhere, and all
/// different: fewer, if no more are found. In variants with gaps these are random as well, unless
/// they are given.
///
/// # Errors
/// If the variant has no start, or random moves always end the game.
pub fn random(
    referee: &Referee,
    gaps: Option<Gaps>,
    plies: usize,
    seed: u64,
    count: usize,
) -> Result<Vec<Opening>, OpeningError> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut seen = HashSet::new();
    let mut openings = Vec::new();
    let mut attempts = 0;
    while openings.len() < count && attempts < ATTEMPTS {
        attempts += 1;
        let opening = random_opening(referee, gaps, plies, &mut random)?;
        let goes_on = opening.board.verdict().is_none() && !opening.board.wins_at_once();
        if goes_on && seen.insert(opening.line()) {
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
    gaps: Option<Gaps>,
    plies: usize,
    random: &mut ChaCha8Rng,
) -> Result<Opening, OpeningError> {
    let gaps = match gaps {
        None if referee.has_gaps() => random_gaps(referee, random),
        Some(gaps) => gaps,
        None => Gaps::OUTERMOST,
    };
    let start = referee.start(gaps)?;
    let mut board = start;
    let mut moves = Vec::new();
    for _ in 0..plies {
        let legal = board.moves();
        if legal.is_empty() {
            break;
        }
        let played = legal[random.random_range(0..legal.len())];
        moves.push(played);
        board = board.play(played);
    }
    let fen = start.diagram().to_string();
    Ok(Opening {
        fen: (!referee.is_usual_start(&start)).then_some(fen),
        start,
        moves,
        board,
    })
}

fn random_gaps(referee: &Referee, random: &mut ChaCha8Rng) -> Gaps {
    let mut file = || {
        let chosen = random.random_range(0..referee.files().count());
        let mut files = referee.files().iter();
        files.nth(chosen).unwrap_or(Gaps::OUTERMOST.white)
    };
    Gaps {
        white: file(),
        black: file(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;

    fn referee(variant: &str, files: u32) -> Referee {
        let mut config = Config::built_in().clone();
        config.options.variant = variant.into();
        config.options.files = files;
        Referee::new(&config).unwrap()
    }

    const START: &str = "8/pppppppp/pppppppp/8/8/PPPPPPPP/PPPPPPPP/8 w - - 0 1";

    #[test]
    fn a_file_may_write_it_in_several_ways() {
        let referee = referee("peasants", 8);
        let text = format!(
            "# openings\n{START} | b3b4 g6g5\n\n{START} moves b4 g5 # short\nb3b4 g6g5\n\
             8/p7/8/8/8/8/P7/8 b - - 7 9\n"
        );
        let openings = read(&referee, &text).unwrap();
        let lines: Vec<String> = openings.iter().map(Opening::line).collect();
        let first = format!("{START} | b3b4 g6g5");
        assert_eq!(lines[..3], [first.clone(), first.clone(), first]);
        assert_eq!(openings[0].position(), "startpos");
        // What engines are told is what stands in the file, to the letter.
        assert_eq!(openings[3].position(), "fen 8/p7/8/8/8/8/P7/8 b - - 7 9");
    }

    #[test]
    fn wrong_lines_are_named() {
        let referee = referee("peasants", 8);
        let cases = [
            ("", "there is no opening"),
            ("a3a4\n8/8 w", "line 2: wrong FEN '8/8 w'"),
            ("a3a4 a3a4", "line 1: move 2: 'a3a4' is illegal"),
            ("8/8/8/8/8/8/p7/8 w", "line 1: the game is over"),
            ("4/4/4/p3/P3/4/4/4 w", "has 4 files"),
        ];
        for (text, expected) in cases {
            let message = read(&referee, text).unwrap_err().to_string();
            assert!(message.contains(expected), "{text}: {message}");
        }
    }

    #[test]
    fn random_openings_repeat_with_their_seed() {
        for (variant, files) in [("peasants", 8), ("pawnrace", 8), ("pawngame", 3)] {
            let referee = referee(variant, files);
            let lines = |seed, count| -> Vec<String> {
                let openings = random(&referee, None, 6, seed, count).unwrap();
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
        let openings = random(&referee("peasants", 8), None, 4, 1, 1).unwrap();
        assert_eq!(openings[0].line(), format!("{START} | e3e4 d6d5 e4e5 f6e5"));
    }

    #[test]
    fn from_random_openings_the_game_goes_on() {
        let referee = referee("pawnrace", 8);
        for plies in [0, 6, 20] {
            for opening in random(&referee, None, plies, 3, 40).unwrap() {
                assert_eq!(opening.moves.len(), plies);
                assert_eq!(opening.board.verdict(), None);
                assert!(!opening.board.wins_at_once(), "{}", opening.line());
            }
        }
        let error = random(&referee, None, 300, 3, 1).unwrap_err().to_string();
        assert!(error.contains("no opening of 300 random plies"), "{error}");
    }

    #[test]
    fn no_opening_comes_twice() {
        let openings = random(&referee("pawngame", 1), None, 1, 3, 5).unwrap();
        assert_eq!(openings.len(), 2);
    }

    #[test]
    fn all_gaps_are_all() {
        let openings = all_gaps(&referee("pawnrace", 8)).unwrap();
        let different: HashSet<String> = openings.iter().map(Opening::line).collect();
        assert_eq!((openings.len(), different.len()), (64, 64));
        assert_eq!(
            openings[1].position(),
            "fen 8/p1pppppp/8/8/8/8/1PPPPPPP/8 w - - 0 1"
        );
        assert!(all_gaps(&referee("peasants", 8)).is_err());
        assert!(all_gaps(&referee("pawnrace", 1)).is_err());
    }
}
