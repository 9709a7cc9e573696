//! `portero open`: decides and starts.

use std::ffi::{OsStr, OsString};
use std::process::ExitCode;

use super::surroundings::Surroundings;
use crate::error::Error;
use crate::open::{self, Opened};
use crate::plan::Plan;
use crate::sanitize;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Resolve relative references against this URI
    #[arg(long, value_name = "URI")]
    base: Option<String>,
    /// Return when the program ends, with its exit code
    #[arg(long)]
    wait: bool,
    /// URIs, or paths in place of them
    #[arg(required = true, value_name = "URI")]
    uris: Vec<OsString>,
}

pub fn run(args: &Args) -> ExitCode {
    let surroundings = Surroundings::read(None);
    surroundings.tell_mistakes();
    let codes = args.uris.iter().map(|uri| one(uri, args, &surroundings));
    ExitCode::from(codes.max().unwrap_or(0))
}

/// Opens one and gives its exit code.
fn one(uri: &OsStr, args: &Args, surroundings: &Surroundings) -> u8 {
    let plan = surroundings.plan(uri, args.base.as_deref());
    let outcome = open::open(&plan, &surroundings.desk()).and_then(|opened| end(opened, args.wait));
    outcome.unwrap_or_else(|error| fail(&plan, &error))
}

fn end(opened: Opened, wait: bool) -> Result<u8, Error> {
    match opened {
        Opened::Started(started) if wait => started.wait(),
        Opened::Started(mut started) => started.watch().map(|()| 0),
        Opened::Ended(code) => Ok(code),
        Opened::Done => Ok(0),
    }
}

fn fail(plan: &Plan, error: &Error) -> u8 {
    eprintln!("portero: {}", sanitize::line(&format!("{}: {error}", plan.shown)));
    error.code.exit_code()
}
