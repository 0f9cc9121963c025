//! Support for matches: a folder for each test, engines to put into it, and calls of the program in
//! it.

use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};

use tempfile::TempDir;

use crate::program::PROGRAM;

/// A folder in which a match is played.
pub struct MatchFolder(TempDir);

/// The output of a call.
pub struct Outcome {
    pub code: i32,
    pub report: String,
    pub complaint: String,
}

impl MatchFolder {
    pub fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder for the match"))
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn read(&self, name: &str) -> String {
        let path = self.path(name);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    /// The number of lines of a file; 0 if there is none.
    pub fn lines(&self, name: &str) -> usize {
        fs::read_to_string(self.path(name)).map_or(0, |text| text.lines().count())
    }

    pub fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).expect("the folder can be written to");
    }

    /// The `--engine` value for an engine that behaves.
    pub fn engine(&self, name: &str) -> String {
        format!("name={name} cmd=self option.Hash=1")
    }

    /// The `--engine` value for an engine that runs `mischief`, in shell, in place of passing on
    /// some `go`: `$n` counts them, `>&3` is its output, and `continue` keeps the line from being
    /// passed on.
    pub fn rascal(&self, name: &str, mischief: &str) -> String {
        let script = format!(
            "exec 3>&1\nn=0\nwhile read -r line; do\n  case \"$line\" in\n  \
             go*) n=$((n + 1))\n    {mischief}\n    ;;\n  quit) break ;;\n  esac\n  \
             printf '%s\\n' \"$line\"\ndone | '{PROGRAM}'\n"
        );
        self.write(&format!("{name}.sh"), &script);
        format!("name={name} cmd='sh {name}.sh' option.Hash=1")
    }

    fn command(&self, words: &[&str], arguments: &[&str]) -> Command {
        let mut command = Command::new(words[0]);
        command
            .args(&words[1..])
            .args(arguments)
            .current_dir(self.0.path())
            .env("HOME", self.0.path())
            .env("XDG_CONFIG_HOME", self.path("config"))
            .env_remove("RUST_LOG")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    pub fn call(&self, arguments: &[&str]) -> Outcome {
        self.call_words(&[PROGRAM, "match"], arguments)
    }

    /// Calls it through another command, which gets the program as its last arguments.
    pub fn call_behind(&self, before: &[&str], arguments: &[&str]) -> Outcome {
        self.call_words(&[before, &[PROGRAM, "match"]].concat(), arguments)
    }

    fn call_words(&self, words: &[&str], arguments: &[&str]) -> Outcome {
        Outcome::of(
            self.command(words, arguments)
                .output()
                .expect("the program starts"),
        )
    }

    pub fn start(&self, arguments: &[&str]) -> Child {
        self.command(&[PROGRAM, "match"], arguments)
            .spawn()
            .expect("the program starts")
    }

    /// Calls it; returns its report. The call must succeed.
    pub fn report(&self, arguments: &[&str]) -> String {
        let outcome = self.call(arguments);
        assert_eq!(outcome.code, 0, "{arguments:?}: {}", outcome.complaint);
        outcome.report
    }

    /// Calls it; returns its error message. The call must end with that code.
    pub fn refusal(&self, arguments: &[&str], code: i32) -> String {
        let outcome = self.call(arguments);
        assert_eq!(outcome.code, code, "{arguments:?}: {}", outcome.complaint);
        assert_eq!(outcome.report, "", "{arguments:?}");
        outcome.complaint
    }
}

impl Outcome {
    pub fn of(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("the output is text");
        Self {
            code: output.status.code().unwrap_or(-1),
            report: text(output.stdout),
            complaint: text(output.stderr),
        }
    }
}

/// The lines of a report without the measured times.
pub fn without_times(report: &str) -> String {
    let end = report.find("\nengine ").unwrap_or(report.len());
    report[..end].into()
}

/// A game of a PGN file without the measured times.
pub fn untimed(game: &str) -> String {
    let words = game.split_whitespace().filter(|word| {
        let time = word.trim_end_matches(['}', ',']).strip_suffix('s');
        time.is_none_or(|time| time.parse::<f64>().is_err())
    });
    words.collect::<Vec<_>>().join(" ")
}

/// The values of a tag in a PGN file, game by game.
pub fn tags<'a>(pgn: &'a str, name: &str) -> Vec<&'a str> {
    let start = format!("[{name} \"");
    let lines = pgn.lines();
    lines
        .filter_map(|line| line.strip_prefix(start.as_str())?.strip_suffix("\"]"))
        .collect()
}
