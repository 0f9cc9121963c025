//! A growing file of lines.

use std::io::{self, ErrorKind, Write};
use std::mem;
use std::path::Path;
use std::vec::IntoIter;

use super::{Growing, can_begin};
use crate::standard;

/// A growing file of lines, one for each finished task, in a known order: a run first goes through
/// the existing lines, then appends more.
#[derive(Debug)]
pub struct Journal {
    /// The file; `None` for standard output.
    file: Option<Growing>,
    lines: IntoIter<String>,
    unfinished: Vec<u8>,
    /// Whether the last line of the file lacks its end.
    lacks_end: bool,
    read: usize,
}

impl Journal {
    /// Opens a new or an existing journal; standard output is always new.
    ///
    /// # Errors
    /// As [`Growing::open`], or if it is not valid UTF-8.
    pub fn open(path: &Path) -> io::Result<Self> {
        if standard::is_meant(path) {
            return Ok(Self {
                file: None,
                lines: Vec::new().into_iter(),
                unfinished: Vec::new(),
                lacks_end: false,
                read: 0,
            });
        }
        let mut file = Growing::open(path)?;
        let mut whole = file.read()?;
        let end = whole.iter().rposition(|byte| *byte == b'\n');
        let unfinished = whole.split_off(end.map_or(0, |last| last + 1));
        let no_text = || io::Error::new(ErrorKind::InvalidData, "not valid UTF-8");
        let text = String::from_utf8(whole).map_err(|_| no_text())?;
        let lines: Vec<String> = text.lines().map(|line| line.trim_end().into()).collect();
        Ok(Self {
            file: Some(file),
            lines: lines.into_iter(),
            unfinished,
            lacks_end: false,
            read: 0,
        })
    }

    /// The next existing line. The caller knows how the line must begin, and rejects any other.
    /// After the last complete line, an incomplete line is cut off if it can be the one to be
    /// written next; otherwise it is returned as if it were complete, so that the caller rejects
    /// it.
    ///
    /// # Errors
    /// If the incomplete line cannot be cut off.
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

    /// The next existing line, which was complete when the program noted it elsewhere: if it has no end,
    /// an editor has removed it.
    pub fn noted(&mut self) -> Option<String> {
        let line = match self.lines.next() {
            None if self.unfinished.is_empty() => return None,
            None => {
                self.lacks_end = true;
                let line = mem::take(&mut self.unfinished);
                String::from_utf8_lossy(&line).into_owned()
            }
            Some(line) => line,
        };
        self.read += 1;
        Some(line)
    }

    /// How many existing lines have been returned.
    #[must_use]
    pub fn read(&self) -> usize {
        self.read
    }

    /// The number of complete lines not returned yet.
    #[must_use]
    pub fn lines(&self) -> usize {
        self.lines.len()
    }

    /// The number of lines left, including an incomplete one.
    #[must_use]
    pub fn left(&self) -> usize {
        self.lines() + usize::from(!self.unfinished.is_empty())
    }

    /// Appends a line.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&mut self, line: &str) -> io::Result<()> {
        let end_before = if self.lacks_end { "\n" } else { "" };
        match &mut self.file {
            Some(file) => file.append(format!("{end_before}{line}\n").as_bytes())?,
            None => writeln!(io::stdout(), "{line}")?,
        }
        self.lacks_end = false;
        Ok(())
    }

    /// Waits until all lines are on the disk.
    ///
    /// # Errors
    /// If they cannot be written to it.
    pub fn sync(&self) -> io::Result<()> {
        self.file.as_ref().map_or(Ok(()), Growing::sync)
    }

    /// Replaces all lines at once; lines on standard output stay. `path` is the path of the
    /// journal.
    ///
    /// # Errors
    /// If they cannot be written; the old lines then stay.
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
    use std::fs;

    use super::*;

    fn folder() -> tempfile::TempDir {
        tempfile::tempdir().unwrap()
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
    fn a_noted_line_needs_no_end() {
        let folder = folder();
        let path = folder.path().join("one");
        for end in ["", "\n"] {
            fs::write(&path, format!("first\nsecond{end}")).unwrap();
            let mut journal = Journal::open(&path).unwrap();
            assert_eq!(journal.noted().unwrap(), "first");
            assert_eq!(journal.noted().unwrap(), "second");
            assert_eq!(
                (journal.noted(), journal.read(), journal.left()),
                (None, 2, 0)
            );
            journal.write("third").unwrap();
            journal.write("fourth").unwrap();
            let text = fs::read_to_string(&path).unwrap();
            assert_eq!(text, "first\nsecond\nthird\nfourth\n");
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
}
