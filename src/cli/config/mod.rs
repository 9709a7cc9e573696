//! `portero config`: the config files, seen and checked.

mod check;
mod edit;
mod init;
mod show;

use std::process::ExitCode;

use crate::cli::output;
use crate::config::load::Places;
use crate::config::schema;
use crate::env::Env;

/// The exit code of a bad config.
const BAD: u8 = 1;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Print the files that are read, the weakest first
    Path,
    /// Print the rules in force, and where each comes from
    Show(show::Args),
    /// Look for mistakes, and run the tests of the files
    Check(check::Args),
    /// Write a first config file, from what is installed
    Init,
    /// Edit the config file, and check it
    Edit,
    /// Print a JSON schema, which editors complete with
    Schema,
}

pub fn run(args: &Args) -> ExitCode {
    let env = Env::read();
    match &args.command {
        Command::Path => path(&env),
        Command::Show(args) => show::run(args, &env),
        Command::Check(args) => check::run(args, &env),
        Command::Init => init::run(&env),
        Command::Edit => edit::run(&env),
        Command::Schema => output::write(schema::text()),
    }
}

fn path(env: &Env) -> ExitCode {
    for (_, path) in Places::of(env, None).files() {
        let note = if path.exists() { "" } else { "  (not there)" };
        output::line(format_args!("{}{note}", path.display()));
    }
    ExitCode::SUCCESS
}

/// Tells why nothing was done.
fn fail(message: &str) -> ExitCode {
    eprintln!("portero: {message}");
    ExitCode::from(BAD)
}
