//! Tables of up to four pieces (kings and pawns included), shared by all solvers and engines of a program.
//!
//! There are only about ten thousand such tables, and each is made when it is first asked for. For two pawns
//! or pieces against a bare king, the large tables that follow a second promotion are made last, because most
//! positions are decided without them.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

use super::tables::question::{Bound, Scope, TableQuestion};
use super::tables::ranks::Ranks;
use super::tables::reading::{self, Views, rests_on};
use super::tables::structure::Structure;
use super::tables::{Store, Table};
use super::{Position, rules};
use crate::game::Outcome;
use crate::game::bounds::Bounds;
use crate::solve::proof_numbers::Role;
use crate::solve::tiers::{Plan, Planned, Unmade};
use crate::thread::share;

/// A number that is greater than that of such tables.
const MOST: usize = 1 << 14;

static TABLES: LazyLock<Store> = LazyLock::new(|| Store::new((), MOST));

/// The scopes: first without a second promotion, then complete.
const SCOPES: [Scope; 2] = [Scope::Pawnless, Scope::TwoPieces];

/// Whether a structure has such tables in a scope.
fn has_tables(structure: Structure, bound: Bound, scope: Scope) -> bool {
    structure.men().iter().sum::<u32>() <= 2 && scope.holds(structure, bound)
}

/// Whether a question is answered by such a table.
fn is_small(question: TableQuestion) -> bool {
    SCOPES.into_iter().any(|scope| {
        let own = TableQuestion::new(question.structure, question.bound, scope);
        has_tables(question.structure, question.bound, scope) && question == own
    })
}

/// Whether such tables can give the value of a position.
#[must_use]
pub fn can_tell(position: &Position) -> bool {
    Structure::of(position).is_some_and(|one| one.men().iter().sum::<u32>() <= 2)
}

/// The questions about a position.
fn questions(position: &Position, scope: Scope) -> Vec<TableQuestion> {
    let mut asked = Vec::new();
    for turn in Role::BOTH {
        rests_on(position, turn, &mut |structure| {
            let bounds = Bound::BOTH.into_iter();
            let bounds = bounds.filter(|bound| has_tables(structure, *bound, scope));
            asked.extend(bounds.map(|bound| TableQuestion::new(structure, bound, scope)));
        });
    }
    asked
}

/// Whether two positions have different pawns or pieces, whichever side is to move.
#[must_use]
pub fn is_apart(one: &Position, other: &Position) -> bool {
    let structure = Structure::of(one);
    let other = Structure::of(other);
    structure != other && structure.map(Structure::turned) != other
}

/// The value of a position, by tables that are made for it; `None` if it has more pieces.
#[must_use]
pub fn value(position: &Position) -> Option<Outcome> {
    decide(position, &|| false, &AtomicU64::new(0))
}

/// Like [`value`], but returns `None` if `gives_up` returns true. Adds the number of positions in new tables
/// to `settled`.
#[must_use]
pub fn decide(
    position: &Position,
    gives_up: &dyn Fn() -> bool,
    settled: &AtomicU64,
) -> Option<Outcome> {
    if !can_tell(position) {
        return None;
    }
    let views = Views::new(position);
    SCOPES.into_iter().find_map(|scope| {
        let told = bounds(&views, scope, &|question| {
            make(question, gives_up, settled).ok()
        });
        told.exact()
    })
}

/// What the tables made so far say about a position.
#[must_use]
pub fn known(position: &Position) -> Bounds {
    match can_tell(position) {
        true => {
            let views = Views::new(position);
            let told = SCOPES.map(|scope| bounds(&views, scope, &|one| TABLES.get(one)));
            told[0].and(told[1])
        }
        false => Bounds::UNKNOWN,
    }
}

fn bounds(
    views: &Views,
    scope: Scope,
    table: &impl Fn(TableQuestion) -> Option<&'static Table>,
) -> Bounds {
    let small = |question| is_small(question).then(|| table(question))?;
    let told = Bound::BOTH.map(|bound| reading::bounds(views, bound, scope, &small));
    told[0].and(told[1])
}

/// Makes the tables that give the value of a position, and, in the narrower scope, those of the positions
/// after its moves. Counts the settled positions.
pub fn solve(
    position: &Position,
    threads: usize,
    gives_up: &(dyn Fn() -> bool + Sync),
    settled: &AtomicU64,
) {
    for scope in SCOPES {
        let mut asked = questions(position, scope);
        if scope == SCOPES[0] {
            for played in rules::moves(position) {
                asked.extend(questions(&rules::play(position, played), scope));
            }
        } else if known(position).exact().is_some() {
            return;
        }
        let is_missing = |one: TableQuestion| TABLES.get(one).is_none();
        asked.retain(|one| is_missing(*one));
        // Work is shared layer by layer: otherwise threads that need the same table would wait for each
        // other.
        let Ok(plan) = Plan::new(&asked, MOST, gives_up, |_| ()) else {
            return;
        };
        for layer in plan.layers() {
            let missing: Vec<TableQuestion> = layer
                .map(|place| plan.at(place))
                .filter(|one| is_missing(*one))
                .collect();
            let made = share(threads, 0..missing.len(), |number| {
                make(missing[number], gives_up, settled).map(drop)
            });
            if made.is_err() {
                return;
            }
        }
    }
}

fn make(
    question: TableQuestion,
    gives_up: &dyn Fn() -> bool,
    settled: &AtomicU64,
) -> Result<&'static Table, Unmade> {
    let mut made = |one: TableQuestion| {
        settled.fetch_add(one.positions(), Ordering::Relaxed);
    };
    TABLES.solve(question, gives_up, &mut made)
}

/// The ranks of a question that such a table answers.
#[must_use]
pub fn ranks(question: TableQuestion, gives_up: &dyn Fn() -> bool) -> Option<Ranks> {
    TABLES.get(question)?;
    Ranks::new(question, &|next| TABLES.get(next), gives_up).ok()
}
