//! `portero render`: the reader's page on standard output.

use std::ffi::OsString;
use std::process::ExitCode;

use super::output;
use super::surroundings::Surroundings;
use crate::document::Failure;
use crate::document::context::Context;
use crate::error::Error;
use crate::html::Links;
use crate::open::page::look;
use crate::page::{self, Form, Page};
use crate::reading;

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
    let form = if args.html { Form::Html(Links::Direct) } else { Form::Text(look(desk.env)) };
    let probe = desk.probe();
    let (page, error) = load(args, form, &Context::new(&probe));
    output::ending(page.text, error.map_or(0, |error| error.code.exit_code()))
}

fn load(args: &Args, form: Form, context: &Context<'_>) -> (Page, Option<Error>) {
    match reading::read(&args.uri, args.base.as_deref(), context.probe) {
        Ok(reading) => page::load(&reading.target, form, context),
        Err(refused) => {
            let failure = Failure::from(refused.error);
            (page::failed(&failure, form, context), Some(failure.error))
        }
    }
}
