//! The options as XBoard announces and sets them.

use crate::engine::Engine;
use crate::engine::choices::ChoiceKind;
use crate::engine::options::{Kind, Spec, TABLE};

/// The options as XBoard's features, those of the games first and buttons last.
#[must_use]
pub fn announcements(engine: &Engine) -> Vec<String> {
    let options = &mut engine.options().clone();
    let of_games = engine.config().choices().into_iter().map(|choice| {
        let value = options.choices.value(choice);
        let control = match &choice.kind {
            ChoiceKind::Number(range, _) => {
                format!("-spin {value} {} {}", range.start(), range.end())
            }
            ChoiceKind::Text(..) => format!("-string {value}"),
            ChoiceKind::Check(_) => format!("-check {}", i32::from(value == "true")),
        };
        (choice.name, control)
    });
    let mut controls: Vec<(&str, String)> = of_games.collect();
    let (buttons, others): (Vec<_>, Vec<_>) = TABLE
        .iter()
        .filter(|spec| spec.in_xboard)
        .partition(|spec| matches!(spec.kind, Kind::Button));
    for spec in others.into_iter().chain(buttons) {
        let control = match &spec.kind {
            Kind::Number(range, field) => {
                let (value, least, most) = (*field(options), range.start(), range.end());
                format!("-spin {value} {least} {most}")
            }
            Kind::Check(field) => format!("-check {}", i32::from(*field(options))),
            Kind::Text(field) => format!("-string {}", field(options)),
            Kind::Button => "-button".into(),
            // XBoard has a command of its own for the variant.
            Kind::Variant => continue,
        };
        controls.push((spec.name, control));
    }
    let features = controls.into_iter();
    features
        .map(|(name, control)| format!("feature option=\"{name} {control}\""))
        .collect()
}

/// Sets an option. An option that chooses among the starts of a game takes effect in the next
/// game.
///
/// # Errors
/// If there is no such option, or the value is invalid.
pub fn set(engine: &mut Engine, name: &str, value: Option<&str>) -> Result<(), String> {
    let kind = Spec::named(name).map(|spec| &spec.kind);
    if matches!(kind, Some(Kind::Variant)) {
        return Err(format!(
            "{name} is chosen by 'variant', or when the program is started"
        ));
    }
    let is_check = match kind {
        Some(kind) => matches!(kind, Kind::Check(_)),
        None => engine.config().choices().iter().any(|choice| {
            choice.name.eq_ignore_ascii_case(name) && matches!(choice.kind, ChoiceKind::Check(_))
        }),
    };
    let value = match (is_check, value) {
        // XBoard's values for a check box.
        (true, Some("0")) => Some("false"),
        (true, Some("1")) => Some("true"),
        _ => value,
    };
    engine
        .set_option(name, value)
        .map_err(|error| error.to_string())
}
