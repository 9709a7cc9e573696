//! `portero config show`: what is in force, and where it comes from.

use std::process::ExitCode;

use crate::cli::output;
use crate::config::load::Places;
use crate::config::{self, presets};
use crate::env::Env;
use crate::rule::Rule;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Print the presets that are shipped inside
    #[arg(long)]
    presets: bool,
    /// Leave the defaults out
    #[arg(long, conflicts_with = "presets")]
    own: bool,
}

pub fn run(args: &Args, env: &Env) -> ExitCode {
    if args.presets {
        return output::write(presets::TEXT);
    }
    let loaded = config::load(&Places::of(env, None));
    for diagnostic in &loaded.diagnostics {
        eprintln!("{diagnostic}");
    }
    for file in &loaded.files {
        output::line(format_args!("# {}", file.display()));
    }
    let rules = loaded.config.rules.iter().filter(|rule| !args.own || !rule.is_builtin());
    for rule in rules {
        output::line(words(rule));
    }
    if loaded.has_errors() { ExitCode::from(super::BAD) } else { ExitCode::SUCCESS }
}

fn words(rule: &Rule) -> String {
    let Rule { name, origin, matcher, action } = rule;
    format!("{name}  ({origin})\n    if {matcher}\n    {}", action.verb)
}
