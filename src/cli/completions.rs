//! `portero completions SHELL`.

use std::process::ExitCode;

use clap::{CommandFactory, ValueEnum};
use clap_complete::{Generator, Shell as Usual};
use clap_complete_nushell::Nushell;

use super::output;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The shell to complete for
    shell: Shell,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Shell {
    Bash,
    Elvish,
    Fish,
    Nushell,
    Zsh,
}

pub fn run(args: &Args) -> ExitCode {
    output::write(match args.shell {
        Shell::Bash => script(Usual::Bash),
        Shell::Elvish => script(Usual::Elvish),
        Shell::Fish => script(Usual::Fish),
        Shell::Nushell => script(Nushell),
        Shell::Zsh => script(Usual::Zsh),
    })
}

fn script(shell: impl Generator) -> String {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut super::Cli::command(), "portero", &mut script);
    String::from_utf8_lossy(&script).into_owned()
}
