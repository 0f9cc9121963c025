//! `jacquerie verify`: checks a certificate by the rules of the game, and prints what it proves.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, anyhow, bail};
use indicatif::HumanCount;

use super::Shared;
use super::fen::named_fen;
use super::solve::told;
use crate::cli::{Usage, of_file};
use crate::config::Config;
use crate::engine::{Engine, Variant};
use crate::game::rule::Rule;
use crate::game::state::GameState;
use crate::quote::{counted, short};
use crate::solve::certificate::{Certificate, Kind};
use crate::solve::checking::{CheckError, Checked};
use crate::standard;
use crate::stop::Stop;

/// The arguments of `verify`.
#[derive(clap::Args, Debug)]
#[command(after_long_help = "\
Examples, a proof written and checked:
  jacquerie solve --files 3 --certificate three.proof
  jacquerie verify three.proof --fen startpos --files 3")]
pub struct Arguments {
    /// The certificate ('-': standard input).
    file: PathBuf,
    /// The position that the certificate must be for ('-': a line of standard input).
    ///
    /// 'startpos' is the start position of --variant, --files and --gaps. These flags, if given, must agree with the
    /// certificate. Of the variant, only its game and its rule for a side without a move count.
    #[arg(long)]
    fen: Option<String>,
    /// Also show the longest line of the proof.
    ///
    /// The winner plays the moves of the certificate; the loser chooses the replies that hold out longest against them.
    /// The win takes no more plies than this, but a shorter win may exist. In pawn endings a proof may end where few pieces
    /// are left; then no number of plies is shown. For a draw, both sides play the moves of the certificate until a
    /// position repeats.
    #[arg(long)]
    line: bool,
}

/// Checks a certificate; the last line printed begins with `value`. The certificate names its own
/// game, position and rule, so the command line must agree with it.
///
/// # Errors
/// If it cannot be read, is about something else, or does not prove its claim.
pub fn run(
    arguments: &Arguments,
    shared: &Shared,
    engine: &Engine,
    output: &mut impl Write,
) -> Result<()> {
    let path = &arguments.file;
    let name = path.display();
    let bytes = of_file(path, standard::read(path))?;
    let certificate = of_file(path, Certificate::decode(&bytes))?;
    let judge = of_file(path, Judge::of(certificate.rule, engine))?;
    let root = judge.variant.read_fen(&certificate.fen);
    let root = root
        .map_err(|error| anyhow!("{name}: invalid FEN '{}': {error}", short(&certificate.fen)))?;
    judge.is_about(arguments, shared, engine, &*root)?;
    let is_whole = certificate.kind() == Kind::Whole;
    let checked = judge
        .variant
        .check(&certificate, arguments.line && is_whole, &Stop::default());
    let Checked { size, line } = checked.map_err(|error| match error {
        CheckError::Flaw { fen, problem } => {
            anyhow!("{name} proves nothing: {problem}, at {fen}")
        }
        other => anyhow!("{name}: {other}"),
    })?;
    let in_parts = match is_whole {
        true => String::new(),
        false => format!(" in {}", counted(HumanCount(size.parts as u64), "part")),
    };
    writeln!(
        output,
        "{}\n{}; {} checked{in_parts}, {} bytes",
        root.fen(),
        judge.rule.sentence,
        counted(HumanCount(size.positions as u64), "position"),
        HumanCount(bytes.len() as u64)
    )?;
    if arguments.line {
        if !is_whole {
            bail!("{name} is valid, but a proof in parts has no line; omit --line");
        }
        let line = line.context("the certificate is valid, but has no line")?;
        if !line.moves.is_empty() {
            writeln!(output, "{}", told::line(&*root, &line))?;
        }
    }
    writeln!(output, "value {}", certificate.value)?;
    Ok(())
}

/// The variant that knows the rule of a certificate.
struct Judge<'e> {
    variant: &'e dyn Variant,
    rule: Rule,
}

impl<'e> Judge<'e> {
    /// The variant that is played, if it has the rule; otherwise another one from the configuration or the built-in
    /// variants.
    fn of(rule: u8, engine: &'e Engine) -> Result<Self> {
        let configured = engine.config().variants.values();
        let all = configured.chain(Config::built_in().variants.values());
        let all = [engine.variant()].into_iter().chain(all.map(|one| &**one));
        let mut rules = BTreeMap::new();
        for variant in all {
            if let Some(known) = variant.rule() {
                if known.number == rule {
                    return Ok(Self {
                        variant,
                        rule: known,
                    });
                }
                rules.insert(known.number, known.sentence);
            }
        }
        let known = rules
            .iter()
            .map(|(number, rule)| format!("{number} ({rule})"));
        let known = known.collect::<Vec<_>>().join(", ");
        bail!("there is no rule number {rule}; expected one of {known}")
    }

    /// Checks whether a certificate about a position agrees with the game, the position and the
    /// board of the command line.
    fn is_about(
        &self,
        arguments: &Arguments,
        shared: &Shared,
        engine: &Engine,
        root: &dyn GameState,
    ) -> Result<()> {
        let path = arguments.file.display();
        let played = engine.variant();
        let of_other_game = || {
            let (own, other) = (self.variant.game(), played.game());
            let name = &engine.options().variant;
            anyhow!(
                "{path} is for the game '{own}', but the variant {name} belongs to the game '{other}'"
            )
        };
        let is_of_this_game = self.variant.game() == played.game();
        if let Some(fen) = &arguments.fen {
            let asked = match fen.as_str() {
                "startpos" if !is_of_this_game => return Err(of_other_game()),
                "startpos" => engine.start()?,
                fen => {
                    let fen = named_fen(fen)?;
                    let read = self.variant.read_fen(&fen);
                    read.map_err(|error| Usage(format!("invalid FEN '{}': {error}", short(&fen))))?
                }
            };
            if !asked.stands_as(root) {
                bail!("{path} is for '{}', not for '{}'", root.fen(), asked.fen());
            }
        }
        if let Some(name) = &shared.variant {
            let rule = self.rule;
            match played.rule() {
                Some(asked) if asked == rule => {}
                Some(asked) if is_of_this_game => bail!(
                    "{path} uses a different rule ('{}') from {name} ('{}')",
                    rule.sentence,
                    asked.sentence
                ),
                _ => return Err(of_other_game()),
            }
        }
        let files = root.picture().files();
        if let Some(asked) = shared.files().filter(|asked| *asked != files) {
            let files = counted(files, "file");
            bail!("{path} is for a board with {files}, not {asked}");
        }
        // The width comes from the certificate, with or without a flag.
        let mut others = shared
            .chosen
            .iter()
            .filter(|(choice, _)| choice.key != "files");
        if let Some((choice, value)) = others.next() {
            if !is_of_this_game {
                return Err(of_other_game());
            }
            let (fen, key) = (root.fen(), choice.key);
            let choices = engine.options().choices.with("files", files.to_string());
            let Ok(start) = played.start(&choices) else {
                bail!("{path} is for '{fen}'; --{key} {value} does not apply to it");
            };
            if !start.stands_as(root) {
                bail!("{path} is for '{fen}', not for the start with the {key} {value}");
            }
        }
        Ok(())
    }
}
