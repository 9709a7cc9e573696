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
use crate::message;
use crate::message::Message;
use crate::open;
use crate::register;
use crate::system::applications::{self, Applications, read_trusted};
use crate::system::bus::Object;

/// What was found: good, or with its state.
type Looked = Result<Message, (State, Message)>;

/// Draws a finding of its topic, good or with its state and message.
type Look = fn(&Surroundings) -> Looked;

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

fn config(surroundings: &Surroundings) -> Looked {
    let loaded = &surroundings.loaded;
    if loaded.has_errors() {
        return Err((
            State::Doubtful,
            message!("it has mistakes and is not in force: see `portero config check`"),
        ));
    }
    let files: Vec<String> = loaded.files.iter().map(|file| file.display().to_string()).collect();
    Ok(if files.is_empty() { message!("the defaults") } else { Message::quoted(files.join(", ")) })
}

fn entry(surroundings: &Surroundings) -> Looked {
    let found = Applications::new(&surroundings.env, &surroundings.request).find(&register::own_id());
    let Some(application) = found else {
        return Err((
            State::Missing,
            message!("there is no desktop entry that starts portero: run `portero register`"),
        ));
    };
    let file = application.file;
    let mode = fs::metadata(&file).map_or(0, |found| found.permissions().mode());
    let own = surroundings.env.folders.get_data_home().is_some_and(|folder| file.starts_with(folder));
    if own && mode & 0o111 == 0 {
        let message = message!(
            "{file} may not be executed, which some desktops ask for",
            file = file.display().to_string()
        );
        return Err((State::Doubtful, message));
    }
    Ok(Message::quoted(file.display().to_string()))
}

/// Whether browsers and other programs will find portero.
fn defaults(surroundings: &Surroundings) -> Looked {
    let rows = status::rows(&surroundings.env, &surroundings.request);
    let foreign = rows.iter().filter(|row| register::DEFAULT.contains(&row.scheme) && !row.own);
    let names: Vec<&str> = foreign.map(|row| row.scheme).collect();
    if names.is_empty() {
        return Ok(message!("portero is the default of all its schemes"));
    }
    Err((
        State::Missing,
        message!("portero is not the default of {schemes}: see `portero status`", schemes = names.join(", ")),
    ))
}

fn display(surroundings: &Surroundings) -> Looked {
    let shown = ["WAYLAND_DISPLAY", "DISPLAY"].iter().find_map(|name| {
        let value = surroundings.request.get(name)?.to_string_lossy();
        Some(Message::quoted(format!("{name}={value}")))
    });
    shown.ok_or_else(|| {
        (State::Doubtful, message!("neither WAYLAND_DISPLAY nor DISPLAY is set: no window can open"))
    })
}

/// What decides which lists of defaults and which folders of entries count.
fn desktop(surroundings: &Surroundings) -> Looked {
    let folders = applications::folders(&surroundings.env);
    let shown: Vec<String> = folders.iter().map(|folder| folder.display().to_string()).collect();
    let shown = shown.join(", ");
    match surroundings.request.get("XDG_CURRENT_DESKTOP") {
        Some(desktop) => Ok(message!(
            "{desktop}, applications in {folders}",
            desktop = desktop.to_string_lossy(),
            folders = shown
        )),
        None => Err((
            State::Doubtful,
            message!("XDG_CURRENT_DESKTOP is not set; applications in {folders}", folders = shown),
        )),
    }
}

fn bus(_: &Surroundings) -> Looked {
    let service = "org.freedesktop.DBus";
    let bus = Object { name: service, path: "/org/freedesktop/DBus", interface: service, activate: false };
    match bus.call("GetId", &()) {
        Ok(_) => Ok(message!("the session bus answers")),
        Err(error) => {
            Err((State::Missing, message!("there is no session bus: {error}", error = error.to_string())))
        }
    }
}

fn terminal(surroundings: &Surroundings) -> Looked {
    let (env, request) = (&surroundings.env, &surroundings.request);
    let context = launch::Context { env, request, variables: &[], folder: None };
    let found = open::terminals(surroundings.config()).around(&Argv::new("true"), &context);
    let state = |code| if code == Code::NoProgram { State::Missing } else { State::Doubtful };
    found
        .map(|argv| Message::quoted(argv.program().to_string_lossy()))
        .map_err(|error| (state(error.code), error.message))
}

/// The reader's engine shuts itself in; it needs user namespaces for that.
fn sandbox(surroundings: &Surroundings) -> Looked {
    match launch::sandbox(&surroundings.env) {
        Sandbox::Possible => Ok(message!("user namespaces can be made")),
        Sandbox::Missing(name) => Err((State::Missing, message!("{name} is not installed", name))),
        Sandbox::Refused => Err((
            State::Doubtful,
            message!("no user namespace can be made: pages are shown without the engine's sandbox"),
        )),
    }
}

/// A person's own copy of an entry whose Exec key is passed over, since the application is called over the bus.
fn edited(surroundings: &Surroundings) -> Looked {
    let mut folders = applications::folders(&surroundings.env).into_iter();
    let Some(own) = folders.next() else { return Ok(message!("no edited Exec key is passed over")) };
    let system: Vec<_> = folders.collect();
    let names = fs::read_dir(&own).into_iter().flatten().flatten().map(|entry| entry.file_name());
    let passed_over =
        names.filter(|name| system.iter().any(|folder| is_edited(&own.join(name), &folder.join(name))));
    let names: Vec<String> = passed_over.map(|name| name.to_string_lossy().into_owned()).collect();
    if names.is_empty() {
        return Ok(message!("no edited Exec key is passed over"));
    }
    Err((
        State::Doubtful,
        message!(
            "called over the bus, so the edited Exec key has no effect: {names}",
            names = names.join(", ")
        ),
    ))
}

fn is_edited(own: &Path, system: &Path) -> bool {
    let group = "Desktop Entry";
    let (Some(own), Some(system)) = (read_trusted(own), read_trusted(system)) else { return false };
    own.is_true(group, "DBusActivatable") && own.get(group, "Exec") != system.get(group, "Exec")
}
