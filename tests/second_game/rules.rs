//! The rules against the independent ones: perft, and random games ply by ply, which are written
//! and read again.

use std::collections::BTreeMap;

use jacquerie::arena::pgn::{self, GameResult, Record, TagName, starts_of};
use jacquerie::board::Colour;
use jacquerie::game::Outcome;
use jacquerie::game::finish::Cause;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng, rngs::StdRng};

use crate::game::MOST_QUIET_PLIES;
use crate::oracle::{Oracle, turned};
use crate::plain::Board;
use crate::{config, session, state};

/// The start position; pawns that promote, straight and by a capture; pawns that block each other,
/// alone and with others.
const FENS: [(&str, u32); 4] = [
    ("rk/p1/2/2/2/2/2/2/1P/KR w - - 0 1", 4),
    ("1k/P1/2/2/2/2/2/2/p1/1R b - - 0 1", 5),
    ("k1/2/2/2/p1/P1/2/2/2/2 w - - 0 1", 8),
    ("2/p1/2/2/2/2/2/2/P1/2 b - - 3 7", 8),
];

#[test]
fn perft_agrees_with_the_plain_rules() {
    for (fen, depth) in FENS {
        let lines = format!("position fen {fen}\ngo perft {depth}\n");
        let told = session("corridor", &lines);
        let board = Board::read("corridor", fen);
        let mut wanted = vec![format!("Nodes searched: {}", board.perft(depth))];
        wanted.extend(board.moves().into_iter().map(|step| {
            let lines = board.after(step).perft(depth - 1);
            format!("{}: {lines}", board.name(step))
        }));
        for line in wanted {
            assert!(told.lines().any(|one| one == line), "{line}: {told}");
        }
    }
}

/// The end of a game by the plain rules, with the positions before.
fn end(board: &Board, before: &[String]) -> Option<(Option<Colour>, Cause)> {
    let (mover, other) = match board.white_to_move {
        true => (Colour::White, Colour::Black),
        false => (Colour::Black, Colour::White),
    };
    let core = board.core();
    let is_third = before.iter().filter(|one| **one == core).count() == 2;
    match board.end() {
        Some((Outcome::Win, cause)) => Some((Some(mover), cause)),
        Some((Outcome::Loss, cause)) => Some((Some(other), cause)),
        Some((Outcome::Draw, cause)) => Some((None, cause)),
        None if is_third => Some((None, Cause::Repetition)),
        None => (board.quiet >= MOST_QUIET_PLIES.into()).then_some((None, Cause::NoProgress)),
    }
}

/// Plays a random game, compares each position, and counts what occurs.
fn play(name: &str, fen: &str, random: &mut StdRng, met: &mut BTreeMap<String, usize>) -> Record {
    let mut board = Board::read(name, fen);
    let mut record = Record::new(state(name, fen));
    let (mut before, mut played) = (Vec::new(), Vec::<String>::new());
    record.tags.set(TagName::VARIANT, name);
    loop {
        let (state, fen) = (record.position(), board.fen());
        assert_eq!(state.fen(), fen);
        let finish = state.finish().map(|finish| (finish.winner, finish.cause));
        assert_eq!(finish, end(&board, &before), "{fen} after {played:?}");
        if let Some((winner, cause)) = finish {
            *met.entry(format!("{name} {}", cause.key())).or_default() += 1;
            record.result = GameResult::of_winner(winner);
            return record;
        }
        let steps = board.moves();
        let mut wanted: Vec<String> = steps.iter().map(|step| board.name(*step)).collect();
        let mut found = state.moves();
        wanted.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, wanted, "{fen}");
        for one in &found {
            let short = state.read(one).expect("it is legal").san;
            let read = state.read(&short).expect("it is legal");
            assert_eq!(read.coordinates, *one, "{fen}");
        }
        let back = played.iter().nth_back(1).map(|last| turned(last));
        let mut back = wanted.iter().filter(|one| Some(*one) == back.as_ref());
        let any = wanted.choose(random).expect("the game goes on");
        let name = back.next().filter(|_| random.random()).unwrap_or(any);
        let step = steps.into_iter().find(|step| board.name(*step) == *name);
        let step = step.expect("it is one of them");
        let kind = board.kind(step).unwrap_or("quiet move");
        *met.entry(kind.into()).or_default() += 1;
        before.push(board.core());
        played.push(name.clone());
        record.play(name).expect("it is legal");
        board = board.after(step);
    }
}

#[test]
fn random_games_agree_with_the_plain_rules_and_are_read_again() {
    let mut random = StdRng::seed_from_u64(40);
    let (mut met, mut records) = (BTreeMap::new(), Vec::new());
    for number in 0..240 {
        let (name, (fen, _)) = (["corridor", "strict"][number % 2], FENS[number / 2 % 4]);
        records.push(play(name, fen, &mut random, &mut met));
    }
    let ends = "corridor no-men, corridor no-move, corridor no-progress, corridor repetition, strict no-move";
    let kinds = "capture, capture that promotes, promotion";
    for what in ends.split(", ").chain(kinds.split(", ")) {
        assert!(met.get(what) > Some(&3), "{what}: {met:?}");
    }
    let mut text = Vec::new();
    for record in &records {
        record.write(&mut text).expect("memory takes everything");
    }
    let text = String::from_utf8(text).expect("it is text");
    let config = config("corridor");
    let read = pgn::read(&text, &starts_of(&config)).expect("it can be read");
    assert!(read == records);
}
