//! `portero render`: the reader's page on standard output.

use std::ffi::{OsStr, OsString};
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use crate::document::context::Context;
use crate::document::{self, Failure};
use crate::env::{Env, Request};
use crate::error::Error;
use crate::html::{self, Links};
use crate::reading;
use crate::system::SystemProbe;
use crate::terminal::{self, Look};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Print one self-contained HTML page
    #[arg(long, conflicts_with = "text")]
    html: bool,
    /// Print text (the default), with colours and hyperlinks on a terminal
    #[arg(long)]
    text: bool,
    /// Resolve a relative reference against this URI
    #[arg(long, value_name = "URI")]
    base: Option<String>,
    /// A URI, or a path in place of it
    #[arg(value_name = "URI")]
    uri: OsString,
}

pub fn run(args: &Args) -> ExitCode {
    let env = Env::read();
    let request = Request::own(&env);
    let probe = SystemProbe::new(&env, &request);
    let (page, error) = match load(args, &Context::new(&probe)) {
        Ok(page) => (page, None),
        Err(failure) => (*failure.page, Some(failure.error)),
    };
    let text =
        if args.html { html::page(&page, Links::Direct) } else { terminal::render(&page, &look(&env)) };
    // A reader that went away (`| head`) is no failure of ours.
    let _ = io::stdout().lock().write_all(text.as_bytes());
    error.map_or(ExitCode::SUCCESS, |error| ExitCode::from(error.code.exit_code()))
}

fn load(args: &Args, context: &Context<'_>) -> Result<document::model::Document, Failure> {
    let reading = reading::read(&args.uri, args.base.as_deref(), context.probe)
        .map_err(|refused| -> Error { refused.error })?;
    document::load(&reading.target, context)
}

/// As wide as the terminal; escape sequences only there (and no colours where `NO_COLOR` is set, no-color.org).
fn look(env: &Env) -> Look {
    let out = io::stdout();
    let size = rustix::termios::tcgetwinsize(&out).map(|size| usize::from(size.ws_col)).ok();
    let columns = || env.get("COLUMNS")?.to_str()?.parse().ok();
    let width = size.filter(|width| *width > 0).or_else(columns).unwrap_or(80);
    let capable = out.is_terminal() && env.get("TERM").is_some_and(|term| term != "dumb");
    let colours = capable && env.get("NO_COLOR").is_none_or(OsStr::is_empty);
    Look { width, attributes: capable, colours, hyperlinks: capable }
}
