//! Key files: desktop entries, `mimeapps.list`, `mimeinfo.cache` (Desktop Entry Specification 1.5, section 3).
//!
//! Read here and not by a crate because the files in the wild must be: a line that is none of the three kinds is
//! passed over, not a reason to lose the handler.

use std::ops::Range;

/// A key file, read leniently; values are as written.
#[derive(Debug, Clone, Default)]
pub struct KeyFile {
    text: String,
    entries: Vec<Entry>,
}

/// Places in the text.
#[derive(Debug, Clone)]
struct Entry {
    group: Range<u32>,
    key: Range<u32>,
    value: Range<u32>,
}

impl KeyFile {
    /// Reads the text of a key file.
    pub fn parse(text: &str) -> Self {
        let place = |part: &str| {
            let start = part.as_ptr().addr() - text.as_ptr().addr();
            let at = |byte: usize| u32::try_from(byte).unwrap_or(0);
            at(start)..at(start + part.len())
        };
        let mut entries = Vec::new();
        let mut group = &text[..0];
        for line in text.lines().map(str::trim_start).filter(|line| !line.starts_with('#')) {
            if let Some(name) = group_header(line) {
                group = name;
            } else if let Some((key, value)) = line.split_once('=') {
                let [group, key, value] = [group, key.trim_end(), value.trim_start()].map(place);
                entries.push(Entry { group, key, value });
            }
        }
        Self { text: text.to_owned(), entries }
    }

    /// The value of a key; the last one wins, as in GLib.
    pub fn get(&self, group: &str, key: &str) -> Option<&str> {
        let is_it = |entry: &&Entry| self.part(&entry.key) == key && self.part(&entry.group) == group;
        self.entries.iter().rev().find(is_it).map(|entry| self.part(&entry.value))
    }

    fn part(&self, place: &Range<u32>) -> &str {
        self.text.get(place.start as usize..place.end as usize).unwrap_or_default()
    }

    /// A value with its string escapes taken off.
    pub fn string(&self, group: &str, key: &str) -> Option<String> {
        self.get(group, key).map(unescaped)
    }

    /// Whether a key is `true`.
    pub fn is_true(&self, group: &str, key: &str) -> bool {
        self.get(group, key).is_some_and(|value| value.trim_end() == "true")
    }

    /// The elements of a list, divided by `;`.
    pub fn list(&self, group: &str, key: &str) -> Vec<&str> {
        self.get(group, key).map(elements).unwrap_or_default()
    }
}

/// The name between the brackets of a group header.
pub fn group_header(line: &str) -> Option<&str> {
    line.trim_end().strip_prefix('[')?.strip_suffix(']')
}

/// The elements of a list of desktop file IDs or media types, which hold no escapes.
pub fn elements(value: &str) -> Vec<&str> {
    value.split(';').map(str::trim).filter(|element| !element.is_empty()).collect()
}

/// Takes the escapes `\s`, `\n`, `\t`, `\r` and `\\` off; any other stays as it stands.
fn unescaped(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut chars = value.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            text.push(c);
            continue;
        }
        match chars.next() {
            Some('s') => text.push(' '),
            Some('n') => text.push('\n'),
            Some('t') => text.push('\t'),
            Some('r') => text.push('\r'),
            Some('\\') | None => text.push('\\'),
            Some(other) => text.extend(['\\', other]),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_in_the_wild_are_read() {
        let file = KeyFile::parse(
            "# comment\nstray line\nOutside=1\n[Desktop Entry]\nName = A\\sb \r\nName[de]=C\n\n[Other] \nName=D\n\
             [Desktop Entry]\nHidden=true\nTypes=a/b; c/d;;\nName=E\n",
        );
        assert_eq!(file.get("Desktop Entry", "Name[de]"), Some("C"));
        assert_eq!(file.get("Desktop Entry", "Name"), Some("E"));
        assert_eq!(file.get("Other", "Name"), Some("D"));
        assert_eq!(file.get("", "Outside"), Some("1"));
        assert!(file.is_true("Desktop Entry", "Hidden"));
        assert_eq!(file.list("Desktop Entry", "Types"), ["a/b", "c/d"]);
    }

    #[test]
    fn escapes_are_taken_off_once() {
        for (written, read) in [(r"a\sb\\sc", "a b\\sc"), (r"\n\t\r", "\n\t\r"), (r"\;\", "\\;\\")] {
            assert_eq!(unescaped(written), read);
        }
    }
}
