//! A file that redirects the browser to the board.
//!
//! The browser is started with an argument, and every user of the machine can read the arguments of
//! every program. So the argument is not the address, which contains the secret, but the name of a
//! file that only this user can read. The page in it redirects to the address at once.

use std::fs;
use std::io;
use std::io::Write;
use std::path::PathBuf;

use tempfile::{Builder, TempDir};

/// The file, which is removed when this is dropped.
pub struct Redirect {
    folder: TempDir,
}

impl Redirect {
    /// Writes the file, in its own folder.
    ///
    /// # Errors
    /// If the system does not allow it.
    pub fn to(address: &str) -> io::Result<Self> {
        let mut builder = Builder::new();
        builder.prefix("jacquerie-");
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
        let redirect = Self {
            folder: builder.tempdir()?,
        };
        let mut options = fs::OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(redirect.path())?;
        file.write_all(page(address).as_bytes())?;
        Ok(redirect)
    }

    /// The path of the file.
    #[must_use]
    pub fn path(&self) -> PathBuf {
        self.folder.path().join("board.html")
    }
}

/// A page that redirects to an address. Browsers that do not redirect show the link.
fn page(address: &str) -> String {
    let address = address
        .replace('&', "&amp;")
        .replace('"', "&quot;")
        .replace('<', "&lt;");
    format!(
        "<!doctype html>\n<meta charset=\"utf-8\">\n<meta name=\"referrer\" content=\"no-referrer\">\n\
         <title>Jacquerie</title>\n<meta http-equiv=\"refresh\" content=\"0; url={address}\">\n\
         <a href=\"{address}\">Jacquerie’s board</a>\n"
    )
}
