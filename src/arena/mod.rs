//! Whole games: who played them, their moves, their results.
//!
//! A game is a [`pgn::Record`], no matter who plays it: a person in the terminal, two engines in a
//! match, or a file that is read for analysis.
//!
//! # Matches
//! A match shows which of two engines is stronger: many games from many positions, each position
//! twice with colours reversed. Read in this order: [`entrant`] (an engine as the user describes
//! it), [`announced`] (what it announces), [`identity`] (whether it is the same as yesterday),
//! [`player`] (the running program), [`traffic`] (its input and output), [`time_control`],
//! [`positions`] (lists of them), [`opening`], [`odds`] (pieces removed from the start),
//! [`referee`] (the only file that knows the rules) and [`verdict`]; [`play`] plays one game with
//! all of them. [`schedule`] gives the pairings, [`contest`] plays several games at once,
//! [`archive`] is the log from which a match is resumed, and [`pgn_file`] the output for other
//! programs. [`standings`] keeps the score, with [`elo`] (how much stronger), [`sprt`] (whether
//! that is clear yet) and [`thinking`] (time, depth, nodes). [`competition`] is another kind of
//! match, the tournament from which Pawn Race is known.
//!
//! An engine is not trusted: whatever it does, the match continues, unless the system can no longer
//! start it. It loses a game if it makes an illegal move, exceeds its time, hangs or crashes. The
//! report names the reason, and the next game is played by a new process.

pub mod announced;
pub mod archive;
pub mod competition;
pub mod contest;
pub mod elo;
pub mod entrant;
pub mod identity;
pub mod odds;
pub mod opening;
pub mod pgn;
pub mod pgn_file;
pub mod play;
pub mod player;
pub mod positions;
mod process_group;
pub mod referee;
pub mod schedule;
pub mod sprt;
pub mod standings;
pub mod thinking;
pub mod time_control;
pub mod traffic;
pub mod verdict;
