//! Who sent a request.

use std::collections::{BTreeMap, VecDeque};
use std::ffi::OsString;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use zbus::Connection;
use zbus::fdo::ConnectionCredentials;
use zbus::names::{OwnedUniqueName, UniqueName};

use crate::system::callers;
use crate::system::process::{self, Process, Status};

/// Bus services that open URIs for others: what they send does not show who asked them. Names as the kernel cuts
/// them.
const RELAYS: &[&str] = &["xdg-desktop-por", "flatpak-portal", "snapd", "snapd-desktop-i", "xdg-dbus-proxy"];

/// A process that began later, in a session that did too, is not counted by that session: each request could come from
/// a new one.
const SETTLED: Duration = Duration::from_secs(10);

/// The reapers of processes whose parents have ended, but for process 1.
const REAPERS: &[&str] = &["systemd", "init"];

/// So many connections are remembered.
const MOST_KNOWN: usize = 32;

/// What requests are counted by.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Key {
    /// The session of the caller's process, or of the nearest parent that is not new; 0 is one that began outside of
    /// our container.
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
    /// Whether Flatpak or Snap confines it, or may: who cannot be looked at has no right to more.
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
            sandboxed: true,
            names: Vec::new(),
            variables: BTreeMap::new(),
        }
    }

    fn of(peer: Peer) -> Self {
        let Peer { id, user } = peer;
        let ancestry = process::ancestry(id);
        let key = key(&ancestry);
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
        let mut nearest = self.ancestry.iter().take(2);
        let is_relay = nearest.any(|status| RELAYS.contains(&status.name.as_str()));
        self.ancestry.is_empty() || is_relay || self.is_orphan()
    }

    /// Whether an opener with a session of its own has nobody behind it any more.
    fn is_orphan(&self) -> bool {
        let openers = self.ancestry.iter().take_while(|status| callers::hands_on(status)).count();
        let (openers, parents) = self.ancestry.split_at(openers);
        let leads = |status: &Status| i64::from(status.session) == i64::from(status.process.id);
        let is_reaper = |status: &Status| status.parent == 0 || REAPERS.contains(&status.name.as_str());
        openers.iter().any(leads) && parents.first().is_none_or(is_reaper)
    }
}

/// What the requests of a process are counted by. Whoever starts a new session for each of them is counted with who
/// started it.
fn key(ancestry: &[Status]) -> Key {
    let is_new = |process| process::age(process) < SETTLED;
    let leader = |status: &Status| u32::try_from(status.session).ok().filter(|session| *session > 0);
    let in_new_session = |status: &Status| {
        leader(status).is_some_and(|leader| Status::read(leader).is_none_or(|leader| is_new(leader.process)))
    };
    let settled = ancestry.iter().find(|status| !is_new(status.process) || !in_new_session(status));
    settled.or(ancestry.last()).map_or(Key::Unknown, |status| Key::Session(status.session))
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
    use std::slice::from_ref;

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

    /// Name, number, parent, session.
    type Row = (&'static str, u32, u32, i32);

    /// A line of ancestry, nearest first.
    fn line(of: &[Row]) -> Vec<Status> {
        let status = |(name, id, parent, session): &Row| Status {
            process: Process { id: *id, began: u64::MAX },
            name: (*name).to_owned(),
            parent: *parent,
            session: *session,
        };
        of.iter().map(status).collect()
    }

    #[test]
    fn an_opener_that_somebody_has_let_go_hides_who_sent_it() {
        const HIGH: u32 = 1 << 30;
        let leader = i32::try_from(HIGH).unwrap();
        let rows: &[(&[Row], bool)] = &[
            (&[("portero", HIGH, 900, leader), ("systemd", 900, 1, 900)], true),
            (&[("portero", HIGH + 1, HIGH, leader), ("sh", HIGH, 1, leader), ("init", 1, 0, 1)], true),
            // What GLib starts keeps the session of its caller.
            (&[("portero", HIGH, 900, 800), ("systemd", 900, 1, 900)], false),
            (&[("portero", HIGH, 900, leader), ("firefox", 900, 1, 900)], false),
        ];
        for (ancestry, expected) in rows {
            let caller = Caller { ancestry: line(ancestry), ..Caller::unknown() };
            assert_eq!(caller.is_relay(), *expected, "{ancestry:?}");
        }
    }

    #[test]
    fn new_sessions_count_as_that_of_who_started_them() {
        let own = Status::read(std::process::id()).unwrap();
        let old = Status { process: Process { began: 0, ..own.process }, session: 77, ..own };
        let new = line(&[("portero", 1 << 30, 900, 1 << 30), ("script", (1 << 30) + 1, 900, (1 << 30) + 1)]);
        assert_eq!(key(&[new.as_slice(), from_ref(&old)].concat()), Key::Session(77));
        assert_eq!(key(&[from_ref(&old), new.as_slice()].concat()), Key::Session(77));
        assert_eq!(key(&new), Key::Session((1 << 30) + 1), "where all is new the oldest counts");
        assert_eq!(key(&line(&[("portero", 1 << 30, 900, 0)])), Key::Session(0));
        assert_eq!(key(&[]), Key::Unknown);
    }
}
