//! Files that are never lost, whatever happens while they are written.
//!
//! What a run has found may have taken days. So a file is either **replaced**, all at once: the new
//! one is written beside it and takes its name when all of it is on the disk. Or it **grows**, record
//! by record, and whoever is stopped goes on behind the last whole record. Only one process at a time
//! can let a file grow, and what stands in a file stays untouched until somebody has looked at it and
//! knows that it is his: another name, mistyped, costs nothing.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::vec::IntoIter;

use tempfile::{NamedTempFile, PersistError};

use crate::standard;

/// Replaces a file, or makes it.
///
/// # Errors
/// If it cannot be written; the old one is as it was then.
pub fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut file = Replacement::begin(path)?;
    file.write_all(content)?;
    file.finish()
}

/// Makes sure that a file can be replaced, for whoever will have something for it much later.
///
/// # Errors
/// If it could not be written.
pub fn check(path: &Path) -> io::Result<()> {
    Replacement::begin(path).map(drop)
}

/// Where links lead, also one to a file that is not there yet.
fn led_to(path: &Path) -> PathBuf {
    if let Ok(path) = fs::canonicalize(path) {
        return path;
    }
    // Links in a circle could not be opened, so this comes to an end.
    match fs::read_link(path) {
        Ok(target) => led_to(&path.parent().unwrap_or(Path::new("")).join(target)),
        Err(_) => path.to_owned(),
    }
}

/// A file that takes the place of another one when it is finished, and vanishes if it never is.
#[derive(Debug)]
pub struct Replacement(Target);

#[derive(Debug)]
enum Target {
    /// It is written beside the old one, and is to get this name.
    Beside(NamedTempFile, PathBuf),
    /// What stands there is no file that could be lost, but a device or a pipe.
    Through(File),
}

impl Replacement {
    /// Begins one. It will have the permissions of what it replaces; a link stays, and what it
    /// leads to is replaced.
    ///
    /// # Errors
    /// If the old file may not be written, or its folder.
    pub fn begin(path: &Path) -> io::Result<Self> {
        let old = match OpenOptions::new().write(true).open(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            opened => Some(opened?),
        };
        let mut permissions = None;
        if let Some(old) = old {
            let metadata = old.metadata()?;
            if !metadata.is_file() {
                return Ok(Self(Target::Through(old)));
            }
            permissions = Some(metadata.permissions());
        }
        let path = led_to(path);
        let folder = path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        let file = match permissions {
            None => beside(folder).map_err(without_path)?,
            Some(permissions) => {
                let file = NamedTempFile::new_in(folder).map_err(without_path)?;
                file.as_file().set_permissions(permissions)?;
                file
            }
        };
        Ok(Self(Target::Beside(file, path)))
    }

    /// Puts it in place.
    ///
    /// # Errors
    /// If it is not on the disk; the old one is as it was then.
    pub fn finish(self) -> io::Result<()> {
        self.put_in_place(NamedTempFile::persist).map(drop)
    }

    /// Puts it in place; also gives it.
    fn put_in_place(self, persist: Persist) -> io::Result<File> {
        match self.0 {
            Target::Beside(file, path) => {
                file.as_file().sync_all()?;
                // The error's own words name a file that is gone already.
                persist(file, path).map_err(|failed| failed.error)
            }
            Target::Through(mut file) => {
                file.flush()?;
                Ok(file)
            }
        }
    }
}

/// An error without the name of a file that nobody has chosen: who reads it knows the one that was
/// to be written.
fn without_path(error: io::Error) -> io::Error {
    let cause = std::error::Error::source(&error);
    let cause = cause.and_then(|cause| cause.downcast_ref::<io::Error>());
    match cause.and_then(io::Error::raw_os_error) {
        Some(code) => io::Error::from_raw_os_error(code),
        None => error.kind().into(),
    }
}

/// Whether two names lead to the same file, which is there.
#[must_use]
pub fn is_same(one: &Path, other: &Path) -> bool {
    let one = fs::canonicalize(one);
    one.is_ok_and(|one| fs::canonicalize(other).is_ok_and(|other| one == other))
}

/// A new file that others may read, as any other file that is made.
fn beside(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder)
}

impl Write for Replacement {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.0 {
            Target::Beside(file, _) => file.as_file_mut().write(bytes),
            Target::Through(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.0 {
            Target::Beside(file, _) => file.as_file_mut().flush(),
            Target::Through(file) => file.flush(),
        }
    }
}

/// A file to which one process at a time adds whole records, or which it replaces.
#[derive(Debug)]
pub struct Growing(File);

impl Growing {
    /// Opens a file, or makes an empty one; nothing in it changes.
    ///
    /// # Errors
    /// If it may not be read and written, or another process lets it grow ([`ErrorKind::WouldBlock`]).
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
                    "expected a file, which can be read and grow; this is a device or a pipe";
                return Err(io::Error::new(ErrorKind::InvalidInput, message));
            }
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Err(taken()),
                // Not all file systems have locks.
                Err(TryLockError::Error(error)) => {
                    log::warn!("{}: no lock: {error}", path.display());
                }
            }
            // Its owner may have replaced it before we had the lock.
            if stands_at(&file, path)? {
                return Ok(Self(file));
            }
        }
    }

    /// Makes a file with that content, which is there as a whole or not at all.
    ///
    /// # Errors
    /// If it cannot be written, or is there already.
    pub fn begin(
        path: &Path,
        write: impl FnOnce(&mut Replacement) -> io::Result<()>,
    ) -> io::Result<Self> {
        locked(path, write, NamedTempFile::persist_noclobber).map(Self)
    }

    /// Replaces all that stands in it, at once; it remains ours. `path` is where it is.
    ///
    /// # Errors
    /// If it cannot be written; it is as it was then.
    pub fn replace(
        &mut self,
        path: &Path,
        write: impl FnOnce(&mut Replacement) -> io::Result<()>,
    ) -> io::Result<()> {
        self.0 = locked(path, write, NamedTempFile::persist)?;
        Ok(())
    }

    /// All that stands in it.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn read(&mut self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.0.rewind()?;
        self.0.read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// Cuts so many bytes off: a record that was not finished, which the caller has recognised.
    ///
    /// # Errors
    /// If it cannot be done.
    pub fn cut_off(&mut self, unfinished: usize) -> io::Result<()> {
        if unfinished > 0 {
            let length = self.0.metadata()?.len();
            self.0.set_len(length.saturating_sub(unfinished as u64))?;
        }
        Ok(())
    }

    /// Adds a record, or several, as a whole.
    ///
    /// # Errors
    /// If it cannot be written; what could be is taken back.
    pub fn append(&mut self, record: &[u8]) -> io::Result<()> {
        // A pipe has no end to go to.
        let end = self.0.seek(SeekFrom::End(0));
        let written = self.0.write_all(record);
        if let (Ok(end), Err(_)) = (end, &written)
            && let Err(error) = self.0.set_len(end)
        {
            log::warn!("half a record stays at the end: {error}");
        }
        written
    }

    /// Waits until what was added is on the disk.
    ///
    /// # Errors
    /// If it does not get there.
    pub fn sync(&self) -> io::Result<()> {
        self.0.sync_data()
    }

    /// How many bytes there are.
    ///
    /// # Errors
    /// If the system does not say.
    pub fn length(&self) -> io::Result<u64> {
        Ok(self.0.metadata()?.len())
    }
}

/// How a file that was written beside another place gets there.
type Persist = fn(NamedTempFile, PathBuf) -> Result<File, PersistError>;

/// A file with that content that is ours before anybody else can see it.
fn locked(
    path: &Path,
    write: impl FnOnce(&mut Replacement) -> io::Result<()>,
    persist: Persist,
) -> io::Result<File> {
    let mut new = Replacement::begin(path)?;
    write(&mut new)?;
    if let Target::Beside(file, _) = &new.0
        && let Err(TryLockError::WouldBlock) = file.as_file().try_lock()
    {
        return Err(taken());
    }
    new.put_in_place(persist)
}

fn taken() -> io::Error {
    io::Error::new(ErrorKind::WouldBlock, "another process is writing it")
}

/// Whether an open file is the one that has this name now.
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

/// Elsewhere a file that is open cannot be replaced.
#[cfg(not(unix))]
fn stands_at(_file: &File, _path: &Path) -> io::Result<bool> {
    Ok(true)
}

/// Whether a record that was not finished can be one that begins so.
#[must_use]
pub fn can_begin(unfinished: &[u8], beginning: &[u8]) -> bool {
    let both = unfinished.iter().zip(beginning);
    both.into_iter().all(|(one, other)| one == other)
}

/// A growing file of lines, one for each thing that is done, in an order that is known: a run first
/// goes through the lines that there are, then adds more.
#[derive(Debug)]
pub struct Journal {
    /// `None` for standard output.
    file: Option<Growing>,
    lines: IntoIter<String>,
    unfinished: Vec<u8>,
    read: usize,
}

impl Journal {
    /// Opens it, new or old; standard output is always new.
    ///
    /// # Errors
    /// As [`Growing::open`], or if it is no text.
    pub fn open(path: &Path) -> io::Result<Self> {
        if standard::is_meant(path) {
            return Ok(Self {
                file: None,
                lines: Vec::new().into_iter(),
                unfinished: Vec::new(),
                read: 0,
            });
        }
        let mut file = Growing::open(path)?;
        let mut whole = file.read()?;
        let end = whole.iter().rposition(|byte| *byte == b'\n');
        let unfinished = whole.split_off(end.map_or(0, |last| last + 1));
        let no_text = || io::Error::new(ErrorKind::InvalidData, "it is no text");
        let text = String::from_utf8(whole).map_err(|_| no_text())?;
        let lines: Vec<String> = text.lines().map(|line| line.trim_end().into()).collect();
        Ok(Self {
            file: Some(file),
            lines: lines.into_iter(),
            unfinished,
            read: 0,
        })
    }

    /// The next line that there is already. The caller knows how it must begin and refuses another.
    /// Behind the last one, where that is to be written, a line that was not finished is cut off if
    /// it can be that one; else it is given as if it were whole, to be refused.
    ///
    /// # Errors
    /// If it cannot be cut off.
    pub fn next(&mut self, beginning: &str) -> io::Result<Option<String>> {
        let line = match self.lines.next() {
            None if can_begin(&self.unfinished, beginning.as_bytes()) => {
                if let Some(file) = &mut self.file {
                    file.cut_off(self.unfinished.len())?;
                }
                self.unfinished.clear();
                return Ok(None);
            }
            None => String::from_utf8_lossy(&self.unfinished).into_owned(),
            Some(line) => line,
        };
        self.read += 1;
        Ok(Some(line))
    }

    /// How many lines [`Self::next`] has given.
    #[must_use]
    pub fn read(&self) -> usize {
        self.read
    }

    /// How many whole lines it has not given yet.
    #[must_use]
    pub fn lines(&self) -> usize {
        self.lines.len()
    }

    /// How many lines are left over, the one that was not finished too.
    #[must_use]
    pub fn left(&self) -> usize {
        self.lines() + usize::from(!self.unfinished.is_empty())
    }

    /// Adds a line.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&mut self, line: &str) -> io::Result<()> {
        match &mut self.file {
            Some(file) => file.append(format!("{line}\n").as_bytes()),
            None => writeln!(io::stdout(), "{line}"),
        }
    }

    /// Replaces all lines, at once; what is on standard output stays. `path` is where the journal is.
    ///
    /// # Errors
    /// If they cannot be written; the old ones stand there then.
    pub fn replace(&mut self, path: &Path, lines: &[String]) -> io::Result<()> {
        let lines = lines.iter().map(|line| format!("{line}\n"));
        let content: String = lines.collect();
        match &mut self.file {
            Some(file) => file.replace(path, |file| file.write_all(content.as_bytes())),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder() -> tempfile::TempDir {
        tempfile::tempdir().unwrap()
    }

    fn names(folder: &tempfile::TempDir) -> Vec<std::ffi::OsString> {
        let entries = fs::read_dir(folder.path()).unwrap();
        entries.map(|entry| entry.unwrap().file_name()).collect()
    }

    #[test]
    fn a_file_is_replaced_when_the_new_one_is_finished() {
        let folder = folder();
        let path = folder.path().join("one");
        replace(&path, b"old").unwrap();
        let mut new = Replacement::begin(&path).unwrap();
        new.write_all(b"half of the n").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"old");
        drop(new);
        check(&path).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"old");
        replace(&path, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(names(&folder), ["one"]);
        assert!(replace(&folder.path().join("no/such/folder"), b"").is_err());
        assert!(replace(folder.path(), b"").is_err());
    }

    #[cfg(unix)]
    #[test]
    fn permissions_links_and_devices_stay() {
        use std::fs::Permissions;
        use std::os::unix::fs::PermissionsExt;
        let folder = folder();
        let (path, link) = (folder.path().join("one"), folder.path().join("link"));
        let mode = || fs::metadata(&path).unwrap().permissions().mode() & 0o777;
        fs::write(&path, "old").unwrap();
        let usual = mode();
        fs::remove_file(&path).unwrap();
        replace(&path, b"new").unwrap();
        assert_eq!(mode(), usual);
        fs::set_permissions(&path, Permissions::from_mode(0o640)).unwrap();
        std::os::unix::fs::symlink("one", &link).unwrap();
        replace(&link, b"newer").unwrap();
        let new = folder.path().join("new");
        std::os::unix::fs::symlink("two", &new).unwrap();
        replace(&new, b"first").unwrap();
        assert!(fs::symlink_metadata(&new).unwrap().is_symlink());
        assert_eq!(fs::read(folder.path().join("two")).unwrap(), b"first");
        for device in ["/dev/full", "/dev/zero"] {
            let refused = Growing::open(Path::new(device)).unwrap_err();
            assert_eq!(refused.kind(), ErrorKind::InvalidInput, "{device}");
        }
        assert_eq!((fs::read(&path).unwrap(), mode()), (b"newer".into(), 0o640));
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        replace(Path::new("/dev/null"), b"nothing").unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
    }

    #[test]
    fn a_journal_goes_on_behind_its_last_whole_line() {
        let folder = folder();
        let path = folder.path().join("one");
        for unfinished in ["", "th", "third;", "third;x"] {
            fs::write(&path, format!("first;1\nsecond;2\n{unfinished}")).unwrap();
            let mut journal = Journal::open(&path).unwrap();
            assert!(journal.left() >= 2);
            assert_eq!(journal.next("first;").unwrap().unwrap(), "first;1");
            assert_eq!(journal.next("second;").unwrap().unwrap(), "second;2");
            assert_eq!(journal.next("third;").unwrap(), None);
            assert_eq!((journal.read(), journal.left()), (2, 0));
            journal.write("third;3").unwrap();
            let text = fs::read_to_string(&path).unwrap();
            assert_eq!(text, "first;1\nsecond;2\nthird;3\n");
        }
    }

    #[test]
    fn what_is_not_recognised_is_not_touched() {
        let folder = folder();
        let path = folder.path().join("one");
        for text in ["somebody's notes", "first;1\nsomebody's notes"] {
            fs::write(&path, text).unwrap();
            let mut journal = Journal::open(&path).unwrap();
            let notes = std::iter::from_fn(|| journal.next("first;").unwrap());
            assert_eq!(notes.take(3).last().unwrap(), "somebody's notes");
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        fs::write(&path, b"\xff\n").unwrap();
        assert!(Journal::open(&path).is_err());
        assert_eq!(fs::read(&path).unwrap(), b"\xff\n");
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
}
