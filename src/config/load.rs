//! Which files there are, whether they may be trusted, and reading each of them once.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::layers::{self, Layer};
use super::{Loaded, file};
use crate::diagnostic::{Diagnostic, Severity, Source};
use crate::env::Env;
use crate::error::{Code, Error};
use crate::message;
use crate::message::Message;
use crate::small_file;

/// A longer file is not read (policy 10).
const LONGEST: u64 = 1024 * 1024;

/// Where the config files of this person are.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Places {
    /// `$XDG_CONFIG_DIRS`, the most important first; relative ones left out.
    pub site: Vec<PathBuf>,
    /// `$XDG_CONFIG_HOME`.
    pub user: Option<PathBuf>,
    /// A file in place of all of the person's own.
    pub instead: Option<PathBuf>,
}

impl Places {
    /// Those that the environment names.
    pub fn of(env: &Env, instead: Option<PathBuf>) -> Self {
        Self { site: env.folders.get_config_dirs(), user: env.folders.get_config_home(), instead }
    }

    /// The person's main file, whether it exists or not.
    pub fn user_file(&self) -> Option<PathBuf> {
        let standard = || Some(self.user.as_ref()?.join("portero/config.toml"));
        self.instead.clone().or_else(standard)
    }

    /// All of the person's own files that may exist.
    pub fn user_files(&self) -> Vec<PathBuf> {
        let files = self.files().into_iter();
        files.filter(|(layer, _)| *layer == Layer::User).map(|(_, path)| path).collect()
    }

    /// A place in a file, where that is one of the person's own.
    pub fn own<'a>(&self, place: (&'a Path, usize)) -> Option<(&'a Path, usize)> {
        self.user_files().iter().any(|file| file == place.0).then_some(place)
    }

    /// All files that may exist, the weakest first.
    pub fn files(&self) -> Vec<(Layer, PathBuf)> {
        let site = self.site.iter().rev().map(|folder| (Layer::Site, folder.join("portero/config.toml")));
        let user = self.user_file().map(|path| (Layer::User, path));
        let drop_ins = match (&self.instead, &self.user) {
            (None, Some(folder)) => drop_ins(&folder.join("portero/config.d")),
            _ => Vec::new(),
        };
        site.chain(user).chain(drop_ins.into_iter().map(|path| (Layer::User, path))).collect()
    }
}

/// The `.toml` files of a folder in name order.
fn drop_ins(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut files: Vec<_> = entries.filter(|path| path.extension() == Some(OsStr::new("toml"))).collect();
    files.sort();
    files
}

/// Reads all config files. A file with an error in it, or that others may write, is left out as a whole; the
/// defaults are always in force.
pub fn load(places: &Places) -> Loaded {
    let mut loaded = Loaded::default();
    let mut good = Vec::new();
    for (layer, path) in places.files() {
        let required = places.instead.as_ref() == Some(&path);
        let text = match read(&path) {
            Ok(text) => text,
            Err(Unread::Missing(_)) if !required => continue,
            Err(unread) => {
                loaded.untrusted |= matches!(unread, Unread::Untrusted(_));
                loaded.diagnostics.push(unread.into_diagnostic(&path));
                continue;
            }
        };
        let source = Source::new(path.to_string_lossy(), text);
        let (file, mut found) = file::read(&source);
        if found.iter().all(|found| found.severity == Severity::Warning) {
            good.push((layer, file));
        }
        loaded.diagnostics.append(&mut found);
        loaded.files.push(path);
    }
    loaded.config = layers::join(good, &mut loaded.diagnostics);
    loaded
}

enum Unread {
    Missing(io::Error),
    Unreadable(Message),
    Untrusted(Message),
}

impl Unread {
    fn into_diagnostic(self, path: &Path) -> Diagnostic {
        let message = match self {
            Self::Missing(error) => message!("cannot be read: {error}", error = &error),
            Self::Unreadable(message) | Self::Untrusted(message) => message,
        };
        let source = Source::new(path.to_string_lossy(), "");
        Diagnostic { severity: Severity::Error, source, span: None, message, help: None }
    }
}

/// The whole text, through one descriptor: what was judged is what is read.
fn read(path: &Path) -> Result<String, Unread> {
    fs::metadata(path).map_err(|error| absent(path, error))?;
    crate::trust::check(path).map_err(untrusted)?;
    let text = small_file::read(path, LONGEST).map_err(|error| unreadable(&error))?;
    String::from_utf8(text).map_err(|_| Unread::Unreadable(message!("is not UTF-8")))
}

/// Nothing is amiss where there is no file; a link that leads nowhere was meant to be one.
fn absent(path: &Path, error: io::Error) -> Unread {
    match error.kind() {
        _ if path.is_symlink() => {
            Unread::Unreadable(message!("is a link that leads nowhere: {error}", error = &error))
        }
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => Unread::Missing(error),
        _ => unreadable(&error),
    }
}

fn unreadable(error: &io::Error) -> Unread {
    match error.kind() {
        io::ErrorKind::InvalidInput | io::ErrorKind::FileTooLarge => {
            Unread::Untrusted(Message::quoted(error.to_string()))
        }
        _ => Unread::Unreadable(message!("cannot be read: {error}", error)),
    }
}

fn untrusted(error: Error) -> Unread {
    match error.code {
        Code::NotFound => Unread::Unreadable(error.message),
        _ => Unread::Untrusted(error.message),
    }
}
