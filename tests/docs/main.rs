//! Tests of the documentation. Each command in README.md and the pages of `docs/` is run and its
//! output compared; each link leads somewhere. The same holds for the transcripts in
//! `tests/transcripts`, which are not meant for reading.
//!
//! The first line of a fenced block decides what is done with it:
//!
//! | block | what it is |
//! |---|---|
//! | `console` | commands after `$ ` and their output ([`transcript`]) |
//! | `console varying` | the same; numbers may differ |
//! | `console long`, `console long varying` | the same, run by an ignored test |
//! | `console hours` | only parsed by the program's argument parser ([`arguments`]) |
//! | `console in FILE` | each command appears verbatim in that file, which runs it or says when to |
//! | `uci`, `xboard`, `board` | a session: `> ` is sent, `< ` is answered ([`session`]); arguments may follow, and `varying` |
//! | `toml` | an `engine.toml` that the program accepts |
//! | `python in FILE` | run by that file |
//! | `text`, `json` | shown, not run |
//! `UPDATE_DOCS=1 cargo test --test docs` writes the commands' output into the pages, except where
//! a transcript has `…`.

mod arguments;
mod commands;
mod links;
mod long_tests;
mod options;
mod page;
mod pattern;
#[path = "../program/mod.rs"]
mod program;
mod rooms;
#[cfg(feature = "board")]
#[allow(dead_code)]
#[path = "../clients/board/server.rs"]
mod server;
mod session;
mod terms;
mod transcript;

use std::fs;
use std::path::{Path, PathBuf};

use page::Page;

/// The root of the repository.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The pages of a folder.
fn pages_in(folder: &str) -> Vec<Page> {
    let entries = fs::read_dir(root().join(folder)).expect(folder);
    let files = entries.map(|entry| entry.expect("an entry").path());
    let mut names: Vec<PathBuf> = files
        .filter(|path| path.extension().is_some_and(|kind| kind == "md"))
        .collect();
    names.sort();
    names.iter().map(|path| Page::read(path)).collect()
}

/// README.md and the pages of `docs/`.
fn pages() -> Vec<Page> {
    let mut pages = pages_in("docs");
    pages.push(Page::read(&root().join("README.md")));
    pages
}

/// These, and the transcripts that only tests read.
fn all_pages() -> Vec<Page> {
    let mut pages = pages_in("tests/transcripts");
    pages.retain(|page| cfg!(target_os = "linux") || !page.name.ends_with("linux.md"));
    pages.extend(self::pages());
    pages
}

/// Fails with a list of everything that is wrong.
fn none(wrong: &[String]) {
    assert!(wrong.is_empty(), "\n\n{}\n", wrong.join("\n\n"));
}

#[test]
fn transcripts_are_true() {
    none(&transcript::check(&all_pages(), transcript::Length::Quick));
}

#[test]
#[ignore = "takes ten minutes: cargo test --release --locked --test docs -- --ignored"]
fn long_transcripts_are_true() {
    none(&transcript::check(&all_pages(), transcript::Length::Long));
}

#[test]
fn sessions_are_true() {
    session::check(&all_pages());
}

#[test]
fn commands_that_are_not_run_can_be_parsed() {
    none(&arguments::check(&pages()));
}

#[test]
fn links_lead_somewhere() {
    none(&links::check(&pages()));
}

#[test]
fn every_page_can_be_reached_from_the_readme() {
    none(&links::unreachable(&pages()));
}

#[test]
fn pages_begin_with_their_purpose() {
    let wrong: Vec<String> = pages()
        .iter()
        .filter(|page| !page.begins_with_title_and_purpose())
        .map(|page| format!("{}: expected a title and a paragraph behind it", page.name))
        .collect();
    none(&wrong);
}

#[test]
fn the_front_page_is_short() {
    let lines = fs::read_to_string(root().join("README.md")).expect("README.md");
    assert!(lines.lines().count() <= 120, "README.md: at most 120 lines");
}

#[test]
fn blocks_are_of_a_known_kind() {
    let known = |block: &page::Block| {
        let words: Vec<&str> = block.words.iter().map(String::as_str).collect();
        match words.as_slice() {
            ["console", ..] if !block.text.starts_with("$ ") => false,
            ["console" | "python", "in", file] => root().join(file).is_file(),
            ["console", rest @ ..] => {
                matches!(
                    rest,
                    [] | ["varying"] | ["long"] | ["long", "varying"] | ["hours"]
                )
            }
            ["uci" | "xboard" | "board", ..] => true,
            ["toml" | "text" | "json"] => true,
            _ => false,
        }
    };
    let pages = all_pages();
    let blocks = pages.iter().flat_map(|page| &page.blocks);
    let wrong: Vec<String> = blocks
        .filter(|block| !known(block))
        .map(|block| {
            let kind = block.words.join(" ");
            format!(
                "{}: a block of no known kind: '{kind}' (see tests/docs/main.rs)",
                block.place
            )
        })
        .collect();
    none(&wrong);
}
