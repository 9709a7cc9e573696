//! One `mimeapps.list`, edited line by line: every byte that is not portero's stays as it is.

use std::fs;
use std::io;
use std::ops::Range;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use rustix::fs::{Access, access};

use super::store::write_whole;
use crate::error::{Code, Error};
use crate::message;
use crate::message::Message;
use crate::small_file::{self, LARGEST};
use crate::system::key_file::{elements, group_header};

const GROUP: &str = "Default Applications";

/// The list in memory.
#[derive(Debug)]
pub struct List {
    path: PathBuf,
    /// Each with its own ending.
    lines: Vec<Vec<u8>>,
}

/// The IDs in a value.
pub fn names(value: &str) -> Vec<&str> {
    elements(value)
}

impl List {
    /// Reads a list; one that does not exist yet is empty.
    pub fn read(path: &Path) -> Result<Self, Error> {
        let bytes = match small_file::read(path, LARGEST) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => {
                return Err(Error::new(
                    Code::Failed,
                    Message::quoted(format!("{}: {error}", path.display())),
                ));
            }
        };
        Ok(Self::parse(path, &bytes))
    }

    fn parse(path: &Path, bytes: &[u8]) -> Self {
        let lines = bytes.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
        Self { path: path.to_owned(), lines }
    }

    /// Its file, as it was asked for: perhaps a symbolic link.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether there is a group of defaults.
    pub fn has_group(&self) -> bool {
        self.groups().next().is_some()
    }

    /// The value of a type's line; the last one counts, as in GLib.
    pub fn value(&self, media_type: &str) -> Option<String> {
        let line = self.lines_of(media_type).pop()?;
        entry(&self.lines[line]).map(|(_, value)| value)
    }

    /// The types whose lines name this ID.
    pub fn types_of(&self, id: &str) -> Vec<String> {
        let entries = self.groups().flatten().filter_map(|line| entry(&self.lines[line]));
        let mut types: Vec<String> =
            entries.filter(|(_, value)| names(value).contains(&id)).map(|(key, _)| key).collect();
        types.dedup();
        types
    }

    /// Sets the value of a type: in its own line, else in a new one at the end of the group.
    pub fn set(&mut self, media_type: &str, value: &str) {
        let own = self.lines_of(media_type);
        for line in &own {
            replace_value(&mut self.lines[*line], value);
        }
        if own.is_empty() {
            let (place, ending) = self.end_of_group();
            self.lines.insert(place, format!("{media_type}={value}{ending}").into_bytes());
        }
    }

    /// Takes the lines of a type away.
    pub fn remove(&mut self, media_type: &str) {
        for line in self.lines_of(media_type).into_iter().rev() {
            self.lines.remove(line);
        }
    }

    /// Takes the group away if nothing stands in it any more, with the empty line before it.
    pub fn remove_empty_group(&mut self) {
        let Some(group) = self.groups().next() else { return };
        if self.lines[group.clone()].iter().any(|line| !is_blank(line)) {
            return;
        }
        let header = group.start - 1;
        let from = if header > 0 && is_blank(&self.lines[header - 1]) { header - 1 } else { header };
        self.lines.drain(from..group.end);
    }

    /// Fails when the file, links followed, may not be written.
    pub fn check_writable(&self) -> Result<(), Error> {
        let Ok(found) = fs::metadata(&self.path) else { return Ok(()) };
        // Root may write everything, but a file without any write bit is kept so on purpose.
        let writable =
            found.permissions().mode() & 0o222 != 0 && access(&self.path, Access::WRITE_OK).is_ok();
        let file = self.path.display().to_string();
        let message = || message!("{file} may not be written", file);
        writable.then_some(()).ok_or_else(|| Error::new(Code::Failed, message()))
    }

    /// Writes the list, through a symbolic link if it is one; an empty list takes its file away.
    pub fn write(&self) -> Result<(), Error> {
        let failed = |error: io::Error| {
            Error::new(Code::Failed, Message::quoted(format!("{}: {error}", self.path.display())))
        };
        if self.lines.is_empty() {
            return if self.path.is_file() { fs::remove_file(&self.path).map_err(failed) } else { Ok(()) };
        }
        write_whole(&self.path, &self.lines.concat()).map_err(failed)
    }

    /// The lines below each header of defaults.
    fn groups(&self) -> impl Iterator<Item = Range<usize>> {
        let headers: Vec<(usize, bool)> = (0..self.lines.len())
            .filter_map(|line| header(&self.lines[line]).map(|name| (line, name == GROUP)))
            .collect();
        let ends = headers.clone().into_iter().skip(1).map(|(line, _)| line).chain([self.lines.len()]);
        headers.into_iter().zip(ends).filter(|((_, ours), _)| *ours).map(|((line, _), end)| line + 1..end)
    }

    fn lines_of(&self, media_type: &str) -> Vec<usize> {
        let is_of = |line: &usize| entry(&self.lines[*line]).is_some_and(|(key, _)| key == media_type);
        self.groups().flatten().filter(is_of).collect()
    }

    /// Where a new line goes, before the blank lines that end the group, and how its neighbours end.
    fn end_of_group(&mut self) -> (usize, &'static str) {
        if !self.has_group() {
            self.append_group();
        }
        let group = self.groups().next().unwrap_or(0..self.lines.len());
        let used =
            self.lines[group.clone()].iter().rposition(|line| !is_blank(line)).map_or(0, |last| last + 1);
        let place = group.start + used;
        let Some(before) = self.lines[..place].last_mut() else { return (place, "\n") };
        let ending = if before.ends_with(b"\r\n") { "\r\n" } else { "\n" };
        if !before.ends_with(b"\n") {
            before.extend_from_slice(ending.as_bytes());
        }
        (place, ending)
    }

    fn append_group(&mut self) {
        if let Some(last) = self.lines.last_mut() {
            if !last.ends_with(b"\n") {
                last.push(b'\n');
            }
            self.lines.push(b"\n".to_vec());
        }
        self.lines.push(format!("[{GROUP}]\n").into_bytes());
    }
}

fn header(line: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(line);
    group_header(text.trim_start()).map(str::to_owned)
}

fn entry(line: &[u8]) -> Option<(String, String)> {
    let text = String::from_utf8_lossy(line);
    let (key, value) = text.split_once('=')?;
    let key = key.trim();
    (!key.starts_with('#')).then(|| (key.to_owned(), value.trim().to_owned()))
}

/// The key, the blanks after the equals sign and the line's ending stay.
fn replace_value(line: &mut Vec<u8>, value: &str) {
    let Some(equals) = line.iter().position(|byte| *byte == b'=') else { return };
    let blanks = line[equals + 1..].iter().take_while(|byte| [b' ', b'\t'].contains(byte)).count();
    let from = equals + 1 + blanks;
    let to = from + line[from..].trim_ascii_end().len();
    line.splice(from..to, value.bytes());
}

fn is_blank(line: &[u8]) -> bool {
    line.trim_ascii().is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(text: &str) -> List {
        List::parse(Path::new("/x"), text.as_bytes())
    }

    fn text(list: &List) -> String {
        String::from_utf8(list.lines.concat()).unwrap()
    }

    #[test]
    fn only_the_own_line_changes() {
        let before =
            "# mine\n[Default Applications]\na/b=1.desktop;\n  x/y = old.desktop; \r\n\n[Other]\nx/y=other\n";
        let mut list = list(before);
        assert_eq!(list.value("x/y").as_deref(), Some("old.desktop;"));
        list.set("x/y", "new.desktop");
        assert_eq!(text(&list), before.replace("old.desktop;", "new.desktop"));
        list.set("x/y", "old.desktop;");
        assert_eq!(text(&list), before);
    }

    #[test]
    fn new_lines_go_to_the_end_of_the_group_and_away_again() {
        for before in [
            "[Default Applications]\na/b=1\n\n[Added Associations]\na/b=2\n",
            "[Default Applications]\n[Added Associations]\n",
            "[Added Associations]\na/b=2",
            "",
            "\u{feff}# \u{fffd}\n",
        ] {
            let mut list = list(before);
            let had_group = list.has_group();
            list.set("x/y", "new");
            list.set("x/z", "new");
            assert_eq!(list.types_of("new"), ["x/y", "x/z"], "{before:?}");
            let added = text(&list).replace("[Added Associations]\na/b=2", "");
            assert!(added.contains("x/y=new\nx/z=new\n"), "{added:?}");
            list.remove("x/z");
            list.remove("x/y");
            if !had_group {
                list.remove_empty_group();
            }
            assert_eq!(text(&list).trim_end(), before.trim_end());
        }
    }

    #[test]
    fn the_endings_of_the_file_are_kept() {
        let mut list = list("[Default Applications]\r\na/b=1\r\n");
        list.set("x/y", "new");
        assert_eq!(text(&list), "[Default Applications]\r\na/b=1\r\nx/y=new\r\n");
    }
}
