//! PGN: a written game is read back as the same game, PGN written by other programs can be read,
//! and no text does harm.

use jacquerie::arena::pgn::annotate::{Better, Remark, Remarks, annotate};
use jacquerie::arena::pgn::{
    Comment, GameResult, Glyph, PgnError, Record, TagName, main_lines, read, starts_of,
};
use jacquerie::config::Config;
use proptest::prelude::*;

fn read_all(text: &str) -> Result<Vec<Record>, PgnError> {
    read(text, &starts_of(Config::built_in()))
}

fn only(text: &str) -> Record {
    let mut games = read_all(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0)
}

fn written(record: &Record) -> String {
    let mut bytes = Vec::new();
    record.write(&mut bytes).expect("memory is enough");
    String::from_utf8(bytes).expect("PGN is text")
}

fn moves_of(record: &Record) -> Vec<String> {
    let moves = record.moves().iter();
    moves.map(|one| one.played().to_owned()).collect()
}

fn record(fen: &str, moves: &str) -> Record {
    let mut record = Record::new(
        Config::built_in().variants["peasants"]
            .read_fen(fen)
            .expect("a FEN"),
    );
    for text in moves.split_whitespace() {
        record.play(text).expect("a legal move");
    }
    record
}

const PEASANTS: &str = "8/pppppppp/pppppppp/8/8/PPPPPPPP/PPPPPPPP/8 w";

#[test]
fn a_game_is_written_by_the_standard() {
    let mut game = record(PEASANTS, "b4 a5 bxa5");
    game.tags.set(TagName::VARIANT, "peasants");
    game.tags.set(TagName::WHITE, "Ann \"the pawn\" \\ Co");
    game.introduction = Comment::new("By the fire.");
    game.moves_mut()[1].glyphs = vec![Glyph::BLUNDER, Glyph(16)];
    game.moves_mut()[0].comment = Comment::new("A {brave}\nmove");
    game.result = GameResult::BlackWins;
    let expected = r#"[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "Ann \"the pawn\" \\ Co"]
[Black "?"]
[Result "0-1"]
[Variant "peasants"]
[SetUp "1"]
[FEN "8/pppppppp/pppppppp/8/8/PPPPPPPP/PPPPPPPP/8 w - - 0 1"]

{By the fire.} 1. b4 {A {brave) move} 1... a5?? $16 2. bxa5 0-1

"#;
    assert_eq!(written(&game), expected);
    assert_eq!(only(expected), game);
}

/// A reader that does not know the variant would assume the start position of chess. The move
/// number matters.
#[test]
fn the_start_is_always_written() {
    let game = record("8/p7/1p6/P1P5/8/8/8/8 b - - 0 12", "bxc5 a6");
    let text = written(&game);
    let end =
        "[SetUp \"1\"]\n[FEN \"8/p7/1p6/P1P5/8/8/8/8 b - - 0 12\"]\n\n12... bxc5 13. a6 *\n\n";
    assert!(text.ends_with(end), "{text}");
    assert_eq!(only(&text), game);
    // Pawn Race has no start position without its gaps.
    let mut race = record("8/ppppppp1/8/8/8/8/1PPPPPPP/8 w", "b4");
    race.tags.set(TagName::VARIANT, "pawnrace");
    assert!(written(&race).contains("[FEN \"8/ppppppp1/"), "{race:?}");
    assert_eq!(only(&written(&race)), race);
}

#[test]
fn lines_are_shorter_than_80_characters_and_begin_with_no_percent_sign() {
    let mut game = record(PEASANTS, "a4 b5");
    let long = "30 % of the pawns, or 40 % or 50 % and so on ".repeat(20);
    game.moves_mut()[0].comment = Comment::new(&long);
    let text = written(&game);
    assert!(text.lines().all(|line| line.chars().count() < 80), "{text}");
    assert!(!text.contains("\n%"), "{text}");
    assert_eq!(only(&text), game);
}

#[test]
fn pgn_of_other_programs_is_read() {
    let plain = ["b3b4", "a6a5", "b4a5", "b6a5"];
    for text in [
        "1. b4 a5 2. bxa5 bxa5 *",
        "1.\u{a0}b4\u{a0}a5 2. bxa5 bxa5 *",
        "1.\u{f7a0}b4\u{f7a0}a5 2. bxa5 bxa5 *",
        "\u{feff}1.b4 a5\r\n2.bxa5 bxa5\r\n*\r\n",
        "1 b4 1... a5 2 . bxa5 2. ... bxa5 *",
        "1…b4 1…a5 2...bxa5 bxa5 *",
        "b3b4 a6a5 b4a5 b6a5 *",
        "% an escape (\n1. b4! {a {comment} a5?! 2. bxa5+ $6 $255 bxa5# ; the end ( of it\n*",
        "1. b4 (1. a4 (1. c4 {)} c5 2. Qh5 $4) 1... nonsense) a5 2. bxa5 !? bxa5!! *",
        "[Result \"*\"]\n\n1. b4 {[%clk 0:01:00]} a5 2. bxa5 bxa5 *",
        "[ White  \"Ann\" ][Black \"Bob\"]1. b4 a5 2. bxa5 bxa5 *",
        "1. b3-b4 a6-a5! 2. b4xa5?! b6:a5 *",
        "1. B4 A5 2. b:a5 BXA5 *",
        "[Variant \"Peasants\"]\n1. b4 a5 2. bxa5 bxa5 *",
    ] {
        assert_eq!(moves_of(&only(text)), plain, "{text}");
    }
    for en_passant in ["bxc6 e.p.", "bxc6e.p.", "bxc6 ep", "b5c6", "bxc6e.p.!?"] {
        let text = format!("[FEN \"8/2p5/8/1P6/8/8/8/8 b\"]\n\n1... c5 2. {en_passant} *");
        assert_eq!(moves_of(&only(&text)), ["c7c5", "b5c6"], "{text}");
    }
    for promotion in ["e8", "e8=Q", "e8Q+", "e7e8q", "e8=Q#"] {
        let text = format!("[FEN \"8/4P3/8/8/8/8/7p/8 w\"]\n1. {promotion} 1-0");
        assert_eq!(moves_of(&only(&text)), ["e7e8"], "{text}");
    }
    for promotion in ["e7-e8=Q", "E8", "e7-E8"] {
        let text = format!("[FEN \"8/4P3/8/8/8/8/7p/8 w\"]\n1. {promotion} 1-0");
        assert_eq!(moves_of(&only(&text)), ["e7e8"], "{text}");
    }
    assert_eq!(
        only("1. b4 {a} {b} ;c\n a5 *").moves()[0].comment.text(),
        "a b c"
    );
}

#[test]
fn several_games_follow_each_other() {
    let text = "[Event \"1\"]\n\n1. b4 1-0\n\n[Event \"2\"]\n\n*\n\n1. a4 1/2-1/2 {x}\n";
    let games = read_all(text).expect("three games");
    assert_eq!(games.len(), 3);
    assert_eq!(games[1].tags.get(&TagName::EVENT), Some("2"));
    assert_eq!(games[2].result, GameResult::Draw);
    for nothing in ["", "\n\n", "% nothing", "{nothing}"] {
        assert_eq!(read_all(nothing), Ok(Vec::new()), "{nothing:?}");
    }
}

/// The cost does not depend on the depth of nesting.
#[test]
fn a_million_parentheses_are_skipped() {
    let deep = "(".repeat(1_000_000) + &")".repeat(1_000_000);
    assert_eq!(only(&format!("1. b4 {deep} *")).moves().len(), 1);
    assert_eq!(only(&"(".repeat(1_000_000)).moves().len(), 0);
}

/// Each comment is read once, however many follow a move.
#[test]
fn a_hundred_thousand_comments_are_one() {
    let game = only(&format!("1. b4 {}*", "{a} { } ".repeat(100_000)));
    let comment = game.moves()[0].comment.text();
    assert_eq!(comment, vec!["a"; 100_000].join(" "));
}

/// Text for a tag or a comment, with many awkward characters.
fn awkward() -> impl Strategy<Value = String> {
    "([a-z ]|[\\[\\]{}()\"\\\\;%$*\n\r\t.!?é♟]|\\PC){0,40}"
}

/// A game of random moves with comments on some of them.
fn any_record() -> impl Strategy<Value = Record> {
    let fens = [
        PEASANTS,
        "8/pppppppp/8/8/8/8/PPPPPPPP/8 b - - 0 7",
        "3/ppp/ppp/3/3/PPP/PPP/3 w - - 0 9999",
    ];
    let note = (
        0..4_usize,
        proptest::collection::vec(any::<u8>(), 0..3),
        awkward(),
    );
    (
        proptest::sample::select(fens.to_vec()),
        proptest::collection::vec((any::<prop::sample::Index>(), note), 0..90),
        proptest::collection::vec((("[A-Za-z0-9][A-Za-z0-9_]{0,9}"), awkward()), 0..4),
        awkward(),
        proptest::sample::select(GameResult::ALL.to_vec()),
    )
        .prop_map(|(fen, steps, tags, introduction, result)| {
            let mut record = record(fen, "");
            for (choice, (how, glyphs, comment)) in steps {
                let moves = record.position().moves();
                if moves.is_empty() {
                    break;
                }
                let played = &moves[choice.index(moves.len())];
                record.play(played).expect("a legal move");
                if let Some(last) = record.moves_mut().last_mut().filter(|_| how == 0) {
                    last.glyphs = glyphs.into_iter().map(Glyph).collect();
                    last.comment = Comment::new(&comment);
                }
            }
            for (name, value) in tags {
                if let Some(name) = TagName::new(&name) {
                    record.tags.set(name, &value);
                }
            }
            record.introduction = Comment::new(&introduction);
            record.result = result;
            record
        })
}

/// The text with annotations of its first game.
fn annotated(text: &str, game: &Record, remarks: &[Option<Remark>]) -> String {
    let starts = starts_of(Config::built_in());
    let (place, _) = main_lines(text, &starts).next().expect("a game");
    let remarks = Remarks {
        place,
        record: game,
        moves: remarks,
        keeps_tags: false,
    };
    annotate(text, &[remarks])
}

/// A word that begins with a percent sign never becomes a line of its own.
#[test]
fn annotations_move_no_percent_sign_to_the_start_of_a_line() {
    for blank in [" ", ""] {
        let text = format!("1. b4 a5 {{x}}{blank}{} 2. bxa5 bxa5 *\n", "%".repeat(61));
        let game = only(&text);
        let remark = Remark {
            words: "much better was another move".into(),
            ..Remark::default()
        };
        let remarks = vec![Some(remark); 4];
        let once = annotated(&text, &game, &remarks);
        assert_eq!(moves_of(&only(&once)), moves_of(&game), "{once}");
        assert_eq!(annotated(&once, &game, &remarks), once);
    }
}

/// Glyphs written by other programs stay, even when a game is annotated again.
#[test]
fn glyphs_of_other_programs_stay() {
    for signs in ["", " $4", "??", "?? $34", " $4 $2", "?? $6", " $2", "? $14"] {
        let text = format!("1. b4{signs} *\n");
        let game = only(&text);
        let remark = Remark {
            glyph: Some(Glyph::BLUNDER),
            words: "draw → loss".into(),
            ..Remark::default()
        };
        let once = annotated(&text, &game, &[Some(remark.clone())]);
        assert!(once.contains(&format!("1. b4{signs}")), "{once}");
        assert_eq!(annotated(&once, &game, &[Some(remark)]), once);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn a_written_game_is_read_again(first in any_record(), second in any_record()) {
        let text = written(&first) + &written(&second);
        prop_assert_eq!(read_all(&text), Ok(vec![first, second]), "{}", text);
    }

    /// Annotations are added to existing comments, and repeating them changes nothing.
    #[test]
    fn remarks_do_not_change_a_game(game in any_record(), others in any_record(), step in 1..4_usize) {
        let mut number = 0;
        let remarks: Vec<Option<Remark>> = game.moves().iter().map(|one| {
            number += 1;
            (number % step == 0).then(|| Remark {
                glyph: (number % 3 == 0).then_some(Glyph::BLUNDER),
                evaluation: (number % 4 > 0).then(|| "-0.50".into()),
                words: if number % 3 == 0 { "draw → loss".into() } else { String::new() },
                better: (number % 3 == 0).then(|| Better {
                    first: one.played().into(),
                    evaluation: None,
                    words: "better".into(),
                    rest: "and so on".into(),
                }),
                next_number: Some("1...".into()),
            })
        }).collect();
        let text = written(&game) + &written(&others);
        let once = annotated(&text, &game, &remarks);
        prop_assert_eq!(&annotated(&once, &game, &remarks), &once);
        prop_assert!(once.ends_with(&written(&others)));
        let read = read_all(&once).expect("it can be read");
        prop_assert_eq!(moves_of(&read[0]), moves_of(&game));
        for (one, before) in read[0].moves().iter().zip(game.moves()) {
            let (now, before) = (one.comment.text(), before.comment.text());
            let kept = now.starts_with(before) || before.contains("[%eval ");
            prop_assert!(kept, "{now} was {before}");
        }
    }

    /// Any text is either read, and can then be written and read again, or refused; no panic.
    #[test]
    fn any_text_is_read_or_refused(words in proptest::collection::vec(
        prop_oneof![
            proptest::sample::select(vec![
                "1.", "1...", "b4", "a5", "bxa5", "e.p.", "*", "1-0", "{", "}", "(", ")", ";", "\n",
                "%", "$", "$3", "[", "]", "\"", "\\", "[FEN \"", "[SetUp \"1\"]", "!?", "8/8 w", " ",
            ]).prop_map(str::to_owned),
            awkward(),
        ], 0..40)) {
        let text: String = words.concat();
        if let Ok(games) = read_all(&text) {
            let again: String = games.iter().map(written).collect();
            prop_assert_eq!(read_all(&again), Ok(games), "{}", text);
        }
    }

    /// A valid text with one character changed.
    #[test]
    fn damaged_games_are_read_or_refused(game in any_record(), place in any::<prop::sample::Index>(), letter in any::<char>()) {
        let mut letters: Vec<char> = written(&game).chars().collect();
        let index = place.index(letters.len());
        letters[index] = letter;
        let text: String = letters.into_iter().collect();
        if let Ok(games) = read_all(&text) {
            let again: String = games.iter().map(written).collect();
            prop_assert_eq!(read_all(&again), Ok(games), "{}", text);
        }
    }
}

/// Tags beyond a reasonable number are ignored, however many there are.
#[test]
fn a_flood_of_tags_is_ignored() {
    let text: String = (0..200_000).map(|tag| format!("[T{tag} \"\"]\n")).collect();
    let game = only(&(text + "1. b4 *"));
    assert_eq!((game.moves().len(), game.tags.others().count()), (1, 1_000));
}
