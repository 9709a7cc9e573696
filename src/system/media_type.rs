//! The media type of a file, by its name and by its content (Shared MIME-info Database 0.21).

use std::fs::Metadata;
use std::os::unix::fs::FileTypeExt;
use std::path::Path;

use xdg_mime::SharedMimeInfo;

use crate::env::Env;
use crate::small_file;

/// How much of a file is looked at, in bytes: what the database's own rules reach.
const LOOKED_AT: u64 = 16 * 1024;

/// How much of it decides between text and binary data, in bytes.
const TEXT_LOOKED_AT: usize = 128;

/// From this priority on, a rule about the content wins over the name.
const CERTAIN: u32 = 80;

const TEXT: &str = "text/plain";
const BINARY: &str = "application/octet-stream";

/// Content of these types is what a file is, whatever it is called: opening it could run it.
const PROGRAMS: &[&str] = &[
    "application/vnd.appimage",
    "application/vnd.microsoft.portable-executable",
    "application/x-desktop",
    "application/x-executable",
    "application/x-iso9660-appimage",
    "application/x-ms-dos-executable",
    "application/x-ms-shortcut",
    "application/x-msdownload",
    "application/x-pie-executable",
    "application/x-sharedlib",
];

/// The shared database of media types.
pub struct MediaTypes {
    database: SharedMimeInfo,
}

impl std::fmt::Debug for MediaTypes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("MediaTypes")
    }
}

impl MediaTypes {
    /// Reads the database of the data folders.
    pub fn read(env: &Env) -> Self {
        // Without any home the library would panic; the system's own database is enough then.
        let database = match env.folders.data_home {
            Some(_) => SharedMimeInfo::new(),
            None => SharedMimeInfo::new_for_directory("/usr/share"),
        };
        Self { database }
    }

    /// The type of what stands at a path, links followed; `application/octet-stream` when nothing can be said.
    pub fn of_file(&self, path: &Path) -> String {
        let Ok(found) = std::fs::metadata(path) else { return BINARY.to_owned() };
        if let Some(kind) = kind_of_inode(&found) {
            return kind.to_owned();
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        self.of(&name, &small_file::beginning(path, LOOKED_AT).unwrap_or_default())
    }

    /// The recommended order of the specification: a certain rule about the content decides between several names.
    fn of(&self, name: &str, content: &[u8]) -> String {
        let by_name = self.by_name(name);
        let (by_content, priority) = self.by_content(content);
        if PROGRAMS.contains(&by_content.as_str()) || by_name.is_empty() {
            return by_content;
        }
        let fits = |name: &String| *name == by_content || self.is_kind_of(&by_content, name);
        let decided = by_name.len() > 1 && by_content != BINARY;
        match by_name.iter().find(|name| fits(name)) {
            Some(_) if decided => by_content,
            None if decided && by_content != TEXT && priority >= CERTAIN => by_content,
            _ => by_name.into_iter().next().unwrap_or(by_content),
        }
    }

    /// The types of the best glob patterns, in a fixed order.
    fn by_name(&self, name: &str) -> Vec<String> {
        let types = self.database.get_mime_types_from_file_name(name);
        let mut types: Vec<String> = types.iter().map(|found| found.essence_str().to_owned()).collect();
        types.retain(|found| found != BINARY);
        types.sort();
        types.dedup();
        types
    }

    fn by_content(&self, content: &[u8]) -> (String, u32) {
        if content.is_empty() {
            return (TEXT.to_owned(), 0);
        }
        match self.database.get_mime_type_for_data(content) {
            Some((found, priority)) if found.essence_str() != BINARY => {
                (found.essence_str().to_owned(), priority)
            }
            _ if is_text(content) => (TEXT.to_owned(), 0),
            _ => (BINARY.to_owned(), 0),
        }
    }

    fn is_kind_of(&self, media_type: &str, base: &str) -> bool {
        let parsed = (media_type.parse(), base.parse());
        matches!(parsed, (Ok(media_type), Ok(base)) if self.database.mime_type_subclass(&media_type, &base))
    }

    /// A type, then what it is a kind of, the closest first; every `text/*` ends in plain text.
    pub fn lineage(&self, media_type: &str) -> Vec<String> {
        let mut types = vec![media_type.to_owned()];
        let mut at = 0;
        while let Some(current) = types.get(at).cloned() {
            for parent in self.parents(&current) {
                if !types.contains(&parent) && parent != BINARY {
                    types.push(parent);
                }
            }
            at += 1;
        }
        if media_type.starts_with("text/") && !types.iter().any(|found| found == TEXT) {
            types.push(TEXT.to_owned());
        }
        types
    }

    /// The name that a type is an alias of, and its direct parents.
    fn parents(&self, media_type: &str) -> Vec<String> {
        let Ok(parsed) = media_type.parse() else { return Vec::new() };
        let real = self.database.unalias_mime_type(&parsed).unwrap_or(parsed);
        let parents = self.database.get_parents(&real).unwrap_or_else(|| vec![real]);
        parents.iter().map(|parent| parent.essence_str().to_owned()).collect()
    }
}

fn kind_of_inode(found: &Metadata) -> Option<&'static str> {
    let kind = found.file_type();
    let kinds = [
        (kind.is_dir(), "inode/directory"),
        (kind.is_char_device(), "inode/chardevice"),
        (kind.is_block_device(), "inode/blockdevice"),
        (kind.is_fifo(), "inode/fifo"),
        (kind.is_socket(), "inode/socket"),
    ];
    kinds.into_iter().find_map(|(is, name)| is.then_some(name))
}

fn is_text(content: &[u8]) -> bool {
    let looked_at = &content[..content.len().min(TEXT_LOOKED_AT)];
    !looked_at.iter().any(|byte| byte.is_ascii_control() && !byte.is_ascii_whitespace() && *byte != 0x1b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn name_and_content_are_weighed() {
        let types = MediaTypes { database: SharedMimeInfo::new_for_directory("/usr/share") };
        let elf: &[u8] = b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x02\0";
        let cases: &[(&str, &[u8], &str)] = &[
            ("a.txt", b"hello", "text/plain"),
            ("a.txt", elf, "application/x-executable"),
            ("notes", elf, "application/x-executable"),
            ("a.pdf", b"%PDF-1.4", "application/pdf"),
            ("noname", b"%PDF-1.4", "application/pdf"),
            ("a.jpg", b"%PDF-1.4", "image/jpeg"),
            ("a.json", b"{\"a\": 1}", "application/json"),
            ("a.jar", b"PK\x03\x04", "application/x-java-archive"),
            ("a.txt", b"[Desktop Entry]\nType=Application\n", "application/x-desktop"),
            ("REPORT.\u{3a1}DF", b"GIF89a", "image/gif"),
            ("empty", b"", "text/plain"),
            ("empty.html", b"", "text/html"),
            ("noname", b"\x00\x01\x02", "application/octet-stream"),
            ("noname", b"words", "text/plain"),
        ];
        for (name, content, expected) in cases {
            assert_eq!(types.of(name, content), *expected, "{name}");
        }
    }

    #[test]
    fn a_type_comes_with_what_it_is_a_kind_of() {
        let types = MediaTypes { database: SharedMimeInfo::new_for_directory("/usr/share") };
        assert_eq!(types.lineage("text/x-csrc"), ["text/x-csrc", "text/plain"]);
        assert_eq!(types.lineage("text/new-kind"), ["text/new-kind", "text/plain"]);
        assert_eq!(types.lineage("image/png"), ["image/png"]);
        assert_eq!(types.lineage("no type"), ["no type"]);
    }

    #[test]
    fn what_is_no_file_is_not_read() {
        let types = MediaTypes { database: SharedMimeInfo::new_for_directory("/usr/share") };
        assert_eq!(types.of_file(Path::new("/dev/zero")), "inode/chardevice");
        assert_eq!(types.of_file(Path::new("/tmp")), "inode/directory");
        assert_eq!(types.of_file(Path::new("/no/such/file")), BINARY);
    }
}
