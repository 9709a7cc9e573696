//! From plans to programs, and what became of each.

use std::sync::Arc;
use std::time::{Duration, Instant};

use zbus::Connection;
use zruntime::{Interest, SharedRuntime, unblock};

use super::answer::Outcome;
use super::decision::Decision;
use super::doorman::{Doorman, lock};
use super::signals;
use super::visit::Visit;
use crate::error::Error;
use crate::launch::{HEARING, Started, WATCH, scope};
use crate::open::Opened;
use crate::plan::Plan;
use crate::plan::together::Group;
use crate::system::process::Status;

/// How long the manager of scopes is waited for.
const PATIENCE: Duration = Duration::from_secs(2);

impl Doorman {
    /// Starts all, one after the other, and watches them for an instant failure at the same time.
    pub(super) async fn start(
        self: &Arc<Self>,
        bus: &Connection,
        visit: &Arc<Visit>,
        plans: Vec<Plan>,
    ) -> Vec<Outcome> {
        let mut begun = Vec::new();
        for group in visit.order.wanted.groups(plans) {
            let (group, started) = self.begin(visit, group).await;
            if started.is_ok() {
                self.tell_of_start(bus, visit, &group).await;
            }
            if let Ok(Some(started)) = &started {
                self.settle(bus, started);
            }
            let doorman = Arc::clone(self);
            let waits = group.iter().any(|(_, plan)| plan.waits());
            let watch = async move { doorman.watch(started?, waits).await };
            begun.push((group, zruntime::spawn(watch)));
        }
        let mut outcomes = Vec::new();
        for (group, watched) in begun {
            // A task is lost only with the whole service.
            let result = watched.await.unwrap_or(Ok(()));
            for (number, plan) in group {
                let outcome = Outcome { plan, result: result.clone() };
                self.note(bus, visit, &outcome).await;
                outcomes.push((number, outcome));
            }
        }
        // As the caller has put them.
        outcomes.sort_by_key(|(number, _)| *number);
        outcomes.into_iter().map(|(_, outcome)| outcome).collect()
    }

    async fn tell_of_start(&self, bus: &Connection, visit: &Visit, group: &Group) {
        for (_, plan) in group {
            if signals::started(bus, visit, plan).await.is_err() {
                // The bus is gone, and the caller with it; the rest of the work remains.
                self.activity.end();
            }
        }
    }

    /// Starts a group, which may ask first, and remembers it before it can send anything back.
    async fn begin(
        self: &Arc<Self>,
        visit: &Arc<Visit>,
        group: Group,
    ) -> (Group, Result<Option<Started>, Error>) {
        let (doorman, visit) = (Arc::clone(self), Arc::clone(visit));
        unblock(move || {
            for (_, plan) in &group {
                lock(&doorman.rings).begin(&plan.shown, visit.request.depth + 1);
            }
            let started = visit.order.wanted.carry_out(&group, &doorman.desk(&visit)).map(program);
            let process = started.as_ref().ok().and_then(|started| Status::read(started.as_ref()?.id()));
            let process = process.map(|status| status.process);
            for (_, plan) in &group {
                lock(&doorman.rings).remember(process, &plan.shown, visit.request.depth + 1);
            }
            (group, started)
        })
        .await
    }

    /// Has a program moved into a scope of its own while it runs already. The end of the service waits for that, but
    /// for no manager that hangs.
    fn settle(&self, bus: &Connection, started: &Started) {
        let (busy, bus) = (self.activity.begin(), bus.clone());
        let (name, id) = (started.name().to_owned(), started.id());
        let task = async move {
            if let Ok(runtime) = SharedRuntime::current() {
                let _ = runtime.timeout(PATIENCE, scope::ask_over(&bus, &name, id)).await;
            }
            drop(busy);
        };
        zruntime::spawn(task).detach();
    }

    /// How a program ended in the end is its own affair; whether it began is ours.
    async fn watch(&self, started: Option<Started>, waits: bool) -> Result<(), Error> {
        let Some(mut started) = started else { return Ok(()) };
        ended(&mut started, waits).await;
        if !waits {
            started.verdict()?;
        }
        self.children.adopt(started);
        Ok(())
    }

    async fn note(&self, bus: &Connection, visit: &Visit, outcome: &Outcome) {
        let decision = Decision::of(&outcome.plan, visit.caller.name(), outcome.result.as_ref().err());
        signals::told(bus, visit, &decision).await;
        lock(&self.journal).add(decision);
    }
}

/// Waits for the end of a program, without a time limit or as long as a start is watched. No thread waits, for there can
/// be many.
async fn ended(started: &mut Started, forever: bool) {
    let Ok(runtime) = SharedRuntime::current() else { return };
    let Some(Ok(registration)) = started.end().ok().map(|end| runtime.register(end)) else { return };
    if forever {
        let _ = registration.ready(Interest::Readable).await;
        return;
    }
    let began = Instant::now();
    while began.elapsed() < WATCH {
        let end = registration.ready(Interest::Readable);
        if runtime.timeout(HEARING, end).await.is_ok() {
            return;
        }
        started.hear();
    }
}

/// What lives on by itself, if anything does.
fn program(opened: Opened) -> Option<Started> {
    match opened {
        Opened::Started(started) => Some(started),
        Opened::Ended(_) | Opened::Done => None,
    }
}
