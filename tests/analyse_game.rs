//! Going through games: what is marked as exact is compared with plain minimax, and what is
//! written can be read again.

mod oracle;
mod program;

use std::fs;

use jacquerie::arena::pgn::{Glyph, Record, TagName, read, starts_of};
use jacquerie::config::Config;
use jacquerie::game::state::GameState;
use jacquerie::games::pawns::{Diagram, PawnGame, Stalemate};
use oracle::{Board, Minimax, Random};
use program::{call_in, folder, refused_in, told, told_in, write};
use tempfile::TempDir;

const THREE_FILES: &str = "3/ppp/3/3/3/3/PPP/3 w - - 0 1";

fn games(folder: &TempDir, name: &str) -> Vec<Record> {
    let text = fs::read_to_string(folder.path().join(name)).expect("the file is there");
    read(&text, &starts_of(Config::built_in())).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn keep(folder: &TempDir, name: &str, games: &[Record]) {
    let mut bytes = Vec::new();
    for game in games {
        game.write(&mut bytes).expect("memory is enough");
    }
    fs::write(folder.path().join(name), bytes).expect("the folder can be written");
}

fn diagram(state: &dyn GameState) -> Diagram {
    state.fen().parse().expect("a FEN")
}

/// A game of random moves to its end.
fn random_game(random: &mut Random) -> Record {
    let pawngame = &Config::built_in().variants["pawngame"];
    let mut record = Record::new(pawngame.read_fen(THREE_FILES).expect("a FEN"));
    record.tags.set(TagName::VARIANT, "pawngame");
    loop {
        let board = diagram(record.position());
        if Stalemate::Draw.outcome(&board.position).is_some() {
            return record;
        }
        let moves = board.position.move_sets().list();
        let text = board.coordinates(moves[random.below(moves.len())]);
        record.play(&text).expect("a legal move");
    }
}

#[test]
fn what_is_marked_as_exact_is_what_minimax_says() {
    let folder = folder();
    let mut random = Random(2026);
    let played: Vec<Record> = (0..8).map(|_| random_game(&mut random)).collect();
    keep(&folder, "games.pgn", &played);
    let arguments = [
        "analyse",
        "--pgn",
        "games.pgn",
        "--nodes",
        "30000",
        "--output",
        "out.pgn",
    ];
    let text = told_in(&folder, &arguments, "");
    let judged = games(&folder, "out.pgn");
    assert_eq!(judged.len(), played.len());
    let rules = PawnGame::new(Stalemate::Draw);
    let mut minimax = Minimax::new(Stalemate::Draw);
    let mut value = |board: &Diagram| minimax.value(&Board::from_diagram(board)).0;
    let mut changes = 0;
    for (game, original) in judged.iter().zip(&played) {
        for ((board, one), (_, before)) in game.plies().zip(original.plies()) {
            assert_eq!(one.played(), before.played());
            let board = diagram(&*board);
            let played = board.read_move(&rules, one.played()).expect("a legal move");
            let had = value(&board);
            let has = value(&board.after(&rules, played)).reversed();
            // So small a board is searched to its end, so that every change is found.
            let marked = one.glyphs == [Glyph::BLUNDER];
            assert_eq!(marked, has < had, "{board}: {one:?}: {text}");
            if marked {
                changes += 1;
                let comment = one.comment.text();
                assert!(comment.contains(", proved; better "), "{comment}");
                let better = comment
                    .split("better ")
                    .nth(1)
                    .and_then(|rest| rest.split(' ').next());
                let better = board
                    .read_move(&rules, better.unwrap_or_default())
                    .expect("a move");
                assert_eq!(
                    value(&board.after(&rules, better)).reversed(),
                    had,
                    "{board}: {comment}"
                );
            }
        }
    }
    assert!(
        changes > 5,
        "only {changes} of these moves change anything: {text}"
    );
    assert_eq!(
        text.matches("?? ").count(),
        changes + judged.len(),
        "{text}"
    );
}

#[test]
fn the_table_and_the_summary_say_what_happened() {
    let text = told(&[
        "analyse",
        "--variant",
        "pawngame",
        "--files",
        "3",
        "--nodes",
        "20000",
        "--moves",
        "1. b4 a5 2. b5 c6",
    ]);
    let has = |text: &str, row: &str| {
        let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
        text.lines().any(|line| words(line) == row)
    };
    for row in [
        "1. b4?? exact draw mate -7 draw → loss, proved; better a4 (exact draw)",
        "2... c6 exact draw exact draw",
        "White 2 2 0 0",
        "Black 2 1 0 0",
    ] {
        assert!(has(&text, row), "{row}: {text}");
    }
    let fen = "8/4P3/8/8/8/8/7p/8 w";
    let over = told(&["analyse", "--fen", fen, "--moves", "e8", "--nodes", "1000"]);
    assert!(has(&over, "1. e8 mate 1 won"), "{over}");
}

#[test]
fn a_guess_is_never_called_proved() {
    let moves = "b4 c5 bxc5 bxc5 d4 e5 dxe5 dxe5 a4 g5 a5 h5 a4";
    let text = told(&["analyse", "--nodes", "3000", "--moves", moves]);
    let rows: Vec<&str> = text.lines().filter(|line| line.contains(". ")).collect();
    assert_eq!(rows.len(), 13, "{text}");
    for row in rows {
        let words: Vec<&str> = row
            .split("  remark")
            .next()
            .unwrap_or(row)
            .split_whitespace()
            .collect();
        let guessed = words[2].contains('.') || words[3].contains('.');
        assert!(!guessed || !row.contains("??"), "{row}");
    }
}

/// Games from the chess servers and from people who write a variant's name as a name.
#[test]
fn variants_are_known_in_any_case_and_games_from_a_position_need_none() {
    let folder = folder();
    let moves = "[FEN \"8/8/p7/8/P7/8/8/8 w - - 0 1\"]\n\n1. a4-a5 *\n";
    for (name, flags, value) in [
        ("From Position", &["--variant", "pawnsonly"][..], "won"),
        ("From Position", &["--variant", "PawnGame"], "exact draw"),
        ("PawnsOnly", &[], "won"),
        ("PAWNGAME", &["--variant", "pawnsonly"], "exact draw"),
    ] {
        write(
            &folder.path().join("game.pgn"),
            &format!("[Variant \"{name}\"]\n{moves}"),
        );
        let arguments = ["analyse", "--pgn", "game.pgn", "--nodes", "1000"];
        let text = told_in(&folder, &[&arguments, flags].concat(), "");
        let row = text.lines().find(|line| line.contains("1. a5"));
        assert!(
            row.is_some_and(|row| row.ends_with(value)),
            "{name}: {text}"
        );
    }
}

#[test]
fn one_game_of_a_file_can_be_chosen_and_the_others_are_kept() {
    let folder = folder();
    let first = "[Event \"one\"]\n[Variant \"pawngame\"]\n[FEN \"3/ppp/3/3/3/3/PPP/3 w\"]\n\n1. b3 {quiet} a5 *\n\n";
    let second = "[White \"Ann\"]\n[Variant \"pawnsonly\"]\n[FEN \"3/ppp/3/3/3/3/PPP/3 w\"]\n\n1. b4! {bold} a5 0-1\n";
    write(&folder.path().join("two.pgn"), &(first.to_owned() + second));
    let arguments = [
        "analyse", "--pgn", "two.pgn", "--game", "2", "--nodes", "20000", "--output", "two.pgn",
    ];
    let text = told_in(&folder, &arguments, "");
    assert!(text.starts_with("Game 2: Ann – ?, 0-1\n"), "{text}");
    assert!(!text.contains("Game 1"), "{text}");
    let kept = games(&folder, "two.pgn");
    assert_eq!(kept.len(), 2);
    assert_eq!(kept[0].moves()[0].comment.text(), "quiet");
    assert_eq!(kept[0].tags.get(&TagName::ANNOTATOR), None);
    assert!(
        kept[1]
            .tags
            .get(&TagName::ANNOTATOR)
            .is_some_and(|name| name.starts_with("Jacquerie"))
    );
    assert!(kept[1].moves()[0].comment.text().starts_with("bold"));
    // Once more changes nothing.
    let before = fs::read_to_string(folder.path().join("two.pgn")).expect("a file");
    told_in(&folder, &arguments, "");
    assert_eq!(
        fs::read_to_string(folder.path().join("two.pgn")).expect("a file"),
        before
    );
}

/// A file as somebody has kept it: tags in an order of his own, comments before, behind and between,
/// glyphs, variations, clocks, an old evaluation, lines of any length.
const KEPT: &str = r#"[White "Ann \"the pawn\""]
[Event   "By the fire"]
[Opening "none"]
[FEN "3/ppp/3/3/3/3/PPP/3 w"]
[Variant "PawnGame"]

{Before the  first move.}
1. b4! $14 {Bold.} { [%eval 0.2] [%clk 0:01:00] } (1. a4 a5 (1... b5 {deep}) 2. b4) 1... a5 ; to the end
2.b5?? {  two   blanks
and a line } c6 {[%clk 0:00:58]} *

[Event "untouched"]
[FEN "3/ppp/3/3/3/3/PPP/3 w"]

1. b4 a5 $7 *
; nothing follows
"#;

/// What is not of the letters of others is ours: taking it away gives the file as it was.
#[test]
fn tags_and_comments_stay_as_they_were() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    write(&path("in.pgn"), KEPT);
    let arguments = [
        "analyse", "--pgn", "in.pgn", "--game", "1", "--nodes", "20000", "--output", "out.pgn",
    ];
    told_in(&folder, &arguments, "");
    let text = fs::read_to_string(path("out.pgn")).expect("a file");
    let (start, end) = KEPT.split_once("\n\n{Before").expect("tags");
    assert!(
        text.starts_with(&format!("{start}\n[SetUp \"1\"]\n[Annotator \"Jacquerie ")),
        "{text}"
    );
    let (_, untouched) = KEPT.split_once("*\n\n").expect("two games");
    assert!(text.ends_with(untouched), "{text}");
    // Where lines end between words is of no meaning.
    let flat = |text: &str| text.replace('\n', " ");
    let mut rest = text.as_str();
    for kept in [
        "{Before the  first move.}\n1. b4! $14 {Bold.} { [%eval #-7] [%clk 0:01:00] }",
        "$4",
        "Jacquerie: draw → loss, proved; better a4 (exact draw)}",
        "(1.a4 {[%eval 0.00] Jacquerie: exact draw} 1...",
        "(1. a4 a5 (1... b5 {deep}) 2. b4)",
        "1... a5 ; to the end\n",
        "$4 {[%eval #6] Jacquerie: win → loss",
        "2.b5?? {  two   blanks\nand a line }",
        "{[%eval 0.00]",
        "2... c6 {[%clk 0:00:58]}",
        "{[%eval 0.00] Jacquerie: exact draw} *\n\n[Event \"untouched\"]",
    ] {
        let found = flat(rest).find(&flat(kept));
        let Some(found) = found else {
            panic!("no {kept:?} in {rest}\nof {text}");
        };
        rest = &rest[found + kept.len()..];
    }
    assert!(end.len() < text.len());

    // What was said is said once, however often, and whatever is found.
    for nodes in ["20000", "10", "20000"] {
        write(
            &path("in.pgn"),
            &fs::read_to_string(path("out.pgn")).expect("a file"),
        );
        fs::remove_file(path("out.pgn")).expect("it is there");
        let again: Vec<&str> = arguments
            .iter()
            .map(|word| if *word == "20000" { nodes } else { word })
            .collect();
        told_in(&folder, &again, "");
        let again = fs::read_to_string(path("out.pgn")).expect("a file");
        assert_eq!(flat(&again) == flat(&text), nodes == "20000", "{again}");
        for one in games(&folder, "out.pgn")[0].moves() {
            let comment = one.comment.text();
            assert_eq!(comment.matches("[%eval ").count(), 1, "{again}");
            assert!(comment.matches("Jacquerie:").count() <= 1, "{again}");
        }
    }
}

/// Lines end as they do in the file, and tags that are put in stand behind an empty line.
#[test]
fn the_file_keeps_its_lines() {
    let folder = folder();
    let text = "[Event \"x\"]\r\n[Result \"*\"]\r\n\r\n1. b4 a5 *\r\n1. c4 {bare} a5 *\r\n";
    write(&folder.path().join("in.pgn"), text);
    let arguments = [
        "analyse", "--pgn", "in.pgn", "--output", "out.pgn", "--depth", "2",
    ];
    told_in(&folder, &arguments, "");
    let text = fs::read_to_string(folder.path().join("out.pgn")).expect("text");
    assert_eq!(
        text.matches('\n').count(),
        text.matches("\r\n").count(),
        "{text:?}"
    );
    assert!(text.contains("[Result \"*\"]\r\n[Variant "), "{text:?}");
    assert!(text.contains("*\r\n\r\n[Variant "), "{text:?}");
}

/// Games without any tag get those that a reader needs.
#[test]
fn games_of_bare_moves_can_be_read_afterwards() {
    let folder = folder();
    write(&folder.path().join("in.pgn"), "1. b4 a5 *\n\nb4 *");
    let arguments = [
        "analyse",
        "--variant",
        "pawnsonly",
        "--files",
        "3",
        "--pgn",
        "in.pgn",
        "--nodes",
        "20000",
        "--output",
        "in.pgn",
    ];
    told_in(&folder, &arguments, "");
    let kept = games(&folder, "in.pgn");
    assert_eq!(kept.len(), 2);
    for game in &kept {
        assert_eq!(game.tags.variant(), Some("pawnsonly"));
        assert_eq!(game.start().fen(), THREE_FILES);
        assert_eq!(game.moves()[0].played(), "b2b4");
    }
    // Who has said something about a game before stays its annotator.
    let old = "[Variant \"pawnsonly\"]\n[Annotator   \"Ann\"]\n";
    write(&folder.path().join("in.pgn"), &format!("{old}\n1. b4 *"));
    told_in(&folder, &arguments, "");
    let text = fs::read_to_string(folder.path().join("in.pgn")).expect("a file");
    assert!(text.starts_with(old.trim_end()), "{text}");
    assert!(text.lines().all(|line| line.chars().count() < 80), "{text}");
}

/// Nobody knows whether a byte that is not UTF-8 is Latin 1, so it stays what it is.
#[test]
fn the_bytes_of_a_file_stay_what_they_are() {
    let folder = folder();
    let path = folder.path().join("games.pgn");
    let games = [
        &b"[White \"M\xfcller\"]\n\n1. b4 {\xe2\x80\x93 gut} a5 *\n\n"[..],
        b"[White \"M\xc3\xbcller\"]\n\n1. b4 {not closed \xff",
    ];
    fs::write(&path, games.concat()).expect("the folder can be written");
    let arguments = [
        "analyse",
        "--pgn",
        "games.pgn",
        "--output",
        "games.pgn",
        "--nodes",
        "100",
    ];
    let told = told_in(&folder, &arguments, "");
    assert_eq!(told.matches(": Müller – ?").count(), 2, "{told}");
    let written = fs::read(&path).expect("it is there");
    let has = |part: &[u8]| written.windows(part.len()).any(|some| some == part);
    for part in [
        &b"[White \"M\xfcller\"]"[..],
        b"{\xe2\x80\x93 gut}",
        b"[White \"M\xc3\xbcller\"]",
        b"{not closed \xff",
    ] {
        assert!(has(part), "{}", String::from_utf8_lossy(&written));
    }
    // What is said stands before the comment that does not end.
    let last = written.windows(5).rposition(|some| some == b"[%eva");
    let open = written.windows(4).rposition(|some| some == b"{not");
    assert!(last.is_some() && last < open);
}

#[test]
fn what_cannot_be_analysed_is_refused_with_the_reason() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    write(&path("good.pgn"), "1. b4 *");
    write(&path("bad.pgn"), "1. b4 *\n\n1. b4\nb9 *");
    write(&path("chess.pgn"), "[Variant \"chess\"]\n1. b4 *");
    write(
        &path("other.pgn"),
        "[Variant \"chess\"]\n[FEN \"8/p7/8/8/8/8/P7/8 w\"]\n1. a4 *",
    );
    write(&path("empty.pgn"), "\n");
    let wide: Vec<u8> = "1. b4 *"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    fs::write(path("wide.pgn"), wide).expect("the folder can be written");
    for (arguments, code, parts) in [
        (
            &["--moves", "b4 b4"][..],
            2,
            &["--moves", "Black's move 1", "'b4' is illegal"][..],
        ),
        (&["--moves", "b4 * a4"], 2, &["a result stands between"]),
        (&["--moves", "b4", "--multipv", "2"], 2, &["--multipv"]),
        (&["--moves", "b4", "--pgn", "good.pgn"], 2, &["--pgn"]),
        (&["--pgn", "good.pgn", "--fen", THREE_FILES], 2, &["--fen"]),
        (&["--game", "1"], 2, &["--pgn"]),
        (
            &["--pgn", "good.pgn", "--game", "2"],
            2,
            &["--game 2", "has 1"],
        ),
        (&["--pgn", "good.pgn", "--game", "0"], 2, &["--game 0"]),
        (&["--output", "x.pgn"], 2, &["--output x.pgn", "--moves"]),
        (
            &["--pgn", "none.pgn"],
            1,
            &["cannot read none.pgn", "No such file"],
        ),
        (&["--pgn", "empty.pgn"], 1, &["empty.pgn", "no game"]),
        (
            &["--pgn", "bad.pgn", "--game", "2"],
            1,
            &[
                "bad.pgn: line 4, game 2, Black's move 1",
                "'b9' is not a move",
            ],
        ),
        (
            &["--pgn", "chess.pgn"],
            1,
            &["chess.pgn: line 1, game 1", "\"chess\" for Variant"],
        ),
        (&["--pgn", "other.pgn"], 1, &["game 1", "expected one of"]),
        (
            &["--pgn", "wide.pgn"],
            1,
            &["wide.pgn: ", "UTF-16 or UTF-32, expected UTF-8"],
        ),
        (
            &["--pgn", "good.pgn", "--output", "no/out.pgn"],
            1,
            &["cannot write no/out.pgn"],
        ),
        (
            &["--pgn", "good.pgn", "--output", "chess.pgn"],
            1,
            &["chess.pgn holds something already", "--pgn"],
        ),
        (
            &["--moves", "b4", "--output", "good.pgn"],
            1,
            &["good.pgn holds something already"],
        ),
    ] {
        let complaint = refused_in(&folder, &[&["analyse"], arguments].concat(), code);
        for part in parts {
            assert!(complaint.contains(part), "{arguments:?}: {complaint}");
        }
    }
}

/// Games of others stay as they are; those that can be read are judged and written.
#[test]
fn games_that_cannot_be_read_are_left_out() {
    let folder = folder();
    let own = "[Variant \"pawnsonly\"]\n[FEN \"8/8/p7/8/P7/8/8/8 w\"]\n\n1. a5";
    let strange = [
        "[Variant \"Chess960\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O (1. Kd1) Kd7 {a} 1-0",
        "[Event \"?\"]\n[Variant \"pawnsonly\"]\n[FEN \"8/8/p7/8/P7/8/8/8 w\"]\n\n1. a9 1-0",
    ];
    let text = format!(
        "{own}\n\n{}\n\n{own} *\n\n{}\n\n{own}\n",
        strange[0], strange[1]
    );
    write(&folder.path().join("in.pgn"), &text);
    let arguments = [
        "analyse", "--pgn", "in.pgn", "--nodes", "1000", "--output", "in.pgn",
    ];
    let outcome = call_in(&folder, &arguments, "");
    assert_eq!(outcome.code, 1, "{}", outcome.complaint);
    for part in [
        "game 2: unknown tag value \"Chess960\" for Variant",
        "game 4, White's move 1: 'a9'",
        "2 of 5 games left out",
    ] {
        assert!(outcome.complaint.contains(part), "{}", outcome.complaint);
    }
    let written = fs::read_to_string(folder.path().join("in.pgn")).expect("a file");
    assert_eq!(written.matches("[Annotator").count(), 3, "{written}");
    assert!(
        strange.iter().all(|game| written.contains(game)),
        "{written}"
    );
    // Nobody has asked for them.
    let chosen = told_in(&folder, &[&arguments[..5], &["--game", "3"]].concat(), "");
    assert!(chosen.starts_with("Game 3: "), "{chosen}");
    // A name that nobody knows beside one that is given.
    let anti = "[Variant \"Lose all \"]\n\n1. e3 b5 2. Bxb5";
    write(&folder.path().join("anti.pgn"), anti);
    let arguments = ["analyse", "--pgn", "anti.pgn", "--nodes", "100"];
    assert_eq!(call_in(&folder, &arguments, "").code, 1);
    let given = call_in(
        &folder,
        &[&arguments[..], &["--variant", "antichess"]].concat(),
        "",
    );
    assert_eq!(given.code, 0, "{}", given.complaint);
    assert!(
        given.complaint.contains("for Variant; using antichess"),
        "{}",
        given.complaint
    );
}

/// Ctrl-C ends the work; what is done is shown and written.
#[cfg(unix)]
#[test]
fn an_interrupt_keeps_what_is_done() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Command, Stdio};
    let folder = folder();
    let mut program = Command::new(env!("CARGO_BIN_EXE_jacquerie"))
        .args([
            "analyse",
            "--moves",
            "b4 a5",
            "--movetime",
            "3600000",
            "--output",
            "out.pgn",
        ])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut output = BufReader::new(program.stdout.take().expect("its output"));
    let mut line = String::new();
    // It says which game this is when it begins; Ctrl-C is heard from before that.
    output.read_line(&mut line).expect("a line");
    let killed = Command::new("kill")
        .args(["-INT", &program.id().to_string()])
        .status();
    assert!(killed.expect("kill works").success());
    let mut rest = String::new();
    output.read_to_string(&mut rest).expect("the rest");
    assert!(
        rest.contains("Stopped before the first 2 moves were judged."),
        "{rest}"
    );
    assert!(program.wait().expect("it ends").success());
    assert_eq!(games(&folder, "out.pgn")[0].moves().len(), 2);
}

/// The search of one position is as it was.
#[test]
fn a_position_is_still_analysed_by_itself() {
    let outcome = call_in(
        &folder(),
        &["analyse", "--fen", "8/4p3/8/8/8/8/4P3/8 w"],
        "",
    );
    assert_eq!(outcome.code, 0);
    assert!(
        outcome.text.trim_end().ends_with(": exact draw"),
        "{}",
        outcome.text
    );
}
