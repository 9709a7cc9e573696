//! What the reader remembers from one time to the next: the size of its window, and the pages that were read.

use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::env::Env;
use crate::small_file::{self, LARGEST};
use crate::uri::Part;
use crate::whole_file;

/// So many recent pages are kept.
const MOST: usize = 40;

/// The content of `portero/reader.json` in `$XDG_STATE_HOME`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct State {
    /// In CSS pixels.
    pub width: i32,
    /// In CSS pixels.
    pub height: i32,
    /// Whether the window fills the screen.
    pub maximized: bool,
    /// 1 is the size as designed.
    pub zoom: f64,
    /// Whether the desktop was dark the last time.
    pub dark: bool,
    /// Whether the list of contents is shown.
    pub contents: bool,
    /// Pages that were read, the last one first.
    pub recent: Vec<Recent>,
}

/// A page that was read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recent {
    /// Its URI.
    pub uri: String,
    /// Its title.
    pub title: String,
}

impl Default for State {
    fn default() -> Self {
        Self {
            width: 1080,
            height: 800,
            maximized: false,
            zoom: 1.0,
            dark: false,
            contents: true,
            recent: Vec::new(),
        }
    }
}

impl State {
    /// What was remembered; the defaults where the file is absent or strange.
    pub fn read(file: &Path) -> Self {
        let text = small_file::read(file, LARGEST).unwrap_or_default();
        serde_json::from_slice::<Self>(&text).map(Self::sane).unwrap_or_default()
    }

    /// Writes the file anew; another reader never sees half of it.
    pub fn write(&self, file: &Path) -> io::Result<()> {
        whole_file::write(file, &serde_json::to_vec_pretty(self)?)
    }

    /// Puts a page in front of the recent ones.
    pub fn remember(&mut self, uri: &str, title: &str) {
        // A blank may have been typed, or stand escaped in a link.
        let decoded = |uri: &str| Part::new(uri, 0).bytes().into_owned();
        self.recent.retain(|page| decoded(&page.uri) != decoded(uri));
        self.recent.insert(0, Recent { uri: uri.to_owned(), title: title.to_owned() });
        self.recent.truncate(MOST);
    }

    /// A window that no screen can show would be lost.
    fn sane(mut self) -> Self {
        let usual = Self::default();
        self.width = if (320..=16_000).contains(&self.width) { self.width } else { usual.width };
        self.height = if (240..=16_000).contains(&self.height) { self.height } else { usual.height };
        self.zoom = if self.zoom.is_finite() { within(self.zoom) } else { usual.zoom };
        self.recent.truncate(MOST);
        self
    }
}

/// A size of the page in which something can still be read.
pub fn within(zoom: f64) -> f64 {
    zoom.clamp(0.5, 3.0)
}

/// The person's own file.
pub fn file(env: &Env) -> Option<PathBuf> {
    env.folders.state_home.as_ref().map(|folder| folder.join("portero/reader.json"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn the_last_page_comes_first_and_each_once() {
        let mut state = State::default();
        for number in 0..50 {
            state.remember(&format!("man:{number}"), "x");
        }
        state.remember("man:%320", "again");
        let first: Vec<_> = state.recent.iter().take(2).map(|page| page.uri.as_str()).collect();
        assert_eq!((first, state.recent.len()), (vec!["man:%320", "man:49"], MOST));
    }

    #[test]
    fn what_is_written_is_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("portero/reader.json");
        let mut state = State { width: 700, zoom: 1.25, contents: false, ..State::default() };
        state.remember("man:ls(1)", "ls(1)");
        state.write(&file).unwrap();
        assert_eq!(State::read(&file), state);
    }

    #[test]
    fn a_strange_file_is_as_good_as_none() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("reader.json");
        for text in ["", "[]", "{\"width\": \"x\"}", "{\"width\": -5, \"height\": 99999, \"zoom\": 1e300}"] {
            fs::write(&file, text).unwrap();
            let state = State::read(&file);
            assert_eq!((state.width, state.height), (1080, 800), "{text}");
            assert!(state.zoom <= 3.0, "{text}");
        }
    }
}
