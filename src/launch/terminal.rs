//! Which terminal window a terminal program gets.
//!
//! The order: the config, `$TERMINAL` of our own environment, `xdg-terminal-exec`, the desktop's own choice, then
//! the table. A command is never joined, but for a terminal that takes nothing else: there each word is quoted.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::Path;

use super::{Context, desktop_terminal};
use crate::argv::{Argv, quoted};
use crate::error::{Code, Error};
use crate::message;
use crate::system::applications::Applications;
use crate::system::programs;

/// What is known about terminals.
#[derive(Debug, Clone, Copy)]
pub struct Terminals<'a> {
    /// The words of the config; `None` finds a terminal.
    pub chosen: Option<&'a [String]>,
    /// Each terminal's program and the words before a command, in order of preference.
    pub known: &'a [Vec<String>],
}

/// Stands for the command, word by word.
const COMMAND: &str = "{argv...}";

/// Stands for the command as one text.
const QUOTED: &str = "{argv|sh}";

/// What most terminals understand that are not in the table.
const USUAL: &str = "-e";

/// Gives the option that a terminal's desktop entry declares.
type Declared<'a> = &'a dyn Fn(&OsStr) -> Option<String>;

/// The standard's own finder of the preferred terminal.
const FINDER: &str = "xdg-terminal-exec";

impl Terminals<'_> {
    /// The argument list of a terminal window that runs this command.
    pub fn around(&self, command: &Argv, context: &Context) -> Result<Argv, Error> {
        let declared =
            |program: &OsStr| Applications::new(context.env, context.request).terminal_option(program);
        if let Some(words) = self.chosen {
            return self.filled(words, command, &declared);
        }
        if !context.request.has_display() {
            return Err(Error::new(
                Code::Failed,
                message!("neither WAYLAND_DISPLAY nor DISPLAY is set, so no terminal can be shown"),
            ));
        }
        let found = self.preferred(context).ok_or_else(|| {
            Error::new(
                Code::NoProgram,
                message!("no terminal program is installed; install xterm or set `terminal` under [general]"),
            )
        })?;
        self.filled(&found, command, &declared)
    }

    /// The words of the first terminal that is installed, in the order of preference.
    fn preferred(&self, context: &Context) -> Option<Vec<String>> {
        let search_path = programs::search_path(context.env);
        let is_installed = |words: &Vec<String>| {
            words.first().is_some_and(|program| programs::find(OsStr::new(program), &search_path).is_some())
        };
        let variable = context.env.get("TERMINAL").and_then(OsStr::to_str).map(split);
        let first = variable.into_iter().chain([split(FINDER)]).find(is_installed);
        let desktop = || desktop_terminal::of(context).map(|text| split(&text)).filter(is_installed);
        let table = || self.known.iter().find(|words| is_installed(words)).cloned();
        first.or_else(desktop).or_else(table)
    }

    /// A terminal's words with the command in its place.
    fn filled(&self, words: &[String], command: &Argv, declared: Declared) -> Result<Argv, Error> {
        let words = self.with_place(words, declared);
        let place = words.iter().position(|word| is_place(word)).unwrap_or(words.len());
        let (before, after) = words.split_at(place);
        let mut argv: Vec<OsString> = before.iter().map(OsString::from).collect();
        match after.first().map(String::as_str) {
            Some(QUOTED) => argv.push(joined(command)),
            _ => argv.extend_from_slice(command.words()),
        }
        argv.extend(after.iter().skip(1).map(OsString::from));
        let empty = || Error::new(Code::NoProgram, message!("the terminal of the config has no program"));
        if before.is_empty() {
            return Err(empty());
        }
        Argv::from_vec(argv).ok_or_else(empty)
    }

    /// Words that say where the command goes: as they are, else those of a terminal without field codes, followed by
    /// its way of taking a command.
    fn with_place(&self, words: &[String], declared: Declared) -> Vec<String> {
        if words.iter().any(|word| is_place(word)) {
            return words.to_vec();
        }
        let mut words: Vec<String> = words.iter().filter(|word| !is_field_code(word)).cloned().collect();
        let name = words.first().and_then(|word| Path::new(word).file_name()).unwrap_or_default().to_owned();
        let known = self.way(&name);
        let declared = declared(&name).filter(|_| !known.iter().any(|word| word == QUOTED));
        let way = declared.map_or(known, |option| split(&option));
        if !words[1.min(words.len())..].ends_with(&way) {
            words.extend(way);
        }
        words
    }

    /// What stands after a terminal's program in the table.
    fn way(&self, name: &OsStr) -> Vec<String> {
        let of_name = |words: &&Vec<String>| words.first().is_some_and(|program| name == program.as_str());
        self.known.iter().find(of_name).map_or_else(|| split(USUAL), |words| words[1..].to_vec())
    }
}

/// As people write a program with its options in a variable: divided by blanks, no quotes.
fn split(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

fn is_place(word: &str) -> bool {
    [COMMAND, QUOTED].contains(&word)
}

fn is_field_code(word: &str) -> bool {
    word.len() == 2 && word.starts_with('%')
}

/// The command as one text that is split into the same words again.
fn joined(command: &Argv) -> OsString {
    let words: Vec<_> = command.words().iter().map(|word| quoted(word.as_bytes())).collect();
    OsString::from_vec(words.join(&b' '))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(words: &[&str]) -> Vec<String> {
        words.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn the_command_stands_where_the_terminal_takes_it() {
        let mut command = Argv::new("man");
        command.extend(["1", "a b"]);
        let known =
            [words(&["foot", "--"]), words(&["wezterm", "start", "--"]), words(&["box", "-c", QUOTED])];
        let cases: &[(&[&str], &[&str])] = &[
            (&["foot", "--app-id=float"], &["foot", "--app-id=float", "--", "man", "1", "a b"]),
            (&["foot", "--"], &["foot", "--", "man", "1", "a b"]),
            (&["xterm", "-hold", "-e", COMMAND], &["xterm", "-hold", "-e", "man", "1", "a b"]),
            (&["tmux", "new", COMMAND, "x"], &["tmux", "new", "man", "1", "a b", "x"]),
            (&["/opt/my term/wezterm"], &["/opt/my term/wezterm", "start", "--", "man", "1", "a b"]),
            (&["box"], &["box", "-c", "'man' '1' 'a b'"]),
            (&["unknown", "%U"], &["unknown", "-e", "man", "1", "a b"]),
            (&["declared"], &["declared", "-c", "man", "1", "a b"]),
        ];
        for (chosen, expected) in cases {
            let declared = |name: &OsStr| (name == "declared").then(|| "-c".to_owned());
            let terminals = Terminals { chosen: None, known: &known };
            let argv = terminals.filled(&words(chosen), &command, &declared).unwrap();
            assert_eq!(argv.words(), *expected);
        }
    }
}
