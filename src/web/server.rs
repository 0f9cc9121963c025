//! The server: connections on the loopback interface, with checks before any request is carried
//! out.
//!
//! There are limits on connections (by their [door](super::door)), on the time of a request, on the
//! lifetime of a connection that does not become a WebSocket, on WebSockets, and on the size of a
//! message. Excess tabs get 503; open tabs continue.

use std::convert::Infallible;
use std::io;
use std::net::{Ipv4Addr, SocketAddrV4, TcpListener as Bound};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::body::Body;
use axum::extract::FromRequestParts;
use axum::extract::ws::WebSocketUpgrade;
use axum::http::request::Parts;
use axum::http::{Method, Request, Response, StatusCode};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use rand::rngs::SysError;
use thiserror::Error;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Builder;
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

use super::door::{Door, Guest};
use super::engine_pool::EnginePool;
use super::guard::Address;
use super::{page, socket};
use crate::config::Config;
use crate::puzzles::sets;

/// The maximum number of tabs served at a time.
const MOST_SOCKETS: usize = 100;
/// The maximum size of a message, in bytes: that of the largest [text](super::games::MOST_TEXT) as
/// JSON, in which a character takes up to six bytes, or up to eight where moves are written one by
/// one.
pub const MOST_MESSAGE: usize = 8 * super::games::MOST_TEXT;

/// The time in which a request must arrive.
const TIME_TO_ASK: Duration = Duration::from_secs(10);
/// The lifetime of a connection that does not become a WebSocket.
const TIME_TO_SERVE: Duration = Duration::from_secs(60);
/// The pause after a system error, such as too many open files.
const PAUSE: Duration = Duration::from_millis(50);
/// The maximum number of quick answers computed at a time.
const QUICK_PLACES: usize = 2;
/// The maximum number of slow answers computed at a time.
const SLOW_PLACES: usize = 2;

/// The answer to a request for another host, perhaps through a tunnel.
const WRONG_HOST: &str = "Wrong host. The board is served only at the address and port that \
    `jacquerie board` printed.\n";

/// The answer to excess tabs and connections.
const TOO_MANY: &str = "Too many boards are open; close one of them first.\n";

/// Why there is no server.
#[derive(Error, Debug)]
pub enum ServerError {
    /// The port is in use.
    #[error(
        "port {0} is in use, perhaps by another board; --port N sets another one, --port 0 uses any free port"
    )]
    Taken(u16),
    /// A system error.
    #[error("cannot listen on port {0}: {1}")]
    Refused(u16, io::Error),
    /// The system cannot provide random numbers.
    #[error("cannot get random numbers from the system for the address: {0}")]
    Random(#[from] SysError),
    /// Any other error.
    #[error("the server cannot start: {0}")]
    Start(#[from] io::Error),
}

/// The state shared by all connections.
pub struct House {
    /// The configuration.
    pub config: Arc<Config>,
    /// The engines that tabs share.
    pub pool: Arc<EnginePool>,
    /// The slots for computing quick answers.
    pub quick: Arc<Semaphore>,
    /// The slots for computing answers that take longer.
    pub slow: Arc<Semaphore>,
    address: Address,
    /// The file of games that the page is to open.
    file: Option<String>,
    sockets: Arc<Semaphore>,
    tabs: AtomicU64,
}

impl House {
    /// A number that no tab had before.
    pub fn new_tab(&self) -> u64 {
        self.tabs.fetch_add(1, Ordering::Relaxed)
    }
}

/// A server that accepts connections, but does not answer yet.
pub struct Server {
    listener: Bound,
    house: Arc<House>,
}

impl Server {
    /// Binds a port of the loopback interface; 0 is any free port. With `file`, it serves a file of
    /// games, which the page opens if its address names the file.
    ///
    /// # Errors
    /// If the port is in use, or the system has no free port.
    pub fn bind(config: Config, port: u16, file: Option<String>) -> Result<Self, ServerError> {
        let place = SocketAddrV4::new(Ipv4Addr::LOCALHOST, port);
        let listener = Bound::bind(place).map_err(|error| match error.kind() {
            io::ErrorKind::AddrInUse => ServerError::Taken(port),
            _ => ServerError::Refused(port, error),
        })?;
        listener.set_nonblocking(true)?;
        let address = Address::new(listener.local_addr()?.port())?;
        let house = House {
            pool: Arc::new(EnginePool::new(config.clone())),
            config: Arc::new(config),
            quick: Arc::new(Semaphore::new(QUICK_PLACES)),
            slow: Arc::new(Semaphore::new(SLOW_PLACES)),
            address,
            file,
            sockets: Arc::new(Semaphore::new(MOST_SOCKETS)),
            tabs: AtomicU64::new(0),
        };
        Ok(Self {
            listener,
            house: Arc::new(house),
        })
    }

    /// The address to open in a browser.
    #[must_use]
    pub fn address(&self) -> String {
        self.house.address.to_string()
    }

    /// Serves until `end` completes.
    ///
    /// # Errors
    /// If the system does not allow it.
    pub fn run(self, end: impl Future<Output = ()>) -> Result<(), ServerError> {
        let runtime = Builder::new_current_thread()
            .enable_io()
            .enable_time()
            .thread_name("answer")
            .max_blocking_threads(QUICK_PLACES + SLOW_PLACES)
            .build()?;
        let served = runtime.block_on(async {
            let listener = TcpListener::from_std(self.listener)?;
            tokio::select! {
                () = accept(&listener, &self.house) => {}
                () = end => {}
            }
            Ok::<_, ServerError>(())
        });
        // The results of running computations are no longer needed.
        runtime.shutdown_background();
        served
    }
}

/// Accepts connections.
async fn accept(listener: &TcpListener, house: &Arc<House>) {
    let door = Door::new();
    loop {
        match listener.accept().await {
            Ok((stream, _)) => door.let_in(|guest| serve(stream, guest, Arc::clone(house))),
            Err(error) => {
                log::debug!("cannot accept a connection: {error}");
                sleep(PAUSE).await;
            }
        }
    }
}

/// Serves a connection until it ends or becomes a WebSocket.
async fn serve(stream: TcpStream, guest: Arc<Guest>, house: Arc<House>) {
    // A message must not wait until more data is sent.
    let _ = stream.set_nodelay(true);
    let service = service_fn(|request: Request<Incoming>| {
        let (guest, house) = (Arc::clone(&guest), Arc::clone(&house));
        async move { Ok::<_, Infallible>(respond(request, &guest, &house).await) }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(TIME_TO_ASK)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    match timeout(TIME_TO_SERVE, connection).await {
        Ok(Err(error)) => log::debug!("a connection: {error}"),
        Err(_) => log::debug!("a connection took too long"),
        Ok(Ok(())) => {}
    }
}

/// Answers a request from any client.
async fn respond(request: Request<Incoming>, guest: &Guest, house: &Arc<House>) -> Response<Body> {
    let (parts, _) = request.into_parts();
    let mut response = admit(parts, guest, house).await;
    page::seal(&mut response, &house.address);
    response
}

/// Returns a file of the page or a WebSocket to an authorised client, an error to others.
async fn admit(mut parts: Parts, guest: &Guest, house: &Arc<House>) -> Response<Body> {
    // A tab left over from an earlier run sends an old secret.
    let why = "There is nothing here. The address of a board changes with every start; \
        `jacquerie board` has printed it.\n";
    let nothing = || page::refusal(StatusCode::NOT_FOUND, why);
    if !house.address.is_host_of(&parts) {
        return page::refusal(StatusCode::FORBIDDEN, WRONG_HOST);
    }
    let path = parts.uri.path().to_owned();
    let Some(name) = house.address.behind_secret(&path) else {
        return nothing();
    };
    let too_many = || page::refusal(StatusCode::SERVICE_UNAVAILABLE, TOO_MANY);
    if !guest.has_shown() {
        return too_many();
    }
    if parts.method != Method::GET && parts.method != Method::HEAD {
        return page::refusal(StatusCode::METHOD_NOT_ALLOWED, "Expected GET.\n");
    }
    if name == "file" {
        let text = house.file.clone();
        return text.map_or_else(nothing, page::text);
    }
    if let Some(puzzles) = name.strip_prefix("puzzles/").and_then(sets::of) {
        return page::text(puzzles.into());
    }
    if name != "socket" {
        return page::file(name).unwrap_or_else(nothing);
    }
    if !house.address.is_origin_of(&parts) {
        return page::refusal(StatusCode::FORBIDDEN, "This comes from another page.\n");
    }
    let Ok(upgrade) = WebSocketUpgrade::from_request_parts(&mut parts, &()).await else {
        return page::refusal(StatusCode::BAD_REQUEST, "Expected a WebSocket.\n");
    };
    let Ok(place) = Arc::clone(&house.sockets).try_acquire_owned() else {
        return too_many();
    };
    let house = Arc::clone(house);
    upgrade
        .max_message_size(MOST_MESSAGE)
        .max_frame_size(MOST_MESSAGE)
        .on_upgrade(async move |socket| {
            socket::serve(socket, house).await;
            drop(place);
        })
}
