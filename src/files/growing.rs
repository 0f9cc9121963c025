//! A file that grows by whole records, and belongs to one process at a time.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::Path;

use tempfile::NamedTempFile;

use super::{Replacement, lock};

/// A file to which one process at a time appends whole records, or which it replaces.
#[derive(Debug)]
pub struct Growing(File);

impl Growing {
    /// Opens a file, or creates an empty one; its content does not change.
    ///
    /// # Errors
    /// If the file cannot be read and written, or another process has it open for
    /// appending ([`ErrorKind::WouldBlock`]).
    pub fn open(path: &Path) -> io::Result<Self> {
        loop {
            let file = OpenOptions::new()
                .read(true)
                .write(true)
                .create(true)
                .truncate(false)
                .open(path)?;
            if !file.metadata()?.is_file() {
                let message =
                    "expected a file that can be read and appended to, not a device or a pipe";
                return Err(io::Error::new(ErrorKind::InvalidInput, message));
            }
            if let Some(error) = lock(&file)? {
                log::warn!("{}: no lock: {error}", path.display());
            }
            // Its owner may have replaced the file before this process got the lock.
            if stands_at(&file, path)? {
                return Ok(Self(file));
            }
        }
    }

    /// Creates a file with this content: all of it or nothing.
    ///
    /// # Errors
    /// If it cannot be written, or already exists.
    pub fn begin(
        path: &Path,
        write: impl FnOnce(&mut Replacement) -> io::Result<()>,
    ) -> io::Result<Self> {
        let mut new = Replacement::begin(path)?;
        write(&mut new)?;
        new.put_in_place(NamedTempFile::persist_noclobber).map(Self)
    }

    /// Replaces the whole content at once; the file stays locked. `path` is its path.
    ///
    /// # Errors
    /// If it cannot be written; the file is then unchanged.
    pub fn replace(
        &mut self,
        path: &Path,
        write: impl FnOnce(&mut Replacement) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut new = Replacement::beside(path, Some(self.0.try_clone()?))?;
        write(&mut new)?;
        self.0 = new.put_in_place(NamedTempFile::persist)?;
        Ok(())
    }

    /// The whole content.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn read(&mut self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.0.rewind()?;
        self.0.read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// Removes this many bytes from the end: an incomplete record, which the caller has
    /// recognised.
    ///
    /// # Errors
    /// If the file cannot be shortened.
    pub fn cut_off(&mut self, unfinished: usize) -> io::Result<()> {
        if unfinished > 0 {
            let length = self.0.metadata()?.len();
            self.0.set_len(length.saturating_sub(unfinished as u64))?;
        }
        Ok(())
    }

    /// Appends a record, or several, as a whole.
    ///
    /// # Errors
    /// If it cannot be written; a partial write is undone.
    pub fn append(&mut self, record: &[u8]) -> io::Result<()> {
        // A pipe has no end to seek to.
        let end = self.0.seek(SeekFrom::End(0));
        let written = self.0.write_all(record);
        if let (Ok(end), Err(_)) = (end, &written)
            && let Err(error) = self.0.set_len(end)
        {
            log::warn!("an incomplete record remains at the end: {error}");
        }
        written
    }

    /// Appends text after an empty line, unless the file is empty. An editor may have removed the empty
    /// line at the end, or the end of the last line.
    ///
    /// # Errors
    /// As [`append`](Self::append), or if the file cannot be read.
    pub fn append_after_empty_line(&mut self, text: &[u8]) -> io::Result<()> {
        let there = self.read()?;
        let before: &[u8] = match &there[..] {
            [] | [.., b'\n', b'\n'] | [.., b'\n', b'\r', b'\n'] => b"",
            [.., b'\n'] => b"\n",
            _ => b"\n\n",
        };
        self.append(&[before, text].concat())
    }

    /// Waits until the appended records are on the disk.
    ///
    /// # Errors
    /// If they cannot be written to the disk.
    pub fn sync(&self) -> io::Result<()> {
        self.0.sync_data()
    }

    /// The length in bytes.
    ///
    /// # Errors
    /// If the system does not report it.
    pub fn length(&self) -> io::Result<u64> {
        Ok(self.0.metadata()?.len())
    }
}

/// Whether an open file is the one that now has this name.
#[cfg(unix)]
fn stands_at(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let file = file.metadata()?;
    match fs::metadata(path) {
        Ok(named) => Ok((file.dev(), file.ino()) == (named.dev(), named.ino())),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Always true: other systems cannot replace an open file.
#[cfg(not(unix))]
fn stands_at(_file: &File, _path: &Path) -> io::Result<bool> {
    Ok(true)
}

/// Whether an incomplete record can be the start of one that begins like this.
#[must_use]
pub fn can_begin(unfinished: &[u8], beginning: &[u8]) -> bool {
    let both = unfinished.iter().zip(beginning);
    both.into_iter().all(|(one, other)| one == other)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder() -> tempfile::TempDir {
        tempfile::tempdir().unwrap()
    }

    #[test]
    fn text_follows_an_empty_line() {
        let folder = folder();
        let path = folder.path().join("one");
        for (there, expected) in [
            ("", "new"),
            ("old", "old\n\nnew"),
            ("old\n", "old\n\nnew"),
            ("old\n\n", "old\n\nnew"),
            ("old\r\n\r\n", "old\r\n\r\nnew"),
        ] {
            fs::write(&path, there).unwrap();
            let mut file = Growing::open(&path).unwrap();
            file.append_after_empty_line(b"new").unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), expected);
        }
    }

    #[test]
    fn only_one_lets_a_file_grow() {
        let folder = folder();
        let path = folder.path().join("one");
        let begun = Growing::begin(&path, |file| file.write_all(b"begun")).unwrap();
        assert!(Growing::begin(&path, |_| Ok(())).is_err());
        drop(begun);
        assert_eq!(fs::read(&path).unwrap(), b"begun");
        let mut first = Growing::open(&path).unwrap();
        first.cut_off(5).unwrap();
        let refused = Growing::open(&path).unwrap_err();
        assert_eq!(refused.kind(), ErrorKind::WouldBlock);
        first.append(b"record").unwrap();
        let refused = crate::files::replace(&path, b"another").unwrap_err();
        assert_eq!(refused.kind(), ErrorKind::WouldBlock);
        first
            .replace(&path, |file| file.write_all(b"other"))
            .unwrap();
        let refused = Growing::open(&path).unwrap_err();
        assert_eq!(refused.kind(), ErrorKind::WouldBlock);
        first.append(b" record").unwrap();
        drop(first);
        let whole = Growing::open(&path).unwrap().read().unwrap();
        assert_eq!(whole, b"other record");
    }

    #[cfg(unix)]
    #[test]
    fn devices_do_not_grow() {
        for device in ["/dev/full", "/dev/zero"] {
            let refused = Growing::open(Path::new(device)).unwrap_err();
            assert_eq!(refused.kind(), ErrorKind::InvalidInput, "{device}");
        }
    }
}
