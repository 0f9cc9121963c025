//! Kings and pawns, against rules and tables written apart.

mod hall;
mod known;
mod oracle;
mod perft;
mod playouts;
mod random;
mod repetition;
mod retrograde;
mod search;
mod values;
