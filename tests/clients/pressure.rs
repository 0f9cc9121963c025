//! The program under pressure: when the system gives it no more threads (`RLIMIT_NPROC`) or
//! something in it fails, a client still gets its answer.
//!
//! That limit counts the threads of a user and does not bind root. So root starts the program as a
//! user who runs nothing else. What the machine does not allow is skipped, with a message.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::channel;
use std::time::Duration;

use crate::program::client::Client;
use crate::program::{PROGRAM, copy_program};
use jacquerie::config::Config;
use jacquerie::engine::Engine;
use jacquerie::search::Limits;
use jacquerie::stop::Stop;

const START: &str = "8/pppppppp/pppppppp/8/8/PPPPPPPP/PPPPPPPP/8 w - - 0 1";
const MOVED: &str = "8/pppppppp/pppppppp/8/P7/1PPPPPPP/PPPPPPPP/8 b - - 0 1";

/// The output of a system command; `None` if it is missing or fails.
fn told(words: &[&str]) -> Option<String> {
    let output = Command::new(words[0]).args(&words[1..]).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    output.status.success().then_some(text)
}

fn is_root() -> bool {
    told(&["id", "-u"]).as_deref() == Some("0")
}

/// A user whom the limit binds: the words to put before a command.
fn somebody() -> Vec<String> {
    static USERS: AtomicU32 = AtomicU32::new(0);
    if !is_root() {
        return Vec::new();
    }
    let number = USERS.fetch_add(1, Ordering::Relaxed);
    let user = 40_000 + std::process::id() % 2_000 * 10 + number;
    vec![
        "setpriv".into(),
        "--clear-groups".into(),
        format!("--reuid={user}"),
        format!("--regid={user}"),
    ]
}

/// Starts the program as this user, under the limit if there is one. `None` if that is not possible
/// here.
fn start(somebody: &[String], limit: Option<u32>, arguments: &[&str]) -> Option<Client> {
    for tool in ["prlimit", "setpriv"] {
        if told(&[tool, "--version"]).is_none() {
            eprintln!("skipped: there is no {tool}");
            return None;
        }
    }
    let folder = tempfile::tempdir().expect("a folder for the program");
    let program = folder.path().join("jacquerie");
    copy_program(&program);
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).expect("may be entered");
    let mut command = Command::new("env");
    for home in ["HOME", "XDG_CONFIG_HOME"] {
        command.env(home, folder.path());
    }
    if let Some(limit) = limit {
        command.arg("prlimit").arg(format!("--nproc={limit}"));
    }
    command.args(somebody).arg(program).args(arguments);
    Some(Client::start_by(&mut command, folder))
}

/// The program, with a limit on its user's threads that can be changed.
struct Bound {
    client: Client,
    somebody: Vec<String>,
    most: String,
}

impl Bound {
    fn start(arguments: &[&str]) -> Option<Self> {
        let somebody = somebody();
        let client = start(&somebody, None, arguments)?;
        // Until then the process is still one of the commands before it, and belongs to root.
        let name = format!("/proc/{}/comm", client.id());
        while fs::read_to_string(&name).expect("its name").trim() != "jacquerie" {
            std::thread::sleep(Duration::from_millis(2));
        }
        let mut bound = Self {
            client,
            somebody,
            most: String::new(),
        };
        bound.most = bound.limit(&["--nproc", "--raw", "--noheadings", "--output", "HARD"]);
        Some(bound)
    }

    /// Reads or sets the limit; only the program's own user may.
    fn limit(&self, flags: &[&str]) -> String {
        let program = self.client.id().to_string();
        let mut words: Vec<&str> = self.somebody.iter().map(String::as_str).collect();
        words.extend(["prlimit", "--pid", &program]);
        words.extend(flags);
        told(&words).unwrap_or_else(|| panic!("{words:?} fails"))
    }

    /// From now on the program's user may have this many threads.
    fn allow_threads(&self, most: &str) {
        self.limit(&[&format!("--nproc={most}:")]);
    }

    fn allow_all_threads(&self) {
        self.allow_threads(&self.most);
    }
}

#[test]
fn uci_answers_without_a_search_thread() {
    let Some(mut bound) = Bound::start(&[]) else {
        return;
    };
    bound.client.ask("position startpos moves a3a4");
    bound.allow_threads("1");
    for go in ["go depth 3", "go infinite", "go ponder", "go mate 2"] {
        let found = bound.client.search(go);
        assert_eq!(found.best, "(none)", "{go}");
        let [complaint, _] = &found.lines[..] else {
            panic!("{go}: {:?}", found.lines);
        };
        assert!(
            complaint.starts_with("info string cannot start a thread"),
            "{complaint}"
        );
    }
    for line in ["go perft 2", "bench"] {
        let lines = bound.client.ask(line);
        assert!(
            lines.len() == 1 && lines[0].starts_with("info string cannot start a thread"),
            "{line}: {lines:?}"
        );
    }
    // The engine still works, with its position.
    bound.allow_all_threads();
    bound.client.search("go depth 3").check(MOVED);
}

#[test]
fn xboard_gets_an_error_without_a_search_thread() {
    let Some(mut bound) = Bound::start(&["xboard"]) else {
        return;
    };
    bound.client.send("new\nforce\nusermove a3a4\nsd 3\nping 1");
    bound.client.wait_for("pong 1");
    bound.allow_threads("1");
    for word in ["go", "analyze"] {
        bound.client.send(&format!("{word}\nping 2"));
        let lines = bound.client.wait_for("pong 2");
        assert!(
            lines.len() == 2 && lines[0].starts_with("tellusererror cannot start a thread"),
            "{word}: {lines:?}"
        );
    }
    bound.allow_all_threads();
    bound.client.send("go");
    bound.client.wait_for("move ");
}

#[test]
fn the_program_reports_that_it_cannot_start_its_reader() {
    for arguments in [&[][..], &["xboard"]] {
        let Some(client) = start(&somebody(), Some(1), arguments) else {
            return;
        };
        let ending = client.wait_for_end();
        assert_eq!(ending.code, Some(1), "{}", ending.complaints);
        assert_eq!(ending.lines, [""; 0]);
        assert!(
            ending
                .complaints
                .starts_with("jacquerie: cannot start the thread that reads the input: "),
            "{}",
            ending.complaints
        );
    }
}

#[test]
fn a_search_continues_with_the_threads_it_has() {
    if !is_root() {
        eprintln!("skipped: only root can start the program as a user who runs nothing else");
        return;
    }
    let Some(mut bound) = Bound::start(&[]) else {
        return;
    };
    bound.client.ask("setoption name Threads value 8");
    bound.client.ask("position startpos moves a3a4");
    let threads = fs::read_dir(format!("/proc/{}/task", bound.client.id())).expect("its threads");
    // One that searches, and one that helps.
    bound.allow_threads(&(threads.count() + 2).to_string());
    bound.client.search("go depth 8").check(MOVED);
    bound.client.send("go infinite");
    bound.client.wait_for("info depth 3 ");
    bound.client.send("stop");
    bound.client.wait_for("bestmove ");
    let ending = bound.client.end_input();
    assert_eq!(ending.code, Some(0));
    assert!(
        ending.complaints.contains("continues with 2 of 8 threads"),
        "{}",
        ending.complaints
    );
}

#[test]
fn tables_without_memory_keep_the_old_size() {
    if told(&["prlimit", "--version"]).is_none() {
        eprintln!("skipped: there is no prlimit");
        return;
    }
    for (arguments, larger, answer) in [
        (&[][..], "setoption name Hash value 60000", "info string"),
        (&["xboard"], "memory 60000", "Error ("),
    ] {
        let folder = tempfile::tempdir().expect("a folder for the program");
        let mut command = Command::new("prlimit");
        command.args(["--as=4000000000", PROGRAM]).args(arguments);
        let mut client = Client::start_by(&mut command, folder);
        client.send(larger);
        let lines = client.wait_for(answer);
        assert!(
            lines[0].contains("not enough memory for 60000 MiB; it stays at 64"),
            "{lines:?}"
        );
        match arguments {
            [] => client.search("go depth 4").check(START),
            _ => {
                client.send("new\nsd 4\nusermove a3a4");
                client.wait_for("move ");
            }
        }
    }
}

#[test]
fn a_fault_in_a_search_ends_it_on_all_its_threads() {
    let (sender, ended) = channel();
    std::thread::spawn(move || {
        let mut engine = Engine::new(Config::built_in().clone()).expect("an engine");
        engine
            .set_option("Threads", Some("3"))
            .expect("three threads");
        let search = AssertUnwindSafe(|| {
            let fault = |_| panic!("a fault in the search");
            engine.go(Limits::default(), &Stop::default(), fault)
        });
        let failed = catch_unwind(search).is_err();
        let _ = sender.send(failed);
    });
    let failed = ended.recv_timeout(Duration::from_secs(60));
    assert_eq!(failed, Ok(true), "it goes on for ever");
}

/// How a command ends under a limit on threads. `None` if that cannot be tested here: only root can
/// start the program as a user who runs nothing else.
fn end_under(limit: u32, arguments: &[&str]) -> Option<crate::program::client::Ending> {
    if !is_root() {
        eprintln!("skipped: only root can start the program as a user who runs nothing else");
        return None;
    }
    Some(start(&somebody(), Some(limit), arguments)?.wait_for_end())
}

const SOLVE: [&str; 9] = [
    "solve",
    "--variant",
    "pawngame",
    "--files",
    "5",
    "--memory",
    "16",
    "--threads",
    "4",
];

/// The command runs in one thread, another listens for signals, a third watches the time, and a
/// fourth solves; the first one only waits.
#[test]
fn without_a_solver_thread_no_value_is_reported_unknown() {
    let moves = [&SOLVE[..], &["--moves"]].concat();
    let forecast = [&SOLVE[..], &["--forecast", "2"]].concat();
    for limit in 1..=4 {
        for arguments in [&SOLVE[..], &moves, &forecast] {
            let Some(ending) = end_under(limit, arguments) else {
                return;
            };
            let complaint = &ending.complaints;
            assert_eq!(ending.code, Some(1), "{limit}: {complaint}");
            assert_eq!(ending.lines, [""; 0], "{limit}");
            assert!(complaint.contains("jacquerie: "), "{limit}: {complaint}");
            assert!(complaint.contains("cannot start "), "{limit}: {complaint}");
        }
    }
}

#[test]
fn a_solver_continues_with_the_threads_it_has() {
    let Some(ending) = end_under(5, &SOLVE) else {
        return;
    };
    assert_eq!(ending.code, Some(0), "{}", ending.complaints);
    assert_eq!(ending.lines, ["value draw"]);
    let complaint = &ending.complaints;
    assert!(
        complaint.contains("continues with 1 of 4 threads"),
        "{complaint}"
    );
}

#[test]
fn commands_without_threads_need_none() {
    let analyse = ["analyse", "--depth", "6", "--threads", "4"];
    for (arguments, told) in [
        (&["perft", "3"][..], "perft 3: "),
        (&analyse, "Best is "),
        (
            &["gamelets", "--fen", "4/p2p/4/4/4/4/P2P/4 w"],
            "the whole: ",
        ),
    ] {
        let Some(ending) = end_under(1, arguments) else {
            return;
        };
        assert_eq!(ending.code, Some(0), "{arguments:?}: {}", ending.complaints);
        let last = ending.lines.last().expect("a last line");
        assert!(last.starts_with(told), "{arguments:?}: {last}");
    }
}
