//! What registration remembers.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::PathBuf;

use super::list::List;
use super::{Change, Scope};
use crate::env::Env;
use crate::error::{Code, Error};
use crate::message;
use crate::message::Message;
use crate::system::remembered::{self, Before, Bytes, Remembered};
use crate::whole_file;

/// The remembered lines and files of one scope.
#[derive(Debug)]
pub struct Store {
    file: PathBuf,
    remembered: Remembered,
}

impl Store {
    /// Reads what is remembered.
    pub fn open(env: &Env, scope: Scope) -> Result<Self, Error> {
        let file = match scope {
            Scope::Person => remembered::own_file(env),
            Scope::System => remembered::system_files(env).into_iter().next(),
        };
        let file = file.ok_or_else(|| {
            Error::new(Code::Failed, message!("there is no folder to remember handlers in"))
        })?;
        Ok(Self { remembered: Remembered::of_file(&file), file })
    }

    /// Keeps what stands in the lines of a list. What was remembered of a line that changes is out of date, for
    /// somebody else has changed it; of one that is as wanted it still holds.
    pub fn remember(&mut self, list: &List, changes: &[Change], kept: &[String]) {
        let new = || Before {
            made_file: !list.exists(),
            made_group: false,
            endless: list.endless(),
            lines: BTreeMap::new(),
        };
        let before = self.remembered.lists.entry(list.path().to_owned()).or_insert_with(new);
        before.made_group |= !list.has_group();
        for change in changes {
            before.lines.insert(change.media_type.clone(), change.before.clone());
        }
        for media_type in kept {
            before.lines.entry(media_type.clone()).or_insert_with(|| list.values(media_type));
        }
    }

    /// The types of which something is remembered; `None` where nothing is known of the list.
    pub fn types(&self, list: &List) -> Option<Vec<String>> {
        Some(self.remembered.lists.get(list.path())?.lines.keys().cloned().collect())
    }

    /// What stood in the lines of a type before.
    pub fn former(&self, list: &List, media_type: &str) -> &[Bytes] {
        let before = self.remembered.lists.get(list.path());
        before.and_then(|before| before.lines.get(media_type)).map_or(&[], Vec::as_slice)
    }

    /// Forgets lines that were put back. With the last of a list it gives what was around them.
    pub fn forget<'t>(&mut self, list: &List, types: impl Iterator<Item = &'t String>) -> Option<Before> {
        let before = self.remembered.lists.get_mut(list.path())?;
        for media_type in types {
            before.lines.remove(media_type);
        }
        if !before.lines.is_empty() {
            return None;
        }
        self.remembered.lists.remove(list.path())
    }

    /// Whether no list is changed any more.
    pub fn is_over(&self) -> bool {
        self.remembered.lists.is_empty()
    }

    /// Keeps which files registration brought along.
    pub fn remember_files(&mut self, files: impl Iterator<Item = PathBuf>) {
        for file in files {
            if !self.remembered.files.contains(&file) {
                self.remembered.files.push(file);
            }
        }
    }

    /// Gives the files that registration brought along, and forgets them.
    pub fn take_files(&mut self) -> Vec<PathBuf> {
        std::mem::take(&mut self.remembered.files)
    }

    /// Writes what is remembered; with nothing left the file goes.
    pub fn save(&self) -> Result<(), Error> {
        let failed = |error: io::Error| {
            Error::new(Code::Failed, Message::quoted(format!("{}: {error}", self.file.display())))
        };
        if self.remembered == Remembered::default() {
            return if self.file.is_file() { fs::remove_file(&self.file).map_err(failed) } else { Ok(()) };
        }
        let mut text = serde_json::to_vec_pretty(&self.remembered).map_err(|error| failed(error.into()))?;
        text.push(b'\n');
        whole_file::write(&self.file, &text).map_err(failed)
    }
}
