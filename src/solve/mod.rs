//! Exact values, proved: win, draw or loss with best play, for any game in which no position comes back and a
//! position is its key, and for any in which they do and a position is four words; and what is done with them, for
//! any game that has a solver of its own, too.
//!
//! The search in [`search`](crate::search) guesses where its time ends. Here nothing is guessed: a
//! question is asked until it is answered, and what is proved is kept until memory runs out.
//!
//! Read in this order: [`bounds`](crate::game::bounds) (what is asked, and what is known), [`table`]
//! (what has been proved, without a collision), [`prover`] (the search), [`proof_source`] (how it
//! helps another search), [`solver`] (several threads, values of positions and of moves), [`solving`]
//! (what any game's solver answers: the door through which everybody above asks), [`checkpoint`] with [`records`] (going on another day) and
//! [`lemmas`] (passing on what is proved to another solver). A value that is found can be passed on with its proof:
//! [`certificate`] says what that is, [`walk`] goes through it, [`strategy`] finds it, [`checker`]
//! believes nothing but the rules ([`checking`] for whoever sees only text), and [`mod@line`] tells it in moves. [`repertoire`] keeps what to play in the first moves. Both
//! are files of bytes, which `bytes` reads. Where there is too much to solve, [`forecast`] says how
//! much.

mod bytes;
pub mod certificate;
pub mod checker;
pub mod checking;
pub mod checkpoint;
pub mod closed_set;
mod crew;
pub mod cyclic_proofs;
pub mod cyclic_solver;
pub mod dfpn;
pub mod forecast;
pub mod lemmas;
pub mod line;
pub mod proof_numbers;
pub mod proof_source;
pub mod prover;
mod records;
pub mod repertoire;
pub mod shortest;
pub mod solver;
pub mod solving;
pub mod strategy;
pub mod table;
pub mod tiers;
pub mod turn;
mod walk;
