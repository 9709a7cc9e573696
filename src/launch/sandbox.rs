//! Whether the web engine can shut its processes in. It stands on bubblewrap, and ends the program where the kernel
//! gives no user namespaces; so that is tried out before.

use std::ffi::OsStr;
use std::io;
use std::os::unix::process::CommandExt;
use std::process::Command;

use super::tool;
use crate::env::{self, Env};
use crate::system::programs;

/// What tells the engine to shut itself in.
const FORCE: &str = "WEBKIT_FORCE_SANDBOX";

/// What tells the reader that it need not try.
const TRIED: &str = "PORTERO_SANDBOX_TRIED";

/// How it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sandbox {
    /// Namespaces can be made.
    Possible,
    /// A program that it is made with is not installed.
    Missing(&'static str),
    /// The kernel, or the container around us, gives no user namespaces.
    Refused,
}

/// What keeps the toolkit from OpenGL, which takes its time and paints nothing of ours.
const WITHOUT_GL: (&str, &str) = ("GDK_GL", "disable");

/// Whether a variable is one that the reader alone was started with: what it starts gets none of them.
pub fn is_readers_own(name: &OsStr, env: &Env) -> bool {
    env.get(TRIED).is_some() && [TRIED, FORCE, WITHOUT_GL.0].iter().any(|own| name == *own)
}

/// The variables that the reader is started with, so that its engine shuts itself in where it can.
pub fn variables(env: &Env) -> Vec<(String, String)> {
    let mut variables: Vec<_> =
        [(TRIED, "1"), WITHOUT_GL].map(|(name, value)| (name.to_owned(), value.to_owned())).into();
    if sandbox(env) == Sandbox::Possible {
        variables.push((FORCE.to_owned(), "1".to_owned()));
    }
    variables
}

/// Starts this process once more with those variables, where it was started without them; comes back only where that
/// is done already, or with why it failed.
pub fn shut_in() -> Option<io::Error> {
    let env = Env::read();
    if env.get(TRIED).is_some() {
        return None;
    }
    let program = env::own_program().ok()?;
    let words = env::own_words();
    Some(Command::new(program).args(words).envs(variables(&env)).exec())
}

/// The programs that the engine makes its sandbox with.
const BWRAP: &str = "bwrap";
const PROXY: &str = "xdg-dbus-proxy";

/// Tries it out.
pub fn sandbox(env: &Env) -> Sandbox {
    let search_path = programs::search_path(env);
    let find =
        |name: &'static str| programs::find(OsStr::new(name), &search_path).ok_or(Sandbox::Missing(name));
    let bwrap = match find(BWRAP).and_then(|bwrap| find(PROXY).map(|_| bwrap)) {
        Ok(bwrap) => bwrap,
        Err(missing) => return missing,
    };
    let mut attempt = Command::new(bwrap);
    attempt.args(["--unshare-user", "--ro-bind", "/", "/", "true"]);
    if tool::ask(&mut attempt).is_some() { Sandbox::Possible } else { Sandbox::Refused }
}
