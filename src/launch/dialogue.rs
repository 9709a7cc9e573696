//! A program that is asked something: text to its standard input, one line from its standard output.

use std::io::{Read, Write};
use std::process::{Command, Stdio};

use super::{Context, prepare};
use crate::argv::Argv;
use crate::error::{Code, Error};

/// A longer answer is none.
const LONGEST: u64 = 4096;

/// Gives what the program prints before it ends; nothing where it ends with a failure.
pub fn dialogue(argv: &Argv, input: &str, context: &Context) -> Result<String, Error> {
    let failed =
        |error: std::io::Error| Error::new(Code::Failed, format!("{}: {error}", argv.program().display()));
    let start = prepare(argv, context)?;
    let mut command = Command::new(&start.file);
    command.args(argv.arguments()).env_clear().envs(start.variables).current_dir(start.folder);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().map_err(failed)?;
    if let Some(mut pipe) = child.stdin.take() {
        // One that answers without reading has closed its end.
        let _ = pipe.write_all(input.as_bytes());
    }
    let mut answer = Vec::new();
    if let Some(pipe) = child.stdout.take() {
        pipe.take(LONGEST).read_to_end(&mut answer).map_err(failed)?;
    }
    let status = child.wait().map_err(failed)?;
    let answer = String::from_utf8(answer).unwrap_or_default();
    Ok(if status.success() { answer } else { String::new() })
}
