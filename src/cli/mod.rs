//! The command line: one subcommand a file.

mod completions;
mod config;
mod daemon;
pub(crate) mod doctor;
mod explain;
mod help;
mod log;
mod open;
mod output;
mod register;
mod render;
mod resolve;
mod status;
mod surroundings;
mod tell;
mod usage;
mod window;
mod xdg_email;
mod xdg_open;

pub(crate) use doctor::handlers;

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};

use crate::complaint::complain;
use crate::env::Env;
use crate::error::Error;
use crate::launch;
use crate::message::{Language, Message};
use crate::sanitize;

/// The exit code of a wrong command line; clap's own is 2, which xdg-open gives for a missing file.
const WRONG_COMMAND_LINE: u8 = 1;

/// The doorman of every link: reads a URI, finds the rule, starts the right program.
#[derive(Debug, Parser)]
#[command(name = "portero", version, disable_help_subcommand = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Open URIs and files in the right program
    Open(open::Args),
    /// Say what would be run and why, and run nothing
    Explain(explain::Args),
    /// Print the reader's page of a URI
    Render(render::Args),
    /// Become the default handler of schemes
    Register(register::Args),
    /// Put back the default handlers that were there before
    Unregister(register::Args),
    /// Say who handles each scheme
    Status(status::Args),
    /// See and check the config files
    Config(config::Args),
    /// Resolve a reference against a base URI (RFC 3986 section 5)
    Resolve(resolve::Args),
    /// Print the last decisions
    Log(log::Args),
    /// Serve requests on the session bus; the bus starts this by itself
    Daemon,
    /// Say what is missing on this machine, and the package that brings it
    Doctor(doctor::Args),
    /// Print a completion script for a shell
    Completions(completions::Args),
}

/// Runs the command line of this process.
pub fn run() -> ExitCode {
    launch::keep_descriptors();
    let words: Vec<OsString> = std::env::args_os().collect();
    let name = words.first().and_then(|name| Path::new(name).file_name());
    if name == Some(OsStr::new(xdg_open::NAME)) {
        return xdg_open::run(&words[1..]);
    }
    if name == Some(OsStr::new(xdg_email::NAME)) {
        return xdg_email::run(&words[1..]);
    }
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return wrong_command_line(&error),
    };
    match cli.command {
        None => open::start_page(),
        Some(Command::Open(args)) => open::run(&args),
        Some(Command::Explain(args)) => explain::run(&args),
        Some(Command::Render(args)) => render::run(&args),
        Some(Command::Register(args)) => register::register(&args),
        Some(Command::Unregister(args)) => register::unregister(&args),
        Some(Command::Status(args)) => status::run(&args),
        Some(Command::Doctor(args)) => doctor::run(&args),
        Some(Command::Config(args)) => config::run(&args),
        Some(Command::Resolve(args)) => resolve::run(&args),
        Some(Command::Log(args)) => log::run(&args),
        Some(Command::Daemon) => daemon::run(),
        Some(Command::Completions(args)) => completions::run(&args),
    }
}

fn wrong_command_line(error: &clap::Error) -> ExitCode {
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand)
        && let Err(translated) = command().try_get_matches()
    {
        return print(&translated);
    }
    match usage::told(error) {
        Some(lines) if language() != Language::English => {
            lines.iter().for_each(tell_of);
            ExitCode::from(WRONG_COMMAND_LINE)
        }
        _ => print(error),
    }
}

fn print(error: &clap::Error) -> ExitCode {
    let printed = error.print();
    // Nothing can be told when standard error itself is gone.
    if error.use_stderr() { ExitCode::from(WRONG_COMMAND_LINE) } else { output::of_printing(printed, 0) }
}

/// The language of whoever typed the command.
fn language() -> Language {
    Env::read().language()
}

/// Tells a line on standard error.
fn tell_of(message: &Message) {
    complain(sanitize::line(&language().say(message)));
}

/// Tells a failure on standard error and gives its exit code.
fn failed(error: &Error) -> ExitCode {
    complain(sanitize::block(&language().say(&error.told())));
    ExitCode::from(error.code.exit_code())
}

/// Every text of the help, as it stands in the code.
pub fn help_texts() -> Vec<String> {
    help::texts(&Cli::command())
}

/// The command line with its help in the person's language.
fn command() -> clap::Command {
    match language() {
        Language::English => Cli::command(),
        language => help::translated(Cli::command(), language),
    }
}

fn show_help() -> ExitCode {
    output::of_printing(command().print_help(), 0)
}
