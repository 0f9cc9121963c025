//! Wanderers as text: its FEN, its moves, how it ends.
//!
//! ```text
//! t3wd3t/r3rr3r/10/10/10/10/10/10/10/10/R3RR3R/T3WD3T w 0 1
//! ```
//!
//! The ranks from the last one down, capitals for White, numbers for empty squares (here of two
//! digits); who is to move; the plies without progress; the number of the move. The last two may be
//! missing. Moves are `a11a12w`, or `Ra12=W` as people write it.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use jacquerie::board::Colour;
use jacquerie::game::algebraic::{Notation, Written};
use jacquerie::game::finish::{Cause, Finish};
use jacquerie::game::picture::{Man, Picture, Spot};
use jacquerie::game::playable::{FenProblem, Playable};
use jacquerie::game::provable::Rule;
use jacquerie::game::{Game, Outcome, Provable};
use thiserror::Error;

use crate::game::{KeyOf, NoMove, Wanderers};
use crate::rules::{Board, Kind, MOST_MEN, Move, Position};

/// A position with all that its FEN says.
#[derive(Clone, PartialEq, Debug)]
pub struct Diagram {
    pub board: Arc<Board>,
    pub position: Position,
    pub quiet_plies: u16,
    pub move_number: u32,
}

/// What is wrong with a FEN.
#[derive(PartialEq, Eq, Error, Debug)]
pub enum WrongFen {
    #[error("found {found} fields, expected ranks, w or b, plies without progress, move number")]
    Fields { found: usize },
    #[error("found {files} files and {ranks} ranks, expected 1 to 10 files and 10 to 12 ranks")]
    Size { files: usize, ranks: usize },
    #[error("rank {rank} has {found} squares, expected {expected}")]
    Rank {
        rank: usize,
        found: usize,
        expected: usize,
    },
    #[error(
        "found '{0}', expected a man (R, W, T, D; Black's r, w, t, d) or a number of empty squares"
    )]
    Man(char),
    #[error("found '{0}' to move, expected w or b")]
    Turn(String),
    #[error("found '{0}', expected a number")]
    Number(String),
    #[error("a runner stands on the rank where it ends its way")]
    LastRank,
    #[error("expected one to {MOST_MEN} men a side, or none on one side")]
    Men,
    #[error("found a board of {files} files and {ranks} ranks, expected that of the variant")]
    OtherBoard { files: usize, ranks: usize },
}

/// What stands on a rank, from the left; empty squares as they are numbered.
fn read_rank(text: &str) -> Result<Vec<Option<(Colour, Kind)>>, WrongFen> {
    let mut squares = Vec::new();
    let mut empty = 0_usize;
    for letter in text.chars() {
        if let Some(digit) = letter.to_digit(10) {
            empty = (10 * empty + digit as usize).min(100);
            continue;
        }
        squares.resize(squares.len() + std::mem::take(&mut empty), None);
        let kind = Kind::of_letter(letter.to_ascii_lowercase()).ok_or(WrongFen::Man(letter))?;
        let colour = match letter.is_ascii_uppercase() {
            true => Colour::White,
            false => Colour::Black,
        };
        squares.push(Some((colour, kind)));
    }
    squares.resize(squares.len() + empty, None);
    Ok(squares)
}

fn number<T: FromStr>(text: Option<&&str>, default: T) -> Result<T, WrongFen> {
    let read = text.map(|text| text.parse().map_err(|_| WrongFen::Number((*text).into())));
    read.unwrap_or(Ok(default))
}

impl FromStr for Diagram {
    type Err = WrongFen;

    fn from_str(text: &str) -> Result<Self, WrongFen> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let [ranks, turn, rest @ ..] = &fields[..] else {
            return Err(WrongFen::Fields {
                found: fields.len(),
            });
        };
        if rest.len() > 2 {
            return Err(WrongFen::Fields {
                found: fields.len(),
            });
        }
        let turn = match *turn {
            "w" => Colour::White,
            "b" => Colour::Black,
            other => return Err(WrongFen::Turn(other.into())),
        };
        let ranks: Vec<_> = ranks
            .split('/')
            .rev()
            .map(read_rank)
            .collect::<Result<_, _>>()?;
        let files = ranks[0].len();
        let wrong_size = WrongFen::Size {
            files,
            ranks: ranks.len(),
        };
        let board = Board::new(files, ranks.len()).ok_or(wrong_size)?;
        let mut position = Position::empty(turn);
        for (index, rank) in ranks.iter().enumerate() {
            if rank.len() != files {
                let (rank, found) = (index + 1, rank.len());
                return Err(WrongFen::Rank {
                    rank,
                    found,
                    expected: files,
                });
            }
            for (file, man) in rank.iter().enumerate() {
                if let Some((colour, kind)) = *man {
                    let square = (index * files + file) as u8;
                    if kind == Kind::Runner && board.is_last_rank(square, colour) {
                        return Err(WrongFen::LastRank);
                    }
                    position.put(colour, kind, square);
                }
            }
        }
        let men = [Colour::White, Colour::Black].map(|side| position.all_of(side).count_ones());
        if men == [0, 0] || men.iter().any(|count| *count > MOST_MEN) {
            return Err(WrongFen::Men);
        }
        Ok(Self {
            board: Arc::new(board),
            position,
            quiet_plies: number(rest.first(), 0)?,
            move_number: number(rest.get(1), 1)?,
        })
    }
}

/// As a FEN writes a man.
fn letter(colour: Colour, kind: Kind) -> char {
    match colour {
        Colour::White => kind.letter().to_ascii_uppercase(),
        Colour::Black => kind.letter(),
    }
}

impl fmt::Display for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..self.board.ranks).rev() {
            let mut empty = 0;
            for file in 0..self.board.files {
                match self.position.at((rank * self.board.files + file) as u8) {
                    None => empty += 1,
                    Some((colour, kind)) => {
                        if empty > 0 {
                            write!(f, "{empty}")?;
                        }
                        empty = 0;
                        write!(f, "{}", letter(colour, kind))?;
                    }
                }
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            f.write_str(if rank > 0 { "/" } else { "" })?;
        }
        let turn = match self.position.turn {
            Colour::White => 'w',
            Colour::Black => 'b',
        };
        write!(f, " {turn} {} {}", self.quiet_plies, self.move_number)
    }
}

impl Diagram {
    fn spot(&self, square: u8) -> Spot {
        let square = usize::from(square);
        Spot {
            file: square % self.board.files,
            rank: square / self.board.files,
        }
    }
}

impl<K: KeyOf> Playable for Wanderers<K> {
    type Diagram = Diagram;

    const NOTATION: Notation = Notation {
        files: 10,
        ranks: 12,
        ..Notation::of_chess("RWTD", "WTD", "'a11a12t', 'Ra12=T' or 'Txd10'")
    };

    fn read_fen(&self, fen: &str) -> Result<Diagram, FenProblem> {
        let diagram: Diagram = fen.parse()?;
        let Board { files, ranks, .. } = *diagram.board;
        match diagram.board == self.board {
            true => Ok(diagram),
            false => Err(WrongFen::OtherBoard { files, ranks }.into()),
        }
    }

    fn position(diagram: &Diagram) -> Position {
        diagram.position
    }

    fn turn(diagram: &Diagram) -> Colour {
        diagram.position.turn
    }

    fn move_number(diagram: &Diagram) -> u32 {
        diagram.move_number
    }

    fn quiet_plies(diagram: &Diagram) -> u16 {
        diagram.quiet_plies
    }

    fn after(&self, diagram: &Diagram, played: Move) -> Diagram {
        let position = &diagram.position;
        Diagram {
            board: Arc::clone(&diagram.board),
            position: position.play(played),
            quiet_plies: match position.is_progress(played) {
                true => 0,
                false => diagram.quiet_plies.saturating_add(1),
            },
            move_number: diagram.move_number + u32::from(position.turn == Colour::Black),
        }
    }

    fn written(&self, diagram: &Diagram, played: Move) -> Written {
        let man = diagram.position.at(played.from);
        let capital = |kind| letter(Colour::White, kind);
        Written {
            man: capital(man.map_or(Kind::Runner, |(_, kind)| kind)),
            from: diagram.spot(played.from),
            to: diagram.spot(played.to),
            captures: played.is_capture,
            becomes: played.promotion.map(capital),
            is_idle: false,
        }
    }

    fn finish(&self, diagram: &Diagram) -> Option<Finish> {
        let turn = diagram.position.turn;
        let (winner, outcome) = match self.outcome(&diagram.position)? {
            Outcome::Win => (Some(turn), Outcome::Win),
            Outcome::Draw => (None, Outcome::Draw),
            Outcome::Loss => (Some(turn.opponent()), Outcome::Loss),
        };
        let loser = winner.map(Colour::opponent);
        let without_men = loser.filter(|loser| diagram.position.all_of(*loser) == 0);
        Some(match (without_men, outcome) {
            (Some(loser), _) => Finish {
                winner,
                cause: Cause::NoPawns,
                told: format!("{loser} has no man left"),
            },
            (None, _) => Finish {
                winner,
                cause: Cause::NoMove,
                told: format!("{turn} has no move"),
            },
        })
    }

    fn picture(&self, diagram: &Diagram) -> Picture {
        Picture::new(diagram.board.files, diagram.board.ranks, |spot| {
            let square = spot.rank * diagram.board.files + spot.file;
            let (colour, kind) = diagram.position.at(square as u8)?;
            let figure = match kind {
                Kind::Runner => "\u{2659}",
                Kind::Walker => "\u{2654}",
                Kind::Tower => "\u{2656}",
                Kind::Drifter => "\u{2655}",
            };
            Some(Man {
                colour,
                letter: letter(colour, kind),
                figure,
            })
        })
    }

    fn explain(&self, diagram: &Diagram) -> String {
        let [white, black] = self.terms(&diagram.position);
        format!(
            "term      White  Black\nmen      {:6} {:6}\nadvance  {:6} {:6}\nfor White {}",
            white.men, black.men, white.advance, black.advance, white.balance
        )
    }
}

/// The numbers of its rules are its own.
impl<K: KeyOf> Provable for Wanderers<K> {
    fn rule(&self) -> Rule {
        let (words, sentence) = match self.no_move {
            NoMove::Loss => ("wanderers no_move loss", "whoever cannot move loses"),
            NoMove::Draw => ("wanderers no_move draw", "whoever cannot move draws"),
        };
        Rule {
            number: 200 + self.no_move as u8,
            words,
            sentence,
        }
    }

    fn shown(root: &Diagram, position: Position, _: Colour) -> Diagram {
        Diagram {
            board: Arc::clone(&root.board),
            position,
            ..*root
        }
    }
}
