//! Antichess, against rules written apart.

mod ends;
mod hall;
mod oracle;
mod perft;
mod playouts;
mod random;
mod texts;
