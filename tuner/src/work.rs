//! Threads, and the progress bar.

use std::panic::resume_unwind;

use indicatif::{ProgressBar, ProgressStyle};

/// Does each part of some work in its own thread.
pub fn each_in_a_thread<T: Send, R: Send>(
    parts: impl Iterator<Item = T>,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    let work = &work;
    std::thread::scope(|scope| {
        let threads: Vec<_> = parts.map(|part| scope.spawn(move || work(part))).collect();
        let done = threads.into_iter().map(|thread| thread.join());
        done.map(|done| done.unwrap_or_else(|fault| resume_unwind(fault)))
            .collect()
    })
}

/// A progress bar: how many of `number` `things` are done.
pub fn progress(things: &str, number: u64) -> ProgressBar {
    let template = format!("{{elapsed_precise}} {{bar:30}} {{pos}}/{{len}} {things} {{msg}}");
    let style = ProgressStyle::with_template(&template);
    ProgressBar::new(number).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
