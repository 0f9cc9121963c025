//! PGN cut into words: tags, comments, glyphs, parentheses, and everything else.
//!
//! What a word means (a move, its number, a result) is not decided here.

use std::iter::Peekable;
use std::ops::Range;
use std::str::CharIndices;

use super::read::Problem;
use super::record::{Glyph, is_symbol};

/// A word of PGN.
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
    /// `)`: it ends.
    Close,
    /// A move, a number, a result.
    Word(&'a str),
}

/// The words of a text, each with the line where it begins.
pub struct Tokens<'a> {
    text: &'a str,
    /// How long it is with a byte order mark.
    whole: usize,
    letters: Peekable<CharIndices<'a>>,
    line: usize,
    at_line_start: bool,
    /// Where the last word begins, in bytes.
    start: usize,
}

impl<'a> Tokens<'a> {
    /// The words of `text`; a byte order mark before it is none.
    #[must_use]
    pub fn new(text: &'a str) -> Self {
        let whole = text.len();
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        Self {
            text,
            whole,
            letters: text.char_indices().peekable(),
            line: 1,
            at_line_start: true,
            start: 0,
        }
    }

    /// Where the last word stands in the text, in bytes.
    pub fn span(&mut self) -> Range<usize> {
        let before = self.whole - self.text.len();
        before + self.start..before + self.place()
    }

    /// The line where it stands, from 1.
    #[must_use]
    pub const fn line(&self) -> usize {
        self.line
    }

    fn peek(&mut self) -> Option<char> {
        self.letters.peek().map(|(_, letter)| *letter)
    }

    /// Where the next letter stands.
    fn place(&mut self) -> usize {
        self.letters
            .peek()
            .map_or(self.text.len(), |(place, _)| *place)
    }

    fn advance(&mut self) -> Option<char> {
        let (_, letter) = self.letters.next()?;
        self.at_line_start = letter == '\n';
        self.line += usize::from(letter == '\n');
        Some(letter)
    }

    /// Goes on while the letters satisfy `wanted`; what it came over.
    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let from = self.place();
        while self.peek().is_some_and(&wanted) {
            self.advance();
        }
        let to = self.place();
        &self.text[from..to]
    }

    fn skip_blanks(&mut self) {
        self.take_while(char::is_whitespace);
    }

    /// The next word, if there is one.
    fn next_token(&mut self) -> Result<Option<Token<'a>>, Problem> {
        loop {
            self.skip_blanks();
            if self.at_line_start && self.peek() == Some('%') {
                self.take_while(|letter| letter != '\n');
            } else {
                break;
            }
        }
        self.start = self.place();
        let Some(first) = self.peek() else {
            return Ok(None);
        };
        if !is_special(first) {
            return Ok(Some(Token::Word(self.take_while(|letter| {
                !letter.is_whitespace() && !is_special(letter)
            }))));
        }
        self.advance();
        match first {
            '[' => self.tag().map(Some),
            '{' => {
                let comment = self.take_while(|letter| letter != '}');
                match self.advance() {
                    Some(_) => Ok(Some(Token::Comment(comment))),
                    None => Err(Problem::OpenComment),
                }
            }
            ';' => Ok(Some(Token::Comment(
                self.take_while(|letter| letter != '\n'),
            ))),
            '(' => Ok(Some(Token::Open)),
            ')' => Ok(Some(Token::Close)),
            '*' => Ok(Some(Token::Word("*"))),
            '$' => {
                let number = self.take_while(|letter| letter.is_ascii_digit());
                match number.parse() {
                    Ok(number) => Ok(Some(Token::Glyph(Glyph(number)))),
                    Err(_) => Err(Problem::Glyph(format!("${number}"))),
                }
            }
            other => Err(Problem::Letter(other)),
        }
    }

    /// The rest of a tag, behind its bracket.
    fn tag(&mut self) -> Result<Token<'a>, Problem> {
        self.skip_blanks();
        let name = self.take_while(|letter| {
            !letter.is_whitespace() && !matches!(letter, '"' | ']' | '[' | '{')
        });
        if !is_symbol(name) {
            return Err(Problem::TagName(name.into()));
        }
        self.skip_blanks();
        let wrong = || Problem::TagValue(name.into());
        if self.advance() != Some('"') {
            return Err(wrong());
        }
        let mut value = String::new();
        loop {
            match self.peek() {
                None | Some('\n') => return Err(wrong()),
                Some('"') => break,
                Some('\\') => {
                    self.advance();
                    match self.peek().filter(|letter| matches!(letter, '"' | '\\')) {
                        Some(escaped) => {
                            self.advance();
                            value.push(escaped);
                        }
                        // A backslash before anything else is one.
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
        self.skip_blanks();
        match self.advance() {
            Some(']') => Ok(Token::Tag { name, value }),
            _ => Err(wrong()),
        }
    }
}

/// Whether a letter means something by itself, and ends the word before it.
const fn is_special(letter: char) -> bool {
    matches!(
        letter,
        '[' | ']' | '{' | '}' | '(' | ')' | ';' | '$' | '*' | '"' | '<' | '>'
    )
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Result<(usize, Token<'a>), (usize, Problem)>;

    /// Behind an error there is nothing more.
    fn next(&mut self) -> Option<Self::Item> {
        self.skip_blanks();
        let line = self.line;
        match self.next_token() {
            Ok(Some(token)) => Some(Ok((line, token))),
            Ok(None) => None,
            Err(problem) => {
                self.letters = "".char_indices().peekable();
                Some(Err((line, problem)))
            }
        }
    }
}
