//! Themes of puzzles, detected by rules, with the names of Lichess.
//!
//! Each theme is detected by the rule next to its name; a theme that needs the solver is claimed
//! only if it is proved. Themes that make sense only in some games, such as the opposition of
//! kings, are used where the game [lists them](crate::engine::Listing::themes).
//!
//! | every game | |
//! |---|---|
//! | `crushing`, `equality` | the value: a win, a draw |
//! | `oneMove`, `short`, `long`, `veryLong` | 1, 2, 3, more moves with a choice |
//! | `enPassant` | the player captures en passant |
//! | `promotion` | a pawn of the player promotes, or arrives |
//! | `underPromotion` | it promotes to another piece, where a queen does not keep the value |
//! | `zugzwang` | after a move of the player, the opponent would do better if it could pass |
//! | `forcedReplies` | each reply is the only legal move |
//! | `mate` | the last move mates |
//!
//! The others are described at their functions below.

use crate::board::Colour;
use crate::engine::Variant;
use crate::game::Outcome;
use crate::game::finish::Cause;
use crate::game::picture::{Coord, Picture};
use crate::game::state::{GameState, ShownMove};

use super::line::{Line, Step};
use super::proving::{Prover, Unproved};

/// The themes of every game.
const OF_ALL: [&str; 12] = [
    "crushing",
    "equality",
    "oneMove",
    "short",
    "long",
    "veryLong",
    "enPassant",
    "promotion",
    "underPromotion",
    "zugzwang",
    "forcedReplies",
    "mate",
];

/// The themes that a game must [list](crate::engine::Listing::themes), and how they are detected.
const OF_SOME: [(&str, Find); 12] = [
    ("breakthrough", breakthrough),
    ("race", race),
    ("sacrifice", sacrifice),
    ("stalemate", stalemate),
    ("deadFile", dead_file),
    ("opposition", opposition),
    ("spareMove", spare_move),
    ("pawnEndgame", |story| only_with(story, "")),
    ("knightEndgame", |story| only_with(story, "N")),
    ("bishopEndgame", |story| only_with(story, "B")),
    ("rookEndgame", |story| only_with(story, "R")),
    ("queenEndgame", |story| only_with(story, "Q")),
];

type Find = fn(&Story<'_>) -> bool;

/// Whether this is a theme of some game.
#[must_use]
pub fn is_known(theme: &str) -> bool {
    OF_ALL.contains(&theme) || OF_SOME.iter().any(|(name, _)| *name == theme)
}

/// A line, and the steps after which the opponent is in zugzwang.
struct Story<'a> {
    line: &'a Line,
    zugzwangs: Vec<bool>,
}

/// The themes of a line, each list in the usual order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Themes {
    /// Those that are proved.
    pub proved: Vec<String>,
    /// Those, and all that would take too much work to prove or refute.
    pub possible: Vec<String>,
}

/// The themes of a line.
///
/// # Errors
/// If the run is halted, or a position cannot be searched.
pub fn find(line: &Line, variant: &dyn Variant, prover: &Prover<'_>) -> Result<Themes, Unproved> {
    let zugzwangs = line.steps.iter();
    let zugzwangs = zugzwangs.map(|step| is_zugzwang(step, line.value, variant, prover));
    let zugzwangs: Vec<Option<bool>> = zugzwangs.collect::<Result<_, _>>()?;
    let themes = |otherwise| {
        let zugzwangs = zugzwangs.iter().map(|one| one.unwrap_or(otherwise));
        themes(line, zugzwangs.collect(), variant)
    };
    Ok(Themes {
        proved: themes(false),
        possible: themes(true),
    })
}

/// The themes of a line with these zugzwangs.
fn themes(line: &Line, zugzwangs: Vec<bool>, variant: &dyn Variant) -> Vec<String> {
    let story = Story { line, zugzwangs };
    let is = |theme: &&str| match *theme {
        "crushing" => line.value == Outcome::Win,
        "equality" => line.value == Outcome::Draw,
        "enPassant" => story.any(|step| step.played.taken_aside.is_some()),
        "promotion" => story.any(promotes),
        "underPromotion" => story.any(is_under_promotion),
        "zugzwang" => story.zugzwangs.contains(&true),
        "forcedReplies" => has_forced_replies(line),
        "mate" => ended(line) == Some(Cause::Checkmate),
        length => length == length_of(line),
    };
    let mut found: Vec<&str> = OF_ALL.into_iter().filter(is).collect();
    let own = variant.listing().themes;
    let own = OF_SOME.iter().filter(|(name, _)| own.contains(name));
    found.extend(own.filter(|(_, find)| find(&story)).map(|(name, _)| *name));
    found.into_iter().map(Into::into).collect()
}

impl Story<'_> {
    fn any(&self, is: impl FnMut(&Step) -> bool) -> bool {
        self.line.steps.iter().any(is)
    }

    /// The position to be solved, as a scene.
    fn first(&self) -> Option<Scene> {
        let step = self.line.steps.first()?;
        Some(Scene::new(&*step.before, step.before.turn()))
    }

    /// The last position, as a scene.
    fn last(&self) -> Option<Scene> {
        let (first, last) = (self.line.steps.first()?, self.line.steps.last()?);
        Some(Scene::new(&*last.after, first.before.turn()))
    }
}

/// The theme for the length of a line: `oneMove` to `veryLong`.
fn length_of(line: &Line) -> &'static str {
    match line.steps.iter().filter(|step| step.has_choice).count() {
        0 | 1 => "oneMove",
        2 => "short",
        3 => "long",
        _ => "veryLong",
    }
}

/// Why the game is over after the last move, if it is.
fn ended(line: &Line) -> Option<Cause> {
    let last = line.steps.last()?;
    last.after.finish().map(|finish| finish.cause)
}

/// The same position with the other side to move, as after a pass.
fn passed(state: &dyn GameState, variant: &dyn Variant) -> Option<Box<dyn GameState>> {
    let fen = state.fen();
    let mut fields: Vec<&str> = fen.split(' ').collect();
    let turn = state.turn().opponent().letter().to_string();
    *fields.get_mut(1)? = &turn;
    // After a pass, there is no en passant square.
    *fields.get_mut(3)? = "-";
    variant.read_fen(&fields.join(" ")).ok()
}

/// Whether, after a move, the opponent would do better if it could pass: the player, to move again, would not keep
/// the value. `None` if the answer takes too much work.
fn is_zugzwang(
    step: &Step,
    value: Outcome,
    variant: &dyn Variant,
    prover: &Prover<'_>,
) -> Result<Option<bool>, Unproved> {
    let passed = passed(&*step.after, variant).filter(|_| step.after.finish().is_none());
    let Some(passed) = passed.filter(|passed| passed.finish().is_none()) else {
        return Ok(Some(false));
    };
    match prover.value(&*passed) {
        Ok(otherwise) => Ok(Some(otherwise < value)),
        Err(Unproved::TooMuch) => Ok(None),
        Err(why) => Err(why),
    }
}

/// Whether a pawn promotes, or arrives where the game has no promotion.
fn promotes(step: &Step) -> bool {
    let picture = step.before.picture();
    let arrives = [0, picture.ranks() - 1].contains(&step.played.to.rank);
    step.played.promotion.is_some() || arrives && moves_pawn(step)
}

fn is_under_promotion(step: &Step) -> bool {
    let played = &step.played;
    let Some(promotion) = played.promotion else {
        return false;
    };
    let queen = format!("{}{}q", played.from, played.to);
    let is_legal = step.before.moves().contains(&queen);
    promotion != 'q' && is_legal && !step.keepers.includes(&queen)
}

fn moves_pawn(step: &Step) -> bool {
    let man = step.before.picture().at(step.played.from);
    man.is_some_and(|man| man.kind() == 'P')
}

/// Whether there are replies, and each of them is the only legal move.
fn has_forced_replies(line: &Line) -> bool {
    let mut replied = line.steps.iter().filter(|step| step.reply.is_some());
    line.steps.len() > 1 && replied.all(|step| step.after.moves().len() == 1)
}

/// A position from the point of view of one side.
struct Scene {
    picture: Picture,
    side: Colour,
}

impl Scene {
    fn new(state: &dyn GameState, side: Colour) -> Self {
        Self {
            picture: state.picture(),
            side,
        }
    }

    /// The squares of a side's pieces of a kind.
    fn all(&self, side: Colour, kind: char) -> impl Iterator<Item = Coord> + '_ {
        let men = self.picture.men();
        let own = men.filter(move |(_, man)| (man.colour, man.kind()) == (side, kind));
        own.map(|(square, _)| square)
    }

    /// The distance of a square from a side's own first rank.
    fn advance(&self, side: Colour, square: Coord) -> usize {
        match side {
            Colour::White => square.rank,
            Colour::Black => self.picture.ranks() - 1 - square.rank,
        }
    }

    /// Whether no enemy pawn on these files is in front of a side's pawn on that square.
    fn is_free(&self, side: Colour, square: Coord, files: &[usize]) -> bool {
        self.all(side.opponent(), 'P').all(|enemy| {
            let is_before = self.advance(side, enemy) > self.advance(side, square);
            !(is_before && files.contains(&enemy.file.abs_diff(square.file)))
        })
    }

    /// The passed pawns of a side: no enemy pawn is in front of them on their file and the adjacent
    /// ones.
    fn passed_pawns(&self, side: Colour) -> Vec<Coord> {
        let pawns = self.all(side, 'P');
        pawns
            .filter(|square| self.is_free(side, *square, &[0, 1]))
            .collect()
    }

    /// The material balance of a side, in pawns.
    fn balance(&self) -> i32 {
        let of = |side| -> i32 {
            let worths = [('P', 1), ('N', 3), ('B', 3), ('R', 5), ('Q', 9)];
            let each = worths.map(|(kind, worth)| worth * self.all(side, kind).count() as i32);
            each.iter().sum()
        };
        of(self.side) - of(self.side.opponent())
    }
}

/// Whether a reply captures the piece that has just moved.
fn takes(reply: &ShownMove, played: &ShownMove) -> bool {
    let taken = reply.taken_aside.unwrap_or(reply.to);
    reply.is_capture && taken == played.to
}

/// `breakthrough`: in a win, a pawn moves to where a pawn can capture it, and at the end the player
/// has more passed pawns than at the start, or a pawn has arrived.
fn breakthrough(story: &Story<'_>) -> bool {
    let offers = |step: &Step| {
        let board = step.after.picture();
        let mut replies = step.after.shown_moves().into_iter();
        let is_quiet_pawn = moves_pawn(step) && !step.played.is_capture;
        is_quiet_pawn
            && replies.any(|reply| {
                let is_pawn = board.at(reply.from).is_some_and(|man| man.kind() == 'P');
                is_pawn && takes(&reply, &step.played)
            })
    };
    let (Some(first), Some(last)) = (story.first(), story.last()) else {
        return false;
    };
    let passed = |scene: &Scene| scene.passed_pawns(scene.side).len();
    let breaks = passed(&last) > passed(&first) || story.any(promotes);
    story.line.value == Outcome::Win && breaks && story.any(offers)
}

/// `race`: both sides have a passed pawn, and both move one.
fn race(story: &Story<'_>) -> bool {
    let Some(first) = story.first() else {
        return false;
    };
    let both = [first.side, first.side.opponent()];
    let runs = |state: &dyn GameState, played: &ShownMove| {
        let scene = Scene::new(state, state.turn());
        scene.passed_pawns(scene.side).contains(&played.from)
    };
    both.iter()
        .all(|side| !first.passed_pawns(*side).is_empty())
        && story.any(|step| runs(&*step.before, &step.played))
        && story.any(|step| {
            let reply = step.reply.as_ref();
            reply.is_some_and(|reply| runs(&*step.after, reply))
        })
}

/// `sacrifice`: the opponent captures, and after the next move the player has less material than at the
/// start.
fn sacrifice(story: &Story<'_>) -> bool {
    let Some(first) = story.first() else {
        return false;
    };
    let pairs = story.line.steps.iter().zip(story.line.steps.iter().skip(1));
    let mut after = pairs.filter(|(step, _)| {
        let reply = step.reply.as_ref();
        reply.is_some_and(|reply| reply.is_capture)
    });
    after.any(|(_, next)| Scene::new(&*next.after, first.side).balance() < first.balance())
}

/// `stalemate`: in a draw, a move or a possible reply leaves a side without a move; in a win, another possible move
/// would have done so.
fn stalemate(story: &Story<'_>) -> bool {
    let is_one = |state: &dyn GameState| {
        let finish = state.finish();
        finish.is_some_and(|finish| finish.cause == Cause::NoMove && finish.winner.is_none())
    };
    let leads = |state: &dyn GameState| state.children().iter().any(|(_, child)| is_one(&**child));
    match story.line.value {
        Outcome::Win => story.any(|step| leads(&*step.before)),
        _ => story.any(|step| is_one(&*step.after) || leads(&*step.after)),
    }
}

/// `deadFile`: a move of the player, not a capture, gives the opponent another file on which none of its pawns can
/// arrive.
fn dead_file(story: &Story<'_>) -> bool {
    story.any(|step| {
        let opponent = step.after.turn();
        let dead = |state: &dyn GameState| {
            let [white, black] = state.features().dead_files?;
            Some(match opponent {
                Colour::White => white,
                Colour::Black => black,
            })
        };
        let (before, after) = (dead(&*step.before), dead(&*step.after));
        before.zip(after).is_some_and(|(before, after)| {
            after.iter().any(|file| !before.contains(file)) && !step.played.is_capture
        })
    })
}

/// `opposition`: a king moves so that an odd number of squares lies between the kings, on a rank, a file or a
/// diagonal, and the opponent is in zugzwang.
fn opposition(story: &Story<'_>) -> bool {
    let mut steps = story.line.steps.iter().zip(&story.zugzwangs);
    steps.any(|(step, is_zugzwang)| {
        let scene = Scene::new(&*step.after, step.before.turn());
        let kings = [Colour::White, Colour::Black].map(|side| scene.all(side, 'K').next());
        let [Some(one), Some(other)] = kings else {
            return false;
        };
        let away = [one.file.abs_diff(other.file), one.rank.abs_diff(other.rank)];
        let is_odd = away.iter().all(|squares| squares % 2 == 0);
        let is_line = away.contains(&0) || away[0] == away[1];
        *is_zugzwang && step.played.to == king(&scene) && is_odd && is_line
    })
}

/// The square of the king of a side.
fn king(scene: &Scene) -> Coord {
    let nowhere = Coord {
        file: usize::MAX,
        rank: usize::MAX,
    };
    scene.all(scene.side, 'K').next().unwrap_or(nowhere)
}

/// `spareMove`: a pawn that no enemy pawn can capture on its way makes a quiet move, and the opponent is in zugzwang.
fn spare_move(story: &Story<'_>) -> bool {
    let mut steps = story.line.steps.iter().zip(&story.zugzwangs);
    steps.any(|(step, is_zugzwang)| {
        let scene = Scene::new(&*step.before, step.before.turn());
        *is_zugzwang
            && moves_pawn(step)
            && !step.played.is_capture
            && scene.is_free(scene.side, step.played.from, &[1])
    })
}

/// `pawnEndgame` and similar: besides kings and pawns there are only pieces of that kind.
fn only_with(story: &Story<'_>, kind: &str) -> bool {
    let Some(first) = story.first() else {
        return false;
    };
    let kinds = first.picture.men().map(|(_, man)| man.kind());
    let others: Vec<char> = kinds.filter(|kind| !['K', 'P'].contains(kind)).collect();
    others.iter().all(|other| kind.contains(*other)) && others.is_empty() == kind.is_empty()
}
