//! Arbitrary lines to a complete UCI session, with input and output in memory.
//!
//! The lines are valid commands, faulty commands, and garbage ([`script`]), without anything that
//! takes long. The session must end, answer each `go` once, and write only well-formed lines
//! ([`transcript`]).
#![no_main]

mod script;
mod transcript;

use std::io::Cursor;

use jacquerie::config::Config;
use jacquerie::uci::run;
use libfuzzer_sys::fuzz_target;
use script::Script;

fuzz_target!(|script: Script| {
    let (input, expected) = script.write();
    let mut config = Config::built_in().clone();
    config.options.hash = 1;
    let mut output = Vec::new();
    let ended = run(config, Cursor::new(input.clone()), &mut output);
    let faults = transcript::faults(&output, &expected);
    assert!(
        ended.is_ok() && faults.is_empty(),
        "{ended:?}\n{}\n--- input\n{}\n--- output\n{}",
        faults.join("\n"),
        String::from_utf8_lossy(&input),
        String::from_utf8_lossy(&output),
    );
});
