//! Which terminal window a terminal program gets.
//!
//! The order: the config, `$TERMINAL` of our own environment, `xdg-terminal-exec`, the desktop's own choice, then
//! the table. Every recipe takes the command as separate arguments; a terminal that only takes one string has none.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use super::{Context, NO_DISPLAY, desktop_terminal};
use crate::argv::Argv;
use crate::error::{Code, Error};
use crate::system::applications::Applications;
use crate::system::programs;

/// What the config says about the terminal.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Choice {
    /// Find one.
    #[default]
    Auto,
    /// These words; the command stands in place of `{argv...}`, else after the terminal's own option for it.
    Words(Vec<String>),
}

/// Stands for the command in the config's words.
const COMMAND: &str = "{argv...}";

/// A terminal and the words before a command that it runs.
struct Recipe {
    program: &'static str,
    before: &'static [&'static str],
}

const fn recipe(program: &'static str, before: &'static [&'static str]) -> Recipe {
    Recipe { program, before }
}

/// In order of preference: what a desktop brings along first, xterm last.
const RECIPES: &[Recipe] = &[
    recipe(FINDER, &[]),
    recipe("gnome-terminal", &["--"]),
    recipe("ptyxis", &["--"]),
    recipe("kgx", &["--"]),
    recipe("konsole", &["-e"]),
    recipe("xfce4-terminal", &["-x"]),
    recipe("mate-terminal", &["-x"]),
    recipe("qterminal", &["-e"]),
    recipe("deepin-terminal", &["-x"]),
    recipe("foot", &["--"]),
    recipe("footclient", &["--"]),
    recipe("kitty", &["--"]),
    recipe("ghostty", &["-e"]),
    recipe("alacritty", &["-e"]),
    recipe("wezterm", &["start", "--"]),
    recipe("rio", &["-e"]),
    recipe("terminator", &["-x"]),
    recipe("cool-retro-term", &["-e"]),
    recipe("x-terminal-emulator", &["-e"]),
    recipe("urxvt", &["-e"]),
    recipe("rxvt", &["-e"]),
    recipe("st", &["-e"]),
    recipe("uxterm", &["-e"]),
    recipe("xterm", &["-e"]),
];

/// What most other terminals understand.
const USUAL: &[&str] = &["-e"];

/// Gives the option that a terminal's desktop entry declares.
type Declared<'a> = &'a dyn Fn(&OsStr) -> Option<String>;

/// The standard's own finder of the preferred terminal.
const FINDER: &str = "xdg-terminal-exec";

/// The argument list of a terminal window that runs this command.
pub fn around(command: &Argv, choice: &Choice, context: &Context) -> Result<Argv, Error> {
    let declared = |program: &OsStr| Applications::new(context.env, context.request).terminal_option(program);
    if let Choice::Words(words) = choice {
        return configured(words, command, &declared);
    }
    if !context.request.has_display() {
        return Err(Error::new(Code::Failed, format!("{NO_DISPLAY}, so no terminal can be shown")));
    }
    let found = preferred(context).ok_or_else(|| {
        Error::new(
            Code::NoProgram,
            "no terminal program is installed; install xterm or set `terminal` under [general]",
        )
    })?;
    filled(with_option(&found, &declared), command)
}

fn configured(words: &[String], command: &Argv, declared: Declared) -> Result<Argv, Error> {
    let Some(place) = words.iter().position(|word| word == COMMAND) else {
        return filled(with_option(words, declared), command);
    };
    let (before, after) = words.split_at(place);
    let mut argv = filled(before.to_vec(), command)?;
    argv.extend(&after[1..]);
    Ok(argv)
}

/// The words of the first terminal that is installed, in the order of preference.
fn preferred(context: &Context) -> Option<Vec<String>> {
    let search_path = programs::search_path(context.env);
    let is_installed = |words: &Vec<String>| {
        words.first().is_some_and(|program| programs::find(OsStr::new(program), &search_path).is_some())
    };
    let variable = context.env.get("TERMINAL").and_then(OsStr::to_str).map(split);
    let first = variable.into_iter().chain([split(FINDER)]).find(is_installed);
    let desktop = || desktop_terminal::of(context).map(|text| split(&text)).filter(is_installed);
    let table = || RECIPES.iter().map(|recipe| split(recipe.program)).find(is_installed);
    first.or_else(desktop).or_else(table)
}

/// As people write a program with its options in a variable: divided by blanks, no quotes.
fn split(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// The terminal's own words without field codes, then its option for a command unless they end in it.
fn with_option(words: &[String], declared: Declared) -> Vec<String> {
    let mut words: Vec<String> = words.iter().filter(|word| !is_field_code(word)).cloned().collect();
    let name = words.first().and_then(|word| Path::new(word).file_name()).unwrap_or_default().to_owned();
    let known = RECIPES.iter().find(|recipe| recipe.program == name).map_or(USUAL, |recipe| recipe.before);
    let option = match declared(&name) {
        Some(option) => split(&option),
        None => known.iter().map(ToString::to_string).collect(),
    };
    if !words.ends_with(&option) {
        words.extend(option);
    }
    words
}

fn is_field_code(word: &str) -> bool {
    word.len() == 2 && word.starts_with('%')
}

fn filled(words: Vec<String>, command: &Argv) -> Result<Argv, Error> {
    let empty = || Error::new(Code::NoProgram, "the terminal of the config has no program");
    let mut argv = Argv::from_vec(words.into_iter().map(OsString::from).collect()).ok_or_else(empty)?;
    argv.extend(command.words());
    Ok(argv)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_is_never_joined() {
        let mut command = Argv::new("man");
        command.extend(["1", "a b"]);
        let cases: &[(&[&str], &[&str])] = &[
            (&["foot", "--app-id=float"], &["foot", "--app-id=float", "--", "man", "1", "a b"]),
            (&["foot", "--"], &["foot", "--", "man", "1", "a b"]),
            (&["xterm", "-hold", "-e", "{argv...}"], &["xterm", "-hold", "-e", "man", "1", "a b"]),
            (&["tmux", "new", "{argv...}", "x"], &["tmux", "new", "man", "1", "a b", "x"]),
            (&["/opt/my term/wezterm"], &["/opt/my term/wezterm", "start", "--", "man", "1", "a b"]),
            (&["unknown", "%U"], &["unknown", "-e", "man", "1", "a b"]),
            (&["declared"], &["declared", "-c", "man", "1", "a b"]),
        ];
        for (words, expected) in cases {
            let words: Vec<String> = words.iter().map(ToString::to_string).collect();
            let declared = |name: &OsStr| (name == "declared").then(|| "-c".to_owned());
            let argv = configured(&words, &command, &declared).unwrap();
            assert_eq!(argv.words(), *expected);
        }
    }
}
