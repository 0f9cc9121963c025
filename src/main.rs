//! Arguments to a command, errors to an exit code.

use std::process::ExitCode;

use clap::Parser;
use jacquerie::commands::{Arguments, Usage, run};
use jacquerie::games;

fn main() -> ExitCode {
    // Everything can be logged, but only warnings are until RUST_LOG or `debug on` say otherwise.
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("debug")).init();
    if std::env::var_os("RUST_LOG").is_none() {
        log::set_max_level(log::LevelFilter::Warn);
    }
    match run(Arguments::parse(), &games::catalogue()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("jacquerie: {error}");
            ExitCode::from(if error.is::<Usage>() { 2 } else { 1 })
        }
    }
}
