//! `jacquerie completions` and `jacquerie man`: completion scripts and manual pages.
//!
//! Both are generated from the definition of the command line, so they agree with the
//! help.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::builder::PossibleValuesParser;
use clap::{Arg, Command, ValueHint};
use clap_complete::{Shell, generate};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use crate::cli::{Usage, of_file};
use crate::config::Config;
use crate::files;
use crate::nearest::did_you_mean;
use crate::quote::short;

/// The arguments of `completions`.
#[derive(clap::Args, Debug)]
#[command(after_long_help = "\
Examples, for the current session:
  source <(jacquerie completions bash)
  jacquerie completions fish | source")]
pub struct Completions {
    /// The shell.
    shell: Shell,
}

/// The arguments of `man`.
#[derive(clap::Args, Debug)]
#[command(after_long_help = "\
Examples:
  jacquerie man solve | man -l -
  jacquerie man --output man1")]
pub struct Manual {
    /// The command whose page to print [default: the program itself].
    command: Option<String>,
    /// Write all pages into this folder.
    ///
    /// They are called jacquerie.1, jacquerie-analyse.1 and so on. The folder is created if it does not exist.
    #[arg(long, value_name = "FOLDER", conflicts_with = "command", value_hint = ValueHint::DirPath)]
    pub(super) output: Option<PathBuf>,
}

/// Writes the script with which a shell completes the command line, including the variants of
/// the configuration.
///
/// # Errors
/// If the script cannot be written.
pub fn complete(
    arguments: &Completions,
    whole: Command,
    config: &Config,
    output: &mut impl Write,
) -> Result<()> {
    let commands: Vec<String> = names(&whole).map(Into::into).collect();
    let variants: Vec<String> = config.variants.keys().cloned().collect();
    // The argument for UCI lines is left out: zsh would expect one in place of a command.
    let flags = whole.get_arguments().filter(|arg| !arg.is_positional());
    let mut program = Command::new("jacquerie")
        .version(env!("CARGO_PKG_VERSION"))
        .disable_help_flag(true)
        .disable_version_flag(true)
        .args(flags.cloned().map(hint))
        .subcommands(whole.get_subcommands().cloned())
        .mut_subcommands(|command| command.mut_args(hint))
        .mut_arg("variant", |arg| one_of(arg, variants))
        .mut_subcommand("man", |man| {
            man.mut_arg("command", |arg| one_of(arg, commands))
        });
    let mut script = Vec::new();
    generate(arguments.shell, &mut program, "jacquerie", &mut script);
    output.write_all(&script)?;
    Ok(output.flush()?)
}

fn names(program: &Command) -> impl Iterator<Item = &str> {
    program.get_subcommands().map(Command::get_name)
}

/// An argument with a fixed set of values.
fn one_of(arg: Arg, words: Vec<String>) -> Arg {
    arg.value_parser(PossibleValuesParser::new(words))
}

/// Adds a completion hint: file names where a file is expected, otherwise nothing.
fn hint(arg: Arg) -> Arg {
    let is_open = arg.get_action().takes_values() && arg.get_possible_values().is_empty();
    match arg.get_value_hint() {
        ValueHint::AnyPath => arg.value_hint(ValueHint::FilePath),
        ValueHint::Unknown if is_open => arg.value_hint(ValueHint::Other),
        _ => arg,
    }
}

/// Writes the page of the program or of a command, or all of them into a folder.
///
/// # Errors
/// A [`Usage`] if there is no such command; anything else if a page cannot be written.
pub fn manual(arguments: &Manual, program: Command, output: &mut impl Write) -> Result<()> {
    let mut program = program.disable_help_subcommand(true);
    program.build();
    if let Some(folder) = &arguments.output {
        if folder.is_file() {
            bail!("{}: it is a file; expected a folder", folder.display());
        }
        of_file(folder, std::fs::create_dir_all(folder))?;
        for command in std::iter::once(&program).chain(program.get_subcommands()) {
            let path = folder.join(format!("{}.1", title(command)));
            of_file(&path, files::replace(&path, &page(command)?))?;
            writeln!(output, "{}", path.display())?;
        }
        return Ok(());
    }
    let command = match &arguments.command {
        None => &program,
        Some(name) => program.find_subcommand(name).with_context(|| {
            let meant = did_you_mean(name, names(&program));
            Usage(format!("there is no command '{}'{meant}", short(name)))
        })?,
    };
    output.write_all(&page(command)?)?;
    Ok(output.flush()?)
}

/// The name of a command's page.
fn title(command: &Command) -> &str {
    command
        .get_display_name()
        .unwrap_or_else(|| command.get_name())
}

/// The page of a command. The notes at the end of its help keep their line breaks.
fn page(command: &Command) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    let man = Man::new(command.clone()).source(concat!("jacquerie ", env!("CARGO_PKG_VERSION")));
    man.render_title(&mut text)?;
    man.render_name_section(&mut text)?;
    man.render_synopsis_section(&mut text)?;
    man.render_description_section(&mut text)?;
    man.render_options_section(&mut text)?;
    let mut rest = Roff::new();
    if let Some(notes) = command.get_after_long_help() {
        rest.control("SH", ["NOTES"]).control("nf", []);
        for line in notes.to_string().lines() {
            rest.text([roman(line)]);
        }
        rest.control("fi", []);
    }
    match command.has_subcommands() {
        true => man.render_subcommands_section(&mut text)?,
        false => {
            rest.control("SH", ["SEE ALSO"]);
            rest.text([bold("jacquerie"), roman("(1)")]);
        }
    }
    rest.to_writer(&mut text)?;
    Ok(text)
}
