//! The game in a UCI session, and in the facade behind it.

use jacquerie::engine::Engine;
use jacquerie::game::HashKey;
use jacquerie::search::{Depth, Limits};

use crate::hall::{MANY_MOVES, TINY_RULES, config, last, nodes, session, think, tiny};
use crate::retrograde::Rules;

/// A runner that can go straight or capture, and becomes one of three each time.
const PROMOTIONS: &str = "2/R1/2/2/2/2/2/1w/2/W1 w 0 1";
const CAPTURE: &str = "1w/R1/2/2/2/2/2/2/W1/2 w 0 1";

#[test]
fn positions_and_moves_are_text() {
    let output = session(
        config("tiny"),
        "position fen 2/1w/2/2/2/2/2/2/2/W1 w 3 7 moves a1a2 b9b10 a2a1 b10b9 a1b1 b9a9
         fen
         d
         position startpos moves b2b3 ra9-a8
         position startpos moves b2b3 a9a8 b3a4
         position startpos moves b2b3 Ra9-a8 Rb3-b4 a8a7
         fen
         position fen 2/R1/2/2/2/2/2/1w/2/W1 w moves a9a10
         position fen 2/R1/2/2/2/2/2/1w/2/W1 w moves Ra9-a10=T
         fen
         position fen 2/2/2/2/2/2/2/2/W1/w1 w 20
         fen
         position fen 3/3/3/3/3/3/3/3/W2/w2 w
         position fen R1/2/2/2/2/2/2/2/2/w1 w
         eval\n",
    );
    for text in [
        "2/w1/2/2/2/2/2/2/2/1W w 9 10\n",
        "10 | . .\n 9 | w .\n",
        " 1 | . W\n     a b\n\nFen: 2/w1/2/2/2/2/2/2/2/1W w 9 10\n",
        "info string move 2 of the list: 'ra9-a8' is not a move; expected one such as 'a11a12t', \
         'Ra12=T' or 'Txd10'\n",
        "info string move 3 of the list: 'b3a4' is illegal in 2/2/r1/2/2/2/2/1R/2/W1 w 0 2; legal moves: ",
        "2/2/2/r1/2/2/1R/2/2/W1 w 0 3\n",
        "info string move 1 of the list: 'a9a10' is illegal in 2/R1/",
        "T1/2/2/2/2/2/2/1w/2/W1 b 0 1\n",
        "2/2/2/2/2/2/2/2/W1/w1 w 20 1\n",
        "info string wrong FEN '3/3/3/3/3/3/3/3/W2/w2 w': found a board of 3 files and 10 ranks, \
         expected that of the variant\n",
        "a runner stands on the rank where it ends its way\n",
        "info string no position: the last 'position' was refused\n",
    ] {
        let text = text.replace("\n         ", " ");
        assert!(output.contains(&text), "{text}: {output}");
    }
}

#[test]
fn best_moves_name_the_promotion() {
    for (fen, played) in [(PROMOTIONS, "a9a10"), (CAPTURE, "a9b10")] {
        for letter in ["w", "t", "d"] {
            let output = session(
                config("tiny"),
                &format!("position fen {fen}\ngo depth 4 searchmoves {played}{letter}\n"),
            );
            assert!(
                last(&output, "bestmove").starts_with(&format!("{played}{letter}")),
                "{output}"
            );
        }
    }
    // Only captures are legal, and the man that is captured is the last one.
    let output = session(
        config("tiny"),
        &format!("position fen {CAPTURE}\ngo nodes 3000\n"),
    );
    assert!(last(&output, "bestmove").starts_with("a9b10"), "{output}");
    assert!(output.contains("score mate 1 "), "{output}");
}

#[test]
fn a_game_that_is_over_has_no_best_move() {
    let cases = [
        ("2/2/2/2/2/2/2/2/2/W1 b", "score mate 0"),
        ("2/2/2/2/2/2/2/2/2/W1 w", "score mate 1"),
        ("2/2/2/2/r1/R1/2/2/2/2 w", "score cp 0"),
    ];
    for (fen, score) in cases {
        let output = session(config("tiny"), &format!("position fen {fen}\ngo depth 5\n"));
        assert_eq!(last(&output, "info depth 0"), score, "{output}");
        assert_eq!(last(&output, "bestmove"), "(none)", "{output}");
    }
}

#[test]
fn lines_are_counted_as_the_oracle_counts_them() {
    let large = Rules {
        files: 10,
        ranks: 12,
        no_move_draws: false,
        ..TINY_RULES
    };
    let start = "t3wd3t/r3rr3r/10/10/10/10/10/10/10/10/R3RR3R/T3WD3T w 0 1";
    let runners = "10/R8r/10/1r1r1r4/R1R1R5/10/10/10/10/10/3r5R/10 b 0 1";
    for (variant, rules, fen, depth) in [
        ("tiny", TINY_RULES, "2/r1/2/2/2/2/2/2/1R/W1 w 0 1", 7),
        ("tiny", TINY_RULES, PROMOTIONS, 6),
        ("tiny", TINY_RULES, CAPTURE, 5),
        ("wanderers", large, start, 3),
        ("wanderers", large, MANY_MOVES, 2),
        ("wanderers", large, runners, 4),
    ] {
        let output = session(
            config(variant),
            &format!("position fen {fen}\ngo perft {depth}\n"),
        );
        let setup = rules.read(fen);
        assert_eq!(rules.fen(&setup, 0), fen);
        let lines = last(&output, "Nodes searched:").parse();
        assert_eq!(lines, Ok(rules.perft(&setup, depth)), "{fen}");
        for step in rules.steps(&setup) {
            let lines = rules.perft(&step.after, depth - 1);
            let line = format!("{}: {lines}", step.text);
            assert!(output.lines().any(|one| one == line), "{line}: {output}");
        }
    }
}

#[test]
fn more_than_eighty_moves_are_searched_and_told() {
    let mut engine = Engine::new(config("wanderers")).expect("the variant can start");
    engine
        .set_option("MultiPV", Some("80"))
        .expect("the option is known");
    let two_plies = Limits {
        depth: Some(Depth::new(2)),
        ..Limits::default()
    };
    let told = think(&mut engine, MANY_MOVES, &[], two_plies);
    let moves = engine.state().map_or(0, |state| state.moves().len());
    assert!(moves > 80, "{moves}");
    assert_eq!(told.iter().map(|report| report.line).max(), Some(80));
    let mut first: Vec<&str> = told
        .iter()
        .rev()
        .take(80)
        .map(|one| one.principal_variation[0].as_str())
        .collect();
    first.sort_unstable();
    first.dedup();
    assert_eq!(first.len(), 80);
}

/// Several threads share a table of hashes, and come to the same.
#[test]
fn threads_agree_on_a_mate() {
    let mut engine = tiny::<HashKey>();
    engine
        .set_option("Threads", Some("3"))
        .expect("the option is known");
    let told = think(&mut engine, CAPTURE, &[], nodes(20_000));
    assert_eq!(
        told.last().and_then(|best| best.value.plies_to_end()),
        Some(1)
    );
}
