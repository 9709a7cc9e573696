//! What does not depend on the scheme: the entry and the lists, the display, the bus, the terminal, the sandbox.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use super::needs::Packages;
use super::{Finding, State};
use crate::argv::Argv;
use crate::cli::status;
use crate::cli::surroundings::Surroundings;
use crate::error::Code;
use crate::launch::{self, Sandbox};
use crate::open;
use crate::register;
use crate::system::applications::{self, Applications, read_trusted};
use crate::system::bus::Object;

/// Draws a finding of its topic, good or with its state and message.
type Look = fn(&Surroundings) -> Result<String, (State, String)>;

const LOOKS: &[(&str, Look, Option<Packages>)] = &[
    ("config", config, None),
    ("entry", entry, None),
    ("defaults", defaults, None),
    ("display", display, None),
    ("desktop", desktop, None),
    ("bus", bus, Some(Packages::new("dbus-user-session", "dbus-daemon", "dbus"))),
    ("terminal", terminal, Some(Packages::new("xterm", "xterm", "xterm"))),
    ("sandbox", sandbox, Some(Packages::same("bubblewrap xdg-dbus-proxy"))),
    ("edited", edited, None),
];

/// All of them, in order.
pub fn findings(surroundings: &Surroundings) -> Vec<Finding> {
    let looks = LOOKS.iter();
    looks
        .map(|(topic, look, packages)| Finding::good_or(topic, look(surroundings)).installing(*packages))
        .collect()
}

fn config(surroundings: &Surroundings) -> Result<String, (State, String)> {
    let loaded = &surroundings.loaded;
    if loaded.has_errors() {
        return Err((
            State::Doubtful,
            "it has mistakes and is not in force: see `portero config check`".into(),
        ));
    }
    let files: Vec<String> = loaded.files.iter().map(|file| file.display().to_string()).collect();
    Ok(if files.is_empty() { "the defaults".to_owned() } else { files.join(", ") })
}

fn entry(surroundings: &Surroundings) -> Result<String, (State, String)> {
    let found = Applications::new(&surroundings.env, &surroundings.request).find(&register::own_id());
    let Some(application) = found else {
        return Err((
            State::Missing,
            "there is no desktop entry that starts portero: run `portero register`".into(),
        ));
    };
    let file = application.file;
    let mode = fs::metadata(&file).map_or(0, |found| found.permissions().mode());
    if mode & 0o111 == 0 {
        let message = format!("{} may not be executed, which some desktops ask for", file.display());
        return Err((State::Doubtful, message));
    }
    Ok(file.display().to_string())
}

/// Whether browsers and other programs will find portero.
fn defaults(surroundings: &Surroundings) -> Result<String, (State, String)> {
    let rows = status::rows(&surroundings.env, &surroundings.request);
    let foreign = rows.iter().filter(|row| register::DEFAULT.contains(&row.scheme) && !row.own);
    let names: Vec<&str> = foreign.map(|row| row.scheme).collect();
    if names.is_empty() {
        return Ok("portero is the default of all its schemes".to_owned());
    }
    Err((State::Missing, format!("portero is not the default of {}: see `portero status`", names.join(", "))))
}

fn display(surroundings: &Surroundings) -> Result<String, (State, String)> {
    let shown = ["WAYLAND_DISPLAY", "DISPLAY"].iter().find_map(|name| {
        let value = surroundings.request.get(name)?.to_string_lossy();
        Some(format!("{name}={value}"))
    });
    shown.ok_or_else(|| {
        (State::Doubtful, "neither WAYLAND_DISPLAY nor DISPLAY is set: no window can open".into())
    })
}

/// What decides which lists of defaults and which folders of entries count.
fn desktop(surroundings: &Surroundings) -> Result<String, (State, String)> {
    let folders = applications::folders(&surroundings.env);
    let shown: Vec<String> = folders.iter().map(|folder| folder.display().to_string()).collect();
    let shown = shown.join(", ");
    match surroundings.request.get("XDG_CURRENT_DESKTOP") {
        Some(desktop) => Ok(format!("{}, applications in {shown}", desktop.to_string_lossy())),
        None => Err((State::Doubtful, format!("XDG_CURRENT_DESKTOP is not set; applications in {shown}"))),
    }
}

fn bus(_: &Surroundings) -> Result<String, (State, String)> {
    let service = "org.freedesktop.DBus";
    let bus = Object { name: service, path: "/org/freedesktop/DBus", interface: service, activate: false };
    match bus.call("GetId", &()) {
        Ok(_) => Ok("the session bus answers".to_owned()),
        Err(error) => Err((State::Missing, format!("there is no session bus: {error}"))),
    }
}

fn terminal(surroundings: &Surroundings) -> Result<String, (State, String)> {
    let (env, request) = (&surroundings.env, &surroundings.request);
    let context = launch::Context { env, request, variables: &[], folder: None };
    let found = open::terminals(surroundings.config()).around(&Argv::new("true"), &context);
    let state = |code| if code == Code::NoProgram { State::Missing } else { State::Doubtful };
    found
        .map(|argv| argv.program().to_string_lossy().into_owned())
        .map_err(|error| (state(error.code), error.message.to_string()))
}

/// The reader's engine shuts itself in; it needs user namespaces for that.
fn sandbox(surroundings: &Surroundings) -> Result<String, (State, String)> {
    match launch::sandbox(&surroundings.env) {
        Sandbox::Possible => Ok("user namespaces can be made".to_owned()),
        Sandbox::Missing(program) => Err((State::Missing, format!("{program} is not installed"))),
        Sandbox::Refused => {
            let message = "no user namespace can be made: pages are shown without the engine's sandbox";
            Err((State::Doubtful, message.into()))
        }
    }
}

/// A person's own copy of an entry whose Exec key is passed over, since the application is called over the bus.
fn edited(surroundings: &Surroundings) -> Result<String, (State, String)> {
    let mut folders = applications::folders(&surroundings.env).into_iter();
    let Some(own) = folders.next() else { return Ok("nothing".to_owned()) };
    let system: Vec<_> = folders.collect();
    let names = fs::read_dir(&own).into_iter().flatten().flatten().map(|entry| entry.file_name());
    let passed_over =
        names.filter(|name| system.iter().any(|folder| is_edited(&own.join(name), &folder.join(name))));
    let names: Vec<String> = passed_over.map(|name| name.to_string_lossy().into_owned()).collect();
    if names.is_empty() {
        return Ok("no edited Exec key is passed over".to_owned());
    }
    Err((
        State::Doubtful,
        format!("called over the bus, so the edited Exec key has no effect: {}", names.join(", ")),
    ))
}

fn is_edited(own: &Path, system: &Path) -> bool {
    let group = "Desktop Entry";
    let (Some(own), Some(system)) = (read_trusted(own), read_trusted(system)) else { return false };
    own.is_true(group, "DBusActivatable") && own.get(group, "Exec") != system.get(group, "Exec")
}
