//! Positions in a left-right mirror: every built-in game continues there as in the original.

use jacquerie::config::Config;
use jacquerie::engine::Variant;
use jacquerie::engine::choices::Choices;
use jacquerie::game::fen;
use jacquerie::game::picture::Coord;
use jacquerie::game::state::GameState;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use crate::playouts::check_names;

/// The mirror image of a move: each letter before a digit is a file.
fn seen(played: &str, files: usize) -> String {
    let letters: Vec<char> = played.chars().collect();
    let turned = letters.iter().enumerate().map(|(at, letter)| {
        let is_file = letters.get(at + 1).is_some_and(char::is_ascii_digit);
        match letter.is_ascii_lowercase() && is_file {
            true => (b'a' + (files - 1) as u8 - (*letter as u8 - b'a')) as char,
            false => *letter,
        }
    });
    turned.collect()
}

fn moves_seen(moves: &[String], files: usize) -> Vec<String> {
    let mut moves: Vec<String> = moves.iter().map(|one| seen(one, files)).collect();
    moves.sort_unstable();
    moves
}

/// `None` if a position only arises in a game: then its own FEN cannot be read either.
fn image_of(variant: &dyn Variant, state: &dyn GameState) -> Option<Box<dyn GameState>> {
    let image = variant.read_fen(&fen::mirrored(&state.fen())).ok();
    let fen = state.fen();
    assert_eq!(image.is_some(), variant.read_fen(&fen).is_ok(), "{fen}");
    image
}

/// Compares all that is visible of a position and its mirror image.
fn compare(state: &dyn GameState, image: &dyn GameState) {
    let fen = state.fen();
    assert_eq!(image.fen(), fen::mirrored(&fen));
    assert_eq!(image.turn(), state.turn(), "{fen}");
    assert_eq!(image.move_number(), state.move_number(), "{fen}");
    let end = |state: &dyn GameState| state.finish().map(|end| (end.winner, end.cause));
    assert_eq!(end(image), end(state), "{fen}");
    let (here, there) = (state.picture(), image.picture());
    let files = here.files();
    assert_eq!((there.files(), there.ranks()), (files, here.ranks()));
    for rank in 0..here.ranks() {
        for file in 0..files {
            let other = Coord {
                file: files - 1 - file,
                rank,
            };
            assert_eq!(there.at(other), here.at(Coord { file, rank }), "{fen}");
        }
    }
    let (here, mut there) = (state.moves(), image.moves());
    there.sort_unstable();
    assert_eq!(there.len(), here.len(), "{fen}");
    assert_eq!(there, moves_seen(&here, files), "{fen}");
}

/// A start position, of random width and with random choices.
fn any_start(variant: &dyn Variant, random: &mut StdRng) -> Box<dyn GameState> {
    let mut choices = Choices::default();
    if variant.choices().iter().any(|choice| choice.key == "files") {
        choices.set("files", random.random_range(1..=8).to_string());
    }
    let starts = variant.starts(&choices);
    let chosen = starts
        .choose(random)
        .map_or(&choices, |start| &start.choices);
    variant.start(chosen).expect("a start")
}

/// Random games, played on both sides of the mirror: some thousand positions of each variant.
#[test]
fn the_mirror_shows_the_same_game() {
    for (name, variant) in &Config::built_in().variants {
        let variant = &**variant;
        let mut random = StdRng::seed_from_u64(17);
        let (mut images, mut none, mut passed) = (0, 0, 0);
        while images < 2_000 {
            let mut state = any_start(variant, &mut random);
            let mut other_side = image_of(variant, &*state).expect("a start has an image");
            loop {
                compare(&*state, &*other_side);
                check_names(&*state);
                let fen = state.fen();
                match image_of(variant, &*state) {
                    Some(image) => {
                        assert_eq!(image.fen(), other_side.fen(), "{name}");
                        let back = image_of(variant, &*image).expect("it is an image, too");
                        assert_eq!(back.fen(), fen, "{name}");
                        // The image of a third repetition is not over.
                        let is_over = state.finish().is_some();
                        assert!(
                            is_over || image.moves().len() == state.moves().len(),
                            "{name}: {fen}"
                        );
                        images += 1;
                    }
                    None => none += 1,
                }
                passed += usize::from(fen.split(' ').nth(3) != Some("-"));
                let moves = state.moves();
                let Some(played) = moves.choose(&mut random) else {
                    break;
                };
                let files = state.picture().files();
                state.play(played).expect("a legal move");
                let there = seen(played, files);
                assert_eq!(other_side.play(&there), Ok(there), "{name}: {fen}");
            }
        }
        assert!(passed > 0, "{name}: no capture en passant occurred");
        // With a queen on the board, kings and pawns continue only if it was made in the game.
        assert_eq!(none > 0, name == "kingpawn", "{name}: {none}");
    }
}

/// The image has no history.
#[test]
fn the_mirror_knows_no_past() {
    let variant = &Config::built_in().variants["kingpawn"];
    let start = "4k3/8/8/8/8/8/P7/4K3 w - - 0 1";
    let mut state = variant.read_fen(start).expect("a FEN");
    for played in ["e1e2", "e8e7", "e2e1", "e7e8"].repeat(2) {
        assert_eq!(state.finish(), None);
        state.play(played).expect("a legal move");
    }
    assert!(
        state.finish().is_some(),
        "the position has occurred three times"
    );
    assert!(state.moves().is_empty());
    let image = image_of(&**variant, &*state).expect("its mirror image");
    assert_eq!(image.finish(), None);
    assert_eq!(image.fen(), "3k4/8/8/8/8/8/7P/3K4 w - - 0 5");
    assert!(!image.moves().is_empty());
}

/// FENs as text, on boards of any width.
#[test]
fn a_fen_in_the_mirror() {
    for (here, there) in [
        (
            "8/1p6/8/8/P1P5/8/8/8 b - c3 0 7",
            "8/6p1/8/8/5P1P/8/8/8 b - f3 0 7",
        ),
        (
            "3/p2/3/1Pp/3/3/3/3 w - c6 0 9",
            "3/2p/3/pP1/3/3/3/3 w - a6 0 9",
        ),
        (
            "cm10/11k/pp8pp/12 w Kk - 3 20",
            "10mc/k11/pp8pp/12 w Kk - 3 20",
        ),
        ("12/12 b - l10 0 1", "12/12 b - a10 0 1"),
        // A square that is not on the board stays the same.
        ("2/p1 w - h3 0 1", "2/1p w - h3 0 1"),
        ("8/p7 w", "8/7p w"),
        ("", ""),
    ] {
        assert_eq!(fen::mirrored(here), there);
        assert_eq!(fen::mirrored(there), here);
    }
}
