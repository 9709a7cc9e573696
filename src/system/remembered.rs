//! What stood in the lists before portero was registered: `$XDG_STATE_HOME/portero/handlers.json`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::env::Env;

/// For each list that was changed, the value of each line that now names portero; `None` where there was no line.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Remembered {
    /// By the path of the list, then by media type.
    pub lists: BTreeMap<PathBuf, BTreeMap<String, Option<String>>>,
}

impl Remembered {
    /// What is remembered for this person; nothing when the file is absent or no longer readable.
    pub fn read(env: &Env) -> Self {
        let text = file(env).and_then(|file| fs::read_to_string(file).ok()).unwrap_or_default();
        serde_json::from_str(&text).unwrap_or_default()
    }

    /// The value that stood in this list for a type.
    pub fn value(&self, list: &Path, media_type: &str) -> Option<String> {
        self.lists.get(list)?.get(media_type)?.clone()
    }
}

/// Where it is kept.
pub fn file(env: &Env) -> Option<PathBuf> {
    env.folders.state_home.as_ref().map(|folder| folder.join("portero/handlers.json"))
}
