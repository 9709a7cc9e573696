//! How a failure reaches the person: on a terminal as a line, elsewhere as a notification as well.

use std::io::{self, IsTerminal};

use super::doctor::packages_for;
use super::output;
use super::surroundings::Surroundings;
use crate::complaint::complain;
use crate::config::Notify;
use crate::error::{Code, Error};
use crate::launch::notice::Notice;
use crate::message::Language;
use crate::sanitize;

/// Tells why a URI, in a form that may be shown, was not opened; gives the exit code.
pub fn failure(uri: &str, error: &Error) -> u8 {
    let surroundings = Surroundings::read(None);
    let language = surroundings.env.language();
    let reason = language.say(&error.told());
    complain(format_args!("{}: {}", sanitize::shortened(uri), sanitize::line(&reason)));
    let not_started = [Code::NoProgram, Code::Failed].contains(&error.code);
    if not_started && !surroundings.request.has_display() && is_remote(&surroundings) {
        // So that it can be opened elsewhere: the person's own terminal makes it a link.
        let _ = output::line(sanitize::line(uri));
    }
    if !io::stderr().is_terminal() && surroundings.config().general.notify != Some(Notify::Never) {
        notify(uri, error, language);
    }
    error.code.exit_code()
}

fn is_remote(surroundings: &Surroundings) -> bool {
    io::stdout().is_terminal() || surroundings.env.get("SSH_CONNECTION").is_some()
}

fn notify(uri: &str, error: &Error, language: Language) {
    let scheme = uri.split(':').next().filter(|_| error.code == Code::NoProgram);
    let packages = scheme.and_then(packages_for);
    let hint = packages.map(|packages| format!("\n{packages}")).unwrap_or_default();
    let notice = Notice { summary: uri, body: &format!("{}{hint}", language.say(&error.message)) };
    // The line on standard error was told already.
    let _ = notice.show();
}
