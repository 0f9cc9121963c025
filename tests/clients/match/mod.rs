//! `jacquerie match` from outside, with real engines that behave, and engines that do not.
//!
//! The ones that misbehave are this program behind a few lines of shell, which pass everything on
//! except for the mischief. Whatever an engine does, the match must finish, and its report and the
//! PGN must name what happened. Refused calls and resumed matches are in
//! `tests/transcripts/match.md`. No test asserts a time.

mod competition;
mod failures;
mod leftovers;
mod pgn_files;
mod results;
mod resuming;
mod scarcity;
mod support;
