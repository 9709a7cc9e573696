//! A program that is asked something: text to its standard input, a few lines from its standard output.

use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::retry_on_intr;
use rustix::process::Pid;

use super::last_words::LastWords;
use super::started::ends_within;
use super::{Context, prepare, spawn, turn};
use crate::argv::Argv;
use crate::error::{Code, Error};
use crate::message;
use crate::message::Message;

/// A longer answer is none.
const LONGEST: usize = 4096;

/// How long a question stays open.
const PATIENCE: Duration = Duration::from_mins(10);

/// What a program answered.
#[derive(Debug)]
pub struct Reply {
    /// What it printed.
    pub text: String,
    /// Whether its exit code was 0.
    pub success: bool,
    /// The last lines of its standard error.
    pub last_words: String,
}

/// Asks, once no other question is open.
///
/// Fails with `needs-confirmation` where the program was killed or gave no answer in ten minutes.
pub fn dialogue(argv: &Argv, input: &str, context: &Context) -> Result<Reply, Error> {
    let name = argv.program().to_string_lossy().into_owned();
    let failed = |error: io::Error| Error::new(Code::Failed, Message::quoted(format!("{name}: {error}")));
    let start = prepare(argv, context)?;
    let _turn = turn::wait(context.env);
    let mut words = LastWords::new().ok();
    let stderr = words.as_ref().and_then(|words| words.end().ok()).unwrap_or_else(Stdio::null);
    let mut command = spawn::attached(argv, &start);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(stderr);
    let mut child = command.spawn().map_err(failed)?;
    hand_over(&mut child, input.to_owned());
    let outcome = converse(&mut child, &name, words.as_mut());
    if outcome.is_err() {
        // It may have ended by itself just now.
        let _ = child.kill();
        let _ = child.wait();
    }
    outcome
}

/// Writes aside: one that does not read must not hold up the wait for its answer.
fn hand_over(child: &mut Child, input: String) {
    if let Some(mut pipe) = child.stdin.take() {
        // One that answers without reading has closed its end.
        thread::spawn(move || pipe.write_all(input.as_bytes()));
    }
}

fn converse(child: &mut Child, program: &str, words: Option<&mut LastWords>) -> Result<Reply, Error> {
    let broken = |error: io::Error| unanswered(Message::quoted(error.to_string()));
    let until = Instant::now() + PATIENCE;
    let text = read(child, until).map_err(broken)?;
    if !ends_within(Pid::from_child(child), until.saturating_duration_since(Instant::now())) {
        return Err(unanswered(message!("there was no answer in ten minutes")));
    }
    let status = child.wait().map_err(broken)?;
    if status.code().is_none() {
        return Err(unanswered(message!("{program} ended ({status})", program, status = status.to_string())));
    }
    let text = String::from_utf8(text).unwrap_or_default();
    Ok(Reply { text, success: status.success(), last_words: words.map(LastWords::told).unwrap_or_default() })
}

/// What it prints until it closes its end, or patience ends.
fn read(child: &mut Child, until: Instant) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    let Some(mut pipe) = child.stdout.take() else { return Ok(text) };
    let mut buffer = [0; 512];
    while text.len() <= LONGEST && is_readable(&pipe, until)? {
        match pipe.read(&mut buffer)? {
            0 => break,
            count => text.extend(buffer.iter().take(count)),
        }
    }
    if text.len() > LONGEST {
        text.clear();
    }
    Ok(text)
}

fn is_readable(pipe: &impl AsFd, until: Instant) -> io::Result<bool> {
    let left =
        Timespec::try_from(until.saturating_duration_since(Instant::now())).map_err(io::Error::other)?;
    // A program that is stopped, here or there, is no answer.
    let ready = retry_on_intr(|| poll(&mut [PollFd::new(pipe, PollFlags::IN)], Some(&left)))?;
    Ok(ready > 0)
}

fn unanswered(reason: Message) -> Error {
    let message = message!("it must be asked first, and the question was not answered: {reason}", reason);
    Error::new(Code::NeedsConfirmation, message)
}
