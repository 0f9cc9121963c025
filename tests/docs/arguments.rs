//! Commands that are not run: the program's argument parser reads them, the tests and examples they
//! name exist, and blocks run by another file stand in it.

use std::fs;

use clap::error::ErrorKind;
use jacquerie::commands::read;
use jacquerie::config::Config;
use jacquerie::games;
use jacquerie::games::registry;

use crate::page::{Block, Page};
use crate::root;
use crate::transcript::steps;

/// The parser's results that are fine for a complete command.
const SHOWN: [ErrorKind; 2] = [ErrorKind::DisplayHelp, ErrorKind::DisplayVersion];
/// The ones that are fine where the text only names a command.
const NAMED: [ErrorKind; 3] = [SHOWN[0], SHOWN[1], ErrorKind::MissingRequiredArgument];

/// Commands that cannot be parsed, and things that do not exist.
pub fn check(pages: &[Page]) -> Vec<String> {
    let mut wrong = Vec::new();
    for page in pages {
        for block in &page.blocks {
            let error = check_block(block).err();
            wrong.extend(error.map(|error| format!("{}: {error}", block.place)));
        }
        for (line, code) in &page.codes {
            let error = check_command(code, &NAMED).err();
            wrong.extend(error.map(|error| format!("{}:{line}: {error}", page.name)));
        }
    }
    wrong
}

fn check_block(block: &Block) -> Result<(), String> {
    let words: Vec<&str> = block.words.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["console", "in", file] => {
            let text = fs::read_to_string(root().join(file))
                .map_err(|error| format!("{file}: {error}"))?;
            let mut steps = steps(&block.text).into_iter();
            let missing = steps.find(|step| !text.contains(&step.command));
            missing.map_or(Ok(()), |step| {
                Err(format!("{file} does not run '{}'", step.command))
            })
        }
        ["console", "hours"] => steps(&block.text)
            .iter()
            .try_for_each(|step| check_commands(&step.command)),
        ["toml"] => Config::parse(&block.text, &games::registry())
            .map(drop)
            .map_err(|error| error.to_string()),
        _ => Ok(()),
    }
}

/// The commands of a line, which may be a pipe.
fn check_commands(line: &str) -> Result<(), String> {
    let mut commands = line.split(" | ");
    commands.try_for_each(|command| read_command(command, &SHOWN))
}

/// A command named in the text. Those with placeholders in capitals are not parsed.
fn check_command(command: &str, fine: &[ErrorKind]) -> Result<(), String> {
    let mut parts = command.split(|letter: char| !letter.is_alphanumeric());
    let is_placeholder = |part: &str| {
        part.starts_with(char::is_uppercase)
            && part.chars().all(|letter| letter.is_ascii_uppercase())
    };
    match command.contains('…') || parts.any(is_placeholder) {
        true => Ok(()),
        false => read_command(command, fine),
    }
}

/// Parses a command of the program, or one of cargo.
fn read_command(command: &str, fine: &[ErrorKind]) -> Result<(), String> {
    let command = command
        .replace("\\\n", " ")
        .replace("cargo run --release --locked --", "jacquerie")
        .replace("cargo run --release -- ", "jacquerie ")
        .replace("target/release/jacquerie ", "jacquerie ");
    let words = match shlex::split(&command) {
        None if command.starts_with("jacquerie ") => {
            return Err(format!("'{command}': a quotation mark is missing"));
        }
        words => words.unwrap_or_default(),
    };
    // The shell's part of a line is not for the program.
    let ends = |word: &&str| [">", "|", "2>", "&"].contains(word);
    let words: Vec<&str> = words
        .iter()
        .map(String::as_str)
        .skip_while(|word| word.contains('='))
        .take_while(|word| !ends(word))
        .collect();
    match words.as_slice() {
        ["jacquerie", ..] => match read(
            &words.iter().map(Into::into).collect::<Vec<_>>(),
            &registry(),
        ) {
            Err(error) if !fine.contains(&error.kind()) => Err(format!("'{command}': {error}")),
            _ => Ok(()),
        },
        ["cargo", rest @ ..] => {
            for pair in rest.windows(2) {
                let (folder, name) = match pair {
                    ["--test", name] => ("tests", name),
                    ["--example", name] => ("examples", name),
                    ["--bench", name] => ("benches", name),
                    _ => continue,
                };
                let file = root().join(folder).join(format!("{name}.rs"));
                let room = root().join(folder).join(name).join("main.rs");
                if !file.is_file() && !room.is_file() {
                    return Err(format!("'{command}': there is no {folder}/{name}"));
                }
            }
            Ok(())
        }
        _ => Ok(()),
    }
}
