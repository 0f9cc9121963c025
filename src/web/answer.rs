//! Requests answered at once: everything except searches. An answer may take a while, so it is
//! computed in a thread that blocks no other request.

use std::collections::BTreeMap;

use super::message::{Answer, Position, Request, Wrong};
use super::position::Reached;
use super::{games, hello, look, position, view};
use crate::config::Config;
use crate::stop::Stop;

/// Answers a request. Reading PGN gives up soon after `stop` is set; all else runs to its end.
#[must_use]
pub fn answer(config: &Config, request: &Request, stop: &Stop) -> Answer {
    carry_out(config, request, stop).unwrap_or_else(Answer::Error)
}

fn carry_out(config: &Config, request: &Request, stop: &Stop) -> Result<Answer, Wrong> {
    Ok(match request {
        Request::Hello {} => Answer::Hello(hello::hello(config)?),
        Request::View(asked) => Answer::View(view::view(config, asked)?),
        Request::Look(asked) => Answer::Look(look::look(config, asked)?),
        Request::Choose { variant, choices } => Answer::Choose {
            choices: choose(config, variant, choices)?,
        },
        Request::ReadMove { position, text } => Answer::ReadMove {
            played: read_move(config, position, text)?,
        },
        Request::ReadPgn { text, variant } => {
            let read = games::read(config, text, variant.as_deref(), stop)?;
            Answer::ReadPgn {
                games: read.games,
                left_out: read.left_out,
                text: read.text,
            }
        }
        Request::WritePgn(game) => Answer::WritePgn {
            text: games::write(config, game)?,
        },
        Request::CheckFen { variant, fen } => {
            let (_, variant) = position::variant(config, variant)?;
            let wrong = |problem| Wrong::field("fen", problem);
            variant.read_fen(fen).map_err(wrong)?;
            Answer::CheckFen
        }
        Request::Think(_) | Request::Squares(_) | Request::Stop {} => {
            return Err(Wrong::plain("this request needs the search thread"));
        }
    })
}

/// The coordinates of a move in any notation.
fn read_move(config: &Config, asked: &Position, text: &str) -> Result<String, Wrong> {
    let wrong = |problem| Wrong::field("text", problem);
    let state = Reached::new(config, asked)?.state;
    let shown = state.written(text).map_err(wrong)?;
    Ok(shown.coordinates)
}

/// The start that the engine chooses as Black from the open starts.
fn choose(
    config: &Config,
    name: &str,
    fixed: &BTreeMap<String, String>,
) -> Result<BTreeMap<&'static str, String>, Wrong> {
    let (name, variant) = position::variant(config, name)?;
    let choices = position::choices(config, variant, fixed)?;
    if !variant.has_many_starts() {
        let message = format!("the variant {name} has no choices before a game");
        return Err(Wrong::field("variant", message));
    }
    let chosen = variant.choose_start(&choices, &mut rand::make_rng());
    let own = variant.choices().iter();
    let open = own.filter(|choice| position::is_open(variant, &choices, choice));
    let chosen = open.map(|choice| (choice.key, chosen.value(choice)));
    Ok(chosen.collect())
}
