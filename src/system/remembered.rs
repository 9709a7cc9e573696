//! What stood in the lists before portero was registered: `portero/handlers.json` in `$XDG_STATE_HOME`, and for
//! all persons in the system's config folders.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::env::Env;
use crate::small_file::{self, LARGEST};

const FILE: &str = "portero/handlers.json";

/// The content of the file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Remembered {
    /// By the path of the list that was changed.
    pub lists: BTreeMap<PathBuf, Before>,
    /// Files that registration brought along.
    pub files: Vec<PathBuf>,
}

/// What one list looked like.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Before {
    /// By media type, the value of each line that now names portero; `None` where there was no line.
    pub lines: BTreeMap<String, Option<String>>,
    /// Whether the group of defaults was added.
    pub made_group: bool,
}

impl Remembered {
    /// What is remembered for this person and for all; nothing where a file is absent or no longer readable.
    pub fn read(env: &Env) -> Self {
        let mut all = Self::default();
        for file in own_file(env).into_iter().chain(system_files(env)) {
            all.lists.extend(Self::of_file(&file).lists);
        }
        all
    }

    /// What is remembered in one file.
    pub fn of_file(file: &Path) -> Self {
        let text = small_file::read(file, LARGEST).unwrap_or_default();
        serde_json::from_slice(&text).unwrap_or_default()
    }

    /// The value that stood in this list for a type.
    pub fn value(&self, list: &Path, media_type: &str) -> Option<String> {
        self.lists.get(list)?.lines.get(media_type)?.clone()
    }
}

/// The person's own file.
pub fn own_file(env: &Env) -> Option<PathBuf> {
    env.folders.state_home.as_ref().map(|folder| folder.join(FILE))
}

/// The files for all persons, the most important first.
pub fn system_files(env: &Env) -> Vec<PathBuf> {
    env.folders.config_dirs.iter().map(|folder| folder.join(FILE)).collect()
}
