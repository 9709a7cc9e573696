//! A subcommand in a terminal window, for the actions of the desktop entry, which have no terminal.

use std::io;
use std::process::ExitCode;

use super::failed;
use super::surroundings::Surroundings;
use crate::argv::Argv;
use crate::complaint::tell;
use crate::env;
use crate::error::{Code, Error};
use crate::launch;
use crate::message;
use crate::open;

/// Whether this process has a terminal of its own already.
pub fn is_here(surroundings: &Surroundings) -> bool {
    surroundings.request.tty
}

/// Runs these words of the command line in a new terminal.
pub fn run(words: &[&str], surroundings: &Surroundings) -> ExitCode {
    let started = in_terminal(words, surroundings).and_then(|mut started| started.watch());
    started.map_or_else(|error| failed(&error), |()| ExitCode::SUCCESS)
}

fn in_terminal(words: &[&str], surroundings: &Surroundings) -> Result<launch::Started, Error> {
    let lost = |error: io::Error| {
        Error::new(Code::Failed, message!("this program's own file is not known: {error}", error = &error))
    };
    let mut argv = Argv::new(env::own_program().map_err(lost)?);
    argv.extend(words.iter().copied());
    let (env, request) = (&surroundings.env, &surroundings.request);
    let context = launch::Context { env, request, variables: &[], folder: None };
    launch::window(&argv, &open::terminals(surroundings.config()), &context)
}

/// Keeps the window until what stands in it was read.
pub fn stay(surroundings: &Surroundings) {
    tell(surroundings.env.language().say(&message!("Press Enter to close this window. ")));
    let _ = io::stdin().read_line(&mut String::new());
}
