//! A file that replaces another one, all at once.
//!
//! The new file is written next to the old one, under a name that begins with a dot, and renamed
//! when all of it is on the disk. A run that is killed leaves its temporary file behind, unlocked.
//! The next run that replaces the same file removes it.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use tempfile::{NamedTempFile, PersistError};

use super::lock;

/// Replaces a file, or creates it.
///
/// # Errors
/// If it cannot be written; the old one is then unchanged.
pub fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut file = Replacement::begin(path)?;
    file.write_all(content)?;
    file.finish()
}

/// Checks that a file can be replaced, for a result that will come much later. A named pipe is not checked.
///
/// # Errors
/// If it could not be written.
pub fn check(path: &Path) -> io::Result<()> {
    // A pipe that is opened and closed again has ended for its reader.
    #[cfg(unix)]
    if fs::metadata(path).is_ok_and(|found| is_pipe(&found)) {
        return Ok(());
    }
    Replacement::begin(path).map(drop)
}

#[cfg(unix)]
fn is_pipe(found: &fs::Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt;
    found.file_type().is_fifo()
}

/// The target of a path after following links, even a link to a file that does not exist yet.
pub(super) fn led_to(path: &Path) -> PathBuf {
    if let Ok(path) = fs::canonicalize(path) {
        return path;
    }
    // No caller passes a path with a cycle of links, which cannot be opened.
    match fs::read_link(path) {
        Ok(target) => led_to(&path.parent().unwrap_or(Path::new("")).join(target)),
        Err(_) => path.to_owned(),
    }
}

/// A file that replaces another one when it is finished, and is removed if it never is.
#[derive(Debug)]
pub struct Replacement(Target);

/// The function that puts a new file in place.
pub(super) type Persist = fn(NamedTempFile, PathBuf) -> Result<File, PersistError>;

#[derive(Debug)]
enum Target {
    /// The new file next to the old one, and the name that it will get. The old file stays locked
    /// until then.
    Beside(NamedTempFile, PathBuf, Option<File>),
    /// The target is not a regular file but a device or a pipe.
    Through(File),
}

impl Replacement {
    /// Begins a replacement. The new file gets the owner and the permissions of the file that it
    /// replaces. A link stays, and its target is replaced.
    ///
    /// # Errors
    /// If the old file or its folder may not be written, or another process is appending to it
    /// ([`ErrorKind::WouldBlock`]) and would continue with the replaced file.
    pub fn begin(path: &Path) -> io::Result<Self> {
        let old = match OpenOptions::new().write(true).open(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            opened => Some(opened?),
        };
        if let Some(old) = &old {
            if !old.metadata()?.is_file() {
                return Ok(Self(Target::Through(old.try_clone()?)));
            }
            lock(old)?;
        }
        Self::beside(path, old)
    }

    /// Begins a replacement for a file that is locked, or does not exist.
    pub(super) fn beside(path: &Path, old: Option<File>) -> io::Result<Self> {
        let path = led_to(path);
        let folder = path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        if !folder.is_dir() {
            let message = format!("there is no folder {}", folder.display());
            return Err(io::Error::new(ErrorKind::NotFound, message));
        }
        let prefix = prefix(&path);
        remove_leftovers(folder, &prefix);
        let file = new_file(folder, &prefix, old.is_none()).map_err(without_path)?;
        if let Some(old) = &old {
            let old = old.metadata()?;
            keep_owner(&old, file.as_file());
            file.as_file().set_permissions(old.permissions())?;
        }
        lock(file.as_file())?;
        Ok(Self(Target::Beside(file, path, old)))
    }

    /// Puts the new file in place.
    ///
    /// # Errors
    /// If the new file cannot be stored on the disk; the old one is then unchanged.
    pub fn finish(self) -> io::Result<()> {
        self.put_in_place(NamedTempFile::persist).map(drop)
    }

    /// Puts the new file in place, and returns it.
    pub(super) fn put_in_place(self, persist: Persist) -> io::Result<File> {
        match self.0 {
            Target::Beside(file, path, _old) => {
                file.as_file().sync_all()?;
                // The error's own message names a file that no longer exists.
                persist(file, path).map_err(|failed| failed.error)
            }
            Target::Through(mut file) => {
                file.flush()?;
                Ok(file)
            }
        }
    }
}

/// An error without the name of the temporary file: the user knows only the file that was to be
/// written.
fn without_path(error: io::Error) -> io::Error {
    let cause = std::error::Error::source(&error);
    let cause = cause.and_then(|cause| cause.downcast_ref::<io::Error>());
    match cause.and_then(io::Error::raw_os_error) {
        Some(code) => io::Error::from_raw_os_error(code),
        None => error.kind().into(),
    }
}

/// Gives a file the owner of the one that it replaces, if allowed: only root may do that, and
/// otherwise it belongs to the user who wrote it.
#[cfg(unix)]
fn keep_owner(old: &fs::Metadata, file: &File) {
    use std::os::unix::fs::{MetadataExt, fchown};
    let is_kept = |new: fs::Metadata| (new.uid(), new.gid()) == (old.uid(), old.gid());
    if !file.metadata().is_ok_and(is_kept) {
        let _ = fchown(file, Some(old.uid()), Some(old.gid()));
    }
}

#[cfg(not(unix))]
fn keep_owner(_old: &fs::Metadata, _file: &File) {}

/// The beginning of the names of temporary files that are to replace this one.
fn prefix(path: &Path) -> OsString {
    let mut prefix = OsString::from(".");
    prefix.push(path.file_name().unwrap_or_default());
    prefix.push(".");
    prefix
}

/// The end of the names of temporary files.
const SUFFIX: &str = ".new";

/// How many letters or digits stand in between.
const RANDOM: usize = 6;

/// A temporary file. With `for_others`, other users may read it, if they may read other new files.
fn new_file(folder: &Path, prefix: &OsStr, for_others: bool) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(prefix).suffix(SUFFIX).rand_bytes(RANDOM);
    #[cfg(unix)]
    if for_others {
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}

/// Removes abandoned temporary files. Failing to remove one does no harm.
fn remove_leftovers(folder: &Path, prefix: &OsStr) {
    let prefix = prefix.as_encoded_bytes();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.as_encoded_bytes();
        let random = name.strip_prefix(prefix);
        let random = random.and_then(|rest| rest.strip_suffix(SUFFIX.as_bytes()));
        let is_temporary = random.is_some_and(|letters| {
            letters.len() == RANDOM && letters.iter().all(u8::is_ascii_alphanumeric)
        });
        if is_temporary && is_left(&entry.path()).unwrap_or(false) {
            log::debug!("removing {}", entry.path().display());
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Whether a temporary file is abandoned.
fn is_left(path: &Path) -> io::Result<bool> {
    /// The age below which a file is not abandoned: it is locked within a shorter time after its
    /// creation.
    const YOUNG: Duration = Duration::from_secs(60);
    let metadata = fs::symlink_metadata(path)?;
    let age = metadata.modified()?.elapsed().unwrap_or_default();
    // Opening a pipe could block forever.
    let may_be_left = metadata.is_file() && age > YOUNG;
    Ok(may_be_left && lock(&File::open(path)?)?.is_none())
}

impl Write for Replacement {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.0 {
            Target::Beside(file, ..) => file.as_file_mut().write(bytes),
            Target::Through(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.0 {
            Target::Beside(file, ..) => file.as_file_mut().flush(),
            Target::Through(file) => file.flush(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

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
        assert_eq!((fs::read(&path).unwrap(), mode()), (b"newer".into(), 0o640));
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        replace(Path::new("/dev/null"), b"nothing").unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
    }

    #[test]
    fn what_a_killed_run_has_left_is_removed() {
        let folder = folder();
        let path = folder.path().join("one");
        let left = |name: &str, age: u64| {
            let file = File::create(folder.path().join(name)).unwrap();
            let then = SystemTime::now() - Duration::from_secs(age);
            file.set_modified(then).unwrap();
            file
        };
        drop(left(".one.killed.new", 3600));
        drop(left(".one.begins.new", 0));
        drop(left(".other.killed.new", 3600));
        drop(left("one.new", 3600));
        drop(left(".one.new", 3600));
        drop(left(".one.and.another.new", 3600));
        let growing = left(".one.growth.new", 3600);
        growing.try_lock().unwrap();
        replace(&path, b"whole").unwrap();
        let mut names = names(&folder);
        names.sort();
        let stay = [
            ".one.and.another.new",
            ".one.begins.new",
            ".one.growth.new",
            ".one.new",
            ".other.killed.new",
            "one",
            "one.new",
        ];
        assert_eq!(names, stay);
    }
}
