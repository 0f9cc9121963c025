//! Runs the command that the arguments name; maps errors to exit codes.

use std::ffi::OsString;
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;
use std::thread;

use clap::error::ErrorKind::InvalidUtf8;
use env_logger::{Builder, Env};
use jacquerie::commands::{Usage, meant_command, read, run};
use jacquerie::engine::Registry;
use jacquerie::games;
use jacquerie::search::STACK;
use jacquerie::standard;
use log::LevelFilter;

/// Runs everything in a thread with enough stack for a search, since the main thread's stack may be
/// small.
fn main() -> ExitCode {
    let builder = thread::Builder::new().name("main".into());
    match builder.stack_size(STACK).spawn(carry_out) {
        // The panic message is already on standard error.
        Ok(work) => work.join().unwrap_or_else(|_| ExitCode::from(101)),
        // Without threads, some commands still work.
        Err(_) => carry_out(),
    }
}

fn carry_out() -> ExitCode {
    begin_log();
    let words: Vec<OsString> = std::env::args_os().collect();
    let registry = games::registry();
    let arguments = match read(&words, &registry) {
        Ok(arguments) => arguments,
        Err(told) if told.kind() == InvalidUtf8 => return tell_not_text(&words, &registry),
        Err(told) => return tell(&told, &words, &registry),
    };
    match run(arguments, &registry) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            standard::tell(format_args!("jacquerie: {error}"));
            ExitCode::from(if error.is::<Usage>() { 2 } else { 1 })
        }
    }
}

/// Logs what RUST_LOG asks for; by default warnings. UCI's `debug on` logs more.
fn begin_log() {
    let environment = || Builder::from_env(Env::default().default_filter_or("warn"));
    let asked = environment().build().filter();
    let mut logger = environment();
    if asked < LevelFilter::Debug {
        // The log's level, which `debug on` raises, keeps these messages back until then.
        logger.filter_module("jacquerie", LevelFilter::Debug);
    }
    logger.init();
    log::set_max_level(asked);
}

/// Prints an error in the arguments, or the requested help or version.
fn tell(told: &clap::Error, words: &[OsString], registry: &Registry) -> ExitCode {
    match told.print().and_then(|()| io::stdout().flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe && !told.use_stderr() => {
            standard::tell(format_args!("jacquerie: {error}"));
            ExitCode::FAILURE
        }
        _ => {
            let words = words.iter().skip(1);
            let words: Vec<String> = words.map(|one| one.to_string_lossy().into()).collect();
            if let Some(meant) = meant_command(&words, registry).strip_prefix("; ")
                && told.use_stderr()
            {
                standard::tell(format_args!("\njacquerie: {meant}"));
            }
            ExitCode::from(told.exit_code() as u8)
        }
    }
}

/// Prints an error: an argument other than a file name is not valid UTF-8.
fn tell_not_text(words: &[OsString], registry: &Registry) -> ExitCode {
    // Finds the first argument that is rejected even if all others are valid UTF-8.
    let is_wrong = |at: &usize| {
        let others = words
            .iter()
            .enumerate()
            .map(|(other, word)| match other == *at {
                true => word.clone(),
                false => word.to_string_lossy().into_owned().into(),
            });
        let parsed = read(&others.collect::<Vec<OsString>>(), registry);
        parsed.is_err_and(|told| told.kind() == InvalidUtf8)
    };
    let wrong = (1..words.len()).find(is_wrong).and_then(|at| words.get(at));
    let wrong = wrong.map_or("".into(), |word| word.to_string_lossy());
    standard::tell(format_args!(
        "jacquerie: the argument '{wrong}' is not valid UTF-8; only file names may contain other bytes"
    ));
    ExitCode::from(2)
}
