//! A second game, built only from what a room may use, and opened through the same catalogue: so the
//! interface is proved by use.
//!
//! [`rules`], [`game`], [`texts`] and [`room`] are the game as it would stand in a folder of
//! `src/games`. [`retrograde`] is the oracle, which shares nothing with them, and [`exact`] lets it
//! value the room's positions. [`hall`] opens the game, and [`program`] lets this test be the program,
//! for matches. The other files are the tests.

mod game;
mod retrograde;
mod room;
mod rules;
mod texts;

mod exact;
mod hall;
mod program;

mod catalogue;
mod limits;
mod matches;
mod records;
mod repetition;
mod solved;
mod strategies;
mod uci;
mod values;
mod wins;
