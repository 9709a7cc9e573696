//! Where a plan waits for the person: a yes, or one of several programs.

use super::Desk;
use crate::action::Verb;
use crate::ask::{About, Answer, Question, Remember, ask};
use crate::complaint::complain;
use crate::config::load::Places;
use crate::config::remember::{Answered, remember};
use crate::error::{Code, Error};
use crate::message;
use crate::message::Message;
use crate::plan::{Choice, Confirm, Plan};
use crate::sanitize;
use crate::target::Value;
use crate::uri::masked;

/// So many URIs of a flood are shown.
const SHOWN: usize = 5;

/// Asks whether to go on; fails with `denied` for anything but a yes.
pub fn confirm(confirm: &Confirm, plan: &Plan, desk: &Desk) -> Result<(), Error> {
    match put(&Question::confirm(plan, confirm), desk)? {
        Answer::Yes(how_long) => {
            if let Some(verb) = plan.verb.as_ref().filter(|_| how_long != Remember::Once) {
                keep(plan, verb, how_long, Some(confirm), desk);
            }
            Ok(())
        }
        Answer::No | Answer::Chosen(..) => Err(refused()),
    }
}

/// Asks whether very many URIs are wanted; fails as [`confirm`] does.
pub fn ask_about_many(reason: Message, uris: &[String], desk: &Desk) -> Result<(), Error> {
    let shown: Vec<_> =
        uris.iter().take(SHOWN).map(|uri| sanitize::line(&masked(uri, ":***")).into_owned()).collect();
    let question = Question {
        uri: shown.first().cloned().unwrap_or_default(),
        display: shown.join("\n"),
        about: About::Confirm(Confirm { reason, host: None, port: None }),
        remember: vec![Remember::Once],
    };
    match put(&question, desk)? {
        Answer::Yes(_) => Ok(()),
        Answer::No | Answer::Chosen(..) => Err(refused()),
    }
}

/// Asks for one of several programs; fails with `denied` where none is chosen.
pub fn choose<'a>(choices: &'a [Choice], plan: &Plan, desk: &Desk) -> Result<&'a Choice, Error> {
    let Answer::Chosen(number, how_long) = put(&Question::choice(plan, choices), desk)? else {
        return Err(refused());
    };
    let choice = choices.get(number).ok_or_else(refused)?;
    if how_long != Remember::Once {
        keep(plan, &choice.verb, how_long, None, desk);
    }
    Ok(choice)
}

fn put(question: &Question, desk: &Desk) -> Result<Answer, Error> {
    ask(question, desk.config, desk.env, desk.request)
}

fn refused() -> Error {
    Error::new(Code::Denied, message!("nothing was opened, as you wished"))
}

/// Writes a rule. That it could not be written stops nothing that was said yes to.
fn keep(plan: &Plan, verb: &Verb, how_long: Remember, confirmed: Option<&Confirm>, desk: &Desk) {
    let Some(file) = Places::of(desk.env, None).user_file() else { return };
    let answered = Answered {
        scheme: plan.scheme.clone().unwrap_or_default(),
        host: if how_long == Remember::Host { host(plan) } else { None },
        port: confirmed.and_then(|confirm| confirm.port),
        verb: verb.clone(),
        confirmed: confirmed.is_some(),
    };
    if let Err(error) = remember(&file, &answered) {
        let file = file.to_string_lossy();
        complain(format_args!("{}: the answer could not be kept: {error}", sanitize::line(&file)));
    }
}

/// The host as the fields have it, which rules are matched with.
fn host(plan: &Plan) -> Option<(&'static str, String)> {
    ["host", "server"].into_iter().find_map(|field| match plan.target.as_ref()?.value(field)? {
        Value::Text(host) => Some((field, host)),
        _ => None,
    })
}
