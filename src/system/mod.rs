//! This machine, as the pure layers ask for it.

pub mod applications;
pub mod bus;
pub mod callers;
mod documentation;
mod exec_key;
mod host;
mod kept;
pub mod key_file;
mod media_type;
pub mod mime_apps;
mod openers;
pub mod process;
pub mod programs;
pub mod remembered;
pub mod user_manager;

use std::cell::OnceCell;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};

use applications::Applications;
use media_type::MediaTypes;
use mime_apps::MimeApps;
use remembered::Remembered;
use rustix::fs::{CWD, Mode, OFlags, ResolveFlags, openat2};
use rustix::io::Errno;

use crate::env::{self, Env, Request};
use crate::probe::{Application, Documentation, FileKind, Probe};
use crate::small_file;

/// Answers for one request: the folder and the display are the caller's, all else is this machine's.
#[derive(Debug)]
pub struct SystemProbe<'a> {
    env: &'a Env,
    request: &'a Request,
    further: Vec<(Documentation, PathBuf)>,
    search_path: OnceCell<Vec<PathBuf>>,
    documentation: [OnceCell<Vec<PathBuf>>; 3],
    applications: OnceCell<Applications>,
    media_types: OnceCell<MediaTypes>,
}

impl<'a> SystemProbe<'a> {
    /// A probe for this request.
    pub fn new(env: &'a Env, request: &'a Request) -> Self {
        Self {
            env,
            request,
            further: Vec::new(),
            search_path: OnceCell::new(),
            documentation: Default::default(),
            applications: OnceCell::new(),
            media_types: OnceCell::new(),
        }
    }

    /// With further documentation folders from the config, searched first; they must be trusted all the same.
    #[must_use]
    pub fn with_documentation(mut self, folders: Vec<(Documentation, PathBuf)>) -> Self {
        self.further = folders;
        self
    }

    fn search_path(&self) -> &[PathBuf] {
        self.search_path.get_or_init(|| programs::search_path(self.env))
    }

    fn applications(&self) -> &Applications {
        self.applications
            .get_or_init(|| Applications::with(self.env, self.request, self.search_path().to_vec()))
    }

    fn media_types(&self) -> &MediaTypes {
        self.media_types.get_or_init(|| MediaTypes::read(self.env))
    }

    /// A type and those that it is a kind of; a scheme is of no other kind.
    fn lineage(&self, media_type: &str) -> Vec<String> {
        if mime_apps::is_scheme_type(media_type) {
            return vec![media_type.to_owned()];
        }
        self.media_types().lineage(media_type)
    }
}

impl Probe for SystemProbe<'_> {
    fn file_kind(&self, path: &Path) -> Option<FileKind> {
        let kind = fs::metadata(path).ok()?.file_type();
        Some(match kind {
            kind if kind.is_file() => FileKind::Regular,
            kind if kind.is_dir() => FileKind::Directory,
            _ => FileKind::Special,
        })
    }

    fn real_path(&self, path: &Path) -> Option<PathBuf> {
        let flags = OFlags::PATH | OFlags::CLOEXEC;
        match openat2(CWD, path, flags, Mode::empty(), ResolveFlags::NO_MAGICLINKS) {
            Err(Errno::LOOP) => None,
            // A kernel or a sandbox without this call still reads links.
            _ => fs::canonicalize(path).ok(),
        }
    }

    fn list(&self, folder: &Path) -> Vec<OsString> {
        let entries = fs::read_dir(folder).into_iter().flatten();
        entries.filter_map(|entry| Some(entry.ok()?.file_name())).collect()
    }

    fn program(&self, name: &OsStr) -> Option<PathBuf> {
        programs::find(name, self.search_path())
    }

    fn host_names(&self) -> Vec<String> {
        host::names()
    }

    fn home(&self) -> Option<PathBuf> {
        self.env.home()
    }

    fn current_folder(&self) -> Option<PathBuf> {
        self.request.folder.clone()
    }

    fn variable(&self, name: &str) -> Option<OsString> {
        let value = if env::may_carry(name) { self.request.get(name) } else { self.env.get(name) };
        value.map(OsStr::to_owned)
    }

    fn documentation(&self, family: Documentation) -> Vec<PathBuf> {
        let find = || {
            let configured =
                self.further.iter().filter(|(of, _)| *of == family).map(|(_, folder)| folder.clone());
            let own = documentation::folders(family, self.env, self.search_path());
            documentation::trusted(configured.chain(own))
        };
        self.documentation[family as usize].get_or_init(find).clone()
    }

    fn application(&self, id: &str) -> Option<Application> {
        self.applications().find(id)
    }

    fn handlers(&self, media_type: &str) -> Vec<Application> {
        let tables = MimeApps::read(self.env, self.request);
        let remembered = Remembered::read(self.env);
        let mut found: Vec<Application> = Vec::new();
        for media_type in self.lineage(media_type) {
            let before = |list: &Path| remembered.value(list, &media_type);
            for id in tables.handlers(&media_type, &before) {
                if found.iter().all(|known| known.id != id) {
                    found.extend(self.application(&id));
                }
            }
        }
        found.retain(|application| !openers::hands_on(application, self.search_path()));
        found
    }

    fn callers(&self) -> Vec<String> {
        let started_us = || callers::names(&process::own_ancestry());
        self.request.callers.clone().unwrap_or_else(started_us)
    }

    fn media_type(&self, path: &Path) -> String {
        self.media_types().of_file(path)
    }

    fn first_bytes(&self, path: &Path) -> Vec<u8> {
        const MANY: u64 = 512;
        small_file::beginning(path, MANY).unwrap_or_default()
    }
}
