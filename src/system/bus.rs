//! One call on the session bus, from code that is not asynchronous.

use std::thread;
use std::time::Duration;

use serde::Serialize;
use zbus::{Connection, DynamicType, Message, connection};

/// How long an answer is waited for.
const PATIENCE: Duration = Duration::from_secs(2);

/// An object on the bus, and how it is called.
#[derive(Debug, Clone, Copy)]
pub struct Object<'a> {
    /// Its well-known name.
    pub name: &'a str,
    /// Its object path.
    pub path: &'a str,
    /// The interface that is called.
    pub interface: &'a str,
    /// Whether the bus may start the program that owns the name.
    pub activate: bool,
}

impl Object<'_> {
    /// Calls a method and waits two seconds at most; no bus is an immediate error.
    pub fn call<B: Serialize + DynamicType + Sync>(&self, method: &str, body: &B) -> zbus::Result<Message> {
        // A thread of its own: the caller may itself be a task of the bus library, which must not block.
        thread::scope(|scope| {
            let call = scope.spawn(|| zbus::block_on(self.called(method, body)));
            call.join().unwrap_or(Err(zbus::Error::InvalidReply))
        })
    }

    async fn called<B: Serialize + DynamicType>(&self, method: &str, body: &B) -> zbus::Result<Message> {
        let bus = connection::Builder::session().method_timeout(PATIENCE).build().await?;
        self.call_over(&bus, method, body).await
    }

    /// The same over a connection that is there already, as patient as that one.
    pub async fn call_over<B: Serialize + DynamicType>(
        &self,
        bus: &Connection,
        method: &str,
        body: &B,
    ) -> zbus::Result<Message> {
        if !self.activate && !is_owned(bus, self.name).await? {
            return Err(zbus::Error::InterfaceNotFound);
        }
        bus.call_method(Some(self.name), self.path, Some(self.interface), method, body).await
    }
}

async fn is_owned(bus: &Connection, name: &str) -> zbus::Result<bool> {
    let service = "org.freedesktop.DBus";
    let reply =
        bus.call_method(Some(service), "/org/freedesktop/DBus", Some(service), "NameHasOwner", &name).await?;
    reply.body().deserialize()
}
