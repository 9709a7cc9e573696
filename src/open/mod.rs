//! From a plan to something on the screen: the one place where decisions meet effects.

mod asking;
pub mod page;
mod wanted;

pub use asking::ask_about_many;
pub use wanted::Wanted;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use crate::config::{Config, Terminal as TerminalSetting, presets};
use crate::env::{Env, Request};
use crate::error::{Code, Error};
use crate::launch::{self, Started, Terminals};
use crate::message;
use crate::plan::{self, DbusCall, Filled, Options, Plan, Planned};
use crate::probe::{Application, Documentation};
use crate::scheme::file::path_uri;
use crate::system::SystemProbe;
use crate::target::Target;

/// What a request is carried out with.
#[derive(Debug, Clone, Copy)]
pub struct Desk<'a> {
    /// This process's environment.
    pub env: &'a Env,
    /// Who asked, and what came along.
    pub request: &'a Request,
    /// What is in force.
    pub config: &'a Config,
}

impl<'a> Desk<'a> {
    /// This machine, with the documentation folders of the config.
    pub fn probe(&self) -> SystemProbe<'a> {
        let documents = &self.config.documents;
        let of = |family, folders: &Option<Vec<String>>| {
            let folders = folders.iter().flatten().map(move |folder| (family, PathBuf::from(folder)));
            folders.collect::<Vec<_>>()
        };
        let further =
            [of(Documentation::Man, &documents.manpath), of(Documentation::Info, &documents.infopath)];
        SystemProbe::new(self.env, self.request).with_documentation(further.concat())
    }

    /// The plan of one argument.
    pub fn plan(&self, uri: &OsStr, base: Option<&str>) -> Plan {
        plan::build(uri, base, &self.config.rules, &self.probe())
    }

    /// The plan of a mail with files, by their absolute paths.
    pub fn plan_mail(&self, uri: &OsStr, attachments: &[String]) -> Plan {
        plan::build_mail(uri, attachments, &self.config.rules, &self.probe())
    }

    /// Goes on after a question. The window that asked used up the caller's activation token, and gave one of its own.
    fn after<T>(&self, token: asking::Token, go_on: impl FnOnce(&Desk) -> T) -> T {
        let Some(token) = token else { return go_on(self) };
        let request = Request { token: Some(token), ..self.request.clone() };
        go_on(&Desk { request: &request, ..*self })
    }

    /// The same, but the person is to choose the program.
    fn plan_to_choose(&self, uri: &OsStr, base: Option<&str>) -> Plan {
        plan::build_to_choose(uri, base, &self.config.rules, &self.probe())
    }
}

/// What came of a plan.
#[derive(Debug)]
pub enum Opened {
    /// A program that lives on by itself.
    Started(Started),
    /// A program that ran in our terminal, with its exit code.
    Ended(u8),
    /// A page was shown, or an application took the URI over the bus.
    Done,
}

/// Does what the plan says.
pub fn open(plan: &Plan, desk: &Desk) -> Result<Opened, Error> {
    match &plan.action {
        Err(error) => Err(refuse(plan, error, desk)),
        Ok(planned) => {
            // A choice shows what a question would, and is one.
            match (&plan.confirm, planned) {
                (Some(confirm), planned) if !matches!(planned, Planned::Ask(_)) => {
                    let token = asking::confirm(confirm, plan, desk)?;
                    desk.after(token, |desk| perform(planned, plan, desk))
                }
                _ => perform(planned, plan, desk),
            }
        }
    }
}

fn perform(planned: &Planned, plan: &Plan, desk: &Desk) -> Result<Opened, Error> {
    match planned {
        Planned::Exec(filled) => start(filled, plan, desk),
        Planned::Terminal(filled) => in_terminal(filled, plan, desk),
        Planned::View => page::show(plan, desk),
        Planned::App { application, filled, uris, .. } => {
            application_of(application, filled, uris, plan, desk)
        }
        Planned::Dbus(call) => call_bus(call),
        Planned::Rewrite { then, .. } => open(then, desk),
        Planned::Ask(choices) => {
            let (choice, token) = asking::choose(choices, plan, desk)?;
            desk.after(token, |desk| open(&choice.plan(plan, &desk.probe()), desk))
        }
        Planned::Deny(reason) => Err(Error::new(Code::Denied, reason.clone())),
    }
}

fn start(filled: &Filled, plan: &Plan, desk: &Desk) -> Result<Opened, Error> {
    launch::program(&filled.argv, &context(&plan.options, desk)).map(Opened::Started)
}

fn in_terminal(filled: &Filled, plan: &Plan, desk: &Desk) -> Result<Opened, Error> {
    let context = context(&plan.options, desk);
    if desk.request.tty {
        return launch::here(&filled.argv, &context).map(Opened::Ended);
    }
    launch::window(&filled.argv, &terminals(desk.config), &context).map(Opened::Started)
}

fn application_of(
    application: &Application,
    filled: &Filled,
    uris: &[String],
    plan: &Plan,
    desk: &Desk,
) -> Result<Opened, Error> {
    let uris: Vec<&str> = uris.iter().map(String::as_str).collect();
    let context = context(&plan.options, desk);
    if application.terminal && !application.dbus_activatable {
        return in_terminal(filled, plan, desk);
    }
    let started =
        launch::application(application, &uris, Some(&filled.argv), &terminals(desk.config), &context)?;
    Ok(started.map_or(Opened::Done, Opened::Started))
}

fn call_bus(call: &DbusCall) -> Result<Opened, Error> {
    let arguments: Vec<_> = call.arguments.iter().map(AsRef::as_ref).collect();
    launch::bus_call(&call.name, &call.path, &call.method, &arguments)?;
    Ok(Opened::Done)
}

/// A file that would run is shown in its folder, and refused all the same.
fn refuse(plan: &Plan, error: &Error, desk: &Desk) -> Error {
    let shown = plan.reveal.as_deref().is_some_and(|path| reveal(path, desk).is_ok());
    if !shown {
        return error.clone();
    }
    Error {
        message: message!("{reason}; it is shown in its folder instead", reason = &error.message),
        ..error.clone()
    }
}

/// Shows what a plan is about in its folder, in place of opening it: selected by the file manager of the session,
/// else by the folder's own action.
pub fn in_folder(plan: &Plan, desk: &Desk) -> Result<Opened, Error> {
    let Some(Target::File(file)) = &plan.target else {
        return Err(Error::new(Code::Unsupported, message!("only a file can be shown in its folder")));
    };
    match &plan.action {
        // That nothing opens it does not keep it from being shown.
        Err(error)
            if plan.reveal.is_none() && ![Code::NoProgram, Code::Unsupported].contains(&error.code) =>
        {
            return Err(error.clone());
        }
        _ => {}
    }
    if reveal(&file.path, desk).is_ok() {
        return Ok(Opened::Done);
    }
    let folder = file.path.parent().unwrap_or(Path::new("/"));
    open(&desk.plan(folder.as_os_str(), None), desk)
}

/// Shows a file selected in its folder.
pub fn reveal(path: &Path, desk: &Desk) -> Result<(), Error> {
    launch::reveal(&[&path_uri(path)], desk.request)
}

fn context<'a>(options: &'a Options, desk: &Desk<'a>) -> launch::Context<'a> {
    launch::Context {
        env: desk.env,
        request: desk.request,
        variables: &options.env,
        folder: options.cwd.as_deref(),
    }
}

/// The terminal that the config asks for, and those that are known.
pub fn terminals(config: &Config) -> Terminals<'_> {
    let chosen = match &config.general.terminal {
        Some(TerminalSetting::Words(words)) => Some(words.as_slice()),
        Some(TerminalSetting::Auto) | None => None,
    };
    Terminals { chosen, known: presets::all().terminals() }
}
