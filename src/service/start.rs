//! From plans to programs, and what became of each.

use std::sync::Arc;

use zbus::Connection;
use zruntime::unblock;

use super::answer::Outcome;
use super::decision::Decision;
use super::doorman::{Doorman, lock};
use super::signals;
use super::visit::Visit;
use crate::error::Error;
use crate::launch::Started;
use crate::open::{self, Opened};
use crate::plan::Plan;
use crate::system::process::Status;

impl Doorman {
    /// Starts all, one after the other, and watches them for an instant failure at the same time.
    pub(super) async fn start(
        self: &Arc<Self>,
        bus: &Connection,
        visit: &Arc<Visit>,
        plans: Vec<Plan>,
    ) -> Vec<Outcome> {
        let mut begun = Vec::new();
        for plan in plans {
            let (plan, started) = self.begin(visit, plan).await;
            if started.is_ok() && signals::started(bus, visit, &plan).await.is_err() {
                // The bus is gone, and the caller with it; the rest of the work remains.
                self.activity.end();
            }
            let doorman = Arc::clone(self);
            let waits = plan.waits();
            begun.push((plan, unblock(move || doorman.watch(started?, waits))));
        }
        let mut outcomes = Vec::new();
        for (plan, watched) in begun {
            let outcome = Outcome { plan, result: watched.await };
            self.note(bus, visit, &outcome).await;
            outcomes.push(outcome);
        }
        outcomes
    }

    /// Starts one, which may ask first, and remembers it before it can send anything back.
    async fn begin(
        self: &Arc<Self>,
        visit: &Arc<Visit>,
        plan: Plan,
    ) -> (Plan, Result<Option<Started>, Error>) {
        let (doorman, visit) = (Arc::clone(self), Arc::clone(visit));
        unblock(move || {
            lock(&doorman.rings).begin(&plan.shown);
            let carry_out = if visit.order.reveal { open::in_folder } else { open::open };
            let started = carry_out(&plan, &doorman.desk(&visit)).map(program);
            let process = started.as_ref().ok().and_then(|started| Status::read(started.as_ref()?.id()));
            lock(&doorman.rings).remember(process.map(|status| status.process), &plan.shown);
            (plan, started)
        })
        .await
    }

    /// How a program ended in the end is its own affair; whether it began is ours.
    fn watch(self: &Arc<Self>, started: Option<Started>, waits: bool) -> Result<(), Error> {
        let Some(mut started) = started else { return Ok(()) };
        if waits {
            return started.wait().map(drop);
        }
        started.watch()?;
        let doorman = Arc::clone(self);
        self.aside(move || doorman.children.adopt(started));
        Ok(())
    }

    async fn note(&self, bus: &Connection, visit: &Visit, outcome: &Outcome) {
        let decision = Decision::of(&outcome.plan, visit.caller.name(), outcome.result.as_ref().err());
        signals::told(bus, visit, &decision).await;
        lock(&self.journal).add(decision);
    }
}

/// What lives on by itself, if anything does.
fn program(opened: Opened) -> Option<Started> {
    match opened {
        Opened::Started(started) => Some(started),
        Opened::Ended(_) | Opened::Done => None,
    }
}
