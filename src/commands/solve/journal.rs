//! An output that a run goes on from: a line for each thing that is done.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom};
use std::path::Path;

/// Opens it, new or old: the file, to write the next line to, and the lines that it has. A line
/// that was not finished is cut off.
///
/// # Errors
/// If the system refuses.
pub fn open(path: &Path) -> io::Result<(File, Vec<String>)> {
    let mut options = OpenOptions::new();
    let mut file = options.read(true).append(true).create(true).open(path)?;
    let mut reader = BufReader::new(&file);
    let mut lines = Vec::new();
    let mut whole = 0;
    loop {
        let mut line = String::new();
        let length = reader.read_line(&mut line)?;
        if length == 0 || !line.ends_with('\n') {
            break;
        }
        lines.push(line.trim_end().to_owned());
        whole += length as u64;
    }
    file.set_len(whole)?;
    file.seek(SeekFrom::End(0))?;
    Ok((file, lines))
}
