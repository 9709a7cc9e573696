//! `portero render`: the reader's page on standard output.

use std::ffi::OsString;
use std::process::ExitCode;

use super::output;
use super::surroundings::Surroundings;
use crate::document::context::Context;
use crate::document::{self, Failure};
use crate::error::Error;
use crate::html::{self, Links};
use crate::open::page;
use crate::reading;
use crate::terminal;

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
    let surroundings = Surroundings::read(None);
    let desk = surroundings.desk();
    let probe = desk.probe();
    let context = Context::new(&probe);
    let (document, code) = match load(args, &context) {
        Ok(document) => (document, 0),
        Err(failure) => (failure.page(&context), failure.error.code.exit_code()),
    };
    let text = if args.html {
        html::page(&document, Links::Direct)
    } else {
        terminal::render(&document, &page::look(desk.env))
    };
    output::ending(text, code)
}

fn load(args: &Args, context: &Context<'_>) -> Result<document::model::Document, Failure> {
    let reading = reading::read(&args.uri, args.base.as_deref(), context.probe)
        .map_err(|refused| -> Error { refused.error })?;
    document::load(&reading.target, context)
}
