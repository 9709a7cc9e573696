//! The world as the pure layers may see it: everything that reading and matching want to know of this machine.
//!
//! `explain`, the service and the tests share one code because they share this trait; only the
//! implementation (`system::SystemProbe`, or a table in a test) differs.

pub mod fake;

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// What stands at a path, links followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileKind {
    /// A regular file.
    Regular,
    /// A directory.
    Directory,
    /// A device, socket or FIFO: never opened.
    Special,
}

/// A family of documentation folders.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Documentation {
    /// Roots of manual pages (`/usr/share/man`).
    Man,
    /// Folders of Info files (`/usr/share/info`).
    Info,
    /// Roots of help documents (`/usr/share/help`, `/usr/share/gnome/help`).
    Help,
}

/// A desktop entry, read and ready to be started (Desktop Entry Specification 1.5).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Application {
    /// The desktop file ID with its suffix (`org.gnome.Yelp.desktop`).
    pub id: String,
    /// The name in the person's language.
    pub name: String,
    /// The words of the Exec key with quotes and string escapes taken off; field codes still stand in them.
    pub exec: Vec<String>,
    /// The icon's name or path, as written.
    pub icon: Option<String>,
    /// The folder to start in.
    pub path: Option<PathBuf>,
    /// Whether it wants a terminal.
    pub terminal: bool,
    /// Whether it is to be called over D-Bus.
    pub dbus_activatable: bool,
    /// The file that it was read from (field code `%k`).
    pub file: PathBuf,
}

/// What the pure layers may ask of the machine. Every answer is quick and none has an effect.
pub trait Probe {
    /// What stands at this path, or `None` when nothing does.
    fn file_kind(&self, path: &Path) -> Option<FileKind>;

    /// Where a path leads once all links are followed, or `None` where nothing with a name stands, or where one of the
    /// kernel's own links (`/proc/PID/root`) is on the way.
    fn real_path(&self, path: &Path) -> Option<PathBuf>;

    /// The names in a folder, unordered; empty when it cannot be read.
    fn list(&self, folder: &Path) -> Vec<OsString>;

    /// The absolute file of a program: an absolute path that may be executed, or a name found in a trusted part
    /// of PATH.
    fn program(&self, name: &OsStr) -> Option<PathBuf>;

    /// This machine's own names, short and full.
    fn host_names(&self) -> Vec<String>;

    /// The person's home folder.
    fn home(&self) -> Option<PathBuf>;

    /// The folder of the caller.
    fn current_folder(&self) -> Option<PathBuf>;

    /// A variable of the request's environment.
    fn variable(&self, name: &str) -> Option<OsString>;

    /// The trusted documentation folders of a family, in order of search.
    fn documentation(&self, family: Documentation) -> Vec<PathBuf>;

    /// The application of a desktop file ID (with or without `.desktop`), if it is installed and may be started.
    fn application(&self, id: &str) -> Option<Application>;

    /// The applications for a media type or `x-scheme-handler/…`, the default first; stale ones, openers
    /// (xdg-open, gio, …) and portero itself left out.
    fn handlers(&self, media_type: &str) -> Vec<Application>;

    /// The media type of a file, by name and content (shared-mime-info).
    fn media_type(&self, path: &Path) -> String;

    /// The first bytes of a regular file (at most 512): a name may lie about what it is.
    fn first_bytes(&self, _path: &Path) -> Vec<u8> {
        Vec::new()
    }

    /// The names of the program that asked, as far as it is known: its file, with and without folders, and the IDs
    /// of its desktop entry and its sandbox.
    fn callers(&self) -> Vec<String> {
        Vec::new()
    }
}

/// A machine with nothing on it.
#[derive(Debug, Clone, Copy)]
pub struct Nothing;

impl Probe for Nothing {
    fn file_kind(&self, _: &Path) -> Option<FileKind> {
        None
    }

    fn real_path(&self, _: &Path) -> Option<PathBuf> {
        None
    }

    fn list(&self, _: &Path) -> Vec<OsString> {
        Vec::new()
    }

    fn program(&self, _: &OsStr) -> Option<PathBuf> {
        None
    }

    fn host_names(&self) -> Vec<String> {
        Vec::new()
    }

    fn home(&self) -> Option<PathBuf> {
        None
    }

    fn current_folder(&self) -> Option<PathBuf> {
        None
    }

    fn variable(&self, _: &str) -> Option<OsString> {
        None
    }

    fn documentation(&self, _: Documentation) -> Vec<PathBuf> {
        Vec::new()
    }

    fn application(&self, _: &str) -> Option<Application> {
        None
    }

    fn handlers(&self, _: &str) -> Vec<Application> {
        Vec::new()
    }

    fn media_type(&self, _: &Path) -> String {
        String::new()
    }
}
