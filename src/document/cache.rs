//! What formatters made, kept for the next time.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::process;
use std::time::SystemTime;

/// Files that are kept; when there are more, the older half goes.
const MOST: usize = 400;

/// The output of a formatter for this input, from the cache or made now. The name of the file is made of the whole
/// input and of the program, so that a page is new as soon as its source, what it includes, or the formatter is.
///
/// # Errors
/// Those of `make`; a cache that cannot be read or written is none.
pub fn or_make<E>(
    folder: Option<&Path>,
    program: &Path,
    input: &[u8],
    make: impl FnOnce() -> Result<Vec<u8>, E>,
) -> Result<Vec<u8>, E> {
    let Some(folder) = folder else { return make() };
    let folder = folder.join("pages");
    let file = folder.join(format!("{:016x}", key(program, input)));
    if let Ok(output) = fs::read(&file) {
        return Ok(output);
    }
    let output = make()?;
    // Without a place to write, the page is made again next time.
    let _ = put(&folder, &file, &output);
    Ok(output)
}

fn key(program: &Path, input: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    let facts = fs::metadata(program).ok();
    (program, facts.as_ref().and_then(|facts| facts.modified().ok()), input).hash(&mut hasher);
    hasher.finish()
}

fn put(folder: &Path, file: &Path, output: &[u8]) -> io::Result<()> {
    fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    thin_out(folder)?;
    // Another request may write the same page: each writes its own file, and the name changes at once.
    let draft = file.with_extension(process::id().to_string());
    fs::write(&draft, output)?;
    fs::rename(draft, file)
}

fn thin_out(folder: &Path) -> io::Result<()> {
    let age = |path: &PathBuf| {
        fs::metadata(path).and_then(|facts| facts.modified()).unwrap_or(SystemTime::UNIX_EPOCH)
    };
    let mut files: Vec<PathBuf> = fs::read_dir(folder)?.flatten().map(|entry| entry.path()).collect();
    if files.len() < MOST {
        return Ok(());
    }
    files.sort_by_cached_key(age);
    files.iter().take(MOST / 2).try_for_each(fs::remove_file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_time_nothing_is_made() {
        let folder = tempfile::tempdir().unwrap();
        let make = |text: &'static str| move || Ok::<_, ()>(text.as_bytes().to_vec());
        let troff = Path::new("/usr/bin/troff");
        assert_eq!(or_make(Some(folder.path()), troff, b"x", make("one")), Ok(b"one".to_vec()));
        assert_eq!(or_make(Some(folder.path()), troff, b"x", make("two")), Ok(b"one".to_vec()));
        assert_eq!(or_make(Some(folder.path()), troff, b"y", make("two")), Ok(b"two".to_vec()));
        assert_eq!(or_make(None, troff, b"x", make("three")), Ok(b"three".to_vec()));
    }

    #[test]
    fn the_folder_does_not_grow_without_end() {
        let folder = tempfile::tempdir().unwrap();
        for number in 0..MOST {
            fs::write(folder.path().join(number.to_string()), "").unwrap();
        }
        put(folder.path(), &folder.path().join("new"), b"x").unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), MOST / 2 + 1);
    }
}
