//! The command line of xdg-open(1), for when portero is installed under that name.

use std::ffi::OsString;
use std::process::ExitCode;

use super::{WRONG_COMMAND_LINE, open, output};
use crate::message;
use crate::message::Message;
use crate::{complaint, sanitize};

/// The name under which it is taken.
pub const NAME: &str = "xdg-open";

const HELP: &str = "\
xdg-open - opens a file or URL in the user's preferred application

xdg-open { file | URL }
xdg-open { --help | --manual | --version }
";

const MANUAL: &str = "\
A URL goes to the program that the rules or the desktop name for its scheme, a
file to the application of its type. `portero explain` tells which, and why.

Options
  --help     shows the command line
  --manual   shows this
  --version  shows the version

Exit codes
  0  it was opened
  1  wrong command line
  2  the file, page or group does not exist
  3  a program that is needed is not installed
  4  the action failed
  5  refused: malformed or unsafe, denied by a rule or a person
";

/// What the words ask for.
#[derive(Debug, PartialEq, Eq)]
enum Asked {
    Help,
    Manual,
    Usage,
    Version,
    Open(OsString),
    Wrong(Message),
}

/// Runs the words after the name.
pub fn run(words: &[OsString]) -> ExitCode {
    match asked(words) {
        Asked::Help => output::write(HELP),
        Asked::Manual => output::write(format!("{HELP}\n{MANUAL}")),
        Asked::Usage => output::ending(HELP, WRONG_COMMAND_LINE),
        Asked::Version => output::line(format_args!("{NAME} (portero {})", env!("CARGO_PKG_VERSION"))),
        Asked::Open(uri) => open::run(&open::Args::of(uri)),
        Asked::Wrong(message) => {
            let language = super::language();
            let hint = message!("Try '{name} --help' for more information.", name = NAME);
            let (message, hint) = (language.say(&message), language.say(&hint));
            complaint::tell(format_args!("{NAME}: {message}\n{hint}\n"));
            ExitCode::from(WRONG_COMMAND_LINE)
        }
    }
}

fn asked(words: &[OsString]) -> Asked {
    let shown = |word: &OsString| sanitize::line(&word.to_string_lossy()).into_owned();
    match words {
        [] => Asked::Usage,
        [first, ..] if first == "--help" => Asked::Help,
        [first, ..] if first == "--manual" => Asked::Manual,
        [first, ..] if first == "--version" => Asked::Version,
        [first, ..] if first.as_encoded_bytes().starts_with(b"-") => {
            Asked::Wrong(message!("unexpected option '{word}'", word = shown(first)))
        }
        [only] => Asked::Open(only.clone()),
        [_, second, ..] => Asked::Wrong(message!("unexpected argument '{word}'", word = shown(second))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_are_those_of_its_manual() {
        let cases: &[(&[&str], Asked)] = &[
            (&["man:ls"], Asked::Open("man:ls".into())),
            (&["--help"], Asked::Help),
            (&["--manual"], Asked::Manual),
            (&["--version"], Asked::Version),
            (&[], Asked::Usage),
            (&["--direct", "x"], Asked::Wrong(message!("unexpected option '{word}'", word = "--direct"))),
            (&["a", "b"], Asked::Wrong(message!("unexpected argument '{word}'", word = "b"))),
        ];
        for (words, expected) in cases {
            let words: Vec<OsString> = words.iter().map(OsString::from).collect();
            assert_eq!(asked(&words), *expected, "{words:?}");
        }
    }
}
