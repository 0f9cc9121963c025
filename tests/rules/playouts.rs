//! Random games of every game that has an oracle, ply by ply: the legal moves in both notations,
//! the FEN after each, and the end with its reason. Also, written games can be read again.

use std::collections::BTreeMap;

use jacquerie::arena::pgn::{self, GameResult, Record, TagName, starts_of};
use jacquerie::board::Colour;
use jacquerie::config::Config;
use jacquerie::game::Outcome;
use jacquerie::game::finish::Cause;
use jacquerie::game::state::GameState;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng, rngs::StdRng};

use super::oracle::{Oracle, turned};
use super::support::state;
use super::{antichess, endings, kings, metamachy};

/// What occurred on the way.
type Met = BTreeMap<String, usize>;

/// How to play random games.
pub struct Playouts<B> {
    pub variants: &'static [&'static str],
    /// The start of a game by its number, and its maximum number of plies.
    pub start: fn(&str, usize, &mut StdRng) -> (B, usize),
    /// A further comparison of a state, with the same position read from its FEN.
    pub compare: fn(&dyn GameState, &dyn GameState),
    /// What must occur.
    pub wanted: &'static [&'static str],
}

fn count(met: &mut Met, what: &str) {
    *met.entry(what.to_owned()).or_default() += 1;
}

/// The oracle's end of the game, in the program's terms.
fn wanted_end<B: Oracle>(board: &B, before: &[String]) -> Option<(Option<Colour>, Cause)> {
    let (mover, other) = match board.white_to_move() {
        true => (Colour::White, Colour::Black),
        false => (Colour::Black, Colour::White),
    };
    let core = board.core();
    let again = before.iter().filter(|one| **one == core).count();
    match board.end() {
        Some((Outcome::Win, cause)) => Some((Some(mover), cause)),
        Some((Outcome::Loss, cause)) => Some((Some(other), cause)),
        Some((Outcome::Draw, cause)) => Some((None, cause)),
        None if again == 2 => Some((None, Cause::Repetition)),
        None => (board.quiet() >= 100).then_some((None, Cause::NoProgress)),
    }
}

/// Compares the moves.
fn check_moves<B: Oracle>(state: &dyn GameState, board: &B, moves: &[B::Step]) {
    let mut wanted: Vec<String> = moves.iter().map(|step| board.name(*step)).collect();
    let mut found = state.moves();
    wanted.sort();
    found.sort();
    assert_eq!(found, wanted, "{}", board.fen());
}

/// Each move has a distinct short name.
pub fn check_names(state: &dyn GameState) {
    for played in state.moves() {
        let short = state.read(&played).expect("the move is legal").san;
        for read in [state.read(&short), state.written(&short)] {
            let read = read.map(|one| one.coordinates);
            assert_eq!(read.as_ref(), Ok(&played), "{short} in {}", state.fen());
        }
    }
}

/// A random move, often of a rare kind, or one that reverses the last.
fn choose<B: Oracle>(
    board: &B,
    moves: &[B::Step],
    played: &[String],
    random: &mut StdRng,
    met: &Met,
) -> B::Step {
    let any = *moves.choose(random).expect("the game goes on");
    let times = |one: &&B::Step| board.kind(**one).map(|what| met.get(what).copied());
    let rarest = moves.iter().filter(|one| times(one).is_some());
    let last = played.len().checked_sub(2).map(|at| turned(&played[at]));
    let is_back = |one: &&B::Step| last.as_ref() == Some(&board.name(**one));
    match random.random_range(0..10) {
        0..4 => *rarest.min_by_key(times).unwrap_or(&any),
        4..8 => *moves.iter().find(is_back).unwrap_or(&any),
        _ => any,
    }
}

impl<B: Oracle> Playouts<B> {
    /// Plays a random game; returns its number of positions.
    fn play(&self, number: usize, random: &mut StdRng, met: &mut Met) -> usize {
        let variant = self.variants[number % self.variants.len()];
        let (mut board, most) = (self.start)(variant, number / self.variants.len(), random);
        let mut game = state(variant, &board.fen());
        let (mut before, mut played) = (Vec::new(), Vec::new());
        for ply in 0..most {
            let fen = board.fen();
            assert_eq!(game.fen(), fen);
            if board.stands_alone() {
                let read = state(variant, &fen);
                assert_eq!(read.fen(), fen);
                (self.compare)(&*game, &*read);
            }
            let finish = game.finish();
            let end = finish.map(|finish| (finish.winner, finish.cause));
            assert_eq!(end, wanted_end(&board, &before), "{variant} {fen}");
            if let Some((winner, cause)) = end {
                assert!(game.moves().is_empty(), "{fen}");
                count(met, &format!("{variant} {}", cause.key()));
                count(met, if winner.is_some() { "won" } else { "drawn" });
                return ply + 1;
            }
            let moves = board.moves();
            check_moves(&*game, &board, &moves);
            if ply % 8 == 0 {
                check_names(&*game);
            }
            let step = choose(&board, &moves, &played, random, met);
            if let Some(what) = board.kind(step) {
                count(met, what);
            }
            let name = board.name(step);
            assert_eq!(game.play(&name).as_ref(), Ok(&name), "{fen}");
            before.push(board.core());
            played.push(name);
            board = board.after(step);
        }
        most
    }

    /// Plays games until there were enough positions; checks that everything occurred often enough.
    fn compare(&self, positions: usize, seed: u64, least: usize) {
        let mut random = StdRng::seed_from_u64(seed);
        let (mut met, mut all, mut game) = (Met::new(), 0, 0);
        while all < positions {
            all += self.play(game, &mut random, &mut met);
            game += 1;
        }
        for what in self.wanted.iter().chain(&["won", "drawn"]) {
            let times = met.get(*what).copied().unwrap_or_default();
            assert!(times >= least, "{what}: {times} times of {least}: {met:?}");
        }
    }

    /// Some complete games, as records.
    fn records(&self, games: usize) -> Vec<Record> {
        let mut random = StdRng::seed_from_u64(5);
        let records = (0..games).map(|number| {
            let variant = self.variants[number % self.variants.len()];
            let (board, _) = (self.start)(variant, number, &mut random);
            let mut record = Record::new(state(variant, &board.fen()));
            while record.position().finish().is_none() && record.moves().len() < 150 {
                let moves = record.position().moves();
                let one = moves.choose(&mut random).expect("there is a move");
                record.play(one).expect("it is legal");
            }
            if let Some(finish) = record.position().finish() {
                record.result = GameResult::of_winner(finish.winner);
            }
            record.tags.set(TagName::VARIANT, variant);
            record
        });
        records.collect()
    }
}

#[test]
fn kings_and_pawns_agree_with_the_oracle() {
    kings::PLAYOUTS.compare(12_000, 1977, 1);
}

#[test]
fn pawn_endings_agree_with_the_oracle() {
    endings::PLAYOUTS.compare(10_000, 1851, 1);
}

#[test]
fn antichess_agrees_with_the_oracle() {
    antichess::PLAYOUTS.compare(10_000, 2019, 3);
}

#[test]
fn metamachy_agrees_with_the_oracle() {
    metamachy::PLAYOUTS.compare(4_000, 10, 1);
}

#[test]
#[ignore = "takes minutes: cargo test --release --test rules playouts -- --ignored"]
fn a_hundred_thousand_positions_agree_with_the_oracle() {
    kings::PLAYOUTS.compare(100_000, 1938, 20);
    endings::PLAYOUTS.compare(100_000, 1927, 20);
    antichess::PLAYOUTS.compare(100_000, 2016, 20);
    metamachy::PLAYOUTS.compare(100_000, 1897, 20);
}

#[test]
fn games_are_written_and_read_again() {
    let mut records = kings::PLAYOUTS.records(60);
    records.extend(endings::PLAYOUTS.records(40));
    records.extend(antichess::PLAYOUTS.records(60));
    records.extend(metamachy::PLAYOUTS.records(24));
    let mut text = Vec::new();
    for record in &records {
        record.write(&mut text).expect("memory takes everything");
    }
    let text = String::from_utf8(text).expect("it is text");
    let read = pgn::read(&text, &starts_of(Config::built_in())).expect("it can be read");
    assert_eq!(read.len(), records.len());
    for (read, written) in read.iter().zip(&records) {
        assert!(read == written, "{:?}", read.moves());
        assert_eq!(read.position().fen(), written.position().fen());
        assert_eq!(read.position().finish(), written.position().finish());
    }
    for word in [
        "\"kingpawn\"]",
        "\"suicide\"]",
        "\"metamachy\"]",
        "=Q",
        "=K",
        "=L",
        "Gx",
        "Kx",
        "12",
    ] {
        assert!(text.contains(word), "{word}: {text}");
    }
}
