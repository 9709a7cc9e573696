//! What a caller is told, `aa{sv}`: an entry a URI.

use std::collections::HashMap;

use zbus::Variant;

use super::error::Refusal;
use crate::error::Error;
use crate::message::Language;
use crate::plan::Plan;

/// One entry: `uri`, then `rule`, `action` and `warnings`, or `error` and `message`.
pub type Answer = HashMap<&'static str, Variant<'static>>;

/// A plan and what became of it.
pub struct Outcome {
    /// The plan.
    pub plan: Plan,
    /// Whether it was opened.
    pub result: Result<(), Error>,
}

/// The answer to a call, in the language of whoever made it; where its only URI failed, the call fails.
pub fn of_call(mut outcomes: Vec<Outcome>, language: Language) -> Result<Vec<Answer>, Refusal> {
    if outcomes.len() == 1
        && let Some(Outcome { result: Err(error), .. }) = outcomes.pop_if(|outcome| outcome.result.is_err())
    {
        return Err(Refusal::of(&error, language));
    }
    Ok(outcomes.iter().map(|outcome| of_one(outcome, language)).collect())
}

/// The same for everything, whether it exists or not.
pub fn unseen(uri: &str) -> Answer {
    HashMap::from([("uri", text(uri))])
}

fn of_one(outcome: &Outcome, language: Language) -> Answer {
    let plan = &outcome.plan;
    let mut answer = unseen(&plan.shown);
    if let Err(error) = &outcome.result {
        answer.extend([("error", text(error.code.name())), ("message", text(&language.say(&error.told())))]);
        return answer;
    }
    let warnings: Vec<&'static str> = plan.warnings.iter().map(|warning| warning.code.name()).collect();
    answer.insert("warnings", Variant::new(warnings));
    answer.extend(plan.rule.as_ref().map(|rule| ("rule", text(&rule.name))));
    answer.extend(plan.action.as_ref().ok().map(|action| ("action", text(action.name()))));
    answer
}

fn text(text: &str) -> Variant<'static> {
    text.to_owned().into()
}
