//! Writing a file as a whole: another reader never sees half of it.

use std::fs;
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

/// Replaces a file as a whole, with its folders, keeping a symbolic link and the permissions. Where the folder of
/// the target takes no new file, the target is written in place.
pub fn write(path: &Path, content: &[u8]) -> io::Result<()> {
    let target = behind_links(path);
    // Root could put a file in the place of a device.
    if fs::symlink_metadata(&target).is_ok_and(|found| !found.is_file() && !found.is_symlink()) {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "is not a regular file"));
    }
    if let Some(folder) = target.parent().filter(|_| target == path) {
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

/// Where a file is or would be: a link may lead to one that is not there yet.
pub fn behind_links(path: &Path) -> PathBuf {
    /// As the kernel counts.
    const MOST_LINKS: usize = 40;
    let mut target = path.to_owned();
    for _ in 0..MOST_LINKS {
        let Ok(to) = fs::read_link(&target) else { break };
        target = target.parent().unwrap_or(Path::new("/")).join(to);
    }
    target
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
