//! `docs/contributing.md` lists exactly the tests that `cargo test` leaves out.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

const PAGE: &str = include_str!("../../docs/contributing.md");

/// The text before the reason for leaving out a test. (Split in two, so that it is not found here.)
const LEFT_OUT: &str = concat!("#[ignore", " = \"");

/// All source files of the tests.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder of tests");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths
        .flat_map(|path| match path.is_dir() {
            true => sources(&path),
            false => vec![path],
        })
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .collect()
}

#[test]
fn every_long_test_is_listed_with_its_command() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut commands = BTreeSet::new();
    for path in sources(&folder) {
        let text = fs::read_to_string(&path).expect("a source");
        let reasons = text
            .split(LEFT_OUT)
            .skip(1)
            .filter_map(|rest| rest.split('"').next());
        for reason in reasons.filter(|reason| !reason.starts_with("this is no test")) {
            let command = reason
                .split_once(": ")
                .map(|(_, command)| command.to_owned());
            let command = command.unwrap_or_else(|| {
                panic!(
                    "{}: '{reason}' lacks its command; expected 'why: cargo test …'",
                    path.display()
                )
            });
            commands.insert(command);
        }
    }
    let rows = PAGE
        .lines()
        .filter_map(|line| line.strip_prefix("| `cargo test"));
    let listed = rows.filter_map(|row| Some(format!("cargo test{}", row.split('`').next()?)));
    assert_eq!(
        listed.collect::<BTreeSet<_>>(),
        commands,
        "docs/contributing.md lists others"
    );
}
