//! A machine in tables, for tests and benchmarks.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::{Component, Path, PathBuf};

use super::{Application, Documentation, FileKind, Probe};

/// What this machine has; all of it empty at first.
#[derive(Debug, Clone, Default)]
pub struct Fake {
    /// Files and folders by absolute path; the folders above them are there as well.
    pub files: BTreeMap<PathBuf, FileKind>,
    /// Symbolic links and where they lead, no link to another one.
    pub links: BTreeMap<PathBuf, PathBuf>,
    /// Programs found in PATH.
    pub programs: BTreeMap<OsString, PathBuf>,
    /// The machine's own names.
    pub host_names: Vec<String>,
    /// The home folder.
    pub home: Option<PathBuf>,
    /// The caller's folder.
    pub current_folder: Option<PathBuf>,
    /// The environment.
    pub variables: BTreeMap<String, OsString>,
    /// Further documentation folders of every family.
    pub documentation: Vec<PathBuf>,
    /// Applications by desktop file ID.
    pub applications: BTreeMap<String, Application>,
    /// Desktop file IDs by media type, the default first.
    pub handlers: BTreeMap<String, Vec<String>>,
    /// Media types by file.
    pub media_types: BTreeMap<PathBuf, String>,
    /// How files begin.
    pub beginnings: BTreeMap<PathBuf, Vec<u8>>,
    /// The names of the program that asked.
    pub callers: Vec<String>,
}

impl Fake {
    /// A machine with these programs.
    pub fn with_programs(names: impl IntoIterator<Item = &'static str>) -> Self {
        let programs =
            names.into_iter().map(|name| (name.into(), Path::new("/usr/bin").join(name))).collect();
        Self { programs, ..Self::default() }
    }

    /// A machine with these regular files.
    pub fn with_files<P: Into<PathBuf>>(files: impl IntoIterator<Item = P>) -> Self {
        let files = files.into_iter().map(|path| (path.into(), FileKind::Regular)).collect();
        Self { files, ..Self::default() }
    }

    /// The path after a link in it was followed.
    fn linked(&self, path: &Path) -> PathBuf {
        let led = |(link, to): (&PathBuf, &PathBuf)| {
            let rest = path.strip_prefix(link).ok()?;
            Some(if rest.as_os_str().is_empty() { to.clone() } else { to.join(rest) })
        };
        self.links.iter().find_map(led).unwrap_or_else(|| path.to_owned())
    }

    /// The path after each `..` was followed, through folders that are there.
    fn without_dots(&self, path: &Path) -> Option<PathBuf> {
        let mut out = PathBuf::new();
        for component in path.components() {
            if component == Component::ParentDir {
                self.file_kind(&out)?;
                out.pop();
            } else {
                out.push(component);
            }
        }
        Some(out)
    }
}

impl Probe for Fake {
    fn file_kind(&self, path: &Path) -> Option<FileKind> {
        let ends_open = path.as_os_str().as_encoded_bytes().ends_with(b"/");
        let path = &self.linked(&self.without_dots(path)?);
        if path == Path::new("/") {
            return Some(FileKind::Directory);
        }
        if let Some(kind) = self.files.get(path) {
            return Some(*kind).filter(|kind| !ends_open || *kind == FileKind::Directory);
        }
        self.files.keys().any(|file| file.starts_with(path)).then_some(FileKind::Directory)
    }

    fn real_path(&self, path: &Path) -> Option<PathBuf> {
        self.file_kind(path).map(|_| self.linked(path))
    }

    fn list(&self, folder: &Path) -> Vec<OsString> {
        let below = self.files.keys().filter_map(|file| file.strip_prefix(folder).ok());
        let mut names: Vec<_> = below.filter_map(|rest| Some(rest.iter().next()?.to_owned())).collect();
        names.dedup();
        names
    }

    fn program(&self, name: &OsStr) -> Option<PathBuf> {
        self.programs.get(name).cloned()
    }

    fn host_names(&self) -> Vec<String> {
        self.host_names.clone()
    }

    fn home(&self) -> Option<PathBuf> {
        self.home.clone()
    }

    fn current_folder(&self) -> Option<PathBuf> {
        self.current_folder.clone()
    }

    fn variable(&self, name: &str) -> Option<OsString> {
        self.variables.get(name).cloned()
    }

    fn documentation(&self, _: Documentation) -> Vec<PathBuf> {
        self.documentation.clone()
    }

    fn application(&self, id: &str) -> Option<Application> {
        let id = id.strip_suffix(".desktop").unwrap_or(id);
        self.applications.get(&format!("{id}.desktop")).cloned()
    }

    fn handlers(&self, media_type: &str) -> Vec<Application> {
        let ids = self.handlers.get(media_type).into_iter().flatten();
        ids.filter_map(|id| self.application(id)).collect()
    }

    fn media_type(&self, path: &Path) -> String {
        self.media_types.get(path).cloned().unwrap_or_else(|| "application/octet-stream".to_owned())
    }

    fn first_bytes(&self, path: &Path) -> Vec<u8> {
        self.beginnings.get(path).cloned().unwrap_or_default()
    }

    fn callers(&self) -> Vec<String> {
        self.callers.clone()
    }
}
