//! The state of one file, from which the patterns of a position are built.
//!
//! There are no pawns on the last two ranks before a fact decides, so a file has few states:
//!
//! ```text
//!  rank 7      enemy or empty          324 states of a file
//!  ranks 3-6   own, enemy or empty
//!  rank 2      own or empty
//! ```
//!
//! A file beyond the edge of the board is like one without pawns, because pawns never enter either of them.
//! Both the [patterns](super::pscore::patterns) and the [network](super::network) read a position file by
//! file.

use super::position::Position;

/// The pawns on one file: bits 0 to 4 are those of the side to move on ranks 2 to 6, bits 5 to 9 the enemy's
/// on ranks 3 to 7.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FileState(u16);

/// The number of files of a board.
pub const FILES: usize = 8;
/// The number of states of a file.
pub const STATES: usize = 324;

/// The number of values of ten bits.
pub const CODES: usize = 1 << 10;
const RANKS: usize = 6;

/// The number of each state, from 0 without gaps. Codes that are not states have 0.
static NUMBERS: [u16; CODES] = {
    let mut numbers = [0; CODES];
    let (mut code, mut next) = (0, 0);
    while code < CODES {
        let state = FileState(code as u16);
        if state.own() & state.enemy() == 0 {
            numbers[code] = next;
            next += 1;
        }
        code += 1;
    }
    numbers
};

impl FileState {
    /// A file without pawns.
    pub const EMPTY: Self = Self(0);

    /// The state of a file, given by the squares of each side's pawns; bit 0 is rank 1.
    #[inline(always)]
    #[must_use]
    pub const fn new(own: u64, enemy: u64) -> Self {
        Self((own >> 1 & 31 | (enemy >> 2 & 31) << 5) as u16)
    }

    /// The states of a board's files.
    #[inline(always)]
    #[must_use]
    pub fn of(position: &Position) -> [Self; FILES] {
        let own = position.own().transposed();
        let enemy = position.enemy().transposed();
        let mut files = [Self::EMPTY; FILES];
        for (at, file) in files.iter_mut().enumerate() {
            *file = Self::new(
                own.bits() >> (8 * at) & 0xff,
                enemy.bits() >> (8 * at) & 0xff,
            );
        }
        files
    }

    /// All states: no square has two pawns.
    pub fn all() -> impl Iterator<Item = Self> {
        let codes = (0..CODES as u16).map(Self);
        codes.filter(|state| state.own() & state.enemy() == 0)
    }

    /// Its number, from 0 (no pawns) to [`STATES`] − 1.
    #[inline(always)]
    #[must_use]
    pub fn number(self) -> usize {
        usize::from(NUMBERS[self.code()])
    }

    /// Its ten bits: less than [`CODES`].
    #[inline(always)]
    #[must_use]
    pub const fn code(self) -> usize {
        self.0 as usize % CODES
    }

    /// The squares of the file with pawns of the side to move, bit 0 for rank 1.
    const fn own(self) -> u16 {
        (self.0 & 31) << 1
    }

    /// The squares with enemy pawns.
    const fn enemy(self) -> u16 {
        self.0 >> 5 << 2
    }

    /// The state as the opponent sees it.
    #[must_use]
    pub fn turned(self) -> Self {
        let reversed = |file: u16| (file as u8).reverse_bits() as u64;
        Self::new(reversed(self.enemy()), reversed(self.own()))
    }

    /// The squares from rank 2 to rank 7 as letters: `oo..x.`, where `o` is a pawn of the side to move.
    #[must_use]
    pub fn letters(self) -> String {
        let letter = |rank| match (self.own() >> rank & 1, self.enemy() >> rank & 1) {
            (0, 0) => '.',
            (0, _) => 'x',
            _ => 'o',
        };
        (1..=RANKS).map(letter).collect()
    }

    /// Parses the format of [`letters`](Self::letters).
    #[must_use]
    pub fn read(letters: &str) -> Option<Self> {
        let of = |wanted: u8| {
            let ranks = letters.bytes().zip(1..);
            let set = ranks.filter(|(letter, _)| *letter == wanted);
            set.fold(0, |file, (_, rank)| file | 1 << rank)
        };
        let state = Self::new(of(b'o'), of(b'x'));
        (state.letters() == letters).then_some(state)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_read_as_they_are_written() {
        assert_eq!(FileState::all().count(), STATES);
        for (number, state) in FileState::all().enumerate() {
            assert_eq!(state.number(), number);
            assert_eq!(FileState::read(&state.letters()), Some(state));
            assert_eq!(state.turned().turned(), state);
        }
        for wrong in ["", "oo..x", "oo..x.x", "x.....", ".....o", "oo..y."] {
            assert_eq!(FileState::read(wrong), None, "{wrong}");
        }
    }
}
