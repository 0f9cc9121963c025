//! The ladder: one rung after the other, until both questions about a position are answered.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use indicatif::HumanCount;

use super::EndingSolver;
use crate::game::Game;
use crate::game::bounds::{Bounds, Goal};
use crate::games::endings::tables::Run;
use crate::games::endings::tables::question::{Bound, Question, Scope};
use crate::games::endings::tables::reading::rests_on;
use crate::games::endings::tables::structure::{Side, Structure};
use crate::games::endings::{EndingGame, Position, rules, small};
use crate::solve::solver::NoSearch;
use crate::solve::tiers::plan::{NoPlan, Plan};
use crate::solve::tiers::{Tier, Unmade};
use crate::standard::note;
use crate::stop::Stop;

/// One bound of one question, in one scope.
#[derive(Debug)]
pub(super) struct Rung {
    pub(super) scope: Scope,
    pub(super) bound: Bound,
    /// What was asked, by which checkpoints know it.
    pub(super) name: Vec<u8>,
    pub(super) run: Run,
}

/// The rungs of a ladder for a position, the cheapest first.
fn ladder(position: &Position, game: &EndingGame) -> impl Iterator<Item = (Scope, Side, Bound)> {
    // Who seems to be better is asked about first: a win of his settles all.
    let better = match game.evaluate(position).number() >= 0 {
        true => Side::Attacker,
        false => Side::Defender,
    };
    let rungs = Scope::ALL.into_iter().flat_map(move |scope| {
        [
            (scope, better, Bound::Lower),
            (scope, better, Bound::Upper),
            (scope, better.opponent(), Bound::Upper),
            (scope, better.opponent(), Bound::Lower),
        ]
    });
    // Without pieces hardly anybody is mated.
    rungs.filter(|(scope, _, bound)| *scope > Scope::Pieceless || *bound == Bound::Upper)
}

/// Whether bounds leave a question open that this would answer; the side to move is the `turn` of the attacker asked
/// about.
fn is_open(bounds: Bounds, turn: Side) -> bool {
    match turn {
        Side::Attacker => bounds.answer(Goal::Win).is_none(),
        Side::Defender => bounds.answer(Goal::Draw).is_none(),
    }
}

/// A structure takes at least so many bytes with its table, taken together: where there are more, there is no need to
/// count on.
const LEAST_BYTES: u64 = 4 << 10;

impl EndingSolver {
    /// The questions about a position, and about those after its moves, whose tables tell whether the attacker wins; the
    /// side to move is that `turn`.
    fn questions(position: &Position, turn: Side, bound: Bound, scope: Scope) -> Vec<Question> {
        let mut asked = Vec::new();
        let mut ask = |position: &Position, turn| {
            rests_on(position, turn, &mut |structure| {
                if scope.holds(structure) {
                    asked.push(Question::new(structure, bound, scope));
                }
            });
            !asked.is_empty()
        };
        if ask(position, turn) {
            for played in rules::moves(position) {
                ask(&rules::play(position, played), turn.opponent());
            }
        }
        asked.sort_unstable();
        asked.dedup();
        asked
    }

    /// Makes a rung ready, unless all that it would tell is there.
    fn rung(
        &self,
        position: &Position,
        turn: Side,
        bound: Bound,
        scope: Scope,
        gives_up: &dyn Fn() -> bool,
    ) -> Result<Option<Arc<Rung>>, String> {
        let mut asked = Self::questions(position, turn, bound, scope);
        if asked.is_empty() {
            return Ok(None);
        }
        let named = asked.clone();
        if let Some((_, why)) = self.refused.lock().iter().find(|(one, _)| *one == named) {
            return Err(why.clone());
        }
        asked.retain(|one| self.table(*one).is_none());
        if asked.is_empty() {
            return Ok(None);
        }
        let waiting = self.rungs.read().iter().find_map(|rung| {
            (rung.scope == scope && rung.bound == bound && rung.run.keeps(&asked))
                .then(|| rung.clone())
        });
        if waiting.is_some() {
            return Ok(waiting);
        }
        let most = (self.mebibytes << 20) / LEAST_BYTES;
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        loop {
            let used: u64 = self.rungs.read().iter().map(|rung| rung.run.bytes()).sum();
            let left = self.mebibytes.saturating_sub(used.div_ceil(1 << 20));
            let refusal = match Plan::new(&asked, most, gives_up, |_| ()) {
                Err(NoPlan::Stopped) => {
                    return Err("stopped while the structures were counted".into());
                }
                Err(NoPlan::TooMany) => format!(
                    "more than {} structures can come of it, too many for --memory {}",
                    HumanCount(most as u64),
                    self.mebibytes
                ),
                Ok(plan) => {
                    let count = HumanCount(plan.len() as u64);
                    match Run::new(plan, (), &asked, left) {
                        Ok(run) => {
                            log::info!("{scope:?} {bound:?} of the {turn:?}: {count} structures");
                            let name = asked
                                .iter()
                                .flat_map(|one| one.key().to_le_bytes())
                                .collect();
                            self.take_up(&name, &run)?;
                            let rung = Arc::new(Rung {
                                scope,
                                bound,
                                name,
                                run,
                            });
                            self.rungs.write().push(rung.clone());
                            return Ok(Some(rung));
                        }
                        Err(_) if used > 0 => {
                            self.forget();
                            continue;
                        }
                        Err(room) => format!(
                            "{count} structures can come of it, whose tables take some {} MiB: give --memory {}",
                            room.mebibytes, room.mebibytes
                        ),
                    }
                }
            };
            self.refused.lock().push((named, refusal.clone()));
            return Err(refusal);
        }
    }

    /// Goes on where a checkpoint ends, if it knows a run.
    fn take_up(&self, name: &Vec<u8>, run: &Run) -> Result<(), String> {
        let mut earlier = self.earlier.lock();
        let Some(place) = earlier.iter().position(|(one, _)| one == name) else {
            return Ok(());
        };
        let (_, bytes) = earlier.swap_remove(place);
        let read = run.read(&mut bytes.as_slice());
        read.map_err(|problem| format!("the checkpoint is damaged: {problem}"))
    }

    /// Gives back the memory of all rungs.
    fn forget(&self) {
        let rungs = std::mem::take(&mut *self.rungs.write());
        let positions: u64 = rungs.iter().map(|rung| rung.run.positions()).sum();
        self.before.fetch_add(positions, Ordering::Relaxed);
        self.ranks.lock().clear();
    }

    /// Goes up the ladder of a position until its value is known, as far as it can. `climb` makes the tables of a rung.
    fn ascend(
        &self,
        position: &Position,
        gives_up: &dyn Fn() -> bool,
        climb: &dyn Fn(&Run) -> Result<(), Unmade>,
    ) -> Bounds {
        for (scope, turn, bound) in ladder(position, &self.game) {
            let known = self.bounds(position);
            if known.exact().is_some() || self.failed.lock().is_some() || gives_up() {
                return known;
            }
            if !is_open(known, turn) {
                continue;
            }
            let rung = match self.rung(position, turn, bound, scope, gives_up) {
                Ok(Some(rung)) => rung,
                Ok(None) => continue,
                // For a narrower scope the memory was enough.
                Err(refusal) => {
                    log::info!("{refusal}");
                    continue;
                }
            };
            match climb(&rung.run) {
                Ok(()) => {}
                Err(Unmade::Stopped) => break,
                Err(Unmade::Full) => log::info!("the tables have grown beyond their memory"),
                Err(why) => self.fail(why),
            }
        }
        self.bounds(position)
    }

    /// The value of a position, as far as it is proved when `stop` is said.
    pub fn value(&self, position: &Position, stop: &Stop) -> Bounds {
        if small::can_tell(position) {
            small::solve(position, self.threads, &|| stop.is_stopped(), &self.before);
        }
        let gives_up = || stop.is_over_at(self.positions());
        let bounds = self.ascend(position, &gives_up, &|run| {
            run.make_all(self.threads, &gives_up)
        });
        // What would help is said once.
        let refused = self.refused.lock();
        if let (None, Some((_, why))) = (bounds.exact(), refused.first())
            && !self.is_noted.swap(true, Ordering::Relaxed)
        {
            note!("{why}");
        }
        bounds
    }

    /// What a position is worth, as far as that is found in this thread until `gives_up` says so.
    pub fn value_alone(&self, position: &Position, gives_up: &dyn Fn() -> bool) -> Bounds {
        if small::can_tell(position) {
            small::solve_alone(position, gives_up, &self.before);
        }
        self.ascend(position, gives_up, &|run| run.make_alone(gives_up))
    }

    /// Looks how much there is to do for a position: the first rung must be possible.
    pub(super) fn count(&self, root: &Position, stop: &Stop) -> Result<(), String> {
        if Structure::of(root).is_none() && self.bounds(root).exact().is_none() {
            return Err("a side has several pieces besides its king; the tables know one".into());
        }
        let known = self.bounds(root);
        let first = ladder(root, &self.game).find(|(_, turn, _)| is_open(known, *turn));
        match first {
            Some((scope, turn, bound)) if !small::can_tell(root) => {
                let gives_up = || stop.is_stopped();
                self.rung(root, turn, bound, scope, &gives_up).map(drop)
            }
            _ => Ok(()),
        }
    }

    fn fail(&self, why: Unmade) {
        log::warn!("{why}");
        *self.failed.lock() = Some(NoSearch::Fault);
    }
}
