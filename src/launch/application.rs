//! Desktop applications: over the bus where they say so, else by their Exec key.

use std::collections::HashMap;
use std::ffi::OsStr;

use zbus::wire::StructureBuilder;
use zbus::{Message, Variant};

use super::{Context, Started, Terminals, program, window};
use crate::argv::Argv;
use crate::env::Request;
use crate::error::{Code, Error};
use crate::message;
use crate::probe::Application;
use crate::system::bus::Object;

/// Starts an application with these URIs. `None` when it took them over the bus; what did not start there within
/// two seconds is started by `argv`, its Exec key filled in.
pub fn application(
    application: &Application,
    uris: &[&str],
    argv: Option<&Argv>,
    terminals: &Terminals,
    context: &Context,
) -> Result<Option<Started>, Error> {
    if !application.terminal && is_remote_shell(context) {
        let message = message!(
            "neither WAYLAND_DISPLAY nor DISPLAY is set, so {application} cannot be shown",
            application = &application.name
        );
        return Err(Error::new(Code::NoProgram, message));
    }
    if application.dbus_activatable && open_over_bus(application, uris, context.request).is_ok() {
        return Ok(None);
    }
    let without = || {
        Error::new(
            Code::Failed,
            message!("{application} did not answer on the bus", application = &application.id),
        )
    };
    let argv = argv.ok_or_else(without)?;
    let context = Context { folder: application.path.as_deref().or(context.folder), ..*context };
    let start =
        if application.terminal { window(argv, terminals, &context) } else { program(argv, &context) };
    start.map(Some)
}

/// Shows files selected in their folders, by the file manager that serves `org.freedesktop.FileManager1`.
pub fn reveal(uris: &[&str], request: &Request) -> Result<(), Error> {
    let manager = Object {
        name: "org.freedesktop.FileManager1",
        path: "/org/freedesktop/FileManager1",
        interface: "org.freedesktop.FileManager1",
        activate: true,
    };
    let token = request.token.as_deref().unwrap_or_default();
    let failed = |error: zbus::Error| {
        Error::new(Code::Failed, message!("no file manager answered: {error}", error = error.to_string()))
    };
    manager.call("ShowItems", &(uris, token)).map(drop).map_err(failed)
}

/// Calls a method with text arguments, as the `dbus` action of a rule says; what it gives back is not looked at.
pub fn bus_call(name: &str, path: &str, method: &str, arguments: &[&OsStr]) -> Result<(), Error> {
    let failed = |reason: message::Message| {
        Error::new(Code::Failed, message!("{method} of {name} failed: {reason}", method, name, reason))
    };
    let (interface, member) =
        method.rsplit_once('.').ok_or_else(|| failed(message!("it has no interface")))?;
    let texts: Option<Vec<&str>> = arguments.iter().map(|argument| argument.to_str()).collect();
    let texts = texts.ok_or_else(|| failed(message!("an argument is not UTF-8")))?;
    let object = Object { name, path, interface, activate: true };
    let mut body = StructureBuilder::new();
    for text in &texts {
        body.push_field(*text);
    }
    let outcome = if texts.is_empty() {
        object.call(member, &())
    } else {
        body.build().and_then(|body| object.call(member, &body))
    };
    outcome.map(drop).map_err(|error| failed(message::Message::quoted(error.to_string())))
}

/// Without a display a graphical program would only fail, in a terminal or over SSH where somebody waits for it.
fn is_remote_shell(context: &Context) -> bool {
    let waits = context.request.tty || context.env.get("SSH_CONNECTION").is_some();
    waits && !context.request.has_display()
}

fn open_over_bus(application: &Application, uris: &[&str], request: &Request) -> zbus::Result<Message> {
    let name = application.id.strip_suffix(".desktop").unwrap_or(&application.id);
    let object =
        Object { name, path: &object_path(name), interface: "org.freedesktop.Application", activate: true };
    if uris.is_empty() {
        return object.call("Activate", &(platform_data(request),));
    }
    object.call("Open", &(uris, platform_data(request)))
}

/// The object path of a name: dots become slashes, and dashes, which a path cannot hold, underscores.
pub(super) fn object_path(name: &str) -> String {
    format!("/{}", name.replace('.', "/").replace('-', "_"))
}

pub(super) fn platform_data(request: &Request) -> HashMap<&str, Variant<'_>> {
    let Some(token) = request.token.as_deref() else { return HashMap::new() };
    ["activation-token", "desktop-startup-id"].into_iter().map(|key| (key, Variant::from(token))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_hold_no_dashes_and_dots() {
        assert_eq!(object_path("com.example.my-app"), "/com/example/my_app");
    }
}
