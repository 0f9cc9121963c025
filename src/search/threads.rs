//! Several threads in one search: each deepens by itself, and they share the table.
//!
//! The threads help each other only through the table and through their proofs. Where much is left
//! to search they [defer moves](crate::abdada) that another thread is searching, and half of them begin one
//! ply deeper, so that they do not all search the same part of the tree. The first one is the main
//! search: it checks the limits, reports, and gives the result.

use std::sync::atomic::AtomicU64;
use std::time::Instant;

use log::warn;

use super::deadline::Deadline;
use super::limits::Limits;
use super::ordering::{Killers, QuietHistory};
use super::path::Path;
use super::proving::Proving;
use super::table::Table;
use super::worker::{Line, Worker};
use super::{Depth, MAX_PLY, Report, Request, STACK, SearchInfo};
use crate::abdada::Abdada;
use crate::game::value::Value;
use crate::game::{Game, MoveCode};
use crate::stop::Stop;

/// Runs a search to its end and returns the last report of each line, best first; there is none if
/// the game is over at the root. `observe` is called in this thread with each report. The thread
/// should have a stack of [`STACK`] bytes, for games with long lists of moves.
pub fn search<G: Game>(
    request: &Request<G>,
    table: &Table<G::Key>,
    proving: Option<Proving<G>>,
    stop: &Stop,
    mut observe: impl FnMut(&SearchInfo<G::Move>),
) -> Vec<Report<G::Move>> {
    let search = Search {
        request,
        table,
        proving,
        started: Instant::now(),
        nodes: AtomicU64::new(0),
        // If there is no memory for it, the threads only duplicate more work.
        abdada: (request.threads > 1).then(Abdada::new).and_then(Result::ok),
    };
    let helpers_stop = Stop::default();
    std::thread::scope(|scope| {
        let helpers = Helpers(&helpers_stop);
        for number in 1..request.threads.max(1) {
            let first_depth = Depth::new(1 + number as u64 % 2);
            let (search, stop) = (&search, &helpers_stop);
            let help = move || {
                let deadline = Deadline::of_helper(search.started, stop);
                search.deepen(&deadline, None, first_depth, &mut |_| ());
            };
            let builder = std::thread::Builder::new().stack_size(STACK);
            if let Err(error) = builder.spawn_scoped(scope, help) {
                let wanted = request.threads;
                warn!("the search continues with {number} of {wanted} threads: {error}");
                break;
            }
        }
        let mut last: Vec<Report<G::Move>> = Vec::new();
        let limits = &request.limits;
        let deadline = Deadline::of_limits(limits, search.started, stop);
        search.deepen(&deadline, Some(limits), Depth::ONE, &mut |news| {
            observe(&news);
            if let SearchInfo::Line(report) = news {
                if report.line == 1 {
                    last.clear();
                }
                last.push(report);
            }
        });
        drop(helpers);
        last
    })
}

/// The helpers of the main search. They must stop when it ends, even by a panic, because nothing
/// else would stop them.
struct Helpers<'a>(&'a Stop);

impl Drop for Helpers<'_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// What the threads share.
struct Search<'a, G: Game> {
    request: &'a Request<G>,
    table: &'a Table<G::Key>,
    proving: Option<Proving<'a, G>>,
    started: Instant,
    nodes: AtomicU64,
    abdada: Option<Abdada>,
}

impl<G: Game> Search<'_, G> {
    /// One thread's part: the main search if it has the limits, otherwise a helper.
    fn deepen(
        &self,
        deadline: &Deadline,
        limits: Option<&Limits>,
        first_depth: Depth,
        observe: &mut dyn FnMut(SearchInfo<G::Move>),
    ) {
        let game = &self.request.game;
        let mut worker = Worker {
            game,
            table: self.table,
            limits: self.request.limits,
            deadline,
            started: self.started,
            all_nodes: &self.nodes,
            most_nodes: limits.and_then(|limits| limits.nodes),
            settled_at: None,
            nodes: 0,
            proving_nodes: 0,
            counted: 0,
            stopped: false,
            budget_ends: 0,
            must_move_at: None,
            excluded: MoveCode::NONE,
            hurries: false,
            expected: Value::DRAW,
            root_depth: Depth::ONE,
            seldepth: 0,
            killers: Killers::default(),
            quiet_history: QuietHistory::new(G::HISTORY_SIZE),
            proofs: self.proving.as_ref().map(|proving| proving.proofs),
            abdada: self.abdada.as_ref(),
            share: self.proving.as_ref().map_or(0.0, |proving| proving.share),
            path: Path::new(&self.request.root, &self.request.history),
            evaluations: vec![Value::DRAW; MAX_PLY + 1],
            lines: vec![Line::new(); MAX_PLY + 1],
        };
        let multipv = limits.map_or(1, |_| self.request.multipv);
        worker.deepen(self.request, multipv, first_depth, observe);
    }
}
