//! The processes of an engine: they all end with the match, however it ends.
//!
//! An engine may be a script that starts the real engine, which starts helpers. Killing the script
//! is not enough; and if the match is killed, nothing is left to end the helpers. So an engine and
//! all its children form a process group, led by a shell that only waits for the end of its input
//! and then kills its group, itself included. The match holds the other end of that input, and the
//! system closes it when the match ends.
//!
//! The leader lives as long as the group, so its process ID cannot be reused for another group.
//! Ctrl-C in the terminal does not reach the group: the match ends its engines itself.

use std::io;
use std::process::{Child, Command};

/// The script that the leader of a group runs.
#[cfg(unix)]
const LEADER: &str = "read -r line; kill -KILL 0";

/// A group of processes that ends when this is dropped, or when this program ends.
#[derive(Debug)]
pub struct ProcessGroup {
    /// The leader; `None` on systems without process groups.
    leader: Option<Child>,
}

#[cfg(unix)]
impl ProcessGroup {
    /// Starts a program in its own group.
    ///
    /// # Errors
    /// If it, or the leader of the group, cannot be started.
    pub fn start(command: &mut Command) -> io::Result<(Self, Child)> {
        use std::os::unix::process::CommandExt;
        use std::process::Stdio;

        let leader = Command::new("/bin/sh")
            .args(["-c", LEADER])
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| {
                let message = format!("/bin/sh, which leads the engine's processes: {error}");
                io::Error::new(error.kind(), message)
            })?;
        let number = i32::try_from(leader.id()).map_err(io::Error::other)?;
        let group = Self {
            leader: Some(leader),
        };
        let program = command.process_group(number).spawn()?;
        Ok((group, program))
    }
}

#[cfg(not(unix))]
impl ProcessGroup {
    /// Starts a program.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start(command: &mut Command) -> io::Result<(Self, Child)> {
        Ok((Self { leader: None }, command.spawn()?))
    }
}

impl ProcessGroup {
    /// Ends every process of the group.
    pub fn end(&mut self) {
        if let Some(mut leader) = self.leader.take() {
            // Waiting closes the leader's input first.
            let _ = leader.wait();
        }
    }
}

impl Drop for ProcessGroup {
    fn drop(&mut self) {
        self.end();
    }
}
