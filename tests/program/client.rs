//! A client of the engine: it starts the program, writes lines to it and reads lines from it, as a
//! chess GUI does.
//!
//! Each wait ends after a minute, so that a test fails if the program hangs. Nothing else here
//! depends on time. The program runs in its own folder with an empty `engine.toml`, so that no
//! user's configuration interferes.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use jacquerie::games::pawns::{Diagram, PawnGame, Stalemate};
use tempfile::TempDir;

const PATIENCE: Duration = Duration::from_secs(60);

/// The program, running.
pub struct Client {
    process: Child,
    /// `None` once the input has ended.
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    complaints: Option<JoinHandle<String>>,
    _folder: TempDir,
}

/// How a run of the program ended.
pub struct Ending {
    /// The output that had not been read before.
    pub lines: Vec<String>,
    /// Its exit code; `None` if it was killed.
    pub code: Option<i32>,
    /// Its standard error.
    pub complaints: String,
}

impl Client {
    /// Starts the program without arguments.
    pub fn start() -> Self {
        Self::start_with(&[])
    }

    /// Starts the program with some arguments.
    pub fn start_with(arguments: &[&str]) -> Self {
        let folder = tempfile::tempdir().expect("a folder for the program");
        let mut command = Command::new(env!("CARGO_BIN_EXE_jacquerie"));
        Self::start_by(command.args(arguments), folder)
    }

    /// Starts the program by a command that becomes it, in a folder.
    pub fn start_by(command: &mut Command, folder: TempDir) -> Self {
        std::fs::write(folder.path().join("engine.toml"), "").expect("an empty engine.toml");
        let mut process = command
            .current_dir(folder.path())
            .env_remove("RUST_LOG")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let (sender, lines) = channel();
        let output = BufReader::new(process.stdout.take().expect("its output is piped"));
        std::thread::spawn(move || {
            // Dropping the output when nobody reads it any more closes it.
            for line in output.lines() {
                let line = line.expect("the output is text");
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        let mut errors = process.stderr.take().expect("its errors are piped");
        let complaints = std::thread::spawn(move || {
            let mut text = String::new();
            errors.read_to_string(&mut text).expect("errors are text");
            text
        });
        Self {
            input: process.stdin.take(),
            process,
            lines,
            complaints: Some(complaints),
            _folder: folder,
        }
    }

    /// Sends a line.
    pub fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    /// Sends bytes without change.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(bytes).expect("the program reads its input");
    }

    /// The next line, if it comes in time; `None` at the end of the output.
    fn next_line(&mut self, deadline: Instant, wanted: &str) -> Option<String> {
        let patience = deadline.saturating_duration_since(Instant::now());
        match self.lines.recv_timeout(patience) {
            Ok(line) => Some(line),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => panic!("'{wanted}' did not come"),
        }
    }

    /// Reads up to the first line that begins with `prefix`; returns all of them.
    pub fn wait_for(&mut self, prefix: &str) -> Vec<String> {
        self.read_up_to(prefix, |line| line.starts_with(prefix))
    }

    /// Reads up to the first line that contains `part`; returns all of them.
    pub fn wait_for_part(&mut self, part: &str) -> Vec<String> {
        self.read_up_to(part, |line| line.contains(part))
    }

    fn read_up_to(&mut self, wanted: &str, is_last: impl Fn(&str) -> bool) -> Vec<String> {
        self.read_until(wanted, |lines| {
            lines.last().is_some_and(|line| is_last(line))
        })
    }

    /// Reads until there are enough lines; returns them.
    pub fn read_until(
        &mut self,
        wanted: &str,
        are_enough: impl Fn(&[String]) -> bool,
    ) -> Vec<String> {
        let deadline = Instant::now() + PATIENCE;
        let mut lines: Vec<String> = Vec::new();
        while !are_enough(&lines) {
            match self.next_line(deadline, &format!("{wanted}' after '{lines:?}")) {
                None => panic!("the output ended before '{wanted}': {lines:?}"),
                Some(line) => lines.push(line),
            }
        }
        lines
    }

    /// The process number of the program.
    #[cfg(target_os = "linux")]
    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// Whether any thread of the program is running or ready to run.
    #[cfg(target_os = "linux")]
    pub fn is_running(&self) -> bool {
        let threads = format!("/proc/{}/task", self.id());
        let threads = std::fs::read_dir(threads).expect("the program's threads");
        threads.flatten().any(|thread| {
            // The state comes after the name, which stands in parentheses.
            let status = std::fs::read_to_string(thread.path().join("stat")).unwrap_or_default();
            let state = status
                .rsplit(") ")
                .next()
                .and_then(|rest| rest.chars().next());
            state == Some('R')
        })
    }

    /// Sends `isready`; returns what comes before `readyok`.
    pub fn settle(&mut self) -> Vec<String> {
        self.send("isready");
        let mut lines = self.wait_for("readyok");
        lines.pop();
        lines
    }

    /// Sends a line; returns the answer of the idle engine.
    pub fn ask(&mut self, line: &str) -> Vec<String> {
        self.send(line);
        self.settle()
    }

    /// Sends a `go` that ends by itself; returns all its output.
    pub fn search(&mut self, go: &str) -> Search {
        self.send(go);
        let found = self.read_search();
        let more = self.settle();
        assert!(more.is_empty(), "{go}: after bestmove came {more:?}");
        found
    }

    /// Reads up to the next `bestmove`.
    pub fn read_search(&mut self) -> Search {
        Search::new(self.wait_for("bestmove"))
    }

    /// Ends the input and waits for the end of the program.
    pub fn end_input(mut self) -> Ending {
        self.input = None;
        self.wait_for_end()
    }

    /// Waits for the end of the program, without closing its input.
    pub fn wait_for_end(mut self) -> Ending {
        let deadline = Instant::now() + PATIENCE;
        let mut lines = Vec::new();
        while let Some(line) = self.next_line(deadline, "the end") {
            lines.push(line);
        }
        self.exit(lines)
    }

    /// Stops reading the output, sends `line` again and again, and waits for the end.
    pub fn turn_away(mut self, line: &str) -> Ending {
        // The reading thread notices at its next line, and closes the pipe.
        let (_, nobody) = channel();
        self.lines = nobody;
        let started = Instant::now();
        while self.status().is_none() {
            assert!(started.elapsed() < PATIENCE, "it runs on without a reader");
            let input = self.input.as_mut().expect("the input is open");
            // The test expects this to fail sooner or later.
            let _ = input.write_all(format!("{line}\n").as_bytes());
            std::thread::sleep(Duration::from_millis(10));
        }
        self.exit(Vec::new())
    }

    fn exit(mut self, lines: Vec<String>) -> Ending {
        let started = Instant::now();
        let status = loop {
            match self.status() {
                Some(status) => break status,
                None => std::thread::sleep(Duration::from_millis(2)),
            }
            assert!(
                started.elapsed() < PATIENCE,
                "the program does not end after {lines:?}"
            );
        };
        let complaints = self.complaints.take().expect("the end comes only once");
        Ending {
            lines,
            code: status.code(),
            complaints: complaints.join().expect("errors can be read"),
        }
    }

    fn status(&mut self) -> Option<ExitStatus> {
        self.process.try_wait().expect("a program can be asked")
    }
}

impl Drop for Client {
    /// The program never outlives a test.
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The output from `go` to `bestmove`.
pub struct Search {
    /// All lines.
    pub lines: Vec<String>,
    /// The move, or `(none)`.
    pub best: String,
    /// The expected reply.
    pub ponder: Option<String>,
}

/// A line of `info` with a score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Info {
    pub depth: u64,
    /// From 1; 1 if the line has none.
    pub multipv: usize,
    /// In UCI form: `cp 3`, `mate -2`.
    pub score: String,
    pub nodes: u64,
    pub pv: Vec<String>,
}

impl Search {
    fn new(lines: Vec<String>) -> Self {
        let last = lines.last().expect("there is a bestmove");
        let words: Vec<&str> = last.split(' ').collect();
        let (best, ponder) = match words[..] {
            ["bestmove", best] => (best.into(), None),
            ["bestmove", best, "ponder", reply] => (best.into(), Some(reply.into())),
            _ => panic!("not a bestmove: '{last}'"),
        };
        Self {
            lines,
            best,
            ponder,
        }
    }

    /// The lines with scores.
    pub fn infos(&self) -> Vec<Info> {
        let scored = |line: &&String| line.contains(" score ");
        let lines = self.lines.iter().filter(scored);
        lines.map(|line| Info::read(line)).collect()
    }

    /// The last line about the best move.
    pub fn last_info(&self) -> Info {
        let of_best = |info: &Info| info.multipv == 1;
        match self.infos().into_iter().rfind(of_best) {
            Some(info) => info,
            None => panic!("no info before bestmove: {:?}", self.lines),
        }
    }

    /// Checks what holds for every search of an unfinished game: legal lines, and a best move and
    /// reply with which the last of them begins.
    pub fn check(&self, fen: &str) {
        for info in self.infos() {
            check_line(fen, &info.pv);
        }
        let pv = self.last_info().pv;
        assert_eq!(pv.first(), Some(&self.best), "{:?}", self.lines);
        assert_eq!(pv.get(1), self.ponder.as_ref(), "{:?}", self.lines);
    }
}

impl Info {
    /// Parses a line; every number in it must be an integer.
    fn read(line: &str) -> Self {
        let words: Vec<&str> = line.split(' ').collect();
        let behind = |name: &str| words.iter().position(|word| *word == name).map(|at| at + 1);
        let number = |name: &str| -> u64 {
            let text = behind(name).map_or("0", |at| words[at]);
            let problem = |_| panic!("{name} is not an integer: '{line}'");
            text.parse().unwrap_or_else(problem)
        };
        for name in ["seldepth", "nps", "hashfull", "time"] {
            number(name);
        }
        let score = behind("score").unwrap_or_else(|| panic!("no score: '{line}'"));
        assert!(
            matches!(words[score], "cp" | "mate") && words[score + 1].parse::<i32>().is_ok(),
            "not a score: '{line}'"
        );
        let pv = behind("pv").map_or(&[][..], |at| &words[at..]);
        Self {
            depth: number("depth"),
            multipv: behind("multipv").map_or(1, |_| number("multipv") as usize),
            score: words[score..score + 2].join(" "),
            nodes: number("nodes"),
            pv: pv.iter().map(|word| (*word).to_owned()).collect(),
        }
    }
}

/// Checks that moves can be played one after the other, and are written as the engine writes moves.
fn check_line(fen: &str, moves: &[String]) {
    let game = PawnGame::new(Stalemate::Draw);
    let mut board: Diagram = fen.parse().expect("the test's own FEN is right");
    for text in moves {
        match board.read_move(&game, text) {
            Ok(played) => {
                assert_eq!(&board.coordinates(played), text);
                board = board.after(&game, played);
            }
            Err(problem) => panic!("{moves:?} from {fen}: {problem}"),
        }
    }
}
