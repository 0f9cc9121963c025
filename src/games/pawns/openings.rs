//! Built-in knowledge of the first moves: solved values and repertoires.
//!
//! They are the files in `results/`, as written by `jacquerie solve`. For each start position there is a line
//! with the exact value of every first move, and perhaps a [repertoire](crate::solve::repertoire) for the
//! moves after it. To add a game, add a line to the list of shipped files.
//!
//! A start position and its mirror image share one entry. Answers have the orientation of the position asked
//! about.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::{Diagram, Files, Gaps, Move, PawnGame, Position, Rules, Stalemate};
use crate::game::bounds::{Bounds, MoveValue};
use crate::game::{Game, Outcome};
use crate::solve::repertoire::{Advice, RepertoireError, Section};

/// Solved starts of one game.
struct Shipped {
    stalemate: Stalemate,
    /// A line `FEN;value;move=value,…` for each start, as `solve --output --moves` writes it.
    values: &'static str,
    /// The output of `solve --repertoire`; may be empty.
    repertoire: &'static [u8],
}

const SHIPPED: &[Shipped] = &[
    Shipped {
        stalemate: Stalemate::Draw,
        values: include_str!("../../../results/pawnrace.txt"),
        repertoire: include_bytes!("../../../results/pawnrace.repertoire"),
    },
    Shipped {
        stalemate: Stalemate::Draw,
        values: include_str!("../../../results/pawngame.txt"),
        repertoire: include_bytes!("../../../results/pawngame.repertoire"),
    },
    Shipped {
        stalemate: Stalemate::Loss,
        values: include_str!("../../../results/pawnsonly.txt"),
        repertoire: include_bytes!("../../../results/pawnsonly.repertoire"),
    },
];

/// A solved start.
struct Start {
    diagram: Diagram,
    value: Outcome,
    /// `move=value,…`
    moves: &'static str,
    /// The repertoires of the game.
    repertoire: &'static [u8],
}

/// All shipped starts, one per line. The tests read every line; here an unreadable one would be skipped.
static STARTS: LazyLock<HashMap<(Stalemate, Position), Start>> = LazyLock::new(|| {
    let games = SHIPPED.iter().flat_map(|game| {
        let lines = game.values.lines();
        lines.filter_map(|line| start(game, line))
    });
    games.collect()
});

fn start(game: &Shipped, line: &'static str) -> Option<((Stalemate, Position), Start)> {
    let mut fields = line.split(';');
    let diagram: Diagram = fields.next()?.parse().ok()?;
    let start = Start {
        diagram,
        value: fields.next()?.parse().ok()?,
        moves: fields.next().unwrap_or_default(),
        repertoire: game.repertoire,
    };
    Some(((game.stalemate, diagram.position), start))
}

fn find(stalemate: Stalemate, position: &Position) -> Option<&'static Start> {
    let plain = STARTS.get(&(stalemate, *position));
    plain.or_else(|| STARTS.get(&(stalemate, position.mirror())))
}

/// The value of a start position for the side to move, if it is shipped.
#[must_use]
pub fn value_of_start(stalemate: Stalemate, position: &Position) -> Option<Outcome> {
    find(stalemate, position).map(|start| start.value)
}

/// The result for Black from a start with these gaps, with best play on both sides. If nothing is shipped,
/// all starts are equal: all count as draws.
#[must_use]
pub fn value_for_black(rules: &Rules, files: Files, gaps: Gaps) -> Outcome {
    let start = rules.start(files, gaps).ok();
    let value = start.and_then(|start| value_of_start(rules.stalemate, &start.position));
    value.map_or(Outcome::Draw, Outcome::reversed)
}

/// The shipped knowledge of games from one start. Positions and moves are in canonical form.
#[derive(Clone, Debug)]
pub struct Openings {
    start: Position,
    first_moves: Vec<(Move, Outcome)>,
    entries: HashMap<Position, Advice<Move>>,
}

impl Openings {
    /// Reads the shipped knowledge of a start position or its mirror image; `None` if there is none.
    #[must_use]
    pub fn for_start(game: &PawnGame, position: &Position) -> Option<Self> {
        let found = find(game.stalemate, position)?;
        let diagram = &found.diagram;
        let start = game.canonical(&diagram.position);
        let is_mirrored = start != diagram.position;
        let first_moves = found.moves.split(',').filter_map(|one| {
            let (played, value) = one.split_once('=')?;
            let played = diagram.read_move(game, played).ok()?;
            Some((turned(played, is_mirrored), value.parse().ok()?))
        });
        let entries = entries(game, found.repertoire, &start).unwrap_or_else(|error| {
            log::error!("the built-in results for {diagram} cannot be read: {error}");
            HashMap::new()
        });
        Some(Self {
            start,
            first_moves: first_moves.collect(),
            entries,
        })
    }

    /// The moves of a position with a known exact value. The move that the repertoire continues comes first.
    #[must_use]
    pub fn known(&self, game: &PawnGame, position: &Position) -> Vec<MoveValue<Move>> {
        let canonical = game.canonical(position);
        let entry = self.entries.get(&canonical).copied();
        let in_repertoire = entry.and_then(Advice::played);
        let mut moves: Vec<(Move, Outcome)> = match entry {
            _ if canonical == self.start => self.first_moves.clone(),
            Some(Advice::Loss) => {
                let all = game.moves(&canonical).into_iter();
                all.map(|played| (played, Outcome::Loss)).collect()
            }
            Some(Advice::Draw(played)) => vec![(played, Outcome::Draw)],
            Some(Advice::Win(played)) => vec![(played, Outcome::Win)],
            None => Vec::new(),
        };
        moves.sort_by_key(|(played, _)| Some(*played) != in_repertoire);
        let is_mirrored = canonical != *position;
        let moves = moves.into_iter();
        moves
            .map(|(played, value)| MoveValue {
                played: turned(played, is_mirrored),
                bounds: Bounds::exactly(value),
            })
            .collect()
    }
}

/// The repertoire entries of the games from a start in canonical form.
fn entries(
    game: &PawnGame,
    mut bytes: &[u8],
    start: &Position,
) -> Result<HashMap<Position, Advice<Move>>, RepertoireError> {
    while !bytes.is_empty() {
        let (section, rest) = Section::decode(bytes)?;
        let root = section.fen.parse().ok();
        let root = root.map(|root: Diagram| game.canonical(&root.position));
        if root.as_ref() == Some(start) && section.rule == game.stalemate as u8 {
            return section.walk(game, start);
        }
        bytes = rest;
    }
    Ok(HashMap::new())
}

const fn turned(played: Move, is_mirrored: bool) -> Move {
    match is_mirrored {
        true => played.mirror(),
        false => played,
    }
}
