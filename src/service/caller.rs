//! Who sent a request.

use std::collections::BTreeMap;
use std::ffi::OsString;

use zbus::Connection;
use zbus::fdo::ConnectionCredentials;
use zbus::names::UniqueName;

use crate::system::callers;
use crate::system::process::{self, Status};

/// Bus services that open URIs for others: what they send does not show who asked them. Names as the kernel cuts
/// them.
const RELAYS: &[&str] = &["xdg-desktop-por", "flatpak-portal", "snapd", "snapd-desktop-i", "xdg-dbus-proxy"];

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

    /// Asks the bus for the process behind a unique name, and `/proc` for the rest.
    pub async fn of(connection: &Connection, sender: &UniqueName<'_>) -> Self {
        match credentials(connection, sender).await {
            Ok(credentials) => Self::with(&credentials),
            // It ended after it had sent its request.
            Err(_) => Self::unknown(),
        }
    }

    fn with(credentials: &ConnectionCredentials) -> Self {
        let Some(id) = credentials.process_id() else { return Self::unknown() };
        let ancestry = process::ancestry(id);
        let key = ancestry.first().map_or(Key::Unknown, |status| Key::Session(status.session));
        let own_user = rustix::process::getuid().as_raw();
        let sandboxed = process::is_sandboxed(id);
        let is_ours = credentials.unix_user_id() == Some(own_user);
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

async fn credentials(
    connection: &Connection,
    sender: &UniqueName<'_>,
) -> zbus::Result<ConnectionCredentials> {
    let bus = Some("org.freedesktop.DBus");
    let path = "/org/freedesktop/DBus";
    let reply = connection.call_method(bus, path, bus, "GetConnectionCredentials", sender).await?;
    reply.body().deserialize()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::process::Process;

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
