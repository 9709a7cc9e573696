//! What is asked first: connections by old protocols, which reach a server of the link's choice unprotected.

use crate::target::{Target, Value, family};

/// Families that connect to the host in the URI; news only where one stands in it.
const ASK_FIRST: &[&str] = &["telnet", "gopher", "ldap", "wais", "prospero", "ftp", "news"];

/// Whether opening this means a connection to a host of the link's choice.
pub fn connects(scheme: &str, target: &Target) -> bool {
    let family = family::of_scheme(scheme).name;
    ASK_FIRST.contains(&family) && host(target).is_some()
}

/// The host that would be talked to.
pub fn host(target: &Target) -> Option<String> {
    let named = |field| match target.value(field) {
        Some(Value::Text(host)) if !host.is_empty() => Some(host),
        _ => None,
    };
    named("host").or_else(|| named("server"))
}

/// The port that would be talked to.
pub fn port(target: &Target) -> Option<u16> {
    match target.value("port") {
        Some(Value::Number(port)) => port.try_into().ok(),
        _ => None,
    }
}
