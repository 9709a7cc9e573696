//! `portero config edit`: an editor on the file, and a check when it comes back.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, BufRead, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use super::{check, fail, init};
use crate::cli::surroundings::Surroundings;
use crate::cli::window;
use crate::complaint::tell;
use crate::config::load::Places;
use crate::env::{Env, Request};
use crate::message;
use crate::message::{Language, Message};
use crate::plan;
use crate::small_file::{self, LARGEST};
use crate::system::SystemProbe;

/// Tried in order where neither `VISUAL` nor `EDITOR` is set.
const EDITORS: &[&str] = &["sensible-editor", "nano", "vi"];

/// Editors that begin at a line where `+LINE` stands before the file.
const LINE_EDITORS: &[&str] = &[
    "dte",
    "editor",
    "emacs",
    "emacsclient",
    "gedit",
    "gnome-text-editor",
    "gvim",
    "jed",
    "jmacs",
    "joe",
    "jove",
    "kak",
    "mcedit",
    "mg",
    "micro",
    "nano",
    "ne",
    "nvim",
    "pico",
    "pluma",
    "sensible-editor",
    "vi",
    "view",
    "vim",
    "vis",
    "xed",
    "zile",
];

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Edit it in a window of its own, as from a menu
    #[arg(long)]
    window: bool,
    /// Begin at this place of one of the person's own files, as `explain` names it
    #[arg(long, value_name = "PATH:LINE", conflicts_with = "window")]
    at: Option<String>,
}

pub fn run(args: &Args, env: &Env) -> ExitCode {
    if args.window {
        let surroundings = Surroundings::read(None);
        if !window::is_here(&surroundings) {
            return window::run(&["config", "edit"], &surroundings);
        }
    }
    match place(args.at.as_deref(), env) {
        Ok((path, line)) => edit_until_good(&path, line, env),
        Err(reason) => fail(&reason),
    }
}

/// The file to edit, and where to begin in it.
fn place(at: Option<&str>, env: &Env) -> Result<(PathBuf, Option<usize>), Message> {
    let places = Places::of(env, None);
    let Some(at) = at else {
        let file = places.user_file().ok_or_else(|| message!("there is no home folder for a config file"))?;
        return Ok((file, None));
    };
    let own = plan::place(at).and_then(|place| places.own(place));
    let (file, line) =
        own.ok_or_else(|| message!("{place} is no place in a config file of yours", place = at))?;
    Ok((file.to_owned(), Some(line)))
}

fn edit_until_good(path: &Path, line: Option<usize>, env: &Env) -> ExitCode {
    let before = small_file::read(path, LARGEST).ok();
    if before.is_none()
        && let Err(error) = init::write(path, env)
    {
        return fail(&Message::quoted(format!("{}: {error}", path.display())));
    }
    loop {
        if let Err(error) = edit(path, line, env) {
            return fail(&Message::quoted(error.to_string()));
        }
        if passes(env) {
            return ExitCode::SUCCESS;
        }
        match ask(env.language()) {
            Answer::Again => {}
            Answer::Keep => return ExitCode::from(super::BAD),
            Answer::Revert => return revert(path, before.as_deref()),
        }
    }
}

/// Runs the editor in this terminal.
fn edit(path: &Path, line: Option<usize>, env: &Env) -> io::Result<()> {
    let words = editor(env);
    let (program, options) = words.split_first().ok_or(io::ErrorKind::NotFound)?;
    let line = line.filter(|_| begins_at_lines(program)).map(|line| format!("+{line}"));
    let status = Command::new(program).args(options).args(line).arg(path).status();
    let status = status.map_err(|error| io::Error::new(error.kind(), format!("{program}: {error}")))?;
    if status.success() { Ok(()) } else { Err(io::Error::other(format!("{program} ended with {status}"))) }
}

/// Whether an editor takes `+LINE`; to others that would be the name of a file.
fn begins_at_lines(program: &str) -> bool {
    let name = Path::new(program).file_name().and_then(OsStr::to_str).unwrap_or_default();
    LINE_EDITORS.contains(&name)
}

/// `VISUAL` or `EDITOR` as people write it: a program and perhaps options.
fn editor(env: &Env) -> Vec<String> {
    let named = ["VISUAL", "EDITOR"].iter().find_map(|name| env.get(name)?.to_str());
    let words: Vec<_> = named.unwrap_or_default().split_whitespace().map(str::to_owned).collect();
    if !words.is_empty() {
        return words;
    }
    let request = Request::default();
    let probe = SystemProbe::new(env, &request);
    let installed = |name: &&&str| crate::probe::Probe::program(&probe, name.as_ref()).is_some();
    EDITORS.iter().find(installed).map(ToString::to_string).into_iter().collect()
}

fn passes(env: &Env) -> bool {
    let request = Request::own(env);
    let loaded = check::check(&Places::of(env, None), &SystemProbe::new(env, &request));
    for diagnostic in &loaded.diagnostics {
        tell(format_args!("{}\n", diagnostic.told(env.language())));
    }
    !loaded.has_errors()
}

enum Answer {
    Again,
    Revert,
    Keep,
}

/// Without a terminal nobody can be asked and the file stays as it is.
fn ask(language: Language) -> Answer {
    if !io::stdin().is_terminal() {
        return Answer::Keep;
    }
    loop {
        tell(
            language
                .say(&message!("The config has mistakes and is not used. [E]dit again, [r]evert, [k]eep? ")),
        );
        let mut line = String::new();
        match io::stdin().lock().read_line(&mut line) {
            Ok(0) | Err(_) => return Answer::Keep,
            Ok(_) => {}
        }
        match line.trim().to_lowercase().as_str() {
            "" | "e" | "edit" => return Answer::Again,
            "r" | "revert" => return Answer::Revert,
            "k" | "keep" => return Answer::Keep,
            _ => {}
        }
    }
}

fn revert(path: &Path, before: Option<&[u8]>) -> ExitCode {
    let done = match before {
        Some(text) => fs::write(path, text),
        None => fs::remove_file(path),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(&Message::quoted(format!("{}: {error}", path.display()))),
    }
}
