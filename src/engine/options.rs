//! Setting options, by their UCI names.
//!
//! What an option can be is said in [`config`](crate::config), which also holds the defaults. An
//! option that is refused keeps the value it had.

use std::ops::RangeInclusive;

use thiserror::Error;

use super::Engine;
use crate::config::{FILES, HASH, LEVEL, LEVEL_SEED, MOVE_OVERHEAD, MULTIPV, Options, THREADS};
use crate::games::pawns::{Gaps, GapsError, StartError};
use crate::quote::short;

/// Why an option cannot be set.
#[derive(Error, Debug)]
pub enum OptionError {
    /// There is none of that name.
    #[error("there is no option '{}'; 'uci' lists them", short(.0))]
    Unknown(String),
    /// It needs a value.
    #[error("option {0} needs a value: setoption name {0} value …")]
    NoValue(&'static str),
    /// Not a number, or too large or small.
    #[error("option {name}: found '{}', expected a number from {least} to {most}", short(.found))]
    Range {
        /// The option.
        name: &'static str,
        /// What was given.
        found: String,
        /// The least it can be.
        least: u32,
        /// The most it can be.
        most: u32,
    },
    /// Neither true nor false.
    #[error("option {name}: found '{}', expected 'true' or 'false'", short(.found))]
    Check {
        /// The option.
        name: &'static str,
        /// What was given.
        found: String,
    },
    /// Not in `engine.toml`.
    #[error("option UCI_Variant: found '{}', expected one of {known}", short(.found))]
    Variant {
        /// What was given.
        found: String,
        /// Those there are.
        known: String,
    },
    /// Not a pair of files.
    #[error("option Gaps: {0}")]
    Gaps(#[from] GapsError),
    /// No start position follows from it.
    #[error("option {name}: {problem}")]
    Start {
        /// The option.
        name: &'static str,
        /// Why there is none.
        problem: StartError,
    },
}

impl Engine {
    /// Sets an option by its UCI name (upper and lower case are the same). Options that say what
    /// is played set up the start position anew.
    ///
    /// # Errors
    /// If there is no such option, or it cannot have that value; it then keeps the old one.
    pub fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), OptionError> {
        let value = value.map(str::trim).filter(|value| !value.is_empty());
        let options = &mut self.options;
        match name.to_ascii_lowercase().as_str() {
            "hash" => {
                let hash = number("Hash", value, HASH)?;
                if hash != options.hash {
                    options.hash = hash;
                    self.memory = None;
                }
            }
            "clear hash" => self.new_game(),
            "threads" => options.threads = number("Threads", value, THREADS)?,
            "multipv" => options.multipv = number("MultiPV", value, MULTIPV)?,
            "move overhead" => {
                options.move_overhead = number("Move Overhead", value, MOVE_OVERHEAD)?;
            }
            "ponder" => options.ponder = check("Ponder", value)?,
            "uci_showwdl" => options.show_wdl = check("UCI_ShowWDL", value)?,
            "uci_analysemode" => options.analyse_mode = check("UCI_AnalyseMode", value)?,
            "uci_limitstrength" => options.limit_strength = check("UCI_LimitStrength", value)?,
            "level" => options.level = number("Level", value, LEVEL)?,
            "level seed" => options.level_seed = number("Level Seed", value, LEVEL_SEED)?,
            "variantpath" => {
                let path = value.filter(|path| *path != "<empty>");
                options.variant_path = path.unwrap_or_default().into();
            }
            "uci_variant" => {
                let variant = value.ok_or(OptionError::NoValue("UCI_Variant"))?;
                if !self.config.variants.contains_key(variant) {
                    let known: Vec<&str> = self.variants().collect();
                    return Err(OptionError::Variant {
                        found: variant.into(),
                        known: known.join(", "),
                    });
                }
                let variant = variant.to_owned();
                self.change_start("UCI_Variant", |options| options.variant = variant)?;
            }
            "files" => {
                let files = number("Files", value, FILES)?;
                self.change_start("Files", |options| options.files = files)?;
            }
            "gaps" => {
                let gaps = value.ok_or(OptionError::NoValue("Gaps"))?.parse::<Gaps>()?;
                self.change_start("Gaps", |options| options.gaps = gaps.to_string())?;
            }
            _ => return Err(OptionError::Unknown(name.into())),
        }
        Ok(())
    }

    /// Changes what the start position is made of, if one can be made.
    fn change_start(
        &mut self,
        name: &'static str,
        change: impl FnOnce(&mut Options),
    ) -> Result<(), OptionError> {
        let before = self.options.clone();
        change(&mut self.options);
        match self.start() {
            Ok(start) => {
                if self.options.variant != before.variant {
                    // Another rule of stalemate gives the same positions other values.
                    self.new_game();
                    self.openings = None;
                }
                self.look_up_openings(&start);
                self.diagram = Some(start);
                Ok(())
            }
            Err(problem) => {
                self.options = before;
                Err(OptionError::Start { name, problem })
            }
        }
    }
}

fn number(
    name: &'static str,
    value: Option<&str>,
    range: RangeInclusive<u32>,
) -> Result<u32, OptionError> {
    let text = value.ok_or(OptionError::NoValue(name))?;
    text.parse()
        .ok()
        .filter(|number| range.contains(number))
        .ok_or_else(|| OptionError::Range {
            name,
            found: text.into(),
            least: *range.start(),
            most: *range.end(),
        })
}

fn check(name: &'static str, value: Option<&str>) -> Result<bool, OptionError> {
    let text = value.ok_or(OptionError::NoValue(name))?;
    text.to_ascii_lowercase()
        .parse()
        .map_err(|_| OptionError::Check {
            name,
            found: text.into(),
        })
}
