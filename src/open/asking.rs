//! Where a plan waits for the person: a yes, or one of several programs.

use std::path::PathBuf;

use super::Desk;
use crate::action::Action;
use crate::ask::{Answer, Decision, FOLDER_TYPE, Question, Remember, ask};
use crate::complaint::complain;
use crate::config::load::Places;
use crate::config::remember::{Answered, Extent, remember};
use crate::error::{Code, Error};
use crate::message;
use crate::message::{Language, Message};
use crate::plan::{Choice, Confirm, Plan};
use crate::probe::{FileKind, Probe};
use crate::sanitize;
use crate::target::family::FOLDER;
use crate::target::{Target, Value};
use crate::uri::masked;

/// So many URIs of a flood are shown.
const SHOWN: usize = 5;

/// The activation token of the window in which was answered.
pub type Token = Option<String>;

/// Asks whether to go on; fails with `denied` for anything but a yes.
pub fn confirm(confirm: &Confirm, plan: &Plan, desk: &Desk) -> Result<Token, Error> {
    let Answer { decision: Decision::Yes(how_long), token } =
        put(&Question::confirm(plan, confirm, language(desk)), desk)?
    else {
        return Err(refused());
    };
    if let Some(action) = plan.again.as_ref().filter(|_| how_long != Remember::Once) {
        keep(plan, action, how_long, desk);
    }
    Ok(token)
}

/// Asks whether very many URIs are wanted; fails as [`confirm`] does.
pub fn ask_about_many(reason: &Message, uris: &[String], desk: &Desk) -> Result<(), Error> {
    let shown: Vec<_> =
        uris.iter().take(SHOWN).map(|uri| sanitize::line(&masked(uri, ":***")).into_owned()).collect();
    match put(&Question::many(reason, &shown, language(desk)), desk)?.decision {
        Decision::Yes(_) => Ok(()),
        Decision::No | Decision::Chosen(..) => Err(refused()),
    }
}

/// Asks for one of several programs; fails with `denied` where none is chosen.
pub fn choose<'a>(choices: &'a [Choice], plan: &Plan, desk: &Desk) -> Result<(&'a Choice, Token), Error> {
    let question = Question::choice(plan, choices, media_type(plan, desk), language(desk));
    let Answer { decision: Decision::Chosen(number, how_long), token } = put(&question, desk)? else {
        return Err(refused());
    };
    let choice = choices.get(number).ok_or_else(refused)?;
    if how_long != Remember::Once {
        keep(plan, &choice.again, how_long, desk);
    }
    Ok((choice, token))
}

fn put(question: &Question, desk: &Desk) -> Result<Answer, Error> {
    ask(question, desk.config, desk.env, desk.request)
}

fn language(desk: &Desk) -> Language {
    desk.request.language()
}

fn refused() -> Error {
    Error::new(Code::Denied, message!("nothing was opened, as you wished"))
}

/// Of a file or folder.
fn media_type(plan: &Plan, desk: &Desk) -> Option<String> {
    match &plan.target {
        _ if is_folder(plan) => Some(FOLDER_TYPE.to_owned()),
        Some(Target::File(file)) => Some(desk.probe().media_type(&file.path)),
        _ => None,
    }
}

fn is_folder(plan: &Plan) -> bool {
    matches!(&plan.target, Some(Target::File(file)) if file.kind == Some(FileKind::Directory))
}

/// Writes a rule. That it could not be written stops nothing that was said yes to.
fn keep(plan: &Plan, action: &Action, how_long: Remember, desk: &Desk) {
    let Some(answered) = answered(plan, action, how_long, desk) else { return };
    let Some((file, asked_by)) = place(plan, desk) else { return };
    if let Err(error) = remember(&file, &Answered { asked_by, ..answered }) {
        let file = file.to_string_lossy();
        complain(format_args!("{}: the answer could not be kept: {error}", sanitize::line(&file)));
    }
}

fn answered(plan: &Plan, action: &Action, how_long: Remember, desk: &Desk) -> Option<Answered> {
    let mut action = action.clone();
    let extent = match how_long {
        Remember::Once => return None,
        Remember::Scheme => Extent::Scheme,
        Remember::Type => Extent::Type(media_type(plan, desk)?),
        Remember::Host => {
            let (field, host) = host(plan)?;
            // Who said yes to a host is not asked about it again, as long as it is the same port.
            let asked = plan.confirm.as_ref();
            action.manner.confirm = action.manner.confirm.or(asked.map(|_| false));
            Extent::Host { field, host, port: asked.and_then(|confirm| confirm.port) }
        }
    };
    let scheme = if is_folder(plan) { FOLDER } else { plan.scheme.as_deref()? };
    Some(Answered { scheme: scheme.to_owned(), extent, action, asked_by: None })
}

/// The file that the rule goes into: that of the rule that asked, with its line, where that is the person's own.
fn place(plan: &Plan, desk: &Desk) -> Option<(PathBuf, Option<usize>)> {
    let places = Places::of(desk.env, None);
    match plan.rule.as_ref().and_then(|rule| places.own(rule.place()?)) {
        Some((file, line)) => Some((file.to_owned(), Some(line))),
        None => places.user_file().map(|file| (file, None)),
    }
}

/// The host as the fields have it, which rules are matched with.
fn host(plan: &Plan) -> Option<(&'static str, String)> {
    ["host", "server"].into_iter().find_map(|field| match plan.target.as_ref()?.value(field)? {
        Value::Text(host) => Some((field, host)),
        _ => None,
    })
}
