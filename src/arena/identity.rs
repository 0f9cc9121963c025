//! The identity of an engine: the version that it announces, and hashes of its files.
//!
//! A name and a command are not enough: the program may have been rebuilt since yesterday, and
//! today's games would be those of a different engine. So the log of a match keeps the SHA-256 of
//! the program and of the files of variants (in the form of `sha256sum`), and a match is resumed
//! only if they are the same. Other files that a program reads are not checked: an interpreter's
//! script, a network, a configuration.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use serde::Serialize;
use sha2::{Digest, Sha256};

use super::entrant::Entrant;

/// What must stay the same for an engine to count as the same one as before.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Identity {
    /// The text after `id name`.
    version: String,
    /// The hash of the program.
    program: String,
    /// The hashes of its variant files.
    variants: Vec<String>,
}

impl Identity {
    /// The identity of an engine that announces this version.
    ///
    /// # Errors
    /// If one of its files cannot be read.
    pub fn new(entrant: &Entrant, version: &str) -> io::Result<Self> {
        let variants = entrant.variant_files()?;
        let variants: io::Result<_> = variants.iter().map(|path| hash(path)).collect();
        Ok(Self {
            version: version.into(),
            program: hash(&entrant.program()?)?,
            variants: variants?,
        })
    }
}

/// The SHA-256 of a file.
fn hash(path: &Path) -> io::Result<String> {
    let told = |error: io::Error| {
        let message = format!("{}: {error}", path.display());
        io::Error::new(error.kind(), message)
    };
    let mut file = File::open(path).map_err(told)?;
    let mut hasher = Sha256::new();
    let mut part = vec![0; 1 << 16];
    loop {
        match file.read(&mut part).map_err(told)? {
            0 => break,
            length => hasher.update(&part[..length]),
        }
    }
    let bytes = hasher.finalize();
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_that_of_the_standard() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("abc");
        std::fs::write(&path, "abc").unwrap();
        // FIPS 180-2, appendix B.1.
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(hash(&path).unwrap(), expected);
        let missing = hash(&folder.path().join("none")).unwrap_err().to_string();
        assert!(missing.contains("none: "), "{missing}");
    }
}
