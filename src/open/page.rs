//! Showing the reader's page: in the caller's terminal, else in a terminal window, else on standard output.

use std::ffi::OsStr;
use std::io::{self, IsTerminal};
use std::path::PathBuf;

use super::{Desk, Opened, context, terminals};
use crate::argv::Argv;
use crate::document;
use crate::document::context::Context;
use crate::env::{self, Env};
use crate::error::{Code, Error};
use crate::launch::{self, reader::Shown};
use crate::message;
use crate::page::{self, Form};
use crate::plan::{Options, Plan};
use crate::system::programs;
use crate::terminal::Look;

/// The command.
const COMMAND: &str = "portero";

/// The program with the reader's window.
const WINDOW: &str = "portero-view";

/// Shows the page of a plan's target.
pub fn show(plan: &Plan, desk: &Desk) -> Result<Opened, Error> {
    let launching = context(&plan.options, desk);
    if !desk.request.tty && desk.request.has_display() {
        let uri = plan.escaped.as_deref().unwrap_or(&plan.shown);
        check(plan, desk)?;
        return match window_program() {
            Some(program) => in_window(program, Shown::Pages(&[uri]), &launching),
            None => in_terminal(uri, desk, &plan.options),
        };
    }
    let text = load(plan, desk)?;
    launch::pager::show(&text, desk.request.tty, &launching)?;
    Ok(Opened::Done)
}

/// Shows the reader's start page; fails with `no-program` where there is no window.
pub fn start(desk: &Desk) -> Result<Opened, Error> {
    in_own_window(Shown::Pages(&[]), desk)
}

/// Shows words under a title in the reader; fails as [`start`] does.
pub fn tell(title: &str, words: &str, desk: &Desk) -> Result<Opened, Error> {
    in_own_window(Shown::Words(title, words), desk)
}

fn in_own_window(shown: Shown, desk: &Desk) -> Result<Opened, Error> {
    let missing = || Error::new(Code::NoProgram, message!("the reader's window is not installed"));
    in_window(window_program().ok_or_else(missing)?, shown, &context(&Options::default(), desk))
}

/// The reader's window, where it was installed with this program.
pub fn window_program() -> Option<PathBuf> {
    let beside = env::sibling(WINDOW).ok()?;
    programs::is_executable(&beside).then_some(beside)
}

/// Shows something in the running reader, else in a new one.
fn in_window(program: PathBuf, shown: Shown, launching: &launch::Context) -> Result<Opened, Error> {
    if shown.in_running(launching.request) {
        return Ok(Opened::Done);
    }
    let variables = [launching.variables, &launch::sandbox_variables(launching.env)].concat();
    let launching = &launch::Context { variables: &variables, ..*launching };
    let mut argv = Argv::new(program);
    argv.extend(shown.arguments());
    launch::program(&argv, launching).map(Opened::Started)
}

/// Shows a page in a terminal of its own, where it ends in the pager.
pub fn in_terminal(uri: &str, desk: &Desk, options: &Options) -> Result<Opened, Error> {
    once_more(&["open", "--direct", "--", uri], desk, options)
}

/// Opens the rule at a place (`PATH:LINE`) in the person's editor.
pub fn edit(place: &str, desk: &Desk) -> Result<Opened, Error> {
    once_more(&["config", "edit", "--at", place], desk, &Options::default())
}

/// Whether there is such a page, without the work of making it: the window makes it beside its own start.
fn check(plan: &Plan, desk: &Desk) -> Result<(), Error> {
    let probe = desk.probe();
    match &plan.target {
        Some(target) => document::exists(target, &Context::new(&probe)).map_err(|failure| failure.error),
        None => Ok(()),
    }
}

fn load(plan: &Plan, desk: &Desk) -> Result<String, Error> {
    let probe = desk.probe();
    let unread = || Error::new(Code::Failed, message!("there is nothing to show"));
    let target = plan.target.as_ref().ok_or_else(unread)?;
    let (page, error) = page::load(target, Form::Text(look(desk.env)), &Context::new(&probe));
    error.map_or(Ok(page.text), Err)
}

/// Runs these words of the command line in a terminal of its own.
pub fn once_more(words: &[&str], desk: &Desk, options: &Options) -> Result<Opened, Error> {
    let lost = |error: io::Error| {
        Error::new(Code::Failed, message!("this program's own file is not known: {error}", error = &error))
    };
    let mut argv = Argv::new(env::sibling(COMMAND).map_err(lost)?);
    argv.extend(words.iter().copied());
    launch::window(&argv, &terminals(desk.config), &context(options, desk)).map(Opened::Started)
}

/// As wide as the terminal; escape sequences only there (and no colours where `NO_COLOR` is set, no-color.org).
pub fn look(env: &Env) -> Look {
    let out = io::stdout();
    let size = rustix::termios::tcgetwinsize(&out).map(|size| usize::from(size.ws_col)).ok();
    let columns = || env.get("COLUMNS")?.to_str()?.parse().ok();
    let width = size.filter(|width| *width > 0).or_else(columns).unwrap_or(80);
    let capable = out.is_terminal() && env.get("TERM").is_some_and(|term| term != "dumb");
    let colours = capable && env.get("NO_COLOR").is_none_or(OsStr::is_empty);
    Look { width, attributes: capable, colours, hyperlinks: capable }
}
