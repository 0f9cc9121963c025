//! The engine as XBoard sees it, as far as a transcript (`tests/transcripts/xboard.md`) cannot test
//! it. `tests/gui/xboard.py` tests it in the real XBoard.

use std::time::{Duration, Instant};

use crate::program::client::Client;
use crate::program::{folder, told_in};

/// The answers to some lines; the program must end without an error.
fn talk(lines: &[&str]) -> Vec<String> {
    let text = told_in(&folder(), &["xboard"], &(lines.join("\n") + "\n"));
    text.lines().map(Into::into).collect()
}

/// The CPU time of the program, in ticks of the system.
#[cfg(target_os = "linux")]
fn effort(client: &Client) -> u64 {
    let name = format!("/proc/{}/stat", client.id());
    let text = std::fs::read_to_string(name).expect("what the system knows of it");
    // The twelfth number after the name, which stands in parentheses.
    let (_, numbers) = text.rsplit_once(')').expect("a name in parentheses");
    let effort = numbers.split_whitespace().nth(11).expect("its effort");
    effort.parse().expect("a number")
}

/// It ponders on the expected reply, reads input meanwhile, and answers any reply.
#[cfg(target_os = "linux")]
#[test]
fn it_ponders_on_request() {
    let mut client = Client::start_with(&["xboard"]);
    client.send("new\nhard\nsd 5\nusermove a3a4");
    client.wait_for("move ");
    client.send("hint");
    let hint = client.wait_for("Hint: ").pop().expect("it expects a reply");
    let reply = hint.trim_start_matches("Hint: ").to_owned();
    let patience = Instant::now() + Duration::from_secs(60);
    let before = effort(&client);
    while effort(&client) < before + 20 {
        assert!(Instant::now() < patience, "it does not ponder");
        std::thread::sleep(Duration::from_millis(10));
    }
    client.send("ping 1");
    assert_eq!(client.wait_for("pong 1"), ["pong 1"]);
    client.send(&format!("usermove {reply}"));
    assert_eq!(client.wait_for("move ").len(), 1);
    // After `easy` it waits for the other side.
    client.send("easy\nping 2");
    client.wait_for("pong 2");
    client.send("hard\nundo\nforce\nping 3");
    assert_eq!(client.wait_for("pong 3"), ["pong 3"]);
    client.send("go");
    client.wait_for("move ");
    client.send("quit");
    assert_eq!(client.wait_for_end().code, Some(0));
}

/// "Move now" may arrive with the opponent's move, while the engine still ponders.
#[test]
fn it_moves_at_once_although_it_was_pondering() {
    let mut client = Client::start_with(&["xboard"]);
    client.send("new\nhard\nst 1\nusermove a3a4");
    client.wait_for("move ");
    client.send("hint");
    client.wait_for("Hint: ");
    // Without it, this move would take ten minutes.
    client.send("st 600\nusermove b3b4\n?");
    assert_eq!(client.wait_for("move ").len(), 1);
    client.send("quit");
    assert_eq!(client.wait_for_end().code, Some(0));
}

/// A command that waits for the move does not delay it.
#[test]
fn it_moves_at_once_although_a_command_waits() {
    let mut client = Client::start_with(&["xboard"]);
    client.send("new\nst 600\ngo\nping 1\n?");
    assert_eq!(client.wait_for("pong 1").len(), 2);
    client.send("quit");
    assert_eq!(client.wait_for_end().code, Some(0));
}

/// XBoard sends a new game with its limits while the engine still thinks about the last.
#[test]
fn limits_after_a_new_game_are_for_that_game() {
    let mut client = Client::start_with(&["xboard"]);
    client.send("new\nst 600\ngo\nping 1");
    client.send("new\nsd 2\nst 600\npost\nusermove a3a4\nping 2");
    let lines = client.wait_for("move ");
    let depths = lines.iter().filter_map(|line| {
        let first = line.split_whitespace().next()?;
        first.parse::<u32>().ok()
    });
    assert_eq!(depths.max(), Some(2), "{lines:?}");
    client.send("quit");
    assert_eq!(client.wait_for_end().code, Some(0));
}

/// The search for a move is neither begun again nor stopped by an option or an illegal move.
#[test]
fn it_thinks_on_when_the_game_has_not_changed() {
    let mut client = Client::start_with(&["xboard"]);
    client.send("new\npost\nst 600\nsd 11\ngo");
    client.wait_for("9 ");
    client.send("usermove zz\noption Level=x\nping 1");
    let lines = client.wait_for("pong 1");
    let place = |start: &str| lines.iter().position(|line| line.starts_with(start));
    let moved = place("move ").expect("a move before the pong");
    assert!(place("Illegal move (").is_some(), "{lines:?}");
    assert!(place("Error (option Level: ") > Some(moved), "{lines:?}");
    let first = lines
        .iter()
        .find_map(|line| line.split_once(' ')?.0.parse().ok());
    assert!(first.is_none_or(|depth: u32| depth >= 9), "{lines:?}");
    client.send("quit");
    assert_eq!(client.wait_for_end().code, Some(0));
}

#[test]
fn a_whole_game_against_itself_ends_with_a_result() {
    let mut client = Client::start_with(&["xboard"]);
    client.send("variant pawngame\nsd 2");
    let results = ["1-0 {", "0-1 {", "1/2-1/2 {"];
    let is_result = |line: &String| results.iter().any(|code| line.starts_with(code));
    let over = (0..240).any(|ply| {
        client.send(&format!("go\nping {ply}"));
        client.wait_for("pong").iter().any(is_result)
    });
    assert!(over, "no game of pawns is so long");
}

#[test]
fn quoted_text_does_not_control_a_terminal() {
    let long = "x".repeat(10_000);
    let commands = "|variant|option|option MultiPV=|option Clear Hash=|usermove|setboard|\
                    setboard 8/8/8/8/8/8/P7/8 w|level|st|memory|ping";
    for rubbish in ["\u{1b}[2J\u{7}\u{85}", "a\u{8}\u{0}b", &long] {
        for command in commands.split('|') {
            let line = format!("{command} {rubbish}");
            let expected = usize::from(!line.starts_with("option Clear Hash"));
            let lines = talk(&["new", "force", &line]);
            assert_eq!(lines.len(), expected, "{command}: {lines:?}");
            for line in lines {
                let plain = !line.contains(char::is_control);
                let short = line.len() < 1_000 || command == "ping";
                assert!(plain && short, "{command}: {line:?}");
            }
        }
    }
}

#[test]
fn garbage_does_not_end_the_program() {
    let long = "x".repeat(200_000);
    let lines = talk(&[
        &long,
        "\u{0}\u{7f}",
        "usermove \u{1F600}",
        "usermove é8q",
        "put é4",
        "ping 1\0\u{1a}",
    ]);
    assert_eq!(lines.last().unwrap(), "pong 1");
}
