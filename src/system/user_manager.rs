//! The user's own systemd: the environment of the session as it says it.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use zbus::OwnedVariant;

use super::bus::Object;
use crate::env::Env;

/// The manager on the bus.
pub const MANAGER: Object = Object {
    name: "org.freedesktop.systemd1",
    path: "/org/freedesktop/systemd1",
    interface: "org.freedesktop.systemd1.Manager",
    // Where none runs, the bus would start one that fails.
    activate: false,
};

/// The manager's variables; none where there is no systemd.
pub fn environment() -> BTreeMap<String, OsString> {
    let properties = Object { interface: "org.freedesktop.DBus.Properties", ..MANAGER };
    let reply = properties.call("Get", &(MANAGER.interface, "Environment"));
    let value = reply.and_then(|reply| reply.body().deserialize::<OwnedVariant>());
    let pairs: Vec<String> = value.ok().and_then(|value| value.try_into().ok()).unwrap_or_default();
    let split = pairs.iter().filter_map(|pair| pair.split_once('='));
    split.map(|(name, value)| (name.to_owned(), value.into())).collect()
}

/// The absolute folders of a list in the manager's environment.
pub fn folders(name: &str) -> impl Iterator<Item = PathBuf> {
    let list = environment().remove(name).unwrap_or_default();
    Env::absolute_parts(OsStr::new(&list)).into_iter()
}
