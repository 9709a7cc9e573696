//! One `mimeapps.list`, edited line by line: every byte that is not portero's stays as it is.

use std::fs;
use std::io;
use std::ops::Range;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use rustix::fs::{Access, access};

use crate::error::{Code, Error};
use crate::message;
use crate::message::Message;
use crate::small_file::{self, LARGEST};
use crate::system::key_file::group_header;
use crate::system::remembered::{Before, Bytes};
use crate::whole_file::{self, behind_links};

const GROUP: &str = "Default Applications";

/// The list in memory.
#[derive(Debug)]
pub struct List {
    path: PathBuf,
    /// What the file held; `None` where there is none.
    original: Option<Vec<u8>>,
    /// Each with its own ending.
    lines: Vec<Vec<u8>>,
}

/// The IDs in a value.
pub fn names(value: &Bytes) -> impl Iterator<Item = &[u8]> {
    value.bytes().split(|byte| *byte == b';').map(<[u8]>::trim_ascii).filter(|name| !name.is_empty())
}

/// A value without an ID; all else in it stays as it is.
pub fn without(value: &Bytes, id: &str) -> Bytes {
    let kept = value.bytes().split(|byte| *byte == b';').filter(|name| name.trim_ascii() != id.as_bytes());
    Bytes::from(kept.collect::<Vec<_>>().join(&b';').as_slice())
}

impl List {
    /// Reads a list; one that does not exist yet is empty.
    pub fn read(path: &Path) -> Result<Self, Error> {
        match small_file::read(path, LARGEST) {
            Ok(bytes) => Ok(Self::parse(path, &bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Ok(Self { original: None, ..Self::parse(path, b"") })
            }
            Err(error) => Err(failed(path, &error)),
        }
    }

    fn parse(path: &Path, bytes: &[u8]) -> Self {
        let lines = bytes.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
        Self { path: path.to_owned(), original: Some(bytes.to_vec()), lines }
    }

    /// Its file, as it was asked for: perhaps a symbolic link.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether the file is there.
    pub const fn exists(&self) -> bool {
        self.original.is_some()
    }

    /// Whether there is a group of defaults.
    pub fn has_group(&self) -> bool {
        self.groups().next().is_some()
    }

    /// The last line, where nothing ends it.
    pub fn endless(&self) -> Option<Bytes> {
        let last = self.lines.last().filter(|line| !line.ends_with(b"\n"))?;
        Some(last.as_slice().into())
    }

    /// What stands in the lines of a type, in order; the last one counts, as in GLib.
    pub fn values(&self, media_type: &str) -> Vec<Bytes> {
        let lines = self.lines_of(media_type);
        lines
            .into_iter()
            .filter_map(|line| Some(self.lines[line].get(value_place(&self.lines[line])?)?.into()))
            .collect()
    }

    /// The types whose lines name this ID.
    pub fn types_of(&self, id: &str) -> Vec<String> {
        let mut types: Vec<String> =
            self.groups().flatten().filter_map(|line| key(&self.lines[line])).collect();
        types.sort();
        types.dedup();
        types.retain(|media_type| {
            self.values(media_type).iter().any(|value| names(value).any(|name| name == id.as_bytes()))
        });
        types
    }

    /// Gives the lines of a type these values, in order: `None` takes a line away, and a value more than there are
    /// lines is a new line at the end of the group.
    pub fn set(&mut self, media_type: &str, values: &[Option<Bytes>]) {
        let lines = self.lines_of(media_type);
        for value in values.iter().skip(lines.len()).flatten() {
            let (place, ending) = self.end_of_group();
            let line = [media_type.as_bytes(), b"=", value.bytes(), ending.as_bytes()].concat();
            self.lines.insert(place, line);
        }
        for (line, value) in lines.into_iter().zip(values).rev() {
            match value {
                Some(value) => replace_value(&mut self.lines[line], value.bytes()),
                None => drop(self.lines.remove(line)),
            }
        }
    }

    /// Takes away what registration put around its lines, and writes the list; one that it made goes with its last
    /// line.
    pub fn put_back_frame(&mut self, frame: &Before) -> Result<(), Error> {
        if frame.made_group {
            self.remove_empty_group();
        }
        if let Some(endless) = &frame.endless {
            self.take_ending(endless.bytes());
        }
        match fs::canonicalize(&self.path) {
            // A link stays, as it was before there was a file behind it.
            Ok(file) if frame.made_file && self.lines.is_empty() => {
                fs::remove_file(file).map_err(|error| failed(&self.path, &error))
            }
            _ => self.write(),
        }
    }

    /// With the empty line before it.
    fn remove_empty_group(&mut self) {
        let Some(group) = self.groups().next() else { return };
        if self.lines[group.clone()].iter().any(|line| !is_blank(line)) {
            return;
        }
        let header = group.start - 1;
        let from = if header > 0 && is_blank(&self.lines[header - 1]) { header - 1 } else { header };
        self.lines.drain(from..group.end);
    }

    /// The last line had no ending; nobody has written behind it if it is still the last.
    fn take_ending(&mut self, endless: &[u8]) {
        if let Some(last) = self.lines.last_mut()
            && last.strip_prefix(endless).is_some_and(is_blank)
        {
            last.truncate(endless.len());
        }
    }

    /// Fails when the file, links followed, may not be written.
    pub fn check_writable(&self) -> Result<(), Error> {
        let Ok(found) = fs::metadata(&self.path) else { return self.check_folder() };
        // Root may write everything, but a file without any write bit is kept so on purpose.
        let writable =
            found.permissions().mode() & 0o222 != 0 && access(&self.path, Access::WRITE_OK).is_ok();
        let file = self.path.display().to_string();
        let message = || message!("{file} may not be written", file);
        writable.then_some(()).ok_or_else(|| Error::new(Code::Failed, message()))
    }

    /// A link may wait for its file, but not for its folder.
    fn check_folder(&self) -> Result<(), Error> {
        let folder_is_there = behind_links(&self.path).parent().is_some_and(Path::is_dir);
        if folder_is_there || !self.path.is_symlink() {
            return Ok(());
        }
        let file = self.path.display().to_string();
        Err(Error::new(Code::Failed, message!("{file} is a link that leads nowhere", file)))
    }

    /// Writes the list where it has changed, through a symbolic link if it is one.
    pub fn write(&self) -> Result<(), Error> {
        let text = self.lines.concat();
        let unchanged = self.original.as_ref().is_some_and(|original| *original == text);
        if unchanged || (text.is_empty() && !self.exists()) {
            return Ok(());
        }
        whole_file::write(&self.path, &text).map_err(|error| failed(&self.path, &error))
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
        let is_of = |line: &usize| key(&self.lines[*line]).is_some_and(|key| key == media_type);
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

fn failed(path: &Path, error: &io::Error) -> Error {
    Error::new(Code::Failed, Message::quoted(format!("{}: {error}", path.display())))
}

fn header(line: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(line);
    group_header(text.trim_start()).map(str::to_owned)
}

/// The key of a line that has a value.
fn key(line: &[u8]) -> Option<String> {
    value_place(line)?;
    let equals = line.iter().position(|byte| *byte == b'=')?;
    Some(String::from_utf8_lossy(line[..equals].trim_ascii()).into_owned())
}

/// Where the value stands: behind the equals sign and its blanks, before the line's ending. A comment has none.
fn value_place(line: &[u8]) -> Option<Range<usize>> {
    let equals = line.iter().position(|byte| *byte == b'=')?;
    if line.trim_ascii_start().starts_with(b"#") {
        return None;
    }
    let blanks = line[equals + 1..].iter().take_while(|byte| [b' ', b'\t'].contains(byte)).count();
    let from = equals + 1 + blanks;
    Some(from..from + line[from..].trim_ascii_end().len())
}

fn replace_value(line: &mut Vec<u8>, value: &[u8]) {
    if let Some(place) = value_place(line) {
        line.splice(place, value.iter().copied());
    }
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

    fn one(value: &str) -> Vec<Option<Bytes>> {
        vec![Some(Bytes::Text(value.to_owned()))]
    }

    #[test]
    fn only_the_own_line_changes() {
        let before =
            "# mine\n[Default Applications]\na/b=1.desktop;\n  x/y = old.desktop; \r\n\n[Other]\nx/y=other\n";
        let mut list = list(before);
        assert_eq!(list.values("x/y"), [Bytes::Text("old.desktop;".to_owned())]);
        list.set("x/y", &one("new.desktop"));
        assert_eq!(text(&list), before.replace("old.desktop;", "new.desktop"));
        list.set("x/y", &one("old.desktop;"));
        assert_eq!(text(&list), before);
    }

    #[test]
    fn new_lines_go_to_the_end_of_the_group() {
        let cases = [
            (
                "[Default Applications]\na/b=1\n\n[Other]\n",
                "[Default Applications]\na/b=1\nx/y=new\n\n[Other]\n",
            ),
            ("[Default Applications]\n[Other]\n", "[Default Applications]\nx/y=new\n[Other]\n"),
            ("[Other]\na/b=2", "[Other]\na/b=2\n\n[Default Applications]\nx/y=new\n"),
            ("", "[Default Applications]\nx/y=new\n"),
            ("[Default Applications]\r\na/b=1\r\n", "[Default Applications]\r\na/b=1\r\nx/y=new\r\n"),
        ];
        for (before, after) in cases {
            let mut list = list(before);
            list.set("x/y", &one("new"));
            assert_eq!(text(&list), after);
            assert_eq!(list.types_of("new"), ["x/y"]);
        }
    }

    #[test]
    fn an_id_is_taken_out_of_a_value_and_nothing_else() {
        for (value, after) in
            [("a;own;b;", "a;b;"), ("own", ""), ("own;", ""), ("a; own ", "a"), ("own2;a", "own2;a")]
        {
            assert_eq!(without(&Bytes::Text(value.to_owned()), "own").text(), after, "{value}");
        }
    }
}
