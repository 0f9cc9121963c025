//! Files of values: the rule they were made by, what they leave unknown, and who may write them.

use std::fs;

use super::program::{call_in, folder, refused_in, told, told_in, write};

/// White has no move left when Black's last pawn is blocked too.
const STUCK: &str = "8/8/8/8/p7/P7/8/8 w - - 0 1";
const START: &str = "4/pppp/4/4/4/4/PPPP/4 w - - 0 1";

fn call(more: &[&'static str]) -> Vec<&'static str> {
    let files = [
        "solve", "--input", "in", "--output", "out", "--memory", "16",
    ];
    [&files[..], more].concat()
}

#[test]
fn values_are_not_continued_by_another_rule() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    let read = |name: &str| fs::read_to_string(path(name)).expect("a file");
    write(&path("in"), &format!("{START}\n"));
    told_in(&folder, &call(&["--variant", "pawngame"]), "");
    assert_eq!(read("out"), format!("{START};win\n"));
    write(&path("in"), &format!("{START}\n{STUCK}\n"));
    for more in [
        &["--variant", "pawnsonly"][..],
        &["--variant", "pawnsonly", "--moves"],
    ] {
        let complaint = refused_in(&folder, &call(more), 1);
        assert!(complaint.contains("out: "), "{complaint}");
        assert_eq!(read("out"), format!("{START};win\n"));
    }
    let complaint = refused_in(&folder, &call(&["--variant", "pawnsonly"]), 1);
    assert!(complaint.contains("'stalemate draw'"), "{complaint}");
    assert!(complaint.contains("'stalemate loss'"), "{complaint}");
    // The same rule in another variant is the same rule.
    told_in(&folder, &call(&["--variant", "peasants"]), "");
    assert_eq!(read("out"), format!("{START};win\n{STUCK};draw\n"));

    // Where it is not told, somebody has to.
    fs::remove_file(path("out.rules")).expect("it was there");
    let complaint = refused_in(&folder, &call(&[]), 1);
    assert!(complaint.contains("out.rules"), "{complaint}");
    write(&path("out.rules"), "stalemate draw\n");
    told_in(&folder, &call(&[]), "");
}

#[test]
fn lines_say_all_that_is_asked() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    write(&path("in"), &format!("{START}\n"));
    told_in(&folder, &call(&[]), "");
    let plain = fs::read_to_string(path("out")).expect("the values");
    let complaint = refused_in(&folder, &call(&["--moves"]), 1);
    assert!(
        complaint.contains("line 1 has no values of moves"),
        "{complaint}"
    );
    assert_eq!(fs::read_to_string(path("out")).expect("the values"), plain);
    fs::remove_file(path("out")).expect("it was there");
    told_in(&folder, &call(&["--moves"]), "");
    let complaint = refused_in(&folder, &call(&[]), 1);
    assert!(
        complaint.contains("line 1 has the values of moves"),
        "{complaint}"
    );
}

/// Lists of other programs: marks, comments, EPD with its operations, which stay with their position.
#[test]
fn lists_of_others_are_read() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    let stuck = STUCK.trim_end_matches(" 0 1");
    let epd = format!("{stuck} bm a2a3; id \"a; # b\"; hmvc 1; fmvn 7;");
    let text = format!(
        "\u{feff}# a list\r\n\r\n{START}; # x\r\n\u{feff}{epd}\r\n8/8 w\r\n{STUCK} | x\r\n"
    );
    write(&path("in"), &text);
    let expected = format!("{START};win\n{stuck} 1 7;draw;bm a2a3;id \"a; # b\"\n");
    // Going on finds the lines that it has written.
    for _ in 0..2 {
        let outcome = call_in(&folder, &call(&[]), "");
        assert_eq!(outcome.code, 1, "{}", outcome.complaint);
        for part in [
            "in: line 5: wrong FEN '8/8 w'",
            "in: line 6: ",
            "2 lines left out",
        ] {
            assert!(outcome.complaint.contains(part), "{}", outcome.complaint);
        }
        assert_eq!(
            fs::read_to_string(path("out")).expect("the values"),
            expected
        );
    }
    let json = call_in(
        &folder,
        &["solve", "--input", "in", "--output", "-", "--json"],
        "",
    );
    assert!(
        json.text
            .contains(r#""operations":["bm a2a3","id \"a; # b\""]"#),
        "{}",
        json.text
    );
    fs::remove_file(path("out")).expect("it was there");
    told_in(
        &folder,
        &["solve", "--fen", "-", "--memory", "16"],
        &format!("\u{feff}#\n{epd}\n"),
    );
}

#[test]
fn an_input_is_no_output() {
    let folder = folder();
    let path = folder.path().join("in");
    write(&path, &format!("{START}\n"));
    for output in ["in", "./in"] {
        let arguments = ["solve", "--input", "in", "--output", output];
        let complaint = refused_in(&folder, &arguments, 2);
        assert!(complaint.contains("that is the input"), "{complaint}");
    }
    assert_eq!(fs::read_to_string(&path).expect("it"), format!("{START}\n"));
}

#[test]
fn what_is_unknown_is_solved_again_and_is_not_counted() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    let read = || fs::read_to_string(path("out")).expect("the values");
    write(&path("in"), &format!("{START}\n{STUCK}\n"));
    let first = call_in(&folder, &call(&["--time", "0"]), "");
    assert_eq!(first.code, 0, "{}", first.complaint);
    assert_eq!(read(), format!("{START};unknown\n{STUCK};draw\n"));
    assert!(
        first
            .complaint
            .contains("1 positions solved and 1 left unknown"),
        "{}",
        first.complaint
    );
    let again = call_in(&folder, &call(&[]), "");
    assert_eq!(read(), format!("{START};win\n{STUCK};draw\n"));
    assert!(
        again.complaint.contains("2 positions solved,"),
        "{}",
        again.complaint
    );
    // Nothing that is known is lost again.
    told_in(&folder, &call(&["--time", "0"]), "");
    assert_eq!(read(), format!("{START};win\n{STUCK};draw\n"));

    // The same with moves.
    fs::remove_file(path("out")).expect("it was there");
    told_in(&folder, &call(&["--moves", "--time", "0"]), "");
    assert!(read().contains("=unknown"), "{}", read());
    told_in(&folder, &call(&["--moves"]), "");
    assert!(
        read().contains(",b2b4=win,") && !read().contains("unknown"),
        "{}",
        read()
    );
}

#[test]
fn samples_of_another_rule_are_refused() {
    let folder = folder();
    let samples = [
        "solve",
        "--files",
        "3",
        "--forecast",
        "2",
        "--output",
        "out",
    ];
    let of = |variant| [&samples[..], &["--variant", variant, "--memory", "16"]].concat();
    told_in(&folder, &of("pawngame"), "");
    let complaint = refused_in(&folder, &of("pawnsonly"), 1);
    assert!(complaint.contains("of another run"), "{complaint}");
}

#[test]
fn a_line_goes_before_the_value() {
    let text = told(&[
        "solve",
        "--variant",
        "pawngame",
        "--files",
        "4",
        "--memory",
        "16",
    ]);
    let lines: Vec<&str> = text.lines().collect();
    let [line, "value win"] = lines[..] else {
        panic!("{text}");
    };
    assert!(
        line.starts_with("line ") && line.contains(" plies: 1."),
        "{line}"
    );
}
