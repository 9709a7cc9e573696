//! `portero config show`: what is in force, and where it comes from.

use std::process::ExitCode;

use crate::cli::output;
use crate::complaint::tell;
use crate::config::load::Places;
use crate::config::{self, presets};
use crate::env::Env;
use crate::rule::Rule;
use crate::sanitize;

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
        tell(format_args!("{}\n", diagnostic.told(env.language())));
    }
    let files = loaded.files.iter().map(|file| format!("# {}\n", super::shown(file)));
    let rules = loaded.config.rules.iter().filter(|rule| !args.own || !rule.is_builtin());
    let code = if loaded.has_errors() { super::BAD } else { 0 };
    output::ending(files.chain(rules.map(words)).collect::<String>(), code)
}

fn words(rule: &Rule) -> String {
    let Rule { name, origin, matcher, action } = rule;
    let lines = [format!("{name}  ({origin})"), format!("    if {matcher}"), format!("    {}", action.verb)];
    lines.map(|line| sanitize::line(&line).into_owned() + "\n").concat()
}
