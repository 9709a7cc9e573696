//! portero's own desktop entry and icon, brought along where no installation has put them.

use std::ffi::OsStr;
use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Scope, own_id};
use crate::env::{APPLICATION_ID, Env, Request};
use crate::error::{Code, Error};
use crate::launch;
use crate::message;
use crate::message::Message;
use crate::system::applications::Applications;
use crate::system::programs;
use crate::whole_file;

const ENTRY: &str = include_str!("../../data/io.github.portero.Portero.desktop.in");
const ICON: &str = include_str!("../../data/io.github.portero.Portero.svg");

/// The index that desktops keep of an applications folder.
const CACHE: &str = "mimeinfo.cache";

/// The program as the entry's template names it.
const PROGRAM: &str = "@BINDIR@/portero";

/// A file that registration brings along.
#[derive(Debug)]
pub struct Brought {
    /// Where it goes.
    pub path: PathBuf,
    content: String,
    mode: u32,
}

impl Brought {
    /// Writes it.
    pub fn write(&self) -> Result<(), Error> {
        let failed = |error: io::Error| {
            Error::new(Code::Failed, Message::quoted(format!("{}: {error}", self.path.display())))
        };
        whole_file::write(&self.path, self.content.as_bytes()).map_err(failed)?;
        fs::set_permissions(&self.path, Permissions::from_mode(self.mode)).map_err(failed)
    }
}

/// The entry and the icon, unless an entry of ours is there and can be started.
pub fn missing(env: &Env, scope: Scope) -> Result<Vec<Brought>, Error> {
    if Applications::new(env, &Request::default()).find(&own_id()).is_some() {
        return Ok(Vec::new());
    }
    let data = data_folder(env, scope)?;
    let program = fs::read_link("/proc/self/exe").map_err(|error| {
        Error::new(Code::Failed, message!("portero's own file cannot be found: {error}", error = &error))
    })?;
    let entry = ENTRY.replace(PROGRAM, &quoted(&program)?);
    // At least one distribution passes over entries that may not be executed.
    Ok(vec![
        Brought { path: data.join("applications").join(own_id()), content: entry, mode: 0o755 },
        Brought { path: data.join(icon_path()), content: ICON.to_owned(), mode: 0o644 },
    ])
}

/// Takes away what registration brought along.
pub fn remove(files: &[PathBuf]) -> Result<(), Error> {
    for file in files {
        match fs::remove_file(file) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(Error::new(
                    Code::Failed,
                    Message::quoted(format!("{}: {error}", file.display())),
                ));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Tells desktops that keep an index of entries; one without the tool reads the entries themselves.
pub fn refresh_cache(env: &Env, scope: Scope) {
    let Ok(data) = data_folder(env, scope) else { return };
    let Some(tool) = programs::find(OsStr::new("update-desktop-database"), &programs::search_path(env))
    else {
        return;
    };
    let mut refresh = Command::new(tool);
    // The lists are in force without it.
    let _ = launch::ask_tool(refresh.arg("-q").arg(data.join("applications")));
    drop_empty_cache(&data.join("applications"));
}

/// An index of no entries at all would only be a trace of ours.
fn drop_empty_cache(folder: &Path) {
    let names: Vec<_> =
        fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.file_name()).collect();
    if names == [CACHE] {
        let _ = fs::remove_file(folder.join(CACHE));
    }
}

fn icon_path() -> PathBuf {
    Path::new("icons/hicolor/scalable/apps").join(format!("{APPLICATION_ID}.svg"))
}

fn data_folder(env: &Env, scope: Scope) -> Result<PathBuf, Error> {
    let folder = match scope {
        Scope::Person => env.folders.data_home.clone(),
        Scope::System => env.folders.data_dirs.first().cloned(),
    };
    folder.ok_or_else(|| Error::new(Code::Failed, message!("there is no data folder for the desktop entry")))
}

/// A path as a word of an Exec key: in double quotes, then with the string escapes.
fn quoted(program: &Path) -> Result<String, Error> {
    let unsayable = || Error::new(Code::Failed, message!("portero's own path is not UTF-8"));
    let text = program.to_str().ok_or_else(unsayable)?;
    let plain = |c: char| c.is_alphanumeric() || "/._+-".contains(c);
    if text.chars().all(plain) {
        return Ok(text.to_owned());
    }
    let mut word = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '`' | '$' | '\\' => word.extend(['\\', c]),
            // One alone would start a field code.
            '%' => word.push_str("%%"),
            c => word.push(c),
        }
    }
    Ok(format!("{word}\"").replace('\\', "\\\\"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_path_can_be_said_in_an_exec_key() {
        assert_eq!(quoted(Path::new("/usr/bin/portero")).unwrap(), "/usr/bin/portero");
        assert_eq!(quoted(Path::new("/My Apps/100%/$x")).unwrap(), "\"/My Apps/100%%/\\\\$x\"");
    }
}
