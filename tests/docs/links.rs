//! Links between pages: the file exists, and so does the heading.

use std::collections::{BTreeSet, HashMap};
use std::path::{Component, Path, PathBuf};

use crate::page::Page;
use crate::root;

/// Broken links.
pub fn check(pages: &[Page]) -> Vec<String> {
    let known: HashMap<&Path, &Page> = pages
        .iter()
        .map(|page| (page.path.as_path(), page))
        .collect();
    let mut wrong = Vec::new();
    for page in pages {
        for (line, link) in &page.links {
            let Some((path, anchor)) = target(page, link) else {
                continue;
            };
            let has_anchor = |page: &&Page| page.anchors.iter().any(|known| known == anchor);
            let leads = path.exists()
                && (anchor.is_empty() || known.get(path.as_path()).is_some_and(has_anchor));
            if !leads {
                wrong.push(format!("{}:{line}: '{link}' leads nowhere", page.name));
            }
        }
    }
    wrong
}

/// Pages that cannot be reached from README.md.
pub fn unreachable(pages: &[Page]) -> Vec<String> {
    let mut reached = BTreeSet::new();
    let mut open = vec![root().join("README.md")];
    while let Some(path) = open.pop() {
        if let Some(page) = pages.iter().find(|page| page.path == path)
            && reached.insert(path)
        {
            open.extend(
                page.links
                    .iter()
                    .filter_map(|(_, link)| Some(target(page, link)?.0)),
            );
        }
    }
    let lost = pages.iter().filter(|page| !reached.contains(&page.path));
    lost.map(|page| format!("{}: no link leads here from README.md", page.name))
        .collect()
}

/// The file and the anchor of a link within the repository.
fn target<'a>(page: &Page, link: &'a str) -> Option<(PathBuf, &'a str)> {
    if link.contains("://") || link.starts_with("mailto:") {
        return None;
    }
    let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
    if file.is_empty() {
        return Some((page.path.clone(), anchor));
    }
    let mut path = page.path.parent()?.to_path_buf();
    for part in Path::new(file).components() {
        match part {
            Component::ParentDir => drop(path.pop()),
            part => path.push(part),
        }
    }
    Some((path, anchor))
}
