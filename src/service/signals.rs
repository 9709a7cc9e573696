//! `Accepted`, `Opened` and `Failed`: what others may follow. None of them holds a password or a query.

use std::collections::HashMap;

use zbus::object_server::SignalEmitter;
use zbus::{Connection, Variant};

use super::decision::{Decision, public};
use super::interface::Portero;
use super::visit::Visit;
use super::{OBJECT_PATH, journal};
use crate::plan::Plan;

/// Says that these are begun. It returns when the bus has it: from then on the caller waits for the answer.
pub async fn accepted(bus: &Connection, visit: &Visit, plans: &[Plan]) -> zbus::Result<()> {
    let of_all = plans.iter().filter(|plan| plan.action.is_ok() && !visit.caller.sandboxed);
    let begun: Vec<_> = of_all.collect();
    let all = SignalEmitter::new(bus, OBJECT_PATH)?;
    // Who sets a deadline listens for this, and need not have asked the bus for what everybody is told.
    if let Some(first) = begun.first().filter(|_| visit.order.deadline.is_some()) {
        let caller = all.clone().set_destination(visit.client.clone().into());
        Portero::accepted(&caller, &public(first), "", details(visit)).await?;
    }
    for plan in begun {
        let rule = plan.rule.as_ref().map_or("", |rule| rule.name.as_str());
        Portero::accepted(&all, &public(plan), rule, details(visit)).await?;
    }
    Ok(())
}

/// Tells the caller alone that the program of one is running: should we end before we can answer, it knows.
pub async fn started(bus: &Connection, visit: &Visit, plan: &Plan) -> zbus::Result<()> {
    let emitter = SignalEmitter::new(bus, OBJECT_PATH)?.set_destination(visit.client.clone().into());
    let mut details = details(visit);
    details.insert(STARTED, true.into());
    Portero::accepted(&emitter, &public(plan), "", details).await
}

/// Says what became of one.
pub async fn told(bus: &Connection, visit: &Visit, decision: &Decision) {
    if let Err(error) = tell(bus, visit, decision).await {
        journal::tell(journal::Priority::Warning, &format!("no signal could be sent: {error}"), &[]);
    }
}

async fn tell(bus: &Connection, visit: &Visit, decision: &Decision) -> zbus::Result<()> {
    if visit.caller.sandboxed {
        return Ok(());
    }
    let emitter = SignalEmitter::new(bus, OBJECT_PATH)?;
    let rule = decision.rule.as_deref().unwrap_or_default();
    let mut details = details(visit);
    let texts = [("action", &decision.action), ("program", &decision.program)];
    details.extend(texts.into_iter().filter_map(|(name, text)| Some((name, text.as_deref()?.into()))));
    let Some(fault) = &decision.error else {
        return Portero::opened(&emitter, &decision.uri, rule, details).await;
    };
    details.extend([("error", fault.code.as_str().into()), ("message", fault.message.as_str().into())]);
    Portero::failed(&emitter, &decision.uri, rule, details).await
}

/// The caller's name on the bus, by which it knows its own requests.
fn details(visit: &Visit) -> HashMap<&'static str, Variant<'_>> {
    HashMap::from([(CLIENT, visit.client.as_str().into())])
}

/// The key under which a signal names the connection that asked.
const CLIENT: &str = "client";

/// The key of a second `Accepted`: the program is running.
pub const STARTED: &str = "started";
