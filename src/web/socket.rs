//! A tab: its requests come in, its answers go out, and its search ends when it is closed.
//!
//! One task serves a tab. It waits for whatever comes first: a request, an answer, a message from
//! the search, the time for a ping. Long work is done elsewhere: requests in their
//! [lanes](super::lane) by shared threads, the search by its own. The number of waiting requests is
//! limited; at the limit nothing more is read, so a client that sends too many has to wait.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use tokio::time::{MissedTickBehavior, interval, timeout};

use super::lane::Lane;
use super::mailbox::{Mail, Mailbox};
use super::message::{Answer, Request};
use super::server::House;
use super::thinker::{TabTask, Thinker};

/// The interval between pings.
const PING: Duration = Duration::from_secs(20);
/// The maximum number of pings without an answer.
const MOST_SILENT: u32 = 2;
/// A client that does not accept a message within this time is disconnected.
const PATIENCE: Duration = Duration::from_secs(40);

/// How long to wait for the answer to a close message.
const FAREWELL: Duration = Duration::from_secs(1);

/// The error that a tab is gone, or must be closed.
struct Gone;

/// A tab.
struct Tab {
    socket: WebSocket,
    mailbox: Arc<Mailbox>,
    thinker: Thinker,
    quick: Lane,
    slow: Lane,
    /// The number of pings since the client last sent something.
    silent: u32,
}

/// The event that came first.
enum Event {
    Frame(Option<Result<Message, axum::Error>>),
    Mail(Mail),
    Answer(String),
    Tick,
}

/// Serves a tab until it is closed.
pub async fn serve(socket: WebSocket, house: Arc<House>) {
    let mailbox = Arc::<Mailbox>::default();
    let thinker = Thinker::new(
        Arc::clone(&house.config),
        Arc::clone(&house.pool),
        house.new_tab(),
        Arc::clone(&mailbox),
    );
    let lane = |places| Lane::new(Arc::clone(&house.config), Arc::clone(places));
    let tab = Tab {
        socket,
        mailbox,
        thinker,
        quick: lane(&house.quick),
        slow: lane(&house.slow),
        silent: 0,
    };
    tab.serve().await;
}

impl Tab {
    async fn serve(mut self) {
        let mut ticks = interval(PING);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        ticks.tick().await;
        loop {
            let may_read = !self.quick.is_full() && !self.slow.is_full();
            let event = tokio::select! {
                frame = self.socket.recv(), if may_read => Event::Frame(frame),
                mail = self.mailbox.next() => Event::Mail(mail),
                answer = self.quick.next() => Event::Answer(answer),
                answer = self.slow.next() => Event::Answer(answer),
                _ = ticks.tick() => Event::Tick,
            };
            let served = match event {
                Event::Frame(frame) => self.frame(frame).await,
                Event::Answer(message) | Event::Mail(Mail::Message(message)) => {
                    self.send(Message::text(message)).await
                }
                Event::Mail(Mail::Ended) => {
                    self.thinker.ended();
                    Ok(())
                }
                // While nothing is read, no answer to a ping can arrive.
                Event::Tick if !may_read => Ok(()),
                Event::Tick => self.ask_whether_there().await,
            };
            if served.is_err() {
                return;
            }
        }
    }

    async fn send(&mut self, message: Message) -> Result<(), Gone> {
        match timeout(PATIENCE, self.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            _ => Err(Gone),
        }
    }

    async fn close(&mut self, code: u16, reason: &'static str) -> Gone {
        let frame = CloseFrame {
            code,
            reason: reason.into(),
        };
        // The connection ends in any case.
        let _ = self.send(Message::Close(Some(frame))).await;
        Gone
    }

    async fn frame(&mut self, frame: Option<Result<Message, axum::Error>>) -> Result<(), Gone> {
        self.silent = 0;
        match frame {
            Some(Ok(Message::Text(text))) => self.request(&text).await,
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(()),
            Some(Ok(Message::Binary(_))) => {
                let reason = "expected text, one JSON object per message";
                Err(self.close(close_code::UNSUPPORTED, reason).await)
            }
            Some(Err(error)) => Err(match is_too_large(error) {
                true => {
                    self.close(close_code::SIZE, "the message is too large")
                        .await
                }
                false => Gone,
            }),
            Some(Ok(Message::Close(_))) => {
                self.thinker.stop();
                // Reading the next message, which is the last, also sends the answer to a close
                // message.
                let _ = timeout(FAREWELL, self.socket.recv()).await;
                Err(Gone)
            }
            None => Err(Gone),
        }
    }

    async fn request(&mut self, text: &str) -> Result<(), Gone> {
        match Request::read(text) {
            (id, Err(wrong)) => {
                let message = Answer::Error(wrong).text(id);
                self.send(Message::text(message)).await
            }
            (_, Ok(Request::Stop {})) => {
                self.thinker.stop();
                Ok(())
            }
            (Some(id), Ok(Request::Think(think))) => {
                self.thinker.take_up(id, TabTask::Think(think));
                Ok(())
            }
            (Some(id), Ok(Request::Squares(position))) => {
                self.thinker.take_up(id, TabTask::Squares(position));
                Ok(())
            }
            (id, Ok(request)) => {
                let lane = match request.is_slow() {
                    true => &mut self.slow,
                    false => &mut self.quick,
                };
                lane.put(id.unwrap_or_default(), request);
                Ok(())
            }
        }
    }

    async fn ask_whether_there(&mut self) -> Result<(), Gone> {
        if self.silent == MOST_SILENT {
            return Err(Gone);
        }
        self.silent += 1;
        self.send(Message::Ping(Vec::new().into())).await
    }
}

fn is_too_large(error: axum::Error) -> bool {
    let error = error.into_inner();
    let error = error.downcast_ref::<tungstenite::Error>();
    matches!(error, Some(tungstenite::Error::Capacity(_)))
}
