//! The lexer for PGN: tags, comments, glyphs, parentheses, and words.
//!
//! The meaning of a word (a move, its number, a sign, a result) is decided in
//! [`word`](super::word). Anything that is not a token of the standard becomes [`Token::Wrong`],
//! and lexing continues:
//!
//! | wrong | lexing continues |
//! |---|---|
//! | a tag | after its bracket, or its line; or the next line, where its value is broken |
//! | a comment that does not end, or that holds the tags of the next game | at the next tag |
//! | a glyph, a bracket | after it |

use std::iter::Peekable;
use std::ops::Range;
use std::str::CharIndices;

use super::problem::Problem;
use super::record::Glyph;
use super::tags::is_symbol;
use super::word::Word;
use crate::text::is_blank;

/// A token of PGN.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Token<'a> {
    /// `[Name "value"]`.
    Tag {
        /// Its name.
        name: &'a str,
        /// Its value, without the escapes.
        value: String,
    },
    /// `{…}`, or from `;` to the end of the line.
    Comment(&'a str),
    /// `$` and a number.
    Glyph(Glyph),
    /// `(`: a variation begins.
    Open,
    /// `)`: a variation ends.
    Close,
    /// A move, a number, a sign, a result.
    Word(&'a str),
    /// Something else.
    Wrong(Problem),
}

impl<'a> Token<'a> {
    /// The meaning of a word; `None` for other tokens.
    #[must_use]
    pub fn word(&self) -> Option<Word<'a>> {
        match self {
            Self::Word(word) => Some(Word::new(word)),
            _ => None,
        }
    }
}

/// The tokens of a text.
#[derive(Clone)]
pub struct Tokens<'a> {
    text: &'a str,
    letters: Peekable<CharIndices<'a>>,
    line: usize,
    at_line_start: bool,
    /// The start of the last token, in bytes and in lines.
    start: usize,
    start_line: usize,
}

impl<'a> Tokens<'a> {
    /// The tokens of `text`.
    #[must_use]
    pub fn new(text: &'a str) -> Self {
        Self {
            text,
            letters: text.char_indices().peekable(),
            line: 1,
            at_line_start: true,
            start: 0,
            start_line: 1,
        }
    }

    /// The byte range of the last token.
    pub fn span(&mut self) -> Range<usize> {
        self.start..self.place()
    }

    /// The line where the last token begins, from 1.
    #[must_use]
    pub const fn start_line(&self) -> usize {
        self.start_line
    }

    /// The line where the last token ends, from 1.
    #[must_use]
    pub const fn line(&self) -> usize {
        self.line
    }

    fn peek(&mut self) -> Option<char> {
        self.letters.peek().map(|(_, letter)| *letter)
    }

    /// The position of the next character.
    fn place(&mut self) -> usize {
        let next = self.letters.peek();
        next.map_or(self.text.len(), |(place, _)| *place)
    }

    /// A line ends with LF, CR LF, or CR alone.
    fn advance(&mut self) -> Option<char> {
        let (_, letter) = self.letters.next()?;
        let ends_line = letter == '\n' || letter == '\r' && self.peek() != Some('\n');
        self.at_line_start = ends_line;
        self.line += usize::from(ends_line);
        Some(letter)
    }

    /// Advances while the characters satisfy `wanted`; returns the text passed.
    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let from = self.place();
        while self.peek().is_some_and(&wanted) {
            self.advance();
        }
        let to = self.place();
        &self.text[from..to]
    }

    fn take_line(&mut self) -> &'a str {
        self.take_while(|letter| !ends_line(letter))
    }

    /// Skips blanks. A byte order mark counts as a blank: it occurs where files were joined.
    fn skip_blanks(&mut self) {
        self.take_while(is_blank);
    }

    fn skip_blanks_of_line(&mut self) {
        self.take_while(|letter| is_blank(letter) && !ends_line(letter));
    }

    /// The rest of a comment, after its brace.
    fn comment(&mut self) -> Token<'a> {
        let from = self.place();
        loop {
            let place = self.place();
            match self.peek() {
                Some('}') if !self.is_escaped(from, place) => {
                    self.advance();
                    return Token::Comment(&self.text[from..place]);
                }
                None => return Token::Wrong(Problem::OpenComment),
                // The comment runs into the tags of another game; comments written here have no
                // empty lines.
                Some('[') if self.is_before_next_game(place) => {
                    return Token::Wrong(Problem::OpenComment);
                }
                Some(_) => {
                    self.advance();
                }
            }
        }
    }

    fn is_before_next_game(&self, place: usize) -> bool {
        let ends = ["\n\n", "\n\r\n", "\r\r"];
        if !ends.iter().any(|end| self.text[..place].ends_with(end)) {
            return false;
        }
        let line = self.text[place..].split(ends_line).next();
        let inner = line.and_then(|line| line.strip_prefix('['));
        inner.and_then(whole_tag).is_some()
    }

    /// Whether the brace at this place in a comment does not end it. Some programs write `\}` in a
    /// comment, others end a comment with `\`: then the next brace opens the next comment.
    fn is_escaped(&self, comment: usize, place: usize) -> bool {
        let next = self.text[place + 1..].find(['{', '}', '[', '\n']);
        self.text[comment..place].ends_with('\\')
            && next.is_some_and(|next| self.text[place + 1 + next..].starts_with('}'))
    }

    /// Skips a tag that cannot be read. Its value may be broken into two lines.
    fn skip_tag(&mut self) {
        let in_tag = |letter| letter != ']' && !ends_line(letter);
        self.take_while(in_tag);
        let (start, end) = (self.start, self.place());
        let is_open = self.text[start..end].matches('"').count() == 1;
        let rest = self.text[end..].trim_start_matches(ends_line);
        let next = rest.split(ends_line).next().unwrap_or_default().trim();
        if is_open && next.ends_with("\"]") && !next.starts_with('[') {
            self.take_while(ends_line);
            self.take_while(in_tag);
        }
        if self.peek() == Some(']') {
            self.advance();
        }
    }

    /// Reads a line that would be a tag if it had the opening bracket; returns its name.
    fn tag_without_bracket(&mut self) -> Option<&'a str> {
        if !self.at_line_start {
            return None;
        }
        let start = self.start;
        let line = self.text[start..].split(ends_line).next()?;
        let (name, value) = whole_tag(line)?;
        if value.contains('"') {
            return None;
        }
        self.take_line();
        Some(name)
    }

    /// The rest of a tag, after its bracket.
    fn tag(&mut self) -> Result<Token<'a>, Problem> {
        self.skip_blanks();
        let name =
            self.take_while(|letter| !is_blank(letter) && !matches!(letter, '"' | ']' | '[' | '{'));
        if !is_symbol(name) {
            return Err(Problem::TagName(name.into()));
        }
        self.skip_blanks_of_line();
        let wrong = || Problem::TagValue(name.into());
        if self.peek() != Some('"') {
            return Err(wrong());
        }
        self.advance();
        let mut value = String::new();
        loop {
            match self.peek() {
                None => return Err(wrong()),
                Some(letter) if ends_line(letter) => return Err(wrong()),
                Some('"') => break,
                Some('\\') => {
                    self.advance();
                    match self.peek().filter(|letter| matches!(letter, '"' | '\\')) {
                        Some(escaped) => {
                            self.advance();
                            value.push(escaped);
                        }
                        // A backslash before any other character stands for itself.
                        None => value.push('\\'),
                    }
                }
                Some(letter) => {
                    self.advance();
                    value.push(letter);
                }
            }
        }
        self.advance();
        self.skip_blanks_of_line();
        match self.peek() {
            Some(']') => {
                self.advance();
            }
            // The value is complete, with or without the bracket.
            None => {}
            Some(letter) if ends_line(letter) => {}
            Some(_) => return Err(wrong()),
        }
        Ok(Token::Tag { name, value })
    }
}

/// Whether a character continues the current word.
fn is_inside(letter: char) -> bool {
    !is_blank(letter) && !is_special(letter)
}

const fn ends_line(letter: char) -> bool {
    matches!(letter, '\n' | '\r')
}

/// Whether a character is a token by itself and ends the word before it.
const fn is_special(letter: char) -> bool {
    matches!(
        letter,
        '[' | ']' | '{' | '}' | '(' | ')' | ';' | '$' | '*' | '"'
    )
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            self.skip_blanks();
            if self.at_line_start && self.peek() == Some('%') {
                self.take_line();
            } else {
                break;
            }
        }
        (self.start, self.start_line) = (self.place(), self.line);
        let first = self.peek()?;
        if !is_special(first) {
            return Some(match self.tag_without_bracket() {
                Some(name) => Token::Wrong(Problem::NoBracket(name.into())),
                None => Token::Word(self.take_while(is_inside)),
            });
        }
        self.advance();
        Some(match first {
            '[' => self.tag().unwrap_or_else(|problem| {
                self.skip_tag();
                Token::Wrong(problem)
            }),
            '{' => self.comment(),
            ';' => Token::Comment(self.take_line()),
            '(' => Token::Open,
            ')' => Token::Close,
            '*' => Token::Word("*"),
            '$' => {
                let mut number = self.take_while(|letter| letter.is_ascii_digit());
                if number.is_empty() {
                    number = self.take_while(is_inside);
                }
                match number.parse() {
                    Ok(number) => Token::Glyph(Glyph(number)),
                    Err(_) => Token::Wrong(Problem::Glyph(format!("${number}"))),
                }
            }
            other => Token::Wrong(Problem::Letter(other)),
        })
    }
}

/// Name and value of a tag in one line, without its opening bracket: `Event "A game"]`.
fn whole_tag(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.trim().split_once(is_blank)?;
    let value = value.trim().strip_prefix('"')?.strip_suffix("\"]")?;
    is_symbol(name).then_some((name, value))
}
