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

/// What the words ask for.
#[derive(Debug, PartialEq, Eq)]
enum Asked {
    Help,
    Usage,
    Version,
    Open(OsString),
    Wrong(Message),
}

/// Runs the words after the name.
pub fn run(words: &[OsString]) -> ExitCode {
    match asked(words) {
        Asked::Help => output::write(HELP),
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
        [first, ..] if ["--help", "--manual"].iter().any(|option| first == option) => Asked::Help,
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
            (&["--manual"], Asked::Help),
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
