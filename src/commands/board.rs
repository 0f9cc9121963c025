//! `jacquerie board`: a board in the browser. The [web](crate::web) serves it.

use std::io::Write;
use std::sync::Arc;

use anyhow::Result;
use tokio::sync::Notify;

use crate::config::Config;
use crate::standard;
use crate::stop::Interrupt;
use crate::web::{Redirect, Server};

/// Where the board is found unless another port is named.
const PORT: u16 = 8087;

/// What `board` takes.
#[derive(clap::Args, Debug)]
#[command(after_long_help = "\
The address is also printed. It works only on this machine, and contains a secret
that changes with every start. Ctrl-C ends the board. Up to 8 tabs think at a time,
each with the memory of the option Hash (at most 64 MiB) and the number of threads
of the option Threads (at most the number of processors).

Examples:
  jacquerie board --variant pawngame --files 5
  jacquerie board \"#variant=peasants&moves=e3e4,e6e5\"")]
pub struct Arguments {
    /// A link copied from a board; the part from '#' on is enough.
    #[arg(value_name = "LINK", value_parser = fragment)]
    link: Option<String>,
    /// The port of 127.0.0.1 to listen on; 0 means any free port.
    #[arg(long, value_name = "N", default_value_t = PORT)]
    port: u16,
    /// Do not open the browser.
    #[arg(long)]
    no_open: bool,
}

/// What a link says of the position, with its `#`: the address before it was that of another run.
fn fragment(link: &str) -> Result<String, String> {
    let expected = "expected a link of the board, such as \"#variant=peasants&moves=e3e4\"";
    let (_, fragment) = link.split_once('#').ok_or(expected)?;
    // It becomes part of an address, which a browser is given.
    let is_plain = |letter: char| letter.is_ascii_graphic() && !"\"<>\\^`{|}#".contains(letter);
    if let Some(wrong) = fragment.chars().find(|letter| !is_plain(*letter)) {
        return Err(format!("found {wrong:?} in it, {expected}"));
    }
    Ok(format!("#{fragment}"))
}

/// Serves the board until it is told to end.
///
/// # Errors
/// If the port is taken, or the output cannot be written.
pub fn run(arguments: &Arguments, config: Config, output: &mut impl Write) -> Result<()> {
    let server = Server::bind(config, arguments.port)?;
    let end = Arc::new(Notify::new());
    let heard = Arc::clone(&end);
    let _interrupt = Interrupt::listen_or(move || heard.notify_one())?;
    let address = server.address() + arguments.link.as_deref().unwrap_or_default();
    writeln!(output, "{address}")?;
    output.flush()?;
    // The file is there as long as the board is: a browser may take its time, or be asked to load it again.
    let _redirect = match arguments.no_open {
        true => None,
        false => open_browser(&address),
    };
    server.run(end.notified())?;
    Ok(())
}

/// Opens the browser by a file that leads to the address.
fn open_browser(address: &str) -> Option<Redirect> {
    let redirect = Redirect::to(address);
    let opened = redirect.and_then(|redirect| {
        open::that_detached(redirect.path())?;
        Ok(redirect)
    });
    if let Err(error) = &opened {
        log::debug!("no browser: {error}");
        standard::tell(format_args!(
            "jacquerie: no browser can be opened; open the address above yourself"
        ));
    }
    opened.ok()
}
