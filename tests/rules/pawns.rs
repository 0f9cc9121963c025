//! The rules: setwise move generation against the simple one, FEN round trips, perft.

use super::oracle::pawns::Board;
use jacquerie::config::Config;
use jacquerie::engine::Choices;
use jacquerie::games::pawns::{Diagram, Ending, PawnGame, Stalemate, perft};
use proptest::prelude::*;

fn start(variant: &str, files: usize) -> Diagram {
    let choices = Choices::default().with("files", files.to_string());
    let start = Config::built_in().variants[variant].start(&choices);
    let start = start.expect("a start position").fen();
    start.parse().expect("a position of the pawn games")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    /// At every step of a random game on every width: the same moves, the same positions after
    /// them, the same end; and FEN and both notations survive a round trip.
    #[test]
    fn setwise_generation_agrees_with_the_simple_one(
        files in 1usize..=8,
        variant in prop::sample::select(vec!["peasants", "pawnrace", "pawngame", "pawnsonly"]),
        choices in prop::collection::vec(any::<prop::sample::Index>(), 0..80),
    ) {
        let game = PawnGame::new(Stalemate::Draw);
        let mut diagram = start(variant, files);
        let mut board = Board::from_diagram(&diagram);
        for choice in choices {
            for stalemate in [Stalemate::Draw, Stalemate::Loss] {
                prop_assert_eq!(stalemate.outcome(&diagram.position), board.outcome(stalemate));
            }
            let fen = diagram.to_string();
            prop_assert_eq!(&fen.parse::<Diagram>().expect("own FEN"), &diagram, "{}", fen);
            if board.outcome(Stalemate::Draw).is_some() {
                break;
            }
            let mut steps = board.steps();
            steps.sort_unstable();
            let name = |step: &(usize, usize, usize, usize)| {
                let letter = |file: usize| char::from(b'a' + file as u8);
                format!("{}{}{}{}", letter(step.1), step.0 + 1, letter(step.3), step.2 + 1)
            };
            let mut wanted: Vec<String> = steps.iter().map(name).collect();
            wanted.sort();
            let moves = diagram.position.move_sets().list();
            let mut found: Vec<String> =
                moves.iter().map(|one| diagram.coordinates(*one)).collect();
            found.sort();
            prop_assert_eq!(&found, &wanted, "{}", fen);
            prop_assert_eq!(moves.len() as u32, diagram.position.move_sets().count());
            for played in &moves {
                for text in [diagram.coordinates(*played), diagram.san(&game, *played)] {
                    prop_assert_eq!(diagram.read_move(&game, &text), Ok(*played), "{}", text);
                }
            }
            let step = *choice.get(&steps);
            let played = diagram.read_move(&game, &name(&step)).expect("a legal move");
            diagram = diagram.after(&game, played);
            board = board.after(step);
            prop_assert_eq!(board.to_diagram().position, diagram.position, "{}", fen);
        }
    }

    /// No text makes the FEN reader panic, and what it accepts, it writes so that it reads the same
    /// again.
    #[test]
    fn any_text_is_read_or_refused(text in "[1-8Pp/]{0,40} [wb]? ?[-a-h1-9]{0,3} ?[-a-h1-9]{0,3}") {
        if let Ok(diagram) = text.parse::<Diagram>() {
            prop_assert_eq!(diagram.to_string().parse::<Diagram>(), Ok(diagram));
        }
    }
}

/// The number of lines, by width and depth from 1. The first is checked to a depth that stays
/// quick; `jacquerie perft 9` goes deeper.
#[test]
fn perft_of_every_width() {
    let known: [(usize, &[u64]); 7] = [
        (2, &[2, 4, 12, 34, 102, 300, 912, 2_782, 7_994, 21_656]),
        (
            3,
            &[
                3, 9, 37, 153, 700, 3_178, 15_090, 70_786, 338_436, 1_580_644,
            ],
        ),
        (
            4,
            &[
                4, 16, 82, 428, 2_500, 14_700, 92_060, 574_502, 3_717_260, 23_782_590,
            ],
        ),
        (
            5,
            &[
                5,
                25,
                153,
                955,
                6_666,
                47_098,
                357_042,
                2_717_094,
                21_644_102,
                171_868_530,
            ],
        ),
        (
            6,
            &[
                6, 36, 256, 1_854, 14_938, 122_062, 1_072_212, 9_491_770, 88_378_056,
            ],
        ),
        (
            7,
            &[7, 49, 397, 3_269, 29_752, 274_698, 2_724_746, 27_290_042],
        ),
        (
            8,
            &[8, 64, 582, 5_368, 54_360, 558_208, 6_146_460, 68_396_382],
        ),
    ];
    for (files, counts) in known {
        let position = start("peasants", files).position;
        for (depth, count) in (1..).zip(counts) {
            let found = perft(&position, depth, Ending::LastRank);
            assert_eq!(found, *count, "{files} files, depth {depth}");
        }
    }
}

#[test]
fn perft_of_the_pawn_game() {
    let position = start("pawngame", 8).position;
    let counts = [16, 256, 3_846, 57_744, 815_968, 11_515_584, 153_456_226];
    for (depth, count) in (1..).zip(counts) {
        assert_eq!(
            perft(&position, depth, Ending::LastRank),
            count,
            "depth {depth}"
        );
    }
}

/// The convention of the earliest notes on the game, with the numbers given there.
#[test]
fn perft_to_the_seventh_rank() {
    let position = start("peasants", 8).position;
    for (depth, count) in [(6, 558_208), (7, 6_146_460), (8, 68_260_416)] {
        assert_eq!(
            perft(&position, depth, Ending::SeventhRank),
            count,
            "depth {depth}"
        );
    }
}

#[test]
#[ignore = "takes a while: cargo test --release --test rules pawns -- --ignored"]
fn deep_perft() {
    let cases = [
        ("peasants", 8, 9, Ending::LastRank, 802_573_460),
        ("peasants", 8, 10, Ending::LastRank, 9_481_893_618),
        ("peasants", 8, 9, Ending::SeventhRank, 799_497_998),
        ("peasants", 7, 10, Ending::LastRank, 3_056_300_730),
        ("pawngame", 8, 8, Ending::LastRank, 2_039_980_640),
    ];
    for (variant, files, depth, ending, count) in cases {
        let position = start(variant, files).position;
        assert_eq!(
            perft(&position, depth, ending),
            count,
            "{variant} {files} {depth}"
        );
    }
}

/// A finished game has no line below it, and exactly one of length zero.
#[test]
fn finished_games_have_no_leaves() {
    for fen in [
        "P7/p7/8/8/8/8/8/8 b",
        "8/7p/8/8/8/8/8/p7 w",
        "8/p7/P7/8/8/8/8/8 w",
        "8/8/8/8/8/8/p7/8 w",
    ] {
        let position = fen.parse::<Diagram>().expect(fen).position;
        assert_eq!(perft(&position, 1, Ending::LastRank), 0, "{fen}");
        assert_eq!(perft(&position, 3, Ending::LastRank), 0, "{fen}");
        assert_eq!(perft(&position, 0, Ending::LastRank), 1, "{fen}");
    }
}
