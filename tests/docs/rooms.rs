//! The rooms that `docs/contributing.md` lists are those of `src/`, and each uses only rooms that are listed before it.

use std::fs;
use std::path::{Path, PathBuf};

const PAGE: &str = include_str!("../../docs/contributing.md");

/// The folder of all rooms.
fn src() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The rooms in the order of the page's list: `board`, `game`, …
fn listed() -> Vec<&'static str> {
    let rows = PAGE.lines().filter(|line| line.starts_with("| `src/"));
    let names = rows
        .flat_map(|row| row.split('|').nth(1))
        .flat_map(|cell| cell.split('`'));
    let paths = names.filter_map(|name| name.strip_prefix("src/"));
    paths
        .map(|path| path.trim_end_matches('/').trim_end_matches(".rs"))
        .collect()
}

/// The sources of a room, without its tests.
fn sources(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        let is_source = path.extension().is_some_and(|kind| kind == "rs");
        return is_source.then(|| path.into()).into_iter().collect();
    }
    let entries = fs::read_dir(path).expect("a folder of sources");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let rooms = paths.filter(|path| path.file_name().is_some_and(|name| name != "tests"));
    rooms.flat_map(|path| sources(&path)).collect()
}

/// Which rooms a source names in its code, comments and tests aside.
fn used(source: &Path) -> Vec<String> {
    let text = fs::read_to_string(source).expect("a source");
    let tests = text.find("#[cfg(test)]\nmod tests {");
    let code = &text[..tests.unwrap_or(text.len())];
    let lines = code
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    let uses = lines.flat_map(|line| line.split("crate::").skip(1));
    let ends_name = |one: char| !one.is_alphanumeric() && one != '_';
    let name = |rest: &str| rest.split(ends_name).next().map(String::from);
    uses.filter_map(name).collect()
}

#[test]
fn every_room_is_listed_and_no_other() {
    let entries = fs::read_dir(src()).expect("the folder src");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let names = paths.filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned()));
    let mut there: Vec<String> = names.filter(|name| name != "lib").collect();
    there.sort();
    let mut listed = listed();
    listed.sort_unstable();
    assert_eq!(
        listed, there,
        "docs/contributing.md lists other rooms than src has"
    );
}

/// Everything above a game is text: what is true of one game only stands in its room, and the list alone names it.
#[test]
fn no_room_but_the_games_names_a_game() {
    let games = fs::read_dir(src().join("games")).expect("the games");
    let paths = games.map(|entry| entry.expect("an entry").path());
    let games: Vec<PathBuf> = paths.filter(|path| path.is_dir()).collect();
    assert!(games.len() >= 4);
    for source in sources(&src()) {
        if source.starts_with(src().join("games")) {
            continue;
        }
        let text = fs::read_to_string(&source).expect("a source");
        for game in games.iter().filter_map(|game| game.file_name()?.to_str()) {
            let named = format!("games::{game}");
            assert!(!text.contains(&named), "{}: {named}", source.display());
        }
    }
}

#[test]
fn every_room_uses_only_rooms_before_it() {
    let listed = listed();
    let mut compared = 0;
    for (number, room) in listed.iter().enumerate() {
        let folder = src().join(room);
        let path = if folder.is_dir() {
            folder
        } else {
            folder.with_extension("rs")
        };
        for source in sources(&path) {
            for name in used(&source) {
                let place = listed.iter().position(|one| **one == *name);
                let place = place.unwrap_or_else(|| {
                    panic!("{}: crate::{name} is no room of the page", source.display())
                });
                let is_below = place <= number;
                assert!(
                    is_below,
                    "{}: {room} stands below {name}, and uses it",
                    source.display()
                );
                compared += 1;
            }
        }
    }
    assert!(compared > 100, "only {compared} uses were found");
}
