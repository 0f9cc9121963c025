//! Sessions that a page shows: `> ` is sent, `< ` is answered. `…` is any number of lines.

use crate::client::Client;
use crate::page::{Block, Page};
use crate::pattern::{ANYTHING, fits, without_numbers};

/// Holds the sessions of all pages; each is as it is shown.
pub fn check(pages: &[Page]) {
    for block in pages.iter().flat_map(|page| &page.blocks) {
        if block.is(&["uci"]) {
            hold(block, Client::start());
        } else if block.is(&["xboard"]) {
            hold(block, Client::start_with(&["xboard"]));
        }
    }
}

fn hold(block: &Block, mut client: Client) {
    let compared = |line: &str| match block.varies() {
        true => without_numbers(line),
        false => line.to_owned(),
    };
    let are_shown = |shown: &[String], lines: &[String]| {
        let lines: Vec<String> = lines.iter().map(|line| compared(line)).collect();
        fits(shown, &lines)
    };
    let mut shown: Vec<String> = Vec::new();
    for line in block.text.lines() {
        let Some(sent) = line.strip_prefix("> ") else {
            shown.push(compared(line.strip_prefix("< ").unwrap_or(line)));
            continue;
        };
        let wanted = format!("{}: {}", block.place, shown.join("\n"));
        client.read_until(&wanted, |lines| are_shown(&shown, lines));
        // Any number of lines may still come before the next ones.
        shown = shown
            .pop()
            .into_iter()
            .filter(|last| last == ANYTHING)
            .collect();
        client.send(sent);
    }
    let lines = client.end_input().lines;
    let shown_at_the_end = are_shown(&shown, &lines);
    assert!(
        shown_at_the_end,
        "{}: {lines:?} where {shown:?} is shown",
        block.place
    );
}
