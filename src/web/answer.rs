//! What is asked at once: everything but a search. It may take a while, so it is done where nobody
//! else waits for it.

use std::collections::BTreeMap;

use super::message::{Answer, Request, Wrong};
use super::{games, hello, look, position, view};
use crate::config::Config;
use crate::engine::options::LEVEL_SEED;
use crate::games::pawns::PawnRoom;
use crate::games::pawns::openings::by_chance;

/// Answers a request.
#[must_use]
pub fn answer(config: &Config, request: &Request) -> Answer {
    carry_out(config, request).unwrap_or_else(Answer::Error)
}

fn carry_out(config: &Config, request: &Request) -> Result<Answer, Wrong> {
    Ok(match request {
        Request::Hello {} => Answer::Hello(hello::hello(config)?),
        Request::View(asked) => Answer::View(view::view(config, asked)?),
        Request::Look(asked) => Answer::Look(look::look(config, asked)?),
        Request::Choose { variant, choices } => Answer::Choose {
            choices: choose(config, variant, choices)?,
        },
        Request::ReadPgn { text, variant } => Answer::ReadPgn {
            games: games::read(config, text, variant.as_deref())?,
        },
        Request::WritePgn(game) => Answer::WritePgn {
            text: games::write(config, game)?,
        },
        Request::CheckFen { variant, fen } => {
            let (_, variant) = position::variant(config, variant)?;
            let state = variant.read_fen(fen);
            let state = state.map_err(|problem| Wrong::field("fen", problem))?;
            Answer::CheckFen {
                ok: true,
                fen: state.fen(),
            }
        }
        Request::Think(_) | Request::Stop {} => {
            return Err(Wrong::plain("this is for who thinks"));
        }
    })
}

/// What the engine would choose of the starts that are left open, as Black.
fn choose(
    config: &Config,
    name: &str,
    fixed: &BTreeMap<String, String>,
) -> Result<BTreeMap<&'static str, String>, Wrong> {
    let (name, variant) = position::variant(config, name)?;
    let choices = position::choices(config, variant, fixed)?;
    let room: Option<&PawnRoom> = variant.as_any().downcast_ref();
    let room = room.filter(|_| variant.has_many_starts());
    let seed = rand::random_range(LEVEL_SEED);
    let chosen = room.and_then(|room| {
        let gaps = by_chance(room.rules(), PawnRoom::files(&choices), seed)?;
        Some(PawnRoom::with_gaps(&choices, gaps))
    });
    let chosen = chosen.ok_or_else(|| {
        let message = format!("there is nothing to choose before a game of {name}");
        Wrong::field("variant", message)
    })?;
    let own = variant.choices().iter();
    let open = own.filter(|choice| position::is_open(variant, &choices, choice));
    let chosen = open.map(|choice| (choice.key, chosen.value(choice)));
    Ok(chosen.collect())
}
