//! What registration remembers, and files written as a whole.

use std::fs;
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use super::list::List;
use super::{Change, Scope};
use crate::env::Env;
use crate::error::{Code, Error};
use crate::message;
use crate::message::Message;
use crate::system::remembered::{self, Remembered};

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

    /// Keeps what stands in a line. What was remembered for it earlier is out of date: somebody else changed it.
    pub fn remember(&mut self, list: &List, change: &Change) {
        let made_group = !list.has_group();
        let of_list = self.remembered.lists.entry(list.path().to_owned()).or_default();
        of_list.made_group |= made_group;
        of_list.lines.insert(change.media_type.clone(), change.before.clone());
    }

    /// What stood in a line before.
    pub fn former(&self, list: &List, media_type: &str) -> Option<String> {
        self.remembered.value(list.path(), media_type)
    }

    /// Whether the list had no group of defaults before.
    pub fn made_group(&self, list: &List) -> bool {
        self.remembered.lists.get(list.path()).is_some_and(|of_list| of_list.made_group)
    }

    /// Forgets a line that was put back, and the list with its last line.
    pub fn forget(&mut self, list: &List, media_type: &str) {
        if let Some(of_list) = self.remembered.lists.get_mut(list.path()) {
            of_list.lines.remove(media_type);
            if of_list.lines.is_empty() {
                self.remembered.lists.remove(list.path());
            }
        }
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
        write_whole(&self.file, &text).map_err(failed)
    }
}

/// Replaces a file as a whole, with its folders, keeping a symbolic link and the permissions. Where the folder of
/// the target takes no new file, the target is written in place.
pub fn write_whole(path: &Path, content: &[u8]) -> io::Result<()> {
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    // Root could put a file in the place of a device.
    if fs::symlink_metadata(&target).is_ok_and(|found| !found.is_file() && !found.is_symlink()) {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "is not a regular file"));
    }
    if let Some(folder) = target.parent() {
        fs::create_dir_all(folder)?;
    }
    let new =
        target.with_file_name(format!(".{}.new", target.file_name().unwrap_or_default().to_string_lossy()));
    match write_new(&new, content, fs::metadata(&target).ok()) {
        Ok(()) => fs::rename(&new, &target).inspect_err(|_| drop(fs::remove_file(&new))),
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied && target.exists() => {
            fs::write(&target, content)
        }
        Err(error) => Err(error),
    }
}

fn write_new(path: &Path, content: &[u8], like: Option<fs::Metadata>) -> io::Result<()> {
    // One that a killed run left behind would stand in the way.
    let _ = fs::remove_file(path);
    let mut file = fs::OpenOptions::new().write(true).create_new(true).mode(0o644).open(path)?;
    if let Some(found) = like {
        file.set_permissions(found.permissions())?;
    }
    file.write_all(content)?;
    file.sync_all()
}
