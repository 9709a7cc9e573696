//! Which terminal window a terminal program gets.
//!
//! The order: the config, `$TERMINAL` of our own environment, `xdg-terminal-exec`, the desktop's own choice, then
//! the table. Every recipe takes the command as separate arguments; a terminal that only takes one string has none.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use super::Context;
use crate::argv::Argv;
use crate::error::{Code, Error};
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
    recipe("xdg-terminal-exec", &[]),
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

/// The argument list of a terminal window that runs this command.
pub fn around(command: &Argv, choice: &Choice, context: &Context) -> Result<Argv, Error> {
    if let Choice::Words(words) = choice {
        return configured(words, command);
    }
    if !context.request.has_display() {
        let message = "there is no display for a terminal: neither WAYLAND_DISPLAY nor DISPLAY is set";
        return Err(Error::new(Code::Failed, message));
    }
    let found = from_variable(context).or_else(|| from_table(context));
    let message = "no terminal program is installed; install xterm or set `terminal` under [general]";
    let words = found.ok_or_else(|| Error::new(Code::NoProgram, message))?;
    filled(words, command)
}

fn configured(words: &[String], command: &Argv) -> Result<Argv, Error> {
    let Some(place) = words.iter().position(|word| word == COMMAND) else {
        return filled(with_option(words), command);
    };
    let (before, after) = words.split_at(place);
    let mut argv = filled(before.iter().map(OsString::from).collect(), command)?;
    argv.extend(&after[1..]);
    Ok(argv)
}

/// `$TERMINAL` as people write it: a name or path, and perhaps options.
fn from_variable(context: &Context) -> Option<Vec<OsString>> {
    let words: Vec<String> =
        context.env.get("TERMINAL")?.to_str()?.split_whitespace().map(str::to_owned).collect();
    is_installed(OsStr::new(words.first()?), context).then(|| with_option(&words))
}

fn from_table(context: &Context) -> Option<Vec<OsString>> {
    let found = RECIPES.iter().find(|recipe| is_installed(OsStr::new(recipe.program), context))?;
    Some(with_option(&[found.program.to_owned()]))
}

fn is_installed(program: &OsStr, context: &Context) -> bool {
    programs::find(program, &programs::search_path(context.env)).is_some()
}

/// The terminal's own words, then its option for a command unless they end in it.
fn with_option(words: &[String]) -> Vec<OsString> {
    let name = words.first().and_then(|word| Path::new(word).file_name()).unwrap_or_default();
    let known = RECIPES.iter().find(|recipe| recipe.program == name);
    let option = known.map_or(USUAL, |recipe| recipe.before);
    let missing = if words.ends_with(&option.iter().map(ToString::to_string).collect::<Vec<_>>()) {
        &[]
    } else {
        option
    };
    words.iter().map(OsString::from).chain(missing.iter().map(OsString::from)).collect()
}

fn filled(words: Vec<OsString>, command: &Argv) -> Result<Argv, Error> {
    let empty = || Error::new(Code::NoProgram, "the terminal of the config has no program");
    let mut argv = Argv::from_vec(words).ok_or_else(empty)?;
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
            (&["unknown"], &["unknown", "-e", "man", "1", "a b"]),
        ];
        for (words, expected) in cases {
            let words: Vec<String> = words.iter().map(ToString::to_string).collect();
            let argv = configured(&words, &command).unwrap();
            assert_eq!(argv.words(), *expected);
        }
    }
}
