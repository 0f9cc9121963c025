//! The variants and their options, for the list of games.

use super::games::MOST_TEXT;
use super::message::{Choice, Hello, Most, Piece, Variant, Wrong};
use super::position::{is_open, start};
use super::server::MOST_MESSAGE;
use crate::config::Config;
use crate::engine::choices::{self, ChoiceKind};
use crate::engine::{Choices, Level, Variant as Opened};
use crate::puzzles::sets;

/// The program's name with its version.
const NAME: &str = concat!("Jacquerie ", env!("CARGO_PKG_VERSION"));

/// Describes the program, and what can be played.
///
/// # Errors
/// If a variant cannot start as configured.
pub fn hello(config: &Config) -> Result<Hello, Wrong> {
    let variants = config.variants.iter();
    let variants = variants.map(|(name, opened)| variant(config, name, &**opened));
    Ok(Hello {
        name: NAME,
        variants: variants.collect::<Result<_, _>>()?,
        variant: config.options.variant.clone(),
        levels: Level::HIGHEST,
        limits: Most {
            message: MOST_MESSAGE,
            text: MOST_TEXT,
        },
    })
}

fn variant(config: &Config, name: &str, opened: &dyn Opened) -> Result<Variant, Wrong> {
    // The configured choices may belong to another variant.
    let chosen = &config.options.choices;
    let start =
        start(opened, chosen, None).or_else(|_| start(opened, &Choices::default(), None))?;
    let of_start = opened.choices().iter().filter(|choice| choice.of_start);
    let is_open = |one: &choices::Choice| is_open(opened, chosen, one);
    // If no choice is open, a value would change nothing.
    let matters =
        |one: &&choices::Choice| !matches!(one.kind, ChoiceKind::Text(..)) || is_open(one);
    let titled = config.titles.get(name).cloned().unwrap_or_default();
    let pieces = opened.legend().iter();
    Ok(Variant {
        name: name.into(),
        title: titled.title.unwrap_or_else(|| name.into()),
        about: titled.about,
        rules: opened.about(),
        start: start.fen(),
        promotions: opened
            .listing()
            .promotions
            .chars()
            .map(Into::into)
            .collect(),
        choices: of_start
            .filter(matters)
            .map(|one| choice(one, chosen, is_open(one)))
            .collect(),
        legend: pieces
            .map(|&(letter, moves)| Piece { letter, moves })
            .collect(),
        puzzles: sets::of(name).is_some(),
        squares: opened.listing().king_squares.is_some(),
    })
}

fn choice(choice: &choices::Choice, chosen: &Choices, is_open: bool) -> Choice {
    let (kind, range) = match &choice.kind {
        ChoiceKind::Number(range, _) => ("number", Some(range)),
        ChoiceKind::Text(..) => ("text", None),
        ChoiceKind::Check(_) => ("check", None),
    };
    Choice {
        name: choice.key,
        label: choice.label,
        help: choice.help,
        kind,
        min: range.map(|range| *range.start()),
        max: range.map(|range| *range.end()),
        default: chosen.value(choice),
        chosen_by: is_open.then_some("black"),
    }
}
