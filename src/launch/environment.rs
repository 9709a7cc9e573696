//! What a child inherits: the person's environment with the caller's display, and nothing that chooses code.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use rustix::fs::{Access, access};

use super::{Context, sandbox};
use crate::env::{self, DEPTH, Env};

/// Variables that load code into a program, choose another program for it, or point into a bundle.
const SCRUBBED: &[&str] = &[
    // Libraries and modules.
    "GCONV_PATH",
    "GDK_PIXBUF_MODULEDIR",
    "GDK_PIXBUF_MODULE_FILE",
    "GIO_EXTRA_MODULES",
    "GIO_MODULE_DIR",
    "GSETTINGS_SCHEMA_DIR",
    "GST_PLUGIN_PATH",
    "GST_PLUGIN_SCANNER",
    "GST_PLUGIN_SYSTEM_PATH",
    "GTK3_MODULES",
    "GTK_EXE_PREFIX",
    "GTK_IM_MODULE_FILE",
    "GTK_MODULES",
    "GTK_PATH",
    "QML2_IMPORT_PATH",
    "QML_IMPORT_PATH",
    "QT_PLUGIN_PATH",
    "QT_QPA_PLATFORM_PLUGIN_PATH",
    // Interpreters.
    "BASH_ENV",
    "ENV",
    "NODE_OPTIONS",
    "NODE_PATH",
    "PERL5LIB",
    "PERL5OPT",
    "PERLLIB",
    "PYTHONHOME",
    "PYTHONPATH",
    "PYTHONSTARTUP",
    "RUBYLIB",
    "RUBYOPT",
    // Programs that other programs run, and documents that they read.
    "BROWSER",
    "INFOPATH",
    "LESSCLOSE",
    "LESSOPEN",
    "MANOPT",
    "MANPAGER",
    "MANPATH",
    "PAGER",
    // Bundles.
    "APPDIR",
    "APPIMAGE",
    "ARGV0",
    "OWD",
    // The caller's own start, and what the service was started with.
    "BAMF_DESKTOP_FILE_HINT",
    "DBUS_STARTER_ADDRESS",
    "DBUS_STARTER_BUS_TYPE",
    "DESKTOP_STARTUP_ID",
    "GIO_LAUNCHED_DESKTOP_FILE",
    "GIO_LAUNCHED_DESKTOP_FILE_PID",
    "INVOCATION_ID",
    "JOURNAL_STREAM",
    "LISTEN_FDNAMES",
    "LISTEN_FDS",
    "LISTEN_PID",
    "MANAGERPID",
    "NOTIFY_SOCKET",
    "SYSTEMD_EXEC_PID",
    "WAYLAND_SOCKET",
    "XDG_ACTIVATION_TOKEN",
];

/// Beginnings of names that are scrubbed: the dynamic linker's own and those of bundles.
const SCRUBBED_FAMILIES: &[&str] = &["LD_", "SNAP_", "BASH_FUNC_"];

/// Variables that hold the root of the bundle that the caller runs from.
const BUNDLE_ROOTS: &[&str] = &["APPDIR", "SNAP"];

/// Lists of folders that a bundle puts its own in front of.
const FOLDER_LISTS: &[&str] = &["XDG_DATA_DIRS", "XDG_CONFIG_DIRS"];

/// All variables of a child, where these are the trusted parts of PATH.
pub fn of_child(context: &Context, search_path: &[PathBuf]) -> Vec<(OsString, OsString)> {
    let kept = context.env.variables();
    let kept = kept.filter(|(name, _)| is_inherited(name) && !sandbox::is_readers_own(name, context.env));
    let mut variables: Vec<_> = kept.map(|(name, value)| own(name.to_owned(), value.to_owned())).collect();
    replace_folder_lists(&mut variables, context.env, search_path);
    let request = context.request.variables.iter();
    variables.extend(request.map(|(name, value)| own(name, value.clone())));
    if let Some(token) = &context.request.token {
        // X11 programs know the second name, Wayland programs of GLib before 2.76 that one alone.
        variables.extend(["XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID"].map(|name| own(name, token)));
    }
    variables.extend(context.variables.iter().map(|(name, value)| own(name, value)));
    variables.push(own(DEPTH, (context.request.depth + 1).to_string()));
    variables
}

/// The folder to start in: the first that can be entered of the rule's, the caller's, the home and the root.
pub fn folder(context: &Context) -> PathBuf {
    let wanted = [context.folder.map(Path::to_owned), context.request.folder.clone(), context.env.home()];
    let usable = |folder: &PathBuf| folder.is_dir() && access(folder, Access::EXEC_OK).is_ok();
    wanted.into_iter().flatten().find(usable).unwrap_or_else(|| PathBuf::from("/"))
}

fn own(name: impl Into<OsString>, value: impl Into<OsString>) -> (OsString, OsString) {
    (name.into(), value.into())
}

fn is_inherited(name: &OsStr) -> bool {
    let Some(name) = name.to_str() else { return false };
    // What a request may carry comes from the request: a display of our own must not mix with the caller's.
    let family = SCRUBBED_FAMILIES.iter().any(|family| name.starts_with(family));
    !(family || name == "SNAP" || SCRUBBED.contains(&name) || env::may_carry(name))
}

/// PATH keeps its trusted parts; the lists of data and config folders lose those of the caller's bundle.
fn replace_folder_lists(variables: &mut Vec<(OsString, OsString)>, env: &Env, search_path: &[PathBuf]) {
    let roots: Vec<&Path> = BUNDLE_ROOTS.iter().filter_map(|name| env.get(name)).map(Path::new).collect();
    let outside = |part: &PathBuf| !roots.iter().any(|root| part.starts_with(root));
    let path: Vec<_> = search_path.iter().filter(|part| outside(part)).cloned().collect();
    let mut lists = vec![("PATH", path)];
    for name in FOLDER_LISTS {
        let parts = env.get(name).map(Env::absolute_parts).unwrap_or_default();
        lists.push((name, parts.into_iter().filter(outside).collect()));
    }
    for (name, parts) in lists {
        variables.retain(|(variable, _)| variable != name);
        if !parts.is_empty() {
            variables.push(own(name, Env::join_parts(parts.iter().map(PathBuf::as_path))));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_chooses_code_is_inherited() {
        for name in
            ["LD_PRELOAD", "LD_LIBRARY_PATH", "LESSOPEN", "GTK_MODULES", "SNAP", "SNAP_NAME", "MANPAGER"]
        {
            assert!(!is_inherited(OsStr::new(name)), "{name}");
        }
        for name in ["HOME", "SSH_AUTH_SOCK", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS", "EDITOR", "TZ"] {
            assert!(is_inherited(OsStr::new(name)), "{name}");
        }
    }
}
