//! The installed applications: desktop entries by their IDs (Desktop Entry Specification 1.5).

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::exec_key;
use super::kept;
use super::key_file::KeyFile;
use super::programs;
use crate::env::{Env, Request};
use crate::probe::Application;
use crate::small_file::{self, LARGEST};
use crate::trust;

const GROUP: &str = "Desktop Entry";
const SUFFIX: &str = ".desktop";

/// Keys in which a terminal's entry says how it takes a command.
const TERMINAL_OPTION: &[&str] = &["TerminalArgExec", "X-TerminalArgExec"];

/// How deep folders below `applications` are searched; IDs join them with dashes.
const DEEPEST: u8 = 4;

/// Looks desktop entries up for one person and language.
#[derive(Debug)]
pub struct Applications {
    folders: Vec<PathBuf>,
    search_path: Vec<PathBuf>,
    locales: Vec<String>,
}

impl Applications {
    /// The applications of this machine, with names in the language of the request.
    pub fn new(env: &Env, request: &Request) -> Self {
        Self::with(env, request, programs::search_path(env))
    }

    /// The same, where the trusted parts of PATH are known.
    pub fn with(env: &Env, request: &Request, search_path: Vec<PathBuf>) -> Self {
        Self { folders: folders(env), search_path, locales: locales(request) }
    }

    /// The application of an ID (with or without `.desktop`) that is installed and may be started. The first file
    /// of that ID counts: one that says `Hidden` takes the application away.
    pub fn find(&self, id: &str) -> Option<Application> {
        let id = if id.ends_with(SUFFIX) { id.to_owned() } else { format!("{id}{SUFFIX}") };
        let file = self.file_of(&id)?;
        self.read(&id, &file)
    }

    /// The first file of this ID in the applications folders.
    fn file_of(&self, id: &str) -> Option<PathBuf> {
        // An ID is no path.
        if id.contains('/') || id.starts_with('.') {
            return None;
        }
        self.folders.iter().find_map(|folder| file_below(folder, id))
    }

    /// The option before a command that a terminal's own entry declares (`X-TerminalArgExec`); empty when it wants
    /// none.
    pub fn terminal_option(&self, program: &OsStr) -> Option<String> {
        let mut found = None;
        for folder in &self.folders {
            collect(folder, "", DEEPEST, &mut |_, file| {
                found = found.take().or_else(|| declared_option(read_trusted(file)?.as_ref(), program));
            });
        }
        found
    }

    fn read(&self, id: &str, file: &Path) -> Option<Application> {
        let entry = read_trusted(file)?;
        let usable = entry.get(GROUP, "Type").map(str::trim_end) == Some("Application")
            && !entry.is_true(GROUP, "Hidden")
            && entry.string(GROUP, "TryExec").is_none_or(|program| self.is_installed(&program));
        let dbus_activatable = entry.is_true(GROUP, "DBusActivatable");
        let exec = entry.string(GROUP, "Exec").and_then(|value| exec_key::words(&value)).unwrap_or_default();
        let startable = exec.first().is_some_and(|program| self.is_installed(&program.replace("%%", "%")))
            || dbus_activatable;
        (usable && startable).then(|| Application {
            id: id.to_owned(),
            name: self.localized(&entry, "Name").unwrap_or_else(|| id.to_owned()),
            icon: self.localized(&entry, "Icon"),
            path: entry.string(GROUP, "Path").filter(|path| !path.is_empty()).map(PathBuf::from),
            terminal: entry.is_true(GROUP, "Terminal"),
            dbus_activatable,
            file: file.to_owned(),
            exec,
        })
    }

    fn is_installed(&self, program: &str) -> bool {
        programs::find(OsStr::new(program), &self.search_path).is_some()
    }

    fn localized(&self, entry: &KeyFile, key: &str) -> Option<String> {
        let own = self.locales.iter().find_map(|locale| entry.string(GROUP, &format!("{key}[{locale}]")));
        own.or_else(|| entry.string(GROUP, key)).filter(|value| !value.is_empty())
    }
}

/// The applications folders, the person's own first.
pub fn folders(env: &Env) -> Vec<PathBuf> {
    let data = env.folders.data_home.iter().chain(&env.folders.data_dirs);
    data.map(|folder| folder.join("applications")).collect()
}

/// A key file that nobody else may have written.
pub fn read_trusted(file: &Path) -> Option<Arc<KeyFile>> {
    trust::check(file).ok()?;
    kept::get(file, || {
        let bytes = small_file::read(file, LARGEST).ok()?;
        Some(KeyFile::parse(&String::from_utf8_lossy(&bytes)))
    })
}

fn declared_option(entry: &KeyFile, program: &OsStr) -> Option<String> {
    let exec = exec_key::words(&entry.string(GROUP, "Exec")?)?;
    let is_it = Path::new(exec.first()?).file_name() == Some(program);
    let is_terminal = entry.list(GROUP, "Categories").contains(&"TerminalEmulator");
    let mut declared = TERMINAL_OPTION.iter().filter_map(|key| entry.string(GROUP, key));
    if is_it && is_terminal { declared.next() } else { None }
}

/// The IDs of the entries below an applications folder that name this media type themselves: what its
/// `mimeinfo.cache` would hold.
pub fn declaring(folder: &Path, media_type: &str) -> Vec<String> {
    let mut found = Vec::new();
    collect(folder, "", DEEPEST, &mut |id, file| {
        let declares = |entry: &Arc<KeyFile>| entry.list(GROUP, "MimeType").contains(&media_type);
        if read_trusted(file).as_ref().is_some_and(declares) {
            found.push(id.to_owned());
        }
    });
    found.sort();
    found
}

fn collect(folder: &Path, prefix: &str, depth: u8, take: &mut dyn FnMut(&str, &Path)) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let Some(name) = name.to_str() else { continue };
        let id = format!("{prefix}{name}");
        if name.ends_with(SUFFIX) {
            take(&id, &entry.path());
        } else if depth > 0 && entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            collect(&entry.path(), &format!("{id}-"), depth - 1, take);
        }
    }
}

/// `a-b.desktop` is `a-b.desktop` or `a/b.desktop`.
fn file_below(folder: &Path, id: &str) -> Option<PathBuf> {
    let file = folder.join(id);
    if file.is_file() {
        return Some(file);
    }
    id.match_indices('-').find_map(|(dash, _)| {
        let below = folder.join(&id[..dash]);
        let rest = &id[dash + 1..];
        (dash > 0 && !rest.is_empty() && below.is_dir()).then(|| file_below(&below, rest)).flatten()
    })
}

/// The forms of the request's locale that keys may carry, the closest first: `de_AT@euro`, `de_AT`, `de@euro`, `de`.
fn locales(request: &Request) -> Vec<String> {
    let names = ["LC_ALL", "LC_MESSAGES", "LANG"];
    let Some(locale) = names.iter().find_map(|name| request.get(name)?.to_str()) else { return Vec::new() };
    let (base, modifier) = locale.split_once('@').unwrap_or((locale, ""));
    let base = base.split('.').next().unwrap_or(base);
    let language = base.split('_').next().unwrap_or(base);
    let mut forms = Vec::new();
    for base in [base, language] {
        if !modifier.is_empty() {
            forms.push(format!("{base}@{modifier}"));
        }
        forms.push(base.to_owned());
    }
    forms.dedup();
    forms
}

#[cfg(test)]
mod tests {
    use super::*;

    fn applications(folder: &Path, locale: &str) -> Applications {
        let request = Request { variables: [("LANG".into(), locale.into())].into(), ..Request::default() };
        Applications {
            folders: vec![folder.join("own"), folder.join("system")],
            search_path: vec!["/bin".into()],
            locales: locales(&request),
        }
    }

    fn write(folder: &Path, name: &str, text: &str) {
        let file = folder.join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, format!("[Desktop Entry]\nType=Application\n{text}")).unwrap();
    }

    #[test]
    fn ids_are_looked_up_in_order_and_below() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        write(root, "system/a.desktop", "Name=A\nExec=sh %u\nTerminal=true\nPath=/tmp\nName[de]=Ä\n");
        write(root, "system/kde/b-c.desktop", "Exec=sh\n");
        write(root, "system/gone.desktop", "Exec=sh\n");
        write(root, "own/gone.desktop", "Hidden=true\nExec=sh\n");
        write(root, "own/stale.desktop", "Exec=/no/such/program\n");
        write(root, "own/try.desktop", "TryExec=no-such-program\nExec=sh\n");
        write(root, "own/bus.desktop", "DBusActivatable=true\n");
        let applications = applications(root, "de_AT.UTF-8");
        let found = applications.find("a").unwrap();
        assert_eq!((found.name.as_str(), found.id.as_str(), found.terminal), ("Ä", "a.desktop", true));
        assert_eq!(found.path, Some("/tmp".into()));
        assert!(applications.find("kde-b-c.desktop").is_some());
        assert!(applications.find("bus").unwrap().dbus_activatable);
        for absent in ["gone", "stale", "try", "kde/b-c", "../system/a", "", "-"] {
            assert!(applications.find(absent).is_none(), "{absent}");
        }
    }

    #[test]
    fn a_terminal_says_how_it_takes_a_command() {
        let folder = tempfile::tempdir().unwrap();
        let terminal = "Categories=System;TerminalEmulator;\n";
        write(
            folder.path(),
            "own/a.desktop",
            &format!("Exec=/opt/term --new\nX-TerminalArgExec=-c\n{terminal}"),
        );
        write(folder.path(), "own/b.desktop", "Exec=edit\nX-TerminalArgExec=-c\n");
        let applications = applications(folder.path(), "C");
        assert_eq!(applications.terminal_option(OsStr::new("term")), Some("-c".to_owned()));
        assert_eq!(applications.terminal_option(OsStr::new("edit")), None);
    }

    #[test]
    fn the_closest_language_wins() {
        let request = |locale: &str| Request {
            variables: [("LC_ALL".into(), locale.into())].into(),
            ..Request::default()
        };
        assert_eq!(locales(&request("sr_RS.UTF-8@latin")), ["sr_RS@latin", "sr_RS", "sr@latin", "sr"]);
        assert_eq!(locales(&request("de")), ["de"]);
        assert!(locales(&Request::default()).is_empty());
    }
}
