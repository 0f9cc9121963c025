//! Arbitrary bytes as a section of a repertoire, with correct checksums.
//!
//! The input is a FEN up to a zero byte (if it is invalid, the start of a small board), the plies,
//! the number of entries of the first side, and the entries of both. A written section is read back
//! the same. The walk ends, and gives each position with an entry a legal move. The bare input,
//! read as sections, is refused or read too.
#![no_main]

use jacquerie::game::Game;
use jacquerie::games::pawns::{Diagram, PawnGame, Stalemate};
use jacquerie::solve::repertoire::Section;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut rest = bytes;
    while let Ok((section, others)) = Section::decode(rest) {
        assert_eq!(section.encode(), rest[..rest.len() - others.len()]);
        rest = others;
    }
    let mut parts = bytes.splitn(2, |byte| *byte == 0);
    let named = parts.next().and_then(|fen| str::from_utf8(fen).ok());
    let root = named.and_then(|fen| fen.parse::<Diagram>().ok());
    let root = root.unwrap_or_else(|| "4/pppp/4/4/4/4/PPPP/4 w".parse().expect("a FEN"));
    let Some([plies, first, entries @ ..]) = parts.next() else {
        return;
    };
    let (one, other) = entries.split_at(usize::from(*first).min(entries.len()));
    let section = Section {
        rule: plies % 2,
        plies: *plies,
        fen: root.to_string(),
        sides: [one.to_vec(), other.to_vec()],
    };
    let encoded = section.encode();
    assert_eq!(Section::decode(&encoded), Ok((section.clone(), &[][..])));
    let game = PawnGame::new(match section.rule {
        0 => Stalemate::Draw,
        _ => Stalemate::Loss,
    });
    let Ok(known) = section.walk(&game, &root.position) else {
        return;
    };
    assert!(known.len() <= section.entries());
    for (position, entry) in known {
        assert_eq!(game.canonical(&position), position);
        assert_eq!(game.outcome(&position), None);
        if let Some(played) = entry.played() {
            assert!(game.moves(&position).contains(&played), "{position:?}");
        }
    }
});
