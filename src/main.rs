//! Arguments to a command, errors to an exit code.

use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

use clap::Parser;
use jacquerie::commands::{Arguments, Usage, meant_command, run};
use jacquerie::games;
use jacquerie::standard;

fn main() -> ExitCode {
    // Everything can be logged, but only warnings are until RUST_LOG or `debug on` say otherwise.
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("debug")).init();
    if std::env::var_os("RUST_LOG").is_none() {
        log::set_max_level(log::LevelFilter::Warn);
    }
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(told) => return tell(&told),
    };
    match run(arguments, &games::catalogue()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            standard::tell(format_args!("jacquerie: {error}"));
            ExitCode::from(if error.is::<Usage>() { 2 } else { 1 })
        }
    }
}

/// Tells what is wrong with the arguments, or what was asked for instead of a command: the help, the
/// version.
fn tell(told: &clap::Error) -> ExitCode {
    match told.print().and_then(|()| io::stdout().flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe && !told.use_stderr() => {
            standard::tell(format_args!("jacquerie: {error}"));
            ExitCode::FAILURE
        }
        _ => {
            let words: Vec<String> = std::env::args().skip(1).collect();
            if let Some(meant) = meant_command(&words).strip_prefix("; ")
                && told.use_stderr()
            {
                standard::tell(format_args!("\njacquerie: {meant}"));
            }
            ExitCode::from(told.exit_code() as u8)
        }
    }
}
