//! Reading lines of any length from an untrusted source with limited memory.

use std::io::{self, BufRead, Read};

/// Reads a line into `line`, replacing its content. Keeps at most `longest` bytes of it, besides its
/// end, and skips the rest. Returns true if it kept the whole line, and `None` at the end of the input.
///
/// # Errors
/// If the input cannot be read.
pub fn read_line(
    input: &mut impl BufRead,
    longest: usize,
    line: &mut Vec<u8>,
) -> io::Result<Option<bool>> {
    line.clear();
    if input.take(longest as u64 + 1).read_until(b'\n', line)? == 0 {
        return Ok(None);
    }
    let cut = line.len() > longest && !line.ends_with(b"\n");
    if cut {
        line.truncate(longest);
        input.skip_until(b'\n')?;
    }
    Ok(Some(!cut))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_of_a_long_line_is_skipped() {
        let mut input = &b"one\nlonger than eight\n123456789\n12345678\n\n87654321"[..];
        let mut line = Vec::new();
        let mut lines = Vec::new();
        while let Some(whole) = read_line(&mut input, 8, &mut line).unwrap() {
            lines.push((String::from_utf8(line.clone()).unwrap(), whole));
        }
        let expected = [
            ("one\n", true),
            ("longer t", false),
            ("12345678", false),
            ("12345678\n", true),
            ("\n", true),
            ("87654321", true),
        ];
        assert_eq!(
            lines,
            expected.map(|(line, whole)| (line.to_owned(), whole))
        );
    }
}
