//! Checkpoints of an earlier version: how proofs are stored must not change unnoticed.

use std::fs;

use super::program::{call_in, folder};

/// Each file holds the whole solution of its position. If a change stores proofs differently, such a file may be read as
/// proofs of other positions: raise `LAYOUT` in `src/solve/checkpoint.rs`, and let `solve` with these arguments make the
/// files again.
#[test]
fn stored_proofs_mean_what_they_meant() {
    let kingpawn = ["--variant", "kingpawn", "--fen", "8/8/8/8/8/1k6/7P/2K5 w"];
    let antichess = [
        "--variant",
        "antichess",
        "--fen",
        "8/2p5/p7/8/8/8/2P5/1R3N2 w",
    ];
    let boards = [
        ["--variant", "pawngame", "--files", "4"],
        kingpawn,
        antichess,
    ];
    for board in boards {
        let name = board[1];
        let solve = ["solve", "--moves", "--memory", "64", "--threads", "1"];
        let solve = [&solve[..], &board].concat();
        let folder = folder();
        let stored = format!("tests/data/checkpoints/{name}.checkpoint");
        fs::copy(stored, folder.path().join("kept")).expect("the folder");
        let kept = call_in(
            &folder,
            &[&solve[..], &["--checkpoint", "kept"]].concat(),
            "",
        );
        assert_eq!(kept.code, 0, "{name}: {}", kept.complaint);
        assert_eq!(kept.text, call_in(&folder, &solve, "").text, "{name}");
        // Nothing was searched again.
        let before = kept.complaint.strip_prefix("resuming after ");
        let again = before.and_then(|rest| rest.split_once(" positions\n"));
        let again = again
            .is_some_and(|(before, after)| after.starts_with(&format!("{before} positions in ")));
        assert!(again, "{name}: {}", kept.complaint);
    }
}
