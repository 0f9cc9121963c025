//! Arbitrary bytes as a certificate, whole and in parts, with a correct checksum.
//!
//! A certificate that can be read is written as the same bytes. For any claim about a small board,
//! the check ends, and accepts the claim only if the solver finds the same value.
#![no_main]

use jacquerie::games::pawns::{Diagram, PawnGame, Stalemate};
use jacquerie::solve::certificate::{Certificate, Kind};
use jacquerie::solve::checking::check;
use jacquerie::solve::solver::Solver;
use jacquerie::stop::Stop;
use libfuzzer_sys::fuzz_target;

/// Boards with more pawns could take the solver long.
const MOST_PAWNS: u32 = 8;

fuzz_target!(|bytes: &[u8]| {
    for kind in [Kind::Whole, Kind::InParts] {
        let mut named = kind.magic().to_vec();
        named.extend(bytes);
        let sum = crc32fast::hash(&named);
        named.extend(sum.to_le_bytes());
        check_claim(&named);
    }
});

fn check_claim(bytes: &[u8]) {
    let Ok(certificate) = Certificate::decode(bytes) else {
        return;
    };
    assert_eq!(certificate.encode(), bytes);
    let Ok(root) = certificate.fen.parse::<Diagram>() else {
        return;
    };
    let game = PawnGame::new(match certificate.rule {
        0 => Stalemate::Draw,
        _ => Stalemate::Loss,
    });
    let proved = check(&game, &certificate, false, &Stop::default()).is_ok();
    if proved && root.position.pawns() <= MOST_PAWNS {
        let solver = Solver::new(game, 0, 1).expect("memory for the least table");
        let value = solver.value(&root.position, &Stop::default());
        assert_eq!(value.exact(), Some(certificate.value), "{root}");
    }
}
