//! Requests that must be refused, and input that must do no harm.

use std::io::Write;

use serde_json::{Value, json};
use tungstenite::Message;
use tungstenite::http::HeaderValue;

use super::server::Board;

fn status(answer: &str) -> &str {
    answer.split_whitespace().nth(1).unwrap_or_default()
}

#[test]
fn the_page_is_served_with_the_secret() {
    let board = Board::start();
    let page = board.get("");
    assert_eq!(status(&page), "200", "{page}");
    assert!(page.contains("<title>Jacquerie</title>"));
    let head = page.to_ascii_lowercase();
    for line in [
        "content-type: text/html; charset=utf-8",
        "content-security-policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;",
        "cache-control: no-store",
        "x-content-type-options: nosniff",
        "referrer-policy: no-referrer",
    ] {
        assert!(head.contains(line), "no {line} in {head}");
    }
    assert!(!head.contains("access-control"));
    for (name, kind) in [("app.js", "text/javascript"), ("app.css", "text/css")] {
        let file = board.get(name);
        assert_eq!(status(&file), "200");
        assert!(file.contains(kind), "{file}");
    }
    let host = format!("Host: localhost:{}", board.port);
    let page = format!("/{}/", board.secret);
    assert_eq!(status(&board.ask(&format!("GET {page}"), &[&host])), "200");
    assert_eq!(status(&board.ask(&format!("POST {page}"), &[&host])), "405");
}

#[test]
fn everything_else_is_not_found() {
    let board = Board::start();
    let host = format!("Host: {}", board.host());
    let (wrong, secret) = ("0".repeat(32), &board.secret);
    for path in [
        "/".into(),
        format!("/{wrong}/"),
        format!("/{wrong}/socket"),
        format!("/{secret}"),
        format!("/{secret}x/"),
        format!("/{secret}/no.js"),
        format!("/{secret}//"),
        format!("/{secret}/../{secret}/app.js"),
        format!("/x/{secret}/"),
        "/favicon.ico".into(),
    ] {
        let answer = board.ask(&format!("GET {path}"), &[&host]);
        assert_eq!(status(&answer), "404", "{path}: {answer}");
        // A client with an old address learns where to find the new one.
        assert!(answer.contains("`jacquerie board` has printed it"));
    }
}

#[test]
fn other_hosts_and_origins_are_refused() {
    let board = Board::start();
    let page = format!("GET /{}/", board.secret);
    let own = format!("Host: {}", board.host());
    for host in ["evil.org", "127.0.0.1", "127.0.0.1:1", "localhost", ""] {
        let answer = board.ask(&page, &[&format!("Host: {host}")]);
        assert_eq!(status(&answer), "403", "{host}: {answer}");
    }
    let evil = format!("Host: evil.org:{}", board.port);
    let answer = board.ask(&page, &[&evil]);
    assert_eq!(status(&answer), "403");
    assert!(answer.contains("the address and port that `jacquerie board` printed"));
    assert_eq!(status(&board.ask(&page, &[])), "403");
    assert_eq!(status(&board.ask(&page, &[&own, &evil])), "403");
    let absolute = format!("GET http://evil.org:{}/{}/", board.port, board.secret);
    assert_eq!(status(&board.ask(&absolute, &[&own])), "403");

    let mut request = board.upgrade();
    request.headers_mut().remove("Origin");
    assert_eq!(board.open(request).err(), Some(403));
    for origin in [
        "http://evil.org",
        "null",
        "https://127.0.0.1:8087",
        "http://127.0.0.1",
    ] {
        let mut request = board.upgrade();
        let origin = HeaderValue::from_static(origin);
        request.headers_mut().insert("Origin", origin);
        assert_eq!(board.open(request).err(), Some(403));
    }
    let mut request = board.upgrade();
    let host = HeaderValue::from_static("evil.org");
    request.headers_mut().insert("Host", host);
    assert_eq!(board.open(request).err(), Some(403));
    assert_eq!(status(&board.get("socket")), "403");
    assert!(board.open(board.upgrade()).is_ok());
}

#[test]
fn garbage_is_answered_with_an_error() {
    let board = Board::start();
    let mut tab = board.tab();
    let deep = "[".repeat(500_000);
    for text in [
        "",
        "x",
        "{",
        "[]",
        "null",
        "7",
        "\"hello\"",
        "{}",
        "\u{0}",
        deep.as_str(),
        r#"{"type":"hello"}"#,
        r#"{"type":"hello","id":-1}"#,
        r#"{"type":"hello","id":"1"}"#,
        r#"{"type":"hello","id":1e400}"#,
        r#"{"type":["hello"],"id":{}}"#,
    ] {
        tab.send_text(text);
        let answer = tab.next();
        let shown: String = text.chars().take(40).collect();
        assert_eq!(
            (&answer["type"], &answer["id"]),
            (&json!("error"), &Value::Null),
            "{shown}"
        );
    }
    tab.send_text(r#"{"id":7,"type":"hello","type":"view"}"#);
    assert_eq!(tab.next()["id"], 7);
    assert_eq!(tab.ask(json!({"type": "hello"}))["type"], "hello");
}

#[test]
fn bytes_that_are_not_http_do_no_harm() {
    let board = Board::start();
    for bytes in [
        &b"\x16\x03\x01\x02\x00"[..],
        b"GET\r\n\r\n",
        &[b'x'; 1 << 20],
    ] {
        let mut stream = board.connect();
        // The server may close it in the middle of this.
        let _ = stream.write_all(bytes);
        let _ = stream.shutdown(std::net::Shutdown::Write);
    }
    assert_eq!(status(&board.get("")), "200");
}

#[test]
fn messages_too_large_or_not_text_close_the_socket() {
    let board = Board::start();
    let mut other = board.tab();

    let mut tab = board.tab();
    tab.socket
        .send(Message::binary(vec![1, 2, 3]))
        .expect("it is sent");
    assert_eq!(tab.closed_with(), Some(1003));

    let mut tab = board.tab();
    // The server closes before all of it has arrived, so sending may fail, and the close reason may
    // be lost.
    let _ = tab.socket.send(Message::text("x".repeat(9_000_000)));
    assert!(matches!(tab.closed_with(), Some(1009) | None));

    let mut tab = board.tab();
    let _ = tab.socket.send(Message::text("x".repeat(50_000_000)));
    assert!(matches!(tab.closed_with(), Some(1009) | None));

    assert_eq!(other.ask(json!({"type": "hello"}))["type"], "hello");
}
