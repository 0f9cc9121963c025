//! Games as a whole: who played them, how they went, how they ended.
//!
//! The rooms above know positions; here they are strung together. A game is a [`pgn::Record`],
//! whoever plays it: a person in the terminal, two engines in a match, or a file that is read to
//! be analysed.
//!
//! # Matches
//! To know which of two engines is stronger one lets them play: many games, from many positions, each
//! position twice with colours changed. Read in this order: [`entrant`] (an engine as its user
//! describes it), [`announced`] (what it says of itself), [`identity`] (whether it is the same as
//! yesterday), [`player`] (the running program), [`traffic`] (what is said between it and us),
//! [`time_control`], [`positions`] (lists of them), [`opening`], [`odds`] (what is missing there), [`referee`] (the only file that knows the rules) and [`verdict`];
//! [`play`] is one game of them all. [`schedule`] says who plays whom, [`contest`] has it played,
//! several games at once, [`archive`] keeps what was played so that a match can go on another day,
//! and [`pgn_file`] the games for others to read. [`standings`] counts, with [`elo`] (how much
//! stronger), [`sprt`] (is it clear yet) and [`thinking`] (what the moves took). [`competition`] is
//! another kind of match, the tournament from which Pawn Race is known.
//!
//! An engine is a stranger: whatever it does, the match goes on. It loses the game in which it
//! makes an illegal move, oversteps its time, hangs or dies, the report names the reason, and the
//! next game is played by a new process.

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
