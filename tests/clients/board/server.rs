//! A running board server, and tabs that talk to it.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;
use tungstenite::client::IntoClientRequest;
use tungstenite::handshake::client::Request;
use tungstenite::http::HeaderValue;
use tungstenite::{Error, Message, WebSocket};

/// What a read reports that has waited too long.
const LATE: [ErrorKind; 2] = [ErrorKind::WouldBlock, ErrorKind::TimedOut];

/// Nothing here takes this long, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// The program, which is killed when this is dropped.
pub struct Board {
    pub child: Child,
    pub port: u16,
    pub secret: String,
    /// The part of the address after the secret.
    pub behind: String,
    _folder: TempDir,
}

impl Board {
    pub fn start() -> Self {
        Self::start_with(&[])
    }

    pub fn start_with(arguments: &[&str]) -> Self {
        let quietly = [&["--no-open", "--port", "0"], arguments].concat();
        Self::start_in(&[], &quietly)
    }

    /// With these variables in its environment.
    pub fn start_in(environment: &[(&str, &str)], arguments: &[&str]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let mut child = Command::new(env!("CARGO_BIN_EXE_jacquerie"))
            .arg("board")
            .args(arguments)
            .current_dir(folder.path())
            .env("HOME", folder.path())
            .env("XDG_CONFIG_HOME", folder.path().join("config"))
            .env_remove("RUST_LOG")
            .envs(environment.iter().copied())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        let output = child.stdout.take().expect("its output");
        BufReader::new(output).read_line(&mut line).expect("a line");
        let place = line.trim().strip_prefix("http://127.0.0.1:");
        let mut parts = place.expect("an address").splitn(3, '/');
        let port = parts.next().and_then(|port| port.parse().ok());
        let secret = parts.next().expect("a secret").to_owned();
        assert_eq!(secret.len(), 32, "{line}");
        Self {
            child,
            port: port.expect("a port"),
            secret,
            behind: parts.next().expect("a path").to_owned(),
            _folder: folder,
        }
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("a limit");
        stream
    }

    pub fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    /// The whole response to a request with these header lines.
    pub fn ask(&self, first: &str, head: &[&str]) -> String {
        let mut stream = self.connect();
        let head: String = head.iter().map(|line| format!("{line}\r\n")).collect();
        let request = format!("{first} HTTP/1.1\r\n{head}Connection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).expect("it is sent");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("an answer");
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// The response for a file below the secret.
    pub fn get(&self, name: &str) -> String {
        let host = format!("Host: {}", self.host());
        self.ask(&format!("GET /{}/{name}", self.secret), &[&host])
    }

    pub fn upgrade(&self) -> Request {
        let url = format!("ws://{}/{}/socket", self.host(), self.secret);
        let mut request = url.into_client_request().expect("a request");
        let origin = HeaderValue::try_from(format!("http://{}", self.host()));
        let headers = request.headers_mut();
        headers.insert("Origin", origin.expect("an origin"));
        request
    }

    /// A WebSocket, or the status of the refusal.
    pub fn open(&self, request: Request) -> Result<WebSocket<TcpStream>, u16> {
        use tungstenite::HandshakeError::{Failure, Interrupted};
        match tungstenite::client(request, self.connect()) {
            Ok((socket, _)) => Ok(socket),
            Err(Failure(Error::Http(response))) => Err(response.status().as_u16()),
            Err(Failure(error)) => panic!("{error}"),
            Err(Interrupted(_)) => panic!("it takes too long"),
        }
    }

    pub fn tab(&self) -> Tab {
        let socket = self.open(self.upgrade()).expect("a socket");
        Tab { socket, count: 0 }
    }

    /// How many threads search; available only on Linux.
    #[cfg(target_os = "linux")]
    pub fn searches(&self) -> usize {
        let tasks = std::fs::read_dir(format!("/proc/{}/task", self.child.id()));
        let tasks = tasks.expect("its threads").flatten();
        let name = |path: std::path::PathBuf| std::fs::read_to_string(path.join("comm"));
        let names = tasks.filter_map(|task| name(task.path()).ok());
        names.filter(|name| name.trim() == "search").count()
    }
}

impl Drop for Board {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A tab of the page.
pub struct Tab {
    pub socket: WebSocket<TcpStream>,
    pub count: u64,
}

impl Tab {
    pub fn send_text(&mut self, text: &str) {
        self.socket.send(Message::text(text)).expect("it is sent");
    }

    /// Sends a request; returns its number.
    pub fn send(&mut self, mut request: Value) -> u64 {
        self.count += 1;
        request["id"] = json!(self.count);
        self.send_text(&request.to_string());
        self.count
    }

    /// The next message, as text.
    pub fn next_text(&mut self) -> String {
        loop {
            match self.socket.read().expect("a message") {
                Message::Text(text) => return text.to_string(),
                Message::Ping(_) | Message::Pong(_) => {}
                other => panic!("{other:?}"),
            }
        }
    }

    /// The next message.
    pub fn next(&mut self) -> Value {
        serde_json::from_str(&self.next_text()).expect("JSON")
    }

    /// All messages about a request.
    pub fn all_about(&mut self, id: u64) -> Vec<Value> {
        let mut all = Vec::new();
        loop {
            let message = self.next();
            assert_eq!(message["id"], id, "{message}");
            let is_last = !["line", "current", "marks", "squares"]
                .iter()
                .any(|kind| message["type"] == *kind);
            all.push(message);
            if is_last {
                return all;
            }
        }
    }

    /// The last message about a request.
    pub fn ask(&mut self, request: Value) -> Value {
        let id = self.send(request);
        self.all_about(id).pop().expect("a message")
    }

    /// The error in a request: the field and the message.
    pub fn wrong(&mut self, request: Value) -> (String, String) {
        let answer = self.ask(request);
        assert_eq!(answer["type"], "error", "{answer}");
        let text = |name: &str| answer[name].as_str().unwrap_or_default().to_owned();
        (text("field"), text("message"))
    }

    pub fn think(&mut self, position: Value, limits: Value) -> u64 {
        let mut request = position;
        request["type"] = json!("think");
        request["limits"] = limits;
        self.send(request)
    }

    /// The close code of the server's close frame, which must come next.
    pub fn closed_with(&mut self) -> Option<u16> {
        loop {
            match self.socket.read() {
                Ok(Message::Close(frame)) => return frame.map(|frame| frame.code.into()),
                Ok(Message::Ping(_) | Message::Pong(_)) => {}
                Ok(other) => panic!("{other:?}"),
                Err(Error::Io(error)) if LATE.contains(&error.kind()) => panic!("{error}"),
                Err(_) => return None,
            }
        }
    }
}
