//! What is to be sent to a tab, from whoever has something to say to whoever sends it.
//!
//! A search may find more than a slow reader can be told. Only the newest of what is said again and
//! again matters (the best line, the marks), so it takes the place of what has not been sent yet: the
//! box holds a few messages, however long the search goes on.

use std::collections::VecDeque;

use parking_lot::Mutex;
use tokio::sync::Notify;

/// Something for the tab.
#[derive(Debug)]
pub enum Mail {
    /// A message to send.
    Message(String),
    /// The search has ended: another can begin.
    Ended,
}

/// What a message is about, if a later one about the same may take its place: the number of a
/// request, and which of its lines (or another number for what is no line).
pub type About = (u64, usize);

/// The box of a tab.
#[derive(Default)]
pub struct Mailbox {
    waiting: Mutex<VecDeque<(Option<About>, Mail)>>,
    arrived: Notify,
}

impl Mailbox {
    /// Puts something in, behind all that is there.
    pub fn put(&self, mail: Mail) {
        self.add(None, mail);
    }

    /// Puts a message in, in place of an older one about the same.
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

    /// What came first; waits for it.
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
