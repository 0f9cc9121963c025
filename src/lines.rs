//! Lines from somebody who may send anything: whoever reads them needs no more memory than he wants.

use std::io::{self, BufRead, Read};

/// Reads a line, of which no more than `longest` bytes are kept, in place of what stood in `line`;
/// the rest is passed over. Whether all of it was kept; `None` where the input ends.
///
/// # Errors
/// If the input cannot be read.
pub fn read_line(
    input: &mut impl BufRead,
    longest: usize,
    line: &mut Vec<u8>,
) -> io::Result<Option<bool>> {
    line.clear();
    if input.take(longest as u64).read_until(b'\n', line)? == 0 {
        return Ok(None);
    }
    let cut = line.len() == longest && !line.ends_with(b"\n");
    if cut {
        input.skip_until(b'\n')?;
    }
    Ok(Some(!cut))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_long_is_passed_over() {
        let mut input = &b"one\nlonger than eight\n12345678\n\nlast"[..];
        let mut line = Vec::new();
        let mut lines = Vec::new();
        while let Some(whole) = read_line(&mut input, 8, &mut line).unwrap() {
            lines.push((String::from_utf8(line.clone()).unwrap(), whole));
        }
        let expected = [
            ("one\n", true),
            ("longer t", false),
            ("12345678", false),
            ("\n", true),
            ("last", true),
        ];
        assert_eq!(
            lines,
            expected.map(|(line, whole)| (line.to_owned(), whole))
        );
    }
}
