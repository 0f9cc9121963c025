use super::*;
use crate::arena::pgn::{Node, starts_of};
use crate::config::Config;

fn found(text: &str) -> Vec<Found> {
    games(text, &starts_of(Config::built_in())).collect()
}

/// The only game of a text.
fn only(text: &str) -> Record {
    let mut all = found(text);
    assert_eq!(all.len(), 1, "{text}");
    all.remove(0)
        .1
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The ignored parts of a game, as text.
fn passed_over(game: &Record) -> String {
    let all: Vec<String> = game.passed_over.iter().map(ToString::to_string).collect();
    all.join("; ")
}

fn written(game: &Record) -> String {
    let mut text = Vec::new();
    game.write(&mut text).unwrap();
    String::from_utf8(text).unwrap()
}

const GAME: &str = "[Event \"A test\"]\n\n{Before all.} 1. b4 $14 {first} a5 ({ours} 1... h5 2. g4 \
    (2. a4 (2. c4) 2... b5) 2... hxg4) (1... c5!?) 2. bxa5 bxa5 *\n";

#[test]
fn variations_stand_with_the_move_they_replace() {
    let (place, game) = found(GAME).remove(0);
    let game = game.unwrap();
    assert_eq!(&GAME[place], GAME.trim_end());
    assert_eq!(game.introduction.text(), "Before all.");
    assert_eq!(game.moves().len(), 4);
    assert_eq!(game.moves()[0].glyphs, [Glyph(14)]);
    assert_eq!(passed_over(&game), "");
    let [first, second] = &game.moves()[1].variations[..] else {
        panic!("{game:?}");
    };
    assert_eq!((first[0].san(), first.len()), ("h5", 3));
    assert_eq!(first[0].before.text(), "ours");
    let inner = &first[1].variations[0];
    assert_eq!((inner[0].san(), inner.len()), ("a4", 2));
    assert_eq!(inner[0].variations[0][0].san(), "c4");
    assert_eq!(second[0].glyphs, [Glyph(5)]);
}

#[test]
fn what_is_written_is_read_again() {
    let game = only(GAME);
    let text = written(&game);
    let again = only(&text);
    assert_eq!(again.moves(), game.moves(), "{text}");
    assert_eq!(again.introduction, game.introduction);
    assert_eq!(again.tags, game.tags);
    assert_eq!(written(&again), text);
}

#[test]
fn a_game_without_variations_is_written_as_a_record() {
    let text = "{Hello.} 1. b4! {one} a5 2. bxa5 $3 $14 bxa5 1/2-1/2\n*";
    let record = read(text, &starts_of(Config::built_in())).unwrap();
    let games = found(text);
    assert_eq!((record.len(), games.len()), (2, 2));
    for (record, (_, game)) in record.iter().zip(&games) {
        let mut plain = Vec::new();
        record.write(&mut plain).unwrap();
        assert_eq!(
            written(game.as_ref().unwrap()),
            String::from_utf8(plain).unwrap()
        );
    }
}

/// The variation becomes a comment, word for word; the game and the enclosing variations are read.
#[test]
fn a_variation_that_cannot_be_read_costs_itself() {
    let nested = format!("1. b4 {}", "(1. a4 ".repeat(MOST_NESTED + 1));
    let nested = nested + &")".repeat(MOST_NESTED + 1) + " a5 *";
    for (text, comment, problem) in [
        ("1. b4 (1. -- a5) a5 *", "(1. -- a5)", "'--' is a null move"),
        ("1. b4 (1. Z0) a5 *", "(1. Z0)", "'Z0' is a null move"),
        (
            "1. b4\n(1. b9 (1. a4) c5) a5 *",
            "(1. b9 (1. a4) c5)",
            "line 2, game 1, White's move 1: 'b9'",
        ),
        (
            "1. b4 (1. b9) a5 *",
            "(1. b9)",
            "; the variation is kept as a comment",
        ),
        ("1. b4 (1. a4 (1. x)) a5 *", "", "'x' is not a move"),
        (
            "1. b4 (1. a4 a5 *",
            "(1. a4 a5 *",
            "does not end; expected ')'",
        ),
        ("(1. b4 a5) 1. b4 a5 *", "", "without a move before it"),
        ("1. b4 ) a5 *", "", "no variation has begun"),
        (&nested, "", "variations nested more than 24 deep"),
    ] {
        let game = only(text);
        assert_eq!(game.moves()[0].san(), "b4", "{text}");
        assert_eq!(game.moves()[0].comment.text(), comment, "{text}");
        assert!(
            game.moves().len() == 2 || text.contains("(1. a4 a5 *"),
            "{text}"
        );
        assert!(
            passed_over(&game).contains(problem),
            "{text}: {}",
            passed_over(&game)
        );
        let again = only(&written(&game));
        assert_eq!(again.moves(), game.moves(), "{text}");
    }
    let game = only("1. b4 (1. a4 (1. x)) a5 *");
    let inner = &game.moves()[0].variations[0];
    assert_eq!(inner[0].comment.text(), "(1. x)");
}

/// The signs that Chess Informant, ChessBase and Scid write; a sign before a move applies to that
/// move.
#[test]
fn signs_of_other_programs_are_glyphs() {
    let game = only("$10 1. b4 +- $146 N (1. c4 ($142 1. a4 !!! =)) 1... a5± *");
    let glyphs = |node: &Node| node.glyphs.iter().map(|one| one.0).collect::<Vec<_>>();
    assert_eq!(glyphs(&game.moves()[0]), [10, 18, 146, 146]);
    assert_eq!(glyphs(&game.moves()[1]), [16]);
    let inner = &game.moves()[0].variations[0][0].variations[0][0];
    assert_eq!(glyphs(inner), [142, 3, 10]);
    assert_eq!(passed_over(&game), "");
    let passed = passed_over(&only("1. b4 $256 a5 $ ] \" *"));
    for part in ["'$256'", "'$'", "']'", "'\"'"] {
        assert!(passed.contains(part), "{passed}");
    }
}

#[test]
fn a_game_needs_no_result() {
    for text in [
        "1. b4 a5",
        "1. b4 a5 {so far}",
        "1. b4 a5 ?",
        "1. b4 a5 ? {so far}",
        "[Event \"x\"]\n\n1. b4 a5 ?",
    ] {
        let game = only(text);
        assert_eq!(
            (game.moves().len(), game.result),
            (2, GameResult::Unknown),
            "{text}"
        );
        assert!(game.moves()[1].glyphs.is_empty(), "{text}");
    }
    assert_eq!(only("1. b4 a5? *").moves()[1].glyphs, [Glyph::MISTAKE]);
    let three = "[Event \"1\"]\n\n1. b4\n[Event \"2\"]\n[Result \"0-1\"]\n\n\
        [Event \"3\"]\n\n1. a4 a5 {x}\n\n[Event \"4\"]\n";
    let games: Vec<_> = found(three)
        .into_iter()
        .map(|(_, game)| game.unwrap())
        .collect();
    let told = games
        .iter()
        .map(|game| (game.moves().len(), game.result.text()));
    assert_eq!(
        told.collect::<Vec<_>>(),
        [(1, "*"), (0, "0-1"), (2, "*"), (0, "*")]
    );
}

#[test]
fn results_are_written_in_many_ways() {
    for (tag, moves, result) in [
        ("1-0", "*", "1-0"),
        ("1-0", "", "1-0"),
        ("?", "0-1", "0-1"),
        ("", "½-½", "1/2-1/2"),
        ("0.5-0.5", "", "1/2-1/2"),
        ("1/2", "1/2", "1/2-1/2"),
        ("½", "1/2-1/2", "1/2-1/2"),
        ("1 - 0", "1–0", "1-0"),
        ("won", "0—1", "0-1"),
        ("½-½", "\u{f7bd}-\u{f7bd}", "1/2-1/2"),
        ("1-0", "0-1", "*"),
    ] {
        let game = only(&format!("[Result \"{tag}\"]\n\n1. b4 a5 {moves}"));
        assert_eq!(
            (game.moves().len(), game.result.text()),
            (2, result),
            "{tag} {moves}"
        );
    }
    assert!(passed_over(&only("[Result \"won\"] *")).contains("\"won\" for Result"));
    assert!(passed_over(&only("[Result \"1-0\"] 0-1")).contains("end with 0-1"));
}

#[test]
fn odd_tags_cost_themselves() {
    for (text, problem) in [
        (
            "[White \"x]\n1. b4 *",
            "White tag: expected a value in quotes",
        ),
        (
            "[White \"x\" y]\n1. b4 *",
            "White tag: expected a value in quotes",
        ),
        (
            "[Wh ite \"x\"] 1. b4 *",
            "Wh tag: expected a value in quotes",
        ),
        ("[\"x\"] 1. b4 *", "tag name ''"),
        ("[\u{1b} \"\"] 1. b4 *", "the tag name '\\u{1b}'"),
        (
            "[White \"x\"][White \"y\"] 1. b4 *",
            "White tag occurs twice",
        ),
        ("[White \"x\"\n\n1. b4 *\n", ""),
        (
            "[White\n\n1. b4 {[x]} *\n",
            "White tag: expected a value in quotes",
        ),
        ("White \"x\"]\n1. b4 *", "White tag: expected '[' before it"),
        ("[Site \"So\nwhere\"]\n[White \"x\"]\n\n1. b4 *", "line 1"),
        (
            "[Result \"1/2\n1-0\"]\n1. b4 *",
            "Result tag: expected a value",
        ),
        ("[FEN \"?\"]\n1. b4 *", ""),
        ("1. b4 $-1 *", "'$-1'"),
        ("1. b4 [%eval 0.3] *", "tag name '%eval'"),
        ("[White \"x\"]\n\n[Black \"y\"]\n1. b4 *", ""),
        ("[EventDate-2 \"x\"]\n1. b4 *", ""),
    ] {
        let game = only(text);
        assert_eq!(game.moves().len(), 1, "{text}");
        assert!(
            passed_over(&game).contains(problem),
            "{text}: {}",
            passed_over(&game)
        );
    }
}

/// Each game is read or rejected on its own, and the next one begins where it should.
#[test]
fn a_wrong_game_costs_itself() {
    for wrong in [
        "[Variant \"Chess960\"]\n\n1. e4 e5 1-0",
        "[Variant \"chess\"]\n[FEN \"8/8 w\"]\n\n1. e4 (1. b4 *) e5",
        "[FEN \"8/8 w\"]\n\n1. e4 (1. b4 1-0) e5 1-0",
        "[FEN \"8/8 w]\n\n1. b4 *",
        "[Variant \"chess]\n[White \"x\"]\n\n1. e4 e5 1-0",
        "1. b4 b4 {1-0} 2. Nf3 (1-0) 1/2",
        "1. b4 a5 2. --",
    ] {
        let text = format!("1. b4 *\n\n[Event \"2\"]\n{wrong}\n\n[Event \"3\"]\n\n1. a4 {{x}} *\n");
        let games = found(&text);
        let [(_, first), (_, second), (place, third)] = &games[..] else {
            panic!("{wrong}: {games:?}");
        };
        assert!(first.is_ok() && third.is_ok(), "{wrong}: {games:?}");
        assert!(
            second.as_ref().is_err_and(|error| error.game == 2),
            "{wrong}: {games:?}"
        );
        assert!(text[place.clone()].starts_with("[Event \"3\"]"), "{wrong}");
    }
}

#[test]
fn lines_end_with_cr_too_and_files_are_joined() {
    let text = "\u{feff}[Event \"1\"]\r\r1. b4 ; a comment\r1... a5 *\r\r\u{feff}[Event \"2\"]\r\r% no\r1. b9";
    let games = found(text);
    assert_eq!(games.len(), 2);
    assert_eq!(games[0].1.as_ref().unwrap().moves().len(), 2);
    let error = games[1].1.as_ref().unwrap_err().to_string();
    assert!(
        error.starts_with("line 9, game 2, White's move 1: 'b9'"),
        "{error}"
    );
}

/// An unknown name does not matter if the user has named the variant.
#[test]
fn a_given_variant_is_that_of_unknown_ones() {
    let starts = starts_of(Config::built_in()).given(true);
    for name in ["Anti-chess", "Suicide chess", "Peasants ", "PEASANTS", "?"] {
        let text = format!("[Variant \"{name}\"]\n\n1. b4 *");
        let (_, game) = games(&text, &starts).next().unwrap();
        let game = game.unwrap();
        assert_eq!(game.moves().len(), 1);
        let is_told = passed_over(&game).contains("for Variant; using peasants");
        assert_eq!(is_told, name.contains("chess"), "{name}");
    }
}

/// A variant with a known name of its own is another game, even if its moves are legal; for other
/// names, an error about an illegal move mentions the name.
#[test]
fn other_games_are_told_apart_where_the_variant_is_given() {
    let starts = starts_of(Config::built_in()).given(true);
    for (name, told) in [
        (
            "Crazyhouse",
            "line 2, game 1: unknown tag value \"Crazyhouse\"",
        ),
        ("King of the Hill", "\"King of the Hill\""),
        ("threeCheck", "expected one of"),
        ("chess-960", "expected one of"),
        ("Suicide chess", "line 5, game 1, White's move 1: 'b9'"),
        ("Suicide chess", "; the Variant tag says \"Suicide chess\""),
    ] {
        let text = format!("[Event \"x\"]\n[Variant \"{name}\"]\n[White \"A\"]\n\n1. b9 *");
        let (_, game) = games(&text, &starts).next().unwrap();
        let error = game.unwrap_err().to_string();
        assert!(error.contains(told), "{error}");
    }
}

#[test]
fn what_is_wrong_with_a_tag_is_told_with_its_line() {
    for (text, line) in [
        ("[FEN \"8/8 w\"]\n[White \"A\"]\n\n1. b4 *", 1),
        ("[White \"A\"]\n[SetUp \"1\"]\n\n1. b4 *", 2),
        ("\n\n[Variant \"horde\"]\n", 3),
    ] {
        let (_, game) = found(text).remove(0);
        assert_eq!(game.unwrap_err().line, line, "{text}");
    }
}

#[test]
fn games_without_tags_and_results_are_told_apart() {
    for (text, lengths) in [
        ("1. b4 a5\n\n1. a4 h5 2. g4", &[2, 3][..]),
        ("1. b4\n\n1.a4 *", &[1, 1]),
        ("1. b4\n\n1... a5\n\n2. bxa5 *", &[3]),
        ("1. b4\n\n1. ... a5 *", &[2]),
        ("1. b4 (1. a4\n\n1. a4 h5) a5 *", &[2]),
        ("{Said before.}\n\n1. b4 *", &[1]),
        ("0. b4 a5 *", &[2]),
        ("1. b4 1/2 *\n\n1. a4 1-0 1-0", &[1, 1]),
    ] {
        let games = found(text).into_iter();
        let games: Vec<_> = games.map(|(_, game)| game.unwrap().moves().len()).collect();
        assert_eq!(games, lengths, "{text}");
    }
    let games = found("1. b9\n\n1. a4 *");
    assert_eq!((games[0].1.is_err(), games[1].1.is_ok()), (true, true));
}

#[test]
fn comments_end_where_they_are_meant_to() {
    for (text, said) in [
        ("1. b4 {a \\} b} a5 *", "a \\) b"),
        ("1. b4 {C:\\} a5 {x} *", "C:\\"),
        ("1. b4 {C:\\} a5 *", "C:\\"),
        ("1. b4 {as in\n[Event \"2\"]} a5 *", "as in [Event \"2\"]"),
    ] {
        let game = only(text);
        assert_eq!(game.moves()[0].comment.text(), said, "{text}");
        assert_eq!((game.moves().len(), passed_over(&game)), (2, String::new()));
    }
    for text in [
        "1. b4 {not closed\n",
        "1. b4 {not closed\n\n[Event \"2\"]\n\n1. a4 *",
        "1. b4 {not closed\n\n[White \"B\"]\n\n1. a4 {x} *",
    ] {
        let game = found(text).remove(0).1.unwrap();
        assert_eq!(game.moves()[0].comment.text(), "not closed");
        assert!(passed_over(&game).contains("does not end"), "{text}");
    }
}

/// A program that knows a variant of chess means chess by "chess"; for other games, programs write
/// "chess" because they know no better name.
#[test]
fn chess_is_another_game_beside_variants_of_chess() {
    let mut config = Config::built_in().clone();
    for (own, is_read) in [("antichess", false), ("pawnsonly", true)] {
        config.options.variant = own.into();
        let starts = starts_of(&config).given(true);
        let text =
            "[Variant \"Standard\"]\n\n1. a4 *".replace("a4", if is_read { "a4" } else { "e3" });
        let (_, game) = games(&text, &starts).next().unwrap();
        assert_eq!(game.is_ok(), is_read, "{own}");
    }
    let starts = starts_of(Config::built_in());
    for (name, own) in [("Anti-chess", "antichess"), ("Suicide Chess", "suicide")] {
        let played = starts.variant(Some(name)).ok();
        assert_eq!(played.map(|played| played.name), Some(own), "{name}");
    }
}

/// A position keeps its predecessors; copying them for each variation would take quadratic time.
#[test]
fn variations_by_the_thousand_are_read() {
    let moves = ["Ke2 (Kd2 Kd7) Ke7", "Ke1 (Kd1 Kd8) Ke8"];
    let text: String = moves
        .into_iter()
        .cycle()
        .take(8_000)
        .collect::<Vec<_>>()
        .join(" ");
    let tags = "[Variant \"kingpawn\"]\n[FEN \"4k3/7p/8/8/8/8/7P/4K3 w\"]\n\n";
    let game = only(&(tags.to_owned() + &text));
    assert_eq!(game.moves().len(), 16_000);
    let text = written(&game);
    assert_eq!(only(&text).main_line().moves().len(), 16_000);
}
