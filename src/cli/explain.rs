//! `portero explain`: what would be run and why; nothing is run.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use super::output;
use super::surroundings::Surroundings;
use crate::explain;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
    /// Resolve relative references against this URI
    #[arg(long, value_name = "URI")]
    base: Option<String>,
    /// Read this config file in place of the person's own
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// URIs, or paths in place of them
    #[arg(required = true, value_name = "URI")]
    uris: Vec<OsString>,
}

pub fn run(args: &Args) -> ExitCode {
    let surroundings = Surroundings::read(args.config.clone());
    surroundings.tell_mistakes();
    let (mut lines, mut exit) = (String::new(), 0);
    for uri in &args.uris {
        let mut plan = surroundings.plan(uri, args.base.as_deref());
        // `open` goes by the defaults then, which is not what the file's owner would read here.
        if let Some(error) = surroundings.untrusted().filter(|_| plan.action.is_ok()) {
            plan.action = Err(error);
        }
        exit = exit.max(plan.exit_code());
        let text = if args.json {
            explain::json(&plan).to_string()
        } else {
            explain::words(&plan, surroundings.env.language())
        };
        lines.extend([text.as_str(), "\n"]);
    }
    output::ending(lines, exit)
}
