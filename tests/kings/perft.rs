//! Lines of play, counted: by another generator, and where queens come, by the oracle.

use super::hall::state;
use super::oracle::Board;

fn count(fen: &str, depth: u32) -> u64 {
    let lines = state(fen).divide(depth, None, &|| false, &mut |_| {});
    lines.expect("nobody stops it")
}

/// Counted by python-chess 1.11, to where promotions begin: `pip install chess`, and
///
/// ```python
/// def perft(board, depth):
///     if depth == 0: return 1
///     count = 0
///     for move in board.legal_moves:
///         assert not move.promotion
///         board.push(move); count += perft(board, depth - 1); board.pop()
///     return count
/// ```
#[test]
fn lines_are_those_of_chess() {
    for (fen, depth, lines) in [
        ("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1", 4, 98_766),
        ("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1", 7, 61_641),
        ("4k3/8/8/8/8/8/PPPPPPPP/4K3 w - - 0 1", 4, 10_658),
        ("8/2p5/3p4/KP5k/5p2/8/4P1P1/8 w - - 0 1", 4, 5_800),
        ("8/8/1k6/2pP4/8/8/5K2/8 w - c6 0 2", 4, 3_851),
        ("8/5k2/8/8/2pP4/1P6/8/3K4 b - d3 0 1", 4, 5_038),
        ("8/8/8/K2pP2k/8/8/8/8 w - d6 0 1", 4, 2_071),
        ("8/pp3k2/8/2P5/2p5/8/PP3K2/8 w - - 0 1", 4, 25_640),
        ("8/2p3pp/8/1k6/6K1/8/PPP5/8 w - - 0 1", 5, 235_770),
        ("8/8/p1p1p1p1/8/1P1P1P1P/4k3/8/4K3 b - - 0 1", 5, 76_235),
        ("8/6p1/7p/5P1K/k7/8/8/8 b - - 0 1", 5, 12_238),
        ("8/8/2k5/3pP3/4K3/8/8/8 w - d6 0 2", 4, 2_615),
    ] {
        assert_eq!(count(fen, depth), lines, "{fen}");
        assert_eq!(
            Board::read(fen).perft(depth.min(3)),
            count(fen, depth.min(3)),
            "{fen}"
        );
    }
}

#[test]
fn lines_with_queens_are_the_oracles() {
    for (fen, depth) in [
        ("8/4P1P1/8/8/k7/8/1p5p/K7 w - - 0 1", 6),
        ("8/PPP5/8/8/k7/8/5ppp/3K4 b - - 0 1", 5),
        ("8/P3k3/8/8/8/8/p3K3/8 w - - 0 1", 6),
        ("8/2P5/1k6/8/8/6K1/5p2/8 w - - 0 1", 7),
        ("8/1P1P4/k7/8/8/7K/4p1p1/8 w - - 0 1", 6),
        ("8/3k1P2/8/8/3pP3/8/2p4K/8 b - e3 0 1", 5),
        ("6k1/P5P1/6K1/8/8/8/p7/8 w - - 0 1", 6),
    ] {
        assert_eq!(count(fen, depth), Board::read(fen).perft(depth), "{fen}");
    }
}

/// A board full of pawns has more moves than any game of chess with kings and pawns.
#[test]
fn no_board_is_too_full() {
    for fen in [
        "8/PPPPPPPP/p1p1p1p1/pPpPpPpP/1P1PPP1P/1p1ppp2/PKPPPPPP/4k3 w - - 0 1",
        "8/1K1PPPPP/1p1p1p1p/PpPpPpPp/PpP1PpP1/1pppppp1/PPPPPPPP/2k5 w - - 0 1",
    ] {
        let moves = Board::read(fen).moves().len();
        assert!(moves > 45, "{fen}");
        assert_eq!(state(fen).moves().len(), moves, "{fen}");
    }
}
