//! `jacquerie match` from outside: real engines that behave, and engines that do not.
//!
//! The ones that misbehave are this program behind a few lines of shell, which pass everything on
//! but for the mischief. Whatever an engine does, the match must come to its end and name in its
//! report and in the PGN what happened. What is refused, and what goes on, is in `tests/transcripts/match.md`. No test
//! asserts a time.

mod competition;
mod failures;
mod hall;
mod leftovers;
mod pgn_files;
mod results;
mod resuming;
mod scarcity;
