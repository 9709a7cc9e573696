//! Pages that were made, kept for the next time.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::process;
use std::time::SystemTime;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::small_file;

/// Files that are kept; when there are more, the older half goes.
const MOST: usize = 400;
/// A page that takes more bytes is not kept.
const LARGEST: u64 = 4 << 20;

/// A page with all that it was made of.
#[derive(Debug, Serialize, Deserialize)]
struct Entry<T> {
    sources: Vec<Source>,
    page: T,
}

/// A file or folder as it was when the page was made.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Source {
    path: PathBuf,
    /// Bytes, and nanoseconds since 1970; nothing where there was no such file.
    state: Option<(u64, i128)>,
}

impl Source {
    fn of(path: &Path) -> Self {
        let nanoseconds =
            |facts: &fs::Metadata| i128::from(facts.mtime()) * 1_000_000_000 + i128::from(facts.mtime_nsec());
        let facts = fs::metadata(path).ok();
        Self { path: path.to_owned(), state: facts.map(|facts| (facts.len(), nanoseconds(&facts))) }
    }
}

/// The page that these facts ask for: from the cache, if all that it was made of is still the same, else made now.
/// `make` gives the files and folders that decide about the page as well.
///
/// # Errors
/// Those of `make`; a cache that cannot be read or written is none.
pub fn or_make<T: Serialize + DeserializeOwned, E>(
    folder: Option<&Path>,
    facts: &impl Hash,
    make: impl FnOnce() -> Result<(T, Vec<PathBuf>), E>,
) -> Result<T, E> {
    let Some(folder) = folder else { return Ok(make()?.0) };
    let folder = folder.join("pages");
    let file = folder.join(format!("{:016x}", key(facts)));
    if let Some(page) = get(&file) {
        return Ok(page);
    }
    let (page, paths) = make()?;
    let entry = Entry { sources: paths.iter().map(|path| Source::of(path)).collect(), page };
    // Without a place to write, the page is made again next time.
    let _ = put(&folder, &file, &entry);
    Ok(entry.page)
}

fn get<T: DeserializeOwned>(file: &Path) -> Option<T> {
    let bytes = small_file::read(file, LARGEST).ok()?;
    let Entry { sources, page } = postcard::from_bytes(&bytes).ok()?;
    // A page is made of something: what names no source is none of ours.
    let is_fresh = !sources.is_empty() && sources.iter().all(|source| Source::of(&source.path) == *source);
    is_fresh.then_some(page)
}

/// Another program, or another version of it, has pages of its own.
fn key(facts: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    Source::of(Path::new("/proc/self/exe")).state.hash(&mut hasher);
    facts.hash(&mut hasher);
    hasher.finish()
}

fn put(folder: &Path, file: &Path, entry: &Entry<impl Serialize>) -> io::Result<()> {
    let bytes = postcard::to_allocvec(entry).map_err(io::Error::other)?;
    if bytes.len() as u64 > LARGEST {
        return Ok(());
    }
    fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    thin_out(folder)?;
    // Another request may write the same page: each writes its own file, and the name changes at once.
    let draft = file.with_extension(process::id().to_string());
    fs::write(&draft, bytes)?;
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
    fn a_page_is_made_again_when_its_sources_change() {
        let folder = tempfile::tempdir().unwrap();
        let source = folder.path().join("source");
        fs::write(&source, "x").unwrap();
        let ask = |facts: &str, title: &str| {
            let make = || Ok::<_, ()>((title.to_owned(), vec![source.clone(), folder.path().join("none")]));
            or_make(Some(folder.path()), &facts, make).unwrap()
        };
        assert_eq!([ask("a", "one"), ask("a", "two"), ask("b", "three")], ["one", "one", "three"]);
        fs::write(&source, "xy").unwrap();
        assert_eq!([ask("a", "four"), ask("a", "five")], ["four", "four"]);
        fs::write(folder.path().join("none"), "").unwrap();
        assert_eq!(ask("a", "six"), "six");
    }

    #[test]
    fn rubbish_in_the_cache_is_no_page() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("pages")).unwrap();
        let file = folder.path().join("pages").join(format!("{:016x}", key(&"a")));
        for rubbish in [&b""[..], b"\xff\xff\xff\xff\xff\xff\xff\xff\xff", &[0; 3][..]] {
            fs::write(&file, rubbish).unwrap();
            assert_eq!(get::<(String, Vec<String>)>(&file), None);
        }
    }

    #[test]
    fn the_folder_does_not_grow_without_end() {
        let folder = tempfile::tempdir().unwrap();
        for number in 0..MOST {
            fs::write(folder.path().join(number.to_string()), "").unwrap();
        }
        let entry = Entry { sources: Vec::new(), page: "x" };
        put(folder.path(), &folder.path().join("new"), &entry).unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), MOST / 2 + 1);
    }
}
