//! What stood in the lists before portero was registered: `portero/handlers.json` in `$XDG_STATE_HOME`, and for
//! all persons in the system's config folders.

use std::borrow::Cow;
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
    /// By media type, what stood in its lines, in order; none where there was no line.
    pub lines: BTreeMap<String, Vec<Bytes>>,
    /// Whether the file was added.
    pub made_file: bool,
    /// Whether the group of defaults was added.
    pub made_group: bool,
    /// The last line, where it had no end and got one.
    pub endless: Option<Bytes>,
}

/// Bytes of a list, as text where they are UTF-8.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Bytes {
    /// UTF-8.
    Text(String),
    /// Anything.
    Raw(Vec<u8>),
}

impl Bytes {
    /// The bytes themselves.
    pub fn bytes(&self) -> &[u8] {
        match self {
            Self::Text(text) => text.as_bytes(),
            Self::Raw(bytes) => bytes,
        }
    }

    /// For reading: what is not UTF-8 becomes U+FFFD.
    pub fn text(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(self.bytes())
    }
}

impl From<&[u8]> for Bytes {
    fn from(bytes: &[u8]) -> Self {
        str::from_utf8(bytes).map_or_else(|_| Self::Raw(bytes.to_vec()), |text| Self::Text(text.to_owned()))
    }
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

    /// The value that counted in this list for a type.
    pub fn value(&self, list: &Path, media_type: &str) -> Option<String> {
        let line = self.lists.get(list)?.lines.get(media_type)?.last()?;
        Some(line.text().into_owned())
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
