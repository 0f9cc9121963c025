//! The game in the list of games: its variants, its options, its table, and what it has not.

use jacquerie::config::Config;
use jacquerie::engine::Engine;
use jacquerie::game::{HashKey, PackedKey};
use jacquerie::games;

use crate::hall::{TINY, VARIANTS, catalogue, config, last, session};
use crate::program::call;

#[test]
fn all_games_are_in_the_list() {
    let names = catalogue::<HashKey>();
    assert!(
        names
            .names()
            .eq(["pawns", "kings", "antichess", "metamachy", "wanderers"])
    );
    let output = session(config("wanderers"), "uci\n");
    for line in [
        "option name UCI_Variant type combo default wanderers var antichess var giveaway var kingpawn \
         var metamachy var pawngame var pawnrace var pawnsonly var peasants var suicide var tiny var wanderers",
        "option name Head Start type spin default 0 min 0 max 9",
        "option name Files type spin default 8 min 1 max 8",
    ] {
        assert!(output.lines().any(|one| one == line), "{line}: {output}");
    }
}

#[test]
fn what_is_wrong_in_its_tables_is_told_by_line_and_key() {
    let cases = [
        (
            "[variants.x]\ngame = \"wanderers\"\n",
            "line 1, key 'variants.x': missing field `start`",
        ),
        (
            "[variants.x]\ngame = \"wanderers\"\nstart = \"2/2/2/2/z1/2/2/2/2/2 w\"\n",
            "line 3, key 'variants.x.start': found 'z', expected a man",
        ),
        (
            "[variants.x]\ngame = \"wanderers\"\nstart = \"11/2/2/2/2/2/2/2/2/2 w\"\n",
            "key 'variants.x.start': rank 10 has 11 squares, expected 2",
        ),
        (
            "[variants.x]\ngame = \"wanderers\"\nno_move = \"win\"\nstart = \"\"\n",
            "line 3, key 'variants.x.no_move': unknown variant `win`",
        ),
        (
            "[variants.x]\ngame = \"wanderers\"\nstart = \"\"\nstalemate = \"draw\"\n",
            "line 4, key 'variants.x.stalemate': unknown field",
        ),
        (
            "[wanderers]\nadvance = 1\nworth = [1]\n",
            "line 3, key 'wanderers.worth': invalid length 1",
        ),
        (
            "[wanderers]\n\nwroth = [1]\n",
            "line 3, key 'wanderers.wroth': unknown field `wroth`",
        ),
        (
            "[options]\nhead_start = 10\n",
            "line 2, key 'options.head_start': found 10, expected 0 to 9",
        ),
        (
            "[options]\nvariant = \"tiny\"\nhead_start = 8\n",
            "line 3, key 'options.head_start': no runner can begin 8 ranks further on",
        ),
        (
            "[variants.x]\ngame = \"go\"\n",
            "line 2, key 'variants.x.game': found 'go', expected one of pawns, kings, antichess, metamachy, wanderers",
        ),
        (
            "[pscore]\ntempo = \"x\"\n",
            "line 2, key 'pscore.tempo': invalid type",
        ),
    ];
    for (text, expected) in cases {
        let text = format!("{text}{TINY}");
        let error = Config::parse(&text, &catalogue::<HashKey>()).expect_err(&text);
        assert!(error.to_string().contains(expected), "{text}: {error}");
    }
    // Who does not know the game knows nothing of its table and its option either.
    for (text, expected) in [
        (
            "[wanderers]\nadvance = 1\n",
            "unknown field `wanderers`, expected one of",
        ),
        ("[options]\nhead_start = 1\n", "unknown field `head_start`"),
        (TINY, "found 'wanderers', expected one of pawns"),
    ] {
        let error = Config::parse(text, &games::catalogue()).expect_err(text);
        assert!(error.to_string().contains(expected), "{text}: {error}");
    }
}

#[test]
fn keys_of_whole_positions_are_for_small_boards() {
    let error = Config::parse(VARIANTS, &catalogue::<PackedKey>()).expect_err("the board is large");
    let expected = "line 4, key 'variants.wanderers.start': found 120 squares, expected 24 at most";
    assert!(error.to_string().contains(expected), "{error}");
}

#[test]
fn weights_come_from_its_own_table() {
    let heavy = "[wanderers]\nworth = [1000, 2000, 3000, 4000]\nadvance = 0\n";
    let text = format!("{VARIANTS}{heavy}[options]\nvariant = \"wanderers\"\n");
    let heavy = Config::parse(&text, &catalogue::<HashKey>()).expect("the configuration is right");
    let commands = "position fen 9t/10/10/10/10/10/10/10/10/10/T9/10 w\neval\n";
    for (config, men) in [(config("wanderers"), 400), (heavy, 3000)] {
        let output = session(config, commands);
        assert_eq!(last(&output, "men"), format!("{men}   {men:4}"), "{output}");
    }
}

/// The pawn games are as they were: the same nodes, the same line.
#[test]
fn the_pawn_games_play_on_beside_it() {
    let commands = "position startpos moves b3b4 g6g5\ngo nodes 20000\nd\n";
    let alone = session(Config::built_in().clone(), commands);
    let beside = Config::parse(&format!("{VARIANTS}{TINY}"), &catalogue::<HashKey>());
    let beside = session(beside.expect("the configuration is right"), commands);
    let without_times = |output: &str| {
        let words = output.split_whitespace().map(str::to_owned);
        let words: Vec<String> = words.collect();
        let timed =
            |index: usize| index > 0 && ["nps", "time"].contains(&words[index - 1].as_str());
        let kept: Vec<String> = (0..words.len())
            .filter(|at| !timed(*at))
            .map(|at| words[at].clone())
            .collect();
        kept.join(" ")
    };
    assert_eq!(without_times(&alone), without_times(&beside));
    assert!(alone.contains("bestmove "), "{alone}");
}

#[test]
fn one_can_change_from_game_to_game_and_back() {
    let output = session(
        config("peasants"),
        "go depth 5
         setoption name UCI_Variant value wanderers
         go depth 2
         setoption name Head Start value 3
         fen
         setoption name UCI_Variant value tiny
         go depth 5
         setoption name Head Start value 9
         setoption name Files value 5
         setoption name Gaps value b c
         fen
         setoption name UCI_Variant value pawnrace
         fen
         setoption name UCI_Variant value peasants
         setoption name Files value 8
         go depth 5
         position startpos moves b3b4
         d\n",
    );
    let best: Vec<&str> = output
        .lines()
        .filter_map(|line| line.strip_prefix("bestmove "))
        .collect();
    assert_eq!(best.len(), 4, "{output}");
    assert_eq!(best[0], best[3], "{output}");
    for line in [
        "info string variant wanderers files 10 ranks 12 pocket 0 template fairy startpos \
         t3wd3t/r3rr3r/10/10/10/10/10/10/10/10/R3RR3R/T3WD3T w 0 1",
        "t3wd3t/r3rr3r/10/10/10/10/10/R3RR3R/10/10/10/T3WD3T w 0 1",
        "info string variant tiny files 2 ranks 10 pocket 0 template fairy startpos \
         2/r1/2/2/2/1R/2/2/2/W1 w 0 1",
        "info string option Head Start: no runner can begin 9 ranks further on",
        "2/r1/2/2/2/1R/2/2/2/W1 w 0 1",
        "5/pp1pp/5/5/5/5/P1PPP/5 w - - 0 1",
        "7 | p p p p p p p p",
    ] {
        assert!(output.contains(line), "{line}: {output}");
    }
}

/// What only pawn games have asks for them, and says so.
#[test]
fn what_only_pawn_games_have_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = format!("{VARIANTS}{TINY}[options]\nvariant = \"tiny\"\n");
    std::fs::write(folder.path().join("engine.toml"), text).expect("the folder can be written to");
    let only = "only for the game 'pawns' (pawngame, pawnrace, pawnsonly, peasants), but the variant \
                tiny is of the game 'wanderers'";
    let engines = ["--engine", "name=A cmd=self", "--engine", "name=B cmd=self"];
    let competition = [
        &["match", "--pawn-race-competition", "--variant", "tiny"],
        &engines[..],
    ]
    .concat();
    let cases: [(&[&str], &str); 7] = [
        (&["gamelets"], only),
        (
            &["solve", "--variant", "metamachy"],
            "nobody knows how to solve metamachy; expected one of antichess, giveaway, kingpawn, ",
        ),
        (&["perft", "3", "--ending", "seventh-rank"], only),
        (
            &["--gaps", "a a", "eval"],
            "--gaps a a: the variant tiny has no such choice",
        ),
        (
            &["--files", "5", "eval"],
            "--files 5: the variant tiny has no such choice",
        ),
        (
            &["play", "--gaps", "a a"],
            "--gaps a a: the variant tiny has no such choice",
        ),
        (&competition, "needs a variant with gaps"),
    ];
    for (arguments, expected) in cases {
        let output = call(folder.path(), arguments);
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(complaint.contains(expected), "{arguments:?}: {complaint}");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {complaint}");
    }
}

/// The commands that any game has.
#[test]
fn the_commands_know_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = format!("{VARIANTS}{TINY}[options]\nvariant = \"tiny\"\nhash = 2\n");
    std::fs::write(folder.path().join("engine.toml"), text).expect("the folder can be written to");
    let promotion = "2/R1/2/2/2/2/2/2/2/1w w";
    let cases: [(&[&str], &str); 6] = [
        (&["perft", "4"], "\n"),
        (&["eval", "--variant", "wanderers"], "for White 0"),
        (&["analyse", "--fen", promotion, "--depth", "6"], "1.Ra10=D"),
        (
            &["analyse", "--moves", "b2b3 a9a8 b3b4", "--nodes", "500"],
            "Rb4",
        ),
        (
            &["fen", "position startpos moves Rb2-b3", "d"],
            "2/r1/2/2/2/2/2/1R/2/W1 b 0 1",
        ),
        (&["position startpos", "go depth 3"], "bestmove "),
    ];
    for (arguments, expected) in cases {
        let output = call(folder.path(), arguments);
        let (report, complaint) = (output.stdout, output.stderr);
        let (report, complaint) = (
            String::from_utf8_lossy(&report),
            String::from_utf8_lossy(&complaint),
        );
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {complaint}");
        assert!(report.contains(expected), "{arguments:?}: {report}");
    }
}

#[test]
fn an_engine_starts_where_it_should() {
    let mut engine = Engine::new(config("tiny")).expect("the variant can start");
    let fen = |engine: &Engine| engine.state().map(|state| state.fen());
    assert_eq!(
        fen(&engine).as_deref(),
        Some("2/r1/2/2/2/2/2/2/1R/W1 w 0 1")
    );
    engine
        .set_option("head start", Some("4"))
        .expect("the option is known");
    assert_eq!(
        fen(&engine).as_deref(),
        Some("2/r1/2/2/1R/2/2/2/2/W1 w 0 1")
    );
    assert!(engine.chooses_start("Head Start"));
}
