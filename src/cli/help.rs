//! The help in the person's language. The English texts stand beside the options, as clap wants them.

use clap::{Arg, Command};

use crate::message::Language;

const USAGE: &str = "Usage:";
const COMMANDS: &str = "Commands";
const ARGUMENTS: &str = "Arguments";
const OPTIONS: &str = "Options";
const HELP: &str = "Print help";
const VERSION: &str = "Print version";

/// Every text of the help of a command and of those below it, as it stands in the code.
pub fn texts(command: &Command) -> Vec<String> {
    let own = [USAGE, COMMANDS, ARGUMENTS, OPTIONS, HELP, VERSION].map(str::to_owned);
    own.into_iter().chain(described(command)).collect()
}

fn described(command: &Command) -> Vec<String> {
    let own = command.get_about().into_iter().chain(command.get_arguments().filter_map(Arg::get_help));
    let own: Vec<String> = own.map(ToString::to_string).collect();
    own.into_iter().chain(command.get_subcommands().flat_map(described)).collect()
}

/// The same command with its help in a language.
pub fn translated(mut command: Command, language: Language) -> Command {
    command.build();
    in_language(command, language)
}

fn in_language(command: Command, language: Language) -> Command {
    let about = command.get_about().and_then(|about| language.known(&about.to_string()));
    let usage = language.text(USAGE);
    let command = command
        .help_template(format!("{{about-with-newline}}\n{usage} {{usage}}\n\n{{all-args}}"))
        .subcommand_help_heading(language.text(COMMANDS))
        .mut_args(|arg| argument(arg, language))
        .mut_subcommands(|command| in_language(command, language));
    match about {
        Some(about) => command.about(about),
        None => command,
    }
}

fn argument(arg: Arg, language: Language) -> Arg {
    let heading = if arg.is_positional() { ARGUMENTS } else { OPTIONS };
    let help = match arg.get_id().as_str() {
        "help" => Some(language.text(HELP)),
        "version" => Some(language.text(VERSION)),
        _ => arg.get_help().and_then(|help| language.known(&help.to_string())),
    };
    let arg = arg.help_heading(language.text(heading));
    match help {
        Some(help) => arg.help(help),
        None => arg,
    }
}
