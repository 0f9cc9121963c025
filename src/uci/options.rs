//! The options as UCI announces them: name, type, default and range.

use vampirc_uci::{UciMessage, UciOptionConfig};

use crate::config::{Config, FILES, HASH, LEVEL, LEVEL_SEED, MOVE_OVERHEAD, MULTIPV, THREADS};

/// The `option` lines, with the configuration's values as defaults.
#[must_use]
pub fn announcements(config: &Config) -> Vec<String> {
    let options = &config.options;
    let spin =
        |name: &str, default: u32, range: std::ops::RangeInclusive<u32>| UciOptionConfig::Spin {
            name: name.into(),
            default: Some(default.into()),
            min: Some((*range.start()).into()),
            max: Some((*range.end()).into()),
        };
    let check = |name: &str, default: bool| UciOptionConfig::Check {
        name: name.into(),
        default: Some(default),
    };
    let string = |name: &str, default: &str| UciOptionConfig::String {
        name: name.into(),
        default: Some(
            if default.is_empty() {
                "<empty>"
            } else {
                default
            }
            .into(),
        ),
    };
    [
        spin("Hash", options.hash, HASH),
        spin("Threads", options.threads, THREADS),
        UciOptionConfig::Button {
            name: "Clear Hash".into(),
        },
        spin("MultiPV", options.multipv, MULTIPV),
        spin("Move Overhead", options.move_overhead, MOVE_OVERHEAD),
        check("Ponder", options.ponder),
        check("UCI_AnalyseMode", options.analyse_mode),
        check("UCI_ShowWDL", options.show_wdl),
        check("UCI_LimitStrength", options.limit_strength),
        spin("Level", options.level, LEVEL),
        spin("Level Seed", options.level_seed, LEVEL_SEED),
        string("VariantPath", &options.variant_path),
        UciOptionConfig::Combo {
            name: "UCI_Variant".into(),
            default: Some(options.variant.clone()),
            var: config.variants.keys().cloned().collect(),
        },
        spin("Files", options.files, FILES),
        string("Gaps", &options.gaps),
    ]
    .into_iter()
    .map(|option| UciMessage::Option(option).to_string())
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_option_is_announced_with_type_default_and_range() {
        let lines = announcements(Config::built_in());
        for line in [
            "option name Hash type spin default 64 min 1 max 65536",
            "option name Clear Hash type button",
            "option name UCI_Variant type combo default peasants var pawngame var pawnrace var pawnsonly var peasants",
            "option name Gaps type string default a a",
            "option name UCI_ShowWDL type check default false",
            "option name VariantPath type string default <empty>",
        ] {
            assert!(lines.iter().any(|one| one == line), "{line}: {lines:?}");
        }
    }
}
