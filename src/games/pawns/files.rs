//! The width of a board in files.

use std::fmt;

use crate::board::File;

/// The number of files of the board: 1 to 8.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Files(u8);

impl Files {
    /// The full board.
    pub const EIGHT: Self = Self(8);

    /// A board of `count` files; `None` unless 1 to 8.
    #[must_use]
    pub const fn new(count: usize) -> Option<Self> {
        if count >= 1 && count <= 8 {
            Some(Self(count as u8))
        } else {
            None
        }
    }

    /// The number of files.
    #[must_use]
    pub const fn count(self) -> usize {
        self.0 as usize
    }

    /// The files themselves, from the a-file.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = File> + ExactSizeIterator {
        File::all().take(self.count())
    }
}

impl fmt::Display for Files {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
