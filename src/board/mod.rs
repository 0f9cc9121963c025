//! The board without rules: squares, files, ranks, sets of squares, and attacks.
//!
//! The modules that use it work with a [`Square`] or a [`Bitboard`], never with a bare integer, so
//! a rank cannot be mistaken for a file nor a square for a set of squares.
//!
//! Boards of eight by eight squares and of [twelve by twelve](twelve) share one implementation. Its
//! types have the length of a side as a parameter, and sets also the number of words; the type
//! aliases here and in [`twelve`] fill them in. Two things differ. Some operations need a set that
//! is one word (`word`). And attacks are computed on 64 squares by shifts of whole sets, on 144
//! squares by tables, from one square.

mod attacks;
pub mod between;
mod bitboard;
mod leaps;
mod square;
pub mod twelve;
mod word;

pub use square::Colour;

/// A file (column), `a` to `h`.
pub type File = square::File<8>;
/// A rank (row), 1 to 8.
pub type Rank = square::Rank<8>;
/// One of the 64 squares.
pub type Square = square::Square<8>;
/// A set of squares in one 64-bit word: bit 0 is a1, bit 7 is h1, bit 63 is h8.
pub type Bitboard = bitboard::Bitboard<8, 1>;

/// The squares reached by repeating one of these steps (files, ranks), up to and including the
/// first square that is not open. It walks step by step; the tests compare the faster methods with
/// it.
#[cfg(test)]
fn walked<const SIDE: usize, const WORDS: usize>(
    from: square::Square<SIDE>,
    steps: &[(i32, i32)],
    open: bitboard::Bitboard<SIDE, WORDS>,
) -> bitboard::Bitboard<SIDE, WORDS> {
    let mut reached = bitboard::Bitboard::EMPTY;
    for (files, ranks) in steps {
        let way = (1..).map_while(|number| from.offset(number * files, number * ranks));
        for square in way {
            reached |= bitboard::Bitboard::of(square);
            if !open.contains(square) {
                break;
            }
        }
    }
    reached
}
