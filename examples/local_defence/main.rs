//! An experiment: does a defence that answers every move within its own part of the board, whatever
//! happens beyond, prove draws in Peasants' Chess? Definitions, theorem and findings are in
//! `docs/local-defence.md`; in short, it hardly does, and never near the start.
//!
//! The attacker is to move and goes up. The board is cut between files into parts. In its own part
//! the keeper answers the attacker's moves, or has a move to spare elsewhere, counted as in
//! `src/pawns/gamelet/worth.rs`. He never captures across a cut; the attacker does. What a part
//! knows of the rest is a [`View`]: some files beside it, seen exactly, whose pawns of both sides
//! move as they like, and beyond them a number of pawns of each side that may stand anywhere. A
//! [`Contract`] adds what every part promises the others about the files at its cuts.
//!
//! Whatever the parts know of each other, they cannot do better than a keeper who sees the whole
//! board but keeps to the same restrictions: [`bound`] solves that game, too.
//!
//! ```text
//! cargo run --release --example local_defence -- sound 3000     claims against the solver
//! cargo run --release --example local_defence -- bound 4 2      the start: files, least of a part
//! cargo run --release --example local_defence -- play 4 10 1    after some play: files, games, seed
//!                                                             (and least plies)
//! cargo run --release --example local_defence -- tree 4         at each position of the solver
//! ```

mod bound;
mod part;
mod tree;

use std::sync::Mutex;

use anyhow::{Context, Result, anyhow, bail};
use jacquerie::board::{Bitboard, Colour, Rank};
use jacquerie::bounds::Goal;
use jacquerie::game::Game;
use jacquerie::pawns::{Files, PawnGame, Position, Setup, Stalemate, facts};
use jacquerie::solve::prover::{Prover, Shared};
use jacquerie::solve::solver::Solver;
use jacquerie::stop::Stop;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use bound::{Bound, Restriction, Turned};
use part::{Contract, Defence, NO_CONTRACT, View, ranks};
use tree::WithDefences;

const fn view(overlap: usize, counts: bool) -> View {
    View {
        overlap,
        counts,
        most: 100_000,
    }
}

/// What is tried, from the most pessimistic on: a name, a view, and the contracts, one of which
/// must do.
fn levels() -> Vec<(&'static str, View, Vec<Contract>)> {
    let promises = [(4, 6), (4, 5), (5, 6), (5, 5), (5, 2), (6, 5), (6, 2)];
    let contracts = promises
        .map(|(attackers, keepers)| Contract { attackers, keepers })
        .to_vec();
    vec![
        ("anything", view(0, false), vec![NO_CONTRACT]),
        ("counted", view(0, true), vec![NO_CONTRACT]),
        ("counted, contract", view(0, true), contracts.clone()),
        ("1 file seen", view(1, true), vec![NO_CONTRACT]),
        ("1 file seen, contract", view(1, true), contracts.clone()),
        ("all seen, contract", view(8, true), contracts),
    ]
}

/// Every way to cut a board into parts of at least `least` files, at most three.
fn all_cuts(files: usize, least: usize) -> Vec<Vec<usize>> {
    let one = (least..=files - least).map(|cut| vec![cut]);
    let two = (least..files).flat_map(|first| {
        (first + least..=files.saturating_sub(least)).map(move |second| vec![first, second])
    });
    one.chain(two).collect()
}

fn start(files: usize) -> Result<Position> {
    let board = Bitboard::leftmost_files(files);
    placed(files, board & ranks(2..=3), board & ranks(6..=7))
}

fn placed(files: usize, white: Bitboard, black: Bitboard) -> Result<Position> {
    let files = Files::new(files).context("a board has 1 to 8 files")?;
    let turn = Colour::White;
    let setup = Setup {
        white,
        black,
        turn,
        en_passant: None,
        files,
        move_number: 1,
    };
    Ok(setup.diagram()?.position)
}

fn plain_game() -> PawnGame {
    let gamelets = None;
    PawnGame {
        gamelets,
        ..PawnGame::new(Stalemate::Draw)
    }
}

/// A random placement: pawns anywhere, or only those of some moves of play.
fn scattered(files: usize, random: &mut ChaCha8Rng) -> Result<Position> {
    let (mut white, mut black) = (Bitboard::EMPTY, Bitboard::EMPTY);
    let density = random.random_range(2..8);
    for square in (Bitboard::leftmost_files(files) & ranks(2..=7)).into_iter() {
        match random.random_range(0..20) {
            one if one < density && square.rank() < Rank::SEVENTH => white |= Bitboard::of(square),
            one if one >= 20 - density && square.rank() > Rank::SECOND => {
                black |= Bitboard::of(square)
            }
            _ => {}
        }
    }
    placed(files, white, black)
}

/// Compares what every level claims of random positions with the solver's value, and with that
/// against a keeper who never captures across the cuts.
fn check(count: usize) -> Result<()> {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let solver = Solver::new(plain_game(), 256, 1).context("no memory")?;
    let (mut held, mut claimed, mut unproved) = (0, 0, 0);
    let mut claims = vec![0; levels().len()];
    for number in 0..count {
        let files = 2 + number % 3;
        let position = if number % 2 == 0 {
            scattered(files, &mut random)?
        } else {
            let plies = random.random_range(2..24);
            played(start(files)?, plies, &mut random, |_| true).without_en_passant()
        };
        let wins = solver.ask(&position, Goal::Win, &Stop::default());
        let wins = wins.context("not solved")?;
        held += u32::from(!wins);
        let before: u32 = claims.iter().sum();
        for cuts in all_cuts(files, 1) {
            let mut wins_across = None;
            for ((name, view, contracts), claims) in levels().into_iter().zip(&mut claims) {
                let view = View {
                    most: 3_000,
                    ..view
                };
                for contract in contracts {
                    if !Defence::new(files, &cuts, view, contract).holds(&position) {
                        continue;
                    }
                    *claims += 1;
                    if wins_across.is_none() {
                        let turned = Turned {
                            position,
                            answers: 0,
                        };
                        let bound = bound_game(files, &cuts, Restriction::Across);
                        wins_across = ask(&bound, &turned)?.0;
                    }
                    if wins || wins_across != Some(false) {
                        bail!("{name} {cuts:?} {contract:?} claims too much of {position:?}");
                    }
                }
            }
        }
        if claims.iter().sum::<u32>() > before {
            claimed += 1;
            unproved += u32::from(facts::prove(&position, Stalemate::Draw).is_none());
        }
    }
    println!(
        "{count} positions, {held} not won for the attacker; {claims:?} claims by level, all true, of {claimed} positions ({unproved} not known at once)"
    );
    Ok(())
}

/// The position after so many plies of chance, less those moves that are not `sensible`.
fn played(
    mut position: Position,
    plies: usize,
    random: &mut ChaCha8Rng,
    sensible: impl Fn(&Position) -> bool,
) -> Position {
    for _ in 0..plies {
        if facts::prove(&position, Stalemate::Draw).is_some() {
            break;
        }
        let all = position.move_sets().list().into_iter();
        let children: Vec<Position> = all.map(|one| position.play(one)).collect();
        let good: Vec<Position> = children.iter().copied().filter(&sensible).collect();
        let chosen = if good.is_empty() { children } else { good };
        position = chosen[random.random_range(0..chosen.len())];
    }
    position
}

/// After plies of play, for each way to cut the board: how many of the positions that the attacker
/// does not win (as far as 3 000 000 positions tell) each level proves, and before them a keeper who
/// sees everything would hold. In brackets, the positions searched for one.
fn report(files: usize, games: usize, seed: u64, sensible: bool, least: usize) -> Result<()> {
    let game = plain_game();
    let shared = Shared::new(256).context("no memory")?;
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    for plies in [2, 4, 8, 12, 16, 20, 24, 28, 32]
        .into_iter()
        .filter(|plies| *plies >= least)
    {
        let (mut held, mut open, mut known, mut solving) = (Vec::new(), 0, 0, 0);
        for _ in 0..games {
            let is_fair = |child: &Position| {
                let mut prover = Prover::new(&game, &shared, false, &|| false);
                !sensible || prover.ask(child, Goal::Win, 20_000) != Some(true)
            };
            let position = played(start(files)?, plies, &mut random, is_fair).without_en_passant();
            if facts::prove(&position, Stalemate::Draw).is_some() {
                known += 1;
                continue;
            }
            let (wins, searched) = ask(&game, &position)?;
            if wins != Some(true) {
                open += u32::from(wins.is_none());
                solving += searched;
                held.push(position);
            }
        }
        let each = |sum: u64| sum / held.len().max(1) as u64;
        println!(
            "{files} files, {plies} plies of {} play: {games} games, {known} known at once, {} held ({open} of them open) [{}]",
            if sensible { "sensible" } else { "random" },
            held.len(),
            each(solving)
        );
        for cuts in all_cuts(files, 2) {
            print!("    {cuts:?}");
            for restriction in Restriction::ALL {
                let bound = bound_game(files, &cuts, restriction);
                let mut holds = 0;
                for position in &held {
                    let turned = Turned {
                        position: *position,
                        answers: 0,
                    };
                    holds += u32::from(ask(&bound, &turned)?.0 != Some(true));
                }
                print!("  {restriction:?} {holds}");
            }
            println!();
            for (name, view, contracts) in levels() {
                let (mut proved, mut searched) = (0, 0);
                for position in &held {
                    proved += u32::from(contracts.iter().any(|contract| {
                        let defence = Defence::new(files, &cuts, view, *contract);
                        let holds = defence.holds(position);
                        searched += defence.positions() as u64;
                        holds
                    }));
                }
                println!("        {name:22} {proved} [{}]", each(searched));
            }
        }
    }
    Ok(())
}

/// Whether the side to move wins, if 3 000 000 positions tell, and how many it took.
fn ask<G: Game>(game: &G, position: &G::Position) -> Result<(Option<bool>, u64)> {
    let shared = Shared::new(64).context("no memory")?;
    let mut prover = Prover::new(game, &shared, false, &|| false);
    let wins = prover.ask(position, Goal::Win, 3_000_000);
    Ok((wins, prover.positions()))
}

fn bound_game(files: usize, cuts: &[usize], restriction: Restriction) -> Bound {
    let parts = Defence::new(files, cuts, view(0, true), NO_CONTRACT).parts;
    let parts = parts.iter().map(|part| part.mine).collect();
    Bound {
        game: plain_game(),
        parts,
        restriction,
    }
}

/// Whether a keeper who sees everything holds the start within what a local defence may do, as
/// second player, and after how many of his first moves as first.
fn bounds(files: usize, least: usize) -> Result<()> {
    let start = start(files)?;
    let firsts = start.move_sets().list();
    let after: Vec<Position> = firsts.into_iter().map(|first| start.play(first)).collect();
    for cuts in all_cuts(files, least) {
        // The others take too long on so many files.
        let quick = |one: &Restriction| match *one {
            Restriction::None => files < 5,
            Restriction::Across | Restriction::Beyond(2..) => files < 6,
            _ => true,
        };
        for restriction in Restriction::ALL.into_iter().filter(quick) {
            let game = bound_game(files, &cuts, restriction);
            let solver = Solver::new(game, 1024, 1).context("no memory")?;
            let holds = |position: &Position| {
                let turned = Turned {
                    position: *position,
                    answers: 0,
                };
                let wins = solver.ask(&turned, Goal::Win, &Stop::default());
                wins.map(|wins| !wins).context("not solved")
            };
            let second = holds(&start)?;
            let positions = solver.positions();
            println!(
                "{files} files, {cuts:?}, {restriction:?}: holds as second: {second} ({positions} positions)"
            );
            let held: Vec<bool> = after.iter().map(holds).collect::<Result<_>>()?;
            let first = held.iter().filter(|held| **held).count();
            println!("    as first, after {first} of {} moves", held.len());
        }
    }
    Ok(())
}

/// What asking in the tree saves, with and without the gamelets that the solver has anyway.
fn tree(files: usize) -> Result<()> {
    let start = start(files)?;
    for gamelets in [false, true] {
        let game = || {
            if gamelets {
                PawnGame::new(Stalemate::Draw)
            } else {
                plain_game()
            }
        };
        let plain = Solver::new(game(), 512, 1).context("no memory")?;
        let value = plain.value(&start, &Stop::default()).exact();
        println!(
            "gamelets {gamelets}: {value:?}, {} positions",
            plain.positions()
        );
        for (name, view, contracts) in levels().into_iter().filter(|(_, view, _)| view.overlap < 2)
        {
            let cuts = all_cuts(files, 1);
            let each = cuts.iter().flat_map(|cuts| {
                contracts
                    .iter()
                    .map(|one| Defence::new(files, cuts, view, *one))
            });
            let defences = Mutex::new((each.collect(), 0, 0));
            let solver = Solver::new(
                WithDefences {
                    game: game(),
                    defences,
                },
                512,
                1,
            )
            .context("no memory")?;
            let value = solver.value(&start, &Stop::default()).exact();
            let guard = solver.game().defences.lock();
            let (defences, asked, held) = &*guard.map_err(|_| anyhow!("a search failed"))?;
            let own: usize = defences.iter().map(Defence::positions).sum();
            println!(
                "    {name:22} {value:?}, {} positions, {held} of {asked} questions answered with {own} positions of parts",
                solver.positions()
            );
        }
    }
    Ok(())
}

fn run() -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number =
        |at: usize, otherwise: usize| words.get(at).map_or(Ok(otherwise), |word| word.parse());
    match words.first().map(String::as_str) {
        Some("sound") => check(number(1, 3_000)?),
        Some("bound") => bounds(number(1, 4)?, number(2, 2)?),
        Some("play") => {
            let (files, games, seed) = (number(1, 4)?, number(2, 20)?, number(3, 1)? as u64);
            let least = number(4, 2)?;
            report(files, games, seed, false, least)?;
            report(files, games, seed, true, least)
        }
        Some("tree") => tree(number(1, 4)?),
        _ => bail!("expected 'sound', 'bound', 'play' or 'tree'"),
    }
}

fn main() -> Result<()> {
    // The searches go as deep as a game is long.
    let thread = std::thread::Builder::new()
        .stack_size(256 << 20)
        .spawn(run)?;
    thread.join().map_err(|_| anyhow!("the search failed"))?
}
