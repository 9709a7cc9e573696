//! `file:` (RFC 8089) and plain paths. Names are bytes; what they name is asked of the machine.

mod glob;
mod locate;

use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use super::Request;
use crate::error::{Code, Error};
use crate::message;
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
        return Err(uri.path().malformed(message!("a file URI holds an absolute path")));
    }
    let mut root = folder.into_vec();
    root.extend(locate::path_bytes(uri.path(), request)?);
    let file = locate::find(&root, request);
    Ok(Target::File(safe(file, uri.path().at(), request.probe)?))
}

/// Where the path of an authority begins: at the root for this machine's names, in the home folder for `~`.
fn root(authority: Authority<'_>, request: &mut Request<'_>) -> Result<OsString, Error> {
    if authority.userinfo.is_some() || authority.port.is_some() {
        return Err(authority.whole.malformed(message!("a file URI has neither user nor port")));
    }
    let host = authority.host.text()?;
    if !host.is_empty() && host.split('.').all(str::is_empty) {
        return Err(authority.host.malformed(message!("dots alone are no host")));
    }
    if host == "~" {
        request.repaired(message!("‘~’ is the home folder, and no host"));
        let home = request
            .probe
            .home()
            .ok_or_else(|| Error::new(Code::NotFound, message!("there is no home folder")))?;
        return Ok(home.into_os_string());
    }
    if is_this_machine(&host, request.probe) {
        return Ok(OsString::new());
    }
    Err(authority.host.dangerous(message!(
        "this file lies on another host; copy it here, or open it with a network scheme"
    )))
}

/// Empty, `localhost`, or an own name in any case; the short form of a full name is one as well. Where only the short
/// name is known, a full one is this machine's in those domains alone that no stranger can own.
fn is_this_machine(host: &str, probe: &dyn Probe) -> bool {
    const PRIVATE: &[&str] = &["local", "localdomain", "lan", "home", "home.arpa", "internal", "intranet"];
    let host = host.strip_suffix('.').unwrap_or(host).to_ascii_lowercase();
    if host.is_empty() || host == "localhost" {
        return true;
    }
    let own: Vec<_> = probe.host_names().iter().map(|name| name.to_ascii_lowercase()).collect();
    if own.iter().any(|name| *name == host || name.split('.').next() == Some(&host)) {
        return true;
    }
    let only_short = own.iter().all(|name| !name.contains('.'));
    let divided = host.split_once('.').filter(|(_, domain)| only_short && PRIVATE.contains(domain));
    divided.is_some_and(|(first, _)| own.iter().any(|name| name == first))
}

/// The file, unless it must never be opened; of several that a pattern found, those that may be.
pub fn safe(mut file: File, at: usize, probe: &dyn Probe) -> Result<File, Error> {
    check_place(&file.path, file.kind, at, probe)?;
    let check = |path: &PathBuf| check_place(path, probe.file_kind(path), at, probe);
    let refused = file.matches.iter().find_map(|path| check(path).err());
    file.matches.retain(|path| check(path).is_ok());
    refused.filter(|_| file.matches.is_empty()).map_or(Ok(file), Err)
}

/// Devices, sockets and FIFOs, and the kernel's own trees, are never opened, whichever links lead there.
fn check_place(path: &Path, kind: Option<FileKind>, at: usize, probe: &dyn Probe) -> Result<(), Error> {
    const KERNEL: &[&str] = &["/proc", "/sys", "/dev"];
    if kind == Some(FileKind::Special) {
        return Err(Error::unsafe_at(at, message!("this is a device, a socket or a pipe, and no file")));
    }
    let in_kernel = |path: &Path| KERNEL.iter().any(|tree| path.starts_with(tree));
    // What can be read but has no path of its own lies behind one of the kernel's links.
    let hidden = || kind.is_some() && probe.real_path(path).is_none_or(|real| in_kernel(&real));
    if in_kernel(path) || hidden() {
        return Err(Error::unsafe_at(at, message!("this is the kernel's, and no file")));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::probe::fake::Fake;
    use crate::reading;

    #[test]
    fn own_names_are_local_and_others_are_not() {
        let cases: &[(&[&str], &str, bool)] = &[
            (&[], "", true),
            (&[], "LocalHost", true),
            (&[], "localhost.", true),
            (&["vm"], "VM", true),
            (&["vm"], "vm.lan", true),
            (&["vm"], "vm.home.arpa", true),
            (&["vm"], "vm.evil.example", false),
            (&["vm"], "vm.lan.evil.example", false),
            (&["vm"], "other.lan", false),
            (&["vm", "vm.corp.example"], "Vm.Corp.Example", true),
            (&["vm", "vm.corp.example"], "vm.lan", false),
            (&["vm.corp.example"], "vm", true),
            (&["vm.corp.example"], "vm.evil.example", false),
        ];
        for (own, host, local) in cases {
            let own = own.iter().map(ToString::to_string).collect();
            let probe = Fake { host_names: own, ..Fake::default() };
            assert_eq!(is_this_machine(host, &probe), *local, "{host}");
        }
    }

    #[test]
    fn the_kernels_trees_are_refused_on_every_way() {
        let files =
            ["/proc/self/environ", "/proc/meminfo", "/sys/power/state", "/home/u/a", "/run/user/1/doc/b"];
        let mut probe = Fake::with_files(files);
        probe.files.insert("/dev/zero".into(), FileKind::Special);
        let links = [
            ("/home/u/environ", "/proc/self/environ"),
            ("/home/u/link", "/proc"),
            ("/home/u/power", "/sys/power"),
            ("/home/u/doc", "/run/user/1/doc"),
        ];
        probe.links = links.map(|(link, to)| (link.into(), to.into())).into();
        let cases = [
            ("file:///proc/meminfo", Some(Code::Unsafe)),
            ("file:///home/u/environ", Some(Code::Unsafe)),
            ("/home/u/environ", Some(Code::Unsafe)),
            ("file:///home/u/link", Some(Code::Unsafe)),
            ("file:///home/u/link/meminfo", Some(Code::Unsafe)),
            ("file:///home/u/power/state", Some(Code::Unsafe)),
            ("file:///pro?/meminfo", Some(Code::Unsafe)),
            ("/p*c/self/environ", Some(Code::Unsafe)),
            ("file:///de?/zero", Some(Code::Unsafe)),
            ("file:///home/u/doc/b", None),
            ("file:///home/u/[a]", None),
            ("file://./home/u/a", Some(Code::Malformed)),
        ];
        for (uri, code) in cases {
            let read = reading::read(uri.as_ref(), None, &probe);
            assert_eq!(read.err().map(|refused| refused.error.code), code, "{uri}");
        }
    }

    #[test]
    fn wildcards_pass_over_what_is_no_file() {
        let mut probe = Fake::with_files(["/srv/a", "/srv/b"]);
        probe.files.insert("/srv/socket".into(), FileKind::Special);
        let reading = reading::read("file:///srv/*".as_ref(), None, &probe).unwrap();
        let matches = ["/srv/a", "/srv/b"].map(PathBuf::from);
        assert!(matches!(reading.target, Target::File(file) if file.matches == matches));
    }
}
