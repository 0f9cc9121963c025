//! The pool of engines: a few engines, shared by many tabs.
//!
//! A tab that thinks takes an engine and gives it back when the search ends. The engine keeps its
//! results for the tab's next search, until another tab needs the engine, or the tab is closed. So
//! there are never more tables than engines, however many tabs are open; each table has the size
//! given by the option `Hash`, but at most [`MOST_HASH`] MiB. Each search uses the number of
//! threads given by `Threads`, but at most as many as the machine can run at once.

use std::collections::VecDeque;
use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::available_parallelism;

use parking_lot::Mutex;

use super::message::Wrong;
use crate::config::Config;
use crate::engine::Engine;
use crate::engine::options::LEVEL_SEED;

/// The maximum number of tabs that think at a time.
const MOST_THINKERS: usize = 8;

/// The maximum size of each engine's tables, in MiB.
pub const MOST_HASH: u32 = 64;

/// What the pool knows about a tab.
#[derive(Debug)]
pub struct Tab {
    number: u64,
    is_gone: AtomicBool,
}

impl Tab {
    /// A tab with this number, which no other tab may have.
    #[must_use]
    pub const fn new(number: u64) -> Self {
        Self {
            number,
            is_gone: AtomicBool::new(false),
        }
    }
}

/// The pool.
pub struct EnginePool {
    config: Config,
    engines: Mutex<Engines>,
}

#[derive(Default)]
struct Engines {
    /// Free engines, each with the tab that used it last; the one that has been free longest comes
    /// first.
    free: VecDeque<(u64, Engine)>,
    /// The number of engines in use.
    taken: usize,
}

impl EnginePool {
    /// A pool whose engines have this configuration.
    #[must_use]
    pub fn new(mut config: Config) -> Self {
        let options = &mut config.options;
        options.hash = options.hash.min(MOST_HASH);
        let most_threads = available_parallelism().map_or(1, NonZero::get);
        options.threads = options
            .threads
            .min(u32::try_from(most_threads).unwrap_or(u32::MAX));
        Self {
            config,
            engines: Mutex::default(),
        }
    }

    /// Takes an engine for a tab: its previous one, if that is still free.
    ///
    /// # Errors
    /// If all engines are taken.
    pub fn take(self: &Arc<Self>, tab: &Arc<Tab>) -> Result<PooledEngine, Wrong> {
        let mut engines = self.engines.lock();
        let mut free = engines.free.iter();
        let own = free.position(|(other, _)| *other == tab.number);
        let found = match own {
            Some(index) => engines.free.remove(index),
            None if engines.taken == MOST_THINKERS => {
                return Err(Wrong::plain(format!(
                    "{MOST_THINKERS} boards are already thinking; stop one of them first"
                )));
            }
            None if engines.free.len() + engines.taken < MOST_THINKERS => None,
            None => engines.free.pop_front(),
        };
        engines.taken += 1;
        drop(engines);
        let mut pooled = PooledEngine {
            pool: Arc::clone(self),
            tab: Arc::clone(tab),
            engine: None,
        };
        pooled.engine = Some(match found {
            Some((other, mut engine)) => {
                // Another tab's results are dropped.
                if other != tab.number {
                    engine.new_game();
                }
                engine
            }
            None => {
                let mut config = self.config.clone();
                config.options.level_seed = rand::random_range(LEVEL_SEED);
                Engine::new(config).map_err(Wrong::plain)?
            }
        });
        Ok(pooled)
    }

    /// Drops the results of a tab that is closed.
    pub fn leave(&self, tab: &Tab) {
        let mut engines = self.engines.lock();
        tab.is_gone.store(true, Ordering::Relaxed);
        engines.free.retain(|(other, _)| *other != tab.number);
    }
}

/// A taken engine, which is given back when this is dropped.
pub struct PooledEngine {
    pool: Arc<EnginePool>,
    tab: Arc<Tab>,
    engine: Option<Engine>,
}

impl PooledEngine {
    /// The engine.
    pub fn engine(&mut self) -> Option<&mut Engine> {
        self.engine.as_mut()
    }
}

impl Drop for PooledEngine {
    fn drop(&mut self) {
        let engine = self.engine.take();
        let mut engines = self.pool.engines.lock();
        engines.taken -= 1;
        // After a panic the state of an engine is unknown.
        let is_wanted = !self.tab.is_gone.load(Ordering::Relaxed) && !std::thread::panicking();
        if let Some(engine) = engine.filter(|_| is_wanted) {
            engines.free.push_back((self.tab.number, engine));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_so_many_engines_and_no_more() {
        let pool = Arc::new(EnginePool::new(Config::built_in().clone()));
        let numbers = || -> Vec<u64> {
            let engines = pool.engines.lock();
            engines.free.iter().map(|(tab, _)| *tab).collect()
        };
        let tabs: Vec<Arc<Tab>> = (0..20).map(|number| Arc::new(Tab::new(number))).collect();
        let taken: Vec<PooledEngine> = tabs[..MOST_THINKERS]
            .iter()
            .map(|tab| pool.take(tab).unwrap())
            .collect();
        assert!(pool.take(&tabs[10]).is_err());
        drop(taken);
        assert_eq!(pool.engines.lock().free.len(), MOST_THINKERS);
        // Another tab gets the engine that has been free longest.
        drop(pool.take(&tabs[10]).unwrap());
        assert_eq!(numbers(), [1, 2, 3, 4, 5, 6, 7, 10]);
        // A closed tab leaves nothing behind, whether it was thinking or not.
        let pooled = pool.take(&tabs[2]).unwrap();
        pool.leave(&tabs[2]);
        pool.leave(&tabs[3]);
        drop(pooled);
        assert_eq!(numbers(), [1, 4, 5, 6, 7, 10]);
    }
}
