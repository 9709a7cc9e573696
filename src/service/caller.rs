//! Who sent a request.

use std::collections::{BTreeMap, VecDeque};
use std::ffi::OsString;
use std::sync::{Mutex, MutexGuard, PoisonError};

use zbus::Connection;
use zbus::fdo::ConnectionCredentials;
use zbus::names::{OwnedUniqueName, UniqueName};

use crate::system::callers;
use crate::system::process::{self, Process, Status};

/// Bus services that open URIs for others: what they send does not show who asked them. Names as the kernel cuts
/// them.
const RELAYS: &[&str] = &["xdg-desktop-por", "flatpak-portal", "snapd", "snapd-desktop-i", "xdg-dbus-proxy"];

/// So many connections are remembered.
const MOST_KNOWN: usize = 32;

/// What requests are counted by.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Key {
    /// The session of the caller's process; 0 is one that began outside of our container.
    Session(i32),
    /// All callers that were gone before they could be looked at.
    Unknown,
}

/// A program on the bus that sent a request.
#[derive(Debug, Clone)]
pub struct Caller {
    /// What its requests are counted by.
    pub key: Key,
    /// Its process and that one's parents, nearest first; empty when it is gone.
    pub ancestry: Vec<Status>,
    /// Whether Flatpak or Snap confines it.
    pub sandboxed: bool,
    /// By which names rules know it.
    pub names: Vec<String>,
    /// What it was started with, when that may be looked at and trusted.
    pub variables: BTreeMap<String, OsString>,
}

impl Caller {
    /// One of whom nothing is known.
    pub const fn unknown() -> Self {
        Self {
            key: Key::Unknown,
            ancestry: Vec::new(),
            sandboxed: false,
            names: Vec::new(),
            variables: BTreeMap::new(),
        }
    }

    fn of(peer: Peer) -> Self {
        let Peer { id, user } = peer;
        let ancestry = process::ancestry(id);
        let key = ancestry.first().map_or(Key::Unknown, |status| Key::Session(status.session));
        let own_user = rustix::process::getuid().as_raw();
        let sandboxed = process::is_sandboxed(id);
        let is_ours = user == Some(own_user);
        let trusted = is_ours && !sandboxed && process::is_neighbour(id);
        let variables = if trusted { process::variables(id) } else { BTreeMap::new() };
        let names = callers::names(&ancestry);
        Self { key, ancestry, sandboxed, names, variables }
    }

    /// The program that asked: our own command line stands for whoever started it.
    pub fn name(&self) -> &str {
        let names = || self.ancestry.iter().map(|status| status.name.as_str());
        names().find(|name| *name != "portero").or_else(|| names().next()).unwrap_or("unknown")
    }

    /// Whether the request may come from somebody who cannot be seen.
    pub fn is_relay(&self) -> bool {
        let nearest = self.ancestry.iter().take(2);
        self.ancestry.is_empty() || nearest.into_iter().any(|status| RELAYS.contains(&status.name.as_str()))
    }
}

/// Process and user behind a connection, as the bus has them.
#[derive(Debug, Clone, Copy)]
struct Peer {
    id: u32,
    user: Option<u32>,
}

/// The peers behind the last names. A name is one connection's for good, and so is its process; that the process
/// still lives shows in its time of start.
#[derive(Debug, Default)]
pub struct Callers(Mutex<VecDeque<(OwnedUniqueName, Peer, Process)>>);

impl Callers {
    /// Finds out who sent a request: asks the bus where the name is new, and `/proc` each time.
    pub async fn find(&self, bus: &Connection, sender: &UniqueName<'_>) -> Caller {
        if let Some(known) = self.known(sender) {
            return known;
        }
        // Where the bus does not know it any more, it has ended after it had sent its request.
        let Ok(Some(peer)) = peer(bus, sender).await else { return Caller::unknown() };
        let caller = Caller::of(peer);
        if let Some(status) = caller.ancestry.first() {
            let mut known = self.peers();
            known.truncate(MOST_KNOWN - 1);
            known.push_front((sender.to_owned().into(), peer, status.process));
        }
        caller
    }

    fn known(&self, sender: &UniqueName<'_>) -> Option<Caller> {
        let (_, peer, process) = self.peers().iter().find(|(name, ..)| name == sender).cloned()?;
        let caller = Caller::of(peer);
        (caller.ancestry.first()?.process == process).then_some(caller)
    }

    fn peers(&self) -> MutexGuard<'_, VecDeque<(OwnedUniqueName, Peer, Process)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// `None` where the bus cannot tell the process.
async fn peer(bus: &Connection, sender: &UniqueName<'_>) -> zbus::Result<Option<Peer>> {
    let service = Some("org.freedesktop.DBus");
    let path = "/org/freedesktop/DBus";
    let reply = bus.call_method(service, path, service, "GetConnectionCredentials", sender).await?;
    let credentials: ConnectionCredentials = reply.body().deserialize()?;
    let user = credentials.unix_user_id();
    Ok(credentials.process_id().map(|id| Peer { id, user }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_command_line_stands_for_its_parent() {
        let status = |name: &str| Status {
            process: Process { id: 1, began: 1 },
            name: name.to_owned(),
            parent: 0,
            session: 1,
        };
        let caller = |names: &[&str]| Caller {
            ancestry: names.iter().map(|name| status(name)).collect(),
            ..Caller::unknown()
        };
        assert_eq!(caller(&["portero", "firefox"]).name(), "firefox");
        assert_eq!(caller(&["portero"]).name(), "portero");
        assert_eq!(caller(&[]).name(), "unknown");
        assert!(caller(&[]).is_relay() && !caller(&["gio"]).is_relay());
    }
}
