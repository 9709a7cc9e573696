//! Files inside the documentation's own folders, and no others.

use std::path::{Path, PathBuf};

/// What may stand after a page's name, by compression.
pub const SUFFIXES: &[&str] = &["", ".gz", ".xz", ".bz2", ".zst", ".lzma", ".lz", ".Z"];

/// Folders whose files can be changed by nobody: pages there are linked into the documentation's folders.
const STORES: &[&str] = &["/nix/store", "/gnu/store"];

/// A file of this name, or of this name with a compression's suffix.
pub fn neighbour(path: &Path) -> Option<PathBuf> {
    let with = |suffix: &&str| {
        let mut name = path.as_os_str().to_owned();
        name.push(suffix);
        PathBuf::from(name)
    };
    SUFFIXES.iter().map(with).find(|path| path.is_file())
}

/// The real place of a regular file, if it lies inside this folder or a store.
pub fn inside(path: &Path, root: &Path) -> Option<PathBuf> {
    let real = path.canonicalize().ok()?;
    let trusted = root.canonicalize().is_ok_and(|root| real.starts_with(root));
    let trusted = trusted || STORES.iter().any(|store| real.starts_with(store));
    (trusted && real.is_file()).then_some(real)
}

/// Whether a text can be one part of a path, and nothing but that.
pub fn is_name(text: &str) -> bool {
    !text.is_empty()
        && !text.starts_with('.')
        && !text.contains(['/', '\0'])
        && !text.contains(char::is_control)
}

/// A file's name without a compression's suffix.
pub fn without_suffix(file: &str) -> &str {
    let suffix = SUFFIXES.iter().filter(|suffix| !suffix.is_empty()).find(|suffix| file.ends_with(**suffix));
    suffix.map_or(file, |suffix| &file[..file.len() - suffix.len()])
}
