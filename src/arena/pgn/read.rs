//! Reading games: what the tokens mean, and what is wrong with them.
//!
//! The games of a text may come from many programs, so an error affects no more than it must:
//!
//! - a game that cannot be read gives an error with its place, and reading continues with the next
//!   game;
//! - a variation that cannot be read becomes a comment, word for word;
//! - an unknown tag, bracket or glyph is ignored, and reported with the game.
//!
//! A game ends with its result. Without one it ends before the tags of the next game, before a move
//! 1 after an empty line, or at the end of the text, and its result is the one in its tag. Reading
//! takes time proportional to the text: at the beginning of a variation the [position
//! alone](crate::game::state::GameState::alone) is kept, without the moves before it.

mod branch;

use std::ops::Range;

use self::branch::Branch;
use super::Starts;
use super::header::Header;
use super::problem::{PgnError, Problem};
use super::record::{Comment, GameResult, Glyph, MOST_NESTED, Record};
use super::tokens::{Token, Tokens};
use super::word::Word;
use crate::game::playable::MoveError;

/// A game of a text, or why it cannot be read, with its byte range.
pub type Found = (Range<usize>, Result<Record, PgnError>);

/// The games of a text with their variations. For games without a FEN, `starts` gives the start of
/// the variant that their tags name.
pub fn games<'t>(text: &'t str, starts: &'t Starts<'_>) -> impl Iterator<Item = Found> + 't {
    let mut tokens = Tokens::new(text);
    let mut number = 0;
    std::iter::from_fn(move || {
        number += 1;
        Game::new(number, text).read(&mut tokens, starts)
    })
}

/// The same games without their variations.
pub fn main_lines<'t>(text: &'t str, starts: &'t Starts<'_>) -> impl Iterator<Item = Found> + 't {
    games(text, starts).map(|(place, game)| (place, game.map(Record::main_line)))
}

/// Reads every game of a text that contains nothing else, without its variations.
///
/// # Errors
/// Returns the first game that cannot be read.
pub fn read(text: &str, starts: &Starts<'_>) -> Result<Vec<Record>, PgnError> {
    main_lines(text, starts).map(|(_, game)| game).collect()
}

/// A game that is being read.
struct Game<'t> {
    number: usize,
    text: &'t str,
    header: Header,
    introduction: Comment,
    /// The game itself, and each open variation.
    branches: Vec<Branch>,
    passed_over: Vec<PgnError>,
    /// Whether the last token was a single question mark: a glyph or a result.
    is_in_question: bool,
}

impl<'t> Game<'t> {
    fn new(number: usize, text: &'t str) -> Self {
        Self {
            number,
            text,
            header: Header::default(),
            introduction: Comment::default(),
            branches: Vec::new(),
            passed_over: Vec::new(),
            is_in_question: false,
        }
    }

    /// Reads to the end of the game; `None` if there are no more games.
    fn read(mut self, tokens: &mut Tokens<'t>, starts: &Starts<'_>) -> Option<Found> {
        let mut place: Option<Range<usize>> = None;
        let mut failure = None;
        let mut result = None;
        let mut has_moves = false;
        // The number of open parentheses after the place where reading failed.
        let mut depth = 0;
        loop {
            let last_line = tokens.line();
            let mark = tokens.clone();
            let Some(token) = tokens.next() else { break };
            let lines_further = tokens.start_line() - last_line;
            // Some programs write a result twice: `1/2 *`.
            if place.is_none() && lines_further == 0 && self.number > 1 && is_result(&token) {
                continue;
            }
            let is_over = match failure {
                Some(_) if has_moves => is_tag(&token),
                _ => self.is_of_next(&token, lines_further > 1),
            };
            let is_main_line = match failure {
                Some(_) => depth == 0,
                None => self.branches.len() < 2,
            };
            let may_be_over = has_moves && is_main_line && lines_further > 1;
            if is_over || may_be_over && is_first_move(&token, tokens) {
                *tokens = mark;
                break;
            }
            has_moves |= matches!(token.word(), Some(Word::Move(..) | Word::NullMove(_)));
            let begin = tokens.span().start;
            if failure.is_some() {
                depth = depth_after(depth, &token);
                if let Token::Tag { name, value } = &token {
                    self.header.add(tokens.start_line(), name, value);
                }
                result = match token.word() {
                    Some(Word::Result(result)) if depth == 0 => Some(result),
                    _ => None,
                };
            } else {
                match self.take(token, tokens, starts) {
                    Ok(found) => result = found,
                    Err(problem) => {
                        failure = Some(self.failure(tokens.start_line(), problem));
                        depth = self.branches.len().saturating_sub(1);
                    }
                }
            }
            let end = tokens.span().end;
            place = Some(place.map_or(begin, |place| place.start)..end);
            if result.is_some() {
                break;
            }
        }
        let place = place?;
        if failure.is_none() && self.branches.is_empty() {
            // Comments alone are not a game.
            if self.header.is_empty() {
                return None;
            }
            let line = tokens.line();
            failure = (self.begin(line, starts).err()).map(|problem| self.failure(line, problem));
        }
        let game = match failure {
            Some(error) => Err(error),
            None => Ok(self.end(place.end, tokens.line(), result)?),
        };
        Some((place, game))
    }

    /// Whether a token is one of the tags of the next game.
    fn is_of_next(&self, token: &Token<'_>, behind_empty_line: bool) -> bool {
        match token {
            Token::Tag { name, .. } if self.branches.is_empty() => {
                behind_empty_line && self.header.is_of_next_game(name)
            }
            token => is_tag(token) && !self.branches.is_empty(),
        }
    }

    /// Processes a token; returns the result of the game, if the token is one.
    fn take(
        &mut self,
        token: Token<'t>,
        tokens: &mut Tokens<'t>,
        starts: &Starts<'_>,
    ) -> Result<Option<GameResult>, Problem> {
        let line = tokens.start_line();
        let was_in_question = std::mem::take(&mut self.is_in_question);
        match token {
            Token::Tag { name, value } => {
                if let Some(problem) = self.header.add(line, name, &value) {
                    self.pass_over(line, problem);
                }
            }
            Token::Comment(text) => {
                self.is_in_question = was_in_question;
                self.comment(text);
            }
            Token::Open => {
                self.begin(line, starts)?;
                self.open(tokens);
            }
            Token::Close if self.branches.len() > 1 => self.close(),
            Token::Close => self.pass_over(line, Problem::NoVariation),
            Token::Glyph(glyph) => {
                self.begin(line, starts)?;
                self.add(&[glyph]);
            }
            Token::Word(word) => {
                self.begin(line, starts)?;
                return self.word(word, tokens);
            }
            // These tags determine the variant or the start, so they cannot be ignored.
            Token::Wrong(Problem::TagValue(name))
                if ["FEN", "SetUp", "Variant"].contains(&name.as_str()) =>
            {
                return Err(Problem::TagValue(name));
            }
            Token::Wrong(problem @ Problem::OpenComment) => {
                // The comment without its brace.
                self.comment(&self.text[tokens.span()][1..]);
                self.pass_over(line, problem);
            }
            Token::Wrong(problem) => self.pass_over(line, problem),
        }
        Ok(None)
    }

    /// Sets up the start once all tags are read, unless that has been done.
    fn begin(&mut self, line: usize, starts: &Starts<'_>) -> Result<(), Problem> {
        if !self.branches.is_empty() {
            return Ok(());
        }
        let named = self.header.tags.variant();
        let variant = starts.variant(named)?;
        let start = self.header.start(&variant)?;
        if let (Some(name), false) = (named, variant.is_known) {
            let (name, used) = (name.to_owned(), variant.name.to_owned());
            self.pass_over(line, Problem::UnknownVariant { name, used });
        }
        let mut branch = Branch::new(line, 0, start);
        branch.game.introduction = std::mem::take(&mut self.introduction);
        self.branches.push(branch);
        Ok(())
    }

    fn play(&mut self, text: &str) -> Result<(), MoveError> {
        let branch = self.branches.last_mut();
        branch.map_or(Ok(()), |branch| branch.play(text))
    }

    fn add(&mut self, glyphs: &[Glyph]) {
        if let Some(branch) = self.branches.last_mut() {
            branch.add(glyphs);
        }
    }

    fn comment(&mut self, text: &str) {
        match self.branches.last_mut() {
            None => self.introduction.add(text),
            Some(branch) => branch.game.last_comment().add(text),
        }
    }

    fn open(&mut self, tokens: &mut Tokens<'t>) {
        let (line, open) = (tokens.start_line(), tokens.span().start);
        let Some(branch) = self.branches.last() else {
            return;
        };
        let is_too_deep = self.branches.len() > MOST_NESTED;
        match is_too_deep || branch.game.moves().is_empty() {
            true => {
                let problem = match is_too_deep {
                    true => Problem::TooDeep,
                    false => Problem::NothingToVary,
                };
                self.pass_over(line, problem);
                self.leave_out(open, tokens);
            }
            false => {
                let start = branch.before.clone();
                self.branches.push(Branch::new(line, open, start));
            }
        }
    }

    /// Skips to the parenthesis that ends the variation begun at the byte `open`, and keeps the
    /// text of the variation as a comment.
    fn leave_out(&mut self, open: usize, tokens: &mut Tokens<'t>) {
        let mut depth = 1;
        let mut end = tokens.span().end;
        while depth > 0 {
            let mark = tokens.clone();
            match tokens.next() {
                Some(token) if !is_tag(&token) => depth = depth_after(depth, &token),
                _ => {
                    *tokens = mark;
                    break;
                }
            }
            end = tokens.span().end;
        }
        self.comment(&self.text[open..end]);
    }

    /// Ends a variation. The comment of a variation without moves goes to the move before it.
    fn close(&mut self) {
        let Some(ended) = self.branches.pop() else {
            return;
        };
        let outer = self.branches.last_mut();
        if let Some(last) = outer.and_then(|outer| outer.game.moves_mut().last_mut()) {
            match ended.game.moves().is_empty() {
                true => last.comment.add(ended.game.introduction.text()),
                false => last.variations.push(ended.game.into_variation()),
            }
        }
    }

    fn word(
        &mut self,
        word: &'t str,
        tokens: &mut Tokens<'t>,
    ) -> Result<Option<GameResult>, Problem> {
        let is_main_line = self.branches.len() == 1;
        let problem = match Word::new(word) {
            // Some programs write a result at the end of a variation.
            Word::Result(result) => return Ok(Some(result).filter(|_| is_main_line)),
            Word::Nothing => return Ok(None),
            Word::Signs(signs) => {
                self.add(&signs);
                self.is_in_question = is_main_line && word == "?";
                return Ok(None);
            }
            Word::NullMove(text) => match self.play(text) {
                Ok(()) => return Ok(None),
                Err(_) => Problem::NullMove(word.into()),
            },
            Word::Move(text, signs) => match self.play(text) {
                Ok(()) => {
                    self.add(&signs);
                    return Ok(None);
                }
                Err(MoveError::Unreadable { examples, .. }) => {
                    let text = word.into();
                    Problem::Move(MoveError::Unreadable { text, examples })
                }
                Err(error) => Problem::Move(error),
            },
        };
        if is_main_line {
            return Err(problem);
        }
        self.pass_over(tokens.start_line(), Problem::InVariation(problem.into()));
        if let Some(branch) = self.branches.pop() {
            self.leave_out(branch.open, tokens);
        }
        Ok(None)
    }

    /// Ends the game at this byte and line of the text.
    fn end(mut self, end: usize, line: usize, result: Option<GameResult>) -> Option<Record> {
        if let Some(open) = self.branches.get(1) {
            let (line, open) = (open.line, open.open);
            self.branches.truncate(1);
            self.pass_over(line, Problem::OpenVariation);
            self.comment(&self.text[open..end]);
        }
        let (result, problem) = self.header.result(result);
        if let Some(problem) = problem {
            self.pass_over(line, problem);
        }
        let mut game = self.branches.pop()?.game;
        if let Some(last) = game.moves_mut().last_mut().filter(|_| self.is_in_question) {
            last.glyphs.pop();
        }
        game.tags = self.header.tags;
        game.result = result;
        game.passed_over = self.passed_over;
        Some(game)
    }

    fn pass_over(&mut self, line: usize, problem: Problem) {
        let error = self.error(line, problem);
        self.passed_over.push(error);
    }

    /// The error that says why the game cannot be read.
    fn failure(&self, line: usize, problem: Problem) -> PgnError {
        let unknown = self
            .passed_over
            .iter()
            .find_map(|passed| match &passed.problem {
                Problem::UnknownVariant { name, .. } => Some(name.clone()),
                _ => None,
            });
        let problem = match unknown {
            Some(name) => Problem::InUnknownVariant {
                problem: problem.into(),
                name,
            },
            None => problem,
        };
        self.error(line, problem)
    }

    /// A problem in this line, or in the line of the tag that causes it.
    fn error(&self, line: usize, problem: Problem) -> PgnError {
        let at = self.branches.last().map(|branch| {
            let board = branch.game.position();
            (board.move_number(), board.turn())
        });
        PgnError {
            line: self.header.line_of(&problem).unwrap_or(line),
            game: self.number,
            at,
            problem,
        }
    }
}

const fn is_tag(token: &Token<'_>) -> bool {
    matches!(token, Token::Tag { .. })
}

fn is_result(token: &Token<'_>) -> bool {
    matches!(token.word(), Some(Word::Result(_)))
}

/// Whether a token is the number of White's first move; `tokens` follow it.
fn is_first_move(token: &Token<'_>, tokens: &Tokens<'_>) -> bool {
    let points = ['.', '…'];
    match token {
        Token::Word("1.") => match tokens.clone().next() {
            Some(Token::Word(next)) => !next.starts_with(points),
            _ => true,
        },
        Token::Word(word) => word
            .strip_prefix("1.")
            .is_some_and(|played| !played.starts_with(points)),
        _ => false,
    }
}

/// The number of open parentheses after a token.
fn depth_after(depth: usize, token: &Token<'_>) -> usize {
    match token {
        Token::Open => depth + 1,
        Token::Close => depth.saturating_sub(1),
        _ => depth,
    }
}

#[cfg(test)]
mod tests;
