//! Exact values of positions, from the tables of all that can come of them.
//!
//! The structures are counted first. Whoever asks hears how many there are, and whether the memory
//! holds them, before hours are spent; then all tables are [made](crate::solve::tiers), and every
//! position that can come of the one asked can be looked up, if there was room to keep them.

use std::io::{self, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use indicatif::HumanCount;
use parking_lot::{Mutex, RwLock};

use super::structure::Structure;
use super::tables::Run;
use super::tables::reading::rests_on;
use super::{KingGame, Position, rules};
use crate::game::bounds::Bounds;
use crate::solve::checkpoint::CheckpointError;
use crate::solve::exact::{ExactSolver, Refusal};
use crate::solve::solver::NoSearch;
use crate::solve::tiers::plan::{NoPlan, Plan};
use crate::solve::tiers::run::{EACH, Storage};
use crate::solve::tiers::{Unmade, Worth};
use crate::standard::note;
use crate::stop::Stop;

/// Solves positions of kings and pawns.
#[derive(Debug)]
pub struct KingSolver {
    game: KingGame,
    mebibytes: u64,
    threads: usize,
    /// The run for the position that was asked last.
    run: RwLock<Option<Arc<Run>>>,
    /// What a checkpoint has brought, until it is known what it belongs to.
    earlier: Mutex<Option<Vec<u8>>>,
    /// How many positions earlier runs have valued.
    before: AtomicU64,
    /// Why nothing could be solved, once that has happened.
    failed: Mutex<Option<NoSearch>>,
}

impl KingSolver {
    /// A solver with so many MiB and so many threads.
    #[must_use]
    pub fn new(game: KingGame, mebibytes: u64, threads: usize) -> Self {
        Self {
            game,
            mebibytes,
            threads: threads.max(1),
            run: RwLock::default(),
            earlier: Mutex::default(),
            before: AtomicU64::new(0),
            failed: Mutex::default(),
        }
    }

    fn run(&self) -> Option<Arc<Run>> {
        self.run.read().clone()
    }

    /// What a position is worth, as far as the tables are there.
    #[must_use]
    pub fn worth(&self, position: &Position) -> Option<Worth> {
        match rules::outcome(position) {
            Some(outcome) => Some(Worth::at_end(outcome)),
            None => self.run()?.worth(position),
        }
    }

    /// Looks how much there is to do for some structures, as [`begin`](ExactSolver::begin) does for a position.
    /// Whatever becomes of other tables, theirs are kept. If they are among those that are kept already, the
    /// run goes on.
    ///
    /// # Errors
    /// If it is too much.
    pub fn begin_with(&self, structures: Vec<Structure>, stop: &Stop) -> Result<Storage, Refusal> {
        if let Some(run) = self.run().filter(|run| run.keeps(&structures)) {
            return Ok(run.storage());
        }
        if let Some(run) = self.run.write().take() {
            self.before.fetch_add(run.positions(), Ordering::Relaxed);
        }
        let run = self.plan(structures, stop)?;
        let mut earlier = self.earlier.lock();
        if let Some(bytes) = &*earlier {
            run.read(&mut bytes.as_slice())
                .map_err(|problem| Refusal(format!("the checkpoint is damaged: {problem}")))?;
        }
        *earlier = None;
        let storage = run.storage();
        *self.run.write() = Some(Arc::new(run));
        Ok(storage)
    }

    /// Counts what structures rest on, and makes room for it.
    fn plan(&self, mut asked: Vec<Structure>, stop: &Stop) -> Result<Run, Refusal> {
        asked.sort_unstable();
        asked.dedup();
        let most = (self.mebibytes << 20) / EACH;
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        let plan = Plan::new(&asked, most, &|| stop.is_stopped(), |_| ());
        let plan = plan.map_err(|why| {
            Refusal(match why {
                NoPlan::Stopped => "stopped while the pawn structures were counted".into(),
                NoPlan::TooMany => format!(
                    "more than {} pawn structures can come of it, too many for --memory {}",
                    HumanCount(most as u64),
                    self.mebibytes
                ),
            })
        })?;
        let count = HumanCount(plan.len() as u64);
        Run::new(plan, (), &asked, self.mebibytes).map_err(|room| {
            Refusal(format!(
                "{count} pawn structures can come of it, which take some {} MiB: give --memory {}",
                room.mebibytes, room.mebibytes
            ))
        })
    }
}

impl ExactSolver<KingGame> for KingSolver {
    fn game(&self) -> &KingGame {
        &self.game
    }

    fn check(&self) -> Result<(), NoSearch> {
        self.failed.lock().clone().map_or(Ok(()), Err)
    }

    fn positions(&self) -> u64 {
        let now = self.run().map_or(0, |run| run.positions());
        self.before.load(Ordering::Relaxed) + now
    }

    fn memory(&self) -> String {
        self.run().map_or_else(
            || "counting".into(),
            |run| {
                let (made, all) = (run.made() as u64, run.len() as u64);
                let mebibytes = run.bytes() >> 20;
                let (made, all) = (HumanCount(made), HumanCount(all));
                format!("{made} of {all} pawn structures, {mebibytes} MiB")
            },
        )
    }

    fn begin(&self, root: &Position, stop: &Stop) -> Result<(), Refusal> {
        let mut asked = Vec::new();
        rests_on(root, &mut |one| asked.push(one));
        if rules::outcome(root).is_none() {
            for one in rules::moves(root) {
                rests_on(&root.play(one), &mut |one| asked.push(one));
            }
        }
        let storage = self.begin_with(asked, stop)?;
        if let Some(run) = self.run().filter(|_| storage != Storage::All) {
            let count = HumanCount(run.len() as u64);
            let all = run.mebibytes_of_all();
            note!(
                "{count} pawn structures: what is done with is forgotten, so there will be neither a line nor a certificate (--memory {} keeps all)",
                all
            );
        }
        Ok(())
    }

    fn known(&self, position: &Position) -> Bounds {
        let worth = self.worth(position);
        worth.map_or(Bounds::UNKNOWN, |worth| Bounds::exactly(worth.outcome()))
    }

    fn plies(&self, position: &Position) -> Option<u16> {
        self.worth(position)?.plies()
    }

    fn value(&self, position: &Position, stop: &Stop) -> Bounds {
        if let Some(run) = self.run()
            && let Err(why) = run.make_all(self.threads, &|| stop.is_over_at(self.positions()))
        {
            match why {
                Unmade::Stopped => {}
                Unmade::Full => {
                    note!("the tables have grown beyond --memory {}", self.mebibytes);
                    stop.stop();
                }
                why @ (Unmade::Missing | Unmade::TooLong) => {
                    log::warn!("{why}");
                    *self.failed.lock() = Some(NoSearch::Fault);
                }
            }
        }
        self.known(position)
    }

    fn write_proved(&self, file: &mut dyn Write) -> io::Result<()> {
        match (self.run(), &*self.earlier.lock()) {
            (Some(run), _) => run.write(file),
            // Nothing was begun: what was there stays.
            (None, Some(earlier)) => file.write_all(earlier),
            (None, None) => Ok(()),
        }
    }

    /// It can be made sense of only when the structures are counted.
    fn read_proved(&self, file: &mut dyn Read) -> Result<(), CheckpointError> {
        let mut earlier = Vec::new();
        let read = file.read_to_end(&mut earlier);
        read.map_err(CheckpointError::damaged)?;
        *self.earlier.lock() = (!earlier.is_empty()).then_some(earlier);
        Ok(())
    }
}
