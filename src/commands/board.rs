//! `jacquerie board`: a board in the browser. The [web](crate::web) serves it.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Result, anyhow, ensure};
use tokio::sync::Notify;

use crate::config::Config;
use crate::engine::Engine;
use crate::standard;
use crate::stop::Interrupt;
use crate::web::{MOST_TEXT, Redirect, Server, ServerError};

/// The usual port: the browser keeps ratings and switches under it.
const PORT: u16 = 8087;

/// The arguments of `board`.
#[derive(clap::Args, Debug)]
#[command(after_long_help = "\
The address is also printed. It works only on this machine, and contains a secret
that changes with every start. Ctrl-C ends the board. Up to 8 tabs think at a time,
each with the memory set by Hash (at most 64 MiB) and the number of threads set by
Threads (at most the number of processors).

Examples:
  jacquerie board --variant pawngame --files 5
  jacquerie board --pgn match.pgn")]
pub struct Arguments {
    /// A link copied from a board; the part from '#' on is enough.
    #[arg(value_name = "LINK", value_parser = fragment)]
    link: Option<String>,
    /// A position to open.
    #[arg(long, value_name = "FEN", conflicts_with = "link")]
    pub fen: Option<String>,
    /// A file with games or positions to open.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["link", "fen"])]
    pgn: Option<PathBuf>,
    /// The port of 127.0.0.1 to listen on; 0 means any free port. Without this flag it is 8087, or any free port if
    /// that is in use.
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// Do not open the browser.
    #[arg(long)]
    no_open: bool,
}

/// The part of a link from its `#` on, which describes the position. The address before it may be
/// that of another run.
fn fragment(link: &str) -> Result<String, String> {
    let expected = "expected a link of the board, such as \"#variant=peasants&moves=e3e4\"";
    let (_, fragment) = link.split_once('#').ok_or(expected)?;
    // The fragment becomes part of a URL for the browser.
    let is_plain = |letter: char| letter.is_ascii_graphic() && !"\"<>\\^`{|}#".contains(letter);
    if let Some(wrong) = fragment.chars().find(|letter| !is_plain(*letter)) {
        return Err(format!("found {wrong:?} in it, {expected}"));
    }
    Ok(format!("#{fragment}"))
}

/// The fragment that opens a position.
fn position(engine: &Engine) -> String {
    let fen = engine.state().map_or_else(String::new, |state| state.fen());
    let variant = &engine.options().variant;
    format!("#variant={variant}&fen={}", fen.replace(' ', "+"))
}

/// The text of a PGN file, and the URL fragment that opens it under its name.
fn games(path: &Path) -> Result<(String, String)> {
    let text = standard::read_text(path)
        .map_err(|error| anyhow!("cannot read {}: {error}", path.display()))?;
    ensure!(
        !text.trim().is_empty(),
        "{}: the file is empty; expected games or positions",
        path.display()
    );
    let characters = text.chars().count();
    ensure!(
        characters <= MOST_TEXT,
        "{}: the text has {characters} characters, expected at most {MOST_TEXT}",
        path.display()
    );
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let escaped = |byte: u8| match byte {
        b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | b'-' | b'_' | b'.' => {
            char::from(byte).to_string()
        }
        other => format!("%{other:02X}"),
    };
    let name: String = name.bytes().map(escaped).collect();
    Ok((text, format!("#file={name}")))
}

/// Serves the board until it is stopped, and opens it at the engine's position if there is one.
///
/// # Errors
/// If the file is invalid, the port is in use, or the output cannot be written.
pub fn run(
    arguments: &Arguments,
    config: Config,
    opened: Option<&Engine>,
    output: &mut impl Write,
) -> Result<()> {
    let (file, fragment) = match (opened, &arguments.pgn) {
        (Some(engine), _) => (None, position(engine)),
        (_, Some(path)) => {
            let (text, fragment) = games(path)?;
            (Some(text), fragment)
        }
        _ => (None, arguments.link.clone().unwrap_or_default()),
    };
    let server = match arguments.port {
        Some(port) => Server::bind(config, port, file)?,
        None => bind(config, file)?,
    };
    let end = Arc::new(Notify::new());
    let heard = Arc::clone(&end);
    let _interrupt = Interrupt::listen_or(move || heard.notify_one())?;
    let address = server.address() + &fragment;
    writeln!(output, "{address}")?;
    output.flush()?;
    // The file exists as long as the board runs: a browser may open it late, or be asked to reload
    // it.
    let _redirect = match arguments.no_open {
        true => None,
        false => open_browser(&address),
    };
    server.run(end.notified())?;
    Ok(())
}

/// Binds the usual port, or if it is in use, any other.
fn bind(config: Config, file: Option<String>) -> Result<Server, ServerError> {
    match Server::bind(config.clone(), PORT, file.clone()) {
        Err(ServerError::Taken(_)) => {
            standard::tell(format_args!(
                "jacquerie: port {PORT} is in use, perhaps by another board; this one has a free port"
            ));
            Server::bind(config, 0, file)
        }
        bound => bound,
    }
}

/// Opens the browser with a file that redirects to the address.
fn open_browser(address: &str) -> Option<Redirect> {
    let redirect = Redirect::to(address);
    let opened = redirect.and_then(|redirect| {
        open::that_detached(redirect.path())?;
        Ok(redirect)
    });
    match &opened {
        // Some browsers run in a sandbox and cannot read the file.
        Ok(_) => standard::tell(format_args!(
            "jacquerie: if the browser does not show the board, open the address above yourself"
        )),
        Err(error) => {
            log::debug!("no browser: {error}");
            standard::tell(format_args!(
                "jacquerie: no browser can be opened; open the address above yourself"
            ));
        }
    }
    opened.ok()
}
