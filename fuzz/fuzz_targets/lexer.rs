//! Arbitrary lines as commands of UCI and XBoard.
//!
//! An error is one line without control characters, of limited length, however long the input is.
//! Words before a command of UCI change nothing, as the protocol demands.
#![no_main]

use jacquerie::uci::lexer::read;
use jacquerie::xboard;
use libfuzzer_sys::fuzz_target;

/// In characters: the longest explanation, with the part of the input that it quotes.
const LONGEST_MESSAGE: usize = 400;

fuzz_target!(|line: &str| {
    match read(line) {
        // There is nothing to register.
        Ok(None) => {
            let mut words = line.split_whitespace();
            assert!(line.trim().is_empty() || words.any(|word| word == "register"));
        }
        Ok(command) => {
            let skipped = format!("joho\t{line}\r\n");
            assert_eq!(read(&skipped), Ok(command), "{line:?}");
        }
        Err(error) => check(&error.to_string()),
    }
    if let Err(error) = xboard::lexer::read(line) {
        check(&error.to_string());
    }
    check(&xboard::lexer::read_beginning(line).to_string());
});

fn check(message: &str) {
    assert!(!message.contains(char::is_control), "{message:?}");
    let length = message.chars().count();
    assert!(length <= LONGEST_MESSAGE, "{length} letters: {message}");
}
