//! Tuning: finding the weights of the pscore from boards that can be solved.
//!
//! The game's first notes propose it: solve smaller boards and see how well the score predicts the
//! result. Read in this order: [`games`] (positions from play), [`sample`] (their exact values),
//! [`model`] (what a score says about win, draw and loss), [`fit`] (the weights that say it best)
//! [`judge`] (how well a score does on positions that it was not fitted to), and [`kings`] (the
//! same positions and values for kings and pawns).
//!
//! This is Texel's method (Österlund 2014) with exact values in place of the results of games, so
//! that nothing has to be averaged out but what the score cannot see. For antichess and Metamachy, whose
//! middle games nobody solves by the thousand, it is Texel's own: the results of games ([`phased`]). From both,
//! the values that are found and the results behind them, the [network](mod@network) of the pawn games learns.

pub mod first;
pub mod fit;
pub mod games;
pub mod judge;
pub mod kings;
pub mod model;
pub mod network;
pub mod order;
pub mod phased;
pub mod sample;
