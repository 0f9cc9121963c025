//! The referee: what is legal, when a game is over, who has won. Only this file asks the rules of
//! the pawn games; the rest of a match would be the same for any game.

use thiserror::Error;

use crate::board::{Colour, Rank};
use crate::config::Config;
use crate::engine::openings::value_for_black;
use crate::game::Outcome;
use crate::games::pawns::{
    Diagram, FenError, Files, Finish, Gaps, Move, MoveError, Rules, Stalemate, StartError,
    coordinates, read_move,
};

use super::pgn::GameResult;
use super::verdict::{Reason, Verdict};
use crate::quote::short;

/// Knows the variant that is played.
#[derive(Clone, Debug)]
pub struct Referee {
    variant: String,
    rules: Rules,
    files: Files,
}

/// A position on the board between two players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    diagram: Diagram,
    stalemate: Stalemate,
}

/// Why a position cannot be set up for a game.
#[derive(Error, Debug)]
pub enum BoardError {
    /// The FEN is wrong.
    #[error("wrong FEN '{}': {problem}", short(.fen))]
    Fen {
        /// The FEN.
        fen: String,
        /// What is wrong with it.
        problem: FenError,
    },
    /// A board of another width than the match is about.
    #[error("the board of '{}' has {found} files, but the match is about {expected}", short(.fen))]
    Width {
        /// The FEN.
        fen: String,
        /// Its width.
        found: Files,
        /// That of the match.
        expected: Files,
    },
    /// One of the moves is wrong.
    #[error("move {number}: {problem}")]
    Move {
        /// Which one, from 1.
        number: usize,
        /// What is wrong with it.
        problem: MoveError,
    },
}

impl Referee {
    /// The referee for the variant and width that a configuration chooses.
    ///
    /// # Errors
    /// If the configuration has no such variant.
    pub fn new(config: &Config) -> Result<Self, StartError> {
        let variant = config.options.variant.clone();
        let rules = config.variants.get(&variant).cloned();
        Ok(Self {
            rules: rules.ok_or_else(|| StartError::Unknown(variant.clone()))?,
            files: Files::new(config.options.files as usize).unwrap_or(Files::EIGHT),
            variant,
        })
    }

    /// The name of the variant.
    #[must_use]
    pub fn variant(&self) -> &str {
        &self.variant
    }

    /// The width of the board.
    #[must_use]
    pub const fn files(&self) -> Files {
        self.files
    }

    /// Whether each side lacks a pawn at the start.
    #[must_use]
    pub const fn has_gaps(&self) -> bool {
        self.rules.gaps
    }

    /// What Black gets from a start with such gaps, as far as that is known.
    pub fn value_for_black(&self, gaps: Gaps) -> Outcome {
        value_for_black(&self.rules, self.files, gaps)
    }

    /// The rules in a line: where the pawns start and what no move means.
    #[must_use]
    pub fn describe(&self) -> String {
        let rules = &self.rules;
        format!(
            "{}, start {}, {:?} without a move, gaps {}",
            self.variant, rules.start, rules.stalemate, rules.gaps
        )
    }

    /// The start, with these gaps if the variant has any.
    ///
    /// # Errors
    /// If there is no such start.
    pub fn start(&self, gaps: Gaps) -> Result<Board, StartError> {
        Ok(self.board_of(self.rules.start(self.files, gaps)?))
    }

    /// Whether every engine that knows the variant understands `startpos` as this position. With
    /// gaps or on a narrow board it depends on options, which not every engine has.
    #[must_use]
    pub fn is_usual_start(&self, board: &Board) -> bool {
        let usual = !self.rules.gaps && self.files == Files::EIGHT;
        usual
            && self
                .start(Gaps::OUTERMOST)
                .is_ok_and(|start| start == *board)
    }

    /// The position of a FEN.
    ///
    /// # Errors
    /// If the FEN is wrong, or has another width than the match.
    pub fn board(&self, fen: &str) -> Result<Board, BoardError> {
        let diagram: Diagram = fen.parse().map_err(|problem| BoardError::Fen {
            fen: fen.into(),
            problem,
        })?;
        if diagram.files != self.files {
            return Err(BoardError::Width {
                fen: fen.into(),
                found: diagram.files,
                expected: self.files,
            });
        }
        Ok(self.board_of(diagram))
    }

    const fn board_of(&self, diagram: Diagram) -> Board {
        Board {
            diagram,
            stalemate: self.rules.stalemate,
        }
    }
}

impl Board {
    /// The position itself.
    #[must_use]
    pub const fn diagram(&self) -> &Diagram {
        &self.diagram
    }

    /// Who is to move.
    #[must_use]
    pub const fn turn(&self) -> Colour {
        self.diagram.turn
    }

    /// The legal moves; none where the game is over.
    #[must_use]
    pub fn moves(&self) -> Vec<Move> {
        match self.verdict() {
            Some(_) => Vec::new(),
            None => self.diagram.position.move_sets().list().to_vec(),
        }
    }

    /// The position after a legal move.
    #[must_use]
    pub fn play(&self, played: Move) -> Self {
        Self {
            diagram: self.diagram.play(played),
            stalemate: self.stalemate,
        }
    }

    /// Plays moves as people write them, one after the other; also says which they were.
    ///
    /// # Errors
    /// The first that is wrong.
    pub fn play_all(&self, moves: &[&str]) -> Result<(Self, Vec<Move>), BoardError> {
        let mut board = *self;
        let mut played = Vec::with_capacity(moves.len());
        for (index, text) in moves.iter().enumerate() {
            let one = read_move(&board.diagram, text).map_err(|problem| BoardError::Move {
                number: index + 1,
                problem,
            })?;
            played.push(one);
            board = board.play(one);
        }
        Ok((board, played))
    }

    /// A move as UCI writes it; on the last rank with the letter that its reader wants.
    #[must_use]
    pub fn coordinates(&self, played: Move, promotion: &str) -> String {
        let letter = if promotes(played) { promotion } else { "" };
        coordinates(&self.diagram, played) + letter
    }

    /// The move that an engine means: coordinates alone, with a promotion letter on the last rank
    /// if it likes. `None` if it is not legal, or no move at all.
    #[must_use]
    pub fn understand(&self, text: &str) -> Option<Move> {
        self.moves().into_iter().find(|one| {
            let plain = coordinates(&self.diagram, *one);
            match text.strip_prefix(plain.as_str()) {
                Some("") => true,
                Some("q" | "r" | "b" | "n") => promotes(*one),
                _ => false,
            }
        })
    }

    /// How the game has ended by the rules; `None` while it goes on.
    #[must_use]
    pub fn verdict(&self) -> Option<Verdict> {
        let finish = Finish::of(&self.diagram, self.stalemate)?;
        let reason = match finish {
            Finish::LastRank(..) => Reason::LastRank,
            Finish::LastPawn(_) => Reason::NoPawns,
            Finish::NoMove(..) => Reason::NoMove,
        };
        Some(Verdict {
            result: GameResult::of_winner(finish.winner()),
            reason,
            detail: String::new(),
        })
    }

    /// Whether the side to move can win with this move.
    #[must_use]
    pub fn wins_at_once(&self) -> bool {
        self.moves().into_iter().any(|one| {
            let after = self.play(one);
            after.stalemate.outcome(&after.diagram.position) == Some(Outcome::Loss)
        })
    }
}

/// Whether a move goes to the last rank; its maker sees the board with his pawns going up.
fn promotes(played: Move) -> bool {
    played.to().rank() == Rank::EIGHTH
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(fen: &str) -> Board {
        Referee::new(Config::built_in())
            .unwrap()
            .board(fen)
            .unwrap()
    }

    #[test]
    fn engines_are_understood_and_no_more() {
        let board = board("8/4P3/8/8/8/7p/P7/8 w");
        for text in ["a2a3", "a2a4", "e7e8", "e7e8q", "e7e8n"] {
            assert!(board.understand(text).is_some(), "{text}");
        }
        for text in [
            "", "a4", "e8", "a2a4q", "e7e8x", "e7e8qq", "E7E8", "0000", "(none)", "h3h2", "é",
        ] {
            assert!(board.understand(text).is_none(), "{text}");
        }
        let last = board.understand("e7e8").unwrap();
        assert_eq!(board.coordinates(last, "q"), "e7e8q");
        assert_eq!(board.coordinates(last, ""), "e7e8");
        let step = board.understand("a2a3").unwrap();
        assert_eq!(board.coordinates(step, "q"), "a2a3");
    }

    #[test]
    fn endings_have_a_reason() {
        let cases = [
            (
                "P7/p7/8/8/8/8/8/8 b",
                GameResult::WhiteWins,
                Reason::LastRank,
            ),
            (
                "8/8/8/8/8/8/P7/p7 w",
                GameResult::BlackWins,
                Reason::LastRank,
            ),
            ("8/8/8/8/8/8/p7/8 w", GameResult::BlackWins, Reason::NoPawns),
            ("8/p7/P7/8/8/8/8/8 w", GameResult::Draw, Reason::NoMove),
        ];
        for (fen, result, reason) in cases {
            let verdict = board(fen).verdict().unwrap();
            assert_eq!((verdict.result, verdict.reason), (result, reason), "{fen}");
            assert_eq!(board(fen).moves(), [], "{fen}");
        }
        assert_eq!(board("8/p7/8/8/8/8/P7/8 w").verdict(), None);
    }

    #[test]
    fn wins_at_once_are_seen() {
        assert!(board("8/4P3/8/8/8/7p/P7/8 w").wins_at_once());
        assert!(board("8/8/2p5/1P6/8/8/8/8 w").wins_at_once());
        assert!(!board("8/4P3/8/8/8/7p/P7/8 b").wins_at_once());
    }

    #[test]
    fn only_the_usual_start_goes_without_saying() {
        let mut config = Config::built_in().clone();
        let usual = |config: &Config| {
            let referee = Referee::new(config).unwrap();
            referee.is_usual_start(&referee.start(Gaps::OUTERMOST).unwrap())
        };
        assert!(usual(&config));
        config.options.files = 5;
        assert!(!usual(&config));
        config.options.files = 8;
        config.options.variant = "pawnrace".into();
        assert!(!usual(&config));
    }
}
