//! What the person is told by a notification.

use super::answer::Outcome;
use super::decision::public;
use super::journal::{self, Priority};
use super::visit::Visit;
use crate::config::Notify;
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
    let told = outcomes.iter().filter_map(|outcome| one(outcome, notify, hearer));
    told.map(|(summary, body)| (summary, language.say(&body))).collect()
}

fn one(outcome: &Outcome, notify: Option<Notify>, hearer: Hearer) -> Option<(String, Message)> {
    let Outcome { plan, result } = outcome;
    let wanted = plan.options.notify;
    let body = match result {
        Err(error) if hearer == Hearer::Nobody && notify != Some(Notify::Never) && wanted != Some(false) => {
            error.message.clone()
        }
        Ok(()) if wanted.unwrap_or(notify == Some(Notify::Always)) => message!("Opened."),
        _ => return None,
    };
    Some((public(plan), body))
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
