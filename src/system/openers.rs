//! Programs that only hand on what they get: as handlers they would come back to us.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use super::mime_apps::is_own;
use super::programs;
use crate::probe::Application;

/// An opener, and the first argument with which it hands on (any, when there is none).
const OPENERS: &[(&str, Option<&str>)] = &[
    ("exo-open", None),
    ("gio", Some("open")),
    ("gnome-open", None),
    ("gvfs-open", None),
    ("handlr", Some("open")),
    ("kde-open", None),
    ("kde-open5", None),
    ("kfmclient", None),
    ("kioclient", None),
    ("kioclient5", None),
    ("mimeopen", None),
    ("portero", None),
    ("run-mailcap", None),
    ("xdg-email", None),
    ("xdg-open", None),
];

/// With this, Xfce's opener starts the program that its own settings name, and does not hand on.
const LAUNCHES_ITSELF: &str = "--launch";

/// Whether an application is portero itself or another opener, under whatever name.
pub fn hands_on(application: &Application, search_path: &[PathBuf]) -> bool {
    if is_own(&application.id) {
        return true;
    }
    let Some((program, arguments)) = application.exec.split_first() else { return false };
    let real = programs::find(OsStr::new(program), search_path).and_then(|file| fs::canonicalize(file).ok());
    let names = [Some(Path::new(program)), real.as_deref()];
    real.is_some() && real == own_file() || names.into_iter().flatten().any(|name| is_opener(name, arguments))
}

fn is_opener(program: &Path, arguments: &[String]) -> bool {
    let name = program.file_name().unwrap_or_default();
    let known = OPENERS.iter().any(|(opener, first)| {
        name == *opener
            && first.is_none_or(|first| arguments.first().is_some_and(|argument| argument == first))
    });
    known && !arguments.iter().any(|argument| argument == LAUNCHES_ITSELF)
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
