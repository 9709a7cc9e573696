//! The terminal that the person chose in the settings of the desktop.

use std::ffi::OsStr;
use std::process::Command;

use super::Context;
use super::tool::ask;
use crate::system::applications::read_trusted;
use crate::system::programs;

/// Where a desktop keeps its choice.
#[derive(Debug, Clone, Copy)]
enum Setting {
    /// A key file below the config folders: path, group, key.
    File(&'static str, &'static str, &'static str),
    /// A GSettings schema with the key `exec`.
    Schema(&'static str),
}

const GNOME: Setting = Setting::Schema("org.gnome.desktop.default-applications.terminal");

/// By the names of `XDG_CURRENT_DESKTOP`.
const SETTINGS: &[(&str, Setting)] = &[
    ("KDE", Setting::File("kdeglobals", "General", "TerminalApplication")),
    ("XFCE", Setting::File("xfce4/helpers.rc", "", "TerminalEmulator")),
    ("X-Cinnamon", Setting::Schema("org.cinnamon.desktop.default-applications.terminal")),
    ("MATE", Setting::Schema("org.mate.applications-terminal")),
    ("GNOME", GNOME),
    ("Unity", GNOME),
    ("Budgie", GNOME),
    ("Pantheon", GNOME),
];

/// The desktop's own choice, as it is written there.
pub fn of(context: &Context) -> Option<String> {
    let desktop = context.request.get("XDG_CURRENT_DESKTOP")?.to_str()?;
    desktop.split(':').find_map(|name| {
        let (_, setting) = SETTINGS.iter().find(|(known, _)| *known == name)?;
        match setting {
            Setting::File(file, group, key) => from_file(context, file, group, key),
            Setting::Schema(schema) => from_schema(context, schema),
        }
    })
}

fn from_file(context: &Context, file: &str, group: &str, key: &str) -> Option<String> {
    let folders = &context.env.folders;
    let mut candidates =
        folders.config_home.iter().chain(&folders.config_dirs).map(|folder| folder.join(file));
    candidates.find_map(|path| read_trusted(&path)?.string(group, key))
}

/// Through the desktop's own tool: its database has no file of its own to read.
fn from_schema(context: &Context, schema: &str) -> Option<String> {
    let tool = programs::find(OsStr::new("gsettings"), &programs::search_path(context.env))?;
    let mut get = Command::new(tool);
    let answer = String::from_utf8(ask(get.args(["get", schema, "exec"]))?).ok()?;
    let value = answer.trim().trim_matches('\'');
    (!value.is_empty()).then(|| value.to_owned())
}
