//! Games with their variations: a tree of moves, for those who show it.
//!
//! ```text
//! 1. b4 a5 (1... h5 {A quieter way.} 2. g4) 2. bxa5      a5 has one variation, which begins with h5
//! ```
//!
//! A [`Record`](super::Record) is one line of moves, which is all that most of the program needs. A
//! [`Tree`] keeps what others have written beside it: each move may have variations, lines of moves
//! that could have been played in its place. As with a record, every move is played as it comes, so
//! none is illegal, and what is written and read again is the same tree. Who nests variations more
//! than [`MOST_NESTED`] times is refused: no game needs it, and whoever walks through the tree can
//! then do so by recursion.

use std::ops::Range;

use super::Starts;
use super::header::Header;
use super::read::{PgnError, Problem, parts};
use super::record::{Comment, GameResult, Glyph, Tags};
use super::tokens::{Token, Tokens};
use crate::game::playable::MoveError;
use crate::game::state::GameState;

/// So many variations may stand within each other.
pub const MOST_NESTED: usize = 24;

/// A game with its variations.
#[derive(Clone, Debug)]
pub struct Tree {
    /// Who, where, when.
    pub tags: Tags,
    /// What is said before the first move.
    pub introduction: Comment,
    /// Where it began.
    pub start: Box<dyn GameState>,
    /// The moves that were played.
    pub moves: Vec<Node>,
    /// How it ended, if it did.
    pub result: GameResult,
}

/// A move, what is said about it, and what could have been played in its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    played: String,
    algebraic: String,
    /// Signs such as `?!`.
    pub glyphs: Vec<Glyph>,
    /// What is said before it, if it is the first move of a variation.
    pub before: Comment,
    /// What is said behind it.
    pub comment: Comment,
    /// Lines of moves, each of which begins in its place.
    pub variations: Vec<Vec<Self>>,
}

impl Node {
    /// Plays a move, in coordinates or as people write it.
    ///
    /// # Errors
    /// If it is none, or not legal there.
    pub fn play(position: &mut dyn GameState, text: &str) -> Result<Self, MoveError> {
        let played = position.written(text)?;
        let algebraic = position.algebraic(&played)?;
        position.play(&played)?;
        Ok(Self {
            played,
            algebraic,
            glyphs: Vec::new(),
            before: Comment::default(),
            comment: Comment::default(),
            variations: Vec::new(),
        })
    }

    /// The move in coordinates.
    #[must_use]
    pub fn played(&self) -> &str {
        &self.played
    }

    /// The move in the game's short notation.
    #[must_use]
    pub fn algebraic(&self) -> &str {
        &self.algebraic
    }
}

/// The games of a text, each with the bytes where it stands. The first thing that is wrong comes with its
/// place, and is the last that comes.
pub fn games<'t>(
    text: &'t str,
    starts: &'t impl Starts,
) -> impl Iterator<Item = Result<(Range<usize>, Tree), PgnError>> + 't {
    let mut tokens = Tokens::new(text);
    let (mut number, mut is_over) = (0, false);
    std::iter::from_fn(move || {
        if is_over {
            return None;
        }
        number += 1;
        let mut game = Game::default();
        let place = game.read(&mut tokens, starts);
        is_over = !matches!(place, Ok(Some(_)));
        match place {
            Ok(place) => Some(Ok((place?, game.tree?))),
            Err((line, problem)) => Some(Err(PgnError {
                line,
                game: number,
                at: game.branches.last().map(|branch| {
                    let board = &branch.position;
                    (board.move_number(), board.turn())
                }),
                problem,
            })),
        }
    })
}

/// A problem and its line.
type Wrong = (usize, Problem);

/// A game that is being read.
#[derive(Default)]
struct Game {
    header: Header,
    introduction: Comment,
    /// The game itself, and each variation that has begun and not ended.
    branches: Vec<Branch>,
    /// What it comes to.
    tree: Option<Tree>,
}

/// Moves that follow each other.
struct Branch {
    /// Where it begins: a line of the text.
    line: usize,
    start: Box<dyn GameState>,
    /// Before its last move: where a variation begins.
    before: Box<dyn GameState>,
    position: Box<dyn GameState>,
    /// What is said before its first move.
    introduction: Comment,
    moves: Vec<Node>,
}

impl Branch {
    fn new(line: usize, start: Box<dyn GameState>) -> Self {
        Self {
            line,
            before: start.clone(),
            position: start.clone(),
            start,
            introduction: Comment::default(),
            moves: Vec::new(),
        }
    }

    fn play(&mut self, text: &str) -> Result<(), MoveError> {
        let before = self.position.clone();
        let mut node = Node::play(&mut *self.position, text)?;
        self.before = before;
        if self.moves.is_empty() {
            node.before = std::mem::take(&mut self.introduction);
        }
        self.moves.push(node);
        Ok(())
    }
}

impl Game {
    /// Reads to the result, and says where the game stands; `None` if there is no game any more.
    fn read(
        &mut self,
        tokens: &mut Tokens<'_>,
        starts: &impl Starts,
    ) -> Result<Option<Range<usize>>, Wrong> {
        let mut first = None;
        while let Some(next) = tokens.next() {
            let (line, token) = next?;
            let place = tokens.span();
            let first = first.get_or_insert(place.start);
            let at = |problem| (line, problem);
            match token {
                Token::Tag { .. } if self.branches.len() > 1 => return Err(self.open_variation()),
                Token::Tag { .. } if !self.branches.is_empty() => {
                    return Err(at(Problem::NoResult("a tag of the next game")));
                }
                Token::Tag { name, value } => self.header.add(name, &value).map_err(at)?,
                Token::Comment(text) => self.comment(text),
                Token::Open => self.open(line).map_err(at)?,
                Token::Close => self.close().map_err(at)?,
                Token::Glyph(glyph) => self.glyph(glyph, &format!("${}", glyph.0)).map_err(at)?,
                Token::Word(word) => {
                    self.begin(line, starts).map_err(at)?;
                    match GameResult::parse(word) {
                        // Some write how a variation ended.
                        Some(_) if self.branches.len() > 1 => {}
                        Some(result) => {
                            self.end(result).map_err(at)?;
                            return Ok(Some(*first..place.end));
                        }
                        None => self.word(word).map_err(at)?,
                    }
                }
            }
        }
        match (self.branches.len(), self.header.is_empty()) {
            (0, true) => Ok(None),
            (0 | 1, _) => Err((tokens.line(), Problem::NoResult("the end of the text"))),
            _ => Err(self.open_variation()),
        }
    }

    /// The innermost variation does not end.
    fn open_variation(&self) -> Wrong {
        let line = self.branches.last().map_or(1, |branch| branch.line);
        (line, Problem::OpenVariation)
    }

    /// The tags are complete: sets up the start, unless that is done.
    fn begin(&mut self, line: usize, starts: &impl Starts) -> Result<(), Problem> {
        if self.branches.is_empty() {
            let start = self.header.start(starts)?;
            self.branches.push(Branch::new(line, start));
        }
        Ok(())
    }

    fn comment(&mut self, text: &str) {
        match self.branches.as_mut_slice() {
            [] => self.introduction.add(text),
            [.., branch] => match branch.moves.last_mut() {
                None => branch.introduction.add(text),
                Some(last) => last.comment.add(text),
            },
        }
    }

    fn glyph(&mut self, glyph: Glyph, text: &str) -> Result<(), Problem> {
        let branch = self.branches.last_mut();
        let last = branch.and_then(|branch| branch.moves.last_mut());
        let last = last.ok_or_else(|| Problem::Glyph(text.into()))?;
        last.glyphs.push(glyph);
        Ok(())
    }

    fn open(&mut self, line: usize) -> Result<(), Problem> {
        if self.branches.len() > MOST_NESTED {
            return Err(Problem::TooDeep);
        }
        match self.branches.last() {
            Some(branch) if !branch.moves.is_empty() => {
                let start = branch.before.clone();
                self.branches.push(Branch::new(line, start));
                Ok(())
            }
            _ => Err(Problem::Letter('(')),
        }
    }

    /// Ends a variation. One without moves says nothing but its comment, which goes to the move.
    fn close(&mut self) -> Result<(), Problem> {
        if self.branches.len() < 2 {
            return Err(Problem::NoVariation);
        }
        let ended = self.branches.pop().ok_or(Problem::NoVariation)?;
        let outer = self.branches.last_mut();
        let last = outer.and_then(|outer| outer.moves.last_mut());
        let last = last.ok_or(Problem::NoVariation)?;
        match ended.moves.is_empty() {
            true => last.comment.add(ended.introduction.text()),
            false => last.variations.push(ended.moves),
        }
        Ok(())
    }

    /// A move with its number and signs, or one of these alone.
    fn word(&mut self, word: &str) -> Result<(), Problem> {
        let (played, sign) = parts(word);
        if !played.is_empty()
            && let Some(branch) = self.branches.last_mut()
        {
            branch.play(played)?;
        }
        if sign.is_empty() {
            return Ok(());
        }
        let glyph = Glyph::from_sign(sign).ok_or_else(|| Problem::Glyph(sign.into()))?;
        self.glyph(glyph, sign)
    }

    fn end(&mut self, result: GameResult) -> Result<(), Problem> {
        self.header.allows(result)?;
        if let Some(mut branch) = self.branches.pop() {
            // What is said of a game without moves.
            self.introduction.add(branch.introduction.text());
            if let Some(first) = branch.moves.first_mut() {
                self.introduction.add(first.before.text());
                first.before = Comment::default();
            }
            self.tree = Some(Tree {
                tags: std::mem::take(&mut self.header.tags),
                introduction: std::mem::take(&mut self.introduction),
                start: branch.start,
                moves: branch.moves,
                result,
            });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::pgn::starts_of;
    use crate::config::Config;

    fn trees(text: &str) -> Result<Vec<(Range<usize>, Tree)>, PgnError> {
        games(text, &starts_of(Config::built_in())).collect()
    }

    fn written(tree: &Tree) -> String {
        let mut text = Vec::new();
        tree.write(&mut text).unwrap();
        String::from_utf8(text).unwrap()
    }

    const GAME: &str = "[Event \"A test\"]\n\n{Before all.} 1. b4 $14 {first} a5 ({ours} 1... h5 2. g4 \
        (2. a4 (2. c4) 2... b5) 2... hxg4) (1... c5!?) 2. bxa5 bxa5 *\n";

    #[test]
    fn variations_stand_with_the_move_they_replace() {
        let games = trees(GAME).unwrap();
        let [(place, tree)] = &games[..] else {
            panic!("{games:?}");
        };
        assert_eq!(&GAME[place.clone()], GAME.trim_end());
        assert_eq!(tree.introduction.text(), "Before all.");
        assert_eq!(tree.moves.len(), 4);
        assert_eq!(tree.moves[0].glyphs, [Glyph(14)]);
        let [first, second] = &tree.moves[1].variations[..] else {
            panic!("{tree:?}");
        };
        assert_eq!((first[0].algebraic(), first.len()), ("h5", 3));
        assert_eq!(first[0].before.text(), "ours");
        let inner = &first[1].variations[0];
        assert_eq!((inner[0].algebraic(), inner.len()), ("a4", 2));
        assert_eq!(inner[0].variations[0][0].algebraic(), "c4");
        assert_eq!(second[0].glyphs, [Glyph(5)]);
    }

    #[test]
    fn what_is_written_is_read_again() {
        let (_, tree) = trees(GAME).unwrap().remove(0);
        let text = written(&tree);
        let (_, again) = trees(&text).unwrap().remove(0);
        assert_eq!(again.moves, tree.moves, "{text}");
        assert_eq!(again.introduction, tree.introduction);
        assert_eq!(again.tags, tree.tags);
        assert_eq!(written(&again), text);
    }

    #[test]
    fn a_game_without_variations_is_written_as_a_record() {
        let text = "{Hello.} 1. b4! {one} a5 2. bxa5 $3 $14 bxa5 1/2-1/2 *";
        let record = super::super::read(text, &starts_of(Config::built_in())).unwrap();
        let games = trees(text).unwrap();
        assert_eq!((record.len(), games.len()), (2, 2));
        for (record, (_, tree)) in record.iter().zip(&games) {
            let mut plain = Vec::new();
            record.write(&mut plain).unwrap();
            assert_eq!(written(tree), String::from_utf8(plain).unwrap());
        }
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        let nested = format!("1. b4 {}", "(1. a4 ".repeat(MOST_NESTED + 1));
        for (text, expected) in [
            (
                "1. b4\n(1. a4 *",
                "line 2, game 1, Black's move 1: a variation",
            ),
            ("1. b4\n) *", "line 2, game 1, Black's move 1: found ')'"),
            ("(1. b4) *", "line 1, game 1: found '('"),
            (
                "1. b4 a5\n(1... a4) *",
                "line 2, game 1, Black's move 1: 'a4' is illegal",
            ),
            (
                "1. b4\n(1. a4\n[Event \"x\"]\n",
                "line 2, game 1, Black's move 1: a variation",
            ),
            ("1. b4", "found the end of the text"),
            (nested.as_str(), "more than 24 variations within each other"),
        ] {
            let message = trees(text).unwrap_err().to_string();
            assert!(message.contains(expected), "{text}: {message}");
        }
        assert!(trees("").unwrap().is_empty());
    }
}
