//! A subcommand in a terminal window, for the actions of the desktop entry, which have no terminal.

use std::io;
use std::process::ExitCode;

use super::failed;
use super::surroundings::Surroundings;
use crate::complaint::tell;
use crate::message;
use crate::open::{Opened, page};
use crate::plan::Options;

/// Whether this process has a terminal of its own already.
pub fn is_here(surroundings: &Surroundings) -> bool {
    surroundings.request.tty
}

/// Runs these words of the command line in a new terminal.
pub fn run(words: &[&str], surroundings: &Surroundings) -> ExitCode {
    let opened = page::once_more(words, &surroundings.desk(), &Options::default());
    let begun = opened.and_then(|opened| match opened {
        Opened::Started(mut started) => started.watch(),
        Opened::Ended(_) | Opened::Done => Ok(()),
    });
    begun.map_or_else(|error| failed(&error), |()| ExitCode::SUCCESS)
}

/// Keeps the window until what stands in it was read.
pub fn stay(surroundings: &Surroundings) {
    tell(surroundings.env.language().say(&message!("Press Enter to close this window. ")));
    let _ = io::stdin().read_line(&mut String::new());
}
