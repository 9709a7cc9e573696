//! `portero open`: asks the service, or decides and starts by itself.

use std::ffi::{OsStr, OsString};
use std::io::{self, IsTerminal};
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use super::surroundings::Surroundings;
use super::tell;
use crate::env::{Env, Request};
use crate::error::{Code, Error};
use crate::message;
use crate::open::{self, Desk, Opened, Wanted};
use crate::plan::Plan;
use crate::plan::together::Group;
use crate::probe::Probe;
use crate::scheme::file::path_uri;
use crate::service::caller::Key;
use crate::service::client::{self, End, Wish};
use crate::service::flood::{Floods, Limit, Verdict};
use crate::service::journal;
use crate::uri::masked;

#[derive(Debug, clap::Args)]
#[allow(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub struct Args {
    /// Resolve relative references against this URI
    #[arg(long, value_name = "URI")]
    base: Option<String>,
    /// Decide and start without the service
    #[arg(long)]
    direct: bool,
    /// Return when the program ends, with its exit code
    #[arg(long)]
    wait: bool,
    /// Choose the program
    #[arg(long)]
    ask: bool,
    /// Show files in their folder
    #[arg(long)]
    reveal: bool,
    /// URIs, or paths in place of them; none shows what `portero` alone shows, as from a menu
    #[arg(value_name = "URI")]
    uris: Vec<OsString>,
}

impl Args {
    /// To open one, without options.
    pub fn of(uri: OsString) -> Self {
        Self { base: None, direct: false, wait: false, ask: false, reveal: false, uris: vec![uri] }
    }

    const fn wanted(&self) -> Wanted {
        Wanted { ask: self.ask, reveal: self.reveal }
    }
}

pub fn run(args: &Args) -> ExitCode {
    if args.uris.is_empty() {
        return start_page();
    }
    ExitCode::from(by_service(args).unwrap_or_else(|| directly(args)))
}

/// The reader's start page; in a terminal, or where no window can be shown, the help.
pub fn start_page() -> ExitCode {
    let surroundings = Surroundings::read(None);
    let request = &surroundings.request;
    if request.tty || !request.has_display() || open::page::window_program().is_none() {
        return super::show_help();
    }
    let shown = open::page::start(&surroundings.desk()).and_then(|opened| end(opened, false));
    ExitCode::from(shown.unwrap_or_else(|error| tell::failure("portero", &error)))
}

/// The exit code, if the service took it. What needs our terminal, or our patience, is no affair of the service.
fn by_service(args: &Args) -> Option<u8> {
    let request = Request::own(&Env::read());
    if args.direct || args.wait || request.tty {
        return None;
    }
    let folder = request.folder.as_deref().unwrap_or(Path::new("/"));
    let wish = Wish {
        uris: args.uris.iter().map(|uri| sayable(uri, folder)).collect(),
        base: args.base.clone(),
        wanted: args.wanted(),
        notify: !io::stderr().is_terminal(),
    };
    let all = || wish.uris.iter().map(|uri| masked(uri, ":***")).collect::<Vec<_>>().join(" ");
    match client::open(&wish, &request) {
        End::Untouched => None,
        End::Lost(error) => Some(tell::failure(&all(), &error)),
        // The person was told by the service, which knows more.
        End::Failed(error) => Some(tell::line(&all(), &error)),
        End::Answered(answers) => {
            let codes =
                answers.iter().map(|(uri, error)| error.as_ref().map_or(0, |error| tell::line(uri, error)));
            Some(codes.max().unwrap_or(0))
        }
    }
}

/// What the bus can carry: an argument that is not UTF-8 is the name of a file, and becomes its URI.
fn sayable(argument: &OsStr, folder: &Path) -> String {
    let of_file = || path_uri(&folder.join(argument));
    argument.to_str().map_or_else(of_file, str::to_owned)
}

fn directly(args: &Args) -> u8 {
    let surroundings = Surroundings::read(None);
    surroundings.tell_mistakes();
    if let Err(error) = admitted(args, &surroundings) {
        return tell::failure(&shown(args), &error);
    }
    let desk = surroundings.desk();
    let wanted = args.wanted();
    let plans = args.uris.iter().map(|uri| wanted.plan(uri, args.base.as_deref(), &desk)).collect();
    wanted.groups(plans).iter().map(|group| at_once(group, args, &desk)).max().unwrap_or(0)
}

/// The service counts what a program asks of it; of one call by itself only the length of its list is known.
fn admitted(args: &Args, surroundings: &Surroundings) -> Result<(), Error> {
    let Some(limit) = Limit::of(&surroundings.config().general) else { return Ok(()) };
    let refused = || Error::new(Code::RateLimited, message!("too many requests at once"));
    match Floods::default().admit(&Key::Unknown, args.uris.len(), limit, Instant::now()) {
        Verdict::Pass => Ok(()),
        Verdict::Refuse => Err(refused()),
        Verdict::Ask(_) | Verdict::Wait(_) => {
            let program = surroundings.desk().probe().callers().into_iter().nth(1).unwrap_or_default();
            let reason = message!("{program} wants to open very many things at once.", program);
            let uris: Vec<_> = args.uris.iter().map(|uri| uri.to_string_lossy().into_owned()).collect();
            open::ask_about_many(&reason, &uris, &surroundings.desk()).map_err(|_| refused())
        }
    }
}

/// The first of many, for a line about all.
fn shown(args: &Args) -> String {
    let first = args.uris.first().map(|uri| uri.to_string_lossy().into_owned()).unwrap_or_default();
    masked(&first, ":***").into_owned()
}

/// Opens a group and gives its exit code.
fn at_once(group: &Group, args: &Args, desk: &Desk) -> u8 {
    let waits = args.wait || group.iter().any(|(_, plan)| plan.waits());
    let outcome = args.wanted().carry_out(group, desk).and_then(|opened| end(opened, waits));
    group.iter().map(|(_, plan)| told(plan, outcome.clone())).max().unwrap_or(0)
}

/// Opens a mail with files.
pub fn mail(uri: &str, attachments: &[String]) -> u8 {
    let surroundings = Surroundings::read(None);
    surroundings.tell_mistakes();
    let desk = surroundings.desk();
    let plan = desk.plan_mail(uri.as_ref(), attachments);
    told(&plan, open::open(&plan, &desk).and_then(|opened| end(opened, plan.waits())))
}

fn told(plan: &Plan, outcome: Result<u8, Error>) -> u8 {
    journal::note(plan, outcome.as_ref().err());
    outcome.unwrap_or_else(|error| tell::failure(&plan.shown, &error))
}

fn end(opened: Opened, wait: bool) -> Result<u8, Error> {
    if let Opened::Started(started) = &opened {
        started.settle();
    }
    match opened {
        Opened::Started(started) if wait => started.wait(),
        Opened::Started(mut started) => started.watch().map(|()| 0),
        Opened::Ended(code) => Ok(code),
        Opened::Done => Ok(0),
    }
}
