//! The environment: this process's own, read once, and what one request brings along from its caller.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use rustix::termios;

use crate::locale::Locale;
use crate::message::Language;
use crate::small_file;

/// The application id: D-Bus name, desktop file and icon are called by it.
pub const APPLICATION_ID: &str = "io.github.portero.Portero";

/// The application id of the reader's window: its name on the session bus.
pub const READER_ID: &str = "io.github.portero.Portero.View";

/// Counts the openers that a program was started through, so that a ring of them ends.
pub const DEPTH: &str = "PORTERO_DEPTH";

/// The names that a request may carry besides `XDG_SESSION_*` and `LC_*`: display, session, desktop and locale.
const CARRIED: &[&str] = &[
    "DISPLAY",
    "WAYLAND_DISPLAY",
    "XAUTHORITY",
    "XDG_CURRENT_DESKTOP",
    "DESKTOP_SESSION",
    "KDE_FULL_SESSION",
    "KDE_SESSION_VERSION",
    "LANG",
    "LANGUAGE",
    "SWAYSOCK",
    "I3SOCK",
    "HYPRLAND_INSTANCE_SIGNATURE",
    "NIRI_SOCKET",
    "WAYFIRE_SOCKET",
    "LABWC_PID",
];

/// Beginnings of further names that a request may carry.
const CARRIED_FAMILIES: &[&str] = &["XDG_SESSION_", "LC_"];

/// The longest value that is taken from a request, in bytes.
const LONGEST_VALUE: usize = 4096;

/// The longest activation token that is passed on, in bytes.
const LONGEST_TOKEN: usize = 256;

/// This process's variables and base folders.
#[derive(Debug, Clone)]
pub struct Env {
    variables: BTreeMap<OsString, OsString>,
    /// The folders of the XDG Base Directory Specification; relative ones count as unset.
    pub folders: xdg::BaseDirectories,
}

impl Env {
    /// Reads the environment of this process.
    pub fn read() -> Self {
        Self { variables: std::env::vars_os().collect(), folders: xdg::BaseDirectories::new() }
    }

    /// A variable that is set to something.
    pub fn get(&self, name: &str) -> Option<&OsStr> {
        self.variables.get(OsStr::new(name)).map(OsString::as_os_str).filter(|value| !value.is_empty())
    }

    /// The language of whoever started this process.
    pub fn language(&self) -> Language {
        Locale::of(|name| self.get(name).map(OsStr::to_owned)).language()
    }

    /// All variables.
    pub fn variables(&self) -> impl Iterator<Item = (&OsStr, &OsStr)> {
        self.variables.iter().map(|(name, value)| (name.as_os_str(), value.as_os_str()))
    }

    /// The person's home: `$HOME`, else what the user database says.
    pub fn home(&self) -> Option<PathBuf> {
        let named = self.get("HOME").map(PathBuf::from).filter(|home| home.is_absolute());
        named.or_else(std::env::home_dir).filter(|home| home.is_absolute())
    }

    /// The absolute parts of a list of folders (`PATH`, `XDG_DATA_DIRS`).
    pub fn absolute_parts(list: &OsStr) -> Vec<PathBuf> {
        std::env::split_paths(list).filter(|part| part.is_absolute()).collect()
    }

    /// Joins folders as `PATH` wants them; one that holds a colon cannot be said and is left out.
    pub fn join_parts<'a>(parts: impl IntoIterator<Item = &'a Path>) -> OsString {
        let sayable = parts.into_iter().filter(|part| !part.as_os_str().as_bytes().contains(&b':'));
        std::env::join_paths(sayable).unwrap_or_default()
    }
}

/// This program's own file, to be started once more in a terminal.
pub fn own_program() -> io::Result<PathBuf> {
    std::env::current_exe()
}

/// The words that this program was started with, without its name.
pub fn own_words() -> impl Iterator<Item = OsString> {
    std::env::args_os().skip(1)
}

/// A program that was installed with this one, whether or not it is there.
pub fn sibling(name: &str) -> io::Result<PathBuf> {
    Ok(own_program()?.with_file_name(name))
}

/// What one request brings along: never a command, a search path or a program's name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Request {
    /// Display, session, desktop and locale of the caller.
    pub variables: BTreeMap<String, OsString>,
    /// The activation token, fit to be passed on once.
    pub token: Option<String>,
    /// The caller's folder.
    pub folder: Option<PathBuf>,
    /// By which names rules know the caller; `None` where it is whoever started this process.
    pub callers: Option<Vec<String>>,
    /// Whether the caller is this process and owns the foreground of its terminal.
    pub tty: bool,
    /// How many openers stand before this one.
    pub depth: u8,
}

impl Request {
    /// The request of whoever started this process.
    pub fn own(env: &Env) -> Self {
        let named = env.variables().filter_map(|(name, value)| Some((name.to_str()?, value)));
        Self {
            variables: carried(named),
            token: own_token(env),
            folder: std::env::current_dir().ok(),
            callers: None,
            tty: owns_terminal(),
            depth: env.get(DEPTH).and_then(OsStr::to_str).and_then(|text| text.parse().ok()).unwrap_or(0),
        }
    }

    /// A variable of the caller that is set to something.
    pub fn get(&self, name: &str) -> Option<&OsStr> {
        self.variables.get(name).map(OsString::as_os_str).filter(|value| !value.is_empty())
    }

    /// The language to talk to the person in.
    pub fn language(&self) -> Language {
        Locale::of(|name| self.get(name).map(OsStr::to_owned)).language()
    }

    /// Whether a window can be shown.
    pub fn has_display(&self) -> bool {
        self.get("WAYLAND_DISPLAY").is_some() || self.get("DISPLAY").is_some()
    }
}

/// The pairs whose names a request may carry and whose values are sane.
pub fn carried<'a>(pairs: impl IntoIterator<Item = (&'a str, &'a OsStr)>) -> BTreeMap<String, OsString> {
    let sane = |value: &OsStr| {
        let bytes = value.as_bytes();
        bytes.len() <= LONGEST_VALUE && !bytes.iter().any(u8::is_ascii_control)
    };
    let kept = pairs.into_iter().filter(|(name, value)| may_carry(name) && sane(value));
    kept.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

/// Whether a request may carry this name.
pub fn may_carry(name: &str) -> bool {
    CARRIED.contains(&name) || CARRIED_FAMILIES.iter().any(|family| name.starts_with(family))
}

/// Whether a token may stand in a child's environment: printable, short, without quotes, `\` and `=`.
pub fn is_token(text: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_graphic() && !b"\"'`\\=".contains(&byte);
    !text.is_empty() && text.len() <= LONGEST_TOKEN && text.bytes().all(plain)
}

fn own_token(env: &Env) -> Option<String> {
    // GLib before 2.76 hands a Wayland token on under the older name alone.
    let names = ["XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID"];
    let token = names.iter().find_map(|name| env.get(name)?.to_str().map(str::to_owned))?;
    is_token(&token).then_some(token)
}

/// A key binding and a browser may leave a terminal's descriptors open; only the foreground group may use it.
fn owns_terminal() -> bool {
    let (input, output) = (io::stdin(), io::stdout());
    let both = termios::isatty(&input) && termios::isatty(&output);
    both && termios::tcgetpgrp(&input).is_ok_and(|group| own_group() == Some(group.as_raw_pid()))
}

/// The group of this process. The system call is of no use where its leader lives in an outer PID namespace: `rustix`
/// has no process 0.
fn own_group() -> Option<i32> {
    let status = small_file::beginning(Path::new("/proc/self/stat"), LONGEST_VALUE as u64).ok()?;
    group_of(&String::from_utf8_lossy(&status))
}

/// Field 5 of proc(5)'s `stat`; the name before it may hold anything.
fn group_of(status: &str) -> Option<i32> {
    status.rsplit_once(')')?.1.split_ascii_whitespace().nth(2)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_display_session_and_locale_are_carried() {
        let kept = ["DISPLAY", "XDG_SESSION_TYPE", "LC_ALL", "SWAYSOCK", "LANG"];
        let dropped =
            ["PATH", "TERMINAL", "BROWSER", "EDITOR", "LD_PRELOAD", "XDG_DATA_DIRS", "HOME", "display"];
        assert!(kept.iter().all(|name| may_carry(name)));
        assert!(!dropped.iter().any(|name| may_carry(name)));
    }

    #[test]
    fn values_with_controls_are_not_carried() {
        let pairs = [("LANG", OsStr::new("C\n")), ("DISPLAY", OsStr::new(":0"))];
        let carried = carried(pairs);
        assert_eq!(carried.keys().collect::<Vec<_>>(), ["DISPLAY"]);
    }

    #[test]
    fn a_group_may_be_none_of_our_namespace() {
        assert_eq!(group_of("42 (a) b) S 7 41 40 0 -1"), Some(41));
        assert_eq!(group_of("1 (portero) R 0 0 0 34816 1"), Some(0));
        assert_eq!(group_of("1 (cut"), None);
        assert!(own_group().is_some());
    }

    #[test]
    fn tokens_are_short_and_plain() {
        for good in ["a_TIME123", "gnome-shell/Firefox/1234-5-host_TIME9"] {
            assert!(is_token(good), "{good}");
        }
        for bad in ["", "a b", "a=b", "a\"b", "a\\b", "é", &"A".repeat(257)] {
            assert!(!is_token(bad), "{bad}");
        }
    }
}
