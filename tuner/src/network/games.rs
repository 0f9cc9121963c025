//! The positions that a network learns from: the undecided positions of games, with values.
//!
//! Positions with most of their pieces cannot be solved by the thousand, but games of the engine
//! against itself have results, and the side that stood better has usually won. Results are noisier
//! than exact values, but cover openings and middlegames, which small boards do not have. The last
//! positions of a game are solved where possible ([`Teaches::solve`]) and get their exact values.
//! Those before them get the value of the first solved one, so that no later blunder counts.

use std::path::Path;

use anyhow::{Result, bail};

use super::lessons::Lessons;
use super::{Taught, Teaches};
use crate::arguments::Arguments;
use crate::gather::games_of;
use crate::sample::Unsolved;
use crate::work::{each_in_a_thread, progress};
use jacquerie::arena::pgn::{GameResult, Record};
use jacquerie::board::Colour;
use jacquerie::engine::Engine;
use jacquerie::game::Outcome;
use jacquerie::game::diagram::Diagram;
use jacquerie::game::state::State;
use jacquerie::stop::Interrupt;

/// One game in this many is held out.
const HELD_OUT: usize = 20;

/// The positions to learn from, and those held out.
#[derive(Default)]
pub struct School {
    /// The positions to learn from.
    pub lessons: Lessons,
    /// The positions on which the network is judged, with results alone.
    pub held_out: Lessons,
}

/// Reads the games of a file and solves what can be solved.
///
/// # Errors
/// If the file cannot be read, or the work is interrupted.
pub fn school<G: Teaches>(
    path: &Path,
    arguments: &Arguments,
    engine: &Engine,
    interrupt: &Interrupt,
) -> Result<School> {
    let rules = G::rules(engine)?;
    let games = games_of(path, engine)?;
    let bar = &progress("games", games.len() as u64);
    let share = games.len().div_ceil(arguments.threads(engine)).max(1);
    let solve = |game| {
        bar.inc(1);
        positions_of(&rules, game, arguments.limit, interrupt)
    };
    let solved = each_in_a_thread(games.chunks(share), |part| {
        part.iter().map(solve).collect::<Result<Vec<_>, _>>()
    });
    bar.finish_and_clear();
    if interrupt.is_heard() {
        bail!("interrupted");
    }
    let solved = solved.into_iter().collect::<Result<Vec<_>, Unsolved>>()?;
    let mut school = School::default();
    // Matches play each opening twice in a row: both games are held out, or none.
    for (number, game) in solved.into_iter().flatten().enumerate() {
        for one in &game {
            match number / 2 % HELD_OUT {
                0 => school.held_out.add::<G>(one, 0.0),
                _ => school.lessons.add::<G>(one, arguments.by_score),
            }
        }
    }
    if school.lessons.all().is_empty() || school.held_out.all().is_empty() {
        let path = path.display();
        bail!(
            "{path}: expected games of this variant with a result and undecided positions: some to learn from, and some \
             among the first two, which are held out"
        );
    }
    Ok(school)
}

/// The undecided positions of a game, each with its exact or presumed value, and the score of its
/// search.
fn positions_of<G: Teaches>(
    rules: &G,
    game: &Record,
    limit: u64,
    interrupt: &Interrupt,
) -> Result<Vec<Taught<G::Position>>, Unsolved> {
    let winner = match game.result {
        GameResult::WhiteWins => Some(Colour::White),
        GameResult::BlackWins => Some(Colour::Black),
        GameResult::Draw => None,
        GameResult::Unknown => return Ok(Vec::new()),
    };
    let boards = game.plies().filter_map(|(board, played)| {
        let state: &State<G> = board.as_any().downcast_ref()?;
        let is_same = state.game().rule() == rules.rule();
        is_same.then(|| (*state.diagram(), score_of(played.comment.text())))
    });
    let open = |(board, _): &(Diagram<G>, _)| rules.prove(&board.position).is_none();
    let boards: Vec<(Diagram<G>, Option<f64>)> = boards.filter(open).collect();
    let is_quiet = |at: usize| {
        let (position, next) = (boards[at].0.position, boards.get(at + 1));
        let next = next.map_or(position, |next| next.0.position);
        rules.is_quiet(&position, &next)
    };
    let quiet = (0..boards.len()).filter(|at| is_quiet(*at));
    let (open, scores): (Vec<_>, Vec<_>) = quiet.map(|at| boards[at]).unzip();
    // The last solved position is the earliest of the game.
    let solved = rules.solve(&open, limit, &|| interrupt.is_heard())?;
    let before = open.len() - solved.len();
    let first = solved.last().map(|value| (open[before].turn, *value));
    let by_game = |turn: Colour| match (first, winner) {
        (Some((at, value)), _) if at == turn => value,
        (Some((_, value)), _) => value.reversed(),
        (None, None) => Outcome::Draw,
        (None, Some(winner)) if winner == turn => Outcome::Win,
        (None, Some(_)) => Outcome::Loss,
    };
    let exact = solved.into_iter().zip(open.iter().rev());
    let taught = |board: &Diagram<G>, value, score| Taught {
        position: board.position,
        value,
        score,
        given: rules.given(&board.position),
    };
    let exact = exact.map(|(value, board)| taught(board, value, None));
    let guessed = open.iter().zip(scores).take(before);
    let guessed = guessed.map(|(board, score)| taught(board, by_game(board.turn), score));
    Ok(exact.chain(guessed).collect())
}

/// The score of a search in centipawns, as `jacquerie match` writes it after the move: `+0.35/14
/// 0.10s`, or `-M6/9 0.01s`.
fn score_of(comment: &str) -> Option<f64> {
    /// The score of a proved win.
    const MATE: f64 = 2_000.0;
    let (score, _) = comment.split_once('/')?;
    match score.strip_prefix(['+', '-']) {
        Some(plain) if plain.starts_with('M') && score.starts_with('-') => Some(-MATE),
        Some(plain) if plain.starts_with('M') => Some(MATE),
        _ => {
            let pawns: f64 = score.parse().ok()?;
            Some((100.0 * pawns).clamp(-MATE, MATE))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_of_a_match_are_read() {
        for (comment, score) in [
            ("+0.35/14 0.10s", Some(35.0)),
            ("-200.00/8 0s, Black wins: no move", Some(-2_000.0)),
            ("0.00/3 0s", Some(0.0)),
            ("+M5/9 0.1s", Some(2_000.0)),
            ("-M4/9", Some(-2_000.0)),
            ("book", None),
            ("", None),
            ("a/b", None),
        ] {
            assert_eq!(score_of(comment), score, "{comment}");
        }
    }
}
