//! Adds annotations to the moves of games in a text, and leaves everything else in it unchanged,
//! byte for byte.
//!
//! A [`Record`] is a game, not its layout: it joins comments, drops what cannot be read, and puts tags
//! in a fixed order. So annotations are inserted into the text itself. They follow a move and all its
//! existing annotations:
//!
//! ```text
//! 1. b4 {theirs} $4 {[%eval #-7] Jacquerie: draw → loss, proved; better a4 (exact draw)}
//! (1.a4 {[%eval 0.00] Jacquerie: exact draw} 1...a6) 1... a5 …
//! ```
//!
//! Comments are signed, and variations begin with a signed comment, so that the annotations of an
//! earlier run are recognised and replaced. `[%eval …]` is the form of the chess servers, from
//! White's point of view. A move has only one evaluation, so one in an existing comment is replaced
//! in place.

mod layout;

use std::borrow::Cow;
use std::ops::Range;

use self::layout::Layout;
use super::problem::Problem;
use super::record::{Glyph, Record};
use super::tags::TagName;
use super::tokens::{Token, Tokens};
use super::word::Word;
use crate::game::written::without_number;
use crate::text::is_blank;

/// The signature of a comment.
const SIGNATURE: [&str; 1] = ["Jacquerie:"];

/// The signature where another annotator has already given the same glyph: the glyph before it is
/// not ours.
const AGREES: [&str; 2] = ["Jacquerie", "agrees:"];

/// The arrow in the words that explain a glyph, between the old and the new value.
const CHANGE: &str = "→";

/// The tags that are added if they are missing: without them, other programs cannot tell which game
/// it is and who wrote the annotations.
const ADDED: [&str; 4] = ["Variant", "SetUp", "FEN", "Annotator"];

/// An annotation of a move.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Remark {
    /// A glyph for the move. The words then say what has changed, with an arrow.
    pub glyph: Option<Glyph>,
    /// The value of the position after the move for White: `0.35`, or `#-7` for a win by Black in
    /// 7.
    pub evaluation: Option<String>,
    /// The text of the annotation.
    pub words: String,
    /// A better line.
    pub better: Option<Better>,
    /// The number that must precede the next move after a comment: `1...` before a move by Black.
    pub next_number: Option<String>,
}

/// A line that is better than a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Better {
    /// Its first move, with its number.
    pub first: String,
    /// The value of the first move for White.
    pub evaluation: Option<String>,
    /// The comment on it; never empty.
    pub words: String,
    /// The other moves, with numbers.
    pub rest: String,
}

/// A game and its annotations.
#[derive(Clone, Debug)]
pub struct Remarks<'a> {
    /// The byte range of the game in the text.
    pub place: Range<usize>,
    /// The game.
    pub record: &'a Record,
    /// The annotations of its moves; the list may be shorter than the game.
    pub moves: &'a [Option<Remark>],
    /// Whether the tags stay unchanged; otherwise the tags that readers need are added.
    pub keeps_tags: bool,
}

/// Inserts the annotations of these games, in their order, into their text.
pub fn annotate(text: &str, games: &[Remarks<'_>]) -> String {
    let ends = LineEnd::of(text);
    let text = match ends {
        // The length stays the same, so each game keeps its place.
        LineEnd::Cr => Cow::Owned(text.replace('\r', "\n")),
        _ => Cow::Borrowed(text),
    };
    let mut layout = Layout::default();
    let mut done = 0;
    for game in games {
        let Remarks { place, record, .. } = game;
        let before = &text[done..place.start];
        let kept = before.trim_end();
        let is_first = done == 0 && kept.chars().all(is_blank);
        layout.push(kept);
        let mut pieces = pieces(&text[place.clone()]);
        if let Some(first) = pieces.first_mut() {
            first.gap = &before[kept.len()..];
        }
        if !game.keeps_tags {
            pieces = with_tags(&pieces, record, is_first);
        }
        let (before, moves) = pieces.split_at(next_move(&pieces));
        before.iter().for_each(|piece| layout.keep(piece));
        add_remarks(&mut layout, moves, game.moves);
        done = place.end;
    }
    layout.push(&text[done..]);
    ends.put_into(layout.text)
}

/// The line ends of a text.
#[derive(Clone, Copy)]
enum LineEnd {
    /// `\n`, or mixed line ends.
    Lf,
    Crlf,
    Cr,
}

impl LineEnd {
    fn of(text: &str) -> Self {
        match (text.matches('\n').count(), text.matches("\r\n").count()) {
            (0, _) if text.contains('\r') => Self::Cr,
            (lines, ends) if lines > 0 && lines == ends => Self::Crlf,
            _ => Self::Lf,
        }
    }

    /// Converts the annotated text to these line ends.
    fn put_into(self, annotated: String) -> String {
        match self {
            Self::Lf => annotated,
            Self::Crlf => annotated.replace("\r\n", "\n").replace('\n', "\r\n"),
            Self::Cr => annotated.replace('\n', "\r"),
        }
    }
}

/// A token of the text, with the blanks and line ends before it.
#[derive(Clone, PartialEq, Debug)]
struct Piece<'a> {
    gap: &'a str,
    text: Cow<'a, str>,
    token: Token<'a>,
}

impl Piece<'_> {
    fn is_tag(&self, wanted: &str) -> bool {
        matches!(self.token, Token::Tag { name, .. } if name == wanted)
    }

    fn is_result(&self) -> bool {
        matches!(self.token.word(), Some(Word::Result(_)))
    }

    fn is_number(&self) -> bool {
        matches!(self.token, Token::Word(word) if without_number(word).is_empty())
    }

    fn is_move(&self) -> bool {
        matches!(self.token.word(), Some(Word::Move(..) | Word::NullMove(_)))
    }

    /// Whether the token is this glyph, or a word that ends with the glyph's sign.
    fn says(&self, glyph: Glyph) -> bool {
        match self.token {
            Token::Glyph(other) => other == glyph,
            _ => (self.token.word()).is_some_and(|word| word.signs().contains(&glyph)),
        }
    }
}

/// The tokens of a text, each with the text before it.
fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut tokens = Tokens::new(text);
    let (mut pieces, mut end) = (Vec::new(), 0);
    while let Some(token) = tokens.next() {
        let span = tokens.span();
        pieces.push(Piece {
            gap: &text[end..span.start],
            text: text[span.clone()].into(),
            token,
        });
        end = span.end;
    }
    pieces
}

/// The index of the first piece outside variations that is `wanted`.
fn position<'a>(pieces: &[Piece<'a>], wanted: impl Fn(&Piece<'a>) -> bool) -> Option<usize> {
    let mut depth = 0_usize;
    pieces.iter().position(|piece| {
        match piece.token {
            Token::Open => depth += 1,
            Token::Close => depth = depth.saturating_sub(1),
            _ => return depth == 0 && wanted(piece),
        }
        false
    })
}

/// The number of pieces before the first move.
fn next_move(pieces: &[Piece<'_>]) -> usize {
    position(pieces, Piece::is_move).unwrap_or(pieces.len())
}

/// The pieces of a game with the missing tags that readers need; the game may be the first in the
/// text.
fn with_tags<'a>(game: &[Piece<'a>], record: &Record, is_first: bool) -> Vec<Piece<'a>> {
    let mut written = Vec::new();
    // Writing to memory cannot fail.
    let _ = record.write(&mut written);
    let written = String::from_utf8_lossy(&written);
    let written = pieces(&written);
    let ours = |name: &str| {
        let found = written.iter().find(|piece| piece.is_tag(name));
        found.map_or("", |piece| &*piece.text).to_owned()
    };
    let missing = ADDED
        .into_iter()
        .filter(|name| !game.iter().any(|piece| piece.is_tag(name)));
    let missing: Vec<String> = missing.map(ours).filter(|tag| !tag.is_empty()).collect();
    let mut game = game.to_vec();
    let name = record.tags.get(&TagName::ANNOTATOR);
    let is_other = |piece: &Piece<'_>| match &piece.token {
        Token::Tag { name: tag, value } => *tag == "Annotator" && Some(value.as_str()) != name,
        _ => false,
    };
    if let Some(annotator) = game.iter_mut().find(|piece| is_other(piece)) {
        annotator.text = ours("Annotator").into();
    }
    let last_tag = game
        .iter_mut()
        .rfind(|piece| matches!(piece.token, Token::Tag { .. }));
    if let Some(tag) = last_tag {
        tag.text = [&[tag.text.to_string()], &missing[..]]
            .concat()
            .join("\n")
            .into();
    } else if let Some(first) = game.first_mut() {
        // Tags follow an empty line, except at the beginning of the text.
        if !is_first && first.gap.matches('\n').count() < 2 {
            first.gap = "\n\n";
        }
        first.text = format!("{}\n\n{}", missing.join("\n"), first.text).into();
    }
    game
}

/// Keeps the moves, each followed by its annotation.
fn add_remarks(layout: &mut Layout, mut moves: &[Piece<'_>], remarks: &[Option<Remark>]) {
    let mut remarks = remarks.iter();
    while let [played, behind @ ..] = moves {
        let (about, others) = behind.split_at(next_move(behind));
        layout.keep(played);
        match remarks.next() {
            Some(Some(remark)) => {
                let next = others.first();
                add_remark(layout, played, about, remark, next);
            }
            _ => about.iter().for_each(|piece| layout.keep(piece)),
        }
        moves = others;
    }
}

/// Keeps the existing annotations `about` a move, and inserts ours between the comments on the move
/// and the variations.
fn add_remark(
    layout: &mut Layout,
    played: &Piece<'_>,
    about: &[Piece<'_>],
    remark: &Remark,
    next: Option<&Piece<'_>>,
) {
    // Nothing can follow an unterminated comment.
    let ends = |piece: &Piece<'_>| {
        matches!(
            piece.token,
            Token::Open | Token::Wrong(Problem::OpenComment)
        ) || piece.is_number()
            || piece.is_result()
    };
    let (said, behind) = about.split_at(about.iter().position(ends).unwrap_or(about.len()));
    let mut evaluation = remark.evaluation.as_deref();
    let mut said = without_ours(said, evaluation.is_some());
    for piece in &mut said {
        if let Some(value) = evaluation
            && let Some(text) = with_evaluation(piece, value)
        {
            piece.text = text.into();
            evaluation = None;
        }
    }
    said.iter().for_each(|piece| layout.keep(piece));

    let is_said =
        |glyph: &Glyph| played.says(*glyph) || said.iter().any(|piece| piece.says(*glyph));
    let (glyph, signature) = match remark.glyph {
        Some(glyph) if is_said(&glyph) => (None, &AGREES[..]),
        glyph => (glyph, &SIGNATURE[..]),
    };
    let mut ours: Vec<String> = Vec::new();
    ours.extend(glyph.map(|glyph| format!("${}", glyph.0)));
    ours.extend(comment(evaluation, signature, &remark.words));
    ours.extend(remark.better.iter().flat_map(variation));
    layout.add(&ours);

    let behind = without_our_variations(behind);
    behind.iter().for_each(|piece| layout.keep(piece));
    let is_numbered = position(&behind, Piece::is_number).is_some()
        || next.is_none_or(|next| !next.text.starts_with(char::is_alphabetic));
    if !ours.is_empty() && !is_numbered {
        layout.add(remark.next_number.as_slice());
    }
}

/// The tokens without our comment, and without the glyph that it explains. If `is_replaced`, a
/// comment that is only an evaluation is removed too.
fn without_ours<'a>(said: &[Piece<'a>], is_replaced: bool) -> Vec<Piece<'a>> {
    let mut kept: Vec<Piece<'a>> = Vec::new();
    for piece in said {
        match piece.token {
            Token::Comment(text) if is_replaced && is_evaluation(text) => {}
            Token::Comment(text) if is_signed(text) => {
                let is_sign = |last: &Piece<'_>| matches!(last.token, Token::Glyph(_));
                if text.contains(CHANGE) && !agrees(text) && kept.last().is_some_and(is_sign) {
                    kept.pop();
                }
            }
            _ => kept.push(piece.clone()),
        }
    }
    kept
}

/// The tokens without the variations that have a signed comment.
fn without_our_variations<'a>(pieces: &[Piece<'a>]) -> Vec<Piece<'a>> {
    let mut kept: Vec<Piece<'a>> = Vec::new();
    // The first token and the depth of the open variation, if any.
    let (mut start, mut depth, mut ours) = (0, 0_usize, false);
    for piece in pieces {
        if piece.token == Token::Open {
            if depth == 0 {
                (start, ours) = (kept.len(), false);
            }
            depth += 1;
        }
        kept.push(piece.clone());
        match piece.token {
            Token::Comment(text) if depth == 1 => ours |= is_signed(text),
            Token::Close => {
                depth = depth.saturating_sub(1);
                if depth == 0 && ours {
                    kept.truncate(start);
                }
            }
            _ => {}
        }
    }
    kept
}

/// The byte range of the evaluation in a comment, brackets included.
fn evaluation(comment: &str) -> Option<std::ops::Range<usize>> {
    let start = comment.find("[%eval ")?;
    let length = comment[start..].find(']')?;
    Some(start..start + length + 1)
}

/// The rest of a comment after an evaluation at its beginning.
fn behind_evaluation(comment: &str) -> &str {
    let comment = comment.trim();
    match evaluation(comment) {
        Some(place) if place.start == 0 => comment[place.end..].trim_start(),
        _ => comment,
    }
}

fn is_signed(comment: &str) -> bool {
    is_by(comment, &SIGNATURE) || agrees(comment)
}

/// Whether the comment is ours and the glyph before it is not.
fn agrees(comment: &str) -> bool {
    is_by(comment, &AGREES)
}

/// Whether a comment begins with these words; a line break may separate them.
fn is_by(comment: &str, signature: &[&str]) -> bool {
    let words = behind_evaluation(comment).split_whitespace();
    words.take(signature.len()).eq(signature.iter().copied())
}

/// Whether a comment is only an evaluation.
fn is_evaluation(comment: &str) -> bool {
    !comment.trim().is_empty() && behind_evaluation(comment).is_empty()
}

/// Another annotator's comment with its evaluation replaced; `None` if it has none.
fn with_evaluation(piece: &Piece<'_>, value: &str) -> Option<String> {
    let Token::Comment(_) = piece.token else {
        return None;
    };
    let place = evaluation(&piece.text)?;
    let mut text = piece.text.to_string();
    text.replace_range(place, &format!("[%eval {value}]"));
    Some(text)
}

/// Our comment, in pieces between which a line may break; empty if there is nothing to say.
fn comment(evaluation: Option<&str>, signature: &[&str], words: &str) -> Vec<String> {
    let evaluation = evaluation.map(|value| format!("[%eval {value}]"));
    let mut pieces: Vec<String> = evaluation.into_iter().collect();
    if !words.is_empty() {
        pieces.extend(signature.iter().copied().map(Into::into));
        pieces.extend(words.split_whitespace().map(Into::into));
    }
    enclose(&mut pieces, '{', '}');
    pieces
}

/// Our variation, in pieces between which a line may break.
fn variation(better: &Better) -> Vec<String> {
    let mut pieces = vec![better.first.clone()];
    pieces.extend(comment(
        better.evaluation.as_deref(),
        &SIGNATURE,
        &better.words,
    ));
    pieces.extend(better.rest.split_whitespace().map(Into::into));
    enclose(&mut pieces, '(', ')');
    pieces
}

fn enclose(pieces: &mut [String], open: char, close: char) {
    if let Some(first) = pieces.first_mut() {
        first.insert(0, open);
    }
    if let Some(last) = pieces.last_mut() {
        last.push(close);
    }
}
