//! Games as PGN, with their variations: read and written for the page.

use std::collections::BTreeMap;

use super::message::{Game, Node, Wrong};
use super::position::{self, check_length};
use crate::arena::pgn::record::MOST_NESTED;
use crate::arena::pgn::{
    self, Comment, GameResult, Glyph, NamedVariant, PgnError, Record, Starts, TagName, Tags,
    starts_of,
};
use crate::arena::positions::{self, Listed};
use crate::config::Config;
use crate::engine::Choices;
use crate::game::state::GameState;
use crate::quote::short;
use crate::stop::Stop;

/// The maximum number of characters in a text. A file has at least as many bytes in any encoding.
pub const MOST_TEXT: usize = 1 << 20;

/// The maximum number of games in a text: even a game without moves takes a hundred times the
/// memory of its text.
pub const MOST_GAMES: usize = 10_000;

/// The result of reading games.
#[derive(Default)]
pub struct GamesRead {
    /// The games, in their order.
    pub games: Vec<Game>,
    /// Why the other games cannot be read, and where the errors are.
    pub left_out: Vec<String>,
    /// The games as PGN, if the text was a list of positions.
    pub text: Option<String>,
}

/// Reads the games of a text, or the positions of a [list](positions). Games without a variant, or
/// with an unknown one, belong to `variant`. Gives up soon after `stop` is set.
///
/// # Errors
/// If no game can be read: what is wrong with the first one, and in which line.
pub fn read(
    config: &Config,
    text: &str,
    variant: Option<&str>,
    stop: &Stop,
) -> Result<GamesRead, Wrong> {
    let characters = text.chars().count();
    if characters > MOST_TEXT {
        let message = format!("the text has {characters} characters, expected at most {MOST_TEXT}");
        return Err(Wrong::field("pgn", message));
    }
    let mut config = config.clone();
    if let Some(name) = variant {
        config.options.variant = position::variant(&config, name)?.0.to_owned();
    }
    let starts = starts_of(&config).given(variant.is_some()).whole();
    let mut read = GamesRead::default();
    if positions::is_list(text) {
        let list = positions::read(text);
        read.text = Some(as_pgn(&starts, &list, &mut read.left_out)?);
    }
    let text = read.text.as_deref().unwrap_or(text);
    let (mut games, mut left_out) = (Vec::new(), Vec::new());
    // Each game is converted as soon as it is read: its board would take much more memory than its
    // text.
    for (number, (place, game)) in (1..).zip(pgn::games(text, &starts)) {
        if stop.is_stopped() {
            return Err(Wrong::plain("the request was cancelled"));
        }
        let game = match game {
            Ok(game) => game,
            Err(error) => {
                left_out.push(error);
                continue;
            }
        };
        let line = || 1 + text[..place.start].matches('\n').count();
        if games.len() == MOST_GAMES {
            let line = line();
            let message = format!(
                "line {line}: more than {MOST_GAMES} games; expected a file with fewer, or a part of it"
            );
            return Err(Wrong::place("pgn", line, message));
        }
        let played = starts.variant(game.tags.variant()).map_err(Wrong::plain)?;
        match played.own_part(game) {
            Ok(game) => games.push(told(&config, &played, &text[place], &game)?),
            Err(problem) => left_out.push(PgnError {
                line: line(),
                game: number,
                at: None,
                problem,
            }),
        }
    }
    if let (true, Some(error)) = (games.is_empty(), left_out.first()) {
        return Err(Wrong::place("pgn", error.line, error));
    }
    read.games = games;
    read.left_out
        .extend(left_out.iter().map(ToString::to_string));
    Ok(read)
}

/// The positions of a list as games, with their operations; and the errors of the invalid ones.
fn as_pgn(
    starts: &Starts<'_>,
    list: &[Listed],
    left_out: &mut Vec<String>,
) -> Result<String, Wrong> {
    let mut text = Vec::new();
    for listed in list {
        match as_game(starts, listed) {
            Ok(game) => game.write(&mut text).map_err(Wrong::plain)?,
            Err(problem) => left_out.push(format!("line {}: {problem}", listed.line)),
        }
    }
    match left_out.first() {
        Some(problem) if text.is_empty() => Err(Wrong::place("pgn", list[0].line, problem)),
        _ => String::from_utf8(text).map_err(Wrong::plain),
    }
}

fn as_game(starts: &Starts<'_>, listed: &Listed) -> Result<Record, String> {
    let variant = starts
        .variant(None)
        .map_err(|problem| problem.to_string())?;
    let start = match &listed.fen {
        Some(fen) => variant.read_fen(fen)?,
        None => variant.start().ok_or("expected a FEN")?,
    };
    let mut game = Record::new(start);
    game.tags.set(TagName::VARIANT, variant.name_for_others());
    if let Some(name) = listed.operand("id") {
        game.tags.set(TagName::EVENT, name);
    }
    let others = listed
        .operations
        .iter()
        .filter(|one| !one.starts_with("id "));
    for operation in others {
        game.introduction.add(&format!("{operation};"));
    }
    for text in &listed.moves {
        game.play(text).map_err(|problem| problem.to_string())?;
    }
    Ok(game)
}

fn told(
    config: &Config,
    played: &NamedVariant<'_>,
    text: &str,
    game: &Record,
) -> Result<Game, Wrong> {
    let tags = game.tags.roster().chain(game.tags.others());
    let tags = tags.map(|(name, value)| (name.text().to_owned(), value.to_owned()));
    let (variant, opened) = position::variant(config, played.name)?;
    let usual = position::start(opened, &config.options.choices, None);
    let is_usual = usual.is_ok_and(|usual| *usual == *game.start());
    Ok(Game {
        text: text.into(),
        tags: tags.collect(),
        variant: variant.into(),
        choices: BTreeMap::new(),
        fen: (!is_usual).then(|| game.start().fen()),
        introduction: game.introduction.text().into(),
        result: game.result.text().into(),
        moves: game.moves().iter().map(node_told).collect(),
    })
}

fn node_told(node: &pgn::Node) -> Node {
    let variations = node.variations.iter();
    Node {
        played: node.played().into(),
        san: node.san().into(),
        glyphs: node.glyphs.iter().map(|glyph| glyph.0).collect(),
        comment: node.comment.text().into(),
        before: node.before.text().into(),
        variations: variations
            .map(|line| line.iter().map(node_told).collect())
            .collect(),
    }
}

/// Writes a game.
///
/// # Errors
/// Returns what is wrong with it.
pub fn write(config: &Config, game: &Game) -> Result<String, Wrong> {
    let (name, variant) = position::variant(config, &game.variant)?;
    let choices: Choices = position::choices(config, variant, &game.choices)?;
    let start = position::start(variant, &choices, game.fen.as_deref())?;
    let result = GameResult::parse(&game.result).ok_or_else(|| {
        let found = short(&game.result);
        Wrong::field(
            "result",
            format!("found '{found}', expected 1-0, 0-1, 1/2-1/2 or *"),
        )
    })?;
    let tags = tags(&game.tags, variant.name_for_others(name))?;
    let mut record = play_line(start, &game.moves, 0)?;
    record.tags = tags;
    record.introduction = Comment::new(&game.introduction);
    record.result = result;
    let mut text = Vec::new();
    record.write(&mut text).map_err(Wrong::plain)?;
    String::from_utf8(text).map_err(Wrong::plain)
}

fn tags(said: &[(String, String)], variant: &str) -> Result<Tags, Wrong> {
    let mut tags = Tags::default();
    for (name, value) in said {
        let tag = TagName::new(name).ok_or_else(|| {
            let name = short(name);
            let message = format!(
                "'{name}' cannot be written as a tag; expected letters, digits and '_', and not Result, SetUp or FEN, which follow from the game"
            );
            Wrong::field("tags", message)
        })?;
        tags.set(tag, value);
    }
    tags.set(TagName::VARIANT, variant);
    Ok(tags)
}

/// Plays the moves of a line at this depth of nesting, and of all its variations.
fn play_line(start: Box<dyn GameState>, moves: &[Node], depth: usize) -> Result<Record, Wrong> {
    if depth > MOST_NESTED {
        let message = format!("variations nested more than {MOST_NESTED} deep");
        return Err(Wrong::field("moves", message));
    }
    check_length(moves.len())?;
    let mut record = Record::new(start);
    for (index, one) in moves.iter().enumerate() {
        let variations = one.variations.iter().map(|line| {
            let variation = play_line(record.position().alone(), line, depth + 1);
            variation.map(Record::into_variation)
        });
        // Where a move of a variation is illegal, the error names the move to which the variation
        // belongs.
        let variations = variations.collect::<Result<_, _>>();
        let variations = variations.map_err(|wrong| Wrong {
            at: Some(index),
            ..wrong
        })?;
        let played = record.play(&one.played);
        played.map_err(|problem| Wrong::place("moves", index, problem))?;
        if let Some(node) = record.moves_mut().last_mut() {
            node.glyphs = one.glyphs.iter().map(|glyph| Glyph(*glyph)).collect();
            node.comment = Comment::new(&one.comment);
            node.before = Comment::new(&one.before);
            node.variations = variations;
        }
    }
    Ok(record)
}
