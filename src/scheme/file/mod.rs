//! `file:` (RFC 8089) and plain paths. Names are bytes; what they name is asked of the machine.

mod glob;
mod locate;

use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use super::Request;
use crate::error::{Code, Error};
use crate::probe::{FileKind, Probe};
use crate::target::{Field, Target, Value};
use crate::uri::{Authority, encode};

pub use locate::named;

/// A file of this machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// Absolute, without dot segments; any bytes but NUL.
    pub path: PathBuf,
    /// What stands there, if anything does.
    pub kind: Option<FileKind>,
    /// As written.
    pub query: Option<String>,
    /// Decoded.
    pub fragment: Option<String>,
    /// What a wildcard reading finds, in the order of names; empty unless `path` is a pattern.
    pub matches: Vec<PathBuf>,
}

/// Left as they are in the path of a file URI, besides unreserved characters.
const KEPT: &str = "/!$&'()*+,;=:@";

impl File {
    /// In the order of JSON.
    pub const FIELDS: &[Field] = &[
        Field::sure("path"),
        Field::scalar("host"),
        Field::scalar("path_bytes"),
        Field::scalar("fragment"),
        Field::scalar("query"),
        Field::scalar("line"),
        Field::sure("glob"),
        Field::sure("is_directory"),
    ];

    /// The values of [`Self::FIELDS`]. Files of other hosts are refused, so `host` is always absent.
    pub fn values(&self) -> Vec<Value> {
        vec![
            Value::Path(self.path.clone().into_os_string()),
            Value::Absent,
            self.path_bytes().into(),
            Value::of(self.fragment.as_ref()),
            Value::of(self.query.as_ref()),
            self.line().map_or(Value::Absent, Value::Number),
            self.is_pattern().into(),
            self.is_directory().into(),
        ]
    }

    /// Whether only a wildcard reading finds files.
    pub const fn is_pattern(&self) -> bool {
        !self.matches.is_empty()
    }

    /// Whether a folder stands there.
    pub const fn is_directory(&self) -> bool {
        matches!(self.kind, Some(FileKind::Directory))
    }

    /// The line that the fragment names: `42`, `L42`, `L42-L50`.
    pub fn line(&self) -> Option<u64> {
        let number = |text: &str| text.strip_prefix('L').unwrap_or(text).parse::<u64>().ok();
        let fragment = self.fragment.as_deref()?;
        match fragment.split_once('-') {
            Some((first, last)) => number(last).and(number(first)),
            None => number(fragment),
        }
    }

    /// The absolute URI, with its fragment.
    pub fn to_uri(&self) -> String {
        let fragment =
            self.fragment.as_deref().map(|fragment| format!("#{}", encode(fragment.as_bytes(), KEPT)));
        format!("{}{}", path_uri(&self.path), fragment.unwrap_or_default())
    }

    /// Percent-encoded, where the name is no UTF-8.
    fn path_bytes(&self) -> Option<String> {
        self.path.to_str().is_none().then(|| encode(self.path.as_os_str().as_bytes(), KEPT))
    }
}

/// The `file:` URI of an absolute path.
pub fn path_uri(path: &Path) -> String {
    format!("file://{}", encode(path.as_os_str().as_bytes(), KEPT))
}

/// `file:///path`, `file:/path`, `file://localhost/path`, `file://~/path`.
pub fn parse(request: &mut Request<'_>) -> Result<Target, Error> {
    let uri = request.uri;
    let folder = uri.authority().map_or(Ok(OsString::new()), |authority| root(authority, request))?;
    if !uri.path().as_str().starts_with('/') {
        return Err(uri.path().malformed("a file URI holds an absolute path"));
    }
    let mut root = folder.into_vec();
    root.extend(locate::path_bytes(uri.path(), request)?);
    let file = locate::find(&root, request);
    check_kind(&file, uri.path().at())?;
    Ok(Target::File(file))
}

/// Where the path of an authority begins: at the root for this machine's names, in the home folder for `~`.
fn root(authority: Authority<'_>, request: &mut Request<'_>) -> Result<OsString, Error> {
    if authority.userinfo.is_some() || authority.port.is_some() {
        return Err(authority.whole.malformed("a file URI has neither user nor port"));
    }
    let host = authority.host.text()?;
    if host == "~" {
        request.repaired("‘~’ is the home folder, and no host");
        let home =
            request.probe.home().ok_or_else(|| Error::new(Code::NotFound, "there is no home folder"))?;
        return Ok(home.into_os_string());
    }
    if is_this_machine(&host, request.probe) {
        return Ok(OsString::new());
    }
    Err(authority
        .host
        .dangerous("this file lies on another host; copy it here, or open it with a network scheme"))
}

/// Empty, `localhost`, or an own name in any case; a full name and a short one agree in their first part.
fn is_this_machine(host: &str, probe: &dyn Probe) -> bool {
    let host = host.strip_suffix('.').unwrap_or(host);
    let short = |name: &str| name.split('.').next().unwrap_or_default().to_ascii_lowercase();
    let same = |own: &String| {
        let either_short = !own.contains('.') || !host.contains('.');
        own.eq_ignore_ascii_case(host) || either_short && short(own) == short(host)
    };
    host.is_empty() || host.eq_ignore_ascii_case("localhost") || probe.host_names().iter().any(same)
}

/// Devices, sockets and FIFOs, and the kernel's own trees, are never opened.
pub fn check_kind(file: &File, at: usize) -> Result<(), Error> {
    const KERNEL: &[&str] = &["/proc", "/sys", "/dev"];
    if file.kind == Some(FileKind::Special) {
        return Err(Error::unsafe_at(at, "this is a device, a socket or a pipe, and no file"));
    }
    if KERNEL.iter().any(|tree| file.path.starts_with(tree)) {
        return Err(Error::unsafe_at(at, "this is the kernel's, and no file"));
    }
    Ok(())
}
