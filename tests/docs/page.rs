//! A page of the documentation: its fenced blocks, headings, links and inline code.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use crate::root;

/// A page.
pub struct Page {
    /// Its path: `docs/uci.md`.
    pub name: String,
    pub path: PathBuf,
    pub text: String,
    pub blocks: Vec<Block>,
    /// The anchors of its headings, as GitHub makes them.
    pub anchors: Vec<String>,
    /// The targets of its links and pictures, with line numbers.
    pub links: Vec<(usize, String)>,
    /// Its inline code, with line numbers.
    pub codes: Vec<(usize, String)>,
}

/// A fenced block.
pub struct Block {
    /// Page and line, for error messages.
    pub place: String,
    /// The words after its first fence.
    pub words: Vec<String>,
    /// The text between the fences.
    pub text: String,
    /// The position of that text on the page, in bytes.
    pub range: Range<usize>,
}

impl Block {
    /// Whether its first line consists of these words, possibly followed by `varying`.
    pub fn is(&self, words: &[&str]) -> bool {
        let own = self.words.strip_suffix(&["varying".to_owned()]);
        own.unwrap_or(&self.words) == words
    }

    /// Whether numbers may differ.
    pub fn varies(&self) -> bool {
        self.words.last().is_some_and(|word| word == "varying")
    }
}

impl Page {
    /// Reads a page of the repository.
    pub fn read(path: &Path) -> Self {
        let text = fs::read_to_string(path).expect("a page can be read");
        let name = path.strip_prefix(root()).expect("a page of the repository");
        let mut page = Self {
            name: name.display().to_string(),
            path: path.into(),
            text: String::new(),
            blocks: Vec::new(),
            anchors: Vec::new(),
            links: Vec::new(),
            codes: Vec::new(),
        };
        let mut heading = None;
        let mut in_block = false;
        for (event, range) in Parser::new_ext(&text, Options::ENABLE_TABLES).into_offset_iter() {
            let line = text[..range.start].matches('\n').count() + 1;
            match event {
                Event::Start(Tag::CodeBlock(kind)) => {
                    in_block = true;
                    page.blocks.push(Block {
                        place: format!("{}:{line}", page.name),
                        words: match kind {
                            CodeBlockKind::Fenced(words) => {
                                words.split_whitespace().map(Into::into).collect()
                            }
                            CodeBlockKind::Indented => Vec::new(),
                        },
                        text: String::new(),
                        range: range.end..range.end,
                    });
                }
                Event::End(TagEnd::CodeBlock) => in_block = false,
                Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
                Event::End(TagEnd::Heading(_)) => {
                    page.anchors
                        .extend(heading.take().map(|title| anchor(&title)));
                }
                Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                    page.links.push((line, dest_url.into_string()));
                }
                Event::Text(part) => match (&mut heading, page.blocks.last_mut()) {
                    (Some(heading), _) => heading.push_str(&part),
                    (None, Some(block)) if in_block => {
                        block.text += &part;
                        block.range = block.range.start.min(range.start)..range.end;
                    }
                    _ => {}
                },
                Event::Code(code) => {
                    if let Some(heading) = &mut heading {
                        heading.push_str(&code);
                    }
                    page.codes.push((line, code.into_string()));
                }
                _ => {}
            }
        }
        page.text = text;
        page
    }

    /// Whether it begins with a title and a paragraph.
    pub fn begins_with_title_and_purpose(&self) -> bool {
        let mut starts = Parser::new(&self.text).filter_map(|event| match event {
            Event::Start(tag) => Some(tag),
            _ => None,
        });
        let title = starts.next().is_some_and(
            |tag| matches!(tag, Tag::Heading { level, .. } if level == HeadingLevel::H1),
        );
        // Markup inside the title is not a block.
        let mut rest = starts.skip_while(|tag| {
            matches!(
                tag,
                Tag::Emphasis | Tag::Strong | Tag::Link { .. } | Tag::Image { .. }
            )
        });
        title && matches!(rest.next(), Some(Tag::Paragraph))
    }
}

/// The anchor that GitHub gives a heading.
fn anchor(title: &str) -> String {
    let kept = title
        .chars()
        .filter(|&letter| letter.is_alphanumeric() || " -_".contains(letter));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}
