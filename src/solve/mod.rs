//! Exact values, proved: win, draw or loss with best play. There are solvers for any game without
//! repetition whose key is the whole position, and for any game with repetition whose position is
//! four words. The text interface, checkpoints and repertoires also work for games with a solver of
//! their own.
//!
//! The search in [`search`](crate::search) guesses when its time is up. A solver never guesses: it
//! searches until the question is answered, and keeps what is proved until memory runs out.
//!
//! Read in this order: [`bounds`](crate::game::bounds) (questions and bounds), [`table`] (proved
//! positions, without a collision), [`proof_search`] (the search), [`proof_source`] (proofs for another
//! search), [`solver`] (several threads, values of positions and of moves), [`solving`] (the
//! interface of every solver, used by all callers) and [`solution`] (its answers), [`checkpoint`]
//! with [`records`] (to resume a run) and [`lemmas`] (sharing proofs between solvers). A value can
//! be shared with its proof: [`certificate`] is the format, [`walk`] its traversal, [`strategy`]
//! finds it, [`checker`] checks it by the rules ([`checking`] is its text interface), and
//! [`mod@line`] shows it in moves. [`repertoire`] stores best moves for the first plies. Both are
//! binary files, read by `bytes`. If a position is too large, [`forecast`] estimates the work.
//!
//! Where positions repeat: [`proof_numbers`], [`number_table`] (which grows: `growth`) and [`dfpn`] prove
//! wins, [`closed_set`] draws, and [`cyclic_solver`] shares the work among threads; [`shortest`] finds the
//! lengths of wins, and [`cyclic_proofs`] lets a search use proofs. By retrograde analysis: [`tiers`]. All
//! solvers use `crew` (threads) and [`turn`] (one caller at a time).

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
mod growth;
pub mod lemmas;
pub mod line;
pub mod number_table;
pub mod proof_numbers;
pub mod proof_search;
pub mod proof_source;
mod records;
pub mod repertoire;
pub mod shortest;
pub mod solution;
pub mod solver;
pub mod solving;
pub mod strategy;
pub mod table;
pub mod tiers;
pub mod turn;
mod walk;
