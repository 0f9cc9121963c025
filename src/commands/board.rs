//! `jacquerie board`: a board in the browser. The [web](crate::web) serves it.

use std::io::Write;
use std::sync::Arc;

use anyhow::Result;
use tokio::sync::Notify;

use crate::config::Config;
use crate::standard;
use crate::stop::Interrupt;
use crate::web::Server;

/// Where the board is found unless another port is named.
const PORT: u16 = 8087;

/// What `board` takes.
#[derive(clap::Args, Debug)]
#[command(after_long_help = "\
The address is printed, too. Only this machine can reach it, and only who knows the
secret in it, which is new each time. Ctrl-C ends it. Up to 8 boards think at a
time, each with the memory of the option Hash, but at most 64 MiB, and with as many
threads as the option Threads, but at most as many as the machine runs at once.

Example:
  jacquerie board --variant pawngame --files 5")]
pub struct Arguments {
    /// The port of 127.0.0.1 to listen on; 0 is any that is free.
    #[arg(long, value_name = "N", default_value_t = PORT)]
    port: u16,
    /// Do not open the browser.
    #[arg(long)]
    no_open: bool,
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
    let address = server.address();
    writeln!(output, "{address}")?;
    output.flush()?;
    if !arguments.no_open
        && let Err(error) = open::that_detached(&address)
    {
        log::debug!("no browser: {error}");
        standard::tell(format_args!(
            "jacquerie: no browser can be opened; open the address above yourself"
        ));
    }
    server.run(end.notified())?;
    Ok(())
}
