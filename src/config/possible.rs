//! Patterns that no URI can fit: each is allowed, and does nothing.

use toml::de::DeValue;

use super::scope::Scope;
use super::walk::{Item, Walk};
use crate::message;
use crate::message::Message;
use crate::rule::matcher::Key;
use crate::target::{self, Kind};

/// Warns of each text of a condition that nothing fits.
pub fn check(walk: &mut Walk, item: &Item, key: &Key, scope: &Scope) {
    if let DeValue::Array(list) = item.get_ref() {
        return list.iter().for_each(|entry| check(walk, entry, key, scope));
    }
    let text = match item.get_ref() {
        DeValue::String(text) => text.to_string(),
        DeValue::Integer(number) => number.to_string(),
        _ => return,
    };
    if text.starts_with("re:") {
        return;
    }
    if let Some((message, help)) = never_fits(key, &text, scope) {
        walk.warn(item.span(), message, help);
    }
}

/// Why nothing fits a glob, and what was probably meant.
fn never_fits(key: &Key, text: &str, scope: &Scope) -> Option<(Message, Message)> {
    let is_glob = text.contains(['*', '?', '\\']);
    match key {
        Key::Scheme if !is_glob && target::is_never_opened(&text.to_ascii_lowercase()) => Some((
            message!("`{scheme}:` is never opened, not by a rule either", scheme = text),
            message!("leave it out"),
        )),
        Key::Mime if !text.contains('/') && !is_glob => {
            Some((message!("a media type has a slash"), message!("write `application/pdf`, or `image/*`")))
        }
        Key::Directory if text != "true" && text != "false" => {
            Some((message!("a file is a directory or is none"), message!("write `true` or `false`")))
        }
        Key::Field(name) => field_never_fits(name, text, is_glob, scope),
        _ => None,
    }
}

fn field_never_fits(name: &str, text: &str, is_glob: bool, scope: &Scope) -> Option<(Message, Message)> {
    let with_port = || text.rsplit_once(':').is_some_and(|(host, _)| !host.contains(':'));
    match name {
        "host" | "server" if text.contains('/') || with_port() => Some((
            message!("this is more than the name of a host"),
            message!("write the name alone; `port` and `path` are keys of their own"),
        )),
        "port" if !is_glob && !text.parse::<u16>().is_ok_and(|port| port > 0) => Some((
            message!("a port is a number from 1 to 65535"),
            message!("write several in a list: `[8000, 8080]`"),
        )),
        "path" if !text.starts_with(['/', '*', '?', '\\']) && !scope.kinds.contains(&Kind::Other) => {
            Some((message!("a path begins with a slash"), message!("write `/` or `**` before it")))
        }
        _ => None,
    }
}
