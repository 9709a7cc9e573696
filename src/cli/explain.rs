//! `portero explain`: what would be run and why; nothing is run.

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use crate::explain;
use crate::plan::Plan;
use crate::reading;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
    /// Resolve relative references against this URI
    #[arg(long, value_name = "URI")]
    base: Option<String>,
    /// URIs, or paths in place of them
    #[arg(required = true, value_name = "URI")]
    uris: Vec<OsString>,
}

pub fn run(args: &Args) -> ExitCode {
    let mut out = io::stdout().lock();
    let mut exit = 0;
    for uri in &args.uris {
        let plan = plan(uri, args.base.as_deref());
        exit = exit.max(plan.exit_code());
        let text = if args.json { explain::json(&plan).to_string() } else { explain::words(&plan) };
        // A reader that went away (`| head -1`) is no failure of ours.
        if writeln!(out, "{text}").is_err() {
            break;
        }
    }
    ExitCode::from(exit)
}

fn plan(uri: &OsString, base: Option<&str>) -> Plan {
    let probe = crate::probe::Nothing;
    match reading::read(uri, base, &probe) {
        Ok(reading) => Plan {
            shown: reading.shown,
            escaped: Some(reading.escaped),
            scheme: Some(reading.uri.scheme().to_owned()),
            target: Some(reading.target),
            warnings: reading.warnings,
            rule: None,
            action: Ok(crate::plan::Planned::View),
            confirm: None,
            display: String::new(),
            options: crate::plan::Options::default(),
            trace: Vec::new(),
        },
        Err(refused) => Plan {
            shown: refused.shown,
            escaped: None,
            scheme: refused.scheme,
            target: refused.target,
            warnings: refused.warnings,
            rule: None,
            action: Err(refused.error),
            confirm: None,
            display: String::new(),
            options: crate::plan::Options::default(),
            trace: Vec::new(),
        },
    }
}
