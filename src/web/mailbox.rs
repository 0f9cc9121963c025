//! The messages to a tab, from the threads that produce them to the task that sends them.
//!
//! A search may produce more than a slow client can receive. If a message is repeated (the best
//! line, the marks), only the newest one matters, and it replaces one that has not been sent: the
//! box holds only a few messages, however long the search runs.

use std::collections::VecDeque;

use parking_lot::Mutex;
use tokio::sync::Notify;

/// An item for the tab.
#[derive(Debug)]
pub enum Mail {
    /// A message to send.
    Message(String),
    /// The search has ended: another one can begin.
    Ended,
}

/// The subject of a message that a later one on the same subject may replace: the number of a
/// request, and the number of a line (or another number for other messages).
pub type About = (u64, usize);

/// The box of a tab.
#[derive(Default)]
pub struct Mailbox {
    waiting: Mutex<VecDeque<(Option<About>, Mail)>>,
    arrived: Notify,
}

impl Mailbox {
    /// Adds a message at the end.
    pub fn put(&self, mail: Mail) {
        self.add(None, mail);
    }

    /// Adds a message, replacing an older one on the same subject.
    pub fn put_newest(&self, about: About, message: String) {
        self.add(Some(about), Mail::Message(message));
    }

    fn add(&self, about: Option<About>, mail: Mail) {
        let mut waiting = self.waiting.lock();
        if about.is_some() {
            waiting.retain(|(other, _)| *other != about);
        }
        waiting.push_back((about, mail));
        drop(waiting);
        self.arrived.notify_one();
    }

    /// The oldest message; waits until there is one.
    pub async fn next(&self) -> Mail {
        loop {
            let first = self.waiting.lock().pop_front();
            match first {
                Some((_, mail)) => return mail,
                None => self.arrived.notified().await,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_newest_line_waits() {
        let mailbox = Mailbox::default();
        mailbox.put_newest((1, 1), "old".into());
        mailbox.put_newest((1, 2), "second".into());
        for number in 0..1_000 {
            mailbox.put_newest((1, 1), number.to_string());
        }
        mailbox.put(Mail::Ended);
        let texts: Vec<String> = mailbox
            .waiting
            .lock()
            .iter()
            .map(|(_, mail)| format!("{mail:?}"))
            .collect();
        assert_eq!(texts, ["Message(\"second\")", "Message(\"999\")", "Ended"]);
    }
}
