//! Programs that only hand on what they get: as handlers they would come back to us.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::PathBuf;

use super::mime_apps::is_own;
use super::programs;
use crate::opener;
use crate::probe::Application;

/// Whether an application is portero itself or another opener, under whatever name.
pub fn hands_on(application: &Application, search_path: &[PathBuf]) -> bool {
    if is_own(&application.id) {
        return true;
    }
    if opener::is_opener(&application.exec) {
        return true;
    }
    let Some(program) = application.exec.first() else { return false };
    let found = programs::find(OsStr::new(program), search_path);
    let Some(real) = found.and_then(|file| fs::canonicalize(file).ok()) else { return false };
    let mut argv: Vec<OsString> = application.exec.iter().map(OsString::from).collect();
    argv[0] = real.clone().into_os_string();
    Some(real) == own_file() || opener::is_opener(&argv)
}

fn own_file() -> Option<PathBuf> {
    fs::canonicalize("/proc/self/exe").ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openers_are_known_by_name_and_by_file() {
        let folder = tempfile::tempdir().unwrap();
        let link = folder.path().join("browse");
        std::os::unix::fs::symlink("/proc/self/exe", &link).unwrap();
        let cases = [
            (vec!["/usr/bin/xdg-open", "%u"], true),
            (vec!["gio", "open", "%u"], true),
            (vec!["gio", "cat", "%u"], false),
            (vec!["exo-open", "%u"], true),
            (vec!["exo-open", "--launch", "MailReader", "%u"], false),
            (vec![link.to_str().unwrap(), "%u"], true),
            (vec!["firefox", "%u"], false),
            (vec![], false),
        ];
        for (exec, expected) in cases {
            let application = Application {
                id: "x.desktop".into(),
                name: String::new(),
                exec: exec.iter().map(ToString::to_string).collect(),
                icon: None,
                path: None,
                terminal: false,
                dbus_activatable: false,
                file: "/x".into(),
            };
            assert_eq!(hands_on(&application, &[]), expected, "{exec:?}");
        }
    }
}
