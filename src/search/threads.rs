//! Several threads on one search ("lazy SMP"): each deepens by itself, and they share the table.
//!
//! The threads help each other only through what they leave in the table. Half of them begin one
//! ply deeper, so that they are not always in the same place. The first one is the search that
//! counts: it watches the limits, tells what happens, and its result is the result.

use std::sync::atomic::AtomicU64;
use std::time::Instant;

use super::alpha_beta::{Line, Worker};
use super::ordering::Memory;
use super::table::Table;
use super::{Depth, MAX_PLY, News, Report, Request};
use crate::game::Game;
use crate::stop::Stop;

/// Runs a search to its end and returns the last report of each line, best first; nothing if the
/// game is over at the root. `observe` is called in this thread with whatever there is to tell.
pub fn search<G: Game>(
    request: &Request<G>,
    table: &Table,
    stop: &Stop,
    mut observe: impl FnMut(&News<G::Move>),
) -> Vec<Report<G::Move>> {
    let started = Instant::now();
    let all_nodes = AtomicU64::new(0);
    let worker = |watches: bool| Worker {
        game: &request.game,
        table,
        stop,
        limits: request.limits,
        hard_time: request.limits.hard_time(),
        pondered_enough: false,
        started,
        all_nodes: &all_nodes,
        watches,
        nodes: 0,
        counted: 0,
        stopped: false,
        root_depth: Depth::ONE,
        selective_depth: 0,
        memory: Memory::default(),
        lines: vec![Line::new(); MAX_PLY + 1],
    };
    let helpers_stop = Stop::default();
    std::thread::scope(|scope| {
        for number in 1..request.threads.max(1) {
            let mut helper = worker(false);
            helper.stop = &helpers_stop;
            let first_depth = Depth::new(1 + number as u64 % 2);
            scope.spawn(move || {
                helper.deepen(request, 1, first_depth, &mut |_| ());
            });
        }
        let mut last: Vec<Report<G::Move>> = Vec::new();
        worker(true).deepen(request, request.lines, Depth::ONE, &mut |news| {
            observe(&news);
            if let News::Line(report) = news {
                if report.line == 1 {
                    last.clear();
                }
                last.push(report);
            }
        });
        helpers_stop.say();
        last
    })
}
