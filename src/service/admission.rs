//! Whether a call is let in: floods and rings (policy 9), and what confined programs may have.

use std::sync::Arc;
use std::time::{Duration, Instant};

use zruntime::unblock;

use super::decision::Decision;
use super::doorman::{Call, Doorman, lock};
use super::flood::{Limit, Verdict};
use super::visit::Visit;
use crate::error::{Code, Error};
use crate::message;
use crate::open;
use crate::plan::{Confirm, Plan};

/// How long a caller whose flood was not wanted is not asked about again.
const PAUSE: Duration = Duration::from_secs(10);

impl Doorman {
    /// Counts a call, before anything of it is looked at.
    pub(super) fn admit(&self, call: &Call, limit: Option<Limit>) -> Result<Verdict, Error> {
        let Some(limit) = limit else { return Ok(Verdict::Pass) };
        let uris = &call.order.uris;
        let verdict = lock(&self.floods).admit(&call.caller.key, uris.len(), limit, Instant::now());
        match verdict {
            Verdict::Refuse => Err(self.refuse_flood(uris, call.caller.name())),
            verdict => Ok(verdict),
        }
    }

    /// Waits for the person where a flood is asked about.
    pub(super) async fn pass(self: &Arc<Self>, verdict: Verdict, visit: &Arc<Visit>) -> Result<(), Error> {
        let question = match verdict {
            Verdict::Pass | Verdict::Refuse => return Ok(()),
            Verdict::Wait(question) => question,
            Verdict::Ask(question) => {
                let (doorman, asking) = (Arc::clone(self), Arc::clone(visit));
                let answer = unblock(move || doorman.confirm_flood(&asking)).await;
                lock(&self.floods).settle(&visit.caller.key, answer, PAUSE, Instant::now());
                question
            }
        };
        if question.answer().await {
            return Ok(());
        }
        Err(self.refuse_flood(&visit.order.uris, visit.caller.name()))
    }

    /// Whether the person wants all that one program sends.
    fn confirm_flood(&self, visit: &Visit) -> bool {
        let reason =
            message!("{program} wants to open very many things at once.", program = visit.caller.name());
        open::ask_about_many(&reason, &visit.order.uris, &self.desk(visit)).is_ok()
    }

    fn refuse_flood(&self, uris: &[String], caller: &str) -> Error {
        let error = Error::new(Code::RateLimited, message!("too many requests at once"));
        let uri = uris.first().map_or("", String::as_str);
        lock(&self.journal).add(Decision::refused(uri, caller, &error));
        error
    }

    /// What is done with each URI of a call.
    pub(super) async fn plans(self: &Arc<Self>, visit: &Arc<Visit>) -> Vec<Plan> {
        let (doorman, visit) = (Arc::clone(self), Arc::clone(visit));
        unblock(move || {
            let plans = doorman.plans_of(&visit);
            plans.into_iter().map(|plan| doorman.judge(&visit, plan)).collect()
        })
        .await
    }

    /// Refuses what goes round in a ring, and what a confined program may not have.
    fn judge(&self, visit: &Visit, mut plan: Plan) -> Plan {
        plan.warnings.extend(visit.order.warnings.iter().cloned());
        if lock(&self.rings).closes(&visit.caller, &plan.shown, Instant::now()) {
            plan.action =
                Err(Error::new(Code::Loop, message!("the program that was started for this sent it back")));
        }
        if visit.caller.sandboxed {
            confine(&mut plan);
        }
        plan
    }
}

/// A confined program gets no file by its name, since it may not see it itself, and nothing without a yes.
fn confine(plan: &mut Plan) {
    plan.reveal = None;
    if plan.action.is_err() {
        return;
    }
    if plan.scheme.as_deref() == Some("file") {
        plan.action = Err(Error::new(
            Code::Unsafe,
            message!("a program that is confined, or cannot be looked at, may not open files by their names"),
        ));
        return;
    }
    plan.confirm.get_or_insert_with(|| Confirm {
        reason: message!("A program that is confined, or cannot be looked at, wants to open this."),
        host: None,
        port: None,
    });
}
