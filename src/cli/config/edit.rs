//! `portero config edit`: an editor on the file, and a check when it comes back.

use std::fs;
use std::io::{self, BufRead, IsTerminal};
use std::path::Path;
use std::process::{Command, ExitCode};

use super::{check, fail, init};
use crate::cli::surroundings::Surroundings;
use crate::cli::window;
use crate::complaint::tell;
use crate::config::load::Places;
use crate::env::{Env, Request};
use crate::message;
use crate::message::{Language, Message};
use crate::small_file::{self, LARGEST};
use crate::system::SystemProbe;

/// Tried in order where neither `VISUAL` nor `EDITOR` is set.
const EDITORS: &[&str] = &["sensible-editor", "nano", "vi"];

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Edit it in a window of its own, as from a menu
    #[arg(long)]
    window: bool,
}

pub fn run(args: &Args, env: &Env) -> ExitCode {
    if args.window {
        let surroundings = Surroundings::read(None);
        if !window::is_here(&surroundings) {
            return window::run(&["config", "edit"], &surroundings);
        }
    }
    edit_until_good(env)
}

fn edit_until_good(env: &Env) -> ExitCode {
    let Some(path) = Places::of(env, None).user_file() else {
        return fail(&message!("there is no home folder for a config file"));
    };
    let before = small_file::read(&path, LARGEST).ok();
    if before.is_none()
        && let Err(error) = init::write(&path, env)
    {
        return fail(&Message::quoted(format!("{}: {error}", path.display())));
    }
    loop {
        if let Err(error) = edit(&path, env) {
            return fail(&Message::quoted(error.to_string()));
        }
        if passes(env) {
            return ExitCode::SUCCESS;
        }
        match ask(env.language()) {
            Answer::Again => {}
            Answer::Keep => return ExitCode::from(super::BAD),
            Answer::Revert => return revert(&path, before.as_deref()),
        }
    }
}

/// Runs the editor in this terminal.
fn edit(path: &Path, env: &Env) -> io::Result<()> {
    let words = editor(env);
    let (program, options) = words.split_first().ok_or(io::ErrorKind::NotFound)?;
    let status = Command::new(program).args(options).arg(path).status();
    let status = status.map_err(|error| io::Error::new(error.kind(), format!("{program}: {error}")))?;
    if status.success() { Ok(()) } else { Err(io::Error::other(format!("{program} ended with {status}"))) }
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
