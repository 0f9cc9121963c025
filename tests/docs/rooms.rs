//! `docs/contributing.md` lists the modules of `src/`, and each uses only modules listed before it.

use std::fs;
use std::path::{Path, PathBuf};

const PAGE: &str = include_str!("../../docs/contributing.md");

/// The folder of all modules.
fn src() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The modules in the page's order: `board`, `game`, …
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

/// The source files of a module, without its tests.
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

/// The modules that a source file names in its code, without comments and tests.
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
fn exactly_the_modules_are_listed() {
    let entries = fs::read_dir(src()).expect("the folder src");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let names = paths.filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned()));
    let mut there: Vec<String> = names.filter(|name| name != "lib").collect();
    there.sort();
    let mut listed = listed();
    listed.sort_unstable();
    assert_eq!(
        listed, there,
        "docs/contributing.md lists other modules than src has"
    );
}

/// No module outside the games names a game, except for the registry's list.
#[test]
fn only_the_games_name_a_game() {
    let games = fs::read_dir(src().join("games")).expect("the games");
    let paths = games.map(|entry| entry.expect("an entry").path());
    let games: Vec<PathBuf> = paths.filter(|path| path.is_dir()).collect();
    assert!(games.len() >= 4);
    for source in sources(&src()) {
        if source.starts_with(src().join("games")) {
            continue;
        }
        let text = fs::read_to_string(&source).expect("a source");
        // `games::name`, and each name in `games::{…}`.
        let lists = text.split("games::{").skip(1);
        let listed = lists.filter_map(|rest| rest.split(['}', ';']).next());
        let listed: Vec<&str> = listed
            .flat_map(|list| list.split([',', ':', ' ', '\n']))
            .collect();
        for game in games.iter().filter_map(|game| game.file_name()?.to_str()) {
            let is_named = text.contains(&format!("games::{game}")) || listed.contains(&game);
            assert!(!is_named, "{}: {game}", source.display());
        }
    }
}

#[test]
fn every_module_uses_only_modules_before_it() {
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
                    panic!(
                        "{}: crate::{name} is not a module of the page",
                        source.display()
                    )
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
