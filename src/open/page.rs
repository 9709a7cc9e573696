//! Showing the reader's page: in the caller's terminal, else in a terminal window, else on standard output.

use std::ffi::OsStr;
use std::io::{self, IsTerminal};

use super::{Desk, Opened, context, terminals};
use crate::argv::Argv;
use crate::document::context::Context;
use crate::document::{self, model::Document};
use crate::env::{self, Env};
use crate::error::{Code, Error};
use crate::launch;
use crate::message;
use crate::plan::Plan;
use crate::terminal::{self, Look};

/// Shows the page of a plan's target.
pub fn show(plan: &Plan, desk: &Desk) -> Result<Opened, Error> {
    let page = load(plan, desk)?;
    let launching = context(&plan.options, desk);
    if !desk.request.tty && desk.request.has_display() {
        return launch::window(&again(plan)?, &terminals(desk.config), &launching).map(Opened::Started);
    }
    let text = terminal::render(&page, &look(desk.env));
    launch::pager::show(&text, desk.request.tty, &launching)?;
    Ok(Opened::Done)
}

fn load(plan: &Plan, desk: &Desk) -> Result<Document, Error> {
    let probe = desk.probe();
    let unread = || Error::new(Code::Failed, message!("there is nothing to show"));
    let target = plan.target.as_ref().ok_or_else(unread)?;
    document::load(target, &Context::new(&probe)).map_err(|failure| failure.error)
}

/// This same request once more, in a terminal of its own, where it ends in the pager.
fn again(plan: &Plan) -> Result<Argv, Error> {
    let lost = |error: io::Error| {
        Error::new(Code::Failed, message!("this program's own file is not known: {error}", error = &error))
    };
    let program = env::own_program().map_err(lost)?;
    let uri = plan.escaped.as_deref().unwrap_or(&plan.shown);
    let mut argv = Argv::new(program);
    argv.extend(["open", "--direct", "--", uri]);
    Ok(argv)
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
