//! On any input, the program neither panics nor ends before the input does.
//!
//! A thousand lines, half of them random bytes and half faulty lines of UCI, from a generator that
//! always makes the same ones. After each line comes `stop`, so that no search runs for long. Lines
//! that would take long or end the program (`quit`, `bench`, large tables, many threads) are left
//! out.

use super::one_complaint;
use crate::program::client::Client;

const LINES: usize = 1_000;

/// The source of the faulty lines.
const PATTERNS: [&str; 16] = [
    "uci",
    "isready",
    "ucinewgame",
    "debug on",
    "setoption name MultiPV value 3",
    "setoption name Files value 5",
    "setoption name Gaps value b c",
    "setoption name UCI_Variant value pawnrace",
    "position startpos moves a2a4 b7b5 a4b5",
    "position fen 8/p1pp2p1/8/5p2/1p6/1P2P3/P2P1P2/8 b - - 0 1 moves g7g5",
    "position fen 4/pppp/4/4/4/4/PPPP/4 w",
    "go wtime 1000 btime 1000 winc 10 binc 10 movestogo 5",
    "go depth 9 nodes 5000 movetime 50",
    "go infinite",
    "go perft 7",
    "eval d fen help stop",
];

/// Pseudo-random numbers (Marsaglia's xorshift).
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % sides
    }

    fn byte(&mut self) -> u8 {
        self.roll(256) as u8
    }

    fn noise(&mut self) -> Vec<u8> {
        let length = self.roll(120);
        (0..length).map(|_| self.byte()).collect()
    }

    /// A line of UCI with some bytes or words changed, doubled or left out.
    fn wrong_line(&mut self) -> Vec<u8> {
        let mut line = PATTERNS[self.roll(PATTERNS.len())].as_bytes().to_vec();
        for _ in 0..self.roll(4) {
            let place = self.roll(line.len() + 1);
            match self.roll(6) {
                0 => line.insert(place, self.byte()),
                1 => line.truncate(place),
                2 => line.extend_from_within(place..),
                3 => line.insert(place, b"0123456789 /-pPx\t\0"[self.roll(18)]),
                4 if place < line.len() => drop(line.remove(place)),
                _ => {
                    let mut words: Vec<&[u8]> = line.split(|byte| *byte == b' ').collect();
                    let (one, other) = (self.roll(words.len()), self.roll(words.len()));
                    words.swap(one, other);
                    line = words.join(&b' ');
                }
            }
        }
        line
    }
}

/// Whether a line can be sent: it neither ends the program nor takes long.
fn is_harmless(line: &[u8]) -> bool {
    let text = String::from_utf8_lossy(line).to_lowercase();
    let told = ["quit", "bench", "hash", "threads"];
    !text.split_whitespace().any(|word| told.contains(&word))
}

/// 5: no input can make it panic or exit.
#[test]
fn garbage_does_no_harm() {
    let mut dice = Dice(0x5EED_0F9E_A5A7_7500);
    let mut client = Client::start();
    client.send("setoption name Hash value 1");
    let mut sent = 0;
    while sent < LINES {
        let mut line = if sent % 2 == 0 {
            dice.noise()
        } else {
            dice.wrong_line()
        };
        line.retain(|byte| *byte != b'\n');
        if is_harmless(&line) {
            line.extend_from_slice(b"\nstop\n");
            client.send_bytes(&line);
            sent += 1;
        }
    }
    client.settle();
    // It still plays the chosen variant.
    client.send("setoption name UCI_Variant value peasants\nsetoption name Files value 8");
    client.send("setoption name MultiPV value 1\nposition startpos\ngo depth 3");
    let ending = client.end_input();
    assert_eq!(ending.code, Some(0), "{}", ending.complaints);
    assert!(
        !ending.complaints.contains("panicked"),
        "{}",
        ending.complaints
    );
    let last = ending.lines.last().map(String::as_str);
    assert!(
        last.is_some_and(|line| line.starts_with("bestmove ") && !line.contains("(none)")),
        "{last:?}"
    );
}

/// 5: an endless line, and one that no client would send, do not stop what comes after.
#[test]
fn endless_lines_are_skipped() {
    let mut client = Client::start();
    let mut long = b"position startpos moves".to_vec();
    long.extend_from_slice(&b" a2a3".repeat(200_000));
    long.extend_from_slice(b"\nisready\n");
    client.send_bytes(&long);
    let lines = client.wait_for("readyok");
    assert!(
        lines.len() == 2 && lines[0].starts_with("info string ") && lines[0].len() < 1_000,
        "{} lines, the first of {} bytes",
        lines.len(),
        lines[0].len()
    );
}

/// 5: an overlong line is not executed, but is not ignored either: after a `position` the old
/// position is gone, and a `go` gets its answer.
#[test]
fn overlong_lines_leave_no_old_position() {
    let mut client = Client::start();
    let long = |line: &str| format!("{line} {}", "a2a3 ".repeat(20_000));
    client.ask("position startpos moves a3a4");
    for line in [
        "joho",
        "isready",
        "stop",
        "quit",
        "uci position startpos",
        "setoption name Gaps value",
    ] {
        one_complaint(&client.ask(&long(line)), "65536 bytes");
    }
    client
        .search("go depth 2")
        .check("8/pppppppp/pppppppp/8/P7/1PPPPPPP/PPPPPPPP/8 b - - 0 1");
    let found = client.search(&long("go searchmoves"));
    assert_eq!(found.best, "(none)");
    one_complaint(&found.lines[..found.lines.len() - 1], "65536 bytes");
    // Even one that waits behind a search gets it.
    client.send(&format!(
        "go infinite\n{}\ngo depth 2\nstop",
        long("position startpos moves")
    ));
    assert_ne!(client.read_search().best, "(none)");
    assert_eq!(client.read_search().best, "(none)");
    assert_eq!(client.settle(), [""; 0]);
    one_complaint(&client.ask("fen"), "no position");
    // The longest line, without its end, and one that is longer by a byte.
    let mut longest = "position startpos".to_owned();
    longest.extend(std::iter::repeat_n(' ', 65_536 - longest.len()));
    assert_eq!(client.ask(&longest), [""; 0]);
    one_complaint(&client.ask(&format!("{longest} ")), "65536 bytes");
    client.ask("position startpos");
    assert_ne!(client.search("go depth 2").best, "(none)");
}

/// 19: a message is one line of limited length, whatever it quotes.
#[test]
fn messages_quote_briefly_and_escape_control_characters() {
    let mut client = Client::start();
    let long = "x".repeat(10_000);
    for rubbish in ["\u{1b}[2J", "a\u{8}\u{0}b", &long] {
        for command in [
            "",
            "debug",
            "setoption name",
            "setoption name Threads value",
            "setoption name UCI_Variant value",
            "setoption name Gaps value",
            "position",
            "position startpos moves",
            "position fen",
            "position fen 8/8/8/8/8/8/P7/8 w",
            "go depth",
        ] {
            let lines = client.ask(&format!("{command} {rubbish}"));
            let messages: Vec<&String> = lines
                .iter()
                .filter(|line| line.starts_with("info string "))
                .collect();
            assert_eq!(messages.len(), 1, "{command}: {lines:?}");
            for message in messages {
                let plain = !message.contains(char::is_control);
                assert!(plain && message.len() < 1_000, "{command}: {message:?}");
            }
        }
    }
}
