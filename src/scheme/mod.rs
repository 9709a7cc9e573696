//! One grammar a file: from the parts of a URI to typed fields. The files do not know each other.

pub mod file;
pub mod ftp;
pub mod gopher;
pub mod help;
pub mod info;
pub mod ldap;
pub mod mail;
pub mod man;
pub mod news;
pub mod other;
pub mod prospero;
pub mod search;
pub mod server;
pub mod telnet;
pub mod urn;
pub mod wais;
pub mod web;
pub mod word;

use crate::error::Error;
use crate::message::Message;
use crate::probe::{Documentation, Probe};
use crate::scheme::word::DocumentPath;
use crate::target::Scheme;
use crate::uri::{Part, Uri};
use crate::warning::{Warning, WarningCode};

/// What a grammar works on, and where it leaves its warnings.
pub struct Request<'a> {
    /// The URI.
    pub uri: &'a Uri,
    /// Its scheme's row in the table.
    pub scheme: &'static Scheme,
    /// The machine.
    pub probe: &'a dyn Probe,
    /// What was repaired, dropped or looks doubtful.
    pub warnings: Vec<Warning>,
}

impl Request<'_> {
    /// Notes a warning.
    pub fn warn(&mut self, code: WarningCode, message: Message) {
        self.warnings.push(Warning::new(code, message));
    }

    /// Notes a reading that the standard does not give.
    pub fn repaired(&mut self, message: Message) {
        self.warn(WarningCode::Repaired, message);
    }
}

/// A name after slashes that only habit put there (`man:/ls`, `man://ls`, GVfs's `man:///ls` and `man://ls/`).
fn after_slashes(text: Part<'_>) -> Part<'_> {
    let name = text.trim_start_matches('/');
    let closed =
        name.strip_suffix("/").filter(|_| text.as_str().starts_with("//") && name.at() - text.at() == 2);
    closed.unwrap_or(name)
}

/// The absolute path that stands in a scheme without servers: after one slash, or after three.
fn absolute_path(text: Part<'_>) -> Option<Part<'_>> {
    let path = text.strip_prefix("//").unwrap_or(text);
    Some(path).filter(|path| path.as_str().starts_with('/') && !path.as_str().starts_with("//"))
}

/// The documentation file that an absolute path names; `None` where the path is a document and its page
/// (`/gcc/Top`). A path into the system's own folders is never that.
fn document_file(
    text: Part<'_>,
    family: Documentation,
    request: &Request<'_>,
) -> Result<Option<DocumentPath>, Error> {
    let Some(path) = absolute_path(text) else { return Ok(None) };
    match path.read(|path| DocumentPath::new(path, family, request.probe)) {
        Err(error) if is_system_path(path) => Err(error),
        result => Ok(result.ok()),
    }
}

fn is_system_path(path: Part<'_>) -> bool {
    const FOLDERS: &[&str] = &[
        "bin", "boot", "dev", "etc", "home", "lib", "lib64", "media", "mnt", "opt", "proc", "root", "run",
        "sbin", "srv", "sys", "tmp", "usr", "var",
    ];
    let mut segments = path.as_str().split('/').skip(1);
    segments.next().is_some_and(|first| FOLDERS.contains(&first)) && segments.next().is_some()
}
