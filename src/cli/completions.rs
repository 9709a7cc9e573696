//! `portero completions SHELL`.

use std::io;
use std::process::ExitCode;

use clap::CommandFactory;
use clap_complete::Shell;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The shell to complete for
    shell: Shell,
}

pub fn run(args: &Args) -> ExitCode {
    clap_complete::generate(args.shell, &mut super::Cli::command(), "portero", &mut io::stdout());
    ExitCode::SUCCESS
}
