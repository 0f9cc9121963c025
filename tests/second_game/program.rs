//! This test as the program: what `main.rs` does, with one game more in the catalogue.
//!
//! A match needs engines that are processes. The test is called again, for nothing but the
//! test below, and what follows `--` are the arguments of the program. In a match, `cmd=self` is
//! then this test, too.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use clap::Parser;
use jacquerie::commands::{Arguments, Usage, run};
use jacquerie::game::HashKey;

use crate::hall::catalogue;

/// What makes of the test the program.
pub const AS_PROGRAM: &str = "program::it --exact --ignored --nocapture --";

#[test]
#[ignore = "this is no test, but the program with the game in it"]
fn it() {
    let mut words = std::env::args().skip_while(|word| word != "--");
    if words.next().is_none() {
        return;
    }
    let words: Vec<String> = words.collect();
    let program = "wanderers".to_owned();
    let arguments = Arguments::parse_from([program].into_iter().chain(words));
    let code = match run(arguments, &catalogue::<HashKey>()) {
        Ok(()) => 0,
        Err(error) => {
            eprintln!("wanderers: {error}");
            if error.is::<Usage>() { 2 } else { 1 }
        }
    };
    std::process::exit(code);
}

/// Calls the program in a folder.
pub fn call(folder: &Path, arguments: &[&str]) -> Output {
    let program = std::env::current_exe().expect("the test knows where it is");
    Command::new(program)
        .args(AS_PROGRAM.split(' '))
        .args(arguments)
        .current_dir(folder)
        .env("HOME", folder)
        .env("XDG_CONFIG_HOME", folder)
        .env_remove("RUST_LOG")
        .stdin(Stdio::null())
        .output()
        .expect("the test can be called again")
}
