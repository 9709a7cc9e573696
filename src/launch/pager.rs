//! Showing text in the terminal of this process, a screenful at a time.

use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use super::{Context, environment};
use crate::error::{Code, Error};
use crate::message;
use crate::system::programs;

/// Programs that read text and show it, with the options that leave colours and OSC 8 as they are. `$PAGER` chooses
/// among them: a variable must not make any program run (policy 1).
const PAGERS: &[(&str, &[&str])] = &[
    ("less", &["-R", "-F", "-X"]),
    ("most", &[]),
    ("moar", &[]),
    ("ov", &[]),
    ("lv", &["-c"]),
    ("more", &[]),
];

/// No shell, no editor, no input preprocessor inside the pager: the text comes from strangers.
const SAFE: &[(&str, &str)] = &[("LESSSECURE", "1"), ("LESSHISTFILE", "-"), ("LESS", "")];

/// Shows a text: through a pager when we own the terminal, else as it is.
pub fn show(text: &str, own_terminal: bool, context: &Context) -> Result<(), Error> {
    let pager = own_terminal.then(|| find(context)).flatten();
    match pager {
        Some((file, options)) => feed(text, &file, options, context),
        None => told(io::stdout().lock().write_all(text.as_bytes())),
    }
}

fn find(context: &Context) -> Option<(PathBuf, &'static [&'static str])> {
    let wanted = context.env.get("PAGER").and_then(first_word);
    let named = PAGERS.iter().filter(|(name, _)| wanted.as_deref() == Some(OsStr::new(name)));
    let search_path = programs::search_path(context.env);
    named
        .chain(PAGERS)
        .find_map(|(name, options)| Some((programs::find(OsStr::new(name), &search_path)?, *options)))
}

/// The program's name in `$PAGER`, without its folder and options.
fn first_word(value: &OsStr) -> Option<OsString> {
    let word = value.to_str()?.split_whitespace().next()?;
    Path::new(word).file_name().map(OsStr::to_owned)
}

fn feed(text: &str, file: &Path, options: &[&str], context: &Context) -> Result<(), Error> {
    let mut command = Command::new(file);
    let variables = environment::of_child(context, &programs::search_path(context.env));
    command.args(options).env_clear().envs(variables).envs(SAFE.iter().copied());
    let mut child = command.stdin(Stdio::piped()).spawn().map_err(|error| failed(file, &error))?;
    let written = child.stdin.take().map_or(Ok(()), |mut input| input.write_all(text.as_bytes()));
    ended(&mut child, file)?;
    told(written)
}

fn ended(child: &mut Child, file: &Path) -> Result<(), Error> {
    let status = child.wait().map_err(|error| failed(file, &error))?;
    if status.success() {
        return Ok(());
    }
    Err(Error::new(
        Code::Failed,
        message!(
            "{program} ended with {status}",
            program = file.to_string_lossy(),
            status = status.to_string()
        ),
    ))
}

/// A person who leaves the pager, or a reader that has seen enough, closes the pipe: no failure.
fn told(written: io::Result<()>) -> Result<(), Error> {
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Error::new(Code::Failed, message!("the page could not be written: {error}", error = &error)))
        }
        _ => Ok(()),
    }
}

fn failed(file: &Path, error: &io::Error) -> Error {
    Error::new(
        Code::Failed,
        message!("{program} could not be started: {error}", program = file.to_string_lossy(), error),
    )
}
