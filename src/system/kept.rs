//! Key files that were read before, as long as they have not changed.

use std::collections::VecDeque;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::key_file::KeyFile;

/// So many files are kept.
const MOST: usize = 32;

/// What tells one version of a file from another: device, inode, size, and when it was changed, in seconds and
/// nanoseconds. Unlike the time of modification, that one cannot be set back.
type Mark = (u64, u64, u64, i64, i64);

/// The files that were asked for last, the newest first.
static KEPT: Mutex<VecDeque<(PathBuf, Mark, Arc<KeyFile>)>> = Mutex::new(VecDeque::new());

/// The content of a file, which is read where it is new or has changed.
pub fn get(file: &Path, read: impl FnOnce() -> Option<KeyFile>) -> Option<Arc<KeyFile>> {
    // Marked before it is read: a change in between is seen the next time.
    let mark = mark(file)?;
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(place) = kept.iter().position(|(path, ..)| path == file) {
        let known = kept.remove(place).filter(|(_, old, _)| *old == mark);
        if let Some(known) = known {
            let content = Arc::clone(&known.2);
            kept.push_front(known);
            return Some(content);
        }
    }
    let content = Arc::new(read()?);
    kept.truncate(MOST - 1);
    kept.push_front((file.to_owned(), mark, Arc::clone(&content)));
    Some(content)
}

fn mark(file: &Path) -> Option<Mark> {
    let found = fs::metadata(file).ok()?;
    Some((found.dev(), found.ino(), found.size(), found.ctime(), found.ctime_nsec()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_again_when_it_has_changed() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.list");
        let read = || {
            let content = get(&file, || Some(KeyFile::parse(&fs::read_to_string(&file).unwrap()))).unwrap();
            content.get("A", "a").unwrap().to_owned()
        };
        fs::write(&file, "[A]\na=1\n").unwrap();
        assert_eq!(read(), "1");
        assert_eq!(get(&file, || None).unwrap().get("A", "a"), Some("1"));
        fs::write(&file, "[A]\na=22\n").unwrap();
        assert_eq!(read(), "22");
        fs::remove_file(&file).unwrap();
        assert!(get(&file, || None).is_none());
        for number in 0..=MOST {
            let other = folder.path().join(number.to_string());
            fs::write(&other, "").unwrap();
            get(&other, || Some(KeyFile::default()));
        }
        assert!(KEPT.lock().unwrap().len() <= MOST);
    }
}
