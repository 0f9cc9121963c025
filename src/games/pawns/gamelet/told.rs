//! The gamelets of a position as one object, for `gamelets --json`.

use serde::Serialize;
use serde_json::Value;

use crate::board::{Bitboard, Colour};
use crate::cli::json::{About, Proved};
use crate::game::bounds::Bounds;
use crate::games::pawns::Diagram;
use crate::games::pawns::gamelet::dead_files_by_colour;
use crate::games::pawns::gamelet::summary::{BestPlay, Spare, Summary, TooLarge, Zugzwang};
use crate::games::pawns::gamelet::text::letters;

/// All gamelets of a position.
#[derive(Serialize)]
pub struct Told {
    #[serde(flatten)]
    about: About,
    #[serde(flatten)]
    proved: Proved,
    gamelets: Vec<Gamelet>,
    dead_files: Sides<Vec<String>>,
}

#[derive(Serialize)]
struct Sides<T> {
    white: T,
    black: T,
}

impl<T> Sides<T> {
    fn of(each: impl Fn(Colour) -> T) -> Self {
        Self {
            white: each(Colour::White),
            black: each(Colour::Black),
        }
    }
}

#[derive(Serialize)]
struct Gamelet {
    files: Vec<String>,
    #[serde(flatten)]
    summary: Part,
}

/// The results, or why there are none.
#[derive(Serialize)]
#[serde(untagged)]
enum Part {
    Known(Box<Known>),
    Unknown { too_large: String },
}

#[derive(Serialize)]
struct Known {
    nobody_passes: Begun,
    white_may_pass: Begun,
    black_may_pass: Begun,
    spare_moves: Sides<Value>,
    zugzwang: &'static str,
    losing_moves: Sides<bool>,
}

/// The results, by the side that begins.
#[derive(Serialize)]
struct Begun {
    white_first: Ending,
    black_first: Ending,
}

#[derive(Serialize)]
struct Ending {
    winner: Option<&'static str>,
    plies: Option<u16>,
}

impl From<BestPlay> for Ending {
    fn from(ending: BestPlay) -> Self {
        let won = match ending {
            BestPlay::Draw => None,
            BestPlay::Win { winner, plies } => Some((winner.word(), plies)),
        };
        Self {
            winner: won.map(|(winner, _)| winner),
            plies: won.map(|(_, plies)| plies),
        }
    }
}

impl Told {
    /// The gamelets of a position that is not over, if it has any.
    pub fn new(
        about: About,
        position: &Diagram,
        bounds: Bounds,
        summaries: &[(Bitboard, Result<Summary, TooLarge>)],
    ) -> Self {
        let [white, black] = dead_files_by_colour(position).map(names);
        let gamelets = summaries.iter().map(|(files, summary)| Gamelet {
            files: names(*files),
            summary: match summary {
                Ok(summary) => Part::Known(Box::new(known(summary))),
                Err(reason) => Part::Unknown {
                    too_large: reason.to_string(),
                },
            },
        });
        Self {
            about,
            proved: bounds.into(),
            gamelets: gamelets.collect(),
            dead_files: Sides { white, black },
        }
    }
}

fn names(files: Bitboard) -> Vec<String> {
    letters(files).map(|file| file.to_string()).collect()
}

fn known(summary: &Summary) -> Known {
    let begun = |passer| Begun {
        white_first: summary.ending(passer, Colour::White).into(),
        black_first: summary.ending(passer, Colour::Black).into(),
    };
    Known {
        nobody_passes: begun(None),
        white_may_pass: begun(Some(Colour::White)),
        black_may_pass: begun(Some(Colour::Black)),
        spare_moves: Sides::of(|side| match summary.spare(side) {
            None => Value::Null,
            Some(Spare::Lost) => "lost".into(),
            Some(Spare::Moves(moves)) => moves.into(),
            Some(Spare::Any) => "any".into(),
        }),
        zugzwang: match summary.zugzwang() {
            Zugzwang::None => "none",
            Zugzwang::Of(colour) => colour.word(),
            Zugzwang::Mutual => "mutual",
        },
        losing_moves: Sides::of(|side| summary.holds_losing_move(side)),
    }
}
