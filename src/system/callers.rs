//! By which names rules know the program that asked.

use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use super::key_file::KeyFile;
use super::process::{Status, command_line, folder, variables};
use crate::opener::is_opener;

/// What stands between a program and an opener that it starts: system(3) and popen(3).
const SHELLS: &[&str] = &["sh", "dash"];

/// The names of the nearest process that does not only hand on: those of its program, and the IDs of the desktop
/// entry and of the sandbox that it was started from. Those who start it at its own request count for nothing.
pub fn names(ancestry: &[Status]) -> Vec<String> {
    let Some(caller) = ancestry.iter().find(|status| !hands_on(status)) else { return Vec::new() };
    let id = caller.process.id;
    let file = fs::read_link(folder(id).join("exe")).ok();
    let base = file.as_deref().and_then(Path::file_name);
    let of_file = [file.as_deref().map(Path::as_os_str), base].into_iter().flatten();
    let mut names: Vec<String> = of_file.map(|name| name.to_string_lossy().into_owned()).collect();
    let known = [Some(caller.name.clone()), launched_entry(id), flatpak(id), unit_of(id)];
    for name in known.into_iter().flatten() {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// Whether a process only hands on what it gets.
pub fn hands_on(status: &Status) -> bool {
    let words = command_line(status.process.id);
    // A script is known by the name that the kernel gives it; behind its interpreter stand other words.
    SHELLS.contains(&status.name.as_str()) || is_opener(&[&status.name]) || is_opener(&words)
}

/// The desktop entry that GLib has started a process from.
fn launched_entry(id: u32) -> Option<String> {
    let variables = variables(id);
    let of_this = variables.get("GIO_LAUNCHED_DESKTOP_FILE_PID") == Some(&OsString::from(id.to_string()));
    let file = variables.get("GIO_LAUNCHED_DESKTOP_FILE").filter(|_| of_this)?;
    desktop_id(Path::new(file))
}

fn desktop_id(file: &Path) -> Option<String> {
    let name = file.file_name()?.as_bytes();
    Some(String::from_utf8_lossy(name.strip_suffix(b".desktop")?).into_owned())
}

fn flatpak(id: u32) -> Option<String> {
    let text = fs::read_to_string(folder(id).join("root/.flatpak-info")).ok()?;
    KeyFile::parse(&text).get("Application", "name").map(str::to_owned)
}

fn unit_of(id: u32) -> Option<String> {
    let cgroups = fs::read_to_string(folder(id).join("cgroup")).ok()?;
    cgroups.lines().filter_map(|line| line.rsplit('/').next()).find_map(application_of_unit)
}

/// The application ID in the name of a systemd unit: `app-gnome-org.example.App-42.scope`,
/// `app-org.example.App@autostart.service` (systemd's "Desktop environments") or `snap.app.command-….scope`.
fn application_of_unit(unit: &str) -> Option<String> {
    let (name, kind) = unit.rsplit_once('.')?;
    if let Some(snap) = name.strip_prefix("snap.") {
        return snap.split('.').next().map(str::to_owned);
    }
    let name = name.strip_prefix("app-")?;
    let name = match kind {
        // What the launcher has put behind it makes the name unique.
        "scope" => name.rsplit_once('-')?.0,
        "service" => name.split('@').next()?,
        _ => return None,
    };
    // A dash in an ID is escaped, so that it divides nothing.
    name.rsplit('-').next().map(|id| id.replace("\\x2d", "-"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_application_is_known_by_its_unit() {
        let cases = [
            ("app-gnome-org.example.App-4242.scope", Some("org.example.App")),
            ("app-firefox-77.scope", Some("firefox")),
            ("app-gnome-my\\x2dapp-77.scope", Some("my-app")),
            ("app-org.example.App@autostart.service", Some("org.example.App")),
            ("snap.firefox.firefox-1a2b.scope", Some("firefox")),
            ("vte-spawn-1a2b.scope", None),
            ("session-2.scope", None),
            ("app.slice", None),
            ("", None),
        ];
        for (unit, expected) in cases {
            assert_eq!(application_of_unit(unit).as_deref(), expected, "{unit}");
        }
    }

    #[test]
    fn a_program_is_known_by_its_file() {
        let own = super::super::process::ancestry(std::process::id());
        let names = names(&own);
        assert!(names[0].starts_with('/') && names[0].ends_with(&names[1]), "{names:?}");
    }
}
