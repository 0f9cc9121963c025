//! The page: files that are built into the program, and the HTTP headers that restrict the browser.
//!
//! The files are built from the sources in `web/`, and stored in `web/dist/`, so that building the
//! program needs nothing else.

use axum::body::Body;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderName, HeaderValue, Response, StatusCode};

use super::guard::Address;

/// A file of the page.
struct File {
    /// Its name after the secret.
    name: &'static str,
    /// Its media type.
    kind: &'static str,
    bytes: &'static [u8],
}

const FILES: &[File] = &[
    File {
        name: "",
        kind: "text/html; charset=utf-8",
        bytes: include_bytes!("../../web/dist/index.html"),
    },
    File {
        name: "app.js",
        kind: "text/javascript; charset=utf-8",
        bytes: include_bytes!("../../web/dist/app.js"),
    },
    File {
        name: "app.css",
        kind: "text/css; charset=utf-8",
        bytes: include_bytes!("../../web/dist/app.css"),
    },
    File {
        name: "icon.svg",
        kind: "image/svg+xml",
        bytes: include_bytes!("../../web/dist/icon.svg"),
    },
];

/// The file of that name, if there is one.
#[must_use]
pub fn file(name: &str) -> Option<Response<Body>> {
    let file = FILES.iter().find(|file| file.name == name)?;
    let mut response = Response::new(Body::from(file.bytes));
    let kind = HeaderValue::from_static(file.kind);
    response.headers_mut().insert(CONTENT_TYPE, kind);
    Some(response)
}

/// A plain text response.
#[must_use]
pub fn text(text: String) -> Response<Body> {
    let mut response = Response::new(Body::from(text));
    let kind = HeaderValue::from_static("text/plain; charset=utf-8");
    response.headers_mut().insert(CONTENT_TYPE, kind);
    response
}

/// An error response with the reason.
#[must_use]
pub fn refusal(status: StatusCode, why: &'static str) -> Response<Body> {
    let mut response = text(why.into());
    *response.status_mut() = status;
    response
}

/// Restricts what a browser may do with an answer: it may run and load only what comes from this
/// server, and may not reveal the address, show the answer in another page, or cache it, because
/// the next program on this port may be a different one.
pub fn seal(response: &mut Response<Body>, address: &Address) {
    let port = address.port();
    let policy = format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
         connect-src 'self' ws://127.0.0.1:{port} ws://localhost:{port}; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    );
    let headers = response.headers_mut();
    if let Ok(policy) = HeaderValue::try_from(policy) {
        headers.insert(CONTENT_SECURITY_POLICY, policy);
    }
    let others = [
        (CACHE_CONTROL, "no-store"),
        (REFERRER_POLICY, "no-referrer"),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (
            HeaderName::from_static("cross-origin-opener-policy"),
            "same-origin",
        ),
        (
            HeaderName::from_static("cross-origin-resource-policy"),
            "same-origin",
        ),
    ];
    for (name, value) in others {
        headers.insert(name, HeaderValue::from_static(value));
    }
}
