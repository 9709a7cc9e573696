//! Reading a file that should be small: neither a FIFO that waits for its writer nor a device or a file without end
//! may hold anybody up.

use std::fs::{self, Metadata, OpenOptions};
use std::io::{self, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

/// The largest list or entry that is read where the reader knows no better, in bytes.
pub const LARGEST: u64 = 4 * 1024 * 1024;

/// Reads a regular file, links followed. Fails with `InvalidInput` where it is none, and with `FileTooLarge` where it
/// has more than `largest` bytes.
pub fn read(path: &Path, largest: u64) -> io::Result<Vec<u8>> {
    let content = beginning(path, largest + 1)?;
    if content.len() as u64 > largest {
        let message = format!("is larger than {} MiB", largest / (1024 * 1024));
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
    }
    Ok(content)
}

/// Reads at most so many bytes from the beginning of a regular file; fails as [`read`] does.
pub fn beginning(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    // Opening a device may already do something; a FIFO may take the file's place at any time.
    must_be_regular(&fs::metadata(path)?)?;
    let file = OpenOptions::new().read(true).custom_flags(libc::O_NONBLOCK).open(path)?;
    let found = file.metadata()?;
    must_be_regular(&found)?;
    // One byte more shows the end in the same read.
    let size = usize::try_from(found.len().min(most)).unwrap_or(0);
    let mut content = Vec::with_capacity(size + 1);
    file.take(most).read_to_end(&mut content)?;
    Ok(content)
}

fn must_be_regular(found: &Metadata) -> io::Result<()> {
    let fault = || io::Error::new(io::ErrorKind::InvalidInput, "is not a regular file");
    found.is_file().then_some(()).ok_or_else(fault)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_small_regular_files_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("x");
        fs::write(&file, "abc").unwrap();
        assert_eq!(read(&file, 3).unwrap(), b"abc");
        assert_eq!(beginning(&file, 2).unwrap(), b"ab");
        let kind = |path: &Path| read(path, 2).unwrap_err().kind();
        assert_eq!(kind(&file), io::ErrorKind::FileTooLarge);
        for path in [folder.path(), Path::new("/dev/zero")] {
            assert_eq!(kind(path), io::ErrorKind::InvalidInput);
        }
        assert_eq!(kind(&folder.path().join("none")), io::ErrorKind::NotFound);
    }
}
