//! What the person is told by a notification.

use super::answer::Outcome;
use super::decision::public;
use super::journal::{self, Priority};
use super::visit::Visit;
use crate::cli::doctor::{Packages, packages_for};
use crate::config::Notify;
use crate::error::Code;
use crate::launch::notice::Notice;
use crate::message;
use crate::message::Message;
use crate::sanitize;

/// Who hears of a failure otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hearer {
    /// The caller, which waits for the answer.
    Caller,
    /// The caller had its answer before anything was tried.
    Nobody,
}

/// Summary and body of each notification that is due: of failures that nobody hears of, and of successes where the
/// config or the rule wants that.
pub fn of(outcomes: &[Outcome], visit: &Visit, hearer: Hearer) -> Vec<(String, String)> {
    let (notify, language) = (visit.config.general.notify, visit.request.language());
    let told = outcomes.iter().filter_map(|outcome| Some((outcome, one(outcome, notify, hearer)?)));
    let said = told.map(|(outcome, body)| {
        let packages = packages(outcome).map(|packages| format!("\n{packages}")).unwrap_or_default();
        (public(&outcome.plan), format!("{}{packages}", language.say(&body)))
    });
    said.collect()
}

/// What to install where no program was there.
fn packages(outcome: &Outcome) -> Option<Packages> {
    let missing = outcome.result.as_ref().is_err_and(|error| error.code == Code::NoProgram);
    outcome.plan.scheme.as_deref().filter(|_| missing).and_then(packages_for)
}

fn one(outcome: &Outcome, notify: Option<Notify>, hearer: Hearer) -> Option<Message> {
    let Outcome { plan, result } = outcome;
    let wanted = plan.options.notify;
    match result {
        Err(error) if hearer == Hearer::Nobody && notify != Some(Notify::Never) && wanted != Some(false) => {
            Some(error.message.clone())
        }
        Ok(()) if wanted.unwrap_or(notify == Some(Notify::Always)) => Some(message!("Opened.")),
        _ => None,
    }
}

/// Shows one; the journal has it where nothing can be shown.
pub fn show((summary, body): &(String, String)) {
    let _ = Notice { summary, body }.show();
}

/// Tells where the config is wrong.
pub fn mistakes(mistakes: &[String]) {
    for mistake in mistakes {
        journal::tell(Priority::Warning, &sanitize::line(mistake), &[]);
    }
    show(&("The config of portero has mistakes".to_owned(), mistakes.join("\n")));
}
