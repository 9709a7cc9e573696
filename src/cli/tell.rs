//! How a failure reaches the person: on a terminal as a line, elsewhere as a notification as well.

use std::io::{self, IsTerminal};

use super::doctor::packages_for;
use super::output;
use super::surroundings::Surroundings;
use crate::complaint::complain;
use crate::config::Notify;
use crate::env::{Env, Request};
use crate::error::{Code, Error};
use crate::launch::notice::Notice;
use crate::message::Language;
use crate::sanitize;

/// Tells why a URI, in a form that may be shown, was not opened; gives the exit code.
pub fn failure(uri: &str, error: &Error) -> u8 {
    let code = line(uri, error);
    let surroundings = Surroundings::read(None);
    if !io::stderr().is_terminal() && surroundings.config().general.notify != Some(Notify::Never) {
        notify(uri, error, surroundings.env.language());
    }
    code
}

/// The same on standard error alone.
pub fn line(uri: &str, error: &Error) -> u8 {
    let env = Env::read();
    let reason = env.language().say(&error.told());
    complain(format_args!("{}: {}", sanitize::shortened(uri), sanitize::line(&reason)));
    let not_started = [Code::NoProgram, Code::Failed].contains(&error.code);
    if not_started && !Request::own(&env).has_display() && is_remote(&env) {
        // So that it can be opened elsewhere: the person's own terminal makes it a link.
        let _ = output::line(sanitize::line(uri));
    }
    error.code.exit_code()
}

fn is_remote(env: &Env) -> bool {
    io::stdout().is_terminal() || env.get("SSH_CONNECTION").is_some()
}

fn notify(uri: &str, error: &Error, language: Language) {
    let scheme = uri.split(':').next().filter(|_| error.code == Code::NoProgram);
    let packages = scheme.and_then(packages_for);
    let hint = packages.map(|packages| format!("\n{packages}")).unwrap_or_default();
    let body = format!("{}{hint}", language.say(&error.message));
    // Where it cannot be shown, the line on standard error has to do.
    let _ = Notice { summary: uri.to_owned(), body, ..Notice::default() }.show();
}
