//! Where programs are found: absolute, or in a part of PATH that nobody else may write.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use rustix::fs::{Access, access};

use crate::env::Env;
use crate::message;
use crate::message::Message;
use crate::trust;

/// Where the system keeps its programs when PATH is not set.
const DEFAULT_PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// The trusted parts of PATH: empty and relative ones, and those that others may write, are left out.
pub fn search_path(env: &Env) -> Vec<PathBuf> {
    let parts = Env::absolute_parts(env.get("PATH").unwrap_or(OsStr::new(DEFAULT_PATH)));
    parts.into_iter().filter(|part| part.is_dir() && trust::is_trusted(part)).collect()
}

/// Why parts of PATH are left out.
pub fn distrusted(env: &Env) -> Vec<Message> {
    let parts = Env::absolute_parts(env.get("PATH").unwrap_or(OsStr::new(DEFAULT_PATH)));
    let faults = parts.iter().filter(|part| part.is_dir()).filter_map(|part| trust::check(part).err());
    faults
        .map(|error| message!("no program is taken from a part of PATH: {fault}", fault = error.message))
        .collect()
}

/// The file of a program: an absolute path, or a name without a slash in one of these folders.
pub fn find(name: &OsStr, folders: &[PathBuf]) -> Option<PathBuf> {
    let path = Path::new(name);
    if path.is_absolute() {
        return is_program(path).then(|| path.to_owned());
    }
    let is_name = path.file_name() == Some(name);
    let candidates = folders.iter().filter(|_| is_name).map(|folder| folder.join(name));
    candidates.into_iter().find(|file| is_program(file))
}

/// Whether a file may be executed and nobody else may have written it.
pub fn is_program(file: &Path) -> bool {
    is_executable(file) && trust::is_trusted(file)
}

/// Whether a regular file may be executed by this user.
pub fn is_executable(file: &Path) -> bool {
    fs::metadata(file).is_ok_and(|found| found.is_file()) && access(file, Access::EXEC_OK).is_ok()
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn program(folder: &Path, name: &str, mode: u32) -> PathBuf {
        let file = folder.join(name);
        fs::write(&file, "#!/bin/sh\n").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
        file
    }

    #[test]
    fn names_are_looked_up_and_paths_must_be_absolute() {
        let folder = tempfile::tempdir().unwrap();
        let file = program(folder.path(), "tool", 0o755);
        program(folder.path(), "open", 0o777);
        program(folder.path(), "plain", 0o644);
        let path = [folder.path().to_owned()];
        assert_eq!(find(OsStr::new("tool"), &path), Some(file.clone()));
        assert_eq!(find(file.as_os_str(), &[]), Some(file));
        for refused in ["open", "plain", "absent", "./tool", "../tool", "", ".", "..", "tool/"] {
            assert_eq!(find(OsStr::new(refused), &path), None, "{refused}");
        }
    }
}
