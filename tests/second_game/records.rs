//! Referee and PGN.

use jacquerie::arena::pgn::{self, GameResult, Record, TagName, starts_of};
use jacquerie::arena::referee::{Referee, verdict};
use jacquerie::arena::verdict::Reason;
use jacquerie::game::finish::Cause;
use jacquerie::game::state::GameState;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::hall::config;

fn board(variant: &str, fen: &str) -> Box<dyn GameState> {
    let referee = Referee::new(&config(variant)).expect("the variant can start");
    referee.board(fen).expect("the FEN is right")
}

fn play(state: &mut Box<dyn GameState>, moves: &str) {
    for one in moves.split_whitespace() {
        assert!(state.finish().is_none(), "before {one} in {}", state.fen());
        let played = state.understand(one).expect("it is legal");
        state.play(&played).expect("it is legal");
    }
}

fn reason(state: &dyn GameState) -> (GameResult, Reason) {
    let verdict = verdict(state).expect("the game is over");
    (verdict.result, verdict.reason)
}

#[test]
fn the_referee_claims_the_third_repetition() {
    let mut state = board("tiny", "2/w1/2/2/2/2/2/2/2/W1 w 0 1");
    play(&mut state, "a1a2 a9a10 a2a1 a10a9 a1a2 a9a10 a2a1");
    assert_eq!(verdict(&*state), None);
    play(&mut state, "a10a9");
    assert_eq!(
        reason(&*state),
        (GameResult::Draw, Reason::Rules(Cause::Repetition))
    );
    assert!(state.moves().is_empty());
    // The mirror image is another position.
    let mut state = board("tiny", "2/w1/2/2/2/2/2/2/2/W1 w 0 1");
    play(&mut state, "a1b1 a9b9 b1a1 b9a9 a1b1 a9b9 b1a1");
    assert_eq!(verdict(&*state), None);
    // A step of a runner lets nothing come back.
    let mut state = board("tiny", "2/w1/2/2/2/1R/2/2/2/W1 w 0 1");
    play(
        &mut state,
        "a1a2 a9a10 a2a1 a10a9 b5b6 a9a10 a1a2 a10a9 a2a1 a9a10 a1a2 a10a9",
    );
    assert_eq!(verdict(&*state), None);
    play(&mut state, "a2a1");
    assert_eq!(
        reason(&*state),
        (GameResult::Draw, Reason::Rules(Cause::Repetition))
    );
}

#[test]
fn the_referee_counts() {
    let mut state = board("tiny", "2/w1/2/2/2/2/2/2/2/W1 w 17 30");
    play(&mut state, "a1a2 a9a10");
    assert_eq!(verdict(&*state), None);
    play(&mut state, "a2a3");
    assert_eq!(
        reason(&*state),
        (GameResult::Draw, Reason::Rules(Cause::NoProgress))
    );
    assert_eq!(state.fen(), "w1/2/2/2/2/2/2/W1/2/2 b 20 31");
    // The last ply of the count may end the game.
    let mut state = board("tiny", "2/2/2/2/2/r1/2/W1/2/2 w 19 1");
    play(&mut state, "a3a4");
    assert_eq!(
        reason(&*state),
        (GameResult::Draw, Reason::Rules(Cause::NoMove))
    );
    // With progress it starts anew.
    let mut state = board("tiny", "2/w1/2/2/2/1R/2/2/2/W1 w 19 1");
    play(&mut state, "b5b6 a9a10 a1a2");
    assert_eq!(state.fen(), "w1/2/2/2/1R/2/2/2/W1/2 b 2 2");
    assert_eq!(verdict(&*state), None);
}

#[test]
fn endings_have_a_reason() {
    for (variant, fen, result, cause) in [
        (
            "tiny",
            "2/2/2/2/2/2/2/2/2/W1 b",
            GameResult::WhiteWins,
            Cause::NoPawns,
        ),
        (
            "tiny",
            "2/2/2/2/r1/R1/2/2/2/2 w",
            GameResult::Draw,
            Cause::NoMove,
        ),
        (
            "wanderers",
            "10/10/10/10/10/10/r9/R9/10/10/10/10 w",
            GameResult::BlackWins,
            Cause::NoMove,
        ),
    ] {
        assert_eq!(
            reason(&*board(variant, fen)),
            (result, Reason::Rules(cause)),
            "{fen}"
        );
    }
}

#[test]
fn programs_are_understood_to_the_letter() {
    let state = board("tiny", "2/R1/2/2/2/2/2/1w/2/W1 w");
    for text in ["a9a10w", "a9a10t", "a9a10d", "a1b1"] {
        assert_eq!(state.understand(text).as_deref(), Some(text));
        assert_eq!(state.coordinates_with(text, "q").as_deref(), Ok(text));
    }
    for text in ["a9a10", "a9a10q", "a9a10W", "Ra9-a10=W", "a9a10r", "a1b1w"] {
        assert_eq!(state.understand(text), None, "{text}");
    }
    assert_eq!(state.algebraic("a9a10d").as_deref(), Ok("Ra10=D"));
    assert_eq!(state.coordinates("Ra10=D").as_deref(), Ok("a9a10d"));
}

/// A game at random, to its end.
fn random_game(variant: &str, start: Box<dyn GameState>, random: &mut ChaCha8Rng) -> Record {
    let mut record = Record::new(start);
    while record.position().finish().is_none() && record.moves().len() < 300 {
        let moves = record.position().moves();
        let promotions: Vec<&String> = moves
            .iter()
            .filter(|one| one.ends_with(|last: char| last.is_ascii_alphabetic()))
            .collect();
        let one = match promotions.is_empty() {
            true => moves.choose(random).expect("there is a move"),
            false => promotions[random.random_range(0..promotions.len())],
        };
        record.play(one).expect("it is legal");
    }
    let finish = record.position().finish();
    record.result = finish.map_or(GameResult::Unknown, |finish| {
        GameResult::of_winner(finish.winner)
    });
    record.tags.set(TagName::VARIANT, variant);
    record
}

#[test]
fn games_are_written_and_read_again() {
    let mut random = ChaCha8Rng::seed_from_u64(9);
    let config = config("peasants");
    let starts = starts_of(&config);
    let mut records = Vec::new();
    for number in 0..60 {
        let (variant, fen) = match number % 4 {
            0 => ("wanderers", None),
            1 => ("tiny", None),
            2 => ("tiny", Some("2/1R/2/2/2/w1/2/2/2/W1 b 7 31")),
            _ => (
                "wanderers",
                Some("d8w/R9/r1r1r1r3/10/10/10/10/10/10/R1R1R1R3/r9/W8D w 3 9"),
            ),
        };
        let known = &config.variants[variant];
        let start = match fen {
            Some(fen) => known.read_fen(fen).expect("the FEN is right"),
            None => known
                .start(&Default::default())
                .expect("the variant can start"),
        };
        records.push(random_game(variant, start, &mut random));
    }
    let mut text = Vec::new();
    for record in &records {
        record.write(&mut text).expect("memory takes everything");
    }
    let text = String::from_utf8(text).expect("it is text");
    let read = pgn::read(&text, &starts).expect("it can be read");
    assert_eq!(read.len(), records.len());
    for (read, written) in read.iter().zip(&records) {
        assert!(read == written, "{:?}", read.moves());
        assert_eq!(read.position().fen(), written.position().fen());
        assert_eq!(read.position().finish(), written.position().finish());
    }
    for word in [
        "[Variant \"tiny\"]",
        "[FEN \"2/1R/2/2/2/w1/2/2/2/W1 b 7 31\"]",
        "31... ",
        "12=",
        "10=",
        "1=",
        "=W",
        "=T",
        "=D",
    ] {
        assert!(text.contains(word), "{word}");
    }
    assert_eq!(text.matches("[SetUp \"1\"]").count(), records.len());
}
