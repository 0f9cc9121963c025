//! Flags that choose among the starts of a game, such as `--files`. The games define them.

use anyhow::Result;
use clap::{Arg, ArgMatches};

use super::{GENERAL, Usage};
use crate::config::Config;
use crate::engine::choices::Choice;
use crate::engine::{Engine, Registry};

/// A choice, and its value on the command line.
pub type Chosen = (&'static Choice, String);

/// The choices among the starts of any game.
pub fn of_starts(registry: &Registry) -> impl Iterator<Item = &'static Choice> {
    registry.choices().filter(|choice| choice.of_start)
}

/// The flag for a choice among the starts.
pub fn flag(choice: &'static Choice) -> Arg {
    Arg::new(choice.key)
        .long(word(choice))
        .value_name(choice.name.to_uppercase())
        .help(capitalised(choice.help) + " [default: " + &choice.default() + "]")
        .global(true)
        .help_heading(GENERAL)
        .display_order(1_001)
}

/// The flag of a choice: the underscores of the option's key become hyphens.
fn word(choice: &Choice) -> String {
    choice.key.replace('_', "-")
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// The choices on the command line.
pub fn chosen(matches: &ArgMatches, registry: &Registry) -> Vec<Chosen> {
    let chosen = of_starts(registry).filter_map(|choice| {
        let value = matches.get_one::<String>(choice.key)?;
        Some((choice, value.clone()))
    });
    chosen.collect()
}

/// Applies the choices. A choice that belongs to other variants is rejected, unless the variant
/// is chosen later.
///
/// # Errors
/// Returns the first choice that the variant does not have, or whose value is invalid.
pub fn set(
    engine: &mut Engine,
    config: &Config,
    chosen: &[Chosen],
    variant_comes_later: bool,
) -> Result<()> {
    // Gaps chosen for another width may contradict this one, so the width comes last.
    for (choice, value) in chosen.iter().rev() {
        let (name, flag) = (choice.name, word(choice));
        let variant = &engine.options().variant.clone();
        let mut choices = engine.variant().choices().iter();
        if !choices.any(|own| own.name == name) {
            let message = format!("--{flag} {value}: the variant {variant} has no such choice");
            return Err(Usage(message).into());
        }
        // Only variants in which Black makes this choice before the game have it.
        let names = config.opened_by(name);
        if !names.is_empty() && !names.contains(&variant.as_str()) && !variant_comes_later {
            let names = names.join(", ");
            let message = format!(
                "--{flag} {value}: the variant {variant} has none; expected --variant {names}"
            );
            return Err(Usage(message).into());
        }
        super::set(engine, name, &format!("--{flag}"), value)?;
    }
    Ok(())
}
