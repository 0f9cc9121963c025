//! Where the solver spends its positions: how many have each number of pawns, and what settled
//! them.
//!
//! This is the search of the [prover](jacquerie::solve::prover) in its plainest form: one thread, a
//! table that is never full, no gamelets. It generates the moves of as many positions as `jacquerie
//! solve --no-gamelets --threads 1` does with enough memory, and counts what settled them, and how
//! many of them the proof needs:
//!
//! - *fact*: a fact about the position after one of the moves;
//! - *table*: a table entry of one of those;
//! - *first*, *later*: the first of them that was searched, or a later one;
//! - *known*, *all*: no move is good enough, and to show that, no child (*known*) or some (*all*)
//!   had to be searched.
//!
//! ```text
//! cargo run --release --example where_positions_go -- "4/pppp/pppp/4/4/PPPP/PPPP/4 w"
//! ```
//!
//! `docs/where-positions-go.md` discusses the result.

use std::collections::{HashMap, HashSet};

use anyhow::Result;
use clap::Parser;
use jacquerie::game::bounds::{Bounds, Goal};
use jacquerie::game::{Game, PackedKey};
use jacquerie::games::pawns::{Diagram, PawnGame, Position, Stalemate};

/// Solves a position of the pawn games in which stalemate is a draw, and counts the work.
#[derive(Parser)]
struct Arguments {
    /// The position, as FEN.
    fen: Diagram,
}

/// Ties are broken by the highest 64 bits of the key.
const TIE_SHIFT: u32 = PackedKey::BITS - u64::BITS;

const WAYS: [&str; 6] = ["fact", "table", "first", "later", "known", "all"];

/// What settled a position, as an index into [`WAYS`].
#[derive(Clone, Copy)]
enum Way {
    Fact,
    Table,
    First,
    Later,
    Known,
    All,
}

/// The search, with its counts.
struct Count {
    game: PawnGame,
    /// The proved bounds, by the bits of the key.
    table: HashMap<u128, Bounds>,
    /// For each number of pawns, the positions settled in each way.
    positions: Vec<[u64; WAYS.len()]>,
}

impl Count {
    /// Whether the side to move meets its goal.
    fn ask(&mut self, position: &Position, goal: Goal) -> bool {
        if let Some(proof) = self.game.prove(position) {
            return goal.is_met_by(proof.outcome);
        }
        let key = self.game.value_key(position).bits();
        if let Some(met) = self.table.get(&key).and_then(|known| known.answer(goal)) {
            return met;
        }
        let (met, way) = self.search(position, goal);
        let pawns = position.pawns() as usize;
        if self.positions.len() <= pawns {
            self.positions.resize(pawns + 1, [0; WAYS.len()]);
        }
        self.positions[pawns][way as usize] += 1;
        let known = self.table.entry(key).or_insert(Bounds::UNKNOWN);
        *known = known.learn(goal, met);
        met
    }

    /// The same, by searching the moves; also returns what settled it.
    fn search(&mut self, position: &Position, goal: Goal) -> (bool, Way) {
        let theirs = goal.opponents();
        let mut children = Vec::new();
        for played in self.game.moves(position) {
            let child = self.game.play(position, played);
            match self.game.prove(&child) {
                Some(proof) if theirs.is_met_by(proof.outcome) => {}
                Some(_) => return (true, Way::Fact),
                None => children.push(child),
            }
        }
        let key = |child: &Position| self.game.value_key(child).bits();
        let known = |child: &Position| self.table.get(&key(child))?.answer(theirs);
        if children.iter().any(|child| known(child) == Some(false)) {
            return (true, Way::Table);
        }
        children.retain(|child| known(child).is_none());
        children
            .sort_by_key(|child| (self.game.goal_score(child, theirs), key(child) >> TIE_SHIFT));
        if children.is_empty() {
            return (false, Way::Known);
        }
        for (tried, child) in children.iter().enumerate() {
            if !self.ask(child, theirs) {
                return (true, if tried == 0 { Way::First } else { Way::Later });
            }
        }
        (false, Way::All)
    }

    /// Adds to `proof` the questions that the proof of an answer needs, except those that facts
    /// answer: one move if the goal is met, every move if it is not.
    fn add_proof(&self, position: &Position, goal: Goal, proof: &mut HashSet<(u128, u8)>) {
        if self.game.prove(position).is_some() {
            return;
        }
        let key = |position: &Position| self.game.value_key(position).bits();
        if !proof.insert((key(position), goal as u8)) {
            return;
        }
        let theirs = goal.opponents();
        let known = |child: &Position| match self.game.prove(child) {
            Some(proof) => Some(theirs.is_met_by(proof.outcome)),
            None => self.table.get(&key(child))?.answer(theirs),
        };
        let moves = self.game.moves(position).into_iter();
        let children = moves.map(|played| self.game.play(position, played));
        let (refuted, others): (Vec<_>, Vec<_>) =
            children.partition(|child| known(child) == Some(false));
        // Children that need no further question come first.
        let costs = |child: &&Position| {
            let is_free =
                self.game.prove(child).is_some() || proof.contains(&(key(child), theirs as u8));
            (!is_free, self.game.goal_score(child, theirs))
        };
        match refuted.iter().min_by_key(costs) {
            Some(child) => self.add_proof(child, theirs, proof),
            None => others
                .iter()
                .for_each(|child| self.add_proof(child, theirs, proof)),
        }
    }
}

fn main() -> Result<()> {
    let root = Arguments::parse().fen.position;
    let game = PawnGame {
        gamelets: None,
        ..PawnGame::new(Stalemate::Draw)
    };
    let mut count = Count {
        game,
        table: HashMap::new(),
        positions: Vec::new(),
    };
    let wins = count.ask(&root, Goal::Win);
    let draws = wins || count.ask(&root, Goal::Draw);
    let mut proof = HashSet::new();
    count.add_proof(&root, Goal::Win, &mut proof);
    if !wins {
        count.add_proof(&root, Goal::Draw, &mut proof);
    }
    let all: u64 = count.positions.iter().flatten().sum();
    let percent = |number: u64| 100.0 * number as f64 / all.max(1) as f64;
    let value = match (wins, draws) {
        (true, _) => "win",
        (_, true) => "draw",
        _ => "loss",
    };
    println!(
        "{all} positions, value {value}; {} in the proof",
        proof.len()
    );
    println!("in percent of them:");
    let names: String = WAYS.iter().map(|name| format!("{name:>8}")).collect();
    println!("pawns     all{names}");
    let line = |ways: &[u64; WAYS.len()]| -> String {
        let sum = ways.iter().sum();
        let numbers = [&[sum][..], ways].concat();
        let cells = numbers
            .into_iter()
            .map(|number| format!("{:>8.2}", percent(number)));
        cells.collect()
    };
    let mut total = [0; WAYS.len()];
    for (pawns, ways) in count.positions.iter().enumerate() {
        total
            .iter_mut()
            .zip(ways)
            .for_each(|(sum, one)| *sum += one);
        if ways.iter().any(|number| *number > 0) {
            println!("{pawns:>5}{}", line(ways));
        }
    }
    println!("  all{}", line(&total));
    Ok(())
}
