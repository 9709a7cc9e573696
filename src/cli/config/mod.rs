//! `portero config`: the config files, seen and checked.

mod check;
mod edit;
mod init;
mod show;

use std::path::Path;
use std::process::ExitCode;

use crate::cli::output;
use crate::config::load::Places;
use crate::config::schema;
use crate::env::Env;
use crate::message;
use crate::message::Message;
use crate::sanitize;

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
    Edit(edit::Args),
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
        Command::Edit(args) => edit::run(args, &env),
        Command::Schema => output::write(schema::text()),
    }
}

fn path(env: &Env) -> ExitCode {
    let line = |path: &Path| {
        if path.exists() {
            return format!("{}\n", shown(path));
        }
        let absent = message!("{file}  (not there)", file = shown(path));
        format!("{}\n", super::language().say(&absent))
    };
    let files = Places::of(env, None).files();
    output::write(files.iter().map(|(_, path)| line(path)).collect::<String>())
}

/// A path for a person.
fn shown(path: &Path) -> String {
    sanitize::line(&path.to_string_lossy()).into_owned()
}

/// Tells why nothing was done.
fn fail(message: &Message) -> ExitCode {
    super::tell_of(message);
    ExitCode::from(BAD)
}
