//! Access control: only a client that knows the printed address is served.
//!
//! Another page in the same browser can also send requests to `127.0.0.1`. But it does not know the
//! secret, which is new at each start. A foreign host name that resolves to `127.0.0.1` (DNS
//! rebinding) appears in `Host`; a foreign page that opens a WebSocket appears in `Origin`, which
//! only browsers write.

use std::fmt;

use axum::http::header::{HOST, ORIGIN};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName};
use rand::TryRng;
use rand::rngs::{SysError, SysRng};

/// The default port of HTTP, which may be omitted.
const USUAL_PORT: u16 = 80;

/// The address of the board.
#[derive(Debug)]
pub struct Address {
    port: u16,
    /// The secret: 32 digits for 128 random bits.
    secret: String,
}

impl Address {
    /// An address with a new secret.
    ///
    /// # Errors
    /// If the system cannot provide random numbers.
    pub fn new(port: u16) -> Result<Self, SysError> {
        let mut bytes = [0; 16];
        SysRng.try_fill_bytes(&mut bytes)?;
        let secret = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(Self { port, secret })
    }

    /// The port.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// Whether the `Host` of a request is a local name of this machine, with this port.
    #[must_use]
    pub fn is_host_of(&self, request: &Parts) -> bool {
        let asked = only(&request.headers, HOST);
        let absolute = request.uri.authority().map(|authority| authority.as_str());
        asked.is_some_and(|host| self.is_own(host)) && absolute.is_none_or(|host| self.is_own(host))
    }

    /// Whether the request comes from our own page.
    #[must_use]
    pub fn is_origin_of(&self, request: &Parts) -> bool {
        let origin = only(&request.headers, ORIGIN);
        let host = origin.and_then(|origin| origin.strip_prefix("http://"));
        host.is_some_and(|host| self.is_own(host))
    }

    fn is_own(&self, host: &str) -> bool {
        ["127.0.0.1", "localhost"].into_iter().any(|name| {
            host == format!("{name}:{}", self.port) || (self.port == USUAL_PORT && host == name)
        })
    }

    /// The rest of a path after the secret; `None` if the secret is wrong.
    #[must_use]
    pub fn behind_secret<'p>(&self, path: &'p str) -> Option<&'p str> {
        let (first, rest) = path.strip_prefix('/')?.split_once('/')?;
        let right = first.len() == self.secret.len();
        // The comparison takes constant time, so that a nearly right secret takes as long as any
        // other.
        let pairs = first.bytes().zip(self.secret.bytes());
        let difference = pairs.fold(0, |difference, (one, other)| difference | (one ^ other));
        (right && difference == 0).then_some(rest)
    }
}

/// The address to open in a browser.
impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "http://127.0.0.1:{}/{}/", self.port, self.secret)
    }
}

/// The value of a header that occurs exactly once.
fn only(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    let mut values = headers.get_all(name).iter();
    let first = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_secret_opens() {
        let address = Address::new(8087).unwrap();
        let shown = address.to_string();
        let path = shown.strip_prefix("http://127.0.0.1:8087").unwrap();
        assert_eq!(path.len(), 34);
        assert_eq!(address.behind_secret(path), Some(""));
        assert_eq!(
            address.behind_secret(&format!("{path}app.js")),
            Some("app.js")
        );
        let other = Address::new(8087).unwrap();
        for path in ["", "/", "//", path.trim_end_matches('/'), &path[..20]] {
            assert_eq!(address.behind_secret(path), None, "{path}");
            assert_eq!(other.behind_secret(path), None, "{path}");
        }
        assert_eq!(other.behind_secret(path), None);
    }

    #[test]
    fn only_own_names_are_hosts() {
        let address = Address::new(8087).unwrap();
        for host in ["127.0.0.1:8087", "localhost:8087"] {
            assert!(address.is_own(host));
        }
        for host in [
            "127.0.0.1",
            "127.0.0.1:80",
            "localhost:8087.evil.org",
            "evil.org:8087",
            "",
        ] {
            assert!(!address.is_own(host), "{host}");
        }
    }
}
