//! Binary files: the common part of certificates and repertoires.
//!
//! Both begin with eight bytes that identify the format, contain numbers, a position as text and
//! moves of one byte each, and end with a checksum (CRC-32) of all bytes before it, which detects
//! damaged files. All numbers are little-endian.

/// What is wrong with the bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fault {
    /// The bytes begin like another kind of file.
    Magic,
    /// The bytes end too early.
    End,
    /// The checksum is wrong.
    Sum,
    /// Text that is not valid UTF-8.
    Text,
}

/// Reads bytes from the beginning.
pub(super) struct Reader<'a> {
    all: &'a [u8],
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    /// Reads the format identifier, with which all files begin.
    pub(super) fn new(all: &'a [u8], magic: &[u8; 8]) -> Result<Self, Fault> {
        if !all.starts_with(&magic[..all.len().min(magic.len())]) {
            return Err(Fault::Magic);
        }
        let mut reader = Self { all, rest: all };
        reader.take::<8>()?;
        Ok(reader)
    }

    /// The next `N` bytes.
    pub(super) fn take<const N: usize>(&mut self) -> Result<&'a [u8; N], Fault> {
        let (first, others) = self.rest.split_first_chunk::<N>().ok_or(Fault::End)?;
        self.rest = others;
        Ok(first)
    }

    /// The next `length` bytes.
    pub(super) fn slice(&mut self, length: u64) -> Result<&'a [u8], Fault> {
        let length = usize::try_from(length).map_err(|_| Fault::End)?;
        let (first, others) = self.rest.split_at_checked(length).ok_or(Fault::End)?;
        self.rest = others;
        Ok(first)
    }

    /// Reads the checksum of all the bytes before it.
    pub(super) fn sum(&mut self) -> Result<(), Fault> {
        let before = &self.all[..self.all.len() - self.rest.len()];
        check(before, self.take()?)
    }

    /// Removes the checksum of all other bytes from the end.
    pub(super) fn last_sum(&mut self) -> Result<(), Fault> {
        let (before, sum) = self.all.split_last_chunk().ok_or(Fault::Sum)?;
        check(before, sum)?;
        (self.rest, _) = self.rest.split_last_chunk::<4>().ok_or(Fault::Sum)?;
        Ok(())
    }

    /// The bytes that have not been read.
    pub(super) fn rest(&self) -> &'a [u8] {
        self.rest
    }
}

fn check(before: &[u8], sum: &[u8; 4]) -> Result<(), Fault> {
    match crc32fast::hash(before).to_le_bytes() == *sum {
        true => Ok(()),
        false => Err(Fault::Sum),
    }
}

/// Converts bytes to text.
pub(super) fn text(bytes: &[u8]) -> Result<String, Fault> {
    String::from_utf8(bytes.into()).map_err(|_| Fault::Text)
}

/// Appends the checksum of all bytes.
pub(super) fn add_sum(bytes: &mut Vec<u8>) {
    bytes.extend(crc32fast::hash(bytes).to_le_bytes());
}
