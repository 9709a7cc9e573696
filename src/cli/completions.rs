//! `portero completions SHELL`.

use std::process::ExitCode;

use clap::CommandFactory;
use clap_complete::Shell;

use super::output;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The shell to complete for
    shell: Shell,
}

pub fn run(args: &Args) -> ExitCode {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut super::Cli::command(), "portero", &mut script);
    output::write(String::from_utf8_lossy(&script))
}
