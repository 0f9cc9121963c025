//! Tables of four men and less, for all solvers and engines of a program.
//!
//! They are few, some eight thousand, and each is made when it is first asked for. With a pawn or a piece a side at most
//! nothing is left out; of two men against a king, only what follows a second promotion.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

use super::tables::question::{Bound, Question, Scope};
use super::tables::ranks::Ranks;
use super::tables::reading::{self, rests_on};
use super::tables::structure::{Side, Structure};
use super::tables::{Store, Table};
use super::{Position, rules};
use crate::game::Outcome;
use crate::game::bounds::Bounds;
use crate::solve::tiers::{Plan, Tier, Unmade};
use crate::thread::share;

/// More than there are.
const MOST: usize = 1 << 14;

static TABLES: LazyLock<Store> = LazyLock::new(|| Store::new((), MOST));

/// What they leave out.
const SCOPE: Scope = Scope::Pawnless;

/// Whether a structure has such tables.
fn has_tables(structure: Structure) -> bool {
    structure.men().iter().sum::<u32>() <= 2 && SCOPE.holds(structure)
}

/// Whether a question is answered by such a table.
#[must_use]
pub fn is_small(question: Question) -> bool {
    let own = Question::new(question.structure, question.bound, SCOPE);
    has_tables(question.structure) && question == own
}

/// Whether such tables can tell what a position is worth, as a rule.
#[must_use]
pub fn can_tell(position: &Position) -> bool {
    Structure::of(position).is_some_and(|one| one.men().iter().sum::<u32>() <= 2)
}

/// The questions about a position.
fn questions(position: &Position) -> Vec<Question> {
    let mut asked = Vec::new();
    for turn in Side::BOTH {
        rests_on(position, turn, &mut |structure| {
            if has_tables(structure) {
                asked.extend(Bound::BOTH.map(|bound| Question::new(structure, bound, SCOPE)));
            }
        });
    }
    asked
}

/// Whether other pawns or pieces stand in a position than in another one, whoever is to move.
#[must_use]
pub fn is_apart(one: &Position, other: &Position) -> bool {
    let structure = Structure::of(one);
    let other = Structure::of(other);
    structure != other && structure.map(Structure::turned) != other
}

/// What a position is worth, by tables that are made for it; `None` if it has more men, or they do not tell.
#[must_use]
pub fn decide(position: &Position) -> Option<Outcome> {
    if !can_tell(position) {
        return None;
    }
    bounds(position, &|question| {
        TABLES.solve(question, &|| false, &mut |_| ()).ok()
    })
    .exact()
}

/// What is known of a position, by the tables that there are.
#[must_use]
pub fn known(position: &Position) -> Bounds {
    match can_tell(position) {
        true => bounds(position, &|question| TABLES.get(question)),
        false => Bounds::UNKNOWN,
    }
}

fn bounds(position: &Position, table: &impl Fn(Question) -> Option<&'static Table>) -> Bounds {
    let told = Bound::BOTH.map(|bound| {
        reading::bounds(
            position,
            bound,
            SCOPE,
            &|question| match is_small(question) {
                true => table(question),
                false => None,
            },
        )
    });
    told[0].and(told[1])
}

/// Makes the tables that tell what a position is worth, and what its moves are; says how many positions were settled.
pub fn solve(
    position: &Position,
    threads: usize,
    gives_up: &(dyn Fn() -> bool + Sync),
    settled: &AtomicU64,
) {
    let mut asked = questions(position);
    for played in rules::moves(position) {
        asked.extend(questions(&rules::play(position, played)));
    }
    // Threads that were to make the same tables would wait for each other.
    let Ok(plan) = Plan::new(&asked, MOST, gives_up, |_| ()) else {
        return;
    };
    for layer in plan.layers() {
        let made = share(threads, layer, |place| {
            make(plan.at(place), gives_up, settled)
        });
        if made.is_err() {
            break;
        }
    }
}

/// The same in this thread.
pub fn solve_alone(position: &Position, gives_up: &dyn Fn() -> bool, settled: &AtomicU64) {
    for question in questions(position) {
        if make(question, gives_up, settled).is_err() {
            break;
        }
    }
}

fn make(
    question: Question,
    gives_up: &dyn Fn() -> bool,
    settled: &AtomicU64,
) -> Result<(), Unmade> {
    let mut made = |one: Question| {
        settled.fetch_add(one.positions(), Ordering::Relaxed);
    };
    TABLES.solve(question, gives_up, &mut made).map(drop)
}

/// The ranks of a question that such a table answers.
#[must_use]
pub fn ranks(question: Question) -> Option<Ranks> {
    TABLES.get(question)?;
    Ranks::new(question, &|next| TABLES.get(next)).ok()
}
