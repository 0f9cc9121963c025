//! The options as announced to a UCI client: name, type, default and range.

use vampirc_uci::{UciMessage, UciOptionConfig};

use crate::config::Config;
use crate::engine::choices::{Choice, ChoiceKind};
use crate::engine::options::{Kind, Spec, TABLE};

/// The `option` lines, with the configuration's values as defaults: those of the engine, then those
/// of each game.
#[must_use]
pub fn announcements(config: &Config) -> Vec<String> {
    let choices = config.choices();
    let own = TABLE.iter().map(|spec| of_engine(spec, config));
    let of_games = choices.iter().map(|choice| of_game(choice, config));
    own.chain(of_games)
        .map(|option| UciMessage::Option(option).to_string())
        .collect()
}

fn of_engine(spec: &Spec, config: &Config) -> UciOptionConfig {
    let options = &mut config.options.clone();
    let name = spec.name.into();
    match &spec.kind {
        Kind::Number(range, field) => UciOptionConfig::Spin {
            name,
            default: Some((*field(options)).into()),
            min: Some((*range.start()).into()),
            max: Some((*range.end()).into()),
        },
        Kind::Check(field) => UciOptionConfig::Check {
            name,
            default: Some(*field(options)),
        },
        Kind::Text(field) => text(name, field(options)),
        Kind::Button => UciOptionConfig::Button { name },
        Kind::Variant => UciOptionConfig::Combo {
            name,
            default: Some(options.variant.clone()),
            var: config.names().into_iter().map(Into::into).collect(),
        },
    }
}

fn of_game(choice: &Choice, config: &Config) -> UciOptionConfig {
    let name = choice.name.into();
    let chosen = config.options.choices.value(choice);
    match &choice.kind {
        ChoiceKind::Number(range, _) => UciOptionConfig::Spin {
            name,
            default: chosen.parse().ok(),
            min: Some((*range.start()).into()),
            max: Some((*range.end()).into()),
        },
        ChoiceKind::Text(..) => text(name, &chosen),
        ChoiceKind::Check(_) => UciOptionConfig::Check {
            name,
            default: chosen.parse().ok(),
        },
    }
}

fn text(name: String, default: &str) -> UciOptionConfig {
    let default = match default {
        "" => "<empty>",
        other => other,
    };
    UciOptionConfig::String {
        name,
        default: Some(default.into()),
    }
}
