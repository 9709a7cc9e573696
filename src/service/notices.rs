//! What the person is told by a notification.

use super::answer::Outcome;
use super::decision::public;
use super::journal::{self, Priority};
use super::remedies::Remedies;
use super::visit::Visit;
use crate::cli::doctor::{Packages, packages_for};
use crate::config::Notify;
use crate::diagnostic::Diagnostic;
use crate::error::Code;
use crate::launch::notice::Notice;
use crate::message;
use crate::message::{Language, Message};
use crate::plan::Planned;
use crate::sanitize;

/// So many notifications come of one call: more would bury what the person does.
const MOST: usize = 5;

/// A notification that is due, and what can be done about what it tells.
pub struct Telling {
    /// What is shown.
    pub notice: Notice,
    /// Nothing where it tells of a success.
    pub remedies: Option<Remedies>,
}

/// The notifications that are due: of failures that the caller leaves to us to tell, and of successes where the config
/// or the rule wants that.
pub fn of(outcomes: &[Outcome], visit: &Visit) -> Vec<Telling> {
    // The outcomes are in the order of the call.
    let pairs = outcomes.iter().zip(&visit.order.uris);
    let due: Vec<_> =
        pairs.filter_map(|(outcome, uri)| Some((outcome, uri, body(outcome, visit)?))).collect();
    let shown = due.iter().take(MOST);
    let mut tellings: Vec<_> =
        shown.map(|(outcome, uri, body)| Telling::of(outcome, uri, body, visit)).collect();
    if due.len() > MOST {
        let count = due.len() - MOST;
        let summary = message!("More are in the log (`portero log`): {count}", count);
        tellings.push(Telling::plain(visit.request.language().say(&summary)));
    }
    tellings
}

impl Telling {
    fn plain(summary: String) -> Self {
        Self { notice: Notice { summary, ..Notice::default() }, remedies: None }
    }

    fn of(outcome: &Outcome, uri: &str, body: &Message, visit: &Visit) -> Self {
        let language = visit.request.language();
        let body = language.say(body);
        let packages = packages(outcome).map(|packages| format!("\n{packages}")).unwrap_or_default();
        let notice = Notice { summary: public(&outcome.plan), body: body + &packages, ..Notice::default() };
        let error = outcome.result.as_ref().err();
        Self { notice, remedies: error.map(|error| Remedies::of(&outcome.plan, error, uri, language)) }
    }
}

fn body(Outcome { plan, result }: &Outcome, visit: &Visit) -> Option<Message> {
    let (notify, wanted) = (visit.config.general.notify, plan.options.notify);
    match result {
        Err(error) if error.code == Code::Denied && !is_denied(&plan.action) => None,
        Err(error) if visit.order.notify && notify != Some(Notify::Never) && wanted != Some(false) => {
            Some(error.message.clone())
        }
        Ok(()) if wanted.unwrap_or(notify == Some(Notify::Always)) => Some(message!("Opened.")),
        _ => None,
    }
}

/// Whether a rule denies it: whoever said no to a question knows that already.
fn is_denied<E>(action: &Result<Planned, E>) -> bool {
    match action {
        Ok(Planned::Rewrite { then, .. }) => is_denied(&then.action),
        Ok(planned) => matches!(planned, Planned::Deny(_)),
        Err(_) => true,
    }
}

/// What to install where no program was there.
fn packages(outcome: &Outcome) -> Option<Packages> {
    let missing = outcome.result.as_ref().is_err_and(|error| error.code == Code::NoProgram);
    outcome.plan.scheme.as_deref().filter(|_| missing).and_then(packages_for)
}

/// Tells where the config is wrong.
pub fn mistakes(mistakes: &[Diagnostic], language: Language) {
    for mistake in mistakes {
        journal::tell(Priority::Warning, &sanitize::line(&mistake.headline(Language::English)), &[]);
    }
    let lines: Vec<_> = mistakes.iter().map(|mistake| mistake.headline(language)).collect();
    let summary = language.say(&message!("The config of portero has mistakes"));
    // The journal has it where nothing can be shown.
    let _ = Notice { summary, body: lines.join("\n"), ..Notice::default() }.show();
}
