//! The life of the service: on the bus before it has its name, and off it without losing a request.

use std::os::linux::net::SocketAddrExt;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::net::{SocketAddr, UnixDatagram};
use std::sync::Arc;

use zbus::Connection;
use zbus::connection::Builder;
use zbus::fdo::RequestNameFlags;
use zruntime::SharedRuntime;
use zruntime::signal::{Signal, Signals};

use super::doorman::Doorman;
use super::interface::{Application, Log, Portero};
use super::journal::{self, Priority};
use super::{LOG_PATH, OBJECT_PATH};
use crate::env::{APPLICATION_ID, Env};
use crate::launch;
use crate::system::programs;

/// Serves until nothing has happened for a while, or until told to end. Another service that has the name already
/// is as good as this one.
pub fn run() -> zbus::Result<()> {
    // Before there are threads.
    launch::share_memory();
    zbus::block_on(serve())
}

async fn serve() -> zbus::Result<()> {
    let runtime = SharedRuntime::current()?;
    let env = Env::read();
    for fault in programs::distrusted(&env) {
        journal::tell(Priority::Warning, &fault.to_string(), &[]);
    }
    let doorman = Arc::new(Doorman::new(env));
    let bus = Builder::session()
        .serve_at(OBJECT_PATH, Application(Arc::clone(&doorman)))
        .serve_at(OBJECT_PATH, Portero(Arc::clone(&doorman)))
        .serve_at(LOG_PATH, Log(Arc::clone(&doorman)))
        .build()
        .await?;
    watch_signals(&runtime, &doorman)?;
    watch_bus(&bus, &doorman);
    match bus.request_name_with_flags(APPLICATION_ID, RequestNameFlags::DO_NOT_QUEUE).await {
        Err(zbus::Error::NameTaken) => return Ok(()),
        other => other?,
    };
    doorman.activity.idle(&runtime, || doorman.idle_time(), launch::give_back_memory).await;
    leave(&bus, &doorman).await;
    Ok(())
}

/// A child that ended is reaped; whoever wants us to end gets what was accepted done first.
fn watch_signals(runtime: &SharedRuntime, doorman: &Arc<Doorman>) -> zbus::Result<()> {
    let wanted = [Signal::Child, Signal::Terminate, Signal::Interrupt, Signal::Hangup];
    let mut signals = Signals::new(runtime, wanted)?;
    let doorman = Arc::clone(doorman);
    let task = async move {
        while let Ok(signal) = signals.recv().await {
            match signal {
                Signal::Child => doorman.children.reap(),
                _ => doorman.activity.end(),
            }
        }
    };
    zruntime::spawn(task).detach();
    Ok(())
}

/// Without a bus nobody can ask for anything.
fn watch_bus(bus: &Connection, doorman: &Arc<Doorman>) {
    let (bus, doorman) = (bus.clone(), Arc::clone(doorman));
    let task = async move {
        bus.closed().await;
        doorman.activity.end();
    };
    zruntime::spawn(task).detach();
}

/// Gives the name back, so that the next request starts another service, then does what stood in the queue.
async fn leave(bus: &Connection, doorman: &Doorman) {
    notify("STOPPING=1", &Env::read());
    if bus.release_name(APPLICATION_ID).await.is_err() {
        return doorman.activity.quiet().await;
    }
    loop {
        // Our own call stands behind everything that came before, and its answer behind all answers.
        if ping_self(bus).await.is_err() || doorman.activity.is_quiet() {
            return doorman.activity.quiet().await;
        }
        doorman.activity.quiet().await;
    }
}

async fn ping_self(bus: &Connection) -> zbus::Result<()> {
    let peer = Some("org.freedesktop.DBus.Peer");
    let own_name = bus.unique_name().map(|name| name.as_ref());
    bus.call_method(own_name, OBJECT_PATH, peer, "Ping", &()).await.map(drop)
}

/// A message after `sd_notify(3)` to whoever supervises this service, if anybody does.
fn notify(state: &str, env: &Env) {
    let Some(path) = env.get("NOTIFY_SOCKET") else { return };
    let address = match path.as_bytes() {
        [b'@', name @ ..] => SocketAddr::from_abstract_name(name),
        _ => SocketAddr::from_pathname(path),
    };
    // A supervisor that does not listen misses nothing that it could act on.
    let _ = address.and_then(|address| UnixDatagram::unbound()?.send_to_addr(state.as_bytes(), &address));
}
