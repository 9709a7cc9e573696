//! The config as it stands now: its files are looked at with each call, and the last good one stays in force.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::config::load::{Places, load};
use crate::config::{Config, Loaded};
use crate::diagnostic::Diagnostic;

/// What tells one version of a file from another; `None` where there is no file.
type Mark = Option<(u64, u64, i64, i64)>;

/// The config, read again when a file of it changes.
#[derive(Debug)]
pub struct Fresh {
    places: Places,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    marks: Vec<(PathBuf, Mark)>,
    config: Option<Arc<Config>>,
}

impl Fresh {
    /// Nothing is read before it is asked for.
    pub fn new(places: Places) -> Self {
        Self { places, state: Mutex::default() }
    }

    /// What is in force, and the mistakes of a version that is seen for the first time.
    pub fn current(&self) -> (Arc<Config>, Vec<Diagnostic>) {
        let mut state = self.state();
        // Marked before it is read: a change in between is seen the next time.
        let marks = self.marks();
        match &state.config {
            Some(config) if state.marks == marks => (Arc::clone(config), Vec::new()),
            _ => state.replace(marks, load(&self.places)),
        }
    }

    /// What was in force at the last call: a file is not looked at in between, when it may be half written.
    pub fn in_force(&self) -> Option<Arc<Config>> {
        self.state().config.clone()
    }

    /// The files are read again the next time, changed or not.
    pub fn forget(&self) {
        self.state().marks.clear();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn marks(&self) -> Vec<(PathBuf, Mark)> {
        let mark = |path: &PathBuf| {
            let found = fs::metadata(path).ok()?;
            Some((found.ino(), found.size(), found.mtime(), found.mtime_nsec()))
        };
        self.places.files().into_iter().map(|(_, path)| (path.clone(), mark(&path))).collect()
    }
}

impl State {
    fn replace(&mut self, marks: Vec<(PathBuf, Mark)>, loaded: Loaded) -> (Arc<Config>, Vec<Diagnostic>) {
        let mistakes: Vec<_> = loaded.errors().cloned().collect();
        self.marks = marks;
        match &self.config {
            Some(last_good) if !mistakes.is_empty() => (Arc::clone(last_good), mistakes),
            _ => (Arc::clone(self.config.insert(Arc::new(loaded.config))), mistakes),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fresh(folder: &tempfile::TempDir) -> Fresh {
        fs::create_dir(folder.path().join("portero")).unwrap();
        Fresh::new(Places { user: Some(folder.path().to_owned()), ..Places::default() })
    }

    #[test]
    fn the_last_good_one_stays_in_force_and_each_mistake_is_told_once() {
        let folder = tempfile::tempdir().unwrap();
        let fresh = fresh(&folder);
        let file = folder.path().join("portero/config.toml");
        let notify = || fresh.current().0.general.notify;
        fs::write(&file, "[general]\nnotify = \"always\"\n").unwrap();
        assert_eq!(notify(), Some(crate::config::Notify::Always));
        fs::write(&file, "[general]\nnotify = \"alwys\"\n").unwrap();
        assert_eq!(fresh.current().1.len(), 1);
        assert!(fresh.current().1.is_empty());
        assert_eq!(notify(), Some(crate::config::Notify::Always));
        fs::write(&file, "[general]\nnotify = \"never\"\n").unwrap();
        assert_eq!(notify(), Some(crate::config::Notify::Never));
    }

    #[test]
    fn an_unchanged_file_is_not_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let fresh = fresh(&folder);
        let first = fresh.current().0;
        assert!(Arc::ptr_eq(&first, &fresh.current().0));
        fresh.forget();
        assert!(!Arc::ptr_eq(&first, &fresh.current().0));
        let drop_ins = folder.path().join("portero/config.d");
        fs::create_dir(&drop_ins).unwrap();
        fs::write(drop_ins.join("a.toml"), "[general]\nnotify = \"never\"\n").unwrap();
        assert_eq!(fresh.current().0.general.notify, Some(crate::config::Notify::Never));
    }
}
