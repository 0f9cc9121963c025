//! Sessions on a page: `> ` is sent, `< ` is the answer. `…` is any number of lines. Messages of
//! the page's socket are shown without the numbers of the requests.

use crate::page::{Block, Page};
use crate::pattern::{ANYTHING, fits, line_fits, without_numbers};
use crate::program::client::Client;

/// Runs the sessions of all pages; each must be as shown.
pub fn check(pages: &[Page]) {
    for block in pages.iter().flat_map(|page| &page.blocks) {
        let words: Vec<&str> = block.words.iter().map(String::as_str).collect();
        let words = words.strip_suffix(&["varying"]).unwrap_or(&words);
        match words {
            ["uci", arguments @ ..] => hold(block, Client::start_with(arguments)),
            ["xboard", ..] => hold(block, Client::start_with(words)),
            #[cfg(feature = "board")]
            ["board", arguments @ ..] => hold_with_page(block, arguments),
            _ => {}
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
        // Any number of lines may come before the next ones.
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

#[cfg(feature = "board")]
fn hold_with_page(block: &Block, arguments: &[&str]) {
    const NUMBER: &str = "\"id\":1,";
    let board = crate::server::Board::start_with(arguments);
    let mut tab = board.tab();
    for line in block.text.lines() {
        if let Some(request) = line.strip_prefix("> {") {
            tab.send_text(&format!("{{{NUMBER}{request}"));
            continue;
        }
        let answer = tab.next_text().replacen(NUMBER, "", 1);
        let is_shown = line_fits(line.trim_start_matches("< "), &answer);
        assert!(is_shown, "{}: {answer}\nwhere is shown {line}", block.place);
    }
}
