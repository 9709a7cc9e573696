//! The command line's side: asks the service, and says for certain whether it has begun.

use std::collections::HashMap;
use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use futures_core::Stream;
use zbus::message::Message;
use zbus::proxy::MethodFlags;
use zbus::{Connection, MessageStream, OwnedVariant, Proxy, Variant};
use zruntime::SharedRuntime;

use super::order::{Options, boot_time};
use super::signals::STARTED;
use super::{INTERFACE, LOG_INTERFACE, LOG_PATH, OBJECT_PATH, error};
use crate::env::{APPLICATION_ID, Request};
use crate::error::{Code, Error};
use crate::message;
use crate::open::Wanted;

/// How long the service has to begin.
const DEADLINE: Duration = Duration::from_millis(650);

/// How long its word of that is waited for: a busy bus may deliver it late, and after what was sent later.
const WAIT: Duration = Duration::from_millis(850);

/// How long a word of the service that is already on the bus may take to get here.
const DELIVERY: Duration = Duration::from_millis(200);

/// What to ask for.
#[derive(Debug, Clone, Default)]
pub struct Wish {
    /// URIs, or paths in place of them.
    pub uris: Vec<String>,
    /// What relative references are resolved against.
    pub base: Option<String>,
    /// How they are to be opened.
    pub wanted: Wanted,
    /// Whether the service is to tell the person of failures.
    pub notify: bool,
}

/// The end of an attempt.
#[derive(Debug)]
pub enum End {
    /// The service has done what it could: an entry a URI, `None` where it was opened.
    Answered(Vec<(String, Option<Error>)>),
    /// The service has refused the call.
    Failed(Error),
    /// The service was lost after it had begun.
    Lost(Error),
    /// Nothing was begun, and nothing will be.
    Untouched,
}

/// Asks the service, which the bus starts when it is not there.
pub fn open(wish: &Wish, request: &Request) -> End {
    zbus::block_on(async {
        let Ok(runtime) = SharedRuntime::current() else { return End::Untouched };
        // A bus that hangs is as good as none.
        match runtime.timeout(WAIT, Attempt::new()).await {
            Ok(Ok(attempt)) => attempt.open(&runtime, wish, request).await,
            _ => End::Untouched,
        }
    })
}

/// The decisions that a running service remembers, a JSON object a line; none is started for this.
pub fn decisions() -> Option<String> {
    zbus::block_on(async {
        let bus = Connection::session().await.ok()?;
        let log = Proxy::new(&bus, APPLICATION_ID, LOG_PATH, LOG_INTERFACE).await.ok()?;
        log.call_with_flags("Decisions", MethodFlags::NO_AUTO_START, &()).await.ok()?
    })
}

/// A connection that hears how far its own call is.
struct Attempt {
    bus: Connection,
    heard: Arc<Heard>,
}

/// How many URIs of our call were begun, and how many programs are running for them.
#[derive(Debug, Default)]
struct Heard {
    begun: AtomicUsize,
    started: AtomicUsize,
}

impl Attempt {
    async fn new() -> zbus::Result<Self> {
        let bus = Connection::session().await?;
        let heard = Arc::new(Heard::default());
        // What the service says of our own call it says to us alone, so the bus need not be asked for it first.
        zruntime::spawn(listen(MessageStream::from(&bus), Arc::clone(&heard))).detach();
        Ok(Self { bus, heard })
    }

    async fn open(&self, runtime: &SharedRuntime, wish: &Wish, request: &Request) -> End {
        let deadline = boot_time().saturating_add(u64::try_from(DEADLINE.as_micros()).unwrap_or(0));
        let body = (&wish.uris, options(wish, request, deadline));
        let interface = Some(INTERFACE);
        let mut call =
            pin!(self.bus.call_method(Some(APPLICATION_ID), OBJECT_PATH, interface, "Open", &body));
        if let Ok(reply) = runtime.timeout(WAIT, &mut call).await {
            return self.end(wish, reply);
        }
        // The service says that it begins before it looks at the clock: what it said in time is on the bus by now,
        // in front of the answer to a question of our own.
        let _ = runtime.timeout(DELIVERY, self.ask_bus()).await;
        if self.is_begun() { self.end(wish, call.await) } else { End::Untouched }
    }

    async fn ask_bus(&self) -> zbus::Result<()> {
        let bus = Some("org.freedesktop.DBus");
        self.bus.call_method(bus, "/org/freedesktop/DBus", bus, "GetId", &()).await.map(drop)
    }

    fn end(&self, wish: &Wish, reply: zbus::Result<Message>) -> End {
        match reply.and_then(|reply| reply.body().deserialize::<Vec<Options>>()) {
            Ok(answers) => End::Answered(answers.iter().map(entry).collect()),
            Err(zbus::Error::MethodError(name, message, _)) if error::code(&name).is_some() => {
                let code = error::code(&name).unwrap_or(Code::Failed);
                End::Failed(Error::new(code, message::Message::quoted(message.unwrap_or_default())))
            }
            Err(error) if self.is_begun() && !is_late(&error) => self.lost(wish),
            Err(_) => End::Untouched,
        }
    }

    fn is_begun(&self) -> bool {
        self.heard.begun.load(Ordering::Acquire) > 0
    }

    /// The service is gone without an answer. Whatever it has not said to be running may run all the same, and is
    /// not opened again.
    fn lost(&self, wish: &Wish) -> End {
        if self.heard.started.load(Ordering::Acquire) >= wish.uris.len() {
            return End::Answered(Vec::new());
        }
        End::Lost(Error::new(
            Code::Failed,
            message!("the service ended while it opened this; it may not be open"),
        ))
    }
}

/// The service looked at the clock after it had said that it begins, and left it at that.
fn is_late(error: &zbus::Error) -> bool {
    matches!(error, zbus::Error::FDO(error) if matches!(**error, zbus::fdo::Error::TimedOut(_)))
}

/// Counts what the service says of our call.
async fn listen(mut messages: MessageStream, heard: Arc<Heard>) {
    while let Some(Ok(message)) = poll_fn(|context| Pin::new(&mut messages).poll_next(context)).await {
        let header = message.header();
        let is_own = header.interface().is_some_and(|interface| interface == INTERFACE)
            && header.member().is_some_and(|member| member == "Accepted");
        let body = message.body();
        if !is_own {
            continue;
        }
        let Ok((_, _, details)) = body.deserialize::<(&str, &str, Options)>() else { continue };
        let count = if details.contains_key(STARTED) { &heard.started } else { &heard.begun };
        count.fetch_add(1, Ordering::AcqRel);
    }
}

fn options<'a>(wish: &'a Wish, request: &'a Request, deadline: u64) -> HashMap<&'static str, Variant<'a>> {
    let readable =
        request.variables.iter().filter_map(|(name, value)| Some((name.as_str(), value.to_str()?)));
    let mut options = HashMap::from([
        ("deadline", Variant::from(deadline)),
        ("environment", Variant::new(readable.collect::<HashMap<_, _>>())),
        ("ask", wish.wanted.ask.into()),
        ("reveal", wish.wanted.reveal.into()),
        ("notify", wish.notify.into()),
    ]);
    let folder = request.folder.as_ref().and_then(|folder| folder.to_str());
    let texts =
        [("cwd", folder), ("base", wish.base.as_deref()), ("activation-token", request.token.as_deref())];
    options.extend(texts.into_iter().filter_map(|(name, text)| Some((name, text?.into()))));
    options
}

fn entry(answer: &Options) -> (String, Option<Error>) {
    let code = text(answer, "error").and_then(|name| Code::from_name(&name));
    let message = || message::Message::quoted(text(answer, "message").unwrap_or_default());
    (text(answer, "uri").unwrap_or_default(), code.map(|code| Error::new(code, message())))
}

fn text(answer: &Options, name: &str) -> Option<String> {
    let value: &OwnedVariant = answer.get(name)?;
    value.downcast_ref::<&str>().ok().map(str::to_owned)
}
